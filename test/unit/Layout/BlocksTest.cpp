// Law L1, exhaustively: every extent 0..13, up to three axes of sizes 1..4,
// sub-axes and granules included. Blocks are disjoint, cover the dimension, are
// ordered, dropping the minor axis is a concatenation, and the local extent is
// that of the largest block.

#include "popt/Layout/Layout.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace popt;

/// The blocks of all coordinates, in the order of the dimension's axes.
static std::vector<DimBlock>
blocksInOrder(const Mesh &mesh, const DimLayout &dim, int64_t extent) {
  std::vector<DimBlock> blocks(product(dim.axes));
  for (int64_t r = 0; r < mesh.numRanks(); ++r) {
    std::vector<int64_t> coords = mesh.coordinates(r);
    int64_t index = 0;
    for (const AxisRef &ref : dim.axes)
      index = index * ref.size + mesh.coordinate(ref, coords);
    blocks[index] = blockAt(mesh, dim, extent, coords);
  }
  return blocks;
}

static void checkLaw(const Mesh &mesh, const DimLayout &dim, int64_t extent) {
  SCOPED_TRACE("extent " + std::to_string(extent) + " on " +
               mesh.str(dim.axes) + " by " + std::to_string(dim.granule));
  std::vector<DimBlock> blocks = blocksInOrder(mesh, dim, extent);
  int64_t next = 0, largest = 0;
  bool even = true;
  for (const DimBlock &b : blocks) {
    ASSERT_GE(b.extent, 0);
    ASSERT_TRUE(b.begin == next || b.extent == 0); // disjoint, ordered
    if (b.extent) {
      ASSERT_EQ(b.begin % dim.granule, 0);
    }
    next += b.extent;
    largest = std::max(largest, b.extent);
    even &= b.extent == blocks[0].extent;
  }
  ASSERT_EQ(next, extent); // cover
  ASSERT_EQ(localExtent(dim, extent), largest);
  ASSERT_EQ(isEven(dim, extent), even);

  if (dim.axes.empty())
    return;
  DimLayout outer = dim;
  AxisRef minor = outer.axes.back();
  outer.axes.pop_back();
  std::vector<DimBlock> whole = blocksInOrder(mesh, outer, extent);
  for (size_t i = 0; i < whole.size(); ++i) {
    int64_t sum = 0;
    for (int64_t k = 0; k < minor.size; ++k) {
      const DimBlock &piece = blocks[i * minor.size + k];
      ASSERT_EQ(piece.begin, whole[i].begin + sum);
      sum += piece.extent;
    }
    ASSERT_EQ(sum, whole[i].extent);
  }
}

TEST(BlocksTest, WholeAxes) {
  for (int64_t extent = 0; extent <= 13; ++extent)
    for (int64_t a = 1; a <= 4; ++a)
      for (int64_t b = 1; b <= 4; ++b)
        for (int64_t c = 1; c <= 4; ++c) {
          Mesh mesh({{"a", a}, {"b", b}, {"c", c}});
          for (int64_t granule = 1; granule <= 4; ++granule)
            for (int mask = 0; mask < 8; ++mask) {
              DimLayout dim;
              dim.granule = granule;
              for (int axis = 0; axis < 3; ++axis)
                if (mask >> axis & 1)
                  dim.axes.push_back(mesh.ref(axis));
              checkLaw(mesh, dim, extent);
              std::reverse(dim.axes.begin(), dim.axes.end());
              checkLaw(mesh, dim, extent);
            }
        }
}

// Parts of one axis and a second axis, in every order, wherever the layout is
// legal; and equal to the merged axis where neighbours follow each other.
TEST(BlocksTest, SubAxes) {
  Mesh mesh({{"x", 12}, {"y", 3}});
  AxisList refs{mesh.ref(1)};
  for (int64_t pre : {1, 2, 3, 4, 6})
    for (int64_t size : {2, 3, 4, 6, 12})
      if (12 % (pre * size) == 0)
        refs.push_back({0, pre, size});
  int64_t legal = 0;
  for (int64_t extent = 0; extent <= 24; ++extent)
    for (int64_t granule : {1, 2, 3})
      for (const AxisRef &a : refs)
        for (const AxisRef &b : refs) {
          if (a.overlaps(b))
            continue;
          Layout layout = Layout::replicate(1);
          layout.dims[0].axes = {a, b};
          layout.dims[0].granule = granule;
          AxisList merged = mergeParts(mesh, {a, b});
          bool follow = merged.size() == 1;
          if (follow) { // legal apart only if both divide
            int64_t units = (extent + granule - 1) / granule;
            if (units % product(merged) != 0)
              continue;
          } else if (!layout.check(mesh, {extent}).empty()) {
            continue;
          }
          ++legal;
          checkLaw(mesh, layout.dims[0], extent);
          if (!follow)
            continue;
          DimLayout one = layout.dims[0];
          one.axes = merged;
          EXPECT_EQ(blocksInOrder(mesh, one, extent),
                    blocksInOrder(mesh, layout.dims[0], extent));
        }
  EXPECT_GT(legal, 500);
}

TEST(BlocksTest, InteriorPadding) {
  // Dimension 5 on {a=2, b=2} is 2,1 | 1,1.
  Mesh mesh({{"a", 2}, {"b", 2}});
  DimLayout dim;
  dim.axes = {mesh.ref(0), mesh.ref(1)};
  EXPECT_EQ(blocksInOrder(mesh, dim, 5),
            (std::vector<DimBlock>{{0, 2}, {2, 1}, {3, 1}, {4, 1}}));
  EXPECT_EQ(localExtent(dim, 5), 2);
  EXPECT_FALSE(isEven(dim, 5));
}

TEST(BlocksTest, EmptyBlocks) {
  EXPECT_EQ(splitBlock({3, 2}, 4, 0), (DimBlock{3, 1}));
  EXPECT_EQ(splitBlock({3, 2}, 4, 1), (DimBlock{4, 1}));
  EXPECT_EQ(splitBlock({3, 2}, 4, 2), (DimBlock{5, 0}));
  EXPECT_EQ(splitBlock({3, 2}, 4, 3), (DimBlock{5, 0}));
}

TEST(BlocksTest, Granule) {
  // [5, 128] -> [640] split over 2: 3 rows and 2 rows.
  EXPECT_EQ(splitBlock({0, 640}, 2, 0, 128), (DimBlock{0, 384}));
  EXPECT_EQ(splitBlock({0, 640}, 2, 1, 128), (DimBlock{384, 256}));
}

TEST(BlocksTest, Shapes) {
  Mesh mesh({{"a", 2}, {"b", 3}});
  Layout layout = Layout::replicate(2);
  layout.dims[0].axes = {mesh.ref(1)};
  layout.dims[1].axes = {mesh.ref(0)};
  EXPECT_EQ(localShape(layout, {7, 5}), (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(blocksAt(mesh, layout, {7, 5}, {1, 2}),
            (std::vector<DimBlock>{{6, 1}, {3, 2}}));
}
