// Linear algebra, Fourier transforms, random numbers and calls of `stablehlo`:
// verifiers and result types. Covered by test/Dialect/StableHLO/ops-misc.mlir
// and invalid-misc.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOMisc.cpp.inc"

void StablehloDialect::registerMiscOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOMisc.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

// The last two sizes of `type`, called `name`, agree.
static LogicalResult verifySquare(Operation *op, StringRef name,
                                  RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (shape.size() < 2)
    return op->emitOpError()
           << name << " has rank " << shape.size() << ", expected at least 2";
  if (shape[shape.size() - 2] != shape.back())
    return op->emitOpError()
           << "last two sizes " << shape[shape.size() - 2] << " and "
           << shape.back() << " of " << name << " differ";
  return success();
}

LogicalResult CholeskyOp::verify() { // C2, C3
  return verifySquare(*this, "a", getA().getType());
}

LogicalResult TriangularSolveOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  if (a.getElementType() != b.getElementType() ||
      a.getRank() != b.getRank()) // C1, C2
    return emitOpError() << "a and b have types " << a << " and " << b
                         << ", expected the same element type and rank";
  if (failed(verifySquare(*this, "a", a))) // C2, C4
    return failure();
  if (a.getShape().drop_back(2) != b.getShape().drop_back(2)) // C3
    return emitOpError() << "a and b have batch sizes "
                         << shapeToString(a.getShape().drop_back(2)) << " and "
                         << shapeToString(b.getShape().drop_back(2))
                         << ", expected the same";
  int64_t dim = b.getRank() - (getLeftSide() ? 2 : 1);
  if (b.getDimSize(dim) != a.getShape().back()) // C5
    return emitOpError() << "size " << b.getDimSize(dim) << " of dimension "
                         << dim << " of b is not the size "
                         << a.getShape().back() << " of a";
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID) // C6
    return emitOpError() << "transpose_a is TRANSPOSE_INVALID";
  return success();
}

LogicalResult FftOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  auto type = tensorType(adaptor.getOperand().getType());
  SmallVector<int64_t> shape(type.getShape());
  Type element = type.getElementType();
  if (adaptor.getFftType() == FftType::RFFT) {
    element = ComplexType::get(element);
    shape.back() = shape.back() == 0 ? 0 : shape.back() / 2 + 1;
  }
  if (adaptor.getFftType() == FftType::IRFFT) {
    element = cast<ComplexType>(element).getElementType();
    shape.back() = adaptor.getFftLength().back();
  }
  types.push_back(RankedTensorType::get(shape, element));
  return success();
}

LogicalResult FftOp::verify() {
  RankedTensorType type = getOperand().getType();
  ArrayRef<int64_t> length = getFftLength();
  int64_t count = length.size();
  if (count < 1 || count > 3 || count > type.getRank()) // C1
    return emitOpError() << "length has " << count
                         << " entries, expected 1 to 3, at most the rank "
                         << type.getRank();
  bool isReal = getFftType() == FftType::RFFT;
  Type element = type.getElementType();
  if (isReal ? !element.isF32() && !element.isF64()
             : !isa<ComplexType>(element)) // C2
    return emitOpError() << stringifyFftType(getFftType())
                         << " of element type " << element << ", expected "
                         << (isReal ? "f32 or f64" : "complex values");
  SmallVector<int64_t> expected(length);
  if (getFftType() == FftType::IRFFT)
    expected.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
  if (type.getShape().take_back(count) != ArrayRef<int64_t>(expected)) // C3
    return emitOpError() << "operand has last sizes "
                         << shapeToString(type.getShape().take_back(count))
                         << ", expected " << shapeToString(expected);
  return success();
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

LogicalResult RngOp::verify() {
  RankedTensorType type = getType();
  Type a = getA().getType().getElementType();
  Type b = getB().getType().getElementType();
  if (a != type.getElementType() || b != type.getElementType()) // C1
    return emitOpError() << "a, b and result have element types " << a << ", "
                         << b << " and " << type.getElementType()
                         << ", expected the same";
  int64_t rank = getShape().getType().getDimSize(0);
  if (rank != type.getRank()) // C2
    return emitOpError() << "shape has " << rank
                         << " entries, expected the result's rank "
                         << type.getRank();
  DenseIntElementsAttr shape;
  if (matchPattern(getShape(), m_Constant(&shape)))
    for (auto [size, expected] :
         llvm::zip(shape.getValues<APInt>(), type.getShape()))
      if (size.getActiveBits() > 63 || size.getSExtValue() != expected) // C3
        return emitOpError() << "shape operand does not hold the result's "
                                "shape "
                             << shapeToString(type.getShape());
  if (getRngDistribution() == RngDistribution::NORMAL &&
      !isa<FloatType>(type.getElementType())) // C4
    return emitOpError() << "NORMAL distribution of element type "
                         << type.getElementType()
                         << ", expected a floating-point type";
  return success();
}

LogicalResult RngBitGeneratorOp::verify() {
  RankedTensorType state = getInitialState().getType();
  int64_t size = state.getDimSize(0);
  RngAlgorithm algorithm = getRngAlgorithm();
  bool isSizeRight = algorithm == RngAlgorithm::DEFAULT || size == 2 ||
                     (size == 3 && algorithm == RngAlgorithm::PHILOX);
  if (!state.getElementType().isUnsignedInteger(64) || !isSizeRight) // C1
    return emitOpError() << "state has type " << state << ", which does not "
                         << "suit algorithm "
                         << stringifyRngAlgorithm(algorithm);
  if (getOutputState().getType() != state) // C2
    return emitOpError() << "output_state has type "
                         << getOutputState().getType()
                         << ", expected that of the initial state, " << state;
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult CompositeOp::verify() { // C1
  auto isLetter = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  SmallVector<StringRef> parts;
  getName().split(parts, '.');
  bool isDotted = parts.size() > 1 && !llvm::isDigit(getName().front()) &&
                  llvm::all_of(parts, [&](StringRef part) {
                    return !part.empty() && llvm::all_of(part, isLetter);
                  });
  if (!isDotted)
    return emitOpError() << "name \"" << getName()
                         << "\" is not of the form \"namespace.name\"";
  return success();
}

LogicalResult
CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!function) // C2
    return emitOpError() << "decomposition @" << getDecomposition()
                         << " is not a function";
  if (!llvm::equal(function.getArgumentTypes(), getOperandTypes()) ||
      !llvm::equal(function.getResultTypes(), getResultTypes())) // C3
    return emitOpError() << "decomposition @" << getDecomposition()
                         << " does not have the types of operands and results";
  return success();
}

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

// C2: one layout per value, each a permutation of its dimensions.
static LogicalResult verifyLayouts(Operation *op, StringRef name,
                                   ArrayAttr layouts, TypeRange types) {
  // One tuple of results counts as its elements.
  if (types.size() == 1)
    if (auto tuple = dyn_cast<TupleType>(types[0]))
      types = tuple.getTypes();
  if (failed(verifyCount(op, name, layouts.size(), types.size(), "value")))
    return failure();
  for (auto [index, pair] : llvm::enumerate(llvm::zip(layouts, types))) {
    auto layout = cast<DenseIntElementsAttr>(std::get<0>(pair));
    auto type = dyn_cast<RankedTensorType>(std::get<1>(pair));
    int64_t rank = type ? type.getRank() : 0;
    SmallVector<int64_t> dims;
    for (const APInt &dim : layout.getValues<APInt>())
      dims.push_back(dim.getSExtValue());
    llvm::sort(dims);
    if (!llvm::equal(dims, llvm::seq<int64_t>(0, rank)))
      return op->emitOpError() << name << " entry " << index
                               << " is not a permutation of the dimensions of "
                               << std::get<1>(pair);
  }
  return success();
}

// The type that `indices` reach in nested tuples; null where there is none.
static Type getTupleElement(Type type, ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || !isDim(index, tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

// C3. With several results the first output index names the result.
static LogicalResult verifyAlias(CustomCallOp op,
                                 OutputOperandAliasAttr alias) {
  Type operand, result;
  if (isDim(alias.getOperandIndex(), op.getNumOperands()))
    operand = getTupleElement(op.getOperand(alias.getOperandIndex()).getType(),
                              alias.getOperandTupleIndices());
  ArrayRef<int64_t> outputIndices = alias.getOutputTupleIndices();
  if (op.getNumResults() == 1)
    result = getTupleElement(op.getResult(0).getType(), outputIndices);
  else if (!outputIndices.empty() &&
           isDim(outputIndices[0], op.getNumResults()))
    result = getTupleElement(op.getResult(outputIndices[0]).getType(),
                             outputIndices.drop_front());
  if (!operand || !result || operand != result)
    return op.emitOpError() << "alias " << alias
                            << " does not join an operand and a result of the "
                               "same type";
  return success();
}

LogicalResult CustomCallOp::verify() {
  if (getOperandLayouts().has_value() != getResultLayouts().has_value()) // C1
    return emitOpError() << "has only one of operand_layouts and "
                            "result_layouts";
  if (getOperandLayouts() &&
      (failed(verifyLayouts(*this, "operand_layouts", *getOperandLayouts(),
                            getOperandTypes())) ||
       failed(verifyLayouts(*this, "result_layouts", *getResultLayouts(),
                            getResultTypes()))))
    return failure();
  for (auto alias :
       getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>())
    if (failed(verifyAlias(*this, alias)))
      return failure();
  const bool isTyped =
      getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  Attribute config = getBackendConfigAttr();
  if (config && isa<DictionaryAttr>(config) != isTyped) // C5
    return emitOpError() << "has api_version "
                         << stringifyCustomCallApiVersion(getApiVersion())
                         << ", whose backend_config is a "
                         << (isTyped ? "dictionary" : "string");
  return success();
}

LogicalResult
CustomCallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto symbol : getCalledComputations().getAsRange<FlatSymbolRefAttr>())
    if (!symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(*this,
                                                                  symbol)) // C4
      return emitOpError() << "called computation " << symbol
                           << " is not a function";
  return success();
}
