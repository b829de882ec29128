// cluster.json: round trips and one test per message.

#include "popt/Machine/Machine.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

using namespace popt;

static const char *good = R"({
  "popt_cluster": 1, "name": "two nodes",
  "devices": [{"kind": "h100", "count": 16, "memory_bytes": 8e10,
               "memory_bytes_per_second": 3.35e12,
               "flops_per_second": {"f32": 6.7e13, "bf16": 9.9e14},
               "efficiency": {"bf16": [[1e6, 0.05], [1e11, 0.7]]},
               "memory_efficiency": [[1e4, 0.5], [1e8, 0.875]],
               "kernel_efficiency": 0.0625, "launch_seconds": 3e-6,
               "slowdown_beside_links": 1.25}],
  "links": [{"name": "nvlink", "devices": 8, "latency_seconds": 2e-6,
             "bytes_per_second": 4.5e11, "efficiency": [[1e5, 0.25]],
             "algorithms": ["ring", "switch"], "switch_latency_seconds": 3e-5,
             "switch_bytes_per_second": 2.5e11,
             "slowdown_beside_kernels": 1.125},
            {"name": "infiniband", "latency_seconds": 5e-6,
             "bytes_per_second": 5e10, "axes": ["dp"]}],
  "host": {"memory_bytes": 2e12, "latency_seconds": 1e-5,
           "bytes_per_second": "infinite", "efficiency": [[64, 0.5]]}})";

// Whatever a file calls its machine: only built-in ones share memory with their host.
TEST(ClusterFileTest, HostsHaveMemoryOfTheirOwn) {
  std::string text = good, error;
  text.replace(text.find("two nodes"), 9, "builtin-like");
  std::optional<Machine> m = Machine::parse(text, "c.json", error);
  ASSERT_TRUE(m) << error;
  EXPECT_FALSE(m->host.isShared);
  EXPECT_TRUE(Machine::builtin().host.isShared);
  EXPECT_TRUE(Machine::builtinBytes().host.isShared);
}

TEST(ClusterFileTest, Parses) {
  std::string error;
  std::optional<Machine> m = Machine::parse(good, "c.json", error);
  ASSERT_TRUE(m) << error;
  EXPECT_EQ(m->name, "two nodes");
  EXPECT_EQ(m->devices[0].count, 16);
  EXPECT_EQ(m->memoryBytes(), 80000000000);
  EXPECT_EQ(m->devices[0].flopsPerSecond["bf16"], 9.9e14);
  EXPECT_EQ(m->devices[0].efficiency["bf16"][1].second, 0.7);
  EXPECT_EQ(m->devices[0].slowdownBesideLinks, 1.25);
  EXPECT_EQ(m->devices[0].kernelEfficiency, 0.0625);
  EXPECT_EQ(m->devices[0].launchSeconds, 3e-6);
  EXPECT_EQ(m->launchSeconds(), 3e-6);
  EXPECT_EQ(m->devices[0].memoryEfficiency[1].second, 0.875);
  EXPECT_EQ(m->links[0].efficiency[0].first, 1e5);
  EXPECT_TRUE(m->links[0].can(Algorithm::Switch));
  EXPECT_FALSE(m->links[0].can(Algorithm::Tree));
  EXPECT_EQ(m->links[0].switchLatencySeconds, 3e-5);
  EXPECT_EQ(m->links[0].switchBytesPerSecond, 2.5e11);
  EXPECT_EQ(m->host.efficiency[0].second, 0.5);
  EXPECT_EQ(m->links[0].devices, 8);
  EXPECT_EQ(m->links[0].slowdownBesideKernels, 1.125);
  EXPECT_EQ(m->links[1].slowdownBesideKernels, 1);
  EXPECT_EQ(m->links[1].devices, 0);
  EXPECT_EQ(m->links[1].axes[0], "dp");
  EXPECT_EQ(m->host.memoryBytes, 2000000000000);
}

TEST(ClusterFileTest, RoundTrip) {
  std::string error;
  Machine shares = Machine::builtin();
  shares.host.cores = 2;
  for (const Machine &m : {Machine::builtin(), Machine::builtinBytes(), shares,
                           *Machine::parse(good, "c.json", error)}) {
    std::optional<Machine> again = Machine::parse(m.json(), "c.json", error);
    ASSERT_TRUE(again) << error;
    EXPECT_EQ(again->json(), m.json());
  }
}

/// The message for the good file with the first `from` replaced by `to`.
static std::string errorOf(const std::string &from, const std::string &to) {
  std::string text = good;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  std::string error;
  EXPECT_FALSE(Machine::parse(text, "c.json", error));
  return error;
}

TEST(ClusterFileTest, Messages) {
  EXPECT_EQ(errorOf("1, \"name\"", "2, \"name\""),
            "c.json: cluster.popt_cluster: version 2 is unknown; this popt "
            "reads version 1");
  EXPECT_EQ(errorOf("\"popt_cluster\": 1,", ""),
            "c.json: cluster: \"popt_cluster\" is missing");
  EXPECT_EQ(errorOf("\"two nodes\"", "7"),
            "c.json: cluster.name: expected a string, got 7");
  EXPECT_EQ(errorOf("\"links\"", "\"linkss\""),
            "c.json: cluster: \"linkss\" is unknown, did you mean "
            "\"links\"?");
  EXPECT_EQ(errorOf("\"links\"", "\"quux_frobnicate\""),
            "c.json: cluster: \"quux_frobnicate\" is unknown; known are "
            "\"popt_cluster\", \"name\", \"devices\", \"links\", "
            "\"host\"");
  EXPECT_EQ(
      errorOf("\"memory_bytes\": 8e10", "\"memory_byte\": 8e10"),
      "c.json: cluster.devices[0]: \"memory_byte\" is unknown, did you mean "
      "\"memory_bytes\"?");
  EXPECT_EQ(errorOf("16", "0"),
            "c.json: cluster.devices[0].count: expected a whole "
            "number from 1, got 0");
  EXPECT_EQ(errorOf("16", "1.5"),
            "c.json: cluster.devices[0].count: expected a whole "
            "number from 1, got 1.5");
  EXPECT_EQ(
      errorOf("3.35e12", "-1"),
      "c.json: cluster.devices[0].memory_bytes_per_second: expected a number "
      "above 0, got -1");
  EXPECT_EQ(errorOf("6.7e13", "\"fast\""),
            "c.json: cluster.devices[0].flops_per_second.f32: expected a "
            "number, got \"fast\"");
  EXPECT_EQ(
      errorOf("{\"f32\": 6.7e13, \"bf16\": 9.9e14}", "{}"),
      "c.json: cluster.devices[0].flops_per_second: expected an object of at "
      "least one element type, got {}");
  EXPECT_EQ(
      errorOf("\"f32\": 6.7e13", "\"bf166\": 6.7e13"),
      "c.json: cluster.devices[0].flops_per_second: \"bf166\" is unknown, "
      "did you mean \"bf16\"?");
  EXPECT_EQ(
      errorOf("{\"bf16\": [[", "{\"bf17\": [["),
      "c.json: cluster.devices[0].efficiency: \"bf17\" is unknown, did you "
      "mean \"bf16\"?");
  EXPECT_EQ(
      errorOf("[1e11, 0.7]", "[1e5, 0.7]"),
      "c.json: cluster.devices[0].efficiency.bf16[1][0]: expected more than "
      "in the entry before, got 100000.0");
  EXPECT_EQ(
      errorOf("[1e11, 0.7]", "[1e11, 7]"),
      "c.json: cluster.devices[0].efficiency.bf16[1][1]: expected at most 1, "
      "got 7");
  EXPECT_EQ(
      errorOf("[1e11, 0.7]", "3"),
      "c.json: cluster.devices[0].efficiency.bf16[1]: expected a pair [flops, "
      "fraction], got 3");
  EXPECT_EQ(errorOf("\"devices\": 8, ", ""),
            "c.json: cluster.links[0]: \"devices\" is missing: only the last "
            "level may join all devices");
  EXPECT_EQ(errorOf("2e-6", "-2"),
            "c.json: cluster.links[0].latency_seconds: expected "
            "a number from 0, got -2");
  EXPECT_EQ(errorOf("1.25", "0.8"),
            "c.json: cluster.devices[0].slowdown_beside_links: expected a "
            "number from 1, got 0.8");
  EXPECT_EQ(errorOf("1.125", "\"much\""),
            "c.json: cluster.links[0].slowdown_beside_kernels: expected a "
            "number, got \"much\"");
  EXPECT_EQ(
      errorOf("[\"dp\"]", "[]"),
      "c.json: cluster.links[1].axes: expected a list of at least one entry, "
      "got []");
  EXPECT_EQ(errorOf("\"memory_bytes\": 2e12, ", ""),
            "c.json: cluster.host: \"memory_bytes\" is missing");
}

// Rates with which seconds would not be numbers, or never end.
TEST(ClusterFileTest, RatesThatAreNone) {
  for (const char *rate : {"0", "-1", "1e-4", "1e31"})
    for (const char *of : {"3.35e12", "6.7e13", "4.5e11", "5e10"}) {
      std::string error = errorOf(of, rate);
      EXPECT_NE(error.find(": expected a "), std::string::npos) << error;
      EXPECT_NE(error.find("second"), std::string::npos) << error;
    }
  EXPECT_EQ(errorOf("3.35e12", "1e-4"),
            "c.json: cluster.devices[0].memory_bytes_per_second: expected a "
            "rate from 0.001 to 1e30 a second, or \"infinite\", got 0.0001");
  EXPECT_EQ(errorOf("\"memory_bytes_per_second\": 3.35e12,", ""),
            "c.json: cluster.devices[0]: \"memory_bytes_per_second\" is "
            "missing");
  EXPECT_EQ(errorOf("3.35e12", "1e999"),
            "c.json:4:43: number 1e999 is too large");
  EXPECT_EQ(errorOf("2e-6", "1e9"),
            "c.json: cluster.links[0].latency_seconds: expected at most 1e6 "
            "seconds, got 1000000000.0");
  EXPECT_EQ(errorOf("1.125", "1e9"),
            "c.json: cluster.links[0].slowdown_beside_kernels: expected at "
            "most 1e6, got 1000000000.0");
  EXPECT_EQ(errorOf("0.0625", "1e-12"),
            "c.json: cluster.devices[0].kernel_efficiency: expected at least "
            "1e-9, got 1e-12");
}

TEST(ClusterFileTest, Algorithms) {
  EXPECT_EQ(errorOf("\"switch\"]", "\"tee\"]"),
            "c.json: cluster.links[0].algorithms[1]: algorithm \"tee\" is "
            "unknown, did you mean \"tree\"?");
  EXPECT_EQ(errorOf("\"switch\"]", "\"quux\"]"),
            "c.json: cluster.links[0].algorithms[1]: algorithm \"quux\" is "
            "unknown; known are \"ring\", \"multi-ring\", \"tree\", "
            "\"switch\", \"hierarchical\", \"direct\", \"staged\"");
  EXPECT_EQ(errorOf(", \"switch\"]", "]"),
            "c.json: cluster.links[0].switch_latency_seconds: is of reductions "
            "in the switch, and \"algorithms\" does not list \"switch\"");
  EXPECT_EQ(errorOf("[[1e5, 0.25]]", "[[1e5]]"),
            "c.json: cluster.links[0].efficiency[0]: expected a pair [bytes, "
            "fraction], got [100000.0]");
  const char *const host = "\"host\": {";
  EXPECT_EQ(errorOf(host, "\"host\": {\"cores\": 2, "),
            "c.json: cluster.host.cores: all devices share them, so there is "
            "one level of links, not 2");
  EXPECT_EQ(
      errorOf(host, "\"host\": {\"cores\": 0, "),
      "c.json: cluster.host.cores: expected a whole number from 1, got 0");
}

TEST(ClusterFileTest, NotJson) {
  std::string error;
  EXPECT_FALSE(
      Machine::parse("{\"popt_cluster\": 1,\n  oops}", "c.json", error));
  EXPECT_EQ(error, "c.json:2:3: not valid JSON");
  EXPECT_FALSE(Machine::parse("", "c.json", error));
  EXPECT_EQ(error, "c.json:1:1: not valid JSON");
  EXPECT_FALSE(Machine::parse("[1, 2]", "c.json", error));
  EXPECT_EQ(error, "c.json: cluster: expected an object, got [1,2]");
  EXPECT_FALSE(Machine::parse("{\"popt_cluster\": \"\xff\"}", "c.json", error));
  EXPECT_FALSE(error.empty());
}

TEST(ClusterFileTest, Load) {
  std::string error;
  EXPECT_EQ(Machine::load("builtin", error)->name, "builtin");
  EXPECT_EQ(Machine::load("builtin:bytes", error)->name, "builtin:bytes");
  EXPECT_FALSE(Machine::load("builtin:h100", error));
  EXPECT_EQ(error, "machine \"builtin:h100\" does not exist, built in are "
                   "\"builtin\" and \"builtin:bytes\"");
  EXPECT_FALSE(Machine::load("/nonexistent/c.json", error));
  EXPECT_EQ(error,
            "cannot read cluster file \"/nonexistent/c.json\": No such file or "
            "directory");
  std::string path = testing::TempDir() + "popt_cluster_test.json";
  std::ofstream(path) << good;
  EXPECT_TRUE(Machine::load(path, error));
  std::remove(path.c_str());
}
