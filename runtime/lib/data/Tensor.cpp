//===- Tensor.cpp - Tensors in memory and their element types -------------===//
#include "../tensor/Integers.h"
#include "../tensor/MiniFloat.h"
#include "popt-rt/data.h"
#include <cstring>
#include <limits>

using namespace popt::rt;

Tensor::Tensor(ElementType type, std::vector<int64_t> shape)
    : type(type), shape(std::move(shape)) {
  data.resize(bytesOf(this->shape, type));
}

std::string popt::rt::toString(ElementType type,
                               const std::vector<int64_t> &shape) {
  std::string text = std::string(popt_rt_element_type_name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "x" : "") + std::to_string(shape[i]);
  return text + "]";
}

bool popt::rt::isComplex(ElementType type) {
  return type == POPT_RT_C64 || type == POPT_RT_C128;
}

/// Calls `use` with a number of the format; false for types that are none.
template <typename Use> static bool visitSmallFloat(ElementType type, Use use) {
  switch (type) {
#define POPT_RT_VISIT(NAME)                                                    \
  case POPT_RT_##NAME:                                                         \
    use(NAME());                                                               \
    return true;
    POPT_RT_SMALL_FLOATS(POPT_RT_VISIT)
#undef POPT_RT_VISIT
  default:
    return false;
  }
}

bool popt::rt::isFloat(ElementType type) {
  return (type >= POPT_RT_F16 && type <= POPT_RT_F64) ||
         visitSmallFloat(type, [](auto) {});
}

bool popt::rt::isInteger(ElementType type) {
  return (type >= POPT_RT_I8 && type <= POPT_RT_UI64) ||
         (type >= POPT_RT_I2 && type <= POPT_RT_UI4);
}

int popt::rt::bitsOfElement(ElementType type) {
  switch (type) {
  case POPT_RT_I1:
    return 1;
  case POPT_RT_I2:
  case POPT_RT_UI2:
    return 2;
  case POPT_RT_I4:
  case POPT_RT_UI4:
  case POPT_RT_F4E2M1FN:
    return 4;
  case POPT_RT_F6E2M3FN:
  case POPT_RT_F6E3M2FN:
    return 6;
  default:
    return static_cast<int>(8 * popt_rt_element_size(type));
  }
}

bool popt::rt::holdsBitsOf(ElementType stored, ElementType wanted) {
  if (stored == wanted)
    return true;
  if (wanted == POPT_RT_BF16)
    return stored == POPT_RT_UI16;
  // numpy's signed integers hold an i4 as well: its low bits.
  bool isSmallInteger = isInteger(wanted) && bitsOfElement(wanted) < 8;
  return (stored == POPT_RT_UI8 &&
          (isSmallInteger || visitSmallFloat(wanted, [](auto) {}))) ||
         (stored == POPT_RT_I8 && isSmallInteger);
}

float popt::rt::halfToFloat(uint16_t bits) { return F16::widen({bits}); }
uint16_t popt::rt::floatToHalf(float value) { return F16::narrow(value).bits; }
float popt::rt::bfloatToFloat(uint16_t bits) {
  return floatOf(static_cast<uint32_t>(bits) << 16);
}
uint16_t popt::rt::floatToBfloat(float value) {
  uint32_t bits = bitsOf(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
float popt::rt::float8ToFloat(ElementType type, uint8_t bits) {
  float value = 0;
  visitSmallFloat(type, [&](auto number) {
    number.bits = bits;
    value = decltype(number)::widen(number);
  });
  return value;
}

uint8_t popt::rt::floatToFloat8(ElementType type, float value) {
  uint8_t bits = 0;
  visitSmallFloat(
      type, [&](auto number) { bits = decltype(number)::narrow(value).bits; });
  return bits;
}

/// The number in the low bits of a byte.
static int8_t smallInteger(ElementType type, uint8_t bits) {
  int upper = 8 - bitsOfElement(type);
  bool isSigned = type == POPT_RT_I2 || type == POPT_RT_I4;
  auto high = static_cast<uint8_t>(bits << upper);
  return static_cast<int8_t>(isSigned ? static_cast<int8_t>(high) >> upper
                                      : high >> upper);
}

template <typename T> static T load(const void *data, int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * sizeof(T),
              sizeof(T));
  return value;
}

double popt::rt::elementAsDouble(ElementType type, const void *data,
                                 int64_t index) {
  switch (type) {
  case POPT_RT_I1:
    return load<uint8_t>(data, index) != 0;
  case POPT_RT_F16:
    return halfToFloat(load<uint16_t>(data, index));
  case POPT_RT_BF16:
    return bfloatToFloat(load<uint16_t>(data, index));
  case POPT_RT_F32:
    return load<float>(data, index);
  case POPT_RT_F64:
    return load<double>(data, index);
  case POPT_RT_C64:
    return load<float>(data, 2 * index);
  case POPT_RT_C128:
    return load<double>(data, 2 * index);
  case POPT_RT_I2:
  case POPT_RT_I4:
  case POPT_RT_UI2:
  case POPT_RT_UI4:
    return smallInteger(type, load<uint8_t>(data, index));
  default:
    if (isFloat(type))
      return float8ToFloat(type, load<uint8_t>(data, index));
    return visitInteger(
        type, std::numeric_limits<double>::quiet_NaN(), [&](auto zero) {
          return static_cast<double>(load<decltype(zero)>(data, index));
        });
  }
}

double popt::rt::imaginaryAsDouble(ElementType type, const void *data,
                                   int64_t index) {
  if (type == POPT_RT_C64)
    return load<float>(data, 2 * index + 1);
  if (type == POPT_RT_C128)
    return load<double>(data, 2 * index + 1);
  return 0;
}
