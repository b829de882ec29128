//===- KernelFormTest.cpp - What kernels do, and how long it takes --------===//
#include "FlowContextTest.h"

#include "popt/Cost/CostModel.h"

using namespace mlir;
using namespace popt;

namespace {

class KernelForm : public test::FlowContextTest {
protected:
  func::FuncOp parse(const std::string &text) {
    parseModule(text);
    return *module->getOps<func::FuncOp>().begin();
  }
  CostModel costs{{}, Machine::builtin()};
};

// What stays in registers is neither loaded nor stored; an operand that is read
// twice is loaded once.
TEST_F(KernelForm, CountsWhatIsLoadedAndStored) {
  KernelWork work = workOfKernel(parse(R"(
    func.func @kernel(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = stablehlo.exponential %a : tensor<4x8xf32>
      %1 = stablehlo.add %0, %b : tensor<4x8xf32>
      %2 = stablehlo.multiply %1, %b : tensor<4x8xf32>
      return %2 : tensor<4x8xf32>
    })"));
  EXPECT_EQ(work.additions, 32 * (16 + 1 + 1));
  EXPECT_EQ(work.readBytes, 2 * 128);
  EXPECT_EQ(work.writtenBytes, 128);
}

// Of stacks only the rows count.
TEST_F(KernelForm, CountsPartsOfWhatIsSliced) {
  KernelWork work = workOfKernel(parse(R"(
    func.func @kernel(%stack: tensor<4x8xf32>, %i: tensor<i32>) -> tensor<4x8xf32> {
      %c = stablehlo.constant dense<0> : tensor<i32>
      %row = stablehlo.dynamic_slice %stack, %i, %c, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %next = stablehlo.negate %row : tensor<1x8xf32>
      %0 = stablehlo.dynamic_update_slice %stack, %next, %i, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    })"));
  EXPECT_GE(work.readBytes, 32);
  EXPECT_LT(work.readBytes, 64);
  EXPECT_GE(work.writtenBytes, 32);
  EXPECT_LT(work.writtenBytes, 64);
}

// The longer of arithmetic and memory.
TEST_F(KernelForm, TakesTheLonger) {
  auto secondsOf = [&](std::string op) {
    func::FuncOp kernel = parse(R"(
      func.func @kernel(%a: tensor<1000xf32>) -> tensor<1000xf32> {
        %0 = stablehlo.)" + op + R"( %a : tensor<1000xf32>
        return %0 : tensor<1000xf32>
      })");
    return costs.secondsOfKernel(kernel);
  };
  Machine machine = Machine::builtin();
  double rate = machine.devices[0].kernelEfficiency *
                machine.devices[0].flopsPerSecond["f32"];
  EXPECT_DOUBLE_EQ(secondsOf("exponential"), 16000 / rate);
  EXPECT_DOUBLE_EQ(secondsOf("negate"),
                   8000 / machine.devices[0].memoryBytesPerSecond);
}

// A program takes what its kernels do, as often as they run, and the libraries.
TEST_F(KernelForm, CountsCalls) {
  func::FuncOp main = parse(R"(
    func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = call @kernel(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %2 = call @kernel(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
      return %2 : tensor<64x64xf32>
    }
    func.func private @kernel(%a: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {popt.kernel} {
      %0 = stablehlo.tanh %a : tensor<64x64xf32>
      return %0 : tensor<64x64xf32>
    })");
  auto kernel = module->lookupSymbol<func::FuncOp>("kernel");
  Operation *product = main.front().front().getNextNode();
  EXPECT_DOUBLE_EQ(costs.secondsOfStep(main),
                   2 * costs.secondsOfKernel(kernel) +
                       costs.computeSeconds(product));
}

} // namespace
