//===- DirectedSearch.h - The cheapest way to one layout ------------------===//
//
// Where axes are cut into many atoms there are too many layouts to explore from
// a source in all directions: 11,743 for six atoms on two dims. A search for
// one target sees few of them (A*):
//
// - It knows a plan already. The part of their blocks that coordinates still
//   lack bounds from below the cost of any path from a layout. Layouts from
//   which that is too much are never expanded, and if the known plan meets the
//   bound there is nothing to search.
// - A permute costs the same between any two layouts of the same blocks. It is
//   tried from the first layout that is reached of such a class, which is the
//   cheapest, and from no other: as many edges as layouts, not as many as
//   pairs.
//
// Tests: test/unit/Reshard.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_DIRECTEDSEARCH_H
#define POPT_LIB_RESHARD_DIRECTEDSEARCH_H

#include "Space.h"

namespace popt::reshard {

/// The result of a directed search.
struct DirectedPath {
  /// Nodes and the moves from them, from the source on; empty if no way costs
  /// less than the bound.
  std::vector<std::pair<int, Edge>> moves;
  /// False if the search was given up: something cheaper may exist.
  bool complete = true;
};

/// The cheapest way from one node to another, if it takes less than `bound`
/// seconds.
DirectedPath searchBetween(Space &space, int source, int target, double bound);

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_DIRECTEDSEARCH_H
