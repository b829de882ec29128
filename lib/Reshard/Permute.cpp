// Sources and targets of a Permute step. Layouts before and after consist of
// the same blocks and partial values; a rank receives from one that holds its
// new block, from itself where possible, and always from one that agrees with
// it on the digits whose role does not change, so that the traffic stays within
// the axes that move. Test: test/unit/Reshard/ExecuteTest.cpp.

#include "popt/Reshard/Reshard.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace popt {

/// The parts of the mesh's axes that both layouts can be written in. Axes that
/// the two cut in ways that do not refine each other are left out.
static AxisList commonParts(const Mesh &mesh, const Layout &a,
                            const Layout &b) {
  AxisList parts;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    std::vector<int64_t> points{1, mesh.axes[axis].size};
    auto visit = [&](const AxisList &axes) {
      for (const AxisRef &ref : axes)
        if (ref.axis == static_cast<int>(axis))
          points.insert(points.end(), {ref.pre, ref.end()});
    };
    for (const Layout *layout : {&a, &b}) {
      visit(layout->partial);
      for (const DimLayout &dim : layout->dims)
        visit(dim.axes);
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    bool fits = true;
    for (size_t i = 1; i < points.size(); ++i)
      fits &= points[i] % points[i - 1] == 0;
    for (size_t i = 1; fits && i < points.size(); ++i)
      parts.push_back(
          {static_cast<int>(axis), points[i - 1], points[i] / points[i - 1]});
  }
  return parts;
}

/// The role of a part in a layout: (dim, stride of its digit in the number of
/// the block), (-1, 0) if it numbers partial values, (-2, 0) if it holds
/// copies.
static std::pair<int64_t, int64_t> roleOf(const Layout &layout,
                                          const AxisRef &part) {
  for (size_t d = 0; d < layout.dims.size(); ++d) {
    int64_t stride = 1;
    const AxisList &axes = layout.dims[d].axes;
    for (size_t i = axes.size(); i-- > 0; stride *= axes[i].size)
      if (axes[i].overlaps(part))
        return {static_cast<int64_t>(d), stride * (axes[i].end() / part.end())};
  }
  return {overlaps(layout.partial, {part}) ? -1 : -2, 0};
}

namespace {
/// Numbers what ranks hold in a layout, so that ranks hold the same under equal
/// numbers: the blocks, the partial value among those that move, and the digits
/// that stay.
class Holdings {
public:
  Holdings(const Mesh &mesh, const std::vector<int64_t> &shape,
           const AxisList &stay)
      : mesh(mesh), shape(shape), stay(stay), blocks(shape.size()),
        most(shape.size(), 0) {}

  /// One of the layouts, ready to be asked for many ranks.
  struct Side {
    const Layout &layout;
    AxisList partial; ///< those that move
    /// By dim, of each block by its number along the dim's axes; -1: not yet.
    std::vector<std::vector<int64_t>> ids;
  };
  Side side(const Layout &layout) {
    Side side{layout, removeOverlapping(mesh, layout.partial, stay), {}};
    mostPartial = std::max(mostPartial, product(side.partial));
    for (size_t d = 0; d < shape.size(); ++d) {
      side.ids.emplace_back(product(layout.dims[d].axes), -1);
      most[d] += product(layout.dims[d].axes);
    }
    return side;
  }

  /// Once all sides are known. Below the product of what axes number, twice, and
  /// of two for each dim that is split.
  int64_t numberOf(Side &side, const std::vector<int64_t> &coords) {
    int64_t number = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      number = number * most[d] + blockOf(side, d, coords);
    number = number * mostPartial + digits(side.partial, coords);
    return number * product(stay) + digits(stay, coords);
  }

private:
  int64_t digits(const AxisList &axes, const std::vector<int64_t> &coords) {
    int64_t number = 0;
    for (const AxisRef &ref : axes)
      number = number * ref.size + mesh.coordinate(ref, coords);
    return number;
  }
  /// Equal for equal blocks of both sides: two uneven splits may share some.
  int64_t blockOf(Side &side, size_t d, const std::vector<int64_t> &coords) {
    const DimLayout &dim = side.layout.dims[d];
    int64_t &id = side.ids[d][digits(dim.axes, coords)];
    if (id < 0) {
      DimBlock block = blockAt(mesh, dim, shape[d], coords);
      id = blocks[d]
               .try_emplace({block.begin, block.extent}, blocks[d].size())
               .first->second;
    }
    return id;
  }

  const Mesh &mesh;
  const std::vector<int64_t> &shape;
  const AxisList &stay;
  std::vector<std::map<std::pair<int64_t, int64_t>, int64_t>>
      blocks;                ///< by dim
  std::vector<int64_t> most; ///< of them, as layouts split the dim
  int64_t mostPartial = 1;
};
} // namespace

std::vector<int64_t> permuteSources(const Mesh &mesh,
                                    const std::vector<int64_t> &shape,
                                    const Layout &before, const Layout &after) {
  AxisList stay;
  for (const AxisRef &part : commonParts(mesh, before, after)) {
    if (roleOf(before, part) == roleOf(after, part))
      stay.push_back(part);
  }
  Holdings holdings(mesh, shape, stay);
  Holdings::Side had = holdings.side(before), wanted = holdings.side(after);

  int64_t ranks = mesh.numRanks();
  std::vector<int64_t> sources(ranks, -1);
  std::vector<std::pair<int64_t, int64_t>> senders, receivers; // what, rank
  for (int64_t rank = 0; rank < ranks; ++rank) {
    std::vector<int64_t> coords = mesh.coordinates(rank);
    int64_t has = holdings.numberOf(had, coords);
    int64_t wants = holdings.numberOf(wanted, coords);
    if (has == wants) {
      sources[rank] = rank;
      continue;
    }
    senders.push_back({has, rank});
    receivers.push_back({wants, rank});
  }
  // Of those that hold the same, the first sends to the first that wants it.
  std::sort(senders.begin(), senders.end());
  std::sort(receivers.begin(), receivers.end());
  for (size_t i = 0; i < senders.size(); ++i) {
    assert(senders[i].first == receivers[i].first &&
           "the layouts hold different blocks");
    sources[receivers[i].second] = senders[i].second;
  }
  return sources;
}

//===----------------------------------------------------------------------===//
// Pins
//===----------------------------------------------------------------------===//

/// True if a value in this layout exists at these coordinates.
static bool existsAt(const Layout &layout, const std::vector<int64_t> &coords) {
  return std::all_of(
      layout.pins.begin(), layout.pins.end(), [&](const Pin &pin) {
        return std::binary_search(pin.coordinates.begin(),
                                  pin.coordinates.end(), coords[pin.axis]);
      });
}

std::vector<std::pair<int64_t, int64_t>>
sendPairs(const Mesh &mesh, const Layout &before, const Layout &after) {
  AxisList moving;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    auto pinned = [&](const Layout &layout) {
      const Pin *pin = layout.findPin(static_cast<int>(axis));
      return pin ? pin->coordinates : std::vector<int64_t>();
    };
    if (pinned(before) != pinned(after))
      moving.push_back(mesh.ref(static_cast<int>(axis)));
  }
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (const std::vector<int64_t> &group : mesh.groups(moving)) {
    std::vector<int64_t> sources, targets;
    for (int64_t rank : group) {
      std::vector<int64_t> coords = mesh.coordinates(rank);
      // Other pinned axes do not move: those ranks need no message.
      bool had = existsAt(before, coords), gets = existsAt(after, coords);
      if (had && gets)
        pairs.push_back({rank, rank});
      else if (had)
        sources.push_back(rank);
      else if (gets)
        targets.push_back(rank);
    }
    assert(targets.size() <= sources.size() && "a sender for each");
    for (size_t i = 0; i < targets.size(); ++i)
      pairs.push_back({sources[i], targets[i]});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](auto &a, auto &b) { return a.second < b.second; });
  return pairs;
}

std::vector<int64_t> keptPartials(const Mesh &mesh, const AxisList &axes,
                                  const Layout &before) {
  if (before.pins.empty())
    return {0};
  std::vector<int64_t> kept;
  for (int64_t member = 0; member < product(axes); ++member) {
    bool isKept = true;
    int64_t rest = member;
    for (size_t i = axes.size(); i-- > 0; rest /= axes[i].size) {
      const int64_t digit = rest % axes[i].size;
      const Pin *pin = nullptr;
      for (const Pin &some : before.pins)
        if (some.axis == axes[i].axis)
          pin = &some;
      if (!pin)
        isKept &= digit == 0;
      else if (overlaps(before.partial, {axes[i]}))
        isKept &= std::binary_search(pin->coordinates.begin(),
                                     pin->coordinates.end(), digit);
      else
        isKept &= digit == pin->coordinates.front();
    }
    if (isKept)
      kept.push_back(member);
  }
  return kept;
}

} // namespace popt
