//===- Passes.h - Passes of the phase Annotate ----------------------------===//
#ifndef POPT_ANNOTATE_PASSES_H
#define POPT_ANNOTATE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {
struct Plan;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Annotate/Passes.h.inc"

/// Applies decisions beside what the options say; null: none.
std::unique_ptr<mlir::Pass>
createApplyPlanPass(ApplyPlanPassOptions options,
                    std::shared_ptr<const Plan> decisions);
} // namespace popt

#endif // POPT_ANNOTATE_PASSES_H
