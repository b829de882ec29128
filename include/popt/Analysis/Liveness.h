//===- Liveness.h - Bytes that a local program holds ----------------------===//
//
// Fidelity `local` of HeldBytes.h. Intervals are of positions (Positions.h), in
// the order in which the operations stand. As in plan-memory, but without its
// kernels:
//
//   views            name their operand's memory
//   kernels          operations on elements run where the last operation of
//                    their kernel runs, and what only their own kernel reads is
//                    not held; constants are made where they are read
//   loops            carry one piece of memory from the entry to the result,
//                    the yielded value included unless the old one is still
//                    read when it exists
//   taken over       a result on elements lies where an operand of its size
//                    died, new state where the old was
//
// Kernels are those of Fusion.h; form-kernels knows more rules in both
// directions, and plan-memory finds other orders, so this is near the arena but
// no bound of it (docs/Rationale/Memory.md has numbers).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_LIVENESS_H
#define POPT_ANALYSIS_LIVENESS_H

#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/MemoryKinds.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Analysis/Positions.h"

namespace popt {

/// Device memory that one or more values name.
struct Held {
  mlir::SmallVector<mlir::Value, 2> values; ///< the first one owns it
  int64_t bytes = 0;
  int64_t begin = 0, end = 0; ///< positions, both included
  bool isArgument = false;
};

class Liveness {
public:
  explicit Liveness(mlir::func::FuncOp function);

  /// The most bytes alive at once, where that is first, and while `op` runs.
  int64_t peak() const { return bytes->peak(); }
  int64_t peakPosition() const { return bytes->peakPosition(); }
  int64_t peakDuring(mlir::Operation *op) const {
    return bytes->most(begin(op), end(op));
  }

  /// The most bytes alive from one operation to a later one.
  int64_t most(mlir::Operation *first, mlir::Operation *last) const {
    return bytes->most(begin(first), begin(last));
  }
  /// The bytes above `target`, summed over all positions.
  double above(int64_t target) const { return bytes->above(target); }

  int64_t begin(mlir::Operation *op) const { return positions.begin(op); }
  int64_t end(mlir::Operation *op) const { return positions.end(op); }
  /// The operation at the position, or the one that ends there.
  mlir::Operation *opAt(int64_t position) const {
    return positions.opAt(position);
  }
  /// Where the operation runs: with the last one of its kernel.
  int64_t at(mlir::Operation *op) const;
  /// True if only its own kernel reads it.
  bool isFused(mlir::Operation *op) const { return kernels.isFused(op); }
  /// The operation that ends the kernel of one that reads or makes a value.
  mlir::Operation *kernelOf(mlir::Operation *op) const {
    return kernels.lastOfKernel(op);
  }

  /// The values that are held, in program order.
  llvm::ArrayRef<Held> held() const { return all; }
  /// The last position at which the value or a view of it is read; 0: nowhere.
  int64_t lastRead(mlir::Value value) const;
  /// The position up to which a use needs the value: to the end of the loop if
  /// the value comes from outside of it.
  int64_t readAt(mlir::OpOperand &use) const;

private:
  void findHeld(mlir::func::FuncOp function);
  void add(mlir::Value value, int64_t from);
  void merge(mlir::Value into, mlir::Value from);
  Held *find(mlir::Value value);
  void shareCarried(mlir::Operation *op);
  void shareState(mlir::func::FuncOp function);
  void takeOver();

  Positions positions;
  LocalKernels kernels;
  MemoryKinds memories;
  llvm::DenseMap<mlir::Value, size_t> heldOf;
  std::vector<Held> all;
  std::optional<HeldBytes> bytes; ///< at each position
};

} // namespace popt

#endif // POPT_ANALYSIS_LIVENESS_H
