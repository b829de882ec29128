//===- Passes.h - Passes of the phase Time ------------------------------===//
//
// Time axes become loops.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_TIME_PASSES_H
#define POPT_TIME_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Time/Passes.h.inc"
} // namespace popt

#endif // POPT_TIME_PASSES_H
