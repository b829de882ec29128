//===- SdyMeshes.cpp - Several sdy meshes as one dist mesh ----------------===//
//
// See SdyMeshes.h. Test: test/Import/import-sdy-meshes.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyMeshes.h"

#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace popt;

namespace {
struct MeshUse {
  StringAttr name; ///< null for a mesh written inline
  Location loc;
  int64_t uses = 0;
};
using MeshUses = llvm::MapVector<sdy::MeshAttr, MeshUse>;
} // namespace

/// Counts the shardings on each mesh of more than one device.
static MeshUses countUses(ModuleOp module,
                          const llvm::StringMap<sdy::MeshAttr> &named) {
  MeshUses uses;
  for (auto op : module.getOps<sdy::MeshOp>())
    if (op.getMesh().getTotalSize() > 1)
      uses.insert({op.getMesh(), {op.getSymNameAttr(), op.getLoc()}});
  auto count = [&](Operation *op) {
    auto countSharding = [&](sdy::TensorShardingAttr sharding) {
      Attribute ref = sharding.getMeshOrRef();
      auto meshAttr = dyn_cast<sdy::MeshAttr>(ref);
      if (auto symbol = dyn_cast<FlatSymbolRefAttr>(ref))
        meshAttr = named.lookup(symbol.getValue());
      if (meshAttr && meshAttr.getTotalSize() > 1)
        ++uses.insert({meshAttr, {StringAttr(), op->getLoc()}})
              .first->second.uses;
    };
    for (NamedAttribute attr : op->getAttrs())
      attr.getValue().walk(countSharding);
  };
  module.walk(count);
  return uses;
}

LogicalResult SdyMeshes::collect(ModuleOp module) {
  for (auto op : module.getOps<sdy::MeshOp>())
    named[op.getSymName()] = op.getMesh();
  MeshUses uses = countUses(module, named);
  if (uses.empty())
    return success();
  auto *best = uses.begin();
  for (auto &entry : uses)
    if (entry.second.uses > best->second.uses)
      best = &entry;
  main = best->first;
  loc = best->second.loc;
  MLIRContext *context = module.getContext();
  name = FlatSymbolRefAttr::get(
      best->second.name ? best->second.name : StringAttr::get(context, "mesh"));
  for (sdy::MeshAxisAttr axis : main.getAxes())
    if (axis.getSize() > 1)
      mesh.axes.push_back(
          {axis.getName().str(), axis.getSize(), AxisKind::Device});
  mesh.deviceIds.assign(main.getDeviceIds().begin(), main.getDeviceIds().end());

  for (auto &[other, use] : uses) {
    StringRef problem;
    if (other.getTotalSize() != main.getTotalSize())
      problem = "has another number of devices";
    else if (other.getDeviceIds() != main.getDeviceIds())
      problem = "orders the devices differently";
    if (problem.empty())
      continue;
    InFlightDiagnostic diag = emitError(use.loc)
                              << "mesh " << other << " " << problem
                              << " than mesh " << main
                              << "; a module's meshes must be one mesh with "
                                 "other names for its axes";
    diag.attachNote(*loc) << "the mesh that most shardings name";
    return diag;
  }
  return success();
}

std::optional<AxisList> SdyMeshes::translate(sdy::MeshAttr from,
                                             StringRef axisName,
                                             sdy::SubAxisInfoAttr part) const {
  // The axis covers the digits of the device number from `low` to `high`,
  // counted by the product of what is more major.
  int64_t low = 1;
  for (sdy::MeshAxisAttr axis : from.getAxes()) {
    if (axis.getName() == axisName)
      break;
    low *= axis.getSize();
  }
  int64_t high = low * from.getAxisSize(axisName);
  if (part) {
    high = low * part.getNextPreSize();
    low *= part.getPreSize();
  }
  AxisList result;
  int64_t begin = 1;
  for (auto [i, axis] : llvm::enumerate(mesh.axes)) {
    int64_t end = begin * axis.size;
    int64_t from = std::max(low, begin), to = std::min(high, end);
    if (from < to) {
      if (from % begin != 0 || to % from != 0 || end % to != 0)
        return std::nullopt;
      result.push_back({static_cast<int>(i), from / begin, to / from});
    }
    begin = end;
  }
  if (product(result) != high / low)
    return std::nullopt;
  return result;
}

FailureOr<AxisList> SdyMeshes::convert(ArrayRef<sdy::AxisRefAttr> axes,
                                       sdy::MeshAttr from,
                                       Operation *op) const {
  AxisList result;
  for (sdy::AxisRefAttr axis : axes) {
    std::optional<AxisList> list =
        translate(from, axis.getName(), axis.getSubAxisInfo());
    if (!list)
      return op->emitError()
             << "axis " << axis.toString() << " of mesh " << from
             << " cannot be written in parts of the axes of mesh "
             << mesh.str();
    result.insert(result.end(), list->begin(), list->end());
  }
  return mergeParts(mesh, result);
}

static Monoid getMonoid(sdy::ReductionOp reduction, Type type) {
  bool isBool = isa<ShapedType>(type) &&
                cast<ShapedType>(type).getElementType().isInteger(1);
  switch (reduction) {
  case sdy::ReductionOp::SUM:
    return isBool ? Monoid::Or : Monoid::Sum;
  case sdy::ReductionOp::MAX:
    return isBool ? Monoid::Or : Monoid::Max;
  case sdy::ReductionOp::MIN:
    return isBool ? Monoid::And : Monoid::Min;
  }
  return Monoid::Sum;
}

FailureOr<dist::ShardingAttr>
SdyMeshes::convert(sdy::TensorShardingAttr sharding, Type type,
                   Operation *op) const {
  if (!main)
    return dist::ShardingAttr();
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  Attribute ref = sharding.getMeshOrRef();
  auto from = dyn_cast<sdy::MeshAttr>(ref);
  if (!from)
    from = named.lookup(cast<FlatSymbolRefAttr>(ref).getValue());
  assert(from && "shardings are verified");
  if (from.isMaximal()) {
    remark::analysis(
        op->getLoc(),
        remark::RemarkOpts::name("maximal sharding").category("import"))
        << "a value on device " << std::to_string(from.getDeviceIds().front())
        << " alone is held by every device instead";
    return dist::ShardingAttr::getReplicated(name, rank);
  }
  if (sharding.getRank() != rank)
    return op->emitError() << sharding.getRank()
                           << " dimensions are listed for a value of rank "
                           << rank;
  Layout layout;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    FailureOr<AxisList> axes = convert(dim.getAxes(), from, op);
    if (failed(axes))
      return failure();
    bool hasPriority = !axes->empty() || !dim.getIsClosed();
    layout.dims.push_back(
        {*axes, !dim.getIsClosed(), 1,
         hasPriority ? static_cast<int>(dim.getPriority().value_or(0)) : 0});
  }
  FailureOr<AxisList> replicated =
      convert(sharding.getReplicatedAxes(), from, op);
  FailureOr<AxisList> partial = convert(sharding.getUnreducedAxes(), from, op);
  if (failed(replicated) || failed(partial))
    return failure();
  llvm::sort(*replicated);
  llvm::sort(*partial);
  layout.replicated = mergeParts(mesh, *replicated);
  layout.partial = mergeParts(mesh, *partial);
  layout.monoid = getMonoid(sharding.getReductionOp(), type);
  return dist::ShardingAttr::fromLayout(op->getContext(), name, mesh, layout);
}
