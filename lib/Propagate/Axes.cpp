//===- Axes.cpp - Prefixes of axes, as propagation compares them ----------===//
//
// Tested by test/unit/Propagate/AxesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Axes.h"

#include <algorithm>

using namespace popt;

PrefixKind popt::comparePrefix(AxesRef a, AxesRef b) {
  if (a.empty())
    return b.empty() ? PrefixKind::Equal : PrefixKind::Strict;
  if (a.size() > b.size() || a.drop_back() != b.take_front(a.size() - 1))
    return PrefixKind::None;
  const AxisRef &last = b[a.size() - 1];
  if (a.size() == b.size() && a.back() == last)
    return PrefixKind::Equal;
  return isPrefix(a.back(), last) ? PrefixKind::Strict : PrefixKind::None;
}

/// True if both can be parts of one way to cut their axis.
static bool canCoexist(const AxisRef &a, const AxisRef &b) {
  int64_t begin = std::max(a.pre, b.pre), end = std::min(a.end(), b.end());
  if (end <= begin)
    return begin % end == 0;
  return end % begin == 0 && begin % std::min(a.pre, b.pre) == 0 &&
         std::max(a.end(), b.end()) % end == 0;
}

std::optional<AxisRef> popt::cutOverlap(AxisRef axis, AxesRef others) {
  for (const AxisRef &other : others) {
    if (other.axis != axis.axis)
      continue;
    if (!canCoexist(axis, other))
      return std::nullopt;
    if (!axis.overlaps(other))
      continue;
    if (axis.pre >= other.pre)
      return std::nullopt;
    axis.size = other.pre / axis.pre;
  }
  return axis;
}

void popt::appendMerged(Axes &axes, const AxisRef &axis) {
  if (!axes.empty() && axes.back().axis == axis.axis &&
      axes.back().end() == axis.pre)
    axes.back().size *= axis.size;
  else
    axes.push_back(axis);
}

int64_t popt::productOf(AxesRef axes) {
  int64_t size = 1;
  for (const AxisRef &axis : axes)
    size *= axis.size;
  return size;
}
