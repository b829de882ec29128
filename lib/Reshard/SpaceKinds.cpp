// The facts of a space on which costs depend, so that spaces and layouts that
// differ in nothing else share answers; and bounds that direct a search. Test:
// test/unit/Reshard.

#include "Space.h"

#include <algorithm>
#include <limits>

namespace popt::reshard {

//===----------------------------------------------------------------------===//
// What costs depend on
//===----------------------------------------------------------------------===//

std::vector<int64_t> Space::evenKind() const {
  if (!std::all_of(isEvenDim.begin(), isEvenDim.end(),
                   [](bool isEven) { return isEven; }))
    return {};
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  std::vector<int64_t> kind{elements, elementBits, partialBits,
                            static_cast<int64_t>(spec.dims.size())};
  // The spec, except which dims they are.
  SpaceSpec names = spec;
  for (size_t v = 0; v < names.dims.size(); ++v)
    names.dims[v].dim = static_cast<int>(v);
  std::vector<int64_t> rest = names.key();
  kind.insert(kind.end(), rest.begin(), rest.end());
  return kind;
}

std::vector<int64_t> Space::atomKind(int atom) const {
  const Group &group = groups[size_t(1) << atom];
  // Atoms that exclude others, or that may be pinned, are one of a kind.
  bool isAlone = group.conflicts != 0;
  for (const PinnedAxis &axis : spec.pinned)
    isAlone |= (axis.atoms >> atom & 1) != 0;
  std::vector<int64_t> kind{group.devices, group.steps, group.level,
                            spec.creatable >> atom & 1, isAlone ? atom : -1};
  kind.insert(kind.end(), group.members.begin(), group.members.end());
  return kind;
}

std::vector<int64_t> Space::dimKind(int v) const {
  // The granules of one dimension know each other.
  bool isAlone = true;
  for (size_t w = 0; w < spec.dims.size(); ++w)
    isAlone &= static_cast<int>(w) == v || spec.dims[w].dim != spec.dims[v].dim;
  if (!isAlone || !spec.dims[v].base.empty())
    return {0, v};
  if (isEvenDim[v])
    return {1};
  return {2, shape[spec.dims[v].dim], spec.dims[v].granule};
}

std::vector<uint16_t> Space::renameLists(const std::vector<int> &names) const {
  std::vector<uint16_t> renamed(lists.size(), 0);
  for (size_t l = 1; l < lists.size(); ++l)
    renamed[l] = children[renamed[lists[l].prefix] * numAtoms +
                          names[lists[l].atoms.back()]];
  return renamed;
}

int64_t Space::steps(const State &state) const {
  return baseSteps * groups[used(state)].steps;
}

std::array<int64_t, mostAtoms> Space::places(const State &state) const {
  std::array<int64_t, mostAtoms> place{};
  for (int a = 0; a < numAtoms; ++a)
    place[a] = state.partial >> a & 1 ? -1 : 0;
  for (size_t v = 0; v < spec.dims.size(); ++v) {
    int64_t stride = 1;
    const std::vector<uint8_t> &atoms = lists[state.lists[v]].atoms;
    for (size_t i = atoms.size(); i-- > 0;) {
      place[atoms[i]] = stride * maxDims + spec.dims[v].dim + 1;
      stride *= product(spec.atoms[atoms[i]]);
    }
  }
  return place;
}

//===----------------------------------------------------------------------===//
// What directs a search
//===----------------------------------------------------------------------===//

uint64_t Space::levels() const {
  uint64_t levels = 0;
  for (int a = 0; a < numAtoms; ++a)
    levels |= uint64_t(1) << std::clamp(groups[size_t(1) << a].level, 0, 63);
  return levels;
}

std::vector<int64_t> Space::permuteClass(int number, int level) const {
  const State &state = states[number];
  // Where an axis is cut in two ways, layouts have several nodes.
  if (hasTwoCuts)
    return {number, level};
  const uint32_t pinned = pinnedAtoms(state);
  const Group &partials = groups[state.partial & ~pinned];
  std::vector<int64_t> key{level, partials.devices * partials.steps,
                           state.second, state.pins, state.partial & pinned};
  for (const RealDim &real : realDims) {
    int split = real.virtuals[0];
    for (int v : real.virtuals)
      if (state.lists[v])
        split = v;
    key.push_back(inDim[split][state.lists[split]].blocks);
  }
  // Atoms that stay in place.
  std::array<int64_t, mostAtoms> place = places(state);
  for (int a = 0; a < numAtoms; ++a)
    if (haveTime(1u << a) || groups[size_t(1) << a].level > level)
      key.push_back(place[a]);
  return key;
}

bool Space::canBeDisjoint(const State &state, const State &target) const {
  for (size_t v = 0; v < spec.dims.size(); ++v) {
    const std::vector<uint8_t> &x = lists[state.lists[v]].atoms;
    const std::vector<uint8_t> &y = lists[target.lists[v]].atoms;
    auto [i, j] = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
    if (i != x.end() && j != y.end())
      return true;
  }
  return false;
}

double Space::leastSeconds(int from, int to) const {
  const State &state = states[from], &target = states[to];
  // The value may become partial, may be pinned away, and time steps cost
  // otherwise.
  if (state == target || target.partial || spec.pinned.size() ||
      haveTime(static_cast<uint32_t>(groups.size() - 1)) || baseSteps > 1)
    return 0;
  bool allEven = !hasTwoCuts;
  for (bool isEven : isEvenDim)
    allEven &= isEven;
  int64_t block = otherElements, common = otherElements;
  for (const RealDim &real : realDims) {
    int64_t before = std::numeric_limits<int64_t>::max(), after = before;
    for (int v : real.virtuals) {
      before = std::min(before, inDim[v][state.lists[v]].extent);
      after = std::min(after, inDim[v][target.lists[v]].extent);
    }
    block *= after;
    common *= std::min(before, after);
  }
  // The first coordinate has the largest block everywhere; where blocks are
  // equal, some coordinate has the first in one dim and needs another.
  if (state.partial || (allEven && canBeDisjoint(state, target)))
    common = 0;
  int64_t bits = (block - common) * elementBits;
  // Of one element over two coordinates a reduce-scatter counts half.
  if (state.partial && !allEven)
    bits /= 2;
  if (bits == 0)
    return 0;
  double latency = std::numeric_limits<double>::infinity(), speed = 0;
  for (int a = 0; a < numAtoms; ++a) {
    const Group &group = groups[size_t(1) << a];
    const int last = static_cast<int>(machine.links.size()) - 1;
    const int level = std::clamp(group.level, 0, last);
    // Other algorithms than rings use faster links, too, at the same time.
    double together = 0;
    for (int l = group.members.empty() ? level : 0; l <= level; ++l) {
      const LinkLevel &link = machine.links[l];
      latency = std::min(latency, link.leastLatency());
      together += link.mostBytesPerSecond();
    }
    speed = std::max(speed, together);
  }
  // Sums of rounded costs are exact; this bound need not be.
  return (latency + static_cast<double>(bits) / 8 / speed) * (1 - 1e-9);
}

} // namespace popt::reshard
