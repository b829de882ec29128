//===- AttentionProgram.h - Models of attention ---------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_ATTENTIONPROGRAM_H
#define POPT_LIB_OPMODELS_STABLEHLO_ATTENTIONPROGRAM_H

#include "Models.h"

#include "popt/OpModels/Attention.h"

namespace popt {

/// The results of a call of attention, from other operations. `firstQuery`, a
/// tensor<i32>, is the position of the first of its queries; null: 0.
llvm::SmallVector<mlir::Value> decomposeAttention(mlir::OpBuilder &builder,
                                                  stablehlo::CustomCallOp call,
                                                  mlir::Value firstQuery = {});

/// The answers of the custom calls' model for attention.
FactorRule attentionRule(mlir::Operation *op, const Attention &attention);
double attentionFlops(mlir::Operation *op, const Attention &attention,
                      llvm::ArrayRef<mlir::RankedTensorType> operands);
/// Why the target's library does not compute the operation, as in "its heads have 20
/// features, and the library takes multiples of 8 up to 256"; empty if it does.
std::string whyNoAttentionLibrary(mlir::Operation *op,
                                  const Attention &attention,
                                  const Target &target);
/// Says so where the target has a library that would hold no scores.
void remarkOnScores(mlir::Operation *op, const llvm::Twine &why);
llvm::SmallVector<mlir::Value> localiseAttention(mlir::Operation *op,
                                                 const Attention &attention,
                                                 LocaliseContext &context);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_ATTENTIONPROGRAM_H
