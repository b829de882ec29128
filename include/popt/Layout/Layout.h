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
// (replicated), or, if listed in `partial`, *terms*: the value is the
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
// Laws, each with the test that checks it:
//   L1  blocks: disjoint, cover, ordered, minor axis = concatenation
//       (BlocksTest: every extent 0..13 x up to three axes of size 1..4,
//       granules and sub-axes included)
//   L2  which moves are free and what each reshard means
//       (LayoutTest, ReshardTest: distribute/collect round trips)
//   L14 collect(distribute(x, a) moved to b) = x for all layouts a, b
//       (ReshardTest)
//   L15 equal input gives equal output (everything here is a pure function of
//       its arguments; no addresses, no hashing order)
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_LAYOUT_H
#define POPT_LAYOUT_LAYOUT_H

#include "popt/Layout/Mesh.h"

namespace popt {

/// How the terms of a partial value combine. On i1 add means or, and multiply
/// means and, so Sum and Prod never occur with i1.
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
  /// Closed everywhere and without priorities or `replicated`: what remains of
  /// a layout once propagation is over.
  Layout closed() const;
  bool isFullyReplicated() const; ///< no axis, no partial, no pin
  /// Axes used by dims and partial, in mesh order.
  AxisList usedAxes() const;

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
