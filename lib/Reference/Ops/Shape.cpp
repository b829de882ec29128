//===- Shape.cpp - Constants and operations that move elements ------------===//
//
// Handlers; the meaning is in Semantics/Shape.cpp. Tested by
// test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static LocalResults runIota(stablehlo::IotaOp op, LocalCall &call) {
  return call.result(
      iota(call.resultElement(), call.resultShape(), op.getIotaDimension()));
}

static LocalResults runBroadcast(stablehlo::BroadcastOp, LocalCall &call) {
  const int64_t added = call.resultType().getRank() - call.operands[0].rank();
  Shape dims;
  for (int64_t i = 0; i < call.operands[0].rank(); ++i)
    dims.push_back(added + i);
  return call.result(
      broadcastInDim(call.operands[0], dims, call.resultShape()));
}

static LocalResults runBroadcastInDim(stablehlo::BroadcastInDimOp op,
                                      LocalCall &call) {
  return call.result(broadcastInDim(
      call.operands[0], op.getBroadcastDimensions(), call.resultShape()));
}

static LocalResults runReshape(stablehlo::ReshapeOp, LocalCall &call) {
  return call.result(call.operands[0].reshaped(call.resultShape()));
}

static LocalResults runTranspose(stablehlo::TransposeOp op, LocalCall &call) {
  return call.result(transpose(call.operands[0], op.getPermutation()));
}

static LocalResults runReverse(stablehlo::ReverseOp op, LocalCall &call) {
  return call.result(reverse(call.operands[0], op.getDimensions()));
}

static LocalResults runConcatenate(stablehlo::ConcatenateOp op,
                                   LocalCall &call) {
  return call.result(concatenate(call.operands, op.getDimension()));
}

static LocalResults runPad(stablehlo::PadOp op, LocalCall &call) {
  return call.result(pad(call.operands[0], call.operands[1],
                         op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                         op.getInteriorPadding()));
}

static LocalResults runSlice(stablehlo::SliceOp op, LocalCall &call) {
  return call.result(slice(call.operands[0], op.getStartIndices(),
                           op.getLimitIndices(), op.getStrides()));
}

void popt::reference::registerShapeOps(OpTable &table) {
  table.add("stablehlo.constant", runConstant);
  table.add(runBroadcast, runBroadcastInDim, runConcatenate, runIota, runPad,
            runReshape, runReverse, runSlice, runTranspose);
}
