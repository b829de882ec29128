//===- Passes.h - Passes of the phase Kernels ---------------------------===//
//
// Clusters of operations become kernels, and kernels become loops.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_KERNELS_PASSES_H
#define POPT_KERNELS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Kernels/Passes.h.inc"
} // namespace popt

#endif // POPT_KERNELS_PASSES_H
