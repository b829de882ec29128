//===- Axes.h - Prefixes of axes, as propagation compares them ------------===//
//
// Propagation extends lists of axes at their minor end, and cuts them there
// where something is in the way. An axis counts as a list of its parts: "x" may
// be cut to "x":(1)2.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PROPAGATE_AXES_H
#define POPT_LIB_PROPAGATE_AXES_H

#include "popt/Layout/Mesh.h"

#include "llvm/ADT/SmallVector.h"

namespace popt {

using Axes = llvm::SmallVector<AxisRef, 2>;
using AxesRef = llvm::ArrayRef<AxisRef>;

/// True if `a` is `b` or a major part of it.
inline bool isPrefix(const AxisRef &a, const AxisRef &b) {
  return a.axis == b.axis && a.pre == b.pre && a.size <= b.size;
}

enum class PrefixKind { None, Strict, Equal };
/// How `a` begins `b`. Only the last axis of `a` may be a part of one of `b`.
PrefixKind comparePrefix(AxesRef a, AxesRef b);

/// The major part of `axis` that shares no digit with any of `others`, or
/// nothing.
std::optional<AxisRef> cutOverlap(AxisRef axis, AxesRef others);

/// Appends an axis; one that continues the last is merged with it.
void appendMerged(Axes &axes, const AxisRef &axis);

int64_t productOf(AxesRef axes);

} // namespace popt
#endif // POPT_LIB_PROPAGATE_AXES_H
