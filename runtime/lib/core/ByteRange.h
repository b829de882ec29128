//===- ByteRange.h - Which bytes of its region an operand takes -*- C++ -*-===//
//
// Tested by test/runtime/CheckCommandsTest.cpp, on buckets.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_CORE_BYTERANGE_H
#define POPT_RT_LIB_CORE_BYTERANGE_H

#include "popt-rt/step_table.h"
#include <algorithm>
#include <optional>

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

/// The bytes of an operand in slot 0 on all of these ranks, some of which may have
/// less than its shape; nothing if none of them touches any.
inline std::optional<ByteRange> bytesOnRanks(const StepTable &table,
                                             const std::vector<int64_t> &ranks,
                                             const Operand &operand) {
  std::optional<ByteRange> all;
  auto add = [&](const std::vector<int64_t> &shape, Wide least, Wide most) {
    if (std::count(shape.begin(), shape.end(), 0))
      return;
    ByteRange range = bytesOf(operand, shape);
    range.extend(least, most);
    all = all ? ByteRange{std::min(all->low, range.low),
                          std::max(all->high, range.high)}
              : range;
  };
  if (operand.rankExtents.empty()) {
    auto [least, most] = rankOffsets(table, ranks, operand);
    add(operand.shape, least, most);
    return all;
  }
  for (int64_t rank : ranks) {
    std::vector<int64_t> shape = operand.shape;
    for (const RankExtent &e : operand.rankExtents)
      shape[e.dim] =
          std::min(shape[e.dim], table.rankTables[e.rankTable][rank]);
    Wide offset = operand.rankOffset == -1
                      ? 0
                      : table.rankTables[operand.rankOffset][rank];
    add(shape, offset, offset);
  }
  return all;
}

} // namespace popt::rt
#endif
