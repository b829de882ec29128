//===- LimitedMoves.h - Labels of trees chosen anew -------------*- C++ -*-===//
//
// Private to lib/Search. Method: Limited.h.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_SEARCH_LIMITEDMOVES_H
#define POPT_LIB_SEARCH_LIMITEDMOVES_H

#include "LimitedGraph.h"

namespace popt {

/// What is used at each point in time, and the most of it.
class UsageTree {
public:
  explicit UsageTree(int points);
  void add(int from, int to, double amount);
  double peak() const { return most[1]; }
  /// A point at which the peak is.
  int peakPoint() const;

private:
  void add(int node, int low, int high, int from, int to, double amount);
  int size = 1;
  std::vector<double> most, added;
};

/// A labelling that is changed by trees of nodes at a time.
class LimitedMoves {
public:
  LimitedMoves(const LimitedGraph &graph, uint64_t seed)
      : graph(graph), state(seed * 0x9E3779B97F4A7C15ull + 1),
        usage(graph.points), place(graph.count, -1), costs(graph.count) {}

  void set(const std::vector<int> &labels);
  /// Chooses the labels of a tree of up to so many nodes around `root` anew, at
  /// least cost and price of what is used. Takes them if that is less than before
  /// and the limit is kept, or what was too much becomes less. True if it did.
  bool improve(int root, int most, const std::vector<double> &prices,
               double scale);
  /// Another price for what is live at a point, besides.
  void charge(int point, double price) {
    chargedPoint = point;
    chargedPrice = price;
  }
  int peakPoint() const { return usage.peakPoint(); }
  bool fits() const { return usage.peak() <= graph.limit; }
  double peak() const { return usage.peak(); }
  double cost() const { return total; }
  const std::vector<int> &get() const { return labels; }
  int random(int below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<int>((state >> 33) % static_cast<uint64_t>(below));
  }
  /// A node that is live where most is used, and has a choice.
  int rootAtPeak();

private:
  void grow(int root, int most);
  double chooseTree(const std::vector<double> &prices, double scale);

  double priceOf(int node, const std::vector<double> &prices,
                 double scale) const {
    bool isCharged =
        graph.from[node] <= chargedPoint && chargedPoint < graph.to[node];
    return scale * prices[node] + (isCharged ? chargedPrice : 0);
  }

  const LimitedGraph &graph;
  uint64_t state;
  int chargedPoint = -1;
  double chargedPrice = 0;
  UsageTree usage;
  std::vector<int> labels;
  double total = 0;
  /// The tree: nodes, parents first; of each the end to its parent.
  std::vector<int> tree, toParent;
  std::vector<int> place;                 ///< by node: in the tree, or -1
  std::vector<std::vector<double>> costs; ///< by place in the tree
  std::vector<int> chosen;
  std::vector<double> below;
  std::vector<int> frontier, tight;
};

} // namespace popt
#endif // POPT_LIB_SEARCH_LIMITEDMOVES_H
