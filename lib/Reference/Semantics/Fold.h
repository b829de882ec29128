//===- Fold.h - Commutative operations on storage types -------------------===//
//
// The inner step of reduce, reduce_window and scatter when their body is one
// commutative operation, and access to single elements for when it is not; the
// total order of floats.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REFERENCE_SEMANTICS_FOLD_H
#define POPT_LIB_REFERENCE_SEMANTICS_FOLD_H

#include "popt/Reference/TensorOps.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace popt::reference {

/// An integer that orders like the float's bits do: IEEE's total order.
template <typename T> int64_t totalOrderKey(T value) {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Bits bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits < 0 ? Bits(bits ^ std::numeric_limits<Bits>::max()) : bits;
}

/// A NaN if there is one; -0 is below 0.
template <typename T> T foldExtreme(T x, T y, bool isMaximum) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) ? x : y;
    if (x == y)
      return std::signbit(x) == isMaximum ? y : x;
  }
  return (isMaximum ? x > y : x < y) ? x : y;
}
template <typename T> T foldMaximum(T x, T y) {
  return foldExtreme(x, y, true);
}
template <typename T> T foldMinimum(T x, T y) {
  return foldExtreme(x, y, false);
}

/// Calls `use(TypeTag<T>(), fold)` with fold(T, T) -> T computing `op`; false
/// if there is no fold for this operation and type (narrow types have none).
template <typename F> bool withFold(Binary op, ElementType type, F use) {
  return dispatch(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (isNarrowType<T>) {
      return false;
    } else if constexpr (IsComplex<T>::value) {
      if (op == Binary::Add)
        use(tag, [](T x, T y) { return x + y; });
      else if (op == Binary::Multiply)
        use(tag, [](T x, T y) {
          return T(x.real() * y.real() - x.imag() * y.imag(),
                   x.real() * y.imag() + x.imag() * y.real());
        });
      else
        return false;
      return true;
    } else {
      constexpr bool isInteger = std::is_integral_v<T>;
      constexpr bool isBool = std::is_same_v<T, bool>;
      switch (op) {
      case Binary::Add:
        use(tag, [](T x, T y) -> T {
          if constexpr (isBool)
            return x || y;
          else if constexpr (isInteger)
            return T(uint64_t(x) + uint64_t(y));
          else
            return x + y;
        });
        return true;
      case Binary::Multiply:
        use(tag, [](T x, T y) -> T {
          if constexpr (isBool)
            return x && y;
          else if constexpr (isInteger)
            return T(uint64_t(x) * uint64_t(y));
          else
            return x * y;
        });
        return true;
      case Binary::Maximum:
        use(tag, [](T x, T y) { return foldMaximum(x, y); });
        return true;
      case Binary::Minimum:
        use(tag, [](T x, T y) { return foldMinimum(x, y); });
        return true;
      default:
        break;
      }
      if constexpr (isInteger) {
        switch (op) {
        case Binary::And:
          use(tag, [](T x, T y) { return T(x & y); });
          return true;
        case Binary::Or:
          use(tag, [](T x, T y) { return T(x | y); });
          return true;
        case Binary::Xor:
          use(tag, [](T x, T y) { return T(x ^ y); });
          return true;
        default:
          break;
        }
      }
      return false;
    }
  });
}

inline Tensor elementAt(const Tensor &x, int64_t i) {
  Tensor element(x.type(), {});
  const int64_t width = byteWidth(x.type());
  std::memcpy(element.mutableBytes(), x.bytes().data() + i * width, width);
  return element;
}
inline void setElement(Tensor &x, int64_t i, const Tensor &value) {
  const int64_t width = byteWidth(x.type());
  std::memcpy(x.mutableBytes() + i * width, value.bytes().data(), width);
}

/// Steps `index` through `shape` in row-major order; false after the last one.
inline bool nextIndex(llvm::MutableArrayRef<int64_t> index, Ints shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++index[i] < shape[i])
      return true;
    index[i] = 0;
  }
  return false;
}

} // namespace popt::reference
#endif // POPT_LIB_REFERENCE_SEMANTICS_FOLD_H
