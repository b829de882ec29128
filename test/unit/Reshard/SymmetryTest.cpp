// Costs between numbered layouts, which are looked up under other names of
// axes and dims, are to the bit those that every pair's own search finds.

#include "Common.h"

#include <cmath>

using namespace popt;
using namespace popt::test;

static void expectSameCosts(const Mesh &mesh, const Machine &machine,
                            const std::vector<Shape> &shapes) {
  ASSERT_EQ(mesh.check(), "");
  ReshardCache shared(mesh, machine);
  for (const Shape &shape : shapes) {
    ReshardCosts own(mesh, machine, shape, 32);
    ReshardCosts &costs = shared.get(shape, 32);
    std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
    size_t numSums = layouts.size();
    for (size_t i = 0; i < numSums; ++i)
      if (!layouts[i].partial.empty() && i % 3 == 0) {
        layouts.push_back(layouts[i]);
        layouts.back().monoid = Monoid::Max;
      }
    std::vector<int> numbers;
    for (const Layout &layout : layouts)
      numbers.push_back(costs.number(layout));
    for (size_t i = 0; i < layouts.size(); ++i)
      for (size_t j = 0; j < layouts.size(); ++j)
        ASSERT_EQ(costs.seconds(numbers[i], numbers[j]),
                  own.cost(layouts[i], layouts[j])->seconds)
            << layouts[i].str(mesh) << " to " << layouts[j].str(mesh);
  }
}

// Axes of one size, dims that all axes divide, and extents that differ in
// names only: (4, 8) and (8, 4) share their searches.
TEST(SymmetryTest, AlikeAxesAndEvenDims) {
  Mesh mesh({{"x", 2}, {"y", 2}});
  expectSameCosts(mesh, Machine::builtin(), {{4, 8}, {8, 4}, {4, 4, 2}, {32}});
  expectSameCosts(mesh, Machine::builtinBytes(), {{4, 8}, {8, 4}, {16, 4}});
}

// Uneven dims have one name each, unless their extents are equal.
TEST(SymmetryTest, UnevenDims) {
  Mesh mesh({{"x", 2}, {"y", 2}});
  expectSameCosts(mesh, Machine::builtin(), {{5, 8}, {5, 5}, {5, 7}, {1, 6}});
}

// Axes of other sizes, or on other links, are not alike.
TEST(SymmetryTest, OtherAxes) {
  Machine levels = Machine::builtin();
  levels.links[0].devices = 2;
  levels.links.push_back({"network", 0, 1e-5, 1e9, {}});
  expectSameCosts(Mesh({{"x", 2}, {"y", 2}}), levels, {{4, 8}, {8, 4}});
  expectSameCosts(Mesh({{"x", 2}, {"y", 3}}), Machine::builtin(),
                  {{6, 12}, {12, 6}, {4, 6}});
}

TEST(SymmetryTest, ThreeAxes) {
  Mesh mesh({{"x", 2}, {"y", 2}, {"z", 2}});
  expectSameCosts(mesh, Machine::builtin(), {{8, 16}, {16, 8}});
}

// Layouts in parts of axes, or at one coordinate only, are asked directly.
TEST(SymmetryTest, NotPlain) {
  Mesh mesh({{"x", 4}, {"y", 2}});
  Machine machine = Machine::builtin();
  ReshardCosts costs(mesh, machine, {8, 8}, 32);
  Layout part = layoutOf({{{0, 1, 2}}, {}}), whole = layoutOf({{}, {}});
  Layout other = whole;
  other.memory = Memory::Host;
  int a = costs.number(part), b = costs.number(whole), c = costs.number(other);
  EXPECT_EQ(costs.seconds(a, b), costs.cost(part, whole)->seconds);
  EXPECT_EQ(costs.seconds(b, a), costs.cost(whole, part)->seconds);
  EXPECT_TRUE(std::isinf(costs.seconds(b, c)));
}
