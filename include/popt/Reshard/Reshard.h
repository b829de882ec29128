//===- Reshard.h - The cheapest way from one layout to another ------------===//
//
// A reshard changes what each coordinate of a mesh holds of a tensor. Which
// moves do it at least cost is a shortest path: the nodes are layouts, the
// edges are the moves below, the weights come from the machine. The search is
// exact for what it models, so a plan can say "least" and mean it; nothing in
// it is a pattern.
//
//   move           what happens                         cost
//   Slice          copies become blocks: free axes are  a local copy
//                  appended to the minor end of a dim
//   AllGather      minor axes of a dim are dropped      (k-1)/k of the result
//   AllToAll       minor axes of one dim go to the      (k-1)/k of the buffer
//                  minor end of another
//   ReduceScatter  partial axes go to the minor end     (k-1)/k of the operand
//                  of a dim
//   AllReduce      partial axes become free             2(k-1)/k of the buffer
//   Permute        blocks stay what they are and move   the buffer
//                  to other coordinates
//   ToPartial      copies or blocks become partial      a local copy
//   Restrict       copies count at fewer coordinates    nothing
//   Broadcast      what is pinned goes everywhere       the buffer
//   Scatter        what is pinned becomes blocks        (k-1)/k of the operand
//   Gather         blocks go to one coordinate          (k-1)/k of the result
//   Reduce         partials combine at one coordinate   the buffer
//   Send           what is pinned moves to other        the buffer
//                  coordinates, one message each
//
// Only minor axes move because dropping the minor axis is the one concatenation
// that works for every extent (law L1). One step moves several axes where that
// is cheaper: an all-reduce over two axes costs less than two. Axes are cut
// into atoms, the common refinement of the parts that the two layouts use; an
// atom splits a dim only where the result is a legal layout. Axes that neither
// layout uses take part too: summing over "x" what "y" holds in copies can be
// cheaper in slices along "y".
//
// Plans (not costs, which are asked for millions of pairs) cut axes further
// where a dim loses axes and gets others: only then a permute is needed, and
// only between blocks of equal sizes. With x=4 and y=2, [{"x"}, {"y"}] becomes
// [{"y"}, {"x"}] by
//
//   permute     [{"y", "x":(2)2}, {"x":(1)2}]
//   all-to-all  [{"y"}, {"x"}]                 "x":(2)2 from dim 0 to 1
//
// so each atom is cut at its common divisor with every other: the major part is
// as large as the other atom or a part of it, and what is more leaves or comes
// as the minor end of its list. Without such a dim every axis that leaves one is
// at its minor end, and nothing has to be exchanged. OptimalTest.Parts finds
// nothing cheaper where all axes are cut into primes. Such plans, and those for
// many axes, are found by a search towards the one target
// (lib/Reshard/DirectedSearch.h).
//
// The last six are about pins on device axes. A pinned value is not read at
// other coordinates, so restricting it is free; partial values over pinned
// coordinates become partial over all of them when the others take the identity
// (ToPartial). Values are pinned on the way only where source or target pin
// them (partial values also to the first of their coordinates): unless sending
// is cheaper than copying, other pins gain nothing (OptimalTest). Pins on stage
// axes stay: places are not a matter of layouts.
//
// Over a time axis there are only slices, all-gathers (everything is kept),
// all-reduces (accumulators) and ToPartial; Machine::timeSeconds prices them. A
// move between devices of a value that varies over time runs in each time step,
// and costs as often: accumulate first, communicate once.
//
// Ties go to fewer steps, then to the move found first, in an order that
// depends on the arguments alone (law L15).
//
// Tests: test/unit/Reshard executes every step on the blocks of small tensors,
// for all pairs of layouts of small meshes, and compares costs with a second,
// independent search.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RESHARD_RESHARD_H
#define POPT_RESHARD_RESHARD_H

#include "popt/Layout/Layout.h"
#include "popt/Machine/Machine.h"

#include <memory>

namespace popt {

namespace reshard {
struct Pool;
} // namespace reshard

/// The moves from layout to layout.
enum class ReshardKind : uint8_t {
  Slice,
  AllGather,
  AllToAll,
  ReduceScatter,
  AllReduce,
  Permute,
  ToPartial,
  Restrict,
  Broadcast,
  Scatter,
  Gather,
  Reduce,
  Send,
};
const char *name(ReshardKind kind); ///< "slice", "all-gather", ...
/// The collective that a step runs; nothing for Slice, ToPartial and Restrict.
std::optional<CollectiveKind> collectiveOf(ReshardKind kind);

/// One move of a plan.
struct ReshardStep {
  ReshardKind kind = ReshardKind::Slice;
  /// The axes that move. Slice, AllGather, AllToAll, ReduceScatter, Scatter,
  /// Gather and ToPartial of blocks: in the order in which they stand at the
  /// minor end of the dim, major to minor. Else in mesh order. Permute: every
  /// axis whose role changes (see permuteSources for what goes where).
  AxisList axes;
  /// The dim that is gathered, or that is split by Slice, ReduceScatter,
  /// Scatter and AllToAll. ToPartial: the dim whose blocks become partial, -1
  /// for copies.
  int dim = -1;
  int concatDim = -1; ///< AllToAll: the dim that loses the axes
  /// Broadcast, Scatter, Gather, Reduce: the member of the group, numbered
  /// along `axes`, that has the value or gets it.
  int64_t root = -1;
  /// AllReduce, ReduceScatter, Reduce, ToPartial: how partial values combine.
  Monoid monoid = Monoid::Sum;
  Layout after; ///< the layout that holds when the step is done
  double seconds = 0;
  int64_t wireBytes = 0;

  /// `all-gather {"x"} of dimension 0 (96 B)`.
  std::string str(const Mesh &mesh) const;
};

/// Moves that lead from one layout to another, and their cost.
struct ReshardPlan {
  std::vector<ReshardStep> steps;
  double seconds = 0;
  int64_t wireBytes = 0;
  /// On the way every coordinate holds the whole tensor, though the target is
  /// split: worth a remark.
  bool fullGather = false;
  /// The plan is the cheapest there is under the model. False only where axes
  /// and their parts are so many that the search had to keep some in place, or
  /// to give up.
  bool exact = true;

  WireSummary summary() const;
};

/// Costs between all layouts are searched on meshes of up to so many device and
/// time axes: on one more there are a hundred times as many pairs, and ten
/// times as many ways between two.
constexpr int mostSearchedAxes = 3;

/// Costs and plans between layouts of one tensor. The first question about a
/// source explores; later ones about the same source are look-ups. Mesh and
/// machine must outlive the object. Not thread-safe.
class ReshardCosts {
public:
  /// `partialBits` is the width in which partial values are held and sent (f32
  /// for narrower floats); 0 means `elementBits`. Tensors on one mesh and
  /// machine share searches in `pool`.
  ReshardCosts(const Mesh &mesh, const Machine &machine,
               std::vector<int64_t> shape, int elementBits, int partialBits = 0,
               std::shared_ptr<reshard::Pool> pool = nullptr);
  ~ReshardCosts();
  ReshardCosts(ReshardCosts &&) noexcept;

  /// Nothing if the two differ in memory, or in pins on a stage or time axis or
  /// in partial values over one: such moves are not part of this search. Both
  /// layouts must pass Layout::check; `open`, `priority` and `replicated` play
  /// no role. Of axes whose sizes have common divisors a plan may use parts
  /// that neither layout names, and cost less.
  std::optional<CommCost> cost(const Layout &from, const Layout &to);
  /// A number for a layout whose costs are asked often.
  int number(const Layout &layout);
  /// The seconds of `cost` between two numbered layouts, infinite where that is
  /// nothing. On meshes of more than `mostSearchedAxes` those of a plan that is
  /// made without a search: never less, up to several times as much
  /// where axes change their order (EstimateTest).
  double seconds(int from, int to);
  /// The steps; none if both say the same. The last step's `after` is
  /// `to.closed()`.
  std::optional<ReshardPlan> plan(const Layout &from, const Layout &to);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// ReshardCosts for many tensors on one mesh.
class ReshardCache {
public:
  ReshardCache(const Mesh &mesh, const Machine &machine);
  ReshardCosts &get(const std::vector<int64_t> &shape, int elementBits,
                    int partialBits = 0);

private:
  const Mesh &mesh;
  const Machine &machine;
  std::shared_ptr<reshard::Pool> pool;
  std::map<std::vector<int64_t>, ReshardCosts> costs;
};

/// The cheapest plan for one reshard; see ReshardCosts::plan.
std::optional<ReshardPlan> planReshard(const Mesh &mesh, const Machine &machine,
                                       const std::vector<int64_t> &shape,
                                       int elementBits, const Layout &from,
                                       const Layout &to, int partialBits = 0);

/// The layout in fewer words: without pins to all coordinates of a device axis,
/// and without partial values over an axis pinned to one coordinate. Steps are
/// between such layouts.
Layout simplified(const Mesh &mesh, Layout layout);

/// For a Permute step between two layouts: entry r is the rank whose block rank
/// r receives. A bijection that keeps blocks in place where it can. Both
/// layouts must consist of the same blocks and partial values, equally often.
std::vector<int64_t> permuteSources(const Mesh &mesh,
                                    const std::vector<int64_t> &shape,
                                    const Layout &before, const Layout &after);

/// For a Send step: pairs of ranks (source, target), by target. Ranks at which
/// the value was before and is after keep it.
std::vector<std::pair<int64_t, int64_t>>
sendPairs(const Mesh &mesh, const Layout &before, const Layout &after);

/// For a ToPartial step of copies: the members of a group over `axes` whose
/// value stays, ascending: of copies the first, of partial values over pinned
/// coordinates all of them. The others take the identity.
std::vector<int64_t> keptPartials(const Mesh &mesh, const AxisList &axes,
                                  const Layout &before);

} // namespace popt
#endif // POPT_RESHARD_RESHARD_H
