// Where sends and receives are put.

#include "Graphs.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

/// `0F0 >h 0.0 <grad 1.0 0B0`: tasks, sends and receives of one coordinate.
static std::string text(const TaskGraph &graph, const Schedule &schedule,
                        int c) {
  std::string s;
  for (const Step &step : schedule.order[c]) {
    s += s.empty() ? "" : " ";
    if (step.kind == Step::Run) {
      s += graph.label(step.index, step.microbatch);
      continue;
    }
    s += step.kind == Step::Send ? ">" : "<";
    s += graph.problem.values[graph.transfers[step.index].value].name + "." +
         std::to_string(step.microbatch);
  }
  return s;
}

TEST(TransfersTest, SendsEarlyReceivesLate) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 2));
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  Schedule late = withTransfers(graph, schedule);
  EXPECT_EQ(text(graph, late, 0),
            "0F0 >h 0.0 0F1 >h 0.1 <grad 1.0 0B0 <grad 1.1 0B1");
  EXPECT_EQ(text(graph, late, 1),
            "<h 0.0 1F0 1B0 >grad 1.0 <h 0.1 1F1 1B1 >grad 1.1");
  Schedule early = withTransfers(graph, schedule, 1);
  EXPECT_EQ(text(graph, early, 0),
            "0F0 >h 0.0 <grad 1.0 0F1 >h 0.1 <grad 1.1 0B0 0B1");
  EXPECT_EQ(text(graph, early, 1),
            "<h 0.0 1F0 <h 0.1 1B0 >grad 1.0 1F1 1B1 >grad 1.1");
  EXPECT_EQ(check(graph, early), "");
}

TEST(TransfersTest, ReceivesFollowTheOrderOfSends) {
  // Coordinate 0 makes a, then b; coordinate 1 needs b first.
  Problem problem;
  problem.coordinates = 2;
  problem.tasks = {{0, 0, Part::Main, 1},
                   {0, 1, Part::Main, 1},
                   {1, 0, Part::Main, 1},
                   {1, 1, Part::Main, 1}};
  problem.values = {{0, {3}, 1, 0, "a"}, {1, {2}, 1, 0, "b"}};
  TaskGraph graph(problem);
  Schedule schedule;
  schedule.order = {{{Step::Run, false, 0, 0}, {Step::Run, false, 1, 0}},
                    {{Step::Run, false, 2, 0}, {Step::Run, false, 3, 0}}};
  EXPECT_EQ(check(graph, schedule), "");
  EXPECT_EQ(text(graph, withTransfers(graph, schedule), 1),
            "<a.0 <b.0 1F0 1B0");
}

TEST(TransfersTest, NothingWithinABundle) {
  Problem problem = chainOf(smallPoint(ScheduleKind::DualPipeV, 2, 6));
  TaskGraph graph(problem);
  Schedule schedule =
      withTransfers(graph, mustGenerate(graph, ScheduleKind::DualPipeV));
  for (const std::vector<Step> &steps : schedule.order)
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].joined) {
        EXPECT_EQ(steps[i + 1].kind, Step::Run);
      }
}

TEST(TransfersTest, LateValuesAreSentWhereTheyAreRead) {
  Problem problem = lateReader(3, 2, "a");
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  Schedule all = withTransfers(graph, schedule);
  EXPECT_EQ(text(graph, all, 0), "0F0 >a.0 0F1 0F2");
  EXPECT_EQ(text(graph, all, 1), "1F0 1F1 <a.0 1F2");
  EXPECT_EQ(check(graph, all), "");
}

static Problem chainWith(ScheduleKind kind, int p, int m, bool fuseLast) {
  ChainSpec spec;
  spec.coordinates = p;
  spec.chunks = kind == ScheduleKind::GPipe ? 1 : 2;
  spec.microbatches = m;
  spec.fuseLast = fuseLast;
  spec.activationBytes = 8;
  spec.messageBytes = 1;
  return makeChain(spec);
}

TEST(TransfersTest, UncutVisitsReceiveOnArrival) {
  Problem problem = chainWith(ScheduleKind::GPipe, 2, 3, /*fuseLast=*/true);
  TaskGraph graph(problem);
  Schedule late =
      withTransfers(graph, mustGenerate(graph, ScheduleKind::GPipe));
  EXPECT_EQ(text(graph, late, 1), "<h 0.0 1F0 >grad 1.0 <h 0.1 1F1 >grad 1.1 "
                                  "<h 0.2 1F2 >grad 1.2");
  Simulation run = mustSimulate(graph, late);
  Schedule early = receiveOnArrival(graph, late, run);
  EXPECT_EQ(check(graph, early), "");
  EXPECT_EQ(text(graph, early, 0), text(graph, late, 0));
  EXPECT_EQ(text(graph, early, 1), "<h 0.0 <h 0.1 <h 0.2 1F0 >grad 1.0 1F1 "
                                   ">grad 1.1 1F2 >grad 1.2");
  EXPECT_EQ(mustSimulate(graph, early).makespan, run.makespan);
  // Visits that are forward or backward receive when they read.
  Problem cut = chainOf(smallPoint(ScheduleKind::GPipe, 2, 3));
  TaskGraph cutGraph(cut);
  late = withTransfers(cutGraph, mustGenerate(cutGraph, ScheduleKind::GPipe));
  early = receiveOnArrival(cutGraph, late, mustSimulate(cutGraph, late));
  EXPECT_EQ(early.order, late.order);
}

/// All of a chunk's messages come before one of them is read.
TEST(TransfersTest, NoMoreWaitThanThereIsRoomFor) {
  constexpr int kRoom = 4, kCapacity = 2 * kRoom;
  Problem problem = chainWith(ScheduleKind::LoopedBFS, 2, 40, false);
  TaskGraph graph(problem);
  EXPECT_GE(mostMessagesOfPair(graph), 40);
  Schedule late =
      withTransfers(graph, mustGenerate(graph, ScheduleKind::LoopedBFS));
  Simulation run = mustSimulate(graph, late);
  std::string error;
  SendModel bounded;
  bounded.capacity = kCapacity;
  EXPECT_FALSE(simulate(graph, late, error, bounded));
  Schedule early = receiveInTime(graph, late, run, kRoom);
  EXPECT_EQ(check(graph, early), "");
  EXPECT_EQ(mustSimulate(graph, early).makespan, run.makespan);
  std::optional<Simulation> earlyRun = simulate(graph, early, error, bounded);
  ASSERT_TRUE(earlyRun) << error;
  EXPECT_EQ(earlyRun->makespan, run.makespan);
  // With room for all, nothing moves.
  EXPECT_EQ(receiveInTime(graph, late, run, 1000).order, late.order);
}

/// Cut or not, a step takes as long; with an uncut last visit no coordinate
/// keeps more, and the last one far less.
TEST(TransfersTest, UncutVisitsKeepLess) {
  for (ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::LoopedBFS})
    for (int p : {2, 4, 8})
      for (int m : {p, 2 * p, 4 * p}) {
        Problem uncut = chainWith(kind, p, m, /*fuseLast=*/true);
        Problem cut = chainWith(kind, p, m, /*fuseLast=*/false);
        TaskGraph graph(uncut), cutGraph(cut);
        Schedule whole = withTransfers(graph, mustGenerate(graph, kind));
        Simulation run = mustSimulate(graph, whole);
        whole = receiveOnArrival(graph, whole, run);
        run = mustSimulate(graph, whole);
        Schedule two = withTransfers(cutGraph, mustGenerate(cutGraph, kind));
        Simulation cutRun = mustSimulate(cutGraph, two);
        EXPECT_EQ(run.makespan, cutRun.makespan);
        Slots slots = assignSlots(graph, whole, &run);
        Slots cutSlots = assignSlots(cutGraph, two, &cutRun);
        for (int c = 0; c < p; ++c)
          EXPECT_LE(slots.peakBytes[c], cutSlots.peakBytes[c])
              << name(kind) << " " << p << " " << m << " " << c;
        EXPECT_LE(slots.peakBytes[p - 1], cutSlots.peakBytes[p - 1] - 6 * m);
      }
}
