// Operations of `stablehlo` with a body that combines elements, and batch
// normalisation: verifiers and result types. The text of reduce is in
// ReduceFormat.cpp. Covered by test/Dialect/StableHLO/ops-reduction.mlir and
// invalid-reduction.mlir.
#include "Verify.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOReduction.cpp.inc"

void StablehloDialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOReduction.cpp.inc"
      >();
}

// The scalars of the element types of `values`.
static SmallVector<Type> scalarsOf(ValueRange values) {
  return llvm::map_to_vector(values.getTypes(),
                             [](Type type) -> Type { return scalarOf(type); });
}

// `body` takes every scalar twice, all first ones first, and returns each once.
static LogicalResult verifyCombiner(Operation *op, StringRef what, Region &body,
                                    ArrayRef<Type> scalars) {
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  return verifyBody(op, what, body, arguments, scalars);
}

// C1, C2: operands fall into inputs of one shape and as many initial values.
static LogicalResult verifyInputs(Operation *op) {
  if (op->getNumOperands() % 2 != 0)
    return op->emitOpError() << "has " << op->getNumOperands()
                             << " operands, expected as many initial values as "
                                "inputs";
  return verifySameShapes(
      op, "inputs", op->getOperands().take_front(op->getNumOperands() / 2));
}

static LogicalResult verifyInitValues(Operation *op, ValueRange inputs,
                                      ValueRange initValues) {
  for (auto [index, pair] : llvm::enumerate(llvm::zip(inputs, initValues))) {
    RankedTensorType expected = scalarOf(std::get<0>(pair).getType());
    Type found = std::get<1>(pair).getType();
    if (found != expected)
      return op->emitOpError() << "initial value " << index << " has type "
                               << found << ", expected " << expected;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  for (Value input : adaptor.getInputs()) {
    auto type = tensorType(input.getType());
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (!llvm::is_contained(adaptor.getDimensions(), dim))
        shape.push_back(size);
    types.push_back(type.clone(shape));
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyInputs(*this))) // C1, C2
    return failure();
  int64_t rank = tensorType(getInputs()[0].getType()).getRank();
  if (failed(verifyDims(*this, "dimensions", getDimensions(), rank,
                        "the inputs")) ||
      failed(verifyUnique(*this, "dimensions", getDimensions()))) // C3
    return failure();
  return verifyInitValues(*this, getInputs(), getInitValues()); // C4
}

LogicalResult ReduceOp::verifyRegions() { // C5
  return verifyCombiner(*this, "body", getBody(), scalarsOf(getInputs()));
}

//===----------------------------------------------------------------------===//
// reduce_window, select_and_scatter
//===----------------------------------------------------------------------===//

// The shape of a window's result over `base`; failure where a size overflows.
static FailureOr<SmallVector<int64_t>>
getWindowedShape(ArrayRef<int64_t> base, ArrayRef<WindowDim> window) {
  SmallVector<int64_t> shape;
  for (auto [size, dim] : llvm::zip(base, window)) {
    std::optional<int64_t> windowed = getWindowedSize(size, dim);
    if (!windowed)
      return failure();
    shape.push_back(*windowed);
  }
  return shape;
}

LogicalResult ReduceWindowOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> loc,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  SmallVector<WindowDim> window =
      makeWindow(adaptor.getWindowDimensions(), adaptor.getWindowStridesAttr(),
                 adaptor.getPaddingAttr(), adaptor.getBaseDilationsAttr(),
                 adaptor.getWindowDilationsAttr());
  for (Value input : adaptor.getInputs()) {
    auto type = tensorType(input.getType());
    auto shape = getWindowedShape(type.getShape(), window);
    if (failed(shape))
      return emitOptionalError(
          loc, "window leaves a negative size or one beyond 63 bits");
    types.push_back(type.clone(*shape));
  }
  return success();
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(verifyInputs(*this))) // C1, C2
    return failure();
  int64_t rank = tensorType(getInputs()[0].getType()).getRank();
  if (failed(verifyPositive(*this, "window_dimensions",
                            getWindowDimensionsAttr(), rank)) || // C3
      failed(verifyPositive(*this, "window_strides", getWindowStridesAttr(),
                            rank)) || // C4
      failed(verifyPositive(*this, "base_dilations", getBaseDilationsAttr(),
                            rank)) || // C5
      failed(verifyPositive(*this, "window_dilations", getWindowDilationsAttr(),
                            rank)) ||                       // C6
      failed(verifyPadding(*this, getPaddingAttr(), rank))) // C7
    return failure();
  return verifyInitValues(*this, getInputs(), getInitValues()); // C8
}

LogicalResult ReduceWindowOp::verifyRegions() { // C9
  return verifyCombiner(*this, "body", getBody(), scalarsOf(getInputs()));
}

LogicalResult SelectAndScatterOp::verify() {
  RankedTensorType type = getOperand().getType();
  int64_t rank = type.getRank();
  if (rank > 0 && !getWindowDimensionsAttr()) // C1
    return emitOpError() << "has no window_dimensions, expected " << rank;
  if (failed(verifyPositive(*this, "window_dimensions",
                            getWindowDimensionsAttr(), rank)) || // C1
      failed(verifyPositive(*this, "window_strides", getWindowStridesAttr(),
                            rank)) ||                       // C2
      failed(verifyPadding(*this, getPaddingAttr(), rank))) // C3
    return failure();
  SmallVector<int64_t> sizes(rank, 1);
  if (auto dimensions = getWindowDimensionsAttr())
    sizes.assign(dimensions.asArrayRef().begin(),
                 dimensions.asArrayRef().end());
  auto shape = getWindowedShape(type.getShape(),
                                makeWindow(sizes, getWindowStridesAttr(),
                                           getPaddingAttr(), nullptr, nullptr));
  if (failed(shape))
    return emitOpError() << "window leaves a negative size or one beyond 63 "
                            "bits";
  if (getSource().getType() != type.clone(*shape)) // C4
    return emitOpError() << "source has type " << getSource().getType()
                         << ", expected " << type.clone(*shape);
  return verifyInitValues(*this, getOperand(), getInitValue()); // C5
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type scalar = scalarOf(getOperand().getType());
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyBody(*this, "select", getSelect(), {scalar, scalar},
                        pred))) // C6
    return failure();
  return verifyBody(*this, "scatter", getScatter(), {scalar, scalar},
                    scalar); // C7
}

//===----------------------------------------------------------------------===//
// sort, map
//===----------------------------------------------------------------------===//

LogicalResult SortOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getInputs().getTypes());
  return success();
}

LogicalResult SortOp::verify() {
  if (failed(verifySameShapes(*this, "inputs", getInputs()))) // C1
    return failure();
  int64_t rank = tensorType(getInputs()[0].getType()).getRank();
  int64_t dim = getDimension();
  if (dim < -rank || dim >= rank) // C2
    return emitOpError() << "dimension " << dim << " is not between " << -rank
                         << " and " << rank - 1;
  return success();
}

LogicalResult SortOp::verifyRegions() { // C3
  SmallVector<Type> arguments;
  for (Type scalar : scalarsOf(getInputs()))
    arguments.append(2, scalar);
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return verifyBody(*this, "comparator", getComparator(), arguments, pred);
}

LogicalResult MapOp::verify() {
  if (failed(verifySameShapes(*this, "inputs", getInputs()))) // C1
    return failure();
  int64_t rank = tensorType(getInputs()[0].getType()).getRank();
  if (!llvm::equal(getDimensions(), llvm::seq<int64_t>(0, rank))) // C2
    return emitOpError() << "dimensions are not 0 to " << rank - 1
                         << " in order";
  return success();
}

LogicalResult MapOp::verifyRegions() { // C3, C4
  return verifyBody(*this, "computation", getComputation(),
                    scalarsOf(getInputs()), Type(scalarOf(getType())));
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

// C1 to C3. `values` are the operand, vectors, and perhaps a second tensor.
static LogicalResult verifyBatchNorm(Operation *op, int64_t featureIndex) {
  auto type = tensorType(op->getOperand(0).getType());
  if (!isDim(featureIndex, type.getRank()))
    return op->emitOpError()
           << "feature_index " << featureIndex
           << " is not a dimension of the operand of rank " << type.getRank();
  auto vector = RankedTensorType::get(type.getDimSize(featureIndex),
                                      type.getElementType());
  for (auto [index, found] : llvm::enumerate(op->getOperandTypes())) {
    // The last operand of batch_norm_grad has the type of the first.
    bool isTensor = index == 0 || (isa<BatchNormGradOp>(op) && index == 4);
    RankedTensorType expected = isTensor ? type : vector;
    if (found != expected)
      return op->emitOpError() << "operand " << index << " has type " << found
                               << ", expected " << expected;
  }
  return success();
}

LogicalResult BatchNormTrainingOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}

LogicalResult
BatchNormTrainingOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  types.append({adaptor.getOperand().getType(), adaptor.getScale().getType(),
                adaptor.getScale().getType()});
  return success();
}

LogicalResult BatchNormInferenceOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}

LogicalResult BatchNormGradOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}

LogicalResult BatchNormGradOp::inferReturnTypes(MLIRContext *,
                                                std::optional<Location>,
                                                Adaptor adaptor,
                                                SmallVectorImpl<Type> &types) {
  types.append({adaptor.getOperand().getType(), adaptor.getScale().getType(),
                adaptor.getScale().getType()});
  return success();
}
