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

static bool isEightBitFloat(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() == 8;
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
  if (element.isInteger(1) || isEightBitFloat(element))
    return IntegerType::get(element.getContext(), 8);
  if (element.isBF16()) // LLVM cannot select all masked accesses of bf16
    return IntegerType::get(element.getContext(), 16);
  if (auto integer = dyn_cast<IntegerType>(element)) // 4 bits: one byte each
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

/// Rounds to a float format with `mantissa` explicit bits, smallest normal
/// exponent `minExponent`: the value stays an f32. Adding and subtracting a
/// power of two of the right size rounds to the nearest even multiple.
static Value roundToGrid(KernelOps &k, Value x, int mantissa, int minExponent) {
  Value magnitude = k.abs(x);
  Value u = k.bits(magnitude);
  // The exponent of the last kept bit is max(exponent, minExponent) - mantissa.
  Value exponent = k.op<arith::ShRUIOp>(u, k.intLike(u, 23));
  exponent = k.op<arith::MaxSIOp>(exponent, k.intLike(u, 127 + minExponent));
  Value big = k.op<arith::ShLIOp>(
      k.op<arith::AddIOp>(exponent, k.intLike(u, 23 - mantissa)),
      k.intLike(u, 23));
  Value anchor = k.fromBits(big, k.b.getF32Type());
  Value rounded = k.subf(k.addf(magnitude, anchor), anchor);
  return k.op<math::CopySignOp>(rounded, x);
}

static Value toFloat8Bits(KernelOps &k, Value x, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  int mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
  int minExponent = llvm::APFloat::semanticsMinExponent(semantics);
  llvm::APFloat largest = llvm::APFloat::getLargest(semantics);
  bool hasInfinity = llvm::APFloat::semanticsHasInf(semantics);
  uint64_t infinity =
      hasInfinity
          ? llvm::APFloat::getInf(semantics).bitcastToAPInt().getZExtValue()
          : llvm::APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue();
  uint64_t nan =
      llvm::APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue();
  Value grid = k.abs(roundToGrid(k, x, mantissa, minExponent));
  // Scaling by a power of two turns the narrow exponent field into f32's, also
  // for denormals of the narrow type.
  int bias = 1 - minExponent;
  Value scaled = k.mulf(grid, k.floatLike(x, std::ldexp(1.0, -127 + bias)));
  Value u = k.op<arith::ShRUIOp>(k.bits(scaled), k.ints(x, 32, 23 - mantissa));
  bool lossy;
  llvm::APFloat limit = largest;
  limit.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
                &lossy);
  Value over = k.cmpf(arith::CmpFPredicate::OGT, grid,
                      k.floatLike(x, limit.convertToFloat()));
  u = k.select(over, k.ints(x, 32, infinity), u);
  Value isNaN = k.cmpf(arith::CmpFPredicate::UNO, x, x);
  u = k.select(isNaN, k.ints(x, 32, nan & 0x7f), u);
  Value sign = k.op<arith::ShLIOp>(
      k.op<arith::ShRUIOp>(k.bits(x), k.ints(x, 32, 31)), k.ints(x, 32, 7));
  u = k.op<arith::OrIOp>(u, sign);
  return k.op<arith::TruncIOp>(k.withElement(x, k.b.getI8Type()), u);
}

static Value fromFloat8Bits(KernelOps &k, Value byte, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  int mantissa = llvm::APFloat::semanticsPrecision(semantics) - 1;
  int bias = 1 - llvm::APFloat::semanticsMinExponent(semantics);
  Value u = k.op<arith::ExtUIOp>(k.withElement(byte, k.b.getI32Type()), byte);
  Value low = k.op<arith::AndIOp>(u, k.intLike(u, 0x7f));
  Value magnitude = k.fromBits(
      k.op<arith::ShLIOp>(low, k.intLike(u, 23 - mantissa)), k.b.getF32Type());
  magnitude =
      k.mulf(magnitude, k.floatLike(magnitude, std::ldexp(1.0, 127 - bias)));
  uint64_t nan =
      llvm::APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue() & 0x7f;
  if (llvm::APFloat::semanticsHasInf(semantics)) {
    uint64_t infinity =
        llvm::APFloat::getInf(semantics).bitcastToAPInt().getZExtValue();
    Value isInfinite =
        k.cmpi(arith::CmpIPredicate::eq, low, k.intLike(u, infinity));
    magnitude =
        k.select(isInfinite, k.floatLike(magnitude, INFINITY), magnitude);
    Value isNaN =
        k.cmpi(arith::CmpIPredicate::ugt, low, k.intLike(u, infinity));
    magnitude = k.select(isNaN, k.floatLike(magnitude, NAN), magnitude);
  } else {
    Value isNaN = k.cmpi(arith::CmpIPredicate::eq, low, k.intLike(u, nan));
    magnitude = k.select(isNaN, k.floatLike(magnitude, NAN), magnitude);
  }
  Value negative = k.op<arith::ShLIOp>(k.op<arith::ShRUIOp>(u, k.intLike(u, 7)),
                                       k.intLike(u, 31));
  return k.fromBits(k.op<arith::OrIOp>(k.bits(magnitude), negative),
                    k.b.getF32Type());
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
    Type byte = withElement(x, b.getI8Type());
    return isUnsigned(element) ? op<arith::ExtUIOp>(byte, x)
                               : op<arith::ExtSIOp>(byte, x);
  }
  if (isEightBitFloat(element))
    return toFloat8Bits(*this, x, cast<FloatType>(element));
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
  if (isEightBitFloat(element))
    return fromFloat8Bits(*this, x, cast<FloatType>(element));
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
