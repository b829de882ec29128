//===- KernelComplex.cpp - Complex arithmetic on register pairs -----------===//
//
// Textbook formulas with the scalings that keep intermediate results finite:
// Smith's division, modulus by the larger part, square root by the half-angle
// form. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelComplex.h"

using namespace mlir;
using namespace popt;
using Cmp = arith::CmpFPredicate;

static Value neg(KernelOps &k, Value x) { return k.op<arith::NegFOp>(x); }
static Elem constantLike(KernelOps &k, Elem z, double re) {
  return {k.floatLike(z.re, re), k.floatLike(z.re, 0.0)};
}
static Elem scale(KernelOps &k, Elem z, Value by) {
  return {k.mulf(z.re, by), k.mulf(z.im, by)};
}

Elem complexop::add(KernelOps &k, Elem a, Elem c) {
  return {k.addf(a.re, c.re), k.addf(a.im, c.im)};
}
Elem complexop::sub(KernelOps &k, Elem a, Elem c) {
  return {k.subf(a.re, c.re), k.subf(a.im, c.im)};
}
Elem complexop::mul(KernelOps &k, Elem a, Elem c) {
  return {k.subf(k.mulf(a.re, c.re), k.mulf(a.im, c.im)),
          k.addf(k.mulf(a.re, c.im), k.mulf(a.im, c.re))};
}

Elem complexop::div(KernelOps &k, Elem a, Elem c) {
  Value imLarger = k.cmpf(Cmp::OGT, k.abs(c.im), k.abs(c.re));
  Value large = k.select(imLarger, c.im, c.re);
  Value small = k.select(imLarger, c.re, c.im);
  Value ratio = k.divf(small, large);
  Value bottom = k.addf(large, k.mulf(small, ratio));
  Value first = k.select(imLarger, a.im, a.re);
  Value second = k.select(imLarger, a.re, a.im);
  Value re = k.divf(k.addf(first, k.mulf(second, ratio)), bottom);
  Value turned = k.subf(second, k.mulf(first, ratio));
  Value im = k.divf(k.select(imLarger, neg(k, turned), turned), bottom);
  // x / 0 is infinite in the directions of x, not NaN.
  Value zero = k.floatLike(c.re, 0.0);
  Value isZero = k.op<arith::AndIOp>(k.cmpf(Cmp::OEQ, c.re, zero),
                                     k.cmpf(Cmp::OEQ, c.im, zero));
  return {k.select(isZero, k.divf(a.re, c.re), re),
          k.select(isZero, k.divf(a.im, c.re), im)};
}

Elem complexop::extreme(KernelOps &k, Elem a, Elem c, bool largest) {
  Cmp order = largest ? Cmp::OGT : Cmp::OLT;
  Value tie = k.op<arith::AndIOp>(k.cmpf(Cmp::OEQ, a.re, c.re),
                                  k.cmpf(order, a.im, c.im));
  Value first = k.op<arith::OrIOp>(k.cmpf(order, a.re, c.re), tie);
  return {k.select(first, a.re, c.re), k.select(first, a.im, c.im)};
}

Value complexop::abs(KernelOps &k, Elem z) {
  Value x = k.abs(z.re), y = k.abs(z.im);
  Value large = k.op<arith::MaximumFOp>(x, y);
  Value small = k.op<arith::MinimumFOp>(x, y);
  Value ratio = k.divf(small, large);
  Value root = k.sqrt(k.addf(k.floatLike(x, 1.0), k.mulf(ratio, ratio)));
  Value zero = k.floatLike(x, 0.0), inf = k.floatLike(x, INFINITY);
  Value result =
      k.select(k.cmpf(Cmp::OEQ, large, zero), zero, k.mulf(large, root));
  Value infinite =
      k.op<arith::OrIOp>(k.cmpf(Cmp::OEQ, x, inf), k.cmpf(Cmp::OEQ, y, inf));
  return k.select(infinite, inf, result);
}

Elem complexop::sign(KernelOps &k, Elem z) {
  Value size = abs(k, z);
  Value isZero = k.cmpf(Cmp::OEQ, size, k.floatLike(size, 0.0));
  return {k.select(isZero, z.re, k.divf(z.re, size)),
          k.select(isZero, z.im, k.divf(z.im, size))};
}

Elem complexop::exp(KernelOps &k, Elem z) {
  Value e = k.exp(z.re);
  Value zero = k.floatLike(z.re, 0.0);
  Value realOnly = k.cmpf(Cmp::OEQ, z.im, zero);
  return {k.select(realOnly, e, k.mulf(e, k.sin(z.im, true))),
          k.select(realOnly, z.im, k.mulf(e, k.sin(z.im, false)))};
}

Elem complexop::expm1(KernelOps &k, Elem z) {
  // e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y/2)
  Value half = k.sin(k.mulf(z.im, k.floatLike(z.im, 0.5)), false);
  Value cosine = k.sin(z.im, true);
  Value re = k.subf(k.mulf(k.expm1(z.re), cosine),
                    k.mulf(k.floatLike(half, 2.0), k.mulf(half, half)));
  return {re, k.mulf(k.exp(z.re), k.sin(z.im, false))};
}

Elem complexop::log(KernelOps &k, Elem z) {
  return {k.log(abs(k, z)), k.libm<math::Atan2Op>(z.im, z.re)};
}

Elem complexop::log1p(KernelOps &k, Elem z) {
  // log|1+z| = log1p(2x + x^2 + y^2) / 2, which is exact for small z.
  Value x = z.re, y = z.im;
  Value one = k.floatLike(x, 1.0), half = k.floatLike(x, 0.5);
  Value square =
      k.addf(k.mulf(x, k.addf(x, k.floatLike(x, 2.0))), k.mulf(y, y));
  Value small = k.mulf(half, k.log1p(square));
  Value shifted = k.addf(one, x);
  Value general = k.log(abs(k, {shifted, y}));
  Value near = k.cmpf(Cmp::OLT, k.abs(square), half);
  return {k.select(near, small, general), k.libm<math::Atan2Op>(y, shifted)};
}

Elem complexop::sqrt(KernelOps &k, Elem z) {
  Value half = k.floatLike(z.re, 0.5), zero = k.floatLike(z.re, 0.0);
  Value size = abs(k, z);
  Value root = k.sqrt(k.mulf(half, k.addf(size, k.abs(z.re))));
  Value other = k.divf(k.mulf(half, k.abs(z.im)), root);
  Value isZero = k.cmpf(Cmp::OEQ, size, zero);
  other = k.select(isZero, zero, other);
  Value negative = k.cmpf(Cmp::OLT, z.re, zero);
  Value re = k.select(negative, other, root);
  Value im = k.select(negative, root, other);
  return {re, k.op<math::CopySignOp>(im, z.im)};
}

Elem complexop::rsqrt(KernelOps &k, Elem z) {
  return div(k, constantLike(k, z, 1.0), sqrt(k, z));
}

Elem complexop::pow(KernelOps &k, Elem a, Elem c) {
  Elem result = exp(k, mul(k, c, log(k, a)));
  Value zero = k.floatLike(a.re, 0.0);
  auto isZero = [&](Elem z) {
    return k.op<arith::AndIOp>(k.cmpf(Cmp::OEQ, z.re, zero),
                               k.cmpf(Cmp::OEQ, z.im, zero));
  };
  Value baseZero = isZero(a), exponentZero = isZero(c);
  Value atZero = k.select(exponentZero, k.floatLike(a.re, 1.0), zero);
  return {k.select(baseZero, atZero, result.re),
          k.select(baseZero, zero, result.im)};
}

/// cosh x and sinh x.
static std::pair<Value, Value> hyperbolic(KernelOps &k, Value x) {
  Value half = k.floatLike(x, 0.5);
  Value up = k.exp(x), down = k.exp(neg(k, x));
  Value e = k.expm1(x);
  // sinh x = (u + u / (u + 1)) / 2 with u = e^x - 1
  Value fine =
      k.mulf(half, k.addf(e, k.divf(e, k.addf(e, k.floatLike(x, 1.0)))));
  Value coarse = k.mulf(half, k.subf(up, down));
  Value small = k.cmpf(Cmp::OLT, k.abs(x), k.floatLike(x, 1.0));
  return {k.mulf(half, k.addf(up, down)), k.select(small, fine, coarse)};
}

Elem complexop::sin(KernelOps &k, Elem z) {
  auto [c, s] = hyperbolic(k, z.im);
  return {k.mulf(k.sin(z.re, false), c), k.mulf(k.sin(z.re, true), s)};
}

Elem complexop::cos(KernelOps &k, Elem z) {
  auto [c, s] = hyperbolic(k, z.im);
  return {k.mulf(k.sin(z.re, true), c), neg(k, k.mulf(k.sin(z.re, false), s))};
}

Elem complexop::tanh(KernelOps &k, Elem z) {
  // tanh(x+iy) = (t (1 + s^2) + i s) / (1 + t^2 s^2), t = tanh x, s = tan y
  Value one = k.floatLike(z.re, 1.0);
  Value t = k.tanh(z.re), s = k.divf(k.sin(z.im, false), k.sin(z.im, true));
  Value bottom = k.addf(one, k.mulf(k.mulf(t, t), k.mulf(s, s)));
  Value sech = k.subf(one, k.mulf(t, t));
  return {k.divf(k.mulf(t, k.addf(one, k.mulf(s, s))), bottom),
          k.divf(k.mulf(s, sech), bottom)};
}

Elem complexop::tan(KernelOps &k, Elem z) {
  // tan z = -i tanh(i z)
  Elem t = tanh(k, {neg(k, z.im), z.re});
  return {t.im, neg(k, t.re)};
}

Elem complexop::logistic(KernelOps &k, Elem z) {
  Elem one = constantLike(k, z, 1.0);
  return div(k, one, add(k, one, exp(k, scale(k, z, k.floatLike(z.re, -1.0)))));
}

Elem complexop::none(KernelOps &, Elem z) { return z; }
