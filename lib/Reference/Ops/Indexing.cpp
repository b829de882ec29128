//===- Indexing.cpp - Dynamic slices, gather, scatter, sort ---------------===//
//
// Handlers; the meaning is in Semantics/Gather.cpp and Sort.cpp. Tested by
// test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

/// Scalar start indices; unsigned ones beyond the signed range saturate.
static Shape startIndices(ArrayRef<Tensor> scalars) {
  Shape start;
  for (const Tensor &scalar : scalars) {
    int64_t value = scalar.integerAt(0);
    if (scalar.type() == ElementType::UI64 && value < 0)
      value = std::numeric_limits<int64_t>::max();
    start.push_back(value);
  }
  return start;
}

static LocalResults runDynamicSlice(stablehlo::DynamicSliceOp op,
                                    LocalCall &call) {
  const Tensor &x = call.operands[0];
  Shape start = clampStart(startIndices(ArrayRef(call.operands).drop_front()),
                           op.getSliceSizes(), x.shape());
  return call.result(extractBox(x, start, op.getSliceSizes()));
}

static LocalResults runDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp,
                                          LocalCall &call) {
  const Tensor update = call.operands[1];
  Shape start = clampStart(startIndices(ArrayRef(call.operands).drop_front(2)),
                           update.shape(), call.operands[0].shape());
  return call.result(insertBox(std::move(call.operands[0]), update, start));
}

static LocalResults runGather(stablehlo::GatherOp op, LocalCall &call) {
  auto numbers = op.getDimensionNumbers();
  GatherDims dims;
  dims.offsetDims = toShape(numbers.getOffsetDims());
  dims.collapsedSliceDims = toShape(numbers.getCollapsedSliceDims());
  dims.operandBatchingDims = toShape(numbers.getOperandBatchingDims());
  dims.startIndicesBatchingDims =
      toShape(numbers.getStartIndicesBatchingDims());
  dims.startIndexMap = toShape(numbers.getStartIndexMap());
  dims.indexVectorDim = numbers.getIndexVectorDim();
  return call.result(gather(call.operands[0], call.operands[1], dims,
                            op.getSliceSizes(), call.resultShape()));
}

static LocalResults runScatter(stablehlo::ScatterOp op, LocalCall &call) {
  auto numbers = op.getScatterDimensionNumbers();
  ScatterDims dims;
  dims.updateWindowDims = toShape(numbers.getUpdateWindowDims());
  dims.insertedWindowDims = toShape(numbers.getInsertedWindowDims());
  dims.inputBatchingDims = toShape(numbers.getInputBatchingDims());
  dims.scatterIndicesBatchingDims =
      toShape(numbers.getScatterIndicesBatchingDims());
  dims.scatterDimsToOperandDims =
      toShape(numbers.getScatterDimsToOperandDims());
  dims.indexVectorDim = numbers.getIndexVectorDim();
  ArrayRef<Tensor> operands(call.operands);
  const size_t count = operands.size() / 2;
  return call.results(scatter(operands.take_front(count), operands[count],
                              operands.drop_front(count + 1), dims,
                              call.body()));
}

static LocalResults runSort(stablehlo::SortOp op, LocalCall &call) {
  int64_t dim = op.getDimension();
  if (dim < 0)
    dim += call.operands[0].rank();
  return call.results(sort(call.operands, dim, call.body()));
}

static LocalResults runTopK(chlo::TopKOp, LocalCall &call) {
  auto [values, indices] =
      topK(call.operands[0], call.resultType().getShape().back());
  return SmallVector<Tensor>{values, indices};
}

void popt::reference::registerIndexingOps(OpTable &table) {
  table.add(runTopK, runDynamicSlice, runDynamicUpdateSlice, runGather,
            runScatter, runSort);
}
