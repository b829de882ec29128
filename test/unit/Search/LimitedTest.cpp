// Limited problems against enumeration.
#include "Problems.h"

#include "popt/Search/Limited.h"
#include "gtest/gtest.h"

using namespace popt;

namespace {

/// A pairwise problem whose nodes use something for a while.
LimitedProblem randomLimited(std::mt19937 &rng, int count) {
  LimitedProblem problem;
  problem.pairs = test::randomProblem(rng, count, count / 2);
  std::uniform_int_distribution<int> use(0, 9), time(0, count);
  for (const std::vector<double> &labels : problem.pairs.nodes) {
    problem.usages.emplace_back(labels.size());
    for (double &own : problem.usages.back())
      own = use(rng);
    int first = time(rng);
    problem.intervals.push_back({first, first + time(rng) / 2});
  }
  return problem;
}

/// The least cost of labels that keep the limit, and the least peak of all.
std::pair<double, double> enumerate(const LimitedProblem &problem) {
  const auto &nodes = problem.pairs.nodes;
  std::vector<int> labels(nodes.size(), 0);
  double cost = std::numeric_limits<double>::infinity(), peak = cost;
  while (true) {
    double own = problem.peakOf(labels);
    peak = std::min(peak, own);
    if (own <= problem.limit)
      cost = std::min(cost, problem.pairs.evaluate(labels));
    size_t i = 0;
    while (i < labels.size() && ++labels[i] == int(nodes[i].size()))
      labels[i++] = 0;
    if (i == labels.size())
      return {cost, peak};
  }
}

LimitedOptions someRounds() {
  LimitedOptions options;
  options.maxRounds = 12;
  return options;
}

TEST(LimitedTest, IsNearTheOptimum) {
  std::mt19937 rng(5);
  int exact = 0, all = 0;
  double sumOfCosts = 0, sumOfLeast = 0;
  for (int i = 0; i < 80; ++i) {
    LimitedProblem problem = randomLimited(rng, 3 + i % 6);
    double least = enumerate(problem).second;
    problem.limit = least + i % 4;
    ASSERT_EQ("", problem.check());
    double cost = enumerate(problem).first;
    LimitedSolution found = solve(problem, someRounds());
    ASSERT_FALSE(found.labels.empty()) << i;
    EXPECT_LE(problem.peakOf(found.labels), problem.limit) << i;
    EXPECT_DOUBLE_EQ(problem.pairs.evaluate(found.labels), found.cost) << i;
    EXPECT_LE(found.bound, cost + 1e-9) << i;
    ++all;
    exact += found.cost <= cost + 1e-9;
    sumOfCosts += found.cost;
    sumOfLeast += cost;
  }
  // Moves of trees at a time may stop at a labelling that none of them betters.
  EXPECT_GE(exact, all * 9 / 10);
  EXPECT_LE(sumOfCosts, 1.01 * sumOfLeast);
}

TEST(LimitedTest, SaysThatNothingFits) {
  std::mt19937 rng(7);
  LimitedProblem problem = randomLimited(rng, 6);
  problem.limit = enumerate(problem).second - 1;
  EXPECT_TRUE(solve(problem, someRounds()).labels.empty());
}

TEST(LimitedTest, IsTheSameEachTime) {
  std::mt19937 rng(9);
  LimitedProblem problem = randomLimited(rng, 30);
  problem.limit = 40;
  EXPECT_EQ(solve(problem, someRounds()).labels,
            solve(problem, someRounds()).labels);
}

TEST(LimitedTest, TrivialProblems) {
  LimitedProblem problem;
  EXPECT_EQ(0, solve(problem, someRounds()).cost);
  problem.pairs.nodes = {{3, std::numeric_limits<double>::infinity()}};
  problem.usages = {{5, 0}};
  problem.intervals = {{0, 1}};
  LimitedSolution one = solve(problem, someRounds());
  EXPECT_EQ(3, one.cost);
  EXPECT_EQ(3, one.bound);
  problem.limit = 4;
  EXPECT_TRUE(solve(problem, someRounds()).labels.empty());
}

TEST(LimitedTest, RefusesWhatIsIllFormed) {
  LimitedProblem problem;
  problem.pairs.nodes = {{1, 2}};
  EXPECT_EQ("there are 1 nodes, 0 lists of uses and 0 intervals",
            problem.check());
  problem.usages = {{1}};
  problem.intervals = {{0, 1}};
  EXPECT_EQ("node 0 has 2 labels and 1 uses", problem.check());
  problem.usages = {{1, -1}};
  EXPECT_EQ("node 0 has a use that is no number from 0 on", problem.check());
}

} // namespace
