// One run of list scheduling; ListRun.h has the rules. An instance is known to
// be ready at a time as soon as the last of its inputs has started, so that
// looking ahead needs no second pass. Test:
// test/unit/Pipeline/AutoScheduleTest.cpp.

#include "ListRun.h"

#include "Holdings.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>

namespace popt::pipeline {

namespace {
class Run {
public:
  Run(const Flow &flow, const ListRules &rules)
      : flow(flow), rules(rules), m(flow.microbatches),
        holdings(flow, rules.room, rules.inFlight), known(flow.tasks()),
        waiting(size_t(flow.tasks()) * m), ready(waiting.size(), 0),
        linkFree(flow.links, 0), freeFrom(flow.tasksAt.size(), 0) {
    result.starts.assign(waiting.size(), -1);
    result.orders.resize(flow.tasksAt.size());
  }

  ListResult run() {
    for (int t = 0; t < flow.tasks(); ++t)
      for (int j = 0; j < m; ++j) {
        for (int distance : flow.waits[t])
          waiting[flow.at(t, j)] += j >= distance;
        if (!waiting[flow.at(t, j)])
          makeKnown(t, j);
      }
    while (!wakes.empty()) {
      auto [time, c] = wakes.top();
      wakes.pop();
      bool again = !wakes.empty() && wakes.top() == std::make_pair(time, c);
      if (!again && freeFrom[c] <= time)
        look(c, time);
    }
    result.isComplete = started == waiting.size();
    for (const auto &order : result.orders)
      if (!order.empty()) {
        auto [first, i] = order.front();
        auto [last, j] = order.back();
        double end = result.starts[flow.at(last, j)] + flow.seconds[last];
        result.makespan = std::max(result.makespan, end);
        result.longestSpan = std::max(result.longestSpan,
                                      end - result.starts[flow.at(first, i)]);
      }
    return std::move(result);
  }

private:
  struct Candidate {
    double priority = std::numeric_limits<double>::infinity();
    int task = -1, microbatch = 0;
    bool operator<(const Candidate &o) const {
      return std::tie(priority, task, microbatch) <
             std::tie(o.priority, o.task, o.microbatch);
    }
  };
  using Wake = std::pair<double, int>; // time, coordinate

  void makeKnown(int task, int microbatch) {
    size_t at = flow.at(task, microbatch);
    known[task].insert({rules.priority[at], microbatch});
    wakes.push({ready[at], flow.coordinate[task]});
  }

  /// Starts what should start now, if anything.
  void look(int c, double now) {
    candidates.clear();
    Candidate coming;
    double comes = 0;
    int lowest = holdings.lowestUnfinished(c);
    for (int task : flow.tasksAt[c]) {
      int found = -1;
      for (auto [priority, microbatch] : known[task]) {
        double at = ready[flow.at(task, microbatch)];
        Candidate candidate{priority, task, microbatch};
        if (at <= now) {
          candidates.push_back(candidate);
          found = microbatch;
          break;
        }
        if (candidate < coming) {
          coming = candidate;
          comes = at;
        }
      }
      // There is always room for the lowest.
      if (lowest < 0 || found < 0 || found == lowest || lowest >= m)
        continue;
      Candidate first{rules.priority[flow.at(task, lowest)], task, lowest};
      if (ready[flow.at(task, lowest)] <= now &&
          known[task].count({first.priority, lowest}))
        candidates.push_back(first);
    }
    std::sort(candidates.begin(), candidates.end());
    bool waits = false;
    for (const Candidate &candidate : candidates) {
      double seconds = flow.seconds[candidate.task];
      waits |= coming < candidate && comes < now + rules.patience[c] * seconds;
      if (waits && now + seconds > comes)
        continue;
      if (holdings.tryRun(candidate.task, candidate.microbatch))
        return start(candidate.task, candidate.microbatch, now);
    }
  }

  void start(int task, int microbatch, double now) {
    int c = flow.coordinate[task];
    size_t at = flow.at(task, microbatch);
    known[task].erase({rules.priority[at], microbatch});
    result.starts[at] = now;
    result.orders[c].push_back({task, microbatch});
    ++started;
    double end = now + flow.seconds[task];
    freeFrom[c] = end;
    wakes.push({end, c});
    for (const FlowMessage &message : flow.sends[task]) {
      int reader = microbatch + message.distance;
      if (reader >= m)
        continue;
      double arrival = end;
      if (message.link >= 0) {
        double &free = linkFree[message.link];
        free = std::max(free, end) + message.occupies;
        arrival = free;
      }
      arrival += message.latency;
      for (int r : message.readers) {
        size_t to = flow.at(r, reader);
        ready[to] = std::max(ready[to], arrival);
        if (--waiting[to] == 0)
          makeKnown(r, reader);
      }
    }
  }

  const Flow &flow;
  const ListRules &rules;
  int m;
  Holdings holdings;
  std::vector<std::set<std::pair<double, int>>> known; // per task
  std::vector<int> waiting;                            // inputs not yet started
  std::vector<double> ready;                           // once known
  std::vector<double> linkFree;
  std::vector<double> freeFrom; // per coordinate
  std::priority_queue<Wake, std::vector<Wake>, std::greater<>> wakes;
  std::vector<Candidate> candidates;
  size_t started = 0;
  ListResult result;
};
} // namespace

ListResult runList(const Flow &flow, const ListRules &rules) {
  return Run(flow, rules).run();
}

} // namespace popt::pipeline
