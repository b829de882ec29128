//===- FromMLIR.cpp - Tensors from and to MLIR types and attributes -------===//
//
// Reads constants. Dense attributes store i1 as bits; what is narrower than a byte
// has one whose upper bits say nothing; everything else has its natural width, in
// the host's byte order. Tested by
// test/unit/Reference/InterpreterTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/TensorOps.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace popt::reference;
using namespace mlir;

std::optional<ElementType> popt::reference::elementTypeFromMLIR(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  if (complex && complex.getElementType().isF32())
    return ElementType::C64;
  if (complex && complex.getElementType().isF64())
    return ElementType::C128;
  // The others have MLIR's names.
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return complex ? std::nullopt : parseElementType(name);
}

Type popt::reference::elementTypeToMLIR(MLIRContext *context,
                                        ElementType type) {
  switch (type) {
  case ElementType::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case ElementType::F6E2M3FN:
    return Float6E2M3FNType::get(context);
  case ElementType::F6E3M2FN:
    return Float6E3M2FNType::get(context);
  case ElementType::F8E3M4:
    return Float8E3M4Type::get(context);
  case ElementType::F8E4M3:
    return Float8E4M3Type::get(context);
  case ElementType::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementType::F8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case ElementType::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementType::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
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
    return IntegerType::get(context, bitWidth(type),
                            isSigned(type) || type == ElementType::I1
                                ? IntegerType::Signless
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

static std::optional<Tensor> withoutUpperBits(std::optional<Tensor> tensor) {
  const int64_t bits = tensor ? bitWidth(tensor->type()) : 8;
  if (bits > 1 && bits < 8)
    for (int64_t i = 0, n = tensor->size(); i < n; ++i)
      tensor->mutableBytes()[i] &= char((1 << bits) - 1);
  return tensor;
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
      return withoutUpperBits(
          Tensor::fromBytes(*element, type.getShape(), bytes));
    std::optional<Tensor> scalar =
        withoutUpperBits(Tensor::fromBytes(*element, {}, bytes));
    if (!scalar)
      return std::nullopt;
    return splat(*scalar, type.getShape());
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    return withoutUpperBits(
        Tensor::fromBytes(*element, type.getShape(), blob->getData()));
  }
  return std::nullopt;
}
