//===- PlainScans.h - Scans as later passes know them -----------*- C++ -*-===//
//
// What take-pieces, roll-loops, merge-loops and write-rows share.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_PLAINSCANS_H
#define POPT_LIB_STAGES_PLAINSCANS_H

#include "popt/OpModels/FlatLoop.h"
#include "popt/OpModels/Pieces.h"
#include "popt/OpModels/Reshapes.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// True if the mesh has a stage axis: where all layers are on all devices, loops may
/// stay as they are written.
bool hasStages(mlir::ModuleOp module);

/// All loops of the module, inner ones first.
llvm::SmallVector<mlir::Operation *> loopsOf(mlir::ModuleOp module);

/// Takes the operations of one more iteration, which stand beside a loop, into it.
/// Returns the new loop, null if there are none.
mlir::Operation *joinNext(const CountedLoop &loop);

/// Takes pieces of what is put together from where they were made, in the whole
/// module.
void takePieces(mlir::ModuleOp module);

} // namespace popt
#endif // POPT_LIB_STAGES_PLAINSCANS_H
