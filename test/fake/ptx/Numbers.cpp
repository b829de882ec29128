//===- Numbers.cpp --------------------------------------------------------===//

#include "Numbers.h"
#include "Decoder.h"

namespace popt::fake {

double roundTo(double x, int mantissa, int minExponent, int maxExponent,
               Rounding rounding) {
  if (x == 0 || !std::isfinite(x))
    return x;
  int exponent = std::max(std::ilogb(x), minExponent);
  double unit = std::ldexp(1.0, exponent - mantissa); // of the last place
  double scaled = std::fabs(x) / unit;                // exact: a power of two
  double whole = std::floor(scaled), part = scaled - whole;
  bool isNegative = std::signbit(x), up = false;
  switch (rounding) {
  case Rounding::None:
  case Rounding::Near:
    up = part > 0.5 || (part == 0.5 && std::fmod(whole, 2) != 0);
    break;
  case Rounding::NearAway:
    up = part >= 0.5;
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    up = isNegative && part > 0;
    break;
  case Rounding::Up:
    up = !isNegative && part > 0;
    break;
  }
  double result = (whole + up) * unit;
  double largest = std::ldexp(2.0 - std::ldexp(1.0, -mantissa), maxExponent);
  if (result > largest) {
    bool toInfinity = rounding == Rounding::None ||
                      rounding == Rounding::Near ||
                      rounding == Rounding::NearAway ||
                      rounding == (isNegative ? Rounding::Down : Rounding::Up);
    result = toInfinity ? INFINITY : largest;
  }
  return isNegative ? -result : result;
}

double addToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum))
    return sum;
  double other = sum - x;
  double error = (x - (sum - other)) + (y - other);
  uint64_t bits = bitCast<uint64_t>(sum);
  if (error == 0 || bits & 1)
    return sum;
  // Towards the error: away from zero if it has the sign of the sum.
  return bitCast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

uint16_t toF16(double x, Rounding rounding) {
  uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x))
    return 0x7fff;
  double y = std::fabs(roundTo(x, 10, -14, 15, rounding));
  if (std::isinf(y))
    return sign | 0x7c00;
  if (y < std::ldexp(1.0, -14))
    return sign | uint16_t(std::ldexp(y, 24));
  int exponent = std::ilogb(y);
  return sign | uint16_t(((exponent + 15) << 10) +
                         (uint32_t(std::ldexp(y, 10 - exponent)) - 1024));
}

uint16_t toBf16(double x, Rounding rounding) {
  if (std::isnan(x))
    return 0x7fff;
  // The result is a float: its upper half.
  return uint16_t(
      bitCast<uint32_t>(float(roundTo(x, 7, -126, 127, rounding))) >> 16);
}

uint32_t toTf32(float x, Rounding rounding) {
  if (std::isnan(x))
    return 0x7fffffff;
  return bitCast<uint32_t>(float(roundTo(x, 10, -126, 127, rounding)));
}

Rounding takeRounding(Decoder &d) {
  if (d.take("rn"))
    return Rounding::Near;
  if (d.take("rz"))
    return Rounding::Zero;
  if (d.take("rm"))
    return Rounding::Down;
  if (d.take("rp"))
    return Rounding::Up;
  if (d.take("rna"))
    return Rounding::NearAway;
  return Rounding::None;
}

} // namespace popt::fake
