//===- BatchNorm.cpp - Models of batch normalisation ----------------------===//
//
// Shorthand for sums over all dims but the feature dim, and elementwise
// operations; Import decomposes it, so that split batch and spatial dims become
// partial sums:
//
//   mean = sum(x) / n,  variance = sum((x - mean)^2) / n
//   y = (x - mean) / sqrt(variance + epsilon) * scale + offset
//
// The gradient with g for the output's:
//
//   scale / (deviation n) (n g - sum(g)
//                          - (x - mean) sum(g (x - mean)) / (variance + eps))
//
// Tested by test/Import/simplify-input.mlir and
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace mlir;

namespace popt {
namespace {

/// Arithmetic on tensors of one shape and of its feature dim.
class Norm {
public:
  Norm(OpBuilder &b, Location loc, Value x, int64_t feature, APFloat epsilon)
      : b(b), loc(loc), type(cast<RankedTensorType>(x.getType())), x(x),
        feature(feature), epsilon(epsilon) {}

  RankedTensorType perFeature() const {
    return RankedTensorType::get({type.getDimSize(feature)},
                                 type.getElementType());
  }
  template <typename Op> Value binary(Value l, Value r) {
    return Op::create(b, loc, l.getType(), l, r);
  }
  Value add(Value l, Value r) { return binary<stablehlo::AddOp>(l, r); }
  Value subtract(Value l, Value r) {
    return binary<stablehlo::SubtractOp>(l, r);
  }
  Value multiply(Value l, Value r) { return binary<stablehlo::MulOp>(l, r); }
  Value divide(Value l, Value r) { return binary<stablehlo::DivOp>(l, r); }
  Value constant(RankedTensorType like, APFloat value) {
    bool losesInfo;
    value.convert(cast<FloatType>(like.getElementType()).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
    return stablehlo::ConstantOp::create(b, loc,
                                         DenseElementsAttr::get(like, value));
  }
  /// Elements per feature.
  Value countLike(RankedTensorType like) {
    int64_t size = type.getDimSize(feature);
    double count =
        size ? static_cast<double>(type.getNumElements()) / size : 0.0;
    return constant(like, APFloat(count));
  }
  Value spread(Value values) {
    return stablehlo::BroadcastInDimOp::create(
        b, loc, type, values, b.getDenseI64ArrayAttr({feature}));
  }
  Value sum(Value values) {
    SmallVector<int64_t> dims;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != feature)
        dims.push_back(dim);
    return buildSum(b, loc, values, dims);
  }
  Value mean(Value values) {
    return divide(sum(values), countLike(perFeature()));
  }
  Value centered(Value mean) { return subtract(x, spread(mean)); }
  Value shifted(Value variance) {
    return add(variance, constant(perFeature(), epsilon));
  }
  Value deviation(Value variance) {
    return stablehlo::SqrtOp::create(b, loc, perFeature(), shifted(variance));
  }
  Value normalised(Value mean, Value variance) {
    return divide(centered(mean), spread(deviation(variance)));
  }
  Value inference(Value scale, Value offset, Value mean, Value variance) {
    return add(multiply(normalised(mean, variance), spread(scale)),
               spread(offset));
  }
  SmallVector<Value> training(Value scale, Value offset) {
    Value average = mean(x);
    Value apart = centered(average);
    Value variance = mean(multiply(apart, apart));
    return {inference(scale, offset, average, variance), average, variance};
  }
  SmallVector<Value> gradient(Value scale, Value mean, Value variance,
                              Value grad) {
    Value apart = centered(mean);
    Value gradScale = sum(multiply(grad, normalised(mean, variance)));
    Value gradOffset = sum(grad);
    Value correlation = divide(sum(multiply(grad, apart)), shifted(variance));
    Value count = countLike(type);
    Value inner = subtract(multiply(count, grad), spread(gradOffset));
    inner = subtract(inner, multiply(apart, spread(correlation)));
    Value factor = divide(spread(divide(scale, deviation(variance))), count);
    return {multiply(factor, inner), gradScale, gradOffset};
  }

private:
  OpBuilder &b;
  Location loc;
  RankedTensorType type;
  Value x;
  int64_t feature;
  APFloat epsilon;
};

SmallVector<Value> decomposeNorm(Norm &norm,
                                 stablehlo::BatchNormInferenceOp op) {
  return {norm.inference(op->getOperand(1), op->getOperand(2),
                         op->getOperand(3), op->getOperand(4))};
}
SmallVector<Value> decomposeNorm(Norm &norm,
                                 stablehlo::BatchNormTrainingOp op) {
  return norm.training(op->getOperand(1), op->getOperand(2));
}
SmallVector<Value> decomposeNorm(Norm &norm, stablehlo::BatchNormGradOp op) {
  return norm.gradient(op->getOperand(1), op->getOperand(2), op->getOperand(3),
                       op->getOperand(4));
}

/// The feature dim passes; Import leaves none of these operations.
template <typename Op>
struct BatchNormModel : public OpModelBase<BatchNormModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const {
    int64_t feature = static_cast<int64_t>(cast<Op>(op).getFeatureIndex());
    bool isPointwise = isa<stablehlo::BatchNormInferenceOp>(op);
    FactorRule rule;
    TensorFactors dims;
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getOperand(0))))
      dims.push_back(
          {rule.add(size, isPointwise || static_cast<int64_t>(dim) == feature
                              ? FactorKind::PassThrough
                              : FactorKind::NeedReplication)});
    auto of = [&](Value value) {
      return value.getType() == op->getOperand(0).getType()
                 ? dims
                 : TensorFactors{dims[feature]};
    };
    for (Value operand : op->getOperands())
      rule.operands.push_back(of(operand));
    for (Value result : op->getResults())
      rule.results.push_back(of(result));
    return rule;
  }
  bool isShorthand(Operation *op) const { return true; }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    auto batchNorm = cast<Op>(op);
    Norm norm(builder, op->getLoc(), op->getOperand(0),
              static_cast<int64_t>(batchNorm.getFeatureIndex()),
              batchNorm.getEpsilon());
    return decomposeNorm(norm, batchNorm);
  }
};

} // namespace

void attachBatchNormModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModels<BatchNormModel<BatchNormInferenceOp>,
               BatchNormModel<BatchNormTrainingOp>,
               BatchNormModel<BatchNormGradOp>>(context);
}

} // namespace popt
