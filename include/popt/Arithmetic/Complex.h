//===- Complex.h - Complex arithmetic on register pairs -------------------===//
//
// Intermediate results that overflow, cancel or round twice in f32 do not in
// f64: functions of complex64 are computed in f64 and rounded once, by the same
// code as those of complex128. `Wide` is that code's view of an operand; it
// knows whether the parts were f32, in which case squares neither overflow nor
// underflow and products are exact.
//
// docs/Accuracy.md has the bounds.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ARITHMETIC_COMPLEX_H
#define POPT_ARITHMETIC_COMPLEX_H

#include "popt/Arithmetic/KernelOps.h"

namespace popt::complexop {

using Unary = Elem (*)(KernelOps &, Elem);
using Binary = Elem (*)(KernelOps &, Elem, Elem);

// Complex.cpp: algebra.
Elem add(KernelOps &k, Elem a, Elem c);
Elem sub(KernelOps &k, Elem a, Elem c);
Elem mul(KernelOps &k, Elem a, Elem c);
/// The textbook's product, for sums of many: right to the size of its larger
/// part, infinite or NaN where one of its four products overflows.
Elem plainMul(KernelOps &k, Elem a, Elem c);
Elem div(KernelOps &k, Elem a, Elem c);
Elem square(KernelOps &k, Elem z);
/// Lexicographic maximum or minimum.
Elem extreme(KernelOps &k, Elem a, Elem c, bool largest);
mlir::Value abs(KernelOps &k, Elem z);
Elem sign(KernelOps &k, Elem z);
Elem sqrt(KernelOps &k, Elem z);
Elem rsqrt(KernelOps &k, Elem z);

// ComplexExp.cpp: the exponential and what it makes up.
Elem exp(KernelOps &k, Elem z);
Elem expm1(KernelOps &k, Elem z);
Elem sin(KernelOps &k, Elem z);
Elem cos(KernelOps &k, Elem z);
Elem tan(KernelOps &k, Elem z);
Elem sinh(KernelOps &k, Elem z);
Elem cosh(KernelOps &k, Elem z);
Elem tanh(KernelOps &k, Elem z);
Elem logistic(KernelOps &k, Elem z);

// ComplexLog.cpp: the logarithm and other functions with branch cuts.
Elem log(KernelOps &k, Elem z);
Elem log1p(KernelOps &k, Elem z);
Elem cbrt(KernelOps &k, Elem z);
Elem asin(KernelOps &k, Elem z);
Elem acos(KernelOps &k, Elem z);
Elem atan(KernelOps &k, Elem z);
Elem asinh(KernelOps &k, Elem z);
Elem acosh(KernelOps &k, Elem z);
Elem atanh(KernelOps &k, Elem z);
Elem atan2(KernelOps &k, Elem y, Elem x);

// ComplexPower.cpp
Elem pow(KernelOps &k, Elem a, Elem c);

/// For functions that have no complex form (the verifier keeps them away).
Elem none(KernelOps &k, Elem z);

/// Arithmetic on f64 registers that hold the parts of complex64 or complex128.
struct Wide {
  KernelOps &k;
  /// The parts were f32.
  bool isSingle;
  mlir::Type original;

  Wide(KernelOps &k, mlir::Value part);
  Elem widen(Elem z) const;
  mlir::Value narrow(mlir::Value x) const;
  Elem narrow(Elem z) const { return {narrow(z.re), narrow(z.im)}; }

  mlir::Value neg(mlir::Value x) const;
  mlir::Value copySign(mlir::Value x, mlir::Value sign) const;
  mlir::Value max(mlir::Value x, mlir::Value y) const;
  mlir::Value min(mlir::Value x, mlir::Value y) const;
  mlir::Value isInfinite(mlir::Value x) const;
  mlir::Value isZero(mlir::Value x) const;
  mlir::Value all(mlir::Value p, mlir::Value q) const;
  mlir::Value either(mlir::Value p, mlir::Value q) const;
  mlir::Value complement(mlir::Value p) const;
  /// ab + cd, right to two units in the last place whatever cancels.
  mlir::Value sumOfProducts(mlir::Value a, mlir::Value b, mlir::Value c,
                            mlir::Value d) const;
  /// The modulus; infinite if a part is.
  mlir::Value hypot(mlir::Value x, mlir::Value y) const;

  /// x and y times 2^-n, and n: even, such that the larger part is near 1. No
  /// n, and nothing scaled, if the parts were f32.
  struct Scaled {
    mlir::Value x, y, n;
  };
  Scaled scale(mlir::Value x, mlir::Value y) const;
  /// x times 2^n, rounded once; x where there is no n.
  mlir::Value timesPowerOfTwo(mlir::Value x, mlir::Value n) const;
  /// n + m, for the n of `scale`.
  mlir::Value addExponents(mlir::Value n, mlir::Value m) const;
  mlir::Value negateExponent(mlir::Value n) const;
};

/// A number in two words, the lower one less than half a unit of the upper.
struct Double {
  mlir::Value high, low;
};
/// x + y and xy, exactly.
Double twoSum(KernelOps &k, mlir::Value x, mlir::Value y);
Double twoProduct(KernelOps &k, mlir::Value x, mlir::Value y);

} // namespace popt::complexop

#endif // POPT_ARITHMETIC_COMPLEX_H
