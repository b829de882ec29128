//===- StrategyRule.h - How strategies are chosen --------------------------===//
#ifndef POPT_DIALECT_DIST_STRATEGYRULE_H
#define POPT_DIALECT_DIST_STRATEGYRULE_H

#include "popt/Dialect/Dist/AttrNames.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt::dist {

/// True if operations keep what propagation gave them.
inline bool keepsPropagated(mlir::ModuleOp module) {
  auto word = module->getAttrOfType<mlir::StringAttr>(kStrategies);
  return word && word == kPropagated;
}

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_STRATEGYRULE_H
