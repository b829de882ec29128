// Registration of the Conversion phase's passes, for tools.
#ifndef POPT_CONVERSION_PASSES_H
#define POPT_CONVERSION_PASSES_H

#include "popt/Conversion/EmitStep.h"

namespace popt {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Conversion/Passes.h.inc"

} // namespace popt

#endif // POPT_CONVERSION_PASSES_H
