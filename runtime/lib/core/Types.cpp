//===- Types.cpp - Element types, monoids, status codes -------------------===//
//
// Sizes, names and identities of transport_types.h.
// Tested by test/conformance (TypesTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "popt-rt/transport_types.h"

#include <cstring>

namespace {
/// Small types have no monoid.
enum class Class { Bool, Signed, Unsigned, Float, Complex, Small };

struct TypeInfo {
  const char *name;
  size_t size;
  Class kind;
};
} // namespace

static const TypeInfo typeInfos[POPT_RT_NUM_ELEMENT_TYPES] = {
    {"i1", 1, Class::Bool},          {"i8", 1, Class::Signed},
    {"i16", 2, Class::Signed},       {"i32", 4, Class::Signed},
    {"i64", 8, Class::Signed},       {"ui8", 1, Class::Unsigned},
    {"ui16", 2, Class::Unsigned},    {"ui32", 4, Class::Unsigned},
    {"ui64", 8, Class::Unsigned},    {"f16", 2, Class::Float},
    {"bf16", 2, Class::Float},       {"f32", 4, Class::Float},
    {"f64", 8, Class::Float},        {"c64", 8, Class::Complex},
    {"c128", 16, Class::Complex},    {"f8e4m3fn", 1, Class::Float},
    {"f8e5m2", 1, Class::Float},     {"i2", 1, Class::Small},
    {"i4", 1, Class::Small},         {"ui2", 1, Class::Small},
    {"ui4", 1, Class::Small},        {"f4e2m1fn", 1, Class::Small},
    {"f6e2m3fn", 1, Class::Small},   {"f6e3m2fn", 1, Class::Small},
    {"f8e3m4", 1, Class::Small},     {"f8e4m3", 1, Class::Small},
    {"f8e4m3fnuz", 1, Class::Small}, {"f8e4m3b11fnuz", 1, Class::Small},
    {"f8e5m2fnuz", 1, Class::Small}, {"f8e8m0fnu", 1, Class::Small},
};

static const TypeInfo *infoOf(popt_rt_element_type type) {
  unsigned index = static_cast<unsigned>(type);
  return index < POPT_RT_NUM_ELEMENT_TYPES ? &typeInfos[index] : nullptr;
}

size_t popt_rt_element_size(popt_rt_element_type type) {
  const TypeInfo *info = infoOf(type);
  return info ? info->size : 0;
}

const char *popt_rt_element_type_name(popt_rt_element_type type) {
  const TypeInfo *info = infoOf(type);
  return info ? info->name : "?";
}

const char *popt_rt_monoid_name(popt_rt_monoid monoid) {
  static const char *const names[POPT_RT_NUM_MONOIDS] = {
      "sum", "prod", "max", "min", "and", "or", "xor"};
  unsigned index = static_cast<unsigned>(monoid);
  return index < POPT_RT_NUM_MONOIDS ? names[index] : "?";
}

const char *popt_rt_status_name(popt_rt_status status) {
  switch (status) {
  case POPT_RT_OK:
    return "ok";
  case POPT_RT_INVALID_ARGUMENT:
    return "invalid argument";
  case POPT_RT_TIMEOUT:
    return "timeout";
  case POPT_RT_ABORTED:
    return "aborted";
  case POPT_RT_MISMATCH:
    return "mismatch";
  case POPT_RT_OUT_OF_MEMORY:
    return "out of memory";
  case POPT_RT_UNSUPPORTED:
    return "unsupported";
  case POPT_RT_SYSTEM_ERROR:
    return "system error";
  }
  return "?";
}

int popt_rt_monoid_is_defined(popt_rt_monoid monoid,
                              popt_rt_element_type type) {
  const TypeInfo *info = infoOf(type);
  if (!info || static_cast<unsigned>(monoid) >= POPT_RT_NUM_MONOIDS ||
      info->kind == Class::Small)
    return 0;
  if (monoid == POPT_RT_SUM || monoid == POPT_RT_PROD)
    return 1;
  if (monoid == POPT_RT_MAX || monoid == POPT_RT_MIN)
    return info->kind != Class::Complex;
  return info->kind != Class::Complex && info->kind != Class::Float;
}

namespace {
/// Bits of numbers of a type.
struct Limits {
  uint64_t one, lowest, highest;
};
} // namespace

/// 1, -inf and +inf (F8E4M3FN: the lowest and the highest number, as it has no
/// infinity) of a float or a part of a complex number.
static Limits floatLimits(popt_rt_element_type type) {
  switch (type) {
  case POPT_RT_F16:
    return {0x3c00, 0xfc00, 0x7c00};
  case POPT_RT_BF16:
    return {0x3f80, 0xff80, 0x7f80};
  case POPT_RT_F8E4M3FN:
    return {0x38, 0xfe, 0x7e};
  case POPT_RT_F8E5M2:
    return {0x3c, 0xfc, 0x7c};
  case POPT_RT_F32:
  case POPT_RT_C64:
    return {0x3f800000, 0xff800000, 0x7f800000};
  default:
    return {0x3ff0000000000000, 0xfff0000000000000, 0x7ff0000000000000};
  }
}

static Limits limitsOf(popt_rt_element_type type, const TypeInfo &info) {
  switch (info.kind) {
  case Class::Float:
  case Class::Complex:
    return floatLimits(type);
  case Class::Signed: {
    uint64_t lowest = uint64_t(1) << (8 * info.size - 1);
    return {1, lowest, lowest - 1};
  }
  case Class::Bool:
    return {1, 0, 1};
  default:
    return {1, 0, ~uint64_t(0)};
  }
}

popt_rt_status popt_rt_monoid_identity(popt_rt_monoid monoid,
                                       popt_rt_element_type type,
                                       void *out_element) {
  if (!popt_rt_monoid_is_defined(monoid, type))
    return POPT_RT_INVALID_ARGUMENT;
  const TypeInfo &info = *infoOf(type);
  const Limits limits = limitsOf(type, info);
  const bool isComplex = info.kind == Class::Complex;
  const size_t width = isComplex ? info.size / 2 : info.size;
  uint64_t bits = 0; // sum, or, xor
  if (monoid == POPT_RT_SUM && (isComplex || info.kind == Class::Float))
    bits = uint64_t(1) << (8 * width - 1); // -0: +0 would turn -0 into +0
  else if (monoid == POPT_RT_PROD)
    bits = limits.one;
  else if (monoid == POPT_RT_MAX)
    bits = limits.lowest;
  else if (monoid == POPT_RT_MIN)
    bits = limits.highest;
  else if (monoid == POPT_RT_AND)
    bits = info.kind == Class::Bool ? 1 : ~uint64_t(0);
  memset(out_element, 0, info.size);
  memcpy(out_element, &bits, width);
  if (isComplex && monoid == POPT_RT_SUM)
    memcpy(static_cast<char *>(out_element) + width, &bits, width);
  return POPT_RT_OK;
}
