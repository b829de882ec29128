// Law L14 for reshards: every step of every plan, executed literally on the
// blocks of a small tensor, gives what its `after` layout says each coordinate
// holds, and the last one gives the target. All pairs of layouts of small
// meshes, uneven extents, sub-axes, granules, partial values included.

#include "Ranks.h"

using namespace popt;
using namespace popt::test;

namespace {
/// Plans and executes one reshard.
void execute(const Mesh &mesh, const Shape &shape, ReshardCosts &costs,
             const Layout &from, const Layout &to) {
  std::optional<ReshardPlan> plan = costs.plan(from, to);
  ASSERT_TRUE(plan);
  std::optional<CommCost> cost = costs.cost(from, to);
  // Plans may cut axes where costs do not.
  ASSERT_GE(cost->seconds, plan->seconds * (1 - 1e-12));
  Ranks ranks(mesh, shape);
  ranks.distribute(from);
  Layout now = from;
  std::string trace = from.str(mesh) + " to " + to.str(mesh) + ":";
  for (const ReshardStep &step : plan->steps) {
    trace += "\n  " + step.str(mesh) + " -> " + step.after.str(mesh);
    ASSERT_EQ(step.after.check(mesh, shape), "") << trace;
    ASSERT_EQ(ranks.run(step, now), "") << trace;
    ASSERT_EQ(ranks.check(step.after), "") << trace;
    // Asked for alone it is one step, too: Partition plans each again.
    std::optional<ReshardPlan> alone = costs.plan(now, step.after);
    ASSERT_TRUE(alone && alone->steps.size() == 1) << trace;
    ASSERT_EQ(alone->steps.front().kind, step.kind) << trace;
    ASSERT_EQ(alone->seconds, step.seconds) << trace;
    now = step.after;
  }
  ASSERT_EQ(ranks.check(to), "") << trace;
  if (!plan->steps.empty()) {
    ASSERT_EQ(now, to.closed()) << trace;
  }
}

int64_t executeAllPairs(const Mesh &mesh, const Shape &shape,
                        const std::vector<Layout> &layouts,
                        const Machine &machine) {
  ReshardCosts costs(mesh, machine, shape, 32);
  int64_t pairs = 0;
  for (const Layout &from : layouts)
    for (const Layout &to : layouts) {
      execute(mesh, shape, costs, from, to);
      ++pairs;
      if (testing::Test::HasFatalFailure())
        return pairs;
    }
  return pairs;
}
} // namespace

TEST(ExecuteTest, AllPairs) {
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  int64_t pairs = 0;
  for (const Mesh &mesh :
       {Mesh({{"x", 2}}), Mesh({{"x", 3}}), Mesh({{"x", 4}}),
        Mesh({{"x", 2}, {"y", 2}}), Mesh({{"x", 2}, {"y", 3}})})
    for (const Shape &shape :
         {Shape{8}, Shape{5}, Shape{7}, Shape{4, 6}, Shape{5, 7}, Shape{3, 8},
          Shape{2, 0}, Shape{1, 13}, Shape{1, 8}, Shape{3, 1}}) {
      std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
      pairs += executeAllPairs(mesh, shape, layouts, bytes);
      pairs += executeAllPairs(mesh, shape, layouts, usual);
      ASSERT_FALSE(HasFatalFailure());
    }
  EXPECT_GT(pairs, 8000);
}

TEST(ExecuteTest, ThreeAxes) {
  Mesh mesh({{"x", 2}, {"y", 2}, {"z", 2}});
  for (const Shape &shape : {Shape{8}, Shape{7}, Shape{4, 5}}) {
    std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
    executeAllPairs(mesh, shape, layouts, Machine::builtinBytes());
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(ExecuteTest, RankThree) {
  Mesh mesh({{"x", 2}, {"y", 3}});
  for (const Shape &shape : {Shape{4, 6, 5}, Shape{3, 2, 7}}) {
    std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
    executeAllPairs(mesh, shape, layouts, Machine::builtin());
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(ExecuteTest, SubAxes) {
  Mesh four({{"x", 4}, {"y", 2}});
  for (const Shape &shape : {Shape{8}, Shape{6}, Shape{5}, Shape{4, 6}}) {
    std::vector<Layout> layouts =
        allLayouts(four, shape, {{0, 1, 4}, {0, 1, 2}, {0, 2, 2}, {1, 1, 2}});
    executeAllPairs(four, shape, layouts, Machine::builtinBytes());
    ASSERT_FALSE(HasFatalFailure());
  }
}

// 6 = 2 x 3 = 3 x 2: the two ways to cut it do not refine each other.
TEST(ExecuteTest, TwoWaysToCutAnAxis) {
  Mesh six({{"x", 6}});
  for (const Shape &shape : {Shape{12}, Shape{6, 4}, Shape{7, 6}}) {
    std::vector<Layout> layouts = allLayouts(
        six, shape, {{0, 1, 6}, {0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {0, 3, 2}});
    executeAllPairs(six, shape, layouts, Machine::builtin());
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(ExecuteTest, Granules) {
  Mesh mesh({{"x", 2}, {"y", 3}});
  for (const Shape &shape : {Shape{20, 4}, Shape{24, 4}, Shape{15, 5}}) {
    std::vector<Layout> layouts;
    for (const Layout &l : allLayouts(mesh, shape, wholeAxes(mesh)))
      for (int64_t granule : {1, 4, 5}) {
        layouts.push_back(l);
        layouts.back().dims[0].granule = granule;
      }
    executeAllPairs(mesh, shape, layouts, Machine::builtin());
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(ExecuteTest, OtherMonoids) {
  Mesh mesh({{"x", 2}, {"y", 3}});
  Shape shape{5, 6};
  std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
  for (size_t i = 0, n = layouts.size(); i < n; ++i)
    if (!layouts[i].partial.empty()) {
      layouts.push_back(layouts[i]);
      layouts.back().monoid = Monoid::Max;
    }
  executeAllPairs(mesh, shape, layouts, Machine::builtin());
}

// More axes than the exact search takes: axes that agree stay, axes that
// travel together are one, and what is left is gathered.
TEST(ExecuteTest, ManyAxes) {
  Mesh mesh({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}, {"f", 2}});
  Shape shape{8, 8, 6};
  AxesOf ax{mesh};
  std::vector<Layout> layouts{
      layoutOf({ax({0, 1, 2}), ax({3, 4, 5}), {}}),
      layoutOf({ax({0, 1, 2}), ax({5, 4, 3}), {}}),
      layoutOf({ax({0, 1, 3}), ax({2, 4}), ax({5})}),
      layoutOf({ax({5, 4, 3}), ax({2, 1, 0}), {}}),
      layoutOf({ax({3, 4, 5}), ax({0, 1, 2}), {}}),
      layoutOf({ax({4}), {}, ax({0})}, ax({1, 2, 3})),
      layoutOf({ax({0, 1}), ax({2}), {}}, ax({3, 4, 5})),
      layoutOf({{}, {}, {}}, ax({0, 1, 2, 3, 4, 5})),
      layoutOf({{}, {}, {}}, ax({0, 2, 4}), Monoid::Max),
      layoutOf({{}, {}, {}})};
  executeAllPairs(mesh, shape, layouts, Machine::builtin());
}

// Seeded pairs on a larger mesh with parts of an axis, rank 3, any extents.
TEST(ExecuteTest, RandomPairs) {
  Mesh mesh({{"x", 4}, {"y", 3}, {"z", 2}});
  AxisList refs{{0, 1, 4}, {0, 1, 2}, {0, 2, 2}, {1, 1, 3}, {2, 1, 2}};
  uint32_t seed = 1;
  auto random = [&](uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
  };
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  for (int round = 0; round < 12; ++round) {
    Shape shape{1 + random(13), 1 + random(13), 1 + random(13)};
    std::vector<Layout> layouts = allLayouts(mesh, shape, refs);
    ReshardCosts costs(mesh, round % 2 ? bytes : usual, shape, 32);
    for (int i = 0; i < 40; ++i) {
      execute(mesh, shape, costs, layouts[random(layouts.size())],
              layouts[random(layouts.size())]);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    }
  }
}

// Seeded pairs of layouts of any parts of the axes, on meshes of many
// factorisations: nothing is refused, every step does what it says.
TEST(ExecuteTest, RandomParts) {
  uint32_t seed = 7;
  auto random = [&](uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
  };
  // A random cut of an axis, major to minor.
  auto parts = [&](int axis, int64_t size, AxisList &all) {
    for (int64_t pre = 1; pre < size;) {
      std::vector<int64_t> divisors;
      for (int64_t d = 2; d <= size / pre; ++d)
        if (size / pre % d == 0)
          divisors.push_back(d);
      int64_t part = random(2) ? size / pre : divisors[random(divisors.size())];
      all.push_back({axis, pre, part});
      pre *= part;
    }
  };
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  const std::vector<std::vector<int64_t>> sizes{
      {8, 8, 8}, {12, 6}, {2, 3, 4}, {30, 2}, {4, 2, 4}, {4, 6},
      {16, 2},   {12},    {4, 4},    {9, 6},  {2, 2, 8}, {2, 2, 2, 4}};
  const int64_t extents[] = {64, 60, 72, 24, 16, 12, 8, 7, 5, 1};
  for (const std::vector<int64_t> &meshSizes : sizes) {
    Mesh mesh;
    for (int64_t size : meshSizes)
      mesh.axes.push_back({std::string(1, 'a' + mesh.axes.size()), size});
    const bool isLarge = mesh.numRanks() > 100;
    for (int round = 0; round < (isLarge ? 3 : 12); ++round) {
      Shape shape;
      for (uint32_t d = 0, rank = 1 + random(isLarge ? 2 : 3); d < rank; ++d)
        shape.push_back(d < 2 ? extents[random(10)] : 1 + random(12));
      auto layout = [&] {
        while (true) {
          AxisList all;
          for (size_t axis = 0; axis < meshSizes.size(); ++axis)
            parts(static_cast<int>(axis), meshSizes[axis], all);
          Layout l = Layout::replicate(shape.size());
          while (!all.empty()) {
            auto it = all.begin() + random(all.size());
            size_t place = random(shape.size() + 2);
            if (place < shape.size())
              l.dims[place].axes.push_back(*it);
            else if (place == shape.size() && random(2))
              l.partial.push_back(*it);
            all.erase(it);
          }
          for (DimLayout &dim : l.dims)
            dim.axes = mergeParts(mesh, dim.axes);
          std::sort(l.partial.begin(), l.partial.end());
          l.partial = mergeParts(mesh, l.partial);
          if (l.check(mesh, shape).empty())
            return l;
        }
      };
      ReshardCosts costs(mesh, round % 2 ? bytes : usual, shape, 32);
      for (int i = 0; i < (isLarge ? 5 : 4); ++i) {
        execute(mesh, shape, costs, layout(), layout());
        ASSERT_FALSE(HasFatalFailure()) << mesh.str();
      }
    }
  }
}

TEST(ExecuteTest, SizeOneAxes) {
  Mesh mesh({{"one", 1}, {"x", 2}});
  Shape shape{5, 4};
  std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
  executeAllPairs(mesh, shape, layouts, Machine::builtin());
}

// Pins on stage axes are places: values do not move between them here.
TEST(ExecuteTest, UnmovedPinnedTerms) {
  Mesh mesh({{"pp", 3, AxisKind::Stage}, {"x", 2}});
  Machine machine = Machine::builtin();
  Layout from = layoutOf({{mesh.ref(1)}}, {mesh.ref(0)});
  from.pins = {{0, {0, 2}}};
  Layout to = layoutOf({{}}, {mesh.ref(0)});
  to.pins = from.pins;
  std::optional<ReshardPlan> plan =
      planReshard(mesh, machine, {8}, 32, from, to);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->steps.size(), 1u);
  EXPECT_EQ(plan->steps[0].str(mesh),
            "all-gather {\"x\"} of dimension 0 (16 B)");
  EXPECT_EQ(plan->steps[0].after, to);
  to.partial.clear();
  EXPECT_FALSE(planReshard(mesh, machine, {8}, 32, from, to));
  to = from;
  to.pins.clear();
  EXPECT_FALSE(planReshard(mesh, machine, {8}, 32, from, to));
  to = from;
  to.memory = Memory::Host;
  EXPECT_FALSE(planReshard(mesh, machine, {8}, 32, from, to));
}

//===----------------------------------------------------------------------===//
// Pins on device axes
//===----------------------------------------------------------------------===//

TEST(ExecuteTest, Pins) {
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  int64_t pairs = 0;
  for (const Mesh &mesh : {Mesh({{"x", 2}}), Mesh({{"x", 3}}), Mesh({{"x", 4}}),
                           Mesh({{"x", 2}, {"y", 2}})})
    for (const Shape &shape : {Shape{8}, Shape{5}, Shape{5, 3}, Shape{0}}) {
      std::vector<Layout> layouts = withPins(mesh, shape);
      pairs += executeAllPairs(mesh, shape, layouts, bytes);
      pairs += executeAllPairs(mesh, shape, layouts, usual);
      ASSERT_FALSE(HasFatalFailure());
    }
  EXPECT_GT(pairs, 8000);
}

TEST(ExecuteTest, PinsAndParts) {
  Mesh mesh({{"x", 4}, {"y", 3}});
  Shape shape{8, 5};
  AxisList refs = wholeAxes(mesh);
  refs.insert(refs.end(), {{0, 1, 2}, {0, 2, 2}});
  std::vector<Layout> all = withPins(mesh, shape, refs);
  // Every pair that pins, thinned out.
  std::vector<Layout> some;
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 200)
    some.push_back(all[i]);
  executeAllPairs(mesh, shape, some, Machine::builtin());
}

TEST(ExecuteTest, PinsAndOtherMonoids) {
  Mesh mesh({{"x", 3}, {"y", 2}});
  Shape shape{4};
  std::vector<Layout> layouts = withPins(mesh, shape);
  for (size_t i = 0, n = layouts.size(); i < n; ++i)
    if (!layouts[i].partial.empty()) {
      layouts.push_back(layouts[i]);
      layouts.back().monoid = Monoid::Max;
    }
  std::vector<Layout> some;
  for (size_t i = 0; i < layouts.size(); i += 1 + layouts.size() / 150)
    some.push_back(layouts[i]);
  executeAllPairs(mesh, shape, some, Machine::builtinBytes());
}

// More axes than the search takes.
TEST(ExecuteTest, PinsOnManyAxes) {
  Mesh mesh({{"a", 2}, {"b", 2}, {"c", 3}, {"d", 2}, {"e", 2}, {"f", 2}});
  Shape shape{8, 6};
  AxesOf ax{mesh};
  std::vector<Layout> layouts{
      layoutOf({ax({0, 1}), ax({3})}), layoutOf({ax({4}), ax({5})}),
      layoutOf({{}, {}}, ax({4})), layoutOf({ax({0}), {}}, ax({1, 5})),
      layoutOf({{}, {}})};
  size_t plain = layouts.size();
  for (size_t i = 0; i < plain; ++i)
    for (const std::vector<Pin> &pins :
         {std::vector<Pin>{{2, {1}}}, std::vector<Pin>{{2, {0, 2}}}}) {
      layouts.push_back(layouts[i]);
      layouts.back().pins = pins;
      if (pins[0].coordinates.size() < 2)
        continue;
      layouts.push_back(layouts.back());
      layouts.back().partial.push_back(mesh.ref(2));
      std::sort(layouts.back().partial.begin(), layouts.back().partial.end());
    }
  executeAllPairs(mesh, shape, layouts, Machine::builtin());
}

// A pin to all coordinates is none, one partial value of one coordinate is the value.
TEST(ExecuteTest, PinsInOtherWords) {
  Mesh three({{"x", 4}, {"y", 2}, {"z", 3}});
  Layout wordy = layoutOf({{}}, {three.ref(1), three.ref(2)});
  wordy.pins = {{0, {1}}, {1, {0, 1}}, {2, {2}}};
  Layout plain = layoutOf({{}}, {three.ref(1)});
  plain.pins = {{0, {1}}, {2, {2}}};
  EXPECT_EQ(simplified(three, wordy), plain);
  Mesh mesh({{"x", 2}});
  Machine machine = Machine::builtin();
  Layout whole = layoutOf({{}}), everywhere = whole, one = whole, part = whole;
  everywhere.pins = {{0, {0, 1}}};
  one.pins = part.pins = {{0, {1}}};
  part.partial = {mesh.ref(0)};
  for (auto [from, to] : {std::pair(whole, everywhere), std::pair(one, part)}) {
    std::optional<ReshardPlan> plan =
        planReshard(mesh, machine, {8}, 32, from, to);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->steps.empty());
  }
}
