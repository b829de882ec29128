//===- ComplexExp.cpp - Complex exponential and trigonometry --------------===//
//
// Every formula here is a sum of terms of one sign, or a product, so that each
// part of the result is right to a few units in its last place: only the real
// parts of expm1 and logistic have zeros that no product shows.
//
// complex64: exponential and sines in f64 on vectors, from f32 arguments, which
// makes them finite and range reduction short. complex128: libm, and e^x as
// (e^(x/2))^2 where e^x alone would overflow.
//
// Covered by test/Execute/Ops/complex-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/Complex.h"

using namespace mlir;
using namespace popt;
using namespace popt::complexop;
using Cmp = arith::CmpFPredicate;

namespace {
/// The real functions on widened parts.
struct Functions : Wide {
  using Wide::Wide;

  struct Exponential {
    Value whole, minusOne;
  };
  /// e^x and e^x - 1.
  Exponential exp(Value x) const;
  struct Circle {
    Value sine, cosine;
  };
  Circle circle(Value y) const;

  /// Two factors of e^x that are finite where e^x times a sine is.
  std::pair<Value, Value> splitExp(Value x) const;
  /// a e^x, finite where the product is.
  Value timesExp(Value a, Value x) const;
  /// ab, 0 if b is 0 (and a perhaps infinite).
  Value timesSine(Value a, Value b) const;
};
} // namespace

/// e^x and e^x - 1 of an x that was f32.
static Functions::Exponential expOfSingle(KernelOps &k, Value x) {
  // Beyond 700 results are infinite or 0 as f32, whatever they are times.
  Value limit = k.floatLike(x, 700.0);
  Value c = k.select(k.cmpf(Cmp::OGT, x, limit), limit, x);
  limit = k.floatLike(x, -700.0);
  c = k.select(k.cmpf(Cmp::OLT, c, limit), limit, c);
  // x = n ln 2 + r; the integer shows in the low bits of n + 1.5 * 2^52.
  Value magic = k.floatLike(x, 6755399441055744.0);
  Value shifted = k.fma(c, k.floatLike(x, 1.4426950408889634), magic);
  Value n = k.subf(shifted, magic);
  Value r = k.fma(n, k.floatLike(x, -0.6931471805599453), c);
  r = k.fma(n, k.floatLike(x, -2.3190468138462996e-17), r);
  // e^r - 1 by its series, |r| <= 0.35.
  Value p = k.horner(r, {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800,
                         1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
                         1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5});
  Value tail = k.fma(p, k.mulf(r, r), r);
  Value integer = k.bits(shifted);
  Value biased =
      k.op<arith::AddIOp>(k.op<arith::ShLIOp>(integer, k.intLike(integer, 52)),
                          k.intLike(integer, int64_t(1023) << 52));
  Value scale = k.fromBits(biased, k.b.getF64Type());
  return {k.fma(tail, scale, scale),
          k.fma(tail, scale, k.subf(scale, k.floatLike(x, 1.0)))};
}

/// Sine and cosine of a y that was f32.
static Functions::Circle circleOfSingle(KernelOps &k, Value y) {
  Value isLarge = k.cmpf(Cmp::OGE, k.abs(y), k.floatLike(y, 1073741824.0));
  Value safe = k.select(isLarge, k.floatLike(y, 0.0), y);
  Value magic = k.floatLike(y, 6755399441055744.0);
  Value shifted = k.fma(safe, k.floatLike(y, 0.63661977236758134308), magic);
  Value n = k.subf(shifted, magic);
  Value r = k.fma(n, k.floatLike(y, -1.57079632679489655800e+00), safe);
  r = k.fma(n, k.floatLike(y, -6.12323399573676603587e-17), r);
  Value z = k.mulf(r, r);
  Value s = k.horner(z, {1.0 / 355687428096000, -1.0 / 1307674368000,
                         1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880,
                         -1.0 / 5040, 1.0 / 120, -1.0 / 6});
  s = k.fma(k.mulf(s, z), r, r);
  Value c = k.horner(z, {1.0 / 20922789888000, -1.0 / 87178291200,
                         1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320,
                         -1.0 / 720, 1.0 / 24, -0.5, 1.0});
  // The low bits of n name the quadrant.
  Value quadrant = k.bits(shifted);
  auto bitOf = [&](Value q, int64_t bit) {
    return k.cmpi(arith::CmpIPredicate::ne,
                  k.op<arith::AndIOp>(q, k.intLike(q, bit)), k.intLike(q, 0));
  };
  Value odd = bitOf(quadrant, 1);
  Value next = k.op<arith::AddIOp>(quadrant, k.intLike(quadrant, 1));
  auto turn = [&](Value q, Value x) {
    return k.select(bitOf(q, 2), k.op<arith::NegFOp>(x), x);
  };
  Value sine = turn(quadrant, k.select(odd, c, s));
  Value cosine = turn(next, k.select(odd, s, c));
  sine = k.select(k.cmpf(Cmp::OEQ, y, k.floatLike(y, 0.0)), y, sine);
  return {
      k.patch(isLarge, y, sine, [&](Value e) { return k.op<math::SinOp>(e); }),
      k.patch(isLarge, y, cosine,
              [&](Value e) { return k.op<math::CosOp>(e); })};
}

Functions::Exponential Functions::exp(Value x) const {
  if (isSingle)
    return expOfSingle(k, x);
  return {k.exp(x), k.expm1(x)};
}

Functions::Circle Functions::circle(Value y) const {
  if (isSingle)
    return circleOfSingle(k, y);
  return {k.sin(y, false), k.sin(y, true)};
}

std::pair<Value, Value> Functions::splitExp(Value x) const {
  Value limit = k.floatLike(x, 700.0), zero = k.floatLike(x, 0.0);
  Value isFar = k.cmpf(Cmp::OGT, k.abs(x), limit);
  Value isLess = k.cmpf(Cmp::OLT, x, zero);
  auto choose = [&](double up, double down, double near) {
    return k.select(isFar,
                    k.select(isLess, k.floatLike(x, down), k.floatLike(x, up)),
                    k.floatLike(x, near));
  };
  // The difference is exact: 700 is a multiple of the last place of such x.
  return {choose(1.0142320547350045e304, 9.859676543759771e-305, 1.0),
          k.exp(k.subf(x, choose(700.0, -700.0, 0.0)))};
}

Value Functions::timesExp(Value a, Value x) const {
  if (isSingle)
    return k.mulf(a, expOfSingle(k, x).whole);
  auto [first, second] = splitExp(x);
  return k.mulf(k.mulf(a, first), second);
}

Value Functions::timesSine(Value a, Value b) const {
  Value zero = k.mulf(b, copySign(k.floatLike(a, 1.0), a));
  return k.select(isZero(b), zero, k.mulf(a, b));
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

Elem complexop::exp(KernelOps &k, Elem z) {
  Functions f(k, z.re);
  z = f.widen(z);
  auto [sine, cosine] = f.circle(z.im);
  Value re = f.timesExp(cosine, z.re), im = f.timesExp(sine, z.re);
  im = k.select(f.isZero(z.im), z.im, im);
  return f.narrow(Elem{re, im});
}

Elem complexop::expm1(KernelOps &k, Elem z) {
  // e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y/2)
  Functions f(k, z.re);
  z = f.widen(z);
  auto [sine, cosine] = f.circle(z.im);
  Value halfSine = f.circle(k.mulf(z.im, k.floatLike(z.im, 0.5))).sine;
  Value versine = k.mulf(k.floatLike(z.im, 2.0), k.mulf(halfSine, halfSine));
  Value minusOne = f.copySign(f.exp(z.re).minusOne, z.re); // also of -0
  Value near = k.subf(k.mulf(minusOne, cosine), versine);
  Value one = k.floatLike(z.re, 1.0);
  Value far = k.subf(f.timesExp(cosine, z.re), one);
  Value isFar = k.cmpf(Cmp::OGT, k.abs(z.re), k.floatLike(z.re, 40.0));
  Value re = k.select(isFar, far, near);
  Value im = f.timesExp(sine, z.re);
  im = k.select(f.isZero(z.im), z.im, im);
  return f.narrow(Elem{re, im});
}

//===----------------------------------------------------------------------===//
// Sines and cosines
//===----------------------------------------------------------------------===//

/// a cosh x and b sinh x, finite where the products are.
static std::pair<Value, Value> timesHyperbolic(Functions &f, Value a, Value b,
                                               Value x) {
  KernelOps &k = f.k;
  Value size = k.abs(x), one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  // sinh |x| = (u + u / (u + 1)) / 2 with u = e^|x| - 1
  Functions::Exponential e = f.exp(size);
  Value u = e.minusOne;
  Value fine = k.mulf(half, k.addf(u, k.divf(u, k.addf(u, one))));
  Value isSmall = k.cmpf(Cmp::OLT, size, one);
  Value factor = one, whole = e.whole;
  if (!f.isSingle)
    std::tie(factor, whole) = f.splitExp(size);
  // Where the factor is not 1 the inverse does not count.
  Value inverse = k.divf(one, whole);
  if (!f.isSingle)
    inverse =
        k.select(k.cmpf(Cmp::OEQ, factor, one), inverse, k.floatLike(x, 0.0));
  Value cosh = k.mulf(half, k.addf(whole, inverse));
  Value sinh = k.mulf(half, k.subf(whole, inverse));
  sinh = f.copySign(k.select(isSmall, fine, sinh), x);
  Value first = f.timesSine(cosh, f.timesSine(factor, a));
  Value second = f.timesSine(sinh, f.timesSine(factor, b));
  // 0 times anything is 0 here: sinh 0, sin 0.
  second = k.select(f.isZero(x), k.mulf(x, f.copySign(one, b)), second);
  return {first, second};
}

/// The real part of a hyperbolic function: at infinity infinite, also if there
/// is no angle.
static Value realPart(Functions &f, Value re, Value x, Value cosine) {
  KernelOps &k = f.k;
  Value isTurnless = k.cmpf(Cmp::UNO, cosine, cosine);
  return k.select(f.all(f.isInfinite(x), isTurnless), k.abs(x), re);
}

static Elem hyperbolic(KernelOps &k, Elem z, bool isSinh) {
  Functions f(k, z.re);
  z = f.widen(z);
  auto [sine, cosine] = f.circle(z.im);
  auto [re, im] =
      timesHyperbolic(f, isSinh ? sine : cosine, isSinh ? cosine : sine, z.re);
  if (isSinh)
    std::swap(re, im);
  return f.narrow(Elem{realPart(f, re, z.re, cosine), im});
}

Elem complexop::cosh(KernelOps &k, Elem z) { return hyperbolic(k, z, false); }

Elem complexop::sinh(KernelOps &k, Elem z) { return hyperbolic(k, z, true); }

Elem complexop::sin(KernelOps &k, Elem z) {
  // sin z = -i sinh(i z)
  Elem s = sinh(k, {k.op<arith::NegFOp>(z.im), z.re});
  return {s.im, k.op<arith::NegFOp>(s.re)};
}

Elem complexop::cos(KernelOps &k, Elem z) {
  return cosh(k, {k.op<arith::NegFOp>(z.im), z.re});
}

//===----------------------------------------------------------------------===//
// Quotients: tanh, logistic
//===----------------------------------------------------------------------===//

namespace {
/// tanh(x/2 + iy/2) and logistic(x + iy) multiplied by e^-|x|, above and below:
/// with e = e^-|x|, the denominator is (1 - e)^2 + 4 e cos^2(y/2).
struct Damped {
  Value e, oneMinusE, sine, cosine, bottom;
};
} // namespace

static Damped damp(Functions &f, Value x, Value halfY) {
  KernelOps &k = f.k;
  auto [e, minusOne] = f.exp(f.neg(k.abs(x)));
  auto [sine, cosine] = f.circle(halfY);
  Value u = f.neg(minusOne);
  Value four = k.mulf(k.floatLike(x, 4.0), k.mulf(cosine, cosine));
  return {e, u, sine, cosine, k.fma(u, u, k.mulf(e, four))};
}

Elem complexop::tanh(KernelOps &k, Elem z) {
  Functions f(k, z.re);
  z = f.widen(z);
  Value zero = k.floatLike(z.re, 0.0), one = k.floatLike(z.re, 1.0);
  Damped d = damp(f, k.addf(z.re, z.re), z.im);
  // (e^x - e^-x) (e^x + e^-x) and 4 sin y cos y, times e^-2|x|
  Value re = k.divf(k.mulf(d.oneMinusE, k.addf(one, d.e)), d.bottom);
  Value turn = k.mulf(k.mulf(k.floatLike(z.re, 4.0), d.sine), d.cosine);
  Value im = k.divf(k.mulf(turn, d.e), d.bottom);
  im = k.select(f.isZero(z.im), z.im, im);
  // At infinity the imaginary part does not matter.
  Value isInfinite = f.isInfinite(z.re);
  re = k.select(isInfinite, one, k.select(f.isZero(z.re), zero, re));
  Value isTurnless = k.cmpf(Cmp::UNO, turn, turn);
  im = k.select(f.all(isInfinite, isTurnless), zero, im);
  return f.narrow(Elem{f.copySign(re, z.re), im});
}

Elem complexop::tan(KernelOps &k, Elem z) {
  // tan z = -i tanh(i z)
  Elem t = tanh(k, {k.op<arith::NegFOp>(z.im), z.re});
  return {t.im, k.op<arith::NegFOp>(t.re)};
}

Elem complexop::logistic(KernelOps &k, Elem z) {
  // e^(z/2) / (2 cosh(z/2)), times the conjugate of cosh(z/2), times e^-|x|:
  // above are (1 - e) + 2 e cos^2(y/2) for x >= 0, e (cos y + e) for x < 0, and
  // e sin y. Near the poles cos y + e is 2 cos^2(y/2) - (1 - e).
  Functions f(k, z.re);
  z = f.widen(z);
  Value zero = k.floatLike(z.re, 0.0), two = k.floatLike(z.re, 2.0);
  Damped d = damp(f, z.re, k.mulf(z.im, k.floatLike(z.im, 0.5)));
  auto [sine, cosine] = f.circle(z.im);
  Value square = k.mulf(two, k.mulf(d.cosine, d.cosine));
  Value up = k.fma(d.e, square, d.oneMinusE);
  Value isNear = k.cmpf(Cmp::OLT, d.oneMinusE, k.floatLike(z.re, 0.5));
  Value down =
      k.select(isNear, k.subf(square, d.oneMinusE), k.addf(cosine, d.e));
  down = k.mulf(d.e, down);
  Value isDown = k.cmpf(Cmp::OLT, z.re, zero);
  Value re = k.divf(k.select(isDown, down, up), d.bottom);
  Value im = k.divf(k.mulf(sine, d.e), d.bottom);
  im = k.select(f.isZero(z.im), z.im, im);
  return f.narrow(Elem{re, im});
}
