//===- Fft.cpp - fft ------------------------------------------------------===//
//
// The definition of the discrete Fourier transform, dimension by dimension.
// Sums that cancel lose digits: they are long double, rounded once a dimension.
// Covered by test/unit/Reference/MathTest.cpp and
// test/Execute/Ops/fft-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"
#include <cmath>

using namespace popt::reference;
using Complex = std::complex<double>;

/// Transforms every run along `dim`.
static void transformDim(Tensor &x, int64_t dim, bool inverse) {
  const int64_t n = x.dim(dim), stride = x.strides()[dim];
  if (x.size() == 0)
    return;
  constexpr long double Pi = 3.14159265358979323846264338327950288L;
  std::vector<long double> cosines(n), sines(n);
  for (int64_t i = 0; i < n; ++i) {
    // The nearest quarter of a turn is exact.
    const int64_t quarter = (4 * i + n / 2) / n;
    const long double rest = Pi * (4 * i - quarter * n) / (2 * n);
    const long double c = std::cos(rest), s = std::sin(rest);
    cosines[i] = quarter % 2 ? (quarter == 1 ? -s : s) : quarter == 2 ? -c : c;
    sines[i] = quarter % 2 ? (quarter == 1 ? c : -c) : quarter == 2 ? -s : s;
    if (!inverse)
      sines[i] = -sines[i];
  }
  const long double size = inverse ? n : 1;
  std::vector<Complex> row(n);
  Complex *data = x.mutableData<Complex>();
  for (int64_t begin = 0, count = x.size(); begin < count; ++begin) {
    if (begin / stride % n != 0)
      continue;
    for (int64_t k = 0; k < n; ++k) {
      long double re = 0, im = 0;
      for (int64_t j = 0; j < n; ++j) {
        const Complex value = data[begin + j * stride];
        const long double c = cosines[j * k % n], s = sines[j * k % n];
        re += value.real() * c - value.imag() * s;
        im += value.real() * s + value.imag() * c;
      }
      row[k] = Complex(double(re / size), double(im / size));
    }
    for (int64_t k = 0; k < n; ++k)
      data[begin + k * stride] = row[k];
  }
}

/// The missing half of the last dimension by Hermitian symmetry. The mirror
/// image is taken within the last dimension only: the others are already back
/// in the original domain.
static Tensor completeHermitian(const Tensor &x, int64_t n) {
  Shape shape(x.shape().begin(), x.shape().end());
  const int64_t have = shape.back();
  shape.back() = n;
  Tensor full(ElementType::C128, shape);
  const int64_t rows = n ? full.size() / n : 0;
  for (int64_t row = 0; row < rows; ++row) {
    const Complex *in = x.data<Complex>() + row * have;
    Complex *out = full.mutableData<Complex>() + row * n;
    for (int64_t k = 0; k < n; ++k) {
      Complex value = k < have ? in[k] : std::conj(in[n - k]);
      // These two equal their own mirror image, so they count as real.
      out[k] = k == 0 || 2 * k == n ? Complex(value.real(), 0) : value;
    }
  }
  return full;
}

MaybeTensor popt::reference::fft(const Tensor &x, FftKind kind, Ints length) {
  const bool real = kind == FftKind::RFFT;
  const int64_t count = length.size(), last = x.rank() - 1;
  if (count < 1 || count > x.rank())
    return std::nullopt;
  if (real ? x.type() != ElementType::F32 && x.type() != ElementType::F64
           : !isComplex(x.type()))
    return std::nullopt;
  const bool wide =
      x.type() == ElementType::F64 || x.type() == ElementType::C128;
  const ElementType complexType = wide ? ElementType::C128 : ElementType::C64;
  Tensor work = convert(x, ElementType::C128);
  switch (kind) {
  case FftKind::FFT:
  case FftKind::IFFT:
    for (int64_t i = 0; i < count; ++i)
      transformDim(work, last - i, kind == FftKind::IFFT);
    return convert(work, complexType);
  case FftKind::RFFT: {
    transformDim(work, last, false);
    Shape half(work.shape().begin(), work.shape().end());
    half.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
    work = extractBox(work, Shape(half.size(), 0), half);
    for (int64_t i = 1; i < count; ++i)
      transformDim(work, last - i, false);
    return convert(work, complexType);
  }
  case FftKind::IRFFT:
    for (int64_t i = 1; i < count; ++i)
      transformDim(work, last - i, true);
    work = completeHermitian(work, length.back());
    transformDim(work, last, true);
    return convert(work, wide ? ElementType::F64 : ElementType::F32);
  }
  return std::nullopt;
}
