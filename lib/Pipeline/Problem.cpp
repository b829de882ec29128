// Checks that a pipelining problem is well formed. Problem.h has the meaning.
// Test: test/unit/Pipeline/ProblemTest.cpp.

#include "Topological.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace popt::pipeline {

static std::string taskName(const Problem &problem, int task) {
  const Task &t = problem.tasks[task];
  std::string s = "visit " + std::to_string(t.visit) + " of coordinate " +
                  std::to_string(t.coordinate);
  if (problem.directions > 1)
    s += " in direction " + std::to_string(t.direction);
  return t.part == Part::Weight ? s + " (weight part)" : s;
}

static std::string valueName(const Problem &problem, size_t value) {
  const std::string &name = problem.values[value].name;
  return "value " + std::to_string(value) +
         (name.empty() ? "" : " (\"" + name + "\")");
}

static bool isCost(double seconds) {
  return std::isfinite(seconds) && seconds >= 0;
}

static std::string checkTasks(const Problem &problem) {
  std::set<std::tuple<int, int, int, Part>> seen;
  for (size_t i = 0; i < problem.tasks.size(); ++i) {
    const Task &t = problem.tasks[i];
    std::string task = "task " + std::to_string(i);
    if (t.coordinate < 0 || t.coordinate >= problem.coordinates)
      return task + " is on coordinate " + std::to_string(t.coordinate) +
             ", there are " + std::to_string(problem.coordinates);
    if (t.visit < 0)
      return task + " has the negative visit " + std::to_string(t.visit);
    if (t.direction < 0 || t.direction >= problem.directions)
      return task + " has direction " + std::to_string(t.direction) +
             ", there are " + std::to_string(problem.directions);
    if (!isCost(t.seconds))
      return task + " takes " + std::to_string(t.seconds) +
             " seconds, which is no cost";
    if (!seen.insert({t.coordinate, t.direction, t.visit, t.part}).second)
      return taskName(problem, i) + " is there twice";
  }
  return "";
}

static std::string checkValues(const Problem &problem) {
  int count = problem.tasks.size();
  for (size_t i = 0; i < problem.values.size(); ++i) {
    const Value &v = problem.values[i];
    std::set<int> readers(v.readers.begin(), v.readers.end());
    if (v.producer < 0 || v.producer >= count)
      return valueName(problem, i) + " is made by task " +
             std::to_string(v.producer) + ", there are " +
             std::to_string(count);
    for (int r : v.readers)
      if (r < 0 || r >= count)
        return valueName(problem, i) + " is read by task " + std::to_string(r) +
               ", there are " + std::to_string(count);
    for (int r : v.readers)
      if (problem.tasks[r].direction != problem.tasks[v.producer].direction)
        return valueName(problem, i) + " is made by " +
               taskName(problem, v.producer) + " and read by " +
               taskName(problem, r) + ", which has other microbatches";
    if (readers.size() != v.readers.size())
      return valueName(problem, i) + " names a reader twice";
    if (v.bytes < 0)
      return valueName(problem, i) + " has " + std::to_string(v.bytes) +
             " bytes";
    if (v.distance < 0)
      return valueName(problem, i) + " is read " + std::to_string(-v.distance) +
             " microbatches before it is made";
  }
  return "";
}

static std::string checkMachine(const Problem &problem) {
  size_t n = problem.coordinates;
  if (!problem.links.empty() && problem.links.size() != n * n)
    return std::to_string(problem.links.size()) + " links are given, " +
           std::to_string(n) + " coordinates have " + std::to_string(n * n);
  auto good = [](const Link &l) {
    return isCost(l.latencySeconds) && l.bytesPerSecond > 0;
  };
  if (!good(problem.link) ||
      !std::all_of(problem.links.begin(), problem.links.end(), good))
    return "a link has a latency that is no cost, or no bandwidth";
  if (!problem.fixedBytes.empty() && problem.fixedBytes.size() != n)
    return std::to_string(problem.fixedBytes.size()) +
           " coordinates have fixed bytes, there are " + std::to_string(n);
  if (!(problem.overlap >= 0 && problem.overlap <= 1))
    return "the overlap is " + std::to_string(problem.overlap) +
           ", it must be between 0 and 1";
  return "";
}

/// Names the tasks of one circle of values of distance 0.
static std::string checkAcyclic(const Problem &problem) {
  int n = problem.tasks.size();
  std::vector<std::vector<int>> next = followers(problem);
  std::vector<int> ready = topologicalOrder(next);
  if (int(ready.size()) == n)
    return "";
  std::vector<bool> waits(n, true);
  for (int t : ready)
    waits[t] = false;
  // Walk backwards from a task that never became ready: every predecessor that
  // did not either leads round the circle.
  auto waitsFor = [&](int task) {
    for (int t = 0; t < n; ++t)
      if (waits[t] &&
          std::find(next[t].begin(), next[t].end(), task) != next[t].end())
        return t;
    return task;
  };
  int task = std::find(waits.begin(), waits.end(), true) - waits.begin();
  std::vector<int> walk;
  while (std::find(walk.begin(), walk.end(), task) == walk.end()) {
    walk.push_back(task);
    task = waitsFor(task);
  }
  std::string names;
  auto first = std::find(walk.begin(), walk.end(), task);
  for (auto it = walk.end(); it != first;)
    names += (names.empty() ? "" : ", ") + taskName(problem, *--it);
  return "the placement is cyclic: these wait for each other: " + names;
}

std::string Problem::check() const {
  if (coordinates < 1)
    return "there are " + std::to_string(coordinates) + " coordinates";
  if (microbatches < 1)
    return "there are " + std::to_string(microbatches) + " microbatches";
  if (directions < 1 || microbatches % directions != 0)
    return "there are " + std::to_string(directions) + " directions for " +
           std::to_string(microbatches) + " microbatches";
  for (auto rule : {checkTasks, checkValues, checkMachine, checkAcyclic})
    if (std::string error = rule(*this); !error.empty())
      return error;
  return "";
}

} // namespace popt::pipeline
