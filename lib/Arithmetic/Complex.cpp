//===- Complex.cpp - Complex algebra on register pairs --------------------===//
//
// Products, quotients and roots work on parts that are scaled by powers of two
// (complex128) or widened (complex64), so that nothing in between overflows;
// what cancels is computed in two words. Products of complex128 are scaled
// where one is no finite number otherwise. Covered by
// test/Execute/Ops/complex-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/Complex.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace popt;
using namespace popt::complexop;
using Cmp = arith::CmpFPredicate;

//===----------------------------------------------------------------------===//
// Wide
//===----------------------------------------------------------------------===//

Wide::Wide(KernelOps &k, Value part)
    : k(k), isSingle(getElementTypeOrSelf(part.getType()).isF32()),
      original(part.getType()) {}

Elem Wide::widen(Elem z) const {
  if (!isSingle)
    return z;
  Type f64 = k.withElement(z.re, k.b.getF64Type());
  return {k.op<arith::ExtFOp>(f64, z.re), k.op<arith::ExtFOp>(f64, z.im)};
}

Value Wide::narrow(Value x) const {
  return isSingle ? k.op<arith::TruncFOp>(original, x) : x;
}

Value Wide::neg(Value x) const { return k.op<arith::NegFOp>(x); }
Value Wide::copySign(Value x, Value sign) const {
  return k.op<math::CopySignOp>(x, sign);
}
Value Wide::max(Value x, Value y) const {
  return k.op<arith::MaximumFOp>(x, y);
}
Value Wide::min(Value x, Value y) const {
  return k.op<arith::MinimumFOp>(x, y);
}
Value Wide::isInfinite(Value x) const {
  return k.cmpf(Cmp::OEQ, k.abs(x), k.floatLike(x, INFINITY));
}
Value Wide::isZero(Value x) const {
  return k.cmpf(Cmp::OEQ, x, k.floatLike(x, 0.0));
}
Value Wide::all(Value p, Value q) const { return k.op<arith::AndIOp>(p, q); }
Value Wide::either(Value p, Value q) const { return k.op<arith::OrIOp>(p, q); }
Value Wide::complement(Value p) const {
  return k.op<arith::XOrIOp>(p, k.intLike(p, -1));
}

Value Wide::sumOfProducts(Value a, Value b, Value c, Value d) const {
  Value second = k.mulf(c, d);
  Value sum = k.fma(a, b, second);
  if (isSingle) // products are exact
    return sum;
  // Less what the rounding of the second product added (Kahan); where that is
  // nothing, it is +0, which leaves the sign of a zero.
  return k.subf(sum, k.fma(neg(c), d, second));
}

Value Wide::hypot(Value x, Value y) const {
  Scaled z = scale(x, y);
  Value size = k.sqrt(k.fma(z.x, z.x, k.mulf(z.y, z.y)));
  return k.select(either(isInfinite(x), isInfinite(y)),
                  k.floatLike(x, INFINITY), timesPowerOfTwo(size, z.n));
}

/// 2^n for -1022 <= n <= 1023.
static Value powerOfTwo(KernelOps &k, Value n) {
  Value biased = k.op<arith::AddIOp>(n, k.intLike(n, 1023));
  return k.fromBits(k.op<arith::ShLIOp>(biased, k.intLike(n, 52)),
                    k.b.getF64Type());
}

Wide::Scaled Wide::scale(Value x, Value y) const {
  if (isSingle)
    return {x, y, {}};
  Value bits = k.bits(max(k.abs(x), k.abs(y)));
  Value n = k.op<arith::SubIOp>(k.op<arith::ShRUIOp>(bits, k.intLike(bits, 52)),
                                k.intLike(bits, 1023));
  n = k.op<arith::AndIOp>(n, k.intLike(n, -2));
  n = k.op<arith::MaxSIOp>(n, k.intLike(n, -1022));
  n = k.op<arith::MinSIOp>(n, k.intLike(n, 1022));
  Value factor = powerOfTwo(k, negateExponent(n));
  return {k.mulf(x, factor), k.mulf(y, factor), n};
}

Value Wide::timesPowerOfTwo(Value x, Value n) const {
  if (!n)
    return x;
  // In two steps: n is up to twice the exponent of any number.
  Value half = k.op<arith::ShRSIOp>(n, k.intLike(n, 1));
  Value rest = k.op<arith::SubIOp>(n, half);
  return k.mulf(k.mulf(x, powerOfTwo(k, half)), powerOfTwo(k, rest));
}

Value Wide::addExponents(Value n, Value m) const {
  return n ? k.op<arith::AddIOp>(n, m) : n;
}
Value Wide::negateExponent(Value n) const {
  return n ? k.op<arith::SubIOp>(k.intLike(n, 0), n) : n;
}

//===----------------------------------------------------------------------===//
// Double
//===----------------------------------------------------------------------===//

Double complexop::twoSum(KernelOps &k, Value x, Value y) {
  Value sum = k.addf(x, y);
  Value part = k.subf(sum, x);
  return {sum, k.addf(k.subf(x, k.subf(sum, part)), k.subf(y, part))};
}

Double complexop::twoProduct(KernelOps &k, Value x, Value y) {
  Value product = k.mulf(x, y);
  return {product, k.fma(x, y, k.op<arith::NegFOp>(product))};
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

Elem complexop::add(KernelOps &k, Elem a, Elem c) {
  return {k.addf(a.re, c.re), k.addf(a.im, c.im)};
}
Elem complexop::sub(KernelOps &k, Elem a, Elem c) {
  return {k.subf(a.re, c.re), k.subf(a.im, c.im)};
}
Elem complexop::plainMul(KernelOps &k, Elem a, Elem c) {
  return {k.subf(k.mulf(a.re, c.re), k.mulf(a.im, c.im)),
          k.addf(k.mulf(a.re, c.im), k.mulf(a.im, c.re))};
}

/// `usual`, or `rare` where `wanted`, in a branch for registers that have such
/// a lane.
static Elem selectRarely(KernelOps &k, Value wanted, Elem usual,
                         function_ref<Elem()> rare) {
  Value any = wanted;
  if (lanesOf(wanted))
    any = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::OR,
                                      wanted);
  auto branch = scf::IfOp::create(
      k.b, k.loc, TypeRange{usual.re.getType(), usual.im.getType()}, any, true);
  OpBuilder::InsertionGuard guard(k.b);
  k.b.setInsertionPointToStart(branch.thenBlock());
  Elem other = rare();
  Value re = k.select(wanted, other.re, usual.re);
  Value im = k.select(wanted, other.im, usual.im);
  scf::YieldOp::create(k.b, k.loc, ValueRange{re, im});
  k.b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(k.b, k.loc, ValueRange{usual.re, usual.im});
  return {branch.getResult(0), branch.getResult(1)};
}

/// ac, whose parts are right where nothing overflows.
static Elem product(Wide &w, Elem a, Elem c) {
  return {w.sumOfProducts(a.re, c.re, w.neg(a.im), c.im),
          w.sumOfProducts(a.re, c.im, a.im, c.re)};
}

Elem complexop::mul(KernelOps &k, Elem a, Elem c) {
  Wide w(k, a.re);
  Elem x = w.widen(a), y = w.widen(c);
  Elem result = product(w, x, y);
  if (w.isSingle)
    return w.narrow(result);
  Value infinity = k.floatLike(a.re, INFINITY);
  auto isOdd = [&](Value part) {
    return k.cmpf(Cmp::UEQ, k.abs(part), infinity);
  };
  Value isOddRe = isOdd(result.re), isOddIm = isOdd(result.im);
  return selectRarely(k, w.either(isOddRe, isOddIm), result, [&]() -> Elem {
    Wide::Scaled p = w.scale(x.re, x.im), q = w.scale(y.re, y.im);
    Elem scaled = product(w, {p.x, p.y}, {q.x, q.y});
    Value n = w.addExponents(p.n, q.n);
    // An infinite operand: the textbook's product.
    Elem plain = plainMul(k, x, y);
    Value isPlain = w.either(w.either(w.isInfinite(x.re), w.isInfinite(x.im)),
                             w.either(w.isInfinite(y.re), w.isInfinite(y.im)));
    // A part that is finite already could have lost digits to the scale of the
    // other.
    auto finish = [&](Value isOdd, Value part, Value textbook, Value usual) {
      part = k.select(isPlain, textbook, w.timesPowerOfTwo(part, n));
      return k.select(isOdd, part, usual);
    };
    return {finish(isOddRe, scaled.re, plain.re, result.re),
            finish(isOddIm, scaled.im, plain.im, result.im)};
  });
}

Elem complexop::square(KernelOps &k, Elem z) {
  // x^2 - y^2 as a product, which does not cancel. For equal numbers it is 0,
  // also if their sum overflows.
  Value x = k.abs(z.re), y = k.abs(z.im), difference = k.subf(x, y);
  Value zero = k.floatLike(x, 0.0);
  Value re = k.mulf(difference, k.addf(x, y));
  re = k.select(k.cmpf(Cmp::OEQ, difference, zero), zero, re);
  Value im = k.mulf(z.re, z.im);
  return {re, k.addf(im, im)};
}

/// The quotient where no part is infinite and c is not 0; elsewhere it may be
/// NaN.
static Elem quotient(Wide &w, Elem a, Elem c) {
  KernelOps &k = w.k;
  Wide::Scaled p = w.scale(a.re, a.im), q = w.scale(c.re, c.im);
  Value size = k.fma(q.x, q.x, k.mulf(q.y, q.y));
  Value inverse = k.divf(k.floatLike(size, 1.0), size);
  Value re = k.mulf(w.sumOfProducts(p.x, q.x, p.y, q.y), inverse);
  Value im = k.mulf(w.sumOfProducts(p.y, q.x, w.neg(p.x), q.y), inverse);
  Value n = w.addExponents(p.n, w.negateExponent(q.n));
  return {w.timesPowerOfTwo(re, n), w.timesPowerOfTwo(im, n)};
}

/// Quotients with 0 and infinities (C, annex G).
static Elem limitOfQuotient(Wide &w, Elem a, Elem c) {
  KernelOps &k = w.k;
  Value zero = k.floatLike(a.re, 0.0), one = k.floatLike(a.re, 1.0);
  Value infinity = k.floatLike(a.re, INFINITY);
  auto isInfinite = [&](Elem z) {
    return w.either(w.isInfinite(z.re), w.isInfinite(z.im));
  };
  auto isFinite = [&](Elem z) {
    return w.all(k.cmpf(Cmp::OLT, k.abs(z.re), infinity),
                 k.cmpf(Cmp::OLT, k.abs(z.im), infinity));
  };
  // An infinite operand stands for its direction: each part 0 or 1.
  auto toDirection = [&](Value where, Elem z) -> Elem {
    auto part = [&](Value x) {
      Value unit = w.copySign(k.select(w.isInfinite(x), one, zero), x);
      return k.select(where, unit, x);
    };
    return {part(z.re), part(z.im)};
  };
  Value becomesInfinite = w.all(isInfinite(a), isFinite(c));
  Value becomesZero = w.all(isInfinite(c), isFinite(a));
  Value isPole = w.all(w.isZero(c.re), w.isZero(c.im));
  Elem direction =
      quotient(w, toDirection(becomesInfinite, a), toDirection(becomesZero, c));
  auto finish = [&](Value value, Value part) {
    value = k.select(becomesInfinite, k.mulf(value, infinity), value);
    value = k.select(becomesZero, k.mulf(value, zero), value);
    // x / 0 is infinite in the directions of x.
    return k.select(isPole, k.divf(part, c.re), value);
  };
  return {finish(direction.re, a.re), finish(direction.im, a.im)};
}

Elem complexop::div(KernelOps &k, Elem a, Elem c) {
  Wide w(k, a.re);
  a = w.widen(a);
  c = w.widen(c);
  Elem result = quotient(w, a, c);
  Value wanted = w.all(k.cmpf(Cmp::UNO, result.re, result.re),
                       k.cmpf(Cmp::UNO, result.im, result.im));
  return w.narrow(selectRarely(k, wanted, result,
                               [&] { return limitOfQuotient(w, a, c); }));
}

Elem complexop::extreme(KernelOps &k, Elem a, Elem c, bool largest) {
  Cmp order = largest ? Cmp::OGT : Cmp::OLT;
  Value tie = k.op<arith::AndIOp>(k.cmpf(Cmp::OEQ, a.re, c.re),
                                  k.cmpf(order, a.im, c.im));
  Value first = k.op<arith::OrIOp>(k.cmpf(order, a.re, c.re), tie);
  return {k.select(first, a.re, c.re), k.select(first, a.im, c.im)};
}

Value complexop::abs(KernelOps &k, Elem z) {
  Wide w(k, z.re);
  z = w.widen(z);
  return w.narrow(w.hypot(z.re, z.im));
}

Elem complexop::sign(KernelOps &k, Elem z) {
  Wide w(k, z.re);
  Elem wide = w.widen(z);
  Wide::Scaled s = w.scale(wide.re, wide.im);
  Value size = k.sqrt(k.fma(s.x, s.x, k.mulf(s.y, s.y)));
  Value zero = w.isZero(size);
  return w.narrow(Elem{k.select(zero, wide.re, k.divf(s.x, size)),
                       k.select(zero, wide.im, k.divf(s.y, size))});
}

namespace {
/// A square root in the first quadrant: the larger part, of the scaled number,
/// comes from a sum, the smaller one is |y| / 2 over it. For x < 0 they change
/// places.
struct Root {
  Wide::Scaled of;
  Value size, larger;
  /// Half the exponent.
  Value n;
};
} // namespace

static Root rootOf(Wide &w, Elem z) {
  KernelOps &k = w.k;
  Wide::Scaled s = w.scale(z.re, z.im);
  Value size = k.sqrt(k.fma(s.x, s.x, k.mulf(s.y, s.y)));
  Value larger =
      k.sqrt(k.mulf(k.floatLike(size, 0.5), k.addf(size, k.abs(s.x))));
  Value n = s.n ? k.op<arith::ShRSIOp>(s.n, k.intLike(s.n, 1)) : s.n;
  return {s, size, larger, n};
}

/// |y| / (2 root), 0 where both are.
static Value smallerPart(Wide &w, Value y, Value root) {
  KernelOps &k = w.k;
  Value part = k.divf(k.abs(y), k.addf(root, root));
  return k.select(w.isZero(root), k.floatLike(y, 0.0), part);
}

Elem complexop::sqrt(KernelOps &k, Elem z) {
  Wide w(k, z.re);
  z = w.widen(z);
  Root root = rootOf(w, z);
  // The smaller part of y itself: scaling could have made it subnormal.
  Value larger = w.timesPowerOfTwo(root.larger, root.n);
  Value smaller = smallerPart(w, z.im, larger);
  Value negative = k.cmpf(Cmp::OLT, z.re, k.floatLike(z.re, 0.0));
  Value re = k.select(negative, smaller, larger);
  Value im = k.select(negative, larger, smaller);
  // An infinite part: the other one's share is 0, or also infinite for y.
  Value infinity = k.floatLike(z.re, INFINITY), zero = k.floatLike(z.re, 0.0);
  Value infiniteX = w.isInfinite(z.re), infiniteY = w.isInfinite(z.im);
  Value isNumber = k.cmpf(Cmp::ORD, z.im, z.im);
  re = k.select(infiniteX,
                k.select(negative, k.select(isNumber, zero, z.im), infinity),
                re);
  im = k.select(infiniteX,
                k.select(negative, infinity, k.select(isNumber, zero, z.im)),
                im);
  re = k.select(infiniteY, infinity, re);
  im = k.select(infiniteY, infinity, im);
  return w.narrow(Elem{re, w.copySign(im, z.im)});
}

Elem complexop::rsqrt(KernelOps &k, Elem z) {
  // The conjugate root over the modulus.
  Wide w(k, z.re);
  z = w.widen(z);
  Root root = rootOf(w, z);
  Value n = w.negateExponent(root.n);
  Value larger = w.timesPowerOfTwo(k.divf(root.larger, root.size), n);
  Value y = w.timesPowerOfTwo(root.of.y, n);
  Value smaller = k.divf(smallerPart(w, y, root.larger), root.size);
  Value zero = k.floatLike(z.re, 0.0), infinity = k.floatLike(z.re, INFINITY);
  Value negative = k.cmpf(Cmp::OLT, z.re, zero);
  Value re = k.select(negative, smaller, larger);
  Value im = k.select(negative, larger, smaller);
  Value vanishes = w.either(w.isInfinite(z.re), w.isInfinite(z.im));
  Value isPole = w.all(w.isZero(z.re), w.isZero(z.im));
  re = k.select(vanishes, zero, k.select(isPole, infinity, re));
  im = k.select(w.either(vanishes, isPole), zero, im);
  return w.narrow(Elem{re, w.copySign(im, w.neg(z.im))});
}

Elem complexop::none(KernelOps &, Elem z) { return z; }
