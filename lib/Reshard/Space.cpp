// The graph of the reshard search: which layouts a tensor can have on the atoms
// of a mesh, and every move from each. See Reshard.h for the moves and Space.h
// for the coding. Test: test/unit/Reshard.

#include "Space.h"

#include "Problem.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

namespace popt::reshard {

static void addTo(std::vector<int64_t> &key, const AxisList &axes) {
  key.push_back(static_cast<int64_t>(axes.size()));
  for (const AxisRef &ref : axes)
    key.insert(key.end(), {ref.axis, ref.pre, ref.size});
}

static std::vector<int64_t> keyOf(const std::vector<Atom> &atoms) {
  std::vector<int64_t> key{static_cast<int64_t>(atoms.size())};
  for (const Atom &atom : atoms)
    addTo(key, atom);
  return key;
}

std::vector<int64_t> SpaceSpec::key() const {
  std::vector<int64_t> key = keyOf(atoms);
  for (const VirtualDim &dim : dims) {
    key.insert(key.end(), {dim.dim, dim.granule});
    addTo(key, dim.base);
  }
  addTo(key, basePartial);
  auto addPin = [&](int axis, const std::vector<int64_t> &coordinates) {
    key.insert(key.end(), {axis, static_cast<int64_t>(coordinates.size())});
    key.insert(key.end(), coordinates.begin(), coordinates.end());
  };
  for (const PinnedAxis &axis : pinned)
    for (const std::vector<int64_t> &choice : axis.choices)
      addPin(axis.axis, choice);
  key.push_back(-1);
  for (const Pin &pin : basePins)
    addPin(pin.axis, pin.coordinates);
  key.insert(key.end(), {-1, creatable, twoMonoids, exact});
  return key;
}

Space::Space(const Mesh &mesh, const Machine &machine,
             const std::vector<int64_t> &shape, int elementBits,
             int partialBits, SpaceSpec givenSpec, MeasuredDims &measured)
    : spec(std::move(givenSpec)), mesh(mesh), machine(machine), shape(shape),
      elementBits(elementBits),
      partialBits(partialBits ? partialBits : elementBits),
      numAtoms(static_cast<int>(spec.atoms.size())) {
  assert(numAtoms <= mostAtoms && spec.dims.size() <= maxDims);
  makeGroups();
  makeLists();
  auto countSteps = [&](const AxisList &axes) {
    for (const AxisRef &ref : axes)
      if (mesh.axes[ref.axis].kind == AxisKind::Time)
        baseSteps *= ref.size;
  };
  countSteps(spec.basePartial);
  for (const VirtualDim &dim : spec.dims)
    countSteps(dim.base);
  inDim.resize(spec.dims.size());
  for (size_t d = 0, v = 0; d < shape.size(); ++d) {
    if (v == spec.dims.size() || spec.dims[v].dim != static_cast<int>(d))
      otherElements *= shape[d];
    while (v < spec.dims.size() && spec.dims[v].dim == static_cast<int>(d))
      ++v;
  }
  for (size_t v = 0; v < spec.dims.size();) {
    size_t end = v + 1;
    while (end < spec.dims.size() && spec.dims[end].dim == spec.dims[v].dim)
      ++end;
    RealDim real;
    std::map<std::vector<int64_t>, int> blockNumbers;
    bool alone = end == v + 1;
    for (; v < end; ++v) {
      isEvenDim.push_back(alone && isDividedByAll(v));
      if (alone)
        measureAlone(static_cast<int>(v), measured);
      else
        measure(static_cast<int>(v), blockNumbers);
      // The empty list is the same layout whatever the granule: list it once.
      for (size_t l = real.virtuals.empty() ? 0 : 1; l < lists.size(); ++l)
        if (inDim[v][l].legal)
          real.byBlocks[inDim[v][l].blocks].push_back({v, l});
      real.virtuals.push_back(static_cast<int>(v));
    }
    realDims.push_back(std::move(real));
  }
}

void Space::makeGroups() {
  groups.resize(size_t(1) << numAtoms);
  const bool hasRingsOnly = machine.hasRingsOnly();
  for (uint32_t mask = 0; mask < groups.size(); ++mask) {
    Group &group = groups[mask];
    for (int a = 0; a < numAtoms; ++a) {
      for (int b = 0; b < numAtoms; ++b)
        if (a != b && (mask >> a & 1) && exclude(spec.atoms[a], spec.atoms[b]))
          group.conflicts |= 1u << b;
      if (!(mask >> a & 1))
        continue;
      for (const AxisRef &ref : spec.atoms[a])
        (mesh.axes[ref.axis].kind == AxisKind::Time ? group.steps
                                                    : group.devices) *=
            ref.size;
      if (mask == 1u << a)
        group.level = machine.level(mesh, spec.atoms[a]);
      else
        group.level = std::max(group.level, groups[1u << a].level);
      if (hasRingsOnly)
        continue;
      GroupShape members = machine.shape(mesh, spec.atoms[a]);
      if (group.members.empty())
        group.members = std::move(members);
      else
        join(group.members, members);
    }
    hasTwoCuts |= group.conflicts != 0;
    group.possible = !(group.conflicts & mask);
  }
}

void Space::makeLists() {
  lists.emplace_back();
  for (size_t l = 0; l < lists.size(); ++l)
    for (int a = 0; a < numAtoms; ++a) {
      children.push_back(0);
      uint32_t mask = lists[l].mask | 1u << a;
      if ((lists[l].mask >> a & 1) || !groups[mask].possible)
        continue;
      children.back() = static_cast<uint16_t>(lists.size());
      List list = lists[l];
      list.atoms.push_back(static_cast<uint8_t>(a));
      list.mask = mask;
      list.prefix = static_cast<uint16_t>(l);
      list.product *= product(spec.atoms[a]);
      lists.push_back(std::move(list));
    }
}

/// The blocks of one dimension: where each begins, and whether every sub-axis
/// divides what it splits.
static bool splitAll(const Mesh &mesh, const AxisList &axes, int64_t granule,
                     int64_t extent, std::vector<int64_t> &begins) {
  std::vector<DimBlock> blocks{{0, extent}};
  for (const AxisRef &ref : axes) {
    std::vector<DimBlock> next;
    next.reserve(blocks.size() * ref.size);
    for (const DimBlock &block : blocks) {
      int64_t units = (block.extent + granule - 1) / granule;
      if (!mesh.isWhole(ref) && units % ref.size != 0)
        return false;
      for (int64_t i = 0; i < ref.size; ++i)
        next.push_back(splitBlock(block, ref.size, i, granule));
    }
    blocks = std::move(next);
  }
  begins.clear();
  for (const DimBlock &block : blocks)
    begins.push_back(block.begin);
  return true;
}

/// True if all atoms together cut the dimension into equal blocks.
bool Space::isDividedByAll(size_t v) const {
  const VirtualDim &dim = spec.dims[v];
  int64_t all = dim.granule * product(dim.base);
  for (const Atom &atom : spec.atoms)
    all *= product(atom);
  return shape[dim.dim] % all == 0;
}

/// Fills inDim[v]. Block sequences are numbered in `blockNumbers`; those of a
/// dimension that is even by all atoms are known by their length.
void Space::measure(int v, std::map<std::vector<int64_t>, int> &blockNumbers) {
  const VirtualDim &dim = spec.dims[v];
  int64_t extent = shape[dim.dim];
  bool even = isEvenDim[v];
  std::vector<std::vector<int64_t>> begins(even ? 0 : lists.size());
  inDim[v].resize(lists.size());
  for (size_t l = 0; l < lists.size(); ++l) {
    const List &list = lists[l];
    ListInDim &info = inDim[v][l];
    DimLayout layout;
    layout.granule = dim.granule;
    layout.axes = dim.base;
    for (uint8_t a : list.atoms)
      layout.axes.insert(layout.axes.end(), spec.atoms[a].begin(),
                         spec.atoms[a].end());
    info.extent = localExtent(layout, extent);
    std::vector<int64_t> sequence{list.product};
    if (even) {
      info.cuts = (1u << list.atoms.size()) - 1;
    } else {
      layout.axes = mergeParts(mesh, std::move(layout.axes));
      info.legal = splitAll(mesh, layout.axes, dim.granule, extent, begins[l]);
      if (!info.legal)
        continue;
      size_t p = list.prefix;
      for (size_t j = list.atoms.size(); j-- > 0; p = lists[p].prefix) {
        int64_t ratio = list.product / lists[p].product;
        bool concatenates = inDim[v][p].legal;
        for (size_t i = 0; concatenates && i < begins[p].size(); ++i)
          concatenates = begins[p][i] == begins[l][i * ratio];
        info.cuts |= uint32_t(concatenates) << j;
      }
      sequence = begins[l];
    }
    info.blocks = blockNumbers
                      .try_emplace(std::move(sequence),
                                   static_cast<int>(blockNumbers.size()))
                      .first->second;
  }
}

/// The same for a dimension of one granule, unless that was done before.
void Space::measureAlone(int v, MeasuredDims &measured) {
  const VirtualDim &dim = spec.dims[v];
  std::vector<int64_t> key = keyOf(spec.atoms);
  addTo(key, dim.base);
  key.insert(key.end(), {dim.granule, shape[dim.dim]});
  auto [known, isNew] = measured.try_emplace(std::move(key));
  if (isNew) {
    std::map<std::vector<int64_t>, int> blockNumbers;
    measure(v, blockNumbers);
    known->second = inDim[v];
  } else {
    inDim[v] = known->second;
  }
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

int Space::intern(const State &state) {
  auto [it, inserted] =
      numbers.try_emplace(state, static_cast<int>(states.size()));
  if (inserted) {
    states.push_back(state);
    orders.push_back(StateHash()(state));
    out.emplace_back();
  }
  return it->second;
}

/// Writes `axes` as atoms, in order; false if that is not possible.
static bool readAtoms(const Mesh &mesh, const std::vector<Atom> &atoms,
                      AxisList rest, std::vector<int> &result) {
  rest.erase(std::remove_if(rest.begin(), rest.end(),
                            [](const AxisRef &ref) { return ref.size == 1; }),
             rest.end());
  // Atoms of the two ways to cut an axis may both fit at first: try each.
  std::function<bool(const AxisList &)> read = [&](const AxisList &axes) {
    if (axes.empty())
      return true;
    for (size_t a = 0; a < atoms.size(); ++a) {
      std::optional<AxisList> tail = removePrefix(mesh, axes, atoms[a]);
      if (!tail)
        continue;
      result.push_back(static_cast<int>(a));
      if (read(*tail))
        return true;
      result.pop_back();
    }
    return false;
  };
  return read(rest);
}

std::optional<State> Space::code(const Layout &layout, bool second) const {
  State state;
  std::vector<bool> seen(layout.dims.size(), false);
  for (size_t v = 0; v < spec.dims.size(); ++v) {
    const VirtualDim &dim = spec.dims[v];
    const DimLayout &given = layout.dims[dim.dim];
    if (product(given.axes) > 1 && given.granule != dim.granule)
      continue;
    if (seen[dim.dim])
      continue;
    seen[dim.dim] = true;
    std::optional<AxisList> rest = removePrefix(mesh, given.axes, dim.base);
    std::vector<int> atoms;
    if (!rest || !readAtoms(mesh, spec.atoms, *rest, atoms))
      return std::nullopt;
    for (int a : atoms)
      state.lists[v] = children[state.lists[v] * numAtoms + a];
    if (!inDim[v][state.lists[v]].legal)
      return std::nullopt;
  }
  for (size_t d = 0; d < seen.size(); ++d)
    if (!seen[d] && product(layout.dims[d].axes) > 1)
      return std::nullopt;
  AxisList partials = removeOverlapping(mesh, layout.partial, spec.basePartial);
  partials.erase(
      std::remove_if(partials.begin(), partials.end(),
                     [](const AxisRef &ref) { return ref.size == 1; }),
      partials.end());
  for (int a = 0; a < numAtoms; ++a) {
    const Atom &atom = spec.atoms[a];
    bool all = std::all_of(atom.begin(), atom.end(), [&](const AxisRef &part) {
      return std::any_of(
          partials.begin(), partials.end(), [&](const AxisRef &ref) {
            return ref.contains(part) && part.pre % ref.pre == 0 &&
                   ref.end() % part.end() == 0;
          });
    });
    if (!all)
      continue;
    state.partial |= 1u << a;
    partials = removeOverlapping(mesh, partials, atom);
  }
  if (!partials.empty())
    return std::nullopt;
  for (const Pin &pin : layout.pins) {
    if (std::find(spec.basePins.begin(), spec.basePins.end(), pin) !=
        spec.basePins.end())
      continue;
    bool isKnown = false;
    for (size_t i = 0; i < spec.pinned.size(); ++i)
      for (size_t c = 0; c < spec.pinned[i].choices.size(); ++c)
        if (spec.pinned[i].axis == pin.axis &&
            spec.pinned[i].choices[c] == pin.coordinates) {
          state.setPin(i, static_cast<int>(c) + 1);
          isKnown = true;
        }
    if (!isKnown)
      return std::nullopt;
  }
  state.second = second && state.partial;
  return state;
}

std::optional<int> Space::find(const Layout &layout, bool second) {
  std::optional<State> state = code(layout, second);
  if (!state)
    return std::nullopt;
  return intern(*state);
}

Layout Space::layout(const State &state, const Layout &like, Monoid first,
                     Monoid second) const {
  Layout result = Layout::replicate(shape.size());
  result.pins = spec.basePins;
  for (size_t i = 0; i < spec.pinned.size(); ++i)
    if (int choice = state.pinOf(i))
      result.pins.push_back(
          {spec.pinned[i].axis, spec.pinned[i].choices[choice - 1]});
  std::sort(result.pins.begin(), result.pins.end());
  result.memory = like.memory;
  for (size_t v = 0; v < spec.dims.size(); ++v) {
    if (!state.lists[v] && spec.dims[v].base.empty())
      continue;
    DimLayout &dim = result.dims[spec.dims[v].dim];
    dim.granule = spec.dims[v].granule;
    dim.axes = spec.dims[v].base;
    for (uint8_t a : lists[state.lists[v]].atoms)
      dim.axes.insert(dim.axes.end(), spec.atoms[a].begin(),
                      spec.atoms[a].end());
    dim.axes = mergeParts(mesh, std::move(dim.axes));
  }
  result.partial = spec.basePartial;
  for (int a = 0; a < numAtoms; ++a)
    if (state.partial >> a & 1)
      result.partial.insert(result.partial.end(), spec.atoms[a].begin(),
                            spec.atoms[a].end());
  std::sort(result.partial.begin(), result.partial.end());
  result.partial = mergeParts(mesh, std::move(result.partial));
  if (!result.partial.empty())
    result.monoid = state.second ? second : first;
  return result;
}

bool Space::isSplit(int number) const {
  for (size_t v = 0; v < spec.dims.size(); ++v)
    if (states[number].lists[v] || !spec.dims[v].base.empty())
      return true;
  return false;
}

uint32_t Space::used(const State &state) const {
  uint32_t mask = state.partial | pinnedAtoms(state);
  for (size_t v = 0; v < spec.dims.size(); ++v)
    mask |= lists[state.lists[v]].mask;
  return mask;
}

uint32_t Space::pinnedAtoms(const State &state) const {
  uint32_t mask = 0;
  for (size_t i = 0; i < spec.pinned.size(); ++i)
    if (state.pinOf(i))
      mask |= spec.pinned[i].atoms;
  return mask;
}

uint32_t Space::freeAtoms(const State &state) const {
  uint32_t mask = used(state);
  return static_cast<uint32_t>(groups.size() - 1) & ~mask &
         ~groups[mask].conflicts;
}

bool Space::isTheSame(const State &a, const State &b) const {
  return hasTwoCuts && layout(a, Layout(), Monoid::Sum, Monoid::Sum) ==
                           layout(b, Layout(), Monoid::Sum, Monoid::Sum);
}

/// True if no other granule of the same dimension is in use.
bool Space::canSplit(const State &state, int v) const {
  if (spec.dims.size() == realDims.size())
    return true;
  for (size_t w = 0; w < spec.dims.size(); ++w)
    if (static_cast<int>(w) != v && spec.dims[w].dim == spec.dims[v].dim &&
        state.lists[w])
      return false;
  return true;
}

int64_t Space::bytes(const State &state) const {
  bool partial = state.partial || !spec.basePartial.empty();
  int64_t elements = otherElements;
  for (const RealDim &real : realDims) {
    // Of the granules of one dimension the split one has the least extent.
    int64_t least = std::numeric_limits<int64_t>::max();
    for (int v : real.virtuals)
      least = std::min(least, inDim[v][state.lists[v]].extent);
    elements *= least;
  }
  return (elements * (partial ? partialBits : elementBits) + 7) / 8;
}

uint16_t Space::append(uint16_t list, uint16_t tail) const {
  for (uint8_t a : lists[tail].atoms) {
    list = children[list * numAtoms + a];
    assert(list && "an atom is used twice");
  }
  return list;
}

AxisList Space::axesOf(const Edge &edge) const {
  AxisList axes;
  if (edge.list) {
    for (uint8_t a : lists[edge.list].atoms)
      axes.insert(axes.end(), spec.atoms[a].begin(), spec.atoms[a].end());
    return mergeParts(mesh, std::move(axes));
  }
  for (int a = 0; a < numAtoms; ++a)
    if (edge.mask >> a & 1)
      axes.insert(axes.end(), spec.atoms[a].begin(), spec.atoms[a].end());
  std::sort(axes.begin(), axes.end());
  return mergeParts(mesh, std::move(axes));
}

CommCost Space::collective(CollectiveKind kind, uint32_t mask,
                           int64_t bytes) const {
  const Group &group = groups[mask];
  CommCost cost =
      group.members.empty()
          ? machine.collective(kind, group.devices, group.level, bytes)
          : machine.collective(kind, group.members, bytes);
  cost.seconds += machine.timeSeconds(kind, group.steps, bytes);
  return cost;
}

} // namespace popt::reshard
