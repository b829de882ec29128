//===- Norm.cpp - batch_norm_inference, _training and _grad ---------------===//
//
// The specification's decomposition into element-wise operations and sums.
// Tested by test/unit/Reference/ReduceTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

static Tensor apply(Binary op, const Tensor &a, const Tensor &b) {
  return *binary(op, a, b); // floats of equal type and shape: always defined
}
static Tensor constant(double value, const Tensor &like) {
  return splat(convert(Tensor::scalar(value), like.type()), like.shape());
}
/// A tensor over the feature dimension, spread over the shape of `like`.
static Tensor spread(const Tensor &perFeature, const Tensor &like,
                     int64_t feature) {
  return broadcastInDim(perFeature, {feature}, like.shape());
}
static Tensor sumPerFeature(const Tensor &x, int64_t feature) {
  Shape dims;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != feature)
      dims.push_back(i);
  Body body;
  body.op = Binary::Add;
  return (*reduce({x}, {Tensor(x.type(), {})}, dims, body))[0];
}
static double countPerFeature(const Tensor &x, int64_t feature) {
  return x.dim(feature) ? double(x.size()) / double(x.dim(feature)) : 0;
}
static Tensor meanPerFeature(const Tensor &x, int64_t feature) {
  Tensor sum = sumPerFeature(x, feature);
  return apply(Binary::Divide, sum, constant(countPerFeature(x, feature), sum));
}
static Tensor addEpsilon(const Tensor &variance, double epsilon) {
  return apply(Binary::Add, variance, constant(epsilon, variance));
}

Tensor popt::reference::batchNormInference(const Tensor &x, const Tensor &scale,
                                           const Tensor &offset,
                                           const Tensor &mean,
                                           const Tensor &variance,
                                           double epsilon, int64_t feature) {
  Tensor centered = apply(Binary::Subtract, x, spread(mean, x, feature));
  Tensor deviation = *unary(Unary::Sqrt, addEpsilon(variance, epsilon));
  Tensor normalized =
      apply(Binary::Divide, centered, spread(deviation, x, feature));
  return apply(Binary::Add,
               apply(Binary::Multiply, normalized, spread(scale, x, feature)),
               spread(offset, x, feature));
}

llvm::SmallVector<Tensor>
popt::reference::batchNormTraining(const Tensor &x, const Tensor &scale,
                                   const Tensor &offset, double epsilon,
                                   int64_t feature) {
  Tensor mean = meanPerFeature(x, feature);
  Tensor centered = apply(Binary::Subtract, x, spread(mean, x, feature));
  Tensor variance =
      meanPerFeature(apply(Binary::Multiply, centered, centered), feature);
  return {
      batchNormInference(x, scale, offset, mean, variance, epsilon, feature),
      mean, variance};
}

llvm::SmallVector<Tensor>
popt::reference::batchNormGrad(const Tensor &x, const Tensor &scale,
                               const Tensor &mean, const Tensor &variance,
                               const Tensor &gradOutput, double epsilon,
                               int64_t feature) {
  Tensor centered = apply(Binary::Subtract, x, spread(mean, x, feature));
  Tensor shifted = addEpsilon(variance, epsilon);
  Tensor deviation = *unary(Unary::Sqrt, shifted);
  Tensor normalized =
      apply(Binary::Divide, centered, spread(deviation, x, feature));
  Tensor gradScale =
      sumPerFeature(apply(Binary::Multiply, gradOutput, normalized), feature);
  Tensor gradOffset = sumPerFeature(gradOutput, feature);
  // scale / deviation / n * (n * g - sum(g) - centered * sum(g * centered) /
  // (variance + epsilon))
  Tensor correlation = apply(
      Binary::Divide,
      sumPerFeature(apply(Binary::Multiply, gradOutput, centered), feature),
      shifted);
  Tensor n = constant(countPerFeature(x, feature), x);
  Tensor inner = apply(Binary::Subtract, apply(Binary::Multiply, n, gradOutput),
                       spread(gradOffset, x, feature));
  inner =
      apply(Binary::Subtract, inner,
            apply(Binary::Multiply, centered, spread(correlation, x, feature)));
  Tensor factor =
      apply(Binary::Divide,
            spread(apply(Binary::Divide, scale, deviation), x, feature), n);
  return {apply(Binary::Multiply, factor, inner), gradScale, gradOffset};
}
