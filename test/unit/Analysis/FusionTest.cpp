//===- FusionTest.cpp - What is foreseen of kernels, and what is formed ---===//
//
// The bytes that kernels write to memory, as LocalKernels foresees them on the
// local program and as form-kernels makes them, on models of the shared corpus.
// What is foreseen is stored if two kernels read it; form-kernels computes some of
// it in both instead, so it stores less: by a tenth on most models, by a third on
// gpt_adamw.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Fusion.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Flow/Flow.h"
#include "popt/Kernels/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;

namespace {

/// Bytes of what operations of kernels leave for others.
int64_t foreseenBytes(func::FuncOp function) {
  LocalKernels kernels(function);
  int64_t bytes = 0;
  function.walk([&](Operation *op) {
    if (LocalKernels::isInKernel(op) && !kernels.isFused(op) && !isView(op) &&
        !matchPattern(op, m_Constant()) && isa<KernelOpInterface>(op) &&
        valueTiesOf(op->getParentOp()).empty() ==
            isa<func::FuncOp>(op->getParentOp()))
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

std::vector<std::string> modules() {
  std::string shared = POPT_SOURCE_DIR "/../shared";
  if (const char *folder = std::getenv("POPT_SHARED"))
    shared = folder;
  std::vector<std::string> files;
  for (StringRef name :
       {"mlp_sgd/dp", "mlp_sgd/fsdp", "attention_fwd/seq", "gpt_adamw/dp2_tp2",
        "gpt_adamw/fsdp", "gpt_scan/dp", "moe_switch/ep8", "resnet_bn/dp",
        "hybrid_conv/dp", "embed_lm/dp2_vocab2", "llama_small/dp2_tp2_sp",
        "mlp_dropout/dp"}) {
    std::string file = shared + "/corpus/models/" + name.str() + ".mlir";
    if (llvm::sys::fs::exists(file))
      files.push_back(file);
  }
  return files;
}

TEST(Fusion, ForeseesWhatKernelsStore) {
  std::vector<std::string> files = modules();
  if (files.empty())
    GTEST_SKIP() << "skipped: the shared corpus is not there (set POPT_SHARED)";
  for (const std::string &file : files) {
    DialectRegistry registry;
    registerFlowDialects(registry);
    MLIRContext context(registry);
    OwningOpRef<ModuleOp> module = readModule(file, &context);
    ASSERT_TRUE(module) << file;
    FlowOptions options;
    PassManager manager(&context);
    buildFlow(manager, options, Stage::Propagated);
    buildToCollectives(manager, options);
    ASSERT_TRUE(succeeded(manager.run(*module))) << file;
    int64_t foreseen = 0, formed = 0;
    for (func::FuncOp function : dist::getPrograms(*module))
      foreseen += foreseenBytes(function);
    PassManager kernels(&context);
    kernels.addPass(createFormKernelsPass());
    ASSERT_TRUE(succeeded(kernels.run(*module))) << file;
    for (func::FuncOp function : dist::getPrograms(*module))
      formed += formedBytes(function);
    double ratio = static_cast<double>(foreseen) / static_cast<double>(formed);
    llvm::outs() << file << ": " << foreseen << " bytes foreseen, " << formed
                 << " formed, ratio " << llvm::format("%.3f", ratio) << "\n";
    EXPECT_GE(ratio, 0.95) << file;
    EXPECT_LT(ratio, 1.7) << file;
  }
}

} // namespace
