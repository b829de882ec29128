//===- OpenStrategiesTest.cpp - One problem, many questions ---------------===//
#include "../ContextTest.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Flow/Flow.h"
#include "popt/Partition/OpenStrategies.h"
#include "popt/Propagate/Passes.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;

namespace {

/// A layer and its update: %w and %m are state, %x is the batch.
const char kStep[] = R"mlir(
dist.mesh @mesh = <["d"=4]>
func.func @main(%w: tensor<1024x1024xf32> {dist.state = 0 : i64}, %m: tensor<1024x1024xf32> {dist.state = 1 : i64},
                %x: tensor<4096x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  %t = stablehlo.tanh %y : tensor<4096x1024xf32>
  %g = stablehlo.dot_general %x, %t, contracting_dims = [0] x [0] : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<1024x1024xf32>
  %n = stablehlo.add %m, %g : tensor<1024x1024xf32>
  %v = stablehlo.subtract %w, %n : tensor<1024x1024xf32>
  return %v, %n : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
)mlir";

DialectRegistry flowDialects() {
  DialectRegistry registry;
  registerFlowDialects(registry);
  return registry;
}

class OpenStrategiesTest : public popt::test::ContextTest {
protected:
  OpenStrategiesTest() : ContextTest(flowDialects()) {}

  std::unique_ptr<OpenStrategies> open() {
    auto module = parseSourceString<ModuleOp>(kStep, &context);
    EXPECT_TRUE(module) << messages;
    PassManager manager(&context);
    PropagateShardingsPassOptions options;
    options.mode = "plan";
    manager.addPass(createPropagateShardingsPass(options));
    EXPECT_TRUE(succeeded(manager.run(*module))) << messages;
    auto problem = OpenStrategies::of(std::move(module), nullptr);
    EXPECT_TRUE(succeeded(problem)) << messages;
    return std::move(*problem);
  }

  static StrategyAnswer ask(OpenStrategies &problem,
                            const StrategyQuestion &question) {
    FailureOr<StrategyAnswer> answer = problem.ask(question);
    EXPECT_TRUE(succeeded(answer));
    return *answer;
  }

  /// The layouts of arguments that the last answer left.
  static std::vector<std::string> layoutsOf(OpenStrategies &problem) {
    auto main = problem.module().lookupSymbol<func::FuncOp>("main");
    Mesh mesh = dist::getMesh(problem.module()).toMesh();
    std::vector<std::string> layouts;
    for (BlockArgument argument : main.getArguments())
      layouts.push_back(dist::getLayout(argument, mesh)->str(mesh));
    return layouts;
  }
};

/// What was asked before leaves nothing behind.
TEST_F(OpenStrategiesTest, QuestionsAreApart) {
  auto problem = open(), fresh = open();
  StrategyAnswer first = ask(*problem, {});
  std::vector<std::string> layouts = layoutsOf(*problem);
  ask(*problem, {1e-6, {}});
  EXPECT_NE(layoutsOf(*problem), layouts);
  ask(*problem, {1e-9, std::vector<ArgumentWord>(3, ArgumentWord::Whole)});
  ask(*problem, {1e-9, {ArgumentWord::Stationary, ArgumentWord::Any, {}}});
  StrategyAnswer again = ask(*problem, {});
  EXPECT_EQ(again.seconds, first.seconds);
  EXPECT_EQ(again.boundSeconds, first.boundSeconds);
  EXPECT_EQ(again.bytes, first.bytes);
  EXPECT_EQ(layoutsOf(*problem), layouts);
  ask(*fresh, {});
  EXPECT_EQ(layoutsOf(*fresh), layouts);
}

/// Where bytes cost more, less is held and a step takes no less time.
TEST_F(OpenStrategiesTest, BytesHaveAPrice) {
  auto problem = open();
  StrategyAnswer before = ask(*problem, {});
  EXPECT_LE(before.boundSeconds, before.seconds);
  for (double price : {1e-12, 1e-10, 1e-8, 1e-6}) {
    StrategyAnswer answer = ask(*problem, {price, {}});
    EXPECT_LE(answer.bytes, before.bytes);
    EXPECT_GE(answer.seconds, before.seconds * (1 - 1e-6));
    EXPECT_LE(answer.boundSeconds, answer.seconds + price * answer.bytes);
    before = answer;
  }
  for (const std::string &layout : layoutsOf(*problem))
    EXPECT_NE(layout.find("d"), std::string::npos) << layout;
}

/// Words take layouts of arguments away.
TEST_F(OpenStrategiesTest, WordsBind) {
  auto problem = open();
  StrategyAnswer free = ask(*problem, {});
  StrategyAnswer answer =
      ask(*problem,
          {0, {ArgumentWord::Whole, ArgumentWord::Divided, ArgumentWord::Any}});
  EXPECT_GE(answer.seconds, free.seconds * (1 - 1e-6));
  std::vector<std::string> layouts = layoutsOf(*problem);
  EXPECT_EQ(layouts[0].find("d"), std::string::npos) << layouts[0];
  EXPECT_NE(layouts[1].find("d"), std::string::npos) << layouts[1];
  ask(*problem,
      {0, {ArgumentWord::Divided, ArgumentWord::Whole, ArgumentWord::Any}});
  layouts = layoutsOf(*problem);
  EXPECT_NE(layouts[0].find("d"), std::string::npos) << layouts[0];
  EXPECT_EQ(layouts[1].find("d"), std::string::npos) << layouts[1];
  ask(*problem, {0, {{}, {}, {ArgumentWord::Divided, 1}}});
  EXPECT_EQ(layoutsOf(*problem)[2], "[{}, {\"d\"}]");
  ask(*problem, {0, {{}, {}, {ArgumentWord::Divided, 0}}});
  EXPECT_EQ(layoutsOf(*problem)[2], "[{\"d\"}, {}]");
}

/// What is stationary is divided and not gathered: with rows of %x divided, all of %w
/// would have to be.
TEST_F(OpenStrategiesTest, StationaryWeightsStay) {
  auto problem = open();
  const ArgumentWord rows{ArgumentWord::Divided, 0};
  StrategyAnswer gathered =
      ask(*problem, {0, {ArgumentWord::Divided, {}, rows}});
  StrategyAnswer answer =
      ask(*problem, {0, {ArgumentWord::Stationary, {}, rows}});
  EXPECT_NE(layoutsOf(*problem)[0].find("d"), std::string::npos);
  EXPECT_GT(answer.seconds, gathered.seconds);
}

} // namespace
