//===- FromMLIR.h - Tensors from and to MLIR types and attributes ---------===//
#ifndef POPT_REFERENCE_FROMMLIR_H
#define POPT_REFERENCE_FROMMLIR_H

#include "popt/Reference/Tensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace popt::reference {

/// Nothing for a type that tensors cannot hold.
std::optional<ElementType> elementTypeFromMLIR(mlir::Type type);
mlir::Type elementTypeToMLIR(mlir::MLIRContext *context, ElementType type);
mlir::RankedTensorType typeToMLIR(mlir::MLIRContext *context,
                                  const Tensor &tensor);

/// True if `tensor` is a value of `type`. Signless and signed integers are the
/// same.
bool hasType(const Tensor &tensor, mlir::Type type);

/// The value of a dense (splat or not), dense resource or other elements
/// attribute; nothing if its type is unknown or its data is missing.
std::optional<Tensor> tensorFromAttribute(mlir::ElementsAttr attribute);

} // namespace popt::reference
#endif // POPT_REFERENCE_FROMMLIR_H
