//===- HeldAtPeak.h - What is held where a step holds most ----------------===//
//
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_HELDATPEAK_H
#define POPT_LIB_PARTITION_HELDATPEAK_H

#include "Common.h"

#include "llvm/ADT/DenseSet.h"

namespace popt {

/// Values of the function's block that are alive where most bytes are, in the
/// order in which the operations stand and with the layouts that propagation
/// left. Arguments count where they are first and last read on either side of
/// that: what they are moved to may be held between.
llvm::DenseSet<mlir::Value> heldAtPeak(mlir::func::FuncOp main,
                                       const Mesh &mesh);

/// Bytes of a coordinate's block.
double bytesHeld(mlir::RankedTensorType type, const Layout &layout);

} // namespace popt
#endif // POPT_LIB_PARTITION_HELDATPEAK_H
