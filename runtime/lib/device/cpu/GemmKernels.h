//===- GemmKernels.h - The matrix product, compiled per instruction set ---===//
//
// Included by GemmBase.cpp, GemmAvx2.cpp and GemmAvx512.cpp, which are compiled
// for different instruction sets; everything is in an anonymous namespace, so
// that the linker merges nothing.
//
// Blocks of A and B are converted to the accumulator's type into dense panels
// (any stride and type is then one case), products are summed in registers for
// 4 rows and a few columns over a panel's depth, and a block of C stays in the
// accumulator's type until the whole sum is there: one rounding. The order of
// summation depends on neither M nor N. Accumulators: f32 for f8, f16, bf16 and
// f32; f64; unsigned integers, which wrap as StableHLO's do; complex; for i1
// or-and.
//
//===----------------------------------------------------------------------===//
#include "../../tensor/Integers.h"
#include "../../tensor/MiniFloat.h"
#include "Gemm.h"

namespace {
using namespace popt::rt;

/// Real and imaginary part, as in memory.
template <typename T> struct Complex {
  T re, im;
};
/// i1: sums are or, products are and.
struct Bit {
  uint8_t v;
};

template <typename T> inline void addProduct(T &sum, T a, T b) { sum += a * b; }
template <typename T>
inline void addProduct(Complex<T> &sum, Complex<T> a, Complex<T> b) {
  sum.re += a.re * b.re - a.im * b.im;
  sum.im += a.re * b.im + a.im * b.re;
}
inline void addProduct(Bit &sum, Bit a, Bit b) { sum.v |= a.v & b.v; }
template <typename T> inline void add(T &sum, T a) { sum += a; }
template <typename T> inline void add(Complex<T> &sum, Complex<T> a) {
  sum.re += a.re;
  sum.im += a.im;
}
inline void add(Bit &sum, Bit a) { sum.v |= a.v; }

// How elements of storage type S become accumulators A and back.
template <typename S, typename A> struct Convert {
  static A load(S v) { return static_cast<A>(v); }
  static S store(A v) { return static_cast<S>(v); }
};
template <typename T> struct Convert<Complex<T>, Complex<T>> {
  static Complex<T> load(Complex<T> v) { return v; }
  static Complex<T> store(Complex<T> v) { return v; }
};
template <> struct Convert<Complex<float>, Complex<double>> {
  static Complex<double> load(Complex<float> v) { return {v.re, v.im}; }
};
template <> struct Convert<Bit, Bit> {
  static Bit load(Bit v) { return {static_cast<uint8_t>(v.v != 0)}; }
  static Bit store(Bit v) { return v; }
};
/// Narrow floats are multiplied as f32.
template <typename S> struct ConvertSmall {
  static float load(S v) { return S::widen(v); }
  static S store(float v) { return S::narrow(v); }
};
/// Narrow floats where sums are f64.
template <> struct Convert<F16, float> : ConvertSmall<F16> {};
template <> struct Convert<BF16, float> : ConvertSmall<BF16> {};
template <> struct Convert<F8E5M2, float> : ConvertSmall<F8E5M2> {};
template <> struct Convert<F8E4M3FN, float> : ConvertSmall<F8E4M3FN> {};
template <typename S> struct ConvertSmallWide {
  static double load(S v) { return S::widen(v); }
};
template <> struct Convert<F16, double> : ConvertSmallWide<F16> {};
template <> struct Convert<BF16, double> : ConvertSmallWide<BF16> {};

// Not std::min and std::fill: those could be merged with other files' copies.
inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
template <typename A> inline void clear(A *from, A *to) {
  for (; from != to; ++from)
    *from = A{};
}

constexpr int64_t kRows = 64, kColumns = 128, kDepth = 256;

/// One 4 x W block of sums over `depth`; panels are dense: a[row][kDepth],
/// b[k][kColumns], c[row][kColumns].
template <typename A, int W>
inline void microKernel(int64_t rows, int64_t depth, const A *a, const A *b,
                        A *c) {
  A sums[4][W];
  for (int r = 0; r < 4; ++r)
    for (int w = 0; w < W; ++w)
      sums[r][w] = c[r * kColumns + w];
  for (int64_t k = 0; k < depth; ++k)
    for (int r = 0; r < 4; ++r)
      for (int w = 0; w < W; ++w)
        addProduct(sums[r][w], a[r * kDepth + k], b[k * kColumns + w]);
  for (int r = 0; r < rows; ++r)
    for (int w = 0; w < W; ++w)
      c[r * kColumns + w] = sums[r][w];
}

template <typename In, typename Out, typename A>
void gemm(const GemmShape &s, const void *aIn, const void *bIn, void *cOut,
          void *scratch) {
  constexpr int W = sizeof(A) >= 16 ? 4 : sizeof(A) == 8 ? 8 : 16;
  const In *a = static_cast<const In *>(aIn);
  const In *b = static_cast<const In *>(bIn);
  Out *c = static_cast<Out *>(cOut);
  A *panelA = static_cast<A *>(scratch);
  A *panelB = panelA + kRows * kDepth;
  A *panelC = panelB + kDepth * kColumns;
  for (int64_t n0 = 0; n0 < s.n; n0 += kColumns) {
    int64_t columns = least(kColumns, s.n - n0);
    int64_t padded = (columns + W - 1) / W * W;
    for (int64_t m0 = 0; m0 < s.m; m0 += kRows) {
      int64_t rows = least(kRows, s.m - m0);
      clear(panelC, panelC + kRows * kColumns);
      for (int64_t k0 = 0; k0 < s.k; k0 += kDepth) {
        int64_t depth = least(kDepth, s.k - k0);
        for (int64_t k = 0; k < depth; ++k) {
          const In *from = b + (k0 + k) * s.bk + n0 * s.bn;
          A *to = panelB + k * kColumns;
          for (int64_t n = 0; n < columns; ++n)
            to[n] = Convert<In, A>::load(from[n * s.bn]);
          clear(to + columns, to + padded);
        }
        for (int64_t m = 0; m < rows; ++m) {
          const In *from = a + (m0 + m) * s.am + k0 * s.ak;
          A *to = panelA + m * kDepth;
          for (int64_t k = 0; k < depth; ++k)
            to[k] = Convert<In, A>::load(from[k * s.ak]);
        }
        for (int64_t m = rows; m < (rows + 3) / 4 * 4; ++m)
          clear(panelA + m * kDepth, panelA + m * kDepth + depth);
        for (int64_t m = 0; m < rows; m += 4)
          for (int64_t n = 0; n < padded; n += W)
            microKernel<A, W>(least(4, rows - m), depth, panelA + m * kDepth,
                              panelB + n, panelC + m * kColumns + n);
      }
      for (int64_t m = 0; m < rows; ++m)
        for (int64_t n = 0; n < columns; ++n) {
          Out *to = c + (m0 + m) * s.cm + (n0 + n) * s.cn;
          A sum = panelC[m * kColumns + n];
          if (s.accumulate)
            add(sum, Convert<Out, A>::load(*to));
          *to = Convert<Out, A>::store(sum);
        }
    }
  }
}

template <typename In> GemmFunction findInteger(ElementType output) {
  switch (output) {
  case POPT_RT_I8:
  case POPT_RT_UI8:
    return gemm<In, uint8_t, uint32_t>;
  case POPT_RT_I16:
  case POPT_RT_UI16:
    return gemm<In, uint16_t, uint32_t>;
  case POPT_RT_I32:
  case POPT_RT_UI32:
    return gemm<In, uint32_t, uint32_t>;
  case POPT_RT_I64:
  case POPT_RT_UI64:
    return gemm<In, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}

template <typename In> GemmFunction findFloat(ElementType output) {
  switch (output) {
  case POPT_RT_F8E4M3FN:
    return gemm<In, F8E4M3FN, float>;
  case POPT_RT_F8E5M2:
    return gemm<In, F8E5M2, float>;
  case POPT_RT_F16:
    return gemm<In, F16, float>;
  case POPT_RT_BF16:
    return gemm<In, BF16, float>;
  case POPT_RT_F32:
    return gemm<In, float, float>;
  default:
    return nullptr;
  }
}

GemmFunction find(ElementType input, ElementType output) {
  switch (input) {
  case POPT_RT_I1:
    return output == POPT_RT_I1 ? gemm<Bit, Bit, Bit> : nullptr;
  case POPT_RT_F8E4M3FN:
    return findFloat<F8E4M3FN>(output);
  case POPT_RT_F8E5M2:
    return findFloat<F8E5M2>(output);
  case POPT_RT_F16:
    return output == POPT_RT_F64 ? gemm<F16, double, double>
                                 : findFloat<F16>(output);
  case POPT_RT_BF16:
    return output == POPT_RT_F64 ? gemm<BF16, double, double>
                                 : findFloat<BF16>(output);
  case POPT_RT_F32:
    return output == POPT_RT_F64 ? gemm<float, double, double>
                                 : findFloat<float>(output);
  case POPT_RT_F64:
    return output == POPT_RT_F64   ? gemm<double, double, double>
           : output == POPT_RT_F32 ? gemm<double, float, double>
                                   : nullptr;
  case POPT_RT_C64:
    return output == POPT_RT_C64
               ? gemm<Complex<float>, Complex<float>, Complex<float>>
           : output == POPT_RT_C128
               ? gemm<Complex<float>, Complex<double>, Complex<double>>
               : nullptr;
  case POPT_RT_C128:
    return output == POPT_RT_C128
               ? gemm<Complex<double>, Complex<double>, Complex<double>>
               : nullptr;
  default:
    return visitInteger<GemmFunction>(input, nullptr, [&](auto zero) {
      return findInteger<decltype(zero)>(output);
    });
  }
}
} // namespace
