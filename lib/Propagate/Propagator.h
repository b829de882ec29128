//===- Propagator.h - Rounds of propagation -------------------------------===//
#ifndef POPT_LIB_PROPAGATE_PROPAGATOR_H
#define POPT_LIB_PROPAGATE_PROPAGATOR_H

#include "Graph.h"

namespace popt {

/// Which strategies run, and in which order.
struct PropagationOptions {
  bool basic = true;
  bool aggressive = true;
  bool byOperation = true;
};

/// Spreads shardings through a graph until nothing changes.
class Propagator {
public:
  Propagator(Graph &graph, PropagationOptions options)
      : graph(graph), options(options), isQueued(graph.nodes.size()) {}

  /// Runs all rounds.
  void run();

private:
  enum Strategy : unsigned { Basic = 0, Aggressive = 1 };

  void shareGroups();
  void runPriority();
  void runRound(unsigned round);
  void runStrategy(Strategy strategy, unsigned round);
  void visit(unsigned index, Strategy strategy, unsigned round);
  void visitResults(Strategy strategy);
  bool apply(const FactorRule &rule, llvm::ArrayRef<unsigned> cells,
             unsigned numOperands, bool isElementwise, Strategy strategy,
             llvm::ArrayRef<Direction> directions, const ManualView *manual,
             llvm::function_ref<void(unsigned)> onChange);
  void wake(unsigned cell, unsigned except);
  llvm::SmallVector<unsigned> shareWithGroup(unsigned cell);

  Graph &graph;
  PropagationOptions options;
  std::vector<unsigned> stack;
  std::vector<char> isQueued;
  uint64_t clock = 1;
};

} // namespace popt
#endif // POPT_LIB_PROPAGATE_PROPAGATOR_H
