// Operations of `stablehlo` that create or move elements: result types,
// verifiers, and the fold of constants.
// Covered by test/Dialect/StableHLO/ops-data-movement.mlir and
// invalid-data-movement.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLODataMovement.cpp.inc"

void StablehloDialect::registerDataMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLODataMovement.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  bool isInt = isa<IntegerType>(getElementTypeOrSelf(getType()));
  setName(getResult(), isInt ? "c" : "cst");
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

// Elements from the bytes of `"0x..."`; null where they do not suit the type.
static DenseElementsAttr getHexElements(RankedTensorType type, StringRef hex) {
  std::string bytes;
  if (!hex.consume_front("0x") || !llvm::tryGetFromHex(hex, bytes))
    return {};
  bool isPred = type.getElementType().isInteger(1);
  if (isPred && bytes.size() > 1 &&
      static_cast<int64_t>(bytes.size()) == type.getNumElements())
    return DenseElementsAttr::get(
        type, llvm::map_to_vector(bytes, [](char c) { return c != 0; }));
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(
          type, ArrayRef(bytes.data(), bytes.size()), isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef(bytes.data(), bytes.size()));
}

// The builtin parser refuses booleans one to a byte, and nothing can be read
// twice, so elements in hexadecimal are recognised by looking ahead.
static bool isHexElements(OpAsmParser &parser) {
  static constexpr StringRef start = "dense<\"0x";
  const char *text = parser.getCurrentLocation().getPointer();
  return std::strncmp(text, start.data(), start.size()) == 0;
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  ElementsAttr value;
  SMLoc loc = parser.getCurrentLocation();
  if (isHexElements(parser)) {
    std::string hex;
    Type type;
    if (parser.parseKeyword("dense") || parser.parseLess() ||
        parser.parseString(&hex) || parser.parseGreater() ||
        parser.parseColonType(type))
      return failure();
    if (!isTensorOf(type, ElementKind::Any))
      return parser.emitError(loc)
             << "elements have type " << type
             << ", expected a statically shaped tensor of boolean, integer, "
                "floating-point or complex values";
    value = getHexElements(cast<RankedTensorType>(type), hex);
    if (!value)
      return parser.emitError(loc)
             << "hexadecimal elements do not suit type " << type;
  } else if (parser.parseAttribute(value)) {
    return failure();
  }
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ';
  printer.printAttribute(getValue());
}

LogicalResult IotaOp::verify() {
  int64_t dim = getIotaDimension(), rank = getType().getRank();
  if (!isDim(dim, rank)) // C1
    return emitOpError() << "dim " << dim
                         << " is not a dimension of the result of rank "
                         << rank;
  return success();
}

//===----------------------------------------------------------------------===//
// Shape changes
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = tensorType(adaptor.getOperand().getType());
  SmallVector<int64_t> shape(adaptor.getBroadcastSizes());
  llvm::append_range(shape, type.getShape());
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult BroadcastOp::verify() {
  for (int64_t size : getBroadcastSizes())
    if (size < 0) // C1
      return emitOpError() << "sizes holds " << size
                           << ", expected numbers not negative";
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifyCount(*this, "dims", dims.size(), operand.getRank(),
                         "operand dimension")) || // C2
      failed(verifyDims(*this, "dims", dims, result.getRank(),
                        "the result")) ||        // C3
      failed(verifyUnique(*this, "dims", dims))) // C4
    return failure();
  for (auto [index, dim] : llvm::enumerate(dims)) {
    int64_t from = operand.getDimSize(index), to = result.getDimSize(dim);
    if (from != 1 && from != to) // C5
      return emitOpError() << "operand dimension " << index << " of size "
                           << from << " does not broadcast to result dimension "
                           << dim << " of size " << to;
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  int64_t from = getOperand().getType().getNumElements();
  int64_t to = getType().getNumElements();
  if (from != to) // C2
    return emitOpError() << "operand has " << from
                         << " elements and the result has " << to
                         << ", expected the same number";
  return success();
}

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getType();
  unsigned from = getElementBits(operand.getElementType());
  unsigned to = getElementBits(result.getElementType());
  if (isa<ComplexType>(operand.getElementType()) !=
      isa<ComplexType>(result.getElementType())) // C4
    return emitOpError() << "converts between " << operand.getElementType()
                         << " and " << result.getElementType()
                         << ", but complex elements convert only to complex: "
                            "take their parts by real and imag, or make them "
                            "of parts by complex";
  RankedTensorType narrow = from <= to ? operand : result;
  RankedTensorType wide = from <= to ? result : operand;
  unsigned narrowBits = std::min(from, to), wideBits = std::max(from, to);
  if (wideBits % narrowBits != 0) // C1
    return emitOpError() << "element width " << wideBits
                         << " is not a multiple of " << narrowBits;
  SmallVector<int64_t> expected(wide.getShape());
  if (wideBits != narrowBits)
    expected.push_back(wideBits / narrowBits);
  if (narrow.getShape() != ArrayRef<int64_t>(expected)) // C2, C3
    return emitOpError() << (from <= to ? "operand" : "result")
                         << " of elements of " << narrowBits
                         << " bits has shape "
                         << shapeToString(narrow.getShape()) << ", expected "
                         << shapeToString(expected);
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = tensorType(adaptor.getOperand().getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : adaptor.getPermutation())
    shape.push_back(type.getDimSize(dim));
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult TransposeOp::verify() { // C1
  int64_t rank = getOperand().getType().getRank();
  ArrayRef<int64_t> dims = getPermutation();
  if (failed(
          verifyCount(*this, "dims", dims.size(), rank, "operand dimension")) ||
      failed(verifyDims(*this, "dims", dims, rank, "the operand")))
    return failure();
  return verifyUnique(*this, "dims", dims);
}

LogicalResult ReverseOp::verify() {
  if (failed(verifyDims(*this, "dims", getDimensions(), getType().getRank(),
                        "the operand"))) // C2
    return failure();
  return verifyUnique(*this, "dims", getDimensions()); // C3
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location>,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  auto first = tensorType(adaptor.getInputs()[0].getType());
  SmallVector<int64_t> shape(first.getShape());
  int64_t &size = shape[adaptor.getDimension()];
  for (Value input : adaptor.getInputs().drop_front())
    size += tensorType(input.getType()).getDimSize(adaptor.getDimension());
  types.push_back(first.clone(shape));
  return success();
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty()) // C1
    return emitOpError() << "has no inputs, expected at least one";
  auto first = tensorType(getInputs()[0].getType());
  int64_t dim = getDimension(), rank = first.getRank();
  if (!isDim(dim, rank)) // C2
    return emitOpError() << "dim " << dim
                         << " is not a dimension of the inputs of rank "
                         << rank;
  int64_t sum = 0;
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    auto type = tensorType(input.getType());
    if (type.getElementType() != first.getElementType() ||
        type.getRank() != rank) // C3
      return emitOpError() << "inputs 0 and " << index << " have types "
                           << first << " and " << type
                           << ", expected the same element type and rank";
    for (int64_t other = 0; other < rank; ++other)
      if (other != dim &&
          type.getDimSize(other) != first.getDimSize(other)) // C4
        return emitOpError()
               << "inputs 0 and " << index << " have sizes "
               << first.getDimSize(other) << " and " << type.getDimSize(other)
               << " in dimension " << other << ", expected the same";
    if (llvm::AddOverflow(sum, type.getDimSize(dim), sum))
      return emitOpError() << "sizes in dimension " << dim
                           << " add up to more than 63 bits hold";
  }
  return success();
}

// The size of dimension `dim` after padding; nullopt where it is negative or
// does not fit.
static std::optional<int64_t> getPaddedSize(int64_t size, int64_t low,
                                            int64_t high, int64_t interior) {
  int64_t result = std::max<int64_t>(size - 1, 0);
  if (llvm::MulOverflow(result, interior, result) ||
      llvm::AddOverflow(result, size, result) ||
      llvm::AddOverflow(result, low, result) ||
      llvm::AddOverflow(result, high, result) || result < 0)
    return std::nullopt;
  return result;
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  auto type = tensorType(adaptor.getOperand().getType());
  SmallVector<int64_t> shape;
  for (auto [size, low, high, interior] :
       llvm::zip(type.getShape(), adaptor.getEdgePaddingLow(),
                 adaptor.getEdgePaddingHigh(), adaptor.getInteriorPadding())) {
    std::optional<int64_t> padded = getPaddedSize(size, low, high, interior);
    if (!padded)
      return emitOptionalError(
          loc, "padding leaves a negative size or one beyond 63 bits");
    shape.push_back(*padded);
  }
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult PadOp::verify() {
  RankedTensorType type = getOperand().getType();
  Type valueType = getPaddingValue().getType().getElementType();
  if (valueType != type.getElementType()) // C1
    return emitOpError() << "padding value has element type " << valueType
                         << ", expected the operand's "
                         << type.getElementType();
  int64_t rank = type.getRank();
  StringRef per = "operand dimension";
  if (failed(verifyCount(*this, "low", getEdgePaddingLow().size(), rank,
                         per)) || // C2
      failed(
          verifyCount(*this, "high", getEdgePaddingHigh().size(), rank, per)) ||
      failed(verifyCount(*this, "interior", getInteriorPadding().size(), rank,
                         per)))
    return failure();
  for (int64_t interior : getInteriorPadding())
    if (interior < 0) // C3
      return emitOpError() << "interior holds " << interior
                           << ", expected numbers not negative";
  return success();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape;
  for (auto [start, limit, stride] :
       llvm::zip(adaptor.getStartIndices(), adaptor.getLimitIndices(),
                 adaptor.getStrides()))
    shape.push_back(limit == start ? 0 : (limit - start - 1) / stride + 1);
  types.push_back(tensorType(adaptor.getOperand().getType()).clone(shape));
  return success();
}

LogicalResult SliceOp::verify() {
  RankedTensorType type = getOperand().getType();
  int64_t rank = type.getRank();
  StringRef per = "operand dimension";
  if (failed(verifyCount(*this, "start_indices", getStartIndices().size(), rank,
                         per)) || // C1
      failed(verifyCount(*this, "limit_indices", getLimitIndices().size(), rank,
                         per)) ||
      failed(verifyCount(*this, "strides", getStrides().size(), rank, per)))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t start = getStartIndices()[dim], limit = getLimitIndices()[dim];
    int64_t stride = getStrides()[dim], size = type.getDimSize(dim);
    if (start < 0 || start > limit || limit > size) // C2
      return emitOpError() << "range " << start << ":" << limit
                           << " of dimension " << dim
                           << " does not lie in 0:" << size;
    if (stride < 1) // C3
      return emitOpError() << "stride " << stride << " of dimension " << dim
                           << " is not positive";
  }
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location>,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  types.push_back(tensorType(adaptor.getOperand().getType())
                      .clone(adaptor.getSliceSizes()));
  return success();
}

// One start index per dimension, all of the same type.
static LogicalResult verifyStartIndices(Operation *op, OperandRange starts,
                                        int64_t rank) {
  if (failed(verifyCount(op, "start_indices", starts.size(), rank,
                         "operand dimension")))
    return failure();
  for (Value start : starts)
    if (start.getType() != starts[0].getType())
      return op->emitOpError()
             << "start indices have types " << starts[0].getType() << " and "
             << start.getType() << ", expected the same";
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  RankedTensorType type = getOperand().getType();
  if (failed(verifyCount(*this, "sizes", getSliceSizes().size(), type.getRank(),
                         "operand dimension")) ||
      failed(verifyStartIndices(*this, getStartIndices(),
                                type.getRank()))) // C1, C2
    return failure();
  return verifySliceSizes(*this, getSliceSizes(), type); // C3
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType type = getOperand().getType();
  RankedTensorType update = getUpdate().getType();
  if (update.getElementType() != type.getElementType() ||
      update.getRank() != type.getRank()) // C1
    return emitOpError() << "operand and update have types " << type << " and "
                         << update
                         << ", expected the same element type and "
                            "rank";
  if (failed(verifyStartIndices(*this, getStartIndices(),
                                type.getRank()))) // C2, C3
    return failure();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (update.getDimSize(dim) > type.getDimSize(dim)) // C4
      return emitOpError() << "update size " << update.getDimSize(dim)
                           << " of dimension " << dim
                           << " exceeds the operand's size "
                           << type.getDimSize(dim);
  return success();
}
