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

ReshardPlan planWithoutSearch(const Mesh &mesh, const Machine &machine,
                              const std::vector<int64_t> &shape,
                              int elementBits, int partialBits,
                              const Layout &from, const Layout &to) {
  ReshardPlan plan;
  plan.exact = false;
  Layout now = from;
  auto bytes = [&](const Layout &layout) {
    int64_t bits =
        layout.partial.empty() || !partialBits ? elementBits : partialBits;
    for (int64_t extent : localShape(layout, shape))
      bits *= extent;
    return (bits + 7) / 8;
  };
  auto add = [&](ReshardKind kind, AxisList axes, int dim, CommCost cost) {
    ReshardStep step;
    step.kind = kind;
    step.axes = std::move(axes);
    step.dim = dim;
    step.monoid = kind == ReshardKind::ToPartial ? to.monoid : from.monoid;
    step.after = now;
    step.seconds = cost.seconds;
    step.wireBytes = cost.wireBytes;
    plan.steps.push_back(std::move(step));
  };
  AxisList axes = wholeAxesThatChange(mesh, from, to);
  bool changesTime =
      std::any_of(axes.begin(), axes.end(), [&](const AxisRef &ref) {
        return mesh.axes[ref.axis].kind == AxisKind::Time;
      });
  if (!changesTime && haveSameBlocks(from, to, shape)) {
    int64_t buffer = bytes(now);
    now = to;
    add(ReshardKind::Permute, axes, -1,
        machine.collective(Collective::Permute, mesh, axes, buffer));
    plan.seconds = plan.steps[0].seconds;
    plan.wireBytes = plan.steps[0].wireBytes;
    return plan;
  }
  bool keepTerms = from.monoid == to.monoid;
  AxisList reduced = keepTerms
                         ? removeOverlapping(mesh, from.partial, to.partial)
                         : from.partial;
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
  for (const ReshardStep &step : plan.steps) {
    plan.seconds += step.seconds;
    plan.wireBytes += step.wireBytes;
  }
  return plan;
}

} // namespace popt::reshard
