//===- NumberRange.h - What a tensor's numbers lie between ------*- C++ -*-===//
#ifndef POPT_RT_LIB_TENSOR_NUMBERRANGE_H
#define POPT_RT_LIB_TENSOR_NUMBERRANGE_H

#include "popt-rt/step_table.h"
#include <limits>

namespace popt::rt {

/// Of floats, or of the parts of complex numbers.
struct NumberRange {
  double least = std::numeric_limits<double>::infinity(); ///< of finite ones
  double greatest = -std::numeric_limits<double>::infinity();
  int64_t numNan = 0, numInfinite = 0;

  /// Of NaN, and of infinities if they are asked for.
  int64_t numBad(bool infinities) const {
    return numNan + (infinities ? numInfinite : 0);
  }
  /// "from -1.5 to 0, 2 infinite"
  std::string toString() const;
};

/// Whether there are such numbers in the type.
bool hasNan(ElementType type);
/// All are 0 for other types. Strides are in elements.
NumberRange rangeOf(const void *data, ElementType type,
                    const std::vector<int64_t> &shape,
                    const std::vector<int64_t> &strides);

} // namespace popt::rt
#endif // POPT_RT_LIB_TENSOR_NUMBERRANGE_H
