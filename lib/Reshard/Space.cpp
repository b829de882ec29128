// The graph of the reshard search: which layouts a tensor can have on the atoms
// of a mesh, and every move from each. See Reshard.h for the moves and Space.h
// for the coding. Test: test/unit/Reshard.

#include "Space.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace popt::reshard {

std::vector<int64_t> SpaceSpec::key() const {
  std::vector<int64_t> key;
  auto add = [&](const AxisList &axes) {
    key.push_back(static_cast<int64_t>(axes.size()));
    for (const AxisRef &ref : axes)
      key.insert(key.end(), {ref.axis, ref.pre, ref.size});
  };
  key.push_back(static_cast<int64_t>(atoms.size()));
  for (const Atom &atom : atoms)
    add(atom);
  for (const VirtualDim &dim : dims) {
    key.insert(key.end(), {dim.dim, dim.granule});
    add(dim.base);
  }
  add(basePartial);
  key.insert(key.end(), {creatable, twoMonoids, exact});
  return key;
}

Space::Space(const Mesh &mesh, const Machine &machine,
             const std::vector<int64_t> &shape, int elementBits,
             int partialBits, SpaceSpec givenSpec)
    : spec(std::move(givenSpec)), mesh(mesh), machine(machine), shape(shape),
      elementBits(elementBits),
      partialBits(partialBits ? partialBits : elementBits),
      numAtoms(static_cast<int>(spec.atoms.size())) {
  assert(numAtoms <= maxAtoms && spec.dims.size() <= maxDims);
  makeGroups();
  makeLists();
  inDim.resize(spec.dims.size());
  for (size_t v = 0; v < spec.dims.size();) {
    size_t end = v + 1;
    while (end < spec.dims.size() && spec.dims[end].dim == spec.dims[v].dim)
      ++end;
    RealDim real;
    std::map<std::vector<int64_t>, int> blockNumbers;
    bool alone = end == v + 1;
    for (; v < end; ++v) {
      measure(static_cast<int>(v), blockNumbers, alone);
      // The empty list is the same layout whatever the granule: list it once.
      for (size_t l = real.virtuals.empty() ? 0 : 1; l < lists.size(); ++l)
        if (inDim[v][l].legal)
          real.byBlocks[inDim[v][l].blocks].push_back({v, l});
      real.virtuals.push_back(static_cast<int>(v));
    }
    realDims.push_back(std::move(real));
  }
}

/// True if two atoms cannot be used at once: they share a digit, or their
/// digits cannot be cut apart (of 6: major 2 and minor 2).
static bool exclude(const Atom &a, const Atom &b) {
  for (const AxisRef &x : a)
    for (const AxisRef &y : b) {
      if (x.axis != y.axis)
        continue;
      const AxisRef &major = x.pre < y.pre ? x : y;
      const AxisRef &minor = x.pre < y.pre ? y : x;
      if (minor.pre % major.end() != 0)
        return true;
    }
  return false;
}

void Space::makeGroups() {
  groups.resize(size_t(1) << numAtoms);
  for (uint32_t mask = 0; mask < groups.size(); ++mask) {
    Group &group = groups[mask];
    for (int a = 0; a < numAtoms; ++a) {
      for (int b = 0; b < numAtoms; ++b)
        if (a != b && (mask >> a & 1) && overlaps(spec.atoms[a], spec.atoms[b]))
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
    }
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
  std::vector<Block> blocks{{0, extent}};
  for (const AxisRef &ref : axes) {
    std::vector<Block> next;
    next.reserve(blocks.size() * ref.size);
    for (const Block &block : blocks) {
      int64_t units = (block.extent + granule - 1) / granule;
      if (!mesh.isWhole(ref) && units % ref.size != 0)
        return false;
      for (int64_t i = 0; i < ref.size; ++i)
        next.push_back(splitBlock(block, ref.size, i, granule));
    }
    blocks = std::move(next);
  }
  begins.clear();
  for (const Block &block : blocks)
    begins.push_back(block.begin);
  return true;
}

/// Fills inDim[v]. Block sequences are numbered in `blockNumbers`; if the
/// dimension has no other granule, even sequences are known by their length.
void Space::measure(int v, std::map<std::vector<int64_t>, int> &blockNumbers,
                    bool alone) {
  const VirtualDim &dim = spec.dims[v];
  int64_t extent = shape[dim.dim];
  int64_t all = dim.granule * product(dim.base);
  for (const Atom &atom : spec.atoms)
    all *= product(atom);
  bool even = alone && extent % all == 0;

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

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

int Space::intern(const State &state) {
  auto [it, inserted] =
      numbers.try_emplace(state, static_cast<int>(states.size()));
  if (inserted) {
    states.push_back(state);
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

std::optional<int> Space::find(const Layout &layout, bool second) {
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
  std::vector<int> atoms;
  if (!readAtoms(mesh, spec.atoms,
                 removeOverlapping(mesh, layout.partial, spec.basePartial),
                 atoms))
    return std::nullopt;
  for (int a : atoms)
    state.partial |= 1u << a;
  state.second = second && state.partial;
  return intern(state);
}

Layout Space::layout(int number, const Layout &like, Monoid first,
                     Monoid second) const {
  const State &state = states[number];
  Layout result = Layout::replicate(shape.size());
  result.pins = like.pins;
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
  uint32_t mask = state.partial;
  for (size_t v = 0; v < spec.dims.size(); ++v)
    mask |= lists[state.lists[v]].mask;
  return mask;
}

uint32_t Space::freeAtoms(const State &state) const {
  uint32_t mask = used(state);
  return static_cast<uint32_t>(groups.size() - 1) & ~mask &
         ~groups[mask].conflicts;
}

/// True if no other granule of the same dimension is in use.
bool Space::canSplit(const State &state, int v) const {
  for (size_t w = 0; w < spec.dims.size(); ++w)
    if (static_cast<int>(w) != v && spec.dims[w].dim == spec.dims[v].dim &&
        state.lists[w])
      return false;
  return true;
}

int64_t Space::bytes(const State &state) const {
  bool partial = state.partial || !spec.basePartial.empty();
  int64_t elements = 1;
  std::array<int64_t, maxDims> extents;
  size_t n = 0;
  for (size_t v = 0; v < spec.dims.size(); ++v) {
    int64_t extent = inDim[v][state.lists[v]].extent;
    // Of the granules of one dimension the split one has the least extent.
    if (v && spec.dims[v].dim == spec.dims[v - 1].dim)
      extents[n - 1] = std::min(extents[n - 1], extent);
    else
      extents[n++] = extent;
  }
  for (size_t i = 0; i < n; ++i)
    elements *= extents[i];
  for (size_t d = 0, v = 0; d < shape.size(); ++d) {
    while (v < spec.dims.size() && spec.dims[v].dim < static_cast<int>(d))
      ++v;
    if (v == spec.dims.size() || spec.dims[v].dim != static_cast<int>(d))
      elements *= shape[d];
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

CommCost Space::collective(Collective kind, uint32_t mask,
                           int64_t bytes) const {
  const Group &group = groups[mask];
  CommCost cost = machine.collective(kind, group.devices, group.level, bytes);
  if (group.steps > 1)
    cost.seconds += machine.copySeconds(bytes);
  return cost;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

struct Space::Expansion {
  Space &space;
  const State state; // a copy: interning new nodes moves the others
  const int64_t bytes;
  std::vector<Edge> edges;

  Expansion(Space &space, const State &state)
      : space(space), state(state), bytes(space.bytes(state)) {}

  void add(State next, Edge edge, CommCost cost) {
    if (!next.partial)
      next.second = 0;
    edge.to = space.intern(next);
    edge.cost = cost;
    edges.push_back(edge);
  }

  int dimOf(int v) const { return space.spec.dims[v].dim; }

  /// Calls `found(whole, tail)` for every legal list that is `list` followed by
  /// atoms of `atoms`, in some order.
  template <typename Found>
  void extensions(int v, uint16_t list, uint32_t atoms, Found &&found) {
    size_t length = space.lists[list].atoms.size();
    struct Item {
      uint16_t whole, tail;
    };
    std::vector<Item> stack{{list, 0}};
    while (!stack.empty()) {
      Item item = stack.back();
      stack.pop_back();
      for (int a = space.numAtoms; a-- > 0;) {
        if (!(atoms >> a & 1))
          continue;
        uint16_t whole = space.children[item.whole * space.numAtoms + a];
        uint16_t tail = space.children[item.tail * space.numAtoms + a];
        if (!whole || !tail)
          continue;
        stack.push_back({whole, tail});
        const ListInDim &info = space.inDim[v][whole];
        if (info.legal && (info.cuts >> length & 1))
          found(whole, tail);
      }
    }
  }

  void slices() {
    uint32_t atoms = space.freeAtoms(state);
    for (size_t v = 0; v < space.spec.dims.size(); ++v)
      if (space.canSplit(state, v))
        extensions(v, state.lists[v], atoms,
                   [&](uint16_t whole, uint16_t tail) {
                     State next = state;
                     next.lists[v] = whole;
                     Edge edge;
                     edge.kind = ReshardKind::Slice;
                     edge.dim = dimOf(v);
                     edge.list = tail;
                     add(next, edge, {copy(next), 0});
                   });
  }

  double copy(const State &after) const {
    return space.machine.copySeconds(space.bytes(after));
  }

  void reductions() {
    uint32_t all = state.partial;
    for (uint32_t part = all; part; part = (part - 1) & all) {
      State next = state;
      next.partial &= ~part;
      Edge edge;
      edge.kind = ReshardKind::AllReduce;
      edge.mask = part;
      add(next, edge, space.collective(Collective::AllReduce, part, bytes));
    }
    if (!all)
      return;
    for (size_t v = 0; v < space.spec.dims.size(); ++v)
      if (space.canSplit(state, v))
        extensions(v, state.lists[v], all, [&](uint16_t whole, uint16_t tail) {
          State next = state;
          next.lists[v] = whole;
          uint32_t part = space.lists[tail].mask;
          next.partial &= ~part;
          Edge edge;
          edge.kind = ReshardKind::ReduceScatter;
          edge.dim = dimOf(v);
          edge.list = tail;
          add(next, edge,
              space.collective(Collective::ReduceScatter, part, bytes));
        });
  }

  /// True if terms of the target's monoid may appear here.
  bool mayCreate() const {
    if (!space.spec.creatable)
      return false;
    return !space.spec.twoMonoids || !state.partial || state.second;
  }

  void terms() {
    if (!mayCreate())
      return;
    uint32_t all = space.spec.creatable & space.freeAtoms(state);
    for (uint32_t part = all; part; part = (part - 1) & all) {
      if (!space.groups[part].possible)
        continue;
      State next = state;
      next.partial |= part;
      next.second = space.spec.twoMonoids;
      Edge edge;
      edge.kind = ReshardKind::ToPartial;
      edge.mask = part;
      add(next, edge, {copy(next), 0});
    }
  }

  /// Moves that drop the minor atoms of a dimension.
  void drops() {
    for (size_t v = 0; v < space.spec.dims.size(); ++v) {
      uint16_t prefix = state.lists[v];
      const std::vector<uint8_t> atoms = space.lists[prefix].atoms;
      uint32_t cuts = space.inDim[v][prefix].cuts;
      for (size_t j = atoms.size(); j-- > 0;) {
        prefix = space.lists[prefix].prefix;
        if (!(cuts >> j & 1))
          continue;
        uint16_t tail = 0;
        for (size_t i = j; i < atoms.size(); ++i)
          tail = space.children[tail * space.numAtoms + atoms[i]];
        drop(v, prefix, tail);
      }
    }
  }

  void drop(int v, uint16_t prefix, uint16_t tail) {
    uint32_t part = space.lists[tail].mask;
    State dropped = state;
    dropped.lists[v] = prefix;
    Edge edge;
    edge.list = tail;
    edge.dim = dimOf(v);
    edge.kind = ReshardKind::AllGather;
    add(dropped, edge,
        space.collective(Collective::AllGather, part, space.bytes(dropped)));

    if (mayCreate() && !(part & ~space.spec.creatable)) {
      State next = dropped;
      next.partial |= part;
      next.second = space.spec.twoMonoids;
      edge.kind = ReshardKind::ToPartial;
      add(next, edge, {copy(next), 0});
    }

    edge.kind = ReshardKind::AllToAll;
    edge.concatDim = dimOf(v);
    for (size_t w = 0; w < space.spec.dims.size(); ++w) {
      if (dimOf(w) == dimOf(v) || !space.canSplit(state, w))
        continue;
      uint16_t whole = space.append(state.lists[w], tail);
      const ListInDim &info = space.inDim[w][whole];
      size_t length = space.lists[state.lists[w]].atoms.size();
      if (!info.legal || !(info.cuts >> length & 1))
        continue;
      State next = dropped;
      next.lists[w] = whole;
      edge.dim = dimOf(w);
      int64_t buffer = std::max(bytes, space.bytes(next));
      add(next, edge, space.collective(Collective::AllToAll, part, buffer));
    }
  }

  /// All nodes with the same blocks and as many terms. What an atom does not
  /// change stays on its coordinates.
  void permutes() {
    State next = state;
    next.lists.fill(0);
    chooseDim(0, 0, next);
  }

  void chooseDim(size_t d, uint32_t mask, State &next) {
    if (d == space.realDims.size()) {
      choosePartial(mask, next);
      return;
    }
    const RealDim &real = space.realDims[d];
    int v = real.virtuals[0];
    for (int w : real.virtuals)
      if (state.lists[w])
        v = w;
    auto same = real.byBlocks.find(space.inDim[v][state.lists[v]].blocks);
    for (auto [w, l] : same->second) {
      uint32_t atoms = space.lists[l].mask;
      if ((mask & atoms) || (space.groups[mask].conflicts & atoms))
        continue;
      next.lists[w] = static_cast<uint16_t>(l);
      chooseDim(d + 1, mask | atoms, next);
      next.lists[w] = 0;
    }
  }

  int64_t terms(uint32_t mask) const {
    return space.groups[mask].devices * space.groups[mask].steps;
  }

  void choosePartial(uint32_t mask, State &next) {
    uint32_t rest = static_cast<uint32_t>(space.groups.size() - 1) & ~mask &
                    ~space.groups[mask].conflicts;
    for (uint32_t part = rest;; part = (part - 1) & rest) {
      if (space.groups[part].possible && terms(part) == terms(state.partial)) {
        next.partial = static_cast<uint16_t>(part);
        permute(next);
      }
      if (!part)
        break;
    }
  }

  /// Where an atom stands: nowhere, in the terms, or at a stride of a dim.
  std::array<int64_t, maxAtoms> places(const State &s) const {
    std::array<int64_t, maxAtoms> place{};
    for (int a = 0; a < space.numAtoms; ++a)
      place[a] = s.partial >> a & 1 ? -1 : 0;
    for (size_t v = 0; v < space.spec.dims.size(); ++v) {
      int64_t stride = 1;
      const std::vector<uint8_t> &atoms = space.lists[s.lists[v]].atoms;
      for (size_t i = atoms.size(); i-- > 0;) {
        place[atoms[i]] = stride * maxDims + dimOf(v) + 1;
        stride *= product(space.spec.atoms[atoms[i]]);
      }
    }
    return place;
  }

  void permute(const State &next) {
    if (next == state)
      return;
    auto before = places(state), after = places(next);
    Edge edge;
    edge.kind = ReshardKind::Permute;
    for (int a = 0; a < space.numAtoms; ++a)
      if (before[a] != after[a])
        edge.mask |= 1u << a;
    add(next, edge, space.collective(Collective::Permute, edge.mask, bytes));
  }
};

const std::vector<Edge> &Space::edges(int number) {
  if (!out[number]) {
    Expansion expansion(*this, states[number]);
    expansion.reductions();
    expansion.drops();
    expansion.slices();
    expansion.terms();
    expansion.permutes();
    out[number] = std::move(expansion.edges);
  }
  return *out[number];
}

} // namespace popt::reshard
