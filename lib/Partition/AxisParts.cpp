//===- AxisParts.cpp - Which axes are worth taking apart ------------------===//
//
// Parts that a sharding names are always tried. An axis that no sharding cuts
// is cut where a factor of a contraction or convolution is not divisible by the
// axis, but by a part of it. More parts would be correct, too, but the number
// of layouts, and of searches between them, grows with each. Tested by
// test/Partition/axis-parts.mlir.
//
//===----------------------------------------------------------------------===//
#include "AxisParts.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include <numeric>
#include <set>

using namespace mlir;

namespace popt {

/// As many axes and parts as reshards are searched exactly and fast.
static constexpr size_t kMostParts = 3;
/// Functions with more operations are solved for whole axes.
static constexpr size_t kMostOperations = 8192;

/// Where the shardings of a function cut each axis; in a long one those of its
/// arguments, results and constraints alone, not the propagated ones.
static std::vector<std::set<int64_t>> writtenCuts(const PartitionInput &input,
                                                  bool isLong) {
  std::vector<std::set<int64_t>> cuts(input.mesh.axes.size());
  auto add = [&](dist::ShardingAttr sharding) {
    if (!sharding)
      return;
    for (const AxisRef &ref : sharding.toLayout(input.mesh).usedAxes())
      if (!input.mesh.isWhole(ref))
        cuts[ref.axis].insert({ref.pre, ref.end()});
  };
  func::FuncOp main = input.main;
  for (BlockArgument argument : main.getArguments())
    add(dist::getSharding(argument));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    add(dist::getResultSharding(main, i));
  walkProgram(main, [&](Operation *op) {
    if (isLong && !isa<dist::ConstraintOp>(op))
      return;
    for (Value result : op->getResults())
      add(dist::getSharding(result));
  });
  return cuts;
}

/// The parts between cuts, if each divides the next.
static AxisList partsBetween(int axis, int64_t size, std::set<int64_t> cuts) {
  cuts.insert({1, size});
  AxisList parts;
  for (auto it = cuts.begin(); std::next(it) != cuts.end(); ++it) {
    int64_t next = *std::next(it);
    if (next % *it != 0)
      return {};
    parts.push_back({axis, *it, next / *it});
  }
  return parts;
}

/// The cut that lets most work be divided by a part where the whole axis does
/// not divide; nothing if there is none.
static std::optional<AxisRef> bestCut(const PartitionInput &input,
                                      const AxisList &axes) {
  std::map<AxisRef, double> worth; // major part -> operations
  walkProgram(input.main, [&](Operation *op) {
    auto model = dyn_cast<ShardingOpInterface>(op);
    if (!model || kernelKindOf(op) != KernelKind::Library)
      return;
    std::optional<double> flops = flopsOf(op);
    if (!flops)
      return;
    for (const AxisRef &axis : axes) {
      std::set<int64_t> parts;
      for (const Factor &factor : model.getFactorRule().factors) {
        int64_t part = std::gcd(factor.size, axis.size);
        bool canBeSplit =
            factor.kind == FactorKind::PassThrough ||
            (factor.kind == FactorKind::Reduction && factor.monoid);
        if (canBeSplit && part > 1 && part < axis.size)
          parts.insert(part);
      }
      for (int64_t part : parts)
        worth[{axis.axis, 1, part}] += *flops;
    }
  });
  std::optional<AxisRef> best;
  for (const auto &[part, flops] : worth)
    if (!best || flops > worth[*best])
      best = part;
  return best;
}

std::vector<AxisList> partsToTry(const PartitionInput &input,
                                 const AxisList &axes) {
  const Mesh &mesh = input.mesh;
  std::vector<AxisList> parts(mesh.axes.size());
  size_t operations = 0;
  walkProgram(input.main, [&](Operation *) { ++operations; });
  const bool isLong = operations > kMostOperations;
  std::vector<std::set<int64_t>> cuts = writtenCuts(input, isLong);
  size_t count = axes.size();
  bool isWritten = false;
  AxisList devices;
  for (const AxisRef &axis : axes) {
    if (mesh.axes[axis.axis].kind != AxisKind::Device)
      continue;
    devices.push_back(axis);
    if (cuts[axis.axis].empty())
      continue;
    isWritten = true;
    parts[axis.axis] = partsBetween(axis.axis, axis.size, cuts[axis.axis]);
  }
  if (isWritten || isLong || count + 1 > kMostParts)
    return parts;
  if (std::optional<AxisRef> part = bestCut(input, devices))
    parts[part->axis] =
        partsBetween(part->axis, mesh.axes[part->axis].size, {part->size});
  return parts;
}

} // namespace popt
