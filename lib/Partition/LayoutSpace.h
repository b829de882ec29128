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

namespace popt {

/// The layouts of tensors of one shape and element width: interned, with the
/// costs of moving between them.
class LayoutSpace {
public:
  explicit LayoutSpace(ReshardCosts &costs) : costs(costs) {}

  int intern(const Layout &layout);
  const Layout &layout(int id) const { return layouts[id]; }
  double cost(int from, int to);

private:
  ReshardCosts &costs;
  std::vector<Layout> layouts;
  std::map<std::vector<int64_t>, int> ids;
  std::vector<std::vector<double>> known; ///< [from][to]
};

/// The distinct layouts that the labels of a node give to one tensor.
struct LayoutSet {
  LayoutSpace *space = nullptr;
  std::vector<int> layouts; ///< ids in the space
  std::vector<int> classOf; ///< label -> index into `layouts`
};

} // namespace popt
#endif // POPT_LIB_PARTITION_LAYOUTSPACE_H
