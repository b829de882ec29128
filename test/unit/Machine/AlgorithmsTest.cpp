// Seconds of collectives by algorithm, and which levels join a group.

#include "popt/Machine/Machine.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace popt;

namespace {
constexpr double a0 = 1e-6, a1 = 1e-5, b0 = 4e11, b1 = 5e10;
constexpr int64_t N = 1 << 26;

/// Hosts of eight devices.
Machine hosts(std::vector<Algorithm> inside, std::vector<Algorithm> across) {
  Machine m = Machine::builtin();
  m.links = {{"nvlink", 8, a0, b0}, {"network", 0, a1, b1}};
  m.links[0].algorithms = std::move(inside);
  m.links[1].algorithms = std::move(across);
  return m;
}

double seconds(const Machine &machine, CollectiveKind kind,
               const GroupShape &members, int64_t bytes = N) {
  return machine.collective(kind, members, bytes).seconds;
}
} // namespace

// What a level doesn't say is a ring, at its own speed, whatever is inside.
TEST(AlgorithmsTest, RingsByDefault) {
  Machine m = hosts({}, {});
  EXPECT_TRUE(m.hasRingsOnly());
  for (int k = 0; k < 9; ++k) {
    auto kind = CollectiveKind(k);
    double expected = latencies(kind, 32) * a1 + wireBytes(kind, 32, N) / b1;
    EXPECT_DOUBLE_EQ(seconds(m, kind, {8, 4}), expected) << name(kind);
    EXPECT_DOUBLE_EQ(m.collective(kind, 32, 1, N).seconds, expected);
    EXPECT_DOUBLE_EQ(m.collective(kind, 32, 1, N).latencySeconds,
                     latencies(kind, 32) * a1);
  }
}

// A ring for each card: 8 cards of 50e9 are as fast as one link of 400e9.
TEST(AlgorithmsTest, MultiRing) {
  Machine m = hosts({Algorithm::Ring}, {Algorithm::MultiRing});
  double hops = 4 * 7 * a0 + 3 * a1;
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllGather, {8, 4}),
                   hops + wireBytes(CollectiveKind::AllGather, 32, N) / b0);
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8, 4}),
                   2 * hops + wireBytes(CollectiveKind::AllReduce, 32, N) / b0);
  // Two cards carry 100e9.
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::ReduceScatter, {2, 8}),
                   8 * a0 + 7 * a1 +
                       wireBytes(CollectiveKind::ReduceScatter, 16, N) /
                           (2 * b1));
  // It has no all-to-all: a ring.
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllToAll, {8, 4}),
                   31 * a1 + wireBytes(CollectiveKind::AllToAll, 32, N) / b1);
}

TEST(AlgorithmsTest, Tree) {
  Machine m = hosts({Algorithm::Tree}, {Algorithm::Tree});
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8}),
                   6 * a0 + 2 * N / b0);
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::Broadcast, {5}), 3 * a0 + N / b0);
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8, 5}),
                   2 * (3 * a0 + 3 * a1) + 2 * N / b0);
  // Chains inside hosts that have no trees.
  m.links[0].algorithms = {};
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8, 5}),
                   2 * (7 * a0 + 3 * a1) + 2 * N / b0);
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {1, 5}),
                   6 * a1 + 2 * N / b1);
}

TEST(AlgorithmsTest, Switch) {
  Machine m = hosts({Algorithm::Switch}, {Algorithm::Ring});
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8}), a0 + N / b0);
  m.links[0].switchLatencySeconds = 2e-5;
  m.links[0].switchBytesPerSecond = 3e11;
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8}), 2e-5 + N / 3e11);
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllGather, {8}),
                   2e-5 + N / 8 * 7 / 3e11);
  // The bytes are those that a ring sends, as --bench counts.
  EXPECT_EQ(m.collective(CollectiveKind::AllReduce, {8}, N).wireBytes,
            wireBytes(CollectiveKind::AllReduce, 8, N));
  // No switch joins members of several hosts.
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8, 2}),
                   30 * a1 + wireBytes(CollectiveKind::AllReduce, 16, N) / b1);
}

TEST(AlgorithmsTest, Hierarchical) {
  Machine m = hosts({}, {Algorithm::Hierarchical});
  Machine flat = hosts({}, {});
  auto inside = [&](CollectiveKind kind) { return seconds(flat, kind, {8}); };
  auto across = [&](CollectiveKind kind) {
    return seconds(flat, kind, {1, 4}, N / 8);
  };
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {8, 4}),
                   inside(CollectiveKind::ReduceScatter) +
                       across(CollectiveKind::AllReduce) +
                       inside(CollectiveKind::AllGather));
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllGather, {8, 4}),
                   across(CollectiveKind::AllGather) +
                       inside(CollectiveKind::AllGather));
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::ReduceScatter, {8, 4}),
                   across(CollectiveKind::ReduceScatter) +
                       inside(CollectiveKind::ReduceScatter));
  // One member in each host: nothing is inside.
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllReduce, {1, 4}),
                   seconds(flat, CollectiveKind::AllReduce, {1, 4}));
}

TEST(AlgorithmsTest, AllToAll) {
  Machine m = hosts({}, {Algorithm::Direct});
  // 24 of 32 parts go to other hosts, at the same time as 7 stay.
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllToAll, {8, 4}),
                   7 * a0 + 24 * a1 + N / 32 * 24 / b1);
  m.links[1].algorithms = {Algorithm::Staged};
  EXPECT_DOUBLE_EQ(seconds(m, CollectiveKind::AllToAll, {8, 4}),
                   7 * a0 + N / 8 * 7 / b0 + 3 * a1 + N / 4 * 3 / b1);
}

// Small messages by one algorithm, large ones by another.
TEST(AlgorithmsTest, TheFastestIsTaken) {
  std::vector<Algorithm> all{Algorithm::Ring,         Algorithm::MultiRing,
                             Algorithm::Tree,         Algorithm::Switch,
                             Algorithm::Hierarchical, Algorithm::Direct,
                             Algorithm::Staged};
  Machine every = hosts(all, all);
  for (int64_t bytes : {100, 1 << 16, 1 << 26})
    for (int k = 0; k < 9; ++k) {
      auto kind = CollectiveKind(k);
      for (const GroupShape &members :
           {GroupShape{8, 4}, GroupShape{8}, GroupShape{1, 4}}) {
        double least = seconds(hosts({}, {}), kind, members, bytes);
        double found = seconds(every, kind, members, bytes);
        EXPECT_LE(found, least);
        for (Algorithm one : all)
          EXPECT_LE(found, seconds(hosts(all, {one}), kind, members, bytes));
      }
    }
  Machine treeOrRing = hosts({Algorithm::Ring, Algorithm::Tree}, {});
  EXPECT_LT(
      treeOrRing.collective(CollectiveKind::AllReduce, {8}, 64).latencySeconds,
      7 * a0);
  EXPECT_DOUBLE_EQ(
      treeOrRing.collective(CollectiveKind::AllReduce, {8}, N).latencySeconds,
      14 * a0);
}

TEST(AlgorithmsTest, LinksReachTheirRateWithSize) {
  Machine m = hosts({}, {});
  m.links[0].efficiency = {{1e3, 0.1}, {1e5, 0.5}};
  EXPECT_DOUBLE_EQ(m.collective(CollectiveKind::Permute, 2, 0, 1000).seconds,
                   a0 + 1000 / (0.1 * b0));
  EXPECT_DOUBLE_EQ(m.collective(CollectiveKind::Permute, 2, 0, 10000).seconds,
                   a0 + 10000 / (0.3 * b0));
  EXPECT_DOUBLE_EQ(m.collective(CollectiveKind::Permute, 2, 0, 1 << 20).seconds,
                   a0 + (1 << 20) / (0.5 * b0));
}

TEST(AlgorithmsTest, Shapes) {
  Machine m = hosts({Algorithm::Ring}, {Algorithm::Hierarchical});
  Mesh mesh({{"dp", 16}, {"tp", 4}});
  EXPECT_EQ(m.shape(mesh, {mesh.ref(0)}), (GroupShape{2, 8}));
  EXPECT_EQ(m.shape(mesh, {mesh.ref(1)}), (GroupShape{4, 1}));
  EXPECT_EQ(m.shape(mesh, {mesh.ref(0), mesh.ref(1)}), (GroupShape{8, 8}));
  EXPECT_EQ(m.shape(mesh, AxisRef{0, 8, 2}), (GroupShape{2, 1}));
  EXPECT_EQ(m.shape(mesh, AxisRef{0, 1, 8}), (GroupShape{1, 8}));
  // Blocks of 8 hold unequal numbers of groups of 3.
  Mesh uneven({{"x", 8}, {"y", 3}});
  EXPECT_EQ(m.shape(uneven, uneven.ref(1)), (GroupShape{1, 3}));
  // Rings need no more than the outermost level.
  EXPECT_EQ(hosts({}, {}).shape(mesh, mesh.ref(0)), (GroupShape{1, 16}));
  m.links[1].axes = {"tp"};
  EXPECT_EQ(m.shape(mesh, mesh.ref(1)), (GroupShape{1, 4}));
}

// Devices that are listed in order are found as those that are not listed.
TEST(AlgorithmsTest, ShapesOfListedDevices) {
  Machine m = hosts({Algorithm::Ring}, {Algorithm::Hierarchical});
  for (int64_t x : {1, 2, 3, 8})
    for (int64_t y : {2, 4, 6, 16}) {
      Mesh mesh({{"x", x}, {"y", y}});
      std::vector<int64_t> order(mesh.numRanks());
      std::iota(order.begin(), order.end(), 0);
      Mesh listed(mesh.axes, order);
      for (int axis : {0, 1})
        for (int64_t pre = 1; pre <= mesh.axes[axis].size; ++pre)
          for (int64_t size = 1; pre * size <= mesh.axes[axis].size; ++size)
            if (mesh.axes[axis].size % (pre * size) == 0) {
              AxisRef ref{axis, pre, size};
              GroupShape shape = m.shape(mesh, ref);
              EXPECT_EQ(shape[0] * shape[1], size);
              if (mesh.numRanks() % 8 == 0) {
                EXPECT_EQ(shape, m.shape(listed, ref)) << mesh.str(ref);
              }
            }
    }
  // Hosts hold every other rank.
  Mesh apart({{"x", 2}, {"y", 8}},
             {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15});
  EXPECT_EQ(m.shape(apart, apart.ref(0)), (GroupShape{2, 1}));
  EXPECT_EQ(m.shape(apart, apart.ref(1)), (GroupShape{4, 2}));
}
