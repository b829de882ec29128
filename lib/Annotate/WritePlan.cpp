//===- WritePlan.cpp - Plans as files have them ---------------------------===//
//
// Keys in the order of docs/Plan.md, entries of lists on lines of their own. Test:
// test/unit/Annotate/PlanTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "ScopePolicies.h"
#include "popt/Annotate/Plan.h"
#include "popt/Text/Json.h"

#include <cassert>

using namespace popt;

static Json toJson(const PlanAxis &axis) {
  return axis.pre ? axis.name + ":(" + std::to_string(axis.pre) + ")" +
                        std::to_string(axis.size)
                  : axis.name;
}

static Json toJson(const PlanDim &dim);

template <typename T> static Json listOf(const std::vector<T> &entries) {
  Json list = Json::array();
  for (const T &entry : entries)
    list.push_back(toJson(entry));
  return list;
}

static Json toJson(const PlanDim &dim) {
  Json list = listOf(dim.axes);
  if (!dim.owners.empty())
    list[0] = Json{{dim.axes.front().name, dim.owners}};
  if (dim.open)
    list.push_back("?");
  return list;
}

static Json toJson(const PlanSharding &sharding) {
  Json entry = {{"match", sharding.match}};
  if (sharding.dims)
    entry["dims"] = listOf(*sharding.dims);
  if (sharding.at) {
    entry["at"] = Json::object();
    for (const auto &[axis, coordinates] : *sharding.at)
      entry["at"][axis] = coordinates;
  }
  if (sharding.partial)
    entry["partial"] = {
        {name(sharding.partial->first), listOf(sharding.partial->second)}};
  if (sharding.memory)
    entry["memory"] = *sharding.memory == Memory::Host ? "host" : "device";
  return entry;
}

/// Axes of one kind stand in one list, in which they are major to those of the
/// next; so nothing, and `error`, where kinds are mixed.
static std::optional<Json> meshOf(const Plan &plan, std::string &error) {
  Json mesh = Json::object();
  std::string last;
  for (const MeshOverride &axis : plan.mesh) {
    assert(axis.size && axis.kind &&
           "what a module has is asked of the module");
    AxisKind kind = *axis.kind;
    std::string key = kind == AxisKind::Stage  ? "stage"
                      : kind == AxisKind::Time ? "time"
                                               : "device";
    // Time axes are minor to all others wherever they stand.
    if (mesh.contains(key) && key != last && kind != AxisKind::Time) {
      error = "axis \"" + axis.name +
              "\" stands after one of another kind, and "
              "a plan lists axes of one kind beside each other; name all " +
              key + " axes in one place";
      return std::nullopt;
    }
    mesh[key].push_back({axis.name, *axis.size});
    if (kind != AxisKind::Time)
      last = key;
  }
  if (!plan.deviceIds.empty())
    mesh["device_ids"] = plan.deviceIds;
  return mesh;
}

static Json toJson(const Prediction &predicted) {
  Json json = Json::object();
  auto addNumber = [&](const char *key, double value) {
    if (value != 0)
      json[key] = value;
  };
  if (!predicted.machine.empty())
    json["machine"] = predicted.machine;
  addNumber("step_seconds", predicted.stepSeconds);
  addNumber("model_seconds", predicted.modelSeconds);
  addNumber("lower_bound_seconds", predicted.lowerBoundSeconds);
  if (!predicted.notCompiled.empty())
    json["not_compiled"] = predicted.notCompiled;
  addNumber("bubble", predicted.bubble);
  addNumber("exposed_seconds", predicted.exposedSeconds);
  for (const auto &[stage, held] : predicted.coordinates) {
    std::string key = std::to_string(stage);
    json["peak_bytes"][key] = held.arenaBytes;
    Json bytes = Json::object();
    for (auto [use, count] : {std::pair{"state", held.stateBytes},
                              {"inputs", held.inputBytes},
                              {"kept", held.keptBytes},
                              {"activations", held.activationBytes},
                              {"temporaries", held.temporaryBytes},
                              {"host", held.hostBytes}})
      if (count)
        bytes[use] = count;
    if (!bytes.empty())
      json["bytes"][key] = bytes;
  }
  for (const auto &[kind, levels] : predicted.sentBytes) {
    auto ofAll = levels.find("");
    json["comm_bytes"][kind] =
        ofAll == levels.end() ? Json(levels) : Json(ofAll->second);
  }
  return json;
}

static Json toJson(const PlanRecompute &recompute) {
  Json entry = {{"match", "loc:" + recompute.match},
                {"policy", nameOfPolicy(recompute.policy)}};
  if (!recompute.names.empty())
    entry["names"] = recompute.names;
  return entry;
}

static Json toJson(const PlanSchedule &schedule) {
  Json entry = {{"kind", schedule.kind}};
  if (!schedule.order.empty())
    entry["order"] = schedule.order;
  if (schedule.chunks)
    entry["chunks"] = *schedule.chunks;
  if (schedule.microbatches)
    entry["microbatches"] = *schedule.microbatches;
  return entry;
}

/// Bytes that are no text, which a command line may have, are replaced.
static std::string onLine(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An object whose values are each on a line, and so are entries of lists.
static std::string print(const Json &plan) {
  auto printList = [](const Json &list) {
    std::string text = "[";
    for (size_t i = 0; i < list.size(); ++i)
      text += (i ? ",\n  " : "\n  ") + onLine(list[i]);
    return text + "]";
  };
  std::string text = "{";
  for (auto &[key, value] : plan.items())
    text += (text.size() > 1 ? ",\n " : "") + onLine(key) + ": " +
            (value.is_array() ? printList(value) : onLine(value));
  return text + "}\n";
}

std::string popt::writePrediction(const Prediction &prediction) {
  return onLine(toJson(prediction));
}

std::optional<std::string> popt::writePlan(const Plan &plan,
                                           std::string &error) {
  Json json = {{"popt_plan", 1}};
  std::optional<Json> mesh = meshOf(plan, error);
  if (!mesh)
    return std::nullopt;
  if (!mesh->empty())
    json["mesh"] = std::move(*mesh);
  for (const auto &[pattern, dim] : plan.batch)
    json["batch"][pattern] = dim;
  for (const PlanSharding &entry : plan.shardings)
    if (entry.onlyInputs)
      json["inputs"][entry.match] = listOf(*entry.dims);
  for (const auto &[argument, result] : plan.state)
    json["state"][argument] = result;
  for (const PlanSharding &entry : plan.shardings)
    if (!entry.onlyInputs)
      json["shardings"].push_back(toJson(entry));
  if (!plan.strategies.empty())
    json["strategies"] = plan.strategies;
  if (plan.memoryBudget > 0)
    json["memory_budget"] = plan.memoryBudget;
  if (plan.schedule)
    json["schedule"] = toJson(*plan.schedule);
  for (const PlanRecompute &entry : plan.recompute)
    json["recompute"].push_back(toJson(entry));
  if (plan.predicted)
    json["predicted"] = toJson(*plan.predicted);
  return print(json);
}
