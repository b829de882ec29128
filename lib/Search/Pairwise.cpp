//===- Pairwise.cpp - TRW-S with conditional modes ------------------------===//
//
// The solver of popt/Search/Pairwise.h, for what Contract.h leaves. Nodes are
// visited in index order, so a caller that numbers nodes in program order gets
// long monotone chains, on which one sweep is exact. Tested by
// test/unit/Search/PairwiseTest.cpp against enumeration.
//
//===----------------------------------------------------------------------===//
#include "Contract.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>

namespace popt {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string PairwiseProblem::check() const {
  for (size_t i = 0; i < nodes.size(); ++i)
    if (std::none_of(nodes[i].begin(), nodes[i].end(),
                     [](double c) { return std::isfinite(c); }))
      return "node " + std::to_string(i) + " has no label of finite cost";
  for (size_t e = 0; e < edges.size(); ++e) {
    const Edge &edge = edges[e];
    std::string where = "edge " + std::to_string(e);
    int count = static_cast<int>(nodes.size());
    if (edge.a < 0 || edge.b < 0 || edge.a >= count || edge.b >= count ||
        edge.a == edge.b)
      return where + " does not join two different nodes";
    if (!edge.table || edge.table->costs.size() !=
                           size_t(edge.table->rows) * edge.table->columns)
      return where + " has no table of its stated size";
    auto bad = [](const std::vector<int> &classes, size_t labels, int limit) {
      return classes.size() != labels ||
             std::any_of(classes.begin(), classes.end(),
                         [&](int c) { return c < 0 || c >= limit; });
    };
    if (bad(edge.classOfA, nodes[edge.a].size(), edge.table->rows) ||
        bad(edge.classOfB, nodes[edge.b].size(), edge.table->columns))
      return where + " has a class outside its table";
  }
  return "";
}

double PairwiseProblem::evaluate(const std::vector<int> &labels) const {
  double cost = 0;
  for (size_t i = 0; i < nodes.size(); ++i)
    cost += nodes[i][labels[i]];
  for (const Edge &e : edges)
    cost += e.table->at(e.classOfA[labels[e.a]], e.classOfB[labels[e.b]]);
  return cost;
}

using Vector = double __attribute__((vector_size(64)));
static constexpr int kWidth = sizeof(Vector) / sizeof(double);

/// The columns of `size` vectors; what is least there stays in registers over all rows.
template <int size>
static inline __attribute__((always_inline)) void
relaxBlock(const double *__restrict rows, int columns,
           const double *__restrict from, int count, double *__restrict to) {
  Vector least[size], row[size];
  std::memcpy(least, to, sizeof(least));
  for (int r = 0; r < count; ++r) {
    if (!std::isfinite(from[r]))
      continue;
    std::memcpy(row, rows + size_t(r) * columns, sizeof(row));
    for (int i = 0; i < size; ++i) {
      row[i] += from[r];
      least[i] = row[i] < least[i] ? row[i] : least[i];
    }
  }
  std::memcpy(to, least, sizeof(least));
}

/// Nearly all time of a solve goes here, so there is a version for each width
/// of vectors; minima and single additions give the same bits in all.
#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void relax(const double *__restrict rows, int columns,
           const double *__restrict from, int count, double *__restrict to) {
  int d = 0;
  for (; d + 3 * kWidth <= columns; d += 3 * kWidth)
    relaxBlock<3>(rows + d, columns, from, count, to + d);
  for (; d + kWidth <= columns; d += kWidth)
    relaxBlock<1>(rows + d, columns, from, count, to + d);
  if (d == columns)
    return;
  // The last ones; a column more than once changes nothing.
  if (columns >= kWidth) {
    d = columns - kWidth;
    relaxBlock<1>(rows + d, columns, from, count, to + d);
    return;
  }
  for (int r = 0; r < count; ++r)
    for (int i = 0; i < columns; ++i)
      if (double cost = from[r] + rows[size_t(r) * columns + i]; cost < to[i])
        to[i] = cost;
}

namespace {

/// One end of an edge as a node sees it.
struct Incidence {
  int edge;
  bool isA;
};

class Solver {
public:
  /// `constant` is a cost that every labelling has besides.
  Solver(const PairwiseProblem &problem, const PairwiseOptions &options,
         double constant = 0)
      : problem(problem), options(options), constant(constant),
        incident(problem.nodes.size()), toA(problem.edges.size()),
        toB(problem.edges.size()) {
    for (size_t e = 0; e < problem.edges.size(); ++e) {
      const auto &edge = problem.edges[e];
      incident[edge.a].push_back({int(e), true});
      incident[edge.b].push_back({int(e), false});
      toA[e].assign(edge.table->rows, 0.0);
      toB[e].assign(edge.table->columns, 0.0);
      flipped.push_back(transpose(*edge.table));
      entries += static_cast<double>(edge.table->costs.size());
    }
  }

  PairwiseSolution run();

private:
  const std::vector<int> &classes(Incidence i) const {
    const auto &edge = problem.edges[i.edge];
    return i.isA ? edge.classOfA : edge.classOfB;
  }
  int other(Incidence i) const {
    const auto &edge = problem.edges[i.edge];
    return i.isA ? edge.b : edge.a;
  }
  /// Message towards the node of this incidence, per class.
  std::vector<double> &in(Incidence i) {
    return i.isA ? toA[i.edge] : toB[i.edge];
  }
  std::vector<double> &out(Incidence i) {
    return i.isA ? toB[i.edge] : toA[i.edge];
  }
  /// The table of an incidence with a row per class of its own node.
  const double *rows(Incidence i) const {
    const auto &table = problem.edges[i.edge].table;
    return i.isA ? table->costs.data() : flipped[i.edge];
  }
  /// Adds what an edge costs each label of its own node, if the other node has
  /// this label.
  void addCosts(Incidence i, int otherLabel, std::vector<double> &costs) const {
    const auto &edge = problem.edges[i.edge];
    int fixed = (i.isA ? edge.classOfB : edge.classOfA)[otherLabel];
    const double *row =
        i.isA ? flipped[i.edge] + size_t(fixed) * edge.table->rows
              : edge.table->costs.data() + size_t(fixed) * edge.table->columns;
    const auto &cls = classes(i);
    for (size_t l = 0; l < costs.size(); ++l)
      costs[l] += row[cls[l]];
  }

  const double *transpose(const PairwiseProblem::Table &table);
  void relaxAll(const std::vector<double> &least, Incidence i,
                std::vector<double> &result) const;
  void gatherBelief(int node);
  double updateMessage(const std::vector<double> &belief, double weight,
                       Incidence i);
  double sweep(bool forward);
  std::vector<int> decode(bool forward);
  void improve(std::vector<int> &labels);
  /// Nodes between which no edges close a cycle.
  struct Forest {
    std::vector<bool> contains;  ///< by node
    std::vector<int> walk;       ///< parents before children
    std::vector<int> parentEdge; ///< by node; -1: none
  };
  Forest growForest(const std::vector<int> &order) const;
  void addToParent(Incidence up, const std::vector<double> &costs);
  void gatherForestCosts(const Forest &forest);
  bool improveForest(const std::vector<int> &order);
  void improveForests();
  void keep(std::vector<int> labels);
  double gap() const { return best.cost - best.bound; }
  /// True if the answer is within a fraction of its cost from the bound.
  bool isWithin(double fraction) const {
    return std::isfinite(best.cost) &&
           gap() <= fraction * std::abs(best.cost + constant);
  }
  /// True if the answer is near enough to the bound for the work done.
  bool isEnough() const {
    return isWithin(options.gap * std::max(1.0, work / options.entriesPerGap));
  }

  const PairwiseProblem &problem;
  const PairwiseOptions &options;
  const double constant;
  std::vector<std::vector<Incidence>> incident;
  std::vector<std::vector<double>> toA, toB;
  std::vector<const double *> flipped; ///< the transposed table of each edge
  /// Looked up by address, never iterated.
  std::map<const PairwiseProblem::Table *, std::vector<double>> transposed;
  PairwiseSolution best;
  double entries = 0; ///< of all tables, each as often as it is used
  double work = 0;    ///< entries looked at
  // Scratch of the functions below; members, so that their memory stays.
  std::vector<double> beliefs, leastOfClass, belowClass;
  std::vector<std::vector<double>> forestCosts; ///< by node
};

const double *Solver::transpose(const PairwiseProblem::Table &table) {
  auto [it, isNew] = transposed.try_emplace(&table);
  if (!isNew)
    return it->second.data();
  it->second.resize(table.costs.size());
  for (int r = 0; r < table.rows; ++r)
    for (int c = 0; c < table.columns; ++c)
      it->second[size_t(c) * table.rows + r] = table.at(r, c);
  return it->second.data();
}

void Solver::gatherBelief(int node) {
  std::vector<double> &b = beliefs;
  b = problem.nodes[node];
  for (Incidence i : incident[node]) {
    const auto &message = in(i);
    const auto &cls = classes(i);
    for (size_t l = 0; l < b.size(); ++l)
      b[l] += message[cls[l]];
  }
}

/// The cheapest way to each class at the other end: result[d] = min over c of
/// least[c] + cost(c, d).
void Solver::relaxAll(const std::vector<double> &least, Incidence i,
                      std::vector<double> &result) const {
  relax(rows(i), static_cast<int>(result.size()), least.data(),
        static_cast<int>(least.size()), result.data());
}

/// Sends a node's weighted belief along an edge; returns what the message was
/// normalised by, which belongs to the bound.
double Solver::updateMessage(const std::vector<double> &belief, double weight,
                             Incidence i) {
  const auto &shape = *problem.edges[i.edge].table;
  int own = i.isA ? shape.rows : shape.columns;
  int others = i.isA ? shape.columns : shape.rows;
  const auto &cls = classes(i);
  const auto &message = in(i);
  std::vector<double> &least = leastOfClass;
  least.assign(own, kInfinity);
  for (size_t l = 0; l < belief.size(); ++l)
    least[cls[l]] = std::min(least[cls[l]], weight * belief[l]);
  for (int c = 0; c < own; ++c)
    if (std::isfinite(least[c]))
      least[c] -= message[c];
  auto &result = out(i);
  result.assign(others, kInfinity);
  relaxAll(least, i, result);
  double floor = *std::min_element(result.begin(), result.end());
  if (!std::isfinite(floor)) {
    std::fill(result.begin(), result.end(), 0.0);
    return 0;
  }
  for (double &value : result)
    value -= floor;
  return floor;
}

/// One pass over the nodes; the backward pass yields the bound.
double Solver::sweep(bool forward) {
  double bound = 0;
  int count = static_cast<int>(problem.nodes.size());
  for (int step = 0; step < count; ++step) {
    int node = forward ? step : count - 1 - step;
    int later = 0, earlier = 0;
    for (Incidence i : incident[node])
      ++(other(i) > node ? later : earlier);
    gatherBelief(node);
    std::vector<double> &b = beliefs;
    double floor = *std::min_element(b.begin(), b.end());
    if (std::isfinite(floor)) {
      for (double &value : b)
        value -= floor;
      bound += floor;
    }
    double weight = 1.0 / std::max({later, earlier, 1});
    for (Incidence i : incident[node])
      if ((other(i) > node) == forward)
        bound += updateMessage(b, weight, i);
  }
  return bound;
}

/// Labels in the order of the nodes or against it, each the best given the
/// labels so far and the messages of the other nodes.
std::vector<int> Solver::decode(bool forward) {
  int count = static_cast<int>(problem.nodes.size());
  std::vector<int> labels(count, 0);
  for (int step = 0; step < count; ++step) {
    int node = forward ? step : count - 1 - step;
    std::vector<double> &b = beliefs;
    b = problem.nodes[node];
    for (Incidence i : incident[node]) {
      int o = other(i);
      if ((o < node) == forward) {
        addCosts(i, labels[o], b);
        continue;
      }
      const auto &cls = classes(i);
      const auto &message = in(i);
      for (size_t l = 0; l < b.size(); ++l)
        b[l] += message[cls[l]];
    }
    labels[node] = int(std::min_element(b.begin(), b.end()) - b.begin());
  }
  return labels;
}

/// Changes one node at a time to its best label until nothing improves. A node
/// is looked at again when a neighbour has changed.
void Solver::improve(std::vector<int> &labels) {
  std::vector<bool> isOpen(labels.size(), true);
  for (int round = 0; round < 50; ++round) {
    bool changed = false;
    for (size_t node = 0; node < labels.size(); ++node) {
      if (!isOpen[node])
        continue;
      isOpen[node] = false;
      std::vector<double> &b = beliefs;
      b = problem.nodes[node];
      for (Incidence i : incident[node])
        addCosts(i, labels[other(i)], b);
      int least = int(std::min_element(b.begin(), b.end()) - b.begin());
      if (b[least] < b[labels[node]]) {
        labels[node] = least;
        changed = true;
        for (Incidence i : incident[node])
          isOpen[other(i)] = true;
      }
    }
    if (!changed)
      return;
  }
}

/// Nodes join in the given order unless they would close a cycle.
Solver::Forest Solver::growForest(const std::vector<int> &order) const {
  int count = static_cast<int>(problem.nodes.size());
  std::vector<int> component(count, -1); // union-find; -1: outside
  auto find = [&](int node) {
    while (component[node] != node)
      node = component[node] = component[component[node]];
    return node;
  };
  std::vector<int> roots;
  for (int node : order) {
    roots.clear();
    for (Incidence i : incident[node])
      if (component[other(i)] >= 0)
        roots.push_back(find(other(i)));
    std::sort(roots.begin(), roots.end());
    if (std::adjacent_find(roots.begin(), roots.end()) != roots.end())
      continue;
    component[node] = node;
    for (int root : roots)
      component[root] = node;
  }

  Forest forest;
  forest.parentEdge.assign(count, -1);
  forest.contains.assign(count, false);
  for (int node = 0; node < count; ++node)
    forest.contains[node] = component[node] >= 0;
  std::vector<bool> seen(count, false);
  std::vector<int> &walk = forest.walk;
  for (int start = 0; start < count; ++start) {
    if (!forest.contains[start] || seen[start])
      continue;
    seen[start] = true;
    walk.push_back(start);
    for (size_t next = walk.size() - 1; next < walk.size(); ++next)
      for (Incidence i : incident[walk[next]])
        if (int o = other(i); forest.contains[o] && !seen[o]) {
          seen[o] = true;
          forest.parentEdge[o] = i.edge;
          walk.push_back(o);
        }
  }
  return forest;
}

/// Adds the cheapest way below each label of the parent to the parent's costs.
void Solver::addToParent(Incidence up, const std::vector<double> &costs) {
  const auto &edge = problem.edges[up.edge];
  std::vector<double> &least = leastOfClass;
  least.assign(up.isA ? edge.table->rows : edge.table->columns, kInfinity);
  const auto &cls = classes(up);
  for (size_t l = 0; l < costs.size(); ++l)
    least[cls[l]] = std::min(least[cls[l]], costs[l]);
  belowClass.assign(up.isA ? edge.table->columns : edge.table->rows, kInfinity);
  relaxAll(least, up, belowClass);
  int parent = other(up);
  const auto &parentClass = up.isA ? edge.classOfB : edge.classOfA;
  std::vector<double> &above = forestCosts[parent];
  if (above.empty())
    above.assign(problem.nodes[parent].size(), 0.0);
  for (size_t l = 0; l < above.size(); ++l)
    above[l] += belowClass[parentClass[l]];
}

/// Leaves `forestCosts` with the least cost of each label of a node and all
/// that hangs below it, nodes outside the forest labelled as in the best
/// answer.
void Solver::gatherForestCosts(const Forest &forest) {
  forestCosts.resize(problem.nodes.size());
  for (std::vector<double> &costs : forestCosts)
    costs.clear();
  for (size_t k = forest.walk.size(); k-- > 0;) {
    int node = forest.walk[k];
    std::vector<double> &b = forestCosts[node];
    const std::vector<double> &own = problem.nodes[node];
    if (b.empty())
      b.assign(own.size(), 0.0);
    for (size_t l = 0; l < own.size(); ++l)
      b[l] += own[l];
    Incidence up{-1, false};
    for (Incidence i : incident[node])
      if (i.edge == forest.parentEdge[node])
        up = i;
      else if (!forest.contains[other(i)])
        addCosts(i, best.labels[other(i)], b);
    if (up.edge >= 0)
      addToParent(up, b);
  }
}

/// Finds the best labels of an induced forest, all other nodes as in the best
/// answer, and takes them. Returns whether a part of the gap worth having
/// closed.
bool Solver::improveForest(const std::vector<int> &order) {
  constexpr double worthwhile = 0.01;
  const Forest forest = growForest(order);
  gatherForestCosts(forest);
  std::vector<int> candidate = best.labels;
  for (int node : forest.walk) {
    std::vector<double> &b = forestCosts[node];
    if (int edge = forest.parentEdge[node]; edge >= 0) {
      Incidence up{edge, problem.edges[edge].a == node};
      addCosts(up, candidate[other(up)], b);
    }
    candidate[node] = int(std::min_element(b.begin(), b.end()) - b.begin());
  }
  double cost = problem.evaluate(candidate);
  if (!(cost < best.cost))
    return false;
  bool isWorthwhile = best.cost - cost > worthwhile * gap();
  best.labels = std::move(candidate);
  best.cost = cost;
  return isWorthwhile;
}

/// Forests grown forwards, backwards and in shuffled orders, until several in a
/// row change next to nothing.
void Solver::improveForests() {
  int count = static_cast<int>(best.labels.size());
  std::vector<int> order(count);
  uint64_t state = 0x9E3779B97F4A7C15ull;
  int idle = 0;
  for (int round = 0; round < options.maxForests && idle < (isEnough() ? 2 : 6);
       ++round) {
    for (int i = 0; i < count; ++i)
      order[i] = round == 1 ? count - 1 - i : i;
    for (int i = count - 1; round > 1 && i > 0; --i) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      std::swap(order[i], order[(state >> 33) % (i + 1)]);
    }
    idle = improveForest(order) ? 0 : idle + 1;
    work += entries;
  }
}

void Solver::keep(std::vector<int> labels) {
  improve(labels);
  double cost = problem.evaluate(labels);
  if (cost < best.cost || best.labels.empty()) {
    best.cost = cost;
    best.labels = std::move(labels);
  }
}

PairwiseSolution Solver::run() {
  if (problem.nodes.empty()) {
    best.cost = best.bound = 0;
    return best;
  }
  for (const std::vector<int> &start : options.starts)
    keep(start);
  int sinceImprovement = 0;
  double stall = options.stall;
  for (int k = 0; k < options.maxIterations; ++k) {
    best.iterations = k + 1;
    double before = best.cost;
    sweep(/*forward=*/true);
    keep(decode(/*forward=*/false));
    double bound = sweep(/*forward=*/false);
    keep(decode(/*forward=*/true));
    bool better = best.cost < before * (1 - stall) ||
                  bound > best.bound + stall * std::abs(bound);
    best.bound = std::max(best.bound, bound);
    work += 2 * entries;
    sinceImprovement = better ? 0 : sinceImprovement + 1;
    if (sinceImprovement >= 5 && stall == options.stall &&
        !isWithin(options.wideGap)) {
      stall /= 100;
      sinceImprovement = 0;
    }
    if (isEnough() || sinceImprovement >= 5)
      break;
  }
  if (!isWithin(options.gap))
    improveForests();
  return best;
}

} // namespace

PairwiseSolution solve(const PairwiseProblem &problem,
                       const PairwiseOptions &options) {
  assert(problem.check().empty() && "ill-formed problem");
  Contraction contraction(problem);
  // An ill-formed core has a node that no label suits.
  if (std::isfinite(contraction.constant()) &&
      contraction.core().check().empty()) {
    PairwiseOptions ofCore = options;
    for (std::vector<int> &start : ofCore.starts)
      start = contraction.project(start);
    PairwiseSolution solution =
        Solver(contraction.core(), ofCore, contraction.constant()).run();
    if (std::isfinite(solution.cost)) {
      solution.labels = contraction.expand(solution.labels);
      solution.cost = problem.evaluate(solution.labels);
      solution.bound =
          std::min(solution.bound + contraction.constant(), solution.cost);
      return solution;
    }
  }
  // Labels with as few forbidden pairs as can be found show the conflict.
  return Solver(problem, options).run();
}

} // namespace popt
