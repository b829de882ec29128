//===- PlanTrials.h - What plans of a module would cost -------------------===//
//
// A plan is judged by compiling it: it is applied to a copy of the imported
// module, which goes through the flow up to its memory plan, as it would to
// run. popt-plan and the planner (Planner.h) ask.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_PLANTRIALS_H
#define POPT_COMPILE_PLANTRIALS_H

#include "popt/Annotate/Plan.h"
#include "popt/Flow/Flow.h"
#include "popt/Report/Report.h"

namespace popt {

/// A plan's program at Emit::Scheduled, and what is said of it.
struct PlanTrial {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Report report;
};

/// Compiles copies of one imported module.
class PlanTrials {
public:
  /// Of a module at Emit::Imported. All options but the plan's own (`plan`, `mesh`,
  /// `state`, `batch`, `strategies`, `schedule`) hold for every plan.
  PlanTrials(mlir::ModuleOp imported, FlowOptions options);

  /// Compiles a plan; `prepare` may change how passes are run. Its picture is in the
  /// report alone. Failure after messages.
  mlir::FailureOr<PlanTrial>
  evaluate(const Plan &plan,
           llvm::function_ref<void(mlir::PassManager &)> prepare = nullptr);
  /// The plan with all shardings that the module has by it, and its own, written
  /// out; what the options say is part of it. Failure after messages.
  mlir::FailureOr<Plan> complete(const Plan &plan);

private:
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> compile(
      const Plan &plan,
      llvm::function_ref<void(mlir::PassManager &, const FlowOptions &)> build);

  mlir::ModuleOp imported;
  FlowOptions options;
};

/// Options but for those that are a plan's.
FlowOptions withoutPlan(FlowOptions options);

/// The decisions that options say apart from a plan's file, put over those of the
/// plan. Empty, or what is wrong.
std::string mergeOptions(const FlowOptions &options, Plan &plan);

/// Says in words where a plan's figures are not those that it has now: more than 1%
/// apart. Nothing for what is not predicted.
std::vector<std::string> compare(const Prediction &expected,
                                 const Prediction &found);

} // namespace popt
#endif // POPT_COMPILE_PLANTRIALS_H
