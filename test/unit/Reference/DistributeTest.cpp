// Splitting tensors by layouts and putting them together.
#include "popt/Reference/Distribute.h"
#include "TestUtil.h"
#include <cmath>

using namespace popt;
using namespace popt::reference;

static Mesh mesh2x3() { return Mesh({{"a", 2}, {"b", 3}}); }

static Layout
layout(std::initializer_list<std::initializer_list<AxisRef>> dims) {
  Layout l;
  for (const auto &axes : dims)
    l.dims.push_back({AxisList(axes.begin(), axes.end())});
  return l;
}

// Law L14 for a layout alone: collect(distribute(x)) = x, with poisoned
// padding.
TEST(Distribute, CollectUndoesDistribute) {
  const Mesh mesh = mesh2x3();
  const AxisRef a = mesh.ref(0), b = mesh.ref(1);
  std::vector<Layout> layouts = {layout({{}, {}}),     layout({{a}, {}}),
                                 layout({{a}, {b}}),   layout({{b}, {a}}),
                                 layout({{a, b}, {}}), layout({{}, {b, a}})};
  for (Layout &l : layouts)
    for (int64_t rows = 0; rows < 8; ++rows) {
      Tensor x = count(ElementType::F32, {rows, 5});
      RankTensors locals = distribute(mesh, l, x, Padding::Poison);
      std::string error;
      MaybeTensor back = collect(mesh, l, x.shape(), locals, error);
      ASSERT_TRUE(back) << l.str(mesh) << ": " << error;
      EXPECT_TENSOR(*back, x);
    }
}

TEST(Distribute, PartialValuesAddUp) {
  const Mesh mesh = mesh2x3();
  Tensor x = f32({3}, {1, -2, 3});
  for (Monoid monoid : {Monoid::Sum, Monoid::Prod, Monoid::Max, Monoid::Min}) {
    Layout l = layout({{mesh.ref(0)}});
    l.partial = {mesh.ref(1)};
    l.monoid = monoid;
    RankTensors locals = distribute(mesh, l, x);
    std::string error;
    EXPECT_TENSOR(*collect(mesh, l, x.shape(), locals, error), x);
    EXPECT_FALSE(locals[0].identical(locals[1]));
  }
}

TEST(Distribute, EqualBlocksShareABuffer) {
  const Mesh mesh = mesh2x3();
  RankTensors locals =
      distribute(mesh, layout({{mesh.ref(0)}}), f32({4}, {1, 2, 3, 4}));
  EXPECT_TRUE(locals[0].sharesBufferWith(locals[2]));
  EXPECT_FALSE(locals[0].sharesBufferWith(locals[3]));
}

TEST(Distribute, PaddingIsPoisoned) {
  const Mesh mesh({{"a", 2}});
  RankTensors locals = distribute(mesh, layout({{mesh.ref(0)}}),
                                  f32({3}, {1, 2, 3}), Padding::Poison);
  EXPECT_TENSOR(locals[1], f32({2}, {3, kNaN}));
}

TEST(Distribute, PinsHoldTheValueAtTheirCoordinates) {
  const Mesh mesh({{"p", 3}});
  Layout l = layout({{}});
  l.pins = {{0, {1}}};
  Tensor x = f32({2}, {1, 2});
  RankTensors locals = distribute(mesh, l, x, Padding::Poison);
  EXPECT_TENSOR(locals[1], x);
  EXPECT_TENSOR(locals[0], f32({2}, {kNaN, kNaN}));
  std::string error;
  EXPECT_TENSOR(*collect(mesh, l, x.shape(), locals, error), x);
}

TEST(Collect, NoticesCopiesThatDiffer) {
  const Mesh mesh({{"a", 2}});
  std::string error;
  RankTensors locals = {f32({2}, {1, 2}), f32({2}, {1, 3})};
  EXPECT_FALSE(collect(mesh, layout({{}}), {2}, locals, error));
  EXPECT_NE(error.find("ranks 0 and 1 should hold the same"),
            std::string::npos);
  EXPECT_TRUE(collect(mesh, layout({{}}), {2}, locals, error, 0, 1));
  EXPECT_TRUE(collect(mesh, layout({{}}), {2}, locals, error, -1));
}

TEST(Collect, NoticesAnotherType) {
  const Mesh mesh({{"a", 2}});
  std::string error;
  EXPECT_FALSE(collect(mesh, layout({{}}), {2},
                       {f32({2}, {1, 2}), f32({1}, {1})}, error));
  EXPECT_NE(error.find("rank 1 holds tensor<1xf32>"), std::string::npos);
  EXPECT_FALSE(collect(mesh, layout({{}}), {2}, {f32({2}, {1, 2})}, error));
  EXPECT_EQ(error, "got 1 tensors for 2 ranks");
}

TEST(Collect, TermsNarrowerThanF32RoundOnce) {
  const Mesh mesh({{"a", 3}});
  Layout l = layout({{}});
  l.partial = {mesh.ref(0)};
  auto bf16 = [](float v) { return convert(f32({1}, {v}), ElementType::BF16); };
  std::string error;
  MaybeTensor sum = collect(mesh, l, {1}, {bf16(256), bf16(1), bf16(1)}, error);
  EXPECT_TENSOR(convert(*sum, ElementType::F32), f32({1}, {258}));
}

TEST(Identity, LeavesEveryValueAlone) {
  Tensor x = f32({3}, {-0.0f, kInf, -7});
  for (Monoid monoid : {Monoid::Sum, Monoid::Prod, Monoid::Max, Monoid::Min}) {
    Tensor identity = splat(*identityElement(monoid, ElementType::F32), {3});
    Tensor got = *binary(operationOf(monoid), x, identity);
    EXPECT_TENSOR(got, x);
    EXPECT_TRUE(std::signbit(got.data<float>()[0])) << name(monoid);
  }
  EXPECT_FALSE(identityElement(Monoid::Xor, ElementType::F32));
}
