// cluster.json: a machine as a text that people write. Every key is known or an
// error that names its JSON path and the nearest known key. Test:
// test/unit/Machine/ClusterFileTest.cpp.
//
//   {"popt_cluster": 1,
//    "name": "two nodes",
//    "devices": [{"kind": "h100", "count": 16, "memory_bytes": 8e10,
//                 "memory_bytes_per_second": 3.35e12,
//                 "memory_efficiency": [[1e6, 0.4], [1e8, 0.9]],
//                 "flops_per_second": {"f32": 6.7e13, "bf16": 9.9e14},
//                 "efficiency": {"bf16": [[1e6, 0.05], [1e11, 0.7]]},
//                 "kernel_efficiency": 0.125, "launch_seconds": 4e-6,
//                 "slowdown_beside_links": 1.2}],
//    "links": [{"name": "nvlink", "devices": 8, "latency_seconds": 2e-6,
//               "bytes_per_second": 4.5e11, "efficiency": [[1e6, 0.5], [1e8, 0.8]],
//               "algorithms": ["ring", "switch"], "switch_latency_seconds": 2e-5,
//               "switch_bytes_per_second": 3e11, "slowdown_beside_kernels": 1.1},
//              {"name": "infiniband", "devices": 2, "latency_seconds": 5e-6,
//               "bytes_per_second": 5e10, "axes": ["dp"]}],
//    "host": {"memory_bytes": 2e12, "latency_seconds": 1e-5,
//             "bytes_per_second": 5e10, "efficiency": [[1e6, 0.5], [1e8, 0.9]]}}
//
// A rate may be "infinite". Where the devices are ranks of one host that share fewer
// cores, "host" has "cores".

#include "popt/Machine/Presets.h"
#include "popt/Text/Files.h"
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace popt {

static double readPositive(const JsonNode &node) {
  if (!(node.number() > 0))
    node.failType("a number above 0");
  return node.number();
}

/// Seconds of any work are finite, and their sums.
static double readRate(const JsonNode &node) {
  if (node.value == "infinite")
    return std::numeric_limits<double>::infinity();
  double rate = readPositive(node);
  if (!(rate >= 1e-3 && rate <= 1e30))
    node.failType("a rate from 0.001 to 1e30 a second, or \"infinite\"");
  return rate;
}

static double readLatency(const JsonNode &node) {
  double seconds = node.number();
  if (!(seconds >= 0))
    node.failType("a number from 0");
  if (seconds > 1e6)
    node.failType("at most 1e6 seconds");
  return seconds;
}

static double readSlowdown(const JsonNode &node) {
  double slowdown = node.number();
  if (!(slowdown >= 1))
    node.failType("a number from 1");
  if (slowdown > 1e6)
    node.failType("at most 1e6");
  return slowdown;
}

/// A part of a rate; so small a one that nothing is ever done is a mistake.
static double readFraction(const JsonNode &node) {
  double fraction = readPositive(node);
  if (fraction > 1)
    node.failType("at most 1");
  if (fraction < 1e-9)
    node.failType("at least 1e-9");
  return fraction;
}

/// The entries of a list that may not be empty.
static std::vector<JsonNode> readEntries(const JsonNode &node) {
  if (node.array().value.empty())
    node.failType("a list of at least one entry");
  return node.entries();
}

/// Pairs [size, fraction of the rate]; `unit` is of sizes.
static RateTable readEfficiency(const JsonNode &node, const std::string &unit) {
  RateTable points;
  for (const JsonNode &point : readEntries(node)) {
    if (!point.value.is_array() || point.value.size() != 2)
      point.failType("a pair [" + unit + ", fraction]");
    double size = readPositive(point.at(0));
    double fraction = readFraction(point.at(1));
    if (!points.empty() && points.back().first >= size)
      point.at(0).failType("more than in the entry before");
    points.push_back({size, fraction});
  }
  return points;
}

/// Efficiency by bytes, if the file says any.
static RateTable readByBytes(const JsonNode &node, const char *key) {
  return node.has(key) ? readEfficiency(node.at(key), "bytes") : RateTable();
}

/// Element types as programs name them, "tf32" and "f8" (DeviceSpec), and "attention":
/// the rate of attention by a library, without which it is that of products.
static const std::vector<std::string> elementTypes{
    "attention",   "f64",        "f32",        "tf32",
    "f16",         "bf16",       "f8",         "f8E3M4",
    "f8E4M3",      "f8E4M3FN",   "f8E4M3FNUZ", "f8E4M3B11FNUZ",
    "f8E5M2",      "f8E5M2FNUZ", "f8E8M0FNU",  "f6E2M3FN",
    "f6E3M2FN",    "f4E2M1FN",   "i1",         "i2",
    "i4",          "i8",         "i16",        "i32",
    "i64",         "ui2",        "ui4",        "ui8",
    "ui16",        "ui32",       "ui64",       "complex<f32>",
    "complex<f64>"};

static DeviceSpec readDevice(const JsonNode &node) {
  node.object({"kind", "count", "memory_bytes", "memory_bytes_per_second",
               "memory_efficiency", "flops_per_second", "efficiency",
               "kernel_efficiency", "launch_seconds", "slowdown_beside_links"});
  DeviceSpec device;
  device.kind = node.required("kind").string();
  if (node.has("count"))
    device.count = node.at("count").integer(1);
  device.memoryBytes = node.required("memory_bytes").integer(1);
  device.memoryBytesPerSecond =
      readRate(node.required("memory_bytes_per_second"));
  device.memoryEfficiency = readByBytes(node, "memory_efficiency");
  if (node.has("kernel_efficiency"))
    device.kernelEfficiency = readFraction(node.at("kernel_efficiency"));
  if (node.has("launch_seconds"))
    device.launchSeconds = readLatency(node.at("launch_seconds"));
  JsonNode flops = node.required("flops_per_second");
  if (flops.anyObject().value.empty())
    flops.failType("an object of at least one element type");
  flops.object(elementTypes);
  std::vector<std::string> types;
  for (const auto &item : flops.value.items()) {
    types.push_back(item.key());
    device.flopsPerSecond[item.key()] = readRate(flops.at(item.key()));
  }
  if (node.has("slowdown_beside_links"))
    device.slowdownBesideLinks = readSlowdown(node.at("slowdown_beside_links"));
  if (!node.has("efficiency"))
    return device;
  JsonNode tables = node.at("efficiency").object(types);
  for (const auto &item : tables.value.items())
    device.efficiency[item.key()] =
        readEfficiency(tables.at(item.key()), "flops");
  return device;
}

static Algorithm readAlgorithm(const JsonNode &node) {
  const std::vector<std::string> &names = algorithmNames();
  std::string name = node.string();
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    std::string meant = suggestName(name, names), all;
    for (const std::string &known : names)
      all += (all.empty() ? "; known are \"" : ", \"") + known + "\"";
    node.fail("algorithm \"" + name + "\" is unknown" +
              (meant.empty() ? all : meant));
  }
  return static_cast<Algorithm>(found - names.begin());
}

/// What the switch of a level does at its own speed, if the file says so.
static void readSwitch(const JsonNode &node, LinkLevel &link) {
  for (const char *key : {"switch_latency_seconds", "switch_bytes_per_second"})
    if (node.has(key) && !link.can(Algorithm::Switch))
      node.at(key).fail("is of reductions in the switch, and \"algorithms\" "
                        "does not list \"switch\"");
  if (node.has("switch_latency_seconds"))
    link.switchLatencySeconds = readLatency(node.at("switch_latency_seconds"));
  if (node.has("switch_bytes_per_second"))
    link.switchBytesPerSecond = readRate(node.at("switch_bytes_per_second"));
}

static LinkLevel readLink(const JsonNode &node, bool isLast) {
  node.object({"name", "devices", "latency_seconds", "bytes_per_second",
               "efficiency", "algorithms", "switch_latency_seconds",
               "switch_bytes_per_second", "slowdown_beside_kernels", "axes"});
  LinkLevel link;
  link.name = node.required("name").string();
  if (node.has("devices"))
    link.devices = node.at("devices").integer(1);
  else if (!isLast)
    node.fail("\"devices\" is missing: only the last level may join all "
              "devices");
  link.latencySeconds = readLatency(node.required("latency_seconds"));
  link.bytesPerSecond = readRate(node.required("bytes_per_second"));
  link.efficiency = readByBytes(node, "efficiency");
  if (node.has("algorithms"))
    for (const JsonNode &name : readEntries(node.at("algorithms")))
      link.algorithms.push_back(readAlgorithm(name));
  readSwitch(node, link);
  if (node.has("slowdown_beside_kernels"))
    link.slowdownBesideKernels =
        readSlowdown(node.at("slowdown_beside_kernels"));
  if (node.has("axes"))
    for (const JsonNode &axis : readEntries(node.at("axes")))
      link.axes.push_back(axis.string());
  return link;
}

static HostSpec readHost(const JsonNode &node) {
  node.object({"memory_bytes", "latency_seconds", "bytes_per_second",
               "efficiency", "cores"});
  HostSpec host;
  host.memoryBytes = node.required("memory_bytes").integer(0);
  if (node.has("latency_seconds"))
    host.latencySeconds = readLatency(node.at("latency_seconds"));
  host.bytesPerSecond = readRate(node.required("bytes_per_second"));
  host.efficiency = readByBytes(node, "efficiency");
  if (node.has("cores"))
    host.cores = node.at("cores").integer(1);
  return host;
}

static Machine readMachine(const JsonNode &node) {
  node.object({"popt_cluster", "name", "devices", "links", "host"});
  JsonNode version = node.required("popt_cluster");
  if (version.integer() != 1)
    version.fail("version " + std::to_string(version.integer()) +
                 " is unknown; this popt reads version 1");
  Machine machine;
  if (node.has("name"))
    machine.name = node.at("name").string();
  for (const JsonNode &device : readEntries(node.required("devices")))
    machine.devices.push_back(readDevice(device));
  std::vector<JsonNode> links = readEntries(node.required("links"));
  for (const JsonNode &link : links)
    machine.links.push_back(readLink(link, &link == &links.back()));
  if (node.has("host"))
    machine.host = readHost(node.at("host"));
  if (machine.host.cores > 0 && machine.links.size() > 1)
    node.at("host").at("cores").fail(
        "all devices share them, so there is one level of links, not " +
        std::to_string(machine.links.size()));
  for (const DeviceSpec &device : machine.devices)
    machine.host.ranksAtWork += device.count;
  return machine;
}

std::optional<Machine> Machine::parse(std::string_view text,
                                      const std::string &file,
                                      std::string &error) {
  Machine machine;
  error = readJson(text, file, "cluster",
                   [&](const JsonNode &node) { machine = readMachine(node); });
  if (!error.empty())
    return std::nullopt;
  return machine;
}

static bool isBuiltin(const std::string &name) {
  return name == "builtin" || name.rfind("builtin:", 0) == 0;
}

/// A machine that has a name; nothing, and `error`, if it is none.
static std::optional<Machine> findNamed(const std::string &name,
                                        std::string &error) {
  if (name == "builtin")
    return Machine::builtin();
  if (name == "builtin:bytes")
    return Machine::builtinBytes();
  if (!isBuiltin(name))
    return presetMachine(name, error);
  error = "machine \"" + name +
          "\" does not exist, built in are \"builtin\" and "
          "\"builtin:bytes\"";
  return std::nullopt;
}

std::optional<Machine> Machine::load(const std::string &nameOrPath,
                                     std::string &error) {
  if (isBuiltin(nameOrPath) || isPreset(nameOrPath))
    return findNamed(nameOrPath, error);
  std::string text, why;
  if (readText(nameOrPath, text, why))
    return parse(text, nameOrPath, error);
  // `h10:8` is no path.
  if (nameOrPath.find(':') != std::string::npos &&
      nameOrPath.find_first_of("/.") == std::string::npos)
    return presetMachine(nameOrPath, error);
  error = "cannot read cluster file \"" + nameOrPath + "\": " + why;
  return std::nullopt;
}

std::optional<std::string> Machine::wordsOf(const std::string &nameOrPath,
                                            std::string &error) {
  std::optional<Machine> machine = load(nameOrPath, error);
  if (!machine)
    return std::nullopt;
  return isBuiltin(nameOrPath) || isPreset(nameOrPath) ? nameOrPath
                                                       : machine->json();
}

std::optional<Machine> Machine::fromWords(const std::string &words,
                                          std::string &error) {
  const bool isText = words.find(':') == std::string::npos ||
                      words.find_first_of("{[") != std::string::npos;
  return isBuiltin(words) || isPreset(words) || !isText
             ? findNamed(words, error)
             : parse(words, "dist.machine", error);
}

static Json rateJson(double rate) {
  return std::isinf(rate) ? Json("infinite") : Json(rate);
}

static void writeTable(Json &node, const char *key, const RateTable &table) {
  for (const auto &[size, fraction] : table)
    node[key].push_back(Json::array({size, fraction}));
}

std::string Machine::json() const {
  Json root;
  root["popt_cluster"] = 1;
  root["name"] = name;
  for (const DeviceSpec &device : devices) {
    Json d;
    d["kind"] = device.kind;
    d["count"] = device.count;
    d["memory_bytes"] = device.memoryBytes;
    d["memory_bytes_per_second"] = rateJson(device.memoryBytesPerSecond);
    writeTable(d, "memory_efficiency", device.memoryEfficiency);
    for (const auto &[type, rate] : device.flopsPerSecond)
      d["flops_per_second"][type] = rateJson(rate);
    for (const auto &[type, points] : device.efficiency)
      writeTable(d["efficiency"], type.c_str(), points);
    if (device.kernelEfficiency != DeviceSpec().kernelEfficiency)
      d["kernel_efficiency"] = device.kernelEfficiency;
    if (device.launchSeconds > 0)
      d["launch_seconds"] = device.launchSeconds;
    if (device.slowdownBesideLinks > 1)
      d["slowdown_beside_links"] = device.slowdownBesideLinks;
    root["devices"].push_back(d);
  }
  for (const LinkLevel &link : links) {
    Json l;
    l["name"] = link.name;
    if (link.devices)
      l["devices"] = link.devices;
    l["latency_seconds"] = link.latencySeconds;
    l["bytes_per_second"] = rateJson(link.bytesPerSecond);
    writeTable(l, "efficiency", link.efficiency);
    for (Algorithm algorithm : link.algorithms)
      l["algorithms"].push_back(
          algorithmNames()[static_cast<size_t>(algorithm)]);
    if (link.switchLatencySeconds > 0)
      l["switch_latency_seconds"] = link.switchLatencySeconds;
    if (link.switchBytesPerSecond > 0)
      l["switch_bytes_per_second"] = rateJson(link.switchBytesPerSecond);
    if (link.slowdownBesideKernels > 1)
      l["slowdown_beside_kernels"] = link.slowdownBesideKernels;
    for (const std::string &axis : link.axes)
      l["axes"].push_back(axis);
    root["links"].push_back(l);
  }
  root["host"]["memory_bytes"] = host.memoryBytes;
  root["host"]["latency_seconds"] = host.latencySeconds;
  root["host"]["bytes_per_second"] = rateJson(
      host.bytesPerSecond > 0 ? host.bytesPerSecond
                              : std::numeric_limits<double>::infinity());
  writeTable(root["host"], "efficiency", host.efficiency);
  if (host.cores > 0)
    root["host"]["cores"] = host.cores;
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace popt
