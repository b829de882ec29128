// Reductions, windows and batch normalisation.
#include "TestUtil.h"

using namespace popt::reference;

TEST(Reduce, InitialValueCountsOnce) {
  Tensor x = count(ElementType::I32, {2, 3});
  auto sum = reduce({x}, {i32({}, {100})}, {1}, bodyOf(Binary::Add));
  EXPECT_TENSOR((*sum)[0], i32({2}, {103, 112}));
  sum = reduce({x}, {i32({}, {100})}, {1, 0}, bodyOf(Binary::Add));
  EXPECT_TENSOR((*sum)[0], i32({}, {115}));
}

TEST(Reduce, EmptyGivesTheInitialValue) {
  auto max = reduce({Tensor(ElementType::F32, {2, 0})}, {f32({}, {-kInf})}, {1},
                    bodyOf(Binary::Maximum));
  EXPECT_TENSOR((*max)[0], f32({2}, {-kInf, -kInf}));
}

TEST(Reduce, NaNWins) {
  auto max = reduce({f32({3}, {1, kNaN, 2})}, {f32({}, {-kInf})}, {0},
                    bodyOf(Binary::Maximum));
  EXPECT_TENSOR((*max)[0], f32({}, {kNaN}));
}

TEST(Reduce, NarrowFloatsAccumulateInF32) {
  Tensor ones = convert(splat(f32({}, {1}), {300}), ElementType::BF16);
  auto sum =
      reduce({ones}, {Tensor(ElementType::BF16, {})}, {0}, bodyOf(Binary::Add));
  EXPECT_TENSOR(convert((*sum)[0], ElementType::F32), f32({}, {300}));
}

// A body that is not one operation: the larger value and its index.
TEST(Reduce, SeveralOperandsThroughACall) {
  Body body;
  body.call = [](llvm::ArrayRef<Tensor> a) -> MaybeTensors {
    bool left = a[0].realAt(0) >= a[2].realAt(0);
    return llvm::SmallVector<Tensor>{left ? a[0] : a[2], left ? a[1] : a[3]};
  };
  auto both =
      reduce({f32({2, 3}, {1, 5, 5, 9, 2, 3}), i32({2, 3}, {0, 1, 2, 0, 1, 2})},
             {f32({}, {-kInf}), i32({}, {-1})}, {1}, body);
  EXPECT_TENSOR((*both)[0], f32({2}, {5, 9}));
  EXPECT_TENSOR((*both)[1], i32({2}, {1, 0}));
}

static Window window(Shape dims, Shape strides, Shape base, Shape dilation,
                     Shape low, Shape high) {
  return {dims, strides, base, dilation, low, high};
}

TEST(ReduceWindow, PaddingStridesAndDilation) {
  Tensor x = i32({4}, {1, 2, 3, 4}), zero = i32({}, {0});
  Body add = bodyOf(Binary::Add);
  auto run = [&](const Window &w) {
    return (*reduceWindow({x}, {zero}, w, add))[0];
  };
  EXPECT_TENSOR(run(window({2}, {1}, {1}, {1}, {0}, {0})), i32({3}, {3, 5, 7}));
  EXPECT_TENSOR(run(window({3}, {2}, {1}, {1}, {1}, {1})), i32({2}, {3, 9}));
  EXPECT_TENSOR(run(window({2}, {1}, {1}, {2}, {0}, {0})), i32({2}, {4, 6}));
  EXPECT_TENSOR(run(window({2}, {1}, {2}, {1}, {0}, {0})),
                i32({6}, {1, 2, 2, 3, 3, 4}));
  EXPECT_TENSOR(run(window({4}, {1}, {1}, {1}, {3}, {0})),
                i32({4}, {1, 3, 6, 10}));
  // Negative padding crops.
  EXPECT_TENSOR(run(window({1}, {1}, {1}, {1}, {-1}, {-1})), i32({2}, {2, 3}));
}

TEST(ReduceWindow, InitialValueCountsOnceEvenWithPadding) {
  auto got =
      reduceWindow({i32({2}, {1, 2})}, {i32({}, {10})},
                   window({2}, {1}, {1}, {1}, {1}, {1}), bodyOf(Binary::Add));
  EXPECT_TENSOR((*got)[0], i32({3}, {11, 13, 12}));
}

TEST(SelectAndScatter, FirstOfEqualElementsWins) {
  Tensor x = f32({4}, {3, 3, 1, 5}), source = f32({3}, {10, 20, 30});
  auto got = selectAndScatter(x, source, f32({}, {0}),
                              window({2}, {1}, {1}, {1}, {0}, {0}),
                              Direction::GE, {}, bodyOf(Binary::Add));
  EXPECT_TENSOR(*got, f32({4}, {10, 20, 0, 30}));
}

TEST(BatchNorm, TrainingAndInferenceAgree) {
  Tensor x = f32({2, 2}, {1, 10, 3, 20});
  Tensor scale = f32({2}, {1, 2}), offset = f32({2}, {0, 5});
  auto training = batchNormTraining(x, scale, offset, 0, 1);
  EXPECT_TENSOR(training[0], f32({2, 2}, {-1, 3, 1, 7}));
  EXPECT_TENSOR(training[1], f32({2}, {2, 15}));
  EXPECT_TENSOR(training[2], f32({2}, {1, 25}));
  EXPECT_TENSOR(
      batchNormInference(x, scale, offset, training[1], training[2], 0, 1),
      training[0]);
}

// Against a numerical derivative of sum(g * batch_norm(x)).
TEST(BatchNorm, GradientMatchesDifferences) {
  const double epsilon = 1e-3, h = 1e-6;
  Tensor x = make<double>({3, 2}, {1, 2, 4, -1, 0.5, 3});
  Tensor scale = make<double>({2}, {1.5, -2});
  Tensor offset = make<double>({2}, {0.1, 0.2});
  Tensor g = make<double>({3, 2}, {1, -1, 0.5, 2, 3, 0.25});
  auto value = [&](const Tensor &at) {
    Tensor y = batchNormTraining(at, scale, offset, epsilon, 1)[0];
    double sum = 0;
    for (int i = 0; i < 6; ++i)
      sum += y.data<double>()[i] * g.data<double>()[i];
    return sum;
  };
  auto forward = batchNormTraining(x, scale, offset, epsilon, 1);
  auto grad = batchNormGrad(x, scale, forward[1], forward[2], g, epsilon, 1);
  for (int i = 0; i < 6; ++i) {
    Tensor up = x, down = x;
    up.mutableData<double>()[i] += h;
    down.mutableData<double>()[i] -= h;
    EXPECT_NEAR(grad[0].data<double>()[i], (value(up) - value(down)) / (2 * h),
                1e-6);
  }
}
