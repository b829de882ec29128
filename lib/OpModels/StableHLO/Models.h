//===- Models.h - Shared by the op models of StableHLO --------------------===//
//
// One .cpp per op family; each has an attach function that the registration
// calls. A model states the loops of its operation in a comment and builds its
// factor rule from them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_MODELS_H
#define POPT_LIB_OPMODELS_STABLEHLO_MODELS_H

#include "../ModelBase.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Combination.h"
#include "popt/Support/Tensors.h"

namespace popt {

/// A tensor none of whose dims takes part.
inline TensorFactors noFactors(mlir::Value value) {
  return TensorFactors(rankOf(value));
}

/// True if partial values of this element type may be combined after further
/// linear operations: integers wrap, and floats are held in f32 or wider until
/// they are combined (law L2). Floats of 8 bits and less are made to be rounded
/// where they stand, so they are not. On i1, add means or and multiply means
/// and, so sums and products do not occur.
bool keepsPartials(mlir::Type elementType, Monoid monoid);
/// The groups if the result's partial values may be combined later, else none.
LinearGroups ifKeepsPartials(mlir::Operation *op, Monoid monoid,
                             LinearGroups groups);
/// A sum of products of two operands is linear in each of them.
LinearGroups bilinearGroups(mlir::Operation *op, Monoid monoid);

/// True if a reduce whose body is no monoid has a reduced dim split.
bool isSplitByBody(mlir::Operation *reduce, const OpLayouts &layouts);
/// The local program of such a reduce, and what it sends.
llvm::SmallVector<mlir::Value> reduceByBody(mlir::Operation *reduce,
                                            LocaliseContext &context);
llvm::SmallVector<InnerMove> reduceByBodyMoves(mlir::Operation *reduce,
                                               const OpLayouts &layouts);

/// A rule without shardable factors: every dim of every operand and result
/// needs the whole dimension.
FactorRule replicatedRule(mlir::Operation *op);

/// The base of models of loops and branches: their ties say what is divided.
template <typename Concrete, typename Op>
struct RegionModelBase : public TiedOpModelBase<Concrete, Op> {
  FactorRule getFactorRule(mlir::Operation *op) const {
    return replicatedRule(op);
  }
  FactorRule getPropagationRule(mlir::Operation *op) const { return {}; }
};

/// The ties of the values that a loop carries: what enters, what its regions
/// see (`seen`, a range a region), what the body yields and what leaves.
llvm::SmallVector<ValueTie> tiesOfLoop(mlir::Operation *loop,
                                       llvm::ArrayRef<mlir::ValueRange> seen);

/// The rule for propagation where an operation may be split along loops of this
/// kind (reductions: those by no monoid), but shardings do not spread along them.
FactorRule wholeAlong(FactorRule rule, FactorKind kind);

/// The rule of elementwise operations: one loop per dimension, the same in all
/// operands and results.
FactorRule mapRule(mlir::Operation *op);

/// Loops of the dims that operand and result share; `kindOf` says which need to
/// be whole.
FactorRule sharedDimsRule(mlir::Operation *op,
                          llvm::function_ref<FactorKind(int64_t)> kindOf);

/// Library if the target has one for operands of these types, else own loops.
KernelKind libraryOrLoops(mlir::Operation *op, LibraryCall call,
                          const Target &target);

/// The value of a constant that is one integer, repeated or not; numbers of one
/// bit are 0 and 1.
std::optional<int64_t> integerConstant(mlir::Value value);

/// The carried integer that ends a loop.
struct LoopCounter {
  unsigned index; ///< of the carried values
  int64_t step;   ///< what each iteration adds; not 0
  int64_t trips;  ///< how often the loop runs
};
/// Nothing if data decides, or if it cannot be told.
std::optional<LoopCounter> counterOf(stablehlo::WhileOp loop);
/// How often a loop runs; nothing likewise.
std::optional<int64_t> tripCountOf(stablehlo::WhileOp loop);

void attachElementwiseModels(mlir::MLIRContext *context);
void attachDataMovementModels(mlir::MLIRContext *context);
void attachContractionModels(mlir::MLIRContext *context);
void attachConvolutionModels(mlir::MLIRContext *context);
void attachReductionModels(mlir::MLIRContext *context);
void attachWindowModels(mlir::MLIRContext *context);
void attachIndexingModels(mlir::MLIRContext *context);
void attachDynamicSliceModels(mlir::MLIRContext *context);
void attachSortModels(mlir::MLIRContext *context);
void attachControlModels(mlir::MLIRContext *context);
void attachCollectiveModels(mlir::MLIRContext *context);
void attachLinearAlgebraModels(mlir::MLIRContext *context);
void attachBatchNormModels(mlir::MLIRContext *context);
void attachShorthandModels(mlir::MLIRContext *context);
void attachFftModels(mlir::MLIRContext *context);
void attachRandomModels(mlir::MLIRContext *context);
void attachRngModel(mlir::MLIRContext *context);
void attachCustomCallModels(mlir::MLIRContext *context);
void attachChloModels(mlir::MLIRContext *context);
void attachMulhiModel(mlir::MLIRContext *context);
void attachTopKModel(mlir::MLIRContext *context);
void attachRaggedDotModel(mlir::MLIRContext *context);
void attachCombineModel(mlir::MLIRContext *context);
void attachRollModel(mlir::MLIRContext *context);
void attachTimeLoopModel(mlir::MLIRContext *context);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_MODELS_H
