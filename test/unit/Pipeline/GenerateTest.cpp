// Generators on chains: order texts of our own, legality for all small sizes,
// what fits, and names.

#include "Common.h"

#include <chrono>

using namespace popt::pipeline;
using namespace popt::pipeline::test;

TEST(GenerateTest, Orders) {
  EXPECT_EQ(orders(ScheduleKind::GPipe, 2, 2),
            (Rows{"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1B1"}));
  EXPECT_EQ(orders(ScheduleKind::OneFOneB, 2, 3),
            (Rows{"0F0 0F1 0B0 0F2 0B1 0B2", "1F0 1B0 1F1 1B1 1F2 1B2"}));
  EXPECT_EQ(orders(ScheduleKind::EagerOneFOneB, 2, 4),
            (Rows{"0F0 0F1 0F2 0B0 0F3 0B1 0B2 0B3",
                  "1F0 1B0 1F1 1B1 1F2 1B2 1F3 1B3"}));
  EXPECT_EQ(orders(ScheduleKind::ZBH1, 2, 3),
            (Rows{"0F0 0F1 0I0 0W0 0F2 0I1 0W1 0I2 0W2",
                  "1F0 1I0 1F1 1I1 1W0 1F2 1I2 1W1 1W2"}));
  EXPECT_EQ(orders(ScheduleKind::ZBH2, 2, 4),
            (Rows{"0F0 0F1 0F2 0I0 0W0 0F3 0I1 0W1 0I2 0W2 0I3 0W3",
                  "1F0 1I0 1F1 1I1 1F2 1I2 1W0 1F3 1I3 1W1 1W2 1W3"}));
  EXPECT_EQ(orders(ScheduleKind::LoopedBFS, 2, 2),
            (Rows{"0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1",
                  "1F0 1F1 3F0 3F1 3B0 3B1 1B0 1B1"}));
  EXPECT_EQ(orders(ScheduleKind::InterleavedOneFOneB, 2, 4),
            (Rows{"0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 "
                  "0B2 0B3",
                  "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 1F3 1B1 3F2 3B2 3F3 3B3 "
                  "1B2 1B3"}));
  EXPECT_EQ(orders(ScheduleKind::ZBV, 2, 3),
            (Rows{"0F0 0F1 0F2 3F0 3I0 3W0 3F1 3I1 3W1 0I0 0W0 3F2 3I2 3W2 "
                  "0I1 0W1 0I2 0W2",
                  "1F0 2F0 1F1 2F1 2I0 2W0 1F2 1I0 1W0 2F2 2I1 2W1 1I1 2I2 "
                  "1I2 1W1 2W2 1W2"}));
  EXPECT_EQ(orders(ScheduleKind::DualPipeV, 1, 2),
            (Rows{"0F0 1F0 0F1 1B0 1F1&0B0 1B1 0I1 0W1"}));
}

/// Our own golden figures, at F=1, B=2 (I=W=1) unless split.
TEST(GenerateTest, Makespans) {
  auto makespan = [](ScheduleKind kind, int p, int m, double c = 0) {
    Point at = smallPoint(kind, p, m);
    at.c = c;
    Problem problem = chainOf(at);
    TaskGraph graph(problem);
    return mustSimulate(graph, mustGenerate(graph, kind)).makespan;
  };
  // (m+p-1)(F+B); latency 2(p-1)c for gpipe.
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::GPipe, 3, 5), 21);
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::GPipe, 3, 5, 0.5), 23);
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::OneFOneB, 3, 5), 21);
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::EagerOneFOneB, 3, 5, 0.5), 23);
  // (m + (p-1)/v)(F+B), v = 2.
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::InterleavedOneFOneB, 3, 6), 21);
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::LoopedBFS, 3, 6), 21);
  // work + (p-1)(F+I-W).
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::ZBH1, 3, 6), 20);
  // work + (p-1)F, and half of that.
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::ZBH2, 3, 6), 20);
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::ZBV, 3, 6), 19);
  // 2m(F+I+W) + (p-1)(FB+B-3W).
  EXPECT_DOUBLE_EQ(makespan(ScheduleKind::DualPipeV, 3, 6), 40);
}

TEST(GenerateTest, EveryOrderIsLegal) {
  for (ScheduleKind kind : namedSchedules)
    for (int p = 1; p <= 5; ++p)
      for (int m = 1; m <= 12; ++m)
        for (int variant = 0; variant < 4; ++variant) {
          ChainSpec spec;
          spec.coordinates = p;
          spec.microbatches = m;
          spec.chunks = isV(kind) ? 2 : isLooped(kind) ? 2 + m % 2 : 1;
          spec.directions = directionsOf(kind);
          if (m % spec.directions != 0)
            continue;
          spec.placement = isV(kind) ? Placement::V : Placement::Loop;
          spec.splitWeight = variant & 1;
          spec.fuseLast = variant & 2;
          Problem problem = makeChain(spec);
          TaskGraph graph(problem);
          std::string error;
          std::optional<Schedule> schedule = generate(graph, kind, error);
          if (!schedule) {
            EXPECT_NE(error, "");
            continue;
          }
          EXPECT_EQ(check(graph, *schedule), "")
              << name(kind) << " p=" << p << " m=" << m << " " << variant;
          // Sends that read their slots: no deadlock, and not slower.
          Schedule full = withTransfers(graph, *schedule);
          Simulation copying = mustSimulate(graph, full);
          Slots slots = assignSlots(graph, full, &copying);
          CheckOptions held;
          held.sends.slots = &slots;
          EXPECT_EQ(check(graph, full, held), "");
          std::optional<Simulation> reading =
              simulate(graph, full, error, held.sends);
          ASSERT_TRUE(reading) << error;
          EXPECT_EQ(reading->makespan, copying.makespan);
          // Without bundles: legal, and not slower.
          dissolveBundles(*schedule);
          EXPECT_EQ(check(graph, *schedule), "");
          EXPECT_LE(mustSimulate(graph, *schedule).makespan, copying.makespan);
        }
}

TEST(GenerateTest, ActivationSlots) {
  for (int p : {1, 2, 4, 7})
    for (int m : {1, 3, 4, 9}) {
      auto slotsOf = [&](ScheduleKind kind, int d) {
        Problem problem = chainOf(smallPoint(kind, p, m));
        TaskGraph graph(problem);
        Slots slots = assignSlots(graph, mustGenerate(graph, kind));
        for (size_t v = 0; v < problem.values.size(); ++v)
          if (problem.values[v].name == "act " + std::to_string(d))
            return slots.find(v, d)->count;
        return -1;
      };
      for (int d = 0; d < p; ++d) {
        EXPECT_EQ(slotsOf(ScheduleKind::OneFOneB, d), std::min(p - d, m));
        EXPECT_EQ(slotsOf(ScheduleKind::GPipe, d), m);
        EXPECT_EQ(slotsOf(ScheduleKind::EagerOneFOneB, d),
                  std::min(2 * (p - d) - 1, m));
      }
    }
}

TEST(GenerateTest, WhatDoesNotFit) {
  auto message = [](ScheduleKind kind, int p, int m, int chunks) {
    ChainSpec spec;
    spec.coordinates = p;
    spec.chunks = chunks;
    spec.microbatches = m;
    return misfit(makeChain(spec), kind);
  };
  EXPECT_EQ(message(ScheduleKind::InterleavedOneFOneB, 4, 6, 2),
            "schedule \"interleaved-1f1b\" takes a multiple of 4 microbatches "
            "on 4 coordinates, there are 6");
  EXPECT_EQ(
      message(ScheduleKind::DualPipeV, 4, 6, 2),
      "schedule \"dualpipev\" takes at least 8 microbatches on 4 coordinates, "
      "there are 6");
  EXPECT_EQ(message(ScheduleKind::ZBV, 4, 8, 1),
            "schedule \"zb-v\" takes two chunks per coordinate, the placement "
            "has 1: place the layers forth and back over the coordinates");
  EXPECT_EQ(message(ScheduleKind::Custom, 4, 8, 1),
            "schedule \"custom\" has no rule: name its file, "
            "--schedule=ORDER.csv");
}

TEST(GenerateTest, Names) {
  std::string error;
  for (const std::string &name : scheduleNames()) {
    std::optional<ScheduleKind> kind = parseScheduleKind(name, error);
    ASSERT_TRUE(kind) << name;
    EXPECT_EQ(popt::pipeline::name(*kind), name);
  }
  EXPECT_EQ(parseScheduleKind("zb-1p", error), ScheduleKind::ZBH1);
  EXPECT_FALSE(parseScheduleKind("gpip", error));
  EXPECT_EQ(error, "schedule \"gpip\" is unknown, did you mean \"gpipe\"?");
  EXPECT_FALSE(parseScheduleKind("v-half", error));
  EXPECT_EQ(error.find("schedule \"v-half\" is not in this build; known are"),
            0u)
      << error;
  EXPECT_FALSE(parseScheduleKind("chimera-two-directions", error));
  EXPECT_EQ(error,
            "schedule \"chimera-two-directions\" is unknown; known are gpipe, "
            "1f1b, eager-1f1b, interleaved-1f1b, looped-bfs, zb-h1, zb-h2, "
            "zb-v, dualpipev, dualpipe, chimera, hanayo, auto, custom");
}

/// Rules do not depend on costs: uneven stages get the order of even ones.
TEST(GenerateTest, UnevenCosts) {
  for (ScheduleKind kind : namedSchedules) {
    if (isListed(kind))
      continue;
    Problem even = chainOf(smallPoint(kind)), uneven = even;
    for (size_t t = 0; t < uneven.tasks.size(); ++t)
      uneven.tasks[t].seconds = 0.5 + (t * 7) % 5;
    TaskGraph a(even), b(uneven);
    EXPECT_EQ(mustGenerate(a, kind).order, mustGenerate(b, kind).order);
  }
}

/// 16 coordinates, 128 microbatches: order, check, times and slots within 50 ms
/// (measured: 4 to 30). The bound leaves room for slow machines and sanitizers;
/// what it would catch is a method that is quadratic.
TEST(GenerateTest, Fast) {
  for (ScheduleKind kind : namedSchedules) {
    Problem problem = chainOf(smallPoint(kind, 16, 128));
    auto begin = std::chrono::steady_clock::now();
    TaskGraph graph(problem);
    Schedule schedule = mustGenerate(graph, kind);
    EXPECT_EQ(check(graph, schedule), "");
    Simulation simulation = mustSimulate(graph, schedule);
    EXPECT_FALSE(assignSlots(graph, schedule).values.empty());
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 2) << name(kind);
  }
}
