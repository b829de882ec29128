// Names that were meant, and names that were not.
#include "popt/Text/Names.h"

#include <gtest/gtest.h>

using namespace popt;

TEST(NamesTest, NearestName) {
  std::vector<std::string> names{"gpipe", "1f1b", "interleaved"};
  EXPECT_EQ(nearestName("gpip", names), "gpipe");
  EXPECT_EQ(nearestName("interleave", names), "interleaved");
  EXPECT_EQ(nearestName("1f1f1b", names), "1f1b");
  EXPECT_EQ(nearestName("zero-bubble", names), std::nullopt);
  EXPECT_EQ(suggestName("gpip", names), ", did you mean \"gpipe\"?");
  EXPECT_EQ(suggestName("zero-bubble", names), "");
}

TEST(NamesTest, OfShortNamesSomethingIsLeft) {
  EXPECT_EQ(nearestName("dq", {"dp", "tp"}), "dp");
  EXPECT_EQ(nearestName("y", {"x"}), std::nullopt);
  EXPECT_EQ(nearestName("", {"x"}), std::nullopt);
  EXPECT_EQ(nearestName("x", {}), std::nullopt);
}
