// Registration of the Conversion phase's passes, for tools.
#ifndef POPT_CONVERSION_PASSES_H
#define POPT_CONVERSION_PASSES_H

#include "popt/Conversion/EmitStep.h"
#include "popt/Conversion/LowerKernels.h"

namespace popt {

inline void registerConversionPasses() {
  registerLowerKernelsPass();
  registerPrintStepPass();
}

} // namespace popt

#endif // POPT_CONVERSION_PASSES_H
