//===- Mps.h - A pairwise problem as an integer program -------------------===//
//
// For checks by other solvers. A label is a variable of 0 or 1, of which each node has
// one; a pair of classes of an edge is a variable from 0 on whose rows and columns sum
// to the labels that have them, so that it is 0 or 1 wherever labels are. Pairs and
// labels of infinite cost have no variables.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SEARCH_MPS_H
#define POPT_SEARCH_MPS_H

#include "popt/Search/Pairwise.h"

#include <ostream>

namespace popt {

/// Writes the problem as free MPS, minimised; `comment` is said in its first lines.
void writeMps(const PairwiseProblem &problem, const std::string &comment,
              std::ostream &os);

} // namespace popt
#endif // POPT_SEARCH_MPS_H
