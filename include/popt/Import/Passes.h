//===- Passes.h - Passes of the phase Import ------------------------------===//
//
// From a module as JAX prints it to one `@main` of func, stablehlo, chlo and
// dist operations. The passes run in the order in which they are declared in
// Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_IMPORT_PASSES_H
#define POPT_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Import/Passes.h.inc"
} // namespace popt

#endif // POPT_IMPORT_PASSES_H
