// Every schedule on graphs that are no chains: always executable, always
// legal, and within the limits that the schedule's name promises.

#include "Graphs.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

static void expectLegal(const Problem &problem) {
  ASSERT_EQ(problem.check(), "");
  TaskGraph graph(problem);
  for (ScheduleKind kind : allKinds()) {
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
  for (ScheduleKind kind : allKinds()) {
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
