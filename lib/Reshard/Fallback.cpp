// A plan for meshes with more moving axes than the search takes. It is correct
// for every pair of layouts and says that it is not least. Test:
// test/unit/Reshard/ExecuteTest.cpp (ManyAxes).

#include "Problem.h"

#include <algorithm>

namespace popt::reshard {

/// True if both layouts consist of the same blocks and as many terms.
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

/// The axes that either layout uses, but for dims that agree.
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

/// The pins of `a` that `b` has not, or that one of the two has terms over.
static std::vector<Pin> pinsThatChange(const Mesh &mesh, const Layout &a,
                                       const Layout &b) {
  std::vector<Pin> pins;
  for (const Pin &pin : a.pins) {
    AxisList axis{mesh.ref(pin.axis)};
    bool terms = overlaps(a.partial, axis);
    bool isSame =
        std::find(b.pins.begin(), b.pins.end(), pin) != b.pins.end() &&
        terms == overlaps(b.partial, axis) && (!terms || a.monoid == b.monoid);
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

ReshardPlan planWithoutSearch(const Mesh &mesh, const Machine &machine,
                              const std::vector<int64_t> &shape,
                              int elementBits, int partialBits,
                              const Layout &from, const Layout &target) {
  ReshardPlan plan;
  plan.exact = false;
  Layout now = from;
  // Between pins that change the value is everywhere; the target's come last.
  std::vector<Pin> lost = pinsThatChange(mesh, from, target);
  std::vector<Pin> won = pinsThatChange(mesh, target, from);
  Layout to = target;
  removePins(to, won);
  to.partial = removeOverlapping(mesh, to.partial, axesOf(mesh, won));
  auto bytes = [&](const Layout &layout) {
    int64_t bits =
        layout.partial.empty() || !partialBits ? elementBits : partialBits;
    for (int64_t extent : localShape(layout, shape))
      bits *= extent;
    return (bits + 7) / 8;
  };
  auto add = [&](ReshardKind kind, AxisList axes, int dim, CommCost cost,
                 bool ofSource = false) {
    ReshardStep step;
    step.kind = kind;
    step.axes = std::move(axes);
    step.dim = dim;
    step.monoid = kind == ReshardKind::ToPartial && !ofSource ? target.monoid
                                                              : from.monoid;
    step.after = now;
    step.seconds = cost.seconds;
    step.wireBytes = cost.wireBytes;
    plan.steps.push_back(std::move(step));
  };
  if (!lost.empty()) {
    std::vector<Pin> terms, copies;
    int64_t root = 0;
    for (const Pin &pin : lost) {
      AxisRef axis = mesh.ref(pin.axis);
      if (overlaps(from.partial, {axis})) {
        terms.push_back(pin);
        continue;
      }
      copies.push_back(pin);
      root = root * axis.size + pin.coordinates.front();
    }
    removePins(now, terms);
    if (!terms.empty())
      add(ReshardKind::ToPartial, axesOf(mesh, terms), -1,
          {machine.copySeconds(bytes(now)), 0}, /*ofSource=*/true);
    removePins(now, copies);
    if (!copies.empty()) {
      AxisList axes = axesOf(mesh, copies);
      add(ReshardKind::Broadcast, axes, -1,
          machine.collective(Collective::Broadcast, mesh, axes, bytes(now)));
      plan.steps.back().root = root;
    }
  }
  const Layout begin = now;
  AxisList axes = wholeAxesThatChange(mesh, begin, to);
  bool changesTime =
      std::any_of(axes.begin(), axes.end(), [&](const AxisRef &ref) {
        return mesh.axes[ref.axis].kind == AxisKind::Time;
      });
  if (!changesTime && haveSameBlocks(begin, to, shape)) {
    int64_t buffer = bytes(now);
    now = to;
    if (begin != to)
      add(ReshardKind::Permute, axes, -1,
          machine.collective(Collective::Permute, mesh, axes, buffer));
  }
  bool keepTerms = from.monoid == to.monoid;
  AxisList reduced =
      keepTerms ? removeOverlapping(mesh, now.partial, to.partial) : AxisList();
  if (!keepTerms && now != to)
    reduced = now.partial;
  if (!reduced.empty()) {
    CommCost cost =
        machine.collective(Collective::AllReduce, mesh, reduced, bytes(now));
    now.partial = removeOverlapping(mesh, now.partial, reduced);
    add(ReshardKind::AllReduce, reduced, -1, cost);
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (now.dims[d] == to.dims[d] || now.dims[d].axes.empty())
      continue;
    AxisList axes = now.dims[d].axes;
    now.dims[d] = DimLayout();
    add(ReshardKind::AllGather, axes, d,
        machine.collective(Collective::AllGather, mesh, axes, bytes(now)));
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (now.dims[d] == to.dims[d])
      continue;
    now.dims[d] = to.dims[d];
    add(ReshardKind::Slice, to.dims[d].axes, d,
        {machine.copySeconds(bytes(now)), 0});
  }
  AxisList terms = removeOverlapping(mesh, to.partial, now.partial);
  if (!terms.empty()) {
    now = to;
    add(ReshardKind::ToPartial, terms, -1,
        {machine.copySeconds(bytes(now)), 0});
  }
  if (!won.empty()) {
    now.pins = target.pins;
    add(ReshardKind::Restrict, axesOf(mesh, won), -1, {});
  }
  AxisList wonTerms = removeOverlapping(mesh, target.partial, now.partial);
  if (!wonTerms.empty()) {
    now = target;
    add(ReshardKind::ToPartial, wonTerms, -1,
        {machine.copySeconds(bytes(now)), 0});
  }
  for (const ReshardStep &step : plan.steps) {
    plan.seconds += step.seconds;
    plan.wireBytes += step.wireBytes;
  }
  return plan;
}

} // namespace popt::reshard
