// Places sends and receives in an order of tasks.
//
//   0F0 0F1 0B0          0F0 send h 0 (0), 0F1 send h 0 (1), recv grad 1 (0),
//   0B0 1F0 1B0 1F1    ->    recv h 0 (0), 1F0, 1B0 send grad 1 (0), recv h 0
//   (1), ...
//
// Sends stand as early as they can. Receives of one pair of coordinates must
// match the order of its sends, so each stands no later than any receive that
// follows it there: the least position over those is taken, from the last
// message to the first. Test: test/unit/Pipeline/TransfersTest.cpp.

#include "popt/Pipeline/Simulate.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace popt::pipeline {

namespace {
struct Message {
  int transfer = 0, microbatch = 0;
};
/// A run of joined steps [begin, end).
struct Bundle {
  size_t begin = 0, end = 0;
};
} // namespace

static std::vector<Bundle> bundlesOf(const std::vector<Step> &steps) {
  std::vector<Bundle> bundles;
  for (size_t i = 0; i < steps.size();) {
    size_t end = i + 1;
    while (end < steps.size() && steps[end - 1].joined)
      ++end;
    bundles.push_back({i, end});
    i = end;
  }
  return bundles;
}

void dissolveBundles(Schedule &schedule) {
  for (std::vector<Step> &steps : schedule.order)
    for (Step &s : steps)
      s.joined = false;
}

Schedule withTransfers(const TaskGraph &graph, const Schedule &schedule,
                       int ahead) {
  const Problem &problem = graph.problem;
  size_t n = problem.coordinates, m = problem.microbatches;
  // Messages of each pair in the order of their sends; the bundle of each task.
  std::vector<std::vector<Message>> messages(n * n);
  std::vector<int> bundleOf(problem.tasks.size() * m, 0);
  std::vector<std::vector<Bundle>> bundles;
  for (size_t c = 0; c < n; ++c) {
    bundles.push_back(bundlesOf(schedule.order[c]));
    for (size_t b = 0; b < bundles[c].size(); ++b)
      for (size_t i = bundles[c][b].begin; i < bundles[c][b].end; ++i) {
        const Step &s = schedule.order[c][i];
        bundleOf[s.index * m + s.microbatch] = b;
        for (int t : graph.sends[s.index])
          if (graph.isRead(graph.transfers[t].value, s.microbatch))
            messages[c * n + graph.transfers[t].destination].push_back(
                {t, s.microbatch});
      }
  }
  // Receives per coordinate: bundle, source, position among the source's sends.
  using Position = std::tuple<int, size_t, size_t>;
  std::vector<std::vector<std::pair<Position, Message>>> receives(n);
  for (size_t source = 0; source < n; ++source)
    for (size_t to = 0; to < n; ++to) {
      const std::vector<Message> &sent = messages[source * n + to];
      int latest = std::numeric_limits<int>::max();
      for (size_t i = sent.size(); i-- > 0;) {
        const Transfer &t = graph.transfers[sent[i].transfer];
        size_t reader = sent[i].microbatch + problem.values[t.value].distance;
        for (int r : t.readers)
          latest = std::min(latest, bundleOf[r * m + reader] - ahead);
        receives[to].push_back({{std::max(latest, 0), source, i}, sent[i]});
      }
    }
  Schedule result;
  result.name = schedule.name;
  result.order.resize(n);
  for (size_t c = 0; c < n; ++c) {
    std::sort(receives[c].begin(), receives[c].end(),
              [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Step> &out = result.order[c];
    auto receive = receives[c].begin();
    for (size_t b = 0; b < bundles[c].size(); ++b) {
      for (; receive != receives[c].end() &&
             std::get<0>(receive->first) <= int(b);
           ++receive)
        out.push_back({Step::Receive, false, receive->second.transfer,
                       receive->second.microbatch});
      const Bundle &bundle = bundles[c][b];
      for (size_t i = bundle.begin; i < bundle.end; ++i)
        out.push_back(schedule.order[c][i]);
      for (size_t i = bundle.begin; i < bundle.end; ++i) {
        const Step &s = schedule.order[c][i];
        for (int t : graph.sends[s.index])
          if (graph.isRead(graph.transfers[t].value, s.microbatch))
            out.push_back({Step::Send, false, t, s.microbatch});
      }
    }
  }
  return result;
}

namespace {
/// By when messages are to be received, by transfer and microbatch; infinite:
/// where they stand.
class Deadlines {
public:
  explicit Deadlines(const TaskGraph &graph)
      : microbatches(graph.problem.microbatches),
        times(graph.transfers.size() * microbatches,
              std::numeric_limits<double>::infinity()) {}
  double &of(int transfer, int microbatch) {
    return times[size_t(transfer) * microbatches + microbatch];
  }

private:
  size_t microbatches;
  std::vector<double> times;
};
} // namespace

/// Before which steps of a coordinate its receives are to stand.
static std::vector<size_t> placesAmong(const TaskGraph &graph,
                                       const std::vector<Step> &steps,
                                       const std::vector<TaskRun> &runs,
                                       Deadlines &deadlines) {
  // The first steps of bundles, and when those end.
  std::vector<std::pair<double, size_t>> ends;
  size_t ran = 0;
  for (size_t i = 0; i < steps.size(); ++i)
    if (steps[i].kind == Step::Run) {
      if (i == 0 || !steps[i - 1].joined)
        ends.emplace_back(runs[ran].end, i);
      ++ran;
    }
  std::vector<size_t> places(steps.size());
  std::vector<size_t> latest(graph.problem.coordinates, steps.size());
  for (size_t i = steps.size(); i-- > 0;) {
    places[i] = i;
    if (steps[i].kind != Step::Receive)
      continue;
    double deadline = deadlines.of(steps[i].index, steps[i].microbatch);
    auto during = std::upper_bound(ends.begin(), ends.end(),
                                   std::make_pair(deadline, steps.size()));
    if (during != ends.end())
      places[i] = std::min(places[i], during->second);
    // In the order of the sends.
    int source = graph.transfers[steps[i].index].source;
    places[i] = latest[source] = std::min(places[i], latest[source]);
  }
  return places;
}

static Schedule receiveBy(const TaskGraph &graph, const Schedule &schedule,
                          const Simulation &run, Deadlines &deadlines) {
  Schedule result;
  result.name = schedule.name;
  for (size_t c = 0; c < schedule.order.size(); ++c) {
    const std::vector<Step> &steps = schedule.order[c];
    std::vector<size_t> places =
        placesAmong(graph, steps, run.coordinates[c].tasks, deadlines);
    std::vector<size_t> order(steps.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::make_pair(places[a], steps[a].kind != Step::Receive) <
             std::make_pair(places[b], steps[b].kind != Step::Receive);
    });
    std::vector<Step> &out = result.order.emplace_back();
    for (size_t i : order)
      out.push_back(steps[i]);
  }
  return result;
}

Schedule receiveOnArrival(const TaskGraph &graph, const Schedule &schedule,
                          const Simulation &run) {
  Deadlines deadlines(graph);
  for (const TransferRun &t : run.transfers) {
    const std::vector<int> &readers = graph.transfers[t.transfer].readers;
    if (std::any_of(readers.begin(), readers.end(),
                    [&](int r) { return graph.isUncut(r); }))
      deadlines.of(t.transfer, t.microbatch) = t.end;
  }
  return receiveBy(graph, schedule, run, deadlines);
}

Schedule receiveInTime(const TaskGraph &graph, const Schedule &schedule,
                       const Simulation &run, size_t room) {
  Deadlines deadlines(graph);
  for (size_t c = 0; c < schedule.order.size(); ++c) {
    auto task = run.coordinates[c].tasks.begin();
    double now = 0;
    std::map<int, std::vector<Message>> sent; // by destination
    for (const Step &step : schedule.order[c]) {
      if (step.kind == Step::Run)
        now = (task++)->end;
      if (step.kind != Step::Send)
        continue;
      std::vector<Message> &messages =
          sent[graph.transfers[step.index].destination];
      messages.push_back({step.index, step.microbatch});
      if (messages.size() <= room)
        continue;
      const Message &waiting = messages[messages.size() - 1 - room];
      deadlines.of(waiting.transfer, waiting.microbatch) = now;
    }
  }
  return receiveBy(graph, schedule, run, deadlines);
}

int64_t mostMessagesOfPair(const TaskGraph &graph) {
  std::map<std::pair<int, int>, int64_t> perPair;
  int64_t most = 0;
  for (const Transfer &transfer : graph.transfers)
    most = std::max(most, perPair[{transfer.source, transfer.destination}] +=
                          graph.problem.microbatches);
  return most;
}

} // namespace popt::pipeline
