//===- KernelOps.cpp - Scalar-or-vector arithmetic for kernels ------------===//
//
// Types, constants and conversions between memory and registers; see
// KernelOps.h. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/KernelOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace popt;

unsigned popt::lanesOf(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type ? type.getNumElements() : 0;
}

bool popt::isUnsigned(Type element) { return element.isUnsignedInteger(); }

bool popt::isNarrowFloat(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() < 32;
}

/// Of at most a byte.
static bool isSmallFloat(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() <= 8;
}

Type popt::registerType(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return registerType(complex.getElementType());
  if (isNarrowFloat(element))
    return Float32Type::get(element.getContext());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

Type popt::storageType(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType();
  if (element.isInteger(1) || isSmallFloat(element))
    return IntegerType::get(element.getContext(), 8);
  if (element.isBF16()) // LLVM cannot select all masked accesses of bf16
    return IntegerType::get(element.getContext(), 16);
  if (auto integer = dyn_cast<IntegerType>(element)) // a byte each, if narrower
    return IntegerType::get(element.getContext(),
                            std::max(8u, integer.getWidth()));
  return element;
}

unsigned popt::storageParts(Type element) {
  return isa<ComplexType>(element) ? 2 : 1;
}

Type KernelOps::withElement(Value like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like.getType()))
    return VectorType::get(vector.getShape(), element);
  return element;
}

Value KernelOps::constant(Type type, Attribute element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(vector, element));
  return arith::ConstantOp::create(b, loc, cast<TypedAttr>(element));
}

Value KernelOps::floatLike(Value like, double value) {
  Type element = getElementTypeOrSelf(like.getType());
  return constant(like.getType(), b.getFloatAttr(element, value));
}

Value KernelOps::intLike(Value like, int64_t value) {
  Type element = getElementTypeOrSelf(like.getType());
  if (element.isIndex())
    return constant(like.getType(), b.getIndexAttr(value));
  unsigned width = element.getIntOrFloatBitWidth();
  return constant(
      like.getType(),
      b.getIntegerAttr(element, APInt(64, value).sextOrTrunc(width)));
}

Value KernelOps::ints(Value like, unsigned width, int64_t value) {
  Type type = b.getIntegerType(width);
  return constant(withElement(like, type),
                  b.getIntegerAttr(type, APInt(64, value).sextOrTrunc(width)));
}

Value KernelOps::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value KernelOps::broadcast(Value scalar, unsigned lanes) {
  if (!lanes || lanesOf(scalar))
    return scalar;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get({int64_t(lanes)}, scalar.getType()), scalar);
}

void KernelOps::unify(Value &a, Value &c) {
  unsigned lanes = std::max(lanesOf(a), lanesOf(c));
  a = broadcast(a, lanes);
  c = broadcast(c, lanes);
}

Value KernelOps::select(Value p, Value a, Value c) {
  unify(a, c);
  if (lanesOf(p)) {
    a = broadcast(a, lanesOf(p));
    c = broadcast(c, lanesOf(p));
  }
  return op<arith::SelectOp>(p, a, c);
}

Value KernelOps::horner(Value x, ArrayRef<double> coefficients) {
  Value sum = floatLike(x, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = fma(sum, x, floatLike(x, coefficient));
  return sum;
}

Value KernelOps::bits(Value floating) {
  unsigned width =
      getElementTypeOrSelf(floating.getType()).getIntOrFloatBitWidth();
  return op<arith::BitcastOp>(withElement(floating, b.getIntegerType(width)),
                              floating);
}

Value KernelOps::fromBits(Value integer, Type element) {
  return op<arith::BitcastOp>(withElement(integer, element), integer);
}

/// Bits of a bf16 nearest to an f32, ties to even, as i32 in the low half.
static Value roundToBF16Bits(KernelOps &k, Value x) {
  Value u = k.bits(x);
  Value sixteen = k.intLike(u, 16);
  Value odd =
      k.op<arith::AndIOp>(k.op<arith::ShRUIOp>(u, sixteen), k.intLike(u, 1));
  Value rounded = k.op<arith::ShRUIOp>(
      k.op<arith::AddIOp>(u, k.op<arith::AddIOp>(odd, k.intLike(u, 0x7fff))),
      sixteen);
  // Adding to the bits of a NaN could make it an infinity.
  Value quiet =
      k.op<arith::OrIOp>(k.op<arith::ShRUIOp>(u, sixteen), k.intLike(u, 0x40));
  Value isNaN = k.cmpf(arith::CmpFPredicate::UNO, x, x);
  return k.select(isNaN, quiet, rounded);
}

namespace {
/// A format of 4 to 8 bits, in the numbers that its conversions need.
struct SmallFormat {
  int width, mantissa, bias;
  bool hasInfinity, hasNaN, isSigned, hasNegativeZero;
  uint32_t nan;      ///< its bits; without sign where it has one of its own
  uint32_t infinity; ///< its bits, if there is one
  uint32_t largest;  ///< bits of the largest number

  explicit SmallFormat(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    auto bitsOf = [](const llvm::APFloat &value) {
      return static_cast<uint32_t>(value.bitcastToAPInt().getZExtValue());
    };
    width = static_cast<int>(type.getWidth());
    mantissa =
        static_cast<int>(llvm::APFloat::semanticsPrecision(semantics)) - 1;
    // Without a mantissa there are no subnormal numbers: exponents begin at 0.
    bias = (mantissa == 0 ? 0 : 1) -
           llvm::APFloat::semanticsMinExponent(semantics);
    hasInfinity = llvm::APFloat::semanticsHasInf(semantics);
    hasNaN = llvm::APFloat::semanticsHasNaN(semantics);
    isSigned = llvm::APFloat::semanticsHasSignedRepr(semantics);
    nan = hasNaN ? bitsOf(llvm::APFloat::getNaN(semantics)) : sign();
    hasNegativeZero = isSigned && !(hasNaN && nan == sign());
    infinity = hasInfinity ? bitsOf(llvm::APFloat::getInf(semantics)) : 0;
    largest = bitsOf(llvm::APFloat::getLargest(semantics));
  }
  uint32_t sign() const { return 1u << (width - 1); }
  uint32_t magnitude() const { return isSigned ? sign() - 1 : 0xff; }
  /// What numbers beyond the largest become.
  uint32_t overflow() const {
    return hasInfinity ? infinity : hasNaN ? nan : largest;
  }
};
} // namespace

/// Bits of a format of powers of two that knows neither zero nor signs: what is
/// no such number is NaN, what is too small the smallest.
static Value toPowerBits(KernelOps &k, Value x, const SmallFormat &format) {
  Value u = k.bits(x);
  // To the nearest power, from the middle upwards. Numbers below 2^-126 are
  // subnormal in f32: there the middle lies elsewhere.
  Value rounded = k.op<arith::ShRUIOp>(
      k.op<arith::AddIOp>(u, k.intLike(u, 0x400000)), k.intLike(u, 23));
  Value isLeast = k.cmpi(arith::CmpIPredicate::ult, u, k.intLike(u, 0x600000));
  rounded = k.select(isLeast, k.intLike(u, 0), rounded);
  Value isPower = k.cmpf(arith::CmpFPredicate::OGT, x, k.floatLike(x, 0.0));
  Value isTooLarge =
      k.cmpi(arith::CmpIPredicate::ugt, rounded, k.intLike(u, format.largest));
  rounded = k.select(isTooLarge, k.intLike(u, format.nan), rounded);
  return k.select(isPower, rounded, k.intLike(u, format.nan));
}

/// To the nearest number, ties to even; see MiniFloat.h of the runtime.
static Value toSmallFloatBits(KernelOps &k, Value x, FloatType type) {
  const SmallFormat format(type);
  Type byte = k.withElement(x, k.b.getI8Type());
  if (!format.isSigned)
    return k.op<arith::TruncIOp>(byte, toPowerBits(k, x, format));
  const int dropped = 23 - format.mantissa;
  Value u = k.bits(x);
  Value rest = k.op<arith::AndIOp>(u, k.intLike(u, 0x7fffffff));
  // Subnormal results: adding a power of two leaves the wanted mantissa in the
  // low bits, rounded by the hardware.
  const int64_t magic = static_cast<int64_t>(127 + dropped + 1 - format.bias)
                        << 23;
  Value anchor = k.fromBits(k.intLike(u, magic), k.b.getF32Type());
  Value small = k.op<arith::SubIOp>(
      k.bits(k.addf(k.fromBits(rest, k.b.getF32Type()), anchor)),
      k.intLike(u, magic));
  // Normal results: a carry runs into the exponent.
  Value odd = k.op<arith::AndIOp>(
      k.op<arith::ShRUIOp>(rest, k.intLike(u, dropped)), k.intLike(u, 1));
  Value rounded = k.op<arith::AddIOp>(k.op<arith::AddIOp>(rest, odd),
                                      k.intLike(u, (1 << (dropped - 1)) - 1));
  Value normal = k.op<arith::SubIOp>(
      k.op<arith::ShRUIOp>(rounded, k.intLike(u, dropped)),
      k.intLike(u, static_cast<int64_t>(127 - format.bias) << format.mantissa));
  normal = k.select(
      k.cmpi(arith::CmpIPredicate::ugt, normal, k.intLike(u, format.largest)),
      k.intLike(u, format.overflow()), normal);
  Value isSmall =
      k.cmpi(arith::CmpIPredicate::ult, rest,
             k.intLike(u, static_cast<int64_t>(128 - format.bias) << 23));
  Value result = k.select(isSmall, small, normal);
  Value sign = k.op<arith::ShLIOp>(k.op<arith::ShRUIOp>(u, k.intLike(u, 31)),
                                   k.intLike(u, format.width - 1));
  if (!format.hasNegativeZero)
    sign = k.select(k.cmpi(arith::CmpIPredicate::eq, result, k.intLike(u, 0)),
                    k.intLike(u, 0), sign);
  Value nan = k.intLike(u, format.nan);
  if (format.hasInfinity) {
    // The upper bits of a NaN stay, so that moves keep all bits.
    Value upper =
        k.op<arith::AndIOp>(k.op<arith::ShRUIOp>(rest, k.intLike(u, dropped)),
                            k.intLike(u, (1 << format.mantissa) - 1));
    Value isNone = k.cmpi(arith::CmpIPredicate::eq, upper, k.intLike(u, 0));
    nan = k.select(isNone, nan,
                   k.op<arith::OrIOp>(upper, k.intLike(u, format.infinity)));
  }
  Value isNaN =
      k.cmpi(arith::CmpIPredicate::ugt, rest, k.intLike(u, 0x7f800000));
  // A NaN keeps its sign where there are two of them.
  if (format.hasNaN && format.hasNegativeZero)
    result = k.select(isNaN, nan, result);
  result = k.op<arith::OrIOp>(result, sign);
  if (!format.hasNaN || !format.hasNegativeZero)
    result = k.select(isNaN, nan, result);
  return k.op<arith::TruncIOp>(byte, result);
}

static Value fromSmallFloatBits(KernelOps &k, Value byte, FloatType type) {
  const SmallFormat format(type);
  Value u = k.op<arith::ExtUIOp>(k.withElement(byte, k.b.getI32Type()), byte);
  Type f32 = k.b.getF32Type();
  Value rest = k.op<arith::AndIOp>(u, k.intLike(u, format.magnitude()));
  if (!format.isSigned) {
    // The smallest is a subnormal number of f32.
    Value bits = k.op<arith::ShLIOp>(rest, k.intLike(u, 23));
    Value isLeast = k.cmpi(arith::CmpIPredicate::eq, rest, k.intLike(u, 0));
    bits = k.select(isLeast, k.intLike(u, 0x400000), bits);
    Value isNaN =
        k.cmpi(arith::CmpIPredicate::eq, rest, k.intLike(u, format.nan));
    return k.fromBits(k.select(isNaN, k.intLike(u, 0x7fc00000), bits), f32);
  }
  // A multiplication corrects for the two biases, also of subnormal numbers.
  Value wide = k.op<arith::ShLIOp>(rest, k.intLike(u, 23 - format.mantissa));
  Value magnitude = k.fromBits(wide, f32);
  magnitude = k.mulf(
      magnitude, k.floatLike(magnitude, std::ldexp(1.0, 127 - format.bias)));
  Value bits = k.bits(magnitude);
  if (format.hasInfinity) {
    Value isSpecial =
        k.cmpi(arith::CmpIPredicate::uge, rest, k.intLike(u, format.infinity));
    bits = k.select(isSpecial,
                    k.op<arith::OrIOp>(wide, k.intLike(u, 0x7f800000)), bits);
  } else if (format.hasNaN && format.hasNegativeZero) {
    Value isNaN =
        k.cmpi(arith::CmpIPredicate::eq, rest, k.intLike(u, format.nan));
    bits = k.select(isNaN, k.intLike(u, 0x7fc00000), bits);
  }
  Value sign = k.op<arith::AndIOp>(u, k.intLike(u, format.sign()));
  sign = k.op<arith::ShLIOp>(sign, k.intLike(u, 32 - format.width));
  bits = k.op<arith::OrIOp>(bits, sign);
  if (format.hasNaN && !format.hasNegativeZero) { // NaN instead of -0
    Value isNaN = k.cmpi(arith::CmpIPredicate::eq, u, k.intLike(u, format.nan));
    bits = k.select(isNaN, k.intLike(u, 0x7fc00000), bits);
  }
  return k.fromBits(bits, f32);
}

/// The bits that `fromStorage` made a bf16 register of; none for other values.
static Value bitsOfBF16(Value x) {
  auto cast = x.getDefiningOp<arith::BitcastOp>();
  auto shift = cast ? cast.getIn().getDefiningOp<arith::ShLIOp>() : nullptr;
  auto wide = shift ? shift.getLhs().getDefiningOp<arith::ExtUIOp>() : nullptr;
  if (!wide || !getElementTypeOrSelf(wide.getIn().getType()).isInteger(16) ||
      !getElementTypeOrSelf(x.getType()).isF32())
    return {};
  APInt amount;
  bool isHalf =
      matchPattern(shift.getRhs(), m_ConstantInt(&amount)) && amount == 16;
  return isHalf ? wide.getIn() : Value();
}

Value KernelOps::toStorage(Value x, Type element) {
  if (element.isInteger(1))
    return op<arith::ExtUIOp>(withElement(x, b.getI8Type()), x);
  if (auto integer = dyn_cast<IntegerType>(element)) {
    if (integer.getWidth() >= 8)
      return x;
    return op<arith::ExtUIOp>(withElement(x, b.getI8Type()), x);
  }
  if (isSmallFloat(element))
    return toSmallFloatBits(*this, x, cast<FloatType>(element));
  if (element.isBF16()) {
    if (Value rounded = bitsOfBF16(x))
      return rounded;
    Type half = withElement(x, b.getI16Type());
    if (!hasBF16)
      return op<arith::TruncIOp>(half, roundToBF16Bits(*this, x));
    return op<arith::BitcastOp>(
        half, arith::TruncFOp::create(b, loc, withElement(x, element), x));
  }
  if (isNarrowFloat(element))
    return arith::TruncFOp::create(b, loc, withElement(x, element), x);
  return x;
}

Value KernelOps::fromStorage(Value x, Type element) {
  if (element.isInteger(1))
    return cmpi(arith::CmpIPredicate::ne, x, intLike(x, 0));
  if (auto integer = dyn_cast<IntegerType>(element)) {
    if (integer.getWidth() >= 8)
      return x;
    return op<arith::TruncIOp>(
        withElement(x, b.getIntegerType(integer.getWidth())), x);
  }
  if (isSmallFloat(element))
    return fromSmallFloatBits(*this, x, cast<FloatType>(element));
  if (element.isBF16()) {
    Value wide = op<arith::ExtUIOp>(withElement(x, b.getI32Type()), x);
    wide = op<arith::ShLIOp>(wide, intLike(wide, 16));
    return fromBits(wide, b.getF32Type());
  }
  if (isNarrowFloat(element))
    return arith::ExtFOp::create(b, loc, withElement(x, b.getF32Type()), x);
  return x;
}

Value KernelOps::roundTo(Value x, Type element) {
  if (!isNarrowFloat(element))
    return x;
  return fromStorage(toStorage(x, element), element);
}
