//===- ByteRange.h - Which bytes of its region an operand takes -*- C++ -*-===//
//
// Tested by runtime/test/CheckCommandsTest.cpp, on buckets.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_CORE_BYTERANGE_H
#define POPT_RT_LIB_CORE_BYTERANGE_H

#include "popt-rt/step_table.h"
#include <algorithm>

namespace popt::rt {

using Wide = __int128; ///< no sum of numbers in a table overflows

/// Bytes low to high - 1, with what strides step over.
struct ByteRange {
  Wide low = 0, high = 0;

  /// `x` to `y` bytes, or `y` to `x`, further on.
  void extend(Wide x, Wide y) {
    low += std::min(x, y);
    high += std::max(x, y);
  }
  bool overlaps(const ByteRange &o) const {
    return low < o.high && o.low < high;
  }
};

/// The bytes of an operand of this shape (ranks may have less than its own) in
/// slot 0, without its rank's offset.
inline ByteRange bytesOf(const Operand &operand,
                         const std::vector<int64_t> &shape) {
  const int64_t width =
      static_cast<int64_t>(popt_rt_element_size(operand.type));
  ByteRange range{operand.offset, Wide(operand.offset) + width};
  std::vector<int64_t> strides = operand.resolvedStrides();
  for (size_t i = 0; i < strides.size(); ++i)
    range.extend(0, Wide(strides[i]) * (shape[i] - 1) * width);
  return range;
}

/// The bytes of all iterations that a term counts, from those of the first.
inline void extendBy(ByteRange &range, const Term &term, const Program &program,
                     const StepTable &table) {
  int64_t last = program.lastCount(term, table.rankTables);
  range.extend(0, Wide(term.bytes) * std::max<int64_t>(last, 0));
}

/// The least and the most bytes by which these ranks shift an operand.
inline std::pair<Wide, Wide> rankOffsets(const StepTable &table,
                                         const std::vector<int64_t> &ranks,
                                         const Operand &operand) {
  if (operand.rankOffset == -1 || ranks.empty())
    return {0, 0};
  Wide least = INT64_MAX, most = INT64_MIN;
  for (int64_t rank : ranks) {
    least = std::min<Wide>(least, table.rankTables[operand.rankOffset][rank]);
    most = std::max<Wide>(most, table.rankTables[operand.rankOffset][rank]);
  }
  return {least, most};
}

} // namespace popt::rt
#endif
