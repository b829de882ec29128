//===- CheckCommandsTest.cpp - Each rule of a command, broken once --------===//
#include "CheckFixture.h"

using namespace popt::rt;

namespace {
using CheckCommandsTest = CheckTest;
} // namespace

TEST_F(CheckCommandsTest, MatmulShapes) {
  p().commands[0].operands[1].shape = {5, 5};
  says("shapes [4x6], [5x5], [4x5] do not fit together");
}
TEST_F(CheckCommandsTest, MatmulDims) {
  op<MatmulOp>(0).batchDims = 1;
  says("do not have its dimensions");
}
TEST_F(CheckCommandsTest, MatmulSorts) {
  op<MatmulOp>(0).batchDims = -1;
  says("it has -1 dimensions of one sort");
}
TEST_F(CheckCommandsTest, MatmulTypes) {
  p().commands[0].operands[1].type = POPT_RT_I32;
  says("command 0 (matmul): its operands have different element types");
}
TEST_F(CheckCommandsTest, MatmulAdds) {
  op<MatmulOp>(0).adds = true;
  p().commands[0].operands[2].type = POPT_RT_BF16;
  says("it adds to elements of bf16, in which no sums are kept");
}
TEST_F(CheckCommandsTest, CollectiveDim) {
  op<CollectiveOp>(1).pieces.dim = 2;
  says("do not fit");
}
TEST_F(CheckCommandsTest, CollectiveKinds) {
  op<CollectiveOp>(1).kind = static_cast<CollectiveKind>(99);
  says("command 1 (");
  says("it is of no kind");
}
TEST_F(CheckCommandsTest, CollectivePieces) {
  t().rankTables[0] = {4, 5};
  says("rank 1's piece, 5 from 4, is outside of extents 4 and 7");
}
TEST_F(CheckCommandsTest, CollectiveWithoutOffsets) {
  op<CollectiveOp>(1).pieces.offsets = -1;
  says("its pieces have counts or offsets, not both");
}
TEST_F(CheckCommandsTest, CollectiveOverlap) {
  op<CollectiveOp>(1).pieces.offsets = t().addRankTable({0, 3});
  says("pieces of two ranks overlap at 3");
}
TEST_F(CheckCommandsTest, CollectiveMonoid) {
  op<CollectiveOp>(1).kind = CollectiveKind::ReduceScatter;
  op<CollectiveOp>(1).monoid = Monoid::And;
  says("no and of f32");
}
TEST_F(CheckCommandsTest, CollectiveRoot) {
  op<CollectiveOp>(1).kind = CollectiveKind::Gather;
  op<CollectiveOp>(1).root = 2;
  says("root 2 of a group of 2");
}
TEST_F(CheckCommandsTest, CollectiveAcrossPrograms) {
  t().programs.push_back(p());
  t().programOfRank[1] = 1;
  says("so it needs an id");
  for (Program &program : t().programs)
    std::get<CollectiveOp>(program.commands[1].op).id = 7;
  EXPECT_EQ(check(b.table), "");
}
TEST_F(CheckCommandsTest, PermutePairs) {
  CollectiveOp permute;
  permute.kind = CollectiveKind::Permute;
  permute.pairs = {{0, 1}, {1, 1}};
  b.add(permute, {y, y});
  says("pair 1 -> 1 is out of range or a second one");
}
TEST_F(CheckCommandsTest, Bucket) {
  CollectiveOp reduce;
  reduce.group = op<CollectiveOp>(1).group;
  Operand z = b.tensor(POPT_RT_F32, {3});
  b.add(reduce, {z, z});
  op<CollectiveOp>(1).bucket = 2;
  EXPECT_EQ(check(b.table), "");
  for (int32_t count : {-1, 1, 3}) {
    op<CollectiveOp>(1).bucket = count;
    says("it begins a bucket of " + std::to_string(count) + " commands");
  }
  op<CollectiveOp>(1).bucket = 2;
  op<CollectiveOp>(2).bucket = 2;
  b.add(reduce, {y, y});
  says("another bucket begins in its bucket");
  op<CollectiveOp>(2).bucket = 0;
  op<CollectiveOp>(2).channel = 1;
  says("its bucket has several groups, channels or streams");
  op<CollectiveOp>(2).channel = 0, p().commands[2].stream = 1;
  says("its bucket has several groups, channels or streams");
  p().commands[2].stream = 0;
  p().numEvents = 1;
  p().commands[2].waits = {0};
  says("a command in its bucket waits");
  p().commands[2].waits = {}, p().commands[1].event = 0;
  says("a command in its bucket has an event, but only the last may");
  p().commands[1].event = -1;
  p().bodies.push_back({2, 3, "inside"});
  says("a body begins or ends in its bucket");
  p().bodies.pop_back();
  op<CollectiveOp>(1).bucket = 3;
  says("commands 1 and 3 of its bucket use the same memory");
  p().commands[3].op = CopyOp{};
  says("its bucket has copy");
}
TEST_F(CheckCommandsTest, ConvOutput) {
  Operand image = b.tensor(POPT_RT_F32, {2, 4, 8});
  Operand filter = b.tensor(POPT_RT_F32, {6, 4, 3});
  Operand out = b.tensor(POPT_RT_F32, {2, 6, 7});
  b.add(plainConv(), {image, filter, out});
  says("the output has extent 7 in spatial dimension 0, not 6");
  op<ConvOp>(2).windowStrides = {0};
  says("a stride, dilation or padding of dimension 0 is out of range");
  op<ConvOp>(2).windowStrides = {1};
  for (Operand &operand : p().commands[2].operands)
    operand.shape = {operand.shape[0]};
  says("shapes [2], [6], [2] are not of one rank from 2 to 14");
  p().commands[2].operands = {image, filter, out};
  op<ConvOp>(2).featureGroups = 2;
  says("do not fit 2 feature and 1 batch groups");
  p().commands[2].operands[1].type = POPT_RT_I32;
  says("command 2 (conv): its operands have different element types");
  op<ConvOp>(2).windowReversal = {};
  says("a parameter is not given for each of 1 spatial dimensions");
  op<ConvOp>(2).windowReversal = {0};
  op<ConvOp>(2).padLow = {0, 0};
  says("a parameter is not given for each of 1 spatial dimensions");
}
TEST_F(CheckCommandsTest, Attention) {
  Operand q = b.tensor(POPT_RT_BF16, {2, 4, 8, 16});
  Operand k = b.tensor(POPT_RT_BF16, {2, 2, 6, 16});
  Operand v = b.tensor(POPT_RT_BF16, {2, 2, 6, 8});
  Operand out = b.tensor(POPT_RT_BF16, {2, 4, 8, 8});
  Operand stats = b.tensor(POPT_RT_F32, {2, 4, 8});
  Operand lengths = b.tensor(POPT_RT_I32, {2});
  AttentionOp attention;
  attention.hasStats = true;
  b.add(attention, {q, k, v, out, stats});
  says("command 2 (attention): it is a GPU's, but the program is for a CPU");
  t().target = {"sm_90", true};
  EXPECT_EQ(check(t()), "");
  auto &op = this->op<AttentionOp>(2);
  std::vector<Operand> &operands = p().commands[2].operands;
  op.hasLengths = true;
  operands = {q, k, v, lengths, lengths, out, stats};
  EXPECT_EQ(check(t()), "");
  operands[4].type = POPT_RT_F32;
  says("or one before it is none of attention of");
  op.hasLengths = false;
  operands = {q, k, v, out, stats};
  operands[1].shape[3] = 8;
  says("or one before it is none of attention of");
  operands = {q, k, v, out, stats};
  operands[0].type = POPT_RT_F32;
  operands[0].shape[3] = 8;
  says("it is attention of ");
  operands = {q, k, v, out, stats};
  operands[3].offset = v.offset;
  says("it is attention over its own operand ");
  operands = {q, k, v, out, stats};
  op.window = -1;
  says("its scale or its window is no number for it");
  op.window = 0;
  op.hasBiasResult = true;
  says("it has a result that the other pass has, or a bias's gradient without "
       "a bias");
}
TEST_F(CheckCommandsTest, Event) {
  p().commands[0].waits = {0};
  says("it waits for event 0 of 0");
}
TEST_F(CheckCommandsTest, LocationIndex) {
  p().commands[0].location = 3;
  says("location 3 does not exist");
}
TEST_F(CheckCommandsTest, KernelIndex) {
  b.add(KernelOp{2, {}}, {});
  says("kernel 2 does not exist");
}
TEST_F(CheckCommandsTest, Predicate) {
  int32_t body = static_cast<int32_t>(p().bodies.size());
  p().bodies.push_back({0, 0, "empty"});
  WhileOp loop;
  loop.condition = loop.body = body;
  Command c;
  c.op = loop;
  c.operands = {y};
  p().commands.push_back(c);
  p().bodies[0].end = 3;
  says("its predicate is no i1");
}
TEST_F(CheckCommandsTest, CopyShapes) {
  b.add(CopyOp{}, {x, y});
  says("command 2 (copy): it copies arena[0] : f32[4x6] to arena[");
}
TEST_F(CheckCommandsTest, NoInteger) {
  b.add(SetOp{Scalar::constant(3)}, {y});
  says("it sets what is no integer");
  KernelOp kernel;
  kernel.symbol = b.kernel("k");
  kernel.scalars = {{static_cast<Scalar::Kind>(9)}};
  p().commands[2] = {};
  p().commands[2].op = kernel;
  says("a scalar is of no kind");
  p().bodies.push_back({3, 3, "empty"});
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  p().commands[2].op = loop;
  p().commands[2].operands = {y};
  says("its counter is no integer");
  p().commands[2].op = CaseOp{{1}};
  says("its index is no integer");
  p().commands[2].op = CaseOp{};
  says("it has no branches");
}
TEST_F(CheckCommandsTest, SendDense) {
  SendOp send;
  send.peer = t().addRankTable({1, -1});
  Operand column = y;
  column.shape = {4};
  column.strides = {5};
  b.add(send, {column});
  says("command 2 (send_start): its operand is not dense");
}
TEST_F(CheckCommandsTest, Schedule) {
  p().bodies.push_back({0, 0, "empty"});
  Command c;
  c.op = ScheduleOp{{{1, 0}, {2, 0}}};
  p().commands.push_back(c);
  p().bodies[0].end = 3;
  says("body 2 does not exist");
  p().commands[2].op = ScheduleOp{{{1, 0}, {1, -1}}};
  says("it calls body 1 for microbatch -1");
  p().commands[2].op = ScheduleOp{{{1, 0}, {1, 1 << 20}}};
  says("it calls body 1 for microbatch 1048576");
  p().commands[2].op = ScheduleOp{{{1, 0}, {1, 1 << 19}}};
  p().numEvents = 100;
  says("its program has 100 events for each of 524289 microbatches");
  p().numEvents = 1;
  p().commands[2].operands = {y};
  says("its counter is no integer");
}
