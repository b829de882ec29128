//===- Pointwise.cpp - The arithmetic of pointwise operations -------------===//
//
// As StableHLO defines it, where the machine leaves something open: division by
// zero, shifts by the width, conversions of what does not fit. Covered by
// test/unit/Kernels and test/Execute/Ops.
//
//===----------------------------------------------------------------------===//
#include "Pointwise.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using Cmp = arith::CmpFPredicate;
using CmpI = arith::CmpIPredicate;

static Value notOf(KernelOps &k, Value x) {
  return k.op<arith::XOrIOp>(x, k.intLike(x, -1));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Elem point::add(const Point &p) {
  if (p.from.isInteger(1))
    return {p.k.op<arith::OrIOp>(p.x(), p.y()), {}};
  return arithmetic<arith::AddFOp, arith::AddIOp, complexop::add>(p);
}

Elem point::multiply(const Point &p) {
  if (p.from.isInteger(1))
    return {p.k.op<arith::AndIOp>(p.x(), p.y()), {}};
  return arithmetic<arith::MulFOp, arith::MulIOp, complexop::mul>(p);
}

/// Division by zero gives all ones, the smallest signed value divided by -1 is
/// itself (as XLA defines what the machine leaves undefined).
static Value divideIntegers(const Point &p, bool remainder) {
  KernelOps &k = p.k;
  Value x = p.x(), y = p.y();
  Value zero = k.intLike(y, 0), one = k.intLike(y, 1);
  Value byZero = k.cmpi(CmpI::eq, y, zero);
  Value ones = remainder ? x : k.intLike(x, -1);
  if (p.isUnsignedOrPred()) {
    Value safe = k.select(byZero, one, y);
    Value value = remainder ? k.op<arith::RemUIOp>(x, safe)
                            : k.op<arith::DivUIOp>(x, safe);
    return k.select(byZero, ones, value);
  }
  Value minusOne = k.cmpi(CmpI::eq, y, k.intLike(y, -1));
  Value safe = k.select(k.op<arith::OrIOp>(byZero, minusOne), one, y);
  Value value =
      remainder ? k.op<arith::RemSIOp>(x, safe) : k.op<arith::DivSIOp>(x, safe);
  Value negated = remainder ? zero : k.op<arith::SubIOp>(zero, x);
  value = k.select(minusOne, negated, value);
  return k.select(byZero, ones, value);
}

Elem point::divide(const Point &p) {
  if (p.isComplex())
    return complexop::div(p.k, p.in[0], p.in[1]);
  if (p.isFloat())
    return {p.k.divf(p.x(), p.y()), {}};
  return {divideIntegers(p, false), {}};
}

Elem point::remainder(const Point &p) {
  if (!p.isFloat())
    return {divideIntegers(p, true), {}};
  p.k.scalarOnly |= lanesOf(p.x()) != 0;
  return {p.k.op<arith::RemFOp>(p.x(), p.y()), {}};
}

template <typename OfFloats, typename OfUnsigned, typename OfSigned>
static Elem extreme(const Point &p, bool isMaximum) {
  if (p.isComplex())
    return complexop::extreme(p.k, p.in[0], p.in[1], isMaximum);
  if (p.isFloat())
    return {p.k.op<OfFloats>(p.x(), p.y()), {}};
  if (p.isUnsignedOrPred())
    return {p.k.op<OfUnsigned>(p.x(), p.y()), {}};
  return {p.k.op<OfSigned>(p.x(), p.y()), {}};
}

Elem point::maximum(const Point &p) {
  return extreme<arith::MaximumFOp, arith::MaxUIOp, arith::MaxSIOp>(p, true);
}

Elem point::minimum(const Point &p) {
  return extreme<arith::MinimumFOp, arith::MinUIOp, arith::MinSIOp>(p, false);
}

static Value integerPower(const Point &p) {
  // Square and multiply over all bits of the exponent; a negative exponent
  // gives 1 for base 1, +-1 for base -1, otherwise 0.
  KernelOps &k = p.k;
  Value base = p.x(), exponent = p.y();
  Value one = k.intLike(base, 1), zero = k.intLike(base, 0);
  Value result = one, square = base, rest = exponent;
  for (unsigned bit = 0; bit < p.width(); ++bit) {
    Value odd = k.cmpi(CmpI::ne, k.op<arith::AndIOp>(rest, one), zero);
    result = k.select(odd, k.op<arith::MulIOp>(result, square), result);
    square = k.op<arith::MulIOp>(square, square);
    rest = k.op<arith::ShRUIOp>(rest, one);
  }
  if (p.isUnsignedOrPred())
    return result;
  Value negative = k.cmpi(CmpI::slt, exponent, zero);
  Value isOne = k.cmpi(CmpI::eq, base, one);
  Value isMinus = k.cmpi(CmpI::eq, base, k.intLike(base, -1));
  Value odd = k.cmpi(CmpI::ne, k.op<arith::AndIOp>(exponent, one), zero);
  Value sign = k.select(odd, k.intLike(base, -1), one);
  Value inverse = k.select(isOne, one, k.select(isMinus, sign, zero));
  return k.select(negative, inverse, result);
}

Elem point::power(const Point &p) {
  if (p.isComplex())
    return complexop::pow(p.k, p.in[0], p.in[1]);
  if (p.isFloat())
    return {p.k.pow(p.x(), p.y()), {}};
  return {integerPower(p), {}};
}

Elem point::negate(const Point &p) {
  if (p.isComplex())
    return {p.k.op<arith::NegFOp>(p.in[0].re),
            p.k.op<arith::NegFOp>(p.in[0].im)};
  if (p.isFloat())
    return {p.k.op<arith::NegFOp>(p.x()), {}};
  return {p.k.op<arith::SubIOp>(p.k.intLike(p.x(), 0), p.x()), {}};
}

Elem point::abs(const Point &p) {
  if (p.isComplex())
    return {complexop::abs(p.k, p.in[0]), {}};
  if (p.isFloat())
    return {p.k.abs(p.x()), {}};
  if (p.isUnsignedOrPred())
    return p.in[0];
  Value zero = p.k.intLike(p.x(), 0);
  Value negative = p.k.cmpi(CmpI::slt, p.x(), zero);
  return {p.k.select(negative, p.k.op<arith::SubIOp>(zero, p.x()), p.x()), {}};
}

Elem point::sign(const Point &p) {
  KernelOps &k = p.k;
  if (p.isComplex())
    return complexop::sign(k, p.in[0]);
  Value x = p.x();
  if (p.isFloat()) {
    Value one = k.op<math::CopySignOp>(k.floatLike(x, 1.0), x);
    Value keep = k.cmpf(Cmp::UEQ, x, k.floatLike(x, 0.0));
    return {k.select(keep, x, one), {}};
  }
  Value zero = k.intLike(x, 0), one = k.intLike(x, 1);
  Value isZero = k.cmpi(CmpI::eq, x, zero);
  if (p.isUnsignedOrPred())
    return {k.select(isZero, zero, one), {}};
  Value negative = k.cmpi(CmpI::slt, x, zero);
  return {k.select(negative, k.intLike(x, -1), k.select(isZero, zero, one)),
          {}};
}

Elem point::square(const Point &p) {
  if (p.isComplex())
    return complexop::square(p.k, p.in[0]);
  if (p.isFloat())
    return {p.k.mulf(p.x(), p.x()), {}};
  return {p.k.op<arith::MulIOp>(p.x(), p.x()), {}};
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Elem point::complement(const Point &p) { return {notOf(p.k, p.x()), {}}; }

Elem point::leadingZeros(const Point &p) {
  return {p.k.op<math::CountLeadingZerosOp>(p.x()), {}};
}
Elem point::popcount(const Point &p) {
  return {p.k.op<math::CtPopOp>(p.x()), {}};
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Elem point::nextAfter(const Point &p) {
  return {special::nextAfter(p.k, p.x(), p.y(), p.from), {}};
}

//===----------------------------------------------------------------------===//
// Comparison, choice, conversion
//===----------------------------------------------------------------------===//

Elem point::isFinite(const Point &p) {
  return {p.k.cmpf(Cmp::OLT, p.k.abs(p.x()), p.k.floatLike(p.x(), INFINITY)),
          {}};
}
Elem point::isInf(const Point &p) {
  return {p.k.cmpf(Cmp::OEQ, p.k.abs(p.x()), p.k.floatLike(p.x(), INFINITY)),
          {}};
}
Elem point::isPosInf(const Point &p) {
  return {p.k.cmpf(Cmp::OEQ, p.x(), p.k.floatLike(p.x(), INFINITY)), {}};
}
Elem point::isNegInf(const Point &p) {
  return {p.k.cmpf(Cmp::OEQ, p.x(), p.k.floatLike(p.x(), -INFINITY)), {}};
}

/// An integer whose signed order is IEEE's total order.
static Value totalOrderKey(KernelOps &k, Value x) {
  Value u = k.bits(x);
  unsigned width = getElementTypeOrSelf(u.getType()).getIntOrFloatBitWidth();
  Value negative = k.cmpi(CmpI::slt, u, k.intLike(u, 0));
  Value flipped = k.op<arith::XOrIOp>(
      u, k.constant(u.getType(),
                    k.b.getIntegerAttr(getElementTypeOrSelf(u.getType()),
                                       APInt::getSignedMaxValue(width))));
  return k.select(negative, flipped, u);
}

Elem point::compare(const Point &p) {
  using D = stablehlo::ComparisonDirection;
  auto op = cast<stablehlo::CompareOp>(p.op);
  D direction = op.getComparisonDirection();
  KernelOps &k = p.k;
  if (p.isComplex()) {
    Value same = k.op<arith::AndIOp>(k.cmpf(Cmp::OEQ, p.in[0].re, p.in[1].re),
                                     k.cmpf(Cmp::OEQ, p.in[0].im, p.in[1].im));
    return {direction == D::EQ ? same : notOf(k, same), {}};
  }
  auto pick = [&](auto eq, auto ne, auto ge, auto gt, auto le, auto lt) {
    switch (direction) {
    case D::EQ:
      return eq;
    case D::NE:
      return ne;
    case D::GE:
      return ge;
    case D::GT:
      return gt;
    case D::LE:
      return le;
    case D::LT:
      return lt;
    }
    llvm_unreachable("unknown direction");
  };
  bool total = op.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  if (p.isFloat() && !total)
    return {
        k.cmpf(pick(Cmp::OEQ, Cmp::UNE, Cmp::OGE, Cmp::OGT, Cmp::OLE, Cmp::OLT),
               p.x(), p.y()),
        {}};
  Value x = p.x(), y = p.y();
  if (p.isFloat()) {
    x = totalOrderKey(k, x);
    y = totalOrderKey(k, y);
  }
  if (p.isUnsignedOrPred())
    return {k.cmpi(pick(CmpI::eq, CmpI::ne, CmpI::uge, CmpI::ugt, CmpI::ule,
                        CmpI::ult),
                   x, y),
            {}};
  return {k.cmpi(pick(CmpI::eq, CmpI::ne, CmpI::sge, CmpI::sgt, CmpI::sle,
                      CmpI::slt),
                 x, y),
          {}};
}

Elem point::select(const Point &p) {
  Value pred = p.in[0].re;
  Elem result{p.k.select(pred, p.in[1].re, p.in[2].re), {}};
  if (p.in[1].im)
    result.im = p.k.select(pred, p.in[1].im, p.in[2].im);
  return result;
}

Elem point::clamp(const Point &p) {
  KernelOps &k = p.k;
  Value low = p.in[0].re, x = p.in[1].re, high = p.in[2].re;
  if (p.isComplex())
    return complexop::extreme(k, complexop::extreme(k, p.in[1], p.in[0], true),
                              p.in[2], false);
  if (p.isFloat())
    return {k.op<arith::MinimumFOp>(k.op<arith::MaximumFOp>(x, low), high), {}};
  if (p.isUnsignedOrPred())
    return {k.op<arith::MinUIOp>(k.op<arith::MaxUIOp>(x, low), high), {}};
  return {k.op<arith::MinSIOp>(k.op<arith::MaxSIOp>(x, low), high), {}};
}

/// Float to integer towards zero; NaN gives 0, what does not fit the nearest
/// representable value.
static Value floatToInt(KernelOps &k, Value x, Type to) {
  unsigned width = cast<IntegerType>(to).getWidth();
  bool isSigned = !isUnsigned(to);
  APFloat low(0.0), high(0.0);
  low.convertFromAPInt(isSigned ? APInt::getSignedMinValue(width)
                                : APInt::getZero(width),
                       isSigned, APFloat::rmTowardZero);
  high.convertFromAPInt(isSigned ? APInt::getSignedMaxValue(width)
                                 : APInt::getMaxValue(width),
                        isSigned, APFloat::rmTowardZero);
  bool lossy;
  Type type = getElementTypeOrSelf(x.getType());
  const auto &semantics = cast<FloatType>(type).getFloatSemantics();
  high.convert(semantics, APFloat::rmTowardZero, &lossy);
  low.convert(semantics, APFloat::rmTowardZero, &lossy);
  Value l = k.constant(x.getType(), k.b.getFloatAttr(type, low));
  Value h = k.constant(x.getType(), k.b.getFloatAttr(type, high));
  Value isNaN = k.cmpf(Cmp::UNO, x, x);
  Value above = k.cmpf(Cmp::OGT, x, h), below = k.cmpf(Cmp::OLT, x, l);
  Value safe =
      k.select(k.op<arith::OrIOp>(isNaN, k.op<arith::OrIOp>(above, below)),
               k.floatLike(x, 0.0), x);
  Type resultType = k.withElement(x, k.b.getIntegerType(width));
  Value value = isSigned ? k.op<arith::FPToSIOp>(resultType, safe)
                         : k.op<arith::FPToUIOp>(resultType, safe);
  auto extreme = [&](APInt bits) {
    return k.constant(resultType,
                      k.b.getIntegerAttr(k.b.getIntegerType(width), bits));
  };
  value = k.select(above,
                   extreme(isSigned ? APInt::getSignedMaxValue(width)
                                    : APInt::getMaxValue(width)),
                   value);
  return k.select(below,
                  extreme(isSigned ? APInt::getSignedMinValue(width)
                                   : APInt::getZero(width)),
                  value);
}

static Value convertReal(KernelOps &k, Value x, Type from, Type to) {
  Type register_ = k.withElement(x, registerType(to));
  if (isa<FloatType>(from)) {
    if (isa<FloatType>(to)) {
      unsigned a = getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
      unsigned c = registerType(to).getIntOrFloatBitWidth();
      // f64 to a narrow type in one rounding: sticky bit into f32 (round to
      // odd), then down.
      if (a > c && isNarrowFloat(to)) {
        Value f = k.op<arith::TruncFOp>(register_, x);
        Value back = k.op<arith::ExtFOp>(x.getType(), f);
        Value u = k.bits(f);
        Value inexact = k.cmpf(Cmp::ONE, back, x);
        Value tooFar = k.cmpf(Cmp::OGT, k.abs(back), k.abs(x));
        Value even = k.cmpi(CmpI::eq, k.op<arith::AndIOp>(u, k.intLike(u, 1)),
                            k.intLike(u, 0));
        // An even neighbour is replaced by the odd one on x's other side.
        Value step = k.select(tooFar, k.intLike(u, -1), k.intLike(u, 1));
        Value adjust = k.op<arith::AndIOp>(inexact, even);
        Value finite = k.cmpf(Cmp::OLT, k.abs(f), k.floatLike(f, INFINITY));
        adjust = k.op<arith::AndIOp>(adjust, finite);
        u = k.select(adjust, k.op<arith::AddIOp>(u, step), u);
        return k.fromBits(u, k.b.getF32Type());
      }
      if (a > c)
        return k.op<arith::TruncFOp>(register_, x);
      return a < c ? k.op<arith::ExtFOp>(register_, x) : x;
    }
    if (to.isInteger(1))
      return k.cmpf(Cmp::UNE, x, k.floatLike(x, 0.0));
    return floatToInt(k, x, to);
  }
  bool fromUnsigned = isUnsigned(from) || from.isInteger(1);
  if (isa<FloatType>(to)) {
    unsigned width = cast<IntegerType>(from).getWidth();
    if (isNarrowFloat(to) && width > 24) {
      // One rounding only: through f64 (exact up to 53 bits).
      Type f64 = k.withElement(x, k.b.getF64Type());
      Value wide = fromUnsigned ? k.op<arith::UIToFPOp>(f64, x)
                                : k.op<arith::SIToFPOp>(f64, x);
      return convertReal(k, wide, k.b.getF64Type(), to);
    }
    return fromUnsigned ? k.op<arith::UIToFPOp>(register_, x)
                        : k.op<arith::SIToFPOp>(register_, x);
  }
  if (to.isInteger(1))
    return k.cmpi(CmpI::ne, x, k.intLike(x, 0));
  unsigned a = cast<IntegerType>(from).getWidth();
  unsigned c = cast<IntegerType>(to).getWidth();
  if (a > c)
    return k.op<arith::TruncIOp>(register_, x);
  if (a == c)
    return x;
  return fromUnsigned ? k.op<arith::ExtUIOp>(register_, x)
                      : k.op<arith::ExtSIOp>(register_, x);
}

Elem point::convert(const Point &p) {
  auto partOf = [](Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    return complex ? complex.getElementType() : type;
  };
  Type from = partOf(p.from), to = partOf(p.to);
  // From complex to anything else: the real part.
  Elem result{convertReal(p.k, p.in[0].re, from, to), {}};
  if (isa<ComplexType>(p.to))
    result.im = p.isComplex() ? convertReal(p.k, p.in[0].im, from, to)
                              : p.k.floatLike(result.re, 0.0);
  return result;
}

Elem point::reducePrecision(const Point &p) {
  auto op = cast<stablehlo::ReducePrecisionOp>(p.op);
  return {special::reducePrecision(p.k, p.x(), op.getExponentBits(),
                                   op.getMantissaBits()),
          {}};
}

/// Between types of equal width; other widths are index changes.
Elem point::bitcast(const Point &p) {
  KernelOps &k = p.k;
  auto cast = [&](Value x, Type from, Type to) -> Value {
    Value stored = k.toStorage(x, from);
    Type target = storageType(to);
    if (getElementTypeOrSelf(stored.getType()) != target)
      stored = k.op<arith::BitcastOp>(k.withElement(stored, target), stored);
    return k.fromStorage(stored, to);
  };
  auto partOf = [](Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    return complex ? complex.getElementType() : type;
  };
  Elem result{cast(p.in[0].re, partOf(p.from), partOf(p.to)), {}};
  if (p.in[0].im)
    result.im = cast(p.in[0].im, partOf(p.from), partOf(p.to));
  return result;
}

Elem point::makeComplex(const Point &p) { return {p.x(), p.y()}; }
Elem point::real(const Point &p) { return {p.in[0].re, {}}; }
Elem point::imag(const Point &p) {
  return {p.in[0].im ? p.in[0].im : p.k.floatLike(p.x(), 0.0), {}};
}
Elem point::conjugate(const Point &p) {
  if (!p.isComplex())
    return p.in[0];
  return {p.in[0].re, p.k.op<arith::NegFOp>(p.in[0].im)};
}
