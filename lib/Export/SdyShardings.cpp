//===- SdyShardings.cpp - Layouts as sdy writes them ----------------------===//
//
// See the header. Tested by test/Export/export-sdy.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyShardings.h"

using namespace mlir;
using namespace popt;

sdy::MeshAttr popt::toSdyMesh(MLIRContext *context, const Mesh &mesh) {
  SmallVector<sdy::MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    if (axis.kind != AxisKind::Time)
      axes.push_back(sdy::MeshAxisAttr::get(context, axis.name, axis.size));
  // Shardy refuses a list that says nothing.
  ArrayRef<int64_t> devices = mesh.deviceIds;
  if (llvm::equal(devices, llvm::seq<int64_t>(devices.size())))
    devices = {};
  return sdy::MeshAttr::get(context, axes, devices);
}

SmallVector<sdy::AxisRefAttr>
popt::toSdyAxes(MLIRContext *context, const Mesh &mesh, const AxisList &axes) {
  return llvm::map_to_vector(axes, [&](const AxisRef &axis) {
    return sdy::AxisRefAttr::get(
        context, mesh.axes[axis.axis].name,
        mesh.isWhole(axis)
            ? sdy::SubAxisInfoAttr()
            : sdy::SubAxisInfoAttr::get(context, axis.pre, axis.size));
  });
}

static std::optional<sdy::ReductionOp> toReduction(Monoid monoid) {
  switch (monoid) {
  case Monoid::Sum:
    return sdy::ReductionOp::SUM;
  case Monoid::Max:
    return sdy::ReductionOp::MAX;
  case Monoid::Min:
    return sdy::ReductionOp::MIN;
  default:
    return std::nullopt;
  }
}

SdySharding popt::toSdySharding(MLIRContext *context,
                                FlatSymbolRefAttr meshName, const Mesh &mesh,
                                const Layout &layout) {
  SdySharding result;
  // Time axes are minor to device axes: without them a list is still one.
  auto keep = [&](const AxisList &axes) {
    AxisList kept;
    for (const AxisRef &axis : axes)
      if (mesh.axes[axis.axis].kind != AxisKind::Time)
        kept.push_back(axis);
      else
        result.dropped.push_back("time axis " + mesh.str(axis));
    return toSdyAxes(context, mesh, kept);
  };
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (const DimLayout &dim : layout.dims) {
    SmallVector<sdy::AxisRefAttr> axes = keep(dim.axes);
    std::optional<int64_t> priority;
    if (dim.priority != 0 && (!axes.empty() || dim.open))
      priority = dim.priority;
    if (dim.granule != 1)
      result.dropped.push_back("units of " + std::to_string(dim.granule) +
                               " elements");
    dims.push_back(sdy::DimensionShardingAttr::get(context, axes,
                                                   /*is_closed=*/!dim.open,
                                                   priority));
  }
  SmallVector<sdy::AxisRefAttr> unreduced;
  std::optional<sdy::ReductionOp> reduction = toReduction(layout.monoid);
  if (reduction)
    unreduced = keep(layout.partial);
  else if (!layout.partial.empty())
    result.dropped.push_back(std::string("partial = ") + name(layout.monoid) +
                             mesh.str(layout.partial));
  for (const Pin &pin : layout.pins)
    result.dropped.push_back("coordinates of \"" + mesh.axes[pin.axis].name +
                             "\"");
  if (layout.memory == Memory::Host)
    result.dropped.push_back("memory = host");
  result.sharding = sdy::TensorShardingAttr::get(
      context, meshName, dims, keep(layout.replicated), unreduced,
      reduction.value_or(sdy::ReductionOp::SUM));
  return result;
}
