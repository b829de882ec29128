// The edges of the reshard search: every move from one layout, with its cost.
// Reshard.h says what each move is. Test: test/unit/Reshard.

#include "Space.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace popt::reshard {

/// Up to a multiple of 2^-50 s (about a femtosecond): sums of such numbers are
/// exact below 8 s, so that a cheapest path between two layouts is also
/// cheapest as a part of a longer one; and since parts are rounded up, ways
/// that cost the same in theory never win by more steps.
static double rounded(double seconds) {
  return std::ceil(seconds * 0x1p50) * 0x1p-50;
}

struct Space::Expansion {
  Space &space;
  const int number;
  const State state; // a copy: interning new nodes moves the others
  const int64_t bytes;
  uint64_t permuteLevels = ~uint64_t(0);
  std::vector<Edge> edges;

  Expansion(Space &space, int number)
      : space(space), number(number), state(space.states[number]),
        bytes(space.bytes(state)) {}

  void add(State next, Edge edge, CommCost cost) {
    if (!next.partial)
      next.second = 0;
    // A value that varies over time is moved in each time step.
    int64_t steps = space.steps(next);
    cost.seconds = rounded(cost.seconds * static_cast<double>(steps));
    cost.wireBytes *= steps;
    edge.to = space.intern(next);
    edge.cost = cost;
    // Of several moves to one layout the first of the cheapest is enough.
    space.edgeTo.resize(space.states.size(), {-1, 0});
    auto &[from, index] = space.edgeTo[edge.to];
    if (from != number) {
      from = number;
      index = static_cast<int>(edges.size());
      edges.push_back(edge);
    } else if (cost.seconds < edges[index].cost.seconds) {
      edges[index] = edge;
    }
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

  /// Splits a dim by the atoms of `added`, which gives it the list `whole`.
  void slice(size_t v, uint16_t whole, uint16_t added) {
    State next = state;
    next.lists[v] = whole;
    Edge edge;
    edge.kind = ReshardKind::Slice;
    edge.dim = dimOf(v);
    edge.list = added;
    add(next, edge, {copy(next), 0});
  }

  void slices() {
    uint32_t atoms = space.freeAtoms(state);
    for (size_t v = 0; v < space.spec.dims.size(); ++v)
      if (space.canSplit(state, v))
        extensions(
            v, state.lists[v], atoms,
            [&](uint16_t whole, uint16_t tail) { slice(v, whole, tail); });
  }

  /// The list without the parts at its minor end that are the minor part of
  /// an axis; `minor` becomes that part. The list itself if there is none.
  uint16_t withoutMinorPart(uint16_t list, AxisRef &minor) const {
    for (bool isFirst = true; list; isFirst = false) {
      const Atom &atom = space.spec.atoms[space.lists[list].atoms.back()];
      const AxisRef &ref = atom[0];
      if (atom.size() != 1 ||
          (isFirst ? ref.end() != space.mesh.axes[ref.axis].size
                   : ref.axis != minor.axis || ref.end() != minor.pre))
        break;
      minor = {ref.axis, ref.pre, isFirst ? ref.size : ref.size * minor.size};
      list = space.lists[list].prefix;
    }
    return list;
  }

  /// The free atoms that make up the part of the axis major to `minor`, as a
  /// list; 0 if there are none.
  uint16_t majorPart(const AxisRef &minor) const {
    const uint32_t free = space.freeAtoms(state);
    uint16_t list = 0;
    for (int64_t pre = 1; pre < minor.pre;) {
      int a = 0;
      for (; a < space.numAtoms; ++a) {
        const Atom &atom = space.spec.atoms[a];
        if (atom.size() == 1 && atom[0].axis == minor.axis &&
            atom[0].pre == pre && (free >> a & 1))
          break;
      }
      if (a == space.numAtoms)
        return 0;
      list = space.children[list * space.numAtoms + a];
      pre = space.spec.atoms[a][0].end();
    }
    return list;
  }

  /// Single elements over the minor part of an axis are, on the first of its
  /// major part, those over the whole axis: 4 over "x":(4)4 and then over
  /// "x":(1)4 is 4 over "x"=16, though a part must not split single elements.
  void slicesToWholeAxes() {
    for (size_t v = 0; v < space.spec.dims.size(); ++v) {
      const uint16_t list = state.lists[v];
      AxisRef minor;
      const uint16_t rest = withoutMinorPart(list, minor);
      if (rest == list || space.isEvenDim[v] ||
          space.spec.dims[v].granule != 1 || space.inDim[v][list].extent != 1 ||
          space.inDim[v][rest].extent != minor.size)
        continue;
      const uint16_t major = majorPart(minor);
      if (!major || space.haveTime(space.lists[major].mask))
        continue;
      uint16_t whole = space.append(rest, major);
      for (size_t i = space.lists[rest].atoms.size();
           i < space.lists[list].atoms.size(); ++i)
        whole =
            space.children[whole * space.numAtoms + space.lists[list].atoms[i]];
      if (!space.inDim[v][whole].legal)
        continue;
      slice(v, whole, major);
    }
  }

  double copy(const State &after) const {
    return space.machine.copySeconds(space.bytes(after));
  }

  void reductions() {
    // Partial values over pinned coordinates first become partial over all.
    uint32_t all = state.partial & ~space.pinnedAtoms(state);
    for (uint32_t part = all; part; part = (part - 1) & all) {
      State next = state;
      next.partial &= ~part;
      Edge edge;
      edge.kind = ReshardKind::AllReduce;
      edge.mask = part;
      add(next, edge, space.collective(CollectiveKind::AllReduce, part, bytes));
    }
    if (!all)
      return;
    for (size_t v = 0; v < space.spec.dims.size(); ++v)
      if (space.canSplit(state, v))
        extensions(v, state.lists[v], all, [&](uint16_t whole, uint16_t tail) {
          State next = state;
          next.lists[v] = whole;
          uint32_t part = space.lists[tail].mask;
          // Time steps accumulate, and then slice.
          if (space.haveTime(part))
            return;
          next.partial &= ~part;
          Edge edge;
          edge.kind = ReshardKind::ReduceScatter;
          edge.dim = dimOf(v);
          edge.list = tail;
          add(next, edge,
              space.collective(CollectiveKind::ReduceScatter, part, bytes));
        });
  }

  /// True if the layout may become partial by the target's monoid here.
  bool mayCreate() const {
    if (!space.spec.creatable)
      return false;
    return !space.spec.twoMonoids || !state.partial || state.second;
  }

  void partials() {
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
        space.collective(CollectiveKind::AllGather, part,
                         space.bytes(dropped)));

    if (mayCreate() && !(part & ~space.spec.creatable)) {
      State next = dropped;
      next.partial |= part;
      next.second = space.spec.twoMonoids;
      edge.kind = ReshardKind::ToPartial;
      add(next, edge, {copy(next), 0});
    }

    // Time steps keep everything, and then slice.
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
      add(next, edge, space.collective(CollectiveKind::AllToAll, part, buffer));
    }
  }

  /// All nodes with the same blocks and as many partial values. Atoms that do
  /// not change stay on their coordinates.
  int levelOf(uint32_t mask) const {
    return std::max(space.groups[mask].level, 0);
  }

  void permutes() {
    if (!permuteLevels)
      return;
    State next = state;
    next.lists.fill(0);
    chooseDim(0, space.pinnedAtoms(state), next);
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

  int64_t partials(uint32_t mask) const {
    return space.groups[mask].devices * space.groups[mask].steps;
  }

  void choosePartial(uint32_t mask, State &next) {
    const uint32_t pinned = space.pinnedAtoms(state);
    const uint32_t stay = state.partial & pinned;
    const int64_t count = partials(state.partial & ~pinned);
    uint32_t rest = static_cast<uint32_t>(space.groups.size() - 1) & ~mask &
                    ~space.groups[mask].conflicts;
    for (uint32_t part = rest;; part = (part - 1) & rest) {
      if (space.groups[part].possible && partials(part) == count) {
        next.partial = static_cast<uint16_t>(part | stay);
        permute(next);
      }
      if (!part)
        break;
    }
  }

  void permute(const State &next) {
    if (next == state)
      return;
    auto before = space.places(state), after = space.places(next);
    Edge edge;
    edge.kind = ReshardKind::Permute;
    for (int a = 0; a < space.numAtoms; ++a)
      if (before[a] != after[a])
        edge.mask |= 1u << a;
    if (space.haveTime(edge.mask) || !(permuteLevels >> levelOf(edge.mask) & 1))
      return;
    bool isSame = space.isTheSame(state, next);
    add(next, edge,
        isSame ? CommCost()
               : space.collective(CollectiveKind::Permute, edge.mask, bytes));
  }

  //===--------------------------------------------------------------------===//
  // Pins
  //===--------------------------------------------------------------------===//

  using Coordinates = std::vector<int64_t>;

  const PinnedAxis &pinned(size_t i) const { return space.spec.pinned[i]; }
  const Coordinates &choice(size_t i, int pin) const {
    return pinned(i).choices[pin - 1];
  }
  /// True if the layout is partial over the whole axis.
  bool havePartials(size_t i) const {
    return (state.partial & pinned(i).atoms) == pinned(i).atoms;
  }
  bool isFree(size_t i) const { return !(space.used(state) & pinned(i).atoms); }
  static bool includes(const Coordinates &all, const Coordinates &some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  }

  /// Calls `found(pins, mask)` for every way to change the pins of some axes,
  /// from `i` on, such that `mayBecome(axis, pin)`; `mask` is of their atoms.
  template <typename MayBecome, typename Found>
  void changePins(size_t i, State next, uint32_t mask, MayBecome &&mayBecome,
                  Found &&found) {
    if (i == space.spec.pinned.size()) {
      if (mask)
        found(next, mask);
      return;
    }
    changePins(i + 1, next, mask, mayBecome, found);
    for (size_t pin = 0; pin <= pinned(i).choices.size(); ++pin) {
      if (!mayBecome(i, static_cast<int>(pin)))
        continue;
      next.setPin(i, static_cast<int>(pin));
      changePins(i + 1, next, mask | pinned(i).atoms, mayBecome, found);
    }
  }

  void pins() {
    if (space.spec.pinned.empty())
      return;
    restrictions();
    pinnedPartials();
    broadcasts();
    sends();
    rootedReductions();
  }

  /// Copies that count at fewer coordinates.
  void restrictions() {
    changePins(
        0, state, 0,
        [&](size_t i, int pin) {
          int now = state.pinOf(i);
          if (!pin || pin == now || (!now && !isFree(i)))
            return false;
          return !now ||
                 (!havePartials(i) && includes(choice(i, now), choice(i, pin)));
        },
        [&](const State &next, uint32_t mask) {
          Edge edge;
          edge.kind = ReshardKind::Restrict;
          edge.mask = static_cast<uint16_t>(mask);
          add(next, edge, {});
        });
  }

  /// Pinned copies become partial, and partial values over some coordinates
  /// become partial over more; other copies become partial with them.
  void pinnedPartials() {
    changePins(
        0, state, 0,
        [&](size_t i, int pin) {
          int now = state.pinOf(i);
          if (!now || (pin && (choice(i, pin).size() < 2 ||
                               !includes(choice(i, pin), choice(i, now)))))
            return false;
          if (havePartials(i))
            return pin != now;
          return mayCreate() && !(pinned(i).atoms & ~space.spec.creatable);
        },
        [&](const State &pinned, uint32_t mask) {
          uint32_t all = 0;
          if (mayCreate())
            all = space.spec.creatable & space.freeAtoms(state);
          for (uint32_t part = all;; part = (part - 1) & all) {
            uint32_t made = mask | part;
            State next = pinned;
            if (made & ~state.partial)
              next.second = space.spec.twoMonoids;
            next.partial |= static_cast<uint16_t>(made);
            Edge edge;
            edge.kind = ReshardKind::ToPartial;
            edge.mask = static_cast<uint16_t>(made);
            if (space.groups[made].possible && !space.haveTime(part))
              add(next, edge, {copy(next), 0});
            if (!part)
              break;
          }
        });
  }

  bool isPinnedCopy(size_t i) const {
    return state.pinOf(i) && !havePartials(i);
  }

  /// To everywhere, whole or in blocks.
  void broadcasts() {
    changePins(
        0, state, 0, [&](size_t i, int pin) { return !pin && isPinnedCopy(i); },
        [&](const State &next, uint32_t mask) {
          Edge edge;
          edge.kind = ReshardKind::Broadcast;
          edge.mask = static_cast<uint16_t>(mask);
          add(next, edge,
              space.collective(CollectiveKind::Broadcast, mask, bytes));
          for (size_t v = 0; v < space.spec.dims.size(); ++v)
            if (space.canSplit(state, v))
              extensions(v, state.lists[v], mask,
                         [&](uint16_t whole, uint16_t tail) {
                           if (space.lists[tail].mask == mask)
                             scatter(next, static_cast<int>(v), whole, tail);
                         });
        });
  }

  void scatter(State next, int v, uint16_t whole, uint16_t tail) {
    next.lists[v] = whole;
    Edge edge;
    edge.kind = ReshardKind::Scatter;
    edge.dim = static_cast<int8_t>(dimOf(v));
    edge.list = tail;
    add(next, edge,
        space.collective(CollectiveKind::Scatter, space.lists[tail].mask,
                         bytes));
  }

  /// Every coordinate that gets the value has a sender of its own, which is
  /// left without.
  void sends() {
    changePins(
        0, state, 0,
        [&](size_t i, int pin) {
          return pin && pin != state.pinOf(i) && isPinnedCopy(i);
        },
        [&](const State &next, uint32_t mask) {
          int64_t before = 1, after = 1, both = 1;
          for (size_t i = 0; i < space.spec.pinned.size(); ++i) {
            if (!(pinned(i).atoms & mask))
              continue;
            const Coordinates &from = choice(i, state.pinOf(i));
            const Coordinates &to = choice(i, next.pinOf(i));
            Coordinates common;
            std::set_intersection(from.begin(), from.end(), to.begin(),
                                  to.end(), std::back_inserter(common));
            before *= static_cast<int64_t>(from.size());
            after *= static_cast<int64_t>(to.size());
            both *= static_cast<int64_t>(common.size());
          }
          if (after == both || after > before)
            return;
          Edge edge;
          edge.kind = ReshardKind::Send;
          edge.mask = static_cast<uint16_t>(mask);
          add(next, edge,
              space.collective(CollectiveKind::Permute, mask, bytes));
        });
  }

  /// Partial values or blocks go to one coordinate.
  void rootedReductions() {
    auto isOne = [&](size_t i, int pin) {
      return pin && !state.pinOf(i) && choice(i, pin).size() == 1;
    };
    changePins(
        0, state, 0,
        [&](size_t i, int pin) { return isOne(i, pin) && havePartials(i); },
        [&](State next, uint32_t mask) {
          next.partial &= static_cast<uint16_t>(~mask);
          Edge edge;
          edge.kind = ReshardKind::Reduce;
          edge.mask = static_cast<uint16_t>(mask);
          add(next, edge,
              space.collective(CollectiveKind::Reduce, mask, bytes));
        });
    for (size_t v = 0; v < space.spec.dims.size(); ++v) {
      uint16_t list = state.lists[v], prefix = list;
      const std::vector<uint8_t> atoms = space.lists[list].atoms;
      for (size_t j = atoms.size(); j-- > 0;) {
        prefix = space.lists[prefix].prefix;
        if (!(space.inDim[v][list].cuts >> j & 1))
          continue;
        uint16_t tail = 0;
        for (size_t i = j; i < atoms.size(); ++i)
          tail = space.children[tail * space.numAtoms + atoms[i]];
        uint32_t moved = space.lists[tail].mask;
        changePins(
            0, state, 0,
            [&](size_t i, int pin) {
              return isOne(i, pin) && !(pinned(i).atoms & ~moved);
            },
            [&](State next, uint32_t mask) {
              if (mask != moved)
                return;
              next.lists[v] = prefix;
              Edge edge;
              edge.kind = ReshardKind::Gather;
              edge.dim = static_cast<int8_t>(dimOf(static_cast<int>(v)));
              edge.list = tail;
              add(next, edge,
                  space.collective(CollectiveKind::Gather, moved,
                                   space.bytes(next)));
            });
      }
    }
  }
};

const std::vector<Edge> &Space::edges(int number) {
  if (!out[number])
    out[number] = edgesWith(number, ~uint64_t(0));
  return *out[number];
}

std::vector<Edge> Space::edgesWith(int number, uint64_t permuteLevels) {
  Expansion expansion(*this, number);
  expansion.permuteLevels = permuteLevels;
  expansion.reductions();
  expansion.drops();
  expansion.slices();
  expansion.slicesToWholeAxes();
  expansion.partials();
  expansion.permutes();
  expansion.pins();
  return std::move(expansion.edges);
}

} // namespace popt::reshard
