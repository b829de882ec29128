//===- EmitStepLibrary.cpp - Contractions and convolutions ----------------===//
//
// Operations that a library computes in the place of a kernel. Dimension
// numbers become an order of dimensions and strides; transposes of operands are
// in the strides already.
//
//   dot_general %a, %b, batching [0] x [0], contracting [1] x [2]
// reads %a as [batch 0, rows 2, contracted 1], %b as [0, contracted 2,
// columns 1].
//
// Covered by test/Conversion/emit-step.mlir and test/unit/Conversion/EmitStepTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionWindow.h"
#include "EmitStepEmitter.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;

rt::Operand popt::inOrder(const rt::Operand &from, ArrayRef<int64_t> dims) {
  rt::Operand result = from;
  std::vector<int64_t> strides = from.resolvedStrides();
  for (auto [i, dim] : llvm::enumerate(dims))
    result.shape[i] = from.shape[dim];
  result.strides.resize(dims.size());
  for (auto [i, dim] : llvm::enumerate(dims))
    result.strides[i] = strides[dim];
  if (result.isDense())
    result.strides.clear();
  return result;
}

/// Dimensions of an operand that are in neither list, ascending.
static SmallVector<int64_t> otherDims(size_t rank, ArrayRef<int64_t> a,
                                      ArrayRef<int64_t> b) {
  SmallVector<int64_t> result;
  for (int64_t dim = 0; dim < int64_t(rank); ++dim)
    if (!llvm::is_contained(a, dim) && !llvm::is_contained(b, dim))
      result.push_back(dim);
  return result;
}

std::optional<LogicalResult> StepEmitter::emitLibrary(Operation *op) {
  if (isa<stablehlo::DotGeneralOp>(op)) {
    emitProduct(op, op, operandOf(op->getOperand(0)),
                operandOf(op->getOperand(1)), operandOf(op->getResult(0)),
                /*adds=*/false);
    return success();
  }
  if (isa<stablehlo::ConvolutionOp>(op))
    return emitConvolution(op);
  if (emitAttention(op))
    return success();
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return call.emitError() << "nothing is known that does the custom call \""
                            << call.getCallTargetName()
                            << "\"; express it by StableHLO operations";
  return std::nullopt;
}

void StepEmitter::emitProduct(Operation *at, Operation *product,
                              const rt::Operand &lhs, const rt::Operand &rhs,
                              const rt::Operand &out, bool adds) {
  auto dot = cast<stablehlo::DotGeneralOp>(product);
  stablehlo::DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracted = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracted = numbers.getRhsContractingDimensions();
  SmallVector<int64_t> rows =
      otherDims(lhs.shape.size(), lhsBatch, lhsContracted);
  SmallVector<int64_t> columns =
      otherDims(rhs.shape.size(), rhsBatch, rhsContracted);

  SmallVector<int64_t> lhsOrder(lhsBatch), rhsOrder(rhsBatch);
  llvm::append_range(lhsOrder, rows);
  llvm::append_range(lhsOrder, lhsContracted);
  llvm::append_range(rhsOrder, rhsContracted);
  llvm::append_range(rhsOrder, columns);
  rt::MatmulOp matmul;
  matmul.batchDims = lhsBatch.size();
  matmul.rowDims = rows.size();
  matmul.columnDims = columns.size();
  matmul.contractedDims = lhsContracted.size();
  matmul.adds = adds;
  command(at, matmul, {inOrder(lhs, lhsOrder), inOrder(rhs, rhsOrder), out});
}

void StepEmitter::emitSum(func::CallOp call, const ProductSum &sum) {
  // The call's operand of an argument of the kernel, as the kernel sees it.
  auto seen = [&](Value value) {
    Value argument = value;
    while (Operation *view = argument.getDefiningOp()) {
      assert(isView(view) && "a product's operands lie in memory");
      argument = view->getOperand(0);
    }
    rt::Operand operand = operandOf(
        call.getOperand(cast<BlockArgument>(argument).getArgNumber()));
    operand.shape = shapeOf(value);
    return operand;
  };
  rt::Operand out = operandOf(call.getResult(0)), added = seen(sum.added);
  out.shape = added.shape = shapeOf(sum.product->getResult(0));
  copy(call, added, out);
  emitProduct(call, sum.product, seen(sum.product->getOperand(0)),
              seen(sum.product->getOperand(1)), out, /*adds=*/true);
}

rt::ConvOp popt::windowOf(stablehlo::ConvolutionOp conv) {
  size_t n = conv.getDimensionNumbers().getInputSpatialDimensions().size();
  auto listOr = [&](std::optional<ArrayRef<int64_t>> list, int64_t value) {
    return list ? std::vector<int64_t>(list->begin(), list->end())
                : std::vector<int64_t>(n, value);
  };
  rt::ConvOp op;
  op.windowStrides = listOr(conv.getWindowStrides(), 1);
  op.lhsDilation = listOr(conv.getLhsDilation(), 1);
  op.rhsDilation = listOr(conv.getRhsDilation(), 1);
  op.padLow.assign(n, 0);
  op.padHigh.assign(n, 0);
  if (std::optional<DenseIntElementsAttr> padding = conv.getPadding())
    for (auto [i, value] : llvm::enumerate(padding->getValues<int64_t>()))
      (i % 2 ? op.padHigh : op.padLow)[i / 2] = value;
  op.windowReversal.assign(n, 0);
  if (std::optional<ArrayRef<bool>> reversal = conv.getWindowReversal())
    op.windowReversal.assign(reversal->begin(), reversal->end());
  op.featureGroups = conv.getFeatureGroupCount();
  op.batchGroups = conv.getBatchGroupCount();
  return op;
}

std::array<SmallVector<int64_t>, 3>
popt::dimensionOrdersOf(stablehlo::ConvolutionOp conv) {
  stablehlo::ConvDimensionNumbersAttr numbers = conv.getDimensionNumbers();
  auto order = [](int64_t first, int64_t second, ArrayRef<int64_t> spatial) {
    SmallVector<int64_t> result = {first, second};
    llvm::append_range(result, spatial);
    return result;
  };
  return {order(numbers.getInputBatchDimension(),
                numbers.getInputFeatureDimension(),
                numbers.getInputSpatialDimensions()),
          order(numbers.getKernelOutputFeatureDimension(),
                numbers.getKernelInputFeatureDimension(),
                numbers.getKernelSpatialDimensions()),
          order(numbers.getOutputBatchDimension(),
                numbers.getOutputFeatureDimension(),
                numbers.getOutputSpatialDimensions())};
}

LogicalResult StepEmitter::emitConvolution(Operation *op) {
  auto conv = cast<stablehlo::ConvolutionOp>(op);
  auto [lhs, rhs, out] = dimensionOrdersOf(conv);
  command(conv, windowOf(conv),
          {inOrder(operandOf(conv.getLhs()), lhs),
           inOrder(operandOf(conv.getRhs()), rhs),
           inOrder(operandOf(conv.getResult()), out)});
  return success();
}
