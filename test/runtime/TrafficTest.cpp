//===- TrafficTest.cpp - Bytes, times and bandwidths of collectives -------===//
#include "report/Traffic.h"
#include "Tables.h"
#include "report/Reports.h"
#include <nlohmann/json.hpp>

using namespace popt::rt;
using nlohmann::json;

namespace {
/// Four ranks, of which two and two are groups of axis "b": an all-reduce over
/// "b", one over all, and a bucket of two kinds over "b". Times are written by
/// hand.
struct Calls {
  TableBuilder b{{{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}}};
  std::vector<RankTraffic> ranks{4};

  Calls() {
    Operand x = b.tensor(POPT_RT_F32, {4});
    CollectiveOp op;
    int32_t inner = b.table.addGroup({{1, 1, 2}});
    op.group = inner;
    b.add(op, {x, x});
    op.group = b.table.addGroup({{0, 1, 2}, {1, 1, 2}});
    b.add(op, {x, x});
    op.group = inner;
    op.bucket = 3;
    b.add(op, {x, x});
    op.bucket = 0;
    b.add(op, {x, x});
    op.kind = CollectiveKind::AllGather;
    b.add(op, {x, x});
    for (RankTraffic &rank : ranks)
      rank.volumes = {{0, {100, 100, 100}},
                      {1, {200, 300, 300}},
                      {2, {10, 10, 10}},
                      {3, {20, 20, 20}},
                      {4, {20, 10, 10}}};
  }
  void add(int32_t command, int32_t step, std::vector<double> seconds) {
    for (size_t rank = 0; rank < 4; ++rank)
      ranks[rank].calls.push_back({command, step, seconds[rank]});
  }
  std::map<std::string, KindTraffic> traffic(int32_t first, int32_t count) {
    takeLeastTimes(b.table, ranks);
    return trafficOf(b.table, ranks, first, count);
  }
};
} // namespace

// The member that comes last to a call has its time, in each list of a group.
TEST(Traffic, LeastTimes) {
  Calls calls;
  calls.add(0, 1, {5, 2, 3, 9});
  calls.add(1, 1, {4, 6, 8, 7});
  calls.add(0, 2, {1, 7, 6, 5});
  // Rank 1 has lost its first call.
  calls.ranks[1].calls.erase(calls.ranks[1].calls.begin());
  takeLeastTimes(calls.b.table, calls.ranks);
  auto seconds = [&](size_t rank) {
    std::vector<double> all;
    for (const TimedCall &call : calls.ranks[rank].calls)
      all.push_back(call.seconds);
    return all;
  };
  EXPECT_EQ(seconds(0), (std::vector<double>{5, 4, 1}));
  EXPECT_EQ(seconds(1), (std::vector<double>{4, 1}));
  EXPECT_EQ(seconds(2), (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(seconds(3), (std::vector<double>{3, 4, 5}));
}

// Means over steps; of lists of ranks, the one that takes longest counts.
TEST(Traffic, Sums) {
  Calls calls;
  calls.add(0, 3, {50, 50, 50, 50}); // not measured
  for (int32_t step : {4, 5}) {
    calls.add(0, step, {1, 1, 2, 2});
    calls.add(1, step, {4, 4, 4, 4});
    calls.add(2, step, {8, 8, 4, 4}); // the bucket: 3 quarters are sums
  }
  auto traffic = calls.traffic(4, 2);
  ASSERT_EQ(traffic.size(), 2u);
  const KindTraffic &sums = traffic["all_reduce"];
  EXPECT_EQ(sums.all.count, 3);
  EXPECT_EQ(sums.all.volume.bytes, 330);
  EXPECT_EQ(sums.all.volume.busBytes, 430);
  EXPECT_EQ(sums.all.seconds, 1 + 4 + 6);
  ASSERT_EQ(sums.groups.size(), 2u);
  EXPECT_EQ(sums.groups.at("{\"b\"}").count, 2);
  EXPECT_EQ(sums.groups.at("{\"b\"}").volume.wireBytes, 130);
  EXPECT_EQ(sums.groups.at("{\"b\"}").seconds, 7);
  EXPECT_EQ(sums.groups.at("{\"b\"}").ranks, 2u);
  EXPECT_EQ(sums.groups.at("{\"a\", \"b\"}").seconds, 4);
  EXPECT_EQ(traffic["all_gather"].all.count, 1);
  EXPECT_EQ(traffic["all_gather"].all.seconds, 2);
}

// A rank that sends nothing in a permute does not stand for those that do, however
// long it takes.
TEST(Traffic, RanksThatMoveNothing) {
  Calls calls;
  calls.add(0, 1, {9, 9, 1, 1});
  for (size_t rank : {0, 1})
    calls.ranks[rank].volumes.at(0) = {};
  const Traffic all = calls.traffic(1, 1)["all_reduce"].all;
  EXPECT_EQ(all.volume.wireBytes, 100);
  EXPECT_EQ(all.seconds, 1);
}

// Steps of which a rank has lost calls do not count.
TEST(Traffic, LostSteps) {
  Calls calls;
  for (int32_t step : {4, 5, 6})
    calls.add(0, step, {1.0 * step, 9, 1, 1});
  calls.ranks[2].firstStep = 5;
  EXPECT_EQ(calls.traffic(4, 3)["all_reduce"].all.seconds, 5.5);
  calls.ranks[2].firstStep = 7;
  EXPECT_TRUE(calls.traffic(4, 3).empty());
}

TEST(Traffic, Json) {
  BenchReport report;
  report.collectives["all_reduce"] = {
      {2, {4e6, 6e6, 6e6}, 0.002}, {{"{\"b\"}", {2, {4e6, 6e6, 6e6}, 0, 4}}}};
  json found = json::parse(benchAsJson(report))["collectives"]["all_reduce"];
  json expected = {{"count", 2},   {"bytes", 4000000}, {"wire_bytes", 6000000},
                   {"us", 2000.0}, {"algbw", 2.0},     {"busbw", 3.0}};
  // Where the clock saw no time pass, no rate is known.
  json group = expected;
  group["ranks"] = 4;
  group["us"] = 0.0;
  group["algbw"] = group["busbw"] = nullptr;
  expected["groups"] = {{"{\"b\"}", group}};
  EXPECT_EQ(found, expected);
}

// Events of traces have what their calls moved; those whose call is lost, or that
// are none, have not.
TEST(Traffic, Trace) {
  Calls calls;
  calls.add(0, 1, {2e-6, 1e-6, 1e-6, 1e-6});
  calls.add(2, 1, {1e-6, 1e-6, 1e-6, 1e-6});
  std::vector<std::vector<TraceEvent>> events(4);
  for (int32_t command : {0, 1, 0, 2})
    events[0].push_back({command, 0, 0, -1, 1.0, 2.0});
  events[0].push_back({2, 0, 0, /*body=*/0, 1.0, 2.0});
  takeLeastTimes(calls.b.table, calls.ranks);
  json trace =
      json::parse(traceAsJson(calls.b.table, events, calls.ranks, /*begin=*/0));
  std::vector<json> busbw;
  for (const json &event : trace["traceEvents"])
    if (event["ph"] == "X")
      busbw.push_back(event["args"].value("busbw", json()));
  EXPECT_EQ(busbw, (std::vector<json>{nullptr, nullptr, 0.1, 0.04, nullptr}));
}
