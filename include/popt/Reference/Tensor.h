//===- Tensor.h - A value of the reference interpreter --------------------===//
//
// A Tensor is an element type, a static shape and a dense row-major buffer.
// Copies share the buffer; writing through `mutableData` separates them first.
// Because of sharing, a value that is equal on every rank costs one buffer and
// one evaluation.
//
// Element storage: i1 is one byte holding 0 or 1, what is narrower than a byte is
// the low bits of one, complex numbers are pairs, everything else is its own
// width. All functions are pure and do no I/O.
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
#include <tuple>
#include <vector>

namespace popt::reference {

/// The types of elements that StableHLO has.
enum class ElementType : uint8_t {
  I1,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  UI2,
  UI4,
  UI8,
  UI16,
  UI32,
  UI64,
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FNUZ,
  F8E4M3B11FNUZ,
  F8E5M2FNUZ,
  F8E8M0FNU,
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
/// 1 for i1, 4 for i4, ...
int64_t bitWidth(ElementType type);
/// MLIR's spelling, with c64 and c128 for complex<f32> and complex<f64>.
const char *name(ElementType type);
std::optional<ElementType> parseElementType(llvm::StringRef name);

inline bool isSmallFloat(ElementType t) {
  return t >= ElementType::F4E2M1FN && t <= ElementType::F16;
}
inline bool isFloat(ElementType t) {
  return t >= ElementType::F4E2M1FN && t <= ElementType::F64;
}
inline bool isComplex(ElementType t) { return t >= ElementType::C64; }
inline bool isInteger(ElementType t) { return t <= ElementType::UI64; }
inline bool isSigned(ElementType t) {
  return t >= ElementType::I2 && t <= ElementType::I64;
}
inline bool isSmallInteger(ElementType t) {
  return t == ElementType::I2 || t == ElementType::I4 ||
         t == ElementType::UI2 || t == ElementType::UI4;
}
/// Computed with in a wider type.
inline bool isNarrow(ElementType t) {
  return isSmallFloat(t) || isSmallInteger(t);
}
/// The type in which narrow elements are computed with; any other is its own.
inline ElementType wideType(ElementType t) {
  if (isSmallInteger(t))
    return isSigned(t) ? ElementType::I8 : ElementType::UI8;
  return isSmallFloat(t) ? ElementType::F32 : t;
}

using Shape = llvm::SmallVector<int64_t, 4>;

int64_t numElements(llvm::ArrayRef<int64_t> shape);
/// Row-major strides, in elements.
Shape stridesOf(llvm::ArrayRef<int64_t> shape);

template <typename T> struct IsComplex : std::false_type {};
template <typename T> struct IsComplex<std::complex<T>> : std::true_type {};
template <typename T> inline constexpr bool isSmallFloatType = false;
template <> inline constexpr bool isSmallFloatType<BFloat16> = true;
template <typename S, int E, int M, Specials specials, int bias>
inline constexpr bool isSmallFloatType<SmallFloat<S, E, M, specials, bias>> =
    true;
template <typename T> inline constexpr bool isSmallIntegerType = false;
template <int width, bool isSigned>
inline constexpr bool isSmallIntegerType<SmallInteger<width, isSigned>> = true;
template <typename T>
constexpr bool isNarrowType = isSmallFloatType<T> || isSmallIntegerType<T>;

/// Storage types by enumerator.
using StorageTypes =
    std::tuple<bool, Int2, Int4, int8_t, int16_t, int32_t, int64_t, UInt2,
               UInt4, uint8_t, uint16_t, uint32_t, uint64_t, Float4E2M1FN,
               Float6E2M3FN, Float6E3M2FN, Float8E3M4, Float8E4M3,
               Float8E4M3FNUZ, Float8E4M3B11FNUZ, Float8E5M2FNUZ, Float8E8M0FNU,
               Float8E4M3FN, Float8E5M2, BFloat16, Half, float, double,
               std::complex<float>, std::complex<double>>;

template <typename T, size_t i = 0> constexpr size_t storageIndexOf() {
  static_assert(i < std::tuple_size_v<StorageTypes>, "no storage type");
  if constexpr (std::is_same_v<T, std::tuple_element_t<i, StorageTypes>>)
    return i;
  else
    return storageIndexOf<T, i + 1>();
}
/// The enumerator of a storage type.
template <typename T> constexpr ElementType elementTypeOf() {
  return static_cast<ElementType>(storageIndexOf<T>());
}

/// A C++ type as a value, for `dispatch`.
template <typename T> struct TypeTag {
  using type = T;
};

/// Calls `f(TypeTag<T>())` with the storage type of `type`.
template <size_t i = 0, typename F>
decltype(auto) dispatch(ElementType type, F &&f) {
  if constexpr (i + 1 == std::tuple_size_v<StorageTypes>)
    return f(TypeTag<std::tuple_element_t<i, StorageTypes>>());
  else
    return size_t(type) == i
               ? f(TypeTag<std::tuple_element_t<i, StorageTypes>>())
               : dispatch<i + 1>(type, std::forward<F>(f));
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
