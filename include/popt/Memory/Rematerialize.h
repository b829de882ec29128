//===- Rematerialize.h - Ways to hold less at one position ----------------===//
//
// A value that is live at a position of a local program but not read there need
// not be held. There are two ways:
//
//   rematerialize  It is gathered or computed again for the readers after the
//                  position, from values that are live there anyway:
//
//     %w = all_gather %block             %w = all_gather %block
//     read %w                            read %w
//     ... <- here               ->       ...
//     read %w                            %v = all_gather %block
//                                        read %v
//
//                  A value that is computed before a loop around the position
//                  and read in it is computed in the loop: once per iteration,
//                  or once per group of readers if the position lies between
//                  them. A value that is not read before the position is
//                  computed after it.
//
//   scatter        An accumulator that is reduce-scattered after its loop, or
//                  after the tasks that carry it, becomes one of blocks, and
//                  every iteration scatters what it adds.
//
// Each way has a price: the seconds that it adds, over the bytes that it frees.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_REMATERIALIZE_H
#define POPT_MEMORY_REMATERIALIZE_H

#include "popt/Analysis/Liveness.h"
#include "popt/Cost/CostModel.h"

namespace popt {

struct Rematerialization {
  /// A copy of the operations that compute the value, and its readers.
  struct Copy {
    mlir::Operation *before = nullptr;
    llvm::SmallVector<mlir::OpOperand *> reads;
    llvm::SmallVector<mlir::Operation *> ops; ///< to clone, operands first
    llvm::SmallVector<mlir::Value> sources;   ///< what they read
  };
  mlir::Value value;
  llvm::SmallVector<Copy> copies;   ///< to rematerialize
  dist::ReduceScatterOp scatter;    ///< to scatter in every iteration
  int64_t runsBefore = 0, runs = 0; ///< of what makes or scatters the value
  size_t moved = 0, readers = 0;    ///< readers of copies, and all
  CommCost extra;                   ///< what it adds to a step
  int64_t freed = 0;                ///< bytes at the position

  double price() const { return extra.seconds / static_cast<double>(freed); }
  /// `all_gather over {"dp"} ...`.
  std::string str(const CostModel &costs) const;
};

/// All ways to hold less at the position, the cheapest first.
std::vector<Rematerialization> waysToRematerialize(const CostModel &costs,
                                                   const Liveness &liveness,
                                                   int64_t position);

/// Lets reads of `value`, also by views, take `other` instead; views are made
/// again where the builder stands.
void readInstead(mlir::OpBuilder &builder,
                 llvm::ArrayRef<mlir::OpOperand *> reads, mlir::Value value,
                 mlir::Value other);

/// Rewrites the program. Operations that are no longer read are not erased, so
/// that other ways of the same list stay valid.
void rematerialize(const Rematerialization &way);

} // namespace popt

#endif // POPT_MEMORY_REMATERIALIZE_H
