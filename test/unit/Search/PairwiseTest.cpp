// The pairwise solver against enumeration, and its bound.
#include "Problems.h"

#include <gtest/gtest.h>

using namespace popt;
using namespace popt::test;

// On trees the relaxation is tight: cost = bound = optimum.
TEST(Pairwise, TreesAreExact) {
  std::mt19937 rng(1);
  for (int k = 0; k < 200; ++k) {
    PairwiseProblem p = randomProblem(rng, 7, 0);
    ASSERT_EQ(p.check(), "");
    PairwiseSolution s = solve(p);
    double least = leastByEnumeration(p);
    EXPECT_DOUBLE_EQ(s.cost, p.evaluate(s.labels));
    EXPECT_NEAR(s.cost, least, 1e-9);
    EXPECT_NEAR(s.bound, least, 1e-6);
  }
}

// With cycles the bound never exceeds the optimum and the answer is near it.
TEST(Pairwise, BoundHoldsOnCycles) {
  std::mt19937 rng(2);
  int exact = 0;
  for (int k = 0; k < 200; ++k) {
    PairwiseProblem p = randomProblem(rng, 8, 4);
    PairwiseSolution s = solve(p);
    double least = leastByEnumeration(p);
    EXPECT_LE(s.bound, least + 1e-9);
    EXPECT_GE(s.cost, least - 1e-9);
    exact += s.cost <= least + 1e-9;
  }
  EXPECT_GE(exact, 190);
}

// The answer is never worse than the caller's start.
TEST(Pairwise, StartIsAnUpperBound) {
  std::mt19937 rng(3);
  for (int k = 0; k < 50; ++k) {
    PairwiseProblem p = randomProblem(rng, 8, 4);
    PairwiseOptions o;
    o.starts = {std::vector<int>(p.nodes.size(), 0)};
    EXPECT_LE(solve(p, o).cost, p.evaluate(o.starts[0]) + 1e-9);
  }
}

// The more entries were looked at, the larger a gap is enough; an answer
// without forbidden pairs is needed all the same.
TEST(Pairwise, LongWorkEndsEarlier) {
  std::mt19937 rng(4);
  int fewer = 0;
  for (int k = 0; k < 50; ++k) {
    PairwiseProblem p = randomProblem(rng, 40, 120);
    PairwiseOptions o;
    o.gap = 1e-4;
    int all = solve(p, o).iterations;
    o.entriesPerGap = 1; // a percent is enough after a hundred entries
    PairwiseSolution s = solve(p, o);
    EXPECT_LE(s.iterations, all);
    EXPECT_LE(s.bound, s.cost + 1e-9);
    EXPECT_DOUBLE_EQ(s.cost, p.evaluate(s.labels));
    fewer += s.iterations < all;
  }
  EXPECT_GT(fewer, 0);
}

// Where the gap is wide, rounds that bring little count.
TEST(Pairwise, WideGapsAreWorthMoreRounds) {
  std::mt19937 rng(5);
  int narrowed = 0;
  for (int k = 0; k < 50; ++k) {
    PairwiseProblem p = randomProblem(rng, 40, 120);
    PairwiseOptions o;
    o.gap = 1e-6;
    o.stall = 0.05;
    PairwiseSolution early = solve(p, o);
    o.wideGap = 0.01;
    PairwiseSolution late = solve(p, o);
    EXPECT_GE(late.iterations, early.iterations);
    EXPECT_GE(late.bound, early.bound - 1e-9);
    if (early.cost - early.bound <= o.wideGap * early.cost)
      EXPECT_EQ(late.iterations, early.iterations);
    narrowed += late.cost - late.bound < early.cost - early.bound - 1e-9;
  }
  EXPECT_GT(narrowed, 0);
}

TEST(Pairwise, ForbiddenPairsAreAvoided) {
  double inf = std::numeric_limits<double>::infinity();
  PairwiseProblem p;
  p.nodes = {{0, 5}, {0, 5}};
  auto t = std::make_shared<PairwiseProblem::Table>();
  t->rows = t->columns = 2;
  t->costs = {inf, inf, 1, inf};
  p.edges.push_back({0, 1, {0, 1}, {0, 1}, t});
  PairwiseSolution s = solve(p);
  EXPECT_EQ(s.labels, (std::vector<int>{1, 0}));
  EXPECT_DOUBLE_EQ(s.cost, 6);
}

TEST(Pairwise, CheckNamesTheFault) {
  PairwiseProblem p;
  p.nodes = {{}};
  EXPECT_EQ(p.check(), "node 0 has no label of finite cost");
  p.nodes = {{0}, {0}};
  p.edges.push_back({0, 0, {0}, {0}, nullptr});
  EXPECT_EQ(p.check(), "edge 0 does not join two different nodes");
  p.edges[0].b = 1;
  EXPECT_EQ(p.check(), "edge 0 has no table of its stated size");
  auto t = std::make_shared<PairwiseProblem::Table>();
  t->rows = t->columns = 1;
  t->costs = {0};
  p.edges[0].table = t;
  p.edges[0].classOfA = {1};
  EXPECT_EQ(p.check(), "edge 0 has a class outside its table");
}
