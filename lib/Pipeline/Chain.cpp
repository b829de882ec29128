// Builds the problem of a chain of stages. Chain.h has its values.
// Test: test/unit/Pipeline/ProblemTest.cpp.

#include "popt/Pipeline/Chain.h"

#include <cassert>

namespace popt::pipeline {

namespace {
/// Tasks of one stage; -1 where it has none.
struct StageTasks {
  int forward = -1, backward = -1, weight = -1;
};
} // namespace

static int coordinateOf(const ChainSpec &spec, int stage, int direction) {
  int lap = stage / spec.coordinates, place = stage % spec.coordinates;
  bool back = spec.placement == Placement::V && lap % 2 == 1;
  return back != (direction == 1) ? spec.coordinates - 1 - place : place;
}

static StageTasks addTasks(Problem &problem, const ChainSpec &spec, int stage,
                           int direction) {
  bool fused = spec.fuseLast && stage == spec.coordinates * spec.chunks - 1;
  int c = coordinateOf(spec, stage, direction),
      chunk = stage / spec.coordinates;
  const StageCost &cost =
      spec.stages[spec.stages.size() == 1 ? 0 : size_t(stage)];
  double backward = cost.input + (spec.splitWeight ? 0 : cost.weight);
  // Every chunk is visited twice, the innermost of a fused chain once.
  bool hasFused =
      c == coordinateOf(spec, spec.coordinates * spec.chunks - 1, direction) &&
      spec.fuseLast;
  int visits = 2 * spec.chunks - hasFused;
  int last = fused ? chunk : visits - 1 - chunk;
  auto add = [&](int visit, Part part, double seconds) {
    problem.tasks.push_back({c, visit, part, seconds, direction});
    return int(problem.tasks.size()) - 1;
  };
  StageTasks t;
  t.forward = add(chunk, Part::Main, cost.forward + (fused ? backward : 0));
  t.backward = fused ? t.forward : add(last, Part::Main, backward);
  if (spec.splitWeight)
    t.weight = add(last, Part::Weight, cost.weight);
  return t;
}

/// The stages of one direction, and the values between them.
static void addDirection(Problem &problem, const ChainSpec &spec,
                         int direction) {
  int stages = spec.coordinates * spec.chunks;
  std::vector<StageTasks> tasks;
  for (int s = 0; s < stages; ++s)
    tasks.push_back(addTasks(problem, spec, s, direction));
  auto add = [&](const char *name, int stage, int producer,
                 std::vector<int> readers, int64_t bytes) {
    problem.values.push_back(
        {producer, std::move(readers), bytes, 0, name + std::to_string(stage)});
  };
  for (int s = 0; s < stages; ++s) {
    const StageTasks &t = tasks[s];
    std::vector<int> readers;
    if (t.backward != t.forward)
      readers.push_back(t.backward);
    if (t.weight >= 0)
      readers.push_back(t.weight);
    if (!readers.empty())
      add("act ", s, t.forward, readers, spec.activationBytes);
    if (s + 1 < stages)
      add("h ", s, t.forward, {tasks[s + 1].forward}, spec.messageBytes);
    if (s > 0)
      add("grad ", s, t.backward, {tasks[s - 1].backward}, spec.messageBytes);
    if (t.weight >= 0)
      add("dw ", s, t.backward, {t.weight}, 0);
  }
}

Problem makeChain(const ChainSpec &spec) {
  assert((spec.stages.size() == 1 ||
          int(spec.stages.size()) == spec.coordinates * spec.chunks) &&
         "one cost, or one per stage");
  Problem problem;
  problem.coordinates = spec.coordinates;
  problem.microbatches = spec.microbatches;
  problem.directions = spec.directions;
  problem.link = spec.link;
  for (int direction = 0; direction < spec.directions; ++direction)
    addDirection(problem, spec, direction);
  return problem;
}

} // namespace popt::pipeline
