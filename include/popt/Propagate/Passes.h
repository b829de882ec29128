//===- Passes.h - Passes of the phase Propagate ---------------------------===//
//
// From the user's shardings on some values to one closed sharding on each.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PROPAGATE_PASSES_H
#define POPT_PROPAGATE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Propagate/Passes.h.inc"
} // namespace popt

#endif // POPT_PROPAGATE_PASSES_H
