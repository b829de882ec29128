//===- Contract.h - A pairwise problem made smaller, exactly --------------===//
//
// Most of a strategy problem decides itself: a label may be worse than another
// whatever the neighbours choose, and a node with at most two neighbours can be
// replaced by its least cost for them. The rest is the *core*, in which every
// node has three neighbours or more. Its optimum, and for every labelling of it
// the best labels of all other nodes, are those of the whole problem.
//
//   prune    label l goes if some label k satisfies
//              cost(k) + sum over edges of max over d (T(k, d) - T(l, d))
//                <= cost(l)
//   one      a node with one label adds its rows to its neighbours' costs
//   leaf     T(a, .) of the only edge: min over l (cost(l) + T(l, .)) is added
//   chain    a - n - b becomes one table: min over l (T(., l) + cost(l) +
//            T(l, .)); a second edge between a and b is added to the first
//
// Equal costs, tables and classes have equal numbers, and every step is
// remembered under the numbers of what it starts from: of 96 equal layers one
// is contracted, the others look up the result.
//
// Private to lib/Search. Tested by test/unit/Search/ContractTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_SEARCH_CONTRACT_H
#define POPT_LIB_SEARCH_CONTRACT_H

#include "popt/Search/Pairwise.h"

namespace popt {

/// to[d] = min(to[d], from[r] + rows[r][d]) over `count` rows of so many columns; what
/// is infinite in `from` leads nowhere.
void relax(const double *__restrict rows, int columns,
           const double *__restrict from, int count, double *__restrict to);

/// A smaller problem, and the way back from its answer.
class Contraction {
public:
  /// `problem` must pass `check` and outlive this.
  explicit Contraction(const PairwiseProblem &problem);
  ~Contraction();

  const PairwiseProblem &core() const;
  /// The cost of every labelling besides its cost in the core.
  double constant() const;
  /// A labelling of the core that is at least as good as this one.
  std::vector<int> project(const std::vector<int> &labels) const;
  /// The best labelling of all nodes, given that of the core.
  std::vector<int> expand(const std::vector<int> &coreLabels) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace popt
#endif // POPT_LIB_SEARCH_CONTRACT_H
