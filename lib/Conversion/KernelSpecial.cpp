//===- KernelSpecial.cpp - Special functions and number formats -----------===//
//
// Computed in f64 one element at a time, whatever the type: rare in training
// steps, so accuracy and short code come first. Series and recurrences are the
// usual ones (Abramowitz and Stegun 6.1 to 6.4 and 9.8, Cephes for zeta, Giles
// for the inverse error function). Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelSpecial.h"

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
};
} // namespace

static Value c(KernelOps &k, Value like, double value) {
  return k.floatLike(like, value);
}
static Value neg(KernelOps &k, Value x) { return k.op<arith::NegFOp>(x); }

static Value lgamma64(KernelOps &k, Value x) {
  // Lanczos (g = 7, nine terms) for x >= 1/2, reflection below.
  static const double lanczos[] = {
      676.520368121885098567009190444019, -1259.13921672240287047156078755283,
      771.3234287776530788486528258894,   -176.61502916214059906584551354,
      12.507343278686904814458936853,     -0.13857109526572011689554707,
      9.984369578019570859563e-6,         1.50563273514931155834e-7};
  Value half = c(k, x, 0.5), one = c(k, x, 1.0);
  Value reflect = k.cmpf(Cmp::OLT, x, half);
  Value z = k.select(reflect, neg(k, x), k.subf(x, one));
  Value sum = c(k, x, 0.99999999999980993227684700473478);
  for (auto [i, coefficient] : llvm::enumerate(lanczos))
    sum =
        k.addf(sum, k.divf(c(k, x, coefficient), k.addf(z, c(k, x, i + 1.0))));
  Value t = k.addf(z, c(k, x, 7.5));
  // log(t) = log 7.5 + log1p(z / 7.5) keeps digits for small z.
  Value logT =
      k.addf(c(k, x, 2.0149030205422647), k.log1p(k.divf(z, c(k, x, 7.5))));
  Value value =
      k.addf(k.addf(c(k, x, 0.91893853320467274178),
                    k.mulf(k.subf(k.addf(z, half), k.divf(t, logT)), logT)),
             k.log(sum));
  // pi x enters through the fraction alone.
  Value magnitude = k.abs(x);
  Value fraction = k.subf(magnitude, k.op<math::FloorOp>(magnitude));
  fraction = k.select(k.cmpf(Cmp::OGT, fraction, half), k.subf(one, fraction),
                      fraction);
  Value logSine = k.log(k.sin(k.mulf(fraction, c(k, x, M_PI)), false));
  Value reflected =
      k.subf(k.subf(c(k, x, 1.1447298858494001741), logSine), value);
  Value infinity = c(k, x, INFINITY);
  reflected =
      k.select(k.cmpf(Cmp::OEQ, fraction, c(k, x, 0.0)), infinity, reflected);
  Value result = k.select(reflect, reflected, value);
  return k.select(k.cmpf(Cmp::OEQ, magnitude, infinity), infinity, result);
}

Value special::lgamma(KernelOps &k, ArrayRef<Value> x) {
  InDouble in(k, x[0]);
  return in.narrow(lgamma64(k, in.widen(x[0])));
}

Value special::digamma(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  // psi(1-x) - psi(x) = pi cot(pi x); recurrence up to 10; asymptotic series.
  Value reflect = k.cmpf(Cmp::OLT, x, c(k, x, 0.5));
  Value y = k.select(reflect, k.subf(c(k, x, 1.0), x), x);
  Value shift = c(k, x, 0.0);
  for (int i = 0; i < 10; ++i) {
    Value small = k.cmpf(Cmp::OLT, y, c(k, x, 10.0));
    shift = k.select(small, k.subf(shift, k.divf(c(k, x, 1.0), y)), shift);
    y = k.select(small, k.addf(y, c(k, x, 1.0)), y);
  }
  Value inverse = k.divf(c(k, x, 1.0), y);
  Value z = k.mulf(inverse, inverse);
  Value series = k.horner(z, {1.0 / 12, -691.0 / 32760, 1.0 / 132, -1.0 / 240,
                              1.0 / 252, -1.0 / 120, 1.0 / 12});
  Value value = k.subf(k.subf(k.log(y), k.mulf(c(k, x, 0.5), inverse)),
                       k.mulf(z, series));
  value = k.addf(value, shift);
  Value fraction = k.subf(x, k.op<math::FloorOp>(x));
  Value angle = k.mulf(fraction, c(k, x, M_PI));
  Value cotangent = k.divf(k.sin(angle, true), k.sin(angle, false));
  Value reflected = k.subf(value, k.mulf(c(k, x, M_PI), cotangent));
  Value isPole = k.op<arith::AndIOp>(k.cmpf(Cmp::OLE, x, c(k, x, 0.0)),
                                     k.cmpf(Cmp::OEQ, fraction, c(k, x, 0.0)));
  Value pole = k.select(k.cmpf(Cmp::OEQ, x, c(k, x, 0.0)),
                        k.op<math::CopySignOp>(c(k, x, INFINITY), neg(k, x)),
                        c(k, x, NAN));
  Value result = k.select(reflect, reflected, value);
  return wide.narrow(k.select(isPole, pole, result));
}

Value special::erfInv(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  // Giles' f32 polynomial as a start, then two Newton steps in f64 on erf, or
  // on erfc where erf is close to 1.
  Value one = c(k, x, 1.0);
  Value magnitude = k.abs(x);
  Value w =
      neg(k, k.log(k.mulf(k.subf(one, magnitude), k.addf(one, magnitude))));
  Value a = k.subf(w, c(k, x, 2.5));
  Value near = k.horner(a, {2.81022636e-08, 3.43273939e-07, -3.5233877e-06,
                            -4.39150654e-06, 0.00021858087, -0.00125372503,
                            -0.00417768164, 0.246640727, 1.50140941});
  Value s =
      k.subf(k.sqrt(k.op<arith::MaximumFOp>(w, c(k, x, 0.0))), c(k, x, 3.0));
  Value far = k.horner(s, {-0.000200214257, 0.000100950558, 0.00134934322,
                           -0.00367342844, 0.00573950773, -0.0076224613,
                           0.00943887047, 1.00167406, 2.83297682});
  Value y =
      k.mulf(k.select(k.cmpf(Cmp::OLT, w, c(k, x, 5.0)), near, far), magnitude);
  Value rest = k.subf(one, magnitude);
  for (int i = 0; i < 3; ++i) {
    Value byErf = k.subf(k.erf(y), magnitude);
    Value byErfc = k.subf(rest, k.erfc(y));
    Value error =
        k.select(k.cmpf(Cmp::OLT, magnitude, c(k, x, 0.5)), byErf, byErfc);
    Value slope =
        k.mulf(c(k, x, 1.1283791670955126), k.exp(neg(k, k.mulf(y, y))));
    y = k.subf(y, k.divf(error, slope));
  }
  y = k.select(k.cmpf(Cmp::OEQ, magnitude, one), c(k, x, INFINITY), y);
  y = k.select(k.cmpf(Cmp::OGT, magnitude, one), c(k, x, NAN), y);
  return wide.narrow(k.op<math::CopySignOp>(y, x));
}

Value special::besselI1e(KernelOps &k, ArrayRef<Value> in) {
  InDouble wide(k, in[0]);
  Value x = wide.widen(in[0]);
  Value y = k.abs(x);
  // Power series of I1 times e^-y below 16, asymptotic series above.
  Value quarter = k.mulf(k.mulf(y, y), c(k, x, 0.25));
  Value term = k.mulf(y, c(k, x, 0.5)), sum = term;
  for (int i = 1; i <= 48; ++i) {
    term = k.mulf(term, k.divf(quarter, c(k, x, double(i) * (i + 1))));
    sum = k.addf(sum, term);
  }
  Value near = k.mulf(sum, k.exp(neg(k, y)));
  Value inverse = k.divf(c(k, x, 1.0), k.mulf(c(k, x, 8.0), y));
  Value part = c(k, x, 1.0), series = part;
  for (int i = 1; i <= 16; ++i) {
    double odd = 2 * i - 1;
    part = k.mulf(part, k.mulf(inverse, c(k, x, (odd * odd - 4.0) / i)));
    series = k.addf(series, part);
  }
  Value far = k.divf(series, k.sqrt(k.mulf(c(k, x, 2 * M_PI), y)));
  Value value = k.select(k.cmpf(Cmp::OLT, y, c(k, x, 16.0)), near, far);
  return wide.narrow(k.op<math::CopySignOp>(value, x));
}

/// zeta(s, q) for s > 1: ten terms, then Euler and Maclaurin.
static Value zeta64(KernelOps &k, Value s, Value q) {
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
  Value minusS = neg(k, s), one = c(k, s, 1.0), half = c(k, s, 0.5);
  Value sum = c(k, s, 0.0), a = q;
  for (int i = 0; i < 10; ++i) {
    sum = k.addf(sum, k.libm<math::PowFOp>(a, minusS));
    a = k.addf(a, one);
  }
  Value power = k.libm<math::PowFOp>(a, minusS);
  sum = k.addf(sum, k.divf(k.mulf(power, a), k.subf(s, one)));
  sum = k.addf(sum, k.mulf(half, power));
  Value factor = one, j = c(k, s, 0.0);
  for (double b : bernoulli) {
    factor = k.mulf(factor, k.addf(s, j));
    power = k.divf(power, a);
    sum = k.addf(sum, k.divf(k.mulf(factor, power), c(k, s, b)));
    j = k.addf(j, one);
    factor = k.mulf(factor, k.addf(s, j));
    power = k.divf(power, a);
    j = k.addf(j, one);
  }
  sum = k.select(k.cmpf(Cmp::OEQ, s, one), c(k, s, INFINITY), sum);
  Value undefined = k.cmpf(Cmp::OLT, s, one);
  Value floor = k.op<math::FloorOp>(q);
  Value isPole = k.op<arith::AndIOp>(k.cmpf(Cmp::OLE, q, c(k, s, 0.0)),
                                     k.cmpf(Cmp::OEQ, floor, q));
  Value evenPower = k.cmpf(
      Cmp::OEQ, s, k.mulf(c(k, s, 2.0), k.op<math::FloorOp>(k.mulf(half, s))));
  Value pole = k.select(evenPower, c(k, s, INFINITY), c(k, s, NAN));
  sum = k.select(isPole, pole, sum);
  return k.select(undefined, c(k, s, NAN), sum);
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
  Value factorial = k.exp(lgamma64(k, next));
  Value half = k.mulf(next, c(k, n, 0.5));
  Value isEven = k.cmpf(Cmp::OEQ, half, k.op<math::FloorOp>(half));
  Value value = k.mulf(factorial, zeta64(k, next, x));
  value = k.select(isEven, value, neg(k, value));
  value = k.select(k.cmpf(Cmp::OEQ, n, zero), digamma(k, {x}), value);
  Value valid = k.op<arith::AndIOp>(
      k.cmpf(Cmp::OGE, n, zero), k.cmpf(Cmp::OEQ, n, k.op<math::FloorOp>(n)));
  return wide.narrow(k.select(valid, value, c(k, n, NAN)));
}

Value special::nextAfter(KernelOps &k, ArrayRef<Value> in) {
  Value x = in[0], y = in[1];
  Type element = getElementTypeOrSelf(x.getType());
  Value zero = k.floatLike(x, 0.0);
  Value u = k.bits(x), one = k.intLike(u, 1);
  Value tiny = k.op<math::CopySignOp>(k.fromBits(one, element), y);
  Value away = k.cmpi(CmpI::eq,
                      k.op<arith::ExtUIOp>(k.withElement(u, k.b.getI32Type()),
                                           k.cmpf(Cmp::OLT, x, y)),
                      k.op<arith::ExtUIOp>(k.withElement(u, k.b.getI32Type()),
                                           k.cmpf(Cmp::OGT, x, zero)));
  Value moved =
      k.select(away, k.op<arith::AddIOp>(u, one), k.op<arith::SubIOp>(u, one));
  Value result = k.fromBits(moved, element);
  result = k.select(k.cmpf(Cmp::OEQ, x, zero), tiny, result);
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
  Value isNaN = k.cmpf(Cmp::UNO, x, x);
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
  return k.select(isNaN, x, k.fromBits(u, element));
}
