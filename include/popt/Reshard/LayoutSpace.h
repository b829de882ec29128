//===- LayoutSpace.h - Layouts as numbers, with the costs between them ----===//
//
// The strategy problem asks for the cost of a reshard very often, for few
// layouts. ReshardPool keeps the answers from one pass, and from one program,
// to the next: they depend on mesh, machine, shape and element width alone.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RESHARD_LAYOUTSPACE_H
#define POPT_RESHARD_LAYOUTSPACE_H

#include "popt/Reshard/Reshard.h"

#include <map>
#include <memory>
#include <set>
#include <string>

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

/// Costs, plans and layout numbers of all tensors on one mesh and machine.
class ReshardBook {
public:
  ReshardBook(Mesh mesh, Machine machine)
      : mesh(std::move(mesh)), machine(std::move(machine)),
        cache(this->mesh, this->machine) {}
  ReshardBook(const ReshardBook &) = delete;

  const Mesh mesh;
  const Machine machine;

  ReshardCosts &costs(const std::vector<int64_t> &shape, int elementBits,
                      int partialBits = 0) {
    return cache.get(shape, elementBits, partialBits);
  }
  LayoutSpace &space(const std::vector<int64_t> &shape, int elementBits,
                     int partialBits = 0);
  size_t numTensors() const { return spaces.size(); }

  /// The book for values that differ along these axes in ways no layout says
  /// (inside of a manual region): no move is over one of them.
  ReshardBook &without(const AxisList &axes);
  /// The book of moves that share their messages with others, each of which pays
  /// this part of the latencies.
  ReshardBook &withLatency(double part);

private:
  ReshardCache cache;
  std::map<ReshardCosts *, LayoutSpace> spaces;
  std::map<std::vector<int>, std::unique_ptr<ReshardBook>> inner; ///< by axes
  std::map<double, std::unique_ptr<ReshardBook>> shared;          ///< by part
};

/// Books that several passes, or compilations one after the other, share. Not
/// thread-safe.
class ReshardPool {
public:
  /// The book of a mesh and a machine in the words of Machine::wordsOf; null
  /// and `error` if there is no such machine.
  std::shared_ptr<ReshardBook>
  open(const Mesh &mesh, const std::string &machine, std::string &error);

private:
  struct Entry {
    std::string machine;
    std::shared_ptr<ReshardBook> book;
  };
  /// The last used first; those that were not used for long are dropped.
  std::vector<Entry> entries;
};

} // namespace popt
#endif // POPT_RESHARD_LAYOUTSPACE_H
