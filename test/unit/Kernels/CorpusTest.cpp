//===- CorpusTest.cpp - The shared corpus through compiled kernels --------===//
//
// Every case of ops/ and one call of every model with data run on one rank
// through form-kernels, lower-kernels and machine code (see Program.h) and must
// give the expected results within the case's tolerance. The tests are skipped
// where the corpus is not there (environment variable POPT_SHARED, else
// ../shared beside the repository). POPT_CORPUS_FILTER restricts them to cases
// whose name contains it.
//
//===----------------------------------------------------------------------===//
#include "../Corpus.h"
#include "Program.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using popt::reference::Tensor;
using namespace popt::test;

namespace {

CorpusRunner::Results compileAndRun(const std::string &path,
                                    mlir::ModuleOp module,
                                    llvm::ArrayRef<Tensor> arguments) {
  ProgramOptions options;
  options.dump = std::getenv("POPT_DUMP") != nullptr;
  auto program = Program::compile(module, options);
  if (!program)
    return mlir::failure();
  if (std::getenv("POPT_TIMES"))
    llvm::errs() << path << ": " << program->numKernels << " kernels, form "
                 << program->formSeconds << " s, lower "
                 << program->lowerSeconds << " s, compile "
                 << program->compileSeconds << " s\n";
  return program->run(arguments);
}

std::unique_ptr<CorpusRunner> makeRunner() {
  mlir::DialectRegistry registry;
  registerDialects(registry);
  return std::make_unique<CorpusRunner>(registry, compileAndRun);
}

class OpsGroup : public testing::TestWithParam<std::string> {};

TEST_P(OpsGroup, MatchesExpected) { makeRunner()->runGroup(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Corpus, OpsGroup, testing::ValuesIn(groups()),
                         [](const auto &info) { return info.param; });

class ModelVariant
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(ModelVariant, OneCallMatchesExpected) {
  auto [model, variant] = GetParam();
  makeRunner()->runModel(model, variant);
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, ModelVariant,
    testing::Values(std::make_pair("mlp_sgd", "single"),
                    std::make_pair("gpt_adamw", "single"),
                    std::make_pair("attention_fwd", "single"),
                    std::make_pair("hybrid_conv", "single"),
                    std::make_pair("mlp_dropout", "single"),
                    std::make_pair("gpt_scan", "single"),
                    std::make_pair("gpt_accum", "single"),
                    std::make_pair("gpt_decode", "single"),
                    std::make_pair("llama_small", "single"),
                    std::make_pair("resnet_bn", "single"),
                    std::make_pair("moe_switch", "single"),
                    std::make_pair("embed_lm", "single"),
                    std::make_pair("shardmap_mlp", "single")),
    [](const auto &info) {
      return std::string(info.param.first) + "_" + info.param.second;
    });

} // namespace
