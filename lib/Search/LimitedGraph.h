//===- LimitedGraph.h - A limited problem in flat arrays --------*- C++ -*-===//
//
// What the solver of popt/Search/Limited.h works on. Parallel edges are one, each
// edge has a table for either direction, equal tables are one. Of the points in time
// those are left at which the limit can be exceeded and whose live nodes are not all
// live at another one. Private to lib/Search.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_SEARCH_LIMITEDGRAPH_H
#define POPT_LIB_SEARCH_LIMITEDGRAPH_H

#include "popt/Search/Limited.h"

namespace popt {

/// Stands for a cost that is not allowed; sums of it stay finite.
constexpr double kForbidden = 1e30;

/// The problem, by node, label, end of an edge and point in time.
struct LimitedGraph {
  explicit LimitedGraph(const LimitedProblem &problem);

  /// An edge as one of its nodes sees it.
  struct End {
    int other;
    int reverse;    ///< the same edge as the other node sees it
    size_t table;   ///< in `tables`: own labels x labels of the other
    size_t message; ///< of the message to the own node, if there are messages
    bool isTight = false; ///< some pairs are not allowed
  };

  int count = 0;
  std::vector<int> labelBegin;       ///< by node, and the end
  std::vector<double> costs, usages; ///< by label
  std::vector<int> endBegin;         ///< by node, and the end
  std::vector<End> ends;
  std::vector<double> tables;
  size_t messageSize = 0;
  int points = 0;
  std::vector<int> from, to; ///< by node: the points at which it is live
  double limit;
  double unit; ///< the limit, or 1 where that is no measure

  int labels(int node) const { return labelBegin[node + 1] - labelBegin[node]; }
  const double *costsOf(int node) const { return &costs[labelBegin[node]]; }
  const double *usagesOf(int node) const { return &usages[labelBegin[node]]; }
  double evaluate(const std::vector<int> &labels) const;
  /// Nodes of labels or pairs that are not allowed.
  std::vector<int> forbiddenNodes(const std::vector<int> &labels) const;
  /// What is used at each point.
  std::vector<double> usageOf(const std::vector<int> &labels) const;
  /// The price of a unit of each node, of the price at each point.
  std::vector<double> pricesOf(const std::vector<double> &priceAt) const;

private:
  void addEdges(const PairwiseProblem &problem);
  void findPoints(const LimitedProblem &problem);
};

/// out[d] = min over l of (from[l] + table[l][d]).
void relaxTable(const double *table, const double *from, int rows, double *out,
                int columns);

} // namespace popt
#endif // POPT_LIB_SEARCH_LIMITEDGRAPH_H
