//===- TermsTest.cpp - Operands that move with loops ----------------------===//
//
// What the checker says of terms, each rule broken once; that they part operands
// or do not; and what the executor makes of them.
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "popt-rt/check.h"
#include <numeric>

using namespace popt::rt;

namespace {
/// A step of one command that runs body 1, which fills y.
struct TermsTest : testing::Test {
  TableBuilder b{{{"a", 2, AxisKind::Device}}};

  TermsTest() {
    Operand y = b.tensor(POPT_RT_F32, {4, 5});
    b.add(LoopOp{1, Scalar::constant(1)}, {});
    b.program().bodies.push_back({1, 1, "layer"});
    b.add(FillOp{}, {y});
  }
  std::vector<Term> &terms() {
    return b.program().commands[1].operands[0].terms;
  }
  void is(AnyOp op) { b.program().commands[0].op = std::move(op); }
  void says(const std::string &piece) {
    std::string problem = check(b.table);
    EXPECT_NE(problem.find(piece), std::string::npos)
        << "expected: " << piece << "\ngot: " << problem;
  }
};
} // namespace

TEST_F(TermsTest, Inside) {
  terms() = {{1, 1 << 20}};
  EXPECT_EQ(check(b.table), ""); // one iteration moves nothing
  is(LoopOp{1, Scalar::constant(0)});
  EXPECT_EQ(check(b.table), "");
  is(LoopOp{1, Scalar::constant(2)});
  says("*loop1] : f32[4x5] reaches from byte");
  terms() = {{1, -(1 << 20)}};
  says("reaches from byte -");
  is(LoopOp{1, Scalar::constant(INT64_MAX)});
  terms() = {{1, INT64_MAX}};
  says("to more than 2^63");
  is(LoopOp{1, Scalar::rankTable(b.table.addRankTable({0, 3}))});
  terms() = {{1, 1 << 20}};
  says("reaches from byte");
  is(LoopOp{1, Scalar::rankTable(7)});
  says("rank table 7 does not exist");
}

TEST_F(TermsTest, Counted) {
  is(LoopOp{1, Scalar::constant(2)});
  terms() = {{2, 0}};
  says("body 2 does not exist");
  terms() = {{-2, 0}};
  says("body -2 does not exist");
  terms() = {{0, 0}};
  says("no loop counts iterations of body 0");
  terms() = {{1, 0}, {-1, 0}};
  EXPECT_EQ(check(b.table), "");
  terms() = {{1, 0}, {1, 4}};
  says("count the same");
}

// Microbatches are counted everywhere, other loops only if they count.
TEST_F(TermsTest, Microbatches) {
  terms() = {{-1, 1 << 20}};
  is(ScheduleOp{{{1, 0}}});
  EXPECT_EQ(check(b.table), "");
  is(ScheduleOp{{{1, 1}}});
  says("*microbatch] : f32[4x5] reaches from byte");
  terms() = {{1, 0}};
  says("no loop counts iterations of body 1");
}

// A loop's iterations mean nothing beside the loop.
TEST_F(TermsTest, Beside) {
  Operand y = b.program().commands[1].operands[0];
  y.terms = {{1, 0}};
  b.program().commands[0] = {FillOp{}, {y}, -1, 0, {}, -1};
  b.program().commands[1] = {LoopOp{1, Scalar::constant(1)}, {}, -1, 0, {}, -1};
  b.program().bodies = {{0, 2, "step"}, {2, 2, "layer"}};
  says("it is not in the loop that runs body 1");
}

// What moves both operands does not part them; a row is apart from the next one.
TEST(Terms, Overlap) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand row = b.tensor(POPT_RT_F32, {4, 16}), other = row;
  row.shape = other.shape = {16};
  row.terms = other.terms = {{1, 64}};
  b.add(LoopOp{1, Scalar::constant(3)}, {});
  b.program().bodies.push_back({1, 1, "layer"});
  auto overlap = [&] {
    return mayOverlap(b.table, b.program(), {0}, row, other);
  };
  EXPECT_TRUE(overlap());
  other.offset += 64; // what the next iteration reads
  EXPECT_FALSE(overlap());
  other.terms = {};
  EXPECT_TRUE(overlap()); // in the second iteration
  other.offset += 64 * 2;
  EXPECT_FALSE(overlap());
  other.terms = {{1, -64}};
  EXPECT_TRUE(overlap());
}

// Rows of a stack in loops within each other, for each microbatch: from the first
// to the last one, and back.
TEST(Terms, Executor) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand stack = b.argument("stack", POPT_RT_I32, {2, 3, 4});
  Operand back = b.argument("back", POPT_RT_I32, {2, 3, 4});
  Program &p = b.program();
  auto begin = [&](const char *name) {
    int32_t at = static_cast<int32_t>(p.commands.size());
    p.bodies.push_back({at, at, name});
  };
  Operand row = stack, reversed = back;
  row.shape = reversed.shape = {2};
  row.terms = {{-1, 48}, {2, 16}, {3, 8}};
  reversed.offset += 48 + 2 * 16 + 8;
  reversed.terms = {{3, -8}, {-1, -48}, {2, -16}};
  b.add(ScheduleOp{{{1, 0}, {1, 1}}}, {});
  begin("task");
  b.add(LoopOp{2, Scalar::constant(3)}, {});
  begin("group");
  b.add(LoopOp{3, Scalar::constant(2)}, {});
  begin("layer");
  b.add(CopyOp{}, {row, reversed});
  onEveryRank(loaded(b.table), [&](int32_t, Executor &executor) {
    int32_t *from = static_cast<int32_t *>(executor.argument(0));
    int32_t *to = static_cast<int32_t *>(executor.argument(1));
    std::iota(from, from + 24, 0);
    std::fill(to, to + 24, -1);
    std::string error;
    ASSERT_TRUE(executor.step(error)) << error;
    for (int i = 0; i < 24; i += 2)
      EXPECT_EQ(std::vector<int32_t>(to + i, to + i + 2),
                (std::vector<int32_t>{22 - i, 23 - i}));
  });
}
