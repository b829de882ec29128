//===- Replicated.cpp - Models of operations that work on whole values ----===//
//
// sort passes all dims but its own. The others here need their operands whole
// on every coordinate; Partition gathers and says so in a remark. Tested by
// test/OpModels/replicated.mlir.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

struct SortModel : public OpModelBase<SortModel, stablehlo::SortOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto sort = cast<stablehlo::SortOp>(op);
    FactorRule rule;
    TensorFactors dims;
    int64_t along = static_cast<int64_t>(sort.getDimension());
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getOperand(0))))
      dims.push_back({rule.add(size, static_cast<int64_t>(dim) == along
                                         ? FactorKind::NeedReplication
                                         : FactorKind::PassThrough)});
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results.assign(op->getNumResults(), dims);
    return rule;
  }
};

/// Each operand passes to its result, on its own.
struct OptimizationBarrierModel
    : public OpModelBase<OptimizationBarrierModel,
                         stablehlo::OptimizationBarrierOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    for (Value operand : op->getOperands()) {
      TensorFactors dims;
      if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
        for (int64_t size : type.getShape())
          dims.push_back({rule.add(size)});
      rule.operands.push_back(dims);
      rule.results.push_back(dims);
    }
    return rule;
  }
};

template <typename Op>
struct ReplicatedModel : public OpModelBase<ReplicatedModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
};

template <typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<ReplicatedModel<Ops>>(*context), ...);
}

} // namespace

void attachReplicatedModels(MLIRContext *context) {
  using namespace stablehlo;
  SortOp::attachInterface<SortModel>(*context);
  OptimizationBarrierOp::attachInterface<OptimizationBarrierModel>(*context);
  attach<WhileOp, CaseOp, IfOp, FftOp, CholeskyOp, TriangularSolveOp,
         RngBitGeneratorOp, BitcastConvertOp, BatchNormTrainingOp,
         BatchNormInferenceOp, BatchNormGradOp>(context);
}

} // namespace popt
