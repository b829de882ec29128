//===- Monoids.h - How elements combine -------------------------*- C++ -*-===//
//
// What popt_rt_monoid promises, for one pair of elements. The processor's and
// the GPU's reductions are made from it, so that they give equal bits. As the
// header is compiled for different processors, whose functions must not be
// merged by the linker, everything is in an anonymous namespace and no standard
// header with inline code is used.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MONOIDS_H
#define POPT_RT_LIB_TRANSPORT_MONOIDS_H

#include "../tensor/MiniFloat.h"

namespace {

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

} // namespace

#endif
