//===- ModulePlan.cpp - The plan that a module carries --------------------===//
//
// Reads a module's shardings back. PlanPatterns.h finds the words for them. Tests:
// test/Compile/predict.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/ModulePlan.h"
#include "PlanPatterns.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace popt;

std::string popt::argumentName(func::FuncOp main, unsigned index) {
  auto name = main.getArgAttrOfType<StringAttr>(index, dist::kName);
  return name ? name.str() : "arg" + std::to_string(index);
}

static std::vector<PlanAxis> axesOf(ArrayRef<dist::AxisRefAttr> refs) {
  std::vector<PlanAxis> axes;
  for (dist::AxisRefAttr ref : refs)
    axes.push_back({ref.getName().str(), ref.getPre(), ref.getSize()});
  return axes;
}

/// An entry without a name; nothing if a plan can't say it.
static std::optional<PlanSharding> entryOf(dist::ShardingAttr sharding,
                                           const NamedAttrList &attrs,
                                           const Mesh &mesh) {
  PlanSharding entry;
  if (!sharding.getReplicated().empty())
    return std::nullopt;
  auto owners = dyn_cast_or_null<DenseI64ArrayAttr>(attrs.get(dist::kOwners));
  std::vector<PlanDim> dims;
  for (dist::DimShardingAttr dim : sharding.getDims()) {
    if (dim.getGranule() != 1 || dim.getPriority() != 0)
      return std::nullopt;
    dims.push_back({axesOf(dim.getAxes()), dim.getOpen(), {}});
    if (owners && !dim.getAxes().empty() &&
        mesh.axes[*mesh.find(dim.getAxes().front().getName().str())].kind ==
            AxisKind::Stage)
      dims.back().owners = owners.asArrayRef().vec();
  }
  while (!dims.empty() && dims.back() == PlanDim())
    dims.pop_back();
  entry.dims = std::move(dims);
  if (!sharding.getPins().empty()) {
    entry.at.emplace();
    for (dist::PinAttr pin : sharding.getPins())
      entry.at->push_back({pin.getAxis().str(), pin.getCoordinates().vec()});
  }
  if (!sharding.getPartial().empty())
    entry.partial = {sharding.getMonoid(), axesOf(sharding.getPartial())};
  if (sharding.getMemory() == Memory::Host || attrs.get(dist::kOnHost))
    entry.memory = Memory::Host;
  return entry;
}

std::vector<PlanSharding> popt::shardingsOf(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return {};
  dist::MeshOp meshOp = dist::getMesh(module);
  Mesh mesh = meshOp ? meshOp.toMesh() : Mesh();
  dist::BoundaryAttrs attrs(main);
  auto stateArguments = dist::getStateArguments(main);
  std::vector<NamedEntry> values;
  auto add = [&](StringRef kind, unsigned i, Type type,
                 const NamedAttrList &list, dist::ShardingAttr sharding,
                 bool follows) {
    auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName));
    auto shaped = dyn_cast<ShapedType>(type);
    NamedEntry value;
    value.name = name ? name.str() : (kind + Twine(i)).str();
    value.rank = shaped ? shaped.getRank() : 0;
    if (sharding)
      value.entry = entryOf(sharding, list, mesh);
    value.isImplied = follows;
    values.push_back(std::move(value));
  };
  for (unsigned i = 0; i < attrs.arguments.size(); ++i)
    add("arg", i, main.getArgumentTypes()[i], attrs.arguments[i],
        attrs.getSharding(i), false);
  // A result of state follows its argument, if it is not somewhere else.
  for (unsigned i = 0; i < attrs.results.size(); ++i) {
    dist::ShardingAttr sharding = attrs.getResultSharding(i);
    bool follows =
        stateArguments[i] && sharding == attrs.getSharding(*stateArguments[i]);
    add("res", i, main.getResultTypes()[i], attrs.results[i], sharding,
        follows);
  }
  return findPatterns(values);
}
Plan popt::wholePlan(ModuleOp module, const Plan &plan) {
  Plan whole = plan;
  if (dist::MeshOp meshOp = dist::getMesh(module)) {
    Mesh mesh = meshOp.toMesh();
    whole.mesh.clear();
    for (const MeshAxis &axis : mesh.axes)
      whole.mesh.push_back({axis.name, axis.size, axis.kind});
    whole.deviceIds = mesh.deviceIds;
  }
  whole.shardings = shardingsOf(module);
  for (const PlanSharding &entry : plan.shardings)
    if (StringRef(entry.match).starts_with("loc:"))
      whole.shardings.push_back(entry);
  return whole;
}
