//===- Passes.h - Passes of the phase Partition ---------------------------===//
//
// From shardings to a local program with collectives. The passes run in the
// order in which they are declared in Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PARTITION_PASSES_H
#define POPT_PARTITION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Partition/Passes.h.inc"
} // namespace popt

#endif // POPT_PARTITION_PASSES_H
