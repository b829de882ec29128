// Plans are cheapest: a second search, written over Layout values with moves
// judged by the blocks they touch and costs computed from local shapes, finds
// nothing cheaper and the plan is one that it knows.

#include "Common.h"

#include <limits>
#include <map>

using namespace popt;
using namespace popt::test;

namespace {
/// Uniform-cost search over the legal layouts, in the plainest form.
class Slow {
public:
  Slow(const Mesh &mesh, const Shape &shape, const Machine &machine,
       std::vector<Layout> layouts, AxisList creatable)
      : mesh(mesh), shape(shape), machine(machine), nodes(std::move(layouts)),
        creatable(std::move(creatable)) {
    size_t n = nodes.size();
    weights.assign(n, std::vector<double>(n, infinite));
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j)
        if (i != j)
          weights[i][j] = move(nodes[i], nodes[j]);
    // Floyd and Warshall.
    for (size_t k = 0; k < n; ++k)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
          weights[i][j] =
              std::min(weights[i][j], weights[i][k] + weights[k][j]);
  }
  double cost(size_t i, size_t j) const { return i == j ? 0 : weights[i][j]; }

private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  const Mesh &mesh;
  Shape shape;
  const Machine &machine;
  std::vector<Layout> nodes;
  AxisList
      creatable; ///< values become partial only over axes where the target is
  std::vector<std::vector<double>> weights;

  int64_t bytes(const Layout &l) const {
    int64_t n = 4;
    for (int64_t e : localShape(l, shape))
      n *= e;
    return n;
  }
  double comm(CollectiveKind kind, const AxisList &axes, int64_t n) const {
    return machine.collective(kind, mesh, axes, n).seconds;
  }
  static AxisList minus(const AxisList &a, const AxisList &b) {
    AxisList rest;
    for (const AxisRef &r : a)
      if (std::find(b.begin(), b.end(), r) == b.end())
        rest.push_back(r);
    return rest;
  }
  static bool startsWith(const AxisList &a, const AxisList &prefix) {
    return a.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), a.begin());
  }
  static AxisList tail(const AxisList &a, size_t from) {
    return AxisList(a.begin() + from, a.end());
  }

  using Coordinates = std::vector<int64_t>;
  /// Empty if not pinned along the axis.
  static Coordinates pinOf(const Layout &l, int axis) {
    for (const Pin &pin : l.pins)
      if (pin.axis == axis)
        return pin.coordinates;
    return {};
  }
  static bool includes(const Coordinates &all, const Coordinates &some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  }

  /// The ranks at which a value exists.
  std::vector<int64_t> holders(const Layout &l) const {
    std::vector<int64_t> ranks;
    for (int64_t r = 0; r < mesh.numRanks(); ++r) {
      Coordinates at = mesh.coordinates(r);
      bool exists = true;
      for (const Pin &pin : l.pins)
        exists &= includes(pin.coordinates, {at[pin.axis]});
      if (exists)
        ranks.push_back(r);
    }
    return ranks;
  }

  /// The cheapest single move that has to do with pins.
  double pinMove(const Layout &a, const Layout &b) const {
    AxisList changed; // axes that take part
    bool allUnpin = true, allPinOne = true, allKnow = true, allAdd = true;
    bool isRestriction = true;
    for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis) {
      AxisList whole{mesh.ref(axis)};
      Coordinates before = pinOf(a, axis), after = pinOf(b, axis);
      bool had = overlaps(a.partial, whole), has = overlaps(b.partial, whole);
      bool makesTerms = !before.empty() && !had && has;
      if (before == after && !makesTerms)
        continue;
      changed.push_back(whole[0]);
      bool isUsed = had;
      for (const DimLayout &dim : a.dims)
        isUsed |= overlaps(dim.axes, whole);
      allUnpin &= !before.empty() && after.empty() && !had;
      allPinOne &= before.empty() && after.size() == 1;
      allKnow &= !before.empty() && !after.empty() && !had && !has;
      allAdd &= !before.empty() && has && after.size() != 1 &&
                (after.empty() || includes(after, before)) &&
                (had || overlaps(creatable, whole));
      isRestriction &= !after.empty() && !isUsed &&
                       (before.empty() || includes(before, after));
    }
    AxisList lost = minus(a.partial, b.partial);
    AxisList won = minus(b.partial, a.partial);
    std::vector<size_t> differ;
    for (size_t d = 0; d < shape.size(); ++d)
      if (!(a.dims[d] == b.dims[d]))
        differ.push_back(d);
    if (differ.size() > 1)
      return infinite;
    if (differ.size() == 1) {
      const AxisList &x = a.dims[differ[0]].axes, &y = b.dims[differ[0]].axes;
      bool grows = startsWith(y, x);
      AxisList moved = grows              ? tail(y, x.size())
                       : startsWith(x, y) ? tail(x, y.size())
                                          : AxisList();
      std::sort(moved.begin(), moved.end());
      if (moved != changed || !lost.empty() || !won.empty())
        return infinite;
      if (grows && allUnpin)
        return comm(CollectiveKind::Scatter, changed, bytes(a));
      if (!grows && allPinOne)
        return comm(CollectiveKind::Gather, changed, bytes(b));
      return infinite;
    }
    if (lost == changed && won.empty() && allPinOne)
      return comm(CollectiveKind::Reduce, changed, bytes(a));
    if (!lost.empty())
      return infinite;
    if (allAdd && minus(minus(won, changed), creatable).empty())
      return machine.copySeconds(bytes(b));
    if (!won.empty())
      return infinite;
    if (isRestriction)
      return 0;
    if (allUnpin)
      return comm(CollectiveKind::Broadcast, changed, bytes(a));
    std::vector<int64_t> from = holders(a), to = holders(b), stay;
    std::set_intersection(from.begin(), from.end(), to.begin(), to.end(),
                          std::back_inserter(stay));
    if (allKnow && to.size() > stay.size() && to.size() <= from.size())
      return comm(CollectiveKind::Permute, changed, bytes(a));
    return infinite;
  }

  /// The cheapest single move between two layouts.
  double move(const Layout &a, const Layout &b) const {
    if (a.pins != b.pins)
      return pinMove(a, b);
    AxisList pinned;
    for (const Pin &pin : a.pins)
      pinned.push_back(mesh.ref(pin.axis));
    for (int side = 0; side < 2; ++side)
      for (const AxisRef &ref :
           side ? minus(a.partial, b.partial) : minus(b.partial, a.partial))
        if (overlaps(pinned, {ref}))
          return pinMove(a, b);
    double best = permute(a, b);
    std::vector<size_t> grown, shrunk;
    for (size_t d = 0; d < shape.size(); ++d) {
      const AxisList &x = a.dims[d].axes, &y = b.dims[d].axes;
      if (x == y)
        continue;
      if (startsWith(y, x))
        grown.push_back(d);
      else if (startsWith(x, y))
        shrunk.push_back(d);
      else
        return best;
    }
    AxisList lost = minus(a.partial, b.partial);
    AxisList won = minus(b.partial, a.partial);
    AxisList in, out;
    if (grown.size() > 1 || shrunk.size() > 1)
      return best;
    if (!grown.empty())
      in = tail(b.dims[grown[0]].axes, a.dims[grown[0]].axes.size());
    if (!shrunk.empty())
      out = tail(a.dims[shrunk[0]].axes, b.dims[shrunk[0]].axes.size());
    AxisList sortedIn = in, sortedOut = out;
    std::sort(sortedIn.begin(), sortedIn.end());
    std::sort(sortedOut.begin(), sortedOut.end());

    bool isPartial = !lost.empty() || !won.empty();
    if (!in.empty() && out.empty() && !isPartial)
      best = std::min(best, machine.copySeconds(bytes(b)));
    if (in.empty() && !out.empty() && !isPartial)
      best = std::min(best, comm(CollectiveKind::AllGather, out, bytes(b)));
    if (!in.empty() && in == out && !isPartial)
      best = std::min(best, comm(CollectiveKind::AllToAll, in,
                                 std::max(bytes(a), bytes(b))));
    if (in.empty() && out.empty() && won.empty() && !lost.empty())
      best = std::min(best, comm(CollectiveKind::AllReduce, lost, bytes(a)));
    if (!in.empty() && out.empty() && won.empty() && sortedIn == lost)
      best =
          std::min(best, comm(CollectiveKind::ReduceScatter, lost, bytes(a)));
    if (in.empty() && lost.empty() && !won.empty() &&
        minus(won, creatable).empty() && (out.empty() || sortedOut == won))
      best = std::min(best, machine.copySeconds(bytes(b)));
    return best;
  }

  /// Ranks hold the same boxes, equally often, and as many partial values.
  double permute(const Layout &a, const Layout &b) const {
    if (product(a.partial) != product(b.partial))
      return infinite;
    std::vector<std::vector<int64_t>> boxes[2];
    for (int64_t r = 0; r < mesh.numRanks(); ++r)
      for (int side = 0; side < 2; ++side) {
        std::vector<int64_t> box;
        for (const DimBlock &block :
             blocksAt(mesh, side ? b : a, shape, mesh.coordinates(r)))
          box.insert(box.end(), {block.begin, block.extent});
        boxes[side].push_back(box);
      }
    for (auto &side : boxes)
      std::sort(side.begin(), side.end());
    if (boxes[0] != boxes[1])
      return infinite;
    return comm(CollectiveKind::Permute, wholeAxes(mesh), bytes(a));
  }
};

/// `mayCut`: plans may be cheaper, by parts of axes.
void compare(const Mesh &mesh, const Shape &shape, const Machine &machine,
             bool pinned = false, bool mayCut = false) {
  std::vector<Layout> layouts =
      pinned ? withPins(mesh, shape) : allLayouts(mesh, shape, wholeAxes(mesh));
  std::map<AxisList, Slow> slow;
  for (const Layout &to : layouts)
    slow.try_emplace(to.partial, mesh, shape, machine, layouts, to.partial);
  ReshardCosts costs(mesh, machine, shape, 32);
  for (size_t i = 0; i < layouts.size(); ++i)
    for (size_t j = 0; j < layouts.size(); ++j) {
      std::optional<ReshardPlan> plan = costs.plan(layouts[i], layouts[j]);
      ASSERT_TRUE(plan && plan->exact);
      double expected = slow.at(layouts[j].partial).cost(i, j);
      // Each step is rounded up to a multiple of 2^-50 s.
      if (mayCut && plan->seconds < expected)
        continue;
      ASSERT_NEAR(plan->seconds, expected, 1e-9 * expected + 8e-15)
          << mesh.str() << " " << layouts[i].str(mesh) << " to "
          << layouts[j].str(mesh);
      double sum = 0;
      int64_t bytes = 0;
      for (const ReshardStep &step : plan->steps) {
        sum += step.seconds;
        bytes += step.wireBytes;
      }
      ASSERT_DOUBLE_EQ(plan->seconds, sum);
      ASSERT_EQ(plan->wireBytes, bytes);
    }
}
} // namespace

/// The mesh with each axis in parts as axes of their own, and a layout of the
/// mesh there.
struct Parted {
  Mesh mesh;
  std::vector<AxisList> parts; ///< by axis of the other mesh

  Parted(const std::vector<std::vector<int64_t>> &sizes) {
    for (const std::vector<int64_t> &axis : sizes) {
      parts.emplace_back();
      for (int64_t size : axis) {
        mesh.axes.push_back({std::string(1, 'a' + mesh.axes.size()), size});
        parts.back().push_back(
            mesh.ref(static_cast<int>(mesh.axes.size()) - 1));
      }
    }
  }
  Layout of(const Layout &layout) const {
    Layout l = Layout::replicate(layout.dims.size());
    for (size_t d = 0; d < l.dims.size(); ++d)
      for (const AxisRef &ref : layout.dims[d].axes)
        l.dims[d].axes.insert(l.dims[d].axes.end(), parts[ref.axis].begin(),
                              parts[ref.axis].end());
    return l;
  }
};

// Where a dim loses axes and gets others, parts of axes of different sizes are
// exchanged: nothing is cheaper where every axis is in parts from the start.
TEST(OptimalTest, Parts) {
  struct Case {
    std::vector<std::vector<int64_t>> sizes;
    Shape shape;
  };
  for (const Case &c :
       {Case{{{2, 2}, {2}}, {16}}, Case{{{2, 2}, {2}}, {8, 16}},
        Case{{{2, 2, 2}, {2}}, {16, 32}}, Case{{{2, 2}, {2, 2}}, {16, 32}},
        Case{{{3, 2}, {3}}, {18, 36}}, Case{{{2, 2}, {2, 3}}, {24, 48}}}) {
    Mesh mesh;
    for (const std::vector<int64_t> &axis : c.sizes) {
      int64_t size = 1;
      for (int64_t part : axis)
        size *= part;
      mesh.axes.push_back({std::string(1, 'x' + mesh.axes.size()), size});
    }
    Parted parted(c.sizes);
    std::vector<Layout> layouts =
        allLayouts(mesh, c.shape, wholeAxes(mesh), false);
    std::vector<Layout> nodes =
        allLayouts(parted.mesh, c.shape, wholeAxes(parted.mesh), false);
    auto numberOf = [&](const Layout &layout) {
      return std::find(nodes.begin(), nodes.end(), parted.of(layout)) -
             nodes.begin();
    };
    Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
    // Messages cost nothing: what a plan may not do is send more at once.
    usual.links[0].latencySeconds = 0;
    for (const Machine &machine : {bytes, usual}) {
      Slow slow(parted.mesh, c.shape, machine, nodes, {});
      ReshardCosts costs(mesh, machine, c.shape, 32);
      for (const Layout &from : layouts)
        for (const Layout &to : layouts) {
          std::optional<ReshardPlan> plan = costs.plan(from, to);
          ASSERT_TRUE(plan && plan->exact);
          double expected = slow.cost(numberOf(from), numberOf(to));
          ASSERT_NEAR(plan->seconds, expected, 1e-9 * expected + 8e-15)
              << mesh.str() << " " << from.str(mesh) << " to " << to.str(mesh);
        }
    }
  }
}

TEST(OptimalTest, TwoAxes) {
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  for (const Mesh &mesh :
       {Mesh({{"x", 4}}), Mesh({{"x", 2}, {"y", 2}}),
        Mesh({{"x", 2}, {"y", 3}}), Mesh({{"x", 8}, {"y", 2}})})
    for (const Shape &shape :
         {Shape{16}, Shape{7}, Shape{4, 6}, Shape{5, 7}, Shape{16, 3, 2}})
      for (const Machine &machine : {bytes, usual}) {
        compare(mesh, shape, machine, /*pinned=*/false, /*mayCut=*/true);
        ASSERT_FALSE(HasFatalFailure()) << mesh.str();
      }
}

// Where collectives run by other algorithms than rings, over two levels of links.
TEST(OptimalTest, Algorithms) {
  Machine machine = Machine::builtin();
  machine.links = {{"near", 2, 1e-9, 4e10}, {"far", 0, 1e-8, 5e9}};
  machine.links[0].algorithms = {Algorithm::Tree, Algorithm::Switch};
  machine.links[1].algorithms = {Algorithm::MultiRing, Algorithm::Tree,
                                 Algorithm::Hierarchical, Algorithm::Direct,
                                 Algorithm::Staged};
  for (const Mesh &mesh : {Mesh({{"x", 2}, {"y", 2}}), Mesh({{"x", 4}}),
                           Mesh({{"x", 2}, {"y", 4}})})
    for (const Shape &shape : {Shape{16}, Shape{4, 6}, Shape{8, 16}}) {
      compare(mesh, shape, machine, /*pinned=*/false, /*mayCut=*/true);
      ASSERT_FALSE(HasFatalFailure()) << mesh.str();
    }
}

TEST(OptimalTest, ThreeAxes) {
  Machine slowCopies = Machine::builtin();
  slowCopies.devices[0].memoryBytesPerSecond = 1e9;
  slowCopies.links[0].latencySeconds = 1e-9;
  Mesh mesh({{"x", 2}, {"y", 3}, {"z", 2}});
  compare(mesh, {6, 4}, Machine::builtinBytes());
  compare(mesh, {12, 5}, slowCopies);
}

// The second search may pin anywhere on the way.
TEST(OptimalTest, Pins) {
  Machine bytes = Machine::builtinBytes(), usual = Machine::builtin();
  for (const Mesh &mesh :
       {Mesh({{"x", 2}}), Mesh({{"x", 3}}), Mesh({{"x", 6}}),
        Mesh({{"x", 2}, {"y", 2}}), Mesh({{"x", 3}, {"y", 2}})})
    for (const Shape &shape : {Shape{12}, Shape{7}, Shape{4, 6}})
      for (const Machine &machine : {bytes, usual}) {
        compare(mesh, shape, machine, /*pinned=*/true);
        ASSERT_FALSE(HasFatalFailure()) << mesh.str();
      }
}

// Costs obey the triangle inequality and do not depend on what was asked
// before.
TEST(OptimalTest, OrderOfQuestions) {
  Mesh mesh({{"x", 2}, {"y", 4}});
  Shape shape{8, 6, 4};
  Machine machine = Machine::builtin();
  std::vector<Layout> layouts = allLayouts(mesh, shape, wholeAxes(mesh));
  ReshardCosts forward(mesh, machine, shape, 16, 32);
  ReshardCosts backward(mesh, machine, shape, 16, 32);
  size_t n = layouts.size();
  std::vector<double> seconds(n * n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      seconds[i * n + j] = forward.cost(layouts[i], layouts[j])->seconds;
  for (size_t i = n; i-- > 0;)
    for (size_t j = n; j-- > 0;)
      ASSERT_EQ(backward.cost(layouts[i], layouts[j])->seconds,
                seconds[i * n + j]);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; k += 7)
        ASSERT_LE(seconds[i * n + j],
                  (seconds[i * n + k] + seconds[k * n + j]) * (1 + 1e-12));
}
