// The rules of Check.h, one function each, in that order; a rule may rely on
// those before it. Test: test/unit/Pipeline/CheckTest.cpp breaks every rule in
// every schedule.

#include "popt/Pipeline/Check.h"

#include "popt/Pipeline/Slots.h"

#include <algorithm>

namespace popt::pipeline {

namespace {
class Checker {
public:
  Checker(const TaskGraph &graph, const Schedule &schedule,
          const CheckOptions &options)
      : graph(graph), problem(graph.problem), schedule(schedule),
        options(options), m(problem.microbatches) {}

  std::string checkSteps();
  std::string checkOnce();
  std::string checkOrder();
  std::string checkTransfers();
  std::string checkMatching();
  std::string checkDeadlock();
  std::string checkMemory();

private:
  std::string place(int c, size_t i) const {
    return "step " + std::to_string(i) + " of coordinate " + std::to_string(c);
  }
  std::string message(const Step &s) const {
    const Transfer &t = graph.transfers[s.index];
    int producer = problem.values[t.value].producer;
    return graph.describeValue(t.value) + " of microbatch " +
           std::to_string(s.microbatch) + " from " +
           graph.describe(producer, s.microbatch) + " to coordinate " +
           std::to_string(t.destination);
  }
  size_t at(int index, int microbatch) const {
    return size_t(index) * m + microbatch;
  }
  std::string checkStep(int c, size_t i) const;

  const TaskGraph &graph;
  const Problem &problem;
  const Schedule &schedule;
  const CheckOptions &options;
  int m;
  std::vector<int> runs; // task, microbatch: the step that runs it, or -1
};
} // namespace

std::string Checker::checkStep(int c, size_t i) const {
  const std::vector<Step> &steps = schedule.order[c];
  const Step &s = steps[i];
  bool run = s.kind == Step::Run;
  size_t count = run ? problem.tasks.size() : graph.transfers.size();
  if (s.index < 0 || size_t(s.index) >= count)
    return place(c, i) + " names " + (run ? "task " : "transfer ") +
           std::to_string(s.index) + " of microbatch " +
           std::to_string(s.microbatch) + ", there are " +
           std::to_string(count);
  int task =
      run ? s.index : problem.values[graph.transfers[s.index].value].producer;
  if (s.microbatch < 0 || s.microbatch >= m)
    return place(c, i) + " (" + graph.letter(task) + " of stage " +
           std::to_string(graph.stageOf(task)) + ") has microbatch " +
           std::to_string(s.microbatch) + ", there are " + std::to_string(m);
  if (!problem.runsFor(task, s.microbatch))
    return place(c, i) + " (" + graph.letter(task) + " of stage " +
           std::to_string(graph.stageOf(task)) + ") has microbatch " +
           std::to_string(s.microbatch) + ", which takes direction " +
           std::to_string(problem.directionOf(s.microbatch)) +
           ", the task is of direction " +
           std::to_string(problem.tasks[task].direction);
  const Transfer *t = run ? nullptr : &graph.transfers[s.index];
  int home = run                    ? problem.tasks[task].coordinate
             : s.kind == Step::Send ? t->source
                                    : t->destination;
  if (home != c) {
    std::string what =
        run ? graph.describe(task, s.microbatch)
            : (s.kind == Step::Send ? "the send of " : "the receive of ") +
                  message(s);
    return what + " stands in the order of coordinate " + std::to_string(c) +
           ", it belongs to coordinate " + std::to_string(home);
  }
  if (s.joined &&
      (!run || i + 1 == steps.size() || steps[i + 1].kind != Step::Run))
    return place(c, i) + " (" + graph.label(task, s.microbatch) +
           ", microbatch " + std::to_string(s.microbatch) + ", stage " +
           std::to_string(graph.stageOf(task)) +
           ") is joined with what is no task";
  return "";
}

std::string Checker::checkSteps() {
  if (schedule.order.size() != size_t(problem.coordinates))
    return "the schedule has orders for " +
           std::to_string(schedule.order.size()) + " coordinates, there are " +
           std::to_string(problem.coordinates);
  for (int c = 0; c < problem.coordinates; ++c)
    for (size_t i = 0; i < schedule.order[c].size(); ++i)
      if (std::string error = checkStep(c, i); !error.empty())
        return error;
  return "";
}

std::string Checker::checkOnce() {
  runs.assign(problem.tasks.size() * m, -1);
  for (int c = 0; c < problem.coordinates; ++c)
    for (size_t i = 0; i < schedule.order[c].size(); ++i) {
      const Step &s = schedule.order[c][i];
      if (s.kind != Step::Run)
        continue;
      int &run = runs[at(s.index, s.microbatch)];
      if (run >= 0)
        return graph.describe(s.index, s.microbatch) +
               " runs twice, at steps " + std::to_string(run) + " and " +
               std::to_string(i);
      run = i;
    }
  for (size_t t = 0; t < problem.tasks.size(); ++t)
    for (int j = 0; j < m; ++j)
      if (problem.runsFor(t, j) && runs[at(t, j)] < 0)
        return graph.describe(t, j) + " never runs";
  return "";
}

std::string Checker::checkOrder() {
  for (int c = 0; c < problem.coordinates; ++c)
    for (const Step &s : schedule.order[c]) {
      if (s.kind != Step::Run)
        continue;
      for (const Input &in : graph.inputs[s.index]) {
        int j = graph.readMicrobatch(in.value, s.microbatch);
        int producer = problem.values[in.value].producer;
        if (in.transfer < 0 && j >= 0 &&
            runs[at(producer, j)] > runs[at(s.index, s.microbatch)])
          return graph.describe(s.index, s.microbatch) + " runs before " +
                 graph.describe(producer, j) + ", which makes " +
                 graph.describeValue(in.value) + " for it";
      }
    }
  return "";
}

std::string Checker::checkTransfers() {
  std::vector<int> sent(graph.transfers.size() * m, -1);
  std::vector<int> received(sent.size(), -1);
  for (int c = 0; c < problem.coordinates; ++c)
    for (size_t i = 0; i < schedule.order[c].size(); ++i) {
      const Step &s = schedule.order[c][i];
      if (s.kind == Step::Run)
        continue;
      int value = graph.transfers[s.index].value;
      bool send = s.kind == Step::Send;
      int &seen = (send ? sent : received)[at(s.index, s.microbatch)];
      if (seen >= 0)
        return message(s) + (send ? " is sent twice" : " is received twice") +
               ", at steps " + std::to_string(seen) + " and " +
               std::to_string(i);
      seen = i;
      if (!graph.isRead(value, s.microbatch))
        return message(s) + " is " + (send ? "sent" : "received") +
               ", but nothing reads it";
      if (send &&
          runs[at(problem.values[value].producer, s.microbatch)] > int(i))
        return message(s) + " is sent before it is made";
      if (send)
        continue;
      int reader = s.microbatch + problem.values[value].distance;
      for (int r : graph.transfers[s.index].readers)
        if (runs[at(r, reader)] < int(i))
          return message(s) + " is received after " +
                 graph.describe(r, reader) + ", which reads it";
    }
  for (size_t t = 0; t < graph.transfers.size(); ++t)
    for (int j = 0; j < m; ++j) {
      if (!graph.isRead(graph.transfers[t].value, j))
        continue;
      Step s{Step::Send, false, int(t), j};
      if (sent[at(t, j)] < 0)
        return message(s) + " is never sent";
      if (received[at(t, j)] < 0)
        return message(s) + " is never received";
    }
  return "";
}

std::string Checker::checkMatching() {
  size_t n = problem.coordinates;
  std::vector<std::vector<Step>> sends(n * n), receives(n * n);
  for (const std::vector<Step> &steps : schedule.order)
    for (const Step &s : steps) {
      if (s.kind == Step::Run)
        continue;
      const Transfer &t = graph.transfers[s.index];
      (s.kind == Step::Send ? sends : receives)[t.source * n + t.destination]
          .push_back(s);
    }
  for (size_t pair = 0; pair < n * n; ++pair)
    for (size_t i = 0; i < sends[pair].size(); ++i) {
      const Step &s = sends[pair][i], &r = receives[pair][i];
      if (s.index != r.index || s.microbatch != r.microbatch)
        return "message " + std::to_string(i) + " from coordinate " +
               std::to_string(pair / n) + " to coordinate " +
               std::to_string(pair % n) + " is sent as " + message(s) +
               " but received as " + message(r);
    }
  return "";
}

std::string Checker::checkDeadlock() {
  std::string error;
  simulate(graph, schedule, error, options.sends);
  return error;
}

std::string Checker::checkMemory() {
  if (options.maxBytes.empty() && options.maxSlots.empty())
    return "";
  Slots slots = assignSlots(graph, schedule);
  for (const SlotAssignment &a : slots.values) {
    if (options.maxSlots.empty() || a.transfer >= 0)
      continue;
    int limit = options.maxSlots[a.value];
    if (limit < 0 || a.count <= limit)
      continue;
    int j = std::find(a.slot.begin(), a.slot.end(), limit) - a.slot.begin();
    return "coordinate " + std::to_string(a.coordinate) + " keeps " +
           std::to_string(limit + 1) + " instances of " +
           graph.describeValue(a.value) + " when " +
           graph.describe(problem.values[a.value].producer, j) +
           " runs, the limit is " + std::to_string(limit);
  }
  for (size_t c = 0; c < options.maxBytes.size(); ++c) {
    if (slots.peakBytes[c] <= options.maxBytes[c])
      continue;
    std::string text = "coordinate " + std::to_string(c) + " keeps " +
                       std::to_string(slots.peakBytes[c]) + " bytes";
    if (size_t(slots.peakStep[c]) < schedule.order[c].size()) {
      const Step &s = schedule.order[c][slots.peakStep[c]];
      text += s.kind == Step::Run
                  ? " when " + graph.describe(s.index, s.microbatch) + " runs"
                  : " when " + message(s) + " is under way";
    }
    return text + ", the limit is " + std::to_string(options.maxBytes[c]);
  }
  return "";
}

std::string check(const TaskGraph &graph, const Schedule &schedule,
                  const CheckOptions &options) {
  bool complete = schedule.hasTransfers();
  Checker tasks(graph, schedule, options);
  for (auto rule :
       {&Checker::checkSteps, &Checker::checkOnce, &Checker::checkOrder})
    if (std::string error = (tasks.*rule)(); !error.empty())
      return error;
  Schedule completed;
  if (!complete)
    completed = withTransfers(graph, schedule);
  Checker all(graph, complete ? schedule : completed, options);
  for (auto rule : {&Checker::checkSteps, &Checker::checkOnce,
                    &Checker::checkTransfers, &Checker::checkMatching,
                    &Checker::checkDeadlock, &Checker::checkMemory})
    if (std::string error = (all.*rule)(); !error.empty())
      return error;
  return "";
}

} // namespace popt::pipeline
