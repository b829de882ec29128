//===- Estimate.cpp - Costs between layouts without a search --------------===//
//
// The same moves in the same order as in Fallback.cpp, on sets and short lists
// of axis numbers. Tested by test/unit/Reshard/EstimateTest.cpp, which holds
// the two to the same answers.
//
//===----------------------------------------------------------------------===//
#include "Estimate.h"

#include <algorithm>

namespace popt::reshard {

Estimator::Estimator(const Mesh &mesh, const Machine &machine,
                     std::vector<int64_t> shape, int elementBits,
                     int partialBits)
    : machine(machine), shape(std::move(shape)), elementBits(elementBits),
      partialBits(partialBits ? partialBits : elementBits),
      numAxes(static_cast<int>(mesh.axes.size())) {
  for (int axis = 0; axis < std::min(numAxes, maxBriefAxes); ++axis) {
    sizes[axis] = mesh.axes[axis].size;
    levels[axis] = machine.level(mesh, AxisList{mesh.ref(axis)});
    if (!machine.hasRingsOnly())
      members.push_back(machine.shape(mesh, mesh.ref(axis)));
    if (mesh.axes[axis].kind == AxisKind::Time)
      timeAxes |= 1u << axis;
  }
}

std::optional<Brief> Estimator::brief(const Layout &layout) const {
  if (numAxes > maxBriefAxes || shape.size() > maxBriefDims ||
      !layout.pins.empty())
    return std::nullopt;
  Brief brief;
  brief.monoid = layout.monoid;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (layout.dims[d].granule != 1)
      return std::nullopt;
    for (const AxisRef &ref : layout.dims[d].axes) {
      if (ref.size != sizes[ref.axis])
        return std::nullopt;
      Brief::Dim &dim = brief.dims[d];
      dim.axes[dim.count++] = static_cast<int8_t>(ref.axis);
      dim.parts *= ref.size;
      brief.inDims |= 1u << ref.axis;
    }
  }
  for (const AxisRef &ref : layout.partial) {
    if (ref.size != sizes[ref.axis])
      return std::nullopt;
    brief.partial |= 1u << ref.axis;
  }
  return brief;
}

int64_t Estimator::bytes(const Brief &layout) const {
  int64_t bits = layout.partial ? partialBits : elementBits;
  for (size_t d = 0; d < shape.size(); ++d)
    bits *= (shape[d] + layout.dims[d].parts - 1) / layout.dims[d].parts;
  return (bits + 7) / 8;
}

int64_t Estimator::size(uint32_t axes, bool ofTime) const {
  axes &= ofTime ? timeAxes : ~timeAxes;
  int64_t size = 1;
  for (int axis = 0; axes; ++axis, axes >>= 1)
    if (axes & 1)
      size *= sizes[axis];
  return size;
}

double Estimator::seconds(CollectiveKind kind, uint32_t axes, int64_t buffer,
                          const Brief &next) const {
  int level = -1;
  GroupShape shape;
  if (!members.empty())
    shape.assign(machine.links.size(), 1);
  for (int axis = 0; axis < numAxes; ++axis) {
    if (!(axes >> axis & 1))
      continue;
    level = std::max(level, levels[axis]);
    if (!members.empty())
      join(shape, members[axis]);
  }
  CommCost cost = members.empty() ? machine.collective(kind, size(axes, false),
                                                       level, buffer)
                                  : machine.collective(kind, shape, buffer);
  double seconds =
      cost.seconds + machine.timeSeconds(kind, size(axes, true), buffer);
  return seconds * static_cast<double>(size(next.inDims | next.partial, true));
}

static uint32_t axesOf(const Brief::Dim &dim) {
  uint32_t axes = 0;
  for (int i = 0; i < dim.count; ++i)
    axes |= 1u << dim.axes[i];
  return axes;
}

/// On the way from one layout to another.
struct Estimator::Walk {
  const Estimator &on;
  Brief now;
  const Brief &to;
  const bool hasTwoMonoids;
  double total = 0;

  uint32_t lostPartials() const {
    return hasTwoMonoids ? now.partial : now.partial & ~to.partial;
  }

  /// How many of the axes that split a dim may stay.
  int common(const Brief &layout, size_t d) const {
    const Brief::Dim &own = layout.dims[d], &wanted = to.dims[d];
    int count = 0;
    while (count < own.count && count < wanted.count &&
           own.axes[count] == wanted.axes[count])
      ++count;
    return count;
  }

  /// The next axis that arrives at a dim; -1 if none does, or others leave
  /// first.
  int arriving(const Brief &layout, size_t d) const {
    int count = layout.dims[d].count;
    return common(layout, d) == count && count < to.dims[d].count
               ? to.dims[d].axes[count]
               : -1;
  }

  void append(Brief &layout, size_t d, int axis) const {
    Brief::Dim &dim = layout.dims[d];
    dim.axes[dim.count++] = static_cast<int8_t>(axis);
    dim.parts *= on.sizes[axis];
    layout.inDims |= 1u << axis;
  }

  void dropLast(Brief &layout, size_t d) const {
    Brief::Dim &dim = layout.dims[d];
    int axis = dim.axes[--dim.count];
    dim.parts /= on.sizes[axis];
    layout.inDims &= ~(1u << axis);
  }

  void copy(const Brief &next) {
    total += on.machine.copySeconds(on.bytes(next)) *
             static_cast<double>(on.size(next.inDims | next.partial, true));
    now = next;
  }

  void move(CollectiveKind kind, uint32_t axes, const Brief &next) {
    int64_t buffer = on.bytes(next);
    if (kind != CollectiveKind::AllGather)
      buffer = std::max(buffer, on.bytes(now));
    total += on.seconds(kind, axes, buffer, next);
    now = next;
  }

  bool haveSameBlocks() const {
    auto sizes = [&](uint32_t axes) {
      return on.size(axes, false) * on.size(axes, true);
    };
    if (sizes(now.partial) != sizes(to.partial) ||
        (now.partial && now.monoid != to.monoid))
      return false;
    for (size_t d = 0; d < on.shape.size(); ++d) {
      const Brief::Dim &x = now.dims[d], &y = to.dims[d];
      if (x.parts != y.parts)
        return false;
      bool sameSizes =
          std::equal(x.axes.begin(), x.axes.begin() + x.count, y.axes.begin(),
                     y.axes.begin() + y.count,
                     [&](int p, int q) { return on.sizes[p] == on.sizes[q]; });
      if (!sameSizes && on.shape[d] % x.parts != 0)
        return false;
    }
    return true;
  }

  bool permute() {
    uint32_t axes = now.partial ^ to.partial;
    for (size_t d = 0; d < on.shape.size(); ++d)
      if (!(now.dims[d] == to.dims[d]))
        axes |= axesOf(now.dims[d]) | axesOf(to.dims[d]);
    if (!axes || !haveSameBlocks())
      return false;
    if (now.partial != to.partial)
      axes |= now.partial;
    if (axes & on.timeAxes)
      return false;
    move(CollectiveKind::Permute, axes, to);
    return true;
  }

  bool reduce(uint32_t axes) {
    if (!axes)
      return false;
    Brief next = now;
    next.partial &= ~axes;
    move(CollectiveKind::AllReduce, axes, next);
    return true;
  }

  bool slice() {
    for (size_t d = 0; d < on.shape.size(); ++d) {
      uint32_t used = now.inDims | now.partial;
      Brief next = now;
      int axis;
      while ((axis = arriving(next, d)) >= 0 && !(used >> axis & 1))
        append(next, d, axis);
      if (next.dims[d].count == now.dims[d].count)
        continue;
      copy(next);
      return true;
    }
    return false;
  }

  bool reduceScatter() {
    const uint32_t lost = lostPartials() & ~on.timeAxes;
    for (size_t d = 0; d < on.shape.size() && lost; ++d) {
      Brief next = now;
      uint32_t axes = 0;
      int axis;
      while ((axis = arriving(next, d)) >= 0 && (lost >> axis & 1)) {
        append(next, d, axis);
        axes |= 1u << axis;
      }
      if (!axes)
        continue;
      next.partial &= ~axes;
      move(CollectiveKind::ReduceScatter, axes, next);
      return true;
    }
    return false;
  }

  bool allToAll() {
    for (size_t d = 0; d < on.shape.size(); ++d) {
      int axis = arriving(now, d);
      if (axis < 0 || (on.timeAxes >> axis & 1))
        continue;
      for (size_t e = 0; e < on.shape.size(); ++e) {
        const Brief::Dim &other = now.dims[e];
        if (e == d || common(now, e) == other.count ||
            other.axes[other.count - 1] != axis)
          continue;
        Brief next = now;
        dropLast(next, e);
        append(next, d, axis);
        move(CollectiveKind::AllToAll, 1u << axis, next);
        return true;
      }
    }
    return false;
  }

  bool gather() {
    for (size_t d = 0; d < on.shape.size(); ++d) {
      const Brief::Dim &dim = now.dims[d];
      if (common(now, d) == dim.count)
        continue;
      uint32_t axes = 1u << dim.axes[dim.count - 1];
      Brief next = now;
      dropLast(next, d);
      move(CollectiveKind::AllGather, axes, next);
      return true;
    }
    return false;
  }
};

double Estimator::seconds(const Brief &from, const Brief &to) const {
  bool hasTwoMonoids = from.partial && to.partial && from.monoid != to.monoid;
  Walk walk{*this, from, to, hasTwoMonoids};
  while (walk.permute() || walk.reduce(walk.lostPartials() & timeAxes) ||
         walk.slice() || walk.reduceScatter() || walk.allToAll() ||
         walk.reduce(walk.lostPartials()) || walk.gather())
    ;
  if (to.partial & ~walk.now.partial)
    walk.copy(to);
  return walk.total;
}

} // namespace popt::reshard
