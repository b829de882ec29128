// Factor rules: form, printing, and layouts from factors and back.

#include "popt/Layout/Factors.h"

#include <gtest/gtest.h>

using namespace popt;

static const AxisRef x{0, 1, 4}, x0{0, 1, 2}, x1{0, 2, 2}, y{1, 1, 2},
    z{2, 1, 3};
static Mesh mesh() { return Mesh({{"x", 4}, {"y", 2}, {"z", 3}}); }

static FactorRule matmul() {
  FactorRule rule;
  int i = rule.add(8), j = rule.add(16);
  int k = rule.add(32, FactorKind::Reduction, Monoid::Sum);
  rule.operands = {{{i}, {k}}, {{k}, {j}}};
  rule.results = {{{i}, {j}}};
  return rule;
}

TEST(FactorsTest, Str) {
  EXPECT_EQ(matmul().check(), "");
  EXPECT_EQ(matmul().str(),
            "([i, k],[k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}");
  FactorRule rule;
  int i = rule.add(2), j = rule.add(3, FactorKind::Permutation);
  int k = rule.add(5, FactorKind::Reduction, Monoid::Max);
  int l = rule.add(7, FactorKind::NeedReplication, std::nullopt, true);
  int m = rule.add(9, FactorKind::Reduction);
  rule.operands = {{{i, j}, {k}, {l}, {m}, {}}};
  rule.results = {{{i, j}, {l}}};
  EXPECT_EQ(rule.str(), "([ij, k, l, m, _])->([ij, l]) {i=2, j=3, k=5, l=7, "
                        "m=9} reduction={k:max, m:custom} "
                        "need_replication={l} permutation={j} "
                        "blocked_propagation={l}");
}

TEST(FactorsTest, Check) {
  FactorRule rule = matmul();
  rule.operands[0][0] = {7};
  EXPECT_EQ(rule.check(),
            "dimension 0 of operand 0 names factor 7, but the rule has 3");
  rule = matmul();
  rule.operands[1][1] = {2};
  EXPECT_EQ(rule.check(), "dimension 1 of operand 1 uses factor k a second "
                          "time in this tensor");
  rule = matmul();
  rule.results[0][1] = {2};
  EXPECT_EQ(
      rule.check(),
      "reduction factor k is a dimension of every result, so that nothing "
      "is reduced");
  rule = matmul();
  rule.factors[1].size = -1;
  EXPECT_EQ(rule.check(), "factor j has size -1");
}

TEST(FactorsTest, OneFactorPerDim) {
  FactorRule rule = matmul();
  FactorAxes axes{{x}, {}, {y, z}}; // 32 on 6: uneven is fine, k is alone
  std::optional<Layout> lhs = layoutFromFactors(rule, rule.operands[0], axes);
  ASSERT_TRUE(lhs);
  EXPECT_EQ(lhs->str(mesh()), "[{\"x\"}, {\"y\", \"z\"}]");
  EXPECT_EQ(factorsFromLayout(mesh(), rule, rule.operands[0], *lhs), axes);
  std::optional<Layout> result = layoutFromFactors(rule, rule.results[0], axes);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->str(mesh()), "[{\"x\"}, {}]");
}

/// reshape [24] -> [a, b] with factors i = a, j = b.
static FactorRule reshape(int64_t a, int64_t b) {
  FactorRule rule;
  int i = rule.add(a), j = rule.add(b);
  rule.operands = {{{i, j}}};
  rule.results = {{{i}, {j}}};
  return rule;
}

static std::string merged(const FactorRule &rule, const FactorAxes &axes,
                          bool granules = false) {
  std::optional<Layout> l =
      layoutFromFactors(rule, rule.operands[0], axes, granules);
  return l ? l->str(mesh()) : "none";
}

TEST(FactorsTest, MergedDim) {
  EXPECT_EQ(merged(reshape(8, 3), {{x}, {}}), "[{\"x\"}]");
  // j may be split once i is split to size 1, evenly or not.
  EXPECT_EQ(merged(reshape(4, 6), {{x}, {y}}), "[{\"x\", \"y\"}]");
  EXPECT_EQ(merged(reshape(4, 5), {{x}, {y}}), "[{\"x\", \"y\"}]");
  EXPECT_EQ(merged(reshape(8, 3), {{x}, {y}}), "none");
  EXPECT_EQ(merged(reshape(8, 3), {{}, {z}}), "none");
  EXPECT_EQ(merged(reshape(1, 3), {{}, {z}}), "[{\"z\"}]");
  // i has minor elements beside it: it must divide, or become the granule.
  EXPECT_EQ(merged(reshape(5, 128), {{y}, {}}), "none");
  EXPECT_EQ(merged(reshape(5, 128), {{y}, {}}, true), "[{\"y\"} by 128]");
  // Parts of an axis on neighbouring factors join.
  EXPECT_EQ(merged(reshape(2, 6), {{x0}, {x1}}), "[{\"x\"}]");
}

static FactorAxes read(const FactorRule &rule, AxisList axes,
                       int64_t granule = 1) {
  Layout l = Layout::replicate(1);
  l.dims[0].axes = std::move(axes);
  l.dims[0].granule = granule;
  return factorsFromLayout(mesh(), rule, rule.operands[0], l);
}

TEST(FactorsTest, SplitDim) {
  EXPECT_EQ(read(reshape(8, 3), {x}), (FactorAxes{{x}, {}}));
  EXPECT_EQ(read(reshape(4, 6), {x, y}), (FactorAxes{{x}, {y}}));
  EXPECT_EQ(read(reshape(2, 6), {x}), (FactorAxes{{x0}, {x1}}));
  EXPECT_EQ(read(reshape(2, 6), {x, z}), (FactorAxes{{x0}, {x1, z}}));
  // 4 does not divide 6: only its major half can be given.
  EXPECT_EQ(read(reshape(6, 2), {x}), (FactorAxes{{x0}, {}}));
  EXPECT_EQ(read(reshape(6, 2), {x, z}), (FactorAxes{{x0}, {}}));
  // The minor half would not divide 5.
  EXPECT_EQ(read(reshape(2, 5), {x}), (FactorAxes{{x0}, {}}));
  EXPECT_EQ(read(reshape(2, 5), {y, z}), (FactorAxes{{y}, {z}}));
  EXPECT_EQ(read(reshape(3, 8), {y}), (FactorAxes{{}, {}}));
  EXPECT_EQ(read(reshape(1, 8), {y}), (FactorAxes{{}, {y}}));
  EXPECT_EQ(read(reshape(5, 128), {y}, 128), (FactorAxes{{y}, {}}));
  EXPECT_EQ(read(reshape(5, 128), {y}, 64), (FactorAxes{{}, {}}));
  EXPECT_EQ(read(reshape(0, 8), {x}), (FactorAxes{{x}, {}}));
}

// Whatever layoutFromFactors builds is read back as it was, and both sides of
// the reshape put the same elements on every coordinate.
TEST(FactorsTest, RoundTrip) {
  Mesh m = mesh();
  std::vector<AxisList> choices{{}, {x}, {x0}, {x1}, {y}, {z}, {x, y}, {y, z}};
  int built = 0;
  for (int64_t a = 1; a <= 8; ++a)
    for (int64_t b = 1; b <= 8; ++b)
      for (const AxisList &onA : choices)
        for (const AxisList &onB : choices) {
          if (overlaps(onA, onB))
            continue;
          FactorRule rule = reshape(a, b);
          FactorAxes axes{onA, onB};
          std::optional<Layout> in =
              layoutFromFactors(rule, rule.operands[0], axes, true);
          std::optional<Layout> out =
              layoutFromFactors(rule, rule.results[0], axes);
          ASSERT_TRUE(out);
          if (!in || !in->check(m, {a * b}).empty() ||
              !out->check(m, {a, b}).empty())
            continue;
          ++built;
          SCOPED_TRACE(rule.str() + " " + in->str(m) + " " + out->str(m));
          for (int64_t r = 0; r < m.numRanks(); ++r) {
            std::vector<int64_t> c = m.coordinates(r);
            DimBlock flat = blocksAt(m, *in, {a * b}, c)[0];
            std::vector<DimBlock> grid = blocksAt(m, *out, {a, b}, c);
            ASSERT_EQ(flat.extent, grid[0].extent * grid[1].extent);
            if (flat.extent) {
              ASSERT_EQ(flat.begin, grid[0].begin * b + grid[1].begin);
            }
          }
          // A factor of size 1 takes no axes when read back.
          if ((a > 1 || onA.empty()) && (b > 1 || onB.empty())) {
            ASSERT_EQ(factorsFromLayout(m, rule, rule.operands[0], *in), axes);
          }
        }
  EXPECT_GT(built, 300);
}
