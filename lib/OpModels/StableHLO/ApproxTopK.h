//===- ApproxTopK.h - Approximate top-k as a sort -------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_APPROXTOPK_H
#define POPT_LIB_OPMODELS_STABLEHLO_APPROXTOPK_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt {

/// The results from a sort by the call's comparator, or nothing if the call is
/// no well-formed approximate top-k.
std::optional<llvm::SmallVector<mlir::Value>>
writeOutApproxTopK(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_APPROXTOPK_H
