//===- StepCostTest.cpp - A step with stages, messages and streams --------===//
#include "FlowContextTest.h"

#include "popt/Cost/StepCost.h"

using namespace mlir;
using namespace popt;

namespace {

class StepCostTest : public test::FlowContextTest {
protected:
  /// On a machine whose links take a second for a message of 16 bytes, and 3 s of
  /// latency; elements are free, and memory has 8 bytes a second.
  StepCost cost(const std::string &text, int64_t cores = 0,
                int64_t ranksAtWork = 2) {
    parseModule(text);
    FailureOr<std::optional<CostModel>> costs = CostModel::of(*module);
    EXPECT_TRUE(succeeded(costs) && *costs) << messages;
    (*costs)->machine.links = {{"link", 0, 3, 16, {}}};
    (*costs)->machine.devices[0].memoryBytesPerSecond = 8;
    (*costs)->machine.devices[0].flopsPerSecond = {{"f32", 1e30}};
    (*costs)->machine.host.cores = cores;
    (*costs)->machine.host.ranksAtWork = ranksAtWork;
    return costOfStep(**costs, *module);
  }
};

/// A call reads and writes 16 bytes: 4 s.
const char *const kKernel = "func.func private @k(tensor<4xf32>) -> "
                            "tensor<4xf32> attributes {popt.kernel}\n";

/// Two stages, two microbatches.
const char *const kTwoStages = R"(
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main_pp0(%x: tensor<4xf32>) attributes {dist.coordinate = 0 : i64} {
      dist.time_loop over {"mb"} on @mesh (%i) -> () attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>} {
        %0 = dist.task 0 "0F" () -> (tensor<4xf32>) {
          %1 = func.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
          dist.yield %1 : tensor<4xf32>
        }
        dist.send %0 message 0 to 1 on @mesh : tensor<4xf32>
        dist.sent %0 message 0 : tensor<4xf32>
        dist.return
      }
      return
    }
    func.func @main_pp1(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %z = dist.time_loop over {"mb"} on @mesh (%i, %sum = %x) -> (tensor<4xf32>) attributes {dist.order = #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>} {
        %0 = dist.recv message 0 from 0 on @mesh : tensor<4xf32>
        %1 = dist.task 1 "1F" (%s = %sum) -> (tensor<4xf32>) {
          %2 = func.call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
          dist.yield %2 : tensor<4xf32>
        }
        dist.return %1 : tensor<4xf32>
      }
      return %z : tensor<4xf32>
    })";

// Two stages, two microbatches. The first makes 0 and 1 at 4 and 8 s; they arrive
// 4 s later, at 8 and 12, when the second is free.
TEST_F(StepCostTest, StagesWaitForMessages) {
  StepCost step = cost(std::string(kKernel) + kTwoStages);
  ASSERT_EQ(step.coordinates.size(), 2u);
  EXPECT_DOUBLE_EQ(step.coordinates[0].endSeconds, 8);
  EXPECT_DOUBLE_EQ(step.coordinates[1].endSeconds, 16);
  EXPECT_DOUBLE_EQ(step.coordinates[1].waitSeconds, 8);
  EXPECT_DOUBLE_EQ(step.seconds(), 16);
  EXPECT_DOUBLE_EQ(step.bubble(), 0.5);
}

// Rates are those of two ranks on one core. While the second stage waits, the first has
// the core for itself and takes 2 s for each run; the second, too, when the first is done.
TEST_F(StepCostTest, RanksThatWaitLeaveTheirCore) {
  StepCost step = cost(std::string(kKernel) + kTwoStages, /*cores=*/1);
  ASSERT_EQ(step.coordinates.size(), 2u);
  EXPECT_DOUBLE_EQ(step.coordinates[0].endSeconds, 4);
  EXPECT_DOUBLE_EQ(step.coordinates[1].waitSeconds, 2 + 1 + 3);
  EXPECT_DOUBLE_EQ(step.coordinates[1].endSeconds, 10);
}

// Both share it for 4 s, until the first is done; what is left of the second, 4 s at
// half a core, takes 2.
TEST_F(StepCostTest, RunsGetFasterAsOthersEnd) {
  const std::string programs = std::string(kKernel) + R"(
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main_pp1(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    })";
  EXPECT_DOUBLE_EQ(cost(programs, /*cores=*/1).seconds(), 6);
  // As many cores as ranks, or more, are not shared.
  for (int64_t cores : {0, 2, 8})
    EXPECT_DOUBLE_EQ(cost(programs, cores).seconds(), 8);
  // Measured with four ranks on two cores, of which these are half.
  EXPECT_DOUBLE_EQ(cost(programs, /*cores=*/2, /*ranksAtWork=*/4).seconds(), 4);
}

// Two of three coordinates meet at 8 s, when the last of them has come; the other one
// goes its own way.
TEST_F(StepCostTest, SomeStagesMeet) {
  StepCost step = cost(std::string(kKernel) + R"(
    dist.mesh @mesh = <stage ["pp"=3]>
    func.func @main_pp0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = dist.reduce_stages %0 sum at [0, 2] message 7 on @mesh : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func @main_pp1(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main_pp2(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 2 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
      %2 = dist.reduce_stages %1 sum at [0, 2] message 7 on @mesh : tensor<4xf32>
      return %2 : tensor<4xf32>
    })");
  ASSERT_EQ(step.coordinates.size(), 3u);
  EXPECT_DOUBLE_EQ(step.coordinates[0].endSeconds, 8 + 2 * 3 + 1);
  EXPECT_DOUBLE_EQ(step.coordinates[0].waitSeconds, 4);
  EXPECT_DOUBLE_EQ(step.coordinates[1].endSeconds, 4);
  EXPECT_DOUBLE_EQ(step.coordinates[2].endSeconds, 15);
}

// The second stage's device has half the memory rate: 8 s for what takes the first 4.
// Devices by number, so in the other order with `device_ids`.
TEST_F(StepCostTest, StagesHaveTheirOwnDevices) {
  const std::string programs = std::string(kKernel) + R"(
    func.func @main_pp0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main_pp1(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })";
  for (bool isReversed : {false, true}) {
    parseModule(std::string("dist.mesh @mesh = <stage [\"pp\"=2]") +
                (isReversed ? ", device_ids = [1, 0]>" : ">") + programs);
    FailureOr<std::optional<CostModel>> costs = CostModel::of(*module);
    ASSERT_TRUE(succeeded(costs) && *costs) << messages;
    DeviceSpec device = (*costs)->machine.devices[0];
    device.memoryBytesPerSecond = 8;
    device.flopsPerSecond = {{"f32", 1e30}};
    (*costs)->machine.devices = {device, device};
    (*costs)->machine.devices[1].memoryBytesPerSecond = 4;
    StepCost step = costOfStep(**costs, *module);
    ASSERT_EQ(step.coordinates.size(), 2u);
    EXPECT_DOUBLE_EQ(step.coordinates[isReversed].endSeconds, 4);
    EXPECT_DOUBLE_EQ(step.coordinates[!isReversed].endSeconds, 8);
  }
}

// All come to a collective over the stages before it begins: at 8 s; it takes two
// latencies and 16 bytes.
TEST_F(StepCostTest, StagesMeet) {
  StepCost step = cost(std::string(kKernel) + R"(
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = dist.all_reduce %0 sum over {"pp"} on @mesh : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func @main_pp1(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
      %2 = dist.all_reduce %1 sum over {"pp"} on @mesh : tensor<4xf32>
      return %2 : tensor<4xf32>
    })");
  EXPECT_DOUBLE_EQ(step.seconds(), 8 + 2 * 3 + 1);
  EXPECT_DOUBLE_EQ(step.coordinates[0].waitSeconds, 4);
}

// A collective of 7 s beside one kernel, which takes 4 of them; the next waits.
TEST_F(StepCostTest, StreamsRunBesideEachOther) {
  const char *text = R"(
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = dist.all_reduce %x sum over {"dp"} on @mesh MARK : tensor<4xf32>
      %1 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %2 = call @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1, %2 : tensor<4xf32>, tensor<4xf32>
    })";
  auto with = [&](const std::string &mark) {
    std::string given = std::string(kKernel) + text;
    given.replace(given.find("MARK"), 4, mark);
    return cost(given).seconds();
  };
  EXPECT_DOUBLE_EQ(with(""), 7 + 4 + 4);
  EXPECT_DOUBLE_EQ(with("{step.beside = 1 : i64}"), 7 + 4);
}

// Functions that are no programs take nothing.
TEST_F(StepCostTest, NoPrograms) {
  StepCost step = cost(std::string(kKernel) + R"(
    dist.mesh @mesh = <["dp"=2]>)");
  EXPECT_EQ(step.seconds(), 0);
  EXPECT_EQ(step.bubble(), 0);
}

} // namespace
