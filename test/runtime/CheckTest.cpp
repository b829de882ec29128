//===- CheckTest.cpp - Rules of tables, programs and memory, broken once --===//
#include "CheckFixture.h"

using namespace popt::rt;

TEST_F(CheckTest, Sound) { EXPECT_EQ(check(b.table), ""); }

// Where the problem is, for those who know the records by another name.
TEST_F(CheckTest, Where) {
  EXPECT_EQ(findProblem(t()).text, "");
  p().commands[1].operands[0].region = 7;
  Problem problem = findProblem(t());
  EXPECT_EQ(problem.program, 0);
  EXPECT_EQ(problem.command, 1);
  EXPECT_EQ(problem.argument, -1);
  EXPECT_NE(check(t()).find(problem.text), std::string::npos) << problem.text;
  p().argumentAddresses[1].region = 7;
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
  says("axis \"b\" of size 1048576 makes more than 1048576 coordinates");
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
  t().arguments[0].type = static_cast<ElementType>(99);
  says("element type 99 does not exist");
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
  p().argumentAddresses[0].region = -1;
  says("argument 0 and its state result are not on the same ranks");
}
TEST_F(CheckTest, AddressOutside) {
  p().resultAddresses[0].offset += 64;
  says("result 0: operand arena[");
}
TEST_F(CheckTest, AddressInConstants) {
  t().constants.resize(4096);
  p().argumentAddresses[1] = {1, 0};
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
