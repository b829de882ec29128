//===- KernelFormTest.cpp - What kernels do, and how long it takes --------===//
#include "FlowContextTest.h"

#include "popt/Cost/CostModel.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Kernels/Passes.h"
#include "popt/Machine/Presets.h"

#include "mlir/Pass/PassManager.h"

#include <cmath>

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

// Libraries compute whole vectors of output features. Groups of few features take longer
// than what they lack there.
TEST_F(KernelForm, CountsFeaturesThatConvolutionsLack) {
  auto flopsOfConvolution = [&](int64_t features, int64_t groups, int64_t made,
                                int64_t batchGroups = 1) {
    std::string x = "tensor<6x8x8x" + std::to_string(features) + "xf32>";
    std::string k = "tensor<3x3x" + std::to_string(features / groups) + "x" +
                    std::to_string(made) + "xf32>";
    std::string y = "tensor<" + std::to_string(6 / batchGroups) + "x6x6x" +
                    std::to_string(made) + "xf32>";
    func::FuncOp kernel =
        parse("func.func @kernel(%x: " + x + ", %k: " + k + ") -> " + y +
              " {\n  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, "
              "1, f]x[0, 1, i, "
              "o]->[b, 0, 1, f], window = {} {feature_group_count = " +
              std::to_string(groups) + " : i64, batch_group_count = " +
              std::to_string(batchGroups) + " : i64} : (" + x + ", " + k +
              ") -> " + y + "\n  return %0 : " + y + "\n}");
    return *flopsOf(&kernel.front().front());
  };
  const double one = 2.0 * 6 * 6 * 6 * 9; // of a feature from a feature
  EXPECT_EQ(flopsOfConvolution(4, 1, 32), 4 * 32 * one);
  EXPECT_EQ(flopsOfConvolution(4, 1, 2), 4 * 16 * one);
  EXPECT_EQ(flopsOfConvolution(4, 1, 20), 4 * 32 * one);
  // One feature from each: groups lie along the vector.
  EXPECT_EQ(flopsOfConvolution(32, 32, 32), 32 * one);
  EXPECT_EQ(flopsOfConvolution(4, 4, 4), 16 * one);
  // Two groups of two features.
  EXPECT_DOUBLE_EQ(flopsOfConvolution(4, 2, 4),
                   2 * 2 * 16 * std::sqrt(8) * one);
  EXPECT_DOUBLE_EQ(flopsOfConvolution(32, 2, 32), 16 * 32 * one);
  // Three groups of the batch, of two features each.
  EXPECT_DOUBLE_EQ(flopsOfConvolution(16, 1, 6, 3), 16 * 3 * 16 * one / 3);
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

// Kernels that run side by side share a launch.
TEST_F(KernelForm, TakesALaunchAtLeast) {
  func::FuncOp main = parse(R"(
    func.func @main(%a: tensor<8xf32>, %b: tensor<64x64x64xf32>) -> (tensor<8xf32>, tensor<64x64x64xf32>) {
      %0:2 = call @both(%a, %b) : (tensor<8xf32>, tensor<64x64x64xf32>) -> (tensor<8xf32>, tensor<64x64x64xf32>)
      return %0#0, %0#1 : tensor<8xf32>, tensor<64x64x64xf32>
    }
    func.func private @both(%a: tensor<8xf32>, %b: tensor<64x64x64xf32>) -> (tensor<8xf32>, tensor<64x64x64xf32>) {
      %0 = call @small(%a) : (tensor<8xf32>) -> tensor<8xf32>
      %1 = call @large(%b) : (tensor<64x64x64xf32>) -> tensor<64x64x64xf32>
      return %0, %1 : tensor<8xf32>, tensor<64x64x64xf32>
    }
    func.func private @small(%a: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.tanh %a : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    func.func private @large(%a: tensor<64x64x64xf32>) -> tensor<64x64x64xf32> {
      %0 = stablehlo.tanh %a : tensor<64x64x64xf32>
      return %0 : tensor<64x64x64xf32>
    })");
  CostModel gpu = costs;
  const double launch = gpu.machine.devices[0].launchSeconds = 1e-5;
  auto secondsOf = [&](const CostModel &of, StringRef name) {
    return of.secondsOfKernel(module->lookupSymbol<func::FuncOp>(name));
  };
  EXPECT_DOUBLE_EQ(secondsOf(gpu, "small"), launch);
  EXPECT_DOUBLE_EQ(secondsOf(gpu, "large"), secondsOf(costs, "large"));
  EXPECT_DOUBLE_EQ(secondsOf(gpu, "both"), secondsOf(costs, "both"));
  EXPECT_DOUBLE_EQ(gpu.secondsOfStep(main), secondsOf(costs, "both"));
}

// Products have the rate of their factors, whatever the type of their sums.
TEST_F(KernelForm, TakesTheRateOfFactors) {
  std::string error;
  CostModel gpu{{}, *presetMachine("a100:8", error)};
  auto secondsOf = [&](const std::string &factors, const std::string &sums) {
    std::string in = "tensor<1024x1024x" + factors + ">";
    std::string out = "tensor<1024x1024x" + sums + ">";
    func::FuncOp main =
        parse("func.func @main(%a: " + in + ") -> " + out +
              " {\n%0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x "
              "[0] : (" +
              in + ", " + in + ") -> " + out + "\nreturn %0 : " + out + "\n}");
    return gpu.computeSeconds(&main.front().front());
  };
  EXPECT_DOUBLE_EQ(secondsOf("bf16", "f32"), secondsOf("bf16", "bf16"));
  EXPECT_GT(secondsOf("f32", "f32"), 10 * secondsOf("bf16", "f32"));
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

// Attention is priced as one operation, with the scores that its kernels write and
// read: within a quarter of what they take on a GPU, where memory decides, and a third
// less on a processor, where the softmax's arithmetic counts.
TEST_F(KernelForm, AttentionCostsWhatItBecomes) {
  func::FuncOp main = parse(R"(
    func.func @main(%q: tensor<4x512x8x64xbf16>, %k: tensor<4x512x8x64xbf16>, %v: tensor<4x512x8x64xbf16>, %g: tensor<4x512x8x64xbf16>) -> (tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>) {
      %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%q, %k, %v) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>) -> (tensor<4x8x512x64xbf16>, tensor<4x8x512xf32>, tensor<0xui8>)
      %o = stablehlo.transpose %0#0, dims = [0, 2, 1, 3] : (tensor<4x8x512x64xbf16>) -> tensor<4x512x8x64xbf16>
      %1:4 = stablehlo.custom_call @__cudnn$fmhaSoftmaxBackward(%q, %k, %v, %0#1, %g, %o) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22CAUSAL\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>, tensor<4x8x512xf32>, tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>) -> (tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>, tensor<0xui8>)
      return %1#0, %1#1, %1#2 : tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>
    })");
  std::string error;
  CostModel gpu{{}, *presetMachine("h100:8", error)};
  double before = costs.secondsOfStep(main), onGpu = gpu.secondsOfStep(main);
  PassManager manager(&context);
  manager.addPass(createFormKernelsPass());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  main = module->lookupSymbol<func::FuncOp>("main");
  EXPECT_NEAR(onGpu, gpu.secondsOfStep(main), 0.25 * onGpu);
  EXPECT_NEAR(before / costs.secondsOfStep(main), 0.7, 0.05);
}

} // namespace
