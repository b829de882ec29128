// What contraction leaves has the optimum of the whole, and its labellings lead
// back to labellings of the whole that cost the same.
#include "../../../lib/Search/Contract.h"
#include "Problems.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace popt;
using namespace popt::test;

static void expectSame(const PairwiseProblem &p, std::mt19937 &rng) {
  ASSERT_EQ(p.check(), "");
  Contraction contraction(p);
  const PairwiseProblem &core = contraction.core();
  double least = leastByEnumeration(p);
  double ofCore = core.nodes.empty() ? 0 : leastByEnumeration(core);
  if (!std::isfinite(least)) {
    EXPECT_FALSE(std::isfinite(ofCore + contraction.constant()));
    return;
  }
  EXPECT_NEAR(ofCore + contraction.constant(), least, 1e-9);
  for (int k = 0; k < 5; ++k) {
    std::vector<int> labels;
    for (const std::vector<double> &node : p.nodes)
      labels.push_back(
          std::uniform_int_distribution<int>(0, int(node.size()) - 1)(rng));
    std::vector<int> projected = contraction.project(labels);
    ASSERT_EQ(projected.size(), core.nodes.size());
    double cost = core.evaluate(projected) + contraction.constant();
    EXPECT_LE(cost, p.evaluate(labels) + 1e-9);
    std::vector<int> expanded = contraction.expand(projected);
    ASSERT_EQ(expanded.size(), p.nodes.size());
    if (std::isfinite(cost))
      EXPECT_NEAR(p.evaluate(expanded), cost, 1e-9);
  }
}

TEST(Contract, KeepsTheOptimum) {
  std::mt19937 rng(1);
  for (int k = 0; k < 300; ++k)
    expectSame(randomProblem(rng, 8, k % 14), rng);
}

// With forbidden labels and pairs, some of them without any answer.
TEST(Contract, KeepsWhatIsForbidden) {
  const double inf = std::numeric_limits<double>::infinity();
  std::mt19937 rng(2);
  auto isForbidden = [&](int oneIn) {
    return std::uniform_int_distribution<int>(1, oneIn)(rng) == 1;
  };
  for (int k = 0; k < 300; ++k) {
    PairwiseProblem p = randomProblem(rng, 7, k % 12);
    for (std::vector<double> &node : p.nodes)
      for (size_t l = 1; l < node.size(); ++l)
        if (isForbidden(4))
          node[l] = inf;
    for (PairwiseProblem::Edge &edge : p.edges) {
      auto table = std::make_shared<PairwiseProblem::Table>(*edge.table);
      for (double &cost : table->costs)
        if (isForbidden(5))
          cost = inf;
      edge.table = table;
    }
    expectSame(p, rng);
  }
}

// Chains, cycles and their like are gone altogether.
TEST(Contract, LeavesWhatHasThreeNeighbours) {
  std::mt19937 rng(3);
  for (int k = 0; k < 50; ++k) {
    EXPECT_TRUE(Contraction(randomProblem(rng, 20, 0)).core().nodes.empty());
    EXPECT_TRUE(Contraction(randomProblem(rng, 20, 1)).core().nodes.empty());
    PairwiseProblem dense = randomProblem(rng, 20, 60);
    Contraction contraction(dense);
    const PairwiseProblem &core = contraction.core();
    std::vector<int> degree(core.nodes.size(), 0);
    for (const PairwiseProblem::Edge &edge : core.edges)
      ++degree[edge.a], ++degree[edge.b];
    for (size_t i = 0; i < degree.size(); ++i) {
      EXPECT_GE(degree[i], 3);
      EXPECT_GE(core.nodes[i].size(), 2u);
    }
  }
}

// Of equal layers one is worked on: all share the tables of the first.
TEST(Contract, EqualLayersShareTables) {
  std::mt19937 rng(4);
  PairwiseProblem layer = randomProblem(rng, 12, 24), p;
  const int layers = 10;
  for (int k = 0; k < layers; ++k) {
    int first = static_cast<int>(p.nodes.size());
    p.nodes.insert(p.nodes.end(), layer.nodes.begin(), layer.nodes.end());
    for (PairwiseProblem::Edge edge : layer.edges) {
      edge.a += first, edge.b += first;
      p.edges.push_back(edge);
    }
  }
  auto countTables = [](const PairwiseProblem &problem) {
    std::vector<const void *> tables;
    for (const PairwiseProblem::Edge &edge : problem.edges)
      tables.push_back(edge.table.get());
    std::sort(tables.begin(), tables.end());
    return std::unique(tables.begin(), tables.end()) - tables.begin();
  };
  Contraction one(layer), all(p);
  EXPECT_EQ(all.core().nodes.size(), layers * one.core().nodes.size());
  EXPECT_EQ(countTables(all.core()), countTables(one.core()));
}
