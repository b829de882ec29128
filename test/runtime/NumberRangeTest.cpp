//===- NumberRangeTest.cpp - What a tensor's numbers lie between ----------===//
#include "tensor/NumberRange.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace popt::rt;

TEST(NumberRange, CountsWhatIsNoNumber) {
  float nan = std::nanf(""), inf = INFINITY;
  const float values[] = {1, nan, -2.5, inf, 3, -inf, 7, nan};
  NumberRange range = rangeOf(values, POPT_RT_F32, {2, 4}, {4, 1});
  EXPECT_EQ(range.toString(), "from -2.5 to 7, 2 infinite, 2 NaN");
  EXPECT_EQ(range.numBad(false), 2);
  EXPECT_EQ(range.numBad(true), 4);
  // Every other element, and none.
  EXPECT_EQ(rangeOf(values, POPT_RT_F32, {4}, {2}).toString(),
            "from -2.5 to 7");
  EXPECT_EQ(rangeOf(values, POPT_RT_F32, {3, 0}, {1, 1}).toString(),
            "without elements");
  EXPECT_EQ(rangeOf(values, POPT_RT_F32, {3}, {0}).toString(), "all 1");
  EXPECT_EQ(rangeOf(values, POPT_RT_C64, {4}, {1}).numNan, 2);
}

TEST(NumberRange, OfEveryType) {
  const uint16_t bf16[] = {0x3f80, 0x7fc0, 0x7f80};
  EXPECT_EQ(rangeOf(bf16, POPT_RT_BF16, {3}, {1}).toString(),
            "all 1, 1 infinite, 1 NaN");
  const uint16_t f16[] = {0x3c00, 0x7e00, 0xfc00};
  EXPECT_EQ(rangeOf(f16, POPT_RT_F16, {3}, {1}).toString(),
            "all 1, 1 infinite, 1 NaN");
  // No infinities in that one.
  const uint8_t f8[] = {0x38, 0x7f, 0x78};
  EXPECT_EQ(rangeOf(f8, POPT_RT_F8E4M3FN, {3}, {1}).toString(),
            "from 1 to 256, 1 NaN");
  const double f64[] = {1e300, -1e300};
  EXPECT_EQ(rangeOf(f64, POPT_RT_F64, {2}, {1}).toString(),
            "from -1e+300 to 1e+300");
  EXPECT_FALSE(hasNan(POPT_RT_I32));
  EXPECT_EQ(rangeOf(f64, POPT_RT_I32, {2}, {1}).numNan, 0);
}
