// Random pairwise problems, and their optimum by enumeration.
#ifndef POPT_TEST_UNIT_SEARCH_PROBLEMS_H
#define POPT_TEST_UNIT_SEARCH_PROBLEMS_H

#include "popt/Search/Pairwise.h"

#include <random>

namespace popt::test {

inline double leastByEnumeration(const PairwiseProblem &p) {
  std::vector<int> labels(p.nodes.size(), 0);
  double best = std::numeric_limits<double>::infinity();
  while (true) {
    best = std::min(best, p.evaluate(labels));
    size_t i = 0;
    while (i < labels.size() && ++labels[i] == int(p.nodes[i].size()))
      labels[i++] = 0;
    if (i == labels.size())
      return best;
  }
}

/// A tree and `cycles` edges more.
inline PairwiseProblem randomProblem(std::mt19937 &rng, int count, int cycles) {
  PairwiseProblem p;
  std::uniform_int_distribution<int> labels(1, 4), cost(0, 20);
  for (int i = 0; i < count; ++i) {
    p.nodes.emplace_back(labels(rng));
    for (double &c : p.nodes.back())
      c = cost(rng);
  }
  auto join = [&](int a, int b) {
    PairwiseProblem::Edge e;
    e.a = a, e.b = b;
    auto table = std::make_shared<PairwiseProblem::Table>();
    table->rows = 2, table->columns = 3;
    for (int k = 0; k < 6; ++k)
      table->costs.push_back(cost(rng));
    for (size_t l = 0; l < p.nodes[a].size(); ++l)
      e.classOfA.push_back(int(l) % 2);
    for (size_t l = 0; l < p.nodes[b].size(); ++l)
      e.classOfB.push_back(int(l) % 3);
    e.table = table;
    p.edges.push_back(e);
  };
  for (int i = 1; i < count; ++i)
    join(std::uniform_int_distribution<int>(0, i - 1)(rng), i);
  for (int k = 0; k < cycles; ++k) {
    int a = std::uniform_int_distribution<int>(0, count - 2)(rng);
    int b = std::uniform_int_distribution<int>(a + 1, count - 1)(rng);
    k % 2 ? join(a, b) : join(b, a);
  }
  return p;
}

} // namespace popt::test
#endif // POPT_TEST_UNIT_SEARCH_PROBLEMS_H
