// A greedy plan for more moving axes than the search takes; strategies on such
// meshes are compared by it. It is correct for every pair of layouts, and says
// that it may not be the cheapest. Test: test/unit/Reshard (ManyAxes,
// Estimates).

#include "Problem.h"

#include <algorithm>

namespace popt::reshard {

/// True if both layouts consist of the same blocks and as many partial values.
static bool haveSameBlocks(const Layout &a, const Layout &b,
                           const std::vector<int64_t> &shape) {
  if (product(a.partial) != product(b.partial) ||
      (!a.partial.empty() && a.monoid != b.monoid))
    return false;
  for (size_t d = 0; d < shape.size(); ++d) {
    const DimLayout &x = a.dims[d], &y = b.dims[d];
    if (product(x.axes) != product(y.axes))
      return false;
    bool sameSizes =
        x.granule == y.granule &&
        std::equal(x.axes.begin(), x.axes.end(), y.axes.begin(), y.axes.end(),
                   [](const AxisRef &p, const AxisRef &q) {
                     return p.size == q.size;
                   });
    if (!sameSizes && !(isEven(x, shape[d]) && isEven(y, shape[d])))
      return false;
  }
  return true;
}

/// The axes that either layout uses, except in dims that agree.
static AxisList wholeAxesThatChange(const Mesh &mesh, const Layout &a,
                                    const Layout &b) {
  AxisList result;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    AxisRef whole = mesh.ref(static_cast<int>(axis));
    bool changes = overlaps(a.partial, {whole}) != overlaps(b.partial, {whole});
    for (size_t d = 0; d < a.dims.size(); ++d)
      changes |=
          !(a.dims[d] == b.dims[d]) && (overlaps(a.dims[d].axes, {whole}) ||
                                        overlaps(b.dims[d].axes, {whole}));
    if (changes || (a.partial != b.partial && overlaps(a.partial, {whole})))
      result.push_back(whole);
  }
  return result;
}

/// The pins of `a` that `b` does not have, or over which one of the two is
/// partial.
static std::vector<Pin> pinsThatChange(const Mesh &mesh, const Layout &a,
                                       const Layout &b) {
  std::vector<Pin> pins;
  for (const Pin &pin : a.pins) {
    AxisList axis{mesh.ref(pin.axis)};
    bool isPartial = overlaps(a.partial, axis);
    bool isSame =
        std::find(b.pins.begin(), b.pins.end(), pin) != b.pins.end() &&
        isPartial == overlaps(b.partial, axis) &&
        (!isPartial || a.monoid == b.monoid);
    if (!isSame)
      pins.push_back(pin);
  }
  return pins;
}

static AxisList axesOf(const Mesh &mesh, const std::vector<Pin> &pins) {
  AxisList axes;
  for (const Pin &pin : pins)
    axes.push_back(mesh.ref(pin.axis));
  return axes;
}

static void removePins(Layout &layout, const std::vector<Pin> &pins) {
  for (const Pin &pin : pins)
    layout.pins.erase(std::find(layout.pins.begin(), layout.pins.end(), pin));
}

namespace {
/// Moves one layout towards another.
class Greedy {
public:
  Greedy(const Mesh &mesh, const Machine &machine,
         const std::vector<int64_t> &shape, int elementBits, int partialBits,
         const Layout &from, const Layout &target)
      : mesh(mesh), machine(machine), shape(shape), elementBits(elementBits),
        partialBits(partialBits), from(from), target(target), now(from) {
    plan.exact = false;
  }

  ReshardPlan run() {
    // Between pins that change the value is everywhere; the target's come last.
    std::vector<Pin> lost = pinsThatChange(mesh, from, target);
    std::vector<Pin> won = pinsThatChange(mesh, target, from);
    Layout to = target;
    removePins(to, won);
    to.partial = removeOverlapping(mesh, to.partial, axesOf(mesh, won));
    spread(lost);
    move(to);
    AxisList partials = removeOverlapping(mesh, to.partial, now.partial);
    if (!partials.empty())
      makePartials(partials, to);
    if (!won.empty()) {
      Layout next = now;
      next.pins = target.pins;
      add(ReshardKind::Restrict, axesOf(mesh, won), next);
    }
    AxisList gainedPartials =
        removeOverlapping(mesh, target.partial, now.partial);
    if (!gainedPartials.empty())
      makePartials(gainedPartials, target);
    for (const ReshardStep &step : plan.steps) {
      plan.seconds += step.seconds;
      plan.wireBytes += step.wireBytes;
    }
    return std::move(plan);
  }

private:
  int64_t bytes(const Layout &layout) const {
    int64_t bits =
        layout.partial.empty() || !partialBits ? elementBits : partialBits;
    for (int64_t extent : localShape(layout, shape))
      bits *= extent;
    return (bits + 7) / 8;
  }

  bool isTime(const AxisRef &ref) const {
    return mesh.axes[ref.axis].kind == AxisKind::Time;
  }

  /// In how many time steps the value differs.
  int64_t timeSteps(const Layout &layout) const {
    int64_t count = 1;
    for (const AxisRef &ref : layout.usedAxes())
      if (isTime(ref))
        count *= ref.size;
    return count;
  }

  ReshardStep &add(ReshardKind kind, AxisList axes, const Layout &next,
                   int dim = -1, int concatDim = -1) {
    ReshardStep step;
    step.kind = kind;
    step.dim = dim;
    step.concatDim = concatDim;
    step.monoid = from.monoid;
    if (std::optional<CollectiveKind> collective = collectiveOf(kind)) {
      int64_t buffer =
          kind == ReshardKind::AllGather || kind == ReshardKind::Broadcast
              ? bytes(next)
              : std::max(bytes(now), bytes(next));
      CommCost cost = machine.collective(*collective, mesh, axes, buffer);
      int64_t times = timeSteps(next);
      step.seconds = cost.seconds * static_cast<double>(times);
      step.wireBytes = cost.wireBytes * times;
    } else if (kind != ReshardKind::Restrict) {
      step.seconds = machine.copySeconds(bytes(next)) *
                     static_cast<double>(timeSteps(next));
    }
    step.axes = std::move(axes);
    step.after = next;
    now = next;
    plan.steps.push_back(std::move(step));
    return plan.steps.back();
  }

  void makePartials(const AxisList &axes, const Layout &next) {
    add(ReshardKind::ToPartial, axes, next).monoid = target.monoid;
  }

  /// From pinned coordinates to all.
  void spread(const std::vector<Pin> &lost) {
    std::vector<Pin> partials, copies;
    int64_t root = 0;
    for (const Pin &pin : lost) {
      AxisRef axis = mesh.ref(pin.axis);
      if (overlaps(from.partial, {axis})) {
        partials.push_back(pin);
        continue;
      }
      copies.push_back(pin);
      root = root * axis.size + pin.coordinates.front();
    }
    Layout next = now;
    removePins(next, partials);
    if (!partials.empty())
      add(ReshardKind::ToPartial, axesOf(mesh, partials), next);
    removePins(next, copies);
    if (!copies.empty())
      add(ReshardKind::Broadcast, axesOf(mesh, copies), next).root = root;
  }

  /// Until the dims are those of `to`, and it is partial only where `to` is.
  void move(const Layout &to) {
    while (permute(to) || accumulate(to) || slice(to) || reduceScatter(to) ||
           allToAll(to) || allReduce(to) || gather(to))
      ;
  }

  AxisList kept(const DimLayout &dim, size_t d, const Layout &to) const {
    return keptPrefix(mesh, dim, to.dims[d], shape[d]);
  }

  /// The axes by which `to` splits a dim beyond those that split it now;
  /// nothing if other axes must leave first.
  std::optional<AxisList> arriving(size_t d, const Layout &to) const {
    const DimLayout &dim = now.dims[d];
    if (!dim.axes.empty() && kept(dim, d, to) != dim.axes)
      return std::nullopt;
    return removePrefix(mesh, to.dims[d].axes, dim.axes);
  }

  /// The axes that must leave a dim, major to minor.
  AxisList leaving(size_t d, const Layout &to) const {
    const DimLayout &dim = now.dims[d];
    return *removePrefix(mesh, dim.axes, kept(dim, d, to));
  }

  /// Partial axes that `to` does not have, or has over parts that cannot be
  /// separated from them.
  AxisList lostPartials(const Layout &to) const {
    if (now.monoid != to.monoid && !to.partial.empty())
      return now.partial;
    AxisList lost;
    for (const AxisRef &ref : now.partial) {
      AxisList rest = removeOverlapping(mesh, {ref}, to.partial);
      AxisList stay = removeOverlapping(mesh, {ref}, rest);
      bool isClear = product(rest) * product(stay) == ref.size &&
                     removeOverlapping(mesh, stay, to.partial).empty() &&
                     std::all_of(stay.begin(), stay.end(), [&](auto &part) {
                       return isPartOf(part, to.partial);
                     });
      if (isClear)
        lost.insert(lost.end(), rest.begin(), rest.end());
      else
        lost.push_back(ref);
    }
    return lost;
  }

  /// True if the digits of `part` are digits of one of `axes`.
  static bool isPartOf(const AxisRef &part, const AxisList &axes) {
    return std::any_of(axes.begin(), axes.end(), [&](const AxisRef &ref) {
      return ref.contains(part) && part.pre % ref.pre == 0 &&
             ref.end() % part.end() == 0;
    });
  }

  Layout withMore(size_t d, const AxisList &axes, const Layout &to) const {
    Layout next = now;
    DimLayout &dim = next.dims[d];
    dim.axes.insert(dim.axes.end(), axes.begin(), axes.end());
    dim.axes = mergeParts(mesh, std::move(dim.axes));
    dim.granule = to.dims[d].granule;
    return next;
  }

  Layout withoutPartials(Layout layout, const AxisList &axes) const {
    layout.partial = removeOverlapping(mesh, layout.partial, axes);
    return layout;
  }

  /// True if these axes may arrive at a dim without the others that follow.
  bool mayArrive(size_t d, const AxisList &axes, const Layout &to) const {
    DimLayout next = withMore(d, axes, to).dims[d];
    return kept(next, d, to) == next.axes;
  }

  /// The leading axes of those that arrive at a dim for which `test` holds.
  template <typename Test>
  AxisList leadingAxes(size_t d, const Layout &to, Test &&test) const {
    AxisList leading;
    if (std::optional<AxisList> axes = arriving(d, to))
      leading.assign(axes->begin(),
                     std::find_if_not(axes->begin(), axes->end(), test));
    while (!leading.empty() && !mayArrive(d, leading, to))
      leading.pop_back();
    return leading;
  }

  bool permute(const Layout &to) {
    if (now.dims == to.dims && now.partial == to.partial)
      return false;
    if (!haveSameBlocks(now, to, shape))
      return false;
    AxisList axes = wholeAxesThatChange(mesh, now, to);
    if (std::any_of(axes.begin(), axes.end(),
                    [&](const AxisRef &ref) { return isTime(ref); }))
      return false;
    add(ReshardKind::Permute, axes, to);
    return true;
  }

  /// Time first: devices then communicate once.
  bool accumulate(const Layout &to) {
    AxisList partials;
    for (const AxisRef &ref : lostPartials(to))
      if (isTime(ref))
        partials.push_back(ref);
    return allReduceOver(partials);
  }

  bool slice(const Layout &to) {
    for (size_t d = 0; d < shape.size(); ++d) {
      const AxisList used = now.usedAxes();
      AxisList axes = leadingAxes(
          d, to, [&](const AxisRef &ref) { return !exclude({ref}, used); });
      if (axes.empty())
        continue;
      add(ReshardKind::Slice, axes, withMore(d, axes, to), d);
      return true;
    }
    return false;
  }

  bool reduceScatter(const Layout &to) {
    const AxisList lost = lostPartials(to);
    for (size_t d = 0; d < shape.size() && !lost.empty(); ++d) {
      AxisList axes = leadingAxes(
          d, to, [&](const AxisRef &ref) { return isPartOf(ref, lost); });
      if (axes.empty())
        continue;
      add(ReshardKind::ReduceScatter, axes,
          withoutPartials(withMore(d, axes, to), axes), d);
      return true;
    }
    return false;
  }

  bool allToAll(const Layout &to) {
    for (size_t d = 0; d < shape.size(); ++d) {
      std::optional<AxisList> axes = arriving(d, to);
      if (!axes || axes->empty() || isTime(axes->front()))
        continue;
      AxisRef axis = axes->front();
      if (!mayArrive(d, {axis}, to))
        continue;
      for (size_t e = 0; e < shape.size(); ++e) {
        AxisList others = leaving(e, to);
        if (e == d || others.empty() || !(others.back() == axis))
          continue;
        Layout next = withMore(d, {axis}, to);
        next.dims[e] = withoutLast(e, to);
        add(ReshardKind::AllToAll, {axis}, next, d, e);
        return true;
      }
    }
    return false;
  }

  bool allReduce(const Layout &to) { return allReduceOver(lostPartials(to)); }

  bool allReduceOver(const AxisList &partials) {
    if (partials.empty())
      return false;
    add(ReshardKind::AllReduce, partials, withoutPartials(now, partials));
    return true;
  }

  bool gather(const Layout &to) {
    for (size_t d = 0; d < shape.size(); ++d) {
      AxisList axes = leaving(d, to);
      if (axes.empty())
        continue;
      Layout next = now;
      next.dims[d] = withoutLast(d, to);
      add(ReshardKind::AllGather, {axes.back()}, next, d);
      return true;
    }
    return false;
  }

  /// The dim without the last of its axes that must leave.
  DimLayout withoutLast(size_t d, const Layout &to) const {
    DimLayout dim = now.dims[d];
    AxisList axes = leaving(d, to);
    AxisList rest = kept(dim, d, to);
    rest.insert(rest.end(), axes.begin(), axes.end() - 1);
    dim.axes = mergeParts(mesh, std::move(rest));
    if (dim.axes.empty())
      dim.granule = 1;
    return dim;
  }

  const Mesh &mesh;
  const Machine &machine;
  const std::vector<int64_t> &shape;
  const int elementBits, partialBits;
  const Layout &from, &target;
  Layout now;
  ReshardPlan plan;
};
} // namespace

ReshardPlan planWithoutSearch(const Mesh &mesh, const Machine &machine,
                              const std::vector<int64_t> &shape,
                              int elementBits, int partialBits,
                              const Layout &from, const Layout &target) {
  return Greedy(mesh, machine, shape, elementBits, partialBits, from, target)
      .run();
}

} // namespace popt::reshard
