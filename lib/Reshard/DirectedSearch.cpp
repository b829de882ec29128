// A* between two layouts of a space with many atoms. DirectedSearch.h has the
// idea. Test: test/unit/Reshard.

#include "DirectedSearch.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace popt::reshard {

namespace {
/// Edges that are looked at before a search gives up: some tens of
/// milliseconds.
constexpr size_t mostEdges = 100000;

class DirectedSearch {
public:
  DirectedSearch(Space &space, int source, int target, double bound)
      : space(space), source(source), target(target),
        // Bounds are a trifle low.
        bound(bound * (1 - 2e-9)) {}

  DirectedPath run() {
    DirectedPath path;
    at(source) = {0, 0, -1, {}, least(source)};
    push(source);
    size_t edges = 0;
    while (!queue.empty()) {
      Entry entry = queue.top();
      queue.pop();
      if (entry.steps != reached[entry.state].steps ||
          entry.seconds != bestThrough(entry.state))
        continue; // reached more cheaply since
      if (entry.state == target)
        break;
      for (const Edge &edge :
           space.edgesWith(entry.state, permuteLevels(entry.state))) {
        improve(entry.state, edge);
        ++edges;
      }
      if (edges > mostEdges) {
        path.complete = false;
        break;
      }
    }
    if (at(target).steps < 0)
      return path;
    for (int node = target; node != source; node = reached[node].parent)
      path.moves.push_back({reached[node].parent, reached[node].edge});
    std::reverse(path.moves.begin(), path.moves.end());
    return path;
  }

private:
  struct Reached {
    double seconds = 0;
    int steps = -1; ///< -1: not reached yet
    int parent = -1;
    Edge edge;         ///< from the parent
    double least = -1; ///< seconds from here on; -1: not known
  };
  struct Entry {
    double seconds; ///< through this node to the target, at least
    double least;   ///< from this node on: of equals the nearest first
    int steps;
    uint64_t order; ///< of the layout, whatever was asked before
    int state;
    bool operator<(const Entry &o) const { // greatest first: reversed
      return std::tie(seconds, least, steps, order, state) >
             std::tie(o.seconds, o.least, o.steps, o.order, o.state);
    }
  };

  Reached &at(int state) {
    if (reached.size() <= static_cast<size_t>(state))
      reached.resize(std::max(space.size(), static_cast<size_t>(state) + 1));
    return reached[state];
  }

  double least(int state) {
    Reached &node = at(state);
    if (node.least < 0)
      node.least = space.leastSeconds(state, target);
    return node.least;
  }
  double bestThrough(int state) { return at(state).seconds + least(state); }
  void push(int state) {
    queue.push({bestThrough(state), least(state), reached[state].steps,
                space.orderOf(state), state});
  }

  void improve(int from, const Edge &edge) {
    Reached &known = at(edge.to);
    const double seconds = reached[from].seconds + edge.cost.seconds;
    const int steps = reached[from].steps + 1;
    if (known.steps >= 0 &&
        std::tie(known.seconds, known.steps) <= std::tie(seconds, steps))
      return;
    if (seconds + least(edge.to) >= bound)
      return;
    known.seconds = seconds;
    known.steps = steps;
    known.parent = from;
    known.edge = edge;
    push(edge.to);
  }

  /// The levels at which permutes are tried from here.
  uint64_t permuteLevels(int state) {
    uint64_t levels = 0;
    const std::pair<double, int> here{reached[state].seconds,
                                      reached[state].steps};
    for (int level = 0; level < 64; ++level) {
      if (!(space.levels() >> level & 1))
        continue;
      auto [first, isNew] =
          classes.try_emplace(space.permuteClass(state, level), here);
      if (!isNew && first->second <= here)
        continue;
      first->second = here;
      levels |= uint64_t(1) << level;
    }
    return levels;
  }

  Space &space;
  const int source, target;
  const double bound;
  std::vector<Reached> reached;
  std::priority_queue<Entry> queue;
  /// From where permutes were tried: seconds and steps.
  std::map<std::vector<int64_t>, std::pair<double, int>> classes;
};
} // namespace

DirectedPath searchBetween(Space &space, int source, int target, double bound) {
  return DirectedSearch(space, source, target, bound).run();
}

} // namespace popt::reshard
