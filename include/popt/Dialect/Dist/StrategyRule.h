//===- StrategyRule.h - How strategies are chosen --------------------------===//
#ifndef POPT_DIALECT_DIST_STRATEGYRULE_H
#define POPT_DIALECT_DIST_STRATEGYRULE_H

#include "mlir/IR/BuiltinOps.h"

namespace popt::dist {

/// On a module: a word for how choose-strategies chooses. Without it, at least
/// cost.
inline constexpr llvm::StringLiteral kStrategies = "dist.strategies";
inline constexpr llvm::StringLiteral kLeastCost = "least-cost";
inline constexpr llvm::StringLiteral kPropagated = "propagated";

/// True if operations keep what propagation gave them.
inline bool keepsPropagated(mlir::ModuleOp module) {
  auto word = module->getAttrOfType<mlir::StringAttr>(kStrategies);
  return word && word == kPropagated;
}

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_STRATEGYRULE_H
