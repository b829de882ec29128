//===- Decompose.h - Custom calls that stand for operations ---------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_DECOMPOSE_H
#define POPT_LIB_OPMODELS_STABLEHLO_DECOMPOSE_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt {

/// The results of StableHLO's own operation, or nothing if the call is none of
/// LAPACK's that has one.
std::optional<llvm::SmallVector<mlir::Value>>
decomposeLapack(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

/// Operations of a call of LAPACK on operands of these types; 0 for other calls.
double lapackFlops(stablehlo::CustomCallOp call,
                   llvm::ArrayRef<mlir::RankedTensorType> operands);

/// The results of a sort by the call's comparator, or nothing if the call is no
/// well-formed approximate top-k.
std::optional<llvm::SmallVector<mlir::Value>>
decomposeApproxTopK(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

/// The product of the dequantised operands, or nothing if the call is no well-formed
/// product of blocks with scales.
std::optional<llvm::SmallVector<mlir::Value>>
decomposeBlockScaledDot(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

/// The result of collectives that send all rows, or nothing if the call is no
/// well-formed ragged_all_to_all.
std::optional<llvm::SmallVector<mlir::Value>>
decomposeRaggedAllToAll(mlir::OpBuilder &builder, stablehlo::CustomCallOp call);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_DECOMPOSE_H
