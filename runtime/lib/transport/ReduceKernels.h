//===- ReduceKernels.h - The kernels, for one instruction set ---*- C++ -*-===//
//
// Included by ReduceBase.cpp, ReduceAvx2.cpp and ReduceAvx512.cpp, which are
// compiled for different processors. So that the linker cannot replace a
// baseline function by one with AVX-512 in it, all is in an anonymous
// namespace and no standard header with inline code is used.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_REDUCEKERNELS_H
#define POPT_RT_LIB_TRANSPORT_REDUCEKERNELS_H

#include "../tensor/Integers.h"
#include "Copy.h"
#include "Monoids.h"
#include "Reduce.h"

namespace {
using popt::rt::Outputs;
using popt::rt::ReduceKernel;
using popt::rt::storeToAll;

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// A buffer element: any alignment, any dynamic type.
template <typename T> struct __attribute__((packed, may_alias)) Loose {
  T value;
};

constexpr int64_t pieceBytes = 4096;

template <typename Element, typename Monoid>
void reduceKernel(const void *const *sources, int32_t numSources,
                  Outputs outputs, int64_t count) {
  using Stored = typename Element::Stored;
  using Value = typename Element::Value;
  constexpr int64_t piece = pieceBytes / sizeof(Value);
  alignas(64) Value values[piece];
  alignas(64) Stored result[piece];
  for (int64_t begin = 0; begin < count; begin += piece) {
    int64_t length = count - begin < piece ? count - begin : piece;
    auto source = [&](int32_t s) {
      return static_cast<const Loose<Stored> *>(sources[s]) + begin;
    };
    const Loose<Stored> *first = source(0);
    int32_t s = 1;
    if (numSources == 1) {
      for (int64_t i = 0; i < length; ++i)
        values[i] = Element::load(first[i].value);
    } else if (numSources % 2 == 0) {
      const Loose<Stored> *second = source(1);
      for (int64_t i = 0; i < length; ++i)
        values[i] = Monoid::apply(Element::load(first[i].value),
                                  Element::load(second[i].value));
      s = 2;
    } else {
      const Loose<Stored> *second = source(1), *third = source(2);
      for (int64_t i = 0; i < length; ++i)
        values[i] = Monoid::apply(Monoid::apply(Element::load(first[i].value),
                                                Element::load(second[i].value)),
                                  Element::load(third[i].value));
      s = 3;
    }
    for (; s < numSources; s += 2) {
      const Loose<Stored> *next = source(s), *last = source(s + 1);
      for (int64_t i = 0; i < length; ++i)
        values[i] = Monoid::apply(
            Monoid::apply(values[i], Element::load(next[i].value)),
            Element::load(last[i].value));
    }
    for (int64_t i = 0; i < length; ++i)
      result[i] = Element::store(values[i]);
    storeToAll(outputs.buffers, outputs.count, begin * sizeof(Stored), result,
               length * sizeof(Stored), outputs.stream);
  }
}

/// As reduceKernel, on bytes of elements of `Size` bytes.
template <typename Monoid, int Size>
void bitwiseKernel(const void *const *sources, int32_t numSources,
                   Outputs outputs, int64_t count) {
  reduceKernel<Direct<uint8_t>, Monoid>(sources, numSources, outputs,
                                        count * Size);
}

template <typename Monoid> ReduceKernel findBitwise(size_t size) {
  switch (size) {
  case 1:
    return bitwiseKernel<Monoid, 1>;
  case 2:
    return bitwiseKernel<Monoid, 2>;
  case 4:
    return bitwiseKernel<Monoid, 4>;
  default:
    return bitwiseKernel<Monoid, 8>;
  }
}

template <typename Monoid> ReduceKernel findFloat(popt_rt_element_type type) {
  switch (type) {
  case POPT_RT_F16:
    return reduceKernel<Narrow<F16>, Monoid>;
  case POPT_RT_BF16:
    return reduceKernel<Narrow<BF16>, Monoid>;
  case POPT_RT_F8E4M3FN:
    return reduceKernel<Narrow<F8E4M3FN>, Monoid>;
  case POPT_RT_F8E5M2:
    return reduceKernel<Narrow<F8E5M2>, Monoid>;
  case POPT_RT_F32:
    return reduceKernel<Direct<float>, Monoid>;
  case POPT_RT_F64:
    return reduceKernel<Direct<double>, Monoid>;
  default:
    return nullptr;
  }
}

/// For sum and product: of integers they wrap and do not depend on signedness.
template <typename Monoid>
ReduceKernel findArithmetic(popt_rt_element_type type) {
  switch (type) {
  case POPT_RT_I8:
  case POPT_RT_UI8:
    return reduceKernel<Direct<uint8_t>, Monoid>;
  case POPT_RT_I16:
  case POPT_RT_UI16:
    return reduceKernel<Direct<uint16_t>, Monoid>;
  case POPT_RT_I32:
  case POPT_RT_UI32:
    return reduceKernel<Direct<uint32_t>, Monoid>;
  case POPT_RT_I64:
  case POPT_RT_UI64:
    return reduceKernel<Direct<uint64_t>, Monoid>;
#ifndef __AVX2__
  // GCC 12 makes multiply-add-subtract instructions of a complex product even
  // with -ffp-contract=off, which round once instead of twice. Reduce.cpp takes
  // the baseline kernel for all processors.
  case POPT_RT_C64:
    return reduceKernel<Direct<Complex<float>>, Monoid>;
  case POPT_RT_C128:
    return reduceKernel<Direct<Complex<double>>, Monoid>;
#endif
  default:
    return findFloat<Monoid>(type);
  }
}

/// For max and min.
template <typename Monoid> ReduceKernel findOrder(popt_rt_element_type type) {
  return visitInteger<ReduceKernel>(
      type, findFloat<Monoid>(type),
      [](auto zero) { return reduceKernel<Direct<decltype(zero)>, Monoid>; });
}

/// On I1 add and max mean or, multiply and min mean and.
popt_rt_monoid onBool(popt_rt_monoid monoid) {
  switch (monoid) {
  case POPT_RT_SUM:
  case POPT_RT_MAX:
    return POPT_RT_OR;
  case POPT_RT_PROD:
  case POPT_RT_MIN:
    return POPT_RT_AND;
  default:
    return monoid;
  }
}

ReduceKernel find(popt_rt_monoid monoid, popt_rt_element_type type) {
  if (!popt_rt_monoid_is_defined(monoid, type))
    return nullptr;
  switch (type == POPT_RT_I1 ? onBool(monoid) : monoid) {
  case POPT_RT_SUM:
    return findArithmetic<Sum>(type);
  case POPT_RT_PROD:
    return findArithmetic<Prod>(type);
  case POPT_RT_MAX:
    return findOrder<Max>(type);
  case POPT_RT_MIN:
    return findOrder<Min>(type);
  case POPT_RT_AND:
    return findBitwise<And>(popt_rt_element_size(type));
  case POPT_RT_OR:
    return findBitwise<Or>(popt_rt_element_size(type));
  case POPT_RT_XOR:
    return findBitwise<Xor>(popt_rt_element_size(type));
  default:
    return nullptr;
  }
}

} // namespace

#endif
