//===- Chlo.cpp - Operations of CHLO that are not element-wise ------------===//
//
// constant, mulhi and ragged_dot; the element-wise ones are in Elementwise.cpp,
// top_k in Indexing.cpp. Tested by test/unit/Reference/ChloTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "../Evaluator.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static LocalResults runMulhi(chlo::MulhiOp, LocalCall &call) {
  return call.result(multiplyHigh(call.operands[0], call.operands[1]));
}

static LocalResults runRaggedDot(chlo::RaggedDotOp op, LocalCall &call) {
  auto numbers = op.getRaggedDotDimensionNumbers();
  if (numbers.getLhsRaggedDimensions().size() != 1)
    return call.unsupported();
  std::optional<int64_t> groupDim;
  if (!numbers.getRhsGroupDimensions().empty())
    groupDim = numbers.getRhsGroupDimensions()[0];
  return call.result(raggedDot(call.operands[0], call.operands[1],
                               call.operands[2], toDotDims(numbers),
                               numbers.getLhsRaggedDimensions()[0], groupDim,
                               call.resultElement(), call.resultShape()));
}

void popt::reference::registerChloOps(OpTable &table) {
  table.add("chlo.constant", runConstant);
  table.add(runMulhi, runRaggedDot);
}
