//===- FusionTest.cpp - What is foreseen of kernels, and what is formed ---===//
//
// The bytes that kernels write to memory, as LocalKernels foresees them on the
// local program and as form-kernels makes them, on every program of the shared
// corpus. What is foreseen is stored if two kernels read it; form-kernels
// computes some of it in both instead, so it stores less: by a sixth in the
// median, by 44% at the most (gpt_scan dp). And the products that add, on functions
// of the rule's cases.
//
//===----------------------------------------------------------------------===//
#include "CorpusModels.h"

#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Kernels/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace popt;

namespace {

/// Whether a row is written into a stack that a loop carries: there is no new value.
bool writesInPlace(Operation *op) {
  if (kernelKindOf(op) != KernelKind::InPlaceUpdate)
    return false;
  auto argument = dyn_cast<BlockArgument>(op->getOperand(0));
  return argument && !isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// Bytes of what operations of kernels leave for others.
int64_t foreseenBytes(func::FuncOp function) {
  LocalKernels kernels(function);
  int64_t bytes = 0;
  function.walk([&](Operation *op) {
    if (LocalKernels::isInKernel(op) && !kernels.isFused(op) &&
        !leavesOperandInPlace(op) && !writesInPlace(op) &&
        !matchPattern(op, m_Constant()))
      for (Value result : op->getResults())
        bytes += bytesOf(result);
  });
  return bytes;
}

/// Bytes of the results of kernels.
int64_t formedBytes(func::FuncOp function) {
  int64_t bytes = 0;
  function.walk([&](func::CallOp call) {
    for (Value result : call.getResults())
      bytes += bytesOf(result);
  });
  return bytes;
}

class Fusion : public CorpusModel {};

TEST_P(Fusion, ForeseesWhatKernelsStore) {
  run([&](PassManager &manager) {
    buildFlow(manager, options, Emit::Propagated);
  });
  runToCollectives();
  int64_t foreseen = 0, formed = 0;
  for (func::FuncOp function : dist::getPrograms(*module))
    foreseen += foreseenBytes(function);
  run([](PassManager &manager) { manager.addPass(createFormKernelsPass()); });
  for (func::FuncOp function : dist::getPrograms(*module))
    formed += formedBytes(function);
  llvm::outs() << GetParam() << ": " << foreseen << " bytes foreseen, "
               << formed << " formed\n";
  EXPECT_GE(foreseen, 0.95 * formed);
  EXPECT_LE(foreseen, 1.85 * formed);
}

/// How many additions of each function become one call with a product, by name.
using Sums = std::map<std::string, int>;

Sums foreseenSums(ModuleOp module) {
  Sums sums;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](Operation *op) {
      sums[function.getName().str()] +=
          sumInOneCall(op, LocalKernels::isInKernel).has_value();
    });
  return sums;
}

Sums formedSums(ModuleOp module) {
  Sums sums;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic())
      function.walk([&](Operation *op) {
        auto call = dyn_cast<func::CallOp>(op);
        sums[function.getName().str()] +=
            call &&
            productSumOf(module.lookupSymbol<func::FuncOp>(call.getCallee()));
      });
  return sums;
}

TEST(ProductsThatAdd, AreForeseen) {
  DialectRegistry registry;
  registerFlowDialects(registry);
  MLIRContext context(registry);
  // Each function multiplies and adds: what lies in memory, a kernel's result, what
  // the other order of a product is added to, what a kernel reads, and what only a
  // branch reads, which is no kernel of this block.
  const std::string product =
      "%p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
      "(tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>\n";
  const std::string arguments = "(%x: tensor<16x64xf32>, %a: "
                                "tensor<16x32xf32>, %b: tensor<32x64xf32>, "
                                "%c: tensor<i1>, %y: tensor<64x16xf32>)";
  const std::string end = "return %r : tensor<16x64xf32>\n}\n";
  auto function = [&](const std::string &name, const std::string &rest) {
    return "func.func @" + name + arguments + " -> tensor<16x64xf32> {\n" +
           product + rest + end;
  };
  std::string text =
      "module attributes {popt.target = \"sm_90\"} {\n" +
      function("memory", "%r = stablehlo.add %x, %p : tensor<16x64xf32>\n") +
      function("made", "%t = stablehlo.tanh %x : tensor<16x64xf32>\n"
                       "%r = stablehlo.add %t, %p : tensor<16x64xf32>\n") +
      function("folded", "%t = stablehlo.transpose %p, dims = [1, 0] : "
                         "(tensor<16x64xf32>) -> tensor<64x16xf32>\n"
                         "%s = stablehlo.add %y, %t : tensor<64x16xf32>\n"
                         "%r = stablehlo.reshape %s : (tensor<64x16xf32>) -> "
                         "tensor<16x64xf32>\n") +
      function("read", "%s = stablehlo.add %x, %p : tensor<16x64xf32>\n"
                       "%r = stablehlo.tanh %s : tensor<16x64xf32>\n") +
      function("branch", "%s = stablehlo.add %x, %p : tensor<16x64xf32>\n"
                         "%r = \"stablehlo.if\"(%c) ({\n"
                         "%t = stablehlo.tanh %s : tensor<16x64xf32>\n"
                         "stablehlo.return %t : tensor<16x64xf32>\n"
                         "}, {\n"
                         "stablehlo.return %x : tensor<16x64xf32>\n"
                         "}) : (tensor<i1>) -> tensor<16x64xf32>\n") +
      "}\n";
  auto module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  Sums foreseen = foreseenSums(*module);
  PassManager manager(&context);
  manager.addPass(createFormKernelsPass());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  EXPECT_EQ(foreseen, formedSums(*module));
  EXPECT_EQ(foreseen, (Sums{{"memory", 1},
                            {"made", 0},
                            {"folded", 1},
                            {"read", 0},
                            {"branch", 1}}));
}

INSTANTIATE_TEST_SUITE_P(Models, Fusion, testing::ValuesIn(variants()), nameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Fusion);

} // namespace
