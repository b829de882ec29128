// Orders of waves and of two directions: published figures, and what tasks of
// two directions may and may not do.

#include "Common.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

namespace {
/// A row of published/schedules.json, at F = 1 and I = W.
struct Golden {
  ScheduleKind kind;
  int p, m, waves;
  double backward, makespan;
};
} // namespace

TEST(WavesTest, GoldenMakespans) {
  constexpr ScheduleKind chimera = ScheduleKind::Chimera;
  constexpr ScheduleKind hanayo = ScheduleKind::Hanayo;
  constexpr ScheduleKind dualpipe = ScheduleKind::DualPipe;
  for (const Golden &row : {
           Golden{chimera, 4, 4, 1, 1, 10},
           Golden{chimera, 4, 4, 1, 2, 16},
           Golden{chimera, 6, 6, 1, 1, 16},
           Golden{chimera, 6, 6, 1, 2, 26},
           Golden{chimera, 8, 8, 1, 1, 22},
           Golden{chimera, 8, 8, 1, 2, 36},
           Golden{hanayo, 4, 4, 1, 1, 11},
           Golden{hanayo, 4, 4, 1, 2, 18},
           Golden{hanayo, 4, 4, 2, 1, 9.5},
           Golden{hanayo, 4, 4, 2, 2, 15.25},
           Golden{hanayo, 8, 8, 1, 2, 38},
           Golden{hanayo, 8, 8, 2, 2, 31.5},
           Golden{hanayo, 8, 8, 4, 1, 17.75},
           Golden{hanayo, 8, 8, 4, 2, 27.75},
           Golden{dualpipe, 2, 4, 1, 2, 12},
           Golden{dualpipe, 4, 10, 1, 2, 32},
           Golden{dualpipe, 8, 20, 1, 2, 66},
       }) {
    double half = row.backward / 2;
    Point at{row.kind, row.p, row.m, row.waves, 1, half, half, 0, -1};
    Problem problem = chainOf(at);
    TaskGraph graph(problem);
    Schedule schedule = mustGenerate(graph, row.kind);
    EXPECT_EQ(check(graph, schedule), "");
    EXPECT_DOUBLE_EQ(mustSimulate(graph, schedule).makespan, row.makespan)
        << name(row.kind) << " p=" << row.p << " waves=" << row.waves;
    // Activations, in parts of a stage for hanayo.
    int most = row.kind == hanayo    ? 2 * row.waves * row.p
               : row.kind == chimera ? row.p
                                     : row.p + 1;
    int least = row.kind == chimera ? row.p / 2 + 1 : 0;
    for (int64_t peak : assignSlots(graph, schedule).peakBytes) {
      EXPECT_LE(peak, most);
      EXPECT_GE(peak, least);
    }
  }
}

TEST(WavesTest, OrdersOfTwoDirections) {
  EXPECT_EQ(orders(ScheduleKind::Chimera, 2, 2),
            (Rows{"0F0 1F1 1B1 0B0", "0F1 1F0 1B0 0B1"}));
  EXPECT_EQ(orders(ScheduleKind::DualPipe, 2, 4),
            (Rows{"0F0 1F2 0F1 1B2 1F3&0B0 1B3 0I1 0W1",
                  "0F2 1F0 0F3 1B0 1F1&0B2 1B1 0I3 0W3"}));
}

/// With several units of microbatches the bubble stays near that of 1f1b,
/// and less than two units of activations are kept.
TEST(WavesTest, LongSteps) {
  struct Row {
    ScheduleKind kind;
    int waves;
  };
  for (const Row &row :
       {Row{ScheduleKind::Chimera, 1}, Row{ScheduleKind::Hanayo, 1},
        Row{ScheduleKind::Hanayo, 2}})
    for (int p : {4, 8})
      for (int units : {2, 4, 8}) {
        Point at{row.kind, p, units * p, row.waves, 1, 1, 1, 0, -1};
        Problem problem = chainOf(at);
        TaskGraph graph(problem);
        Schedule schedule = mustGenerate(graph, row.kind);
        double bubble = mustSimulate(graph, schedule).makespan - 3 * at.m;
        EXPECT_LE(bubble, 3.5 * (p - 1))
            << name(row.kind) << " p=" << p << " m=" << at.m;
        int chunks = row.kind == ScheduleKind::Hanayo ? 2 * row.waves : 1;
        for (int64_t peak : assignSlots(graph, schedule).peakBytes)
          EXPECT_LT(peak, 2 * p * chunks);
      }
}

/// A chain of `p` coordinates and `m` microbatches.
static Problem chainWith(int p, int m, int directions) {
  ChainSpec spec;
  spec.coordinates = p;
  spec.microbatches = m;
  spec.directions = directions;
  return makeChain(spec);
}

TEST(WavesTest, WhatDoesNotFit) {
  auto message = [](ScheduleKind kind, int p, int m, int directions) {
    Problem problem = chainWith(p, m, directions);
    EXPECT_EQ(problem.check(), "");
    return misfit(problem, kind);
  };
  EXPECT_EQ(
      message(ScheduleKind::Chimera, 4, 8, 1),
      "schedule \"chimera\" runs 2 copies of the network, there are tasks "
      "of one copy");
  EXPECT_EQ(message(ScheduleKind::GPipe, 4, 8, 2),
            "schedule \"gpipe\" runs one copy of the network, there are tasks "
            "of 2 copies");
  EXPECT_EQ(message(ScheduleKind::DualPipe, 3, 8, 2),
            "schedule \"dualpipe\" takes an even number of coordinates, there "
            "are 3");
  EXPECT_EQ(message(ScheduleKind::DualPipe, 4, 6, 2),
            "schedule \"dualpipe\" takes at least 8 microbatches on 4 "
            "coordinates, there are 6");
  EXPECT_EQ(message(ScheduleKind::Hanayo, 4, 8, 1),
            "schedule \"hanayo\" takes two chunks per coordinate and wave, the "
            "placement has 1: place the layers forth and back over the "
            "coordinates");
}

TEST(WavesTest, ProblemsOfTwoDirections) {
  const Problem good = chainWith(2, 4, 2);
  EXPECT_EQ(good.check(), "");
  EXPECT_EQ(good.directionOf(1), 0);
  EXPECT_EQ(good.directionOf(2), 1);
  Problem odd = good;
  odd.microbatches = 3;
  EXPECT_EQ(odd.check(), "there are 2 directions for 3 microbatches");
  Problem third = good;
  third.tasks[0].direction = 2;
  EXPECT_EQ(third.check(), "task 0 has direction 2, there are 2");
  Problem mixed = good;
  mixed.values.push_back({0, {4}, 1, 0, "x"});
  EXPECT_EQ(
      mixed.check(),
      "value 8 (\"x\") is made by visit 0 of coordinate 0 in direction 0 "
      "and read by visit 0 of coordinate 1 in direction 1, which has other "
      "microbatches");
  // Stages have the numbers of the network in both directions.
  TaskGraph graph(good);
  EXPECT_EQ(graph.stages(), 2);
  EXPECT_EQ(graph.coordinateOfStage(0, 0), 0);
  EXPECT_EQ(graph.coordinateOfStage(0, 3), 1);
  // A task of the other direction's microbatch.
  Schedule schedule = mustGenerate(graph, ScheduleKind::Chimera);
  schedule.order[0][0].microbatch = 3;
  EXPECT_EQ(
      check(graph, schedule),
      "step 0 of coordinate 0 (F of stage 0) has microbatch 3, which takes "
      "direction 1, the task is of direction 0");
}

/// What microbatches hand to later ones stays within a direction.
TEST(WavesTest, DistancesWithinADirection) {
  Problem problem = chainWith(2, 6, 2);
  problem.values.push_back({0, {0}, 1, 1, "running"});
  TaskGraph graph(problem);
  int value = int(problem.values.size()) - 1;
  EXPECT_EQ(graph.readMicrobatch(value, 1), 0);
  EXPECT_EQ(graph.readMicrobatch(value, 3), -1);
  EXPECT_TRUE(graph.isRead(value, 1));
  EXPECT_FALSE(graph.isRead(value, 2)); // the last of its direction
  EXPECT_FALSE(graph.isRead(value, 4)); // of the other direction
  EXPECT_EQ(check(graph, mustGenerate(graph, ScheduleKind::Chimera)), "");
}
