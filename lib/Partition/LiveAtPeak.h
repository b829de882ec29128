//===- LiveAtPeak.h - Live values at the peak of a step -------------------===//
//
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_LIVEATPEAK_H
#define POPT_LIB_PARTITION_LIVEATPEAK_H

#include "Common.h"

#include "llvm/ADT/DenseSet.h"

namespace popt {

/// Values of the function's block that are live where most bytes are, in
/// program order and with the propagated layouts. An argument counts from its
/// first to its last reader, because a resharded copy of it may be held in
/// between.
llvm::DenseSet<mlir::Value> liveAtPeak(mlir::func::FuncOp main,
                                       const Mesh &mesh);

/// Bytes of a coordinate's block.
double bytesHeld(mlir::RankedTensorType type, const Layout &layout);

} // namespace popt
#endif // POPT_LIB_PARTITION_LIVEATPEAK_H
