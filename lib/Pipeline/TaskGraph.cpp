// Roles, stages, transfers and distances of a pipelining problem. TaskGraph.h
// has the correspondence between visits and roles.
// Test: test/unit/Pipeline/ProblemTest.cpp.

#include "popt/Pipeline/TaskGraph.h"

#include "Topological.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace popt::pipeline {

TaskGraph::TaskGraph(const Problem &problem) : problem(problem) {
  size_t n = problem.tasks.size();
  inputs.resize(n);
  outputs.resize(n);
  sends.resize(n);
  tasksAt.resize(problem.coordinates);
  for (size_t t = 0; t < n; ++t)
    tasksAt[problem.tasks[t].coordinate].push_back(t);
  findRoles();
  findTransfers();
  numberStages();
  findHops();
}

void TaskGraph::findRoles() {
  chunk.resize(problem.tasks.size());
  roles.resize(problem.tasks.size());
  byRole.resize(problem.coordinates);
  stageIds.resize(problem.coordinates);
  chunkDirections.resize(problem.coordinates);
  for (int c = 0; c < problem.coordinates; ++c)
    for (int direction = 0; direction < problem.directions; ++direction)
      findRolesAt(c, direction);
}

void TaskGraph::findRolesAt(int c, int direction) {
  std::vector<int> tasks;
  for (int t : tasksAt[c])
    if (at(t).direction == direction)
      tasks.push_back(t);
  std::sort(tasks.begin(), tasks.end(), [&](int a, int b) {
    return std::make_tuple(at(a).visit, at(a).part) <
           std::make_tuple(at(b).visit, at(b).part);
  });
  // Visits may be numbered with gaps; what counts is their order.
  std::map<int, int> rank;
  for (int t : tasks)
    rank.emplace(at(t).visit, rank.size());
  int visits = rank.size(), forwards = (visits + 1) / 2;
  int first = stageIds[c].size();
  stageIds[c].resize(first + forwards, -1);
  chunkDirections[c].resize(first + forwards, direction);
  byRole[c].resize(3 * (first + forwards));
  for (int t : tasks) {
    int visit = rank[at(t).visit];
    bool forward = visit < forwards;
    chunk[t] = first + (forward ? visit : visits - 1 - visit);
    roles[t] = at(t).part == Part::Weight ? Role::Weight
               : forward                  ? Role::Forward
                                          : Role::Backward;
    byRole[c][3 * chunk[t] + int(roles[t])].push_back(t);
  }
}

void TaskGraph::findTransfers() {
  for (size_t v = 0; v < problem.values.size(); ++v) {
    const Value &value = problem.values[v];
    int source = at(value.producer).coordinate;
    outputs[value.producer].push_back(v);
    std::map<int, std::vector<int>> readersAt;
    for (int r : value.readers)
      readersAt[at(r).coordinate].push_back(r);
    for (auto &[destination, readers] : readersAt) {
      int transfer = -1;
      if (destination != source) {
        transfer = transfers.size();
        sends[value.producer].push_back(transfer);
        transfers.push_back({int(v), source, destination, readers});
      }
      for (int r : readers)
        inputs[r].push_back({int(v), transfer});
    }
  }
}

void TaskGraph::numberStages() {
  std::vector<int> level(problem.tasks.size(), 0);
  std::vector<std::vector<int>> next = followers(problem);
  for (int t : topologicalOrder(next))
    for (int r : next[t])
      level[r] = std::max(level[r], level[t] + 1);
  std::vector<std::tuple<int, int, int>> keys; // level, coordinate, chunk
  for (int c = 0; c < problem.coordinates; ++c)
    for (int k = 0; k < chunks(c); ++k) {
      int least = std::numeric_limits<int>::max();
      for (Role role : {Role::Forward, Role::Weight, Role::Backward}) {
        for (int t : tasksOf(c, k, role))
          least = std::min(least, level[t]);
        if (!tasksOf(c, k, role).empty())
          break;
      }
      keys.emplace_back(least, c, k);
    }
  std::sort(keys.begin(), keys.end());
  stageList.resize(problem.directions);
  for (auto [l, c, k] : keys) {
    std::vector<StagePosition> &list = stageList[chunkDirections[c][k]];
    stageIds[c][k] = list.size();
    list.push_back({c, k});
  }
}

int TaskGraph::stages() const {
  size_t fewest = stageList.front().size();
  for (const std::vector<StagePosition> &list : stageList)
    fewest = std::min(fewest, list.size());
  return int(fewest);
}

void TaskGraph::findHops() {
  std::vector<std::vector<int>> next = followers(problem);
  std::vector<int> order = topologicalOrder(next);
  std::vector<int> toEnd(problem.tasks.size(), 0);
  hops.assign(problem.coordinates, 0);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (roles[*it] != Role::Forward)
      continue;
    for (int r : next[*it])
      if (roles[r] == Role::Forward) {
        int hop = at(r).coordinate != at(*it).coordinate;
        toEnd[*it] = std::max(toEnd[*it], toEnd[r] + hop);
      }
    if (chunk[*it] == 0)
      hops[at(*it).coordinate] = toEnd[*it];
  }
}

int TaskGraph::maxChunks() const {
  int most = 0;
  for (const std::vector<int> &ids : stageIds)
    most = std::max(most, int(ids.size()));
  return most;
}

int TaskGraph::usedCoordinates() const {
  return std::count_if(tasksAt.begin(), tasksAt.end(),
                       [](const std::vector<int> &t) { return !t.empty(); });
}

const std::vector<int> &TaskGraph::tasksOf(int coordinate, int chunk,
                                           Role role) const {
  static const std::vector<int> none;
  if (chunk >= chunks(coordinate))
    return none;
  return byRole[coordinate][3 * chunk + int(role)];
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

char TaskGraph::letter(int task) const {
  switch (roles[task]) {
  case Role::Forward:
    return 'F';
  case Role::Weight:
    return 'W';
  case Role::Backward:
    break;
  }
  return tasksOf(at(task).coordinate, chunk[task], Role::Weight).empty() ? 'B'
                                                                         : 'I';
}

std::string TaskGraph::label(int task) const {
  return std::to_string(stageOf(task)) + letter(task);
}

std::string TaskGraph::label(int task, int microbatch) const {
  return label(task) + std::to_string(microbatch);
}

std::string TaskGraph::describe(int task, int microbatch) const {
  char l = letter(task);
  std::string word = l == 'F'   ? "forward "
                     : l == 'B' ? "backward "
                     : l == 'I' ? "input gradient "
                                : "weight gradient ";
  return word + label(task, microbatch) + " (microbatch " +
         std::to_string(microbatch) + ", stage " +
         std::to_string(stageOf(task)) + ", coordinate " +
         std::to_string(at(task).coordinate) + ")";
}

std::string TaskGraph::describeValue(int value) const {
  const Value &v = problem.values[value];
  if (!v.name.empty())
    return "\"" + v.name + "\"";
  return std::string("a result of ") + letter(v.producer) + " of stage " +
         std::to_string(stageOf(v.producer));
}

} // namespace popt::pipeline
