//===- StepCost.h - What a step of a compiled program takes ---------------===//
//
// Of a module whose stages are split, from Emit::Collectives on. Each coordinate of
// the stage axis runs its program in order:
//
//   what runs once        kernels, libraries and collectives one after the other, or
//                         in streams where overlap has said what runs beside what
//   a pipelined loop      its tasks and messages in their order (dist.order). A task
//                         begins when what it takes from other coordinates is there;
//                         a message enters its link when its send is reached and the
//                         link is free, takes it for its bytes, and arrives a latency
//                         later (as in Pipeline/Simulate.h)
//   a collective over     begins when all coordinates have come to it, or those
//   the stage axis        that it is among
//
// So with two stages and two microbatches, F a forward and B a backward part:
//
//   pp 0   F0 F1 .. B0 .. B1 update      seconds: up to the last end
//   pp 1   .. F0 B0 F1 B1 update         bubble: what the dots are of the whole
//
// The seconds of tasks are those of their operations at the form in which the module
// is: of kernels once these are formed.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COST_STEPCOST_H
#define POPT_COST_STEPCOST_H

#include "popt/Cost/CostModel.h"
#include "popt/Machine/Streams.h"

#include "llvm/ADT/StringMap.h"

namespace popt {

/// What the ranks of a coordinate of the stage axis do in a step.
struct CoordinateCost {
  int64_t coordinate = -1; ///< -1: there is no stage axis
  double endSeconds = 0;   ///< from the begin of the step to its last operation
  double waitSeconds =
      0; ///< in which it waits for other coordinates until then
};

struct StepCost {
  std::vector<CoordinateCost> coordinates; ///< as getPrograms has them

  /// Until the last coordinate is done.
  double seconds() const;
  /// Part of all coordinates' time until then in which they have nothing to do.
  double bubble() const;
};

/// Predicts a step of the module. Takes one whose messages and orders are verified.
StepCost costOfStep(const CostModel &costs, mlir::ModuleOp module);

/// Seconds after which each program of a module is done, by its name; none if it
/// has no mesh.
llvm::StringMap<double> secondsOfPrograms(mlir::ModuleOp module);

/// What an operation does if it runs alone; with regions, all that they run.
StreamWork workOf(const CostModel &costs, mlir::Operation *op);
/// Seconds of operations that stand in this order, with what runs beside what.
double secondsInOrder(const CostModel &costs,
                      llvm::ArrayRef<mlir::Operation *> ops,
                      llvm::function_ref<StreamWork(mlir::Operation *)> workOf);
double secondsInOrder(const CostModel &costs,
                      llvm::ArrayRef<mlir::Operation *> ops);
/// Seconds of what the operation's regions run, as often as they do.
double
secondsOfBodies(mlir::Operation *op,
                llvm::function_ref<double(mlir::Block &)> secondsOfBlock);

} // namespace popt
#endif // POPT_COST_STEPCOST_H
