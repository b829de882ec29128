//===- Evaluate.h - What a program would cost if it were compiled ---------===//
//
// Decisions worth money are made by trying: a module with the decisions written
// on it is compiled as far as memory is planned, on a copy and in silence, and
// the answer is what a step of it would take. choose-memory and fit-memory ask;
// so will the planner.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_EVALUATE_H
#define POPT_FLOW_EVALUATE_H

#include "popt/Flow/Flow.h"

#include "llvm/ADT/StringMap.h"

namespace popt {

/// The predicted cost of a step.
struct Evaluation {
  /// If everything runs one after the other, at the slowest coordinate of the
  /// stage axis, without waiting for each other.
  double seconds = 0;
  /// Of the arena, by function: one per coordinate of the stage axis.
  llvm::StringMap<int64_t> bytes;
  /// Of the largest arena.
  int64_t peakBytes() const;
};

/// How far the module to evaluate has been compiled.
enum class Progress {
  Propagated,  ///< it is global
  Collectives, ///< it is local, and kernels are not formed yet
};

/// Compiles a copy of a module to its memory plan; nothing if that fails. The
/// module stays as it is. Of the options, budget, schedule and the pool of
/// reshards count; the machine is the module's own.
std::optional<Evaluation> evaluate(mlir::ModuleOp module, Progress done,
                                   const FlowOptions &options);

} // namespace popt
#endif // POPT_FLOW_EVALUATE_H
