//===- Attention.cpp - Attention and its gradient -------------------------===//
//
// One query of one head of one sequence at a time, in f32:
//
//   scores[s] = sum over h of q[h] k[s, h], times scale, plus bias
//   p[s]      = exp(scores[s] - stats)    stats = log(sum over s of exp(scores[s]))
//   out[e]    = sum over s of p[s] v[s, e]
//   ds[s]     = p[s] (sum over e of dout[e] v[s, e] - sum over e of dout[e] out[e])
//
// p and ds scale are rounded to the operands' type before they are multiplied. A
// query that sees no key has p = 0. Tested by test/unit/Reference/TensorOpsTest.cpp
// and python/tests/test_attention.py.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"

#include <cmath>
#include <limits>
#include <vector>

using namespace popt::reference;

namespace {

constexpr float kNone = -std::numeric_limits<float>::infinity();

/// A tensor of four dims as [batch, head, position, feature], in f32.
class Heads {
public:
  Heads(const Tensor &x, bool headsFirst)
      : tensor(convert(headsFirst ? x : transpose(x, {0, 2, 1, 3}),
                       ElementType::F32)) {}
  Heads(Ints shape) : tensor(ElementType::F32, shape) {}

  int64_t dim(int64_t i) const { return tensor.dim(i); }
  const float *row(int64_t batch, int64_t head, int64_t position) const {
    return tensor.data<float>() + offset(batch, head, position);
  }
  float *row(int64_t batch, int64_t head, int64_t position) {
    return tensor.mutableData<float>() + offset(batch, head, position);
  }
  Tensor as(ElementType type) const { return convert(tensor, type); }

private:
  int64_t offset(int64_t batch, int64_t head, int64_t position) const {
    return ((batch * dim(1) + head) * dim(2) + position) * dim(3);
  }
  Tensor tensor;
};

float dot(const float *x, const float *y, int64_t count) {
  float sum = 0;
  for (int64_t i = 0; i < count; ++i)
    sum += x[i] * y[i];
  return sum;
}
void addScaled(float *sum, float factor, const float *x, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    sum[i] += factor * x[i];
}

/// What both passes begin with.
class Scores {
public:
  Scores(const AttentionOperands &x, const AttentionSpec &spec)
      : spec(spec), query(x.query, spec.headsFirst),
        key(x.key, spec.headsFirst), value(x.value, spec.headsFirst),
        type(x.query.type()), groups(query.dim(1) / key.dim(1)) {
    if (x.bias)
      bias.emplace(*x.bias, /*headsFirst=*/true);
    auto read = [](const Tensor *lengths, std::vector<int32_t> &to) {
      if (lengths)
        to.assign(lengths->data<int32_t>(),
                  lengths->data<int32_t>() + lengths->size());
    };
    read(x.queryLengths, queryLengths);
    read(x.keyLengths, keyLengths);
  }

  int64_t keyHead(int64_t head) const { return head / groups; }
  /// -inf for the keys that the query doesn't see.
  std::vector<float> of(int64_t batch, int64_t head, int64_t t) const {
    std::vector<float> scores(key.dim(2), kNone);
    for (int64_t s = 0; s < key.dim(2); ++s) {
      if (!sees(batch, t, s))
        continue;
      scores[s] = dot(query.row(batch, head, t),
                      key.row(batch, keyHead(head), s), query.dim(3)) *
                  static_cast<float>(spec.scale);
      if (bias)
        scores[s] += bias->row(bias->dim(0) == 1 ? 0 : batch,
                               bias->dim(1) == 1 ? 0 : head, t)[s];
    }
    return scores;
  }
  /// As the operands are.
  float rounded(float x) const {
    return *convert(convert(Tensor::scalar(x), type), ElementType::F32)
                .data<float>();
  }

  const AttentionSpec &spec;
  Heads query, key, value;

private:
  bool sees(int64_t batch, int64_t t, int64_t s) const {
    if ((spec.isCausal || spec.window > 0) && s > t)
      return false;
    if (spec.window > 0 && t - s >= spec.window)
      return false;
    return (queryLengths.empty() || t < queryLengths[batch]) &&
           (keyLengths.empty() || s < keyLengths[batch]);
  }

  ElementType type;
  int64_t groups;
  std::optional<Heads> bias;
  std::vector<int32_t> queryLengths, keyLengths;
};

template <typename F> void forEachQuery(const Heads &query, F f) {
  for (int64_t batch = 0; batch < query.dim(0); ++batch)
    for (int64_t head = 0; head < query.dim(1); ++head)
      for (int64_t t = 0; t < query.dim(2); ++t)
        f(batch, head, t);
}

} // namespace

llvm::SmallVector<Tensor> popt::reference::attention(const AttentionOperands &x,
                                                     const AttentionSpec &spec,
                                                     ElementType resultType) {
  Scores scores(x, spec);
  const Heads &query = scores.query, &value = scores.value;
  Heads out({query.dim(0), query.dim(1), query.dim(2), value.dim(3)});
  Tensor stats(ElementType::F32, {query.dim(0), query.dim(1), query.dim(2)});
  float *stat = stats.mutableData<float>();
  forEachQuery(query, [&](int64_t batch, int64_t head, int64_t t) {
    std::vector<float> row = scores.of(batch, head, t);
    float most = kNone, sum = 0;
    for (float score : row)
      most = std::isnan(score) ? score : score > most ? score : most;
    float origin = most == kNone ? 0 : most;
    for (float &score : row)
      sum += score = std::exp(score - origin);
    *stat++ = origin + std::log(sum);
    float *made = out.row(batch, head, t);
    for (int64_t s = 0; s < value.dim(2); ++s)
      addScaled(made, scores.rounded(most == kNone ? 0 : row[s] / sum),
                value.row(batch, scores.keyHead(head), s), value.dim(3));
  });
  return {out.as(resultType), stats};
}

llvm::SmallVector<Tensor> popt::reference::attentionGradient(
    const AttentionOperands &x, const AttentionSpec &spec, const Tensor &stats,
    const Tensor &gradient, const Tensor &output,
    llvm::ArrayRef<ElementType> resultTypes, const Shape *biasShape) {
  Scores scores(x, spec);
  const Heads &query = scores.query, &key = scores.key, &value = scores.value;
  Heads dout(gradient, spec.headsFirst), out(output, spec.headsFirst);
  auto like = [](const Heads &of) {
    return Heads({of.dim(0), of.dim(1), of.dim(2), of.dim(3)});
  };
  Heads dq = like(query), dk = like(key), dv = like(value);
  std::optional<Heads> dbias;
  if (biasShape)
    dbias.emplace(*biasShape);
  Tensor wideStats = convert(stats, ElementType::F32);
  const float *stat = wideStats.data<float>();
  forEachQuery(query, [&](int64_t batch, int64_t head, int64_t t) {
    std::vector<float> row = scores.of(batch, head, t);
    const int64_t shared = scores.keyHead(head);
    const float *above = dout.row(batch, head, t);
    float own = *stat++;
    float mean = dot(above, out.row(batch, head, t), out.dim(3));
    for (int64_t s = 0; s < key.dim(2); ++s) {
      float p = own == kNone ? 0 : std::exp(row[s] - own);
      float dp = dot(above, value.row(batch, shared, s), value.dim(3));
      float ds = p * (dp - mean);
      float scaled = scores.rounded(ds * static_cast<float>(spec.scale));
      addScaled(dq.row(batch, head, t), scaled, key.row(batch, shared, s),
                key.dim(3));
      addScaled(dk.row(batch, shared, s), scaled, query.row(batch, head, t),
                query.dim(3));
      addScaled(dv.row(batch, shared, s), scores.rounded(p), above,
                value.dim(3));
      if (dbias)
        dbias->row(dbias->dim(0) == 1 ? 0 : batch,
                   dbias->dim(1) == 1 ? 0 : head, t)[s] += ds;
    }
  });
  llvm::SmallVector<Tensor> results{
      dq.as(resultTypes[0]), dk.as(resultTypes[1]), dv.as(resultTypes[2])};
  if (dbias)
    results.push_back(dbias->as(resultTypes[3]));
  return results;
}
