// Compile options by name: what a value sets, and what is said of a wrong one.
// The flags of the tools go the same way (test/Flow/usage.test).
#include "popt/Compile/Options.h"
#include "gtest/gtest.h"

using namespace popt;

namespace {

TEST(OptionsTest, ValuesAreSet) {
  FlowOptions options;
  EXPECT_EQ(setOption(options, "mesh", "dp=2,stage:pp=2"), "");
  EXPECT_EQ(setOption(options, "memory-budget", "1.5KiB"), "");
  EXPECT_EQ(setOption(options, "O", "1"), "");
  EXPECT_EQ(setOption(options, "target", "sm_90"), "");
  EXPECT_EQ(options.mesh, "dp=2,stage:pp=2");
  EXPECT_EQ(options.memoryBudget, 1536);
  EXPECT_EQ(options.optLevel, 1u);
  EXPECT_EQ(options.target, "sm_90");
}

TEST(OptionsTest, WrongValuesAreNamed) {
  FlowOptions options;
  EXPECT_NE(setOption(options, "mesh", "dp=0"), "");
  EXPECT_EQ(setOption(options, "O", "12"), "expected -O0 to -O3");
  EXPECT_NE(setOption(options, "target", "sm_70"), "");
}

TEST(OptionsTest, UnknownNamesHaveNeighbours) {
  FlowOptions options;
  EXPECT_EQ(setOption(options, "messh", "dp=2"),
            "there is no option \"messh\", did you mean \"mesh\"?");
}

} // namespace
