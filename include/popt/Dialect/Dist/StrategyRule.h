//===- StrategyRule.h - How strategies are chosen --------------------------===//
#ifndef POPT_DIALECT_DIST_STRATEGYRULE_H
#define POPT_DIALECT_DIST_STRATEGYRULE_H

#include "popt/Dialect/Dist/AttrNames.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt::dist {

/// A word of kStrategies beside kLeastCost and kPropagated: at least cost, and
/// then equal work on several values dealt out to ranks.
inline constexpr llvm::StringLiteral kDealt = "dealt";
/// Another one: at least cost by prices, whatever the propagated program takes.
inline constexpr llvm::StringLiteral kByPrice = "by-price";

/// True if operations keep what propagation gave them.
inline bool keepsPropagated(mlir::ModuleOp module) {
  auto word = module->getAttrOfType<mlir::StringAttr>(kStrategies);
  return word && word == kPropagated;
}

/// True if no other strategies are compiled to compare.
inline bool trustsPrices(mlir::ModuleOp module) {
  auto word = module->getAttrOfType<mlir::StringAttr>(kStrategies);
  return word && word == kByPrice;
}

/// True if shardings are to be invented where none are given.
inline bool invents(mlir::ModuleOp module) { return module->hasAttr(kInvents); }

/// True if equal work is dealt out after strategies are chosen.
inline bool dealsOutEqualWork(mlir::ModuleOp module) {
  auto word = module->getAttrOfType<mlir::StringAttr>(kStrategies);
  return word && word == kDealt;
}

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_STRATEGYRULE_H
