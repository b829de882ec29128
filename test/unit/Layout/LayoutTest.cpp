// Layouts: form, messages and printing.

#include "popt/Layout/Layout.h"

#include <gtest/gtest.h>

using namespace popt;

static Mesh mesh() { return Mesh({{"x", 4}, {"y", 2}, {"z", 3}}); }

static Layout layoutOf(std::vector<AxisList> dims) {
  Layout l = Layout::replicate(dims.size());
  for (size_t d = 0; d < dims.size(); ++d)
    l.dims[d].axes = dims[d];
  return l;
}

static const AxisRef x{0, 1, 4}, x0{0, 1, 2}, x1{0, 2, 2}, y{1, 1, 2},
    z{2, 1, 3};

TEST(LayoutTest, Monoids) {
  for (Monoid m : {Monoid::Sum, Monoid::Prod, Monoid::Max, Monoid::Min,
                   Monoid::And, Monoid::Or, Monoid::Xor})
    EXPECT_EQ(parseMonoid(name(m)), m);
  EXPECT_EQ(parseMonoid("add"), std::nullopt);
}

TEST(LayoutTest, Str) {
  Layout l = layoutOf({{x}, {y}, {}});
  l.dims[0].granule = 128;
  l.dims[1].open = true;
  l.dims[1].priority = 2;
  l.dims[2].open = true;
  EXPECT_EQ(l.str(mesh()), "[{\"x\"} by 128, {\"y\", ?}p2, {?}]");
  l = layoutOf({{x1}});
  l.partial = {y};
  l.monoid = Monoid::Max;
  l.replicated = {x0};
  l.pins = {{1, {0}}, {2, {0, 2}}};
  l.memory = Memory::Host;
  EXPECT_EQ(l.str(mesh()),
            "[{\"x\":(2)2}], partial = max{\"y\"}, replicated = {\"x\":(1)2}, "
            "at = {\"y\" = [0], \"z\" = [0, 2]}, memory = host");
  EXPECT_EQ(Layout().str(mesh()), "[]");
}

TEST(LayoutTest, ClosedAndUsed) {
  Layout l = layoutOf({{x1}, {}});
  l.dims[0].open = l.dims[1].open = true;
  l.dims[1].granule = 4;
  l.dims[0].priority = 1;
  l.partial = {x0};
  l.monoid = Monoid::Max;
  l.replicated = {z};
  Layout c = l.closed();
  Layout expected = layoutOf({{x1}, {}});
  expected.partial = {x0};
  expected.monoid = Monoid::Max;
  EXPECT_EQ(c, expected);
  EXPECT_EQ(c.usedAxes(), AxisList{x});
  EXPECT_FALSE(c.isFullyReplicated());
  EXPECT_TRUE(Layout::replicate(3).isFullyReplicated());
  // Without partial values the monoid says nothing.
  Layout a = Layout::replicate(1), b = a;
  b.monoid = Monoid::Min;
  EXPECT_EQ(a, b);
}

TEST(LayoutTest, CheckAccepts) {
  EXPECT_EQ(layoutOf({}).check(mesh(), {}), "");
  EXPECT_EQ(layoutOf({{x, z}, {y}}).check(mesh(), {5, 7}), "");
  EXPECT_EQ(layoutOf({{x0, y}, {x1}}).check(mesh(), {8, 2}), "");
  EXPECT_EQ(layoutOf({{z, x0}}).check(mesh(), {12}), "");
  EXPECT_EQ(layoutOf({{x0}}).check(mesh(), {0}), "");
  // Partial over exactly the pinned coordinates.
  Layout l = layoutOf({{x}});
  l.partial = {z};
  l.pins = {{2, {0, 1}}};
  EXPECT_EQ(l.check(mesh(), {8}), "");
}

TEST(LayoutTest, CheckRefuses) {
  auto message = [](const Layout &l, std::vector<int64_t> shape) {
    return l.check(mesh(), shape);
  };
  EXPECT_EQ(message(layoutOf({{}, {}}), {4}),
            "sharding has 2 dimensions, but the tensor has rank 1");
  EXPECT_EQ(message(layoutOf({{{7, 1, 2}}}), {4}),
            "axis number 7 does not exist, the mesh has 3");
  EXPECT_EQ(message(layoutOf({{{0, 1, 3}}}), {12}),
            "sub-axis \"x\":(1)3 is no part of axis \"x\" of size 4: the "
            "product of its two numbers must divide the size");
  EXPECT_EQ(message(layoutOf({{{0, 0, 2}}}), {12}),
            "sub-axis \"x\":(0)2 is no part of axis \"x\" of size 4: the "
            "product of its two numbers must divide the size");
  EXPECT_EQ(message(layoutOf({{{0, 2, 1}}}), {12}),
            "sub-axis \"x\":(2)1 has size 1: leave it out");
  EXPECT_EQ(message(layoutOf({{x}, {x}}), {4, 4}), "axis \"x\" is used twice");
  EXPECT_EQ(message(layoutOf({{x0}, {x0}}), {4, 4}),
            "sub-axis \"x\":(1)2 is used twice");
  EXPECT_EQ(message(layoutOf({{x0}, {x}}), {4, 4}),
            "\"x\":(1)2 and \"x\" overlap");
  EXPECT_EQ(
      layoutOf({{{0, 1, 4}}, {{0, 6, 2}}}).check(Mesh({{"w", 12}}), {12, 12}),
      "\"w\":(1)4 and \"w\":(6)2 cannot stand side by side: 4, where "
      "the first ends, does not divide 6, where the second begins");
  EXPECT_EQ(message(layoutOf({{x0, x1}}), {4}),
            "sub-axes \"x\":(1)2 and \"x\":(2)2 follow each other: write "
            "\"x\"");
  EXPECT_EQ(message(layoutOf({{x0}}), {5}),
            "sub-axis \"x\":(1)2 of size 2 does not divide a block of 5 "
            "elements of dimension 0 of size 5");
  // z makes blocks of 3, 3, 2 out of 8: x0 divides only the last.
  EXPECT_EQ(message(layoutOf({{z, x0}}), {8}),
            "sub-axis \"x\":(1)2 of size 2 does not divide a block of 3 "
            "elements of dimension 0 of size 8");

  Layout l = layoutOf({{x}});
  l.partial = {z, y};
  EXPECT_EQ(message(l, {4}),
            "axes of partial are not in mesh order: write {\"y\", \"z\"}");
  l.partial = {x0};
  EXPECT_EQ(message(l, {4}), "\"x\" and \"x\":(1)2 overlap");
  l = layoutOf({{x}});
  l.replicated = {z, y};
  EXPECT_EQ(message(l, {4}),
            "axes of replicated are not in mesh order: write {\"y\", \"z\"}");
  l = layoutOf({{}});
  l.dims[0].granule = 0;
  EXPECT_EQ(message(l, {4}),
            "granule of dimension 0 is 0, but granules begin at 1");
  l = layoutOf({{x0}});
  l.dims[0].granule = 4;
  EXPECT_EQ(message(l, {12}),
            "sub-axis \"x\":(1)2 of size 2 does not divide a block of 3 "
            "granules of dimension 0 of size 12");
}

TEST(LayoutTest, CheckRefusesPins) {
  auto message = [](std::vector<Pin> pins) {
    Layout l = layoutOf({{x}});
    l.pins = std::move(pins);
    return l.check(mesh(), {4});
  };
  EXPECT_EQ(message({{1, {0}}, {2, {1, 2}}}), "");
  EXPECT_EQ(message({{5, {0}}}),
            "axis number 5 of a pin does not exist, the mesh has 3");
  EXPECT_EQ(message({{1, {}}}), "axis \"y\" is pinned to no coordinate");
  EXPECT_EQ(message({{1, {2}}}),
            "axis \"y\" of size 2 is pinned to coordinate 2");
  EXPECT_EQ(message({{2, {1, 0}}}),
            "coordinates of pinned axis \"z\" are not ascending: 1 comes "
            "before 0");
  EXPECT_EQ(message({{1, {0}}, {1, {1}}}), "axis \"y\" is pinned twice");
  EXPECT_EQ(message({{2, {0}}, {1, {1}}}),
            "pinned axes are not in mesh order: axis \"y\" comes before "
            "\"z\"");
  EXPECT_EQ(message({{0, {0}}}), "axis \"x\" is pinned and also used by \"x\"");
  Layout l = layoutOf({{}});
  l.partial = {x0};
  l.pins = {{0, {0}}};
  EXPECT_EQ(l.check(mesh(), {4}),
            "sub-axis \"x\":(1)2 is partial, but axis \"x\" is pinned: partial "
            "values over pinned coordinates are over the whole axis");
}
