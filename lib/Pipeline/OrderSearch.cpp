// The search for orders. OrderSearch.h has the ideas. Test:
// test/unit/Pipeline/AutoScheduleTest.cpp.

#include "OrderSearch.h"

#include "Holdings.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace popt::pipeline {

/// How many runs: by tasks started in all of them.
constexpr double mostStarts = 6e6;
constexpr int fewestRuns = 300, mostRuns = 4000;
/// How many orders are built again from both ends.
constexpr size_t mostFound = 5;
/// How many rhythms are stepped from.
constexpr size_t mostRhythms = 2;
/// Rounds of steps after which they become smaller, by how much, and where that
/// ends.
constexpr int stepsOfOneWidth = 40;
constexpr double narrower = 0.9, narrowest = 0.05;
/// Numbers that differ by less, relatively, are equal.
constexpr double equal = 1e-9;
constexpr double infinite = std::numeric_limits<double>::infinity();

namespace {
/// The parameters of targets.
struct Rhythm {
  double stretch = 0;
  std::vector<double> patience, lag; ///< per coordinate; lag in periods
  /// Most microbatches in flight: of those for which a coordinate has room from
  /// beginning to end.
  double flight = infinite;
};
using Score = std::pair<double, double>;

class Searcher {
public:
  Searcher(const TaskGraph &graph, Objective objective,
           const std::vector<int64_t> &room, double bound, int &runs);
  std::vector<FoundOrder> run();

private:
  void findFillings();
  void findRoomForWhole();
  Score tryRhythm(const Rhythm &rhythm);
  std::vector<std::pair<Score, Rhythm>> tryGrid();
  Rhythm stepFrom(Rhythm rhythm, double width);
  void tryRhythms(int until);
  void buildFromBothEnds(FoundOrder order, int until);
  std::vector<double> latestStarts(const FoundOrder &order, double noise);
  FoundOrder runForwards(const ListRules &rules);
  void keep(FoundOrder order);
  bool isDone() const {
    return !found.empty() && found.front().score.first <= bound * (1 + equal);
  }
  /// -1..1
  double uniform() { return double(random() % 2001) / 1000 - 1; }

  const TaskGraph &graph;
  Objective objective;
  const std::vector<int64_t> &room;
  double bound;
  int &runs;
  Flow forwards, backwards;
  std::vector<double> heads;    // per task
  std::vector<double> fillings; // per coordinate
  std::vector<double> whole; // per coordinate: microbatches there is room for
  double period = 0;
  int budget;
  std::mt19937 random;
  std::vector<FoundOrder> found; // best first, all different
};
} // namespace

/// The longest path before each task, of one microbatch.
static std::vector<double> headsOf(const Flow &flow) {
  std::vector<double> heads(flow.tasks(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (int t = 0; t < flow.tasks(); ++t)
      for (const FlowMessage &message : flow.sends[t])
        for (int reader : message.readers) {
          double at =
              heads[t] + flow.seconds[t] + message.occupies + message.latency;
          if (message.distance > 0 || at <= heads[reader])
            continue;
          heads[reader] = at;
          changed = true;
        }
  }
  return heads;
}

Searcher::Searcher(const TaskGraph &graph, Objective objective,
                   const std::vector<int64_t> &room, double bound, int &runs)
    : graph(graph), objective(objective), room(room), bound(bound), runs(runs),
      forwards(graph, Flow::Forwards), backwards(graph, Flow::Backwards),
      heads(headsOf(forwards)) {
  for (const std::vector<int> &tasks : forwards.tasksAt) {
    double work = 0;
    for (int t : tasks)
      work += forwards.seconds[t];
    period = std::max(period, work);
  }
  double starts = double(forwards.tasks()) * forwards.microbatches;
  budget = int(std::clamp(mostStarts / std::max(starts, 1.0),
                          double(fewestRuns), double(mostRuns)));
  findFillings();
  findRoomForWhole();
}

/// How many weight parts a coordinate can run after its last other task, while
/// those before it in the network still work (and, where only spans count,
/// while it started later than they did).
void Searcher::findFillings() {
  std::vector<double> tails = headsOf(backwards);
  fillings.assign(forwards.tasksAt.size(), 0);
  for (size_t c = 0; c < fillings.size(); ++c) {
    double head = infinite, tail = infinite, weight = 0;
    for (int t : forwards.tasksAt[c]) {
      head = std::min(head, heads[t]);
      if (graph.roleOf(t) == Role::Weight)
        weight += forwards.seconds[t];
      else
        tail = std::min(tail, tails[t]);
    }
    if (objective == Objective::Makespan)
      head = 0;
    if (weight > 0 && tail < infinite)
      fillings[c] = (head + tail) / weight;
  }
}

/// For how many microbatches there is room if each is held as a whole.
void Searcher::findRoomForWhole() {
  Holdings none(forwards, room);
  for (size_t c = 0; c < room.size(); ++c)
    whole.push_back(double(room[c]) /
                    std::max<int64_t>(none.mostToFinish(int(c), 0), 1));
}

FoundOrder Searcher::runForwards(const ListRules &rules) {
  ++runs;
  ListResult result = runList(forwards, rules);
  FoundOrder order;
  order.patience = rules.patience;
  order.inFlight = rules.inFlight;
  order.score = result.isComplete
                    ? scoreOf(objective, result.makespan, result.longestSpan)
                    : Score{infinite, infinite};
  order.starts = std::move(result.starts);
  order.schedule.order.resize(result.orders.size());
  for (size_t c = 0; c < result.orders.size(); ++c)
    for (auto [task, microbatch] : result.orders[c])
      order.schedule.order[c].push_back({Step::Run, false, task, microbatch});
  return order;
}

void Searcher::keep(FoundOrder order) {
  if (!std::isfinite(order.score.first) ||
      (found.size() == mostFound && found.back().score <= order.score))
    return;
  for (const FoundOrder &other : found)
    if (other.score == order.score &&
        other.schedule.order == order.schedule.order)
      return;
  auto isBetter = [](const FoundOrder &a, const FoundOrder &b) {
    return a.score < b.score;
  };
  found.insert(std::upper_bound(found.begin(), found.end(), order, isBetter),
               std::move(order));
  if (found.size() > mostFound)
    found.pop_back();
}

//===----------------------------------------------------------------------===//
// Rhythms
//===----------------------------------------------------------------------===//

Score Searcher::tryRhythm(const Rhythm &rhythm) {
  ListRules rules;
  rules.patience = rhythm.patience;
  rules.room = room;
  for (int t = 0; t < forwards.tasks(); ++t) {
    double offset = rhythm.stretch * heads[t];
    if (graph.roleOf(t) == Role::Weight)
      offset += rhythm.lag[forwards.coordinate[t]] * period;
    for (int j = 0; j < forwards.microbatches; ++j)
      rules.priority.push_back(j * period + offset);
  }
  if (std::isfinite(rhythm.flight))
    for (double count : whole)
      rules.inFlight.push_back(
          int(std::min<double>(count * rhythm.flight, forwards.microbatches)));
  FoundOrder order = runForwards(rules);
  Score score = order.score;
  keep(std::move(order));
  return score;
}

std::vector<std::pair<Score, Rhythm>> Searcher::tryGrid() {
  std::vector<std::pair<Score, Rhythm>> tried;
  size_t n = fillings.size();
  double longest = 2 * forwards.microbatches + 8;
  std::vector<double> flights = {infinite};
  if (!room.empty())
    flights.push_back(1);
  const std::pair<double, double> lags[] = {{0, 0},       {0, 2}, {0, 8},
                                            {0, longest}, {1, 0}, {1, 3}};
  for (double patience : {0.0, 0.15, 0.5, 1.0})
    for (double stretch : {0.0, 0.5, 1.0, 2.0})
      for (auto [ofFilling, more] : lags) {
        Rhythm rhythm{stretch, std::vector<double>(n, patience), {}};
        for (double filling : fillings)
          rhythm.lag.push_back(filling * ofFilling + more);
        for (double flight : flights) {
          rhythm.flight = flight;
          tried.push_back({tryRhythm(rhythm), rhythm});
          if (isDone())
            return tried;
        }
      }
  std::stable_sort(
      tried.begin(), tried.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  return tried;
}

/// Changes some parameters of all coordinates, or of a run of them.
Rhythm Searcher::stepFrom(Rhythm rhythm, double width) {
  size_t from = 0, to = fillings.size();
  if (random() % 2) {
    from = random() % to;
    to = from + 1 + random() % (to - from);
  }
  unsigned which = random() % 15 + 1;
  if (which & 1) {
    double more = 0.5 * width * uniform();
    for (size_t c = from; c < to; ++c)
      rhythm.patience[c] = std::max(0.0, rhythm.patience[c] + more);
  }
  if (which & 2)
    rhythm.stretch = std::max(0.0, rhythm.stretch + width * uniform());
  if (which & 4) {
    double times = 1 + 0.5 * width * uniform(), more = 4 * width * uniform();
    for (size_t c = from; c < to; ++c)
      rhythm.lag[c] = std::max(0.0, rhythm.lag[c] * times + more);
  }
  if (which & 8)
    rhythm.flight *= 1 + 0.3 * width * uniform();
  return rhythm;
}

void Searcher::tryRhythms(int until) {
  std::vector<std::pair<Score, Rhythm>> best = tryGrid();
  best.resize(std::min(best.size(), mostRhythms));
  double width = 1;
  for (int i = 0; runs < until && !isDone(); ++i) {
    auto &[score, rhythm] = best[i % best.size()];
    Rhythm next = stepFrom(rhythm, width);
    Score nextScore = tryRhythm(next);
    if (nextScore < score) {
      score = nextScore;
      rhythm = std::move(next);
    }
    if (i % stepsOfOneWidth == stepsOfOneWidth - 1)
      width = std::max(narrowest, width * narrower);
  }
}

//===----------------------------------------------------------------------===//
// Both ends
//===----------------------------------------------------------------------===//

/// When each instance starts, seen from the end, in a run backwards in time that
/// goes by the ends of the order; nothing if there was no room.
std::vector<double> Searcher::latestStarts(const FoundOrder &order,
                                           double noise) {
  int m = forwards.microbatches;
  ListRules rules;
  rules.patience = order.patience;
  rules.room = room;
  rules.inFlight = order.inFlight;
  rules.priority.resize(order.starts.size());
  for (int t = 0; t < forwards.tasks(); ++t)
    for (int j = 0; j < m; ++j)
      rules.priority[forwards.at(t, m - 1 - j)] =
          (noise > 0 ? noise * uniform() : 0) -
          (order.starts[forwards.at(t, j)] + forwards.seconds[t]);
  ++runs;
  ListResult result = runList(backwards, rules);
  if (!result.isComplete)
    return {};
  std::vector<double> latest(order.starts.size());
  for (int t = 0; t < forwards.tasks(); ++t)
    for (int j = 0; j < m; ++j)
      latest[forwards.at(t, j)] =
          -(result.starts[forwards.at(t, m - 1 - j)] + forwards.seconds[t]);
  return latest;
}

void Searcher::buildFromBothEnds(FoundOrder order, int until) {
  double noise = 0;
  while (runs < until && !isDone()) {
    ListRules rules{latestStarts(order, noise), order.patience, room,
                    order.inFlight};
    if (rules.priority.empty())
      return;
    FoundOrder next = runForwards(rules);
    if (next.score < order.score) {
      keep(next);
      order = std::move(next);
      noise = 0;
    } else {
      noise = period * std::ldexp(1.0, -int(random() % 5));
    }
  }
}

std::vector<FoundOrder> Searcher::run() {
  int first = runs;
  tryRhythms(first + budget / 2);
  std::vector<FoundOrder> best = found;
  for (size_t i = 0; i < best.size(); ++i)
    buildFromBothEnds(best[i],
                      runs + (first + budget - runs) / int(best.size() - i));
  return std::move(found);
}

std::vector<FoundOrder> searchOrders(const TaskGraph &graph,
                                     Objective objective,
                                     const std::vector<int64_t> &room,
                                     double bound, int &runs) {
  return Searcher(graph, objective, room, bound, runs).run();
}

} // namespace popt::pipeline
