// Orders for graphs that the rules of one chunk do not know: list scheduling
// under limits on microbatches in flight. An idle coordinate starts, of what is
// ready, the latest visit of the lowest microbatch; a microbatch is begun in
// turn, and only while fewer than the limit are in flight (of its direction). It
// never gets stuck: the lowest unfinished microbatch of a direction is always
// among those begun, or next to begin with nothing in flight.
//
// Times are those of the problem, or one per task where all are free.
// Test: test/unit/Pipeline/GeneralGraphTest.cpp.

#include "Generators.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace popt::pipeline {

namespace {
class ListScheduler {
public:
  ListScheduler(const TaskGraph &graph, const ListPolicy &policy)
      : graph(graph), policy(policy), m(graph.problem.microbatches),
        coordinates(graph.problem.coordinates) {
    for (const Task &t : graph.problem.tasks)
      allFree &= t.seconds == 0;
    waiting.resize(graph.problem.tasks.size() * m);
    int directions = graph.problem.directions;
    for (Coordinate &at : coordinates) {
      at.inFlight.resize(directions);
      for (int direction = 0; direction < directions; ++direction)
        at.begun.push_back(graph.problem.firstMicrobatch(direction));
      at.left.resize(m);
    }
    for (size_t t = 0; t < graph.problem.tasks.size(); ++t)
      for (int j = 0; j < m; ++j) {
        if (!graph.problem.runsFor(t, j))
          continue;
        ++coordinates[graph.problem.tasks[t].coordinate].left[j];
        for (const Input &in : graph.inputs[t])
          waiting[t * m + j] += graph.readMicrobatch(in.value, j) >= 0;
        if (!waiting[t * m + j])
          coordinates[graph.problem.tasks[t].coordinate].ready.insert(
              key(t, j));
      }
  }

  Schedule run() {
    for (size_t c = 0; c < coordinates.size(); ++c)
      start(c, 0);
    while (!events.empty()) {
      Event e = events.top();
      events.pop();
      if (e.kind == Event::Finish)
        finish(e);
      else
        arrive(e);
      bool sameTime = !events.empty() && events.top().time == e.time;
      touched.insert(e.coordinate);
      if (sameTime)
        continue;
      for (int c : std::exchange(touched, {}))
        start(c, e.time);
    }
    Schedule schedule;
    for (Coordinate &c : coordinates)
      schedule.order.push_back(std::move(c.order));
    return schedule;
  }

private:
  /// Rank among what is ready, in three numbers; then microbatch and task.
  using Key = std::tuple<int, int, int, int, int>;
  struct Coordinate {
    std::set<Key> ready;
    std::vector<Step> order;
    std::vector<int> left; // per microbatch: tasks to finish
    /// Per direction: the microbatch to begin next, and how many are in flight.
    std::vector<int> begun, inFlight;
    bool busy = false;
  };
  struct Event {
    enum Kind { Finish, Arrive };
    double time = 0;
    int coordinate = 0;
    Kind kind = Finish;
    int task = 0, microbatch = 0;
    bool operator>(const Event &o) const {
      return std::tie(time, coordinate, kind, task, microbatch) >
             std::tie(o.time, o.coordinate, o.kind, o.task, o.microbatch);
    }
  };

  Key key(int task, int microbatch) const {
    bool weight = graph.roleOf(task) == Role::Weight;
    int urgency = !weight ? 1 : policy.deferWeights ? 2 : 0;
    if (!policy.backwardsInTurn)
      return {urgency, -graph.problem.tasks[task].visit, 0, microbatch, task};
    // Microbatches count from the first of their direction.
    int forward = graph.roleOf(task) == Role::Forward;
    int turn = microbatch - graph.problem.firstMicrobatch(
                                graph.problem.tasks[task].direction);
    return {2 * urgency + forward, turn, -graph.stageOf(task), microbatch,
            task};
  }
  double seconds(int task) const {
    return allFree ? 1 : graph.problem.tasks[task].seconds;
  }

  void start(int c, double now) {
    Coordinate &at = coordinates[c];
    if (at.busy)
      return;
    for (auto it = at.ready.begin(); it != at.ready.end(); ++it) {
      int microbatch = std::get<3>(*it), task = std::get<4>(*it);
      int direction = graph.problem.tasks[task].direction;
      int &begun = at.begun[direction], &inFlight = at.inFlight[direction];
      if (microbatch > begun ||
          (microbatch == begun && inFlight >= std::max(policy.inFlight[c], 1)))
        continue;
      if (microbatch == begun) {
        ++begun;
        ++inFlight;
      }
      at.ready.erase(it);
      at.order.push_back({Step::Run, false, task, microbatch});
      at.busy = true;
      events.push({now + seconds(task), c, Event::Finish, task, microbatch});
      return;
    }
  }
  void finish(const Event &e) {
    Coordinate &at = coordinates[e.coordinate];
    at.busy = false;
    if (--at.left[e.microbatch] == 0)
      --at.inFlight[graph.problem.tasks[e.task].direction];
    for (int v : graph.outputs[e.task]) {
      if (!graph.isRead(v, e.microbatch))
        continue;
      const Value &value = graph.problem.values[v];
      for (int r : value.readers) {
        int c = graph.problem.tasks[r].coordinate;
        double delay = 0;
        if (c != e.coordinate) {
          const Link &link = graph.problem.linkBetween(e.coordinate, c);
          delay = link.latencySeconds + Problem::sendSeconds(value, link);
        }
        events.push({e.time + delay, c, Event::Arrive, r,
                     e.microbatch + value.distance});
      }
    }
  }
  void arrive(const Event &e) {
    if (--waiting[size_t(e.task) * m + e.microbatch] == 0)
      coordinates[e.coordinate].ready.insert(key(e.task, e.microbatch));
  }

  const TaskGraph &graph;
  const ListPolicy &policy;
  int m;
  bool allFree = true;
  std::vector<int> waiting; // task, microbatch: inputs to come
  std::vector<Coordinate> coordinates;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  std::set<int> touched;
};
} // namespace

Schedule listSchedule(const TaskGraph &graph, const ListPolicy &policy) {
  return ListScheduler(graph, policy).run();
}

} // namespace popt::pipeline
