//===- CommunicationTest.cpp - What messages take -------------------------===//
#include "FlowContextTest.h"

#include "popt/Cost/SentBytes.h"

using namespace mlir;
using namespace popt;

namespace {

class CommunicationTest : public test::FlowContextTest {
protected:
  /// A latency of 3 s, 16 bytes a second, of which 8 bytes reach a half.
  CostModel costsOf(const std::string &text) {
    parseModule(text);
    FailureOr<std::optional<CostModel>> costs = CostModel::of(*module);
    EXPECT_TRUE(succeeded(costs) && *costs) << messages;
    LinkLevel link{"link", 0, 3, 16, {}};
    link.efficiency = {{8, 0.5}, {16, 1}};
    (*costs)->machine.links = {link};
    return **costs;
  }
  SmallVector<dist::CollectiveOpInterface> collectives() {
    SmallVector<dist::CollectiveOpInterface> found;
    module->walk([&](dist::CollectiveOpInterface op) { found.push_back(op); });
    return found;
  }
};

// Each of the two sends 8 bytes, at 8 a second; together they send 16, at 16 a
// second, and meet once: two latencies for the two halves of an all-reduce.
TEST_F(CommunicationTest, BucketsSendTheirBytesAsOne) {
  CostModel costs = costsOf(R"(
    dist.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
      %0 = dist.all_reduce %a sum over {"x"} on @mesh : tensor<2xf32>
      %1 = dist.all_reduce %b sum over {"x"} on @mesh : tensor<2xf32>
      return
    })");
  auto members = collectives();
  ASSERT_EQ(members.size(), 2u);
  EXPECT_DOUBLE_EQ(costs.costOf(members[0]).seconds, 7);
  CommCost cost = costs.costOfMessage(members);
  EXPECT_DOUBLE_EQ(cost.seconds, 7);
  EXPECT_DOUBLE_EQ(cost.latencySeconds, 6);
  EXPECT_EQ(cost.wireBytes, 16);
}

// Kinds in one bucket meet once, too.
TEST_F(CommunicationTest, KindsOfABucketShareALatency) {
  CostModel costs = costsOf(R"(
    dist.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<2xf32>, %b: tensor<4xf32>) {
      %0 = dist.all_reduce %a sum over {"x"} on @mesh : tensor<2xf32>
      %1 = dist.reduce_scatter %b sum dim 0 over {"x"} on @mesh : tensor<4xf32> -> tensor<2xf32>
      return
    })");
  CommCost cost = costs.costOfMessage(collectives());
  EXPECT_DOUBLE_EQ(cost.latencySeconds, 6);
  EXPECT_DOUBLE_EQ(cost.seconds, 6 + 1 + 1);
  EXPECT_EQ(cost.wireBytes, 16);
}

// Blocks of an inner dimension are copied, at 32 bytes a second read and as many
// written: the result of a gather, the operand of a reduce-scatter, both of an exchange.
TEST_F(CommunicationTest, BlocksOfInnerDimensionsAreCopied) {
  CostModel costs = costsOf(R"(
    dist.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<2x4xf32>, %b: tensor<1x4xf32>) {
      %0 = dist.all_gather %a dim 0 over {"x"} on @mesh : tensor<2x4xf32> -> tensor<4x4xf32>
      %1 = dist.all_gather %a dim 1 over {"x"} on @mesh : tensor<2x4xf32> -> tensor<2x8xf32>
      %2 = dist.all_gather %b dim 1 over {"x"} on @mesh : tensor<1x4xf32> -> tensor<1x8xf32>
      %3 = dist.reduce_scatter %a sum dim 1 over {"x"} on @mesh : tensor<2x4xf32> -> tensor<2x2xf32>
      %4 = dist.all_to_all %a split 1 concat 0 over {"x"} on @mesh : tensor<2x4xf32> -> tensor<4x2xf32>
      %5 = dist.all_to_all %a split 1 concat 1 over {"x"} on @mesh : tensor<2x4xf32> -> tensor<2x4xf32>
      return
    })");
  costs.machine.devices[0].memoryBytesPerSecond = 64;
  costs.machine.devices[0].memoryEfficiency = {};
  auto found = collectives();
  SmallVector<double> copied;
  for (dist::CollectiveOpInterface op : found)
    copied.push_back(
        costs.costOf(op).seconds -
        costs.costLike(op, *costKind(op), bufferBytes(op)).seconds);
  EXPECT_EQ(copied, (SmallVector<double>{0, 2, 0, 1, 1, 2}));
  EXPECT_DOUBLE_EQ(
      costs.costOfMessage({found[1], found[1]}).seconds -
          costs.costLike(found[1], CollectiveKind::AllGather, 128).seconds,
      4);
}

TEST_F(CommunicationTest, MessagesOccupyLinksByTheirBytes) {
  CostModel costs = costsOf("dist.mesh @mesh = <stage [\"pp\"=2]>");
  AxisRef stages = costs.mesh.ref(0);
  EXPECT_DOUBLE_EQ(costs.sendSeconds(stages, 8), 1);
  EXPECT_DOUBLE_EQ(costs.sendSeconds(stages, 16), 1);
  EXPECT_DOUBLE_EQ(costs.sendLatency(stages), 3);
}

// Of two permutes a rank is the source of one each.
TEST_F(CommunicationTest, PermutesCountByTheirSources) {
  CostModel costs = costsOf(R"(
    dist.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0 = dist.permute %a pairs [[0, 1]] on @mesh : tensor<2xf32> -> tensor<2xf32>
      %1 = dist.permute %a pairs [[1, 0]] on @mesh : tensor<2xf32> -> tensor<2xf32>
      return %0, %1 : tensor<2xf32>, tensor<2xf32>
    })");
  SentBytes sent = sentInStep(costs, *module->getOps<func::FuncOp>().begin());
  EXPECT_EQ(sent, (SentBytes{{"permute", {{"link", 8}}}}));
}

} // namespace
