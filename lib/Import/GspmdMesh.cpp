//===- GspmdMesh.cpp - The mesh behind sharding strings -------------------===//
//
// See GspmdMesh.h. Tests: test/Import/import-gspmd-mesh.mlir,
// import-gspmd-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "GspmdMesh.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <map>
#include <numeric>

using namespace mlir;
using namespace popt;

using Kind = GspmdSharding::Kind;

static bool isTiled(const GspmdSharding &sharding) {
  return sharding.kind == Kind::Tiled && sharding.devices.size() > 1;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

LogicalResult GspmdMesh::add(Attribute attr, Location loc) {
  if (!attr)
    return success();
  auto text = dyn_cast<StringAttr>(attr);
  if (!text)
    return emitError(loc) << "\"" << kGspmdSharding << "\" is not a string";
  if (strings.contains(text))
    return success();
  std::string error;
  std::optional<std::vector<GspmdSharding>> shardings =
      parseGspmdShardings(text.getValue(), error);
  if (!shardings)
    return emitError(loc) << "sharding " << text
                          << " cannot be read: " << error;
  strings.insert({text, String{loc, std::move(*shardings)}});
  return success();
}

ArrayRef<GspmdSharding> GspmdMesh::lookup(StringAttr text) const {
  return strings.find(text)->second.shardings;
}

static int64_t getNumber(ModuleOp module, StringRef name) {
  auto attr = module->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getValue().getSExtValue() : 1;
}

/// All strings are over the same number of devices.
LogicalResult GspmdMesh::checkDevices(ModuleOp module) {
  numDevices = getNumber(module, "mhlo.num_partitions");
  if (int64_t replicas = getNumber(module, "mhlo.num_replicas"); replicas > 1)
    return module.emitError()
           << "the module runs in " << replicas
           << " replicas; export it with mhlo.num_replicas = 1 and partitions "
              "instead";
  const Entry *first = nullptr;
  for (const Entry &entry : strings)
    for (const GspmdSharding &sharding : entry.second.shardings) {
      int64_t count = sharding.devices.size();
      if (!isTiled(sharding) || count == numDevices)
        continue;
      if (!first && numDevices <= 1) {
        first = &entry;
        numDevices = count;
        continue;
      }
      InFlightDiagnostic diag = emitError(entry.second.loc)
                                << "sharding " << entry.first << " is over "
                                << count << " devices, but ";
      if (!first)
        return diag << "mhlo.num_partitions is " << numDevices;
      diag << "another is over " << numDevices;
      diag.attachNote(first->second.loc) << "sharding " << first->first;
      return diag;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

bool GspmdMesh::tryOrder(ArrayRef<int64_t> order, const Entry *&culprit,
                         const Entry *&other) {
  rankOf.resize(numDevices);
  for (auto [rank, device] : llvm::enumerate(order))
    rankOf[device] = rank;
  // Where digits begin and end, and whose they are.
  std::map<int64_t, const Entry *> ends = {{1, nullptr}, {numDevices, nullptr}};
  for (const Entry &entry : strings)
    for (const GspmdSharding &sharding : entry.second.shardings) {
      if (!isTiled(sharding))
        continue;
      std::optional<std::vector<DeviceDigits>> digits =
          readDigits(sharding, rankOf);
      if (!digits) {
        culprit = &entry;
        return false;
      }
      for (const DeviceDigits &dim : *digits)
        for (const DeviceDigit &digit : dim) {
          ends.try_emplace(digit.stride, &entry);
          ends.try_emplace(digit.stride * digit.size, &entry);
        }
    }
  SmallVector<int64_t> sizes;
  for (auto it = ends.begin(), next = std::next(it); next != ends.end();
       it = next++) {
    if (next->first % it->first != 0) {
      culprit = next->second ? next->second : it->second;
      other = next->second ? it->second : nullptr;
      return false;
    }
    sizes.push_back(next->first / it->first);
  }
  axes.clear();
  for (auto [i, size] : llvm::enumerate(llvm::reverse(sizes)))
    axes.push_back(
        sdy::MeshAxisAttr::get(context, "axis_" + std::to_string(i), size));
  deviceIds.clear();
  if (!llvm::is_sorted(order))
    deviceIds.assign(order.begin(), order.end());
  return true;
}

LogicalResult GspmdMesh::collect(ModuleOp module) {
  context = module.getContext();
  auto name = StringAttr::get(context, kGspmdSharding);
  WalkResult walked = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto func = dyn_cast<FunctionOpInterface>(op)) {
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (failed(add(func.getArgAttr(i, name),
                       func.isExternal() ? func.getLoc()
                                         : func.getArgument(i).getLoc())))
          return WalkResult::interrupt();
      for (unsigned i = 0; i < func.getNumResults(); ++i)
        if (failed(add(func.getResultAttr(i, name), func.getLoc())))
          return WalkResult::interrupt();
    }
    return failed(add(op->getDiscardableAttr(name), op->getLoc()))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  if (!hasStrings())
    return success();
  if (failed(checkDevices(module)))
    return failure();

  std::vector<int64_t> identity(std::max<int64_t>(numDevices, 1));
  std::iota(identity.begin(), identity.end(), 0);
  const Entry *culprit = nullptr, *other = nullptr;
  if (numDevices <= 1 || tryOrder(identity, culprit, other))
    return success();
  for (const Entry &entry : strings)
    for (const GspmdSharding &sharding : entry.second.shardings) {
      if (!isTiled(sharding) || readDigits(sharding, identity))
        continue;
      const Entry *against = nullptr, *unused = nullptr;
      if (tryOrder(sharding.devices, against, unused))
        return success();
      culprit = &entry;
      other = against;
    }
  InFlightDiagnostic diag =
      emitError(culprit->second.loc)
      << "sharding " << culprit->first
      << " and the module's other shardings are on no common mesh: they "
         "order or group the devices differently";
  if (other && other != culprit)
    diag.attachNote(other->second.loc) << "sharding " << other->first;
  return diag;
}

void GspmdMesh::declare(ModuleOp module) {
  if (axes.empty())
    return;
  OpBuilder builder(context);
  auto op = sdy::MeshOp::create(builder, module.getLoc(), "mesh",
                                sdy::MeshAttr::get(context, axes, deviceIds));
  name = FlatSymbolRefAttr::get(
      SymbolTable(module).insert(op, module.getBody()->begin()));
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

SmallVector<sdy::AxisRefAttr>
GspmdMesh::getAxes(const DeviceDigits &digits) const {
  SmallVector<sdy::AxisRefAttr> refs;
  for (const DeviceDigit &digit : digits) {
    int64_t stride = numDevices;
    for (sdy::MeshAxisAttr axis : axes) {
      stride /= axis.getSize();
      if (stride >= digit.stride && stride < digit.stride * digit.size)
        refs.push_back(sdy::AxisRefAttr::get(context, axis.getName(), {}));
    }
  }
  return refs;
}

FailureOr<sdy::TensorShardingAttr>
GspmdMesh::convert(const GspmdSharding &sharding, Type type,
                   ArrayRef<int64_t> open, Operation *op) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  if (sharding.kind == Kind::Unknown || sharding.kind == Kind::Manual)
    return sdy::TensorShardingAttr();
  if (sharding.kind == Kind::Maximal)
    return sdy::TensorShardingAttr::get(
        context, sdy::MeshAttr::get(context, {}, sharding.devices), {}, {}, {},
        sdy::ReductionOp::SUM);
  if (axes.empty())
    return sdy::TensorShardingAttr();
  SmallVector<SmallVector<sdy::AxisRefAttr>> dims(rank);
  SmallVector<sdy::AxisRefAttr> unreduced;
  if (sharding.kind == Kind::Unreduced)
    for (sdy::MeshAxisAttr axis : axes)
      unreduced.push_back(sdy::AxisRefAttr::get(context, axis.getName(), {}));
  if (sharding.kind == Kind::Tiled &&
      sharding.rank() != static_cast<size_t>(rank))
    return op->emitError() << "a sharding of " << sharding.rank()
                           << " dimensions is given to a value of rank "
                           << rank;
  if (isTiled(sharding)) {
    std::vector<DeviceDigits> digits = *readDigits(sharding, rankOf);
    for (int64_t dim = 0; dim < rank; ++dim)
      dims[dim] = getAxes(digits[dim]);
    for (auto [i, kind] : llvm::enumerate(sharding.subgroups))
      if (kind == Kind::Unreduced)
        llvm::append_range(unreduced, getAxes(digits[rank + i]));
  }
  SmallVector<sdy::DimensionShardingAttr> dimAttrs;
  for (auto [dim, refs] : llvm::enumerate(dims))
    dimAttrs.push_back(sdy::DimensionShardingAttr::get(
        context, refs, !llvm::is_contained(open, dim), std::nullopt));
  return sdy::TensorShardingAttr::get(context, name, dimAttrs, {}, unreduced,
                                      sdy::ReductionOp::SUM);
}

SmallVector<StringAttr>
GspmdMesh::getManualAxes(const GspmdSharding &sharding) const {
  SmallVector<StringAttr> names;
  if (sharding.kind == Kind::Manual) {
    for (sdy::MeshAxisAttr axis : axes)
      names.push_back(StringAttr::get(context, axis.getName()));
    return names;
  }
  if (!isTiled(sharding))
    return names;
  std::vector<DeviceDigits> digits = *readDigits(sharding, rankOf);
  for (auto [i, kind] : llvm::enumerate(sharding.subgroups))
    if (kind == Kind::Manual)
      for (sdy::AxisRefAttr ref : getAxes(digits[sharding.rank() + i]))
        names.push_back(StringAttr::get(context, ref.getName()));
  return names;
}
