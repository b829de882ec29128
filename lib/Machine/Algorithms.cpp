// The formulas of Algorithms.h. Test: test/unit/Machine/AlgorithmsTest.cpp.

#include "popt/Machine/Machine.h"

#include <algorithm>

namespace popt {

const std::vector<std::string> &algorithmNames() {
  static const std::vector<std::string> names{
      "ring",         "multi-ring", "tree",  "switch",
      "hierarchical", "direct",     "staged"};
  return names;
}

bool LinkLevel::can(Algorithm algorithm) const {
  return std::find(algorithms.begin(), algorithms.end(), algorithm) !=
         algorithms.end();
}

double LinkLevel::leastLatency() const {
  return switchLatencySeconds > 0
             ? std::min(latencySeconds, switchLatencySeconds)
             : latencySeconds;
}

double LinkLevel::mostBytesPerSecond() const {
  return std::max(bytesPerSecond, switchBytesPerSecond);
}

double LinkLevel::sendSeconds(double bytes) const {
  return bytes / (bytesPerSecond * fractionAt(efficiency, bytes));
}

/// Levels of a tree of so many members.
static int64_t depthOf(int64_t members) {
  int64_t depth = 0;
  for (int64_t rest = members - 1; rest > 0; rest /= 2)
    ++depth;
  return depth;
}

namespace {
/// Latencies and the time that bytes take.
struct Time {
  double latency = 0, transfer = 0;
  double seconds() const { return latency + transfer; }
  Time operator+(const Time &o) const {
    return {latency + o.latency, transfer + o.transfer};
  }
};

/// A group, by the levels that join its members.
class GroupOnLinks {
public:
  GroupOnLinks(const std::vector<LinkLevel> &links, GroupShape members)
      : links(links), members(std::move(members)) {
    this->members.resize(links.size(), 1);
    for (size_t l = 0; l < links.size(); ++l) {
      size *= this->members[l];
      if (this->members[l] > 1)
        outermost = l;
    }
  }

  /// By the fastest algorithm that the outermost level has.
  Time fastest(CollectiveKind kind, int64_t bytes) const {
    if (size == 1 || bytes == 0)
      return {};
    std::optional<Time> best;
    for (Algorithm algorithm : links[outermost].algorithms) {
      std::optional<Time> time = by(algorithm, kind, bytes);
      if (time && (!best || time->seconds() < best->seconds()))
        best = time;
    }
    return best ? *best : ring(kind, bytes);
  }

private:
  const LinkLevel &outer() const { return links[outermost]; }

  std::optional<Time> by(Algorithm algorithm, CollectiveKind kind,
                         int64_t bytes) const {
    bool isWhole =
        kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce;
    bool isInBlocks = kind == CollectiveKind::AllGather ||
                      kind == CollectiveKind::ReduceScatter;
    bool isAllReduce = kind == CollectiveKind::AllReduce;
    switch (algorithm) {
    case Algorithm::Ring:
      return ring(kind, bytes);
    case Algorithm::MultiRing:
      if (isAllReduce || isInBlocks || isWhole)
        return multiRing(kind, bytes);
      break;
    case Algorithm::Tree:
      if (isAllReduce || isWhole)
        return tree(kind, bytes);
      break;
    case Algorithm::Switch:
      if ((isAllReduce || isInBlocks || isWhole) && members[outermost] == size)
        return inSwitch(isInBlocks ? wireBytes(kind, size, bytes) : bytes);
      break;
    case Algorithm::Hierarchical:
      if ((isAllReduce || isInBlocks) && members[outermost] < size)
        return hierarchical(kind, bytes);
      break;
    case Algorithm::Direct:
      if (kind == CollectiveKind::AllToAll)
        return direct(bytes);
      break;
    case Algorithm::Staged:
      if (kind == CollectiveKind::AllToAll)
        return staged(bytes);
      break;
    }
    return std::nullopt;
  }

  Time ring(CollectiveKind kind, int64_t bytes) const {
    return {latencies(kind, size) * outer().latencySeconds,
            outer().sendSeconds(wireBytes(kind, size, bytes))};
  }

  /// Bytes of each device over the slowest level, of which every member within
  /// one member of a level has links of its own.
  double overAllLinks(double bytes) const {
    double seconds = 0;
    int64_t within = 1;
    for (size_t l = 0; l <= outermost; within *= members[l++])
      if (members[l] > 1)
        seconds = std::max(seconds, links[l].sendSeconds(bytes / within));
    return seconds;
  }

  Time multiRing(CollectiveKind kind, int64_t bytes) const {
    double latency = 0;
    int64_t across = size;
    for (size_t l = 0; l <= outermost; ++l) {
      across /= members[l];
      latency += static_cast<double>((members[l] - 1) * across) *
                 links[l].latencySeconds;
    }
    return {(kind == CollectiveKind::AllReduce ? 2 : 1) * latency,
            overAllLinks(wireBytes(kind, size, bytes))};
  }

  Time tree(CollectiveKind kind, int64_t bytes) const {
    double depth = 0;
    for (size_t l = 0; l <= outermost; ++l)
      depth += static_cast<double>(links[l].can(Algorithm::Tree)
                                       ? depthOf(members[l])
                                       : members[l] - 1) *
               links[l].latencySeconds;
    int64_t ways = kind == CollectiveKind::AllReduce ? 2 : 1;
    return {static_cast<double>(ways) * depth,
            overAllLinks(static_cast<double>(ways) * bytes)};
  }

  Time inSwitch(int64_t bytes) const {
    const LinkLevel &link = outer();
    return {link.switchLatencySeconds > 0 ? link.switchLatencySeconds
                                          : link.latencySeconds,
            link.switchBytesPerSecond > 0
                ? static_cast<double>(bytes) / link.switchBytesPerSecond
                : link.sendSeconds(bytes)};
  }

  Time hierarchical(CollectiveKind kind, int64_t bytes) const {
    size_t innermost = 0;
    while (members[innermost] == 1)
      ++innermost;
    GroupShape inner(links.size(), 1), across = members;
    std::swap(inner[innermost], across[innermost]);
    GroupOnLinks inside(links, inner), outside(links, across);
    int64_t block = (bytes + inside.size - 1) / inside.size;
    Time time = outside.fastest(kind, block);
    if (kind != CollectiveKind::AllGather)
      time = time + inside.fastest(CollectiveKind::ReduceScatter, bytes);
    if (kind != CollectiveKind::ReduceScatter)
      time = time + inside.fastest(CollectiveKind::AllGather, bytes);
    return time;
  }

  Time direct(int64_t bytes) const {
    Time time;
    int64_t within = 1;
    for (size_t l = 0; l <= outermost; ++l) {
      int64_t joined = within * members[l];
      time.latency +=
          static_cast<double>(joined - within) * links[l].latencySeconds;
      if (joined > within)
        time.transfer = std::max(
            time.transfer,
            links[l].sendSeconds(static_cast<double>(bytes) / size *
                                 static_cast<double>(joined - within)));
      within = joined;
    }
    return time;
  }

  Time staged(int64_t bytes) const {
    Time time;
    for (size_t l = 0; l <= outermost; ++l)
      if (members[l] > 1)
        time =
            time +
            Time{static_cast<double>(members[l] - 1) * links[l].latencySeconds,
                 links[l].sendSeconds(
                     wireBytes(CollectiveKind::AllToAll, members[l], bytes))};
    return time;
  }

  const std::vector<LinkLevel> &links;
  GroupShape members;
  int64_t size = 1;
  size_t outermost = 0;
};
} // namespace

CommCost Machine::collective(CollectiveKind kind, const GroupShape &members,
                             int64_t bufferBytes) const {
  int64_t size = 1;
  for (int64_t joined : members)
    size *= joined;
  if (size == 1 || bufferBytes == 0)
    return {};
  Time time = GroupOnLinks(links, members).fastest(kind, bufferBytes);
  return {time.seconds(), popt::wireBytes(kind, size, bufferBytes),
          time.latency};
}

CommCost Machine::collective(CollectiveKind kind, int64_t groupSize, int level,
                             int64_t bufferBytes) const {
  level = std::clamp<int>(level, 0, static_cast<int>(links.size()) - 1);
  const LinkLevel &link = links[level];
  if (!link.algorithms.empty()) {
    GroupShape members(links.size(), 1);
    members[level] = groupSize;
    return collective(kind, members, bufferBytes);
  }
  // As above, for searches that ask often.
  if (groupSize == 1 || bufferBytes == 0)
    return {};
  CommCost cost;
  cost.wireBytes = popt::wireBytes(kind, groupSize, bufferBytes);
  cost.latencySeconds = latencies(kind, groupSize) * link.latencySeconds;
  cost.seconds = cost.latencySeconds + link.sendSeconds(cost.wireBytes);
  return cost;
}

CommCost Machine::collective(CollectiveKind kind, const Mesh &mesh,
                             const AxisList &axes, int64_t bufferBytes) const {
  int64_t groupSize = 1, steps = 1;
  for (const AxisRef &ref : axes)
    (mesh.axes[ref.axis].kind == AxisKind::Time ? steps : groupSize) *=
        ref.size;
  CommCost cost =
      hasRingsOnly()
          ? collective(kind, groupSize, level(mesh, axes), bufferBytes)
          : collective(kind, shape(mesh, axes), bufferBytes);
  cost.seconds += timeSeconds(kind, steps, bufferBytes);
  return cost;
}

} // namespace popt
