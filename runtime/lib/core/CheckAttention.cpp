//===- CheckAttention.cpp - Operands of attention -------------------------===//
//
// A library believes what it is told of shapes. Tests: CheckCommandsTest.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <cmath>

using namespace popt::rt;

bool Checker::op(const Command &c, const AttentionOp &op) {
  if (!t.target.isGpu)
    return fail("it is a GPU's, but the program is for a CPU");
  if (op.isBackward ? op.hasStats || (op.hasBiasResult && !op.hasBias)
                    : op.hasBiasResult)
    return fail("it has a result that the other pass has, or a bias's gradient "
                "without a bias");
  if (!std::isfinite(op.scale) || op.window < 0)
    return fail("its scale or its window is no number for it");
  if (!count(c, op.numOperands(), op.numOperands()))
    return false;
  size_t reads = op.numReads();
  for (size_t i = 0; i < c.operands.size(); ++i)
    if (!operand(c.operands[i], i >= reads))
      return false;
  const Operand &q = c.operands[0], &k = c.operands[1], &v = c.operands[2];
  if (q.shape.size() != 4 || k.shape.size() != 4 || v.shape.size() != 4 ||
      (q.type != POPT_RT_BF16 && q.type != POPT_RT_F16))
    return fail("it is attention of " + toString(q, *p) + ", " +
                toString(k, *p) + ", " + toString(v, *p));
  using Shape = std::vector<int64_t>;
  int64_t batch = q.shape[0], heads = q.shape[1], queries = q.shape[2],
          features = q.shape[3], keyHeads = k.shape[1], keys = k.shape[2],
          valueFeatures = v.shape[3];
  for (int64_t extent :
       {batch, heads, queries, features, keyHeads, keys, valueFeatures})
    if (extent < 1 || extent >= int64_t(1) << 31)
      return fail("it is attention of " + toString(q, *p) + ", " +
                  toString(k, *p) + ", " + toString(v, *p));
  bool isSound = heads % keyHeads == 0;
  size_t next = 0;
  auto expect = [&](const Shape &shape, ElementType type) {
    const Operand &o = c.operands[next++];
    isSound = isSound && o.shape == shape && o.type == type;
  };
  Shape perQuery = {batch, heads, queries};
  Shape out = {batch, heads, queries, valueFeatures};
  expect(q.shape, q.type);
  expect({batch, keyHeads, keys, features}, q.type);
  expect({batch, keyHeads, keys, valueFeatures}, q.type);
  if (op.isBackward) {
    expect(perQuery, POPT_RT_F32);
    expect(out, q.type);
    expect(out, q.type);
  }
  Shape bias;
  if (op.hasBias) {
    bias = c.operands[next].shape;
    isSound = isSound && bias.size() == 4 &&
              (bias[0] == 1 || bias[0] == batch) &&
              (bias[1] == 1 || bias[1] == heads) && bias[2] == queries &&
              bias[3] == keys;
    expect(bias, q.type);
  }
  if (op.hasLengths) {
    expect({batch}, POPT_RT_I32);
    expect({batch}, POPT_RT_I32);
  }
  if (op.isBackward) {
    expect(q.shape, q.type);
    expect(k.shape, q.type);
    expect(v.shape, q.type);
    if (op.hasBiasResult)
      expect(bias, q.type);
  } else {
    expect(out, q.type);
    if (op.hasStats)
      expect(perQuery, POPT_RT_F32);
  }
  if (!isSound)
    return fail("operand " + toString(c.operands[next - 1], *p) +
                " or one before it is none of attention of " + toString(q, *p));
  for (size_t i = reads; i < c.operands.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (mayOverlap(t, *p, ranksOf, c.operands[i], c.operands[j]))
        return fail("it is attention over its own operand " +
                    toString(c.operands[j], *p));
  return true;
}
