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

/// draw-timeline that puts the picture for a page into `picture` as well.
std::unique_ptr<mlir::Pass>
createDrawTimelinePass(DrawTimelinePassOptions options,
                       std::shared_ptr<std::string> picture);
} // namespace popt

#endif // POPT_STAGES_PASSES_H
