//===- Convert.h - Elements of files as elements of memory ------*- C++ -*-===//
#ifndef POPT_RT_LIB_DATA_CONVERT_H
#define POPT_RT_LIB_DATA_CONVERT_H

#include "popt-rt/data.h"

namespace popt::rt {

/// `count` floats of one type as floats of another, rounded once, to nearest
/// even.
void convertFloats(ElementType from, const void *values, ElementType to,
                   void *out_values, size_t count);

/// `count` integers of one type as integers of another, of at least 8 bits. How
/// many come before the first that is not one of the other type's, or not below
/// `limit` (0: there is none) and at least 0.
size_t convertIntegers(ElementType from, const void *values, ElementType to,
                       void *out_values, size_t count, uint64_t limit);

/// Turns the bytes of each number around; a complex one has two.
void swapBytes(ElementType type, void *values, size_t count);

/// Makes every bool of a view 0 or 1, and the bits above those of types narrower
/// than a byte 0.
void dropUpperBits(ElementType type, const std::vector<int64_t> &shape,
                   const std::vector<int64_t> &strides, void *values);

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_CONVERT_H
