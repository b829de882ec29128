//===- Passes.h - Passes of the flow itself -------------------------------===//
//
// Passes that belong to no phase, and decisions that are made by trying the
// flow.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_PASSES_H
#define POPT_FLOW_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Flow/Passes.h.inc"
} // namespace popt

#endif // POPT_FLOW_PASSES_H
