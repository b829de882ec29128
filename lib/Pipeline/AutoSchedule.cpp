// Tries every schedule that has a name, then orders that the search finds
// (OrderSearch.h), and takes the best that fits. The usual simulation and slots
// decide what fits. The search itself counts bytes by the order of tasks alone;
// where messages have to be received earlier than that, it is given less room
// and tries again. Test: test/unit/Pipeline/AutoScheduleTest.cpp.

#include "popt/Pipeline/AutoSchedule.h"

#include "LowerBound.h"
#include "OrderSearch.h"
#include "popt/Pipeline/Slots.h"

#include <algorithm>
#include <cmath>

namespace popt::pipeline {

/// How often the search is given less room.
constexpr int mostSearches = 12;
/// Numbers that differ by less, relatively, are equal.
constexpr double equal = 1e-9;

namespace {
class AutoScheduler {
public:
  AutoScheduler(const TaskGraph &graph, const AutoOptions &options)
      : graph(graph), options(options) {}
  std::optional<AutoSchedule> run(std::string &error);

private:
  struct Fitting {
    AutoCandidate candidate;
    Schedule schedule;
  };
  static bool isBetter(const Fitting &a, const Fitting &b);
  void tryNamed();
  void limitToFastest();
  void search();
  std::vector<int64_t> keepIfFits(Schedule schedule, const std::string &name);
  bool isDone() const;

  const TaskGraph &graph;
  AutoOptions options;
  double bound = 0;
  int runs = 0;
  std::vector<Fitting> fitting;
  std::string hungry; // what the least hungry order needs
  int64_t leastExcess = std::numeric_limits<int64_t>::max();
};
} // namespace

/// Keeps the order if it fits, and then has no answer; else by how many bytes
/// it exceeds the limit, per coordinate.
std::vector<int64_t> AutoScheduler::keepIfFits(Schedule schedule,
                                               const std::string &name) {
  std::string error;
  schedule.name = name;
  Schedule complete = withTransfers(graph, schedule);
  std::optional<Simulation> run = simulate(graph, complete, error);
  Slots slots =
      assignSlots(graph, complete, options.sendsFromSlots ? &*run : nullptr);
  std::vector<int64_t> excess(options.maxBytes.size(), 0);
  int64_t most = 0;
  size_t where = 0;
  for (size_t c = 0; c < excess.size(); ++c) {
    excess[c] = std::max<int64_t>(0, slots.peakBytes[c] - options.maxBytes[c]);
    if (excess[c] > most) {
      most = excess[c];
      where = c;
    }
  }
  if (most > 0) {
    if (most < leastExcess) {
      leastExcess = most;
      hungry = name + ", keeps " + std::to_string(slots.peakBytes[where]) +
               " bytes on coordinate " + std::to_string(where) +
               ", the limit is " + std::to_string(options.maxBytes[where]);
    }
    return excess;
  }
  int64_t peak =
      *std::max_element(slots.peakBytes.begin(), slots.peakBytes.end());
  double seconds =
      scoreOf(options.objective, run->makespan, run->longestSpan()).first;
  fitting.push_back({{name, seconds, peak}, std::move(schedule)});
  return {};
}

void AutoScheduler::tryNamed() {
  // Of those that are as fast and keep as much, the simplest wins.
  for (Schedule &schedule : generateNamed(graph)) {
    std::string name = schedule.name;
    keepIfFits(std::move(schedule), name);
  }
}

/// Of equally fast ones the one that keeps less.
bool AutoScheduler::isBetter(const Fitting &a, const Fitting &b) {
  double first = a.candidate.seconds, second = b.candidate.seconds;
  if (std::abs(first - second) > equal * std::max(first, second))
    return first < second;
  return a.candidate.peakBytes < b.candidate.peakBytes;
}

/// What the fastest schedule so far keeps is the limit for all.
void AutoScheduler::limitToFastest() {
  if (fitting.empty())
    return;
  int64_t most = std::min_element(fitting.begin(), fitting.end(), isBetter)
                     ->candidate.peakBytes;
  options.maxBytes.assign(graph.problem.coordinates, most);
  fitting.erase(std::remove_if(fitting.begin(), fitting.end(),
                               [&](const Fitting &f) {
                                 return f.candidate.peakBytes > most;
                               }),
                fitting.end());
}

bool AutoScheduler::isDone() const {
  return std::any_of(fitting.begin(), fitting.end(), [&](const Fitting &f) {
    return f.candidate.seconds <= bound * (1 + equal);
  });
}

void AutoScheduler::search() {
  // Search and bound take every task to run for every microbatch.
  if (graph.problem.directions > 1)
    return;
  std::vector<int64_t> room = options.maxBytes;
  const std::vector<int64_t> &fixed = graph.problem.fixedBytes;
  for (size_t c = 0; c < room.size() && !fixed.empty(); ++c)
    room[c] -= fixed[c];
  bound = options.objective == Objective::Makespan ? lowestMakespan(graph, room)
                                                   : lowestSpan(graph);
  for (int i = 0; i < mostSearches && !isDone(); ++i) {
    std::vector<int64_t> excess;
    for (FoundOrder &order :
         searchOrders(graph, options.objective, room, bound, runs)) {
      std::vector<int64_t> more = keepIfFits(std::move(order.schedule), "list");
      if (more.empty())
        return;
      if (excess.empty())
        excess = more;
    }
    if (excess.empty())
      return; // there is no room for a microbatch
    for (size_t c = 0; c < room.size(); ++c)
      room[c] -= excess[c];
  }
}

std::optional<AutoSchedule> AutoScheduler::run(std::string &error) {
  tryNamed();
  if (options.asMuchAsNamed && options.maxBytes.empty())
    limitToFastest();
  search();
  if (fitting.empty()) {
    error = "no order of the tasks fits: the least hungry one found, " + hungry;
    return std::nullopt;
  }
  std::stable_sort(fitting.begin(), fitting.end(), isBetter);
  AutoSchedule answer;
  answer.schedule = std::move(fitting.front().schedule);
  answer.chosen = fitting.front().candidate;
  if (fitting.size() > 1)
    answer.runnerUp = fitting[1].candidate;
  answer.lowerBound = std::min(bound, answer.chosen.seconds);
  answer.runs = runs;
  return answer;
}

double AutoSchedule::gap() const {
  return lowerBound > 0 ? chosen.seconds / lowerBound - 1 : 0;
}

std::optional<AutoSchedule> autoSchedule(const TaskGraph &graph,
                                         const AutoOptions &options,
                                         std::string &error) {
  return AutoScheduler(graph, options).run(error);
}

} // namespace popt::pipeline
