//===- Traffic.cpp - What collectives move, and how fast ------------------===//
//
// Tests: TrafficTest.
//
//===----------------------------------------------------------------------===//
#include "Traffic.h"
#include <algorithm>
#include <set>
#include <tuple>

using namespace popt::rt;

static CommVolume &operator+=(CommVolume &a, const CommVolume &b) {
  a.bytes += b.bytes;
  a.wireBytes += b.wireBytes;
  a.busBytes += b.busBytes;
  return a;
}

static const CollectiveOp &opOf(const Program &program, int32_t command) {
  return std::get<CollectiveOp>(program.commands[command].op);
}

/// The commands that the call runs as one.
static int32_t endOf(const Program &program, const TimedCall &call) {
  return call.command + std::max(opOf(program, call.command).bucket, 1);
}

CommVolume RankTraffic::volumeOf(const Program &program,
                                 const TimedCall &call) const {
  CommVolume sum;
  for (int32_t i = call.command; i < endOf(program, call); ++i)
    sum += volumes.at(i);
  return sum;
}

//===----------------------------------------------------------------------===//
// Members of one call
//===----------------------------------------------------------------------===//

namespace {
/// Times of the calls of each group and channel, the last call's first.
using TimesOfGroups =
    std::map<std::pair<std::vector<int32_t>, int32_t>, std::vector<double>>;
} // namespace

/// The members of the rank's list in the collective.
static std::vector<int32_t> membersOf(const StepTable &table,
                                      const CollectiveOp &op, int32_t rank) {
  for (const std::vector<int32_t> &list : table.groups[op.group].lists)
    if (std::find(list.begin(), list.end(), rank) != list.end())
      return list;
  return {rank};
}

/// Calls `visit(call, n, times)` of each rank's calls, last first: the call is
/// the n-th of its group, which has those times.
template <typename Visit>
static void visitCalls(const StepTable &table, std::vector<RankTraffic> &ranks,
                       TimesOfGroups &all, Visit visit) {
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const Program &program = table.programOf(static_cast<int64_t>(rank));
    std::map<int32_t, std::vector<double> *> known; ///< by command
    std::map<std::vector<double> *, size_t> numbers;
    std::vector<TimedCall> &calls = ranks[rank].calls;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      std::vector<double> *&times = known[call->command];
      const CollectiveOp &op = opOf(program, call->command);
      if (!times)
        times = &all[{membersOf(table, op, static_cast<int32_t>(rank)),
                      op.channel}];
      visit(*call, numbers[times]++, *times);
    }
  }
}

void popt::rt::takeLeastTimes(const StepTable &table,
                              std::vector<RankTraffic> &ranks) {
  TimesOfGroups all;
  visitCalls(table, ranks, all,
             [](const TimedCall &call, size_t n, std::vector<double> &times) {
               if (n == times.size())
                 times.push_back(call.seconds);
               times[n] = std::min(times[n], call.seconds);
             });
  visitCalls(table, ranks, all,
             [](TimedCall &call, size_t n, const std::vector<double> &times) {
               call.seconds = times[n];
             });
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds a call of a rank to the kinds that it is of.
static void addCall(const StepTable &table, int32_t number,
                    const RankTraffic &rank, const TimedCall &call,
                    std::map<std::string, KindTraffic> &kinds) {
  const Program &program = table.programOf(number);
  double whole = rank.volumeOf(program, call).busBytes;
  int32_t end = endOf(program, call);
  std::set<std::string> seen;
  for (int32_t i = call.command; i < end; ++i) {
    const CommVolume &volume = rank.volumes.at(i);
    double share =
        whole > 0 ? volume.busBytes / whole : 1.0 / (end - call.command);
    std::string kind = name(program.commands[i]);
    KindTraffic &ofKind = kinds[kind];
    bool isFirst = seen.insert(kind).second;
    const CollectiveOp &op = opOf(program, i);
    Traffic &ofGroup = ofKind.groups[table.groups[op.group].name];
    if (ofGroup.ranks == 0)
      ofGroup.ranks = membersOf(table, op, number).size();
    for (Traffic *sum : {&ofKind.all, &ofGroup}) {
      sum->count += isFirst ? 1 : 0;
      sum->volume += volume;
      sum->seconds += share * call.seconds;
    }
  }
}

/// The one that moves more; of equals, the one that takes longer.
static void keepBusier(Traffic &busiest, const Traffic &other) {
  auto load = [](const Traffic &traffic) {
    return std::tuple(traffic.volume.wireBytes, traffic.seconds);
  };
  if (busiest.count == 0 || load(other) > load(busiest))
    busiest = other;
}

static void divide(Traffic &traffic, double steps) {
  traffic.count /= steps;
  traffic.seconds /= steps;
  traffic.volume.bytes /= steps;
  traffic.volume.wireBytes /= steps;
  traffic.volume.busBytes /= steps;
}

std::map<std::string, KindTraffic>
popt::rt::trafficOf(const StepTable &table,
                    const std::vector<RankTraffic> &ranks, int32_t firstStep,
                    int32_t numSteps) {
  int32_t first = firstStep, end = firstStep + numSteps;
  for (const RankTraffic &rank : ranks)
    first = std::max(first, rank.firstStep);
  std::map<std::string, KindTraffic> busiest;
  for (size_t r = 0; r < ranks.size() && first < end; ++r) {
    std::map<std::string, KindTraffic> own;
    for (const TimedCall &call : ranks[r].calls)
      if (call.step >= first)
        addCall(table, static_cast<int32_t>(r), ranks[r], call, own);
    for (const auto &[kind, traffic] : own) {
      keepBusier(busiest[kind].all, traffic.all);
      for (const auto &[group, part] : traffic.groups)
        keepBusier(busiest[kind].groups[group], part);
    }
  }
  for (auto &[kind, traffic] : busiest) {
    divide(traffic.all, end - first);
    for (auto &[group, part] : traffic.groups)
      divide(part, end - first);
  }
  return busiest;
}
