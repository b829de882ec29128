//===- ComplexPower.cpp - Complex powers on register pairs ----------------===//
//
// x^y is e^(y log x): what y log x is wrong by, the result is wrong by as many
// times over as y log x is large. So the logarithm, its product with y and the
// sum of these products are in two words each. The upper word alone goes
// through exponential, sine and cosine; the lower one is a factor near 1.
//
// Logarithm and arc tangent are series in an s of two words, |s| <= 0.42, whose
// terms after the first one are so small that one word is enough for them.
//
// Covered by test/Execute/Ops/complex-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/Complex.h"

using namespace mlir;
using namespace popt;
using namespace popt::complexop;
using Cmp = arith::CmpFPredicate;

/// p / q
static Double divide(KernelOps &k, Double p, Double q) {
  Value quotient = k.divf(p.high, q.high);
  Value minus = k.op<arith::NegFOp>(quotient);
  Value rest = k.addf(k.fma(minus, q.high, p.high), p.low);
  return {quotient, k.divf(k.fma(minus, q.low, rest), q.high)};
}

/// c x + d y. Infinities are in the upper word; in the lower one they are no
/// numbers.
static Double sumOfProducts(KernelOps &k, Value c, Double x, Value d,
                            Double y) {
  Double first = twoProduct(k, c, x.high), second = twoProduct(k, d, y.high);
  Double sum = twoSum(k, first.high, second.high);
  Value low = k.addf(k.fma(c, x.low, first.low), k.fma(d, y.low, second.low));
  low = k.addf(low, sum.low);
  Value isNumber = k.cmpf(Cmp::ORD, low, low);
  return {sum.high, k.select(isNumber, low, k.floatLike(low, 0.0))};
}

/// s + s^3 / 3 + s^5 / 5 ..., or with alternating signs, to s^(2 count + 1),
/// beside `far`.
static Double addSeries(KernelOps &k, Double far, Double s, int count,
                        bool alternates) {
  Value z = k.mulf(s.high, s.high);
  SmallVector<double> coefficients;
  for (int i = count; i > 0; --i)
    coefficients.push_back((alternates && i % 2 ? -1.0 : 1.0) / (2 * i + 1));
  Value terms = k.horner(z, coefficients);
  Value rest = k.fma(k.mulf(terms, z), s.high, s.low);
  Double sum = twoSum(k, far.high, s.high);
  return twoSum(k, sum.high, k.addf(sum.low, k.addf(far.low, rest)));
}

/// log |z|
static Double logModulus(Wide &w, Elem z) {
  // With |z|^2 = 2^e q, e ln 2 / 2 + atanh((q - 1) / (q + 1)).
  KernelOps &k = w.k;
  Wide::Scaled scaled = w.scale(z.re, z.im);
  Double x = twoProduct(k, scaled.x, scaled.x);
  Double y = twoProduct(k, scaled.y, scaled.y);
  Double square = twoSum(k, x.high, y.high);
  square.low = k.addf(square.low, k.addf(x.low, y.low));
  // q in [sqrt(1/2), sqrt(2)): subtract the bits of sqrt(1/2).
  Value e = k.bits(square.high);
  e = k.op<arith::SubIOp>(e, k.intLike(e, 0x3fe6a09e667f3bcd));
  e = k.op<arith::ShRSIOp>(e, k.intLike(e, 52));
  Value back = w.negateExponent(e);
  Double q = {w.timesPowerOfTwo(square.high, back),
              w.timesPowerOfTwo(square.low, back)};
  auto beside = [&](double number) -> Double {
    Double sum = twoSum(k, k.floatLike(q.high, number), q.high);
    return {sum.high, k.addf(sum.low, q.low)};
  };
  Double s = divide(k, beside(-1.0), beside(1.0));
  if (scaled.n)
    e = k.op<arith::AddIOp>(e, k.op<arith::AddIOp>(scaled.n, scaled.n));
  Value half = k.mulf(k.op<arith::SIToFPOp>(q.high.getType(), e),
                      k.floatLike(q.high, 0.5));
  // ln 2 in two words, of which the upper one has 40 bits.
  Double far = {k.mulf(half, k.floatLike(half, 0x1.62e42fefa4p-1)),
                k.mulf(half, k.floatLike(half, -0x1.8432a1b0e2634p-43))};
  Double log = addSeries(k, far, s, 11, /*alternates=*/false);
  Value isInfinite = w.either(w.isInfinite(z.re), w.isInfinite(z.im));
  return {k.select(isInfinite, k.floatLike(half, INFINITY), log.high),
          k.select(isInfinite, k.floatLike(half, 0.0), log.low)};
}

/// The angle of z.
static Double angleOf(Wide &w, Elem z) {
  // n pi/4 + atan s or n pi/4 - atan s
  KernelOps &k = w.k;
  Wide::Scaled scaled = w.scale(z.re, z.im);
  Value x = k.abs(scaled.x), y = k.abs(scaled.y);
  Value zero = k.floatLike(x, 0.0), one = k.floatLike(x, 1.0);
  Value two = k.floatLike(x, 2.0), four = k.floatLike(x, 4.0);
  Value isSteep = k.cmpf(Cmp::OGT, y, x);
  Value large = k.select(isSteep, y, x), small = k.select(isSteep, x, y);
  // From tan(pi/8) on, with atan(u) = pi/4 + atan((u - 1) / (u + 1)).
  Value isDiagonal = k.cmpf(Cmp::OGT, small,
                            k.mulf(large, k.floatLike(x, 0.4142135623730951)));
  Double below = twoSum(k, small, k.select(isDiagonal, w.neg(large), zero));
  Double above = twoSum(k, large, k.select(isDiagonal, small, zero));
  Double s = divide(k, below, above);
  s.low = k.select(k.cmpf(Cmp::ORD, s.low, s.low), s.low, zero);
  Value n = k.select(isDiagonal, one, zero);
  n = k.select(isSteep, k.subf(two, n), n);
  Value isLeft = k.cmpf(Cmp::OLT, z.re, k.floatLike(x, 0.0));
  n = k.select(isLeft, k.subf(four, n), n);
  Value isBackward = k.op<arith::XOrIOp>(isSteep, isLeft);
  auto turned = [&](Value v) { return k.select(isBackward, w.neg(v), v); };
  Double quarter = twoProduct(k, n, k.floatLike(n, 0x1.921fb54442d18p-1));
  quarter.low = k.fma(n, k.floatLike(n, 0x1.1a62633145c07p-55), quarter.low);
  Double angle = addSeries(k, quarter, {turned(s.high), turned(s.low)}, 22,
                           /*alternates=*/true);
  Value sign = w.copySign(one, z.im);
  return {k.mulf(angle.high, sign), k.mulf(angle.low, sign)};
}

Elem complexop::pow(KernelOps &k, Elem a, Elem c) {
  Wide w(k, a.re);
  Elem base = w.widen(a), exponent = w.widen(c);
  Double log = logModulus(w, base), turn = angleOf(w, base);
  Double size = sumOfProducts(k, exponent.re, log, w.neg(exponent.im), turn);
  Double angle = sumOfProducts(k, exponent.re, turn, exponent.im, log);
  // In two steps, because e^size alone could overflow.
  Value half = k.floatLike(size.high, 0.5);
  Value root = k.exp(k.mulf(half, size.high));
  Value cosine = k.sin(angle.high, true), sine = k.sin(angle.high, false);
  auto finish = [&](Value part, Value derivative) {
    part = k.fma(angle.low, derivative, part);
    return k.mulf(k.mulf(root, k.fma(size.low, part, part)), root);
  };
  Value re = finish(cosine, w.neg(sine)), im = finish(sine, cosine);
  Value zero = k.floatLike(re, 0.0), one = k.floatLike(re, 1.0);
  im = k.select(w.isZero(angle.high), angle.high, im);
  Value baseZero = w.all(w.isZero(base.re), w.isZero(base.im));
  Value exponentZero = w.all(w.isZero(exponent.re), w.isZero(exponent.im));
  re = k.select(exponentZero, one, k.select(baseZero, zero, re));
  im = k.select(w.either(exponentZero, baseZero), zero, im);
  return w.narrow(Elem{re, im});
}
