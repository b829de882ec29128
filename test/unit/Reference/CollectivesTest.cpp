// Collectives of stablehlo and dist, and manual regions.
#include "MlirUtil.h"
#include "popt/Reference/Distribute.h"

using namespace popt;
using namespace popt::reference;

using CollectivesTest = ModuleTest;

static RankTensors perRank(std::initializer_list<int32_t> values) {
  RankTensors tensors;
  for (int32_t value : values)
    tensors.push_back(i32({1}, {value}));
  return tensors;
}
static Mesh mesh2x2() { return Mesh({{"dp", 2}, {"tp", 2}}); }

//===----------------------------------------------------------------------===//
// stablehlo
//===----------------------------------------------------------------------===//

/// The body and the types of an all-reduce of tensor<1xi32>.
static const char *kSum = R"( ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %sum = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %sum : tensor<i32>
        }) : (tensor<1xi32>) -> tensor<1xi32>
)";

static std::string allReduce(llvm::StringRef groups, llvm::StringRef rest) {
  return (R"(
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %0 = "stablehlo.all_reduce"(%x) <{replica_groups = )" +
          groups + rest + "}>" + kSum + R"(
      return %0 : tensor<1xi32>
    })")
      .str();
}

static const char *kGlobal =
    ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
    "use_global_device_ids";

static void expectRanks(const RankTensors &got,
                        std::initializer_list<int32_t> wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (auto [rank, value] : llvm::enumerate(wanted))
    EXPECT_TENSOR(got[rank], i32({1}, {value}));
}

TEST_F(CollectivesTest, AllReduceByGroups) {
  auto got =
      run(allReduce("dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>", kGlobal),
          mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {5, 10, 5, 10});
}

TEST_F(CollectivesTest, NoGroupsMeansEveryone) {
  auto got = run(allReduce("dense<> : tensor<0x0xi64>", ""), mesh2x2(),
                 {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {15, 15, 15, 15});
}

TEST_F(CollectivesTest, GroupsByMeshAxes) {
  auto got = run(R"(sdy.mesh @mesh = <["dp"=2, "tp"=2]>)" +
                     allReduce("#stablehlo.replica_group_mesh_axes<mesh = "
                               "@mesh, axes = [#stablehlo.axis_ref<name = "
                               "\"dp\">]>",
                               kGlobal),
                 mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {5, 10, 5, 10});
}

TEST_F(CollectivesTest, DeviceIdsNameProcesses) {
  Mesh mesh = mesh2x2();
  mesh.deviceIds = {3, 2, 1, 0};
  auto got =
      run(allReduce("dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>", kGlobal), mesh,
          {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {3, 3, 12, 12});
}

// 2 replicas x 2 partitions: without a channel, ids are replicas.
TEST_F(CollectivesTest, CrossReplicaAndCrossPartition) {
  auto module = [](const std::string &text) {
    return "module attributes {mhlo.num_replicas = 2 : i32, "
           "mhlo.num_partitions = 2 : i32} {" +
           text + "}";
  };
  const char *groups = "dense<[[0, 1]]> : tensor<1x2xi64>";
  auto got =
      run(module(allReduce(groups, "")), mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {5, 10, 5, 10});
  got = run(module(allReduce(groups, ", channel_handle = "
                                     "#stablehlo.channel_handle<handle = 1, "
                                     "type = 1>")),
            mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {15, 15, 15, 15});
}

TEST_F(CollectivesTest, PermuteGivesZerosToWhoIsNoTarget) {
  auto got = run(R"(
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %0 = "stablehlo.collective_permute"(%x) <{
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [3, 3]]> : tensor<3x2xi64>
      }> : (tensor<1xi32>) -> tensor<1xi32>
      return %0 : tensor<1xi32>
    })",
                 mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {0, 1, 2, 8});
}

TEST_F(CollectivesTest, NeedsRanks) {
  EXPECT_TRUE(
      run(allReduce("dense<[[0]]> : tensor<1x1xi64>", ""), {i32({1}, {1})})
          .empty());
  expectMessage("needs the ranks of a mesh");
}

TEST_F(CollectivesTest, NamesAMissingProcess) {
  EXPECT_TRUE(
      run(allReduce("dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>",
                    kGlobal),
          mesh2x2(), {perRank({1, 2, 4, 8})})
          .empty());
  expectMessage("names process 4, but processes are 0 to 3");
}

// Ranks 0 and 1 take one way, 2 and 3 the other.
static std::string divergent(llvm::StringRef groups) {
  return (R"(
    func.func @main(%p: tensor<i1>, %x: tensor<1xi32>) -> tensor<1xi32> {
      %0 = "stablehlo.if"(%p) ({
        %1 = "stablehlo.all_reduce"(%x) <{replica_groups = )" +
          groups + kGlobal + "}>" + kSum + R"(
        stablehlo.return %1 : tensor<1xi32>
      }, {
        stablehlo.return %x : tensor<1xi32>
      }) : (tensor<i1>) -> tensor<1xi32>
      return %0 : tensor<1xi32>
    })")
      .str();
}

TEST_F(CollectivesTest, DivergenceInsideAGroupIsAnError) {
  Tensor yes = make<bool>({}, {true}), no = make<bool>({}, {false});
  RankTensors p = {yes, yes, no, no};
  auto got = run(divergent("dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>"),
                 mesh2x2(), {p, perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {3, 3, 4, 8});
  EXPECT_TRUE(run(divergent("dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>"),
                  mesh2x2(), {p, perRank({1, 2, 4, 8})})
                  .empty());
  expectMessage("is reached by rank 0 but not by rank 2 of its group; a "
                "collective needs all ranks of a group to take the same way");
}

TEST_F(CollectivesTest, DivergenceAtAManualRegionIsAnError) {
  Tensor yes = make<bool>({}, {true}), no = make<bool>({}, {false});
  Tensor x = f32({4}, {1, 2, 3, 4});
  EXPECT_TRUE(run(R"(
    sdy.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.if"(%p) ({
        %1 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>]
            out_shardings=[<@mesh, [{"dp"}]>] manual_axes={"dp"}
            (%a: tensor<2xf32>) {
          sdy.return %a : tensor<2xf32>
        } : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %1 : tensor<4xf32>
      }, {
        stablehlo.return %x : tensor<4xf32>
      }) : (tensor<i1>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })",
                  mesh2x2(), {{yes, yes, no, no}, {x, x, x, x}})
                  .empty());
  expectMessage("is reached by rank 0 but not by rank 2, which holds a block "
                "of its result");
}

// Modules that name what the mesh they are run on lacks.
TEST_F(CollectivesTest, UnknownProcessesAndAxes) {
  EXPECT_TRUE(run(R"(
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %0 = "stablehlo.collective_permute"(%x)
          <{source_target_pairs = dense<[[0, 9]]> : tensor<1x2xi64>}>
          : (tensor<1xi32>) -> tensor<1xi32>
      return %0 : tensor<1xi32>
    })",
                  mesh2x2(), {perRank({1, 2, 4, 8})})
                  .empty());
  expectMessage("names a process that does not exist; there are 4");
  EXPECT_TRUE(run(R"(
    sdy.mesh @mesh = <["z"=4]>
    func.func @main(%x: tensor<1xi32>) -> tensor<4xi32> {
      %0 = "stablehlo.all_gather"(%x)
          <{all_gather_dim = 0 : i64,
            replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh,
                axes = [#stablehlo.axis_ref<name = "z">]>}>
          : (tensor<1xi32>) -> tensor<4xi32>
      return %0 : tensor<4xi32>
    })",
                  mesh2x2(), {perRank({1, 2, 4, 8})})
                  .empty());
  expectMessage("has replica groups along axis \"z\", which mesh "
                "<[\"dp\"=2, \"tp\"=2]> lacks");
}

//===----------------------------------------------------------------------===//
// dist
//===----------------------------------------------------------------------===//

static std::string onMesh(llvm::StringRef in, llvm::StringRef out,
                          llvm::StringRef op) {
  return ("dist.mesh @mesh = <[\"dp\"=2, \"tp\"=2]>\n"
          "func.func @main(%x: " +
          in + ") -> " + out + " {\n  %0 = " + op + "\n  return %0 : " + out +
          "\n}")
      .str();
}

/// A move of the mesh's algebra: what is laid out as `from` becomes `to`. Each
/// tensor is of 5 x 3 elements.
struct MoveCase {
  const char *name;
  const char *op;
  Layout from, to;
  bool hasClause = true; ///< `as ... from ... to`
};

static std::string typeOf(const Layout &layout) {
  return "tensor<" + std::to_string(localExtent(layout.dims[0], 5)) + "x" +
         std::to_string(localExtent(layout.dims[1], 3)) + "xf32>";
}

static std::string moduleOf(const MoveCase &move, const Mesh &mesh) {
  std::string in = typeOf(move.from), out = typeOf(move.to);
  std::string text = std::string(move.op) + " on @mesh : " + in;
  if (in != out || llvm::StringRef(move.op).starts_with("dist.permute"))
    text += " -> " + out;
  auto sharding = [&](const Layout &layout) {
    return "#dist.sharding<@mesh, " + layout.str(mesh) + ">";
  };
  if (move.hasClause)
    text += " as tensor<5x3xf32> from " + sharding(move.from) + " to " +
            sharding(move.to);
  return onMesh(in, out, text);
}

static Layout layout(std::vector<AxisList> dims, AxisList partial = {}) {
  Layout l;
  for (AxisList &axes : dims)
    l.dims.push_back({axes});
  l.partial = partial;
  return l;
}

static Layout pinned(Layout layout, std::vector<Pin> pins) {
  layout.pins = std::move(pins);
  return layout;
}

static std::vector<MoveCase> moves() {
  const Mesh mesh = mesh2x2();
  const AxisRef dp = mesh.ref(0), tp = mesh.ref(1);
  const Layout whole = layout({{}, {}}), rows = layout({{dp}, {}});
  const Layout pieces = layout({{dp, tp}, {}});
  return {
      {"all_gather", R"(dist.all_gather %x dim 0 over {"tp"})", pieces, rows},
      {"all_slice", R"(dist.all_slice %x dim 0 over {"tp"})", rows, pieces},
      {"all_to_all", R"(dist.all_to_all %x split 1 concat 0 over {"dp"})", rows,
       layout({{}, {dp}})},
      {"reduce_scatter", R"(dist.reduce_scatter %x sum dim 0 over {"tp"})",
       layout({{}, {}}, {tp}), layout({{tp}, {}})},
      {"all_reduce", R"(dist.all_reduce %x sum over {"tp"})",
       layout({{dp}, {}}, {tp}), rows},
      {"to_partial", R"(dist.to_partial %x sum over {"tp"})", rows,
       layout({{dp}, {}}, {tp})},
      {"broadcast", R"(dist.broadcast %x root 1 over {"tp"})",
       pinned(rows, {{1, {1}}}), rows},
      {"broadcast_without_a_clause",
       R"(dist.broadcast %x root 2 over {"dp", "tp"})",
       pinned(whole, {{0, {1}}, {1, {0}}}), whole, false},
      {"scatter", R"(dist.scatter %x dim 0 root 1 over {"dp"})",
       pinned(whole, {{0, {1}}}), rows},
      {"scatter_in_the_order_of_two_axes",
       R"(dist.scatter %x dim 0 root 1 over {"tp", "dp"})",
       pinned(whole, {{0, {1}}, {1, {0}}}), layout({{tp, dp}, {}})},
      {"gather", R"(dist.gather %x dim 0 root 1 over {"tp"})", pieces,
       pinned(rows, {{1, {1}}})},
      {"reduce", R"(dist.reduce %x sum root 1 over {"tp"})",
       layout({{dp}, {}}, {tp}), pinned(rows, {{1, {1}}})},
      {"reduce_without_a_clause", R"(dist.reduce %x sum root 0 over {"tp"})",
       layout({{}, {}}, {tp}), pinned(whole, {{1, {0}}}), false},
      {"to_partial_of_what_one_has",
       R"(dist.to_partial %x sum keep [1] over {"tp"})",
       pinned(whole, {{1, {1}}}), layout({{}, {}}, {tp}), false},
      {"permute_between_pins", "dist.permute %x pairs [[0, 1], [2, 3]]",
       pinned(whole, {{1, {0}}}), pinned(whole, {{1, {1}}}), false},
  };
}

/// Dimension 5 splits unevenly, and padding is poisoned: every move must give
/// the blocks of `to`.
class MovesOfTheAlgebra : public CollectivesTest,
                          public testing::WithParamInterface<MoveCase> {};

TEST_P(MovesOfTheAlgebra, GiveTheBlocksOfTheTarget) {
  const MoveCase &c = GetParam();
  const Mesh mesh = mesh2x2();
  Tensor x = count(ElementType::F32, {5, 3});
  options.poisonPadding = true;
  auto got = run(moduleOf(c, mesh), mesh,
                 {distribute(mesh, c.from, x, Padding::Poison)});
  ASSERT_EQ(got.size(), 1u) << messages;
  std::string error;
  MaybeTensor back = collect(mesh, c.to, {5, 3}, got[0], error);
  ASSERT_TRUE(back) << error;
  EXPECT_TENSOR(*back, x);
}

INSTANTIATE_TEST_SUITE_P(All, MovesOfTheAlgebra, testing::ValuesIn(moves()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

TEST_F(CollectivesTest, EqualBlocksWithoutAClause) {
  const Mesh mesh = mesh2x2();
  RankTensors x;
  for (int32_t rank = 0; rank < 4; ++rank)
    x.push_back(i32({2, 1}, {10 * rank, 10 * rank + 1}));
  auto got = run(onMesh("tensor<2x1xi32>", "tensor<1x2xi32>",
                        "dist.all_to_all %x split 0 concat 1 over {\"tp\"} on "
                        "@mesh : tensor<2x1xi32> -> tensor<1x2xi32>"),
                 mesh, {x});
  ASSERT_EQ(got.size(), 1u) << messages;
  EXPECT_TENSOR(got[0][2], i32({1, 2}, {20, 30}));
  EXPECT_TENSOR(got[0][3], i32({1, 2}, {21, 31}));
  got = run(onMesh("tensor<2x1xi32>", "tensor<1x1xi32>",
                   "dist.reduce_scatter %x max dim 0 over {\"dp\"} on @mesh : "
                   "tensor<2x1xi32> -> tensor<1x1xi32>"),
            mesh, {x});
  ASSERT_EQ(got.size(), 1u) << messages;
  EXPECT_TENSOR(got[0][0], i32({1, 1}, {20}));
  EXPECT_TENSOR(got[0][3], i32({1, 1}, {31}));
}

TEST_F(CollectivesTest, PermuteAxisIndexAndBlock) {
  auto got = run(onMesh("tensor<1xi32>", "tensor<1xi32>",
                        "dist.permute %x pairs [[0, 3], [3, 0]] on @mesh : "
                        "tensor<1xi32> -> tensor<1xi32>"),
                 mesh2x2(), {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {8, 0, 0, 1});
  got = run(R"(
    dist.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
      %0 = dist.axis_index {"tp", "dp"} on @mesh : tensor<i32>
      %1, %2 = dist.block {"dp", "tp"} of 5 on @mesh : tensor<i32>, tensor<i32>
      return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
    })",
            mesh2x2(), {});
  ASSERT_EQ(got.size(), 3u) << messages;
  const int32_t wanted[4][3] = {{0, 0, 2}, {2, 2, 1}, {1, 3, 1}, {3, 4, 1}};
  for (int rank = 0; rank < 4; ++rank)
    for (int i = 0; i < 3; ++i)
      EXPECT_TENSOR(got[i][rank], i32({}, {wanted[rank][i]}));
}

// Time axes count: the loop's time steps are ranks.
TEST_F(CollectivesTest, TimeAxesAreRanksToo) {
  const Mesh mesh({{"dp", 2, AxisKind::Device}, {"mb", 2, AxisKind::Time}});
  EXPECT_EQ(lockstepMesh(mesh).numRanks(), 4);
  auto got = run(R"(
    dist.mesh @mesh = <["dp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %0 = dist.all_reduce %x sum over {"mb"} on @mesh : tensor<1xi32>
      return %0 : tensor<1xi32>
    })",
                 mesh, {perRank({1, 2, 4, 8})});
  ASSERT_EQ(got.size(), 1u) << messages;
  expectRanks(got[0], {3, 3, 12, 12});
}

/// Steps 0, 1, 2 take the elements from 6, 4 and 2 on: 10a + b each time.
TEST_F(CollectivesTest, SlicesAtTimeSteps) {
  const Mesh mesh({{"mb", 3, AxisKind::Time}});
  Tensor x = i32({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  Tensor zero = i32({2}, {0, 0});
  auto got = run(R"(
    dist.mesh @mesh = <time ["mb"=3]>
    func.func @main(%x: tensor<2x4xi32>, %zero: tensor<2xi32>) -> tensor<2xi32> {
      %ten = stablehlo.constant dense<10> : tensor<2xi32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero) -> (tensor<2xi32>) {
        %1 = dist.step_slice %x at %step begin 6 stride -2 : tensor<2x4xi32>, tensor<i32> -> tensor<2xi32>
        %2 = stablehlo.multiply %a, %ten : tensor<2xi32>
        %3 = stablehlo.add %2, %1 : tensor<2xi32>
        dist.return %3 : tensor<2xi32>
      }
      return %0 : tensor<2xi32>
    })",
                 mesh, {RankTensors(3, x), RankTensors(3, zero)});
  ASSERT_EQ(got.size(), 1u) << messages;
  for (const Tensor &result : got[0])
    EXPECT_TENSOR(result, i32({2}, {753, 864}));
}

TEST_F(CollectivesTest, ManualRegionOnOneRank) {
  auto got = run(R"(
    dist.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main(%x: tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<2x2xi32>) {
      %0:2 = dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}, {?} ]>]
          out [#dist.sharding<@mesh, [{"dp"}, {?} ]>, #dist.sharding<@mesh, [{}, {} ]>]
          axes {"dp"} (%block: tensor<2x2xi32>) {
        %1 = dist.all_reduce %block sum over {"dp"} on @mesh : tensor<2x2xi32>
        %2 = stablehlo.add %block, %1 : tensor<2x2xi32>
        dist.return %2, %1 : tensor<2x2xi32>, tensor<2x2xi32>
      } : (tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<2x2xi32>)
      return %0#0, %0#1 : tensor<4x2xi32>, tensor<2x2xi32>
    })",
                 {count(ElementType::I32, {4, 2})});
  ASSERT_EQ(got.size(), 2u) << messages;
  EXPECT_TENSOR(got[1], i32({2, 2}, {4, 6, 8, 10}));
  EXPECT_TENSOR(got[0], i32({4, 2}, {4, 7, 10, 13, 8, 11, 14, 17}));
}
