//===- Convert.cpp - Elements of files as elements of memory --------------===//
//
// Tests: SourceTest (every pair of types), DataTest (orders that numpy writes).
//
//===----------------------------------------------------------------------===//
#include "Convert.h"
#include "../device/cpu/Strided.h"
#include "../transport/MiniFloat.h"
#include <algorithm>
#include <cmath>
#include <cstring>

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
template <ElementType type> struct Float8 {
  using Bits = uint8_t;
  static float widen(Bits bits) { return float8ToFloat(type, bits); }
  template <typename T> static Bits narrow(T value) {
    return floatToFloat8(type, forNarrow(value));
  }
};
template <> struct Element<POPT_RT_F8E4M3FN> : Float8<POPT_RT_F8E4M3FN> {};
template <> struct Element<POPT_RT_F8E5M2> : Float8<POPT_RT_F8E5M2> {};
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
  case POPT_RT_F8E4M3FN:
    return body(Element<POPT_RT_F8E4M3FN>());
  case POPT_RT_F8E5M2:
    return body(Element<POPT_RT_F8E5M2>());
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

void popt::rt::normalizeBools(const std::vector<int64_t> &shape,
                              const std::vector<int64_t> &strides,
                              void *values) {
  Loops loops;
  for (size_t d = 0; d < shape.size(); ++d)
    loops.push_back({shape[d], {strides[d], 0, 0}});
  auto *bytes = static_cast<uint8_t *>(values);
  forEach(simplified(loops), [&](const std::array<int64_t, 3> &at) {
    bytes[at[0]] = bytes[at[0]] != 0;
  });
}
