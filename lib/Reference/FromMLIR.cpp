//===- FromMLIR.cpp - Tensors from and to MLIR types and attributes -------===//
//
// Reads constants. Dense attributes store i1 as bits; everything else has its
// natural width, in the host's byte order. Tested by
// test/unit/Reference/InterpreterTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/TensorOps.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace popt::reference;
using namespace mlir;

std::optional<ElementType> popt::reference::elementTypeFromMLIR(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    const bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return ElementType::I1;
    case 8:
      return isUnsigned ? ElementType::UI8 : ElementType::I8;
    case 16:
      return isUnsigned ? ElementType::UI16 : ElementType::I16;
    case 32:
      return isUnsigned ? ElementType::UI32 : ElementType::I32;
    case 64:
      return isUnsigned ? ElementType::UI64 : ElementType::I64;
    default:
      return std::nullopt;
    }
  }
  if (isa<Float8E4M3FNType>(type))
    return ElementType::F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return ElementType::F8E5M2;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isF16())
    return ElementType::F16;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return ElementType::C64;
    if (complex.getElementType().isF64())
      return ElementType::C128;
  }
  return std::nullopt;
}

Type popt::reference::elementTypeToMLIR(MLIRContext *context,
                                        ElementType type) {
  switch (type) {
  case ElementType::I1:
    return IntegerType::get(context, 1);
  case ElementType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementType::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::C64:
    return ComplexType::get(Float32Type::get(context));
  case ElementType::C128:
    return ComplexType::get(Float64Type::get(context));
  default:
    return IntegerType::get(context, byteWidth(type) * 8,
                            isSigned(type) ? IntegerType::Signless
                                           : IntegerType::Unsigned);
  }
}

RankedTensorType popt::reference::typeToMLIR(MLIRContext *context,
                                             const Tensor &tensor) {
  return RankedTensorType::get(tensor.shape(),
                               elementTypeToMLIR(context, tensor.type()));
}

bool popt::reference::hasType(const Tensor &tensor, Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return tensor.exists() && ranked && ranked.getShape() == tensor.shape() &&
         elementTypeFromMLIR(ranked.getElementType()) == tensor.type();
}

std::optional<Tensor>
popt::reference::tensorFromAttribute(ElementsAttr attribute) {
  auto type = dyn_cast<RankedTensorType>(attribute.getShapedType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  std::optional<ElementType> element =
      elementTypeFromMLIR(type.getElementType());
  if (!element)
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute)) {
    if (*element == ElementType::I1) {
      // Stored as bits.
      Tensor values(*element, type.getShape());
      std::copy(dense.value_begin<bool>(), dense.value_end<bool>(),
                values.mutableData<bool>());
      return values;
    }
    ArrayRef<char> bytes = dense.getRawData();
    if (!dense.isSplat())
      return Tensor::fromBytes(*element, type.getShape(), bytes);
    std::optional<Tensor> scalar = Tensor::fromBytes(*element, {}, bytes);
    if (!scalar)
      return std::nullopt;
    return splat(*scalar, type.getShape());
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    return Tensor::fromBytes(*element, type.getShape(), blob->getData());
  }
  return std::nullopt;
}
