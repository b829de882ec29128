// Names of equal layers as one.

#include "popt/Report/Names.h"

#include <gtest/gtest.h>

using namespace popt;

TEST(NamesTest, Patterns) {
  EXPECT_EQ(patternOf("params['layers'][3]['w1']"),
            "params['layers'][*]['w1']");
  EXPECT_EQ(patternOf("params['Block_12']['kernel']"),
            "params['Block_*']['kernel']");
  EXPECT_EQ(patternOf("opt_state[0].mu['w']"), "opt_state[*].mu['w']");
  // No index: part of a word, or too long for a number.
  EXPECT_EQ(patternOf("w1_a2"), "w1_a2");
  EXPECT_EQ(patternOf("x[12345678901234567890]"), "x[12345678901234567890]");
  EXPECT_EQ(patternOf(""), "");
}

TEST(NamesTest, Ranges) {
  EXPECT_EQ(mergeNames({"p[0]['w']"}), "p[0]['w']");
  EXPECT_EQ(mergeNames({"p[2]['w']", "p[0]['w']", "p[1]['w']"}),
            "p[0..2]['w']");
  EXPECT_EQ(mergeNames({"p[0]", "p[1]", "p[4]"}), "p[0, 1, 4]");
  // What does not differ stays.
  EXPECT_EQ(mergeNames({"o[7]['Block_0']", "o[7]['Block_1']"}),
            "o[7]['Block_0..1']");
}

TEST(NamesTest, Combinations) {
  EXPECT_EQ(mergeNames({"p[0][0]", "p[0][1]", "p[1][0]", "p[1][1]"}),
            "p[0..1][0..1]");
  // Not all of them.
  EXPECT_EQ(mergeNames({"p[0][0]", "p[1][1]", "p[2][1]"}), "p[*][*]");
}

TEST(NamesTest, Numbers) {
  EXPECT_EQ(describeNumbers({}), "");
  EXPECT_EQ(describeNumbers({3}), "3");
  EXPECT_EQ(describeNumbers({0, 1, 2, 3, 6, 7, 9}), "0..3, 6, 7, 9");
}
