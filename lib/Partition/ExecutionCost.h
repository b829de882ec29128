//===- ExecutionCost.h - What it costs to run one operation on blocks -----===//
//
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_EXECUTIONCOST_H
#define POPT_LIB_PARTITION_EXECUTIONCOST_H

#include "Common.h"

#include "popt/Analysis/Fusion.h"

namespace popt {

/// Seconds of one execution in these layouts: arithmetic or memory traffic,
/// whichever takes longer, and the communication inside.
double executionCost(const PartitionInput &input, mlir::Operation *op,
                     const OpLayouts &layouts);

/// True if the value is made by an operation that can be cloned into any
/// layout for nothing.
bool isSourceValue(mlir::Value value);

} // namespace popt
#endif // POPT_LIB_PARTITION_EXECUTIONCOST_H
