//===- Tensor.h - A value of the reference interpreter --------------------===//
//
// A Tensor is an element type, a static shape and a dense row-major buffer.
// Copies share the buffer; writing through `mutableData` separates them first.
// Because of sharing, a value that is equal on every rank costs one buffer and
// one evaluation.
//
// Element storage: i1 is one byte holding 0 or 1, complex numbers are pairs,
// everything else is its own width. All functions are pure and do no I/O.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_TENSOR_H
#define POPT_REFERENCE_TENSOR_H

#include "popt/Reference/SmallFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace popt::reference {

/// The types of elements that StableHLO has.
enum class ElementType : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  UI8,
  UI16,
  UI32,
  UI64,
  F8E4M3FN,
  F8E5M2,
  BF16,
  F16,
  F32,
  F64,
  C64,
  C128,
};

int64_t byteWidth(ElementType type);
/// MLIR's spelling, with c64 and c128 for complex<f32> and complex<f64>.
const char *name(ElementType type);
std::optional<ElementType> parseElementType(llvm::StringRef name);

inline bool isSmallFloat(ElementType t) {
  return t >= ElementType::F8E4M3FN && t <= ElementType::F16;
}
inline bool isFloat(ElementType t) {
  return t >= ElementType::F8E4M3FN && t <= ElementType::F64;
}
inline bool isComplex(ElementType t) { return t >= ElementType::C64; }
inline bool isInteger(ElementType t) { return t <= ElementType::UI64; }
inline bool isSigned(ElementType t) {
  return t >= ElementType::I8 && t <= ElementType::I64;
}

using Shape = llvm::SmallVector<int64_t, 4>;

int64_t numElements(llvm::ArrayRef<int64_t> shape);
/// Row-major strides, in elements.
Shape stridesOf(llvm::ArrayRef<int64_t> shape);

/// A C++ type as a value, for `dispatch`.
template <typename T> struct TypeTag {
  using type = T;
};

/// Calls `f(TypeTag<T>())` with the storage type of `type`.
template <typename F> decltype(auto) dispatch(ElementType type, F &&f) {
  switch (type) {
  case ElementType::I1:
    return f(TypeTag<bool>());
  case ElementType::I8:
    return f(TypeTag<int8_t>());
  case ElementType::I16:
    return f(TypeTag<int16_t>());
  case ElementType::I32:
    return f(TypeTag<int32_t>());
  case ElementType::I64:
    return f(TypeTag<int64_t>());
  case ElementType::UI8:
    return f(TypeTag<uint8_t>());
  case ElementType::UI16:
    return f(TypeTag<uint16_t>());
  case ElementType::UI32:
    return f(TypeTag<uint32_t>());
  case ElementType::UI64:
    return f(TypeTag<uint64_t>());
  case ElementType::F8E4M3FN:
    return f(TypeTag<Float8E4M3FN>());
  case ElementType::F8E5M2:
    return f(TypeTag<Float8E5M2>());
  case ElementType::BF16:
    return f(TypeTag<BFloat16>());
  case ElementType::F16:
    return f(TypeTag<Half>());
  case ElementType::F32:
    return f(TypeTag<float>());
  case ElementType::F64:
    return f(TypeTag<double>());
  case ElementType::C64:
    return f(TypeTag<std::complex<float>>());
  case ElementType::C128:
    return f(TypeTag<std::complex<double>>());
  }
  return f(TypeTag<float>()); // not reached: every enumerator returns above
}

template <typename T> struct IsComplex : std::false_type {};
template <typename T> struct IsComplex<std::complex<T>> : std::true_type {};
template <typename T>
constexpr bool isSmallFloatType =
    std::is_same_v<T, BFloat16> || std::is_same_v<T, Half> ||
    std::is_same_v<T, Float8E4M3FN> || std::is_same_v<T, Float8E5M2>;

/// The enumerator of a storage type.
template <typename T> constexpr ElementType elementTypeOf() {
  if constexpr (std::is_same_v<T, bool>)
    return ElementType::I1;
  else if constexpr (std::is_same_v<T, int8_t>)
    return ElementType::I8;
  else if constexpr (std::is_same_v<T, int16_t>)
    return ElementType::I16;
  else if constexpr (std::is_same_v<T, int32_t>)
    return ElementType::I32;
  else if constexpr (std::is_same_v<T, int64_t>)
    return ElementType::I64;
  else if constexpr (std::is_same_v<T, uint8_t>)
    return ElementType::UI8;
  else if constexpr (std::is_same_v<T, uint16_t>)
    return ElementType::UI16;
  else if constexpr (std::is_same_v<T, uint32_t>)
    return ElementType::UI32;
  else if constexpr (std::is_same_v<T, uint64_t>)
    return ElementType::UI64;
  else if constexpr (std::is_same_v<T, Float8E4M3FN>)
    return ElementType::F8E4M3FN;
  else if constexpr (std::is_same_v<T, Float8E5M2>)
    return ElementType::F8E5M2;
  else if constexpr (std::is_same_v<T, BFloat16>)
    return ElementType::BF16;
  else if constexpr (std::is_same_v<T, Half>)
    return ElementType::F16;
  else if constexpr (std::is_same_v<T, float>)
    return ElementType::F32;
  else if constexpr (std::is_same_v<T, double>)
    return ElementType::F64;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return ElementType::C64;
  else {
    static_assert(std::is_same_v<T, std::complex<double>>);
    return ElementType::C128;
  }
}

/// Elements of one type, row-major.
class Tensor {
public:
  Tensor() = default;
  /// All elements are zero.
  Tensor(ElementType type, llvm::ArrayRef<int64_t> shape);
  /// Copies `values`, row-major; their number must be that of the shape.
  template <typename T>
  static Tensor of(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<T> values) {
    Tensor t(elementTypeOf<T>(), shape);
    std::copy(values.begin(), values.end(), t.mutableData<T>());
    return t;
  }
  template <typename T> static Tensor scalar(T value) {
    return of<T>({}, llvm::ArrayRef<T>(&value, 1));
  }
  /// A buffer in the storage format above; nothing if the size is not
  /// numElements * byteWidth.
  static std::optional<Tensor> fromBytes(ElementType type,
                                         llvm::ArrayRef<int64_t> shape,
                                         llvm::ArrayRef<char> bytes);

  /// False for a default-constructed tensor (a rank that holds nothing).
  bool exists() const { return buffer != nullptr; }
  ElementType type() const { return elementType; }
  llvm::ArrayRef<int64_t> shape() const { return dims; }
  int64_t dim(int64_t i) const { return dims[i]; }
  int64_t rank() const { return dims.size(); }
  int64_t size() const { return numElements(dims); }
  Shape strides() const { return stridesOf(dims); }

  llvm::ArrayRef<char> bytes() const {
    return buffer ? llvm::ArrayRef<char>(*buffer) : llvm::ArrayRef<char>();
  }
  char *mutableBytes();
  template <typename T> const T *data() const {
    assert(elementTypeOf<T>() == elementType && "storage type differs");
    return reinterpret_cast<const T *>(buffer->data());
  }
  template <typename T> T *mutableData() {
    assert(elementTypeOf<T>() == elementType && "storage type differs");
    return reinterpret_cast<T *>(mutableBytes());
  }
  template <typename T> llvm::ArrayRef<T> values() const {
    return llvm::ArrayRef<T>(data<T>(), size());
  }

  /// The same elements under another shape of equal size (shares the buffer).
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) const;
  /// The same bytes under another element type of equal width.
  Tensor reinterpreted(ElementType type) const;
  bool sharesBufferWith(const Tensor &o) const {
    return buffer == o.buffer && dims == o.dims;
  }
  /// Equal type, shape and bits.
  bool identical(const Tensor &o) const;

  /// Element `i` (row-major) of an integer tensor; of any other, truncated.
  int64_t integerAt(int64_t i) const;
  /// Element `i` as a double (the real part of a complex number).
  double realAt(int64_t i) const;
  /// `tensor<2x3xf32>` and, for a few elements, their values.
  std::string str() const;

private:
  ElementType elementType = ElementType::F32;
  Shape dims;
  std::shared_ptr<std::vector<char>> buffer;
};

/// One value on every rank of a mesh.
using RankTensors = llvm::SmallVector<Tensor, 1>;

/// Copies a box of `shape` elements of `width` bytes between two buffers with
/// the given strides (in elements; zero and negative ones are fine in the
/// source). Offsets are in elements too.
void copyBox(char *dst, int64_t dstOffset, llvm::ArrayRef<int64_t> dstStrides,
             const char *src, int64_t srcOffset,
             llvm::ArrayRef<int64_t> srcStrides, llvm::ArrayRef<int64_t> shape,
             int64_t width);

/// StableHLO's convert: to i1 means "is not zero", float to integer truncates
/// and saturates (NaN to 0), complex to real drops the imaginary part.
Tensor convert(const Tensor &t, ElementType type);

/// How far two tensors are apart under |a - b| <= atol + rtol * |b|. NaN equals
/// NaN; integers and infinities must be equal.
struct Comparison {
  bool equal = true;
  std::string message; ///< the first difference, and how many there are
};
Comparison compare(const Tensor &got, const Tensor &expected, double rtol,
                   double atol);

} // namespace popt::reference
#endif // POPT_REFERENCE_TENSOR_H
