//===- MeshesTest.cpp - The meshes that so many devices can form ----------===//
#include "popt/Compile/Meshes.h"

#include <gtest/gtest.h>

using namespace popt;

/// `8; 2 4; 4 2`
static std::string sizesOf(const std::string &given, int64_t devices,
                           int mostAxes, const Mesh &own = {}) {
  std::vector<MeshOverride> axes;
  EXPECT_EQ("", parseMeshOverrides(given, axes));
  std::string error, text;
  std::optional<OpenMesh> open = openMeshOf(own, axes, error);
  if (!open)
    return error;
  auto meshes = meshesOf(*open, devices, mostAxes, error);
  if (meshes.empty())
    return error;
  for (const auto &mesh : meshes) {
    text += text.empty() ? "" : "; ";
    for (size_t i = 0; i < mesh.size(); ++i)
      text += (i ? " " : "") + std::to_string(*mesh[i].size);
  }
  return text;
}

TEST(MeshesTest, FreeMeshesHaveAllSizes) {
  EXPECT_EQ("8; 2 4; 4 2", sizesOf("", 8, 2));
  EXPECT_EQ("8; 2 4; 4 2; 2 2 2", sizesOf("", 8, 3));
  EXPECT_EQ("7", sizesOf("", 7, 2));
  EXPECT_EQ("", sizesOf("", 1, 2));
}

// What divides no extent idles; of two parts neither of which divides the other both
// may be worth it.
TEST(MeshesTest, AxesAreThoseThatDivide) {
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(Sizes({8}), dividingSizes(8, {8, 64}));
  EXPECT_EQ(Sizes({32}), dividingSizes(100000, {4, 64, 16384}));
  EXPECT_EQ(Sizes({4, 6}), dividingSizes(12, {8, 18}));
  EXPECT_EQ(Sizes({1}), dividingSizes(7, {4, 64}));
  EXPECT_EQ(Sizes({1}), dividingSizes(7, {}));
  // Of no element there is nothing to divide.
  EXPECT_EQ(Sizes({2}), dividingSizes(8, {0, 6}));
}

TEST(MeshesTest, OpenAxesTakeWhatIsLeft) {
  EXPECT_EQ("4 3", sizesOf("tp=4,dp", 12, 2));
  EXPECT_EQ("2 1 4; 2 2 2; 2 4 1", sizesOf("tp=2,a,b", 8, 2));
  EXPECT_EQ("4 1", sizesOf("tp=4,dp", 4, 2));
}

TEST(MeshesTest, DevicesMustBeThoseOfTheMesh) {
  EXPECT_EQ("8 devices by the axes that have a size do not divide 12 devices",
            sizesOf("tp=8,dp", 12, 2));
  EXPECT_EQ("4 devices by the axes that have a size, and 8 are asked for; an "
            "axis without a size takes the rest (--mesh tp=4,dp)",
            sizesOf("tp=4", 8, 2));
}

// New axes of stages and of time stand apart: what they split is chosen later.
TEST(MeshesTest, StagesAndTimeStandApart) {
  std::string error;
  std::vector<MeshOverride> given{{"pp", 2, AxisKind::Stage},
                                  {"mb", std::nullopt, AxisKind::Time}};
  std::optional<OpenMesh> open = openMeshOf({}, given, error);
  ASSERT_TRUE(open);
  EXPECT_TRUE(open->isFree());
  EXPECT_EQ(2, open->stage->size);
  EXPECT_FALSE(open->time->size);
  EXPECT_EQ("2", sizesOf("time:mb=4", 2, 2));
}

// Axes of the module have sizes.
TEST(MeshesTest, AxesOfTheModule) {
  Mesh own;
  own.axes.push_back({"dp", 2, AxisKind::Device});
  std::vector<MeshOverride> none;
  std::string error;
  std::optional<OpenMesh> open = openMeshOf(own, none, error);
  ASSERT_TRUE(open);
  EXPECT_FALSE(open->isFree());
  EXPECT_EQ(1u, meshesOf(*open, 2, 2, error).size());
}
