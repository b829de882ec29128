//===- Reduce.cpp - Sums in NCCL's order ----------------------------------===//
//
// A ring carries a partial result from rank to rank, which each adds its value to;
// it begins one rank after the one that gets the result. Every hop rounds to the
// type. A tree (an all-reduce of little) adds the partial results of two subtrees
// to a rank's own value. The maximum of floats drops NaN.
//
//===----------------------------------------------------------------------===//
#include "../ptx/Numbers.h"
#include "Communicator.h"

#include <cmath>
#include <cstring>

namespace popt::fake {
namespace {

/// An all-reduce of so many bytes or fewer is a tree.
constexpr uint64_t kTreeBytes = 4096;

template <class T> struct Plain {
  using Stored = T;
  static T wide(T value) { return value; }
  static T narrow(T value) { return value; }
};
template <class Format> struct Half {
  using Stored = uint16_t;
  static float wide(uint16_t bits) { return Format::wide(bits); }
  static uint16_t narrow(float value) { return Format::narrow(value); }
};

template <class T> T combine(uint32_t reduction, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    switch (reduction) {
    case kNcclSum:
      return a + b;
    case kNcclProd:
      return a * b;
    case kNcclMax:
      return std::fmax(a, b);
    default:
      return std::fmin(a, b);
    }
  } else {
    using U = std::make_unsigned_t<T>;
    switch (reduction) {
    case kNcclSum:
      return T(U(a) + U(b));
    case kNcclProd: // of the promoted type no overflow
      return T(uint64_t(a) * uint64_t(b));
    case kNcclMax:
      return std::max(a, b);
    default:
      return std::min(a, b);
    }
  }
}

template <class Type> class Reducer {
  using Stored = typename Type::Stored;

public:
  Reducer(const Clique &clique, const CallForm &form)
      : clique(clique), form(form) {}

  Stored ring(uint64_t at, int32_t last) const {
    Stored value = load((last + 1) % clique.size, at);
    for (int32_t hop = 2; hop <= clique.size; ++hop)
      value = add(load((last + hop) % clique.size, at), value);
    return value;
  }
  Stored tree(uint64_t at, int32_t rank) const {
    Stored value = load(rank, at);
    for (int32_t child : {2 * rank + 1, 2 * rank + 2})
      if (child < clique.size)
        value = add(value, tree(at, child));
    return value;
  }

  void run(int32_t rank, Stored *out) const {
    auto n = uint64_t(clique.size);
    bool isTree = form.kind == CallKind::AllReduce &&
                  form.count * sizeof(Stored) <= kTreeBytes;
    uint64_t first =
        form.kind == CallKind::ReduceScatter ? uint64_t(rank) * form.count : 0;
    if (form.kind == CallKind::Reduce && rank != form.root)
      return;
    for (uint64_t i = 0; i < form.count; ++i) {
      // Each part of an all-reduce ends at another rank.
      int32_t last = form.kind == CallKind::AllReduce
                         ? int32_t(i * n / form.count)
                     : form.kind == CallKind::Reduce ? form.root
                                                     : rank;
      out[i] = isTree ? tree(i, 0) : ring(first + i, last);
    }
  }

private:
  Stored load(int32_t rank, uint64_t at) const {
    Stored value;
    memcpy(&value, clique.area(rank) + at * sizeof(Stored), sizeof(Stored));
    return value;
  }
  Stored add(Stored a, Stored b) const {
    return Type::narrow(combine(form.reduction, Type::wide(a), Type::wide(b)));
  }
  const Clique &clique;
  const CallForm &form;
};

} // namespace

void reduceAsRing(const Clique &clique, int32_t rank, const CallForm &form,
                  uint8_t *out) {
  auto run = [&](auto type) {
    using Type = decltype(type);
    Reducer<Type>(clique, form)
        .run(rank, reinterpret_cast<typename Type::Stored *>(out));
  };
  switch (NcclType(form.type)) {
  case kNcclI8:
    return run(Plain<int8_t>());
  case kNcclU8:
    return run(Plain<uint8_t>());
  case kNcclI32:
    return run(Plain<int32_t>());
  case kNcclU32:
    return run(Plain<uint32_t>());
  case kNcclI64:
    return run(Plain<int64_t>());
  case kNcclU64:
    return run(Plain<uint64_t>());
  case kNcclF16:
    return run(Half<F16>());
  case kNcclF32:
    return run(Plain<float>());
  case kNcclF64:
    return run(Plain<double>());
  case kNcclBF16:
    return run(Half<BF16>());
  }
}

} // namespace popt::fake
