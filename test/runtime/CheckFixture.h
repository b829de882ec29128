//===- CheckFixture.h - Tables that tests of the checker break ------------===//
#ifndef POPT_RT_TEST_CHECKFIXTURE_H
#define POPT_RT_TEST_CHECKFIXTURE_H

#include "Tables.h"
#include "popt-rt/check.h"

namespace popt::rt {

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
} // namespace popt::rt

#endif // POPT_RT_TEST_CHECKFIXTURE_H
