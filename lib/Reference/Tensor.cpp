//===- Tensor.cpp - A value of the reference interpreter ------------------===//
//
// Buffers, element types, conversions between them and comparison. Tested by
// test/unit/Reference/TensorTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace popt::reference;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Narrow floating-point formats
//===----------------------------------------------------------------------===//

static uint32_t onesOf(int bits) { return (1u << bits) - 1; }

/// Of the magnitude, which has all bits but the sign.
static uint32_t largestOf(FloatFormat format) {
  const uint32_t ones = onesOf(format.exponentBits + format.mantissaBits);
  switch (format.specials) {
  case Specials::IEEE:
    return (onesOf(format.exponentBits) << format.mantissaBits) - 1;
  case Specials::FN:
  case Specials::Unsigned:
    return ones - 1;
  default:
    return ones;
  }
}

static uint32_t nanOf(FloatFormat format, uint32_t sign) {
  const uint32_t ones = onesOf(format.exponentBits + format.mantissaBits);
  switch (format.specials) {
  case Specials::IEEE:
    return sign | (largestOf(format) + 1) | 1u << (format.mantissaBits - 1);
  case Specials::FN:
    return sign | ones;
  case Specials::Unsigned:
    return ones;
  default: // -0
    return ones + 1;
  }
}

uint32_t popt::reference::encodeFloat(double value, FloatFormat format) {
  const int m = format.mantissaBits;
  const bool isSigned = format.specials != Specials::Unsigned;
  const uint32_t sign =
      isSigned && std::signbit(value) ? 1u << (format.exponentBits + m) : 0u;
  const uint32_t largest = largestOf(format);
  const uint32_t overflow =
      format.specials == Specials::IEEE     ? sign | (largest + 1)
      : format.specials == Specials::Finite ? sign | largest
                                            : nanOf(format, sign);
  if (std::isnan(value) || (!isSigned && value <= 0))
    return nanOf(format, sign);
  if (std::isinf(value))
    return overflow;
  if (value == 0)
    return format.specials == Specials::FNUZ ? 0 : sign;
  // |value| = q * 2^(exponent - m) with q rounded to an integer, ties to even.
  int exponent = std::ilogb(value);
  if (!isSigned) { // powers of two; the middle between two becomes the upper
    exponent += value >= std::ldexp(1.5, exponent);
    exponent = std::max(exponent + format.bias, 0);
    return exponent > int(largest) ? overflow : uint32_t(exponent);
  }
  exponent = std::max(exponent, 1 - format.bias);
  double q = std::nearbyint(std::ldexp(std::fabs(value), m - exponent));
  // Adding q to the exponent field below carries into it when q is 2^(m+1), and
  // leaves it 0 for subnormal numbers (q < 2^m).
  double bits = std::ldexp(double(exponent + format.bias - 1), m) + q;
  if (bits > largest)
    return overflow;
  if (bits == 0 && format.specials == Specials::FNUZ)
    return 0;
  return sign | uint32_t(bits);
}

double popt::reference::decodeFloat(uint32_t bits, FloatFormat format) {
  const int m = format.mantissaBits;
  bits &= onesOf(format.exponentBits + m + (m ? 1 : 0));
  const uint32_t magnitude = bits & onesOf(format.exponentBits + m);
  const uint32_t mantissa = bits & onesOf(m);
  const int exponent = int(magnitude >> m);
  const double sign = bits >> (format.exponentBits + m) & 1 ? -1.0 : 1.0;
  if (magnitude > largestOf(format)) {
    const bool isInfinity = format.specials == Specials::IEEE && mantissa == 0;
    return isInfinity ? sign * std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::quiet_NaN();
  }
  if (format.specials == Specials::FNUZ && magnitude == 0 && sign < 0)
    return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0 && format.specials != Specials::Unsigned)
    return sign * std::ldexp(double(mantissa), 1 - format.bias - m);
  return sign *
         std::ldexp(double(mantissa + (1u << m)), exponent - format.bias - m);
}

double popt::reference::extremeOf(FloatFormat format, bool isNegative) {
  const double largest = format.specials == Specials::IEEE
                             ? std::numeric_limits<double>::infinity()
                             : decodeFloat(largestOf(format), format);
  if (!isNegative)
    return largest;
  return format.specials == Specials::Unsigned ? decodeFloat(0, format)
                                               : -largest;
}

//===----------------------------------------------------------------------===//
// Element types and shapes
//===----------------------------------------------------------------------===//

int64_t popt::reference::byteWidth(ElementType type) {
  return dispatch(type, [](auto tag) -> int64_t {
    return sizeof(typename decltype(tag)::type);
  });
}

static constexpr const char *kNames[] = {
    "i1",         "i2",        "i4",       "i8",         "i16",
    "i32",        "i64",       "ui2",      "ui4",        "ui8",
    "ui16",       "ui32",      "ui64",     "f4E2M1FN",   "f6E2M3FN",
    "f6E3M2FN",   "f8E3M4",    "f8E4M3",   "f8E4M3FNUZ", "f8E4M3B11FNUZ",
    "f8E5M2FNUZ", "f8E8M0FNU", "f8E4M3FN", "f8E5M2",     "bf16",
    "f16",        "f32",       "f64",      "c64",        "c128"};

int64_t popt::reference::bitWidth(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return 1;
  case ElementType::I2:
  case ElementType::UI2:
    return 2;
  case ElementType::I4:
  case ElementType::UI4:
  case ElementType::F4E2M1FN:
    return 4;
  case ElementType::F6E2M3FN:
  case ElementType::F6E3M2FN:
    return 6;
  default:
    return 8 * byteWidth(type);
  }
}

const char *popt::reference::name(ElementType type) {
  return kNames[size_t(type)];
}

std::optional<ElementType>
popt::reference::parseElementType(llvm::StringRef name) {
  for (auto [i, known] : llvm::enumerate(kNames))
    if (name == known)
      return ElementType(i);
  return std::nullopt;
}

int64_t popt::reference::numElements(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

Shape popt::reference::stridesOf(ArrayRef<int64_t> shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

Tensor::Tensor(ElementType type, ArrayRef<int64_t> shape)
    : elementType(type), dims(shape.begin(), shape.end()),
      buffer(std::make_shared<std::vector<char>>(numElements(shape) *
                                                 byteWidth(type))) {}

std::optional<Tensor> Tensor::fromBytes(ElementType type,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<char> bytes) {
  Tensor t(type, shape);
  if (t.buffer->size() != bytes.size())
    return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), t.buffer->begin());
  return t;
}

char *Tensor::mutableBytes() {
  if (buffer.use_count() > 1)
    buffer = std::make_shared<std::vector<char>>(*buffer);
  return buffer->data();
}

Tensor Tensor::reshaped(ArrayRef<int64_t> shape) const {
  assert(numElements(shape) == size() && "reshape changes the element count");
  Tensor t = *this;
  t.dims.assign(shape.begin(), shape.end());
  return t;
}

Tensor Tensor::reinterpreted(ElementType type) const {
  assert(byteWidth(type) == byteWidth(elementType) && "widths differ");
  Tensor t = *this;
  t.elementType = type;
  return t;
}

bool Tensor::identical(const Tensor &o) const {
  return elementType == o.elementType && dims == o.dims &&
         exists() == o.exists() && (buffer == o.buffer || *buffer == *o.buffer);
}

int64_t Tensor::integerAt(int64_t i) const {
  return dispatch(elementType, [&](auto tag) -> int64_t {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>)
      return int64_t(data<T>()[i]);
    else
      return int64_t(realAt(i));
  });
}

double Tensor::realAt(int64_t i) const {
  return dispatch(elementType, [&](auto tag) -> double {
    using T = typename decltype(tag)::type;
    if constexpr (IsComplex<T>::value)
      return data<T>()[i].real();
    else
      return double(data<T>()[i]);
  });
}

static void printElement(llvm::raw_ostream &os, const Tensor &t, int64_t i) {
  dispatch(t.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (IsComplex<T>::value)
      os << llvm::format("(%.9g,%.9g)", double(t.data<T>()[i].real()),
                         double(t.data<T>()[i].imag()));
    else if constexpr (std::is_integral_v<T>)
      if (std::is_same_v<T, uint64_t>)
        os << uint64_t(t.data<T>()[i]);
      else
        os << int64_t(t.data<T>()[i]);
    else
      os << llvm::format("%.9g", double(t.data<T>()[i]));
  });
}

std::string Tensor::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!exists())
    return "nothing";
  os << "tensor<";
  for (int64_t d : dims)
    os << d << "x";
  os << name(elementType) << ">";
  if (size() <= 16) {
    os << " [";
    for (int64_t i = 0, n = size(); i < n; ++i) {
      os << (i ? ", " : "");
      printElement(os, *this, i);
    }
    os << "]";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

template <typename T>
static void copyBoxOf(T *dst, ArrayRef<int64_t> dstStrides, const T *src,
                      ArrayRef<int64_t> srcStrides, ArrayRef<int64_t> shape) {
  if (shape.empty()) {
    *dst = *src;
    return;
  }
  const int64_t n = shape[0], ds = dstStrides[0], ss = srcStrides[0];
  if (shape.size() == 1) {
    for (int64_t i = 0; i < n; ++i)
      dst[i * ds] = src[i * ss];
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    copyBoxOf(dst + i * ds, dstStrides.drop_front(), src + i * ss,
              srcStrides.drop_front(), shape.drop_front());
}

void popt::reference::copyBox(char *dst, int64_t dstOffset,
                              ArrayRef<int64_t> dstStrides, const char *src,
                              int64_t srcOffset, ArrayRef<int64_t> srcStrides,
                              ArrayRef<int64_t> shape, int64_t width) {
  if (numElements(shape) == 0)
    return;
  auto copy = [&](auto element) {
    using T = decltype(element);
    copyBoxOf(reinterpret_cast<T *>(dst) + dstOffset, dstStrides,
              reinterpret_cast<const T *>(src) + srcOffset, srcStrides, shape);
  };
  struct Sixteen {
    uint64_t parts[2];
  };
  switch (width) {
  case 1:
    return copy(uint8_t());
  case 2:
    return copy(uint16_t());
  case 4:
    return copy(uint32_t());
  case 8:
    return copy(uint64_t());
  default:
    assert(width == 16 && "no element type has this width");
    return copy(Sixteen());
  }
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

template <typename To, typename From> static To convertReal(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_integral_v<To> &&
                       std::is_floating_point_v<From>) {
    if (std::isnan(x))
      return To(0);
    // Powers of two are exact in every format, so the bounds are too.
    const From top = std::ldexp(From(1), std::numeric_limits<To>::digits);
    if (x >= top)
      return std::numeric_limits<To>::max();
    const From bottom = std::is_signed_v<To> ? -top : From(0);
    if (x <= bottom)
      return std::numeric_limits<To>::min();
    return To(x);
  } else {
    return To(x);
  }
}

template <typename To, typename From> static To convertElement(From x) {
  if constexpr (IsComplex<From>::value) {
    if constexpr (IsComplex<To>::value)
      return To(x);
    else
      return convertReal<To>(x.real());
  } else if constexpr (IsComplex<To>::value) {
    return To(convertReal<typename To::value_type>(x), 0);
  } else {
    return convertReal<To>(x);
  }
}

/// Narrow elements in the type that they are computed with in; exact.
static Tensor widen(const Tensor &t) {
  Tensor result(wideType(t.type()), t.shape());
  dispatch(t.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *in = t.data<T>();
    if constexpr (isSmallFloatType<T>)
      for (int64_t i = 0, n = t.size(); i < n; ++i)
        result.mutableData<float>()[i] = float(in[i]);
    else if constexpr (isSmallIntegerType<T>)
      for (int64_t i = 0, n = t.size(); i < n; ++i)
        result.mutableBytes()[i] = char(int(in[i]));
  });
  return result;
}

/// `t` is not of a narrow type.
static Tensor narrow(const Tensor &t, ElementType type) {
  if (isInteger(t.type()) && isSmallInteger(type)) { // their low bits
    Tensor result = convert(t, wideType(type)).reinterpreted(type);
    for (int64_t i = 0, n = result.size(); i < n; ++i)
      result.mutableBytes()[i] &= char((1 << bitWidth(type)) - 1);
    return result;
  }
  const bool isF32 = t.type() == ElementType::F32;
  const Tensor real = isF32 ? t : convert(t, ElementType::F64);
  Tensor result(type, t.shape());
  dispatch(type, [&](auto tag) {
    using To = typename decltype(tag)::type;
    if constexpr (isNarrowType<To>) {
      To *out = result.mutableData<To>();
      for (int64_t i = 0, n = t.size(); i < n; ++i)
        if constexpr (isSmallFloatType<To>)
          out[i] =
              isF32 ? To(real.data<float>()[i]) : To(real.data<double>()[i]);
        else if (const double x = real.realAt(i); !std::isnan(x))
          out[i] = To(int(std::clamp<double>(x, To::least, To::most)));
    }
  });
  return result;
}

Tensor popt::reference::convert(const Tensor &t, ElementType type) {
  if (t.type() == type)
    return t;
  if (isNarrow(t.type()))
    return convert(widen(t), type);
  if (isNarrow(type))
    return narrow(t, type);
  Tensor result(type, t.shape());
  dispatch(t.type(), [&](auto fromTag) {
    using From = typename decltype(fromTag)::type;
    dispatch(type, [&](auto toTag) {
      using To = typename decltype(toTag)::type;
      if constexpr (!isNarrowType<From> && !isNarrowType<To>) {
        const From *in = t.data<From>();
        To *out = result.mutableData<To>();
        for (int64_t i = 0, n = t.size(); i < n; ++i)
          out[i] = convertElement<To>(in[i]);
      }
    });
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool near(double got, double expected, double rtol, double atol) {
  if (std::isnan(got) || std::isnan(expected))
    return std::isnan(got) && std::isnan(expected);
  if (got == expected)
    return true;
  if (std::isinf(got) || std::isinf(expected))
    return false;
  return std::fabs(got - expected) <= atol + rtol * std::fabs(expected);
}

Comparison popt::reference::compare(const Tensor &got, const Tensor &expected,
                                    double rtol, double atol) {
  Comparison result;
  llvm::raw_string_ostream os(result.message);
  if (got.type() != expected.type() || got.shape() != expected.shape()) {
    result.equal = false;
    os << "got " << got.str() << ", expected " << expected.str();
    return result;
  }
  int64_t count = 0, first = 0;
  double worst = 0;
  dispatch(got.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *a = got.data<T>(), *b = expected.data<T>();
    for (int64_t i = 0, n = got.size(); i < n; ++i) {
      bool same;
      double distance = 0;
      if constexpr (isSmallIntegerType<T>) {
        same = int(a[i]) == int(b[i]);
      } else if constexpr (std::is_integral_v<T>) {
        same = a[i] == b[i];
      } else if constexpr (IsComplex<T>::value) {
        // The tolerance of a complex number is that of its magnitude.
        double slack = atol + rtol * double(std::abs(b[i]));
        same = near(a[i].real(), b[i].real(), 0, slack) &&
               near(a[i].imag(), b[i].imag(), 0, slack);
        distance = double(std::abs(a[i] - b[i]));
      } else {
        same = near(double(a[i]), double(b[i]), rtol, atol);
        distance = std::fabs(double(a[i]) - double(b[i]));
      }
      if (same)
        continue;
      if (count++ == 0)
        first = i;
      worst = std::max(worst, distance);
    }
  });
  if (count == 0)
    return result;
  result.equal = false;
  os << count << " of " << got.size() << " elements differ, first at " << first
     << ": got ";
  printElement(os, got, first);
  os << ", expected ";
  printElement(os, expected, first);
  os << "; largest difference " << llvm::format("%.3g", worst);
  return result;
}
