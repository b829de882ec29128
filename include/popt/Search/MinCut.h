//===- MinCut.h - The cheapest cut of a graph into two sides --------------===//
//
// Nodes are numbered from 0. A cut puts every node on the side of the source or
// of the sink and pays the capacity of each edge that leads from the first to
// the second side. Method: Dinic, "Algorithm for solution of a problem of
// maximum flow in networks with power estimation", Soviet Math. Doklady 11,
// 1970. Deterministic; capacities are integers, so the answer is exact.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SEARCH_MINCUT_H
#define POPT_SEARCH_MINCUT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace popt {

/// The cheapest set of edges between a source and a sink.
class MinCut {
public:
  /// More than any sum of other capacities: such an edge is never cut.
  static constexpr int64_t infinite = int64_t(1) << 60;

  int addNode();
  void addEdge(int from, int to, int64_t capacity);
  /// Solves; the side of each node: true for the source's. Of the cheapest
  /// cuts that with the fewest nodes on the source's side.
  std::vector<bool> solve(int source, int sink);
  /// The cost of the cut, after `solve`.
  int64_t cost() const { return flow; }

private:
  struct Edge {
    int to;
    int64_t left; ///< capacity that no flow uses yet
  };
  bool reach(int source, int sink);
  int64_t push(int node, int sink, int64_t limit);

  std::vector<Edge> edges; ///< edge i and its reverse i ^ 1
  std::vector<std::vector<int>> out;
  std::vector<int> level;
  std::vector<std::size_t> next;
  int64_t flow = 0;
};

} // namespace popt
#endif // POPT_SEARCH_MINCUT_H
