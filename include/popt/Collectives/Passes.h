//===- Passes.h - Passes of the phase Collectives -------------------------===//
//
// Rewrites of the local program that send fewer bytes. Each is optional, keeps
// the meaning, and says in a remark what it saves.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COLLECTIVES_PASSES_H
#define POPT_COLLECTIVES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Collectives/Passes.h.inc"
} // namespace popt

#endif // POPT_COLLECTIVES_PASSES_H
