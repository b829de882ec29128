//===- Build.h - Operations that phases build -----------------------------===//
//
// Phases name no operations of other dialects: what they have to build
// themselves they build here. Local programs of operations are built by the op
// models.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_BUILD_H
#define POPT_INTERFACES_BUILD_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace popt {

/// `value`, a tensor, in another element type; itself if it has that already.
mlir::Value buildConvert(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Type element);

/// `value`, a tensor, in another shape; itself if it has that already.
mlir::Value buildReshape(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, llvm::ArrayRef<int64_t> shape);

/// A constant tensor of these elements.
mlir::Value buildConstant(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::ElementsAttr elements);

/// A tensor of its own with the elements of `value`.
mlir::Value buildCopy(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value);

} // namespace popt
#endif // POPT_INTERFACES_BUILD_H
