//===- MiniFloat.h - f16, bf16 and smaller to and from f32 ------*- C++ -*-===//
//
// Conversions as branch-free integer code, so that compilers vectorise them on
// any instruction set. Everything is in an anonymous namespace: the header is
// compiled into files with different instruction sets, whose functions must
// not be merged by the linker.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TENSOR_MINIFLOAT_H
#define POPT_RT_LIB_TENSOR_MINIFLOAT_H

#include <stdint.h>

namespace {

inline uint32_t bitsOf(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, 4);
  return bits;
}

inline float floatOf(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, 4);
  return value;
}

/// What a format has beside numbers: as in IEEE 754 infinities and NaNs; NaN
/// where all bits are 1; nothing, so that numbers beyond the largest become it
/// and NaN becomes -0; NaN where -0 would be.
enum class Specials { Ieee, OneNaN, None, NaNForMinusZero };

/// A format of 1 + E + M bits in `Storage`.
template <typename Storage, int E, int M, Specials specials,
          int Bias = (1 << (E - 1)) - 1>
struct MiniFloat {
  Storage bits;

  static constexpr bool HasInfinity = specials == Specials::Ieee;
  static constexpr bool isUz = specials == Specials::NaNForMinusZero;
  static constexpr int bias = Bias;
  static constexpr uint32_t magnitude = (1u << (E + M)) - 1;
  static constexpr uint32_t infinity = ((1u << E) - 1) << M;
  /// Magnitudes from here up are infinite or NaN.
  static constexpr uint32_t special = HasInfinity ? infinity
                                      : specials == Specials::OneNaN
                                          ? magnitude
                                          : magnitude + 1;
  static constexpr uint32_t nan = HasInfinity ? infinity | 1u << (M - 1)
                                  : specials == Specials::OneNaN
                                      ? magnitude
                                      : magnitude + 1;
  static constexpr uint32_t overflow = HasInfinity                  ? infinity
                                       : specials == Specials::None ? magnitude
                                                                    : nan;

  static float widen(MiniFloat value) {
    uint32_t raw = value.bits & (magnitude << 1 | 1); // no bits above
    if (isUz && raw == nan)
      return floatOf(0x7fc00000u);
    uint32_t rest = raw & magnitude;
    // Correct for the two biases by a multiplication: it renormalises
    // subnormal numbers too.
    uint32_t finite = bitsOf(floatOf(rest << (23 - M)) *
                             floatOf(uint32_t(127 + 127 - bias) << 23));
    uint32_t other = HasInfinity ? rest << (23 - M) | 0x7f800000u : 0x7fc00000u;
    uint32_t sign = (raw & ~magnitude) << (31 - E - M);
    return floatOf((rest >= special ? other : finite) | sign);
  }

  /// To nearest, ties to even.
  static MiniFloat narrow(float value) {
    uint32_t raw = bitsOf(value);
    uint32_t rest = raw & 0x7fffffffu;
    // Subnormal results: adding 2^(23 - M + emin) leaves the wanted mantissa in
    // the low bits, rounded by the hardware.
    constexpr uint32_t magic = uint32_t(127 + 23 - M + 1 - bias) << 23;
    uint32_t small = bitsOf(floatOf(rest) + floatOf(magic)) - magic;
    // Normal results: round at bit 23 - M; a carry runs into the exponent.
    uint32_t rounded = rest + ((1u << (22 - M)) - 1) + ((rest >> (23 - M)) & 1);
    uint32_t normal = (rounded >> (23 - M)) - (uint32_t(127 - bias) << M);
    normal = normal >= special ? overflow : normal;
    uint32_t result = rest < (uint32_t(127 + 1 - bias) << 23) ? small : normal;
    result = rest == 0x7f800000u ? overflow : result;
    uint32_t sign = (raw >> 31) << (E + M);
    if constexpr (isUz)
      sign = result == 0 ? 0 : sign;
    if constexpr (specials == Specials::None || isUz) {
      result |= sign;
      sign = 0;
    }
    result = rest > 0x7f800000u ? nan : result;
    return {static_cast<Storage>(result | sign)};
  }
};

using F16 = MiniFloat<uint16_t, 5, 10, Specials::Ieee>;
using F8E5M2 = MiniFloat<uint8_t, 5, 2, Specials::Ieee>;
using F8E4M3 = MiniFloat<uint8_t, 4, 3, Specials::Ieee>;
using F8E3M4 = MiniFloat<uint8_t, 3, 4, Specials::Ieee>;
using F8E4M3FN = MiniFloat<uint8_t, 4, 3, Specials::OneNaN>;
using F8E5M2FNUZ = MiniFloat<uint8_t, 5, 2, Specials::NaNForMinusZero, 16>;
using F8E4M3FNUZ = MiniFloat<uint8_t, 4, 3, Specials::NaNForMinusZero, 8>;
using F8E4M3B11FNUZ = MiniFloat<uint8_t, 4, 3, Specials::NaNForMinusZero, 11>;
using F6E2M3FN = MiniFloat<uint8_t, 2, 3, Specials::None>;
using F6E3M2FN = MiniFloat<uint8_t, 3, 2, Specials::None>;
using F4E2M1FN = MiniFloat<uint8_t, 2, 1, Specials::None>;

/// Powers of two from 2^-127 to 2^127 and NaN, which zero and negative numbers
/// become; smaller numbers become the smallest.
struct F8E8M0FNU {
  uint8_t bits;

  static float widen(F8E8M0FNU value) {
    return floatOf(value.bits == 0xff ? 0x7fc00000u
                   : value.bits == 0  ? 0x00400000u
                                      : uint32_t(value.bits) << 23);
  }
  /// To the nearest, from the middle upwards.
  static F8E8M0FNU narrow(float value) {
    uint32_t raw = bitsOf(value);
    uint32_t rounded = raw < 0x600000u ? 0 : (raw + 0x400000u) >> 23;
    bool isPower = raw != 0 && raw < 0x7f800000u;
    return {static_cast<uint8_t>(isPower && rounded < 0xff ? rounded : 0xff)};
  }
};

/// The upper half of an f32.
struct BF16 {
  uint16_t bits;

  static float widen(BF16 value) { return floatOf(uint32_t(value.bits) << 16); }

  static BF16 narrow(float value) {
    uint32_t raw = bitsOf(value);
    uint32_t rounded = (raw + 0x7fffu + ((raw >> 16) & 1)) >> 16;
    bool isNan = (raw & 0x7fffffffu) > 0x7f800000u;
    return {static_cast<uint16_t>(isNan ? raw >> 16 | 0x40u : rounded)};
  }
};

/// The formats of at most 8 bits, for tables.
#define POPT_RT_SMALL_FLOATS(X)                                                \
  X(F8E4M3FN)                                                                  \
  X(F8E5M2)                                                                    \
  X(F4E2M1FN)                                                                  \
  X(F6E2M3FN)                                                                  \
  X(F6E3M2FN)                                                                  \
  X(F8E3M4) X(F8E4M3) X(F8E4M3FNUZ) X(F8E4M3B11FNUZ) X(F8E5M2FNUZ) X(F8E8M0FNU)

} // namespace

#endif
