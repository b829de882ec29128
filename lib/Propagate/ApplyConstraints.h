//===- ApplyConstraints.h - Constraints bind what they constrain ----------===//
#ifndef POPT_LIB_PROPAGATE_APPLYCONSTRAINTS_H
#define POPT_LIB_PROPAGATE_APPLYCONSTRAINTS_H

#include "mlir/IR/BuiltinOps.h"

namespace popt {
/// Copies closed constraints to the values that they constrain.
void applyConstraints(mlir::ModuleOp module);
} // namespace popt
#endif // POPT_LIB_PROPAGATE_APPLYCONSTRAINTS_H
