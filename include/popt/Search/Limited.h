//===- Limited.h - One label per node, with a limit over time -------------===//
//
// The pairwise problem (Pairwise.h) of nodes that are live in intervals of time and
// use so much of something, by label: at no point may all live nodes together use
// more than the limit. It is the problem of the ASPLOS 2025 contest on intra-operator
// parallelism, and of strategies under a memory budget whose values have intervals.
//
// Method: each point in time at which the limit can be exceeded has a price. Under
// prices the problem is pairwise, and whatever keeps the limit costs, at any prices,
//
//     cost >= least of (cost + sum of price * use) - sum of price * limit
//
// (Lagrange). A sweep of tree-reweighted message passing (Kolmogorov, IEEE PAMI
// 28(10), 2006) bounds the least from any messages, so prices change between sweeps:
// by what the decoded labels use above the limit, with steps as Polyak's. From the
// best decoded labels on, the labels of trees in the graph are chosen anew, exactly
// under the prices with all else fixed, as long as there is time, and taken where the
// limit is kept.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SEARCH_LIMITED_H
#define POPT_SEARCH_LIMITED_H

#include "popt/Search/Pairwise.h"

namespace popt {

/// Nodes that take one label each and use something while they are live.
struct LimitedProblem {
  PairwiseProblem pairs;
  std::vector<std::vector<double>> usages; ///< by label, not negative
  /// When a node is live: [first, second).
  std::vector<std::pair<int64_t, int64_t>> intervals;
  double limit = std::numeric_limits<double>::infinity();

  /// Empty if well formed: as PairwiseProblem, and a use for each label.
  std::string check() const;
  /// The most that is used at a point in time.
  double peakOf(const std::vector<int> &labels) const;
};

/// When to stop.
struct LimitedOptions {
  double seconds = 10;
  /// Rounds of prices, and of tree moves by thousands, at most: an answer that does
  /// not depend on time.
  int maxRounds = std::numeric_limits<int>::max();
  uint64_t seed = 1;
};

/// An answer, and a lower bound of all answers.
struct LimitedSolution {
  std::vector<int> labels; ///< empty: none that keeps the limit was found
  double cost = std::numeric_limits<double>::infinity();
  double bound = -std::numeric_limits<double>::infinity();
};

/// The best labelling found that keeps the limit. `problem` must pass `check`.
LimitedSolution solve(const LimitedProblem &problem,
                      const LimitedOptions &options);

} // namespace popt
#endif // POPT_SEARCH_LIMITED_H
