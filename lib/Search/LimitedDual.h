//===- LimitedDual.h - Prices and messages of a limited problem -*- C++ -*-===//
//
// Private to lib/Search. Method: Limited.h.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_SEARCH_LIMITEDDUAL_H
#define POPT_LIB_SEARCH_LIMITEDDUAL_H

#include "LimitedGraph.h"

namespace popt {

/// Prices of the points in time, and messages along all edges.
class LimitedDual {
public:
  explicit LimitedDual(const LimitedGraph &graph)
      : graph(graph), messages(graph.messageSize, 0.0),
        priceAt(graph.points, 0.0), mean(graph.points, 0.0),
        bestPrices(graph.points, 0.0), prices(graph.count, 0.0) {}

  /// Sweeps there and back; the labels that were decoded on the way. Returns the
  /// larger bound of both.
  double sweep(std::vector<int> &forward, std::vector<int> &backward);
  /// Changes prices by what the labels use; `target` is a cost that can be had.
  void moveTowards(const std::vector<int> &labels, double bound, double target);
  /// Twice as dear, and at least `unit`, where these use more than the limit.
  void raise(const std::vector<int> &labels, double unit);

  const std::vector<double> &pricesAt() const { return priceAt; }
  const std::vector<double> &pricesOfNodes() const { return prices; }
  double bestBound() const { return best; }
  /// Goes on from the prices at which the bound was best.
  void restore() {
    priceAt = bestPrices;
    prices = graph.pricesOf(priceAt);
  }

private:
  double sweep(bool isForward, std::vector<int> &labels);

  const LimitedGraph &graph;
  std::vector<double> messages;
  std::vector<double> priceAt, mean, bestPrices;
  std::vector<double> prices; ///< by node
  double best = -std::numeric_limits<double>::infinity();
  double step = 0.1;
  int idle = 0;
  std::vector<double> belief, share, decoded;
};

} // namespace popt
#endif // POPT_LIB_SEARCH_LIMITEDDUAL_H
