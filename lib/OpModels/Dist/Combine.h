//===- Combine.h - Model of dist.combine ----------------------------------===//
#ifndef POPT_LIB_OPMODELS_DIST_COMBINE_H
#define POPT_LIB_OPMODELS_DIST_COMBINE_H

#include "mlir/IR/MLIRContext.h"

namespace popt {
void attachCombineModel(mlir::MLIRContext *context);
} // namespace popt

#endif // POPT_LIB_OPMODELS_DIST_COMBINE_H
