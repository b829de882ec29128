// Functions, regions, divergence and messages.
#include "MlirUtil.h"

using namespace popt;
using namespace popt::reference;

using InterpreterTest = ModuleTest;

TEST_F(InterpreterTest, RunsMainAndItsCalls) {
  auto got = run(R"(
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %a, %a : tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                 {f32({2}, {1, 2})});
  ASSERT_EQ(got.size(), 1u) << messages;
  EXPECT_TENSOR(got[0], f32({2}, {2, 4}));
}

TEST_F(InterpreterTest, ReadsConstantsOfEveryForm) {
  auto got = run(R"(
    func.func @main() -> (tensor<2xi1>, tensor<3xi1>, tensor<2x2xbf16>,
        tensor<2xcomplex<f32>>, tensor<2xui8>, tensor<0xf32>, tensor<2xi1>) {
      %0 = stablehlo.constant dense<true> : tensor<2xi1>
      %1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
      %2 = stablehlo.constant dense<1.5> : tensor<2x2xbf16>
      %3 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
      %4 = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
      %5 = stablehlo.constant dense<> : tensor<0xf32>
      %6 = stablehlo.constant dense<false> : tensor<2xi1>
      return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi1>, tensor<3xi1>, tensor<2x2xbf16>,
        tensor<2xcomplex<f32>>, tensor<2xui8>, tensor<0xf32>, tensor<2xi1>
    })",
                 {});
  ASSERT_EQ(got.size(), 7u) << messages;
  EXPECT_TENSOR(got[0], make<bool>({2}, {true, true}));
  EXPECT_TENSOR(got[1], make<bool>({3}, {true, false, true}));
  EXPECT_TENSOR(convert(got[2], ElementType::F32),
                f32({2, 2}, {1.5, 1.5, 1.5, 1.5}));
  EXPECT_TENSOR(got[3], make<std::complex<float>>({2}, {{1, 2}, {3, 4}}));
  EXPECT_TENSOR(got[4], make<uint8_t>({2}, {200, 3}));
  EXPECT_TENSOR(got[6], make<bool>({2}, {false, false}));
}

TEST_F(InterpreterTest, BranchesClampTheirIndexAndCaptureValues) {
  const char *text = R"(
    func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.case"(%i) ({
        %1 = stablehlo.add %x, %x : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }, {
        %1 = stablehlo.negate %x : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    })";
  EXPECT_TENSOR(run(text, {i32({}, {0}), i32({}, {7})})[0], i32({}, {14}));
  EXPECT_TENSOR(run(text, {i32({}, {1}), i32({}, {7})})[0], i32({}, {-7}));
  EXPECT_TENSOR(run(text, {i32({}, {-1}), i32({}, {7})})[0], i32({}, {-7}));
  EXPECT_TENSOR(run(text, {i32({}, {9}), i32({}, {7})})[0], i32({}, {-7}));
}

// A body that reads a value from outside and is more than one operation.
TEST_F(InterpreterTest, ScalarBodiesCaptureValues) {
  auto got = run(R"(
    func.func @main(%x: tensor<3xi32>, %k: tensor<i32>) -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %1 = stablehlo.multiply %b, %k : tensor<i32>
        %2 = stablehlo.add %a, %1 : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    })",
                 {i32({3}, {1, 2, 3}), i32({}, {10})});
  ASSERT_EQ(got.size(), 1u) << messages;
  EXPECT_TENSOR(got[0], i32({}, {60}));
}

static const char *kCountdown = R"(
  func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0:2 = stablehlo.while(%i = %n, %steps = %zero) : tensor<i32>, tensor<i32>
     cond {
      %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.subtract %i, %one : tensor<i32>
      %2 = stablehlo.add %steps, %one : tensor<i32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<i32>, tensor<i32>
  })";

TEST_F(InterpreterTest, RanksLeaveALoopOnTheirOwn) {
  auto got = run(kCountdown, Mesh({{"x", 3}}),
                 {{i32({}, {2}), i32({}, {0}), i32({}, {5})}});
  ASSERT_EQ(got.size(), 2u) << messages;
  const int32_t steps[] = {2, 0, 5};
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_TENSOR(got[0][rank], i32({}, {0}));
    EXPECT_TENSOR(got[1][rank], i32({}, {steps[rank]}));
  }
}

TEST_F(InterpreterTest, EqualRanksShareTheirResults) {
  Tensor x = i32({}, {4});
  auto got = run(kCountdown, Mesh({{"x", 4}}), {{x, x, x, x}});
  ASSERT_EQ(got.size(), 2u) << messages;
  EXPECT_TRUE(got[1][0].sharesBufferWith(got[1][3]));
}

TEST_F(InterpreterTest, ObservesEveryOperation) {
  int count = 0;
  options.observe = [&](mlir::Operation *, llvm::ArrayRef<RankTensors> r) {
    ++count;
    EXPECT_EQ(r[0].size(), 1u);
  };
  run(kCountdown, {i32({}, {2})});
  // 2 constants, 3 comparisons, 2 x 2 in the body, the loop itself.
  EXPECT_EQ(count, 2 + 3 + 4 + 1);
}

TEST_F(InterpreterTest, NamesWhatItDoesNotKnow) {
  EXPECT_TRUE(run(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @mystery(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                  {f32({2}, {1, 2})})
                  .empty());
  expectMessage("does the custom call \"mystery\"");
  context.allowUnregisteredDialects();
  run(R"(func.func @main() { "odd.thing"() : () -> () return })", {});
  expectMessage("'odd.thing' op is not supported by the reference interpreter");
}

TEST_F(InterpreterTest, RefusesRecursion) {
  EXPECT_TRUE(run(R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @main(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })",
                  {f32({}, {1})})
                  .empty());
  expectMessage("calls are nested deeper than 200");
}

TEST_F(InterpreterTest, ChecksEntryAndArguments) {
  const char *text = R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })";
  EXPECT_TRUE(run(text, {}).empty());
  expectMessage("takes 1 arguments, got 0");
  EXPECT_TRUE(run(text, {f32({3}, {1, 2, 3})}).empty());
  expectMessage("argument 0 has type 'tensor<2xf32>', got tensor<3xf32>");
  options.entry = "other";
  EXPECT_TRUE(run(text, {f32({2}, {1, 2})}).empty());
  expectMessage("module has no function @other");
  options.entry = "main";
  EXPECT_TRUE(run("func.func private @main()", {}).empty());
  expectMessage("function @main has no body");
}

TEST_F(InterpreterTest, RefusesWrongRankCount) {
  EXPECT_TRUE(run(kCountdown, Mesh({{"x", 2}}), {{i32({}, {1})}}).empty());
  expectMessage("argument 0 has values for 1 ranks, the mesh has 2");
}

TEST_F(InterpreterTest, RefusesTypesWithoutTensors) {
  EXPECT_TRUE(run(R"(
    func.func private @other() -> tensor<2xi7>
    func.func @main() -> tensor<2xi7> {
      %0 = func.call @other() : () -> tensor<2xi7>
      return %0 : tensor<2xi7>
    })",
                  {})
                  .empty());
  expectMessage("which the reference interpreter does not support");
}

TEST_F(InterpreterTest, RefusesHugeTensors) {
  EXPECT_TRUE(run(R"(
    func.func @main(%x: tensor<f32>) -> tensor<100000x100000x100000xf32> {
      %0 = stablehlo.broadcast_in_dim %x, dims = []
          : (tensor<f32>) -> tensor<100000x100000x100000xf32>
      return %0 : tensor<100000x100000x100000xf32>
    })",
                  {f32({}, {1})})
                  .empty());
  expectMessage("of 4000000000000000 bytes; the reference interpreter allows");
}

TEST_F(InterpreterTest, RefusesWhatDoesNotFit) {
  options.maxTensorBytes = INT64_MAX;
  EXPECT_TRUE(run(R"(
    func.func @main() -> tensor<1125899906842624xf32> {
      %0 = stablehlo.iota dim = 0 : tensor<1125899906842624xf32>
      return %0 : tensor<1125899906842624xf32>
    })",
                  {})
                  .empty());
  expectMessage("the reference interpreter ran out of memory");
}

TEST_F(InterpreterTest, RefusesJumps) {
  EXPECT_TRUE(run(R"(
    func.func @main() {
      return
    ^bb1:
      return
    })",
                  {})
                  .empty());
  expectMessage("'func.func' op has more than one block; control flow must be "
                "structured");
}

TEST_F(InterpreterTest, RefusesConstantsWithoutElements) {
  EXPECT_TRUE(run(R"(
    func.func @main() -> tensor<4xf32> {
      %0 = stablehlo.constant dense_resource<lost> : tensor<4xf32>
      return %0 : tensor<4xf32>
    })",
                  {})
                  .empty());
  expectMessage("has a value that the reference interpreter cannot read");
}

TEST(Interpreter, KnowsItsOperations) {
  std::vector<std::string> names = supportedOperations();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_TRUE(llvm::is_contained(names, "stablehlo.add"));
}
