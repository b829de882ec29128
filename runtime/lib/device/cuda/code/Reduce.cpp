//===- Reduce.cpp - Reductions of peers' buffers, on the GPU --------------===//
//
// A thread reads one element of every member's buffer, for sums 16 bytes of them,
// in member order, and writes what they combine to: equal bits on every member,
// and those that the CPU's reductions give (Monoids.h). Kernels are called
// popt_reduce_<monoid>_<type>; types that combine alike share one.
//
//===----------------------------------------------------------------------===//
#include "../../../transport/Monoids.h"
#include "Grid.h"
#include "Peers.h"

using popt::rt::cuda::Peers;

/// What `lanes` neighbours combine to, beginning `at` times so many in.
template <typename Element, typename Monoid, uint32_t lanes>
static inline void reduceAt(const Peers &peers, uint64_t at) {
  using Stored = typename Element::Stored;
  struct alignas(lanes * sizeof(Stored)) Pack {
    Stored stored[lanes];
  };
  typename Element::Value values[lanes];
  Pack pack = static_cast<const Pack *>(peers.sources[0])[at];
#pragma clang loop unroll(full)
  for (uint32_t i = 0; i < lanes; ++i)
    values[i] = Element::load(pack.stored[i]);
  for (int32_t s = 1; s < peers.numSources; ++s) {
    pack = static_cast<const Pack *>(peers.sources[s])[at];
#pragma clang loop unroll(full)
    for (uint32_t i = 0; i < lanes; ++i)
      values[i] = Monoid::apply(values[i], Element::load(pack.stored[i]));
  }
#pragma clang loop unroll(full)
  for (uint32_t i = 0; i < lanes; ++i)
    pack.stored[i] = Element::store(values[i]);
  for (int32_t t = 0; t < peers.numTargets; ++t)
    static_cast<Pack *>(peers.targets[t])[at] = pack;
}

template <typename Element, typename Monoid>
static inline void reduce(const Peers &peers) {
  constexpr uint32_t size = sizeof(typename Element::Stored);
  uint64_t done = 0;
  // The driver compiles all of this when a program starts: only what moves most.
  if constexpr (__is_same(Monoid, Sum) && size >= 2 && size <= 8) {
    constexpr uint32_t lanes = Peers::kAccessBytes / size;
    uint64_t packs = peers.isAligned ? peers.count / lanes : 0;
    for (uint64_t at = threadNumber(); at < packs; at += numThreads())
      reduceAt<Element, Monoid, lanes>(peers, at);
    done = packs * lanes;
  }
  for (uint64_t at = done + threadNumber(); at < peers.count;
       at += numThreads())
    reduceAt<Element, Monoid, 1>(peers, at);
}

#define POPT_REDUCE(MONOID, NAME, TYPE, ...)                                   \
  POPT_KERNEL void popt_reduce_##NAME##_##TYPE(const Peers peers) {            \
    reduce<__VA_ARGS__, MONOID>(peers);                                        \
  }
#define POPT_FLOATS(MONOID, NAME)                                              \
  POPT_REDUCE(MONOID, NAME, f16, Narrow<F16>)                                  \
  POPT_REDUCE(MONOID, NAME, bf16, Narrow<BF16>)                                \
  POPT_REDUCE(MONOID, NAME, f8e4m3fn, Narrow<F8E4M3FN>)                        \
  POPT_REDUCE(MONOID, NAME, f8e5m2, Narrow<F8E5M2>)                            \
  POPT_REDUCE(MONOID, NAME, f32, Direct<float>)                                \
  POPT_REDUCE(MONOID, NAME, f64, Direct<double>)
#define POPT_UNSIGNED(MONOID, NAME)                                            \
  POPT_REDUCE(MONOID, NAME, ui8, Direct<uint8_t>)                              \
  POPT_REDUCE(MONOID, NAME, ui16, Direct<uint16_t>)                            \
  POPT_REDUCE(MONOID, NAME, ui32, Direct<uint32_t>)                            \
  POPT_REDUCE(MONOID, NAME, ui64, Direct<uint64_t>)
#define POPT_SIGNED(MONOID, NAME)                                              \
  POPT_REDUCE(MONOID, NAME, i8, Direct<int8_t>)                                \
  POPT_REDUCE(MONOID, NAME, i16, Direct<int16_t>)                              \
  POPT_REDUCE(MONOID, NAME, i32, Direct<int32_t>)                              \
  POPT_REDUCE(MONOID, NAME, i64, Direct<int64_t>)
#define POPT_COMPLEX(MONOID, NAME)                                             \
  POPT_REDUCE(MONOID, NAME, c64, Direct<Complex<float>>)                       \
  POPT_REDUCE(MONOID, NAME, c128, Direct<Complex<double>>)

POPT_FLOATS(Sum, sum)
POPT_FLOATS(Prod, prod)
POPT_FLOATS(Max, max)
POPT_FLOATS(Min, min)
POPT_UNSIGNED(Sum, sum)
POPT_UNSIGNED(Prod, prod)
POPT_UNSIGNED(Max, max)
POPT_UNSIGNED(Min, min)
POPT_SIGNED(Max, max)
POPT_SIGNED(Min, min)
POPT_COMPLEX(Sum, sum)
POPT_COMPLEX(Prod, prod)
POPT_UNSIGNED(And, and)
POPT_UNSIGNED(Or, or)
POPT_UNSIGNED(Xor, xor)
