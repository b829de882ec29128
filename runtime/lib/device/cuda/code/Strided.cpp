//===- Strided.cpp - Copies and fills of strided views, on the GPU --------===//
//
// A thread for each element, neighbours along the innermost dimension, in which
// the target is densest. Where the count fits 32 bits, so do the divisions.
//
//===----------------------------------------------------------------------===//
#include "Grid.h"
#include "Nest.h"

using popt::rt::cuda::Element;
using popt::rt::cuda::Nest;

/// Calls visit(offset in the target, offset in the source) for every iteration.
template <typename Index, typename Visit>
static inline void forEach(const Nest &nest, Visit visit) {
  for (uint64_t i = threadNumber(); i < nest.count; i += numThreads()) {
    Index rest = static_cast<Index>(i);
    int64_t to = 0, from = 0;
    for (int d = nest.rank - 1; d >= 0; --d) {
      Index extent = static_cast<Index>(nest.extents[d]);
      Index outer = rest / extent;
      int64_t at = static_cast<int64_t>(rest - outer * extent);
      to += at * nest.to[d];
      from += at * nest.from[d];
      rest = outer;
    }
    visit(to, from);
  }
}

template <typename Visit>
static inline void forEach(const Nest &nest, Visit visit) {
  if (nest.count >> 32)
    forEach<uint64_t>(nest, visit);
  else
    forEach<uint32_t>(nest, visit);
}

#define POPT_STRIDED(BYTES, TYPE)                                              \
  POPT_KERNEL void popt_copy_##BYTES(const TYPE *from, TYPE *to,               \
                                     const Nest nest) {                        \
    forEach(nest, [=](int64_t target, int64_t source) {                        \
      to[target] = from[source];                                               \
    });                                                                        \
  }                                                                            \
  POPT_KERNEL void popt_fill_##BYTES(TYPE *to, const Nest nest,                \
                                     const Element element) {                  \
    TYPE value;                                                                \
    __builtin_memcpy(&value, &element, sizeof(TYPE));                          \
    forEach(nest, [=](int64_t target, int64_t) { to[target] = value; });       \
  }
POPT_STRIDED(1, uint8_t)
POPT_STRIDED(2, uint16_t)
POPT_STRIDED(4, uint32_t)
POPT_STRIDED(8, uint64_t)
POPT_STRIDED(16, Element)
