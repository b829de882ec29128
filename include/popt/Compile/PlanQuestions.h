//===- PlanQuestions.h - What else is asked about a plan ------------------===//
//
// What a tensor's other layouts would cost, and what of an old plan can stay. Both ask
// the planner's model, with pins: the problem with labels taken away, everything else
// at its best.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_PLANQUESTIONS_H
#define POPT_COMPILE_PLANQUESTIONS_H

#include "popt/Compile/Planner.h"

namespace popt {

/// A layout of a tensor, and what a step costs with it.
struct LayoutCost {
  std::vector<PlanDim> dims;
  double seconds = 0; ///< by the model, all else at its best
  bool isChosen = false;
};

/// The costs of all layouts of the arguments and results that the pattern matches,
/// on the device axes of `best`, cheapest first. Layouts that do not divide evenly are left
/// out. Failure after a message.
mlir::FailureOr<std::vector<LayoutCost>>
costsOfLayouts(Planner &planner, const PlanQuestion &question,
               const PlanAnswer &best, llvm::StringRef pattern);

/// Failure after a message if costsOfLayouts has no answer for a pattern, whatever the
/// plan is: nothing has such a name, or what has differs in its number of dimensions.
mlir::LogicalResult checkAlike(mlir::ModuleOp imported,
                               llvm::StringRef pattern);

/// What of an old plan is kept.
struct KeptPlan {
  Plan pins; ///< what is kept, by name
  /// What is not: an entry's pattern, and by which part of a step the model's plan
  /// would be slower with it. Nothing of a mesh that has stages, microbatches or
  /// more devices.
  std::vector<std::pair<std::string, std::optional<double>>> dropped;
};

/// Keeps those decisions of `old` that make a step at most this part slower than
/// `best`, by the model, in the old plan's order: first the mesh, then its entries.
/// Of names that the program does not have any more nothing is said.
mlir::FailureOr<KeptPlan> keepOf(Planner &planner, const PlanQuestion &question,
                                 const PlanAnswer &best, const Plan &old,
                                 double worth);

/// The axes of devices, without those of stages and time.
std::vector<MeshOverride> devicesOf(const Plan &plan);

/// `[[], ["tp"]]`, as plans have it.
std::string describe(const std::vector<PlanDim> &dims);

} // namespace popt
#endif // POPT_COMPILE_PLANQUESTIONS_H
