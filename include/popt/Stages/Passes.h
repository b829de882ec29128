//===- Passes.h - Passes of the phase Stages ----------------------------===//
//
// Decides which coordinate of a stage axis runs each operation, and makes one
// program per coordinate with its tasks in the order of a schedule.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_STAGES_PASSES_H
#define POPT_STAGES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Stages/Passes.h.inc"
} // namespace popt

#endif // POPT_STAGES_PASSES_H
