//===- FlowOptionsTest.cpp - Options reach what is tried ------------------===//
//
// compare-strategies, choose-memory and fit-memory compile copies of a program.
// Each option of the flow that says how must be that of every copy, so the passes
// that run are asked for theirs. Options of phases before them (mesh, plan, state,
// batch, cluster, target) are on the module by then; those of code generation come
// after.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Flow.h"

#include "mlir/IR/Action.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace popt;

/// Gathering the weights is dearer than to divide products by their columns, so that
/// the cheapest strategies are not the propagated ones.
static const char *kModule = R"(
sdy.mesh @mesh = <["dp"=2]>
func.func @main(
    %x: tensor<128x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>},
    %w: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>}) -> (tensor<128x512xf32>, tensor<512x512xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x512xf32>) -> tensor<128x512xf32>
  %1 = stablehlo.tanh %0 : tensor<128x512xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x512xf32>) -> tensor<128x512xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0] : (tensor<128x512xf32>, tensor<128x512xf32>) -> tensor<512x512xf32>
  return %2, %3 : tensor<128x512xf32>, tensor<512x512xf32>
}
)";

/// The passes that ran, as text: `form-tasks{schedule=gpipe}`.
static std::vector<std::string> passesOf(const FlowOptions &options,
                                         Emit last) {
  DialectRegistry registry;
  registerFlowDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kModule, &context);
  std::vector<std::string> passes;
  context.registerActionHandler([&](function_ref<void()> run,
                                    const tracing::Action &action) {
    if (auto *execution = dyn_cast<PassExecutionAction>(&action)) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      const_cast<Pass &>(execution->getPass()).printAsTextualPipeline(stream);
      passes.push_back(text);
    }
    run();
  });
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  PassManager manager(&context);
  buildFlow(manager, options, last);
  EXPECT_TRUE(succeeded(manager.run(*module)));
  return passes;
}

/// How many passes of the name ran; all of them must say `text`.
static int countSaying(const std::vector<std::string> &passes, StringRef name,
                       StringRef text) {
  int count = 0;
  for (StringRef pass : passes)
    if (pass.take_until([](char c) { return c == '{'; }) == name) {
      EXPECT_TRUE(pass.contains(text)) << pass.str();
      ++count;
    }
  return count;
}

namespace {
struct Case {
  const char *name;
  int64_t budget; ///< 0: strategies are compared
};
struct FlowOptionsTest : testing::TestWithParam<Case> {
  FlowOptions options;
  FlowOptionsTest() { options.memoryBudget = GetParam().budget; }
};
} // namespace

TEST_P(FlowOptionsTest, Schedule) {
  options.schedule = "gpipe";
  EXPECT_GT(countSaying(passesOf(options, Emit::Scheduled), "form-tasks",
                        "schedule=gpipe"),
            1);
}

TEST_P(FlowOptionsTest, TaskCosts) {
  options.taskCosts = "/nowhere";
  EXPECT_GT(countSaying(passesOf(options, Emit::Scheduled), "schedule-tasks",
                        "/nowhere"),
            1);
}

TEST_P(FlowOptionsTest, MemoryBudget) {
  std::string text =
      "memory-budget=" + std::to_string(options.memoryBudget) + " ";
  EXPECT_GT(
      countSaying(passesOf(options, Emit::Scheduled), "schedule-tasks", text),
      1);
}

TEST_P(FlowOptionsTest, Recompute) {
  options.recompute = "full";
  std::vector<std::string> passes = passesOf(options, Emit::Scheduled);
  for (const char *name :
       {"recompute-in-scans", "recompute-in-tasks", "recompute"})
    EXPECT_GT(countSaying(passes, name, "=full"), 1) << name;
}

TEST_P(FlowOptionsTest, Overlap) {
  EXPECT_GT(countSaying(passesOf(options, Emit::Scheduled), "overlap", ""), 0);
  options.overlap = "off";
  EXPECT_EQ(countSaying(passesOf(options, Emit::Scheduled), "overlap", ""), 0);
}

/// What others compile knows one memory.
TEST_P(FlowOptionsTest, Format) {
  EXPECT_GT(countSaying(passesOf(options, Emit::Scheduled), "place-memory", ""),
            0);
  options.format = Format::StableHLO;
  std::vector<std::string> passes = passesOf(options, Emit::Scheduled);
  EXPECT_EQ(countSaying(passes, "place-memory", ""), 0);
  EXPECT_GT(countSaying(passes, "form-kernels", ""), 0);
}

INSTANTIATE_TEST_SUITE_P(, FlowOptionsTest,
                         testing::Values(Case{"CompareStrategies", 0},
                                         Case{"ChooseMemory", 4000000}),
                         [](const auto &info) { return info.param.name; });
