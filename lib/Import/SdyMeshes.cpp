//===- SdyMeshes.cpp - Several sdy meshes as one dist mesh ----------------===//
//
// See SdyMeshes.h. Test: test/Import/import-sdy-meshes.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyMeshes.h"

#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
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

static bool namesAxes(sdy::TensorShardingAttr sharding) {
  return !sharding.getReplicatedAxes().empty() ||
         !sharding.getUnreducedAxes().empty() ||
         llvm::any_of(sharding.getDimShardings(),
                      [](sdy::DimensionShardingAttr dim) {
                        return !dim.getAxes().empty();
                      });
}

/// Counts the shardings on each mesh of more than one device.
static MeshUses countUses(ModuleOp module,
                          const llvm::StringMap<sdy::MeshAttr> &named) {
  MeshUses uses;
  for (auto op : module.getOps<sdy::MeshOp>())
    if (op.getMesh().getTotalSize() > 1)
      uses.insert({op.getMesh(), {op.getSymNameAttr(), op.getLoc()}});
  auto count = [&](Operation *op) {
    auto countSharding = [&](sdy::TensorShardingAttr sharding) {
      // Without an axis it says nothing of devices.
      if (!namesAxes(sharding))
        return;
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

static llvm::StringMap<sdy::MeshAttr> namedMeshes(ModuleOp module) {
  llvm::StringMap<sdy::MeshAttr> named;
  for (auto op : module.getOps<sdy::MeshOp>())
    named[op.getSymName()] = op.getMesh();
  return named;
}

/// The first of those that are named most; null if there is none.
static const MeshUses::value_type *mostUsed(const MeshUses &uses) {
  const MeshUses::value_type *best = nullptr;
  for (const auto &entry : uses)
    if (!best || entry.second.uses > best->second.uses)
      best = &entry;
  return best;
}

Attribute popt::mostNamedMesh(ModuleOp module) {
  MeshUses uses = countUses(module, namedMeshes(module));
  const MeshUses::value_type *best = mostUsed(uses);
  if (!best)
    return {};
  return best->second.name
             ? Attribute(FlatSymbolRefAttr::get(best->second.name))
             : Attribute(best->first);
}

/// A module that was exported for one device counts nothing.
static void warnOfOtherCount(ModuleOp module, sdy::MeshAttr mesh,
                             Location loc) {
  int64_t devices = 1;
  for (StringRef name : {"mhlo.num_replicas", "mhlo.num_partitions"})
    if (auto count = module->getAttrOfType<IntegerAttr>(name))
      if (count.getValue().getSignificantBits() <= 32)
        devices *= std::max<int64_t>(1, count.getValue().getSExtValue());
  if (devices > 1 && devices != mesh.getTotalSize())
    emitWarning(loc) << "mesh " << mesh << " has " << mesh.getTotalSize()
                     << " devices, but the module says mhlo.num_replicas x "
                        "mhlo.num_partitions = "
                     << devices
                     << "; the mesh counts: correct the attributes, or export "
                        "again with this mesh";
}

LogicalResult SdyMeshes::collect(ModuleOp module) {
  named = namedMeshes(module);
  MeshUses uses = countUses(module, named);
  const MeshUses::value_type *best = mostUsed(uses);
  if (!best)
    return success();
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
    if (other.getTotalSize() != main.getTotalSize() && use.uses == 0)
      continue;
    if (other.getTotalSize() != main.getTotalSize()) {
      InFlightDiagnostic diag =
          emitError(use.loc)
          << "mesh " << other << " has " << other.getTotalSize()
          << " devices, mesh " << main << " " << main.getTotalSize()
          << "; write all shardings of a module on meshes of as many devices";
      diag.attachNote(*loc) << "the mesh that most shardings name";
      return diag;
    }
    if (other.getDeviceIds() != main.getDeviceIds())
      orderDigits(other);
  }
  warnOfOtherCount(module, main, *loc);
  return success();
}

/// The place of each device of a mesh.
static SmallVector<int64_t> placesOf(sdy::MeshAttr mesh) {
  SmallVector<int64_t> places(mesh.getTotalSize());
  for (size_t place = 0; place < places.size(); ++place)
    places[mesh.getDeviceIds().empty() ? place : mesh.getDeviceIds()[place]] =
        place;
  return places;
}

/// Finds the digits of the axes of a mesh that orders devices differently. An
/// axis is cut where its places stop being evenly spaced in the chosen mesh.
void SdyMeshes::orderDigits(sdy::MeshAttr from) {
  const int64_t total = from.getTotalSize();
  SmallVector<int64_t> places = placesOf(main);
  auto placeOf = [&](int64_t place) {
    return places[from.getDeviceIds().empty() ? place
                                              : from.getDeviceIds()[place]];
  };
  SmallVector<SmallVector<Digits, 1>> digits;
  SmallVector<int64_t> sums = {0}; // places that the digits so far make
  bool isOrder = placeOf(0) == 0;
  int64_t minor = 1;
  for (sdy::MeshAxisAttr axis : llvm::reverse(from.getAxes())) {
    SmallVector<Digits, 1> &own = digits.emplace_back();
    int64_t left = axis.getSize();
    while (isOrder && left > 1) {
      const int64_t step = placeOf(minor);
      int64_t count = 2;
      while (count < left && placeOf(count * minor) == count * step)
        ++count;
      while (left % count != 0)
        --count;
      isOrder = step > 0 && count > 1 && total % step == 0 &&
                (total / step) % count == 0;
      if (!isOrder)
        break;
      own.insert(own.begin(), {total / step / count, total / step});
      const size_t before = sums.size();
      for (int64_t i = 1; i < count; ++i)
        for (size_t k = 0; k < before; ++k)
          sums.push_back(sums[k] + i * step);
      minor *= count;
      left /= count;
    }
  }
  for (size_t place = 0; isOrder && place < sums.size(); ++place)
    isOrder = placeOf(place) == sums[place];
  if (!isOrder)
    return;
  std::reverse(digits.begin(), digits.end());
  reordered[from] = std::move(digits);
}

std::vector<int64_t> SdyMeshes::devicesAt(sdy::MeshAttr from) const {
  SmallVector<int64_t> places = placesOf(main);
  std::vector<int64_t> devices(places.size());
  for (auto [device, place] : llvm::enumerate(places))
    devices[device] =
        from.getDeviceIds().empty() ? place : from.getDeviceIds()[place];
  return devices;
}

/// Which block or partial value a device holds.
static int64_t heldAt(const Mesh &mesh, const Layout &layout, int64_t place) {
  std::vector<int64_t> coordinates = mesh.coordinates(place);
  int64_t block = 0;
  for (const AxisRef &axis : layout.usedAxes()) {
    int64_t below = mesh.axes[axis.axis].size / axis.end();
    block = block * axis.size + coordinates[axis.axis] / below % axis.size;
  }
  return block;
}

DenseI64ArrayAttr SdyMeshes::devicesOf(sdy::TensorShardingAttr sharding,
                                       dist::ShardingAttr converted) const {
  sdy::MeshAttr from = meshOf(sharding);
  if (!converted || !from || from.isMaximal() || keepsOrder(from))
    return {};
  Layout layout = converted.toLayout(mesh);
  SmallVector<int64_t> places = placesOf(main), ids;
  bool isSame = true;
  for (int64_t place = 0; place < mesh.numRanks(); ++place) {
    ids.push_back(from.getDeviceIds().empty() ? place
                                              : from.getDeviceIds()[place]);
    isSame &=
        heldAt(mesh, layout, place) == heldAt(mesh, layout, places[ids.back()]);
  }
  return isSame ? DenseI64ArrayAttr()
                : DenseI64ArrayAttr::get(from.getContext(), ids);
}

std::optional<AxisList> SdyMeshes::translate(Digits digits) const {
  AxisList result;
  int64_t begin = 1;
  for (auto [i, axis] : llvm::enumerate(mesh.axes)) {
    int64_t end = begin * axis.size;
    int64_t from = std::max(digits.low, begin), to = std::min(digits.high, end);
    if (from < to) {
      if (from % begin != 0 || to % from != 0 || end % to != 0)
        return std::nullopt;
      result.push_back({static_cast<int>(i), from / begin, to / from});
    }
    begin = end;
  }
  if (product(result) * digits.low != digits.high)
    return std::nullopt;
  return result;
}

std::optional<AxisList> SdyMeshes::translate(sdy::MeshAttr from,
                                             StringRef axisName,
                                             sdy::SubAxisInfoAttr part) const {
  SmallVector<Digits, 1> digits;
  int64_t low = 1;
  for (auto [i, axis] : llvm::enumerate(from.getAxes())) {
    if (axis.getName() == axisName) {
      auto order = reordered.find(from);
      digits = order != reordered.end()
                   ? order->second[i]
                   : SmallVector<Digits, 1>{{low, low * axis.getSize()}};
      break;
    }
    low *= axis.getSize();
  }
  int64_t first = part ? part.getPreSize() : 1;
  int64_t last = part ? part.getNextPreSize() : from.getAxisSize(axisName);
  AxisList result;
  int64_t begin = 1; // product of the axis' digits so far
  for (Digits range : digits) {
    int64_t end = begin * (range.high / range.low);
    int64_t cut = std::max(first, begin), stop = std::min(last, end);
    if (cut < stop) {
      if (cut % begin != 0 || stop % cut != 0 || end % stop != 0)
        return std::nullopt;
      std::optional<AxisList> axes = translate(
          Digits{range.low * (cut / begin), range.low * (stop / begin)});
      if (!axes)
        return std::nullopt;
      llvm::append_range(result, *axes);
    }
    begin = end;
  }
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
             << " cannot be written in parts of the axes of mesh " << mesh.str()
             << "; write both on one mesh whose axes make up theirs";
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

/// Drops parts of axes, at the minor ends of dimensions, that do not divide
/// their blocks.
static void dropUneven(const Mesh &mesh, RankedTensorType type, Layout &layout,
                       Operation *op) {
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    Layout only = Layout::replicate(1);
    only.dims[0] = layout.dims[d];
    std::string problem = only.check(mesh, {extent});
    if (problem.empty())
      continue;
    while (!only.dims[0].axes.empty() && !only.check(mesh, {extent}).empty())
      only.dims[0].axes.pop_back();
    layout.dims[d] = only.dims[0];
    op->emitWarning() << "dimension " << d << " of " << type
                      << " is split less than its sharding says: " << problem;
  }
}

sdy::MeshAttr SdyMeshes::meshOf(sdy::TensorShardingAttr sharding) const {
  Attribute ref = sharding.getMeshOrRef();
  if (auto name = dyn_cast<FlatSymbolRefAttr>(ref))
    return named.lookup(name.getValue());
  return cast<sdy::MeshAttr>(ref);
}

sdy::MeshAttr SdyMeshes::meshOf(sdy::ManualComputationOp op) const {
  sdy::MeshAttr mesh;
  for (sdy::TensorShardingPerValueAttr list :
       {op.getInShardings(), op.getOutShardings()})
    for (sdy::TensorShardingAttr sharding : list.getShardings())
      if (sdy::MeshAttr next = meshOf(sharding);
          next && !next.getAxes().empty())
        mesh = next;
  return mesh;
}

FailureOr<dist::ShardingAttr>
SdyMeshes::convert(sdy::TensorShardingAttr sharding, Type type,
                   Operation *op) const {
  if (!main)
    return dist::ShardingAttr();
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  sdy::MeshAttr from = meshOf(sharding);
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
  // On a mesh of another size, which names no axes then, a value stays whole.
  if (from.getTotalSize() > 1 && from.getTotalSize() != main.getTotalSize())
    return dist::ShardingAttr::getReplicated(name, rank);
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
  // At the program's boundary the user's sharding holds, or is an error.
  if (tensor && tensor.hasStaticShape() && !isa<FunctionOpInterface>(op))
    dropUneven(mesh, tensor, layout, op);
  return dist::ShardingAttr::fromLayout(op->getContext(), name, mesh, layout);
}
