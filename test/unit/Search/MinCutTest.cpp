// Cuts against all cuts of small graphs.
#include "popt/Search/MinCut.h"

#include <gtest/gtest.h>

#include <random>

using namespace popt;

namespace {
struct Arc {
  int from, to;
  int64_t capacity;
};

int64_t costOf(const std::vector<Arc> &arcs, const std::vector<bool> &side) {
  int64_t cost = 0;
  for (const Arc &arc : arcs)
    if (side[arc.from] && !side[arc.to])
      cost += arc.capacity;
  return cost;
}

int64_t leastCost(const std::vector<Arc> &arcs, int nodes) {
  int64_t least = MinCut::infinite;
  for (int mask = 0; mask < 1 << nodes; ++mask) {
    std::vector<bool> side(nodes);
    for (int i = 0; i < nodes; ++i)
      side[i] = mask >> i & 1;
    if (side[0] && !side[1])
      least = std::min(least, costOf(arcs, side));
  }
  return least;
}
} // namespace

TEST(MinCutTest, RandomGraphs) {
  std::mt19937 random(3);
  // Some of them have least cuts that only paths back over an edge find.
  for (int round = 0; round < 2000; ++round) {
    int nodes = 2 + static_cast<int>(random() % 8);
    std::vector<Arc> arcs;
    MinCut cut;
    for (int i = 0; i < nodes; ++i)
      cut.addNode();
    for (int count = static_cast<int>(random() % 32); count > 0; --count) {
      Arc arc{static_cast<int>(random() % nodes),
              static_cast<int>(random() % nodes),
              static_cast<int64_t>(random() % 10)};
      arcs.push_back(arc);
      cut.addEdge(arc.from, arc.to, arc.capacity);
    }
    std::vector<bool> side = cut.solve(0, 1);
    ASSERT_TRUE(side[0]);
    ASSERT_FALSE(side[1]);
    EXPECT_EQ(cut.cost(), leastCost(arcs, nodes)) << "round " << round;
    EXPECT_EQ(costOf(arcs, side), cut.cost()) << "round " << round;
  }
}

// An edge that must not be cut leaves the cut elsewhere.
TEST(MinCutTest, Infinite) {
  MinCut cut;
  int source = cut.addNode(), sink = cut.addNode(), middle = cut.addNode();
  cut.addEdge(source, middle, MinCut::infinite);
  cut.addEdge(middle, sink, 7);
  std::vector<bool> side = cut.solve(source, sink);
  EXPECT_TRUE(side[middle]);
  EXPECT_EQ(cut.cost(), 7);
}
