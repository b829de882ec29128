//===- Contraction.cpp - Model of dot_general -----------------------------===//
//
// Loops: batch b, contracted k (reduction by sum), free dims of the left and
// of the right operand; result [b..., lhs free..., rhs free...]. Linear in one
// operand at a time. Padding along k is masked in both operands, since a NaN
// times zero is a NaN. Tested by test/OpModels/contraction.mlir.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

struct DotGeneralModel
    : public OpModelBase<DotGeneralModel, stablehlo::DotGeneralOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    auto numbers = dot.getDotDimensionNumbers();
    FactorRule rule;
    TensorFactors lhs = noFactors(dot.getLhs()), rhs = noFactors(dot.getRhs());
    TensorFactors result;
    for (auto [l, r] : llvm::zip_equal(numbers.getLhsBatchingDimensions(),
                                       numbers.getRhsBatchingDimensions())) {
      int factor = rule.add(shapeOf(dot.getLhs())[l]);
      lhs[l] = rhs[r] = {factor};
      result.push_back({factor});
    }
    Monoid monoid =
        elementOf(dot.getResult()).isInteger(1) ? Monoid::Or : Monoid::Sum;
    for (auto [l, r] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                       numbers.getRhsContractingDimensions()))
      lhs[l] = rhs[r] = {
          rule.add(shapeOf(dot.getLhs())[l], FactorKind::Reduction, monoid)};
    for (auto [value, tensor] :
         {std::pair<Value, TensorFactors *>{dot.getLhs(), &lhs},
          std::pair<Value, TensorFactors *>{dot.getRhs(), &rhs}})
      for (auto [dim, factors] : llvm::enumerate(*tensor))
        if (factors.empty()) {
          factors = {rule.add(shapeOf(value)[dim])};
          result.push_back(factors);
        }
    rule.operands = {lhs, rhs};
    rule.results = {result};
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    if (monoid != Monoid::Sum ||
        !keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0}, {1}};
  }

  KernelKind getKernelKind(Operation *op) const { return KernelKind::Library; }

  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    double flops = 2.0 * results[0].getNumElements();
    for (int64_t dim :
         dot.getDotDimensionNumbers().getLhsContractingDimensions())
      flops *= operands[0].getDimSize(dim);
    return flops;
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto numbers = cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
    SmallVector<Value> masked(context.operands);
    auto mask = [&](unsigned operand, ArrayRef<int64_t> dims) {
      if (llvm::any_of(dims,
                       [&](int64_t d) { return context.isPadded(operand, d); }))
        masked[operand] = context.maskPadding(
            operand, masked[operand], dims,
            context.scalar(elementOf(op->getOperand(operand)), Monoid::Sum));
    };
    mask(0, numbers.getLhsContractingDimensions());
    mask(1, numbers.getRhsContractingDimensions());
    LocaliseContext inner(context.builder, op, context.mesh, context.meshName,
                          context.rule, context.layouts, masked);
    return inner.clone();
  }
};

} // namespace

void attachContractionModels(MLIRContext *context) {
  stablehlo::DotGeneralOp::attachInterface<DotGeneralModel>(*context);
}

} // namespace popt
