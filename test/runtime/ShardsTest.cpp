// Blocks of tensors on their way to ranks and back.
#include "tensor/Shards.h"
#include "Tables.h"
#include "popt-rt/check.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace popt::rt;

// Splitting and assembling are inverse for uneven splits, sub-axes, granules
// and pins; partial arguments keep their value once.
TEST(Shards, ThereAndBack) {
  std::mt19937 random(51);
  for (int round = 0; round < 300; ++round) {
    StepTable table;
    table.mesh.axes = {{"a", 4, AxisKind::Device}, {"b", 3, AxisKind::Device}};
    Argument a;
    Result r;
    std::vector<AxisRef> free = {{0, 1, 2}, {0, 2, 2}, {1, 1, 3}};
    std::shuffle(free.begin(), free.end(), random);
    for (int d = 0; d < 3; ++d) {
      a.shape.push_back(random() % 14);
      DimLayout dim;
      dim.granule = 1 + random() % 2;
      while (!free.empty() && random() % 2) {
        dim.axes.push_back(free.back());
        free.pop_back();
      }
      a.layout.dims.push_back(dim);
    }
    a.type = POPT_RT_I32;
    a.localShape = localShape(a.layout, a.shape);
    r.type = a.type;
    r.shape = a.shape;
    r.localShape = a.localShape;
    r.layout = a.layout;
    Tensor whole(a.type, a.shape), back(a.type, a.shape);
    for (uint8_t &byte : whole.data)
      byte = static_cast<uint8_t>(random());
    int owners = 0;
    std::map<int64_t, std::vector<uint8_t>> blocks;
    for (int64_t rank = 0; rank < 12; ++rank) {
      Tensor local(a.type, a.localShape);
      splitArgument(table, a, rank, whole.data.data(), local.data.data(), true);
      std::vector<uint8_t> block = packBlock(table, r, rank, local.data.data());
      EXPECT_EQ(int64_t(block.size()), blockBytes(table, r, rank));
      int64_t owner = ownerOf(table, r, rank);
      EXPECT_LE(owner, rank);
      EXPECT_EQ(ownerOf(table, r, owner), owner);
      owners += owner == rank;
      if (owner == rank) {
        blocks[rank] = block;
        unpackBlock(table, r, rank, block.data(), back.data.data());
      }
      EXPECT_EQ(block, blocks[owner]);
    }
    EXPECT_EQ(back.data, whole.data);
    int64_t numBlocks = 1;
    for (auto &dim : a.layout.dims)
      numBlocks *= product(dim.axes);
    EXPECT_EQ(owners, numBlocks);
  }
}

// A tensor whose blocks are arguments of their own, each split over an axis.
TEST(Shards, PartsThereAndBack) {
  StepTable table;
  table.mesh.axes = {{"a", 2, AxisKind::Device}};
  Tensor whole(POPT_RT_I32, {6, 3}), back(POPT_RT_I32, {6, 3});
  for (size_t i = 0; i < whole.data.size(); ++i)
    whole.data[i] = static_cast<uint8_t>(i + 1);
  for (int64_t begin : {4, 0, 2}) {
    Argument a;
    a.type = POPT_RT_I32;
    a.shape = {6, 3};
    a.localShape = {2, 2};
    a.layout.dims = {{}, {{{0, 1, 2}}}};
    a.part = {0, 0, begin, 2};
    Result r;
    r.type = a.type;
    r.shape = a.shape;
    r.localShape = a.localShape;
    r.layout = a.layout;
    r.part = a.part;
    for (int64_t rank = 0; rank < 2; ++rank) {
      Tensor local(a.type, a.localShape);
      splitArgument(table, a, rank, whole.data.data(), local.data.data(), true);
      placeBlock(table, r, rank, local.data.data(), back.data.data());
    }
  }
  EXPECT_EQ(back.data, whole.data);
}

// What the checker says of parts that can't be.
TEST(Shards, BadParts) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.argument("x", POPT_RT_F32, {7, 6}, {{0}, {}});
  b.argument("w", POPT_RT_F32, {6, 5});
  auto says = [&](const char *piece) {
    std::string problem = check(b.table);
    EXPECT_NE(problem.find(piece), std::string::npos) << problem;
  };
  std::vector<Argument> &arguments = b.table.arguments;
  arguments[1].part = {1, 0, 4, 3};
  says("argument 1: elements 4 to 7 of dimension 0 do not exist");
  arguments[0].part = {0, 0, 0, 7};
  arguments[1].part = {0, 0, 0, 3};
  says("argument 1: it is no block of number 0");
  arguments[1].part = {};
  b.argument("x", POPT_RT_F32, {7, 6}, {{0}, {}});
  arguments[2].part = {0, 0, 0, 7};
  EXPECT_EQ(check(b.table), "");
  b.argument("z", POPT_RT_F32, {2});
  says("argument 2: it stands before an argument or result of the user");
}

// Of coordinates that an argument is pinned to and partial over, one has its value.
TEST(Shards, OneOfThePinnedKeepsTheValue) {
  Mesh mesh;
  mesh.axes = {{"a", 4, AxisKind::Stage}, {"b", 2, AxisKind::Device}};
  Layout layout;
  layout.partial = {mesh.ref(0)};
  layout.pins = {{0, {1, 3}}};
  std::vector<int64_t> keep;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
    if (keepsValue(mesh, layout, rank))
      keep.push_back(rank);
  EXPECT_EQ(keep, (std::vector<int64_t>{2, 3}));
}
