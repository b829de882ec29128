//===- Oracle.cpp - Test values and naive combination ---------------------===//

#include "Oracle.h"

#include "tensor/Integers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace popt::rt::conformance {

std::vector<popt_rt_element_type> allTypes() {
  std::vector<popt_rt_element_type> types;
  for (unsigned t = 0; t < POPT_RT_NUM_ELEMENT_TYPES; ++t)
    types.push_back(static_cast<popt_rt_element_type>(t));
  return types;
}

std::vector<popt_rt_element_type> transferredTypes() {
  std::vector<popt_rt_element_type> types;
  for (popt_rt_element_type type : allTypes())
    if (type == POPT_RT_I4 || popt_rt_monoid_is_defined(POPT_RT_SUM, type))
      types.push_back(type);
  return types;
}

std::vector<popt_rt_monoid> monoidsOf(popt_rt_element_type type) {
  std::vector<popt_rt_monoid> monoids;
  for (unsigned m = 0; m < POPT_RT_NUM_MONOIDS; ++m)
    if (popt_rt_monoid_is_defined(static_cast<popt_rt_monoid>(m), type))
      monoids.push_back(static_cast<popt_rt_monoid>(m));
  return monoids;
}

//===----------------------------------------------------------------------===//
// Small floats
//===----------------------------------------------------------------------===//

namespace {
/// Beside numbers: infinities and NaNs; one NaN, all ones; nothing, NaN becomes
/// -0; a NaN where -0 would be.
enum class Kind { Ieee, OneNaN, Finite, NoMinusZero };

struct Format {
  int exponentBits, mantissaBits;
  Kind kind = Kind::Ieee;
  int bias = (1 << (exponentBits - 1)) - 1;

  uint32_t sign() const { return 1u << (exponentBits + mantissaBits); }
  /// Bits of the largest finite magnitude.
  uint32_t largest() const {
    return kind == Kind::Ieee     ? (sign() - 1) - (1u << mantissaBits)
           : kind == Kind::OneNaN ? sign() - 2
                                  : sign() - 1;
  }
};
} // namespace

static Format formatOf(popt_rt_element_type type) {
  switch (type) {
  case POPT_RT_F16:
    return {5, 10};
  case POPT_RT_BF16:
    return {8, 7};
  case POPT_RT_F8E5M2:
    return {5, 2};
  case POPT_RT_F8E4M3:
    return {4, 3};
  case POPT_RT_F8E3M4:
    return {3, 4};
  case POPT_RT_F8E4M3FNUZ:
    return {4, 3, Kind::NoMinusZero, 8};
  case POPT_RT_F8E4M3B11FNUZ:
    return {4, 3, Kind::NoMinusZero, 11};
  case POPT_RT_F8E5M2FNUZ:
    return {5, 2, Kind::NoMinusZero, 16};
  case POPT_RT_F6E2M3FN:
    return {2, 3, Kind::Finite};
  case POPT_RT_F6E3M2FN:
    return {3, 2, Kind::Finite};
  case POPT_RT_F4E2M1FN:
    return {2, 1, Kind::Finite};
  default:
    return {4, 3, Kind::OneNaN};
  }
}

/// That are combined.
static bool isSmallFloat(popt_rt_element_type type) {
  return type == POPT_RT_F16 || type == POPT_RT_BF16 ||
         type == POPT_RT_F8E5M2 || type == POPT_RT_F8E4M3FN;
}

double decode(popt_rt_element_type type, uint32_t bits) {
  Format f = formatOf(type);
  int exponent = bits >> f.mantissaBits & ((1 << f.exponentBits) - 1);
  int mantissa = bits & ((1 << f.mantissaBits) - 1);
  uint32_t magnitude = bits & (f.sign() - 1);
  bool negative = bits & f.sign();
  double value;
  if (magnitude > f.largest())
    value = f.kind == Kind::Ieee && mantissa == 0 ? INFINITY : NAN;
  else if (f.kind == Kind::NoMinusZero && magnitude == 0 && negative)
    value = NAN;
  else if (exponent == 0)
    value = std::ldexp(mantissa, 1 - f.bias - f.mantissaBits);
  else
    value = std::ldexp((1 << f.mantissaBits) + mantissa,
                       exponent - f.bias - f.mantissaBits);
  return negative ? -value : value;
}

uint32_t encode(popt_rt_element_type type, float value) {
  Format f = formatOf(type);
  const bool hasSign = f.kind == Kind::Ieee || f.kind == Kind::OneNaN;
  uint32_t sign = std::signbit(value) ? f.sign() : 0;
  uint32_t nan = f.kind == Kind::Ieee
                     ? (f.largest() + 1) | 1u << (f.mantissaBits - 1)
                 : f.kind == Kind::OneNaN ? f.largest() + 1
                                          : f.sign();
  if (std::isnan(value))
    return hasSign ? sign | nan : nan;
  uint32_t overflow = f.kind == Kind::Ieee     ? sign | (f.largest() + 1)
                      : f.kind == Kind::OneNaN ? sign | nan
                      : f.kind == Kind::Finite ? sign | f.largest()
                                               : nan;
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return overflow;
  uint32_t bits = 0;
  if (magnitude != 0) {
    int exponent = std::max(std::ilogb(magnitude), 1 - f.bias);
    // Units in the last place; nearbyint rounds ties to even.
    double units =
        std::nearbyint(std::ldexp(magnitude, f.mantissaBits - exponent));
    // units in [0, 2^(M+1)]: the carry into the exponent adds up by itself.
    bits = static_cast<uint32_t>(units) +
           (uint32_t(exponent - (1 - f.bias)) << f.mantissaBits);
  }
  if (bits > f.largest())
    return overflow;
  return bits == 0 && f.kind == Kind::NoMinusZero ? 0 : sign | bits;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static constexpr int64_t tableSize = 4093;

static uint64_t nextRandom(uint64_t &state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// A float among which every kind occurs; mostly near one, so that sums and
/// products of eight stay finite in every format.
static double randomFloat(uint64_t &state) {
  switch (nextRandom(state) % 64) {
  case 0:
    return NAN;
  case 1:
    return INFINITY;
  case 2:
    return -INFINITY;
  case 3:
    return 0.0;
  case 4:
    return -0.0;
  case 5:
    return std::ldexp(1.0 + (nextRandom(state) % 1024) / 1024.0, -17);
  case 6:
    return 3e4;
  case 7:
    return std::ldexp(1.0 + (nextRandom(state) % 8) / 8.0, -140);
  default:
    double unit = static_cast<double>(nextRandom(state) >> 11) / (1ull << 53);
    return (unit * 3.5 - 1.5) * 1.0000001;
  }
}

static void randomElement(popt_rt_element_type type, uint64_t &state,
                          unsigned char *out) {
  size_t size = popt_rt_element_size(type);
  if (isSmallFloat(type)) {
    uint32_t bits = encode(type, static_cast<float>(randomFloat(state)));
    memcpy(out, &bits, size);
    return;
  }
  switch (type) {
  case POPT_RT_I1:
    *out = nextRandom(state) & 1;
    return;
  case POPT_RT_F32:
  case POPT_RT_C64:
    for (size_t i = 0; i < size; i += 4) {
      auto value = static_cast<float>(randomFloat(state));
      memcpy(out + i, &value, 4);
    }
    return;
  case POPT_RT_F64:
  case POPT_RT_C128:
    for (size_t i = 0; i < size; i += 8) {
      double value = randomFloat(state);
      memcpy(out + i, &value, 8);
    }
    return;
  default:
    uint64_t value = nextRandom(state);
    memcpy(out, &value, size);
  }
}

static const Bytes &tableOf(popt_rt_element_type type) {
  static const std::vector<Bytes> tables = [] {
    std::vector<Bytes> made;
    for (popt_rt_element_type t : allTypes()) {
      uint64_t state = 12345 + t;
      Bytes table(tableSize * popt_rt_element_size(t));
      for (int64_t i = 0; i < tableSize; ++i)
        randomElement(t, state, table.data() + i * popt_rt_element_size(t));
      made.push_back(std::move(table));
    }
    return made;
  }();
  return tables[type];
}

static int64_t placeOf(int32_t rank, int64_t index, int32_t salt) {
  return (index + rank * 1009ll + salt * 31ll) % tableSize;
}

const unsigned char *inputElement(popt_rt_element_type type, int32_t rank,
                                  int64_t index, int32_t salt) {
  return tableOf(type).data() +
         placeOf(rank, index, salt) * popt_rt_element_size(type);
}

Bytes makeInput(popt_rt_element_type type, int32_t rank, int64_t count,
                int32_t salt) {
  size_t size = popt_rt_element_size(type);
  Bytes input(count * size);
  for (int64_t i = 0; i < count;) { // runs up to the end of the table
    int64_t run = std::min(count - i, tableSize - placeOf(rank, i, salt));
    memcpy(input.data() + i * size, inputElement(type, rank, i, salt),
           run * size);
    i += run;
  }
  return input;
}

//===----------------------------------------------------------------------===//
// Combination
//===----------------------------------------------------------------------===//

template <typename T> static T read(const unsigned char *bytes) {
  T value;
  memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T> static T extreme(T a, T b, bool max) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  if (a == 0 && b == 0) // -0 is below +0
    return std::signbit(a) == max ? b : a;
  return (a > b) == max ? a : b;
}

template <typename T> static T applyFloat(popt_rt_monoid monoid, T a, T b) {
  switch (monoid) {
  case POPT_RT_SUM:
    return a + b;
  case POPT_RT_PROD:
    return a * b;
  default:
    return extreme(a, b, monoid == POPT_RT_MAX);
  }
}

/// T signed or unsigned; sums wrap, so they are done unsigned.
template <typename T> static T applyInteger(popt_rt_monoid monoid, T a, T b) {
  auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  switch (monoid) {
  case POPT_RT_SUM:
    return static_cast<T>(x + y);
  case POPT_RT_PROD:
    return static_cast<T>(x * y);
  case POPT_RT_MAX:
    return a < b ? b : a;
  case POPT_RT_MIN:
    return b < a ? b : a;
  case POPT_RT_AND:
    return static_cast<T>(x & y);
  case POPT_RT_OR:
    return static_cast<T>(x | y);
  default:
    return static_cast<T>(x ^ y);
  }
}

/// All values in their order, by `apply` of two.
template <typename T>
static void combineReal(T (*apply)(popt_rt_monoid, T, T), popt_rt_monoid monoid,
                        const std::vector<const unsigned char *> &values,
                        unsigned char *out) {
  T result = read<T>(values[0]);
  for (size_t i = 1; i < values.size(); ++i)
    result = apply(monoid, result, read<T>(values[i]));
  memcpy(out, &result, sizeof(T));
}

template <typename T>
static void combineComplex(popt_rt_monoid monoid,
                           const std::vector<const unsigned char *> &values,
                           unsigned char *out) {
  T re = read<T>(values[0]), im = read<T>(values[0] + sizeof(T));
  for (size_t i = 1; i < values.size(); ++i) {
    T otherRe = read<T>(values[i]), otherIm = read<T>(values[i] + sizeof(T));
    if (monoid == POPT_RT_SUM) {
      re += otherRe;
      im += otherIm;
      continue;
    }
    // Each product is rounded by itself.
    volatile T a = re * otherRe, b = im * otherIm;
    volatile T c = re * otherIm, d = im * otherRe;
    re = a - b;
    im = c + d;
  }
  memcpy(out, &re, sizeof(T));
  memcpy(out + sizeof(T), &im, sizeof(T));
}

void combine(popt_rt_monoid monoid, popt_rt_element_type type,
             const std::vector<const unsigned char *> &values,
             unsigned char *out) {
  if (isSmallFloat(type)) {
    auto widen = [&](const unsigned char *bytes) {
      uint32_t bits = 0;
      memcpy(&bits, bytes, popt_rt_element_size(type));
      return static_cast<float>(decode(type, bits));
    };
    float result = widen(values[0]);
    for (size_t i = 1; i < values.size(); ++i)
      result = applyFloat(monoid, result, widen(values[i]));
    uint32_t bits = encode(type, result);
    memcpy(out, &bits, popt_rt_element_size(type));
    return;
  }
  switch (type) {
  case POPT_RT_I1: {
    bool any = false, all = true, odd = false;
    for (const unsigned char *value : values) {
      any |= *value;
      all &= *value;
      odd ^= *value;
    }
    bool isOr =
        monoid == POPT_RT_SUM || monoid == POPT_RT_MAX || monoid == POPT_RT_OR;
    *out = monoid == POPT_RT_XOR ? odd : isOr ? any : all;
    return;
  }
  case POPT_RT_F32:
    return combineReal<float>(applyFloat, monoid, values, out);
  case POPT_RT_F64:
    return combineReal<double>(applyFloat, monoid, values, out);
  case POPT_RT_C64:
    return combineComplex<float>(monoid, values, out);
  case POPT_RT_C128:
    return combineComplex<double>(monoid, values, out);
  default:
    visitInteger(type, 0, [&](auto zero) {
      combineReal<decltype(zero)>(applyInteger, monoid, values, out);
      return 0;
    });
  }
}

template <typename T>
static bool equalFloats(const unsigned char *a, const unsigned char *b,
                        size_t size) {
  for (size_t i = 0; i < size; i += sizeof(T))
    if (memcmp(a + i, b + i, sizeof(T)) != 0 &&
        !(std::isnan(read<T>(a + i)) && std::isnan(read<T>(b + i))))
      return false;
  return true;
}

bool equalElements(popt_rt_element_type type, const unsigned char *a,
                   const unsigned char *b) {
  size_t size = popt_rt_element_size(type);
  if (memcmp(a, b, size) == 0)
    return true;
  if (isSmallFloat(type)) {
    uint32_t x = 0, y = 0;
    memcpy(&x, a, size);
    memcpy(&y, b, size);
    return std::isnan(decode(type, x)) && std::isnan(decode(type, y));
  }
  if (type == POPT_RT_F32 || type == POPT_RT_C64)
    return equalFloats<float>(a, b, size);
  if (type == POPT_RT_F64 || type == POPT_RT_C128)
    return equalFloats<double>(a, b, size);
  return false;
}

/// The bound is n u sum |x| for sums (Higham, Accuracy and Stability of Numerical
/// Algorithms, 4.2), n u |x| for products. Results that may overflow or underflow
/// on the way are not judged.
template <typename T>
static bool isRealOfSomeOrder(popt_rt_monoid monoid,
                              const std::vector<const unsigned char *> &values,
                              size_t offset, const unsigned char *got) {
  using Limits = std::numeric_limits<T>;
  bool isSum = monoid == POPT_RT_SUM;
  long double exact = isSum ? 0 : 1, size = 0, most = 1, least = 1;
  for (const unsigned char *value : values) {
    auto x = static_cast<long double>(read<T>(value + offset));
    exact = isSum ? exact + x : exact * x;
    if (x == 0 || !std::isfinite(x))
      continue;
    size += std::fabs(x);
    (std::fabs(x) > 1 ? most : least) *= std::fabs(x);
  }
  if (isSum ? size > Limits::max() / 2
            : most > Limits::max() / 2 || least < Limits::min() * 2)
    return true;
  T found = read<T>(got + offset);
  if (std::isnan(exact) || std::isinf(exact))
    return std::isnan(exact) ? std::isnan(found)
                             : static_cast<long double>(found) == exact;
  long double bound = static_cast<long double>(values.size()) *
                      Limits::epsilon() * (isSum ? size : std::fabs(exact));
  return std::fabs(found - exact) <= bound;
}

bool isOfSomeOrder(popt_rt_monoid monoid, popt_rt_element_type type,
                   const std::vector<const unsigned char *> &values,
                   const unsigned char *got) {
  if (monoid != POPT_RT_SUM && monoid != POPT_RT_PROD)
    return false;
  switch (type) {
  case POPT_RT_F32:
    return isRealOfSomeOrder<float>(monoid, values, 0, got);
  case POPT_RT_F64:
    return isRealOfSomeOrder<double>(monoid, values, 0, got);
  case POPT_RT_C64:
    return monoid == POPT_RT_SUM &&
           isRealOfSomeOrder<float>(monoid, values, 0, got) &&
           isRealOfSomeOrder<float>(monoid, values, 4, got);
  case POPT_RT_C128:
    return monoid == POPT_RT_SUM &&
           isRealOfSomeOrder<double>(monoid, values, 0, got) &&
           isRealOfSomeOrder<double>(monoid, values, 8, got);
  default:
    return false;
  }
}

std::string hex(popt_rt_element_type type, const unsigned char *element) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "0x";
  for (size_t i = popt_rt_element_size(type); i-- > 0;) {
    text += digits[element[i] >> 4];
    text += digits[element[i] & 15];
  }
  return text;
}

} // namespace popt::rt::conformance
