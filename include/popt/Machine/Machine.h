//===- Machine.h - What devices and links can do, and what that costs -----===//
//
// A machine is a description of devices and of the links between them, read
// from cluster.json, built in, or named as a preset (Presets.h), and the
// formulas that turn work into seconds and bytes. Plans, strategies, reshards
// and schedules are judged by nothing else.
//
// Communication follows the alpha-beta model: a message of n bytes takes
// latency + n / bandwidth. Links form levels, innermost (fastest) first: level
// 0 joins `devices` neighbours, level 1 joins that many groups of level 0, and
// so on. A level says by which algorithms collectives run whose groups it joins
// outermost; the fastest of them is taken (Algorithms.h has the formulas). A
// level that lists none has a ring, at the speed of that level.
//
// Small work does not reach the peak rates: tables give the fraction that work
// of a size reaches.
//
// What runs at the same time slows each other down (Streams.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MACHINE_MACHINE_H
#define POPT_MACHINE_MACHINE_H

#include "popt/Layout/Mesh.h"
#include "popt/Layout/WireBytes.h"
#include "popt/Machine/Algorithms.h"

#include <map>

namespace popt {

/// Seconds and bytes of one communication.
struct CommCost {
  double seconds = 0;
  /// Bytes that the busiest device sends (popt::wireBytes), whatever the
  /// algorithm.
  int64_t wireBytes = 0;
  /// What of the seconds does not depend on the bytes.
  double latencySeconds = 0;
};

/// Points (size of the work, fraction of a rate that it reaches), ascending in
/// size; between points linear in the logarithm of the size, outside them
/// constant. None: 1.
using RateTable = std::vector<std::pair<double, double>>;
double fractionAt(const RateTable &table, double size);

/// Devices of one kind. Infinite rates are allowed: that work is free.
struct DeviceSpec {
  std::string kind;
  int64_t count = 1;
  int64_t memoryBytes = 0;
  double memoryBytesPerSecond = 0;
  /// By bytes that one operation moves.
  RateTable memoryEfficiency = {};
  /// Peak FLOP/s by element type ("f32", "bf16", ...), sorted by name. "tf32" is
  /// the rate of products of f32 that round their factors to it, "f8" that of
  /// all types of 8 bits that have none of their own.
  std::map<std::string, double> flopsPerSecond = {};
  /// By element type, by FLOPs of one operation.
  std::map<std::string, RateTable> efficiency = {};
  /// The fraction of the peak that loops over elements reach; products are made
  /// of other instructions.
  double kernelEfficiency = 1.0 / 8;
  /// A kernel, or a call of a library, takes at least so long: what a GPU needs to
  /// start and end it, and to reach memory at all.
  double launchSeconds = 0;
  /// How many times as long a kernel takes while collectives run beside it.
  double slowdownBesideLinks = 1;

  /// FLOP/s of one operation of this size. A type without a peak of its own uses
  /// that of its family ("f8"), else of f32, else the least one there is.
  double flopRate(const std::string &type, double flops) const;
  /// As Machine's, on this device.
  double computeSeconds(const std::string &type, double flops,
                        int64_t bytes) const;
  double copySeconds(int64_t bytes) const;
  /// Reading or writing so many bytes.
  double memorySeconds(double bytes) const;
};

/// One level of links, as seen by one device.
struct LinkLevel {
  std::string name;
  /// Members joined by this level: devices at level 0, groups of the level
  /// below else. 0: all that there are (last level only).
  int64_t devices = 0;
  double latencySeconds = 0;
  double bytesPerSecond = 0;
  /// Mesh axes that run on this level, whatever their place in the mesh.
  std::vector<std::string> axes = {};
  /// How many times as long a collective takes while kernels run beside it.
  double slowdownBesideKernels = 1;
  /// By bytes that one device sends over this level in one collective.
  RateTable efficiency = {};
  /// What collectives that this level joins outermost can run by. None: a ring.
  std::vector<Algorithm> algorithms = {};
  /// Of reductions and copies that the switch makes; 0: as of links.
  double switchLatencySeconds = 0;
  double switchBytesPerSecond = 0;

  bool can(Algorithm algorithm) const;
  /// Bounds of what any algorithm does over this level.
  double leastLatency() const;
  double mostBytesPerSecond() const;
  /// Sending so many bytes, without the latency.
  double sendSeconds(double bytes) const;
};

/// Memory of one host and the link from a device to it. No rate: that of the
/// outermost links.
struct HostSpec {
  int64_t memoryBytes = 0;
  double latencySeconds = 0;
  double bytesPerSecond = 0;
  RateTable efficiency = {}; ///< by bytes of one copy
  bool isShared = false;     ///< the memory is the devices', too
  /// Which all devices share, if they are fewer: rates are those of so many ranks at
  /// work, and while some wait the others are faster. 0: one for each.
  int64_t cores = 0, ranksAtWork = 0;
};

/// What time and bytes cost: devices, the links between them, the host.
class Machine {
public:
  std::string name;
  std::vector<DeviceSpec> devices; ///< never empty
  std::vector<LinkLevel> links;    ///< innermost first, never empty
  HostSpec host;

  /// A constant machine: plans without a cluster file depend on nothing else.
  static Machine builtin();
  /// Latency 0, compute and copies free, 1 byte/s: seconds are wire bytes.
  static Machine builtinBytes();

  /// Reads `builtin`, `builtin:bytes`, a preset (`h100:16x8`) or a file. On
  /// failure: nothing, and a located message in `error` (file, line or JSON
  /// path).
  static std::optional<Machine> load(const std::string &nameOrPath,
                                     std::string &error);
  /// The words by which a module names its machine: a built-in name or a preset
  /// as it is, a file as the text of its contents. Nothing, and `error`, as for `load`.
  static std::optional<std::string> wordsOf(const std::string &nameOrPath,
                                            std::string &error);
  /// The machine of such a name.
  static std::optional<Machine> fromWords(const std::string &words,
                                          std::string &error);
  /// Reads the text of a cluster.json; `file` is used in messages only.
  static std::optional<Machine>
  parse(std::string_view text, const std::string &file, std::string &error);
  /// The text of a cluster.json that parses to this machine.
  std::string json() const;

  /// Level of the links that a group along this axis crosses: named by the
  /// level's `axes`, else found from the distance of its ranks (the minor axes
  /// of the mesh are innermost), `device_ids` included. -1 for a time axis,
  /// whose moves stay in memory.
  int level(const Mesh &mesh, const AxisRef &ref) const;
  /// The outermost level of several axes; -1 if they are all time axes.
  int level(const Mesh &mesh, const AxisList &axes) const;

  /// True if no level names algorithms: then a group's outermost level and its
  /// size say all.
  bool hasRingsOnly() const;
  /// How many members of a group along this axis each level joins, innermost
  /// first: their product is the size of the group. Where blocks of a level hold
  /// unequal numbers of members, the outermost one that the group crosses joins
  /// all of them, as on machines that have rings only. Time axes count nothing.
  GroupShape shape(const Mesh &mesh, const AxisRef &ref) const;
  /// The same of several axes, level by level the product.
  GroupShape shape(const Mesh &mesh, const AxisList &axes) const;

  /// One collective among devices that levels join like this.
  CommCost collective(CollectiveKind kind, const GroupShape &members,
                      int64_t bufferBytes) const;
  /// The same among `groupSize` devices over links of `level` alone.
  CommCost collective(CollectiveKind kind, int64_t groupSize, int level,
                      int64_t bufferBytes) const;
  /// One collective over axes of a mesh: groups of their product. Time axes
  /// send nothing; see `timeSeconds`.
  CommCost collective(CollectiveKind kind, const Mesh &mesh,
                      const AxisList &axes, int64_t bufferBytes) const;

  /// The cost of a move over time axes of this many steps (law L5). A reduction
  /// is an accumulator, which every step reads and writes. Anything else keeps
  /// the buffer for all steps: it costs a copy, and for the memory as much as
  /// sending it would, so that no machine has it for nothing.
  double timeSeconds(CollectiveKind kind, int64_t steps,
                     int64_t bufferBytes) const;
  /// The device of this number (Mesh::deviceIds): kinds are listed in the order
  /// of devices. Beyond the last it is of the last kind.
  const DeviceSpec &device(int64_t number) const;
  // Without a device, answers are those of the slowest.
  /// Reading and writing `bytes` in device memory.
  double copySeconds(int64_t bytes) const;
  /// Copying `bytes` between device and host memory.
  double hostSeconds(int64_t bytes) const;
  /// An operation of so many FLOPs that moves so many bytes: the larger of the
  /// two times (roofline; Williams, Waterman and Patterson, CACM 2009).
  double computeSeconds(const std::string &type, double flops,
                        int64_t bytes) const;
  /// The most that a device's kernels take at least.
  double launchSeconds() const;
  /// Least memory of the devices.
  int64_t memoryBytes() const;
};

/// Counts and bytes per kind, for summaries of a plan.
struct WireSummary {
  struct Entry {
    int64_t count = 0;
    int64_t bytes = 0;
  };
  std::map<CollectiveKind, Entry> kinds;

  void add(CollectiveKind kind, int64_t bytes, int64_t count = 1);
  void add(const WireSummary &other);
  int64_t totalBytes() const;
  /// `all-reduce 2 x, 1024 B; permute 1 x, 96 B` in the order of kinds, or
  /// `none`.
  std::string str() const;
};

} // namespace popt
#endif // POPT_MACHINE_MACHINE_H
