// Makes any order executable. Rules of schedules are written for chains; on a
// graph with skips, towers or uneven visits one may wait for what only runs
// after it:
//
//   0: F1 F0 ...      0: F0 F1 ...     F1 of coordinate 0 reads F0 of
//   1: F0 F1 ...      1: F0 F1 ...     coordinate 1, which reads F0 of 0
//
// The orders are executed without regard to time. Where no coordinate can go
// on, the step nearest to the head of its order that can run is moved to the
// head, on the coordinate where that is least far. Since tasks form no circle,
// some step can always run, and an order that was executable stays as it is.
// Test: test/unit/Pipeline/GeneralGraphTest.cpp.

#include "Generators.h"

#include <algorithm>

namespace popt::pipeline {

namespace {
class Repairer {
public:
  Repairer(const TaskGraph &graph, Schedule &schedule)
      : graph(graph), schedule(schedule), m(graph.problem.microbatches),
        done(graph.problem.tasks.size() * m, false),
        heads(schedule.order.size(), 0) {}

  void run() {
    while (advance() || moveForward())
      continue;
  }

private:
  /// One past the bundle that begins at step `i`.
  size_t bundleEnd(const std::vector<Step> &steps, size_t i) const {
    while (i + 1 < steps.size() && steps[i].joined)
      ++i;
    return i + 1;
  }
  bool canRun(const std::vector<Step> &steps, size_t i, size_t end) const {
    for (size_t s = i; s < end; ++s)
      for (const Input &in : graph.inputs[steps[s].index]) {
        int j = graph.readMicrobatch(in.value, steps[s].microbatch);
        int producer = graph.problem.values[in.value].producer;
        auto makes = [&](const Step &o) {
          return o.index == producer && o.microbatch == j;
        };
        if (j >= 0 && !done[size_t(producer) * m + j] &&
            std::none_of(steps.begin() + i, steps.begin() + s, makes))
          return false;
      }
    return true;
  }
  /// Runs whatever the orders allow; false if that was nothing.
  bool advance() {
    bool any = false, more = true;
    while (more) {
      more = false;
      for (size_t c = 0; c < heads.size(); ++c) {
        const std::vector<Step> &steps = schedule.order[c];
        while (heads[c] < steps.size()) {
          size_t end = bundleEnd(steps, heads[c]);
          if (!canRun(steps, heads[c], end))
            break;
          for (size_t s = heads[c]; s < end; ++s)
            done[size_t(steps[s].index) * m + steps[s].microbatch] = true;
          heads[c] = end;
          any = more = true;
        }
      }
    }
    return any;
  }
  /// Moves the nearest bundle that can run to its head; false if all is done.
  bool moveForward() {
    size_t best = 0, bestDistance = std::numeric_limits<size_t>::max();
    size_t bestBegin = 0, bestEnd = 0;
    for (size_t c = 0; c < heads.size(); ++c) {
      const std::vector<Step> &steps = schedule.order[c];
      for (size_t i = heads[c]; i < steps.size() && i - heads[c] < bestDistance;
           i = bundleEnd(steps, i)) {
        size_t end = bundleEnd(steps, i);
        if (!canRun(steps, i, end))
          continue;
        best = c;
        bestDistance = i - heads[c];
        bestBegin = i;
        bestEnd = end;
        break;
      }
    }
    if (bestEnd == 0)
      return dissolveBundle();
    auto begin = schedule.order[best].begin();
    std::rotate(begin + heads[best], begin + bestBegin, begin + bestEnd);
    return true;
  }
  /// Bundles can wait for each other in a circle though their tasks do not: the
  /// first one left is taken apart. False if none is left.
  bool dissolveBundle() {
    for (size_t c = 0; c < heads.size(); ++c) {
      std::vector<Step> &steps = schedule.order[c];
      for (size_t i = heads[c]; i < steps.size(); ++i)
        if (steps[i].joined) {
          for (; steps[i].joined; ++i)
            steps[i].joined = false;
          return true;
        }
    }
    return false;
  }

  const TaskGraph &graph;
  Schedule &schedule;
  int m;
  std::vector<bool> done; // task, microbatch
  std::vector<size_t> heads;
};
} // namespace

void repair(const TaskGraph &graph, Schedule &schedule) {
  Repairer(graph, schedule).run();
}

} // namespace popt::pipeline
