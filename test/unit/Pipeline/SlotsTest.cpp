// Slots: no two instances alive at once share one, and there are no more than
// instances alive at once.

#include "Graphs.h"

#include <map>

using namespace popt::pipeline;
using namespace popt::pipeline::test;

/// Compares an assignment with lifetimes found step by step.
static void expectRight(const TaskGraph &graph, const Schedule &bare) {
  Schedule schedule = withTransfers(graph, bare);
  Slots slots = assignSlots(graph, schedule);
  const Problem &problem = graph.problem;
  std::vector<int64_t> slotBytes(problem.coordinates, 0);
  std::vector<std::map<int, int64_t>> bytesAt(problem.coordinates);
  for (const SlotAssignment &a : slots.values) {
    const std::vector<Step> &steps = schedule.order[a.coordinate];
    // Which instances are alive at each step: between the first and the last
    // step that touches them, bundles counted as one.
    std::map<int, std::pair<int, int>> alive;
    int bundle = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
      bundle += i > 0 && !steps[i - 1].joined;
      const Step &s = steps[i];
      auto touch = [&](int j) {
        alive.insert({j, {bundle, bundle}}).first->second.second = bundle;
      };
      if (s.kind != Step::Run) {
        if (graph.transfers[s.index].value == a.value)
          touch(s.microbatch);
        continue;
      }
      const Value &value = problem.values[a.value];
      if (value.producer == s.index)
        touch(s.microbatch);
      if (std::count(value.readers.begin(), value.readers.end(), s.index) &&
          s.microbatch >= value.distance)
        touch(s.microbatch - value.distance);
    }
    int most = 0;
    for (auto &[j, life] : alive) {
      ASSERT_GE(a.slot[j], 0);
      ASSERT_LT(a.slot[j], a.count);
      int together = 0;
      for (auto &[k, other] : alive) {
        bool overlap = life.first <= other.second && other.first <= life.second;
        if (j != k && overlap) {
          EXPECT_NE(a.slot[j], a.slot[k]);
          EXPECT_NE(j % a.cyclicCount, k % a.cyclicCount);
        }
        together += other.first <= life.first && life.first <= other.second;
      }
      most = std::max(most, together);
      for (int b = life.first; b <= life.second; ++b)
        bytesAt[a.coordinate][b] += problem.values[a.value].bytes;
    }
    EXPECT_EQ(a.count, most);
    EXPECT_GE(a.cyclicCount, a.count);
    slotBytes[a.coordinate] += most * problem.values[a.value].bytes;
  }
  EXPECT_EQ(slots.slotBytes, slotBytes);
  for (int c = 0; c < problem.coordinates; ++c) {
    int64_t peak = 0;
    for (auto [b, bytes] : bytesAt[c])
      peak = std::max(peak, bytes);
    EXPECT_EQ(slots.peakBytes[c], peak);
    EXPECT_LE(slots.peakBytes[c], slots.slotBytes[c]);
  }
}

TEST(SlotsTest, EverySchedule) {
  for (ScheduleKind kind : namedSchedules)
    for (int p : {1, 2, 4}) {
      Problem problem = chainOf(smallPoint(kind, p, 8));
      for (Value &v : problem.values)
        v.bytes = v.name[0] == 'h' ? 3 : 5;
      TaskGraph graph(problem);
      expectRight(graph, mustGenerate(graph, kind));
    }
}

TEST(SlotsTest, RandomGraphs) {
  std::mt19937 random(23);
  for (int i = 0; i < 100; ++i) {
    Problem problem = randomProblem(random, 4, 6);
    TaskGraph graph(problem);
    expectRight(graph, mustGenerate(graph, ScheduleKind::OneFOneB));
    expectRight(graph, mustGenerate(graph, ScheduleKind::GPipe));
  }
}

TEST(SlotsTest, PeakAgreesWithTheSimulatedOne) {
  // Without latency and message bytes the order's peak is the time's.
  for (ScheduleKind kind : namedSchedules) {
    Problem problem = chainOf(smallPoint(kind, 4, 8));
    problem.fixedBytes = {7, 7, 7, 7};
    TaskGraph graph(problem);
    Schedule schedule = mustGenerate(graph, kind);
    Slots slots = assignSlots(graph, schedule);
    Simulation simulation = mustSimulate(graph, schedule);
    for (int c = 0; c < 4; ++c)
      EXPECT_EQ(simulation.coordinates[c].peakBytes, slots.peakBytes[c]);
  }
}
