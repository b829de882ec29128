//===- EmitStepAttention.cpp - Calls of attention -------------------------===//
//
//   %out, %stats, %workspace = custom_call @__cudnn$fmhaSoftmax(%q, %k, %v)
// is
//   step.attention scale 0.125 stats (%q, %k, %v, %out, %stats)
//
// with the dims of all in the order batch, head, position, feature. The workspace is
// the runtime's. Covered by test/Conversion/emit-step-attention.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/OpModels/Attention.h"

using namespace mlir;
using namespace popt;

bool StepEmitter::emitAttention(Operation *op) {
  std::optional<Attention> a = attentionOf(op);
  if (!a)
    return false;
  std::vector<rt::Operand> list;
  auto read = [&](int number) {
    if (number < 0)
      return;
    bool hasHeads = number <= 2 || number == a->gradient || number == a->output;
    const rt::Operand &operand = operandOf(op->getOperand(number));
    list.push_back(hasHeads && !a->headsFirst ? inOrder(operand, {0, 2, 1, 3})
                                              : operand);
  };
  for (int number : {0, 1, 2, a->stats, a->gradient, a->output, a->bias,
                     a->queryLengths, a->keyLengths})
    read(number);
  for (Value result : op->getResults().drop_back())
    list.push_back(operandOf(result));
  rt::AttentionOp attention;
  attention.isBackward = a->isBackward;
  attention.isCausal = a->isCausal;
  attention.hasBias = a->bias >= 0;
  attention.hasLengths = a->queryLengths >= 0;
  attention.hasStats = a->statsResult >= 0;
  attention.hasBiasResult = a->biasResult >= 0;
  attention.window = a->window;
  attention.scale = static_cast<float>(a->scale);
  command(op, attention, std::move(list));
  return true;
}
