//===- Plan.cpp - Reading plan files --------------------------------------===//
//
// See Plan.h. Test: test/unit/Annotate/PlanTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/Plan.h"
#include "ScopePolicies.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"
#include "popt/Text/Patterns.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

using namespace popt;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool popt::matchesName(std::string_view pattern, std::string_view name) {
  return matchPattern(pattern, name);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `"x"` or `"x:(1)2"`.
static PlanAxis readAxis(const JsonNode &node) {
  std::string text = node.string();
  size_t colon = text.rfind(":(");
  if (colon == std::string::npos) {
    if (text.empty())
      node.fail("an axis' name is empty");
    return {text};
  }
  PlanAxis axis{text.substr(0, colon)};
  std::string part = text.substr(colon + 1);
  int used = 0;
  long long pre = 0, size = 0;
  if (std::sscanf(part.c_str(), "(%lld)%lld%n", &pre, &size, &used) != 2 ||
      used != static_cast<int>(part.size()) || pre < 1 || size < 2 ||
      pre > INT32_MAX || size > INT32_MAX)
    node.fail("part of an axis is written \"x:(pre)size\", got \"" + text +
              "\"");
  axis.pre = pre;
  axis.size = size;
  return axis;
}

/// `{"x": [0, 1, 1, 0]}`.
static void readOwners(const JsonNode &node, PlanDim &dim) {
  if (!dim.axes.empty())
    node.fail("a list of owners must stand first");
  if (node.anyObject().value.size() != 1)
    node.fail("a list of owners is one {\"axis\": [coordinates]}");
  std::string axis = node.value.begin().key();
  JsonNode list = node.at(axis);
  dim.axes.push_back({axis});
  dim.owners = list.integers();
  if (dim.owners.empty())
    list.fail("names no coordinate");
}

static PlanDim readDim(const JsonNode &node) {
  PlanDim dim;
  size_t count = node.array().value.size();
  for (size_t i = 0; i < count; ++i) {
    JsonNode entry = node.at(i);
    if (entry.value.is_string() && entry.string() == "?") {
      if (i + 1 != count)
        entry.fail("\"?\" must stand last");
      dim.open = true;
    } else if (entry.value.is_object()) {
      readOwners(entry, dim);
    } else {
      dim.axes.push_back(readAxis(entry));
    }
  }
  return dim;
}

static std::vector<PlanDim> readDims(const JsonNode &node) {
  std::vector<PlanDim> dims;
  for (const JsonNode &entry : node.entries())
    dims.push_back(readDim(entry));
  return dims;
}

static void readMesh(const JsonNode &node, Plan &plan) {
  node.object({"device", "stage", "time", "device_ids"});
  for (auto &[key, _] : node.value.items()) {
    JsonNode axes = node.at(key);
    if (key == "device_ids") {
      plan.deviceIds = axes.integers();
      continue;
    }
    AxisKind kind = key == "stage"  ? AxisKind::Stage
                    : key == "time" ? AxisKind::Time
                                    : AxisKind::Device;
    for (const JsonNode &axis : axes.entries()) {
      if (axis.array().value.size() != 2)
        axis.fail("an axis is [name, size]");
      MeshOverride change{axis.at(0).string(), axis.at(1).integer(1), kind};
      if (change.name.empty())
        axis.fail("an axis' name is empty");
      for (const MeshOverride &other : plan.mesh)
        if (other.name == change.name)
          axis.fail("axis \"" + change.name + "\" is declared twice");
      plan.mesh.push_back(std::move(change));
    }
  }
}

static void readAt(const JsonNode &node, PlanSharding &sharding) {
  sharding.at.emplace();
  for (auto &[axis, _] : node.anyObject().value.items()) {
    JsonNode entry = node.at(axis);
    std::vector<int64_t> coordinates =
        entry.value.is_number() ? std::vector<int64_t>{entry.integer()}
                                : entry.integers();
    std::sort(coordinates.begin(), coordinates.end());
    if (coordinates.empty())
      entry.fail("names no coordinate");
    if (std::adjacent_find(coordinates.begin(), coordinates.end()) !=
        coordinates.end())
      entry.fail("names a coordinate twice");
    sharding.at->push_back({axis, std::move(coordinates)});
  }
}

static void readPartial(const JsonNode &node, PlanSharding &sharding) {
  if (node.anyObject().value.size() != 1)
    node.fail("partial is one {\"monoid\": [axes]}");
  std::string word = node.value.begin().key();
  std::optional<Monoid> monoid = parseMonoid(word);
  if (!monoid)
    node.fail(
        "\"" + word + "\" is no way to combine values" +
        suggestName(word, {"sum", "prod", "max", "min", "and", "or", "xor"}));
  sharding.partial.emplace(*monoid, std::vector<PlanAxis>());
  JsonNode axes = node.at(word);
  for (const JsonNode &axis : axes.entries())
    sharding.partial->second.push_back(readAxis(axis));
}

static void readShardings(const JsonNode &node, Plan &plan) {
  for (const JsonNode &entry : node.entries()) {
    entry.object({"match", "dims", "at", "partial", "memory"});
    PlanSharding sharding;
    sharding.path = entry.path;
    sharding.match = entry.required("match").string();
    if (entry.has("dims"))
      sharding.dims = readDims(entry.at("dims"));
    if (entry.has("at"))
      readAt(entry.at("at"), sharding);
    if (entry.has("partial"))
      readPartial(entry.at("partial"), sharding);
    if (entry.has("memory")) {
      JsonNode memory = entry.at("memory");
      std::string word = memory.string();
      if (word != "host" && word != "device")
        memory.fail("memory is \"host\" or \"device\", not \"" + word + "\"" +
                    suggestName(word, {"host", "device"}));
      sharding.memory = word == "host" ? Memory::Host : Memory::Device;
    }
    plan.shardings.push_back(std::move(sharding));
  }
}

static void readInputs(const JsonNode &node, Plan &plan) {
  for (auto &[match, _] : node.anyObject().value.items()) {
    PlanSharding sharding;
    JsonNode entry = node.quoted(match);
    sharding.match = match;
    sharding.path = entry.path;
    sharding.onlyInputs = true;
    sharding.dims = readDims(entry);
    plan.shardings.push_back(std::move(sharding));
  }
}

/// A list of the format whose part of popt comes later.
static void refuseEntries(const JsonNode &node, const std::string &what) {
  if (!node.array().value.empty())
    node.at(0).fail(what + " is not in this build");
}

std::string popt::checkStrategies(const std::string &word) {
  const std::vector<std::string> known = {"least-cost", "by-price",
                                          "propagated"};
  if (std::find(known.begin(), known.end(), word) != known.end())
    return "";
  return "\"" + word + "\" is none of least-cost, by-price, propagated" +
         suggestName(word, known);
}

/// A word for all operations. The format also has a list of single ones.
static void readStrategies(const JsonNode &node, Plan &plan) {
  if (node.value.is_array())
    return refuseEntries(node, "fixing the strategy of an operation");
  plan.strategies = node.string();
  if (std::string problem = checkStrategies(plan.strategies); !problem.empty())
    node.fail(problem);
}

static void readSchedule(const JsonNode &node, Plan &plan) {
  node.object({"kind", "chunks", "order", "microbatches"});
  PlanSchedule schedule;
  JsonNode kind = node.required("kind");
  schedule.kind = kind.string();
  std::string error;
  if (!pipeline::parseScheduleKind(schedule.kind, error))
    kind.fail(error);
  if (node.has("chunks"))
    schedule.chunks = node.at("chunks").integer(1);
  if (node.has("microbatches"))
    schedule.microbatches = node.at("microbatches").integer(1);
  if (node.has("order"))
    schedule.order = node.at("order").string();
  if (node.has("order") != (schedule.kind == "custom"))
    kind.fail(node.has("order")
                  ? "an order is of schedule \"custom\", not of \"" +
                        schedule.kind + "\""
                  : "schedule \"custom\" takes its order from a file: add "
                    "\"order\": \"FILE.csv\"");
  plan.schedule = std::move(schedule);
}

static ScopePolicy readScopePolicy(const JsonNode &node) {
  std::string word = node.string(), list;
  std::vector<std::string> known;
  for (const auto &[name, policy] : kScopePolicies) {
    if (word == name)
      return policy;
    list += (known.empty() ? "" : ", ") + std::string(name);
    known.push_back(name);
  }
  node.fail("\"" + word + "\" is none of " + list + suggestName(word, known));
}

static void readRecompute(const JsonNode &node, Plan &plan) {
  for (const JsonNode &entry : node.entries()) {
    entry.object({"match", "policy", "names"});
    PlanRecompute recompute;
    recompute.path = entry.path;
    JsonNode match = entry.required("match");
    recompute.match = match.string();
    if (recompute.match.rfind("loc:", 0) != 0)
      match.fail("expected the scope of operations, \"loc:...\", got \"" +
                 recompute.match + "\"");
    recompute.match.erase(0, 4);
    recompute.policy = readScopePolicy(entry.required("policy"));
    bool takesNames = recompute.policy == ScopePolicy::Named ||
                      recompute.policy == ScopePolicy::NotNamed;
    if (takesNames) {
      JsonNode names = entry.required("names");
      for (const JsonNode &name : names.entries())
        recompute.names.push_back(name.string());
    } else if (entry.has("names")) {
      entry.at("names").fail("only save_only_these_names and "
                             "save_anything_except_these_names take names");
    }
    plan.recompute.push_back(std::move(recompute));
  }
}

static int64_t readCoordinate(const JsonNode &node, const std::string &text) {
  if (text.empty() || text.size() > 9 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    node.fail("\"" + text + "\" is no coordinate of the stage axis");
  return std::stoll(text);
}

static void readPredicted(const JsonNode &node, Plan &plan) {
  node.object({"machine", "step_seconds", "model_seconds",
               "lower_bound_seconds", "not_compiled", "bubble",
               "exposed_seconds", "peak_bytes", "bytes", "comm_bytes"});
  Prediction &predicted = plan.predicted.emplace();
  if (node.has("machine"))
    predicted.machine = node.at("machine").string();
  for (auto [key, number] :
       {std::pair{"step_seconds", &predicted.stepSeconds},
        {"model_seconds", &predicted.modelSeconds},
        {"lower_bound_seconds", &predicted.lowerBoundSeconds},
        {"bubble", &predicted.bubble},
        {"exposed_seconds", &predicted.exposedSeconds}})
    if (node.has(key)) {
      *number = node.at(key).number();
      if (*number < 0)
        node.at(key).failType("a number from 0");
    }
  if (node.has("not_compiled")) {
    JsonNode list = node.at("not_compiled");
    for (size_t i = 0; i < list.array().value.size(); ++i)
      predicted.notCompiled.push_back(list.at(i).string());
  }
  if (node.has("peak_bytes")) {
    JsonNode peaks = node.at("peak_bytes");
    for (auto &[stage, _] : peaks.anyObject().value.items())
      predicted.coordinates[readCoordinate(peaks, stage)].arenaBytes =
          peaks.quoted(stage).integer(0);
  }
  if (node.has("bytes")) {
    JsonNode all = node.at("bytes");
    for (auto &[stage, _] : all.anyObject().value.items()) {
      JsonNode bytes = all.quoted(stage);
      bytes.object(
          {"state", "inputs", "kept", "activations", "temporaries", "host"});
      CoordinatePrediction &held =
          predicted.coordinates[readCoordinate(all, stage)];
      for (auto [key, count] : {std::pair{"state", &held.stateBytes},
                                {"inputs", &held.inputBytes},
                                {"kept", &held.keptBytes},
                                {"activations", &held.activationBytes},
                                {"temporaries", &held.temporaryBytes},
                                {"host", &held.hostBytes}})
        if (bytes.has(key))
          *count = bytes.at(key).integer(0);
    }
  }
  if (node.has("comm_bytes")) {
    JsonNode kinds = node.at("comm_bytes");
    for (auto &[kind, _] : kinds.anyObject().value.items()) {
      JsonNode levels = kinds.quoted(kind);
      if (levels.value.is_number()) { // of all levels
        predicted.sentBytes[kind][""] = levels.integer(0);
        continue;
      }
      for (auto &[level, _] : levels.anyObject().value.items())
        predicted.sentBytes[kind][level] = levels.quoted(level).integer(0);
    }
  }
}

static void readBatch(const JsonNode &node, Plan &plan) {
  for (auto &[match, _] : node.anyObject().value.items())
    plan.batch.push_back({match, node.quoted(match).integer(0)});
}

static void readState(const JsonNode &node, Plan &plan) {
  for (auto &[arg, _] : node.anyObject().value.items())
    plan.state.push_back({arg, node.quoted(arg).string()});
}

static void readPlan(const JsonNode &node, Plan &plan) {
  node.object({"$schema", "popt_plan", "mesh", "inputs", "state", "shardings",
               "batch", "strategies", "memory_budget", "schedule", "recompute",
               "predicted"});
  if (node.has("$schema"))
    node.at("$schema").string();
  if (node.has("memory_budget"))
    plan.memoryBudget = node.at("memory_budget").integer(1);
  JsonNode version = node.required("popt_plan");
  if (version.integer() != 1)
    version.fail("version " + std::to_string(version.integer()) +
                 " is unknown; this popt reads version 1");
  static const std::pair<const char *, void (*)(const JsonNode &, Plan &)>
      readers[] = {{"mesh", readMesh},
                   {"inputs", readInputs},
                   {"shardings", readShardings},
                   {"state", readState},
                   {"strategies", readStrategies},
                   {"recompute", readRecompute},
                   {"batch", readBatch},
                   {"schedule", readSchedule},
                   {"predicted", readPredicted}};
  for (auto [key, read] : readers)
    if (node.has(key))
      read(node.at(key), plan);
}

std::string popt::parsePlan(std::string_view text, const std::string &file,
                            Plan &plan) {
  return readJson(text, file, "plan",
                  [&](const JsonNode &node) { readPlan(node, plan); });
}

//===----------------------------------------------------------------------===//
// Command-line lists
//===----------------------------------------------------------------------===//

static std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
  }
  return parts;
}

std::string popt::parseMeshOverrides(std::string_view text,
                                     std::vector<MeshOverride> &overrides) {
  for (std::string_view part : split(text)) {
    std::string entry(part);
    MeshOverride change;
    size_t equal = part.find('=');
    if (equal != std::string_view::npos) {
      std::string digits(part.substr(equal + 1));
      char *end = nullptr;
      errno = 0;
      long long size = std::strtoll(digits.c_str(), &end, 10);
      if (digits.empty() || *end || errno || size < 1)
        return "mesh: size \"" + digits + "\" of \"" + entry +
               "\" is no number from 1";
      change.size = size;
      part = part.substr(0, equal);
    }
    size_t colon = part.find(':');
    if (colon != std::string_view::npos) {
      std::string kind(part.substr(0, colon));
      if (kind == "stage")
        change.kind = AxisKind::Stage;
      else if (kind == "time")
        change.kind = AxisKind::Time;
      else if (kind == "device")
        change.kind = AxisKind::Device;
      else
        return "mesh: \"" + kind + "\" is no kind of axis" +
               suggestName(kind, {"stage", "time", "device"});
      part = part.substr(colon + 1);
    }
    change.name = std::string(part);
    if (change.name.empty())
      return "mesh: \"" + entry + "\" names no axis; axes are written dp=2";
    for (const MeshOverride &other : overrides)
      if (other.name == change.name)
        return "mesh: axis \"" + change.name + "\" is given twice";
    overrides.push_back(std::move(change));
  }
  return "";
}

std::string
popt::parseStateList(std::string_view text,
                     std::vector<std::pair<std::string, std::string>> &state) {
  for (std::string_view part : split(text)) {
    if (part == "none") {
      state.push_back({"*", "none"});
      continue;
    }
    size_t equal = part.find('=');
    if (equal == 0 || equal == std::string_view::npos ||
        equal + 1 == part.size())
      return "state: \"" + std::string(part) +
             "\" is not written argument=result";
    state.push_back({std::string(part.substr(0, equal)),
                     std::string(part.substr(equal + 1))});
  }
  return "";
}

std::string
popt::parseBatchList(std::string_view text,
                     std::vector<std::pair<std::string, int64_t>> &batch) {
  for (std::string_view part : split(text)) {
    size_t equal = part.rfind('=');
    std::string digits(
        equal == std::string_view::npos ? "" : part.substr(equal + 1));
    bool isNumber = !digits.empty() && digits.size() < 4 &&
                    digits.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber || equal == 0)
      return "batch: \"" + std::string(part) + "\" is not written NAME=DIM";
    batch.push_back({std::string(part.substr(0, equal)), std::stoi(digits)});
  }
  return "";
}

void popt::mergeOverrides(const std::vector<MeshOverride> &options,
                          std::vector<MeshOverride> &mesh) {
  std::vector<MeshOverride> added;
  for (const MeshOverride &option : options) {
    auto old = std::find_if(mesh.begin(), mesh.end(), [&](const auto &other) {
      return other.name == option.name;
    });
    if (old == mesh.end()) {
      added.push_back(option);
      continue;
    }
    old->size = option.size ? option.size : old->size;
    old->kind = option.kind ? option.kind : old->kind;
  }
  mesh.insert(mesh.begin(), added.begin(), added.end());
}

bool Plan::operator==(const Plan &o) const {
  return mesh == o.mesh && deviceIds == o.deviceIds &&
         shardings == o.shardings && state == o.state &&
         schedule == o.schedule && recompute == o.recompute &&
         strategies == o.strategies && memoryBudget == o.memoryBudget &&
         batch == o.batch;
}

std::string popt::applyOverrides(const std::vector<MeshOverride> &overrides,
                                 Mesh &mesh) {
  std::vector<MeshAxis> added;
  bool resized = false;
  for (const MeshOverride &change : overrides) {
    std::optional<int> axis = mesh.find(change.name);
    if (!axis && !change.size) {
      std::vector<std::string> known;
      for (const MeshAxis &old : mesh.axes)
        known.push_back(old.name);
      return "mesh: axis \"" + change.name +
             "\" has no size and is not in the module's mesh" +
             suggestName(change.name, known);
    }
    if (!axis) {
      added.push_back(
          {change.name, *change.size, change.kind.value_or(AxisKind::Device)});
      continue;
    }
    MeshAxis &old = mesh.axes[*axis];
    AxisKind kind = change.kind.value_or(old.kind);
    int64_t size = change.size.value_or(old.size);
    resized |= size != old.size || kind != old.kind;
    old.kind = kind;
    old.size = size;
  }
  if (resized || !added.empty())
    mesh.deviceIds.clear();
  mesh.axes.insert(mesh.axes.begin(), added.begin(), added.end());
  std::string problem = mesh.check();
  return problem.empty() ? "" : "mesh: " + problem;
}
