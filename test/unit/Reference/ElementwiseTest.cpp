// Corner cases of element-wise operations, by hand.
#include "TestUtil.h"
#include <cmath>

using namespace popt::reference;

TEST(Elementwise, MaximumPropagatesNaNAndOrdersZeros) {
  Tensor a = f32({4}, {kNaN, 1, -0.0f, 0.0f});
  Tensor b = f32({4}, {1, kNaN, 0.0f, -0.0f});
  Tensor max = *binary(Binary::Maximum, a, b);
  Tensor min = *binary(Binary::Minimum, a, b);
  EXPECT_TENSOR(max, f32({4}, {kNaN, kNaN, 0, 0}));
  EXPECT_FALSE(std::signbit(max.data<float>()[2]));
  EXPECT_FALSE(std::signbit(max.data<float>()[3]));
  EXPECT_TRUE(std::signbit(min.data<float>()[2]));
  EXPECT_TRUE(std::signbit(min.data<float>()[3]));
}

TEST(Elementwise, IntegerDivisionByZeroAndOverflow) {
  Tensor a = i32({4}, {7, -7, INT32_MIN, 0});
  Tensor b = i32({4}, {0, 0, -1, 0});
  EXPECT_TENSOR(*binary(Binary::Divide, a, b),
                i32({4}, {-1, -1, INT32_MIN, -1}));
  EXPECT_TENSOR(*binary(Binary::Remainder, a, b), i32({4}, {7, -7, 0, 0}));
  EXPECT_TENSOR(
      *binary(Binary::Divide, make<uint8_t>({1}, {9}), make<uint8_t>({1}, {0})),
      make<uint8_t>({1}, {255}));
}

TEST(Elementwise, DivisionTruncatesAndRemainderFollowsTheDividend) {
  Tensor a = i32({4}, {7, -7, 7, -7}), b = i32({4}, {3, 3, -3, -3});
  EXPECT_TENSOR(*binary(Binary::Divide, a, b), i32({4}, {2, -2, -2, 2}));
  EXPECT_TENSOR(*binary(Binary::Remainder, a, b), i32({4}, {1, -1, 1, -1}));
  EXPECT_TENSOR(
      *binary(Binary::Remainder, f32({2}, {5.5f, -5.5f}), f32({2}, {2, 2})),
      f32({2}, {1.5f, -1.5f}));
}

TEST(Elementwise, ShiftsByTheWidthOrMore) {
  Tensor a = i32({5}, {1, -8, -8, 5, 1}), b = i32({5}, {31, 32, 1, 40, -1});
  EXPECT_TENSOR(*binary(Binary::ShiftLeft, a, b),
                i32({5}, {INT32_MIN, 0, -16, 0, 0}));
  EXPECT_TENSOR(*binary(Binary::ShiftRightLogical, a, b),
                i32({5}, {0, 0, 0x7ffffffc, 0, 0}));
  EXPECT_TENSOR(*binary(Binary::ShiftRightArithmetic, a, b),
                i32({5}, {0, -1, -4, 0, 0}));
  EXPECT_TENSOR(*binary(Binary::ShiftRightLogical, make<int8_t>({1}, {-1}),
                        make<int8_t>({1}, {4})),
                make<int8_t>({1}, {15}));
}

TEST(Elementwise, IntegersWrapAndPower) {
  EXPECT_TENSOR(*binary(Binary::Add, i32({1}, {INT32_MAX}), i32({1}, {1})),
                i32({1}, {INT32_MIN}));
  EXPECT_TENSOR(*unary(Unary::Negate, i32({1}, {INT32_MIN})),
                i32({1}, {INT32_MIN}));
  EXPECT_TENSOR(*unary(Unary::Abs, i32({2}, {INT32_MIN, -3})),
                i32({2}, {INT32_MIN, 3}));
  EXPECT_TENSOR(*binary(Binary::Power, i32({5}, {2, -1, 2, 1, 0}),
                        i32({5}, {10, -3, -1, -5, 0})),
                i32({5}, {1024, -1, 0, 1, 1}));
}

TEST(Elementwise, BooleanArithmetic) {
  Tensor a = make<bool>({4}, {false, false, true, true});
  Tensor b = make<bool>({4}, {false, true, false, true});
  EXPECT_TENSOR(*binary(Binary::Add, a, b),
                make<bool>({4}, {false, true, true, true}));
  EXPECT_TENSOR(*binary(Binary::Multiply, a, b),
                make<bool>({4}, {false, false, false, true}));
  EXPECT_TENSOR(*unary(Unary::Not, a),
                make<bool>({4}, {true, true, false, false}));
}

TEST(Elementwise, NarrowFloatsRoundAfterEachOperation) {
  Tensor one = convert(f32({1}, {256}), ElementType::BF16);
  Tensor two = convert(f32({1}, {1}), ElementType::BF16);
  EXPECT_TENSOR(convert(*binary(Binary::Add, one, two), ElementType::F32),
                f32({1}, {256}));
}

TEST(Elementwise, SignRoundAndCounts) {
  Tensor sign = *unary(Unary::Sign, f32({5}, {-2, -0.0f, 0, 3, kNaN}));
  EXPECT_TENSOR(sign, f32({5}, {-1, 0, 0, 1, kNaN}));
  EXPECT_TRUE(std::signbit(sign.data<float>()[1]));
  Tensor x = f32({5}, {2.5f, -2.5f, 3.5f, 0.5f, -0.4f});
  EXPECT_TENSOR(*unary(Unary::RoundNearestEven, x), f32({5}, {2, -2, 4, 0, 0}));
  EXPECT_TENSOR(*unary(Unary::RoundNearestAfz, x), f32({5}, {3, -3, 4, 1, 0}));
  EXPECT_TENSOR(*unary(Unary::Popcnt, make<int8_t>({2}, {-1, 5})),
                make<int8_t>({2}, {8, 2}));
  EXPECT_TENSOR(
      *unary(Unary::CountLeadingZeros, make<int16_t>({3}, {0, 1, -1})),
      make<int16_t>({3}, {16, 15, 0}));
}

TEST(Elementwise, ComparisonWithNaNAndInTotalOrder) {
  Tensor a = f32({3}, {kNaN, -0.0f, 1}), b = f32({3}, {kNaN, 0.0f, kNaN});
  EXPECT_TENSOR(*compare(Direction::EQ, a, b, false),
                make<bool>({3}, {false, true, false}));
  EXPECT_TENSOR(*compare(Direction::NE, a, b, false),
                make<bool>({3}, {true, false, true}));
  EXPECT_TENSOR(*compare(Direction::LT, a, b, true),
                make<bool>({3}, {false, true, true}));
  EXPECT_TENSOR(*compare(Direction::EQ, a, b, true),
                make<bool>({3}, {true, false, false}));
  EXPECT_TENSOR(*compare(Direction::GT, make<uint8_t>({1}, {200}),
                         make<uint8_t>({1}, {100}), false),
                make<bool>({1}, {true}));
}

TEST(Elementwise, UndefinedForTheType) {
  EXPECT_FALSE(unary(Unary::Tanh, i32({1}, {1})));
  EXPECT_FALSE(binary(Binary::And, f32({1}, {1}), f32({1}, {1})));
  EXPECT_FALSE(compare(Direction::LT, make<std::complex<float>>({1}, {{1, 0}}),
                       make<std::complex<float>>({1}, {{1, 0}}), false));
}

TEST(Elementwise, SelectAndClamp) {
  Tensor a = i32({2}, {1, 2}), b = i32({2}, {3, 4});
  EXPECT_TENSOR(select(make<bool>({2}, {true, false}), a, b), i32({2}, {1, 4}));
  EXPECT_TENSOR(select(make<bool>({}, {false}), a, b), b);
  EXPECT_TENSOR(*clamp(i32({}, {2}), i32({3}, {1, 2, 9}), i32({}, {4})),
                i32({3}, {2, 2, 4}));
  // Where the bounds cross, the upper one wins.
  EXPECT_TENSOR(*clamp(i32({}, {5}), i32({1}, {4}), i32({}, {3})),
                i32({1}, {3}));
}

TEST(Elementwise, ReducePrecisionRoundsOverflowsAndFlushes) {
  Tensor x = f32({5}, {1.0f + 1.0f / 4096, 70000, 1e-6f, kInf, kNaN});
  EXPECT_TENSOR(*reducePrecision(x, 5, 10), f32({5}, {1, kInf, 0, kInf, kNaN}));
  EXPECT_TENSOR(*reducePrecision(f32({1}, {257}), 8, 7), f32({1}, {256}));
}

TEST(Elementwise, BitcastSplitsAndJoinsElements) {
  Tensor x = make<uint32_t>({1}, {0x04030201});
  Tensor bytes = make<uint8_t>({1, 4}, {1, 2, 3, 4});
  EXPECT_TENSOR(bitcastConvert(x, ElementType::UI8, {1, 4}), bytes);
  EXPECT_TENSOR(bitcastConvert(bytes, ElementType::UI32, {1}), x);
}
