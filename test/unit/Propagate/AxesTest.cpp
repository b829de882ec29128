// Prefixes of axes: which list begins which, and what is left of an axis when
// others are in the way.
#include "../../../lib/Propagate/Axes.h"

#include <gtest/gtest.h>

using namespace popt;

// One axis of size 8 (0) and one of size 4 (1).
static const AxisRef a{0, 1, 8}, a2{0, 1, 2}, a4{0, 1, 4}, aRest{0, 2, 4},
    aMid{0, 2, 2}, aEnd{0, 4, 2}, b{1, 1, 4};

TEST(Axes, Prefix) {
  EXPECT_EQ(comparePrefix({}, {}), PrefixKind::Equal);
  EXPECT_EQ(comparePrefix({}, {a}), PrefixKind::Strict);
  EXPECT_EQ(comparePrefix({a}, {a}), PrefixKind::Equal);
  EXPECT_EQ(comparePrefix({a}, {a, b}), PrefixKind::Strict);
  EXPECT_EQ(comparePrefix({a2}, {a}), PrefixKind::Strict);
  EXPECT_EQ(comparePrefix({b, a2}, {b, a}), PrefixKind::Strict);
  EXPECT_EQ(comparePrefix({a, b}, {a}), PrefixKind::None);
  EXPECT_EQ(comparePrefix({b}, {a, b}), PrefixKind::None);
  EXPECT_EQ(comparePrefix({aRest}, {a}), PrefixKind::None);
  // Only the last axis may be a part.
  EXPECT_EQ(comparePrefix({a2, b}, {a, b}), PrefixKind::None);
}

TEST(Axes, CutOverlap) {
  EXPECT_EQ(cutOverlap(a, {}), a);
  EXPECT_EQ(cutOverlap(a, {b}), a);
  EXPECT_EQ(cutOverlap(a, {a}), std::nullopt);
  EXPECT_EQ(cutOverlap(a, {a2}), std::nullopt);
  EXPECT_EQ(cutOverlap(a, {aRest}), a2);
  EXPECT_EQ(cutOverlap(a, {aEnd, aMid}), a2);
  EXPECT_EQ(cutOverlap(aEnd, {a4}), aEnd);
  // Digits of 2 and of 3 of an axis of 6 cannot be told apart.
  EXPECT_EQ(cutOverlap({0, 1, 2}, {{0, 1, 3}}), std::nullopt);
}

TEST(Axes, AppendMerged) {
  Axes axes;
  for (const AxisRef &axis : {a2, aMid, aEnd, b})
    appendMerged(axes, axis);
  EXPECT_EQ(axes, (Axes{a, b}));
  EXPECT_EQ(productOf(axes), 32);
}
