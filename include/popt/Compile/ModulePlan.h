//===- ModulePlan.h - The plan that a module carries ----------------------===//
#ifndef POPT_COMPILE_MODULEPLAN_H
#define POPT_COMPILE_MODULEPLAN_H

#include "popt/Annotate/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// What plans call an argument.
std::string argumentName(mlir::func::FuncOp main, unsigned index);

/// The shardings of @main's arguments and results, after apply-plan, as entries of
/// a plan: patterns, general ones first, and names for the rest.
/// Applied to a module without them, in this order, they make the same. A sharding
/// that a plan can't say (priorities, granules, axes kept free) is the module's
/// own, and has no entry.
std::vector<PlanSharding> shardingsOf(mlir::ModuleOp module);

/// The plan with the mesh and all shardings that the module has by it, instead of
/// its own; places of operations stay as it has them.
Plan wholePlan(mlir::ModuleOp module, const Plan &plan);

} // namespace popt
#endif // POPT_COMPILE_MODULEPLAN_H
