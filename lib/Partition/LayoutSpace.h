//===- LayoutSpace.h - Layouts as numbers, with the costs between them ----===//
//
// The strategy problem asks for the cost of a reshard very often, for few
// layouts. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_LAYOUTSPACE_H
#define POPT_LIB_PARTITION_LAYOUTSPACE_H

#include "popt/Reshard/Reshard.h"

#include <map>
#include <set>

namespace popt {

struct LayoutSet;

/// The layouts of tensors of one shape and element width: interned, with the
/// costs of moving between them.
class LayoutSpace {
public:
  explicit LayoutSpace(ReshardCosts &costs) : costs(costs) {}

  int intern(const Layout &layout);
  const Layout &layout(int id) const { return layouts[id]; }
  double cost(int from, int to);
  /// Sorts the set's layouts and shares the list with equal sets.
  void share(LayoutSet &set);

private:
  ReshardCosts &costs;
  std::vector<Layout> layouts;
  std::vector<int> numbers; ///< of the layouts, in `costs`
  std::map<std::vector<int64_t>, int> ids;
  std::vector<std::vector<double>> known; ///< [from][to]
  std::set<std::vector<int>> lists;       ///< of sets, sorted
};

/// The distinct layouts that the labels of a node give to one tensor.
struct LayoutSet {
  LayoutSpace *space = nullptr;
  std::vector<int> layouts; ///< ids in the space, as labels name them first
  std::vector<int> classOf; ///< label -> index into `layouts`
  /// The same layouts, ascending; one vector for all sets that have these.
  const std::vector<int> *sorted = nullptr;
  std::vector<int> sortedClassOf; ///< label -> index into `sorted`
};

} // namespace popt
#endif // POPT_LIB_PARTITION_LAYOUTSPACE_H
