//===- MiniFloat.h - f16, bf16 and f8 to and from f32 -----------*- C++ -*-===//
//
// Conversions as branch-free integer code, so that compilers vectorise them on
// any instruction set. Everything is in an anonymous namespace: the header is
// compiled into files with different instruction sets, whose functions must
// not be merged by the linker.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MINIFLOAT_H
#define POPT_RT_LIB_TRANSPORT_MINIFLOAT_H

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

/// An IEEE-like format of 1 + E + M bits in `Storage`. With HasInfinity the top
/// exponent means infinity and NaN; without, only the all-ones pattern is NaN.
template <typename Storage, int E, int M, bool HasInfinity> struct MiniFloat {
  Storage bits;

  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr uint32_t magnitude = (1u << (E + M)) - 1;
  static constexpr uint32_t infinity = ((1u << E) - 1) << M;
  /// Magnitudes from here up are infinite or NaN.
  static constexpr uint32_t special = HasInfinity ? infinity : magnitude;
  static constexpr uint32_t nan =
      HasInfinity ? infinity | 1u << (M - 1) : magnitude;
  static constexpr uint32_t overflow = HasInfinity ? infinity : nan;

  static float widen(MiniFloat value) {
    uint32_t raw = value.bits;
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
    result = rest > 0x7f800000u ? nan : result;
    result = rest == 0x7f800000u ? overflow : result;
    uint32_t sign = (raw >> 31) << (E + M);
    return {static_cast<Storage>(result | sign)};
  }
};

using F16 = MiniFloat<uint16_t, 5, 10, true>;
using F8E5M2 = MiniFloat<uint8_t, 5, 2, true>;
using F8E4M3FN = MiniFloat<uint8_t, 4, 3, false>;

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

} // namespace

#endif
