// Bounds by counting instances. LowerBound.h has the idea. Test:
// test/unit/Pipeline/AutoScheduleTest.cpp (against every order of small
// problems).

#include "LowerBound.h"

#include "Flow.h"
#include "Topological.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace popt::pipeline {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Larger than any number of microbatches that matters.
constexpr int never = std::numeric_limits<int>::max() / 4;
/// More tasks than this: coordinates' work before a start is not counted, for
/// that takes their third power.
constexpr int mostTasks = 600;

namespace {
/// The k-th start of a task comes after the (k - lag)-th end of another.
struct Before {
  int task = 0, lag = 0;
  double delay = 0;
};

class Heads {
public:
  Heads(const Flow &flow, const std::vector<int64_t> &room)
      : flow(flow), before(flow.tasks()) {
    for (int t = 0; t < flow.tasks(); ++t) {
      before[t].push_back({t, 1, 0});
      for (const FlowMessage &message : flow.sends[t])
        for (int reader : message.readers)
          before[reader].push_back(
              {t, message.distance, message.occupies + message.latency});
    }
    if (!room.empty())
      addRoom(room);
    findOrder();
    findLags();
  }

  /// Per task and count: the earliest start.
  std::vector<double> compute() {
    int m = flow.microbatches;
    std::vector<double> head(size_t(flow.tasks()) * m, 0);
    std::vector<double> first(flow.tasksAt.size(), infinite);
    for (int k = 0; k < m; ++k) {
      for (int t : order) {
        double &at = head[flow.at(t, k)];
        for (const Before &b : before[t])
          if (k >= b.lag)
            at = std::max(at, head[flow.at(b.task, k - b.lag)] +
                                  flow.seconds[b.task] + b.delay);
        if (k > 0)
          at = std::max(at, first[flow.coordinate[t]] + workBefore(t, k));
      }
      for (int t : order)
        if (k == 0)
          first[flow.coordinate[t]] =
              std::min(first[flow.coordinate[t]], head[flow.at(t, 0)]);
    }
    return head;
  }
  bool hasRoom = true;

private:
  /// Between any two tasks of a coordinate: how many microbatches there can be.
  void addRoom(const std::vector<int64_t> &room) {
    std::map<std::pair<int, int>, int64_t> both;
    std::vector<std::vector<int>> touching(flow.bytes.size());
    for (int t = 0; t < flow.tasks(); ++t)
      for (const Touch &touch : flow.touches[t])
        if (touch.offset == 0)
          touching[touch.holding].push_back(t);
    for (size_t h = 0; h < touching.size(); ++h)
      for (int a : touching[h])
        for (int b : touching[h])
          both[{a, b}] += flow.bytes[h];
    for (auto [tasks, bytes] : both) {
      auto [a, b] = tasks;
      int64_t count = room[flow.coordinate[a]] / bytes;
      if (count < 1)
        hasRoom = false;
      else if (a != b && count < flow.microbatches)
        before[a].push_back({b, int(count), 0});
    }
  }
  /// An order in which what has no lag comes first.
  void findOrder() {
    std::vector<std::vector<int>> next(flow.tasks());
    for (int t = 0; t < flow.tasks(); ++t)
      for (const Before &b : before[t])
        if (b.lag == 0)
          next[b.task].push_back(t);
    order = topologicalOrder(next);
  }
  /// The least lag over all paths between tasks.
  void findLags() {
    int n = flow.tasks();
    if (n > mostTasks)
      return;
    lags.assign(n, std::vector<int>(n, never));
    for (int t = 0; t < n; ++t)
      for (const Before &b : before[t])
        lags[b.task][t] = std::min(lags[b.task][t], b.lag);
    for (int via = 0; via < n; ++via)
      for (int from = 0; from < n; ++from) {
        int lag = lags[from][via];
        if (lag >= flow.microbatches)
          continue;
        for (int to = 0; to < n; ++to)
          lags[from][to] = std::min(lags[from][to], lag + lags[via][to]);
      }
  }
  /// What the coordinate of a task has done before its k-th start.
  double workBefore(int task, int k) const {
    double work = 0;
    if (!lags.empty())
      for (int other : flow.tasksAt[flow.coordinate[task]])
        work += std::max(0, k + 1 - lags[other][task]) * flow.seconds[other];
    return work;
  }

  const Flow &flow;
  std::vector<std::vector<Before>> before; // per task
  std::vector<int> order;
  std::vector<std::vector<int>> lags; // from, to; empty: too many tasks
};

struct Job {
  double head = 0, seconds = 0, tail = 0;
};
} // namespace

/// The shortest makespan of one coordinate whose tasks may be interrupted:
/// always the one with the longest tail.
static double oneCoordinate(std::vector<Job> jobs) {
  std::sort(jobs.begin(), jobs.end(),
            [](const Job &a, const Job &b) { return a.head < b.head; });
  std::priority_queue<std::pair<double, double>> open; // tail, seconds left
  double now = 0, makespan = 0;
  size_t next = 0;
  while (next < jobs.size() || !open.empty()) {
    if (open.empty())
      now = std::max(now, jobs[next].head);
    for (; next < jobs.size() && jobs[next].head <= now; ++next)
      open.push({jobs[next].tail, jobs[next].seconds});
    auto [tail, seconds] = open.top();
    open.pop();
    double until = next < jobs.size() ? jobs[next].head : infinite;
    double runs = std::min(seconds, until - now);
    now += runs;
    if (runs < seconds)
      open.push({tail, seconds - runs});
    else
      makespan = std::max(makespan, now + tail);
  }
  return makespan;
}

double lowestMakespan(const TaskGraph &graph,
                      const std::vector<int64_t> &room) {
  Flow forwards(graph, Flow::Forwards), backwards(graph, Flow::Backwards);
  Heads heads(forwards, room), tails(backwards, room);
  if (!heads.hasRoom)
    return infinite;
  std::vector<double> head = heads.compute(), tail = tails.compute();
  double bound = 0;
  for (const std::vector<int> &tasks : forwards.tasksAt) {
    std::vector<Job> jobs;
    for (int t : tasks)
      for (int k = 0; k < forwards.microbatches; ++k)
        jobs.push_back({head[forwards.at(t, k)], forwards.seconds[t],
                        tail[forwards.at(t, forwards.microbatches - 1 - k)]});
    bound = std::max(bound, oneCoordinate(std::move(jobs)));
  }
  return bound;
}

double lowestSpan(const TaskGraph &graph) {
  double most = 0;
  for (const std::vector<int> &tasks : graph.tasksAt) {
    double work = 0;
    for (int t : tasks)
      work += graph.problem.tasks[t].seconds;
    most = std::max(most, work * graph.problem.microbatches);
  }
  return most;
}

} // namespace popt::pipeline
