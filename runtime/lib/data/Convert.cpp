//===- Convert.cpp - Elements of files as elements of memory --------------===//
//
// Tests: SourceTest (every pair of types), DataTest (orders that numpy writes).
//
//===----------------------------------------------------------------------===//
#include "Convert.h"
#include "../tensor/Integers.h"
#include "../tensor/MiniFloat.h"
#include "../tensor/Strided.h"
#include <algorithm>
#include <cmath>

using namespace popt::rt;

/// The float nearest to zero from which rounding to fewer bits gives what
/// rounding the double would: truncated, and odd if that was inexact.
static float roundToOdd(double value) {
  auto narrow = static_cast<float>(value);
  if (static_cast<double>(narrow) == value || !std::isfinite(narrow))
    return std::isinf(narrow) && std::isfinite(value)
               ? std::copysign(std::numeric_limits<float>::max(), narrow)
               : narrow;
  if (std::abs(static_cast<double>(narrow)) > std::abs(value))
    narrow = std::nextafter(narrow, 0.0f);
  return floatOf(bitsOf(narrow) | 1);
}

namespace {
/// What is read, and what is written: f32 but where one of them is f64.
template <ElementType type> struct Element;
template <> struct Element<POPT_RT_F32> {
  using Bits = float;
  static float widen(float value) { return value; }
  template <typename T> static float narrow(T value) {
    return static_cast<float>(value);
  }
};
template <> struct Element<POPT_RT_F64> {
  using Bits = double;
  static double widen(double value) { return value; }
  template <typename T> static double narrow(T value) { return value; }
};
float forNarrow(float value) { return value; }
float forNarrow(double value) { return roundToOdd(value); }
template <> struct Element<POPT_RT_F16> {
  using Bits = uint16_t;
  static float widen(Bits bits) { return halfToFloat(bits); }
  template <typename T> static Bits narrow(T value) {
    return floatToHalf(forNarrow(value));
  }
};
template <> struct Element<POPT_RT_BF16> {
  using Bits = uint16_t;
  static float widen(Bits bits) {
    return floatOf(static_cast<uint32_t>(bits) << 16);
  }
  template <typename T> static Bits narrow(T value) {
    return floatToBfloat(forNarrow(value));
  }
};
/// Formats of at most 8 bits.
template <typename Format> struct Small {
  using Bits = uint8_t;
  static float widen(Bits bits) { return Format::widen({bits}); }
  template <typename T> static Bits narrow(T value) {
    return Format::narrow(forNarrow(value)).bits;
  }
};
#define POPT_RT_ELEMENT(NAME)                                                  \
  template <> struct Element<POPT_RT_##NAME> : Small<NAME> {};
POPT_RT_SMALL_FLOATS(POPT_RT_ELEMENT)
#undef POPT_RT_ELEMENT
} // namespace

/// Calls `body` with an Element of the type.
template <typename F> static void visitFloat(ElementType type, F body) {
  switch (type) {
  case POPT_RT_F16:
    return body(Element<POPT_RT_F16>());
  case POPT_RT_BF16:
    return body(Element<POPT_RT_BF16>());
  case POPT_RT_F64:
    return body(Element<POPT_RT_F64>());
#define POPT_RT_VISIT(NAME)                                                    \
  case POPT_RT_##NAME:                                                         \
    return body(Element<POPT_RT_##NAME>());
    POPT_RT_SMALL_FLOATS(POPT_RT_VISIT)
#undef POPT_RT_VISIT
  default:
    return body(Element<POPT_RT_F32>());
  }
}

void popt::rt::convertFloats(ElementType from, const void *values,
                             ElementType to, void *out_values, size_t count) {
  visitFloat(from, [&](auto source) {
    visitFloat(to, [&](auto target) {
      using From = decltype(source);
      using To = decltype(target);
      auto in = static_cast<const typename From::Bits *>(values);
      auto out = static_cast<typename To::Bits *>(out_values);
      for (size_t i = 0; i < count; ++i)
        out[i] = To::narrow(From::widen(in[i]));
    });
  });
}

size_t popt::rt::convertIntegers(ElementType from, const void *values,
                                 ElementType to, void *out_values, size_t count,
                                 uint64_t limit) {
  return visitInteger(from, size_t(0), [&](auto source) {
    return visitInteger(to, size_t(0), [&](auto target) {
      using From = decltype(source);
      using To = decltype(target);
      auto in = static_cast<const From *>(values);
      auto out = static_cast<To *>(out_values);
      // Negative ones are large as well.
      const uint64_t last = limit - 1;
      auto fits = [&](From value) {
        auto narrow = static_cast<To>(value);
        return static_cast<From>(narrow) == value &&
               (narrow < 0) == (value < 0) &&
               static_cast<uint64_t>(value) <= last;
      };
      bool isGood = true; // without a branch, so that it is vectors
      for (size_t i = 0; i < count; ++i) {
        out[i] = static_cast<To>(in[i]);
        isGood &= fits(in[i]);
      }
      return isGood ? count
                    : static_cast<size_t>(
                          std::find_if_not(in, in + count, fits) - in);
    });
  });
}

void popt::rt::swapBytes(ElementType type, void *values, size_t count) {
  size_t width = popt_rt_element_size(type);
  if (isComplex(type)) {
    width /= 2;
    count *= 2;
  }
  auto *at = static_cast<uint8_t *>(values);
  if (width > 1)
    for (size_t i = 0; i < count; ++i, at += width)
      std::reverse(at, at + width);
}

void popt::rt::dropUpperBits(ElementType type,
                             const std::vector<int64_t> &shape,
                             const std::vector<int64_t> &strides,
                             void *values) {
  const int bits = bitsOfElement(type);
  if (bits >= 8)
    return;
  Loops loops;
  for (size_t d = 0; d < shape.size(); ++d)
    loops.push_back({shape[d], {strides[d], 0, 0}});
  auto *bytes = static_cast<uint8_t *>(values);
  const auto mask = static_cast<uint8_t>((1 << bits) - 1);
  forEach(simplified(loops), [&](const std::array<int64_t, 3> &at) {
    uint8_t &byte = bytes[at[0]];
    byte = bits == 1 ? byte != 0 : byte & mask;
  });
}
