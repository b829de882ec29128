//===- LayoutSpace.cpp - Layouts as numbers, with the costs between them --===//
//
// Interns layouts and remembers answers. Tested by
// test/unit/Reshard/PoolTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reshard/LayoutSpace.h"

#include <algorithm>

namespace popt {

/// Marks a cost that was not asked for yet.
static constexpr double kUnknown = -1;

static std::vector<int64_t> keyOf(const Layout &layout) {
  std::vector<int64_t> key;
  auto addAxes = [&](const AxisList &axes) {
    key.push_back(static_cast<int64_t>(axes.size()));
    for (const AxisRef &axis : axes) {
      key.push_back(axis.axis);
      key.push_back(axis.pre);
      key.push_back(axis.size);
    }
  };
  for (const DimLayout &dim : layout.dims) {
    addAxes(dim.axes);
    key.push_back(dim.granule);
  }
  key.push_back(layout.partial.empty() ? -1
                                       : static_cast<int64_t>(layout.monoid));
  addAxes(layout.partial);
  for (const Pin &pin : layout.pins) {
    key.push_back(-2 - pin.axis);
    key.insert(key.end(), pin.coordinates.begin(), pin.coordinates.end());
  }
  key.push_back(static_cast<int64_t>(layout.memory));
  return key;
}

int LayoutSpace::intern(const Layout &layout) {
  auto [it, isNew] =
      ids.try_emplace(keyOf(layout), static_cast<int>(layouts.size()));
  if (isNew) {
    layouts.push_back(layout);
    numbers.push_back(costs.number(layout));
  }
  return it->second;
}

double LayoutSpace::cost(int from, int to) {
  if (from == to)
    return 0;
  if (known.size() <= static_cast<size_t>(from))
    known.resize(layouts.size());
  std::vector<double> &row = known[from];
  if (row.size() <= static_cast<size_t>(to))
    row.resize(layouts.size(), kUnknown);
  if (row[to] == kUnknown)
    row[to] = costs.seconds(numbers[from], numbers[to]);
  return row[to];
}

void LayoutSpace::share(LayoutSet &set) {
  std::vector<int> sorted = set.layouts;
  std::sort(sorted.begin(), sorted.end());
  set.sorted = &*lists.insert(std::move(sorted)).first;
  for (int index : set.classOf)
    set.sortedClassOf.push_back(static_cast<int>(
        std::lower_bound(set.sorted->begin(), set.sorted->end(),
                         set.layouts[index]) -
        set.sorted->begin()));
}

ReshardBook &ReshardBook::without(const AxisList &axes) {
  if (axes.empty())
    return *this;
  // Different devices each with their own value: the search leaves such axes
  // alone.
  Mesh own = mesh;
  std::set<int> numbers;
  for (const AxisRef &ref : axes) {
    own.axes[ref.axis].kind = AxisKind::Stage;
    numbers.insert(ref.axis);
  }
  std::unique_ptr<ReshardBook> &book =
      inner[std::vector<int>(numbers.begin(), numbers.end())];
  if (!book)
    book = std::make_unique<ReshardBook>(std::move(own), machine);
  return *book;
}

ReshardBook &ReshardBook::withLatency(double part) {
  if (part == 1)
    return *this;
  std::unique_ptr<ReshardBook> &book = shared[part];
  if (!book) {
    Machine own = machine;
    for (LinkLevel &link : own.links) {
      link.latencySeconds *= part;
      link.switchLatencySeconds *= part;
    }
    book = std::make_unique<ReshardBook>(mesh, std::move(own));
  }
  return *book;
}

LayoutSpace &ReshardBook::space(const std::vector<int64_t> &shape,
                                int elementBits, int partialBits) {
  ReshardCosts &tensor = costs(shape, elementBits, partialBits);
  return spaces.try_emplace(&tensor, tensor).first->second;
}

/// True for meshes that differ in names at most: no cost depends on them.
static bool areAlike(const Mesh &a, const Mesh &b) {
  return a.deviceIds == b.deviceIds &&
         std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const MeshAxis &x, const MeshAxis &y) {
                      return x.size == y.size && x.kind == y.kind;
                    });
}

std::shared_ptr<ReshardBook> ReshardPool::open(const Mesh &mesh,
                                               const std::string &machine,
                                               std::string &error) {
  constexpr size_t mostBooks = 12, mostTensors = 400;
  auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) {
        return entry.machine == machine && areAlike(entry.book->mesh, mesh);
      });
  if (found != entries.end()) {
    if (found->book->numTensors() <= mostTensors) {
      std::rotate(entries.begin(), found, found + 1);
      return entries.front().book;
    }
    entries.erase(found);
  }
  std::optional<Machine> known = Machine::fromWords(machine, error);
  if (!known)
    return nullptr;
  auto book = std::make_shared<ReshardBook>(mesh, std::move(*known));
  entries.insert(entries.begin(), {machine, book});
  if (entries.size() > mostBooks)
    entries.pop_back();
  return book;
}

} // namespace popt
