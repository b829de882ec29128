//===- ExecutionCost.h - What it costs to run one operation on blocks -----===//
//
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_EXECUTIONCOST_H
#define POPT_LIB_PARTITION_EXECUTIONCOST_H

#include "Common.h"

namespace popt {

/// Seconds of one execution in these layouts: arithmetic or memory traffic,
/// whichever takes longer, and the communication inside.
double executionCost(const PartitionInput &input, mlir::Operation *op,
                     const OpLayouts &layouts);

/// True if a value stays in registers between the two (lib/Kernels clusters
/// them): it is made element by element and read in the same loops.
bool isFused(mlir::Operation *producer, mlir::Operation *user);
/// True if no user reads the value from memory.
bool isNeverStored(mlir::Value value);
/// True if the value is made by an operation that can be cloned into any
/// layout for nothing.
bool isSourceValue(mlir::Value value);

} // namespace popt
#endif // POPT_LIB_PARTITION_EXECUTIONCOST_H
