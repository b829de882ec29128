//===- Machine.h - What devices and links can do, and what that costs -----===//
//
// A machine is a description of devices and of the links between them, read
// from cluster.json or built in, and the formulas that turn work into seconds
// and bytes. Plans, strategies, reshards and schedules are judged by nothing
// else.
//
// Communication follows the alpha-beta model: a message of n bytes takes
// latency + n / bandwidth. A collective over k devices runs a ring, unless it
// has a root; wireBytes() has the formulas and their sources. Links form levels,
// innermost (fastest) first: level 0 joins `devices` neighbours, level 1 joins
// that many groups of level 0, and so on. A collective runs at the speed of the
// outermost level that its group crosses.
//
// What runs at the same time slows each other down (Streams.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MACHINE_MACHINE_H
#define POPT_MACHINE_MACHINE_H

#include "popt/Layout/CollectiveKind.h"
#include "popt/Layout/Mesh.h"

#include <map>

namespace popt {

/// Bytes that the busiest device of a group sends, rounded up. With k devices
/// and N bytes in the *buffer*, they and the number of latencies are as follows.
/// Sources: [R] ring all-reduce, Patarasuk and Yuan, "Bandwidth optimal
/// all-reduce algorithms for clusters of workstations", JPDC 2009, sections 3
/// and 4; [T] Thakur, Rabenseifner and Gropp, "Optimization of collective
/// communication operations in MPICH", IJHPCA 2005, section 4; [C] Chan et al.,
/// "Collective communication: theory, practice, and experience", CCPE 2007,
/// section 4 and table 1.
///
///   kind           buffer               wire bytes   latencies  source
///   AllReduce      operand              2 N (k-1)/k  2 (k-1)    [R]
///   AllGather      result               N (k-1)/k    k-1        [T] ring
///   ReduceScatter  operand              N (k-1)/k    k-1        [R]
///   AllToAll       larger of the two    N (k-1)/k    k-1        [T] pairs
///   Permute        larger of the two    N            1          one message
///   Broadcast      operand              N            k-1        [C] pipeline
///   Reduce         operand              N            k-1        [C] pipeline
///   Gather         result at the root   N (k-1)/k    k-1        [C]
///   Scatter        operand at the root  N (k-1)/k    k-1        [C]
///
/// Reduce-scatter of a buffer of k shards thus sends (k-1) shards. Blocks that
/// are not all equal enter by the buffer of the largest coordinate, unpadded.
int64_t wireBytes(CollectiveKind kind, int64_t groupSize, int64_t bufferBytes);
/// Messages that follow each other, the latencies of that table.
int64_t latencies(CollectiveKind kind, int64_t groupSize);

/// Seconds and bytes of one communication.
struct CommCost {
  double seconds = 0;
  int64_t wireBytes = 0;
};

/// Devices of one kind. Infinite rates are allowed: that work is free.
struct DeviceSpec {
  std::string kind;
  int64_t count = 1;
  int64_t memoryBytes = 0;
  double memoryBytesPerSecond = 0;
  /// Peak FLOP/s by element type ("f32", "bf16", ...), sorted by name.
  std::map<std::string, double> flopsPerSecond;
  /// By element type: points (FLOPs of one operation, fraction of the peak that
  /// it reaches), ascending; between points linear in log FLOPs, outside them
  /// constant. None: 1.
  std::map<std::string, std::vector<std::pair<double, double>>> efficiency;
  /// How many times as long a kernel takes while collectives run beside it.
  double slowdownBesideLinks = 1;
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
  std::vector<std::string> axes;
  /// How many times as long a collective takes while kernels run beside it.
  double slowdownBesideKernels = 1;
};

/// Memory of one host and the link from a device to it. No rate: that of the
/// outermost links.
struct HostSpec {
  int64_t memoryBytes = 0;
  double latencySeconds = 0;
  double bytesPerSecond = 0;
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

  /// Reads `builtin`, `builtin:bytes` or a file. On failure: nothing, and a
  /// located message in `error` (file, line or JSON path).
  static std::optional<Machine> load(const std::string &nameOrPath,
                                     std::string &error);
  /// The words by which a module names its machine: a built-in name as it is, a
  /// file as the text of its contents. Nothing, and `error`, as for `load`.
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

  /// One collective among `groupSize` devices over links of `level`.
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
  /// Reading and writing `bytes` in device memory.
  double copySeconds(int64_t bytes) const;
  /// Copying `bytes` between device and host memory.
  double hostSeconds(int64_t bytes) const;
  /// An operation of so many FLOPs that moves so many bytes: the larger of the
  /// two times (roofline; Williams, Waterman and Patterson, CACM 2009). A type
  /// without a peak of its own uses that of f32, else the least one there is.
  double computeSeconds(const std::string &type, double flops,
                        int64_t bytes) const;
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
