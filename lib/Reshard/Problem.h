//===- Problem.h - Two layouts as a search problem ------------------------===//
//
// Both functions take layouts that are closed and without axes of size 1, and
// that agree in pins, memory, and terms over pinned axes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_PROBLEM_H
#define POPT_LIB_RESHARD_PROBLEM_H

#include "Space.h"

namespace popt::reshard {

struct Problem {
  SpaceSpec spec;
  bool solvable = true; ///< false: too many axes even with some kept in place
};

Problem makeProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                    const Layout &from, const Layout &to);

/// A plan made step by step, each the cheapest at first sight: correct, not
/// least. For problems that are not solvable, and where there are too many.
ReshardPlan planWithoutSearch(const Mesh &mesh, const Machine &machine,
                              const std::vector<int64_t> &shape,
                              int elementBits, int partialBits,
                              const Layout &from, const Layout &to);

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_PROBLEM_H
