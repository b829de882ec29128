// cluster.json: a machine as a text that people write. Every key is known or an
// error that names its JSON path and the nearest known key. Test:
// test/unit/Machine/ClusterFileTest.cpp.
//
//   {"popt_cluster": 1,
//    "name": "two nodes",
//    "devices": [{"kind": "h100", "count": 16, "memory_bytes": 8e10,
//                 "memory_bytes_per_second": 3.35e12,
//                 "flops_per_second": {"f32": 6.7e13, "bf16": 9.9e14},
//                 "efficiency": {"bf16": [[1e6, 0.05], [1e11, 0.7]]}}],
//    "links": [{"name": "nvlink", "devices": 8, "latency_seconds": 2e-6,
//               "bytes_per_second": 4.5e11},
//              {"name": "infiniband", "devices": 2, "latency_seconds": 5e-6,
//               "bytes_per_second": 5e10, "axes": ["dp"]}],
//    "host": {"memory_bytes": 2e12, "latency_seconds": 1e-5,
//             "bytes_per_second": 5e10}}
//
// A rate may be "infinite".

#include "popt/Machine/Machine.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace popt {

using Json = nlohmann::ordered_json;

std::optional<std::string> nearestName(std::string_view name,
                                       const std::vector<std::string> &names) {
  std::optional<std::string> best;
  size_t bestDistance = std::max<size_t>(name.size() / 3, 2) + 1;
  for (const std::string &candidate : names) {
    // Levenshtein distance, one row at a time.
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j < row.size(); ++j)
      row[j] = j;
    for (size_t i = 1; i <= name.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j < row.size(); ++j) {
        size_t replace = diagonal + (name[i - 1] != candidate[j - 1]);
        diagonal = row[j];
        row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < bestDistance) {
      bestDistance = row.back();
      best = candidate;
    }
  }
  return best;
}

namespace {
/// The first mistake found, as `path: what is wrong`.
struct Failure {
  std::string message;
};

/// Reads JSON values and throws Failure with their path. Exceptions do not
/// leave this file.
class Reader {
public:
  Machine read(const Json &root) {
    keys(root, "cluster", {"popt_cluster", "name", "devices", "links", "host"});
    int64_t version =
        integer(member(root, "cluster", "popt_cluster"), "popt_cluster", 0);
    if (version != 1)
      fail("popt_cluster", "version is " + std::to_string(version) +
                               ", but this build reads version 1");
    Machine m;
    if (root.contains("name"))
      m.name = text(root["name"], "name");
    const Json &devices = list(member(root, "cluster", "devices"), "devices");
    for (size_t i = 0; i < devices.size(); ++i)
      m.devices.push_back(
          device(devices[i], "devices[" + std::to_string(i) + "]"));
    const Json &links = list(member(root, "cluster", "links"), "links");
    for (size_t i = 0; i < links.size(); ++i)
      m.links.push_back(link(links[i], "links[" + std::to_string(i) + "]",
                             i + 1 == links.size()));
    if (root.contains("host"))
      m.host = host(root["host"]);
    return m;
  }

private:
  [[noreturn]] void fail(const std::string &path, const std::string &what) {
    throw Failure{path + ": " + what};
  }

  /// What a wrong value looks like in a message.
  static std::string shown(const Json &value) {
    std::string s = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return s.size() <= 40 ? s : s.substr(0, 37) + "...";
  }

  void keys(const Json &value, const std::string &path,
            const std::vector<std::string> &known) {
    if (!value.is_object())
      fail(path, "must be an object, got " + shown(value));
    for (const auto &item : value.items()) {
      if (std::find(known.begin(), known.end(), item.key()) != known.end())
        continue;
      std::optional<std::string> nearest = nearestName(item.key(), known);
      fail(path, "unknown key \"" + item.key() + "\"" +
                     (nearest ? ", did you mean \"" + *nearest + "\"?" : ""));
    }
  }

  const Json &member(const Json &object, const std::string &path,
                     const char *key) {
    auto it = object.find(key);
    if (it == object.end())
      fail(path, std::string("key \"") + key + "\" is missing");
    return *it;
  }

  const Json &list(const Json &value, const std::string &path) {
    if (!value.is_array() || value.empty())
      fail(path, "must be a list of at least one entry, got " + shown(value));
    return value;
  }

  std::string text(const Json &value, const std::string &path) {
    if (!value.is_string())
      fail(path, "must be a string, got " + shown(value));
    return value.get<std::string>();
  }

  double number(const Json &value, const std::string &path, bool zero) {
    double d = value.is_number() ? value.get<double>() : -1;
    if (!value.is_number() || !(zero ? d >= 0 : d > 0))
      fail(path, std::string("must be a number ") +
                     (zero ? "not below 0" : "above 0") + ", got " +
                     shown(value));
    return d;
  }

  double rate(const Json &value, const std::string &path) {
    if (value.is_string() && value.get<std::string>() == "infinite")
      return std::numeric_limits<double>::infinity();
    return number(value, path, false);
  }

  /// Whole numbers may be written as 8e10.
  int64_t integer(const Json &value, const std::string &path, int64_t least) {
    double d = value.is_number() ? value.get<double>() : -1;
    if (!value.is_number() || d != std::floor(d) || d < least || d > 9e18)
      fail(path, "must be a whole number from " + std::to_string(least) +
                     " up, got " + shown(value));
    return value.is_number_integer() ? value.get<int64_t>()
                                     : static_cast<int64_t>(d);
  }

  DeviceSpec device(const Json &value, const std::string &path) {
    keys(value, path,
         {"kind", "count", "memory_bytes", "memory_bytes_per_second",
          "flops_per_second", "efficiency"});
    DeviceSpec d;
    d.kind = text(member(value, path, "kind"), path + ".kind");
    if (value.contains("count"))
      d.count = integer(value["count"], path + ".count", 1);
    d.memoryBytes =
        integer(member(value, path, "memory_bytes"), path + ".memory_bytes", 1);
    d.memoryBytesPerSecond =
        rate(member(value, path, "memory_bytes_per_second"),
             path + ".memory_bytes_per_second");
    const Json &flops = member(value, path, "flops_per_second");
    std::string flopsPath = path + ".flops_per_second";
    if (!flops.is_object() || flops.empty())
      fail(flopsPath, "must be an object of at least one element type, got " +
                          shown(flops));
    for (const auto &item : flops.items())
      d.flopsPerSecond[item.key()] =
          rate(item.value(), flopsPath + "." + item.key());
    if (!value.contains("efficiency"))
      return d;
    const Json &tables = value["efficiency"];
    std::string tablesPath = path + ".efficiency";
    std::vector<std::string> types;
    for (const auto &entry : d.flopsPerSecond)
      types.push_back(entry.first);
    keys(tables, tablesPath, types);
    for (const auto &item : tables.items())
      d.efficiency[item.key()] =
          efficiency(item.value(), tablesPath + "." + item.key());
    return d;
  }

  std::vector<std::pair<double, double>> efficiency(const Json &value,
                                                    const std::string &path) {
    std::vector<std::pair<double, double>> points;
    list(value, path);
    for (size_t i = 0; i < value.size(); ++i) {
      std::string at = path + "[" + std::to_string(i) + "]";
      const Json &point = value[i];
      if (!point.is_array() || point.size() != 2)
        fail(at, "must be a pair [flops, fraction], got " + shown(point));
      double flops = number(point[0], at + "[0]", false);
      double fraction = number(point[1], at + "[1]", false);
      if (fraction > 1)
        fail(at + "[1]", "must be at most 1, got " + shown(point[1]));
      if (!points.empty() && points.back().first >= flops)
        fail(at + "[0]",
             "must be above the entry before, got " + shown(point[0]));
      points.push_back({flops, fraction});
    }
    return points;
  }

  LinkLevel link(const Json &value, const std::string &path, bool last) {
    keys(value, path,
         {"name", "devices", "latency_seconds", "bytes_per_second", "axes"});
    LinkLevel l;
    l.name = text(member(value, path, "name"), path + ".name");
    if (value.contains("devices"))
      l.devices = integer(value["devices"], path + ".devices", 1);
    else if (!last)
      fail(path, "key \"devices\" is missing: only the last level may join "
                 "all devices");
    l.latencySeconds = number(member(value, path, "latency_seconds"),
                              path + ".latency_seconds", true);
    l.bytesPerSecond = rate(member(value, path, "bytes_per_second"),
                            path + ".bytes_per_second");
    if (!value.contains("axes"))
      return l;
    const Json &axes = list(value["axes"], path + ".axes");
    for (size_t i = 0; i < axes.size(); ++i)
      l.axes.push_back(
          text(axes[i], path + ".axes[" + std::to_string(i) + "]"));
    return l;
  }

  HostSpec host(const Json &value) {
    keys(value, "host",
         {"memory_bytes", "latency_seconds", "bytes_per_second"});
    HostSpec h;
    h.memoryBytes =
        integer(member(value, "host", "memory_bytes"), "host.memory_bytes", 0);
    if (value.contains("latency_seconds"))
      h.latencySeconds =
          number(value["latency_seconds"], "host.latency_seconds", true);
    h.bytesPerSecond = rate(member(value, "host", "bytes_per_second"),
                            "host.bytes_per_second");
    return h;
  }
};
} // namespace

std::optional<Machine> Machine::parse(std::string_view text,
                                      const std::string &file,
                                      std::string &error) {
  Json root;
  try {
    root = Json::parse(text.begin(), text.end());
  } catch (const Json::exception &e) {
    size_t byte = text.size();
    if (auto *parseError = dynamic_cast<const Json::parse_error *>(&e))
      byte = std::min(parseError->byte ? parseError->byte - 1 : 0, byte);
    size_t line = 1 + std::count(text.begin(), text.begin() + byte, '\n');
    size_t start = text.substr(0, byte).rfind('\n');
    size_t column = byte - (start == std::string_view::npos ? -1 : start);
    error = file + ":" + std::to_string(line) + ":" + std::to_string(column) +
            ": not valid JSON";
    return std::nullopt;
  }
  try {
    return Reader().read(root);
  } catch (const Failure &failure) {
    error = file + ": " + failure.message;
    return std::nullopt;
  }
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
  std::ifstream in(nameOrPath, std::ios::binary);
  std::stringstream text;
  if (in)
    text << in.rdbuf();
  if (!in || !text) {
    error = "cannot read cluster file \"" + nameOrPath + "\"";
    return std::nullopt;
  }
  return parse(text.str(), nameOrPath, error);
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
    root["devices"].push_back(d);
  }
  for (const LinkLevel &link : links) {
    Json l;
    l["name"] = link.name;
    if (link.devices)
      l["devices"] = link.devices;
    l["latency_seconds"] = link.latencySeconds;
    l["bytes_per_second"] = rateJson(link.bytesPerSecond);
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
