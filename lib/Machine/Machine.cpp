// What devices do, and the machines that are built in. docs/Rationale/CostModel.md
// has the reasons. Test: test/unit/Machine/MachineTest.cpp.

#include "popt/Machine/Machine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace popt {

//===----------------------------------------------------------------------===//
// Memory and compute
//===----------------------------------------------------------------------===//

double fractionAt(const RateTable &points, double size) {
  if (points.empty())
    return 1;
  if (size <= points.front().first)
    return points.front().second;
  for (size_t i = 1; i < points.size(); ++i) {
    if (size > points[i].first)
      continue;
    double t = std::log(size / points[i - 1].first) /
               std::log(points[i].first / points[i - 1].first);
    return points[i - 1].second + t * (points[i].second - points[i - 1].second);
  }
  return points.back().second;
}

/// True of types of 8 bits, which have the rate and the table of "f8" where they have
/// none of their own.
static bool isFloat8(const std::string &type) {
  return type.rfind("f8", 0) == 0;
}

double DeviceSpec::flopRate(const std::string &type, double flops) const {
  auto peak = flopsPerSecond.find(type), end = flopsPerSecond.end();
  if (peak == end && isFloat8(type))
    peak = flopsPerSecond.find("f8");
  if (peak == end && type == "attention") // at the rate of its products
    for (const char *narrow : {"f16", "bf16"})
      if (flopsPerSecond.count(narrow))
        peak = flopsPerSecond.find(narrow);
  if (peak != end) {
    auto table = efficiency.find(peak->first);
    if (table == efficiency.end() && isFloat8(type))
      table = efficiency.find("f8");
    return table == efficiency.end()
               ? peak->second
               : peak->second * fractionAt(table->second, flops);
  }
  peak = flopsPerSecond.find("f32");
  if (peak != end)
    return peak->second;
  double rate = std::numeric_limits<double>::infinity();
  for (const auto &entry : flopsPerSecond)
    rate = std::min(rate, entry.second);
  return rate;
}

double DeviceSpec::memorySeconds(double bytes) const {
  return bytes / (memoryBytesPerSecond * fractionAt(memoryEfficiency, bytes));
}

double DeviceSpec::computeSeconds(const std::string &type, double flops,
                                  int64_t bytes) const {
  return std::max({0.0, flops / flopRate(type, flops),
                   memorySeconds(static_cast<double>(bytes))});
}

double DeviceSpec::copySeconds(int64_t bytes) const {
  return memorySeconds(2.0 * bytes);
}

const DeviceSpec &Machine::device(int64_t number) const {
  for (const DeviceSpec &spec : devices) {
    if (number < spec.count)
      return spec;
    number -= spec.count;
  }
  return devices.back();
}

double Machine::copySeconds(int64_t bytes) const {
  double seconds = 0;
  for (const DeviceSpec &device : devices)
    seconds = std::max(seconds, device.copySeconds(bytes));
  return seconds;
}

double Machine::launchSeconds() const {
  double seconds = 0;
  for (const DeviceSpec &device : devices)
    seconds = std::max(seconds, device.launchSeconds);
  return seconds;
}

double Machine::computeSeconds(const std::string &type, double flops,
                               int64_t bytes) const {
  double seconds = 0;
  for (const DeviceSpec &device : devices)
    seconds = std::max(seconds, device.computeSeconds(type, flops, bytes));
  return seconds;
}

double Machine::hostSeconds(int64_t bytes) const {
  double rate = host.bytesPerSecond > 0 ? host.bytesPerSecond
                                        : links.back().bytesPerSecond;
  auto size = static_cast<double>(bytes);
  return host.latencySeconds +
         size / (rate * fractionAt(host.efficiency, size));
}

int64_t Machine::memoryBytes() const {
  int64_t bytes = devices[0].memoryBytes;
  for (const DeviceSpec &device : devices)
    bytes = std::min(bytes, device.memoryBytes);
  return bytes;
}

double Machine::timeSeconds(CollectiveKind kind, int64_t steps,
                            int64_t bufferBytes) const {
  if (steps <= 1)
    return 0;
  if (kind == CollectiveKind::AllReduce)
    return static_cast<double>(steps) * copySeconds(bufferBytes);
  return copySeconds(bufferBytes) +
         links.front().sendSeconds(static_cast<double>(bufferBytes));
}

//===----------------------------------------------------------------------===//
// Built-in machines
//===----------------------------------------------------------------------===//

Machine Machine::builtin() {
  // One core of a server processor per rank, ranks in one host. One rank writes
  // a message to shared memory and the other reads it.
  Machine m;
  m.name = "builtin";
  DeviceSpec device;
  device.kind = "cpu-core";
  device.memoryBytes = int64_t(16) << 30;
  device.memoryBytesPerSecond = 2e10;
  device.flopsPerSecond = {{"bf16", 1e11}, {"f32", 1e11}, {"f64", 5e10}};
  m.devices.push_back(device);
  m.links.push_back({"memory", 0, 2e-6, 5e9, {}});
  m.host = {int64_t(64) << 30, 0, 2e10};
  m.host.isShared = true;
  return m;
}

Machine Machine::builtinBytes() {
  const double infinite = std::numeric_limits<double>::infinity();
  Machine m;
  m.name = "builtin:bytes";
  DeviceSpec device;
  device.kind = "free";
  device.memoryBytes = int64_t(1) << 50;
  device.memoryBytesPerSecond = infinite;
  device.flopsPerSecond = {{"f32", infinite}};
  m.devices.push_back(device);
  m.links.push_back({"byte-per-second", 0, 0, 1, {}});
  m.host = {int64_t(1) << 50, 0, infinite};
  m.host.isShared = true;
  return m;
}

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

void WireSummary::add(CollectiveKind kind, int64_t bytes, int64_t count) {
  Entry &entry = kinds[kind];
  entry.count += count;
  entry.bytes += bytes;
}

void WireSummary::add(const WireSummary &other) {
  for (const auto &[kind, entry] : other.kinds)
    add(kind, entry.bytes, entry.count);
}

int64_t WireSummary::totalBytes() const {
  int64_t bytes = 0;
  for (const auto &[kind, entry] : kinds)
    bytes += entry.bytes;
  return bytes;
}

std::string WireSummary::str() const {
  std::string s;
  for (const auto &[kind, entry] : kinds)
    s += (s.empty() ? "" : "; ") + std::string(wordOf(kind)) + " " +
         std::to_string(entry.count) + " x, " + std::to_string(entry.bytes) +
         " B";
  return s.empty() ? "none" : s;
}

} // namespace popt
