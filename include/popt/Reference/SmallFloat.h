//===- SmallFloat.h - Elements that C++ has no type for -------------------===//
//
// Storage types for floats narrower than f32 and integers narrower than a byte.
// They hold bits, in the low bits of a byte if they are fewer, and convert;
// arithmetic happens in float or int8_t, and storing the result rounds it
// (to nearest, ties to even) or keeps its low bits.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_SMALLFLOAT_H
#define POPT_REFERENCE_SMALLFLOAT_H

#include <cstdint>
#include <cstring>

namespace popt::reference {

/// What a format has beside finite numbers.
enum class Specials {
  IEEE,    ///< infinities and NaNs
  FN,      ///< NaN is the pattern of ones
  FNUZ,    ///< NaN is the pattern of -0, which does not exist
  Finite,  ///< nothing: NaN becomes -0
  Unsigned ///< NaN is the pattern of ones, and there are neither signs nor 0
};

/// A binary format: one sign bit, then exponent, then mantissa.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  Specials specials = Specials::IEEE;
  int bias = (1 << (exponentBits - 1)) - 1;
};

/// The bits of `value` rounded to `format`. A number that is too large becomes
/// infinity, else NaN, in a format that has neither the largest number.
uint32_t encodeFloat(double value, FloatFormat format);
double decodeFloat(uint32_t bits, FloatFormat format);
/// An infinity, or the outermost number in a format without infinities.
double extremeOf(FloatFormat format, bool isNegative);

/// A float narrower than 32 bits; it computes in f32 and rounds.
template <typename Storage, int E, int M, Specials specials = Specials::IEEE,
          int bias = (1 << (E - 1)) - 1>
struct SmallFloat {
  static constexpr FloatFormat format{E, M, specials, bias};
  Storage bits = 0;

  SmallFloat() = default;
  explicit SmallFloat(float value)
      : bits(Storage(encodeFloat(value, format))) {}
  explicit SmallFloat(double value)
      : bits(Storage(encodeFloat(value, format))) {}
  explicit operator float() const { return float(decodeFloat(bits, format)); }
  explicit operator double() const { return decodeFloat(bits, format); }
};

using Half = SmallFloat<uint16_t, 5, 10>;
using Float8E5M2 = SmallFloat<uint8_t, 5, 2>;
using Float8E4M3 = SmallFloat<uint8_t, 4, 3>;
using Float8E3M4 = SmallFloat<uint8_t, 3, 4>;
using Float8E4M3FN = SmallFloat<uint8_t, 4, 3, Specials::FN>;
using Float8E5M2FNUZ = SmallFloat<uint8_t, 5, 2, Specials::FNUZ, 16>;
using Float8E4M3FNUZ = SmallFloat<uint8_t, 4, 3, Specials::FNUZ, 8>;
using Float8E4M3B11FNUZ = SmallFloat<uint8_t, 4, 3, Specials::FNUZ, 11>;
using Float8E8M0FNU = SmallFloat<uint8_t, 8, 0, Specials::Unsigned>;
using Float6E2M3FN = SmallFloat<uint8_t, 2, 3, Specials::Finite>;
using Float6E3M2FN = SmallFloat<uint8_t, 3, 2, Specials::Finite>;
using Float4E2M1FN = SmallFloat<uint8_t, 2, 1, Specials::Finite>;

/// An integer of two's complement or without sign, of fewer bits than a byte.
template <int width, bool isSigned> struct SmallInteger {
  static constexpr int mask = (1 << width) - 1;
  static constexpr int least = isSigned ? -(1 << (width - 1)) : 0;
  static constexpr int most = least + mask;
  uint8_t bits = 0;

  SmallInteger() = default;
  explicit SmallInteger(int value) : bits(uint8_t(value & mask)) {}
  explicit operator int() const {
    int value = bits & mask;
    return value > most ? value - mask - 1 : value;
  }
  explicit operator double() const { return int(*this); }
};

using Int2 = SmallInteger<2, true>;
using Int4 = SmallInteger<4, true>;
using UInt2 = SmallInteger<2, false>;
using UInt4 = SmallInteger<4, false>;

/// bf16 is the upper half of an f32, so it has a short cut.
struct BFloat16 {
  static constexpr FloatFormat format{8, 7};
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
