//===- Pairwise.h - Choose one label per node, pay per node and per edge --===//
//
// The discrete problem of choosing strategies: every node takes one label; the
// cost is a sum over nodes and over edges, where an edge looks at the *class*
// of the labels at its ends (many strategies of an operation leave an operand
// in the same layout). Problem, solver and check are apart: `check` before,
// `evaluate` after, and the solver returns a lower bound beside its answer.
//
// Method: dominated labels and nodes with few neighbours are eliminated,
// exactly (lib/Search/Contract.h). On the remaining core it runs sequential
// tree-reweighted message passing (TRW-S; Kolmogorov, IEEE PAMI 28(10), 2006),
// whose bound equals that of the linear-programming relaxation at its fixed
// points, then iterated conditional modes from the decoded labels and from the
// caller's starts. Where a gap to the bound remains, the labels of whole
// induced forests are chosen anew, exactly, with the rest fixed.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SEARCH_PAIRWISE_H
#define POPT_SEARCH_PAIRWISE_H

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace popt {

/// Nodes that take one label each, with costs per label and per pair.
struct PairwiseProblem {
  /// Costs between the classes of two nodes, row-major rows x columns;
  /// infinite where a pair is not allowed.
  struct Table {
    int rows = 0, columns = 0;
    std::vector<double> costs;
    double at(int r, int c) const { return costs[size_t(r) * columns + c]; }
  };
  /// Costs between two nodes.
  struct Edge {
    int a = 0, b = 0;
    std::vector<int> classOfA, classOfB; ///< label -> row, label -> column
    std::shared_ptr<const Table> table;  ///< shared between equal edges
  };

  std::vector<std::vector<double>> nodes; ///< cost per label; may be infinite
  std::vector<Edge> edges;

  /// Empty if well formed: every node has a label of finite cost, edges name
  /// existing, different nodes and classes inside their table.
  std::string check() const;
  double evaluate(const std::vector<int> &labels) const;
};

/// How long the solver tries.
struct PairwiseOptions {
  int maxIterations = 60;
  /// Stops when (cost - bound) <= gap * cost.
  double gap = 1e-9;
  /// After looking at n times as many entries of tables, n times the gap is
  /// enough: the remaining gain is worth less and less of the time that it
  /// takes.
  double entriesPerGap = std::numeric_limits<double>::infinity();
  /// Stops after five rounds in which neither cost nor bound improve by this
  /// fraction.
  double stall = 1e-12;
  /// Where then (cost - bound) > wideGap * cost, goes on until that is so of a
  /// hundredth of the fraction: answers come in jumps, and between two the
  /// bound only creeps.
  double wideGap = std::numeric_limits<double>::infinity();
  /// Most rounds in which all labels of an induced forest are chosen anew.
  int maxForests = 40;
  /// Labellings to start from as well. The answer is never worse than any.
  std::vector<std::vector<int>> starts;
};

/// An answer, and a lower bound of all answers.
struct PairwiseSolution {
  std::vector<int> labels;
  double cost = std::numeric_limits<double>::infinity();
  double bound = -std::numeric_limits<double>::infinity();
  int iterations = 0;
};

/// The best labelling found and a lower bound of the optimum. Deterministic.
/// `problem` must pass `check`. The cost is infinite if no labelling without a
/// forbidden pair was found.
PairwiseSolution solve(const PairwiseProblem &problem,
                       const PairwiseOptions &options = {});

} // namespace popt
#endif // POPT_SEARCH_PAIRWISE_H
