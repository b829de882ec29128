// Shared by the pipeline tests: chains with the costs of a paper, schedules
// that must exist, the published figures.
#ifndef POPT_TEST_UNIT_PIPELINE_COMMON_H
#define POPT_TEST_UNIT_PIPELINE_COMMON_H

#include "popt/Pipeline/Chain.h"
#include "popt/Pipeline/Check.h"
#include "popt/Pipeline/Slots.h"

#include <gtest/gtest.h>

namespace popt::pipeline::test {

/// Its name as gtest takes names.
inline std::string
nameOfKind(const testing::TestParamInfo<ScheduleKind> &info) {
  std::string text = name(info.param);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

/// A point of the published tables, in their words.
struct Point {
  ScheduleKind kind = ScheduleKind::GPipe;
  int p = 1, m = 1, v = 1; ///< v: waves of hanayo
  double F = 1, I = 1, W = 1, c = 0;
  double FB = -1; ///< negative: F + I + W
};

inline bool isV(ScheduleKind kind) {
  return kind == ScheduleKind::ZBV || kind == ScheduleKind::DualPipeV ||
         kind == ScheduleKind::Hanayo;
}
/// True if the order comes from times, not from a rule.
inline bool isListed(ScheduleKind kind) {
  return kind == ScheduleKind::Chimera || kind == ScheduleKind::Hanayo;
}
inline bool isLooped(ScheduleKind kind) {
  return kind == ScheduleKind::InterleavedOneFOneB ||
         kind == ScheduleKind::LoopedBFS;
}

/// F, I, W are of a full stage, all chunks of a coordinate together, except for
/// dualpipev; with two directions a coordinate has two full stages. An activation is one byte, messages are free.
inline Problem chainOf(const Point &at) {
  ChainSpec spec;
  spec.coordinates = at.p;
  spec.microbatches = at.m;
  spec.directions = directionsOf(at.kind);
  spec.chunks = at.kind == ScheduleKind::Hanayo ? 2 * at.v
                : isV(at.kind)                  ? 2
                : isLooped(at.kind)             ? at.v
                                                : 1;
  spec.placement = isV(at.kind) ? Placement::V : Placement::Loop;
  double share = at.kind == ScheduleKind::DualPipeV ? 1 : spec.chunks;
  spec.stages = {{at.F / share, at.I / share, at.W / share}};
  spec.splitWeight = splitsWeight(at.kind);
  spec.link.latencySeconds = at.c;
  spec.activationBytes = 1;
  Problem problem = makeChain(spec);
  double whole = at.F + at.I + at.W;
  if (at.FB >= 0)
    problem.overlap = (whole - at.FB) / std::min(at.F, at.I + at.W);
  return problem;
}

/// Adds to a chain what is kept from each forward to its input gradient alone.
inline Problem withInputBytes(Problem chain, int64_t bytes) {
  for (size_t v = 0, n = chain.values.size(); v < n; ++v)
    if (chain.values[v].name.rfind("act ", 0) == 0) {
      const Value &kept = chain.values[v];
      chain.values.push_back(
          {kept.producer, {kept.readers[0]}, bytes, 0, "for input"});
    }
  return chain;
}

inline Schedule mustGenerate(const TaskGraph &graph, ScheduleKind kind) {
  std::string error;
  std::optional<Schedule> schedule = generate(graph, kind, error);
  EXPECT_TRUE(schedule) << error;
  return schedule ? *schedule : Schedule{};
}

/// Why there is no such schedule.
inline std::string misfit(const Problem &problem, ScheduleKind kind) {
  TaskGraph graph(problem);
  std::string error;
  EXPECT_FALSE(generate(graph, kind, error));
  return error;
}

inline Simulation mustSimulate(const TaskGraph &graph,
                               const Schedule &schedule) {
  std::string error;
  std::optional<Simulation> simulation = simulate(graph, schedule, error);
  EXPECT_TRUE(simulation) << error;
  return simulation ? *simulation : Simulation{};
}

/// `0F0 0F1&1B0 0B0` of one coordinate, as the published examples have it.
inline std::string orderText(const TaskGraph &graph, const Schedule &schedule,
                             int coordinate) {
  Schedule one;
  one.order = {schedule.order[coordinate]};
  std::string error;
  std::optional<std::string> text = writeSchedule(graph, one, error);
  EXPECT_TRUE(text) << error;
  std::string out;
  for (char c : text.value_or("")) {
    if (c == '(' || c == '\n')
      continue;
    out += c == ',' ? ' ' : c == ';' ? '&' : c;
  }
  for (size_t i; (i = out.find(")OVERLAP_F_B")) != std::string::npos;)
    out.erase(i, 12);
  return out;
}

/// A small problem for every kind that it fits; with two directions the sizes
/// are rounded up to what the kind takes.
inline Point smallPoint(ScheduleKind kind, int p = 3, int m = 6) {
  Point at;
  at.kind = kind;
  bool twoWay = directionsOf(kind) == 2;
  at.p = p + (twoWay && p % 2);
  at.m = m + (twoWay && m % 2);
  if (kind == ScheduleKind::DualPipe)
    at.m = std::max(at.m, 2 * at.p);
  at.v = isLooped(kind) ? 2 : 1;
  return at;
}

using Rows = std::vector<std::string>;
/// Order texts of the small problem's coordinates.
inline Rows orders(ScheduleKind kind, int p, int m) {
  Problem problem = chainOf(smallPoint(kind, p, m));
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, kind);
  Rows rows;
  for (int c = 0; c < p; ++c)
    rows.push_back(orderText(graph, schedule, c));
  return rows;
}

} // namespace popt::pipeline::test
#endif // POPT_TEST_UNIT_PIPELINE_COMMON_H
