//===- OpModelTest.cpp - Layouts that follow from a strategy --------------===//
#include "popt/Interfaces/OpModel.h"

#include <gtest/gtest.h>

using namespace popt;

namespace {

Mesh mesh() {
  Mesh mesh;
  mesh.axes = {{"a", 2, AxisKind::Device},
               {"b", 3, AxisKind::Device},
               {"c", 4, AxisKind::Device}};
  return mesh;
}

/// [i, k] x [k, j] -> [i, j], i = 8, k = 12, j = 6.
FactorRule dotRule() {
  FactorRule rule;
  int i = rule.add(8), k = rule.add(12, FactorKind::Reduction, Monoid::Sum),
      j = rule.add(6);
  rule.operands = {{{i}, {k}}, {{k}, {j}}};
  rule.results = {{{i}, {j}}};
  return rule;
}

std::string layoutsOf(const FactorRule &rule, const Strategy &strategy) {
  Mesh m = mesh();
  std::optional<OpLayouts> layouts = layoutsFromStrategy(m, rule, strategy);
  if (!layouts)
    return "none";
  std::string text;
  for (const Layout &layout : layouts->operands)
    text += layout.str(m) + " ";
  text += "->";
  for (const Layout &layout : layouts->results)
    text += " " + layout.str(m);
  return text;
}

TEST(OpModelTest, FactorsGiveLayouts) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{m.ref(0)}, {m.ref(2)}, {m.ref(1)}};
  EXPECT_EQ(layoutsOf(dotRule(), strategy),
            R"([{"a"}, {"c"}] [{"c"}, {"b"}] -> )"
            R"([{"a"}, {"b"}], partial = sum{"c"})");
}

/// Axes over which values are partial: operands of the group, and results.
TEST(OpModelTest, TermsPassThroughAGroup) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{}, {m.ref(0)}, {}};
  strategy.through = {m.ref(1)};
  strategy.group = {1};
  EXPECT_EQ(layoutsOf(dotRule(), strategy),
            R"([{}, {"a"}] [{"a"}, {}], partial = sum{"b"} -> )"
            R"([{}, {}], partial = sum{"a", "b"})");
}

/// Partial axes stand in mesh order, whatever the order of the factors.
TEST(OpModelTest, PartialIsInMeshOrder) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{}, {m.ref(2), m.ref(0)}, {}};
  EXPECT_EQ(layoutsOf(dotRule(), strategy),
            R"([{}, {"c", "a"}] [{"c", "a"}, {}] -> )"
            R"([{}, {}], partial = sum{"a", "c"})");
}

/// Parts of one axis that meet are the axis again.
TEST(OpModelTest, PartsMeet) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{}, {{2, 2, 2}}, {}};
  strategy.through = {{2, 1, 2}};
  strategy.group = {0};
  EXPECT_EQ(layoutsOf(dotRule(), strategy),
            R"([{}, {"c":(2)2}], partial = sum{"c":(1)2} [{"c":(2)2}, {}] -> )"
            R"([{}, {}], partial = sum{"c"})");
}

/// An initial value is partial over the reduced axes, so that it counts once.
TEST(OpModelTest, InitialValuesAreTerms) {
  Mesh m = mesh();
  FactorRule rule;
  int i = rule.add(5, FactorKind::Reduction, Monoid::Max);
  rule.operands = {{{i}}, {}};
  rule.results = {{}};
  rule.inits = {1};
  Strategy strategy;
  strategy.factors = {{m.ref(0)}};
  strategy.monoid = Monoid::Max;
  EXPECT_EQ(layoutsOf(rule, strategy),
            R"([{"a"}] [], partial = max{"a"} -> [], partial = max{"a"})");
}

/// Two monoids never meet in a result; a custom body has none.
TEST(OpModelTest, MonoidsMustAgree) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{}, {m.ref(0)}, {}};
  strategy.monoid = Monoid::Max;
  EXPECT_EQ(layoutsOf(dotRule(), strategy), "none");
}

/// An operation without a monoid combines what it splits itself.
TEST(OpModelTest, ReductionsWithoutMonoidLeaveWholeResults) {
  Mesh m = mesh();
  Strategy strategy;
  strategy.factors = {{}, {m.ref(0)}, {}};
  FactorRule custom = dotRule();
  custom.factors[1].monoid = std::nullopt;
  EXPECT_EQ(layoutsOf(custom, strategy),
            R"([{}, {"a"}] [{"a"}, {}] -> [{}, {}])");
}

/// A minor factor is split only where the major one is split to size 1.
TEST(OpModelTest, BlocksAreContiguous) {
  Mesh m = mesh();
  FactorRule rule;
  int i = rule.add(2), j = rule.add(12);
  rule.operands = {{{i}, {j}}};
  rule.results = {{{i, j}}};
  Strategy strategy;
  strategy.factors = {{}, {m.ref(1)}};
  EXPECT_EQ(layoutsOf(rule, strategy), "none");
  strategy.factors = {{m.ref(0)}, {m.ref(1)}};
  EXPECT_EQ(layoutsOf(rule, strategy), R"([{"a"}, {"b"}] -> [{"a", "b"}])");
}

TEST(OpModelTest, LocalTypesAreLargestBlocks) {
  mlir::MLIRContext context;
  Mesh m = mesh();
  Layout layout = Layout::replicate(2);
  layout.dims[0].axes = {m.ref(1)};
  auto type =
      mlir::RankedTensorType::get({7, 5}, mlir::Float32Type::get(&context));
  EXPECT_EQ(localType(type, layout).getShape(),
            llvm::ArrayRef<int64_t>({3, 5}));
}

} // namespace
