//===- Contract.cpp - A pairwise problem made smaller, exactly ------------===//
//
// The steps of Contract.h, each remembered by the numbers of what it reads.
// Tested by test/unit/Search/ContractTest.cpp against enumeration.
//
//===----------------------------------------------------------------------===//
#include "Contract.h"
#include "Numbered.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

namespace popt {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

namespace {

using Costs = std::vector<double>;
using Classes = std::vector<int>;
using Table = PairwiseProblem::Table;
using TableRef = std::shared_ptr<const Table>;

/// One end of an edge: table and classes of the labels there.
struct End {
  int edge = -1;
  bool isA = false;
};

struct Link {
  int a = 0, b = 0; ///< nodes, a < b
  int table = 0;    ///< with a row per class of a
  int classesOfA = 0, classesOfB = 0;
};

/// The effect of prune on the labels of a node.
struct Pruned {
  std::vector<int> kept;    ///< new label -> old label
  std::vector<int> standIn; ///< old label -> new label at least as good
};

struct Node {
  int costs = 0;
  std::vector<End> ends;
  bool isAlive = true, isDirty = true;
};

} // namespace

struct Contraction::Impl {
  explicit Impl(const PairwiseProblem &problem);

  PairwiseProblem core;
  double constant = 0;
  bool isNonNegative = true;  ///< all costs, and so all that are made of them
  std::vector<int> coreNodes; ///< core node -> node

  std::vector<Node> nodes;
  std::vector<Link> links;
  Numbered<double> costs;
  Numbered<int> classes;
  std::vector<TableRef> tables;
  std::vector<int> flipped; ///< table -> its transpose, -1: not made yet
  std::vector<Pruned> prunings;

  /// The steps in order: a node lost labels, or left (-1). The links of one
  /// that left stay what they were: its label follows from those of its
  /// neighbours.
  struct Step {
    int node, pruning;
  };
  std::vector<Step> steps;

  std::map<const Table *, int> tableNumbers; ///< of the problem's own
  Memo<int> knownPrunings, knownSums, knownChains, knownSelections, knownTables,
      knownMessages;
  struct Selected {
    int classes = 0, rows = 0; ///< of the labels that stay; the rows they have
    bool isAll = false;        ///< all rows, as they were
  };
  Memo<Selected> knownClasses;
  struct Merged {
    int table, classesOfA, classesOfB;
  };
  Memo<Merged> knownMerges;

  int addTable(TableRef table);
  int flip(int table);
  /// The table of an edge with a row per class of this end's node, and the
  /// classes of the node's labels and of the other's.
  int tableAt(End end) {
    return end.isA ? links[end.edge].table : flip(links[end.edge].table);
  }
  int classesAt(End end) const {
    return end.isA ? links[end.edge].classesOfA : links[end.edge].classesOfB;
  }
  int &classesAt(End end) {
    return end.isA ? links[end.edge].classesOfA : links[end.edge].classesOfB;
  }
  int otherOf(End end) const {
    return end.isA ? links[end.edge].b : links[end.edge].a;
  }
  static End opposite(End end) { return {end.edge, !end.isA}; }

  Pruned findPruned(const Node &node);
  void prune(int index);
  void select(int index, int pruning);
  void addCosts(int index, int classesOf, int message);
  bool remove(int index);
  void detach(End end);
  void removeChain(int index);
  void addLink(Link link);
  void contract();
  int bestLabel(int index, const std::vector<int> &labels) const;
  void buildCore();
};

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

int Contraction::Impl::addTable(TableRef table) {
  tables.push_back(std::move(table));
  flipped.push_back(-1);
  return static_cast<int>(tables.size()) - 1;
}

int Contraction::Impl::flip(int number) {
  if (flipped[number] >= 0)
    return flipped[number];
  const Table &table = *tables[number];
  auto result = std::make_shared<Table>();
  result->rows = table.columns;
  result->columns = table.rows;
  result->costs.resize(table.costs.size());
  for (int r = 0; r < table.rows; ++r)
    for (int c = 0; c < table.columns; ++c)
      result->costs[size_t(c) * table.rows + r] = table.at(r, c);
  int other = addTable(std::move(result));
  flipped[number] = other;
  flipped[other] = number;
  return other;
}

//===----------------------------------------------------------------------===//
// Labels that another one beats
//===----------------------------------------------------------------------===//

/// By how much row k of a table exceeds row l at most, where l is allowed.
static double excess(const Table &table, int k, int l) {
  const double *of = &table.costs[size_t(k) * table.columns];
  const double *over = &table.costs[size_t(l) * table.columns];
  double most = k == l ? 0 : -kInfinity;
  for (int d = 0; k != l && d < table.columns; ++d)
    if (std::isfinite(over[d]))
      most = std::max(most, of[d] - over[d]);
  return most;
}

Pruned Contraction::Impl::findPruned(const Node &node) {
  const Costs &cost = costs[node.costs];
  const int count = static_cast<int>(cost.size());
  struct Side {
    const Classes &classes;
    const Table &rows, &columns;     ///< the table, and its transpose
    std::vector<int> columnsOf = {}; ///< that suit rows best; -1: not known yet
    const double *best = nullptr;    ///< the one that suits a label best
  };
  std::vector<Side> sides;
  for (End end : node.ends) {
    const Table &rows = *tables[tableAt(end)];
    const Table &columns = *tables[tableAt(opposite(end))];
    sides.push_back({classes[classesAt(end)], rows, columns});
    sides.back().columnsOf.assign(rows.rows, -1);
  }
  // With the neighbours in the classes that suit a label best no label that costs more
  // there beats it.
  auto findBest = [&](int l) {
    for (Side &side : sides) {
      const int row = side.classes[l];
      int &d = side.columnsOf[row];
      const double *own = &side.rows.costs[size_t(row) * side.rows.columns];
      if (d < 0)
        d = int(std::min_element(own, own + side.rows.columns) - own);
      side.best = &side.columns.costs[size_t(d) * side.columns.columns];
    }
  };
  /// What a label costs there, or a part of it that is too much.
  auto costThere = [&](int k, double limit) {
    double sum = cost[k];
    for (const Side &side : sides) {
      if (isNonNegative && sum > limit)
        return sum;
      sum += side.best[side.classes[k]];
    }
    return sum;
  };
  auto beats = [&](int k, int l) {
    double sum = cost[k];
    for (const Side &side : sides)
      sum += excess(side.rows, side.classes[k], side.classes[l]);
    return sum <= cost[l];
  };
  std::vector<int> order(count); // cheap ones beat the most
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int k, int l) { return cost[k] < cost[l]; });
  std::vector<int> beatenBy(count, -1);
  for (int i = count; i-- > 0;) {
    const int l = order[i];
    findBest(l);
    const double there = costThere(l, kInfinity);
    for (int k : order) {
      if (isNonNegative && cost[k] > there)
        break; // nor do those that cost more themselves
      if (k == l || beatenBy[k] >= 0)
        continue;
      if (!std::isfinite(cost[l])
              ? std::isfinite(cost[k])
              : costThere(k, there) <= there && beats(k, l)) {
        beatenBy[l] = k;
        break;
      }
    }
  }
  Pruned result;
  result.standIn.assign(count, -1);
  for (int l = 0; l < count; ++l)
    if (beatenBy[l] < 0) {
      result.standIn[l] = static_cast<int>(result.kept.size());
      result.kept.push_back(l);
    }
  for (int l = 0; l < count; ++l) {
    int k = l;
    while (beatenBy[k] >= 0)
      k = beatenBy[k];
    result.standIn[l] = result.standIn[k];
  }
  return result;
}

void Contraction::Impl::prune(int index) {
  Node &node = nodes[index];
  node.isDirty = false;
  if (costs[node.costs].size() < 2)
    return;
  std::vector<int> key{node.costs};
  for (End end : node.ends) {
    key.push_back(tableAt(end));
    key.push_back(classesAt(end));
  }
  auto [it, isNew] = knownPrunings.try_emplace(std::move(key), -1);
  if (isNew) {
    Pruned pruned = findPruned(node);
    if (pruned.kept.size() < pruned.standIn.size()) {
      it->second = static_cast<int>(prunings.size());
      prunings.push_back(std::move(pruned));
    }
  }
  if (it->second >= 0)
    select(index, it->second);
}

/// Leaves a node the labels that a pruning keeps, and its edges' tables the
/// rows that these have.
void Contraction::Impl::select(int index, int pruning) {
  Node &node = nodes[index];
  const std::vector<int> kept = prunings[pruning].kept;
  steps.push_back({index, pruning});
  auto [sum, isNew] = knownSelections.try_emplace({node.costs, pruning}, 0);
  if (isNew) {
    Costs some;
    for (int l : kept)
      some.push_back(costs[node.costs][l]);
    sum->second = costs.add(std::move(some));
  }
  node.costs = sum->second;
  for (End end : node.ends) {
    int before = classesAt(end);
    int table = tableAt(end);
    auto [classesMade, isNewClasses] =
        knownClasses.try_emplace({before, table, pruning}, Selected());
    Selected &selected = classesMade->second;
    if (isNewClasses) {
      std::vector<int> numbers(tables[table]->rows, -1);
      Classes some;
      std::vector<int> rows; // old rows that stay
      for (int l : kept) {
        int &number = numbers[classes[before][l]];
        if (number < 0) {
          number = static_cast<int>(rows.size());
          rows.push_back(classes[before][l]);
        }
        some.push_back(number);
      }
      selected.classes = classes.add(std::move(some));
      selected.isAll = static_cast<int>(rows.size()) == tables[table]->rows &&
                       std::is_sorted(rows.begin(), rows.end());
      selected.rows = classes.add(std::move(rows));
    }
    classesAt(end) = selected.classes;
    if (selected.isAll)
      continue;
    auto [made, isNewTable] =
        knownTables.try_emplace({table, selected.rows}, -1);
    if (isNewTable) {
      const std::vector<int> &rows = classes[selected.rows];
      const Table &all = *tables[table];
      auto fewer = std::make_shared<Table>();
      fewer->rows = static_cast<int>(rows.size());
      fewer->columns = all.columns;
      for (int r : rows)
        fewer->costs.insert(fewer->costs.end(),
                            all.costs.begin() + size_t(r) * all.columns,
                            all.costs.begin() + size_t(r + 1) * all.columns);
      made->second = addTable(std::move(fewer));
    }
    links[end.edge].table = end.isA ? made->second : flip(made->second);
    nodes[otherOf(end)].isDirty = true;
  }
}

//===----------------------------------------------------------------------===//
// Nodes that leave
//===----------------------------------------------------------------------===//

/// Adds message[class of label] to the costs of a node.
void Contraction::Impl::addCosts(int index, int classesOf, int message) {
  Node &node = nodes[index];
  auto [it, isNew] = knownSums.try_emplace({node.costs, classesOf, message}, 0);
  if (isNew) {
    Costs sum = costs[node.costs];
    for (size_t l = 0; l < sum.size(); ++l)
      sum[l] += costs[message][classes[classesOf][l]];
    it->second = costs.add(std::move(sum));
  }
  node.costs = it->second;
  node.isDirty = true;
}

void Contraction::Impl::detach(End end) {
  End other = opposite(end);
  std::vector<End> &ends = nodes[otherOf(end)].ends;
  ends.erase(std::find_if(ends.begin(), ends.end(), [&](const End &e) {
    return e.edge == other.edge && e.isA == other.isA;
  }));
  nodes[otherOf(end)].isDirty = true;
}

/// The least cost of each class at one end.
static Costs leastByClass(const Costs &costs, const Classes &classes,
                          int count) {
  Costs least(count, kInfinity);
  for (size_t l = 0; l < costs.size(); ++l)
    least[classes[l]] = std::min(least[classes[l]], costs[l]);
  return least;
}

/// Takes a node out if its neighbours can say all that it does; its links stay
/// as they are for `expand`.
bool Contraction::Impl::remove(int index) {
  Node &node = nodes[index];
  const bool isOne = costs[node.costs].size() == 1;
  if (node.ends.size() > 2 && !isOne)
    return false;
  if (node.ends.size() == 2 && !isOne) {
    removeChain(index);
  } else if (node.ends.empty()) {
    const Costs &all = costs[node.costs];
    constant += *std::min_element(all.begin(), all.end());
  } else {
    for (size_t i = 0; i < node.ends.size(); ++i) {
      End end = node.ends[i];
      // The node's own costs go along the first edge.
      int own = i == 0 ? node.costs : -1;
      int table = tableAt(end), at = classesAt(end);
      auto [it, isNew] = knownMessages.try_emplace({own, table, at}, 0);
      if (isNew) {
        const Table &shape = *tables[table];
        Costs zero(classes[at].size(), 0.0);
        Costs least =
            leastByClass(own >= 0 ? costs[own] : zero, classes[at], shape.rows);
        Costs message(shape.columns, kInfinity);
        relax(shape.costs.data(), shape.columns, least.data(), shape.rows,
              message.data());
        it->second = costs.add(std::move(message));
      }
      addCosts(otherOf(end), classesAt(opposite(end)), it->second);
    }
  }
  for (End end : node.ends)
    detach(end);
  node.isAlive = false;
  steps.push_back({index, -1});
  return true;
}

/// a - n - b becomes a - b.
void Contraction::Impl::removeChain(int index) {
  Node &node = nodes[index];
  End toA = node.ends[0], toB = node.ends[1];
  if (otherOf(toA) > otherOf(toB))
    std::swap(toA, toB);
  int tableA = tableAt(opposite(toA)), tableB = tableAt(toB);
  std::vector<int> key{node.costs, tableA, classesAt(toA), tableB,
                       classesAt(toB)};
  auto [it, isNew] = knownChains.try_emplace(std::move(key), 0);
  if (isNew) {
    const Table &first = *tables[tableA], &second = *tables[tableB];
    const Costs &own = costs[node.costs];
    const Classes &left = classes[classesAt(toA)];
    const Classes &right = classes[classesAt(toB)];
    auto result = std::make_shared<Table>();
    result->rows = first.rows;
    result->columns = second.columns;
    result->costs.assign(size_t(first.rows) * second.columns, kInfinity);
    Costs least(second.rows);
    for (int r = 0; r < first.rows; ++r) {
      std::fill(least.begin(), least.end(), kInfinity);
      for (size_t l = 0; l < own.size(); ++l)
        least[right[l]] =
            std::min(least[right[l]], first.at(r, left[l]) + own[l]);
      relax(second.costs.data(), second.columns, least.data(), second.rows,
            &result->costs[size_t(r) * second.columns]);
    }
    it->second = addTable(std::move(result));
  }
  addLink({otherOf(toA), otherOf(toB), it->second, classesAt(opposite(toA)),
           classesAt(opposite(toB))});
}

/// Adds an edge, into the one that is there.
void Contraction::Impl::addLink(Link link) {
  assert(link.a < link.b && "ends in order");
  for (End end : nodes[link.a].ends) {
    if (otherOf(end) != link.b)
      continue;
    Link &old = links[end.edge];
    assert(end.isA && "ends in order");
    auto [it, isNew] =
        knownMerges.try_emplace({old.table, old.classesOfA, old.classesOfB,
                                 link.table, link.classesOfA, link.classesOfB},
                                Merged());
    if (isNew) {
      // A class for each pair of classes that some label has.
      auto pairs = [&](int first, int second,
                       std::vector<std::pair<int, int>> &found) {
        const Classes &x = classes[first], &y = classes[second];
        std::map<std::pair<int, int>, int> numbers;
        Classes both;
        for (size_t l = 0; l < x.size(); ++l) {
          auto [number, isNewPair] =
              numbers.try_emplace({x[l], y[l]}, static_cast<int>(found.size()));
          if (isNewPair)
            found.push_back({x[l], y[l]});
          both.push_back(number->second);
        }
        return classes.add(std::move(both));
      };
      std::vector<std::pair<int, int>> rows, columns;
      Merged merged;
      merged.classesOfA = pairs(old.classesOfA, link.classesOfA, rows);
      merged.classesOfB = pairs(old.classesOfB, link.classesOfB, columns);
      auto sum = std::make_shared<Table>();
      sum->rows = static_cast<int>(rows.size());
      sum->columns = static_cast<int>(columns.size());
      for (auto [r1, r2] : rows)
        for (auto [c1, c2] : columns)
          sum->costs.push_back(tables[old.table]->at(r1, c1) +
                               tables[link.table]->at(r2, c2));
      merged.table = addTable(std::move(sum));
      it->second = merged;
    }
    old = {link.a, link.b, it->second.table, it->second.classesOfA,
           it->second.classesOfB};
    nodes[link.a].isDirty = nodes[link.b].isDirty = true;
    return;
  }
  int number = static_cast<int>(links.size());
  links.push_back(link);
  nodes[link.a].ends.push_back({number, true});
  nodes[link.b].ends.push_back({number, false});
  nodes[link.a].isDirty = nodes[link.b].isDirty = true;
}

/// The best label of a node that left, given those of the neighbours it had.
int Contraction::Impl::bestLabel(int index,
                                 const std::vector<int> &labels) const {
  const Node &node = nodes[index];
  Costs sum = costs[node.costs];
  for (End end : node.ends) {
    const Table &table = *tables[links[end.edge].table];
    const Classes &own = classes[classesAt(end)];
    int fixed = classes[classesAt(opposite(end))][labels[otherOf(end)]];
    for (size_t l = 0; l < sum.size(); ++l)
      sum[l] += end.isA ? table.at(own[l], fixed) : table.at(fixed, own[l]);
  }
  return static_cast<int>(std::min_element(sum.begin(), sum.end()) -
                          sum.begin());
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void Contraction::Impl::contract() {
  const int count = static_cast<int>(nodes.size());
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (int i = 0; i < count; ++i)
      if (nodes[i].isAlive && nodes[i].isDirty)
        prune(i);
    for (int i = 0; i < count; ++i)
      if (nodes[i].isAlive)
        isChanged |= remove(i);
  }
}

void Contraction::Impl::buildCore() {
  std::vector<int> numbers(nodes.size(), -1);
  std::vector<char> isUsed(links.size(), false);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].isAlive)
      continue;
    numbers[i] = static_cast<int>(coreNodes.size());
    coreNodes.push_back(static_cast<int>(i));
    core.nodes.push_back(costs[nodes[i].costs]);
    for (End end : nodes[i].ends)
      isUsed[end.edge] = true;
  }
  for (size_t e = 0; e < links.size(); ++e)
    if (isUsed[e])
      core.edges.push_back({numbers[links[e].a], numbers[links[e].b],
                            classes[links[e].classesOfA],
                            classes[links[e].classesOfB],
                            tables[links[e].table]});
}

Contraction::Impl::Impl(const PairwiseProblem &problem)
    : nodes(problem.nodes.size()) {
  auto look = [&](const Costs &some) {
    isNonNegative &= *std::min_element(some.begin(), some.end()) >= 0;
  };
  for (size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].costs = costs.add(problem.nodes[i]);
    look(problem.nodes[i]);
  }
  for (const PairwiseProblem::Edge &edge : problem.edges) {
    auto [it, isNew] = tableNumbers.try_emplace(edge.table.get(), 0);
    if (isNew) {
      it->second = addTable(edge.table);
      look(edge.table->costs);
    }
    Link link{edge.a, edge.b, it->second, classes.add(edge.classOfA),
              classes.add(edge.classOfB)};
    if (link.a > link.b) {
      std::swap(link.a, link.b);
      std::swap(link.classesOfA, link.classesOfB);
      link.table = flip(link.table);
    }
    addLink(link);
  }
  contract();
  buildCore();
}

Contraction::Contraction(const PairwiseProblem &problem)
    : impl(new Impl(problem)) {}
Contraction::~Contraction() = default;

const PairwiseProblem &Contraction::core() const { return impl->core; }
double Contraction::constant() const { return impl->constant; }

std::vector<int> Contraction::project(const std::vector<int> &given) const {
  std::vector<int> labels = given;
  for (auto [node, pruning] : impl->steps)
    if (pruning >= 0)
      labels[node] = impl->prunings[pruning].standIn[labels[node]];
  std::vector<int> result;
  for (int node : impl->coreNodes)
    result.push_back(labels[node]);
  return result;
}

std::vector<int> Contraction::expand(const std::vector<int> &coreLabels) const {
  std::vector<int> labels(impl->nodes.size(), 0);
  for (size_t i = 0; i < coreLabels.size(); ++i)
    labels[impl->coreNodes[i]] = coreLabels[i];
  for (size_t i = impl->steps.size(); i-- > 0;) {
    auto [node, pruning] = impl->steps[i];
    labels[node] = pruning >= 0 ? impl->prunings[pruning].kept[labels[node]]
                                : impl->bestLabel(node, labels);
  }
  return labels;
}

} // namespace popt
