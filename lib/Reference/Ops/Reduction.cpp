//===- Reduction.cpp - reduce, windows, map, batch normalisation ----------===//
//
// Handlers; the meaning is in Semantics/Reduce.cpp, Window.cpp and Norm.cpp.
// Tested by test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static LocalResults runReduce(stablehlo::ReduceOp op, LocalCall &call) {
  ArrayRef<Tensor> operands(call.operands);
  const size_t half = operands.size() / 2;
  return call.results(reduce(operands.take_front(half),
                             operands.drop_front(half), op.getDimensions(),
                             call.body()));
}

static LocalResults runMap(stablehlo::MapOp, LocalCall &call) {
  return call.results(map(call.operands, call.resultElement(), call.body()));
}

/// Reads the window attributes of reduce_window or select_and_scatter.
template <typename Op> static Window windowOf(Op op, int64_t rank) {
  auto orOnes = [&](std::optional<Ints> values) {
    return values ? Shape(values->begin(), values->end()) : Shape(rank, 1);
  };
  Window window;
  if constexpr (std::is_same_v<Op, stablehlo::ReduceWindowOp>) {
    window.dims = orOnes(Ints(op.getWindowDimensions()));
    window.baseDilations = orOnes(op.getBaseDilations());
    window.windowDilations = orOnes(op.getWindowDilations());
  } else {
    window.dims = orOnes(op.getWindowDimensions());
    window.baseDilations = window.windowDilations = Shape(rank, 1);
  }
  window.strides = orOnes(op.getWindowStrides());
  window.padLow = window.padHigh = Shape(rank, 0);
  if (op.getPaddingAttr())
    for (auto [i, value] :
         llvm::enumerate(op.getPaddingAttr().template getValues<int64_t>()))
      (i % 2 ? window.padHigh : window.padLow)[i / 2] = value;
  return window;
}

static LocalResults runReduceWindow(stablehlo::ReduceWindowOp op,
                                    LocalCall &call) {
  ArrayRef<Tensor> operands(call.operands);
  const size_t half = operands.size() / 2;
  return call.results(
      reduceWindow(operands.take_front(half), operands.drop_front(half),
                   windowOf(op, operands[0].rank()), call.body()));
}

/// The direction if the region returns `compare DIRECTION, %0, %1`.
static std::optional<Direction> singleComparison(Region &region) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2 ||
      !llvm::hasNItems(region.front(), 2))
    return std::nullopt;
  Block &block = region.front();
  auto op = dyn_cast<stablehlo::CompareOp>(block.front());
  if (!op || op.getLhs() != block.getArgument(0) ||
      op.getRhs() != block.getArgument(1) ||
      block.back().getOperand(0) != op.getResult() ||
      op.getCompareType() == stablehlo::ComparisonType::TOTALORDER)
    return std::nullopt;
  return Direction(op.getComparisonDirection());
}

static LocalResults runSelectAndScatter(stablehlo::SelectAndScatterOp op,
                                        LocalCall &call) {
  MaybeTensor result = selectAndScatter(
      call.operands[0], call.operands[1], call.operands[2],
      windowOf(op, call.operands[0].rank()), singleComparison(op.getSelect()),
      call.body(0), call.body(1));
  if (!result)
    return failure();
  return SmallVector<Tensor>{std::move(*result)};
}

/// The specification wants one element type; the semantics rely on it.
static bool haveOneFloatType(ArrayRef<Tensor> operands) {
  return isFloat(operands[0].type()) &&
         llvm::all_of(operands, [&](const Tensor &t) {
           return t.type() == operands[0].type();
         });
}

static LocalResults runBatchNormInference(stablehlo::BatchNormInferenceOp op,
                                          LocalCall &call) {
  ArrayRef<Tensor> x(call.operands);
  if (!haveOneFloatType(x))
    return call.unsupported();
  return call.result(batchNormInference(x[0], x[1], x[2], x[3], x[4],
                                        op.getEpsilon().convertToFloat(),
                                        op.getFeatureIndex()));
}

static LocalResults runBatchNormTraining(stablehlo::BatchNormTrainingOp op,
                                         LocalCall &call) {
  ArrayRef<Tensor> x(call.operands);
  if (!haveOneFloatType(x))
    return call.unsupported();
  return batchNormTraining(x[0], x[1], x[2], op.getEpsilon().convertToFloat(),
                           op.getFeatureIndex());
}

static LocalResults runBatchNormGrad(stablehlo::BatchNormGradOp op,
                                     LocalCall &call) {
  ArrayRef<Tensor> x(call.operands);
  if (!haveOneFloatType(x))
    return call.unsupported();
  return batchNormGrad(x[0], x[1], x[2], x[3], x[4],
                       op.getEpsilon().convertToFloat(), op.getFeatureIndex());
}

void popt::reference::registerReductionOps(OpTable &table) {
  table.add(runBatchNormGrad, runBatchNormInference, runBatchNormTraining,
            runMap, runReduce, runReduceWindow, runSelectAndScatter);
}
