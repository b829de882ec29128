//===- Problem.h - Two layouts as a search problem ------------------------===//
//
// Both functions take layouts that are closed and without axes of size 1, and
// that agree in pins, memory, and in being partial over pinned axes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_PROBLEM_H
#define POPT_LIB_RESHARD_PROBLEM_H

#include "Space.h"

namespace popt::reshard {

/// A layout as the search sees it: closed, simplified, without axes of size 1.
Layout normalized(const Mesh &mesh, const Layout &layout);

/// Two layouts as a search: the atoms of a mesh that can move.
struct Problem {
  SpaceSpec spec;
  bool solvable = true; ///< false: too many axes even with some kept in place
  bool isCut = false;   ///< by more than what the layouts say
};

/// The layouts that `maxAtoms` atoms can express.
Problem makeProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                    const Layout &from, const Layout &to);

/// True if some dim loses axes and gets others: only a permute replaces major
/// axes by others while they split the dim.
bool replacesAxes(const Mesh &mesh, const Layout &from, const Layout &to);

/// For a directed search: `mostAtoms` atoms. If some dim loses axes and gets
/// others, axes are also cut at the common divisors of their sizes, so that
/// parts of equal size can be exchanged.
Problem makeFinerProblem(const Mesh &mesh, const std::vector<int64_t> &shape,
                         const Layout &from, const Layout &to);

/// True if two parts cannot be used at once: they share a digit, or their
/// digits cannot be cut apart (of 6: major 2 and minor 2).
bool exclude(const AxisList &a, const AxisList &b);

/// The axes that may stay where they are on the way from one split of a dim to
/// another: both begin with them, and both cut each of their blocks into
/// blocks of its own (6 over "x"=4 is 2,2,2,0: no cut of the 3,3 over half of
/// "x").
AxisList keptPrefix(const Mesh &mesh, const DimLayout &from,
                    const DimLayout &to, int64_t extent);

/// A plan made step by step, each the cheapest at first sight: correct, not
/// least. For problems that are not solvable, and where there are too many.
ReshardPlan planWithoutSearch(const Mesh &mesh, const Machine &machine,
                              const std::vector<int64_t> &shape,
                              int elementBits, int partialBits,
                              const Layout &from, const Layout &to);

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_PROBLEM_H
