//===- Passes.h - Passes of the phase Collectives -------------------------===//
//
// Rewrites of the local program that send fewer bytes. Each is optional, keeps
// the meaning, and says in a remark what it saves.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COLLECTIVES_PASSES_H
#define POPT_COLLECTIVES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Collectives/Passes.h.inc"

/// What a step takes in bytes, by function, if the module were compiled as it
/// is; empty if it cannot be. The module stays as it is.
using MeasureMemory =
    std::function<llvm::StringMap<int64_t>(mlir::ModuleOp module)>;

/// Seconds that a step of the local program takes if everything runs one after
/// the other, on the slowest stage; without what stages wait for each other.
double secondsOfStep(mlir::ModuleOp module, llvm::StringRef cluster);

/// The same pass, which measures what it estimates.
std::unique_ptr<mlir::Pass> createFitMemoryPass(FitMemoryPassOptions options,
                                                MeasureMemory measure);
} // namespace popt

#endif // POPT_COLLECTIVES_PASSES_H
