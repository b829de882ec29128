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
  case Unary::BesselI1e:
    return mapSame<T>(x, [](T v) { return besselI1e(v); });
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
  case Unary::Digamma:
    return mapSame<T>(x, [](T v) { return digamma(v); });
  case Unary::Erf:
    return mapSame<T>(x, [](T v) { return std::erf(v); });
  case Unary::Erfc:
    return mapSame<T>(x, [](T v) { return std::erfc(v); });
  case Unary::ErfInv:
    return mapSame<T>(x, [](T v) { return erfInv(v); });
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
  case Unary::Lgamma:
    return mapSame<T>(x, [](T v) { return logGamma(v); });
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

template <typename C> static C complexLog1p(C v) {
  using T = typename C::value_type;
  // log|1 + v| without cancellation: |1 + v|^2 - 1 = x (2 + x) + y^2.
  return C(T(0.5) * std::log1p(v.real() * (2 + v.real()) + v.imag() * v.imag()),
           std::atan2(v.imag(), 1 + v.real()));
}

template <typename C> static C complexExpm1(C v) {
  using T = typename C::value_type;
  const T half = std::sin(v.imag() / 2), e = std::exp(v.real());
  return C(std::expm1(v.real()) * std::cos(v.imag()) - 2 * half * half,
           e * std::sin(v.imag()));
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
  case Unary::Acos:
    return mapSame<C>(x, [](C v) { return std::acos(v); });
  case Unary::Acosh:
    return mapSame<C>(x, [](C v) { return std::acosh(v); });
  case Unary::Asin:
    return mapSame<C>(x, [](C v) { return std::asin(v); });
  case Unary::Asinh:
    return mapSame<C>(x, [](C v) { return std::asinh(v); });
  case Unary::Atan:
    return mapSame<C>(x, [](C v) { return std::atan(v); });
  case Unary::Atanh:
    return mapSame<C>(x, [](C v) { return std::atanh(v); });
  case Unary::Cbrt:
    return mapSame<C>(x, [](C v) { return std::pow(v, T(1) / T(3)); });
  case Unary::Cosh:
    return mapSame<C>(x, [](C v) { return std::cosh(v); });
  case Unary::Cosine:
    return mapSame<C>(x, [](C v) { return std::cos(v); });
  case Unary::Exponential:
    return mapSame<C>(x, [](C v) { return std::exp(v); });
  case Unary::ExponentialMinusOne:
    return mapSame<C>(x, [](C v) { return complexExpm1(v); });
  case Unary::Log:
    return mapSame<C>(x, [](C v) { return std::log(v); });
  case Unary::LogPlusOne:
    return mapSame<C>(x, [](C v) { return complexLog1p(v); });
  case Unary::Logistic:
    return mapSame<C>(x, [](C v) { return C(1) / (C(1) + std::exp(-v)); });
  case Unary::Negate:
    return mapSame<C>(x, [](C v) { return -v; });
  case Unary::Rsqrt:
    return mapSame<C>(x, [](C v) { return C(1) / std::sqrt(v); });
  case Unary::Sign:
    return mapSame<C>(x, [](C v) {
      T size = std::abs(v);
      return size == 0 ? C(0) : C(v.real() / size, v.imag() / size);
    });
  case Unary::Sine:
    return mapSame<C>(x, [](C v) { return std::sin(v); });
  case Unary::Sinh:
    return mapSame<C>(x, [](C v) { return std::sinh(v); });
  case Unary::Sqrt:
    return mapSame<C>(x, [](C v) { return std::sqrt(v); });
  case Unary::Square:
    return mapSame<C>(x, [](C v) { return v * v; });
  case Unary::Tan:
    return mapSame<C>(x, [](C v) { return std::tan(v); });
  case Unary::Tanh:
    return mapSame<C>(x, [](C v) { return std::tanh(v); });
  default:
    return std::nullopt;
  }
}

MaybeTensor popt::reference::unary(Unary op, const Tensor &x) {
  if (isSmallFloat(x.type())) {
    MaybeTensor result = unary(op, convert(x, ElementType::F32));
    if (!result || result->type() == ElementType::I1)
      return result;
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

static int exponentBitsOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 11;
  case ElementType::F16:
  case ElementType::F8E5M2:
    return 5;
  case ElementType::F8E4M3FN:
    return 4;
  default:
    return 8;
  }
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
