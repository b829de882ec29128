//===- Attention.cpp - Attention where the library has none, on the GPU ---===//
//
// As popt/OpModels/Attention.h defines it, without the scores in memory: a block
// makes one row of a result. Its threads compute a score each, put what it is
// multiplied by into shared memory, and then add up a feature or two each. Sums are
// in one order: equal bits from run to run. Plain and slow: tensor cores are the
// library's. Kernels are called popt_attention_<what>_<type>.
//
//===----------------------------------------------------------------------===//
#include "../../../transport/Monoids.h"
#include "AttentionForm.h"
#include "Grid.h"

using namespace popt::rt::cuda;

namespace {

constexpr int64_t kThreads = AttentionForm::kThreads;
constexpr float kNone = -__builtin_inff();

inline float exponential(float x) {
  return __nvvm_ex2_approx_f(x * 1.44269504f);
}
inline float logarithm(float x) {
  return __nvvm_lg2_approx_f(x) * 0.693147181f;
}

inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

POPT_SHARED float first[kThreads];
POPT_SHARED float second[kThreads];

/// The values of all threads combined, in pairs.
template <typename Combine>
inline float overBlock(float value, Combine combine) {
  const uint32_t thread = memberNumber();
  first[thread] = value;
  waitForBlock();
  for (uint32_t half = kThreads / 2; half > 0; half /= 2) {
    if (thread < half)
      first[thread] = combine(first[thread], first[thread + half]);
    waitForBlock();
  }
  value = first[0];
  waitForBlock();
  return value;
}
inline float sumOverBlock(float value) {
  return overBlock(value, [](float a, float b) { return a + b; });
}

struct Keys {
  int64_t begin, end;
};

template <typename Element> struct Call {
  const AttentionForm &form;
  const AttentionMemory &memory;

  bool has(AttentionRole role) const { return memory.of[int(role)]; }
  const int64_t *strides(AttentionRole role) const {
    return form.strides[int(role)];
  }
  typename Element::Stored *row(AttentionRole role, int64_t b, int64_t h,
                                int64_t t) const {
    const int64_t *s = strides(role);
    return static_cast<typename Element::Stored *>(memory.of[int(role)]) +
           b * s[0] + h * s[1] + t * s[2];
  }
  float *stats(int64_t b, int64_t h, int64_t t) const {
    const int64_t *s = strides(AttentionRole::Stats);
    return static_cast<float *>(memory.of[int(AttentionRole::Stats)]) +
           b * s[0] + h * s[1] + t * s[2];
  }
  int64_t length(AttentionRole role, int64_t b, int64_t all) const {
    return has(role) ? static_cast<const int32_t *>(
                           memory.of[int(role)])[b * strides(role)[0]]
                     : all;
  }
  int64_t keyHead(int64_t h) const { return h / (form.heads / form.keyHeads); }

  /// Those that the query sees; none: begin and end are one.
  Keys keysOf(int64_t b, int64_t t) const {
    Keys keys{
        0, smaller(form.keys, length(AttentionRole::KeyLengths, b, form.keys))};
    if (form.isCausal || form.window)
      keys.end = smaller(keys.end, t + 1);
    if (form.window)
      keys.begin = larger(0, t + 1 - form.window);
    bool isAny = t < length(AttentionRole::QueryLengths, b, form.queries) &&
                 keys.begin < keys.end;
    return isAny ? keys : Keys{0, 0};
  }
  bool sees(int64_t b, int64_t t, int64_t s) const {
    Keys keys = keysOf(b, t);
    return keys.begin <= s && s < keys.end;
  }

  /// The sum over features of a row of one and a row of the other.
  float dot(AttentionRole a, int64_t aHead, int64_t aPosition, AttentionRole c,
            int64_t cHead, int64_t cPosition, int64_t b, int64_t count) const {
    const auto *x = row(a, b, aHead, aPosition);
    const auto *y = row(c, b, cHead, cPosition);
    const int64_t xStep = strides(a)[3], yStep = strides(c)[3];
    float sum = 0;
    for (int64_t i = 0; i < count; ++i)
      sum += Element::load(x[i * xStep]) * Element::load(y[i * yStep]);
    return sum;
  }
  float score(int64_t b, int64_t h, int64_t t, int64_t s) const {
    float product = dot(AttentionRole::Query, h, t, AttentionRole::Key,
                        keyHead(h), s, b, form.features) *
                    form.scale;
    if (!has(AttentionRole::Bias))
      return product;
    return product + Element::load(row(AttentionRole::Bias, b, h,
                                       t)[s * strides(AttentionRole::Bias)[3]]);
  }
  /// Of the scores' gradient: what is subtracted from dout v^T.
  float subtracted(int64_t b, int64_t h, int64_t t) const {
    return dot(AttentionRole::OutGradient, h, t, AttentionRole::Out, h, t, b,
               form.valueFeatures);
  }
  float probability(int64_t b, int64_t h, int64_t t, int64_t s) const {
    return exponential(score(b, h, t, s) - *stats(b, h, t));
  }
  float gradient(float p, float less, int64_t b, int64_t h, int64_t t,
                 int64_t s) const {
    return p * (dot(AttentionRole::OutGradient, h, t, AttentionRole::Value,
                    keyHead(h), s, b, form.valueFeatures) -
                less);
  }
  static float rounded(float x) { return Element::load(Element::store(x)); }
};

/// One thread's features of a row that is added up: the thread's number, and as many
/// behind as there are threads.
template <typename Element> struct Row {
  const Call<Element> &call;
  const int64_t count;
  float sums[2] = {0, 0};

  /// Adds the rows of some positions, each times a number in shared memory.
  template <typename Factors>
  void add(const Factors &factors, AttentionRole role, int64_t b, int64_t h,
           int64_t begin, int64_t number) {
    const int64_t step = call.strides(role)[3];
#pragma clang loop unroll(full)
    for (int i = 0; i < 2; ++i) {
      const int64_t feature = memberNumber() + i * kThreads;
      if (feature < count)
        for (int64_t j = 0; j < number; ++j)
          sums[i] +=
              factors[j] *
              Element::load(call.row(role, b, h, begin + j)[feature * step]);
    }
  }
  void store(AttentionRole role, int64_t b, int64_t h, int64_t t) {
    const int64_t step = call.strides(role)[3];
#pragma clang loop unroll(full)
    for (int i = 0; i < 2; ++i) {
      const int64_t feature = memberNumber() + i * kThreads;
      if (feature < count)
        call.row(role, b, h, t)[feature * step] = Element::store(sums[i]);
    }
  }
};

/// Calls visit(b, h, position) for the rows of this block.
template <typename Visit>
inline void forEachRow(int64_t batch, int64_t heads, int64_t positions,
                       Visit visit) {
  const int64_t rows = batch * heads * positions;
  for (int64_t row = blockNumber(); row < rows; row += numBlocks()) {
    const int64_t outer = row / positions;
    visit(outer / heads, outer % heads, row % positions);
  }
}

/// Each block a query: out and stats.
template <typename Element> inline void forward(const Call<Element> &call) {
  const AttentionForm &form = call.form;
  const int64_t thread = memberNumber();
  forEachRow(
      form.batch, form.heads, form.queries,
      [&](int64_t b, int64_t h, int64_t t) {
        const Keys keys = call.keysOf(b, t);
        // Of this thread's keys, then of all.
        float most = kNone, sum = 0;
        for (int64_t s = keys.begin + thread; s < keys.end; s += kThreads) {
          const float score = call.score(b, h, t, s);
          const float more = score > most ? score : most;
          if (more != kNone)
            sum = sum * exponential(most - more) + exponential(score - more);
          most = more;
        }
        const float all =
            overBlock(most, [](float x, float y) { return x > y ? x : y; });
        sum =
            sumOverBlock(most == kNone ? 0.0f : sum * exponential(most - all));
        Row<Element> out{call, form.valueFeatures};
        for (int64_t s = keys.begin; s < keys.end; s += kThreads) {
          const int64_t number = smaller(kThreads, keys.end - s);
          if (thread < number)
            first[thread] =
                sum > 0
                    ? call.rounded(
                          exponential(call.score(b, h, t, s + thread) - all) /
                          sum)
                    : 0.0f;
          waitForBlock();
          out.add(first, AttentionRole::Value, b, call.keyHead(h), s, number);
          waitForBlock();
        }
        out.store(AttentionRole::Out, b, h, t);
        if (call.has(AttentionRole::Stats) && thread == 0)
          *call.stats(b, h, t) = sum > 0 ? all + logarithm(sum) : kNone;
      });
}

/// Each block a query: dq.
template <typename Element> inline void queries(const Call<Element> &call) {
  const AttentionForm &form = call.form;
  const int64_t thread = memberNumber();
  forEachRow(form.batch, form.heads, form.queries,
             [&](int64_t b, int64_t h, int64_t t) {
               const Keys keys = call.keysOf(b, t);
               const float less = call.subtracted(b, h, t);
               Row<Element> made{call, form.features};
               for (int64_t s = keys.begin; s < keys.end; s += kThreads) {
                 const int64_t number = smaller(kThreads, keys.end - s);
                 if (thread < number)
                   first[thread] = call.rounded(
                       call.gradient(call.probability(b, h, t, s + thread),
                                     less, b, h, t, s + thread) *
                       form.scale);
                 waitForBlock();
                 made.add(first, AttentionRole::Key, b, call.keyHead(h), s,
                          number);
                 waitForBlock();
               }
               made.store(AttentionRole::QueryGradient, b, h, t);
             });
}

/// Each block a key: dk and dv.
template <typename Element> inline void keys(const Call<Element> &call) {
  const AttentionForm &form = call.form;
  const int64_t thread = memberNumber(), groups = form.heads / form.keyHeads;
  forEachRow(
      form.batch, form.keyHeads, form.keys,
      [&](int64_t b, int64_t n, int64_t s) {
        Row<Element> ofKey{call, form.features},
            ofValue{call, form.valueFeatures};
        for (int64_t h = n * groups; h < (n + 1) * groups; ++h)
          for (int64_t begin = 0; begin < form.queries; begin += kThreads) {
            const int64_t number = smaller(kThreads, form.queries - begin);
            const int64_t t = begin + thread;
            if (thread < number) {
              float p = 0, ds = 0;
              if (call.sees(b, t, s)) {
                p = call.probability(b, h, t, s);
                ds = call.gradient(p, call.subtracted(b, h, t), b, h, t, s);
              }
              first[thread] = call.rounded(p);
              second[thread] = call.rounded(ds * form.scale);
            }
            waitForBlock();
            ofValue.add(first, AttentionRole::OutGradient, b, h, begin, number);
            ofKey.add(second, AttentionRole::Query, b, h, begin, number);
            waitForBlock();
          }
        ofKey.store(AttentionRole::KeyGradient, b, n, s);
        ofValue.store(AttentionRole::ValueGradient, b, n, s);
      });
}

/// Each thread a number of the bias's gradient, summed over what shares it.
template <typename Element> inline void bias(const Call<Element> &call) {
  const AttentionForm &form = call.form;
  const int64_t sequences = form.batch / form.biasBatch;
  const int64_t heads = form.heads / form.biasHeads;
  forEachRow(form.biasBatch, form.biasHeads, form.queries,
             [&](int64_t b0, int64_t h0, int64_t t) {
               auto *made = call.row(AttentionRole::BiasGradient, b0, h0, t);
               for (int64_t s = memberNumber(); s < form.keys; s += kThreads) {
                 float sum = 0;
                 for (int64_t b = b0 * sequences; b < (b0 + 1) * sequences; ++b)
                   for (int64_t h = h0 * heads; h < (h0 + 1) * heads; ++h)
                     if (call.sees(b, t, s))
                       sum +=
                           call.gradient(call.probability(b, h, t, s),
                                         call.subtracted(b, h, t), b, h, t, s);
                 made[s * call.strides(AttentionRole::BiasGradient)[3]] =
                     Element::store(sum);
               }
             });
}

} // namespace

#define POPT_ATTENTION(WHAT, TYPE, FORMAT)                                     \
  POPT_KERNEL void popt_attention_##WHAT##_##TYPE(                             \
      const AttentionForm form, const AttentionMemory memory) {                \
    WHAT(Call<Narrow<FORMAT>>{form, memory});                                  \
  }
#define POPT_TYPES(WHAT)                                                       \
  POPT_ATTENTION(WHAT, bf16, BF16)                                             \
  POPT_ATTENTION(WHAT, f16, F16)

POPT_TYPES(forward)
POPT_TYPES(queries)
POPT_TYPES(keys)
POPT_TYPES(bias)
