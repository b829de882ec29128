// Names of schedules, and which rule gives the order of which coordinate.
// Schedule.h lists the rules. A rule is used where the placement is one that it
// was written for, and its order repaired where the graph is no chain
// (Repair.cpp); else tasks are list-scheduled (ListSchedule.cpp). Test:
// test/unit/Pipeline/GenerateTest.cpp.

#include "Generators.h"
#include "popt/Pipeline/AutoSchedule.h"
#include "popt/Text/Names.h"

#include <algorithm>
#include <cassert>

namespace popt::pipeline {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr const char *kindNames[] = {
    "gpipe", "1f1b",  "eager-1f1b", "interleaved-1f1b", "looped-bfs", "zb-h1",
    "zb-h2", "zb-v",  "dualpipev",  "dualpipe",         "chimera",    "hanayo",
    "auto",  "custom"};

const char *name(ScheduleKind kind) { return kindNames[size_t(kind)]; }

std::vector<std::string> scheduleNames() {
  return {std::begin(kindNames), std::end(kindNames)};
}

std::optional<ScheduleKind> parseScheduleKind(std::string_view name,
                                              std::string &error) {
  if (name == "zb-1p")
    return ScheduleKind::ZBH1;
  std::vector<std::string> names = scheduleNames();
  auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end())
    return ScheduleKind(it - names.begin());
  // Published ones, known by name alone.
  static constexpr const char *others[] = {"pipedream-async", "pipedream-2bw",
                                           "v-half", "v-min"};
  bool isOther =
      std::find(std::begin(others), std::end(others), name) != std::end(others);
  error = "schedule \"" + std::string(name) + "\" is " +
          (isOther ? "not in this build" : "unknown");
  if (std::optional<std::string> near = nearestName(name, names);
      near && !isOther) {
    error += ", did you mean \"" + *near + "\"?";
    return std::nullopt;
  }
  error += "; known are";
  for (size_t i = 0; i < names.size(); ++i)
    error += (i ? ", " : " ") + names[i];
  return std::nullopt;
}

bool splitsWeight(ScheduleKind kind) {
  return kind == ScheduleKind::ZBH1 || kind == ScheduleKind::ZBH2 ||
         kind == ScheduleKind::ZBV || kind == ScheduleKind::DualPipeV ||
         kind == ScheduleKind::DualPipe || kind == ScheduleKind::Auto ||
         kind == ScheduleKind::Custom;
}

int directionsOf(ScheduleKind kind) {
  return kind == ScheduleKind::DualPipe || kind == ScheduleKind::Chimera ? 2
                                                                         : 1;
}

bool cutsLastVisit(ScheduleKind kind) {
  return kind == ScheduleKind::GPipe || kind == ScheduleKind::LoopedBFS ||
         kind == ScheduleKind::InterleavedOneFOneB ||
         kind == ScheduleKind::DualPipeV || kind == ScheduleKind::DualPipe ||
         kind == ScheduleKind::Chimera || kind == ScheduleKind::Hanayo ||
         kind == ScheduleKind::Auto || kind == ScheduleKind::Custom;
}

bool Schedule::hasTransfers() const {
  for (const std::vector<Step> &steps : order)
    for (const Step &s : steps)
      if (s.kind != Step::Run)
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static std::string copies(int directions) {
  return directions == 1 ? "one copy" : std::to_string(directions) + " copies";
}

/// Why the kind does not fit the problem; empty if it does.
static std::string misfit(const TaskGraph &graph, ScheduleKind kind) {
  int p = graph.usedCoordinates(), m = graph.problem.microbatches;
  std::string schedule = "schedule \"" + std::string(name(kind)) + "\"";
  std::string places =
      std::to_string(p) + (p == 1 ? " coordinate" : " coordinates");
  if (kind == ScheduleKind::Custom)
    return schedule + " has no rule: name its file, --schedule=ORDER.csv";
  if (kind == ScheduleKind::ZBV || kind == ScheduleKind::DualPipeV)
    if (graph.maxChunks() != 2)
      return schedule + " takes two chunks per coordinate, the placement has " +
             std::to_string(graph.maxChunks()) +
             ": place the layers forth and back over the coordinates";
  if (kind == ScheduleKind::InterleavedOneFOneB && m % p != 0)
    return schedule + " takes a multiple of " + std::to_string(p) +
           " microbatches on " + places + ", there are " + std::to_string(m);
  if (graph.problem.directions != directionsOf(kind))
    return schedule + " runs " + copies(directionsOf(kind)) +
           " of the network, there are tasks of " +
           copies(graph.problem.directions);
  if (directionsOf(kind) == 2 && p % 2 != 0)
    return schedule + " takes an even number of coordinates, there are " +
           std::to_string(p);
  if (kind == ScheduleKind::Hanayo && graph.maxChunks() < 2)
    return schedule +
           " takes two chunks per coordinate and wave, the placement "
           "has 1: place the layers forth and back over the "
           "coordinates";
  bool isDual =
      kind == ScheduleKind::DualPipeV || kind == ScheduleKind::DualPipe;
  if (isDual && m < 2 * p)
    return schedule + " takes at least " + std::to_string(2 * p) +
           " microbatches on " + places + ", there are " + std::to_string(m);
  return "";
}

/// Positions for rules of one chunk: by distance from the end of the graph.
static std::vector<Place> placesByHops(const TaskGraph &graph) {
  std::vector<Place> places(graph.problem.coordinates);
  int most = 0;
  for (size_t c = 0; c < places.size(); ++c)
    most = std::max(most, graph.hopsToEnd(c));
  for (size_t c = 0; c < places.size(); ++c)
    places[c] = {most - graph.hopsToEnd(c), most + 1};
  return places;
}

/// Positions for rules of several chunks: by where the first chunks stand.
static std::vector<Place> placesByStage(const TaskGraph &graph) {
  std::vector<Place> places(graph.problem.coordinates);
  std::vector<std::pair<int, int>> firsts; // stage, coordinate
  for (int c = 0; c < graph.problem.coordinates; ++c)
    if (graph.chunks(c))
      firsts.emplace_back(graph.stage(c, 0), c);
  std::sort(firsts.begin(), firsts.end());
  for (size_t d = 0; d < firsts.size(); ++d)
    places[firsts[d].second] = {int(d), int(firsts.size())};
  return places;
}

static void emitByRule(Emitter &e, ScheduleKind kind, Place at, int chunks,
                       int m) {
  switch (kind) {
  case ScheduleKind::GPipe:
  case ScheduleKind::LoopedBFS:
    return emitLoopedBFS(e, chunks, m);
  case ScheduleKind::OneFOneB:
    return emitOneFOneB(e, at, m);
  case ScheduleKind::EagerOneFOneB:
    return emitEagerOneFOneB(e, at, m);
  case ScheduleKind::InterleavedOneFOneB:
    return emitInterleaved(e, at, chunks, m);
  case ScheduleKind::ZBH1:
    return emitZeroBubbleH(e, at.p - at.d, at.d, m);
  case ScheduleKind::ZBH2:
    return emitZeroBubbleH(e, 2 * (at.p - at.d) - 1, 2 * at.d, m);
  case ScheduleKind::ZBV:
    return emitZeroBubbleV(e, at);
  case ScheduleKind::DualPipeV:
    return emitDualPipeV(e, at, m);
  case ScheduleKind::DualPipe:
    return emitDualPipe(e, at, m);
  case ScheduleKind::Chimera:
  case ScheduleKind::Hanayo:
  case ScheduleKind::Auto:
  case ScheduleKind::Custom:
    break;
  }
  assert(false && "this order has no rule");
}

static bool isRuleOfOneChunk(ScheduleKind kind) {
  return kind == ScheduleKind::OneFOneB ||
         kind == ScheduleKind::EagerOneFOneB || kind == ScheduleKind::ZBH1 ||
         kind == ScheduleKind::ZBH2;
}

/// True if chunk `chunk` passes the coordinates in the order of `places`, or
/// against it.
static bool runsAlong(const TaskGraph &graph, const std::vector<Place> &places,
                      int chunk, bool forth) {
  std::vector<std::pair<int, int>> stages; // d, stage
  for (int c = 0; c < graph.problem.coordinates; ++c)
    if (chunk < graph.chunks(c))
      stages.emplace_back(places[c].d, graph.stage(c, chunk));
  std::sort(stages.begin(), stages.end());
  for (size_t i = 1; i < stages.size(); ++i)
    if ((stages[i - 1].second < stages[i].second) != forth)
      return false;
  return true;
}

/// True if every coordinate has a chunk of each direction, and the directions
/// pass the coordinates one against the other.
static bool isTwoWay(const TaskGraph &graph, const std::vector<Place> &places) {
  for (int c = 0; c < graph.problem.coordinates; ++c)
    if (graph.chunks(c) != 0 &&
        (graph.chunks(c) != 2 || graph.directionOfChunk(c, 0) != 0 ||
         graph.directionOfChunk(c, 1) != 1))
      return false;
  return runsAlong(graph, places, 0, true) &&
         runsAlong(graph, places, 1, false);
}

/// True if the rule of this kind knows such a placement.
static bool rulesOver(const TaskGraph &graph, ScheduleKind kind,
                      const std::vector<Place> &places) {
  if (kind == ScheduleKind::GPipe || kind == ScheduleKind::LoopedBFS)
    return true;
  if (isRuleOfOneChunk(kind))
    return graph.maxChunks() == 1;
  if (kind == ScheduleKind::Chimera || kind == ScheduleKind::Hanayo)
    return false;
  if (kind == ScheduleKind::DualPipe)
    return isTwoWay(graph, places);
  bool isV = kind == ScheduleKind::ZBV || kind == ScheduleKind::DualPipeV;
  for (int k = 0; k < graph.maxChunks(); ++k)
    if (!runsAlong(graph, places, k, !isV || k % 2 == 0))
      return false;
  return true;
}

/// The limits on microbatches in flight that the rule keeps where it applies.
static ListPolicy policyOf(const TaskGraph &graph, ScheduleKind kind) {
  if (kind == ScheduleKind::Hanayo || directionsOf(kind) == 2)
    return wavePolicy(graph, kind);
  ListPolicy policy;
  policy.deferWeights = splitsWeight(kind);
  for (Place at : placesByHops(graph)) {
    int left = at.p - at.d;
    policy.inFlight.push_back(kind == ScheduleKind::EagerOneFOneB ? 2 * left - 1
                              : kind == ScheduleKind::ZBH1        ? at.p
                              : kind == ScheduleKind::ZBH2        ? 2 * at.p - 1
                                                                  : left);
  }
  return policy;
}

std::optional<Schedule> generate(const TaskGraph &graph, ScheduleKind kind,
                                 std::string &error) {
  Schedule schedule;
  schedule.name = name(kind);
  schedule.order.resize(graph.problem.coordinates);
  if (graph.problem.tasks.empty())
    return schedule;
  error = misfit(graph, kind);
  if (!error.empty())
    return std::nullopt;
  if (kind == ScheduleKind::Auto) {
    std::optional<AutoSchedule> found = autoSchedule(graph, {}, error);
    return found ? std::optional(std::move(found->schedule)) : std::nullopt;
  }
  int chunks = graph.maxChunks();
  std::vector<Place> places =
      isRuleOfOneChunk(kind) ? placesByHops(graph) : placesByStage(graph);
  if (!rulesOver(graph, kind, places)) {
    schedule.order = listSchedule(graph, policyOf(graph, kind)).order;
    return schedule;
  }
  for (int c = 0; c < graph.problem.coordinates; ++c) {
    Emitter e(graph, c, chunks, schedule.order[c]);
    emitByRule(e, kind, places[c], chunks, graph.problem.microbatches);
  }
  repair(graph, schedule);
  return schedule;
}

std::vector<Schedule> generateNamed(const TaskGraph &graph) {
  std::vector<Schedule> schedules;
  for (ScheduleKind kind : namedSchedules) {
    std::string misfit;
    if (std::optional<Schedule> schedule = generate(graph, kind, misfit)) {
      dissolveBundles(*schedule);
      schedules.push_back(std::move(*schedule));
    }
  }
  return schedules;
}

} // namespace popt::pipeline
