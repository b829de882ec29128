//===- AutoPlan.h - Compiling by the plan that popt chooses ---------------===//
//
// What `--plan=auto` does. The planner compiles each plan that may be the fastest
// up to its memory plan; the program of the one that is taken is what is run, so
// nothing is compiled a second time.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_AUTOPLAN_H
#define POPT_COMPILE_AUTOPLAN_H

#include "popt/Flow/Flow.h"

namespace popt {

/// The word for a plan that is to be chosen.
inline constexpr llvm::StringLiteral kAutoPlan = "auto";

/// True if the options leave the plan to popt.
bool choosesPlan(const FlowOptions &options);

/// From a module at Emit::Imported to `last`, at most Scheduled, by the fastest plan
/// that is found; what the options say of mesh, state, batch, strategies and schedule
/// binds. `options.decisions` is that plan from then on. After each no of `mayGoOn`
/// the best so far is taken. Failure after messages.
mlir::LogicalResult
compileByChosenPlan(mlir::OwningOpRef<mlir::ModuleOp> &module,
                    FlowOptions &options, Emit last,
                    const std::function<bool()> &mayGoOn,
                    llvm::function_ref<void(mlir::PassManager &)> prepare);

} // namespace popt
#endif // POPT_COMPILE_AUTOPLAN_H
