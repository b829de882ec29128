// What a pool keeps changes no answer: costs and plans are those of a fresh
// search, whatever was asked before.

#include "Common.h"
#include "popt/Reshard/LayoutSpace.h"

#include <cmath>

using namespace popt;
using namespace popt::test;

static std::string text(const Mesh &mesh, const ReshardPlan &plan) {
  std::string s;
  for (const ReshardStep &step : plan.steps)
    s += step.str(mesh) + " -> " + step.after.str(mesh) + "; ";
  return s;
}

/// Asks one book about layouts of `shape`, then compares its answers with those
/// of a fresh one.
static void compareWithFresh(ReshardBook &book, const Shape &shape) {
  const Mesh &mesh = book.mesh;
  std::vector<Layout> layouts =
      allLayouts(mesh, shape, {mesh.ref(0), mesh.ref(1), mesh.ref(2)});
  ASSERT_GT(layouts.size(), 90u);
  LayoutSpace &space = book.space(shape, 32);
  // Backwards, so that searches begin elsewhere.
  for (size_t i = layouts.size(); i-- > 0;)
    for (size_t j = layouts.size(); j-- > 0;)
      if ((i * 31 + j) % 7 == 0)
        space.cost(space.intern(layouts[i]), space.intern(layouts[j]));
  for (size_t i = 0; i < layouts.size(); i += 3)
    for (size_t j = 0; j < layouts.size(); j += 2) {
      ReshardCosts fresh(book.mesh, book.machine, shape, 32);
      auto expected = fresh.plan(layouts[i], layouts[j]);
      auto plan = book.costs(shape, 32).plan(layouts[i], layouts[j]);
      ASSERT_EQ(text(mesh, *plan), text(mesh, *expected))
          << layouts[i].str(mesh) << " to " << layouts[j].str(mesh);
      EXPECT_EQ(space.cost(space.intern(layouts[i]), space.intern(layouts[j])),
                fresh.cost(layouts[i], layouts[j])->seconds);
    }
}

TEST(PoolTest, HistoryChangesNoPlan) {
  Mesh mesh{{{"x", 2}, {"y", 2}, {"z", 2}}};
  for (const char *cluster : {"builtin", "builtin:bytes"}) {
    ReshardPool pool;
    std::string error;
    auto book = pool.open(mesh, cluster, error);
    ASSERT_TRUE(book) << error;
    compareWithFresh(*book, {8, 4});
    // Dims of shapes before, elsewhere, and uneven ones.
    compareWithFresh(*book, {4, 5});
    compareWithFresh(*book, {5, 8});
  }
}

TEST(PoolTest, OneBookPerMeshAndMachine) {
  Mesh two{{{"x", 2}}}, three{{{"x", 3}}};
  ReshardPool pool;
  std::string error;
  auto book = pool.open(two, "builtin", error);
  EXPECT_EQ(pool.open(two, "builtin", error), book);
  EXPECT_NE(pool.open(two, "builtin:bytes", error), book);
  EXPECT_NE(pool.open(three, "builtin", error), book);
  EXPECT_EQ(pool.open(three, "builtin", error)->mesh, three);
  EXPECT_EQ(pool.open(two, "builtin", error), book);
  EXPECT_FALSE(pool.open(two, "nowhere.json", error));
  EXPECT_EQ("dist.machine:1:2: not valid JSON", error);
}

/// Layouts that cannot be moved into each other cost more than anything.
TEST(PoolTest, PlacesAreNoPartOfTheSearch) {
  Mesh mesh{{{"x", 2, AxisKind::Stage}}};
  ReshardPool pool;
  std::string error;
  auto book = pool.open(mesh, "builtin", error);
  LayoutSpace &space = book->space({4}, 32);
  Layout pinned = Layout::replicate(1);
  pinned.pins.push_back({0, {1}});
  int from = space.intern(pinned), to = space.intern(Layout::replicate(1));
  EXPECT_NE(from, to);
  EXPECT_TRUE(std::isinf(space.cost(from, to)));
  EXPECT_EQ(space.cost(to, to), 0);
}
