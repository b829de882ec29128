//===- ComplexLog.cpp - Complex logarithm and inverse functions -----------===//
//
// Principal values, continuous from the side that the sign of a zero part names
// (Kahan 1987, "Branch cuts for complex elementary functions"). Inverse sines
// follow Hull, Fairgrieve and Tang 1997, without their case distinctions where
// a factored form serves all cases: both parts come out of a logarithm of 1 + t
// and an arc tangent whose arguments are sums of positive terms.
//
// complex64: logarithm and arc tangent in f64 on vectors, right to 1e-13, from
// arguments in the range of products of f32. complex128: libm's, one element at
// a time. Covered by test/Execute/Ops/complex-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/Complex.h"

using namespace mlir;
using namespace popt;
using namespace popt::complexop;
using Cmp = arith::CmpFPredicate;

namespace {
/// The real functions on widened parts.
struct Inverses : Wide {
  using Wide::Wide;

  Value log1p(Value t) const;
  /// log |x + iy|
  Value logModulus(Value x, Value y) const;
  Value atan2(Value y, Value x) const;
};
} // namespace

/// The logarithm of n >= 0. Near 1 it is that of 1 + d, where d = n - 1 has the
/// digits that n lost to rounding.
static Value logOfSingle(KernelOps &k, Value n, Value d) {
  // 2^e m with m in [sqrt(1/2), sqrt(2)): subtract the bits of sqrt(1/2).
  Value u = k.bits(n);
  Value e = k.op<arith::SubIOp>(u, k.intLike(u, 0x3fe6a09e667f3bcd));
  e = k.op<arith::ShRSIOp>(e, k.intLike(e, 52));
  Value m = k.op<arith::SubIOp>(u, k.op<arith::ShLIOp>(e, k.intLike(e, 52)));
  Value one = k.floatLike(n, 1.0), two = k.floatLike(n, 2.0);
  m = k.subf(k.fromBits(m, k.b.getF64Type()), one);
  Value isNear = k.cmpi(arith::CmpIPredicate::eq, e, k.intLike(e, 0));
  Value f = k.select(isNear, d, m);
  // 2 atanh s; interpolated at Chebyshev points.
  Value s = k.divf(f, k.addf(f, two)), z = k.mulf(s, s);
  Value p = k.horner(z, {0.09681326857101004, 0.11095700415154251,
                         0.14285877267957245, 0.19999999398668794,
                         0.3333333333368754});
  Value twice = k.addf(s, s);
  Value log = k.fma(k.mulf(p, z), twice, twice);
  // e in the low bits of 1.5 * 2^52.
  Value shifted = k.op<arith::AddIOp>(e, k.intLike(e, 0x4338000000000000));
  Value whole = k.subf(k.fromBits(shifted, k.b.getF64Type()),
                       k.floatLike(n, 6755399441055744.0));
  log = k.fma(whole, k.floatLike(n, 0.6931471805599453), log);
  Value infinity = k.floatLike(n, INFINITY);
  Value isZero = k.cmpf(Cmp::OEQ, n, k.floatLike(n, 0.0));
  log = k.select(isZero, k.floatLike(n, -INFINITY), log);
  return k.select(k.cmpf(Cmp::UGE, n, infinity), n, log); // or no number
}

/// log |x + iy| with d = |x + iy|^2 - 1.
static Value logModulusOfSingle(const Wide &w, Value x, Value y, Value d) {
  KernelOps &k = w.k;
  Value log = logOfSingle(k, k.fma(x, x, k.mulf(y, y)), d);
  Value isInfinite = w.either(w.isInfinite(x), w.isInfinite(y));
  return k.select(isInfinite, k.floatLike(x, INFINITY),
                  k.mulf(k.floatLike(x, 0.5), log));
}

static Value atan2OfSingle(const Wide &w, Value y, Value x) {
  // n pi/4 + atan s or n pi/4 - atan s, with |s| <= tan(pi/8). No number
  // counts beside 1e200, which stands for infinity.
  KernelOps &k = w.k;
  Value limit = k.floatLike(x, 1e200), zero = k.floatLike(x, 0.0);
  auto sizeOf = [&](Value part) {
    Value size = k.abs(part);
    return k.select(k.cmpf(Cmp::OGT, size, limit), limit, size);
  };
  Value width = sizeOf(x), height = sizeOf(y);
  Value isSteep = k.cmpf(Cmp::OGT, height, width);
  Value large = k.select(isSteep, height, width);
  Value small = k.select(isSteep, width, height);
  large = k.select(w.isZero(large), k.floatLike(x, 1.0), large);
  Value isDiagonal = k.cmpf(Cmp::OGT, small,
                            k.mulf(large, k.floatLike(x, 0.4142135623730951)));
  Value s = k.divf(k.select(isDiagonal, k.subf(small, large), small),
                   k.addf(large, k.select(isDiagonal, small, zero)));
  Value z = k.mulf(s, s); // interpolated at Chebyshev points
  Value p = k.horner(z, {0.03295679541870136, -0.06027307460946675,
                         0.07604800046078292, -0.09084101895346429,
                         0.11110819716745676, -0.142857081103604,
                         0.19999999949854794, -0.33333333333266196});
  Value angle = k.fma(k.mulf(p, z), s, s);
  angle = k.addf(angle, k.select(isDiagonal, k.floatLike(x, M_PI_4), zero));
  angle = k.select(isSteep, k.subf(k.floatLike(x, M_PI_2), angle), angle);
  Value bits = k.bits(x); // also -0 is on the left
  Value isLeft = k.cmpi(arith::CmpIPredicate::slt, bits, k.intLike(bits, 0));
  angle = k.select(isLeft, k.subf(k.floatLike(x, M_PI), angle), angle);
  return w.copySign(angle, y);
}

Value Inverses::log1p(Value t) const {
  if (isSingle)
    return logOfSingle(k, k.addf(k.floatLike(t, 1.0), t), t);
  return k.log1p(t);
}

Value Inverses::atan2(Value y, Value x) const {
  if (isSingle)
    return atan2OfSingle(*this, y, x);
  return k.libm<math::Atan2Op>(y, x);
}

/// x + s + t, right to both words even if the upper words cancel.
static Double sumUp(KernelOps &k, Value x, Double s, Double t) {
  Double first = twoSum(k, x, s.high);
  Double second = twoSum(k, first.high, t.high);
  Double low = twoSum(k, s.low, t.low);
  Double rest = twoSum(k, first.low, second.low);
  Double lows = twoSum(k, low.high, rest.high);
  Double sum = twoSum(k, second.high, lows.high);
  return twoSum(k, sum.high,
                k.addf(sum.low, k.addf(lows.low, k.addf(low.low, rest.low))));
}

/// log|1 + t| / 2
static Value halfLog1p(KernelOps &k, Double t) {
  Value one = k.floatLike(t.high, 1.0);
  Value log = k.addf(k.log1p(t.high), k.divf(t.low, k.addf(one, t.high)));
  return k.mulf(k.floatLike(one, 0.5), log);
}

Value Inverses::logModulus(Value x, Value y) const {
  x = k.abs(x);
  y = k.abs(y);
  Value large = max(x, y), small = min(x, y);
  Value one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  if (isSingle) {
    // Products are exact, and so is large^2 - 1 near the unit circle.
    Value distance = k.fma(large, large, k.floatLike(x, -1.0));
    return logModulusOfSingle(*this, x, y, k.fma(small, small, distance));
  }
  // Near the unit circle |z|^2 - 1 in two words: the logarithm is as small.
  Double distance = sumUp(k, k.floatLike(x, -1.0), twoProduct(k, large, large),
                          twoProduct(k, small, small));
  Value isNear = k.cmpf(Cmp::OLT, k.abs(distance.high), half);
  Value near =
      halfLog1p(k, {k.select(isNear, distance.high, one), distance.low});
  Value ratio = k.divf(small, large);
  ratio = k.select(isZero(large), small, ratio);
  Value far = k.addf(k.log(large), k.mulf(half, k.log1p(k.mulf(ratio, ratio))));
  Value infinite = either(isInfinite(x), isInfinite(y));
  return k.select(isNear, near,
                  k.select(infinite, k.floatLike(x, INFINITY), far));
}

Elem complexop::log(KernelOps &k, Elem z) {
  Inverses w(k, z.re);
  z = w.widen(z);
  return w.narrow(Elem{w.logModulus(z.re, z.im), w.atan2(z.im, z.re)});
}

Elem complexop::log1p(KernelOps &k, Elem z) {
  Inverses w(k, z.re);
  z = w.widen(z);
  Value x = z.re, y = z.im;
  Value one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  Value shifted = k.addf(one, x);
  // |1 + z|^2 - 1 = 2x + x^2 + y^2 in two words.
  Double distance =
      sumUp(k, k.addf(x, x), twoProduct(k, x, x), twoProduct(k, y, y));
  Value re;
  if (w.isSingle) {
    re = logModulusOfSingle(w, shifted, y, distance.high);
  } else {
    Value isNear = k.cmpf(Cmp::OLT, k.abs(distance.high), half);
    Value near =
        halfLog1p(k, {k.select(isNear, distance.high, one), distance.low});
    re = k.select(isNear, near, w.logModulus(shifted, y));
  }
  return w.narrow(Elem{re, w.atan2(y, shifted)});
}

Elem complexop::cbrt(KernelOps &k, Elem z) {
  // The principal root: a third of the argument.
  Inverses w(k, z.re);
  z = w.widen(z);
  // Moduli that are infinite or lose digits: of z times 2^-3 or 2^300.
  Value one = k.floatLike(z.re, 1.0);
  Value size = w.max(k.abs(z.re), k.abs(z.im));
  Value isLarge = k.cmpf(Cmp::OGT, size, k.floatLike(z.re, 1e300));
  Value isTiny = k.cmpf(Cmp::OLT, size, k.floatLike(z.re, 1e-290));
  auto choose = [&](double large, double tiny) {
    return k.select(isLarge, k.floatLike(one, large),
                    k.select(isTiny, k.floatLike(one, tiny), one));
  };
  Value factor = choose(0.125, 0x1p300);
  Value root = k.mulf(
      k.libm<math::CbrtOp>(w.hypot(k.mulf(z.re, factor), k.mulf(z.im, factor))),
      choose(2.0, 0x1p-100));
  Value three = k.floatLike(z.re, 3.0);
  Value angle = k.divf(w.atan2(z.im, z.re), three);
  Value im = k.mulf(root, k.sin(angle, false));
  // An angle of y / x could be too small for a number.
  Value ratio = k.divf(root, z.re);
  Value isFlat =
      k.cmpf(Cmp::OLT, k.abs(z.im), k.mulf(z.re, k.floatLike(one, 0x1p-27)));
  im = k.select(isFlat, k.divf(k.mulf(ratio, z.im), three), im);
  im = k.select(w.isZero(angle), k.select(isFlat, im, angle), im);
  return w.narrow(Elem{k.mulf(root, k.sin(angle, true)), im});
}

//===----------------------------------------------------------------------===//
// Inverse sines and cosines
//===----------------------------------------------------------------------===//

/// From 2^60 on, 1 does not count beside x + iy. Also if one of them is
/// infinite and the other one no number.
static Value hidesOne(Wide &w, Value x, Value y) {
  KernelOps &k = w.k;
  Value limit = k.floatLike(x, 1152921504606846976.0);
  return w.either(k.cmpf(Cmp::OGE, x, limit), k.cmpf(Cmp::OGE, y, limit));
}

namespace {
/// For z in the first quadrant, asin z = atan(x / adjacent) + i height and
/// acos z = atan(adjacent / x) - i height.
struct InverseSine {
  Value adjacent, height;
};
} // namespace

static InverseSine inverseSine(Inverses &w, Value x, Value y) {
  KernelOps &k = w.k;
  x = k.abs(x);
  y = k.abs(y);
  Value one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  // There adjacent is y, height is log 2|z|.
  Value isLarge = hidesOne(w, x, y);
  Value quarterSize = w.hypot(k.mulf(x, half), k.mulf(y, half));
  Value wholeY = y, isOnAxis = w.isZero(x);
  x = k.select(isLarge, one, x);
  y = k.select(isLarge, one, y);

  // a = (r + s) / 2 with r and s the distances from -1 and 1.
  Value plus = k.addf(x, one), minus = k.subf(x, one);
  Value r = w.hypot(plus, y), s = w.hypot(minus, y);
  Value a = k.mulf(half, k.addf(r, s));
  // r - (x + 1) = y^2 / (r + (x + 1)), s - |x - 1| = y^2 / (s + |x - 1|)
  Value isInside = k.cmpf(Cmp::OLE, x, one);
  Value distance = k.addf(s, k.abs(minus));
  Value outer = k.divf(one, k.addf(r, plus));
  Value inner = k.divf(one, distance);
  Value both = k.mulf(half, k.addf(outer, inner));
  // a - 1 and a - x: one of them is y^2 `both`, the other one half of `twice`.
  Value twice = k.fma(k.mulf(y, y), outer, distance);
  Value plusOne = k.addf(a, one), plusX = k.addf(a, x);
  Value onX =
      k.sqrt(k.mulf(twice, k.mulf(half, k.select(isInside, plusX, plusOne))));
  Value onY =
      k.mulf(y, k.sqrt(k.mulf(both, k.select(isInside, plusOne, plusX))));
  // At x = 1 both are half of `twice`.
  Value isEdge = w.isZero(minus);
  onY = k.select(isEdge, onX, onY);
  Value adjacent = k.select(isInside, onX, onY);
  Value root = k.select(isInside, onY, onX);
  Value single = k.mulf(half, twice);
  Value minusOne = k.select(isInside, k.mulf(k.mulf(y, y), both), single);
  minusOne = k.select(isEdge, single, minusOne);
  // log(a + sqrt(a^2 - 1)); for large z log(|z| / 2) + log 4
  Value argument = k.select(isLarge, quarterSize, k.addf(minusOne, root));
  Value height = w.log1p(argument);
  height = k.select(isLarge, k.addf(height, k.floatLike(x, 1.3862943611198906)),
                    height);
  adjacent = k.select(isLarge, wholeY, adjacent);
  // For x = 0 it is some positive number, also if y is none.
  return {k.select(isOnAxis, one, adjacent), height};
}

Elem complexop::asin(KernelOps &k, Elem z) {
  Inverses w(k, z.re);
  z = w.widen(z);
  InverseSine s = inverseSine(w, z.re, z.im);
  return w.narrow(Elem{w.atan2(z.re, s.adjacent), w.copySign(s.height, z.im)});
}

Elem complexop::acos(KernelOps &k, Elem z) {
  Inverses w(k, z.re);
  z = w.widen(z);
  InverseSine s = inverseSine(w, z.re, z.im);
  return w.narrow(
      Elem{w.atan2(s.adjacent, z.re), w.copySign(s.height, w.neg(z.im))});
}

Elem complexop::asinh(KernelOps &k, Elem z) {
  // asinh z = i asin(-i z)
  Elem s = asin(k, {z.im, k.op<arith::NegFOp>(z.re)});
  return {k.op<arith::NegFOp>(s.im), s.re};
}

Elem complexop::acosh(KernelOps &k, Elem z) {
  // i acos z or -i acos z, whichever has a real part that is not negative.
  Elem c = acos(k, z);
  return {k.abs(c.im), k.op<math::CopySignOp>(c.re, z.im)};
}

//===----------------------------------------------------------------------===//
// Inverse tangents
//===----------------------------------------------------------------------===//

Elem complexop::atanh(KernelOps &k, Elem z) {
  // log1p(4x / ((1-x)^2 + y^2)) / 4 + i atan2(2y, (1-x)(1+x) - y^2) / 2
  Inverses w(k, z.re);
  z = w.widen(z);
  Value x = k.abs(z.re), y = k.abs(z.im);
  Value one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  Value four = k.floatLike(x, 4.0), quarter = k.floatLike(x, 0.25);
  Value minus = k.subf(one, x), plus = k.addf(one, x);
  Value bottom = k.fma(minus, minus, k.mulf(y, y));
  Value argument = k.divf(k.mulf(four, x), bottom);
  // There it is 4x / |z|^2, and the angle is right.
  Value isLarge = hidesOne(w, x, y);
  Value halfSize = w.hypot(k.mulf(x, half), k.mulf(y, half));
  Value far = k.divf(k.divf(x, halfSize), halfSize);
  Value infinite = w.either(w.isInfinite(x), w.isInfinite(y));
  far = k.select(infinite, k.floatLike(x, 0.0), far);
  argument = k.select(isLarge, far, argument);
  // At x = 1 with y^2 below all numbers: log(2 / y) / 2.
  Value isPole =
      w.all(w.isZero(minus), k.cmpf(Cmp::OLT, y, k.floatLike(x, 0x1p-200)));
  argument = k.select(isPole, k.divf(k.floatLike(x, 0x1p-100), y), argument);
  Value log = w.log1p(argument);
  // 101 ln 2
  Value pole = k.mulf(half, k.addf(log, k.floatLike(x, 70.00786523655448)));
  Value re = k.select(isPole, pole, k.mulf(quarter, log));
  re = k.select(w.isZero(x), x, re); // also if y is no number

  Value angle = k.mulf(
      half, w.atan2(k.addf(y, y), k.fma(minus, plus, w.neg(k.mulf(y, y)))));
  angle = k.select(isLarge, k.floatLike(x, M_PI_2), angle);
  // A number that is none stays visible in the other part.
  angle = k.select(k.cmpf(Cmp::UNO, z.im, z.im), z.im, angle);
  return w.narrow(Elem{w.copySign(re, z.re), w.copySign(angle, z.im)});
}

Elem complexop::atan(KernelOps &k, Elem z) {
  // atan z = i atanh(-i z)
  Elem t = atanh(k, {z.im, k.op<arith::NegFOp>(z.re)});
  return {k.op<arith::NegFOp>(t.im), t.re};
}

/// |u|^2 - |v|^2, right also if it cancels.
static Value differenceOfNorms(KernelOps &k, Elem u, Elem v) {
  auto normOf = [&](Elem z) -> Double {
    Double x = twoProduct(k, z.re, z.re), y = twoProduct(k, z.im, z.im);
    Double norm = twoSum(k, x.high, y.high);
    return {norm.high, k.addf(norm.low, k.addf(x.low, y.low))};
  };
  Double first = normOf(u), second = normOf(v);
  Double sum = twoSum(k, first.high, k.op<arith::NegFOp>(second.high));
  return k.addf(sum.high, k.addf(sum.low, k.subf(first.low, second.low)));
}

Elem complexop::atan2(KernelOps &k, Elem y, Elem x) {
  // -i log((x + iy) / sqrt(x^2 + y^2)). With p = x + iy and q = x - iy, this is
  // half the angle between p and q, half a turn further where x and the root
  // point in opposite directions, and i/2 log(|q| / |p|).
  Inverses w(k, y.re);
  y = w.widen(y);
  x = w.widen(x);
  Value largest =
      w.max(w.max(k.abs(x.re), k.abs(x.im)), w.max(k.abs(y.re), k.abs(y.im)));
  Value n = w.scale(largest, largest).n;
  auto scaled = [&](Elem z) -> Elem {
    Value back = w.negateExponent(n);
    return {w.timesPowerOfTwo(z.re, back), w.timesPowerOfTwo(z.im, back)};
  };
  Elem u = scaled(x), v = scaled(y);
  Elem p = {k.subf(u.re, v.im), k.addf(u.im, v.re)};
  Elem q = {k.addf(u.re, v.im), k.subf(u.im, v.re)};
  auto normOf = [&](Elem z) { return w.sumOfProducts(z.re, z.re, z.im, z.im); };
  Value two = k.floatLike(u.re, 2.0), zero = k.floatLike(u.re, 0.0);
  Value half = k.floatLike(u.re, 0.5);
  // |q|^2 - |p|^2, and the parts of p times the conjugate of q.
  Value difference = k.mulf(k.floatLike(u.re, 4.0),
                            w.sumOfProducts(u.re, v.im, w.neg(u.im), v.re));
  Value across = k.mulf(two, w.sumOfProducts(u.re, v.re, u.im, v.im));
  Value along = differenceOfNorms(k, u, v);
  Value isLess = k.cmpf(Cmp::OLT, difference, zero);
  Value norm = k.select(isLess, normOf(q), normOf(p));
  Value log = w.log1p(k.divf(k.abs(difference), norm));
  Value im = w.copySign(k.mulf(k.floatLike(u.re, 0.25), log), difference);
  Value base = k.mulf(half, w.atan2(across, along));
  // The root of pq and the side of x.
  Elem product = {w.sumOfProducts(p.re, q.re, w.neg(p.im), q.im),
                  w.sumOfProducts(p.re, q.im, p.im, q.re)};
  Elem root = sqrt(k, product);
  Value side = w.sumOfProducts(u.re, root.re, u.im, root.im);
  Value isOpposite = k.cmpf(Cmp::OLT, side, zero);
  Value turn = w.copySign(k.floatLike(u.re, M_PI), w.neg(base));
  Value re = k.select(isOpposite, k.addf(base, turn), base);
  // Where x is 0, y points in the direction of the root or in the other.
  Value height = w.sumOfProducts(v.re, root.re, v.im, root.im);
  Value isUpright = k.cmpf(Cmp::OEQ, w.max(k.abs(u.re), k.abs(u.im)), zero);
  Value quarter = w.copySign(k.floatLike(u.re, M_PI / 2), height);
  return w.narrow(Elem{k.select(isUpright, quarter, re), im});
}
