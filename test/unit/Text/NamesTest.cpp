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

TEST(NamesTest, PatternsThatMatchNothing) {
  std::vector<std::string> names{"params['layers'][0]['w1']",
                                 "params['layers'][0]['b1']",
                                 "params['layers'][1]['w1']",
                                 "params['layers'][1]['b1']",
                                 "params['wte']",
                                 "batch"};
  EXPECT_EQ(suggestPattern("bach", names), ", did you mean \"batch\"?");
  EXPECT_EQ(suggestPattern("params['layer'][*]['w1']", names),
            ", did you mean \"params['layers'][*]['w1']\"?");
  EXPECT_EQ(suggestPattern("layers.w1.kernel*", names),
            ", did you mean \"params['layers'][*]['w1']\"?");
  EXPECT_EQ(suggestPattern("layers/*", names),
            ", did you mean \"params['layers'][*]['w1']\" or "
            "\"params['layers'][*]['b1']\"?");
  EXPECT_EQ(suggestPattern("tokens", {"x"}), "; there is \"x\"");
  EXPECT_EQ(suggestPattern("tokens", names),
            "; there are \"params['layers'][*]['w1']\", "
            "\"params['layers'][*]['b1']\", \"params['wte']\" and \"batch\"");
  EXPECT_EQ(suggestPattern("tokens", {"a0", "b0", "c0", "d0", "e0"}),
            "; there are \"a0\", \"b0\", \"c0\" and 2 more");
  EXPECT_EQ(
      suggestPattern("tokens", {"a0", "b0", "c0", "d0", "e0"}, kPrintNames),
      "; there are \"a0\", \"b0\", \"c0\" and 2 more, which poptc "
      "--print-names lists");
  EXPECT_EQ(suggestPattern("tokens", {"", "lt", "", "lt", "add"}),
            "; there are \"lt\" and \"add\"");
  EXPECT_EQ(suggestPattern("tokens", {}), "");
  EXPECT_EQ(suggestPattern("tokens", {""}), "");
}
