//===- Build.h - Operations that phases build -----------------------------===//
//
// Phases name no operations of other dialects: the few that they build
// themselves are built by these functions. The op models build the local
// programs of operations.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_BUILD_H
#define POPT_INTERFACES_BUILD_H

#include "popt/Layout/Layout.h"

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
/// A tensor<i32>.
mlir::Value buildNumber(mlir::OpBuilder &builder, mlir::Location loc,
                        int64_t value);

enum class Arithmetic { Add, Subtract, Multiply, Divide, Remainder, Minimum };
/// Two tensors of one type, element by element.
mlir::Value buildArithmetic(mlir::OpBuilder &builder, mlir::Location loc,
                            Arithmetic operation, mlir::Value x, mlir::Value y);

/// A tensor all of whose elements are this scalar.
mlir::Value buildFilled(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type, mlir::Value scalar);
/// A tensor of zeros.
mlir::Value buildZeros(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::RankedTensorType type);
/// A tensor all of whose elements are the monoid's identity.
mlir::Value buildIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type, Monoid monoid);
/// Two partial values combined, element by element.
mlir::Value buildCombined(mlir::OpBuilder &builder, mlir::Location loc,
                          Monoid monoid, mlir::Value x, mlir::Value y);
/// `value` where the number is 0, else the identity.
mlir::Value buildPartial(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value number, mlir::Value value, Monoid monoid);

/// Elements [begin, begin + extent) of a dimension.
mlir::Value buildSlice(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, int64_t dim, int64_t begin,
                       int64_t extent);
/// The same from a tensor<i32> on, clamped so that it fits.
mlir::Value buildSliceAt(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, int64_t dim, mlir::Value begin,
                         int64_t extent);
/// `value` with `piece` from `begin` on, a tensor<i32>, along a dimension.
mlir::Value buildUpdateAt(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::Value piece, int64_t dim,
                          mlir::Value begin);
/// `value` with `count` zeros after the last element of a dimension.
mlir::Value buildExtended(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, int64_t dim, int64_t count);

/// Tensors one after another along a dimension; itself if it is one.
mlir::Value buildConcatenated(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::ArrayRef<mlir::Value> parts, int64_t dim);

/// `count` copies of `value` along a new leading dimension.
mlir::Value buildRepeated(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, int64_t count);

/// `value` with its dimensions in this order.
mlir::Value buildTransposed(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, llvm::ArrayRef<int64_t> order);

/// A tensor of its own with the elements of `value`.
mlir::Value buildCopy(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value);

} // namespace popt
#endif // POPT_INTERFACES_BUILD_H
