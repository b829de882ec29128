// Clusters of GPUs by name: every figure is one, and what measurements say.

#include "popt/Machine/Presets.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace popt;

static Machine preset(const std::string &words) {
  std::string error;
  std::optional<Machine> machine = Machine::load(words, error);
  EXPECT_TRUE(machine) << error;
  return machine ? *machine : Machine::builtin();
}

static std::string errorOf(const std::string &words) {
  std::string error;
  EXPECT_FALSE(Machine::load(words, error)) << words;
  return error;
}

TEST(PresetsTest, Forms) {
  Machine two = preset("h100:16x8");
  EXPECT_EQ(two.devices[0].count, 128);
  EXPECT_EQ(two.links.size(), 2u);
  EXPECT_EQ(two.links[0].devices, 8);
  EXPECT_EQ(two.links[1].devices, 16);
  EXPECT_EQ(two.memoryBytes(), 80000000000);
  Machine one = preset("H100:8");
  EXPECT_EQ(one.devices[0].count, 8);
  EXPECT_EQ(one.links.size(), 1u);
  EXPECT_EQ(preset("a100-40gb:1").memoryBytes(), 40000000000);
  EXPECT_EQ(preset("a100-40gb:1x8").links.size(), 1u);
}

// Every rate is positive and finite, and cluster.json can say it.
TEST(PresetsTest, AllAreMachines) {
  for (const std::string &name : presetNames())
    for (const char *size : {":1", ":8", ":2x1", ":4x8"}) {
      Machine machine = preset(name + size);
      std::string error;
      std::optional<Machine> again =
          Machine::parse(machine.json(), "c.json", error);
      ASSERT_TRUE(again) << error;
      EXPECT_EQ(again->json(), machine.json());
      for (const char *type : {"f64", "f32", "tf32", "bf16", "f16", "f8E4M3FN"})
        for (double flops : {1.0, 1e9, 1e15}) {
          double rate = machine.devices[0].flopRate(type, flops);
          EXPECT_TRUE(rate > 0 && std::isfinite(rate)) << name << type;
        }
      EXPECT_GT(machine.hostSeconds(1), 0);
      EXPECT_GT(machine.launchSeconds(), 0);
    }
}

TEST(PresetsTest, WordsNameThem) {
  std::string error;
  EXPECT_EQ(Machine::wordsOf("h200:2x8", error), "h200:2x8");
  EXPECT_EQ(Machine::fromWords("h200:2x8", error)->json(),
            preset("h200:2x8").json());
  EXPECT_FALSE(Machine::fromWords("h2000:2x8", error));
  EXPECT_EQ(error, "cluster \"h2000:2x8\" is neither a file nor a known kind "
                   "of GPU, did you mean \"h200\"?");
}

TEST(PresetsTest, Messages) {
  EXPECT_EQ(errorOf("h10:8"), "cluster \"h10:8\" is neither a file nor a known "
                              "kind of GPU, did you mean \"h100\"?");
  EXPECT_EQ(
      errorOf("tpu:8"),
      "cluster \"tpu:8\" is neither a file nor a known kind of GPU; known "
      "are v100, v100-32gb, a100, a100-40gb, h100, h200, b200");
  EXPECT_EQ(
      errorOf("h100"),
      "cluster \"h100\" says no number of GPUs; write h100:8 (GPUs of one "
      "host) or h100:16x8 (hosts of so many GPUs)");
  for (const char *wrong :
       {"h100:", "h100:0", "h100:x", "h100:8x", "h100:x8", "h100:2x8x2",
        "h100:-1", "h100:1e3", "h100:99999999", "h100: 8"})
    EXPECT_NE(errorOf(wrong).find("is no number of GPUs from 1 to 1000000"),
              std::string::npos)
        << wrong;
  EXPECT_EQ(
      errorOf("h100:64"),
      "cluster \"h100:64\": 64 GPUs in a host, and h100 has NVLink for 8; "
      "write h100:8x8 for hosts of that many");
}

// All-gathers of NCCL on H100s with a card of 50e9 bytes a second each, bytes of
// the result a second: rings through all cards of a host.
TEST(PresetsTest, AllGathersAsMeasured) {
  const int64_t large = int64_t(1) << 34;
  for (auto [hosts, inHost, rate] :
       {std::tuple(1, 8, 394e9), std::tuple(2, 8, 410e9),
        std::tuple(4, 8, 396e9), std::tuple(8, 4, 198e9),
        std::tuple(8, 2, 102e9), std::tuple(8, 1, 55e9)}) {
    Machine machine =
        preset("h100:" + std::to_string(hosts) + "x" + std::to_string(inHost));
    Mesh mesh({{"x", hosts * inHost}});
    double seconds =
        machine
            .collective(CollectiveKind::AllGather, mesh, {mesh.ref(0)}, large)
            .seconds;
    EXPECT_NEAR(large / seconds / rate, 1, 0.08) << hosts << " x " << inHost;
  }
}

// All-reduces of 8 GPUs go through the switch where there is one: 267e9 bytes a
// second on H100s, latency 31 us.
TEST(PresetsTest, AllReducesAsMeasured) {
  Machine machine = preset("h100:8");
  const int64_t large = int64_t(1) << 34;
  CommCost cost = machine.collective(CollectiveKind::AllReduce, 8, 0, large);
  EXPECT_NEAR(large / cost.seconds / 267e9, 1, 0.05);
  EXPECT_NEAR(cost.latencySeconds, 2.5e-5, 1e-5);
  // Small ones by a tree.
  EXPECT_LT(machine.collective(CollectiveKind::AllReduce, 8, 0, 64).seconds,
            1.5e-5);
}
