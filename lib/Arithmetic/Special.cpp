//===- Special.cpp - Special functions and number formats -----------------===//
//
// Computed in f64 one element at a time, whatever the type: rare in training
// steps, so accuracy and short code come first. Series and recurrences are the
// usual ones (Abramowitz and Stegun 6.3, 6.4 and 23.2; Winitzki's start
// for the inverse error function). Covered by test/Execute/Ops/accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/Special.h"

using namespace mlir;
using namespace popt;
using Cmp = arith::CmpFPredicate;
using CmpI = arith::CmpIPredicate;

namespace {
/// Widens operands to f64 and narrows the result back.
struct InDouble {
  KernelOps &k;
  Type original;

  InDouble(KernelOps &k, Value x) : k(k), original(x.getType()) {
    k.scalarOnly |= lanesOf(x) != 0;
  }
  Value widen(Value x) const {
    Type f64 = k.withElement(x, k.b.getF64Type());
    return x.getType() == f64 ? x : k.op<arith::ExtFOp>(f64, x);
  }
  Value narrow(Value x) const {
    return x.getType() == original ? x : k.op<arith::TruncFOp>(original, x);
  }
  /// A magnitude, narrow, with the sign of a value as it came in. (Of a sign in
  /// f64 LLVM would make one in f16 by a function that libc lacks.)
  Value withSign(Value magnitude, Value sign) const {
    return k.op<math::CopySignOp>(narrow(magnitude), sign);
  }
};
} // namespace

static Value c(KernelOps &k, Value like, double value) {
  return k.floatLike(like, value);
}
static Value neg(KernelOps &k, Value x) { return k.op<arith::NegFOp>(x); }

/// libm's lgamma_r: lgamma itself writes a global variable.
static Value lgamma64(KernelOps &k, Value x) {
  return k.libmWithSign("lgamma_r", x);
}

Value special::lgamma(KernelOps &k, ArrayRef<Value> x) {
  InDouble in(k, x[0]);
  return in.narrow(lgamma64(k, in.widen(x[0])));
}

/// digamma of 1 <= x < 2: (x - root) times a polynomial in 2 x - 3, the root in
/// two words. Interpolated at Chebyshev points, error 0.1 ULP.
static Value digammaBetween1And2(KernelOps &k, Value x) {
  Value t = k.subf(k.addf(x, x), c(k, x, 3.0));
  Value slope = k.horner(
      t,
      {-9.720300404202244e-12, 2.916093601085364e-11,   -2.9161179626023815e-11,
       8.748420037436287e-11,  -4.1555064115551965e-10, 1.2466690231864029e-09,
       -3.509235492410718e-09, 1.0528133851878114e-08,  -3.1807298477301726e-08,
       9.543261570760428e-08,  -2.8621216825577647e-07, 8.589062683365892e-07,
       -2.578133701610713e-06, 7.741234441368395e-06,   -2.325823275895313e-05,
       6.99501882655044e-05,   -0.00021074841284590126, 0.0006368880303847901,
       -0.0019350666647392832, 0.005936795278301875,    -0.018550615381739702,
       0.06013562106019684,    -0.21181371064073024,    0.9510558760318328});
  Value distance = k.subf(k.subf(x, c(k, x, 1.4616321449683622)),
                          c(k, x, 9.549995429965697e-17));
  return k.mulf(distance, slope);
}

Value special::digamma(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  // Below 0 psi(1 - x) - pi cot(pi x); the recurrence leads from below 1 and
  // from above 2 to between, without cancellation; asymptotic series above 10.
  Value zero = c(k, x, 0.0), one = c(k, x, 1.0), two = c(k, x, 2.0);
  Value reflect = k.cmpf(Cmp::OLT, x, zero);
  Value y = k.select(reflect, k.subf(one, x), x);
  Value isSmall = k.cmpf(Cmp::OLT, y, one);
  Value shift = k.select(isSmall, neg(k, k.divf(one, y)), zero);
  Value low = k.select(isSmall, k.addf(y, one), y);
  for (int i = 0; i < 8; ++i) {
    Value above = k.cmpf(Cmp::OGE, low, two);
    low = k.select(above, k.subf(low, one), low);
    shift = k.select(above, k.addf(shift, k.divf(one, low)), shift);
  }
  Value near = k.addf(digammaBetween1And2(k, low), shift);
  Value inverse = k.divf(one, y);
  Value z = k.mulf(inverse, inverse);
  Value series = k.horner(z, {1.0 / 12, -691.0 / 32760, 1.0 / 132, -1.0 / 240,
                              1.0 / 252, -1.0 / 120, 1.0 / 12});
  Value far = k.subf(k.subf(k.log(y), k.mulf(c(k, x, 0.5), inverse)),
                     k.mulf(z, series));
  Value value = k.select(k.cmpf(Cmp::OLT, y, c(k, x, 10.0)), near, far);
  // The distance to the nearest pole is exact.
  Value distance = k.subf(x, k.op<math::RoundEvenOp>(x));
  Value pi = c(k, x, M_PI);
  Value cotangent = k.divf(pi, k.libm<math::TanOp>(k.mulf(pi, distance)));
  Value isPole = k.op<arith::AndIOp>(k.cmpf(Cmp::OLE, x, zero),
                                     k.cmpf(Cmp::OEQ, distance, zero));
  Value result = k.select(reflect, k.subf(value, cotangent), value);
  return wide.narrow(k.select(isPole, c(k, x, NAN), result));
}

Value special::erfInv(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  // Winitzki's approximation starts within 1 percent; then Halley's method on
  // erf, or on erfc where erf is close to 1.
  Value one = c(k, x, 1.0), half = c(k, x, 0.5);
  Value magnitude = k.abs(x), rest = k.subf(one, magnitude);
  Value l = k.log(k.mulf(rest, k.addf(one, magnitude)));
  Value t = k.fma(l, half, c(k, x, 2 / (M_PI * 0.147)));
  Value root = k.sqrt(k.subf(k.mulf(t, t), k.mulf(l, c(k, x, 1 / 0.147))));
  Value y = k.sqrt(k.op<arith::MaximumFOp>(k.subf(root, t), c(k, x, 0.0)));
  for (int i = 0; i < 3; ++i) {
    Value byErf = k.subf(k.erf(y), magnitude);
    Value byErfc = k.subf(rest, k.erfc(y));
    Value error = k.select(k.cmpf(Cmp::OLT, magnitude, half), byErf, byErfc);
    Value slope =
        k.mulf(c(k, x, 1.1283791670955126), k.exp(neg(k, k.mulf(y, y))));
    Value step = k.divf(error, slope);
    y = k.subf(y, k.divf(step, k.fma(y, step, one)));
  }
  y = k.select(k.cmpf(Cmp::OEQ, magnitude, one), c(k, x, INFINITY), y);
  y = k.select(k.cmpf(Cmp::OGT, magnitude, one), c(k, x, NAN), y);
  return wide.withSign(y, in[0]);
}

Value special::besselI1e(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  Value y = k.abs(x), one = c(k, x, 1.0);
  // I1(y) exp(-y): y P(t) up to 3, P(t) up to 8, P(t) / sqrt(y) above, with t
  // in [-1, 1]; interpolated at Chebyshev points, errors below 0.4 ULP.
  Value t = k.subf(k.divf(y, c(k, x, 1.5)), one);
  Value near =
      k.mulf(y, k.horner(t, {1.067232236794331e-12,  -7.77425007895125e-12,
                             4.8500456717479085e-11, -3.18168985200862e-10,
                             1.994527969436233e-09,  -1.1781659287775313e-08,
                             6.5704207154701e-08,    -3.4491006069686416e-07,
                             1.6975587623109547e-06, -7.799887410222087e-06,
                             3.3295718898518195e-05, -0.0001313133429396602,
                             0.000475398825863765,   -0.0015681143992744104,
                             0.004671078901656977,   -0.012432328345724782,
                             0.029180851529499133,   -0.059397339862769336,
                             0.10241580365261618,    -0.14365829492800156,
                             0.1460262582806171}));
  t = k.divf(k.subf(y, c(k, x, 5.5)), c(k, x, 2.5));
  Value middle = k.horner(t, {1.424140524934888e-12,  -6.904556408085817e-12,
                              2.362170073240381e-11,  -1.0237192035935947e-10,
                              4.4540407877783843e-10, -1.7703676701974304e-09,
                              6.659515082388873e-09,  -2.3850205384092884e-08,
                              8.082130874667534e-08,  -2.581884180688002e-07,
                              7.750419273561296e-07,  -2.177580164518383e-06,
                              5.699104596499056e-06,  -1.3809740155533405e-05,
                              3.071763143678864e-05,  -6.18405543661089e-05,
                              0.00010948488779240164, -0.0001576725141412731,
                              0.00012706029230151602, 0.0002580933039091238,
                              -0.0018892764987646377, 0.007761285281428913,
                              -0.02972665841286501,   0.15770100901675652});
  t = k.subf(k.divf(c(k, x, 16.0), y), one);
  Value far =
      k.divf(k.horner(t, {-1.9677083272584384e-11, 6.135932778393812e-11,
                          1.417650842869536e-10,   -4.6561597954216946e-10,
                          -4.798751536934023e-10,  1.657764699456319e-09,
                          1.0715528639398075e-09,  -3.75344338735913e-09,
                          -1.992076551203188e-09,  6.202984113000443e-09,
                          3.803814960536081e-09,   -7.863004697555056e-09,
                          -7.816968266767898e-09,  5.963645798166707e-09,
                          1.408852075202545e-08,   6.737493433374833e-09,
                          -8.43880090582137e-09,   -2.337446787242448e-08,
                          -4.312778920167609e-08,  -1.0001282610189342e-07,
                          -3.4838567401229716e-07, -1.8349101357991557e-06,
                          -1.5038547197358572e-05, -0.00021923576383382282,
                          -0.009749577193235768,   0.38939845902587233}),
             k.sqrt(y));
  Value value = k.select(k.cmpf(Cmp::OLT, y, c(k, x, 8.0)), middle, far);
  value = k.select(k.cmpf(Cmp::OLT, y, c(k, x, 3.0)), near, value);
  return wide.withSign(value, in[0]);
}

/// zeta(s, q) for s > 1 and q > 0: ten terms, then Euler and Maclaurin.
static Value zetaOfPositive(KernelOps &k, Value s, Value q) {
  static const double bernoulli[] = {12.0,
                                     -720.0,
                                     30240.0,
                                     -1209600.0,
                                     47900160.0,
                                     -1.8924375803183791606e9,
                                     7.47242496e10,
                                     -2.950130727918164224e12,
                                     1.1646782814350067249e14,
                                     -4.5979787224074726105e15,
                                     1.8152105401943546773e17,
                                     -7.1661652561756670113e18};
  Value minusS = neg(k, s), one = c(k, s, 1.0), zero = c(k, s, 0.0);
  Value sum = zero, a = q;
  for (int i = 0; i < 10; ++i) {
    sum = k.addf(sum, k.libm<math::PowFOp>(a, minusS));
    a = k.addf(a, one);
  }
  Value power = k.libm<math::PowFOp>(a, minusS);
  // Where the powers are 0 the rest is, too: not 0 times infinity.
  Value isOver = k.cmpf(Cmp::OEQ, power, zero);
  // a^(1-s) does not underflow with a^-s.
  Value integral =
      k.divf(k.libm<math::PowFOp>(a, k.subf(one, s)), k.subf(s, one));
  sum = k.addf(sum, integral);
  Value rest = k.mulf(c(k, s, 0.5), power);
  Value factor = one, j = zero;
  for (double b : bernoulli) {
    factor = k.mulf(factor, k.addf(s, j));
    power = k.divf(power, a);
    rest = k.addf(rest, k.divf(k.mulf(factor, power), c(k, s, b)));
    j = k.addf(j, one);
    factor = k.mulf(factor, k.addf(s, j));
    power = k.divf(power, a);
    j = k.addf(j, one);
  }
  return k.select(isOver, sum, k.addf(sum, rest));
}

/// zeta(s, q); below q = 0, where the sum has terms of both signs, for whole s:
///   zeta(s, f) + (-1)^s zeta(s, 1 - f) - (-1)^s zeta(s, 1 - q)
/// with f = q - floor(q); the two largest terms are summed first.
static Value zeta64(KernelOps &k, Value s, Value q) {
  Value one = c(k, s, 1.0), zero = c(k, s, 0.0), half = c(k, s, 0.5);
  Value floor = k.op<math::FloorOp>(q), fraction = k.subf(q, floor);
  Value isBelow = k.cmpf(Cmp::OLT, q, zero);
  Value halfS = k.mulf(half, s);
  Value isEven = k.cmpf(Cmp::OEQ, halfS, k.op<math::FloorOp>(halfS));
  Value sum = zetaOfPositive(k, s, k.select(isBelow, fraction, q));
  auto withSign = [&](Value x) { return k.select(isEven, x, neg(k, x)); };
  Value mirrored = withSign(zetaOfPositive(k, s, k.subf(one, fraction)));
  Value beyond = withSign(zetaOfPositive(k, s, k.subf(one, q)));
  Value below = k.subf(k.addf(sum, mirrored), beyond);
  sum = k.select(isBelow, below, sum);
  Value isWhole = k.cmpf(Cmp::OEQ, s, k.op<math::FloorOp>(s));
  Value isPole = k.op<arith::AndIOp>(k.cmpf(Cmp::OLE, q, zero),
                                     k.cmpf(Cmp::OEQ, floor, q));
  Value nan = c(k, s, NAN), infinity = c(k, s, INFINITY);
  sum = k.select(k.op<arith::OrIOp>(isWhole, k.cmpf(Cmp::UGE, q, zero)), sum,
                 nan);
  sum = k.select(isPole, k.select(isEven, infinity, nan), sum);
  sum = k.select(k.cmpf(Cmp::OEQ, s, one), infinity, sum);
  return k.select(k.cmpf(Cmp::OLT, s, one), nan, sum);
}

Value special::zeta(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  return wide.narrow(zeta64(k, wide.widen(in[0]), wide.widen(in[1])));
}

Value special::polygamma(KernelOps &k, ArrayRef<Value> in) {
  // (-1)^(n+1) n! zeta(n+1, x), and digamma for n = 0.
  InDouble wide(k, in[0]);
  Value n = wide.widen(in[0]), x = wide.widen(in[1]);
  Value one = c(k, n, 1.0), zero = c(k, n, 0.0), next = k.addf(n, one);
  Value factorial = k.libm("tgamma", next);
  Value half = k.mulf(next, c(k, n, 0.5));
  Value isEven = k.cmpf(Cmp::OEQ, half, k.op<math::FloorOp>(half));
  Value value = k.mulf(factorial, zeta64(k, next, x));
  value = k.select(isEven, value, neg(k, value));
  value = k.select(k.cmpf(Cmp::OEQ, n, zero), digamma(k, {x}), value);
  Value inRange = k.op<arith::AndIOp>(k.cmpf(Cmp::OGE, n, zero),
                                      k.cmpf(Cmp::OLT, n, c(k, n, INFINITY)));
  Value valid =
      k.op<arith::AndIOp>(inRange, k.cmpf(Cmp::OEQ, n, k.op<math::FloorOp>(n)));
  return wide.narrow(k.select(valid, value, c(k, n, NAN)));
}

Value special::nextAfter(KernelOps &k, Value x, Value y, Type element) {
  // On the bits of the type itself, which registers may be wider than.
  Type storage = storageType(element);
  Type integer = k.b.getIntegerType(element.getIntOrFloatBitWidth());
  Value u;
  if (element.isBF16()) // processors that round to bf16 flush subnormal numbers
    u = k.op<arith::TruncIOp>(
        k.withElement(x, integer),
        k.op<arith::ShRUIOp>(k.bits(x), k.ints(x, 32, 16)));
  else if (storage == integer)
    u = k.toStorage(x, element);
  else if (element.getIntOrFloatBitWidth() < 8)
    u = k.op<arith::TruncIOp>(k.withElement(x, integer),
                              k.toStorage(x, element));
  else
    u = k.op<arith::BitcastOp>(k.withElement(x, integer),
                               k.toStorage(x, element));
  auto number = [&](Value bits) -> Value {
    Type stored = k.withElement(x, storage);
    if (element.getIntOrFloatBitWidth() < 8)
      return k.fromStorage(k.op<arith::ExtUIOp>(stored, bits), element);
    return k.fromStorage(
        storage == integer ? bits : k.op<arith::BitcastOp>(stored, bits),
        element);
  };
  Value zero = k.floatLike(x, 0.0), one = k.intLike(u, 1);
  Value tiny = k.op<math::CopySignOp>(number(one), y);
  Value isUp = k.cmpf(Cmp::OLT, x, y), isPositive = k.cmpf(Cmp::OGT, x, zero);
  Value moved =
      k.select(k.cmpi(CmpI::eq, isUp, isPositive), k.op<arith::AddIOp>(u, one),
               k.op<arith::SubIOp>(u, one));
  Value result = k.select(k.cmpf(Cmp::OEQ, x, zero), tiny, number(moved));
  result = k.select(k.cmpf(Cmp::OEQ, x, y), y, result);
  return k.select(k.cmpf(Cmp::UNO, x, y), k.addf(x, y), result);
}

Value special::reducePrecision(KernelOps &k, Value x, unsigned exponentBits,
                               unsigned mantissaBits) {
  Type element = getElementTypeOrSelf(x.getType());
  bool isDouble = element.isF64();
  unsigned mantissa = isDouble ? 52 : 23, exponent = isDouble ? 11 : 8;
  Value u = k.bits(x);
  unsigned width = mantissa + exponent + 1;
  auto wide = [&](APInt bits) {
    return k.constant(u.getType(),
                      k.b.getIntegerAttr(k.b.getIntegerType(width), bits));
  };
  Value isNaN = k.cmpf(Cmp::UNO, x, x), whenNaN = x;
  if (mantissaBits == 0) {
    // No bit is left to tell it from an infinity.
    Value sign = k.op<arith::AndIOp>(u, wide(APInt::getSignMask(width)));
    Value infinity = k.op<arith::OrIOp>(
        sign, wide(APInt::getBitsSet(width, mantissa, mantissa + exponent)));
    whenNaN = k.fromBits(infinity, element);
  }
  if (mantissaBits < mantissa) {
    unsigned dropped = mantissa - mantissaBits;
    Value odd = k.op<arith::AndIOp>(
        k.op<arith::ShRUIOp>(u, k.intLike(u, dropped)), k.intLike(u, 1));
    Value bias = k.op<arith::AddIOp>(
        odd, wide(APInt::getLowBitsSet(width, dropped - 1)));
    u = k.op<arith::AndIOp>(k.op<arith::AddIOp>(u, bias),
                            wide(~APInt::getLowBitsSet(width, dropped)));
  }
  if (exponentBits < exponent) {
    // Too large becomes infinite, too small becomes zero of the same sign.
    Value signBit = k.op<arith::AndIOp>(u, wide(APInt::getSignMask(width)));
    Value biased = k.op<arith::AndIOp>(
        u, wide(APInt::getBitsSet(width, mantissa, mantissa + exponent)));
    uint64_t bias = (1ull << (exponent - 1)) - 1;
    uint64_t reduced = (1ull << (exponentBits - 1)) - 1;
    Value over = k.cmpi(CmpI::ugt, biased,
                        wide(APInt(width, (bias + reduced) << mantissa)));
    Value under = k.cmpi(CmpI::ule, biased,
                         wide(APInt(width, (bias - reduced) << mantissa)));
    Value infinity = k.op<arith::OrIOp>(
        signBit, wide(APInt::getBitsSet(width, mantissa, mantissa + exponent)));
    u = k.select(over, infinity, u);
    u = k.select(under, signBit, u);
  }
  return k.select(isNaN, whenNaN, k.fromBits(u, element));
}
