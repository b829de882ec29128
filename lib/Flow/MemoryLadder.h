//===- MemoryLadder.h - Programs that hold less and less ------------------===//
//
// What to hold no longer is chosen by estimates (Liveness.h); what a step then
// takes is known only after its memory is planned. So a budget is met by
// trying. A ladder fixes what is tried:
//
//   rung 0   the program as it is
//   rung 1   operations stand before their first reader, and collectives share
//            buckets only where that raises no peak
//   rung k   rematerialized (Rematerialize.h) until the estimate is at most
//            0.975 of the rung above
//   last     rung 1 rematerialized as far as it goes, at once: other values go
//            first than in small steps, which may hold less
//
// A rung follows from the rungs above it and from nothing else. Each counts as no
// faster than the one above, so the highest rung that fits is the fastest, and a
// larger budget never leads to a lower rung. Were the rungs chosen by the budget
// (as they once were), a smaller budget could find a faster program by luck.
//
// Rungs of which estimate and first plan say that they take more than 1.1 times
// the budget are not planned. With a larger budget these are fewer, so this does
// not change the order either.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_FLOW_MEMORYLADDER_H
#define POPT_LIB_FLOW_MEMORYLADDER_H

#include "popt/Cost/CostModel.h"
#include "popt/Flow/Evaluate.h"

#include "mlir/IR/OwningOpRef.h"

namespace popt {

class MemoryLadder {
public:
  /// `module` is at Emit::Collectives and changes with each step down. Of the
  /// options those up to Emit::Collectives count.
  MemoryLadder(mlir::ModuleOp module, const CostModel &costs,
               FlowOptions options);
  ~MemoryLadder();

  /// Whether each function takes at most `budget` bytes. Plans memory if that
  /// is not known and likely enough.
  bool fits(int64_t budget);
  /// Takes each function that does not fit one rung down; false if none can
  /// hold less.
  bool descend(int64_t budget);
  /// Takes each function that does not fit to the rung that holds least.
  void takeLeast(int64_t budget);

  /// The bytes of the largest function by the last plan, and of one function
  /// now and at rung 0.
  int64_t peakBytes() const;
  int64_t bytes(mlir::func::FuncOp function) const;
  int64_t firstBytes(mlir::func::FuncOp function) const;
  int64_t firstEstimate(mlir::func::FuncOp function) const;

  /// Of a step, by its kernels, as the order of streams is planned; at least so
  /// many if the program as it is now has not been planned.
  double seconds() const;

  /// A module at Emit::Scheduled, and what was said of it, if the program as it
  /// is now has been planned; else null.
  mlir::OwningOpRef<mlir::ModuleOp> takePlanned(KeptMessages &said);
  /// Remarks of what each function took at rung 0, and takes now.
  void explain(int64_t budget) const;

private:
  struct Program;
  const Program &of(mlir::func::FuncOp function) const;
  void form();
  void plan();
  double savedIn(const Program &program) const;

  mlir::ModuleOp module;
  FlowOptions options;
  std::vector<std::unique_ptr<Program>> programs;
  /// Of the program as it is now: its kernels are formed, then its memory planned.
  mlir::OwningOpRef<mlir::ModuleOp> formed, planned;
  KeptMessages saidOfPlan;
};

} // namespace popt
#endif // POPT_LIB_FLOW_MEMORYLADDER_H
