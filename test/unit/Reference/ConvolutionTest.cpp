// Convolutions in one dimension, by hand.
#include "TestUtil.h"

using namespace popt::reference;

/// [batch, feature, width] x [out, in, width] -> [batch, feature, width].
static ConvolutionSpec spec1d() {
  ConvolutionSpec spec;
  spec.inputSpatial = {2};
  spec.kernelInput = 1;
  spec.kernelOutput = 0;
  spec.kernelSpatial = {2};
  spec.outputSpatial = {2};
  spec.strides = spec.lhsDilation = spec.rhsDilation = {1};
  spec.padLow = spec.padHigh = {0};
  return spec;
}

static Tensor run(const Tensor &x, const Tensor &k, const ConvolutionSpec &s) {
  return convolution(x, k, s, x.type());
}

TEST(Convolution, IsACorrelation) {
  Tensor x = i32({1, 1, 4}, {1, 2, 3, 4}), k = i32({1, 1, 2}, {10, 1});
  EXPECT_TENSOR(run(x, k, spec1d()), i32({1, 1, 3}, {12, 23, 34}));
  ConvolutionSpec reversed = spec1d();
  reversed.reversal = {true};
  EXPECT_TENSOR(run(x, k, reversed), i32({1, 1, 3}, {21, 32, 43}));
}

TEST(Convolution, StridesPaddingAndDilations) {
  Tensor x = i32({1, 1, 4}, {1, 2, 3, 4}), k = i32({1, 1, 2}, {10, 1});
  ConvolutionSpec s = spec1d();
  s.strides = {2};
  s.padLow = {1};
  EXPECT_TENSOR(run(x, k, s), i32({1, 1, 2}, {1, 23}));
  s = spec1d();
  s.rhsDilation = {2};
  EXPECT_TENSOR(run(x, k, s), i32({1, 1, 2}, {13, 24}));
  s = spec1d();
  s.lhsDilation = {2};
  s.padHigh = {1};
  EXPECT_TENSOR(run(x, k, s), i32({1, 1, 7}, {10, 2, 20, 3, 30, 4, 40}));
  s = spec1d();
  s.padLow = {-1};
  EXPECT_TENSOR(run(x, k, s), i32({1, 1, 2}, {23, 34}));
}

TEST(Convolution, FeatureGroups) {
  Tensor x = i32({1, 2, 2}, {1, 2, 3, 4}), k = i32({2, 1, 1}, {10, 100});
  ConvolutionSpec s = spec1d();
  s.featureGroups = 2;
  EXPECT_TENSOR(run(x, k, s), i32({1, 2, 2}, {10, 20, 300, 400}));
}

TEST(Convolution, BatchGroups) {
  Tensor x = i32({2, 1, 2}, {1, 2, 3, 4}), k = i32({2, 1, 1}, {10, 100});
  ConvolutionSpec s = spec1d();
  s.batchGroups = 2;
  EXPECT_TENSOR(run(x, k, s), i32({1, 2, 2}, {10, 20, 300, 400}));
}

TEST(Convolution, EmptyInputGivesZeros) {
  ConvolutionSpec s = spec1d();
  s.padLow = {2};
  s.padHigh = {1};
  EXPECT_TENSOR(
      run(Tensor(ElementType::I32, {1, 1, 0}), i32({1, 1, 2}, {1, 1}), s),
      i32({1, 1, 2}, {0, 0}));
}
