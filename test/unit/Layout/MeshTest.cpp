// Meshes, groups, and the algebra of axis lists.

#include "popt/Layout/Mesh.h"

#include <gtest/gtest.h>
#include <set>

using namespace popt;

static Mesh mesh12() { return Mesh({{"x", 12}, {"y", 2}, {"z", 3}}); }

TEST(MeshTest, Check) {
  EXPECT_EQ(Mesh().check(), "");
  EXPECT_EQ(mesh12().check(), "");
  EXPECT_EQ(Mesh({{"", 2}}).check(), "axis 0 has no name");
  EXPECT_EQ(Mesh({{"x", 2}, {"x", 3}}).check(), "axis \"x\" is declared twice");
  EXPECT_EQ(Mesh({{"x", 0}}).check(),
            "axis \"x\" has size 0, but sizes begin at 1");
  EXPECT_EQ(Mesh({{"x", int64_t(1) << 40}, {"y", int64_t(1) << 40}}).check(),
            "axis \"x\" of size 1099511627776 makes more than 1048576 "
            "coordinates");
  EXPECT_EQ(Mesh({{"x", 1024}, {"y", 1024}}).check(), "");
  EXPECT_EQ(Mesh({{"x", 1024}, {"y", 1025}}).check(),
            "axis \"y\" of size 1025 makes more than 1048576 coordinates");
  EXPECT_EQ(Mesh({{"x", 2}}, {1, 0}).check(), "");
  EXPECT_EQ(Mesh({{"x", 2}}, {0}).check(),
            "device_ids has 1 entries, but the mesh has 2 ranks");
  EXPECT_EQ(Mesh({{"x", 2}}, {0, 2}).check(),
            "device_ids names device 2, but the mesh has 2 ranks");
  EXPECT_EQ(Mesh({{"x", 2}}, {1, 1}).check(),
            "device_ids names device 1 twice");
}

TEST(MeshTest, RanksAndSteps) {
  Mesh mesh({{"pp", 2, AxisKind::Stage}, {"dp", 3}, {"mb", 4, AxisKind::Time}});
  EXPECT_EQ(mesh.numRanks(), 6);
  EXPECT_EQ(mesh.numSteps(), 4);
  EXPECT_EQ(mesh.coordinates(4), (std::vector<int64_t>{1, 1, 0}));
  for (int64_t r = 0; r < 6; ++r)
    EXPECT_EQ(mesh.rank(mesh.coordinates(r)), r);
  EXPECT_EQ(mesh.str(), "<stage [\"pp\"=2], [\"dp\"=3], time [\"mb\"=4]>");
  EXPECT_EQ(Mesh({{"x", 2}, {"y", 1}}, {1, 0}).str(),
            "<[\"x\"=2, \"y\"=1], device_ids = [1, 0]>");
  EXPECT_EQ(Mesh().str(), "<[]>");
  EXPECT_EQ(mesh.find("dp"), 1);
  EXPECT_EQ(mesh.find("d"), std::nullopt);
}

TEST(MeshTest, CoordinateOfSubAxis) {
  Mesh mesh({{"x", 12}});
  // 12 = 2 x 3 x 2: coordinate 7 has digits 1, 0, 1.
  EXPECT_EQ(mesh.coordinate({0, 1, 2}, {7}), 1);
  EXPECT_EQ(mesh.coordinate({0, 2, 3}, {7}), 0);
  EXPECT_EQ(mesh.coordinate({0, 6, 2}, {7}), 1);
  EXPECT_EQ(mesh.coordinate({0, 2, 6}, {7}), 1);
  EXPECT_EQ(mesh.coordinate({0, 1, 12}, {7}), 7);
}

TEST(MeshTest, Groups) {
  Mesh mesh({{"x", 2}, {"y", 3}});
  EXPECT_EQ(mesh.group({mesh.ref(1)}, 4), (std::vector<int64_t>{3, 4, 5}));
  EXPECT_EQ(mesh.group({mesh.ref(0)}, 4), (std::vector<int64_t>{1, 4}));
  // The order of the axes as listed is the order of the group.
  EXPECT_EQ(mesh.group({mesh.ref(1), mesh.ref(0)}, 0),
            (std::vector<int64_t>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(mesh.groups({mesh.ref(0)}),
            (std::vector<std::vector<int64_t>>{{0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(mesh.groups({}).size(), 6u);

  // Groups of every sub-axis partition the ranks.
  Mesh big = mesh12();
  for (AxisList axes : {AxisList{{0, 2, 3}}, AxisList{{0, 1, 2}, {2, 1, 3}},
                        AxisList{{1, 1, 2}, {0, 6, 2}}}) {
    std::set<int64_t> seen;
    for (const std::vector<int64_t> &group : big.groups(axes)) {
      EXPECT_EQ(int64_t(group.size()), product(axes));
      for (size_t i = 0; i < group.size(); ++i) {
        EXPECT_TRUE(seen.insert(group[i]).second);
        EXPECT_EQ(big.group(axes, group[i]), group);
        int64_t index = 0;
        for (const AxisRef &ref : axes)
          index =
              index * ref.size + big.coordinate(ref, big.coordinates(group[i]));
        EXPECT_EQ(index, int64_t(i));
      }
    }
    EXPECT_EQ(int64_t(seen.size()), big.numRanks());
  }
}

TEST(MeshTest, Str) {
  Mesh mesh = mesh12();
  EXPECT_EQ(mesh.str(mesh.ref(0)), "\"x\"");
  EXPECT_EQ(mesh.str(AxisRef{0, 2, 3}), "\"x\":(2)3");
  EXPECT_EQ(mesh.str(AxisList{mesh.ref(1), {0, 2, 3}}), "{\"y\", \"x\":(2)3}");
}

TEST(MeshTest, MergeParts) {
  Mesh mesh = mesh12();
  EXPECT_EQ(mergeParts(mesh, {{0, 1, 2}, {0, 2, 3}, {0, 6, 2}, {1, 1, 2}}),
            (AxisList{{0, 1, 12}, {1, 1, 2}}));
  EXPECT_EQ(mergeParts(mesh, {{0, 2, 3}, {0, 1, 2}}),
            (AxisList{{0, 2, 3}, {0, 1, 2}}));
  EXPECT_EQ(mergeParts(mesh, {}), AxisList{});
}

TEST(MeshTest, Overlaps) {
  EXPECT_TRUE(overlaps({{0, 1, 4}}, {{1, 1, 2}, {0, 2, 3}}));
  EXPECT_FALSE(overlaps({{0, 1, 2}}, {{0, 2, 3}, {1, 1, 2}}));
  EXPECT_FALSE(overlaps({}, {{0, 2, 3}}));
}

TEST(MeshTest, CommonPrefix) {
  Mesh mesh = mesh12();
  AxisList x{{0, 1, 12}};
  EXPECT_EQ(commonPrefix(mesh, x, {{0, 1, 2}}), (AxisList{{0, 1, 2}}));
  EXPECT_EQ(commonPrefix(mesh, x, {{0, 2, 3}}), AxisList{});
  // 4 and 6 share the leading 2.
  EXPECT_EQ(commonPrefix(mesh, {{0, 1, 4}}, {{0, 1, 6}}),
            (AxisList{{0, 1, 2}}));
  // Written in different parts.
  EXPECT_EQ(commonPrefix(mesh, {{0, 1, 12}, {1, 1, 2}},
                         {{0, 1, 2}, {0, 2, 6}, {1, 1, 2}, {2, 1, 3}}),
            (AxisList{{0, 1, 12}, {1, 1, 2}}));
  EXPECT_EQ(commonPrefix(mesh, {{1, 1, 2}, {0, 1, 12}},
                         {{1, 1, 2}, {0, 1, 3}, {2, 1, 3}}),
            (AxisList{{1, 1, 2}, {0, 1, 3}}));
}

TEST(MeshTest, RemovePrefix) {
  Mesh mesh = mesh12();
  EXPECT_EQ(removePrefix(mesh, {{0, 1, 12}, {1, 1, 2}}, {{0, 1, 2}}),
            (AxisList{{0, 2, 6}, {1, 1, 2}}));
  EXPECT_EQ(removePrefix(mesh, {{0, 1, 2}, {0, 2, 6}}, {{0, 1, 12}}),
            AxisList{});
  EXPECT_EQ(removePrefix(mesh, {{0, 1, 2}}, {{0, 1, 12}}), std::nullopt);
  EXPECT_EQ(removePrefix(mesh, {{0, 1, 4}}, {{0, 1, 6}}), std::nullopt);
  EXPECT_EQ(removePrefix(mesh, {{1, 1, 2}}, {}), (AxisList{{1, 1, 2}}));
  EXPECT_EQ(removePrefix(mesh, {{1, 1, 2}}, {{2, 1, 3}}), std::nullopt);
}

TEST(MeshTest, RemoveOverlapping) {
  Mesh mesh = mesh12();
  EXPECT_EQ(removeOverlapping(mesh, {{0, 1, 12}, {1, 1, 2}}, {{0, 2, 3}}),
            (AxisList{{0, 1, 2}, {0, 6, 2}, {1, 1, 2}}));
  EXPECT_EQ(removeOverlapping(mesh, {{0, 1, 6}}, {{0, 4, 3}}),
            (AxisList{{0, 1, 2}}));
  EXPECT_EQ(removeOverlapping(mesh, {{0, 1, 4}}, {{0, 1, 12}}), AxisList{});
  EXPECT_EQ(removeOverlapping(mesh, {{2, 1, 3}}, {{0, 1, 12}}),
            (AxisList{{2, 1, 3}}));
}

// The algebra against its meaning, for all lists of up to two parts of a
// 12-sized and a 2-sized axis: a prefix followed by the rest enumerates the
// coordinates in the same order as the whole list.
TEST(MeshTest, PrefixMeaning) {
  Mesh mesh({{"x", 12}, {"y", 2}});
  AxisList refs;
  for (int64_t pre : {1, 2, 3, 4, 6})
    for (int64_t size : {2, 3, 4, 6, 12})
      if (12 % (pre * size) == 0)
        refs.push_back({0, pre, size});
  refs.push_back({1, 1, 2});
  std::vector<AxisList> lists{{}};
  for (const AxisRef &a : refs) {
    lists.push_back({a});
    for (const AxisRef &b : refs)
      if (!a.overlaps(b))
        lists.push_back(mergeParts(mesh, {a, b}));
  }
  auto number = [&](const AxisList &list, int64_t rank) {
    int64_t n = 0;
    for (const AxisRef &ref : list)
      n = n * ref.size + mesh.coordinate(ref, mesh.coordinates(rank));
    return n;
  };
  for (const AxisList &a : lists)
    for (const AxisList &b : lists) {
      AxisList prefix = commonPrefix(mesh, a, b);
      EXPECT_EQ(prefix, commonPrefix(mesh, b, a));
      EXPECT_EQ(commonPrefix(mesh, prefix, a), prefix);
      std::optional<AxisList> rest = removePrefix(mesh, a, prefix);
      ASSERT_TRUE(rest);
      for (int64_t r = 0; r < mesh.numRanks(); ++r)
        EXPECT_EQ(number(a, r),
                  number(prefix, r) * product(*rest) + number(*rest, r));
      EXPECT_EQ(removePrefix(mesh, a, b).has_value(), prefix == b);
      EXPECT_FALSE(overlaps(removeOverlapping(mesh, a, b), b));
      if (!overlaps(a, b)) {
        EXPECT_EQ(removeOverlapping(mesh, a, b), a);
      }
    }
}
