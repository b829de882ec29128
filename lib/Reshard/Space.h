//===- Space.h - Layouts of one tensor as a graph -------------------------===//
//
// The graph that the reshard search walks: its nodes are layouts, coded as one
// list number per dimension and a mask of partial atoms; its edges are moves.
//
// A dimension appears once per granule (a *virtual* dimension), of which at
// most one is split. An axis may be cut in two ways that do not refine each
// other (12 = 4 x 3 = 6 x 2): then the atoms of both are there, and atoms that
// share a digit exclude each other.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_SPACE_H
#define POPT_LIB_RESHARD_SPACE_H

#include "popt/Reshard/Reshard.h"

#include <array>
#include <map>
#include <unordered_map>

namespace popt::reshard {

/// The unit that the search moves: usually one axis or part of one.
using Atom = AxisList;

/// A dimension, with the axes that stay in place.
struct VirtualDim {
  int dim = 0;
  int64_t granule = 1;
  AxisList base; ///< axes that stay in place, major to the atoms
};

/// An axis along which a layout may be pinned.
struct PinnedAxis {
  int axis = 0;
  /// The pins of source and target, and the first coordinate of the target's
  /// partial values. At most three.
  std::vector<std::vector<int64_t>> choices;
  uint32_t atoms = 0; ///< those that make up the axis
};

/// Everything that determines a space, besides mesh, machine and tensor.
struct SpaceSpec {
  std::vector<Atom> atoms;
  std::vector<VirtualDim> dims;
  std::vector<PinnedAxis> pinned; ///< in mesh order
  AxisList basePartial;           ///< partial axes that stay
  std::vector<Pin> basePins;      ///< pins that stay
  /// Atoms that ToPartial may make partial.
  uint32_t creatable = 0;
  /// Source and target have different monoids: the value must not be partial by
  /// the first when it becomes partial by the second.
  bool twoMonoids = false;
  bool exact = true;

  std::vector<int64_t> key() const;
};

/// Exploring grows fast with the number of atoms: up to this many, all axes of
/// the mesh take part and the answer is exact.
constexpr int maxAtoms = 4;
/// A search towards one target takes so many (see DirectedSearch.h).
constexpr int mostAtoms = 6;
constexpr int maxDims = 12;

/// A layout as a few numbers.
struct State {
  std::array<uint16_t, maxDims> lists{}; ///< per virtual dimension
  uint16_t partial = 0;                  ///< atoms
  uint16_t second = 0; ///< partial values are of the target's monoid
  /// Per pinned axis two bits: 0, or one more than the number of the choice.
  uint16_t pins = 0;
  bool operator==(const State &o) const {
    return lists == o.lists && partial == o.partial && second == o.second &&
           pins == o.pins;
  }
  int pinOf(size_t axis) const { return pins >> 2 * axis & 3; }
  void setPin(size_t axis, int choice) {
    pins = static_cast<uint16_t>((pins & ~(3u << 2 * axis)) |
                                 static_cast<unsigned>(choice) << 2 * axis);
  }
};

/// A hash of states.
struct StateHash {
  size_t operator()(const State &s) const {
    uint64_t h = s.partial | uint64_t(s.second) << 16 | uint64_t(s.pins) << 32;
    for (uint16_t list : s.lists)
      h = (h ^ list) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return h;
  }
};

/// A move from one state to another.
struct Edge {
  int to = 0;
  ReshardKind kind = ReshardKind::Slice;
  int8_t dim = -1;
  int8_t concatDim = -1;
  /// Ordered list of atoms that move, or 0 if `mask` says which.
  uint16_t list = 0;
  uint16_t mask = 0;
  CommCost cost;
};

/// An ordered choice of atoms for one virtual dimension.
struct ListInDim {
  bool legal = true;
  uint32_t cuts = 0;  ///< bit j: dropping all but j atoms is a concatenation
  int64_t extent = 0; ///< of the largest block
  int blocks = 0;     ///< number of the sequence of blocks, per dimension
};

/// Dimensions that were measured for one space, for others of the mesh: all
/// their lists, by atoms, what stays in place, granule and extent. Measuring
/// takes as many steps as the dimension has blocks.
using MeasuredDims = std::map<std::vector<int64_t>, std::vector<ListInDim>>;

/// The graph of all states and moves.
class Space {
public:
  Space(const Mesh &mesh, const Machine &machine,
        const std::vector<int64_t> &shape, int elementBits, int partialBits,
        SpaceSpec spec, MeasuredDims &measured);

  const SpaceSpec spec;

  /// The layout as a node, or nothing if the atoms cannot say it.
  std::optional<State> code(const Layout &layout, bool second) const;
  /// The number of a node.
  int intern(const State &state);
  /// Number of the layout's node, or nothing if the atoms cannot say it.
  std::optional<int> find(const Layout &layout, bool second);
  /// The layout of a node; `like` gives the memory, the two monoids are those
  /// of source and target.
  Layout layout(int state, const Layout &like, Monoid first,
                Monoid second) const {
    return layout(states[state], like, first, second);
  }
  /// The moves from a node, found once.
  const std::vector<Edge> &edges(int state);
  /// The same, not remembered, but of the permutes only those whose outermost
  /// level of links is in the set.
  std::vector<Edge> edgesWith(int state, uint64_t permuteLevels);
  /// The levels of the links along the atoms.
  uint64_t levels() const;
  /// Equal for two nodes if permutes at this level lead from both to the same
  /// nodes, at the same cost.
  std::vector<int64_t> permuteClass(int state, int level) const;
  /// No way from a node to another takes less: what the coordinate that has
  /// least of its block in the end must receive at least, over the fastest
  /// links, after one message at least.
  double leastSeconds(int state, int target) const;
  AxisList axesOf(const Edge &edge) const;
  bool isPartial(int state) const { return states[state].partial != 0; }
  bool isSecond(int state) const { return states[state].second != 0; }
  /// Orders nodes by their layouts, not by when they were found: ties are
  /// broken in the same way whatever was asked before.
  uint64_t orderOf(int state) const { return orders[state]; }
  /// How many nodes have a number.
  size_t size() const { return states.size(); }
  /// True if some dim of the node is split.
  bool isSplit(int state) const;

  /// The facts besides the spec on which costs depend; equal for spaces of even
  /// dims that differ in extents alone. Empty for others.
  std::vector<int64_t> evenKind() const;
  /// The facts about an atom, and a virtual dim, on which costs depend (see
  /// Symmetry.h).
  std::vector<int64_t> atomKind(int atom) const;
  std::vector<int64_t> dimKind(int v) const;
  /// Every list with its atoms renamed: atom a becomes `names[a]`.
  std::vector<uint16_t> renameLists(const std::vector<int> &names) const;

private:
  /// An ordered choice of atoms.
  struct List {
    std::vector<uint8_t> atoms;
    uint32_t mask = 0;
    uint16_t prefix = 0; ///< the list without its last atom
    int64_t product = 1;
  };
  /// A collective over a set of atoms.
  struct Group {
    int64_t devices = 1;
    int64_t steps = 1;
    int level = -1;
    GroupShape members;     ///< on machines that have more than rings
    uint32_t conflicts = 0; ///< atoms that one of these excludes
    bool possible = true;   ///< none of these excludes another
  };

  const Mesh &mesh;
  const Machine &machine;
  std::vector<int64_t> shape;
  int elementBits, partialBits;
  int numAtoms;
  int64_t baseSteps = 1;          ///< of time axes that stay in place
  int64_t otherElements = 1;      ///< the extents of dims that take no part
  std::vector<List> lists;        ///< 0 is the empty list
  std::vector<uint16_t> children; ///< list * numAtoms + atom; 0: none
  std::vector<Group> groups;      ///< by mask
  std::vector<std::vector<ListInDim>> inDim; ///< virtual dim, list
  std::vector<bool> isEvenDim; ///< virtual dim: by all atoms, of one granule
  /// Real dims that take part: their virtual dims, and per number of a block
  /// sequence the (virtual dim, list) that have it.
  struct RealDim {
    std::vector<int> virtuals;
    std::map<int, std::vector<std::pair<int, int>>> byBlocks;
  };
  std::vector<RealDim> realDims;

  bool hasTwoCuts = false; ///< some atoms exclude others

  std::vector<State> states;
  std::vector<uint64_t> orders; ///< hashes of the states
  std::unordered_map<State, int, StateHash> numbers;
  std::vector<std::optional<std::vector<Edge>>> out;
  /// By node: the last whose edges were collected with one to it, and which.
  std::vector<std::pair<int, int>> edgeTo;

  void makeLists();
  void makeGroups();
  bool isDividedByAll(size_t v) const;
  void measure(int v, std::map<std::vector<int64_t>, int> &blockNumbers);
  void measureAlone(int v, MeasuredDims &measured);

  uint32_t used(const State &state) const;
  /// Atoms of axes along which the node is pinned.
  uint32_t pinnedAtoms(const State &state) const;
  uint32_t freeAtoms(const State &state) const;
  bool canSplit(const State &state, int v) const;
  /// True if two states are one layout, whose axes they cut in two ways.
  bool isTheSame(const State &a, const State &b) const;
  Layout layout(const State &state, const Layout &like, Monoid first,
                Monoid second) const;
  /// In how many time steps the value differs: a move between devices runs as
  /// often.
  int64_t steps(const State &state) const;
  /// What an atom does: nothing, partial, or a stride of a dim.
  std::array<int64_t, mostAtoms> places(const State &state) const;
  /// True if some of the atoms has a part of a time axis.
  bool haveTime(uint32_t mask) const { return groups[mask].steps > 1; }
  int64_t bytes(const State &state) const;
  uint16_t append(uint16_t list, uint16_t tail) const;
  CommCost collective(CollectiveKind kind, uint32_t mask, int64_t bytes) const;

  /// True if no coordinate has anything of its target block.
  bool canBeDisjoint(const State &state, const State &target) const;

  /// Collects the edges of one node.
  struct Expansion;
};

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_SPACE_H
