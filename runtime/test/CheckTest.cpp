//===- CheckTest.cpp - Each rule of the checker, broken once --------------===//
#include "popt-rt/check.h"
#include "Tables.h"
#include "popt-rt/transport_limits.h"

using namespace popt::rt;

namespace {
/// A table, and what the checker says of it.
struct TableTest : testing::Test {
  explicit TableTest(std::vector<MeshAxis> axes) : b(std::move(axes)) {}
  void says(const std::string &piece) {
    std::string problem = check(b.table);
    EXPECT_NE(problem.find(piece), std::string::npos)
        << "expected: " << piece << "\ngot: " << problem;
  }

  TableBuilder b;
};

/// x [7, 6] on a=2; y = x * w; all-gather of y.
struct CheckTest : TableTest {
  Operand x, w, y, all;

  CheckTest() : TableTest({{"a", 2, AxisKind::Device}}) {
    x = b.argument("x", POPT_RT_F32, {7, 6}, {{0}, {}});
    w = b.argument("w", POPT_RT_F32, {6, 5});
    y = b.tensor(POPT_RT_F32, {4, 5});
    all = b.tensor(POPT_RT_F32, {7, 5});
    b.result("all", all, {7, 5});
    b.add(MatmulOp{}, {x, w, y});
    CollectiveOp gather;
    gather.kind = CollectiveKind::AllGather;
    gather.group = b.table.addGroup({{0, 1, 2}});
    gather.pieces.counts = b.table.addRankTable({4, 3});
    gather.pieces.offsets = b.table.addRankTable({0, 4});
    b.add(gather, {y, all});
  }

  StepTable &t() { return b.table; }
  Program &p() { return b.program(); }
  template <typename T> T &op(size_t i) {
    return std::get<T>(p().commands[i].op);
  }
};
} // namespace

TEST_F(CheckTest, Sound) { EXPECT_EQ(check(b.table), ""); }

// The problem's place, for those who know the records by another name.
TEST_F(CheckTest, Place) {
  EXPECT_EQ(findProblem(t()).text, "");
  p().commands[1].operands[0].region = 7;
  Problem problem = findProblem(t());
  EXPECT_EQ(problem.program, 0);
  EXPECT_EQ(problem.command, 1);
  EXPECT_EQ(problem.argument, -1);
  EXPECT_NE(check(t()).find(problem.text), std::string::npos) << problem.text;
  p().argumentPlaces[1].region = 7;
  problem = findProblem(t());
  EXPECT_EQ(problem.program, 0);
  EXPECT_EQ(problem.command, -1);
  EXPECT_EQ(problem.argument, 1);
  t().results[0].localShape = {1};
  problem = findProblem(t());
  EXPECT_EQ(problem.program, -1);
  EXPECT_EQ(problem.result, 0);
}
TEST_F(CheckTest, MeshSize) {
  t().mesh.axes[0].size = 0;
  says("axis \"a\" has size 0, but sizes begin at 1");
}
TEST_F(CheckTest, MeshTooLarge) {
  t().mesh.axes[0].size = 1 << 20;
  t().mesh.axes.push_back({"b", 1 << 20, AxisKind::Device});
  says("mesh has more than 1048576 coordinates with axis \"b\"");
}
TEST_F(CheckTest, AxisKinds) {
  t().mesh.axes[0].kind = static_cast<AxisKind>(7);
  says("axis \"a\" is of no kind");
}
TEST_F(CheckTest, ArgumentRank) {
  t().arguments[0].shape.assign(100, 1);
  says("a tensor has 100 dimensions");
}
TEST_F(CheckTest, ArgumentExtent) {
  t().arguments[0].shape[0] = -7;
  says("has a negative extent");
}
TEST_F(CheckTest, LayoutRank) {
  t().arguments[0].layout.dims.pop_back();
  says("a layout of 1 dimensions do not fit");
}
TEST_F(CheckTest, MonoidKinds) {
  t().arguments[0].layout.monoid = static_cast<Monoid>(40);
  says("its monoid does not exist");
}
TEST_F(CheckTest, RegionKinds) {
  p().regions[0].kind = static_cast<RegionKind>(9);
  says("is of no kind");
}
TEST_F(CheckTest, RegionsTogether) {
  for (int i = 0; i < 2; ++i) {
    p().regions.push_back(p().regions[0]);
    p().regions.back().bytes = int64_t(1) << 50;
  }
  says("its regions are too large");
}
TEST_F(CheckTest, Events) {
  p().numEvents = 1 << 25;
  says("it has 33554432 events");
}
TEST_F(CheckTest, Streams) {
  p().commands[0].stream = 16;
  says("command 0 (matmul): stream 16 of at most 16");
}
TEST_F(CheckTest, NoBodies) {
  p().bodies.clear();
  says("it has no bodies");
}
TEST_F(CheckTest, BodyOutside) {
  p().bodies[0].end = 99;
  says("is commands 0 to 99 of 2");
}
TEST_F(CheckTest, StridesOfAnotherRank) {
  p().commands[0].operands[0].strides = {1};
  says("1 strides for shape");
}
TEST_F(CheckTest, RankTableLength) {
  t().rankTables[0].push_back(0);
  says("a rank table has 3 values for 2 ranks");
}
TEST_F(CheckTest, GroupTwice) {
  t().groups[0].lists = {{0, 0}};
  says("holds rank 0 wrongly or twice");
}
TEST_F(CheckTest, ProgramOfRank) {
  t().programOfRank[1] = 1;
  says("program 1 does not exist");
}
TEST_F(CheckTest, NegativeExtent) {
  t().arguments[0].shape[0] = -1;
  says("negative extent");
}
TEST_F(CheckTest, HugeShape) {
  t().arguments[1].shape =
      t().arguments[1].localShape = {int64_t(1) << 40, int64_t(1) << 40};
  says("argument 1: shape [1099511627776x1099511627776] is too large");
}
TEST_F(CheckTest, ElementType) {
  t().arguments[0].type = static_cast<ElementType>(20);
  says("element type 20 does not exist");
}
TEST_F(CheckTest, LocalShape) {
  t().arguments[0].localShape = {3, 6};
  says("local extent 3 of dimension 0 is less than its largest block, 4");
}
TEST_F(CheckTest, LayoutAxis) {
  t().arguments[0].layout.dims[0].axes[0].axis = 4;
  says("argument 0: axis number 4 does not exist, the mesh has 1");
}
TEST_F(CheckTest, LayoutPart) {
  t().arguments[0].layout.dims[0].axes[0].pre = 2;
  says("is no part of axis \"a\" of size 2");
}
TEST_F(CheckTest, PartialMonoid) {
  t().arguments[0].layout.monoid = Monoid::Xor;
  t().arguments[0].layout.partial = {{0, 1, 2}};
  says("no xor of f32");
}
TEST_F(CheckTest, StateShape) {
  b.state(0, 0);
  says("has another shape, type or argument");
}
TEST_F(CheckTest, StateArgument) {
  t().results[0].stateArgument = 1;
  says("result 0: its state argument 1 does not name it");
}
TEST_F(CheckTest, StateOnOtherRanks) {
  b.result("x", x, {7, 6}, {{0}, {}});
  b.state(0, 1);
  p().argumentPlaces[0].region = -1;
  says("argument 0 and its state result are not on the same ranks");
}
TEST_F(CheckTest, PlaceOutside) {
  p().resultPlaces[0].offset += 64;
  says("result 0: operand arena[");
}
TEST_F(CheckTest, PlaceInConstants) {
  t().constants.resize(4096);
  p().argumentPlaces[1] = {1, 0};
  says("argument 1: it lies among the constants");
}
TEST_F(CheckTest, StateMovesOverlap) {
  // Two states that would be copied over each other.
  TableBuilder c({{"a", 1, AxisKind::Device}});
  Operand s0 = c.argument("s0", POPT_RT_F32, {4});
  Operand s1 = c.argument("s1", POPT_RT_F32, {4});
  c.result("r0", s1, {4});
  c.result("r1", s0, {4});
  c.state(0, 0);
  c.state(1, 1);
  EXPECT_NE(
      check(c.table).find("the state result of argument 0 overlaps argument 1"),
      std::string::npos)
      << check(c.table);
}
TEST_F(CheckTest, BodyRange) {
  p().bodies[0].end = 3;
  says("is commands 0 to 3 of 2");
}
TEST_F(CheckTest, BodyCircle) {
  p().bodies.push_back({2, 2, "loop"});
  LoopOp loop;
  loop.body = 0;
  b.add(loop, {});
  p().bodies[0].end = 3;
  says("body 0 runs itself");
}
TEST_F(CheckTest, BodyDepth) {
  for (int i = 1; i < 80; ++i) {
    b.add(ScheduleOp{{{i, 0}}}, {});
    int32_t end = static_cast<int32_t>(p().commands.size());
    p().bodies.push_back({end, end, ""});
  }
  says("bodies are nested more than 64 deep");
}
TEST_F(CheckTest, OperandOutside) {
  p().commands[0].operands[2].offset += 1 << 20;
  says("command 0 (matmul): operand arena[");
}
TEST_F(CheckTest, OperandStrides) {
  p().commands[0].operands[0].strides = {-6, 1};
  says("reaches from byte -72");
}
TEST_F(CheckTest, OperandSlots) {
  Operand &first = p().commands[0].operands[0];
  first.slotStride = 1 << 20;
  first.slots = 0;
  says("list 0 of slots does not exist");
  p().slots = {{2, 0}};
  says("reaches from byte 0 to");
  p().slots = {{}};
  says("list 0 of slots is empty");
  p().slots = {{0, -1}};
  says("list 0 of slots has slot -1");
}
// No product of what a table can say overflows.
TEST_F(CheckTest, OperandSlotsHuge) {
  p().slots = {{INT32_MAX}};
  p().commands[0].operands[0].slots = 0;
  p().commands[0].operands[0].slotStride = INT64_MAX;
  says("reaches from byte 0 to more than 2^63 of a region");
  p().commands[0].operands[0].slotStride = -INT64_MAX;
  says("reaches from byte less than -2^63 to");
}
TEST_F(CheckTest, OperandRankOffset) {
  p().commands[0].operands[0].rankOffset = t().addRankTable({0, 1 << 30});
  says("reaches from byte 0 to");
}
TEST_F(CheckTest, WritesConstants) {
  t().constants.resize(4096);
  p().commands[0].operands[2].region = 1;
  says("it writes to constants");
}
TEST_F(CheckTest, RankExtentsOnlyOnCopies) {
  p().commands[0].operands[0].rankExtents.push_back({0, 0});
  says("only copies and fills have extents per rank");
}
TEST_F(CheckTest, RankExtentsShrink) {
  // Rank 1's block begins at row 4; four rows from there would be outside.
  Operand from = b.tensor(POPT_RT_F32, {7, 5}),
          to = b.tensor(POPT_RT_F32, {4, 5});
  from.offset = p().regions[0].bytes - 7 * 5 * 4;
  from.shape[0] = 4;
  from.rankOffset = t().addRankTable({0, 4 * 5 * 4});
  to.offset = 0;
  b.add(CopyOp{}, {from, to});
  says("reaches from byte");
  p().commands.back().operands[0].rankExtents.push_back({0, 0});
  EXPECT_EQ(check(b.table), "");
}
TEST_F(CheckTest, MatmulShapes) {
  p().commands[0].operands[1].shape = {5, 5};
  says("shapes [4x6], [5x5], [4x5] do not fit together");
}
TEST_F(CheckTest, MatmulDims) {
  op<MatmulOp>(0).batchDims = 1;
  says("do not have its dimensions");
}
TEST_F(CheckTest, MatmulSorts) {
  op<MatmulOp>(0).batchDims = -1;
  says("it has -1 dimensions of one sort");
}
TEST_F(CheckTest, MatmulTypes) {
  p().commands[0].operands[1].type = POPT_RT_I32;
  says("command 0 (matmul): its operands have different element types");
}
TEST_F(CheckTest, CollectiveDim) {
  op<CollectiveOp>(1).pieces.dim = 2;
  says("do not fit");
}
TEST_F(CheckTest, CollectiveKinds) {
  op<CollectiveOp>(1).kind = static_cast<CollectiveKind>(99);
  says("command 1 (");
  says("it is of no kind");
}
TEST_F(CheckTest, CollectivePieces) {
  t().rankTables[0] = {4, 5};
  says("rank 1's piece, 5 from 4, is outside of extents 4 and 7");
}
TEST_F(CheckTest, CollectiveWithoutOffsets) {
  op<CollectiveOp>(1).pieces.offsets = -1;
  says("its pieces have counts or offsets, not both");
}
TEST_F(CheckTest, CollectiveOverlap) {
  op<CollectiveOp>(1).pieces.offsets = t().addRankTable({0, 3});
  says("pieces of two ranks overlap at 3");
}
TEST_F(CheckTest, CollectiveMonoid) {
  op<CollectiveOp>(1).kind = CollectiveKind::ReduceScatter;
  op<CollectiveOp>(1).monoid = Monoid::And;
  says("no and of f32");
}
TEST_F(CheckTest, CollectiveRoot) {
  op<CollectiveOp>(1).kind = CollectiveKind::Gather;
  op<CollectiveOp>(1).root = 2;
  says("root 2 of a group of 2");
}
TEST_F(CheckTest, CollectiveAcrossPrograms) {
  t().programs.push_back(p());
  t().programOfRank[1] = 1;
  says("so it needs an id");
  for (Program &program : t().programs)
    std::get<CollectiveOp>(program.commands[1].op).id = 7;
  EXPECT_EQ(check(b.table), "");
}
TEST_F(CheckTest, PermutePairs) {
  CollectiveOp permute;
  permute.kind = CollectiveKind::Permute;
  permute.pairs = {{0, 1}, {1, 1}};
  b.add(permute, {y, y});
  says("pair 1 -> 1 is out of range or a second one");
}
TEST_F(CheckTest, Bucket) {
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
TEST_F(CheckTest, ConvOutput) {
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
TEST_F(CheckTest, Event) {
  p().commands[0].waits = {0};
  says("it waits for event 0 of 0");
}
TEST_F(CheckTest, LocationIndex) {
  p().commands[0].location = 3;
  says("location 3 does not exist");
}
TEST_F(CheckTest, KernelIndex) {
  b.add(KernelOp{2, {}}, {});
  says("kernel 2 does not exist");
}
TEST_F(CheckTest, Predicate) {
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
TEST_F(CheckTest, CopyShapes) {
  b.add(CopyOp{}, {x, y});
  says("command 2 (copy): it copies arena[0] : f32[4x6] to arena[");
}
TEST_F(CheckTest, NoInteger) {
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
TEST_F(CheckTest, SendDense) {
  SendOp send;
  send.peer = t().addRankTable({1, -1});
  Operand column = y;
  column.shape = {4};
  column.strides = {5};
  b.add(send, {column});
  says("command 2 (send_start): its operand is not dense");
}
TEST_F(CheckTest, Schedule) {
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

namespace {
/// Two programs: rank 0 sends x to rank 1 and waits, then both add up y.
struct MessagesTest : TableTest {
  CollectiveOp reduce;

  MessagesTest() : TableTest({{"pp", 2, AxisKind::Stage}}) {
    Operand x = b.tensor(POPT_RT_F32, {4}), y = b.tensor(POPT_RT_F32, {4});
    b.program().numEvents = 1;
    reduce.group = b.table.addGroup({{0, 1, 2}});
    reduce.id = 5;
    SendOp send;
    send.peer = b.table.addRankTable({1, -1});
    RecvOp recv;
    recv.peer = b.table.addRankTable({-1, 0});
    b.table.programs.push_back(b.program());
    b.add(send, {x}).event = 0;
    b.add(WaitOp{}, {}).waits = {0};
    b.add(reduce, {x, y});
    std::swap(b.table.programs[0], b.table.programs[1]);
    b.add(recv, {x});
    b.add(reduce, {x, y});
    std::swap(b.table.programs[0], b.table.programs[1]);
    b.table.programOfRank = {0, 1};
  }
  Command &command(size_t program, size_t i) {
    return b.table.programs[program].commands[i];
  }
};
} // namespace

TEST_F(MessagesTest, Sound) { EXPECT_EQ(check(b.table), ""); }

TEST_F(MessagesTest, WaitsForEver) {
  std::swap(command(1, 0), command(1, 1));
  says("it waits forever: no rank can go on");
}

/// Many messages before the peer takes the first: as many as transports hold,
/// but no more.
TEST_F(MessagesTest, Places) {
  auto table = [&](int count, bool takesFirst) {
    StepTable made = b.table;
    Program &from = made.programs[0], &to = made.programs[1];
    Command send = from.commands[0], sum = from.commands[2];
    Command recv = to.commands[0], last = to.commands[1];
    from.commands.clear();
    to.commands.clear();
    from.numEvents = count;
    for (int i = 0; i < count; ++i) {
      send.event = i;
      from.commands.push_back(send);
      to.commands.push_back(recv);
    }
    from.commands.push_back(sum);
    to.commands.insert(takesFirst ? to.commands.end() : to.commands.begin(),
                       last);
    from.bodies[0].end = to.bodies[0].end = count + 1;
    return made;
  };
  EXPECT_EQ(check(table(POPT_RT_OPEN_TRANSFERS, false)), "");
  EXPECT_EQ(check(table(5 * POPT_RT_OPEN_TRANSFERS, true)), "");
  std::string problem = check(table(POPT_RT_OPEN_TRANSFERS + 1, false));
  EXPECT_NE(problem.find("rank 0, command 128 (send_start): it waits forever: "
                         "128 messages to rank 1 are under way, more have no "
                         "place"),
            std::string::npos)
      << problem;
}

TEST_F(MessagesTest, Counts) {
  command(1, 0).operands[0].shape = {3};
  says("it meets command 0 of rank 0, which has 4 f32, not 3 f32");
}

TEST_F(MessagesTest, NobodyReceives) {
  command(0, 1).waits.clear();
  command(1, 0).op = WaitOp{};
  command(1, 0).operands.clear();
  says("nothing receives it");
}

TEST_F(MessagesTest, NothingIsSent) {
  command(0, 0).op = WaitOp{};
  command(0, 0).operands.clear();
  command(0, 0).event = -1;
  b.table.programs[1].numEvents = 1;
  command(1, 0).event = 0;
  b.table.programs[1].regions[0].bytes += 64;
  for (Operand &operand : command(1, 1).operands)
    operand.offset = b.table.programs[1].regions[0].bytes - 64;
  says("nothing is sent to it");
}

TEST_F(MessagesTest, DataDecides) {
  Program &p = b.table.programs[1];
  Operand predicate = p.commands[0].operands[0];
  predicate.type = POPT_RT_I1;
  predicate.shape = {};
  Command choice;
  CaseOp branches;
  branches.branches = {-1, 1};
  choice.op = branches;
  choice.operands = {predicate};
  p.commands.push_back(p.commands[0]);
  p.commands[0] = choice;
  p.bodies.push_back({2, 3, "branch"});
  says("it is between programs, and data decides whether it runs");
}

TEST_F(MessagesTest, TooOften) {
  Program &p = b.table.programs[1];
  Command repeat;
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(int64_t(1) << 40);
  repeat.op = loop;
  p.commands.push_back(p.commands[0]);
  p.commands[0] = repeat;
  p.bodies.push_back({2, 3, "often"});
  says("its program talks more often than can be checked");
}
