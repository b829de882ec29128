//===- Unary.cpp - Element-wise operations with one operand ---------------===//
//
// One table entry per operation and kind of element. Types narrower than f32
// go through f32. Tested by test/unit/Reference/ElementwiseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Special.h"
#include "popt/Reference/TensorOps.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace popt::reference;

template <typename T, typename F>
static Tensor mapTo(ElementType resultType, const Tensor &x, F f) {
  Tensor result(resultType, x.shape());
  using R = decltype(f(T()));
  const T *in = x.data<T>();
  R *out = result.mutableData<R>();
  for (int64_t i = 0, n = x.size(); i < n; ++i)
    out[i] = f(in[i]);
  return result;
}

template <typename T, typename F>
static MaybeTensor mapSame(const Tensor &x, F f) {
  return mapTo<T>(x.type(), x, [f](T v) { return T(f(v)); });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename T>
static MaybeTensor integerUnary(Unary op, const Tensor &x) {
  using U = std::conditional_t<std::is_same_v<T, bool>, uint8_t,
                               T>; // make_unsigned is not defined for bool
  using Bits = std::make_unsigned_t<U>;
  constexpr int width = sizeof(T) * 8;
  switch (op) {
  case Unary::Abs:
    return mapSame<T>(x,
                      [](T v) { return v < T(0) ? T(Bits(0) - Bits(v)) : v; });
  case Unary::Negate:
    return mapSame<T>(x, [](T v) { return T(Bits(0) - Bits(v)); });
  case Unary::Sign:
    return mapSame<T>(x, [](T v) { return T(v > T(0)) - T(v < T(0)); });
  case Unary::Not:
    if constexpr (std::is_same_v<T, bool>)
      return mapSame<T>(x, [](T v) { return !v; });
    else
      return mapSame<T>(x, [](T v) { return T(~v); });
  case Unary::Popcnt:
    return mapSame<T>(x, [](T v) { return llvm::popcount(Bits(v)); });
  case Unary::CountLeadingZeros:
    return mapSame<T>(x, [](T v) {
      return Bits(v) == 0 ? width : llvm::countl_zero(Bits(v));
    });
  case Unary::Square:
    return mapSame<T>(x, [](T v) { return T(uint64_t(v) * uint64_t(v)); });
  case Unary::Real:
    return x;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Real numbers
//===----------------------------------------------------------------------===//

template <typename T> static MaybeTensor realUnary(Unary op, const Tensor &x) {
  switch (op) {
  case Unary::Abs:
    return mapSame<T>(x, [](T v) { return std::fabs(v); });
  case Unary::Acos:
    return mapSame<T>(x, [](T v) { return std::acos(v); });
  case Unary::Acosh:
    return mapSame<T>(x, [](T v) { return std::acosh(v); });
  case Unary::Asin:
    return mapSame<T>(x, [](T v) { return std::asin(v); });
  case Unary::Asinh:
    return mapSame<T>(x, [](T v) { return std::asinh(v); });
  case Unary::Atan:
    return mapSame<T>(x, [](T v) { return std::atan(v); });
  case Unary::Atanh:
    return mapSame<T>(x, [](T v) { return std::atanh(v); });
  case Unary::Cbrt:
    return mapSame<T>(x, [](T v) { return std::cbrt(v); });
  case Unary::Ceil:
    return mapSame<T>(x, [](T v) { return std::ceil(v); });
  case Unary::Conj:
  case Unary::Real:
    return x;
  case Unary::Imag:
    return mapSame<T>(x, [](T) { return T(0); });
  case Unary::Cosh:
    return mapSame<T>(x, [](T v) { return std::cosh(v); });
  case Unary::Cosine:
    return mapSame<T>(x, [](T v) { return std::cos(v); });
  case Unary::Exponential:
    return mapSame<T>(x, [](T v) { return std::exp(v); });
  case Unary::ExponentialMinusOne:
    return mapSame<T>(x, [](T v) { return std::expm1(v); });
  case Unary::Floor:
    return mapSame<T>(x, [](T v) { return std::floor(v); });
  case Unary::IsFinite:
    return mapTo<T>(ElementType::I1, x,
                    [](T v) { return bool(std::isfinite(v)); });
  case Unary::IsInf:
    return mapTo<T>(ElementType::I1, x,
                    [](T v) { return bool(std::isinf(v)); });
  case Unary::IsNegInf:
    return mapTo<T>(ElementType::I1, x,
                    [](T v) { return std::isinf(v) && v < 0; });
  case Unary::IsPosInf:
    return mapTo<T>(ElementType::I1, x,
                    [](T v) { return std::isinf(v) && v > 0; });
  case Unary::Log:
    return mapSame<T>(x, [](T v) { return std::log(v); });
  case Unary::LogPlusOne:
    return mapSame<T>(x, [](T v) { return std::log1p(v); });
  case Unary::Logistic:
    return mapSame<T>(x, [](T v) { return T(1) / (T(1) + std::exp(-v)); });
  case Unary::Negate:
    return mapSame<T>(x, [](T v) { return -v; });
  case Unary::RoundNearestAfz:
    return mapSame<T>(x, [](T v) { return std::round(v); });
  case Unary::RoundNearestEven:
    return mapSame<T>(x, [](T v) { return std::nearbyint(v); });
  case Unary::Rsqrt:
    return mapSame<T>(x, [](T v) { return T(1) / std::sqrt(v); });
  case Unary::Sign: // zeros keep their sign, NaN stays
    return mapSame<T>(x, [](T v) { return v > 0 ? T(1) : v < 0 ? T(-1) : v; });
  case Unary::Sine:
    return mapSame<T>(x, [](T v) { return std::sin(v); });
  case Unary::Sinh:
    return mapSame<T>(x, [](T v) { return std::sinh(v); });
  case Unary::Sqrt:
    return mapSame<T>(x, [](T v) { return std::sqrt(v); });
  case Unary::Square:
    return mapSame<T>(x, [](T v) { return v * v; });
  case Unary::Tan:
    return mapSame<T>(x, [](T v) { return std::tan(v); });
  case Unary::Tanh:
    return mapSame<T>(x, [](T v) { return std::tanh(v); });
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

/// Functions are computed in long double, whose range and precision leave
/// nothing to take care of, and rounded once.
using Wide = std::complex<long double>;

template <typename C, typename F>
static MaybeTensor mapWide(const Tensor &x, F f) {
  return mapSame<C>(x, [f](C v) {
    const Wide result = f(Wide(v.real(), v.imag()));
    using T = typename C::value_type;
    return C(T(result.real()), T(result.imag()));
  });
}

/// Not a number in directions that are none, also of 0 (as XLA has it).
static Wide exp(Wide v) {
  const long double nan = std::numeric_limits<long double>::quiet_NaN();
  return std::isfinite(v.imag()) ? std::exp(v) : Wide(nan, nan);
}

static Wide log1p(Wide v) {
  // log|1 + v| without cancellation: |1 + v|^2 - 1 = x (2 + x) + y^2.
  const long double x = v.real(), y = v.imag(), square = x * (2 + x) + y * y;
  return Wide(std::fabs(square) < 0.5L ? 0.5L * std::log1p(square)
                                       : std::log(1.0L + v).real(),
              std::atan2(y, 1 + x));
}

static Wide expm1(Wide v) {
  const long double half = std::sin(v.imag() / 2);
  const Wide e = exp(v);
  return Wide(std::fabs(v.real()) < 1
                  ? std::expm1(v.real()) * std::cos(v.imag()) - 2 * half * half
                  : e.real() - 1,
              e.imag());
}

static Wide logistic(Wide v) {
  // e^(v/2) / (2 cosh(v/2)), which keeps digits next to the poles.
  if (std::fabs(v.real()) > 20000)
    return Wide(v.real() > 0 ? 1 : 0, std::copysign(0.0L, v.imag()));
  if (v.real() > 1) {
    // Next to 1 the imaginary part is small: no quotient of larger numbers.
    const Wide rest = std::exp(-v);
    const long double size = std::norm(1.0L + rest);
    return Wide((1 + rest.real()) / size, -rest.imag() / size);
  }
  const Wide half = v / 2.0L;
  return std::exp(half) / (2.0L * std::cosh(half));
}

static Wide rsqrt(Wide v) {
  const long double size = std::abs(v);
  if (size == 0 || std::isinf(size))
    return Wide(1 / size, std::copysign(0.0L, -v.imag()));
  return std::conj(std::sqrt(v)) / size;
}

static Wide cbrt(Wide v) {
  const long double angle = std::arg(v) / 3, size = std::cbrt(std::abs(v));
  return Wide(size * std::cos(angle),
              angle == 0 ? angle : size * std::sin(angle));
}

static Wide sign(Wide v) {
  const long double size = std::abs(v);
  return size == 0 ? v : Wide(v.real() / size, v.imag() / size);
}

/// x^2 - y^2 as a product, which does not cancel.
static Wide square(Wide v) {
  return Wide((v.real() - v.imag()) * (v.real() + v.imag()),
              2 * v.real() * v.imag());
}

static Wide evaluate(Unary op, Wide v) {
  switch (op) {
  case Unary::Acos:
    return std::acos(v);
  case Unary::Acosh:
    return std::acosh(v);
  case Unary::Asin:
    return std::asin(v);
  case Unary::Asinh:
    return std::asinh(v);
  case Unary::Atan:
    return std::atan(v);
  case Unary::Atanh:
    return std::atanh(v);
  case Unary::Cbrt:
    return cbrt(v);
  case Unary::Cosh:
    return std::cosh(v);
  case Unary::Cosine:
    return std::cos(v);
  case Unary::Exponential:
    return exp(v);
  case Unary::ExponentialMinusOne:
    return expm1(v);
  case Unary::Log:
    return std::log(v);
  case Unary::LogPlusOne:
    return log1p(v);
  case Unary::Logistic:
    return logistic(v);
  case Unary::Rsqrt:
    return rsqrt(v);
  case Unary::Sign:
    return sign(v);
  case Unary::Sine:
    return std::sin(v);
  case Unary::Sinh:
    return std::sinh(v);
  case Unary::Sqrt:
    return std::sqrt(v);
  case Unary::Square:
    return square(v);
  case Unary::Tan:
    return std::tan(v);
  default:
    return std::tanh(v);
  }
}

template <typename C>
static MaybeTensor complexUnary(Unary op, const Tensor &x) {
  using T = typename C::value_type;
  const ElementType part = elementTypeOf<T>();
  switch (op) {
  case Unary::Abs:
    return mapTo<C>(part, x, [](C v) { return std::abs(v); });
  case Unary::Real:
    return mapTo<C>(part, x, [](C v) { return v.real(); });
  case Unary::Imag:
    return mapTo<C>(part, x, [](C v) { return v.imag(); });
  case Unary::Conj:
    return mapSame<C>(x, [](C v) { return std::conj(v); });
  case Unary::IsFinite:
    return mapTo<C>(ElementType::I1, x, [](C v) {
      return std::isfinite(v.real()) && std::isfinite(v.imag());
    });
  case Unary::Negate:
    return mapSame<C>(x, [](C v) { return -v; });
  case Unary::Acos:
  case Unary::Acosh:
  case Unary::Asin:
  case Unary::Asinh:
  case Unary::Atan:
  case Unary::Atanh:
  case Unary::Cbrt:
  case Unary::Cosh:
  case Unary::Cosine:
  case Unary::Exponential:
  case Unary::ExponentialMinusOne:
  case Unary::Log:
  case Unary::LogPlusOne:
  case Unary::Logistic:
  case Unary::Rsqrt:
  case Unary::Sign:
  case Unary::Sine:
  case Unary::Sinh:
  case Unary::Sqrt:
  case Unary::Square:
  case Unary::Tan:
  case Unary::Tanh:
    return mapWide<C>(x, [op](Wide v) { return evaluate(op, v); });
  default:
    return std::nullopt;
  }
}

MaybeTensor popt::reference::unary(Unary op, const Tensor &x) {
  if (isNarrow(x.type())) {
    // Bits are counted without those of a sign above them.
    const bool counts = isSmallInteger(x.type()) &&
                        (op == Unary::Popcnt || op == Unary::CountLeadingZeros);
    MaybeTensor result = unary(op, counts ? x.reinterpreted(ElementType::UI8)
                                          : convert(x, wideType(x.type())));
    if (!result || result->type() == ElementType::I1)
      return result;
    if (op == Unary::CountLeadingZeros)
      for (int64_t i = 0, n = result->size(); i < n; ++i)
        result->mutableBytes()[i] -= char(8 - bitWidth(x.type()));
    return convert(*result, x.type());
  }
  return dispatch(x.type(), [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>)
      return integerUnary<T>(op, x);
    else if constexpr (std::is_floating_point_v<T>)
      return realUnary<T>(op, x);
    else if constexpr (IsComplex<T>::value)
      return complexUnary<T>(op, x);
    else
      return std::nullopt;
  });
}

MaybeTensor popt::reference::mapReal(double (*function)(double),
                                     const Tensor &x) {
  if (!isFloat(x.type()))
    return std::nullopt;
  return convert(*mapSame<double>(convert(x, ElementType::F64), function),
                 x.type());
}

static int exponentBitsOf(ElementType type) {
  return dispatch(type, [](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (isSmallFloatType<T>)
      return T::format.exponentBits;
    else
      return std::is_same_v<T, double> ? 11 : 8;
  });
}

MaybeTensor popt::reference::reducePrecision(const Tensor &x, int exponentBits,
                                             int mantissaBits) {
  if (!isFloat(x.type()) || exponentBits < 1 || mantissaBits < 0)
    return std::nullopt;
  Tensor wide = convert(x, ElementType::F64);
  double *data = wide.mutableData<double>();
  const int mantissa = std::min(mantissaBits, 52);
  const bool narrower = exponentBits < exponentBitsOf(x.type());
  const int bias = (1 << (std::min(exponentBits, 11) - 1)) - 1;
  const double largest = std::ldexp(2 - std::ldexp(1.0, -mantissa), bias);
  const double smallest = std::ldexp(1.0, 1 - bias);
  for (int64_t i = 0, n = wide.size(); i < n; ++i) {
    double v = data[i];
    // Without mantissa bits a NaN is what an infinity is.
    if (std::isnan(v) && mantissaBits == 0)
      data[i] = std::copysign(std::numeric_limits<double>::infinity(), v);
    if (v == 0 || !std::isfinite(v))
      continue;
    const int exponent = std::ilogb(v);
    v = std::ldexp(std::nearbyint(std::ldexp(v, mantissa - exponent)),
                   exponent - mantissa);
    // Fewer exponent bits: what is too large becomes infinity, what would be
    // subnormal becomes zero.
    if (narrower && std::fabs(v) > largest)
      v = std::copysign(std::numeric_limits<double>::infinity(), v);
    else if (narrower && std::fabs(v) < smallest)
      v = std::copysign(0.0, v);
    data[i] = v;
  }
  return convert(wide, x.type());
}
