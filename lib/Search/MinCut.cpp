//===- MinCut.cpp - The cheapest cut of a graph into two sides ------------===//
//
// See MinCut.h. Tested by test/unit/Search/MinCutTest.cpp against all cuts of
// small graphs.
//
//===----------------------------------------------------------------------===//
#include "popt/Search/MinCut.h"

#include <algorithm>

namespace popt {

int MinCut::addNode() {
  out.emplace_back();
  return static_cast<int>(out.size()) - 1;
}

void MinCut::addEdge(int from, int to, int64_t capacity) {
  out[from].push_back(static_cast<int>(edges.size()));
  edges.push_back({to, capacity});
  out[to].push_back(static_cast<int>(edges.size()));
  edges.push_back({from, 0});
}

/// Breadth-first levels over edges with room; true if the sink has one.
bool MinCut::reach(int source, int sink) {
  level.assign(out.size(), -1);
  level[source] = 0;
  std::vector<int> queue{source};
  for (size_t i = 0; i < queue.size(); ++i)
    for (int e : out[queue[i]])
      if (edges[e].left > 0 && level[edges[e].to] < 0) {
        level[edges[e].to] = level[queue[i]] + 1;
        queue.push_back(edges[e].to);
      }
  return level[sink] >= 0;
}

/// Pushes up to `limit` along one path of rising levels; what arrived. Paths
/// are as long as the program is deep, so this does not recurse.
int64_t MinCut::push(int source, int sink, int64_t limit) {
  std::vector<int> path; // edges
  int node = source;
  while (node != sink) {
    bool advanced = false;
    for (; next[node] < out[node].size(); ++next[node]) {
      int e = out[node][next[node]];
      if (edges[e].left > 0 && level[edges[e].to] == level[node] + 1) {
        path.push_back(e);
        node = edges[e].to;
        advanced = true;
        break;
      }
    }
    if (advanced)
      continue;
    if (path.empty())
      return 0;
    // A dead end: back to where the last edge began, and past that edge.
    node = edges[path.back() ^ 1].to;
    path.pop_back();
    ++next[node];
  }
  for (int e : path)
    limit = std::min(limit, edges[e].left);
  for (int e : path) {
    edges[e].left -= limit;
    edges[e ^ 1].left += limit;
  }
  return limit;
}

std::vector<bool> MinCut::solve(int source, int sink) {
  while (reach(source, sink)) {
    next.assign(out.size(), 0);
    while (int64_t arrived = push(source, sink, infinite))
      flow += arrived;
  }
  std::vector<bool> side(out.size());
  for (size_t i = 0; i < out.size(); ++i)
    side[i] = level[i] >= 0;
  return side;
}

} // namespace popt
