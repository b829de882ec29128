// Element kinds, tensor predicates and window arithmetic, all safe on any
// number that a file may hold. Covered by
// test/Dialect/StableHLO/invalid-*.mlir.
#include "popt/Dialect/StableHLO/Util.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace popt::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned getElementKind(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType)) {
    unsigned width = integer.getWidth();
    if (integer.isSigned())
      return 0;
    if (width == 1)
      return integer.isSignless() ? ElementKind::Pred : 0;
    bool known = width <= 64 && llvm::isPowerOf2_32(width);
    return known ? ElementKind::Int : 0;
  }
  if (isa<FloatType>(elementType)) {
    // 80- and 128-bit formats, and the compute-only tf32, are no storage types.
    bool known = !isa<Float80Type, Float128Type, FloatTF32Type>(elementType);
    return known ? ElementKind::Float : 0;
  }
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    Type part = complex.getElementType();
    return part.isF32() || part.isF64() ? ElementKind::Complex : 0;
  }
  return 0;
}

unsigned getElementBits(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  return elementType.getIntOrFloatBitWidth();
}

// Whether the tensor's size in bits fits into 63 bits; a size of 0 in one
// dimension does not excuse the others, whose product is used for strides.
static bool hasCountableSize(RankedTensorType type) {
  int64_t bits = getElementBits(type.getElementType());
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(bits, std::max<int64_t>(size, 1), bits))
      return false;
  return true;
}

bool isTensorOf(Type type, unsigned kinds) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && (getElementKind(tensor.getElementType()) & kinds) &&
         tensor.hasStaticShape() && !tensor.getEncoding() &&
         hasCountableSize(tensor);
}

bool isScalarTensorOf(Type type, unsigned kinds) {
  return isTensorOf(type, kinds) && cast<RankedTensorType>(type).getRank() == 0;
}

bool isVectorTensorOf(Type type, unsigned kinds) {
  return isTensorOf(type, kinds) && cast<RankedTensorType>(type).getRank() == 1;
}

bool isScalarI32(Type type) {
  return isScalarTensorOf(type, ElementKind::Int) &&
         cast<RankedTensorType>(type).getElementType().isSignlessInteger(32);
}

bool isScalarUI32(Type type) {
  return isScalarTensorOf(type, ElementKind::Int) &&
         cast<RankedTensorType>(type).getElementType().isUnsignedInteger(32);
}

bool isShapeVector(Type type) {
  if (isVectorTensorOf(type, ElementKind::Int))
    return true;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isIndex() && tensor.getRank() == 1 &&
         tensor.hasStaticShape();
}

bool isTensorOrToken(Type type) {
  return isTensorOf(type, ElementKind::Any) || isa<TokenType>(type);
}

bool isTensorTuple(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple && llvm::all_of(tuple.getTypes(), isTensorTokenOrTuple);
}

bool isTensorTokenOrTuple(Type type) {
  return isTensorOrToken(type) || isTensorTuple(type);
}

bool isReplicaGroups(Attribute attribute) {
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attribute))
    return dense.getElementType().isSignlessInteger(64) &&
           dense.getType().getRank() == 2;
  return isa<ReplicaGroupMeshAxesAttr>(attribute);
}

bool isLayout(Attribute attribute) {
  auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
  return dense && dense.getElementType().isIndex() &&
         dense.getType().getRank() == 1;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

SmallVector<WindowDim> makeWindow(ArrayRef<int64_t> sizes,
                                  DenseI64ArrayAttr strides,
                                  DenseIntElementsAttr padding,
                                  DenseI64ArrayAttr baseDilations,
                                  DenseI64ArrayAttr windowDilations) {
  SmallVector<WindowDim> window(sizes.size());
  for (auto [dim, out] : llvm::enumerate(window)) {
    out.size = sizes[dim];
    if (strides)
      out.stride = strides[dim];
    if (baseDilations)
      out.baseDilation = baseDilations[dim];
    if (windowDilations)
      out.windowDilation = windowDilations[dim];
  }
  if (!padding)
    return window;
  for (auto [index, value] : llvm::enumerate(padding.getValues<int64_t>()))
    (index % 2 ? window[index / 2].paddingHigh : window[index / 2].paddingLow) =
        value;
  return window;
}

std::optional<int64_t> dilate(int64_t size, int64_t dilation) {
  if (size == 0)
    return 0;
  int64_t result;
  if (llvm::MulOverflow(size - 1, dilation, result) ||
      llvm::AddOverflow(result, int64_t(1), result))
    return std::nullopt;
  return result;
}

std::optional<int64_t> getWindowedSize(int64_t baseSize,
                                       const WindowDim &window) {
  std::optional<int64_t> base = dilate(baseSize, window.baseDilation);
  std::optional<int64_t> extent = dilate(window.size, window.windowDilation);
  int64_t padded;
  if (!base || !extent || llvm::AddOverflow(*base, window.paddingLow, padded) ||
      llvm::AddOverflow(padded, window.paddingHigh, padded) || padded < 0)
    return std::nullopt;
  if (padded == 0 || *extent > padded)
    return 0;
  return (padded - *extent) / window.stride + 1;
}

LogicalResult verifyPairedCounts(Operation *op, StringRef kind,
                                 ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  if (lhs.size() == rhs.size())
    return success();
  return op->emitOpError() << "lhs has " << lhs.size() << " " << kind
                           << " dimensions and rhs has " << rhs.size()
                           << ", expected the same number";
}

LogicalResult verifyPairedSizes(Operation *op, StringRef kind,
                                ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  auto lhsType = cast<RankedTensorType>(op->getOperand(0).getType());
  auto rhsType = cast<RankedTensorType>(op->getOperand(1).getType());
  for (auto [left, right] : llvm::zip(lhs, rhs)) {
    int64_t leftSize = lhsType.getDimSize(left);
    int64_t rightSize = rhsType.getDimSize(right);
    if (leftSize != rightSize)
      return op->emitOpError()
             << kind << " dimensions " << left << " of lhs and " << right
             << " of rhs have sizes " << leftSize << " and " << rightSize
             << ", expected the same";
  }
  return success();
}

SmallVector<int64_t> productShape(RankedTensorType lhs, RankedTensorType rhs,
                                  ArrayRef<int64_t> lhsBatching,
                                  ArrayRef<int64_t> lhsDims,
                                  ArrayRef<int64_t> rhsDims) {
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatching)
    shape.push_back(lhs.getDimSize(dim));
  for (auto [type, taken] : {std::pair(lhs, lhsDims), std::pair(rhs, rhsDims)})
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(taken, dim))
        shape.push_back(type.getDimSize(dim));
  return shape;
}

} // namespace popt::stablehlo
