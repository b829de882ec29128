//===- FuseRoll.h - Slices and a concatenation as one roll ----------------===//
#ifndef POPT_OPMODELS_FUSEROLL_H
#define POPT_OPMODELS_FUSEROLL_H

#include "mlir/IR/Builders.h"

namespace popt {

/// If `op` puts slices of one value together so that its elements are moved
/// around a dimension: a `dist.roll` that does the same; else null, and nothing
/// is built.
mlir::Value fuseRoll(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace popt
#endif // POPT_OPMODELS_FUSEROLL_H
