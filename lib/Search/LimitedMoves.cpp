//===- LimitedMoves.cpp - Labels of trees chosen anew ---------------------===//
//
// A tree is grown from a node: a neighbour joins if it has one edge to the tree. Its
// best labels, those of all other nodes fixed, are found from the leaves up.
//
//===----------------------------------------------------------------------===//
#include "LimitedMoves.h"

#include <algorithm>

namespace popt {

UsageTree::UsageTree(int points) {
  while (size < points)
    size *= 2;
  most.assign(2 * size, 0.0);
  added.assign(2 * size, 0.0);
}

void UsageTree::add(int from, int to, double amount) {
  if (from < to && amount != 0)
    add(1, 0, size, from, to, amount);
}

void UsageTree::add(int node, int low, int high, int from, int to,
                    double amount) {
  if (from <= low && high <= to) {
    most[node] += amount;
    added[node] += amount;
    return;
  }
  int middle = (low + high) / 2;
  if (from < middle)
    add(2 * node, low, middle, from, to, amount);
  if (to > middle)
    add(2 * node + 1, middle, high, from, to, amount);
  most[node] = added[node] + std::max(most[2 * node], most[2 * node + 1]);
}

int UsageTree::peakPoint() const {
  int node = 1;
  while (node < size)
    node = 2 * node + (most[2 * node] >= most[2 * node + 1] ? 0 : 1);
  return node - size;
}

void LimitedMoves::set(const std::vector<int> &given) {
  usage = UsageTree(graph.points);
  labels = given;
  for (int i = 0; i < graph.count; ++i)
    usage.add(graph.from[i], graph.to[i], graph.usagesOf(i)[labels[i]]);
  total = graph.evaluate(labels);
}

int LimitedMoves::rootAtPeak() {
  int point = usage.peakPoint();
  for (int tries = 0; tries < 200; ++tries) {
    int node = random(graph.count);
    if (graph.from[node] <= point && point < graph.to[node] &&
        graph.labels(node) > 1)
      return node;
  }
  return random(graph.count);
}

void LimitedMoves::grow(int root, int most) {
  tree.clear();
  toParent.clear();
  frontier.clear();
  tight.clear();
  auto join = [&](int node, int end) {
    place[node] = static_cast<int>(tree.size());
    tree.push_back(node);
    toParent.push_back(end);
    for (int e = graph.endBegin[node]; e < graph.endBegin[node + 1]; ++e)
      if (place[graph.ends[e].other] < 0)
        (graph.ends[e].isTight ? tight : frontier)
            .push_back(graph.ends[e].reverse);
  };
  join(root, -1);
  // What can't change alone goes together.
  while (static_cast<int>(tree.size()) < most &&
         !(frontier.empty() && tight.empty())) {
    bool isTight = !tight.empty() && (frontier.empty() || random(8) > 0);
    std::vector<int> &from = isTight ? tight : frontier;
    auto at = static_cast<size_t>(random(static_cast<int>(from.size())));
    int end = from[at]; // as the new node sees its edge to the tree
    from[at] = from.back();
    from.pop_back();
    int node = graph.ends[graph.ends[end].reverse].other;
    if (place[node] >= 0)
      continue;
    int edges = 0;
    for (int e = graph.endBegin[node]; e < graph.endBegin[node + 1]; ++e)
      edges += place[graph.ends[e].other] >= 0;
    if (edges == 1)
      join(node, end);
  }
}

/// Leaves the tree's best labels in `chosen`; returns by how much they cost less
/// than its labels now, with prices.
double LimitedMoves::chooseTree(const std::vector<double> &prices,
                                double scale) {
  double before = 0;
  for (size_t k = 0; k < tree.size(); ++k) {
    int node = tree[k], count = graph.labels(node);
    std::vector<double> &own = costs[k];
    own.resize(count);
    const double *cost = graph.costsOf(node), *use = graph.usagesOf(node);
    double price = priceOf(node, prices, scale);
    for (int l = 0; l < count; ++l)
      own[l] = cost[l] + price * use[l];
    for (int e = graph.endBegin[node]; e < graph.endBegin[node + 1]; ++e) {
      const LimitedGraph::End &end = graph.ends[e];
      if (place[end.other] >= 0)
        continue;
      const double *row = &graph.tables[graph.ends[end.reverse].table] +
                          size_t(labels[end.other]) * count;
      for (int l = 0; l < count; ++l)
        own[l] += row[l];
    }
    before += own[labels[node]];
    if (toParent[k] >= 0) {
      const LimitedGraph::End &up = graph.ends[toParent[k]];
      before +=
          graph
              .tables[up.table + size_t(labels[node]) * graph.labels(up.other) +
                      labels[up.other]];
    }
  }
  for (size_t k = tree.size(); k-- > 1;) {
    const LimitedGraph::End &up = graph.ends[toParent[k]];
    int others = graph.labels(up.other);
    below.resize(others);
    relaxTable(&graph.tables[up.table], costs[k].data(), graph.labels(tree[k]),
               below.data(), others);
    std::vector<double> &above = costs[place[up.other]];
    for (int d = 0; d < others; ++d)
      above[d] += below[d];
  }
  chosen.resize(tree.size());
  double after = 0;
  for (size_t k = 0; k < tree.size(); ++k) {
    std::vector<double> &own = costs[k];
    if (toParent[k] >= 0) {
      const LimitedGraph::End &up = graph.ends[toParent[k]];
      const double *row = &graph.tables[graph.ends[up.reverse].table] +
                          size_t(chosen[place[up.other]]) * own.size();
      for (size_t l = 0; l < own.size(); ++l)
        own[l] += row[l];
    }
    // Of equal labels the one that is.
    auto least = std::min_element(own.begin(), own.end());
    int now = labels[tree[k]];
    chosen[k] =
        own[now] <= *least ? now : static_cast<int>(least - own.begin());
    if (k == 0)
      after = own[chosen[0]];
  }
  return before - after;
}

bool LimitedMoves::improve(int root, int most,
                           const std::vector<double> &prices, double scale) {
  grow(root, most);
  double gain = chooseTree(prices, scale);
  double peak = usage.peak();
  bool isChanged = false;
  double used = 0;
  for (size_t k = 0; k < tree.size(); ++k) {
    int node = tree[k];
    place[node] = -1;
    if (chosen[k] == labels[node])
      continue;
    isChanged = true;
    const double *use = graph.usagesOf(node);
    double more = use[chosen[k]] - use[labels[node]];
    used += priceOf(node, prices, scale) * more;
    usage.add(graph.from[node], graph.to[node], more);
  }
  if (!isChanged)
    return false;
  double now = usage.peak();
  bool isTaken = peak > graph.limit ? now < peak || (now == peak && gain > 0)
                                    : now <= graph.limit && gain > 0;
  for (size_t k = 0; k < tree.size(); ++k) {
    int node = tree[k];
    if (chosen[k] == labels[node])
      continue;
    const double *use = graph.usagesOf(node);
    if (isTaken)
      labels[node] = chosen[k];
    else
      usage.add(graph.from[node], graph.to[node],
                use[labels[node]] - use[chosen[k]]);
  }
  if (isTaken)
    total += -gain - used;
  return isTaken;
}

} // namespace popt
