// Cost formulas and link levels.

#include "popt/Machine/Machine.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace popt;

TEST(MachineTest, WireBytes) {
  // 960 bytes among 4 devices: 240 each.
  EXPECT_EQ(wireBytes(CollectiveKind::AllReduce, 4, 960), 1440);
  EXPECT_EQ(wireBytes(CollectiveKind::AllGather, 4, 960), 720);
  EXPECT_EQ(wireBytes(CollectiveKind::ReduceScatter, 4, 960), 3 * 240);
  EXPECT_EQ(wireBytes(CollectiveKind::AllToAll, 4, 960), 720);
  EXPECT_EQ(wireBytes(CollectiveKind::Permute, 4, 960), 960);
  EXPECT_EQ(wireBytes(CollectiveKind::Broadcast, 4, 960), 960);
  EXPECT_EQ(wireBytes(CollectiveKind::Reduce, 4, 960), 960);
  EXPECT_EQ(wireBytes(CollectiveKind::Gather, 4, 960), 720);
  EXPECT_EQ(wireBytes(CollectiveKind::Scatter, 4, 960), 720);
  // What does not divide is rounded up: 2 * 2/3 * 10 = 13.3, 2/3 * 10 = 6.7.
  EXPECT_EQ(wireBytes(CollectiveKind::AllReduce, 3, 10), 14);
  EXPECT_EQ(wireBytes(CollectiveKind::AllGather, 3, 10), 7);
  for (int k = 0; k < 9; ++k)
    EXPECT_EQ(wireBytes(CollectiveKind(k), 1, 960), 0);
}

TEST(MachineTest, Seconds) {
  Machine m = Machine::builtin();
  m.links = {{"link", 0, 1e-6, 1e9, {}}};
  CommCost cost = m.collective(CollectiveKind::AllReduce, 4, 0, 1000000);
  EXPECT_EQ(cost.wireBytes, 1500000);
  EXPECT_DOUBLE_EQ(cost.seconds, 6e-6 + 1.5e-3);
  EXPECT_DOUBLE_EQ(
      m.collective(CollectiveKind::AllGather, 4, 0, 1000000).seconds,
      3e-6 + 0.75e-3);
  EXPECT_DOUBLE_EQ(m.collective(CollectiveKind::Permute, 4, 0, 1000000).seconds,
                   1e-6 + 1e-3);
  EXPECT_EQ(m.collective(CollectiveKind::AllReduce, 1, 0, 1000000).seconds, 0);
  EXPECT_EQ(m.collective(CollectiveKind::AllReduce, 4, 0, 0).seconds, 0);
}

TEST(MachineTest, BytesMachineCountsBytes) {
  Machine m = Machine::builtinBytes();
  Mesh mesh({{"dp", 2}, {"tp", 3}});
  for (int k = 0; k < 9; ++k) {
    CommCost cost = m.collective(CollectiveKind(k), mesh,
                                 {mesh.ref(0), mesh.ref(1)}, 12345);
    EXPECT_EQ(cost.seconds, cost.wireBytes);
    EXPECT_GT(cost.wireBytes, 0);
  }
  EXPECT_EQ(m.copySeconds(1 << 30), 0);
  EXPECT_EQ(m.computeSeconds("bf16", 1e15, 1 << 30), 0);
}

TEST(MachineTest, Roofline) {
  Machine m = Machine::builtin();
  DeviceSpec &d = m.devices[0];
  d.memoryBytesPerSecond = 1e10;
  d.flopsPerSecond = {{"bf16", 4e12}, {"f32", 1e12}};
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 2e12, 100), 2);
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 100, 20000000000), 2);
  EXPECT_DOUBLE_EQ(m.computeSeconds("bf16", 2e12, 100), 0.5);
  EXPECT_DOUBLE_EQ(m.computeSeconds("i32", 2e12, 100), 2); // as f32
  d.efficiency = {{"f32", {{1e6, 0.1}, {1e10, 0.5}}}};
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 1e6, 0), 1e6 / 1e11);
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 1e8, 0), 1e8 / 3e11);
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 1e12, 0), 1e12 / 5e11);
  EXPECT_DOUBLE_EQ(m.copySeconds(1000000), 2e-4);
}

// Types of 8 bits have one rate, unless they have their own; TF32 is asked for.
TEST(MachineTest, Families) {
  Machine m = Machine::builtin();
  DeviceSpec &d = m.devices[0];
  d.flopsPerSecond = {{"f32", 1e12}, {"tf32", 8e12}, {"f8", 2e13}};
  EXPECT_DOUBLE_EQ(d.flopRate("f8E4M3FN", 1), 2e13);
  EXPECT_DOUBLE_EQ(d.flopRate("tf32", 1), 8e12);
  EXPECT_DOUBLE_EQ(d.flopRate("f16", 1), 1e12);
  d.efficiency = {{"f8", {{1, 0.5}}}};
  d.flopsPerSecond["f8E5M2"] = 1e13;
  EXPECT_DOUBLE_EQ(d.flopRate("f8E5M2", 1), 5e12);
  EXPECT_DOUBLE_EQ(d.flopRate("f32", 1), 1e12);
  // Attention has the rate of its products, or its own.
  EXPECT_DOUBLE_EQ(d.flopRate("attention", 1), 1e12);
  d.flopsPerSecond["bf16"] = 8e12;
  d.efficiency["bf16"] = {{1, 0.5}};
  EXPECT_DOUBLE_EQ(d.flopRate("attention", 1), 4e12);
  d.flopsPerSecond["attention"] = 3e12;
  EXPECT_DOUBLE_EQ(d.flopRate("attention", 1), 3e12);
}

TEST(MachineTest, MemoryBySize) {
  Machine m = Machine::builtin();
  DeviceSpec &d = m.devices[0];
  d.memoryBytesPerSecond = 1e10;
  d.memoryEfficiency = {{1e4, 0.2}, {1e6, 0.8}};
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 0, 1000), 1000 / 2e9);
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 0, 100000), 100000 / 5e9);
  EXPECT_DOUBLE_EQ(m.copySeconds(1000000), 2000000 / 8e9);
  m.host = {0, 0, 1e9, {{1, 0.5}}};
  EXPECT_DOUBLE_EQ(m.hostSeconds(1000), 1000 / 5e8);
}

// A device has its own figures; without one they are those of the slowest.
TEST(MachineTest, UnequalDevices) {
  Machine m = Machine::builtin();
  m.devices.push_back(m.devices[0]);
  m.devices[0].count = 4;
  m.devices[1].kind = "slow";
  m.devices[1].flopsPerSecond = {{"f32", 1e10}};
  m.devices[1].memoryBytesPerSecond = 1e9;
  m.devices[1].memoryBytes = 1;
  EXPECT_EQ(m.device(0).kind, "cpu-core");
  EXPECT_EQ(m.device(3).kind, "cpu-core");
  EXPECT_EQ(m.device(4).kind, "slow");
  EXPECT_EQ(m.device(99).kind, "slow");
  EXPECT_DOUBLE_EQ(m.device(0).computeSeconds("f32", 1e10, 0), 0.1);
  EXPECT_DOUBLE_EQ(m.computeSeconds("f32", 1e10, 0), 1);
  EXPECT_DOUBLE_EQ(m.device(0).copySeconds(1000), 1e-7);
  EXPECT_DOUBLE_EQ(m.copySeconds(1000), 2e-6);
  EXPECT_EQ(m.memoryBytes(), 1);
}

// The host's link, or the outermost one of a machine that names none.
TEST(MachineTest, HostLink) {
  Machine m = Machine::builtin();
  m.host.latencySeconds = 1e-5;
  m.host.bytesPerSecond = 1e9;
  EXPECT_DOUBLE_EQ(m.hostSeconds(1000000), 1e-3 + 1e-5);
  m.host = {};
  m.links = {{"near", 2, 0, 1e10, {}}, {"far", 0, 0, 1e8, {}}};
  EXPECT_DOUBLE_EQ(m.hostSeconds(1000000), 1e-2);
}

TEST(MachineTest, Levels) {
  Machine m = Machine::builtin();
  m.links = {{"nvlink", 4, 1e-6, 4e11, {}},
             {"rack", 2, 2e-6, 1e11, {}},
             {"spine", 0, 5e-6, 5e10, {}}};
  Mesh mesh({{"dp", 4}, {"tp", 4}});
  EXPECT_EQ(m.level(mesh, mesh.ref(1)), 0);
  EXPECT_EQ(m.level(mesh, mesh.ref(0)), 2);
  EXPECT_EQ(m.level(mesh, AxisRef{0, 2, 2}), 1); // neighbouring groups
  EXPECT_EQ(m.level(mesh, AxisRef{0, 1, 2}), 2);
  EXPECT_EQ(m.level(mesh, {mesh.ref(1), {0, 2, 2}}), 1);
  // 6 does not fill 4: some groups cross.
  Mesh six({{"x", 2}, {"y", 6}});
  EXPECT_EQ(m.level(six, six.ref(1)), 2);
  // Physical order decides, not rank order.
  Mesh swapped({{"a", 2}, {"b", 4}}, {0, 4, 1, 5, 2, 6, 3, 7});
  EXPECT_EQ(m.level(swapped, swapped.ref(1)), 1);
  m.links[0].axes = {"dp"};
  EXPECT_EQ(m.level(mesh, mesh.ref(0)), 0);
  EXPECT_DOUBLE_EQ(
      m.collective(CollectiveKind::Permute, mesh, {mesh.ref(0)}, 400000)
          .seconds,
      1e-6 + 1e-6);
}

// Devices in order are computed, and devices that a mesh lists are looked up.
TEST(MachineTest, LevelsOfDevicesInOrder) {
  Machine m = Machine::builtin();
  for (int64_t near : {1, 2, 3, 4, 6, 8})
    for (int64_t far : {1, 2, 3, 4}) {
      m.links = {{"near", near, 0, 1, {}},
                 {"far", far, 0, 1, {}},
                 {"all", 0, 0, 1, {}}};
      for (int64_t x : {1, 2, 3, 4})
        for (int64_t y : {1, 4, 6, 12})
          for (int64_t z : {1, 2, 5}) {
            Mesh mesh({{"x", x}, {"y", y}, {"z", z}});
            std::vector<int64_t> inOrder(mesh.numRanks());
            std::iota(inOrder.begin(), inOrder.end(), 0);
            Mesh listed(mesh.axes, inOrder);
            for (int axis : {0, 1, 2})
              for (int64_t pre = 1, size = mesh.axes[axis].size; pre <= size;
                   ++pre)
                for (int64_t part = 1; pre * part <= size; ++part)
                  if (size % (pre * part) == 0)
                    EXPECT_EQ(m.level(mesh, AxisRef{axis, pre, part}),
                              m.level(listed, AxisRef{axis, pre, part}))
                        << mesh.str() << ", " << near << " and " << far
                        << ": part " << pre << ", " << part << " of " << axis;
          }
    }
}

TEST(MachineTest, TimeAxesStayInMemory) {
  Machine m = Machine::builtin();
  Mesh mesh({{"dp", 2}, {"mb", 4, AxisKind::Time}});
  EXPECT_EQ(m.level(mesh, mesh.ref(1)), -1);
  CommCost cost =
      m.collective(CollectiveKind::AllReduce, mesh, {mesh.ref(1)}, 1000);
  EXPECT_EQ(cost.wireBytes, 0);
  EXPECT_DOUBLE_EQ(cost.seconds, 4 * m.copySeconds(1000));
  EXPECT_DOUBLE_EQ(m.timeSeconds(CollectiveKind::AllReduce, 1, 1000), 0);
  EXPECT_EQ(m.collective(CollectiveKind::AllReduce, mesh,
                         {mesh.ref(0), mesh.ref(1)}, 1000)
                .wireBytes,
            1000);
}

// What is kept for all steps is not free, even where compute and copies are.
TEST(MachineTest, KeepingOverTimeCosts) {
  Machine m = Machine::builtinBytes();
  Mesh mesh({{"dp", 2}, {"mb", 4, AxisKind::Time}});
  CommCost cost =
      m.collective(CollectiveKind::AllGather, mesh, {mesh.ref(1)}, 1000);
  EXPECT_EQ(cost.wireBytes, 0);
  EXPECT_DOUBLE_EQ(cost.seconds, 1000);
}

TEST(MachineTest, Summary) {
  WireSummary a, b;
  EXPECT_EQ(a.str(), "none");
  a.add(CollectiveKind::Permute, 96);
  b.add(CollectiveKind::AllReduce, 1000);
  b.add(CollectiveKind::AllReduce, 24);
  a.add(b);
  EXPECT_EQ(a.str(), "all-reduce 2 x, 1024 B; permute 1 x, 96 B");
  EXPECT_EQ(a.totalBytes(), 1120);
}
