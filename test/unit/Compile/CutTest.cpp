//===- CutTest.cpp - Layers in runs of nearly equal time ------------------===//
#include "popt/Compile/Cut.h"

#include <gtest/gtest.h>

using namespace popt;

using Cuts = std::vector<size_t>;

static std::vector<CutPiece> piecesOf(std::vector<double> seconds) {
  std::vector<CutPiece> pieces;
  for (double time : seconds)
    pieces.push_back({time, 1});
  return pieces;
}

TEST(CutTest, EqualLayersAreCutEqually) {
  EXPECT_EQ(Cuts({2, 4}), cutChain(piecesOf({1, 1, 1, 1, 1, 1}), 3, 0));
  EXPECT_EQ(Cuts(), cutChain(piecesOf({1, 1}), 1, 0));
}

// A head that takes as long as two layers stands alone.
TEST(CutTest, TheHeadCounts) {
  std::vector<CutPiece> pieces = piecesOf({0, 1, 1, 1, 1, 2});
  EXPECT_EQ(Cuts({3, 5}), cutChain(pieces, 3, 0));
  EXPECT_EQ(2, longestRun(pieces, {3, 5}, 0));
}

// Of cuts that are as good the one that fewer bytes cross; a byte may cost time, too.
TEST(CutTest, FewBytesCross) {
  std::vector<CutPiece> pieces = piecesOf({0, 2, 0, 2});
  pieces[2].bytesBefore = 5;
  EXPECT_EQ(Cuts({3}), cutChain(pieces, 2, 0));
  pieces[3].bytesBefore = 9;
  EXPECT_EQ(Cuts({2}), cutChain(pieces, 2, 0));
  EXPECT_EQ(Cuts({1}), cutChain(pieces, 2, 1));
  EXPECT_EQ(5, longestRun(pieces, {1}, 1));
  // A run waits for what it sends as well.
  EXPECT_EQ(6, longestRun(piecesOf({5, 1}), {1}, 1));
}

TEST(CutTest, FewerPiecesThanRuns) {
  EXPECT_EQ(Cuts(), cutChain(piecesOf({1, 1}), 3, 0));
}
