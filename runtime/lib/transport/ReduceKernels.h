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

#include "Copy.h"
#include "Integers.h"
#include "MiniFloat.h"
#include "Reduce.h"

namespace {
using popt::rt::Outputs;
using popt::rt::ReduceKernel;
using popt::rt::storeToAll;

//===----------------------------------------------------------------------===//
// Elements: how a stored type is combined
//===----------------------------------------------------------------------===//

/// Combined in the type it is stored in.
template <typename T> struct Direct {
  using Stored = T;
  using Value = T;
  static T load(T stored) { return stored; }
  static T store(T value) { return value; }
};

/// Combined in f32, rounded when stored.
template <typename Format> struct Narrow {
  using Stored = Format;
  using Value = float;
  static float load(Format stored) { return Format::widen(stored); }
  static Format store(float value) { return Format::narrow(value); }
};

template <typename T> struct Complex {
  T re, im;
};

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

template <typename T> struct BitsOf;
template <> struct BitsOf<float> {
  using Type = uint32_t;
};
template <> struct BitsOf<double> {
  using Type = uint64_t;
};

template <typename T> T bitwise(T a, T b, bool conjunction) {
  typename BitsOf<T>::Type x, y;
  __builtin_memcpy(&x, &a, sizeof(T));
  __builtin_memcpy(&y, &b, sizeof(T));
  x = conjunction ? x & y : x | y;
  __builtin_memcpy(&a, &x, sizeof(T));
  return a;
}

/// Each monoid: how two values combine.
struct Sum {
  template <typename T> static T apply(T a, T b) { return a + b; }
  template <typename T> static Complex<T> apply(Complex<T> a, Complex<T> b) {
    return {a.re + b.re, a.im + b.im};
  }
};

struct Prod {
  template <typename T> static T apply(T a, T b) { return a * b; }
  // Wider than int, or the promoted product of two ui16 would overflow an int.
  static uint16_t apply(uint16_t a, uint16_t b) { return uint32_t(a) * b; }
  template <typename T> static Complex<T> apply(Complex<T> a, Complex<T> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

// Equal floats differ at most in the sign of zero, which the bits decide.
// a != a keeps a NaN of a; a NaN of b makes every comparison false.
struct Max {
  template <typename T> static T apply(T a, T b) { return a > b ? a : b; }
  static float apply(float a, float b) { return ordered(a, b); }
  static double apply(double a, double b) { return ordered(a, b); }
  template <typename T> static T ordered(T a, T b) {
    T larger = ((a > b) | (a != a)) ? a : b;
    return a == b ? bitwise(a, b, /*conjunction=*/true) : larger;
  }
};

struct Min {
  template <typename T> static T apply(T a, T b) { return a < b ? a : b; }
  static float apply(float a, float b) { return ordered(a, b); }
  static double apply(double a, double b) { return ordered(a, b); }
  template <typename T> static T ordered(T a, T b) {
    T smaller = ((a < b) | (a != a)) ? a : b;
    return a == b ? bitwise(a, b, /*conjunction=*/false) : smaller;
  }
};

struct And {
  template <typename T> static T apply(T a, T b) { return a & b; }
};
struct Or {
  template <typename T> static T apply(T a, T b) { return a | b; }
};
struct Xor {
  template <typename T> static T apply(T a, T b) { return a ^ b; }
};

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

/// Sum and product of integers wrap and do not depend on signedness.
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
    return nullptr;
  }
}

template <typename Monoid> ReduceKernel findOrder(popt_rt_element_type type) {
  return visitInteger<ReduceKernel>(type, nullptr, [](auto zero) {
    return reduceKernel<Direct<decltype(zero)>, Monoid>;
  });
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
  ReduceKernel kernel = nullptr;
  switch (type == POPT_RT_I1 ? onBool(monoid) : monoid) {
  case POPT_RT_SUM:
    kernel = findFloat<Sum>(type);
    return kernel ? kernel : findArithmetic<Sum>(type);
  case POPT_RT_PROD:
    kernel = findFloat<Prod>(type);
    return kernel ? kernel : findArithmetic<Prod>(type);
  case POPT_RT_MAX:
    kernel = findFloat<Max>(type);
    return kernel ? kernel : findOrder<Max>(type);
  case POPT_RT_MIN:
    kernel = findFloat<Min>(type);
    return kernel ? kernel : findOrder<Min>(type);
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
