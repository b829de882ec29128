//===- Passes.h - Passes of the phase Memory ----------------------------===//
//
// Offsets for everything that is held: one arena per rank.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_PASSES_H
#define POPT_MEMORY_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Memory/Passes.h.inc"
} // namespace popt

#endif // POPT_MEMORY_PASSES_H
