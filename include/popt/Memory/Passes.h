//===- Passes.h - Passes of the phase Memory ----------------------------===//
//
// What is held when, and where it lies: fewer bytes within a budget, and one
// arena per rank.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_PASSES_H
#define POPT_MEMORY_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Memory/Passes.h.inc"

/// What a step takes in bytes, by function, if the module were compiled as it
/// is; empty if it cannot be. The module stays as it is.
using MeasureMemory =
    std::function<llvm::StringMap<int64_t>(mlir::ModuleOp module)>;

/// The same pass, which measures what it estimates.
std::unique_ptr<mlir::Pass> createFitMemoryPass(FitMemoryPassOptions options,
                                                MeasureMemory measure);
} // namespace popt

#endif // POPT_MEMORY_PASSES_H
