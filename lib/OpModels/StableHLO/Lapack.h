//===- Lapack.h - Calls of LAPACK that stand for operations ---------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_LAPACK_H
#define POPT_LIB_OPMODELS_STABLEHLO_LAPACK_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt {

/// The results from StableHLO's own operation, or nothing if the call is none
/// of LAPACK's that has one.
std::optional<llvm::SmallVector<mlir::Value>>
writeOutLapack(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_LAPACK_H
