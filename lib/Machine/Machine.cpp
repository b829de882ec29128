// Cost formulas over a description of devices and links. Machine.h has the
// formulas and where they come from; docs/Rationale/CostModel.md has the
// reasons. Test: test/unit/Machine/MachineTest.cpp.

#include "popt/Machine/Machine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace popt {

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// ceil(bytes * (k - 1) / k) without overflow.
static int64_t allButOne(int64_t bytes, int64_t k) { return bytes - bytes / k; }

int64_t wireBytes(CollectiveKind kind, int64_t k, int64_t bytes) {
  assert(k >= 1 && bytes >= 0 && "a group has members");
  if (k == 1)
    return 0;
  switch (kind) {
  case CollectiveKind::AllReduce: // ceil(2 (k - 1) / k * bytes)
    return 2 * bytes - 2 * bytes / k;
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
  case CollectiveKind::Gather:
  case CollectiveKind::Scatter:
    return allButOne(bytes, k);
  case CollectiveKind::Permute:
  case CollectiveKind::Broadcast:
  case CollectiveKind::Reduce:
    return bytes;
  case CollectiveKind::Barrier: // programs have none
  case CollectiveKind::Bucket:
    break;
  }
  return 0;
}

int64_t latencies(CollectiveKind kind, int64_t k) {
  if (k == 1)
    return 0;
  if (kind == CollectiveKind::AllReduce)
    return 2 * (k - 1);
  return kind == CollectiveKind::Permute ? 1 : k - 1;
}

CommCost Machine::collective(CollectiveKind kind, int64_t groupSize, int level,
                             int64_t bufferBytes) const {
  CommCost cost;
  if (groupSize == 1 || bufferBytes == 0)
    return cost;
  const LinkLevel &link = links[std::clamp<int>(level, 0, links.size() - 1)];
  cost.wireBytes = popt::wireBytes(kind, groupSize, bufferBytes);
  cost.seconds = latencies(kind, groupSize) * link.latencySeconds +
                 cost.wireBytes / link.bytesPerSecond;
  return cost;
}

CommCost Machine::collective(CollectiveKind kind, const Mesh &mesh,
                             const AxisList &axes, int64_t bufferBytes) const {
  int64_t groupSize = 1, steps = 1;
  for (const AxisRef &ref : axes)
    (mesh.axes[ref.axis].kind == AxisKind::Time ? steps : groupSize) *=
        ref.size;
  CommCost cost = collective(kind, groupSize, level(mesh, axes), bufferBytes);
  cost.seconds += timeSeconds(kind, steps, bufferBytes);
  return cost;
}

double Machine::timeSeconds(CollectiveKind kind, int64_t steps,
                            int64_t bufferBytes) const {
  if (steps <= 1)
    return 0;
  if (kind == CollectiveKind::AllReduce)
    return static_cast<double>(steps) * copySeconds(bufferBytes);
  return copySeconds(bufferBytes) +
         static_cast<double>(bufferBytes) / links.front().bytesPerSecond;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Number of devices that one group of each level spans, ever larger; the last
/// level spans everything.
static std::vector<int64_t> spans(const std::vector<LinkLevel> &links) {
  std::vector<int64_t> result;
  int64_t span = 1;
  for (const LinkLevel &link : links) {
    bool all = link.devices == 0 ||
               link.devices > std::numeric_limits<int64_t>::max() / span;
    span = all ? std::numeric_limits<int64_t>::max() : span * link.devices;
    result.push_back(span);
  }
  result.back() = std::numeric_limits<int64_t>::max();
  return result;
}

int Machine::level(const Mesh &mesh, const AxisRef &ref) const {
  const MeshAxis &axis = mesh.axes[ref.axis];
  if (axis.kind == AxisKind::Time)
    return -1;
  for (size_t l = 0; l < links.size(); ++l)
    if (std::find(links[l].axes.begin(), links[l].axes.end(), axis.name) !=
        links[l].axes.end())
      return static_cast<int>(l);
  if (links.size() == 1 || ref.size == 1)
    return 0;

  std::vector<int64_t> span = spans(links);
  int level = 0;
  if (mesh.deviceIds.empty()) {
    // A group has every `stride`-th of `extent` ranks in a row.
    int64_t stride = axis.size / ref.end();
    for (size_t i = ref.axis + 1; i < mesh.axes.size(); ++i)
      if (mesh.axes[i].kind != AxisKind::Time)
        stride *= mesh.axes[i].size;
    int64_t extent = stride * ref.size;
    while (span[level] < mesh.numRanks() && span[level] % extent != 0)
      ++level;
    return level;
  }
  for (const std::vector<int64_t> &group : mesh.groups({ref}))
    for (int64_t rank : group) {
      while (mesh.deviceIds[group[0]] / span[level] !=
             mesh.deviceIds[rank] / span[level])
        ++level;
    }
  return level;
}

int Machine::level(const Mesh &mesh, const AxisList &axes) const {
  int result = -1;
  for (const AxisRef &ref : axes)
    result = std::max(result, level(mesh, ref));
  return result;
}

//===----------------------------------------------------------------------===//
// Memory and compute
//===----------------------------------------------------------------------===//

double Machine::copySeconds(int64_t bytes) const {
  double rate = devices[0].memoryBytesPerSecond;
  for (const DeviceSpec &device : devices)
    rate = std::min(rate, device.memoryBytesPerSecond);
  return 2.0 * bytes / rate;
}

/// FLOP/s of one operation of this size.
static double flopRate(const DeviceSpec &device, const std::string &type,
                       double flops) {
  auto peak = device.flopsPerSecond.find(type);
  if (peak == device.flopsPerSecond.end())
    peak = device.flopsPerSecond.find("f32");
  double rate = std::numeric_limits<double>::infinity();
  if (peak != device.flopsPerSecond.end())
    rate = peak->second;
  else
    for (const auto &entry : device.flopsPerSecond)
      rate = std::min(rate, entry.second);

  auto table = device.efficiency.find(type);
  if (table == device.efficiency.end() || table->second.empty())
    return rate;
  const auto &points = table->second;
  if (flops <= points.front().first)
    return rate * points.front().second;
  for (size_t i = 1; i < points.size(); ++i) {
    if (flops > points[i].first)
      continue;
    double t = std::log(flops / points[i - 1].first) /
               std::log(points[i].first / points[i - 1].first);
    return rate * (points[i - 1].second +
                   t * (points[i].second - points[i - 1].second));
  }
  return rate * points.back().second;
}

double Machine::computeSeconds(const std::string &type, double flops,
                               int64_t bytes) const {
  double seconds = 0;
  for (const DeviceSpec &device : devices)
    seconds = std::max({seconds, flops / flopRate(device, type, flops),
                        bytes / device.memoryBytesPerSecond});
  return seconds;
}

double Machine::hostSeconds(int64_t bytes) const {
  double rate = host.bytesPerSecond > 0 ? host.bytesPerSecond
                                        : links.back().bytesPerSecond;
  return host.latencySeconds + static_cast<double>(bytes) / rate;
}

int64_t Machine::memoryBytes() const {
  int64_t bytes = devices[0].memoryBytes;
  for (const DeviceSpec &device : devices)
    bytes = std::min(bytes, device.memoryBytes);
  return bytes;
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
