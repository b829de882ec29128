// Global and partitioned programs through one call.
#include "popt/Reference/Program.h"
#include "MlirUtil.h"

using namespace popt;
using namespace popt::reference;

struct ProgramTest : ModuleTest {
  /// The program's result is its argument, a vector of 8.
  void expectWhatComesIn(const std::string &text) {
    Tensor x = count(ElementType::F32, {8});
    auto module = parse(text);
    ASSERT_TRUE(module);
    auto got = interpretProgram(*module, {x});
    ASSERT_TRUE(mlir::succeeded(got)) << messages;
    EXPECT_TENSOR((*got)[0], x);
  }
};

static const char *kGlobalProgram = R"(
  func.func @main(%x: tensor<5x3xf32>) -> tensor<3xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<5x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  })";

// The rows are split 3 + 2; the mask keeps padding out of the sum.
static const char *kPartitioned = R"(
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%x: tensor<3x3xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>,
                                       dist.global_type = tensor<5x3xf32>})
      -> (tensor<3xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>,
                         dist.global_type = tensor<3xf32>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %begin, %extent = dist.block {"dp"} of 5 on @mesh : tensor<i32>, tensor<i32>
    %rows = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %extents = stablehlo.broadcast_in_dim %extent, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %valid = stablehlo.compare LT, %rows, %extents : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %masked = stablehlo.select %valid, %x, %zeros : tensor<3x3xi1>, tensor<3x3xf32>
    %sum = stablehlo.reduce(%MASKED init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
    %0 = dist.all_reduce %sum sum over {"dp"} on @mesh : tensor<3xf32>
    return %0 : tensor<3xf32>
  })";

static std::string partitioned(const std::string &reduced) {
  std::string text = kPartitioned;
  return text.replace(text.find("%MASKED"), 7, reduced);
}

TEST_F(ProgramTest, BothFormsAgree) {
  Tensor x = count(ElementType::F32, {5, 3});
  ProgramOptions options;
  options.poisonPadding = true;
  auto global = parse(kGlobalProgram);
  auto local = parse(partitioned("%masked"));
  ASSERT_TRUE(global && local);
  EXPECT_FALSE(isPartitioned(*global));
  EXPECT_TRUE(isPartitioned(*local));
  auto wanted = interpretProgram(*global, {x}, options);
  auto got = interpretProgram(*local, {x}, options);
  ASSERT_TRUE(mlir::succeeded(wanted) && mlir::succeeded(got)) << messages;
  EXPECT_TENSOR((*got)[0], (*wanted)[0]);
}

TEST_F(ProgramTest, PoisonFindsAMissingMask) {
  Tensor x = count(ElementType::F32, {5, 3});
  ProgramOptions options;
  options.poisonPadding = true;
  auto local = parse(partitioned("%x"));
  ASSERT_TRUE(local);
  auto got = interpretProgram(*local, {x}, options);
  ASSERT_TRUE(mlir::succeeded(got)) << messages;
  EXPECT_TENSOR((*got)[0], f32({3}, {kNaN, kNaN, kNaN}));
}

TEST_F(ProgramTest, ChecksGlobalArguments) {
  auto local = parse(partitioned("%masked"));
  ASSERT_TRUE(local);
  EXPECT_TRUE(mlir::failed(interpretProgram(*local, {})));
  expectMessage("takes 1 arguments, got 0");
  EXPECT_TRUE(mlir::failed(interpretProgram(*local, {f32({1}, {1})})));
  expectMessage("argument 0 has type 'tensor<5x3xf32>', got tensor<1xf32>");
}

// Ranks that should agree and do not are found.
TEST_F(ProgramTest, CopiesThatDifferAreAnError) {
  auto module = parse(R"(
    dist.mesh @mesh = <["dp"=2]>
    func.func @main() -> (tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>,
                                       dist.global_type = tensor<i32>}) {
      %0 = dist.axis_index {"dp"} on @mesh : tensor<i32>
      return %0 : tensor<i32>
    })");
  ASSERT_TRUE(module);
  EXPECT_TRUE(mlir::failed(interpretProgram(*module, {})));
  expectMessage("result 0: ranks 0 and 1 should hold the same");
}

// Signatures that partition would not write.
TEST_F(ProgramTest, ChecksGlobalTypes) {
  auto noMesh = parse(R"(
    func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<8xf32>}) {
      return
    })");
  ASSERT_TRUE(noMesh);
  EXPECT_TRUE(mlir::failed(interpretProgram(*noMesh, {f32({1}, {1})})));
  expectMessage("module is partitioned but has no mesh");
  auto dynamic = parse(R"(
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32> {
        dist.sharding = #dist.sharding<@mesh, [{"dp"}]>,
        dist.global_type = tensor<?xf32>}) {
      return
    })");
  ASSERT_TRUE(dynamic);
  EXPECT_TRUE(mlir::failed(interpretProgram(*dynamic, {f32({1}, {1})})));
  expectMessage("argument 0 has no tensor type that fits its sharding");
}

// Functions of stages: two that talk to each other, and what they can do wrong.
static const char *kStages = R"(
  dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
  func.func @main_pp0(%x: tensor<4xf32> {dist.index = 0 : i64,
        dist.sharding = #dist.sharding<@mesh, [{"dp"}], at = {"pp" = [0]}>,
        dist.global_type = tensor<8xf32>}) attributes {dist.coordinate = 0 : i64} {
    dist.send %x message 0 to 1 on @mesh : tensor<4xf32>
    FIRST
    dist.sent %x message 0 : tensor<4xf32>
    return
  }
  func.func @main_pp1() -> (tensor<4xf32> {dist.index = INDEX : i64,
        dist.sharding = #dist.sharding<@mesh, [{"dp"}], at = {"pp" = [1]}>,
        dist.global_type = tensor<8xf32>}) attributes {dist.coordinate = 1 : i64} {
    %0 = dist.recv message 0 from 0 on @mesh : tensor<4xf32>
    SECOND
    return %0 : tensor<4xf32>
  })";

static std::string stages(const std::string &first, const std::string &second,
                          const std::string &index = "0") {
  std::string text = kStages;
  text.replace(text.find("FIRST"), 5, first);
  text.replace(text.find("INDEX"), 5, index);
  return text.replace(text.find("SECOND"), 6, second);
}

TEST_F(ProgramTest, StagesTalk) {
  expectWhatComesIn(
      stages("%s = dist.reduce_stages %x sum at [0, 1] message 5 on @mesh : "
             "tensor<4xf32>",
             "%s = dist.reduce_stages %0 sum at [0, 1] message 5 on @mesh : "
             "tensor<4xf32>"));
}

TEST_F(ProgramTest, StagesReduceSeveralValues) {
  expectWhatComesIn(
      stages("%r = stablehlo.negate %x : tensor<4xf32>\n"
             "%s, %t = dist.reduce_stages %r, %x sum at [0, 1] message 5 on "
             "@mesh : tensor<4xf32>, tensor<4xf32>",
             "%z = stablehlo.constant dense<0.0> : tensor<4xf32>\n"
             "%t, %s = dist.reduce_stages %z, %0 sum at [0, 1] message 5 on "
             "@mesh : tensor<4xf32>, tensor<4xf32>"));
}

TEST_F(ProgramTest, StagesThatDoNotFit) {
  Tensor x = count(ElementType::F32, {8});
  auto fails = [&](const std::string &text, std::vector<Tensor> arguments,
                   const char *message) {
    auto module = parse(text);
    ASSERT_TRUE(module);
    EXPECT_TRUE(mlir::failed(interpretProgram(*module, arguments)));
    expectMessage(message);
  };
  fails(stages("", ""), {f32({1}, {1})},
        "argument 0 of type 'tensor<8xf32>' is argument 0 of the program, "
        "which has 1");
  fails(stages("", "", "1"), {x}, "no coordinate has result 0");
  fails(stages("dist.send %x message 0 to 1 on @mesh : tensor<4xf32>", ""), {x},
        "sends message 0, which has been sent before");
  fails(stages("%r = dist.recv message 7 from 1 on @mesh : tensor<4xf32>", ""),
        {x}, "waits forever: no other coordinate can go on either");
  fails(stages("%s = dist.reduce_stages %x sum at [0, 1] message 5 on @mesh : "
               "tensor<4xf32>",
               "%c = stablehlo.constant dense<1.0> : tensor<f32>\n"
               "%s = dist.reduce_stages %c sum at [0, 1] message 5 on @mesh : "
               "tensor<f32>"),
        {x}, "and its part at coordinate 0 do not fit");
}
