//===- LimitedGraph.cpp - A limited problem in flat arrays ----------------===//
//
// Tested by test/unit/Search/LimitedTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "LimitedGraph.h"
#include "Numbered.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace popt {

#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void relaxTable(const double *__restrict table, const double *__restrict from,
                int rows, double *__restrict out, int columns) {
  for (int d = 0; d < columns; ++d)
    out[d] = 2 * kForbidden;
  for (int l = 0; l < rows; ++l, table += columns) {
    double own = from[l];
    if (own >= kForbidden)
      continue;
    for (int d = 0; d < columns; ++d) {
      double cost = own + table[d];
      out[d] = cost < out[d] ? cost : out[d];
    }
  }
}

static double finite(double cost) { return std::min(cost, kForbidden); }

LimitedGraph::LimitedGraph(const LimitedProblem &problem)
    : count(static_cast<int>(problem.pairs.nodes.size())), limit(problem.limit),
      unit(limit > 0 && std::isfinite(limit) ? limit : 1) {
  labelBegin.push_back(0);
  for (int i = 0; i < count; ++i) {
    for (double cost : problem.pairs.nodes[i])
      costs.push_back(finite(cost));
    usages.insert(usages.end(), problem.usages[i].begin(),
                  problem.usages[i].end());
    labelBegin.push_back(static_cast<int>(costs.size()));
  }
  addEdges(problem.pairs);
  findPoints(problem);
}

void LimitedGraph::addEdges(const PairwiseProblem &problem) {
  // Parallel edges side by side, each with its lower node first.
  struct Link {
    int a, b;
    const PairwiseProblem::Edge *edge;
  };
  std::vector<Link> links;
  for (const PairwiseProblem::Edge &edge : problem.edges)
    links.push_back(
        {std::min(edge.a, edge.b), std::max(edge.a, edge.b), &edge});
  std::stable_sort(links.begin(), links.end(),
                   [](const Link &x, const Link &y) {
                     return std::pair(x.a, x.b) < std::pair(y.a, y.b);
                   });
  std::unordered_multimap<size_t, size_t> known; // hash of a table, place
  auto addTable = [&](const std::vector<double> &table) {
    size_t hash = VectorHash()(table);
    auto [first, last] = known.equal_range(hash);
    for (auto it = first; it != last; ++it)
      if (it->second + table.size() <= tables.size() &&
          std::equal(table.begin(), table.end(), tables.begin() + it->second))
        return it->second;
    size_t at = tables.size();
    known.emplace_hint(last, hash, at);
    tables.insert(tables.end(), table.begin(), table.end());
    return at;
  };
  struct Both {
    int a, b;
    size_t table, flipped;
  };
  std::vector<Both> merged;
  std::vector<double> sum, flipped;
  for (size_t i = 0; i < links.size();) {
    int a = links[i].a, b = links[i].b, rows = labels(a), columns = labels(b);
    sum.assign(size_t(rows) * columns, 0.0);
    for (; i < links.size() && links[i].a == a && links[i].b == b; ++i) {
      const PairwiseProblem::Edge &edge = *links[i].edge;
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
          sum[size_t(r) * columns + c] += finite(
              edge.a == a ? edge.table->at(edge.classOfA[r], edge.classOfB[c])
                          : edge.table->at(edge.classOfA[c], edge.classOfB[r]));
    }
    flipped.resize(sum.size());
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        flipped[size_t(c) * rows + r] = sum[size_t(r) * columns + c] =
            finite(sum[size_t(r) * columns + c]);
    size_t first = addTable(sum);
    merged.push_back({a, b, first, addTable(flipped)});
  }
  endBegin.assign(count + 1, 0);
  for (const Both &edge : merged) {
    ++endBegin[edge.a + 1];
    ++endBegin[edge.b + 1];
  }
  for (int i = 0; i < count; ++i)
    endBegin[i + 1] += endBegin[i];
  ends.resize(2 * merged.size());
  std::vector<int> next(endBegin.begin(), endBegin.end() - 1);
  for (const Both &edge : merged) {
    int atA = next[edge.a]++, atB = next[edge.b]++;
    ends[atA] = {edge.b, atB, edge.table, 0};
    ends[atB] = {edge.a, atA, edge.flipped, 0};
  }
  for (int i = 0; i < count; ++i)
    for (int e = endBegin[i]; e < endBegin[i + 1]; ++e) {
      ends[e].message = messageSize;
      auto table = tables.begin() + static_cast<long>(ends[e].table);
      ends[e].isTight =
          std::any_of(table, table + labels(i) * labels(ends[e].other),
                      [](double cost) { return cost >= kForbidden; });
      messageSize += labels(i);
    }
}

/// Live nodes are most where something has begun and next something ends.
void LimitedGraph::findPoints(const LimitedProblem &problem) {
  from.assign(count, 0);
  to.assign(count, 0);
  auto isLive = [&](int node) {
    auto [first, second] = problem.intervals[node];
    return first < second &&
           std::any_of(
               problem.usages[node].begin(), problem.usages[node].end(),
               [](double use) { return use > 0; });
  };
  // At a time: how much more can be used, what begins, what ends.
  struct Event {
    double more = 0;
    bool begins = false, ends = false;
  };
  std::map<int64_t, Event> events;
  for (int i = 0; i < count; ++i) {
    if (!isLive(i))
      continue;
    double most =
        *std::max_element(problem.usages[i].begin(), problem.usages[i].end());
    Event &first = events[problem.intervals[i].first];
    first.more += most;
    first.begins = true;
    Event &second = events[problem.intervals[i].second];
    second.more -= most;
    second.ends = true;
  }
  std::vector<int64_t> times;
  double most = 0;
  bool hasBegun = false;
  int64_t last = 0;
  double mostAtLast = 0;
  for (const auto &[time, event] : events) {
    if (event.ends && hasBegun) {
      if (mostAtLast > limit)
        times.push_back(last);
      hasBegun = false;
    }
    most += event.more;
    if (event.begins) {
      hasBegun = true;
      last = time;
    }
    mostAtLast = most;
  }
  points = static_cast<int>(times.size());
  for (int i = 0; i < count; ++i) {
    if (!isLive(i))
      continue;
    auto number = [&](int64_t time) {
      return static_cast<int>(
          std::lower_bound(times.begin(), times.end(), time) - times.begin());
    };
    from[i] = number(problem.intervals[i].first);
    to[i] = number(problem.intervals[i].second);
  }
}

double LimitedGraph::evaluate(const std::vector<int> &labels) const {
  double cost = 0;
  for (int i = 0; i < count; ++i) {
    cost += costsOf(i)[labels[i]];
    for (int e = endBegin[i]; e < endBegin[i + 1]; ++e)
      if (int other = ends[e].other; other > i)
        cost += tables[ends[e].table + size_t(labels[i]) * this->labels(other) +
                       labels[other]];
  }
  return cost;
}

std::vector<int>
LimitedGraph::forbiddenNodes(const std::vector<int> &labels) const {
  std::vector<int> nodes;
  for (int i = 0; i < count; ++i) {
    bool isForbidden = costsOf(i)[labels[i]] >= kForbidden;
    for (int e = endBegin[i]; e < endBegin[i + 1] && !isForbidden; ++e)
      isForbidden = tables[ends[e].table +
                           size_t(labels[i]) * this->labels(ends[e].other) +
                           labels[ends[e].other]] >= kForbidden;
    if (isForbidden)
      nodes.push_back(i);
  }
  return nodes;
}

std::vector<double>
LimitedGraph::usageOf(const std::vector<int> &labels) const {
  std::vector<double> usage(points + 1, 0.0);
  for (int i = 0; i < count; ++i) {
    double own = usagesOf(i)[labels[i]];
    usage[from[i]] += own;
    usage[to[i]] -= own;
  }
  for (int t = 0; t < points; ++t)
    usage[t + 1] += usage[t];
  usage.pop_back();
  return usage;
}

std::vector<double>
LimitedGraph::pricesOf(const std::vector<double> &priceAt) const {
  std::vector<double> sums(points + 1, 0.0), prices(count);
  for (int t = 0; t < points; ++t)
    sums[t + 1] = sums[t] + priceAt[t];
  for (int i = 0; i < count; ++i)
    prices[i] = sums[to[i]] - sums[from[i]];
  return prices;
}

} // namespace popt
