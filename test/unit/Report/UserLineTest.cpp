// What a user is told of a location.

#include "popt/Report/UserLine.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;

namespace {
class UserLineTest : public testing::Test {
protected:
  /// The line of the location of a module that is written like this.
  UserLine read(const std::string &loc) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>("module {} loc(" + loc + ")", &context);
    EXPECT_TRUE(module) << loc;
    return readUserLine(module->getLoc());
  }
  MLIRContext context;
};

constexpr char stack[] =
    R"(callsite("dense"("/home/u/model.py":12:9) at callsite("step"("/home/u/train.py":40:5)
       at callsite("export"("/home/u/tool.py":7:1) at "<module>"("/home/u/tool.py":9:1)))))";

TEST_F(UserLineTest, JaxStack) {
  UserLine line =
      read(R"("jit(step)/jvp(mlp)/dot_general"()" + std::string(stack) + ")");
  EXPECT_EQ(line.str(), "model.py:12 in dense (forward)");
  EXPECT_EQ(line.operation, "dot_general");
  EXPECT_EQ(line.scope, "mlp");
  EXPECT_TRUE(line.isOfFrontEnd());
  // What called the jitted function is not part of the program.
  EXPECT_EQ(line.stack(),
            "/home/u/model.py:12 in dense\n/home/u/train.py:40 in step");
}

TEST_F(UserLineTest, Directions) {
  auto of = [&](const std::string &names) {
    return read("\"" + names + "\"(" + stack + ")").direction;
  };
  EXPECT_EQ(of("jit(step)/mul"), Direction::None);
  EXPECT_EQ(of("jit(step)/jvp()/mul"), Direction::Forward);
  EXPECT_EQ(of("jit(step)/transpose(jvp(mlp))/mul"), Direction::Backward);
  EXPECT_EQ(of("jit(step)/transpose(jvp(checkpoint))/rematted_computation/mul"),
            Direction::Recomputed);
  // A transposition of the user's is no derivative.
  EXPECT_EQ(of("jit(step)/transpose(f)/mul"), Direction::None);
}

TEST_F(UserLineTest, CallsOfInlinedFunctions) {
  UserLine line =
      read(R"("jit:"("jit(step)/jvp()/jit"()" + std::string(stack) + "))");
  EXPECT_EQ(line.str(), "model.py:12 in dense (forward)");
}

TEST_F(UserLineTest, OperationsWithoutLine) {
  const char *loc =
      R"-(callsite("add_any" at "jit(f)/transpose(jvp(softmax))"("jit:")))-";
  EXPECT_EQ(read(loc).str(), "add_any of softmax (backward)");
  EXPECT_EQ(read(loc).argument, "");
}

TEST_F(UserLineTest, InstalledPackagesAreNotTheUsers) {
  UserLine line = read(
      R"("jit(f)/mul"(callsite("update"("/v/site-packages/optax/a.py":5:1)
         at "f"("train.py":8:2))))");
  EXPECT_EQ(line.str(), "train.py:8 in f");
  for (const char *file :
       {"site-packages/flax/linear.py", "/usr/lib/python3.11/functools.py",
        "/usr/lib/python3/dist-packages/jax/a.py"}) {
    std::string stack = std::string(R"(callsite("f"(")") + file +
                        R"(":5:1) at callsite("g"("lib/site.py":3:1) at "h"(
                        "train.py":8:2))))";
    EXPECT_EQ(read(stack).str(), "site.py:3 in g");
  }
  // If there is nothing else, they are better than nothing.
  EXPECT_EQ(read(R"("update"("/v/site-packages/optax/a.py":5:1))").str(),
            "a.py:5 in update");
}

TEST_F(UserLineTest, OtherLocations) {
  EXPECT_EQ(read("unknown").str(), "");
  EXPECT_EQ(read("\"params['w']\"").str(), "params['w']");
  EXPECT_EQ(read("\"a.mlir\":3:4").str(), "a.mlir:3");
  EXPECT_FALSE(read("\"a.mlir\":3:4").isOfFrontEnd());
  EXPECT_EQ(read("fused[unknown, \"a.mlir\":3:4, \"b.mlir\":1:1]").str(),
            "a.mlir:3");
  // Python's names of inner functions.
  EXPECT_EQ(read(R"("f.<locals>.g"("a.py":1:1))").str(), "a.py:1 in f.g");
}
} // namespace
