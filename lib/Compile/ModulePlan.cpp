//===- ModulePlan.cpp - The plan that a module carries --------------------===//
//
// Reads a module's shardings back:
//   params['layers'][0]['w'] and [1], [2]   [{}, {"tp"}]
//   params['layers'][3]['w']                [{"tp"}, {}]
// become
//   {"match": "params['layers'][*]['w']", "dims": [[], ["tp"]]},
//   {"match": "params['layers'][3]['w']", "dims": [["tp"]]}
//
// Tests: test/Compile/predict.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/ModulePlan.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Report/Names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace popt;

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

namespace {
/// A value of the boundary and what is to be said of it, if anything.
struct NamedEntry {
  std::string name;
  std::optional<PlanSharding> entry;
};
} // namespace

/// Whether all values that the pattern matches have something to be said of them.
static bool holds(const std::string &pattern, ArrayRef<NamedEntry> values) {
  return llvm::all_of(values, [&](const NamedEntry &value) {
    return !matchesName(pattern, value.name) || value.entry;
  });
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
  auto add = [&](StringRef kind, unsigned i, const NamedAttrList &list,
                 dist::ShardingAttr sharding) {
    auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName));
    values.push_back({name ? name.str() : (kind + Twine(i)).str(), {}});
    if (sharding)
      values.back().entry = entryOf(sharding, list, mesh);
  };
  for (unsigned i = 0; i < attrs.arguments.size(); ++i)
    add("arg", i, attrs.arguments[i], attrs.getSharding(i));
  // A result of state follows its argument, if it is not somewhere else.
  for (unsigned i = 0; i < attrs.results.size(); ++i) {
    dist::ShardingAttr sharding = attrs.getResultSharding(i);
    bool follows =
        stateArguments[i] && sharding == attrs.getSharding(*stateArguments[i]);
    add("res", i, attrs.results[i], follows ? nullptr : sharding);
  }

  // What most values of a pattern have is said of the pattern, first.
  struct Group {
    std::vector<std::pair<PlanSharding, size_t>> entries; ///< and how many
  };
  std::vector<std::string> patterns;
  llvm::StringMap<Group> groups;
  for (const NamedEntry &value : values) {
    if (!value.entry)
      continue;
    std::string pattern = patternOf(value.name);
    auto [it, isNew] = groups.try_emplace(pattern);
    if (isNew)
      patterns.push_back(pattern);
    auto &entries = it->second.entries;
    auto same = llvm::find_if(
        entries, [&](auto &known) { return known.first == *value.entry; });
    if (same == entries.end())
      entries.push_back({*value.entry, 1});
    else
      ++same->second;
  }
  std::vector<PlanSharding> result;
  for (const std::string &pattern : patterns) {
    auto &entries = groups[pattern].entries;
    auto most = llvm::max_element(
        entries, [](auto &a, auto &b) { return a.second < b.second; });
    if (most->second == 1 || !holds(pattern, values))
      continue;
    result.push_back(most->first);
    result.back().match = pattern;
  }
  // Parts that an entry does not give stay as an earlier match has them.
  auto saidOf = [&](const std::string &name) {
    PlanSharding said;
    for (const PlanSharding &entry : result)
      if (matchesName(entry.match, name)) {
        said.dims = entry.dims ? entry.dims : said.dims;
        said.at = entry.at ? entry.at : said.at;
        said.partial = entry.partial ? entry.partial : said.partial;
        said.memory = entry.memory ? entry.memory : said.memory;
      }
    return said;
  };
  for (const NamedEntry &value : values) {
    if (!value.entry)
      continue;
    PlanSharding said = saidOf(value.name);
    if (said == *value.entry)
      continue;
    PlanSharding entry = *value.entry;
    entry.match = value.name;
    if (said.memory && !entry.memory)
      entry.memory = Memory::Device;
    if (said.at && !entry.at)
      entry.at.emplace();
    result.push_back(std::move(entry));
  }
  return result;
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
