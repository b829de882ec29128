// Executes a schedule in time. Coordinates advance as far as they can, in any
// order; one that waits is looked at again when a message or a receive for it
// appears. If all wait, the result is the cycle of waits. Simulate.h has the
// rules. Test: test/unit/Pipeline/SimulateTest.cpp (against an independent
// simulation and against exhaustive execution), PublishedTest.cpp.

#include "popt/Pipeline/Simulate.h"

#include "popt/Pipeline/Slots.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <tuple>
#include <utility>

namespace popt::pipeline {

namespace {

/// The state of one ordered pair of coordinates.
struct Channel {
  double free = 0; ///< when the link is free
  std::vector<double> arrivals, posts;
  int source = 0, destination = 0;

  double taken(size_t i) const { return std::max(arrivals[i], posts[i]); }
};

/// A change of a coordinate's memory; `order` decides among equal times.
struct MemoryEvent {
  double time = 0;
  size_t order = 0;
  int64_t bytes = 0;
};

constexpr double unknown = -1;

class Simulator {
public:
  Simulator(const TaskGraph &graph, const Schedule &schedule,
            const SendModel &sends)
      : graph(graph), problem(graph.problem), schedule(schedule),
        capacity(sends.capacity), m(problem.microbatches),
        n(problem.coordinates), heads(n, 0), clocks(n, 0),
        ends(problem.tasks.size() * m, unknown),
        endOrders(problem.tasks.size() * m, 0),
        arrivals(graph.transfers.size() * m, unknown),
        posts(graph.transfers.size() * m, unknown),
        postOrders(graph.transfers.size() * m, 0), channels(n * n),
        started(problem.tasks.size() * m, 0) {
    for (size_t i = 0; i < n * n; ++i) {
      channels[i].source = i / n;
      channels[i].destination = i % n;
    }
    result.coordinates.resize(n);
    if (sends.slots)
      findPredecessors(*sends.slots);
  }

  std::optional<Simulation> run(std::string &error) {
    std::deque<int> queue;
    std::vector<bool> queued(n, true);
    for (size_t c = 0; c < n; ++c)
      queue.push_back(c);
    while (!queue.empty()) {
      int c = queue.front();
      queue.pop_front();
      queued[c] = false;
      while (heads[c] < schedule.order[c].size() && step(c))
        continue;
      for (int other : woken)
        if (!queued[other]) {
          queued[other] = true;
          queue.push_back(other);
        }
      woken.clear();
    }
    error = deadlock();
    if (!error.empty())
      return std::nullopt;
    finish();
    return std::move(result);
  }

private:
  Channel &channel(int source, int destination) {
    return channels[size_t(source) * n + destination];
  }
  size_t at(int index, int microbatch) const {
    return size_t(index) * m + microbatch;
  }

  /// Executes the step (or bundle) at the head; false if it has to wait.
  bool step(int c) {
    const Step &s = schedule.order[c][heads[c]];
    switch (s.kind) {
    case Step::Run:
      return runBundle(c);
    case Step::Send:
      return send(c, s);
    case Step::Receive:
      return receive(c, s);
    }
    return false;
  }

  /// When the input of a step is there; `unknown` if not yet.
  double readyTime(const Input &in, int microbatch) const {
    int j = graph.readMicrobatch(in.value, microbatch);
    if (j < 0)
      return 0;
    if (in.transfer < 0)
      return ends[at(problem.values[in.value].producer, j)];
    double arrival = arrivals[at(in.transfer, j)];
    double post = posts[at(in.transfer, j)];
    return arrival == unknown || post == unknown ? unknown
                                                 : std::max(arrival, post);
  }

  /// For every instance at its producer: the previous instance in its slot.
  void findPredecessors(const Slots &slots) {
    predecessors.assign(problem.values.size() * m, -1);
    std::vector<int> births; // microbatches in the order of their writing
    for (const SlotAssignment &a : slots.values) {
      if (a.transfer >= 0)
        continue;
      births.clear();
      int producer = problem.values[a.value].producer;
      for (const Step &s : schedule.order[a.coordinate])
        if (s.kind == Step::Run && s.index == producer)
          births.push_back(s.microbatch);
      std::vector<int> last(a.count, -1);
      for (int j : births)
        predecessors[at(a.value, j)] = std::exchange(last[a.slot[j]], j);
    }
  }

  /// When all messages of an instance have been taken; `unknown` if not yet.
  double takenTime(int value, int microbatch) const {
    double time = 0;
    if (!graph.isRead(value, microbatch))
      return time;
    for (int t : graph.sends[problem.values[value].producer]) {
      if (graph.transfers[t].value != value)
        continue;
      double arrival = arrivals[at(t, microbatch)];
      double post = posts[at(t, microbatch)];
      if (arrival == unknown || post == unknown)
        return unknown;
      time = std::max({time, arrival, post});
    }
    return time;
  }

  /// When the slots that a task writes are free; `unknown` if not yet, and then
  /// `held` is the value whose message still needs one.
  double writableTime(int task, int microbatch, int &held) const {
    double time = 0;
    for (int v : graph.outputs[task]) {
      int before = predecessors.empty() ? -1 : predecessors[at(v, microbatch)];
      if (before < 0)
        continue;
      held = v;
      double taken = takenTime(v, before);
      if (taken == unknown)
        return unknown;
      time = std::max(time, taken);
    }
    return time;
  }

  bool runBundle(int c) {
    const std::vector<Step> &steps = schedule.order[c];
    size_t begin = heads[c], end = begin + 1;
    while (end < steps.size() && steps[end - 1].joined)
      ++end;
    double start = clocks[c];
    for (size_t i = begin; i < end; ++i) {
      int held = -1;
      double writable = writableTime(steps[i].index, steps[i].microbatch, held);
      if (writable == unknown)
        return false;
      start = std::max(start, writable);
      for (const Input &in : graph.inputs[steps[i].index]) {
        if (madeInBundle(steps, begin, i, in, steps[i].microbatch))
          continue;
        double ready = readyTime(in, steps[i].microbatch);
        if (ready == unknown)
          return false;
        start = std::max(start, ready);
      }
    }
    double forward = 0, other = 0;
    for (size_t i = begin; i < end; ++i)
      (graph.roleOf(steps[i].index) == Role::Forward ? forward : other) +=
          problem.tasks[steps[i].index].seconds;
    double seconds =
        forward + other - problem.overlap * std::min(forward, other);
    CoordinateRun &run = result.coordinates[c];
    if (run.tasks.empty())
      run.firstStart = start;
    for (size_t i = begin; i < end; ++i) {
      size_t instance = at(steps[i].index, steps[i].microbatch);
      started[instance] = start;
      ends[instance] = start + seconds;
      endOrders[instance] = i;
      run.tasks.push_back({steps[i].index, steps[i].microbatch, start,
                           start + seconds, end - begin > 1 ? bundles : -1});
    }
    bundles += end - begin > 1;
    run.busySeconds += seconds;
    run.lastEnd = clocks[c] = start + seconds;
    heads[c] = end;
    return true;
  }

  bool madeInBundle(const std::vector<Step> &steps, size_t begin, size_t i,
                    const Input &in, int microbatch) const {
    int j = graph.readMicrobatch(in.value, microbatch);
    for (size_t k = begin; k < i; ++k)
      if (steps[k].index == problem.values[in.value].producer &&
          steps[k].microbatch == j)
        return true;
    return false;
  }

  bool send(int c, const Step &s) {
    const Transfer &t = graph.transfers[s.index];
    Channel &way = channel(c, t.destination);
    size_t number = way.arrivals.size();
    double now = clocks[c];
    if (capacity == 0) {
      if (way.posts.size() <= number)
        return false;
      now = std::max(now, way.posts[number]);
    } else if (capacity > 0 && number >= size_t(capacity)) {
      if (way.posts.size() <= number - capacity)
        return false;
      now = std::max(now, way.taken(number - capacity));
    }
    const Link &link = problem.linkBetween(c, t.destination);
    double start = std::max(now, way.free);
    double seconds = Problem::sendSeconds(problem.values[t.value], link);
    way.free = start + seconds;
    double arrival = start + seconds + link.latencySeconds;
    way.arrivals.push_back(arrival);
    arrivals[at(s.index, s.microbatch)] = arrival;
    clocks[c] = capacity == 0 ? arrival : now;
    result.transfers.push_back({s.index, s.microbatch, start, arrival, 0});
    woken.push_back(t.destination);
    ++heads[c];
    return true;
  }

  bool receive(int c, const Step &s) {
    const Transfer &t = graph.transfers[s.index];
    channel(t.source, c).posts.push_back(clocks[c]);
    posts[at(s.index, s.microbatch)] = clocks[c];
    postOrders[at(s.index, s.microbatch)] = heads[c];
    woken.push_back(t.source);
    ++heads[c];
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Deadlock
  //===--------------------------------------------------------------------===//

  /// The coordinate that this one waits for, and a description.
  std::pair<int, std::string> waitsFor(int c) {
    const std::vector<Step> &steps = schedule.order[c];
    size_t head = heads[c];
    const Step &s = steps[head];
    std::string where = "coordinate " + std::to_string(c) + " waits at ";
    if (s.kind == Step::Send) {
      const Transfer &t = graph.transfers[s.index];
      return {t.destination, where + "the send of " + messageName(s) +
                                 " for coordinate " +
                                 std::to_string(t.destination)};
    }
    for (size_t i = head; i < steps.size(); ++i) {
      int held = -1;
      if (writableTime(steps[i].index, steps[i].microbatch, held) == unknown)
        return waitsForSlot(steps[i], held, where);
      for (const Input &in : graph.inputs[steps[i].index]) {
        if (madeInBundle(steps, head, i, in, steps[i].microbatch) ||
            readyTime(in, steps[i].microbatch) != unknown)
          continue;
        int source =
            problem.tasks[problem.values[in.value].producer].coordinate;
        int j = graph.readMicrobatch(in.value, steps[i].microbatch);
        return {source,
                where + graph.describe(steps[i].index, steps[i].microbatch) +
                    " for " + graph.describeValue(in.value) +
                    " of microbatch " + std::to_string(j) + " from " +
                    (source == c ? "its own later steps"
                                 : "coordinate " + std::to_string(source))};
      }
      if (!steps[i].joined)
        break;
    }
    assert(false && "a step that waits has something to wait for");
    return {c, where};
  }
  /// A task that waits for a receiver to take the message in its slot.
  std::pair<int, std::string> waitsForSlot(const Step &s, int value,
                                           const std::string &where) const {
    int j = predecessors[at(value, s.microbatch)], receiver = 0;
    for (int t : graph.sends[problem.values[value].producer])
      if (graph.transfers[t].value == value && posts[at(t, j)] == unknown)
        receiver = graph.transfers[t].destination;
    return {receiver, where + graph.describe(s.index, s.microbatch) +
                          " until coordinate " + std::to_string(receiver) +
                          " has taken " + graph.describeValue(value) +
                          " of microbatch " + std::to_string(j) +
                          " from its slot"};
  }
  std::string messageName(const Step &s) const {
    return graph.describeValue(graph.transfers[s.index].value) +
           " of microbatch " + std::to_string(s.microbatch) + " (stage " +
           std::to_string(graph.stageOf(
               problem.values[graph.transfers[s.index].value].producer)) +
           ")";
  }

  std::string deadlock() {
    int c = 0;
    while (c < int(n) && heads[c] == schedule.order[c].size())
      ++c;
    if (c == int(n))
      return "";
    // Follow the waits until a coordinate comes up twice, or is done.
    std::vector<int> path;
    std::vector<std::string> words;
    while (std::find(path.begin(), path.end(), c) == path.end() &&
           heads[c] < schedule.order[c].size()) {
      path.push_back(c);
      auto [next, text] = waitsFor(c);
      words.push_back(text);
      c = next;
    }
    size_t first = std::find(path.begin(), path.end(), c) - path.begin();
    if (first == path.size())
      first = path.size() - 1; // the one it waits for has nothing left to do
    std::string text = "deadlock: ";
    for (size_t i = first; i < words.size(); ++i)
      text += (i > first ? "; " : "") + words[i];
    return text;
  }

  //===--------------------------------------------------------------------===//
  // Totals
  //===--------------------------------------------------------------------===//

  void finish() {
    for (CoordinateRun &run : result.coordinates)
      result.makespan = std::max(result.makespan, run.lastEnd);
    for (TransferRun &t : result.transfers)
      t.taken = std::max(t.end, posts[at(t.transfer, t.microbatch)]);
    std::sort(result.transfers.begin(), result.transfers.end(),
              [](const TransferRun &a, const TransferRun &b) {
                return std::tie(a.start, a.end, a.transfer, a.microbatch) <
                       std::tie(b.start, b.end, b.transfer, b.microbatch);
              });
    std::vector<std::vector<MemoryEvent>> events(n);
    for (size_t v = 0; v < problem.values.size(); ++v)
      if (problem.values[v].bytes > 0)
        for (int j = 0; j < m; ++j)
          if (problem.runsFor(problem.values[v].producer, j))
            addInstance(events, v, j);
    for (size_t c = 0; c < n; ++c)
      addMemory(result.coordinates[c], c, events[c]);
  }

  /// The end of the last of these readers; false if none reads the instance.
  bool lastRead(const std::vector<int> &readers, int coordinate, int microbatch,
                double &time, size_t &order) const {
    bool any = false;
    for (int r : readers)
      if (problem.tasks[r].coordinate == coordinate) {
        time = std::max(time, ends[at(r, microbatch)]);
        order = std::max(order, endOrders[at(r, microbatch)]);
        any = true;
      }
    return any;
  }

  void addInstance(std::vector<std::vector<MemoryEvent>> &events, int v,
                   int j) {
    const Value &value = problem.values[v];
    size_t made = at(value.producer, j);
    int home = problem.tasks[value.producer].coordinate;
    double free = ends[made];
    size_t order = endOrders[made];
    events[home].push_back({started[made], 2 * order, value.bytes});
    if (graph.isRead(v, j)) {
      lastRead(value.readers, home, j + value.distance, free, order);
      for (int t : graph.sends[value.producer]) {
        const Transfer &transfer = graph.transfers[t];
        if (transfer.value != v)
          continue;
        free = std::max(free, arrivals[at(t, j)]);
        double freeThere = 0;
        size_t orderThere = 0;
        lastRead(transfer.readers, transfer.destination, j + value.distance,
                 freeThere, orderThere);
        auto &there = events[transfer.destination];
        there.push_back(
            {posts[at(t, j)], 2 * postOrders[at(t, j)], value.bytes});
        there.push_back({freeThere, 2 * orderThere + 1, -value.bytes});
      }
    }
    events[home].push_back({free, 2 * order + 1, -value.bytes});
  }

  void addMemory(CoordinateRun &run, int c, std::vector<MemoryEvent> &events) {
    int64_t bytes = problem.fixedBytes.empty() ? 0 : problem.fixedBytes[c];
    run.memory.push_back({0, bytes});
    run.peakBytes = bytes;
    std::sort(events.begin(), events.end(),
              [](const MemoryEvent &a, const MemoryEvent &b) {
                return std::tie(a.time, a.order) < std::tie(b.time, b.order);
              });
    for (const MemoryEvent &e : events) {
      bytes += e.bytes;
      run.peakBytes = std::max(run.peakBytes, bytes);
      if (run.memory.back().first != e.time)
        run.memory.push_back({e.time, bytes});
      run.memory.back().second = bytes;
    }
  }

  const TaskGraph &graph;
  const Problem &problem;
  const Schedule &schedule;
  int capacity;
  int m;
  size_t n;
  std::vector<size_t> heads;
  std::vector<double> clocks;
  std::vector<double> ends; // task, microbatch
  std::vector<size_t> endOrders;
  std::vector<double> arrivals, posts; // transfer, microbatch
  std::vector<size_t> postOrders;
  std::vector<Channel> channels;
  std::vector<double> started;
  std::vector<int> predecessors; // value, microbatch; empty if sends copy
  std::vector<int> woken;
  int bundles = 0;
  Simulation result;
};
} // namespace

std::optional<Simulation> simulate(const TaskGraph &graph,
                                   const Schedule &schedule, std::string &error,
                                   const SendModel &sends) {
  if (schedule.hasTransfers())
    return Simulator(graph, schedule, sends).run(error);
  Schedule complete = withTransfers(graph, schedule);
  return Simulator(graph, complete, sends).run(error);
}

double Simulation::longestSpan() const {
  double longest = 0;
  for (const CoordinateRun &run : coordinates)
    longest = std::max(longest, run.span());
  return longest;
}

double Simulation::worstIdle() const {
  double idle = 0;
  for (const CoordinateRun &run : coordinates)
    if (!run.tasks.empty())
      idle = std::max(idle, makespan - run.busySeconds);
  return idle;
}

double Simulation::bubble() const {
  double busy = 0;
  int used = 0;
  for (const CoordinateRun &run : coordinates) {
    busy += run.busySeconds;
    used += !run.tasks.empty();
  }
  return used && makespan > 0 ? 1 - busy / (used * makespan) : 0;
}

} // namespace popt::pipeline
