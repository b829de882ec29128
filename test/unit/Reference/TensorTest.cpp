// Buffers, narrow floats and conversions.
#include "TestUtil.h"
#include <cmath>

using namespace popt::reference;

TEST(Tensor, CopiesShareUntilOneIsWritten) {
  Tensor a = i32({2}, {1, 2});
  Tensor b = a;
  EXPECT_TRUE(a.sharesBufferWith(b));
  b.mutableData<int32_t>()[0] = 7;
  EXPECT_FALSE(a.sharesBufferWith(b));
  EXPECT_TENSOR(a, i32({2}, {1, 2}));
  EXPECT_TENSOR(b, i32({2}, {7, 2}));
}

TEST(Tensor, FromBytesRefusesAnotherSize) {
  const char bytes[8] = {};
  EXPECT_TRUE(Tensor::fromBytes(ElementType::F32, {2}, bytes));
  EXPECT_FALSE(Tensor::fromBytes(ElementType::F32, {3}, bytes));
}

TEST(Tensor, NamesRoundTrip) {
  for (int i = 0; i <= int(ElementType::C128); ++i)
    EXPECT_EQ(parseElementType(name(ElementType(i))), ElementType(i));
  EXPECT_EQ(parseElementType("f17"), std::nullopt);
}

// bf16 keeps 8 bits of mantissa: 257 lies between 256 and 258, a tie that goes
// to even; 259 is a tie between 258 and 260.
TEST(SmallFloat, BFloat16RoundsTiesToEven) {
  EXPECT_EQ(float(BFloat16(257.0f)), 256.0f);
  EXPECT_EQ(float(BFloat16(259.0f)), 260.0f);
  EXPECT_EQ(float(BFloat16(259.0)), 260.0f);
  EXPECT_TRUE(std::isnan(float(BFloat16(kNaN))));
  EXPECT_EQ(float(BFloat16(3.4e38f)), kInf);
}

// From double there is one rounding, not two: 1 + 2^-8 + 2^-40 is above the
// tie, although f32 rounds it to the tie.
TEST(SmallFloat, NoDoubleRounding) {
  double value = 1 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40);
  EXPECT_EQ(float(BFloat16(value)), 1.0f + std::ldexp(1.0f, -7));
  EXPECT_EQ(float(BFloat16(float(value))), 1.0f);
}

TEST(SmallFloat, HalfLimits) {
  EXPECT_EQ(float(Half(65504.0f)), 65504.0f);
  EXPECT_EQ(float(Half(65519.0f)), 65504.0f);
  EXPECT_EQ(float(Half(65520.0f)), kInf);
  const float tiny = std::ldexp(1.0f, -24); // the smallest subnormal number
  EXPECT_EQ(float(Half(tiny)), tiny);
  EXPECT_EQ(float(Half(tiny / 2)), 0.0f);
  EXPECT_EQ(float(Half(tiny * 0.75f)), tiny);
}

TEST(SmallFloat, Float8HasNoInfinityInE4M3) {
  EXPECT_EQ(float(Float8E4M3FN(448.0f)), 448.0f);
  EXPECT_EQ(float(Float8E4M3FN(464.0f)), 448.0f); // tie to even
  EXPECT_TRUE(std::isnan(float(Float8E4M3FN(465.0f))));
  EXPECT_TRUE(std::isnan(float(Float8E4M3FN(kInf))));
  EXPECT_EQ(float(Float8E5M2(57344.0f)), 57344.0f);
  EXPECT_EQ(float(Float8E5M2(1e6f)), kInf);
}

// All bit patterns survive decoding and encoding.
template <typename T, int Bits> static void expectRoundTrip() {
  for (uint32_t bits = 0; bits < (1u << Bits); ++bits) {
    double value = decodeFloat(bits, T::format);
    if (!std::isnan(value)) {
      EXPECT_EQ(encodeFloat(value, T::format), bits);
    }
  }
}
TEST(SmallFloat, EveryPatternRoundTrips) {
  expectRoundTrip<Half, 16>();
  expectRoundTrip<BFloat16, 16>();
  expectRoundTrip<Float8E5M2, 8>();
  expectRoundTrip<Float8E4M3FN, 8>();
}

TEST(Convert, FloatToIntegerTruncatesAndSaturates) {
  Tensor x = f32({6}, {1.9f, -1.9f, 3e9f, -3e9f, kNaN, kInf});
  EXPECT_TENSOR(convert(x, ElementType::I32),
                i32({6}, {1, -1, INT32_MAX, INT32_MIN, 0, INT32_MAX}));
  EXPECT_TENSOR(convert(x, ElementType::UI8),
                make<uint8_t>({6}, {1, 0, 255, 0, 0, 255}));
}

TEST(Convert, ToBooleanMeansNotZero) {
  EXPECT_TENSOR(convert(f32({4}, {0, -0.0f, 0.25f, kNaN}), ElementType::I1),
                make<bool>({4}, {false, false, true, true}));
  EXPECT_TENSOR(convert(i32({2}, {0, 256}), ElementType::I1),
                make<bool>({2}, {false, true}));
}

TEST(Convert, IntegersWrap) {
  EXPECT_TENSOR(convert(i32({2}, {257, -1}), ElementType::UI8),
                make<uint8_t>({2}, {1, 255}));
}

TEST(Convert, ComplexDropsItsImaginaryPart) {
  Tensor x = make<std::complex<float>>({1}, {{3, 4}});
  EXPECT_TENSOR(convert(x, ElementType::F32), f32({1}, {3}));
  EXPECT_TENSOR(convert(f32({1}, {2}), ElementType::C64),
                make<std::complex<float>>({1}, {{2, 0}}));
}

TEST(Compare, TellsTheFirstDifference) {
  Comparison same =
      compare(f32({3}, {1, 2, 3}), f32({3}, {1, 2.5f, 3}), 0, 0.1);
  EXPECT_FALSE(same.equal);
  EXPECT_NE(same.message.find("first at 1"), std::string::npos);
  EXPECT_TRUE(compare(f32({1}, {kNaN}), f32({1}, {kNaN}), 0, 0).equal);
  EXPECT_FALSE(compare(f32({1}, {kInf}), f32({1}, {1}), 1e30, 1e30).equal);
  EXPECT_FALSE(compare(i32({1}, {1}), f32({1}, {1}), 0, 0).equal);
}
