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

static LocalResults runIota(LocalCall &call) {
  auto op = cast<stablehlo::IotaOp>(call.op);
  return call.result(
      iota(call.resultElement(), call.resultShape(), op.getIotaDimension()));
}

static LocalResults runBroadcast(LocalCall &call) {
  const int64_t added = call.resultType().getRank() - call.operands[0].rank();
  Shape dims;
  for (int64_t i = 0; i < call.operands[0].rank(); ++i)
    dims.push_back(added + i);
  return call.result(
      broadcastInDim(call.operands[0], dims, call.resultShape()));
}

static LocalResults runBroadcastInDim(LocalCall &call) {
  auto op = cast<stablehlo::BroadcastInDimOp>(call.op);
  return call.result(broadcastInDim(
      call.operands[0], op.getBroadcastDimensions(), call.resultShape()));
}

static LocalResults runReshape(LocalCall &call) {
  return call.result(call.operands[0].reshaped(call.resultShape()));
}

static LocalResults runTranspose(LocalCall &call) {
  auto op = cast<stablehlo::TransposeOp>(call.op);
  return call.result(transpose(call.operands[0], op.getPermutation()));
}

static LocalResults runReverse(LocalCall &call) {
  auto op = cast<stablehlo::ReverseOp>(call.op);
  return call.result(reverse(call.operands[0], op.getDimensions()));
}

static LocalResults runConcatenate(LocalCall &call) {
  auto op = cast<stablehlo::ConcatenateOp>(call.op);
  return call.result(concatenate(call.operands, op.getDimension()));
}

static LocalResults runPad(LocalCall &call) {
  auto op = cast<stablehlo::PadOp>(call.op);
  return call.result(pad(call.operands[0], call.operands[1],
                         op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                         op.getInteriorPadding()));
}

static LocalResults runSlice(LocalCall &call) {
  auto op = cast<stablehlo::SliceOp>(call.op);
  return call.result(slice(call.operands[0], op.getStartIndices(),
                           op.getLimitIndices(), op.getStrides()));
}

void popt::reference::registerShapeOps(OpTable &table) {
  table.add({{"stablehlo.broadcast", runBroadcast},
             {"stablehlo.broadcast_in_dim", runBroadcastInDim},
             {"stablehlo.concatenate", runConcatenate},
             {"stablehlo.constant", runConstant},
             {"stablehlo.iota", runIota},
             {"stablehlo.pad", runPad},
             {"stablehlo.reshape", runReshape},
             {"stablehlo.reverse", runReverse},
             {"stablehlo.slice", runSlice},
             {"stablehlo.transpose", runTranspose}});
}
