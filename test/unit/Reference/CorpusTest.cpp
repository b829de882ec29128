//===- CorpusTest.cpp - The shared corpus through the interpreter ---------===//
//
// Every case of ops/ and one call of every model with data run on one rank and
// must give the expected results within the case's tolerance. The tests are
// skipped where the corpus is not there (environment variable POPT_SHARED, else
// ../shared beside the repository). POPT_CORPUS_FILTER restricts them to cases
// whose name contains it.
//
//===----------------------------------------------------------------------===//
#include "../Corpus.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include <filesystem>

using popt::reference::interpret;
using namespace popt::test;

namespace {

std::unique_ptr<CorpusRunner> makeRunner() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, popt::stablehlo::StablehloDialect,
                  popt::chlo::ChloDialect, popt::sdy::SdyDialect,
                  popt::dist::DistDialect>();
  return std::make_unique<CorpusRunner>(
      registry,
      [](const std::string &, mlir::ModuleOp module,
         llvm::ArrayRef<Tensor> arguments) -> CorpusRunner::Results {
        return interpret(module, arguments);
      });
}

class OpsGroup : public testing::TestWithParam<std::string> {};

TEST_P(OpsGroup, MatchesExpected) { makeRunner()->runGroup(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Corpus, OpsGroup, testing::ValuesIn(groups()),
                         [](const auto &info) { return info.param; });

using Variant = std::pair<std::string, std::string>;

class ModelVariant : public testing::TestWithParam<Variant> {};

/// Every module of every model with data; annotated ones run as they are
/// (annotations are the identity, manual regions run on their meshes).
std::vector<Variant> variants() {
  std::vector<Variant> all;
  std::error_code error;
  using Folder = std::filesystem::directory_iterator;
  for (const auto &model : Folder(sharedFolder() + "/corpus/models", error))
    if (std::filesystem::exists(model.path() / "expected.npz"))
      for (const auto &file : Folder(model.path(), error))
        if (file.path().extension() == ".mlir")
          all.push_back({model.path().filename(), file.path().stem()});
  llvm::sort(all);
  if (all.empty())
    all.push_back({"missing", "missing"});
  return all;
}

TEST_P(ModelVariant, OneCallMatchesExpected) {
  auto [model, variant] = GetParam();
  makeRunner()->runModel(model, variant);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ModelVariant, testing::ValuesIn(variants()),
                         [](const auto &info) {
                           return info.param.first + "_" + info.param.second;
                         });

} // namespace
