//===- Convolution.cpp - Model of convolution -----------------------------===//
//
// Loops: batch b, feature group g (or batch group), output feature o, input
// feature i (reduction by sum), and space.
//   input  [batch: bg b, feature: g i]   kernel [input: i, output: bg g o]
//   result [batch: b, feature: bg g o]
// A spatial dim passes where the kernel has size 1 there and does not move;
// others are needed whole. Padding along i is masked in both operands. Linear
// in one operand at a time. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

int64_t at(std::optional<ArrayRef<int64_t>> values, size_t i, int64_t neutral) {
  return !values || values->empty() ? neutral : (*values)[i];
}

struct ConvolutionModel
    : public OpModelBase<ConvolutionModel, stablehlo::ConvolutionOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    int64_t groups = conv.getFeatureGroupCount();
    int64_t batchGroups = conv.getBatchGroupCount();
    ArrayRef<int64_t> input = shapeOf(conv.getLhs());
    ArrayRef<int64_t> kernel = shapeOf(conv.getRhs());
    FactorRule rule;
    TensorFactors lhs(input.size()), rhs(kernel.size());
    TensorFactors result(rankOf(conv.getResult()));

    DimFactors &inBatch = lhs[numbers.getInputBatchDimension()];
    DimFactors &inFeature = lhs[numbers.getInputFeatureDimension()];
    DimFactors &kernelIn = rhs[numbers.getKernelInputFeatureDimension()];
    DimFactors &kernelOut = rhs[numbers.getKernelOutputFeatureDimension()];
    DimFactors &outBatch = result[numbers.getOutputBatchDimension()];
    DimFactors &outFeature = result[numbers.getOutputFeatureDimension()];

    if (batchGroups > 1) {
      int factor = rule.add(batchGroups);
      inBatch.push_back(factor);
      kernelOut.push_back(factor);
      outFeature.push_back(factor);
    }
    int batch = rule.add(input[numbers.getInputBatchDimension()] /
                         std::max<int64_t>(batchGroups, 1));
    inBatch.push_back(batch);
    outBatch.push_back(batch);
    if (groups > 1) {
      int factor = rule.add(groups);
      inFeature.push_back(factor);
      kernelOut.push_back(factor);
      outFeature.push_back(factor);
    }
    int in = rule.add(kernel[numbers.getKernelInputFeatureDimension()],
                      FactorKind::Reduction, Monoid::Sum);
    inFeature.push_back(in);
    kernelIn.push_back(in);
    int out = rule.add(kernel[numbers.getKernelOutputFeatureDimension()] /
                       std::max<int64_t>(groups * batchGroups, 1));
    kernelOut.push_back(out);
    outFeature.push_back(out);

    for (size_t i = 0; i < numbers.getInputSpatialDimensions().size(); ++i) {
      int64_t l = numbers.getInputSpatialDimensions()[i];
      int64_t r = numbers.getKernelSpatialDimensions()[i];
      int64_t o = numbers.getOutputSpatialDimensions()[i];
      if (isPointwise(conv, i, kernel[r])) {
        lhs[l] = result[o] = {rule.add(input[l])};
        continue;
      }
      lhs[l] = {rule.add(input[l], FactorKind::NeedReplication)};
      rhs[r] = {rule.add(kernel[r], FactorKind::NeedReplication)};
      result[o] = {
          rule.add(shapeOf(conv.getResult())[o], FactorKind::NeedReplication)};
    }
    rule.operands = {lhs, rhs};
    rule.results = {result};
    return rule;
  }

  /// As above, but a spatial dim of the input is made of two loops: over
  /// windows, which the result has, and within one, which the kernel has. The
  /// longer is the more major.
  FactorRule getPropagationRule(Operation *op) const {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    FactorRule rule = getFactorRule(op);
    for (auto [l, r, o] : llvm::zip_equal(numbers.getInputSpatialDimensions(),
                                          numbers.getKernelSpatialDimensions(),
                                          numbers.getOutputSpatialDimensions()))
      splitWindow(conv, l, r, o, rule);
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    if (monoid != Monoid::Sum ||
        !keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0}, {1}};
  }

  KernelKind getKernelKind(Operation *op) const { return libraryOrLoops(op); }

  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    auto numbers = cast<stablehlo::ConvolutionOp>(op).getDimensionNumbers();
    double flops = 2.0 * results[0].getNumElements();
    for (int64_t dim : numbers.getKernelSpatialDimensions())
      flops *= operands[1].getDimSize(dim);
    return flops *
           operands[1].getDimSize(numbers.getKernelInputFeatureDimension());
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    SmallVector<Value> masked(context.operands);
    auto mask = [&](unsigned operand, int64_t dim) {
      if (context.isPadded(operand, dim))
        masked[operand] = context.maskPadding(
            operand, masked[operand], dim,
            context.scalar(elementOf(op->getOperand(operand)), Monoid::Sum));
    };
    mask(0, numbers.getInputFeatureDimension());
    mask(1, numbers.getKernelInputFeatureDimension());

    // The group is the major factor of the kernel's output dim.
    const DimLayout &split =
        context.layouts.operands[1]
            .dims[numbers.getKernelOutputFeatureDimension()];
    auto localCount = [&](int64_t count) {
      return llvm::divideCeil(count, product(split.axes));
    };
    Builder &builder = context.builder;
    SmallVector<NamedAttribute> replaced;
    if (conv.getFeatureGroupCount() > 1)
      replaced.emplace_back(
          conv.getFeatureGroupCountAttrName(),
          builder.getI64IntegerAttr(localCount(conv.getFeatureGroupCount())));
    if (conv.getBatchGroupCount() > 1)
      replaced.emplace_back(
          conv.getBatchGroupCountAttrName(),
          builder.getI64IntegerAttr(localCount(conv.getBatchGroupCount())));
    LocaliseContext inner(context.builder, op, context.mesh, context.meshName,
                          context.rule, context.layouts, masked);
    return inner.clone(replaced);
  }

private:
  static void splitWindow(stablehlo::ConvolutionOp conv, int64_t inputDim,
                          int64_t kernelDim, int64_t resultDim,
                          FactorRule &rule) {
    int64_t windows = shapeOf(conv.getResult())[resultDim];
    int64_t taps = shapeOf(conv.getRhs())[kernelDim];
    int64_t rest = shapeOf(conv.getLhs())[inputDim];
    DimFactors &input = rule.operands[0][inputDim];
    DimFactors &kernel = rule.operands[1][kernelDim];
    DimFactors &result = rule.results[0][resultDim];
    input.clear();
    kernel.clear();
    result.clear();
    auto add = [&](int64_t size, FactorKind kind, DimFactors &other) {
      size = std::min(size, rest);
      if (size < 2)
        return;
      rest /= size;
      other = {rule.add(size, kind)};
      input.push_back(other.front());
    };
    if (windows >= taps)
      add(windows, FactorKind::Permutation, result);
    add(taps, FactorKind::Reduction, kernel);
    if (windows < taps)
      add(windows, FactorKind::Permutation, result);
  }
  static bool isPointwise(stablehlo::ConvolutionOp conv, size_t i,
                          int64_t kernelSize) {
    if (kernelSize != 1 || at(conv.getWindowStrides(), i, 1) != 1 ||
        at(conv.getLhsDilation(), i, 1) != 1)
      return false;
    auto padding = conv.getPadding();
    return !padding || (padding->getValues<int64_t>()[{i, 0}] == 0 &&
                        padding->getValues<int64_t>()[{i, 1}] == 0);
  }
};

} // namespace

void attachConvolutionModels(MLIRContext *context) {
  stablehlo::ConvolutionOp::attachInterface<ConvolutionModel>(*context);
}

} // namespace popt
