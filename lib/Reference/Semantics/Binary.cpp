//===- Binary.cpp - Element-wise operations with several operands ---------===//
//
// Integers wrap; division by zero gives -1 (all ones), the remainder by zero is
// the dividend, and the smallest integer divided by -1 is itself; shifts by the
// width or more give 0 (arithmetic: the sign). maximum and minimum propagate
// NaN and order -0 below +0. On i1 add is or and multiply is and. Types
// narrower than f32 go through f32. Tested by
// test/unit/Reference/ElementwiseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "Special.h"
#include "popt/Reference/TensorOps.h"
#include <cmath>
#include <limits>

using namespace popt::reference;

template <typename T, typename F>
static Tensor zipTo(ElementType resultType, const Tensor &lhs,
                    const Tensor &rhs, F f) {
  Tensor result(resultType, lhs.shape());
  using R = decltype(f(T(), T()));
  const T *a = lhs.data<T>(), *b = rhs.data<T>();
  R *out = result.mutableData<R>();
  for (int64_t i = 0, n = lhs.size(); i < n; ++i)
    out[i] = f(a[i], b[i]);
  return result;
}

template <typename T, typename F>
static MaybeTensor zipSame(const Tensor &lhs, const Tensor &rhs, F f) {
  return zipTo<T>(lhs.type(), lhs, rhs, [f](T a, T b) { return T(f(a, b)); });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static MaybeTensor booleanBinary(Binary op, const Tensor &a, const Tensor &b) {
  switch (op) {
  case Binary::Add:
  case Binary::Maximum:
  case Binary::Or:
    return zipSame<bool>(a, b, [](bool x, bool y) { return x || y; });
  case Binary::Multiply:
  case Binary::Minimum:
  case Binary::And:
    return zipSame<bool>(a, b, [](bool x, bool y) { return x && y; });
  case Binary::Xor:
  case Binary::Subtract:
    return zipSame<bool>(a, b, [](bool x, bool y) { return x != y; });
  default:
    return std::nullopt;
  }
}

template <typename T> static T integerPower(T base, T exponent) {
  if (exponent < T(0))
    return base == T(1)    ? T(1)
           : base == T(-1) ? (exponent % 2 ? T(-1) : T(1))
                           : T(0);
  uint64_t result = 1, factor = uint64_t(base), left = uint64_t(exponent);
  for (; left; left >>= 1, factor *= factor)
    if (left & 1)
      result *= factor;
  return T(result);
}

template <typename T>
static MaybeTensor integerBinary(Binary op, const Tensor &a, const Tensor &b) {
  using Bits = std::make_unsigned_t<T>;
  constexpr int width = sizeof(T) * 8;
  auto overflows = [](T x, T y) {
    return std::is_signed_v<T> && x == std::numeric_limits<T>::min() &&
           y == T(-1);
  };
  switch (op) {
  case Binary::Add:
    return zipSame<T>(a, b, [](T x, T y) { return uint64_t(x) + uint64_t(y); });
  case Binary::Subtract:
    return zipSame<T>(a, b, [](T x, T y) { return uint64_t(x) - uint64_t(y); });
  case Binary::Multiply:
    return zipSame<T>(a, b, [](T x, T y) { return uint64_t(x) * uint64_t(y); });
  case Binary::Divide:
    return zipSame<T>(a, b, [=](T x, T y) {
      return y == 0 ? T(-1) : overflows(x, y) ? x : T(x / y);
    });
  case Binary::Remainder:
    return zipSame<T>(a, b, [=](T x, T y) {
      return y == 0 ? x : overflows(x, y) ? T(0) : T(x % y);
    });
  case Binary::Power:
    return zipSame<T>(a, b, [](T x, T y) { return integerPower(x, y); });
  case Binary::Maximum:
    return zipSame<T>(a, b, [](T x, T y) { return std::max(x, y); });
  case Binary::Minimum:
    return zipSame<T>(a, b, [](T x, T y) { return std::min(x, y); });
  case Binary::And:
    return zipSame<T>(a, b, [](T x, T y) { return x & y; });
  case Binary::Or:
    return zipSame<T>(a, b, [](T x, T y) { return x | y; });
  case Binary::Xor:
    return zipSame<T>(a, b, [](T x, T y) { return x ^ y; });
  case Binary::ShiftLeft:
    return zipSame<T>(a, b, [](T x, T y) {
      return Bits(y) >= width ? 0 : uint64_t(Bits(x)) << Bits(y);
    });
  case Binary::ShiftRightLogical:
    return zipSame<T>(a, b, [](T x, T y) {
      return Bits(y) >= width ? 0 : uint64_t(Bits(x)) >> Bits(y);
    });
  case Binary::ShiftRightArithmetic:
    return zipSame<T>(a, b, [](T x, T y) {
      auto sx = std::make_signed_t<T>(x);
      return int64_t(sx) >> (Bits(y) >= width ? width - 1 : int(Bits(y)));
    });
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Real numbers
//===----------------------------------------------------------------------===//

template <typename T>
static MaybeTensor realBinary(Binary op, const Tensor &a, const Tensor &b) {
  switch (op) {
  case Binary::Add:
    return zipSame<T>(a, b, [](T x, T y) { return x + y; });
  case Binary::Subtract:
    return zipSame<T>(a, b, [](T x, T y) { return x - y; });
  case Binary::Multiply:
    return zipSame<T>(a, b, [](T x, T y) { return x * y; });
  case Binary::Divide:
    return zipSame<T>(a, b, [](T x, T y) { return x / y; });
  case Binary::Remainder:
    return zipSame<T>(a, b, [](T x, T y) { return std::fmod(x, y); });
  case Binary::Power:
    return zipSame<T>(a, b, [](T x, T y) { return std::pow(x, y); });
  case Binary::Atan2:
    return zipSame<T>(a, b, [](T x, T y) { return std::atan2(x, y); });
  case Binary::Maximum:
    return zipSame<T>(a, b, [](T x, T y) { return foldMaximum(x, y); });
  case Binary::Minimum:
    return zipSame<T>(a, b, [](T x, T y) { return foldMinimum(x, y); });
  case Binary::NextAfter:
    return zipSame<T>(a, b, [](T x, T y) { return std::nextafter(x, y); });
  case Binary::Polygamma:
    return zipSame<T>(a, b, [](T x, T y) { return polygamma(x, y); });
  case Binary::Zeta:
    return zipSame<T>(a, b, [](T x, T y) { return zeta(x, y); });
  case Binary::Complex: {
    using C = std::complex<T>;
    return zipTo<T>(elementTypeOf<C>(), a, b, [](T x, T y) { return C(x, y); });
  }
  default:
    return std::nullopt;
  }
}

/// Products, divisions, powers and angles in long double, rounded once.
using Wide = std::complex<long double>;

template <typename C, typename F>
static MaybeTensor zipWide(const Tensor &a, const Tensor &b, F f) {
  return zipSame<C>(a, b, [f](C x, C y) {
    using T = typename C::value_type;
    const Wide result = f(Wide(x.real(), x.imag()), Wide(y.real(), y.imag()));
    return C(T(result.real()), T(result.imag()));
  });
}

/// ab + cd, less what the rounding of the second product added.
static long double sumOfProducts(long double a, long double b, long double c,
                                 long double d) {
  const long double second = c * d, added = std::fma(-c, d, second);
  // Infinite operands have no rounding.
  return std::isnan(added) ? a * b + second : std::fma(a, b, second) - added;
}

static Wide multiply(Wide x, Wide y) {
  return Wide(sumOfProducts(x.real(), y.real(), -x.imag(), y.imag()),
              sumOfProducts(x.real(), y.imag(), x.imag(), y.real()));
}

static Wide divide(Wide x, Wide y) {
  // x / 0 is infinite in the directions of x.
  if (y.real() == 0 && y.imag() == 0)
    return Wide(x.real() / y.real(), x.imag() / y.real());
  return x / y;
}

static Wide power(Wide x, Wide y) {
  if (y == Wide(0))
    return Wide(1);
  return x == Wide(0) ? Wide(0) : std::exp(y * std::log(x));
}

/// -i log((x + iy) / sqrt(x^2 + y^2)): the arc tangent of y / x, half a turn
/// further where x and the root point in opposite directions.
static Wide complexAtan2(Wide y, Wide x) {
  const Wide i(0, 1);
  const Wide root = std::sqrt((x + i * y) * (x - i * y));
  const long double half = std::acos(-1.0L) / 2;
  if (x == Wide(0))
    return (y / root).real() < 0 ? -half : half;
  const Wide inverse = std::atan(y / x);
  if ((x * std::conj(root)).real() >= 0)
    return inverse;
  return inverse + (inverse.real() > 0 ? -2 * half : 2 * half);
}

template <typename C> static bool comesBefore(C x, C y) {
  return x.real() < y.real() || (x.real() == y.real() && x.imag() < y.imag());
}

template <typename C>
static MaybeTensor complexBinary(Binary op, const Tensor &a, const Tensor &b) {
  switch (op) {
  case Binary::Add:
    return zipSame<C>(a, b, [](C x, C y) { return x + y; });
  case Binary::Subtract:
    return zipSame<C>(a, b, [](C x, C y) { return x - y; });
  case Binary::Multiply:
    return zipWide<C>(a, b, multiply);
  case Binary::Maximum: // by real, then imaginary part
    return zipSame<C>(a, b, [](C x, C y) { return comesBefore(y, x) ? x : y; });
  case Binary::Minimum:
    return zipSame<C>(a, b, [](C x, C y) { return comesBefore(x, y) ? x : y; });
  case Binary::Divide:
    return zipWide<C>(a, b, divide);
  case Binary::Power:
    return zipWide<C>(a, b, power);
  case Binary::Atan2:
    return zipWide<C>(a, b, complexAtan2);
  default:
    return std::nullopt;
  }
}

/// The neighbour in the narrow type: of the same sign, one bit pattern away.
template <typename T> static T nextAfterOf(T x, T y) {
  const float from = float(x), to = float(y);
  if (std::isnan(from) || std::isnan(to))
    return T(std::numeric_limits<float>::quiet_NaN());
  if (from == to)
    return y;
  T result = x;
  if (from == 0) {
    result.bits = 1;
    return to > 0 ? result : T(-float(result));
  }
  result.bits += (to > from) == (from > 0) ? 1 : -1;
  return result;
}

static MaybeTensor nextAfterNarrow(const Tensor &lhs, const Tensor &rhs) {
  return dispatch(lhs.type(), [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (isSmallFloatType<T>)
      return zipSame<T>(lhs, rhs, [](T x, T y) { return nextAfterOf(x, y); });
    else
      return std::nullopt;
  });
}

MaybeTensor popt::reference::binary(Binary op, const Tensor &lhs,
                                    const Tensor &rhs) {
  if (lhs.type() != rhs.type() || lhs.shape() != rhs.shape())
    return std::nullopt;
  if (isNarrow(lhs.type())) {
    if (op == Binary::NextAfter)
      return nextAfterNarrow(lhs, rhs);
    // Bits that are shifted come without those of a sign above them.
    const bool isShift =
        op == Binary::ShiftLeft || op == Binary::ShiftRightLogical;
    auto wide = [&](const Tensor &x) {
      return isShift ? x.reinterpreted(ElementType::UI8)
                     : convert(x, wideType(x.type()));
    };
    MaybeTensor result = binary(op, wide(lhs), wide(rhs));
    return result ? MaybeTensor(convert(*result, lhs.type())) : result;
  }
  return dispatch(lhs.type(), [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bool>)
      return booleanBinary(op, lhs, rhs);
    else if constexpr (std::is_integral_v<T>)
      return integerBinary<T>(op, lhs, rhs);
    else if constexpr (std::is_floating_point_v<T>)
      return realBinary<T>(op, lhs, rhs);
    else if constexpr (IsComplex<T>::value)
      return complexBinary<T>(op, lhs, rhs);
    else
      return std::nullopt;
  });
}

MaybeTensor popt::reference::multiplyHigh(const Tensor &lhs,
                                          const Tensor &rhs) {
  if (lhs.type() != rhs.type() || lhs.shape() != rhs.shape())
    return std::nullopt;
  return dispatch(lhs.type(), [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      using Wide =
          std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
      return zipSame<T>(lhs, rhs, [](T x, T y) {
        return T((Wide(x) * Wide(y)) >> (8 * sizeof(T)));
      });
    } else if constexpr (isSmallIntegerType<T>) {
      return zipSame<T>(lhs, rhs, [&](T x, T y) {
        return T((int(x) * int(y)) >> bitWidth(lhs.type()));
      });
    } else {
      return std::nullopt;
    }
  });
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

template <typename T>
static Tensor compareOf(Direction direction, const Tensor &a, const Tensor &b) {
  const ElementType i1 = ElementType::I1;
  switch (direction) {
  case Direction::EQ:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x == y; });
  case Direction::NE:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x != y; });
  case Direction::GE:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x >= y; });
  case Direction::GT:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x > y; });
  case Direction::LE:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x <= y; });
  case Direction::LT:
    return zipTo<T>(i1, a, b, [](T x, T y) { return x < y; });
  }
  return Tensor();
}

template <typename T> static Tensor totalOrderKeys(const Tensor &x) {
  Tensor keys(ElementType::I64, x.shape());
  for (int64_t i = 0, n = x.size(); i < n; ++i)
    keys.mutableData<int64_t>()[i] = totalOrderKey(x.data<T>()[i]);
  return keys;
}

MaybeTensor popt::reference::compare(Direction direction, const Tensor &lhs,
                                     const Tensor &rhs, bool totalOrder) {
  if (lhs.type() != rhs.type() || lhs.shape() != rhs.shape())
    return std::nullopt;
  if (isNarrow(lhs.type()))
    return compare(direction, convert(lhs, wideType(lhs.type())),
                   convert(rhs, wideType(rhs.type())), totalOrder);
  return dispatch(lhs.type(), [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_floating_point_v<T>) {
      if (totalOrder)
        return compareOf<int64_t>(direction, totalOrderKeys<T>(lhs),
                                  totalOrderKeys<T>(rhs));
      return compareOf<T>(direction, lhs, rhs);
    } else if constexpr (std::is_integral_v<T>) {
      return compareOf<T>(direction, lhs, rhs);
    } else if constexpr (IsComplex<T>::value) {
      if (direction == Direction::EQ)
        return zipTo<T>(ElementType::I1, lhs, rhs,
                        [](T x, T y) { return x == y; });
      if (direction == Direction::NE)
        return zipTo<T>(ElementType::I1, lhs, rhs,
                        [](T x, T y) { return x != y; });
    }
    return std::nullopt;
  });
}

Tensor popt::reference::select(const Tensor &predicate, const Tensor &onTrue,
                               const Tensor &onFalse) {
  const bool *p = predicate.data<bool>();
  if (predicate.rank() == 0)
    return p[0] ? onTrue : onFalse;
  Tensor result(onTrue.type(), onTrue.shape());
  dispatch(onTrue.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *a = onTrue.data<T>(), *b = onFalse.data<T>();
    T *out = result.mutableData<T>();
    for (int64_t i = 0, n = result.size(); i < n; ++i)
      out[i] = p[i] ? a[i] : b[i];
  });
  return result;
}

MaybeTensor popt::reference::clamp(const Tensor &min, const Tensor &x,
                                   const Tensor &max) {
  auto wide = [&](const Tensor &bound) {
    return bound.rank() == 0 ? splat(bound, x.shape()) : bound;
  };
  MaybeTensor lower = binary(Binary::Maximum, wide(min), x);
  return lower ? binary(Binary::Minimum, *lower, wide(max)) : lower;
}

/// The bits of all elements in order, the least significant first; an element of
/// less than a byte has as many as its type says.
static std::vector<bool> bitsOf(const Tensor &x) {
  const int64_t width = std::min<int64_t>(bitWidth(x.type()), 8);
  std::vector<bool> bits;
  bits.reserve(x.bytes().size() * width);
  for (uint8_t byte : x.bytes())
    for (int64_t i = 0; i < width; ++i)
      bits.push_back(byte >> i & 1);
  return bits;
}

Tensor popt::reference::bitcastConvert(const Tensor &x, ElementType type,
                                       Ints shape) {
  Tensor result(type, shape);
  const int64_t width = std::min<int64_t>(bitWidth(type), 8);
  std::vector<bool> bits = bitsOf(x);
  assert(result.bytes().size() * width == bits.size() && "sizes differ");
  uint8_t *out = reinterpret_cast<uint8_t *>(result.mutableBytes());
  for (size_t i = 0; i < bits.size(); i += width) {
    uint8_t byte = 0;
    for (int64_t bit = 0; bit < width; ++bit)
      byte |= bits[i + bit] << bit;
    out[i / width] = byte;
  }
  return result;
}
