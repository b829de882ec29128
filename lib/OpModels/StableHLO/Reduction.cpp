//===- Reduction.cpp - Model of reduce ------------------------------------===//
//
// reduce: kept dims pass, reduced dims are reductions by the body's monoid; the
// initial value is partial over their axes, so that it counts once. Bodies that
// are no monoids (argmax pairs) stand in ReduceByBody.cpp. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

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
      int factor = reduced ? rule.add(size, FactorKind::Reduction, monoid)
                           : rule.add(size);
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
  FactorRule getPropagationRule(Operation *op) const {
    return wholeAlong(getFactorRule(op), FactorKind::Reduction);
  }
  bool communicatesAlong(Operation *op, unsigned factor) const {
    Region &body = cast<stablehlo::ReduceOp>(op).getBody();
    // A single operation that is no monoid (subtract) is not associative.
    bool isOneOperation = body.front().getOperations().size() == 2;
    return isSelfContained(body) && !isOneOperation;
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    if (!isSplitByBody(op, layouts))
      return {};
    return reduceByBodyMoves(op, layouts);
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    if (reduce.getInputs().size() != 1 ||
        monoidOfBody(reduce.getBody()) != monoid ||
        !keepsPartials(elementOf(reduce.getInputs().front()), monoid))
      return {};
    return {{0, 1}};
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::RowReduction;
  }

  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    return static_cast<double>(operands[0].getNumElements()) * results.size();
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    if (isSplitByBody(op, context.layouts))
      return reduceByBody(op, context);
    auto reduce = cast<stablehlo::ReduceOp>(op);
    SmallVector<Value> masked(context.operands);
    SmallVector<int64_t> dims(reduce.getDimensions());
    bool padded =
        llvm::any_of(dims, [&](int64_t d) { return context.isPadded(0, d); });
    // Reduced dims that are split here are a monoid's, so its identity exists.
    if (padded) {
      Monoid monoid = *monoidOfBody(reduce.getBody());
      masked[0] = context.maskPadding(
          0, masked[0], dims,
          context.scalar(elementOf(op->getOperand(0)), monoid));
    }
    return context.cloneOn(masked);
  }
};

} // namespace

void attachReductionModels(MLIRContext *context) {
  attachModels<ReduceModel>(context);
}

} // namespace popt
