//===- LinearAlgebra.cpp - cholesky and triangular_solve ------------------===//
//
// Schoolbook algorithms on batches of small matrices, in double precision (real
// matrices as complex ones with zero imaginary part). Tested by
// test/unit/Reference/MathTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"
#include <cmath>

using namespace popt::reference;
using Complex = std::complex<double>;

/// Fills the lower triangle `l` with l * l^H = a, whose lower triangle is read.
static void choleskyLower(const Complex *a, Complex *l, int64_t n) {
  for (int64_t j = 0; j < n; ++j) {
    double diagonal = a[j * n + j].real();
    for (int64_t k = 0; k < j; ++k)
      diagonal -= std::norm(l[j * n + k]);
    const double root = std::sqrt(diagonal); // NaN: not positive definite
    l[j * n + j] = root;
    for (int64_t i = j + 1; i < n; ++i) {
      Complex sum = a[i * n + j];
      for (int64_t k = 0; k < j; ++k)
        sum -= l[i * n + k] * std::conj(l[j * n + k]);
      l[i * n + j] = sum / root;
    }
  }
}

static Tensor adjoint(const Tensor &x) {
  Shape permutation;
  for (int64_t i = 0; i < x.rank(); ++i)
    permutation.push_back(i);
  std::swap(permutation[x.rank() - 1], permutation[x.rank() - 2]);
  return *unary(Unary::Conj, transpose(x, permutation));
}

MaybeTensor popt::reference::cholesky(const Tensor &x, bool lower) {
  if (isInteger(x.type()) || x.rank() < 2)
    return std::nullopt;
  Tensor a = convert(x, ElementType::C128);
  if (!lower)
    a = adjoint(a);
  Tensor l(ElementType::C128, a.shape());
  const int64_t n = a.dim(a.rank() - 1);
  for (int64_t i = 0; n && i < a.size(); i += n * n)
    choleskyLower(a.data<Complex>() + i, l.mutableData<Complex>() + i, n);
  return convert(lower ? l : adjoint(l), x.type());
}

MaybeTensor popt::reference::triangularSolve(const Tensor &a, const Tensor &b,
                                             bool leftSide, bool lower,
                                             bool unitDiagonal,
                                             Transpose transpose) {
  if (isInteger(a.type()) || a.rank() < 2)
    return std::nullopt;
  const Tensor matrices = convert(a, ElementType::C128);
  Tensor x = convert(b, ElementType::C128);
  const int64_t n = a.dim(a.rank() - 1);
  const int64_t rows = b.dim(b.rank() - 2), columns = b.dim(b.rank() - 1);
  if (x.size() == 0)
    return b;
  // x * op(a) = b is op(a)^T * x^T = b^T: one more transposition of `a`, and
  // the unknown vectors are rows instead of columns.
  const bool flipped = (transpose != Transpose::No) != !leftSide;
  const bool forward = lower != flipped;
  const int64_t vectors = leftSide ? columns : rows;
  const int64_t step = leftSide ? columns : 1;
  const int64_t batches = x.size() / (rows * columns);
  for (int64_t batch = 0; batch < batches; ++batch) {
    const Complex *m = matrices.data<Complex>() + batch * n * n;
    auto element = [&](int64_t i, int64_t j) {
      Complex value = flipped ? m[j * n + i] : m[i * n + j];
      return transpose == Transpose::Adjoint ? std::conj(value) : value;
    };
    for (int64_t v = 0; v < vectors; ++v) {
      Complex *unknown = x.mutableData<Complex>() + batch * rows * columns +
                         v * (leftSide ? 1 : columns);
      for (int64_t s = 0; s < n; ++s) {
        const int64_t i = forward ? s : n - 1 - s;
        Complex sum = unknown[i * step];
        for (int64_t t = 0; t < s; ++t) {
          const int64_t j = forward ? t : n - 1 - t;
          sum -= element(i, j) * unknown[j * step];
        }
        unknown[i * step] = unitDiagonal ? sum : sum / element(i, i);
      }
    }
  }
  return convert(x, b.type());
}
