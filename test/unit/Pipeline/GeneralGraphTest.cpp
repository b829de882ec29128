// Every schedule on graphs that are no chains: always executable, always
// legal, and within the limits that the schedule's name promises.

#include "Graphs.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

static void expectLegal(const Problem &problem) {
  ASSERT_EQ(problem.check(), "");
  TaskGraph graph(problem);
  for (ScheduleKind kind : namedSchedules) {
    std::string error;
    std::optional<Schedule> schedule = generate(graph, kind, error);
    if (!schedule) {
      EXPECT_NE(error, "");
      continue;
    }
    EXPECT_EQ(check(graph, *schedule), "") << name(kind);
    Schedule full = withTransfers(graph, *schedule, 1);
    Simulation copying = mustSimulate(graph, full);
    Slots slots = assignSlots(graph, full, &copying);
    CheckOptions held;
    held.sends.slots = &slots;
    EXPECT_EQ(check(graph, full, held), "") << name(kind);
    // The same order, received on arrival where a visit was not cut.
    Schedule lazy = withTransfers(graph, *schedule);
    Simulation before = mustSimulate(graph, lazy);
    Schedule early = receiveOnArrival(graph, lazy, before);
    Simulation after = mustSimulate(graph, early);
    EXPECT_EQ(after.makespan, before.makespan) << name(kind);
    slots = assignSlots(graph, early, &after);
    EXPECT_EQ(check(graph, early, held), "") << name(kind);
  }
}

TEST(GeneralGraphTest, Networks) {
  for (const Network &net : {twoTowers(), encoderDecoder(), skipsAndHeads()})
    for (bool split : {false, true})
      for (bool fuse : {false, true})
        for (int m : {1, 4, 10})
          expectLegal(networkProblem(net, m, split, fuse));
}

/// A network keeps 1f1b's memory: as many microbatches in flight as hops to the
/// end, and one.
TEST(GeneralGraphTest, MemoryOfNetworks) {
  for (const Network &net : {twoTowers(), encoderDecoder(), skipsAndHeads()}) {
    Problem problem = networkProblem(net, 12, false, false);
    TaskGraph graph(problem);
    Slots slots =
        assignSlots(graph, mustGenerate(graph, ScheduleKind::OneFOneB));
    for (size_t v = 0; v < problem.values.size(); ++v)
      if (problem.values[v].name == "act") {
        int c = problem.tasks[problem.values[v].producer].coordinate;
        EXPECT_EQ(slots.find(v, c)->count, graph.hopsToEnd(c) + 1);
      }
  }
}

TEST(GeneralGraphTest, SeveralVisits) {
  for (int m : {1, 2, 7}) {
    expectLegal(contrastive(m));
    Problem problem = contrastive(m);
    TaskGraph graph(problem);
    // Rules of one chunk give way to list scheduling, which overlaps the
    // microbatches: far better than one after the other.
    Schedule schedule = mustGenerate(graph, ScheduleKind::EagerOneFOneB);
    EXPECT_LE(mustSimulate(graph, schedule).makespan, 6 * m + 6);
  }
}

/// V placements whose turn is one visit (both chunks of the last coordinate are
/// neighbours) and whose last stage is not cut: what forming tasks makes of
/// them.
static Problem mergedTurn(int p, int m) {
  ChainSpec spec;
  spec.coordinates = p;
  spec.chunks = 2;
  spec.placement = Placement::V;
  spec.microbatches = m;
  spec.splitWeight = spec.fuseLast = true;
  spec.stages = {{0.5, 0.5, 0.5}};
  Problem chain = makeChain(spec), merged = chain;
  TaskGraph graph(chain);
  // Tasks of stage p become those of stage p - 1.
  std::vector<int> into(chain.tasks.size());
  merged.tasks.clear();
  merged.values.clear();
  for (int pass : {0, 1})
    for (size_t t = 0; t < chain.tasks.size(); ++t) {
      bool turn = graph.stageOf(t) == p;
      if (turn != (pass == 1))
        continue;
      Task task = chain.tasks[t];
      if (!turn) {
        if (task.coordinate == p - 1)
          task.visit = task.visit == 0 ? 0 : 1;
        into[t] = merged.tasks.size();
        merged.tasks.push_back(task);
        continue;
      }
      into[t] = into[graph.tasksOf(p - 1, 0, graph.roleOf(t))[0]];
      merged.tasks[into[t]].seconds += task.seconds;
    }
  for (Value v : chain.values) {
    v.producer = into[v.producer];
    for (int &r : v.readers)
      r = into[r];
    if (v.readers != std::vector<int>{v.producer})
      merged.values.push_back(v);
  }
  return merged;
}

TEST(GeneralGraphTest, MergedTurns) {
  for (int p : {2, 4, 8})
    for (int m : {2 * p, 4 * p + 1}) {
      Problem problem = mergedTurn(p, m);
      expectLegal(problem);
      TaskGraph graph(problem);
      // The bubble of the placement with separate turns, and half a stage.
      double work = 3 * m;
      EXPECT_LE(
          mustSimulate(graph, mustGenerate(graph, ScheduleKind::ZBV)).makespan,
          work + (p - 1) * 0.5 + 1.5);
    }
}

/// A rule whose placement this is not: list scheduling, with at most five
/// stages of bubble where the best have one and a half.
TEST(GeneralGraphTest, OtherPlacements) {
  ChainSpec spec;
  spec.coordinates = 4;
  spec.microbatches = 16;
  spec.chunks = 2;
  spec.stages = {{0.5, 0.5, 0.5}};
  for (Placement placement : {Placement::V, Placement::Loop}) {
    spec.placement = placement;
    Problem problem = makeChain(spec);
    TaskGraph graph(problem);
    for (ScheduleKind kind : namedSchedules)
      if (directionsOf(kind) == 1)
        EXPECT_LE(mustSimulate(graph, mustGenerate(graph, kind)).makespan,
                  (16 + 5) * 3.0)
            << name(kind);
  }
}

TEST(GeneralGraphTest, IdleCoordinatesAndEmptyProblems) {
  Problem none;
  none.coordinates = 3;
  expectLegal(none);
  ChainSpec spec;
  spec.coordinates = 2;
  spec.microbatches = 4;
  Problem problem = makeChain(spec);
  problem.coordinates = 4; // two coordinates without tasks
  expectLegal(problem);
}

TEST(GeneralGraphTest, PermutedCoordinates) {
  // Stages 0, 1, 2, 3 of a chain on coordinates 2, 0, 3, 1.
  const int place[] = {2, 0, 3, 1};
  for (ScheduleKind kind : namedSchedules) {
    Problem straight = chainOf(smallPoint(kind, 4, 8)), permuted = straight;
    for (Task &t : permuted.tasks)
      t.coordinate = place[t.coordinate];
    TaskGraph a(straight), b(permuted);
    Schedule first = mustGenerate(a, kind), second = mustGenerate(b, kind);
    for (int c = 0; c < 4; ++c)
      EXPECT_EQ(first.order[c], second.order[place[c]]) << name(kind);
  }
}

TEST(GeneralGraphTest, RandomGraphs) {
  std::mt19937 random(5);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    expectLegal(randomProblem(random, 5, 8));
  }
}

TEST(GeneralGraphTest, RandomGraphsInTwoDirections) {
  std::mt19937 random(7);
  int legal = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    Problem problem = bothDirections(randomProblem(random, 6, 4));
    // Every task takes some time, as forming tasks has it: else one may start
    // when its own result is taken.
    for (Task &task : problem.tasks)
      task.seconds += 0.125;
    expectLegal(problem);
    std::string error;
    legal += bool(generate(TaskGraph(problem), ScheduleKind::Chimera, error));
  }
  EXPECT_GE(legal, 120); // those on an even number of coordinates
}

TEST(GeneralGraphTest, NetworksInTwoDirections) {
  for (const Network &net : {twoTowers(), encoderDecoder(), skipsAndHeads()})
    for (bool split : {false, true})
      expectLegal(bothDirections(networkProblem(net, 8, split, !split)));
}

/// Limits on microbatches in flight hold on any graph: no coordinate begins one
/// while as many as allowed are unfinished.
TEST(GeneralGraphTest, ListSchedulingKeepsItsLimits) {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    Problem problem = randomProblem(random, 4, 10);
    TaskGraph graph(problem);
    if (graph.maxChunks() < 2)
      continue;
    int most = 0;
    for (int c = 0; c < problem.coordinates; ++c)
      most = std::max(most, graph.hopsToEnd(c));
    Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
    for (int c = 0; c < problem.coordinates; ++c) {
      std::vector<int> left(problem.microbatches, graph.tasksAt[c].size());
      int inFlight = 0;
      for (const Step &s : schedule.order[c]) {
        if (left[s.microbatch] == int(graph.tasksAt[c].size()))
          ++inFlight;
        EXPECT_LE(inFlight, graph.hopsToEnd(c) + 1);
        if (--left[s.microbatch] == 0)
          --inFlight;
      }
    }
  }
}
