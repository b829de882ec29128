//===- SmallFloat.h - Floating-point types narrower than f32 --------------===//
//
// Storage types for bf16, f16 and the two 8-bit formats. They hold bits and
// convert; arithmetic happens in float, and storing the result rounds it back
// (to nearest, ties to even).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_SMALLFLOAT_H
#define POPT_REFERENCE_SMALLFLOAT_H

#include <cstdint>
#include <cstring>

namespace popt::reference {

/// A binary format: one sign bit, then exponent, then mantissa.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  bool hasInfinity; ///< false: the all-ones pattern is the only NaN
};

/// The bits of `value` rounded to `format`. A number that is too large becomes
/// infinity, or NaN in a format without infinities.
uint32_t encodeFloat(double value, FloatFormat format);
double decodeFloat(uint32_t bits, FloatFormat format);

/// A float narrower than 32 bits; it computes in f32 and rounds.
template <typename Storage, int E, int M, bool HasInfinity> struct SmallFloat {
  static constexpr FloatFormat format{E, M, HasInfinity};
  Storage bits = 0;

  SmallFloat() = default;
  explicit SmallFloat(float value)
      : bits(Storage(encodeFloat(value, format))) {}
  explicit SmallFloat(double value)
      : bits(Storage(encodeFloat(value, format))) {}
  explicit operator float() const { return float(decodeFloat(bits, format)); }
  explicit operator double() const { return decodeFloat(bits, format); }
};

using Half = SmallFloat<uint16_t, 5, 10, true>;
using Float8E5M2 = SmallFloat<uint8_t, 5, 2, true>;
using Float8E4M3FN = SmallFloat<uint8_t, 4, 3, false>;

/// bf16 is the upper half of an f32, so it has a short cut.
struct BFloat16 {
  static constexpr FloatFormat format{8, 7, true};
  uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(float value) {
    uint32_t b;
    std::memcpy(&b, &value, 4);
    bits = value != value ? uint16_t((b >> 16) | 0x40)
                          : uint16_t((b + 0x7fff + ((b >> 16) & 1)) >> 16);
  }
  explicit BFloat16(double value)
      : bits(uint16_t(encodeFloat(value, format))) {}
  explicit operator float() const {
    uint32_t b = uint32_t(bits) << 16;
    float value;
    std::memcpy(&value, &b, 4);
    return value;
  }
  explicit operator double() const { return float(*this); }
};

} // namespace popt::reference
#endif // POPT_REFERENCE_SMALLFLOAT_H
