// Colours lifetimes of instances with slots. Slots.h has the rules.
// Test: test/unit/Pipeline/SlotsTest.cpp.

#include "popt/Pipeline/Slots.h"

#include <algorithm>
#include <map>

namespace popt::pipeline {

namespace {
/// Positions of an order at which an instance is alive; empty: begin < 0.
struct Lifetime {
  int begin = -1, end = -1;
  bool overlaps(const Lifetime &o) const {
    return begin >= 0 && o.begin >= 0 && begin <= o.end && o.begin <= end;
  }
};
using Lifetimes = std::vector<Lifetime>; // per microbatch
} // namespace

/// Steps of one bundle share a position: all of them run at once.
static std::vector<int> positions(const std::vector<Step> &steps) {
  std::vector<int> result(steps.size(), 0);
  for (size_t i = 1; i < steps.size(); ++i)
    result[i] = steps[i - 1].joined ? result[i - 1] : int(i);
  return result;
}

/// The fewest slots, lowest free one first, in the order of birth.
static void colour(const Lifetimes &lifetimes, SlotAssignment &result) {
  result.slot.assign(lifetimes.size(), -1);
  std::vector<int> order;
  for (size_t j = 0; j < lifetimes.size(); ++j)
    if (lifetimes[j].begin >= 0)
      order.push_back(j);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::make_pair(lifetimes[a].begin, a) <
           std::make_pair(lifetimes[b].begin, b);
  });
  std::vector<int> freeFrom; // per slot: first position at which it is free
  for (int j : order) {
    size_t s = 0;
    while (s < freeFrom.size() && freeFrom[s] > lifetimes[j].begin)
      ++s;
    if (s == freeFrom.size())
      freeFrom.push_back(0);
    freeFrom[s] = lifetimes[j].end + 1;
    result.slot[j] = s;
  }
  result.count = freeFrom.size();
}

/// The fewest slots that microbatch mod slots never shares between instances
/// alive at once.
static int cyclic(const Lifetimes &lifetimes, int atLeast) {
  size_t m = lifetimes.size();
  auto works = [&](size_t k) {
    for (size_t i = 0; i < m; ++i)
      for (size_t j = i + k; j < m; j += k)
        if (lifetimes[i].overlaps(lifetimes[j]))
          return false;
    return true;
  };
  size_t k = std::max(atLeast, 1);
  while (!works(k))
    ++k;
  return atLeast ? int(k) : 0;
}

namespace {
using Key = std::pair<int, int>; // value, coordinate
struct Lives {
  int transfer = -1;
  Lifetimes instances;
};
} // namespace

/// Keeps sent instances alive up to the first task that starts after their
/// messages are taken: before it the coordinate waits for them, and after the
/// receives that stand there.
static void extendWhileUnderWay(const TaskGraph &graph,
                                const Schedule &schedule,
                                const Simulation &simulation,
                                std::map<Key, Lives> &found) {
  // Per coordinate: when each task begins, and at which position.
  std::vector<std::vector<std::pair<double, int>>> begins;
  std::vector<int> lastPosition;
  for (size_t c = 0; c < schedule.order.size(); ++c) {
    const std::vector<Step> &steps = schedule.order[c];
    std::vector<int> position = positions(steps);
    begins.emplace_back();
    lastPosition.push_back(position.empty() ? -1 : position.back());
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == Step::Run)
        begins[c].emplace_back(
            simulation.coordinates[c].tasks[begins[c].size()].start,
            position[i]);
  }
  for (const TransferRun &run : simulation.transfers) {
    const Transfer &t = graph.transfers[run.transfer];
    Lifetime &life = found[{t.value, t.source}].instances[run.microbatch];
    const auto &steps = begins[t.source];
    auto after = std::lower_bound(steps.begin(), steps.end(),
                                  std::make_pair(run.taken, -1));
    int end = after == steps.end() ? lastPosition[t.source] : after->second - 1;
    life.end = std::max(life.end, end);
  }
}

Slots assignSlots(const TaskGraph &graph, const Schedule &given,
                  const Simulation *sendsFromSlots) {
  Schedule completed;
  if (!given.hasTransfers())
    completed = withTransfers(graph, given);
  const Schedule &schedule = given.hasTransfers() ? given : completed;
  const Problem &problem = graph.problem;
  int m = problem.microbatches;
  std::map<Key, Lives> found;
  auto lifetimes = [&](int value, int coordinate, int transfer) -> Lifetimes & {
    auto &entry = found[{value, coordinate}];
    entry.transfer = transfer;
    entry.instances.resize(m);
    return entry.instances;
  };
  for (int c = 0; c < problem.coordinates; ++c) {
    std::vector<int> position = positions(schedule.order[c]);
    auto touch = [&](Lifetime &life, int at) {
      if (life.begin < 0)
        life.begin = at;
      life.end = at;
    };
    for (size_t i = 0; i < position.size(); ++i) {
      const Step &s = schedule.order[c][i];
      if (s.kind == Step::Run) {
        for (const Input &in : graph.inputs[s.index])
          if (int j = graph.readMicrobatch(in.value, s.microbatch); j >= 0)
            touch(lifetimes(in.value, c, in.transfer)[j], position[i]);
        for (int v : graph.outputs[s.index])
          touch(lifetimes(v, c, -1)[s.microbatch], position[i]);
        continue;
      }
      int transfer = s.kind == Step::Receive ? s.index : -1;
      touch(
          lifetimes(graph.transfers[s.index].value, c, transfer)[s.microbatch],
          position[i]);
    }
  }
  if (sendsFromSlots)
    extendWhileUnderWay(graph, schedule, *sendsFromSlots, found);
  Slots slots;
  slots.peakBytes = slots.slotBytes =
      problem.fixedBytes.empty() ? std::vector<int64_t>(problem.coordinates, 0)
                                 : problem.fixedBytes;
  std::vector<std::map<int, int64_t>> changes(problem.coordinates);
  for (auto &[key, entry] : found) {
    SlotAssignment a;
    a.value = key.first;
    a.coordinate = key.second;
    a.transfer = entry.transfer;
    colour(entry.instances, a);
    a.cyclicCount = cyclic(entry.instances, a.count);
    int64_t bytes = problem.values[a.value].bytes;
    slots.slotBytes[a.coordinate] += bytes * a.count;
    for (const Lifetime &life : entry.instances)
      if (life.begin >= 0) {
        changes[a.coordinate][life.begin] += bytes;
        changes[a.coordinate][life.end + 1] -= bytes;
      }
    slots.values.push_back(std::move(a));
  }
  for (int c = 0; c < problem.coordinates; ++c) {
    int64_t bytes = slots.peakBytes[c];
    slots.peakStep.push_back(0);
    for (auto [position, change] : changes[c]) {
      bytes += change;
      if (bytes > slots.peakBytes[c]) {
        slots.peakBytes[c] = bytes;
        slots.peakStep[c] = position;
      }
    }
  }
  return slots;
}

const SlotAssignment *Slots::find(int value, int coordinate) const {
  for (const SlotAssignment &a : values)
    if (a.value == value && a.coordinate == coordinate)
      return &a;
  return nullptr;
}

} // namespace popt::pipeline
