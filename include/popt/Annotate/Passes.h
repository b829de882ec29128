//===- Passes.h - Passes of the phase Annotate ----------------------------===//
#ifndef POPT_ANNOTATE_PASSES_H
#define POPT_ANNOTATE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Annotate/Passes.h.inc"
} // namespace popt

#endif // POPT_ANNOTATE_PASSES_H
