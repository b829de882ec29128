// The edges of the reshard search: every move from one layout, with its cost.
// Reshard.h says what each move is. Test: test/unit/Reshard.

#include "Space.h"

#include <algorithm>

namespace popt::reshard {

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
    // What differs between moments is moved at each of them.
    int64_t steps = space.steps(next);
    cost.seconds *= static_cast<double>(steps);
    cost.wireBytes *= steps;
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
          // Moments accumulate, and then slice.
          if (space.haveTime(part))
            return;
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

    // Moments keep everything, and then slice.
    if (space.haveTime(part))
      return;
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
    if (space.haveTime(edge.mask))
      return;
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
