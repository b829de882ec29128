//===- Replicated.cpp - Models of operations that work on whole values ----===//
//
// sort passes all dims but its own. The others here need their operands whole
// on every coordinate; Partition gathers and says so in a remark. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
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
    // With nothing else to split, results do not follow a split operand.
    bool isOnlyDim = llvm::all_of(
        llvm::enumerate(shapeOf(op->getOperand(0))), [&](auto dim) {
          return static_cast<int64_t>(dim.index()) == along || dim.value() == 1;
        });
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getOperand(0)))) {
      bool isSorted = static_cast<int64_t>(dim) == along;
      dims.push_back({rule.add(size,
                               isSorted ? FactorKind::NeedReplication
                                        : FactorKind::PassThrough,
                               std::nullopt, isSorted && isOnlyDim)});
    }
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results.assign(op->getNumResults(), dims);
    return rule;
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::OwnLoops; }
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
  FactorRule getPropagationRule(Operation *op) const { return {}; }
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    SmallVector<ValueTie> ties;
    for (auto [operand, result] :
         llvm::zip_equal(op->getOpOperands(), op->getResults()))
      ties.push_back({{&operand}, {result}});
    return ties;
  }
  /// What it kept apart is apart when programs are decomposed.
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return SmallVector<Value>(op->getOperands());
  }
};

template <typename Op>
struct ReplicatedModel : public OpModelBase<ReplicatedModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
};

/// Every result is what one of the regions returns.
template <typename Op>
struct BranchModel : public OpModelBase<BranchModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const { return {}; }
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    SmallVector<ValueTie> ties;
    for (OpResult result : op->getResults()) {
      ValueTie tie;
      tie.targets.push_back(result);
      for (Region &region : op->getRegions())
        tie.sources.push_back(&region.front().getTerminator()->getOpOperand(
            result.getResultNumber()));
      ties.push_back(std::move(tie));
    }
    return ties;
  }
};

/// Carried values: what enters, what condition and body see, and what leaves.
struct WhileModel : public OpModelBase<WhileModel, stablehlo::WhileOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const { return {}; }
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    auto loop = cast<stablehlo::WhileOp>(op);
    Operation *next = loop.getBody().front().getTerminator();
    SmallVector<ValueTie> ties;
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      ties.push_back({{&op->getOpOperand(i), &next->getOpOperand(i)},
                      {op->getResult(i), loop.getCond().getArgument(i),
                       loop.getBody().getArgument(i)}});
    return ties;
  }
  bool isLoop(Operation *op) const { return true; }
};

/// Kernels factor real matrices, in types that sums are exact enough in.
KernelKind factorisationKind(Operation *op) {
  Type element = elementOf(op->getResult(0));
  return element.isF32() || element.isF64() ? KernelKind::OwnLoops
                                            : KernelKind::Opaque;
}

struct CholeskyModel
    : public OpModelBase<CholeskyModel, stablehlo::CholeskyOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const {
    return sharedDimsRule(op, [&](int64_t dim) {
      return dim < rankOf(op->getOperand(0)) - 2 ? FactorKind::PassThrough
                                                 : FactorKind::NeedReplication;
    });
  }
  KernelKind getKernelKind(Operation *op) const {
    return factorisationKind(op);
  }
};

/// Between equal widths elementwise; else one side has a dim of parts.
struct BitcastConvertModel
    : public OpModelBase<BitcastConvertModel, stablehlo::BitcastConvertOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const {
    return sharedDimsRule(op, [](int64_t) { return FactorKind::PassThrough; });
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? PropagationClass::Elementwise
               : PropagationClass::Compute;
  }
  KernelKind getKernelKind(Operation *op) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? KernelKind::Map
               : KernelKind::Broadcast;
  }
};

/// op(a) x = b, or x op(a) = b: batch dims pass; the free dim of b follows x,
/// the others are shared by a with b or with x.
struct TriangularSolveModel
    : public OpModelBase<TriangularSolveModel, stablehlo::TriangularSolveOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const {
    auto solve = cast<stablehlo::TriangularSolveOp>(op);
    ArrayRef<int64_t> shape = shapeOf(solve.getB());
    size_t rank = shape.size();
    FactorRule rule;
    TensorFactors a(rank), b(rank), x(rank);
    for (size_t dim = 0; dim + 2 < rank; ++dim)
      a[dim] = b[dim] = x[dim] = {rule.add(shape[dim])};
    auto whole = [&](size_t dim) {
      return rule.add(shape[dim], FactorKind::NeedReplication);
    };
    bool isLeft = solve.getLeftSide();
    bool isTransposed =
        solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
    size_t inner = isLeft ? rank - 2 : rank - 1;
    size_t free = isLeft ? rank - 1 : rank - 2;
    size_t shared = isLeft != isTransposed ? rank - 2 : rank - 1;
    size_t other = shared == rank - 1 ? rank - 2 : rank - 1;
    a[shared] = b[inner] = {whole(inner)};
    b[free] = x[free] = {whole(free)};
    a[other] = x[inner] = {whole(inner)};
    rule.operands = {a, b};
    rule.results = {x};
    return rule;
  }
  KernelKind getKernelKind(Operation *op) const {
    return factorisationKind(op);
  }
};

struct BatchNormInferenceModel
    : public OpModelBase<BatchNormInferenceModel,
                         stablehlo::BatchNormInferenceOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  FactorRule getPropagationRule(Operation *op) const {
    int64_t feature = static_cast<int64_t>(
        cast<stablehlo::BatchNormInferenceOp>(op).getFeatureIndex());
    FactorRule rule;
    TensorFactors dims;
    for (int64_t size : shapeOf(op->getOperand(0)))
      dims.push_back({rule.add(size)});
    rule.operands.assign(op->getNumOperands(), {dims[feature]});
    rule.operands[0] = dims;
    rule.results = {dims};
    return rule;
  }
};

template <typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<ReplicatedModel<Ops>>(*context), ...);
}

} // namespace

void attachReplicatedModels(MLIRContext *context) {
  using namespace stablehlo;
  SortOp::attachInterface<SortModel>(*context);
  OptimizationBarrierOp::attachInterface<OptimizationBarrierModel>(*context);
  WhileOp::attachInterface<WhileModel>(*context);
  CaseOp::attachInterface<BranchModel<CaseOp>>(*context);
  IfOp::attachInterface<BranchModel<IfOp>>(*context);
  CholeskyOp::attachInterface<CholeskyModel>(*context);
  TriangularSolveOp::attachInterface<TriangularSolveModel>(*context);
  BitcastConvertOp::attachInterface<BitcastConvertModel>(*context);
  BatchNormInferenceOp::attachInterface<BatchNormInferenceModel>(*context);
  attach<BatchNormTrainingOp, BatchNormGradOp>(context);
}

} // namespace popt
