//===- OpModels.h - Attaches op models to the interchange dialects --------===//
#ifndef POPT_OPMODELS_OPMODELS_H
#define POPT_OPMODELS_OPMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace popt {

/// Makes every operation of stablehlo and chlo that popt knows implement
/// the interfaces of popt/Interfaces/OpModel.h, once its dialect is loaded.
void registerOpModels(mlir::DialectRegistry &registry);

} // namespace popt
#endif // POPT_OPMODELS_OPMODELS_H
