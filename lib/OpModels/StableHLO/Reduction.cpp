//===- Reduction.cpp - Models of reduce and of windows
//---------------------===//
//
// reduce: kept dims pass, reduced dims are reductions by the body's monoid; the
// initial value holds terms over their axes, so that it counts once. A body
// that is no monoid (argmax pairs) needs its reduced dims whole.
// reduce_window, select_and_scatter: dims with a trivial window pass, others
// need the whole dimension. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {

namespace {

struct ReduceModel : public OpModelBase<ReduceModel, stablehlo::ReduceOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    std::optional<Monoid> monoid;
    if (reduce.getInputs().size() == 1)
      monoid = monoidOfBody(reduce.getBody());
    FactorRule rule;
    TensorFactors input, result;
    for (auto [dim, size] :
         llvm::enumerate(shapeOf(reduce.getInputs().front()))) {
      bool reduced =
          llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(dim));
      int factor = !reduced ? rule.add(size)
                   : monoid ? rule.add(size, FactorKind::Reduction, monoid)
                            : rule.add(size, FactorKind::NeedReplication);
      input.push_back({factor});
      if (!reduced)
        result.push_back({factor});
    }
    size_t count = reduce.getInputs().size();
    rule.operands.assign(count, input);
    for (Value init : reduce.getInitValues()) {
      rule.inits.push_back(static_cast<int>(rule.operands.size()));
      rule.operands.push_back(noFactors(init));
    }
    rule.results.assign(count, result);
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    if (reduce.getInputs().size() != 1 ||
        monoidOfBody(reduce.getBody()) != monoid ||
        !keepsTerms(elementOf(reduce.getInputs().front()), monoid))
      return {};
    return {{0, 1}};
  }

  KernelKind getKernelKind(Operation *op) const {
    return KernelKind::RowReduction;
  }

  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    return static_cast<double>(operands[0].getNumElements()) * results.size();
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    SmallVector<Value> masked(context.operands);
    SmallVector<int64_t> dims(reduce.getDimensions());
    bool padded =
        llvm::any_of(dims, [&](int64_t d) { return context.isPadded(0, d); });
    // Only a monoid's reduced dims are ever split, so its identity exists.
    if (padded) {
      Monoid monoid = *monoidOfBody(reduce.getBody());
      masked[0] = context.maskPadding(
          0, masked[0], dims,
          context.scalar(elementOf(op->getOperand(0)), monoid));
    }
    LocaliseContext inner(context.builder, op, context.mesh, context.meshName,
                          context.rule, context.layouts, masked);
    return inner.clone();
  }
};

/// True if a window does nothing in this dimension.
template <typename Op> bool isTrivialWindow(Op op, int64_t dim) {
  auto at = [&](std::optional<ArrayRef<int64_t>> values, int64_t neutral) {
    return !values || values->empty() || (*values)[dim] == neutral;
  };
  if (!at(op.getWindowDimensions(), 1) || !at(op.getWindowStrides(), 1))
    return false;
  if constexpr (std::is_same_v<Op, stablehlo::ReduceWindowOp>)
    if (!at(op.getBaseDilations(), 1) || !at(op.getWindowDilations(), 1))
      return false;
  if (auto padding = op.getPadding()) {
    auto values = padding->template getValues<int64_t>();
    if (values[{static_cast<uint64_t>(dim), 0}] != 0 ||
        values[{static_cast<uint64_t>(dim), 1}] != 0)
      return false;
  }
  return true;
}

/// Factors of the dims of `from`: shared with the result where the window is
/// trivial, separate and whole elsewhere.
template <typename Op>
void addWindowFactors(Op op, Value from, Value to, FactorRule &rule,
                      TensorFactors &fromFactors, TensorFactors &toFactors) {
  for (auto [dim, size] : llvm::enumerate(shapeOf(from))) {
    if (isTrivialWindow(op, dim)) {
      int factor = rule.add(size);
      fromFactors.push_back({factor});
      toFactors.push_back({factor});
      continue;
    }
    fromFactors.push_back({rule.add(size, FactorKind::NeedReplication)});
    toFactors.push_back(
        {rule.add(shapeOf(to)[dim], FactorKind::NeedReplication)});
  }
}

/// Factors as above for propagation: a dim of windows is one loop, as long as
/// the result's; elements move along it.
template <typename Op>
TensorFactors windowLoops(Op op, Value sizes, FactorRule &rule) {
  TensorFactors dims;
  for (auto [dim, size] : llvm::enumerate(shapeOf(sizes)))
    dims.push_back(
        {rule.add(size, isTrivialWindow(op, dim) ? FactorKind::PassThrough
                                                 : FactorKind::Permutation)});
  return dims;
}

struct ReduceWindowModel
    : public OpModelBase<ReduceWindowModel, stablehlo::ReduceWindowOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    FactorRule rule;
    TensorFactors input, result;
    addWindowFactors(window, window.getInputs().front(), op->getResult(0), rule,
                     input, result);
    rule.operands.assign(window.getInputs().size(), input);
    for (Value init : window.getInitValues())
      rule.operands.push_back(noFactors(init));
    rule.results.assign(window.getInputs().size(), result);
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    FactorRule rule;
    TensorFactors dims = windowLoops(window, op->getResult(0), rule);
    rule.operands.assign(window.getInputs().size(), dims);
    for (Value init : window.getInitValues())
      rule.operands.push_back(noFactors(init));
    rule.results.assign(window.getInputs().size(), dims);
    return rule;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    if (window.getInputs().size() != 1 ||
        monoidOfBody(window.getBody()) != monoid ||
        !keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0, 1}};
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::OwnLoops; }
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    double flops = results[0].getNumElements();
    for (int64_t size :
         cast<stablehlo::ReduceWindowOp>(op).getWindowDimensions())
      flops *= size;
    return flops;
  }
};

/// Selection is not linear in the operand; the sources are scattered by a body
/// that is linear in them if it adds.
struct SelectAndScatterModel
    : public OpModelBase<SelectAndScatterModel, stablehlo::SelectAndScatterOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    FactorRule rule;
    TensorFactors operand, source;
    addWindowFactors(scatter, scatter.getOperand(), scatter.getSource(), rule,
                     operand, source);
    rule.operands = {operand, source, noFactors(scatter.getInitValue())};
    rule.results = {operand};
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    FactorRule rule;
    TensorFactors operand = windowLoops(scatter, op->getResult(0), rule);
    TensorFactors source = operand;
    for (auto [dim, size] : llvm::enumerate(shapeOf(scatter.getSource())))
      if (!isTrivialWindow(scatter, dim))
        source[dim] = {rule.add(size, FactorKind::NeedReplication)};
    rule.operands = {operand, source, noFactors(scatter.getInitValue())};
    rule.results = {operand};
    return rule;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    if (monoidOfBody(scatter.getScatter()) != monoid ||
        !keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{1, 2}};
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::OwnLoops; }
};

} // namespace

void attachReductionModels(MLIRContext *context) {
  stablehlo::ReduceOp::attachInterface<ReduceModel>(*context);
  stablehlo::ReduceWindowOp::attachInterface<ReduceWindowModel>(*context);
  stablehlo::SelectAndScatterOp::attachInterface<SelectAndScatterModel>(
      *context);
}

} // namespace popt
