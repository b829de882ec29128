// Products of `stablehlo`: verifiers of dot, dot_general, convolution, einsum.
// Covered by test/Dialect/StableHLO/ops-contraction.mlir and
// invalid-contraction.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOContraction.cpp.inc"

void StablehloDialect::registerContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOContraction.cpp.inc"
      >();
}

static LogicalResult verifyResultShape(Operation *op,
                                       ArrayRef<int64_t> expected) {
  ArrayRef<int64_t> found = tensorType(op->getResult(0).getType()).getShape();
  if (found != expected)
    return op->emitOpError() << "result has shape " << shapeToString(found)
                             << ", expected " << shapeToString(expected);
  return success();
}

//===----------------------------------------------------------------------===//
// dot, dot_general
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = getLhs().getType().getShape();
  ArrayRef<int64_t> rhs = getRhs().getType().getShape();
  for (auto [name, shape] : {std::pair("lhs", lhs), std::pair("rhs", rhs)})
    if (shape.size() != 1 && shape.size() != 2) // C1
      return emitOpError() << name << " has rank " << shape.size()
                           << ", expected 1 or 2";
  if (lhs.back() != rhs.front()) // C2
    return emitOpError() << "contracted sizes " << lhs.back() << " and "
                         << rhs.front() << " differ";
  SmallVector<int64_t> shape(lhs.drop_back());
  llvm::append_range(shape, rhs.drop_front());
  if (failed(verifyResultShape(*this, shape)) ||            // C3
      failed(verifyPrecision(*this, getPrecisionConfig()))) // C4
    return failure();
  return verifyProductElements(*this);
}

// True for the recipes of matrix units: products of one type, added up in that
// type or in f32, of which bf16 and tf32 may approximate f32 by several.
static bool isOfHardware(DotAlgorithmAttr algorithm) {
  auto lhs = cast<FloatType>(algorithm.getLhsPrecisionType());
  auto rhs = cast<FloatType>(algorithm.getRhsPrecisionType());
  auto sum = cast<FloatType>(algorithm.getAccumulationType());
  int64_t products = algorithm.getNumPrimitiveOperations();
  if (algorithm.getLhsComponentCount() != 1 ||
      algorithm.getRhsComponentCount() != 1)
    return false;
  if (lhs.getWidth() == 8 && rhs.getWidth() == 8)
    return sum.isF32() && products == 1;
  if (lhs != rhs || algorithm.getAllowImpreciseAccumulation())
    return false;
  if (lhs.isF16())
    return (sum == lhs || sum.isF32()) && products == 1;
  if (lhs.isBF16())
    return (sum == lhs && products == 1) ||
           (sum.isF32() && llvm::is_contained({1, 3, 6, 9}, products));
  if (lhs.isTF32())
    return sum.isF32() && (products == 1 || products == 3);
  return (lhs.isF32() || lhs.isF64()) && sum == lhs && products == 1;
}

LogicalResult DotGeneralOp::verify() {
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatching = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = dims.getRhsContractingDimensions();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  SmallVector<int64_t> lhsDims(lhsBatching), rhsDims(rhsBatching);
  llvm::append_range(lhsDims, lhsContracting);
  llvm::append_range(rhsDims, rhsContracting);
  StringRef lhsName = "list of lhs batching and contracting dimensions";
  StringRef rhsName = "list of rhs batching and contracting dimensions";
  if (failed(verifyPairedCounts(*this, "batching", lhsBatching,
                                rhsBatching)) || // C1
      failed(verifyPairedCounts(*this, "contracting", lhsContracting,
                                rhsContracting)) || // C2
      failed(verifyDims(*this, lhsName, lhsDims, lhs.getRank(), "lhs")) ||
      failed(verifyUnique(*this, lhsName, lhsDims)) || // C3
      failed(verifyDims(*this, rhsName, rhsDims, rhs.getRank(), "rhs")) ||
      failed(verifyUnique(*this, rhsName, rhsDims)) || // C4
      failed(verifyPairedSizes(*this, "batching", lhsBatching,
                               rhsBatching)) || // C5
      failed(verifyPairedSizes(*this, "contracting", lhsContracting,
                               rhsContracting))) // C6
    return failure();
  SmallVector<int64_t> shape =
      productShape(lhs, rhs, lhsBatching, lhsDims, rhsDims);
  if (failed(verifyResultShape(*this, shape)) ||            // C7
      failed(verifyPrecision(*this, getPrecisionConfig()))) // C8
    return failure();
  auto isDefault = [](PrecisionAttr precision) {
    return precision.getValue() == Precision::DEFAULT;
  };
  if (getAlgorithm() && getPrecisionConfig() &&
      !llvm::all_of(getPrecisionConfig()->getAsRange<PrecisionAttr>(),
                    isDefault)) // C10
    return emitOpError() << "has an algorithm and precisions; leave the "
                            "precisions at DEFAULT";
  if (failed(verifyProductElements(*this))) // C9
    return failure();
  if (getAlgorithm() && !isOfHardware(*getAlgorithm())) // C11
    return emitOpError() << "has an algorithm that no hardware has: "
                         << *getAlgorithm()
                         << "; leave it out for the operands' own types";
  return success();
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

// C11, C12: the shape of the result.
static LogicalResult verifyConvolutionShape(ConvolutionOp op) {
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  SmallVector<int64_t> sizes;
  for (int64_t dim : dims.getKernelSpatialDimensions())
    sizes.push_back(rhs.getDimSize(dim));
  SmallVector<WindowDim> window =
      makeWindow(sizes, op.getWindowStridesAttr(), op.getPaddingAttr(),
                 op.getLhsDilationAttr(), op.getRhsDilationAttr());
  SmallVector<int64_t> shape(lhs.getRank());
  shape[dims.getOutputBatchDimension()] =
      lhs.getDimSize(dims.getInputBatchDimension()) /
      static_cast<int64_t>(op.getBatchGroupCount());
  shape[dims.getOutputFeatureDimension()] =
      rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  for (auto [index, dim] : llvm::enumerate(dims.getInputSpatialDimensions())) {
    std::optional<int64_t> size =
        getWindowedSize(lhs.getDimSize(dim), window[index]);
    if (!size)
      return op.emitOpError()
             << "window of spatial dimension " << index
             << " leaves a negative size or one beyond 63 bits";
    shape[dims.getOutputSpatialDimensions()[index]] = *size;
  }
  return verifyResultShape(op, shape);
}

// C7 to C10: groups divide what they split.
static LogicalResult verifyGroups(ConvolutionOp op) {
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  int64_t features = op.getFeatureGroupCount();
  int64_t batches = op.getBatchGroupCount();
  if (features < 1 || batches < 1 || (features > 1 && batches > 1))
    return op.emitOpError()
           << "feature_group_count " << features << " and batch_group_count "
           << batches << " are not both positive with one of them 1";
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  int64_t inputBatch = lhs.getDimSize(dims.getInputBatchDimension());
  if (inputBatch % batches != 0)
    return op.emitOpError()
           << "input batch size " << inputBatch
           << " is not a multiple of batch_group_count " << batches;
  int64_t inputFeature = lhs.getDimSize(dims.getInputFeatureDimension());
  int64_t kernelInput = rhs.getDimSize(dims.getKernelInputFeatureDimension());
  if (inputFeature % features != 0 || inputFeature / features != kernelInput)
    return op.emitOpError()
           << "input feature size " << inputFeature
           << " is not feature_group_count " << features
           << " times the kernel's input feature size " << kernelInput;
  int64_t kernelOutput = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  if (kernelOutput % features != 0 || kernelOutput % batches != 0)
    return op.emitOpError() << "kernel output feature size " << kernelOutput
                            << " is not a multiple of feature_group_count "
                            << features << " and batch_group_count " << batches;
  return success();
}

LogicalResult ConvolutionOp::verify() {
  ConvDimensionNumbersAttr dims = getDimensionNumbers();
  int64_t spatial = dims.getInputSpatialDimensions().size();
  StringRef names[] = {"lhs", "rhs", "result"};
  int64_t ranks[] = {getLhs().getType().getRank(), getRhs().getType().getRank(),
                     getType().getRank()};
  for (auto [name, rank] : llvm::zip(names, ranks))
    if (rank != spatial + 2) // C1
      return emitOpError() << name << " has rank " << rank << ", expected "
                           << spatial + 2 << " as in dim_numbers";
  if (failed(verifyPositive(*this, "window stride", getWindowStridesAttr(),
                            spatial)) ||                         // C2
      failed(verifyPadding(*this, getPaddingAttr(), spatial)) || // C3
      failed(verifyPositive(*this, "window lhs_dilate", getLhsDilationAttr(),
                            spatial)) || // C4
      failed(verifyPositive(*this, "window rhs_dilate", getRhsDilationAttr(),
                            spatial))) // C5
    return failure();
  if (auto reversal = getWindowReversalAttr())
    if (failed(verifyCount(*this, "window reverse", reversal.size(), spatial,
                           "window dimension"))) // C6
      return failure();
  if (failed(verifyGroups(*this)) || failed(verifyConvolutionShape(*this)) ||
      failed(verifyPrecision(*this, getPrecisionConfig()))) // C13
    return failure();
  if (failed(verifyProductElements(*this))) // C14
    return failure();
  Type left = getLhs().getType().getElementType();
  Type right = getRhs().getType().getElementType();
  if (left != right) // C15
    return emitOpError() << "lhs and rhs have element types " << left << " and "
                         << right << "; convert one of them";
  return success();
}

//===----------------------------------------------------------------------===//
// einsum
//===----------------------------------------------------------------------===//

LogicalResult EinsumOp::verify() {
  auto [inputs, output] = getEinsumConfig().split("->");
  auto [lhs, rhs] = inputs.split(',');
  auto isLetters = [](StringRef text) { return llvm::all_of(text, isalpha); };
  if (!getEinsumConfig().contains("->") || !inputs.contains(',') ||
      !isLetters(lhs) || !isLetters(rhs) || !isLetters(output)) // C1
    return emitOpError() << "einsum_config \"" << getEinsumConfig()
                         << "\" is not of the form \"ab,bc->ac\"";
  std::map<char, int64_t> sizes;
  auto visit = [&](StringRef name, StringRef letters, RankedTensorType type,
                   bool define) -> LogicalResult {
    if (static_cast<int64_t>(letters.size()) != type.getRank()) // C2
      return emitOpError() << "einsum_config names " << letters.size()
                           << " dimensions of " << name << ", which has rank "
                           << type.getRank();
    for (auto [letter, size] : llvm::zip(letters, type.getShape())) {
      if (!define && !sizes.count(letter)) // C4
        return emitOpError() << "einsum_config letter " << StringRef(&letter, 1)
                             << " of the result is in no operand";
      int64_t known = sizes.try_emplace(letter, size).first->second;
      if (known != size) // C3
        return emitOpError() << "einsum_config letter " << StringRef(&letter, 1)
                             << " has sizes " << known << " and " << size;
    }
    return success();
  };
  for (auto [index, letter] : llvm::enumerate(output))
    if (output.drop_front(index + 1).contains(letter)) // C4
      return emitOpError() << "einsum_config letter " << StringRef(&letter, 1)
                           << " occurs twice in the result";
  if (failed(visit("lhs", lhs, getLhs().getType(), true)) ||
      failed(visit("rhs", rhs, getRhs().getType(), true)) ||
      failed(visit("the result", output, getType(), false)))
    return failure();
  return verifyProductElements(*this);
}
