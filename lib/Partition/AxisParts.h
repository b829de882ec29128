//===- AxisParts.h - Which axes are worth taking apart --------------------===//
//
// A strategy may give parts of an axis to different factors: 4 heads on an axis
// of 8 take a part of 4, and the part of 2 that is left splits rows. Which
// parts are tried is decided once for a function, so that all operations mean
// the same parts. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_AXISPARTS_H
#define POPT_LIB_PARTITION_AXISPARTS_H

#include "Common.h"

namespace popt {

/// By axis of the mesh the parts to try, major to minor, empty for none: those
/// in which the shardings of the function name it; else, for one axis and in
/// functions that are not too long, the largest part that divides the factor by
/// which the axis as a whole loses most work.
std::vector<AxisList> partsToTry(const PartitionInput &input,
                                 const AxisList &axes);

} // namespace popt
#endif // POPT_LIB_PARTITION_AXISPARTS_H
