//===- UnrollLoops.h - Loops of no single coordinate ------------*- C++ -*-===//
//
// A loop runs at one coordinate, or is a scan along a stack, which is cut. A
// loop that is neither is unrolled, and each of its operations gets a place of
// its own. Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_UNROLLLOOPS_H
#define POPT_LIB_STAGES_UNROLLLOOPS_H

#include "popt/Layout/Mesh.h"
#include "popt/OpModels/CountedLoop.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace popt {

/// The loop, if it runs a known number of times that does not make the program
/// much longer.
std::optional<CountedLoop> findShortLoop(mlir::Operation *op);

/// True if no iteration needs what another leaves, except to add to it: each takes
/// a part of the batch.
bool hasIndependentIterations(const CountedLoop &loop);

/// Unrolls the loop. Counters become constants.
void unroll(const CountedLoop &loop);

/// Values that a loop carries and that have to do with each other.
struct LoopGroup {
  llvm::BitVector carried; ///< with what they read and what ends the loop
  llvm::SetVector<mlir::Value>
      reads; ///< from around the loop, and to begin with
};
/// One if all have to do with each other; none if tensors end the loop.
llvm::SmallVector<LoopGroup> findLoopGroups(mlir::Operation *loop);
/// A loop for each of the groups.
void splitLoop(mlir::Operation *loop, llvm::ArrayRef<LoopGroup> groups);

/// Warns that iterations are unrolled, and says what makes a pipeline, unless
/// there is a time axis, which does. `what` the loop is: "around scans over
/// layers".
void warnOfUnrolling(const CountedLoop &loop, llvm::StringRef what,
                     const Mesh &mesh);

} // namespace popt

#endif // POPT_LIB_STAGES_UNROLLLOOPS_H
