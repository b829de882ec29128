//===- LimitedDual.cpp - Prices and messages of a limited problem ---------===//
//
// A sweep visits nodes in their order or against it. What a node's belief has above
// its least is shared among the edges to nodes that come later in the sweep; each
// message leaves nothing negative on its edge. So the least values that were taken
// out on the way bound every labelling, whatever messages the sweep began with.
//
//===----------------------------------------------------------------------===//
#include "LimitedDual.h"

#include <algorithm>
#include <cmath>

namespace popt {

double LimitedDual::sweep(bool isForward, std::vector<int> &labels) {
  double bound = 0;
  labels.resize(graph.count);
  for (int i = 0; i < graph.count; ++i) {
    int node = isForward ? i : graph.count - 1 - i;
    int count = graph.labels(node);
    const double *costs = graph.costsOf(node), *usages = graph.usagesOf(node);
    belief.resize(count);
    for (int l = 0; l < count; ++l)
      belief[l] = costs[l] + prices[node] * usages[l];
    decoded = belief;
    int later = 0, earlier = 0;
    const int first = graph.endBegin[node], last = graph.endBegin[node + 1];
    for (int e = first; e < last; ++e) {
      const LimitedGraph::End &end = graph.ends[e];
      const double *message = &messages[end.message];
      for (int l = 0; l < count; ++l)
        belief[l] += message[l];
      bool isEarlier = (end.other < node) == isForward;
      ++(isEarlier ? earlier : later);
      if (!isEarlier) {
        for (int l = 0; l < count; ++l)
          decoded[l] += message[l];
        continue;
      }
      const double *column = &graph.tables[graph.ends[end.reverse].table] +
                             size_t(labels[end.other]) * count;
      for (int l = 0; l < count; ++l)
        decoded[l] += column[l];
    }
    labels[node] = static_cast<int>(
        std::min_element(decoded.begin(), decoded.end()) - decoded.begin());
    double floor = *std::min_element(belief.begin(), belief.end());
    bound += floor;
    if (!later)
      continue;
    double weight = 1.0 / std::max(later, earlier);
    share.resize(count);
    for (int e = first; e < last; ++e) {
      const LimitedGraph::End &end = graph.ends[e];
      if ((end.other < node) == isForward)
        continue;
      const double *message = &messages[end.message];
      for (int l = 0; l < count; ++l)
        share[l] = belief[l] >= kForbidden
                       ? kForbidden
                       : weight * (belief[l] - floor) - message[l];
      double *out = &messages[graph.ends[end.reverse].message];
      int others = graph.labels(end.other);
      relaxTable(&graph.tables[end.table], share.data(), count, out, others);
      double least = *std::min_element(out, out + others);
      if (least >= kForbidden / 2) {
        std::fill(out, out + others, 0.0);
        continue;
      }
      for (int d = 0; d < others; ++d)
        out[d] = std::min(out[d] - least, kForbidden);
      bound += least;
    }
  }
  for (double price : priceAt)
    bound -= price * graph.limit;
  return bound;
}

double LimitedDual::sweep(std::vector<int> &forward,
                          std::vector<int> &backward) {
  double bound = sweep(/*isForward=*/true, forward);
  bound = std::max(bound, sweep(/*isForward=*/false, backward));
  if (bound > best) {
    step = std::min(1.0, step * 1.05);
    best = bound;
    bestPrices = priceAt;
    idle = 0;
  } else if (++idle >= 6) {
    step *= 0.6;
    idle = 0;
    priceAt = bestPrices;
    prices = graph.pricesOf(priceAt);
  }
  return bound;
}

void LimitedDual::moveTowards(const std::vector<int> &labels, double bound,
                              double target) {
  std::vector<double> usage = graph.usageOf(labels);
  double length = 0;
  for (int t = 0; t < graph.points; ++t) {
    double above = (usage[t] - graph.limit) / graph.unit;
    mean[t] += 0.5 * (above - mean[t]);
    if (mean[t] > 0 || priceAt[t] > 0)
      length += mean[t] * mean[t];
  }
  if (length <= 0)
    return;
  double move =
      step * std::max(target - std::max(bound, best), 1e-3 * std::abs(target)) /
      length / graph.unit;
  for (int t = 0; t < graph.points; ++t)
    priceAt[t] = std::max(0.0, priceAt[t] + move * mean[t]);
  prices = graph.pricesOf(priceAt);
}

void LimitedDual::raise(const std::vector<int> &labels, double unit) {
  std::vector<double> usage = graph.usageOf(labels);
  for (int t = 0; t < graph.points; ++t)
    if (usage[t] > graph.limit)
      priceAt[t] = std::max(unit, 2 * priceAt[t]);
  prices = graph.pricesOf(priceAt);
}

} // namespace popt
