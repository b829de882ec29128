//===- Tensors.h - Shapes and bytes of tensor values ----------------------===//
#ifndef POPT_SUPPORT_TENSORS_H
#define POPT_SUPPORT_TENSORS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace popt {

/// Bytes of one element in memory: 1 for i1 and all that is narrower than a
/// byte, 8 for complex<f32>.
int64_t bytesPerElement(mlir::Type element);
/// Bytes of a tensor of static shape in memory; 0 for any other type.
int64_t bytesOf(mlir::Type type);
inline int64_t bytesOf(mlir::Value value) { return bytesOf(value.getType()); }

/// Of a value that is a ranked tensor.
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getShape();
}
inline int64_t rankOf(mlir::Value value) {
  return static_cast<int64_t>(shapeOf(value).size());
}
inline mlir::Type elementOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getElementType();
}

/// Values that an operation reads, those of its regions included.
llvm::SmallVector<mlir::Value> valuesRead(mlir::Operation *op);

} // namespace popt
#endif // POPT_SUPPORT_TENSORS_H
