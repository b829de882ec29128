//===- Numbers.h - Floats that C++ lacks ----------------------------------===//
//
// f16, bf16 and tf32 as bits, with one rounding where PTX rounds once. All
// conversions keep infinities; a NaN becomes the device's 0x7fff (or keeps its
// payload where it is widened).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_NUMBERS_H
#define POPT_RT_FAKE_PTX_NUMBERS_H

#include "Ops.h"

#include <cmath>
#include <limits>

namespace popt::fake {

enum class Rounding : uint8_t { None, Near, Zero, Down, Up, NearAway };

inline float flush(float x) {
  uint32_t bits = bitCast<uint32_t>(x);
  return bits & 0x7f800000u ? x : bitCast<float>(bits & 0x80000000u);
}
inline double flush(double x) { return x; }

inline float fromBf16(uint16_t bits) {
  return bitCast<float>(uint32_t(bits) << 16);
}
inline uint16_t toBf16(float x) {
  uint32_t bits = bitCast<uint32_t>(x);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fff : uint16_t(rounded);
}
inline float fromF16(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t rest = half & 0x7fff;
  // Move the exponent; a multiplication normalises the denormals.
  float scaled = bitCast<float>(rest << 13) * bitCast<float>(0x77800000u);
  if (rest >= 0x7c00)
    scaled = bitCast<float>((rest << 13) | 0x7f800000u);
  return bitCast<float>(bitCast<uint32_t>(scaled) | sign);
}
/// Seven bits of exponent and mantissa, all of them 1 for NaN; no infinities.
inline float fromF8E4M3FN(uint8_t bits) {
  int exponent = bits >> 3 & 15, mantissa = bits & 7;
  float size = exponent == 0 ? std::ldexp(float(mantissa), -9)
                             : std::ldexp(float(8 + mantissa), exponent - 10);
  if ((bits & 0x7f) == 0x7f)
    size = std::numeric_limits<float>::quiet_NaN();
  return bits & 0x80 ? -size : size;
}

/// Rounds to a float of `mantissa` stored bits whose smallest exponent is
/// `minExponent` (of a normal number) and largest `maxExponent`. The result is
/// exact in double; overflow is infinity, or the largest number where the
/// rounding goes towards zero.
double roundTo(double x, int mantissa, int minExponent, int maxExponent,
               Rounding rounding = Rounding::Near);
/// x + y as a double whose last bit says whether it is inexact, so that
/// rounding it again to half the bits or fewer is right.
double addToOdd(double x, double y);

uint16_t toF16(double x, Rounding rounding = Rounding::Near);
uint16_t toBf16(double x, Rounding rounding);
/// tf32 is kept in 32 bits, the low 13 zero.
uint32_t toTf32(float x, Rounding rounding);

/// The half formats as types, for templates.
struct F16 {
  static float wide(uint16_t bits) { return fromF16(bits); }
  static uint16_t narrow(double x) { return toF16(x); }
  static constexpr uint16_t one = 0x3c00, nan = 0x7fff;
};
struct BF16 {
  static float wide(uint16_t bits) { return fromBf16(bits); }
  static uint16_t narrow(double x) { return toBf16(x, Rounding::Near); }
  static constexpr uint16_t one = 0x3f80, nan = 0x7fff;
};

/// The rounding modifier rn, rz, rm, rp; None if there is none.
class Decoder;
Rounding takeRounding(Decoder &decoder);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_NUMBERS_H
