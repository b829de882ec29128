// Builds the two readings of a problem. Flow.h has the idea. Test:
// test/unit/Pipeline/AutoScheduleTest.cpp.

#include "Flow.h"

#include <algorithm>
#include <map>

namespace popt::pipeline {

Flow::Flow(const TaskGraph &graph, Direction direction)
    : microbatches(graph.problem.microbatches) {
  const Problem &problem = graph.problem;
  bool allFree = std::all_of(problem.tasks.begin(), problem.tasks.end(),
                             [](const Task &t) { return t.seconds == 0; });
  for (const Task &task : problem.tasks) {
    coordinate.push_back(task.coordinate);
    seconds.push_back(allFree ? 1 : task.seconds);
  }
  tasksAt = graph.tasksAt;
  auto happensBefore = [&](int a, int b) {
    const Task &x = problem.tasks[a], &y = problem.tasks[b];
    return std::make_pair(x.visit, x.part) < std::make_pair(y.visit, y.part);
  };
  for (std::vector<int> &tasks : tasksAt) {
    std::sort(tasks.begin(), tasks.end(), happensBefore);
    if (direction == Backwards)
      std::reverse(tasks.begin(), tasks.end());
  }
  addMessages(graph, direction);
  addHoldings(graph, direction);
}

void Flow::addMessages(const TaskGraph &graph, Direction direction) {
  const Problem &problem = graph.problem;
  sends.resize(tasks());
  waits.resize(tasks());
  links = problem.coordinates * problem.coordinates;
  auto add = [&](int from, FlowMessage message) {
    for (int reader : message.readers)
      waits[reader].push_back(message.distance);
    sends[from].push_back(std::move(message));
  };
  for (int producer = 0; producer < tasks(); ++producer)
    for (int v : graph.outputs[producer]) {
      const Value &value = problem.values[v];
      std::map<int, std::vector<int>> readersAt;
      for (int reader : value.readers)
        readersAt[coordinate[reader]].push_back(reader);
      for (auto &[there, readers] : readersAt) {
        FlowMessage message;
        message.distance = value.distance;
        int here = coordinate[producer];
        if (there != here) {
          const Link &link = problem.linkBetween(here, there);
          message.occupies = Problem::sendSeconds(value, link);
          message.latency = link.latencySeconds;
          message.link = here * problem.coordinates + there;
        }
        if (direction == Forwards) {
          message.readers = readers;
          add(producer, message);
          continue;
        }
        // Each reader alone, and links without queues: times are only guides
        // in this direction.
        message.latency += message.occupies;
        message.occupies = 0;
        message.link = -1;
        message.readers = {producer};
        for (int reader : readers)
          add(reader, message);
      }
    }
}

void Flow::addHoldings(const TaskGraph &graph, Direction direction) {
  const Problem &problem = graph.problem;
  // What the same tasks touch is held as one.
  std::map<std::vector<std::pair<int, int>>, int64_t> sizes;
  for (const Value &value : problem.values) {
    if (value.bytes == 0)
      continue;
    int sign = direction == Forwards ? 1 : -1;
    std::map<int, std::vector<std::pair<int, int>>> byCoordinate;
    byCoordinate[coordinate[value.producer]].push_back({value.producer, 0});
    for (int reader : value.readers)
      byCoordinate[coordinate[reader]].push_back(
          {reader, sign * value.distance});
    for (auto &[c, tasks] : byCoordinate) {
      std::sort(tasks.begin(), tasks.end());
      sizes[tasks] += value.bytes;
    }
  }
  touches.resize(tasks());
  for (auto &[tasks, size] : sizes) {
    int holding = int(bytes.size());
    bytes.push_back(size);
    touchers.emplace_back(microbatches, 0);
    for (auto [task, offset] : tasks) {
      touches[task].push_back({holding, offset});
      for (int j = 0; j < microbatches; ++j)
        if (int i = j - offset; i >= 0 && i < microbatches)
          ++touchers.back()[i];
    }
  }
}

} // namespace popt::pipeline
