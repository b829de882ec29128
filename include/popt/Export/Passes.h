//===- Passes.h - Passes of the phase Export ------------------------------===//
//
// The way back: from modules of popt's own dialects to ones that JAX, XLA and
// Shardy read. docs/Export.md shows both.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_EXPORT_PASSES_H
#define POPT_EXPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {

/// How the exported program writes the groups of a collective.
enum class GroupForm { Lists, Axes };
/// What the exported `@main` takes and returns.
enum class Boundary { Local, Global };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Export/Passes.h.inc"
} // namespace popt

#endif // POPT_EXPORT_PASSES_H
