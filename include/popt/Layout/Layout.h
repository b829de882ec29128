//===- Layout.h - What each coordinate of a mesh holds of a tensor --------===//
//
// The sharding algebra of popt. Everything a compiler for many devices does
// (data, tensor, sequence and pipeline parallelism, microbatches, ZeRO) is a
// statement of the form "of tensor T, coordinate c of the mesh holds ...". A
// Layout is that statement.
//
// Splitting. A dimension is split by an ordered list of axes, major to minor.
// One split of an extent n by an axis of size k gives k blocks of ceil(n / k),
// the last of which may be short or empty: block i is
// [min(n, i * ceil(n/k)), min(n, (i+1) * ceil(n/k))). The next axis of the list
// splits each *block* in the same way, by the block's own extent. So dimension
// 5 on {a=2, b=2} is 2,1 | 1,1. Two facts follow: dropping the minor axis is
// always a concatenation of neighbours (an all-gather over it is local in the
// dimension), and the padding of a local tensor (its extent is the largest
// block's) may be interior in the global order. With a granule g the unit of
// the split is g consecutive elements: an extent n has ceil(n / g) units.
//
// Not splitting. An axis that is mentioned in no dimension holds copies
// (replicated), or, if listed in `partial`, *partial values*: the value is the
// combination, by a commutative monoid, of what the coordinates along the axis
// hold. Replicated to partial is free (one coordinate keeps the value, the
// others take the identity), sharded to partial is free (pad with identity),
// partial to anything else is communication: an all-reduce, or a
// reduce-scatter.
//
// Where. A pin restricts an axis to some of its coordinates: the value exists,
// in identical copies, only there. Partial and pinned on one axis means partial
// over exactly the pinned coordinates.
//
// Laws. Code and documents cite them by number; each names a test that checks it
// (test/Meta/laws.test holds this list against the citations and the files).
//
// Of layouts:
//   L1  Blocks are disjoint, cover the dimension and are ordered; dropping the
//       minor axis is a concatenation. Nothing has to divide, padding is
//       unspecified. [test/unit/Layout/BlocksTest.cpp]
//   L2  A partial value flows through operations that are linear in it; copies
//       and blocks become partial for nothing. Partial values narrower than f32
//       are held and sent as f32 and rounded once.
//       [test/unit/OpModels/LocaliseTest.cpp]
// Of time axes:
//   L3  The program's arguments are whole in time and present at every place:
//       reading them in any time layout is free. [test/Time/fold-time.mlir]
//   L4  In a dimension time axes are minor to device axes, and they spread from
//       batch dimensions alone. [test/Annotate/split-batches.mlir]
//   L5  Over time a slice costs a copy and a reduction an accumulator; every
//       other move is a time barrier: what all steps made is kept.
//       [test/Time/fold-time-moves.mlir]
//   L6  An operation runs in the latest loop that its readers allow; what two
//       loops need is kept or computed again. [test/Time/fold-time-price.mlir]
//   L7  A loop or branch without a barrier inside is in the time loop; with one
//       it runs once and its body is folded. [test/Time/fold-time-regions.mlir]
//   L8  A gather or scatter of every iteration is placed before the loop, in it
//       or once per use, by price under the memory budget.
//       [test/Flow/fit-memory.mlir]
//   L9  Sums over time and over devices commute: accumulate first, communicate
//       once. [test/Execute/Time/accumulation.test]
// Of stage axes:
//   L10 Before and after time loops stages may use collectives; inside they only
//       send and receive. [test/Stages/split-stages-loops.mlir]
//   L11 A coordinate's visits are the levels of its operations, merged while the
//       graph stays acyclic. [test/Stages/split-stages-parts.mlir]
//   L12 The weight part of a visit is what reaches no other coordinate within the
//       loop. [test/Stages/split-stages-parts.mlir]
//   L13 Sums over differently pinned values are one all-reduce over the
//       coordinates that have a partial value. [test/Stages/place-stages.mlir]
// Of programs:
//   L14 Partitioned equals single device, for every operation, sharding and mesh;
//       of layouts: distribute, move, collect gives the value back.
//       [test/unit/Reshard/ExecuteTest.cpp, test/Execute/Combinations]
//   L15 Equal input gives equal output, bit for bit: no addresses, no hashing
//       order. [test/Execute/determinism.test]
//   L16 A barrier passes each operand on, apart from the others; what is computed
//       again after it is never merged with the original.
//       [test/Propagate/ties.mlir]
//   L17 Memory is part of a layout: device operations touch device memory only,
//       host operations host memory only, and what changes sides is copied, at
//       the price of the host's link. [test/Memory/place-memory.mlir]
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_LAYOUT_H
#define POPT_LAYOUT_LAYOUT_H

#include "popt/Layout/Mesh.h"

namespace popt {

/// How partial values combine. On i1 add means or, and multiply means and, so
/// Sum and Prod never occur with i1.
enum class Monoid : uint8_t { Sum, Prod, Max, Min, And, Or, Xor };
const char *name(Monoid monoid); ///< "sum", "prod", "max", ...
std::optional<Monoid> parseMonoid(std::string_view name);

enum class Memory : uint8_t { Device, Host };

/// The axes of one dimension.
struct DimLayout {
  AxisList axes;       ///< major to minor
  bool open = false;   ///< propagation may append axes
  int64_t granule = 1; ///< unit of the split, in elements
  int priority = 0;    ///< urgency of a user's annotation; 0 is the highest

  bool operator==(const DimLayout &o) const {
    return axes == o.axes && open == o.open && granule == o.granule &&
           priority == o.priority;
  }
};

/// The coordinates of one axis where a value exists.
struct Pin {
  int axis = 0;
  std::vector<int64_t> coordinates; ///< ascending, not empty
  bool operator==(const Pin &o) const {
    return axis == o.axis && coordinates == o.coordinates;
  }
  bool operator<(const Pin &o) const {
    return axis != o.axis ? axis < o.axis : coordinates < o.coordinates;
  }
};

struct Layout {
  std::vector<DimLayout> dims;
  Monoid monoid = Monoid::Sum; ///< meaningful if `partial` is not empty
  AxisList partial;            ///< in mesh order
  AxisList replicated;         ///< axes that must stay unused; in mesh order
  std::vector<Pin> pins;       ///< in mesh order, at most one per axis
  Memory memory = Memory::Device;

  static Layout replicate(size_t rank) {
    Layout l;
    l.dims.resize(rank);
    return l;
  }
  /// Closed everywhere and without priorities or `replicated`: the part of a
  /// layout that matters after propagation.
  Layout closed() const;
  bool isFullyReplicated() const; ///< no axis, no partial, no pin
  /// Axes used by dims and partial, in mesh order.
  AxisList usedAxes() const;
  /// The pin on a mesh axis; null if there is none.
  const Pin *findPin(int axis) const;

  /// Empty if the layout is well formed for a tensor of this shape: the rank
  /// fits, no axis is used twice, parts divide their axis, sub-axes divide
  /// every block they split, pins are on existing coordinates. Else a message
  /// `axis "x" is used twice`; the caller says of what.
  std::string check(const Mesh &mesh, const std::vector<int64_t> &shape) const;

  bool operator==(const Layout &o) const;
  bool operator!=(const Layout &o) const { return !(*this == o); }
  /// `[{"dp"}, {"tp", ?}], partial = sum{"cp"}`, without the mesh's name.
  std::string str(const Mesh &mesh) const;
};

/// A run of elements of one dimension.
struct DimBlock {
  int64_t begin = 0;
  int64_t extent = 0;
  int64_t end() const { return begin + extent; }
  bool operator==(const DimBlock &o) const {
    return begin == o.begin && extent == o.extent;
  }
};

/// Block `index` of `of` split into `parts` (law L1).
DimBlock splitBlock(DimBlock of, int64_t parts, int64_t index,
                    int64_t granule = 1);

/// The block that the coordinates hold of a dimension of this extent.
DimBlock blockAt(const Mesh &mesh, const DimLayout &dim, int64_t extent,
                 const std::vector<int64_t> &coordinates);
/// The largest block: the extent of the local type.
int64_t localExtent(const DimLayout &dim, int64_t extent);
/// True if all blocks have the same extent.
bool isEven(const DimLayout &dim, int64_t extent);

/// Local types have the largest block's extent in every dimension.
std::vector<int64_t> localShape(const Layout &layout,
                                const std::vector<int64_t> &shape);
/// One block per dimension.
std::vector<DimBlock> blocksAt(const Mesh &mesh, const Layout &layout,
                               const std::vector<int64_t> &shape,
                               const std::vector<int64_t> &coordinates);

} // namespace popt
#endif // POPT_LAYOUT_LAYOUT_H
