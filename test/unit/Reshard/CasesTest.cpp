// Known reshards: which moves are chosen, and what they cost in closed form.

#include "Common.h"

#include <chrono>

using namespace popt;
using namespace popt::test;

static std::string planned(const Mesh &mesh, const Machine &machine,
                           const Shape &shape, const Layout &from,
                           const Layout &to, int bits = 32,
                           int partialBits = 0) {
  std::optional<ReshardPlan> plan =
      planReshard(mesh, machine, shape, bits, from, to, partialBits);
  if (!plan)
    return "none";
  std::string s;
  for (const ReshardStep &step : plan->steps)
    s += (s.empty() ? "" : "; ") + step.str(mesh);
  return s;
}

class CasesTest : public testing::Test {
protected:
  Mesh mesh{{{"x", 4}, {"y", 2}}};
  AxisRef x = mesh.ref(0), y = mesh.ref(1);
  Machine bytes = Machine::builtinBytes();
  Shape shape{16, 32}; // 2048 bytes in f32

  std::string plan(const Layout &from, const Layout &to) {
    return planned(mesh, bytes, shape, from, to);
  }
};

TEST_F(CasesTest, NothingToDo) {
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{x}, {}})), "");
  Layout open = layoutOf({{x}, {}});
  open.dims[1].open = true;
  open.dims[0].priority = 3;
  open.replicated = {y};
  EXPECT_EQ(plan(open, layoutOf({{x}, {}})), "");
}

TEST_F(CasesTest, SingleMoves) {
  EXPECT_EQ(plan(layoutOf({{}, {}}), layoutOf({{x}, {}})),
            "slice {\"x\"} of dimension 0");
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{}, {}})),
            "all-gather {\"x\"} of dimension 0 (1536 B)");
  EXPECT_EQ(plan(layoutOf({{x, y}, {}}), layoutOf({{}, {}})),
            "all-gather {\"x\", \"y\"} of dimension 0 (1792 B)");
  Mesh one({{"y", 2}});
  EXPECT_EQ(planned(one, bytes, shape, layoutOf({{}, {}}, {one.ref(0)}),
                    layoutOf({{}, {}})),
            "all-reduce {\"y\"} (2048 B)");
  EXPECT_EQ(plan(layoutOf({{}, {}}, {x, y}), layoutOf({{}, {}})),
            "all-reduce {\"x\", \"y\"} (3584 B)");
  EXPECT_EQ(plan(layoutOf({{}, {}}), layoutOf({{}, {}}, {x})),
            "to-partial {\"x\"}");
}

TEST_F(CasesTest, AllToAllInsteadOfGatherAndSlice) {
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{}, {x}})),
            "all-to-all {\"x\"} from dimension 0 to 1 (384 B)");
  EXPECT_EQ(plan(layoutOf({{x, y}, {}}), layoutOf({{}, {x, y}})),
            "all-to-all {\"x\", \"y\"} from dimension 0 to 1 (224 B)");
}

TEST_F(CasesTest, ReduceScatterInsteadOfAllReduce) {
  Machine usual = Machine::builtin();
  EXPECT_EQ(
      planned(mesh, usual, shape, layoutOf({{}, {}}, {x}), layoutOf({{x}, {}})),
      "reduce-scatter {\"x\"} of dimension 0 (1536 B)");
  EXPECT_EQ(plan(layoutOf({{y}, {}}, {x}), layoutOf({{y, x}, {}})),
            "reduce-scatter {\"x\"} of dimension 0 (768 B)");
}

TEST_F(CasesTest, SwapByPermute) {
  // 256 B a block; two all-to-alls cannot exchange x and y.
  Mesh square({{"x", 4}, {"y", 4}});
  AxisRef a = square.ref(0), b = square.ref(1);
  EXPECT_EQ(
      planned(square, bytes, shape, layoutOf({{a}, {b}}), layoutOf({{b}, {a}})),
      "permute {\"x\", \"y\"} (128 B)");
  EXPECT_EQ(planned(square, bytes, shape, layoutOf({{a, b}, {}}),
                    layoutOf({{b, a}, {}})),
            "permute {\"x\", \"y\"} (128 B)");
  EXPECT_EQ(
      planned(square, bytes, shape, layoutOf({{a}, {}}), layoutOf({{b}, {}})),
      "permute {\"x\", \"y\"} (512 B)");
}

TEST_F(CasesTest, CopiesAlongAnotherAxisHelpToReduce) {
  // Summed in halves along y, then gathered: 2560 B instead of 3072.
  EXPECT_EQ(plan(layoutOf({{}, {}}, {x}), layoutOf({{}, {}})),
            "slice {\"y\"} of dimension 0; reduce-scatter {\"x\"} of "
            "dimension 0 (768 B); all-gather {\"y\", \"x\"} of dimension 0 "
            "(1792 B)");
  // Where messages are dear, one is better than three.
  EXPECT_EQ(planned(mesh, Machine::builtin(), shape, layoutOf({{}, {}}, {x}),
                    layoutOf({{}, {}})),
            "all-reduce {\"x\"} (3072 B)");
}

TEST_F(CasesTest, SlicesComeFirst) {
  std::string s = plan(layoutOf({{x}, {}}), layoutOf({{}, {y}}));
  EXPECT_EQ(s, "slice {\"y\"} of dimension 1; all-gather {\"x\"} of dimension "
               "0 (768 B)");
}

TEST_F(CasesTest, SubAxes) {
  AxisRef x0{0, 1, 2}, x1{0, 2, 2};
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{x0}, {}})),
            "all-gather {\"x\":(2)2} of dimension 0 (512 B)");
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{x0}, {x1}})),
            "all-to-all {\"x\":(2)2} from dimension 0 to 1 (256 B)");
  // 6 = 2,2,2,0 over x but 3,3 over its half: no part can be gathered alone.
  EXPECT_EQ(planned(mesh, bytes, {6}, layoutOf({{x}}), layoutOf({{x0}})),
            "all-gather {\"x\"} of dimension 0 (18 B); slice {\"x\":(1)2} of "
            "dimension 0");
}

// Axes of different sizes change places by their parts.
TEST_F(CasesTest, CommonDivisors) {
  EXPECT_EQ(plan(layoutOf({{x}, {y}}), layoutOf({{y}, {x}})),
            "all-to-all {\"x\":(2)2} from dimension 0 to 1 (128 B); permute "
            "{\"x\":(1)2, \"y\"} (256 B)");
  Mesh three({{"x", 4}, {"y", 2}, {"z", 4}});
  AxisRef z = three.ref(2);
  EXPECT_EQ(
      planned(three, bytes, {16, 8}, layoutOf({{z}, {y}}),
              layoutOf({{y, z}, {x}})),
      "slice {\"x\":(1)2} of dimension 0; slice {\"x\":(2)2} of dimension "
      "1; permute {\"x\":(1)2, \"y\", \"z\"} (16 B)");
  Mesh six({{"x", 4}, {"y", 6}});
  EXPECT_EQ(planned(six, bytes, {12, 12}, layoutOf({{six.ref(0)}, {}}),
                    layoutOf({{six.ref(1)}, {}})),
            "slice {\"y\":(2)3} of dimension 0; permute {\"x\", \"y\"} (48 B); "
            "all-gather {\"x\":(1)2} of dimension 0 (48 B)");
  // Nothing is exchanged, nothing is cut.
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{}, {y, x}})),
            "slice {\"y\"} of dimension 1; all-to-all {\"x\"} from dimension 0 "
            "to 1 (192 B)");
}

// What is in single elements already is so over the whole axis.
TEST_F(CasesTest, SliceToWholeAxis) {
  Mesh one({{"x", 16}});
  AxisRef minor{0, 4, 4};
  EXPECT_EQ(
      planned(one, bytes, {4}, layoutOf({{minor}}), layoutOf({{one.ref(0)}})),
      "slice {\"x\":(1)4} of dimension 0");
  EXPECT_EQ(
      planned(one, bytes, {8}, layoutOf({{minor}}), layoutOf({{one.ref(0)}})),
      "all-gather {\"x\":(4)4} of dimension 0 (24 B); slice {\"x\"} of "
      "dimension 0");
}

TEST_F(CasesTest, PartialValues) {
  // Partial values of bf16 travel as f32, sums as bf16.
  Mesh one({{"x", 1}, {"y", 2}});
  EXPECT_EQ(
      planned(one, bytes, {64}, layoutOf({{}}, {y}), layoutOf({{}}), 16, 32),
      "reduce-scatter {\"y\"} of dimension 0 (128 B); all-gather {\"y\"} of "
      "dimension 0 (64 B)");
  EXPECT_EQ(planned(mesh, bytes, {64}, layoutOf({{y}}), layoutOf({{}}), 16, 32),
            "all-gather {\"y\"} of dimension 0 (64 B)");
  EXPECT_EQ(plan(layoutOf({{x}, {}}), layoutOf({{}, {}}, {x})),
            "to-partial {\"x\"} of dimension 0");
  // From one monoid to another the first must be reduced.
  EXPECT_EQ(plan(layoutOf({{}, {}}, {y}, Monoid::Max),
                 layoutOf({{}, {}}, {y}, Monoid::Sum)),
            "reduce-scatter {\"y\"} of dimension 0 (1024 B); to-partial "
            "{\"y\"} of dimension 0");
}

TEST_F(CasesTest, FullGatherIsReported) {
  // 5 is 2,2,1,0 on x and 3,2 on y: nothing but the whole is common.
  std::optional<ReshardPlan> plan =
      planReshard(mesh, bytes, {5}, 32, layoutOf({{x}}), layoutOf({{y}}));
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->fullGather);
  plan = planReshard(mesh, bytes, shape, 32, layoutOf({{x}, {}}),
                     layoutOf({{}, {y}}));
  EXPECT_FALSE(plan->fullGather) << "y can be sliced before x is gathered";
  AxisRef x0{0, 1, 2};
  plan = planReshard(mesh, bytes, {6}, 32, layoutOf({{x}}), layoutOf({{x0}}));
  EXPECT_TRUE(plan->fullGather);
  plan = planReshard(mesh, bytes, {6}, 32, layoutOf({{x}}), layoutOf({{}}));
  EXPECT_FALSE(plan->fullGather) << "the target is whole";
}

TEST_F(CasesTest, Summary) {
  std::optional<ReshardPlan> plan = planReshard(
      mesh, bytes, shape, 32, layoutOf({{}, {}}, {x}), layoutOf({{}, {}}));
  EXPECT_EQ(plan->summary().str(),
            "all-gather 1 x, 1792 B; reduce-scatter 1 x, 768 B");
  EXPECT_EQ(plan->wireBytes, 2560);
  EXPECT_EQ(plan->summary().totalBytes(), plan->wireBytes);
}

TEST_F(CasesTest, SlowLevelIsAvoided) {
  // y joins neighbours, x crosses hosts: reduce on y first, scattered.
  Machine levels = Machine::builtin();
  levels.devices[0].memoryBytesPerSecond = 1e13;
  levels.links = {{"near", 2, 1e-6, 1e12, {}}, {"far", 0, 1e-6, 1e9, {}}};
  EXPECT_EQ(
      planned(mesh, levels, {1 << 20}, layoutOf({{}}, {x, y}), layoutOf({{}})),
      "reduce-scatter {\"y\"} of dimension 0 (2097152 B); all-reduce "
      "{\"x\"} (3145728 B); all-gather {\"y\"} of dimension 0 (2097152 "
      "B)");
}

// nn.DataParallel: one master scatters, broadcasts, gathers and reduces.
TEST_F(CasesTest, Rooted) {
  Layout whole = layoutOf({{}, {}}), master = whole, other = whole,
         pair = whole;
  master.pins = {{0, {0}}};
  other.pins = {{0, {2}}};
  pair.pins = {{0, {0, 2}}};
  Mesh one({{"x", 4}});
  EXPECT_EQ(planned(one, bytes, shape, master, whole),
            "broadcast {\"x\"} from root 0 (2048 B)");
  EXPECT_EQ(planned(one, bytes, shape, master, layoutOf({{x}, {}})),
            "scatter {\"x\"} of dimension 0 from root 0 (1536 B)");
  EXPECT_EQ(planned(one, bytes, shape, layoutOf({{}, {x}}), other),
            "gather {\"x\"} of dimension 1 to root 2 (1536 B)");
  // What another axis has copies of goes in slices.
  EXPECT_EQ(plan(master, layoutOf({{x}, {}})),
            "slice {\"y\"} of dimension 1; scatter {\"x\"} of dimension 0 "
            "from root 0 (768 B); all-gather {\"y\"} of dimension 1 (256 B)");
  EXPECT_EQ(planned(one, bytes, shape, layoutOf({{}, {}}, {x}), other),
            "reduce {\"x\"} to root 2 (2048 B)");
  EXPECT_EQ(planned(one, bytes, shape, master, other), "send {\"x\"} (2048 B)");
  EXPECT_EQ(plan(whole, pair), "restrict {\"x\"}");
  EXPECT_EQ(plan(pair, other), "restrict {\"x\"}");
  EXPECT_EQ(plan(master, layoutOf({{}, {}}, {x})), "to-partial {\"x\"}");
  EXPECT_EQ(planned(one, bytes, shape, other, pair),
            "broadcast {\"x\"} from root 2 (2048 B); restrict {\"x\"}");
  Layout parts = pair;
  parts.partial = {x};
  EXPECT_EQ(planned(one, bytes, shape, parts, whole),
            "to-partial {\"x\"}; all-reduce {\"x\"} (3072 B)");
  EXPECT_EQ(planned(one, bytes, shape, parts, other),
            "to-partial {\"x\"}; reduce {\"x\"} to root 2 (2048 B)");
  // Along both axes at once.
  master.pins = {{0, {1}}, {1, {1}}};
  EXPECT_EQ(plan(master, layoutOf({{y, x}, {}})),
            "scatter {\"y\", \"x\"} of dimension 0 from root 5 (1792 B)");
  EXPECT_EQ(plan(master, whole),
            "broadcast {\"x\", \"y\"} from root 3 (2048 B)");
}

TEST_F(CasesTest, Cache) {
  ReshardCache cache(mesh, bytes);
  ReshardCosts &a = cache.get(shape, 32);
  EXPECT_EQ(&a, &cache.get(shape, 32));
  EXPECT_NE(&a, &cache.get(shape, 16, 32));
  EXPECT_EQ(a.cost(layoutOf({{x}, {}}), layoutOf({{}, {}}))->wireBytes, 1536);
}

// More dims, or more coordinates, than the search takes.
TEST_F(CasesTest, Extremes) {
  Mesh five({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}});
  auto ax = [&](int a) { return AxisList{five.ref(a)}; };
  Shape many(14, 4);
  Layout from = Layout::replicate(14), to = from;
  for (int a = 0; a < 5; ++a) {
    from.dims[a].axes = ax(a);
    to.dims[a + 5].axes = ax(4 - a);
  }
  std::optional<ReshardPlan> plan = planReshard(five, bytes, many, 8, from, to);
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->exact);
  EXPECT_EQ(plan->steps.back().after, to);

  Mesh huge({{"a", 3001}, {"b", 4001}});
  plan = planReshard(huge, bytes, {5}, 32, layoutOf({{huge.ref(0)}}),
                     layoutOf({{huge.ref(1)}}));
  ASSERT_TRUE(plan);
  EXPECT_FALSE(plan->exact);
  EXPECT_EQ(plan->steps.size(), 2u);
}

// The same plan again and again (law L15).
TEST_F(CasesTest, Deterministic) {
  Shape cube{8, 8, 8};
  for (const Layout &from : allLayouts(mesh, cube, {x, y}))
    for (const Layout &to :
         {layoutOf({{y}, {x}, {}}), layoutOf({{}, {}, {y, x}})})
      EXPECT_EQ(planned(mesh, bytes, cube, from, to),
                planned(mesh, bytes, cube, from, to));
}

// What the strategy solver needs: all targets from one source. Printed, and
// held to a bound that only a wrong complexity exceeds.
TEST(SpeedTest, SingleSource) {
  auto measure = [](const Mesh &mesh, const Shape &shape, double bound) {
    Machine machine = Machine::builtin();
    std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
    auto start = std::chrono::steady_clock::now();
    auto lap = [&] {
      auto now = std::chrono::steady_clock::now();
      double ms =
          std::chrono::duration<double, std::milli>(now - start).count();
      start = now;
      return ms;
    };
    // Sources with partial values and without, targets without.
    std::vector<Layout> targets =
        allLayouts(mesh, shape, wholeAxes(mesh), false);
    lap();
    ReshardCosts costs(mesh, machine, shape, 32);
    for (const Layout &to : targets)
      costs.cost(layouts[0], to);
    double first = lap();
    size_t count = std::min<size_t>(layouts.size(), 20);
    for (size_t i = 1; i <= count; ++i)
      for (const Layout &to : targets)
        costs.cost(layouts[layouts.size() - i], to);
    double later = lap() / count;
    printf("%s, %zu targets: first source %.3f ms, later ones %.3f ms\n",
           mesh.str().c_str(), targets.size(), first, later);
    EXPECT_LT(first, bound);
  };
  measure(Mesh({{"x", 2}, {"y", 4}}), {8, 16, 32, 64}, 100);
  measure(Mesh({{"x", 64}, {"y", 64}}), {8192, 4096, 30, 64}, 1000);
  measure(Mesh({{"x", 2}, {"y", 2}, {"z", 2}}), {8, 16, 32, 64}, 1000);
  measure(Mesh({{"x", 2}, {"y", 2}, {"z", 3}}), {8, 7, 33, 64}, 1000);
  measure(Mesh({{"w", 2}, {"x", 2}, {"y", 4}, {"z", 2}}), {8, 64, 64}, 5000);
}

// More axes than one search takes: pairs drawn with a seed.
TEST(SpeedTest, ManyAxes) {
  uint32_t seed = 1;
  auto random = [&](uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
  };
  auto measure = [&](const Mesh &mesh, const Shape &shape, double bound) {
    Machine machine = Machine::builtin();
    auto layout = [&] {
      Layout l = Layout::replicate(shape.size());
      for (const AxisRef &ref : wholeAxes(mesh))
        if (size_t d = random(shape.size() + 2); d < shape.size()) {
          AxisList &axes = l.dims[d].axes;
          axes.insert(axes.begin() + random(axes.size() + 1), ref);
        } else if (d == shape.size()) {
          l.partial.push_back(ref);
        }
      return l;
    };
    constexpr int pairs = 50;
    ReshardCosts costs(mesh, machine, shape, 32);
    double most = 0, sum = 0;
    for (int i = 0; i < pairs; ++i) {
      Layout from = layout(), to = layout();
      auto start = std::chrono::steady_clock::now();
      costs.cost(from, to);
      double ms = std::chrono::duration<double, std::milli>(
                      std::chrono::steady_clock::now() - start)
                      .count();
      sum += ms;
      most = std::max(most, ms);
    }
    printf("%s, rank %zu: %.3f ms a pair, %.3f ms at most\n",
           mesh.str().c_str(), shape.size(), sum / pairs, most);
    EXPECT_LT(sum / pairs, bound);
  };
  Mesh four({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}});
  Mesh five({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}});
  Mesh six({{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}, {"e", 2}, {"f", 2}});
  for (const Mesh &mesh : {four, five, six})
    for (const Shape &shape :
         {Shape{64, 64}, Shape{64, 64, 64}, Shape{64, 64, 64, 64}})
      measure(mesh, shape, 300);
}
