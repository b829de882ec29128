// cluster.json: a machine as a text that people write. Every key is known or an
// error that names its JSON path and the nearest known key. Test:
// test/unit/Machine/ClusterFileTest.cpp.
//
//   {"popt_cluster": 1,
//    "name": "two nodes",
//    "devices": [{"kind": "h100", "count": 16, "memory_bytes": 8e10,
//                 "memory_bytes_per_second": 3.35e12,
//                 "flops_per_second": {"f32": 6.7e13, "bf16": 9.9e14},
//                 "efficiency": {"bf16": [[1e6, 0.05], [1e11, 0.7]]},
//                 "slowdown_beside_links": 1.2}],
//    "links": [{"name": "nvlink", "devices": 8, "latency_seconds": 2e-6,
//               "bytes_per_second": 4.5e11, "slowdown_beside_kernels": 1.1},
//              {"name": "infiniband", "devices": 2, "latency_seconds": 5e-6,
//               "bytes_per_second": 5e10, "axes": ["dp"]}],
//    "host": {"memory_bytes": 2e12, "latency_seconds": 1e-5,
//             "bytes_per_second": 5e10}}
//
// A rate may be "infinite".

#include "popt/Machine/Machine.h"
#include "popt/Text/Files.h"
#include "popt/Text/Json.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace popt {

static double readPositive(const JsonNode &node) {
  if (!(node.number() > 0))
    node.failType("a number above 0");
  return node.number();
}

static double readRate(const JsonNode &node) {
  return node.value == "infinite" ? std::numeric_limits<double>::infinity()
                                  : readPositive(node);
}

static double readLatency(const JsonNode &node) {
  if (!(node.number() >= 0))
    node.failType("a number from 0");
  return node.number();
}

static double readSlowdown(const JsonNode &node) {
  if (!(node.number() >= 1))
    node.failType("a number from 1");
  return node.number();
}

/// The entries of a list that may not be empty.
static std::vector<JsonNode> readEntries(const JsonNode &node) {
  if (node.array().value.empty())
    node.failType("a list of at least one entry");
  return node.entries();
}

static std::vector<std::pair<double, double>>
readEfficiency(const JsonNode &node) {
  std::vector<std::pair<double, double>> points;
  for (const JsonNode &point : readEntries(node)) {
    if (!point.value.is_array() || point.value.size() != 2)
      point.failType("a pair [flops, fraction]");
    double flops = readPositive(point.at(0));
    double fraction = readPositive(point.at(1));
    if (fraction > 1)
      point.at(1).failType("at most 1");
    if (!points.empty() && points.back().first >= flops)
      point.at(0).failType("more than in the entry before");
    points.push_back({flops, fraction});
  }
  return points;
}

static DeviceSpec readDevice(const JsonNode &node) {
  node.object({"kind", "count", "memory_bytes", "memory_bytes_per_second",
               "flops_per_second", "efficiency", "slowdown_beside_links"});
  DeviceSpec device;
  device.kind = node.required("kind").string();
  if (node.has("count"))
    device.count = node.at("count").integer(1);
  device.memoryBytes = node.required("memory_bytes").integer(1);
  device.memoryBytesPerSecond =
      readRate(node.required("memory_bytes_per_second"));
  JsonNode flops = node.required("flops_per_second");
  if (flops.anyObject().value.empty())
    flops.failType("an object of at least one element type");
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
    device.efficiency[item.key()] = readEfficiency(tables.at(item.key()));
  return device;
}

static LinkLevel readLink(const JsonNode &node, bool isLast) {
  node.object({"name", "devices", "latency_seconds", "bytes_per_second",
               "slowdown_beside_kernels", "axes"});
  LinkLevel link;
  link.name = node.required("name").string();
  if (node.has("devices"))
    link.devices = node.at("devices").integer(1);
  else if (!isLast)
    node.fail("\"devices\" is missing: only the last level may join all "
              "devices");
  link.latencySeconds = readLatency(node.required("latency_seconds"));
  link.bytesPerSecond = readRate(node.required("bytes_per_second"));
  if (node.has("slowdown_beside_kernels"))
    link.slowdownBesideKernels =
        readSlowdown(node.at("slowdown_beside_kernels"));
  if (node.has("axes"))
    for (const JsonNode &axis : readEntries(node.at("axes")))
      link.axes.push_back(axis.string());
  return link;
}

static HostSpec readHost(const JsonNode &node) {
  node.object({"memory_bytes", "latency_seconds", "bytes_per_second"});
  HostSpec host;
  host.memoryBytes = node.required("memory_bytes").integer(0);
  if (node.has("latency_seconds"))
    host.latencySeconds = readLatency(node.at("latency_seconds"));
  host.bytesPerSecond = readRate(node.required("bytes_per_second"));
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

std::optional<Machine> Machine::load(const std::string &nameOrPath,
                                     std::string &error) {
  if (nameOrPath == "builtin")
    return builtin();
  if (nameOrPath == "builtin:bytes")
    return builtinBytes();
  if (nameOrPath.rfind("builtin:", 0) == 0) {
    error = "machine \"" + nameOrPath +
            "\" does not exist, built in are \"builtin\" and "
            "\"builtin:bytes\"";
    return std::nullopt;
  }
  std::string text, why;
  if (!readText(nameOrPath, text, why)) {
    error = "cannot read cluster file \"" + nameOrPath + "\": " + why;
    return std::nullopt;
  }
  return parse(text, nameOrPath, error);
}

std::optional<std::string> Machine::wordsOf(const std::string &nameOrPath,
                                            std::string &error) {
  std::optional<Machine> machine = load(nameOrPath, error);
  if (!machine)
    return std::nullopt;
  return nameOrPath.rfind("builtin", 0) == 0 ? nameOrPath : machine->json();
}

std::optional<Machine> Machine::fromWords(const std::string &words,
                                          std::string &error) {
  return words.rfind("builtin", 0) == 0 ? load(words, error)
                                        : parse(words, "dist.machine", error);
}

static Json rateJson(double rate) {
  return std::isinf(rate) ? Json("infinite") : Json(rate);
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
    for (const auto &[type, rate] : device.flopsPerSecond)
      d["flops_per_second"][type] = rateJson(rate);
    for (const auto &[type, points] : device.efficiency)
      for (const auto &[flops, fraction] : points)
        d["efficiency"][type].push_back(Json::array({flops, fraction}));
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
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace popt
