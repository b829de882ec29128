//===- EmitStepTest.cpp - Small programs, planned, emitted and run --------===//
//
// Local programs written by hand go through plan-memory and emit-step and run
// on the executor, one thread per rank; the numbers are compared with what the
// operations mean. Kernels are functions of this file.
//
//===----------------------------------------------------------------------===//
#include "popt/Conversion/EmitStep.h"
#include "../../runtime/RankThreads.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/exec.h"
#include "popt-rt/transport_threads.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Memory/PlanMemory.h"
#include "popt/OpModels/OpModels.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// r[i] = a[i] + b[i] of four floats.
static void add4(void *const *o, const int64_t *) {
  auto *a = static_cast<float *>(o[0]), *b = static_cast<float *>(o[1]),
       *r = static_cast<float *>(o[2]);
  for (int i = 0; i < 4; ++i)
    r[i] = a[i] + b[i];
}
/// r = reversed a of four floats: may not run in place.
static void reverse4(void *const *o, const int64_t *) {
  auto *a = static_cast<float *>(o[0]), *r = static_cast<float *>(o[1]);
  for (int i = 0; i < 4; ++i)
    r[i] = a[3 - i];
}
static void less10(void *const *o, const int64_t *) {
  *static_cast<uint8_t *>(o[1]) = *static_cast<int32_t *>(o[0]) < 10;
}
static void isOdd(void *const *o, const int64_t *) {
  *static_cast<uint8_t *>(o[1]) = *static_cast<int32_t *>(o[0]) & 1;
}
static void increment(void *const *o, const int64_t *) {
  *static_cast<int32_t *>(o[1]) = *static_cast<int32_t *>(o[0]) + 1;
}

static const char *const kernelText = R"(
func.func private @add4(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32>
    attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>, array<i64: 0, 1>]} {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @reverse4(%a: tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel} {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @less10(%a: tensor<i32>) -> tensor<i1> attributes {popt.kernel} {
  %0 = stablehlo.constant dense<10> : tensor<i32>
  %1 = stablehlo.compare LT, %a, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @is_odd(%a: tensor<i32>) -> tensor<i1> attributes {popt.kernel} {
  %0 = stablehlo.convert %a : (tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @increment(%a: tensor<i32>) -> tensor<i32>
    attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.add %a, %0 : tensor<i32>
  return %1 : tensor<i32>
}
)";

static void *kernelOf(const std::string &name) {
  static const std::map<std::string, rt::Kernel> kernels = {
      {"add4", add4},
      {"reverse4", reverse4},
      {"less10", less10},
      {"is_odd", isOdd},
      {"increment", increment}};
  auto it = kernels.find(name);
  return it == kernels.end() ? nullptr : reinterpret_cast<void *>(it->second);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
using Floats = std::vector<float>;

class EmitStepTest : public ::testing::Test {
protected:
  EmitStepTest() {
    DialectRegistry registry;
    registerOpModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect,
                        dist::DistDialect>();
  }

  rt::StepTable compile(const std::string &text) {
    auto program = parseSourceString<ModuleOp>(text + kernelText, &context);
    EXPECT_TRUE(program);
    if (!program)
      return {};
    auto main = program->lookupSymbol<func::FuncOp>("main");
    EXPECT_TRUE(succeeded(planMemory(main)));
    FailureOr<rt::StepTable> table = emitStepTable(*program);
    EXPECT_TRUE(succeeded(table));
    return succeeded(table) ? *table : rt::StepTable();
  }

  /// Runs `steps` steps. `arguments[i](rank)` are argument i's floats. Returns
  /// result `result` of every rank.
  std::vector<Floats>
  run(const rt::StepTable &table,
      const std::vector<std::function<Floats(int)>> &arguments, size_t result,
      int steps = 1) {
    rt::LoadedProgram program;
    program.table = table;
    program.symbol = kernelOf;
    std::vector<Floats> results(table.numRanks());
    auto runRank = [&](int32_t rank, rt::Executor &executor,
                       popt_rt_transport *) -> std::string {
      for (size_t i = 0; i < arguments.size(); ++i) {
        Floats values = arguments[i](rank);
        std::copy(values.begin(), values.end(),
                  static_cast<float *>(executor.argument(i)));
      }
      std::string message;
      for (int step = 0; step < steps; ++step)
        if (!executor.step(message))
          return message;
      int64_t count = 1;
      for (int64_t extent : table.results[result].localShape)
        count *= extent;
      auto *data = static_cast<const float *>(executor.result(result, message));
      results[rank].assign(data, data + count);
      return "";
    };
    rt::runExecutors(std::move(program), runRank);
    return results;
  }

  MLIRContext context;
};
} // namespace

static Floats counting(int n, float first = 0) {
  Floats values(n);
  for (int i = 0; i < n; ++i)
    values[i] = first + i;
  return values;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

// Rows of x and columns of a transposed weight; partial sums are all-reduced.
TEST_F(EmitStepTest, MatmulOfTransposeAndAllReduce) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = dist.all_reduce %1 sum over {"tp"} on @mesh : tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
)");
  ASSERT_EQ(table.programs[0].commands.size(), 2u);
  auto x = [](int rank) { return counting(6, rank); };
  auto w = [](int rank) { return counting(12, 10 * rank); };
  std::vector<Floats> results = run(table, {x, w}, 0);
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 4; ++column) {
      float sum = 0;
      for (int rank = 0; rank < 2; ++rank)
        for (int k = 0; k < 3; ++k)
          sum += x(rank)[row * 3 + k] * w(rank)[column * 3 + k];
      EXPECT_EQ(results[0][row * 4 + column], sum);
      EXPECT_EQ(results[1][row * 4 + column], sum);
    }
}

// Batched dimensions out of order on both sides.
TEST_F(EmitStepTest, BatchedContraction) {
  rt::StepTable table = compile(R"(
func.func @main(%a: tensor<3x2x5xf32>, %b: tensor<5x4x2xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [2], contracting_dims = [2] x [0] : (tensor<3x2x5xf32>, tensor<5x4x2xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
)");
  Floats a = counting(30), b = counting(40, 1);
  Floats result =
      run(table, {[&](int) { return a; }, [&](int) { return b; }}, 0)[0];
  for (int n = 0; n < 2; ++n)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) {
        float sum = 0;
        for (int k = 0; k < 5; ++k)
          sum += a[(i * 2 + n) * 5 + k] * b[(k * 4 + j) * 2 + n];
        EXPECT_EQ(result[(n * 3 + i) * 4 + j], sum);
      }
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

// 5 elements on {a=2, b=2} are blocks of 2, 1 | 1, 1.
static int begin5(int rank) { return (int[]){0, 2, 3, 4}[rank]; }
static int extent5(int rank) { return (int[]){2, 1, 1, 1}[rank]; }

TEST_F(EmitStepTest, UnevenGatherOfTheMinorAxis) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x3xf32> {
  %0 = dist.all_gather %x dim 1 over {"b"} on @mesh : tensor<2x2xf32> -> tensor<2x3xf32>
      as tensor<2x5xf32> from <@mesh, [{}, {"a", "b"} ]> to <@mesh, [{}, {"a"} ]>
  return %0 : tensor<2x3xf32>
}
)");
  auto x = [](int rank) {
    Floats block(4, -1);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < extent5(rank); ++j)
        block[i * 2 + j] = 10 * i + begin5(rank) + j;
    return block;
  };
  std::vector<Floats> results = run(table, {x}, 0);
  for (int rank = 0; rank < 4; ++rank) {
    int begin = rank < 2 ? 0 : 3, extent = rank < 2 ? 3 : 2;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < extent; ++j)
        EXPECT_EQ(results[rank][i * 3 + j], 10 * i + begin + j);
  }
}

TEST_F(EmitStepTest, UnevenSliceAndScatterAgree) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = dist.all_slice %x dim 0 over {"a", "b"} on @mesh : tensor<5xf32> -> tensor<2xf32>
      as tensor<5xf32> from <@mesh, [{} ]> to <@mesh, [{"a", "b"} ]>
  %1 = dist.reduce_scatter %x sum dim 0 over {"a", "b"} on @mesh : tensor<5xf32> -> tensor<2xf32>
      as tensor<5xf32> from <@mesh, [{} ], partial = sum{"a", "b"}> to <@mesh, [{"a", "b"} ]>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
)");
  auto x = [](int) { return counting(5, 1); };
  std::vector<Floats> sliced = run(table, {x}, 0), summed = run(table, {x}, 1);
  for (int rank = 0; rank < 4; ++rank)
    for (int j = 0; j < extent5(rank); ++j) {
      EXPECT_EQ(sliced[rank][j], 1 + begin5(rank) + j);
      EXPECT_EQ(summed[rank][j], 4 * (1 + begin5(rank) + j));
    }
}

TEST_F(EmitStepTest, EvenSliceWithoutLayouts) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %0 = dist.all_slice %x dim 1 over {"a"} on @mesh : tensor<2x4xf32> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
)");
  std::vector<Floats> results =
      run(table, {[](int) { return counting(8); }}, 0);
  EXPECT_EQ(results[0], (Floats{0, 1, 4, 5}));
  EXPECT_EQ(results[1], (Floats{2, 3, 6, 7}));
}

// 3 rows on 2 ranks become 3 columns on 2 ranks.
TEST_F(EmitStepTest, UnevenAllToAll) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = dist.all_to_all %x split 1 concat 0 over {"a"} on @mesh : tensor<2x3xf32> -> tensor<3x2xf32>
      as tensor<3x3xf32> from <@mesh, [{"a"}, {} ]> to <@mesh, [{}, {"a"} ]>
  return %0 : tensor<3x2xf32>
}
)");
  std::vector<Floats> results =
      run(table, {[](int rank) { return counting(6, 6 * rank); }}, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(results[0][i * 2], 3 * i);
    EXPECT_EQ(results[0][i * 2 + 1], 3 * i + 1);
    EXPECT_EQ(results[1][i * 2], 3 * i + 2);
  }
}

// The first of a group keeps its value; the sum over the group is the value.
TEST_F(EmitStepTest, ToPartial) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = dist.to_partial %x sum over {"b"} on @mesh : tensor<4xf32>
  %1 = dist.to_partial %s max over {"b"} on @mesh : tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
)");
  auto x = [](int) { return counting(4, 1); };
  auto s = [](int) { return Floats{7}; };
  std::vector<Floats> sums = run(table, {x, s}, 0);
  std::vector<Floats> most = run(table, {x, s}, 1);
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(sums[rank], rank % 2 ? Floats(4, 0) : counting(4, 1));
    EXPECT_EQ(most[rank][0], rank % 2 ? -INFINITY : 7);
  }
}

// Rank 2 is in no pair and gets zeros.
TEST_F(EmitStepTest, Permute) {
  rt::StepTable table = compile(R"(
dist.mesh @mesh = <["a"=3]>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = dist.permute %x pairs [[0, 1], [1, 0]] on @mesh : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
)");
  std::vector<Floats> results =
      run(table, {[](int rank) { return counting(2, 10 * rank + 1); }}, 0);
  EXPECT_EQ(results[0], (Floats{11, 12}));
  EXPECT_EQ(results[1], (Floats{1, 2}));
  EXPECT_EQ(results[2], (Floats{0, 0}));
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

// Two state arguments change places in every step, a third adds up in place.
TEST_F(EmitStepTest, StateThatExchangesPlaces) {
  rt::StepTable table = compile(R"(
func.func @main(%a: tensor<4xf32> {dist.state = 1 : i64}, %b: tensor<4xf32> {dist.state = 0 : i64},
                %c: tensor<4xf32> {dist.state = 2 : i64})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = call @add4(%c, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @reverse4(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
)");
  auto a = [](int) { return Floats{1, 2, 3, 4}; };
  auto b = [](int) { return Floats{10, 20, 30, 40}; };
  auto c = [](int) { return Floats{0, 0, 0, 0}; };
  EXPECT_EQ(run(table, {a, b, c}, 2, 1)[0], (Floats{1, 2, 3, 4}));
  EXPECT_EQ(run(table, {a, b, c}, 2, 2)[0], (Floats{11, 22, 33, 44}));
  EXPECT_EQ(run(table, {a, b, c}, 2, 3)[0], (Floats{12, 24, 36, 48}));
  EXPECT_EQ(run(table, {a, b, c}, 3, 3)[0], (Floats{44, 33, 22, 11}));
  EXPECT_EQ(run(table, {a, b, c}, 0, 1)[0], (Floats{1, 2, 3, 4}));
  EXPECT_EQ(run(table, {a, b, c}, 0, 2)[0], (Floats{10, 20, 30, 40}));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// Ten iterations; two carried values are exchanged in each, one is reversed and
// added to; odd iterations add another number than even ones.
TEST_F(EmitStepTest, LoopAndBranch) {
  rt::StepTable table = compile(R"(
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %i0, %p = %x, %q = %y, %s = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %less = func.call @less10(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %odd = func.call @is_odd(%i) : (tensor<i32>) -> tensor<i1>
    %term = "stablehlo.if"(%odd) ({
      %t = func.call @reverse4(%p) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %t : tensor<4xf32>
    }, {
      stablehlo.return %y : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %r = func.call @reverse4(%s) : (tensor<4xf32>) -> tensor<4xf32>
    %sum = func.call @add4(%r, %term) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %next = func.call @increment(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next, %q, %p, %sum : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
)");
  Floats x = {1, 2, 3, 4}, y = {10, 30, 50, 70};
  Floats p = x, q = y, s = x;
  for (int i = 0; i < 10; ++i) {
    Floats term = i % 2 ? Floats(p.rbegin(), p.rend()) : y;
    s = Floats(s.rbegin(), s.rend());
    for (int k = 0; k < 4; ++k)
      s[k] += term[k];
    std::swap(p, q);
  }
  auto fx = [&](int) { return x; };
  auto fy = [&](int) { return y; };
  EXPECT_EQ(run(table, {fx, fy}, 0)[0], p);
  EXPECT_EQ(run(table, {fx, fy}, 1)[0], q);
  EXPECT_EQ(run(table, {fx, fy}, 2)[0], s);
  EXPECT_EQ(run(table, {fx, fy}, 2, 3)[0], s);
}

//===----------------------------------------------------------------------===//
// Constants, views, empty tensors
//===----------------------------------------------------------------------===//

TEST_F(EmitStepTest, ConstantsAndEmptyTensors) {
  rt::StepTable table = compile(R"(
func.func @main(%e: tensor<0x3xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<0x2xf32>, tensor<3x3xf32>, tensor<40x40xf32>) {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %c1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %v = stablehlo.constant dense<1.0> : tensor<3x2xf32>
  %0 = call @add4(%c, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.dot_general %e, %v, contracting_dims = [1] x [0] : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  %2 = stablehlo.dot_general %e, %e, contracting_dims = [0] x [0] : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.constant dense<2.5> : tensor<40x40xf32>
  return %0, %c1, %1, %2, %3 : tensor<4xf32>, tensor<2x2xf32>, tensor<0x2xf32>, tensor<3x3xf32>, tensor<40x40xf32>
}
)");
  auto empty = [](int) { return Floats(); };
  EXPECT_EQ(run(table, {empty}, 0)[0], (Floats{2, 4, 6, 8}));
  EXPECT_EQ(run(table, {empty}, 1)[0], (Floats{1, 2, 3, 4}));
  EXPECT_EQ(run(table, {empty}, 3)[0], Floats(9, 0));
  EXPECT_EQ(run(table, {empty}, 4)[0], Floats(1600, 2.5f));
  // Equal bytes are stored once: 16 of %c and %c1, 24 of %v from 64 on.
  EXPECT_EQ(table.constants.size(), 88u);
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

namespace {
/// A program of kernels on four floats, and what it computes.
struct RandomProgram {
  std::string text;
  struct Op {
    bool isAdd;
    int a, b;
  };
  int arguments = 0;
  std::vector<Op> ops;      ///< value arguments + i is ops[i]
  std::vector<int> results; ///< values; result i < states.size() is state
  std::vector<int> states;  ///< the argument that result i replaces

  explicit RandomProgram(unsigned seed) {
    std::mt19937 random(seed);
    auto below = [&](int n) { return static_cast<int>(random() % n); };
    arguments = 1 + below(4);
    int count = 1 + below(14);
    for (int i = 0; i < count; ++i)
      ops.push_back({below(3) > 0, below(arguments + i), below(arguments + i)});
    std::vector<int> free(arguments);
    for (int i = 0; i < arguments; ++i)
      free[i] = i;
    std::shuffle(free.begin(), free.end(), random);
    free.resize(below(arguments + 1));
    states = free;
    int outputs = states.size() + 1 + below(2);
    for (int i = 0; i < outputs; ++i)
      results.push_back(below(arguments + count));
    write();
  }

  void write() {
    const char *type = "tensor<4xf32>";
    auto name = [&](int value) { return "%v" + std::to_string(value); };
    text = "func.func @main(";
    for (int i = 0; i < arguments; ++i) {
      text += (i ? ", " : "") + name(i) + ": " + type;
      for (size_t s = 0; s < states.size(); ++s)
        if (states[s] == i)
          text += " {dist.state = " + std::to_string(s) + " : i64}";
    }
    text += ") -> (";
    for (size_t i = 0; i < results.size(); ++i)
      text += std::string(i ? ", " : "") + type;
    text += ") {\n";
    for (size_t i = 0; i < ops.size(); ++i) {
      text += "  " + name(arguments + i) + " = call ";
      if (ops[i].isAdd)
        text += "@add4(" + name(ops[i].a) + ", " + name(ops[i].b) +
                ") : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n";
      else
        text += "@reverse4(" + name(ops[i].a) +
                ") : (tensor<4xf32>) -> tensor<4xf32>\n";
    }
    text += "  return ";
    for (size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + name(results[i]);
    text += " : ";
    for (size_t i = 0; i < results.size(); ++i)
      text += std::string(i ? ", " : "") + type;
    text += "\n}\n";
  }

  /// The results after so many steps.
  std::vector<Floats> evaluate(std::vector<Floats> values, int steps) const {
    std::vector<Floats> out;
    for (int step = 0; step < steps; ++step) {
      values.resize(arguments);
      for (const Op &op : ops) {
        Floats value = values[op.a];
        if (op.isAdd)
          for (int k = 0; k < 4; ++k)
            value[k] += values[op.b][k];
        else
          std::reverse(value.begin(), value.end());
        values.push_back(value);
      }
      out.clear();
      for (int result : results)
        out.push_back(values[result]);
      for (size_t s = 0; s < states.size(); ++s)
        values[states[s]] = out[s];
    }
    return out;
  }
};
} // namespace

// State in place, exchanged state, shared and dying operands, arguments as
// results, in every combination that 150 seeds give.
TEST_F(EmitStepTest, RandomProgramsKeepTheirNumbers) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomProgram program(seed);
    rt::StepTable table = compile(program.text);
    ASSERT_FALSE(table.programs.empty()) << program.text;
    std::vector<std::function<Floats(int)>> arguments;
    std::vector<Floats> values;
    for (int i = 0; i < program.arguments; ++i) {
      values.push_back(counting(4, 1 + 10 * i));
      arguments.push_back([i](int) { return counting(4, 1 + 10 * i); });
    }
    std::vector<Floats> expected = program.evaluate(values, 2);
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(run(table, arguments, i, 2)[0], expected[i])
          << "seed " << seed << ", result " << i << "\n"
          << program.text;
  }
}
