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

#include "mlir/Parser/Parser.h"
#include <filesystem>

using namespace popt::reference;
using namespace popt::test;

namespace {

class Runner {
public:
  Runner() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, popt::stablehlo::StablehloDialect,
                    popt::chlo::ChloDialect, popt::sdy::SdyDialect,
                    popt::dist::DistDialect>();
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
  }

  /// The results, or nothing after a failure that is reported.
  std::vector<Tensor> run(const std::string &path,
                          const std::vector<Tensor> &arguments) {
    std::string messages;
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            messages += diagnostic.str() + "\n";
                                            return mlir::success();
                                          });
    auto module = mlir::parseSourceFile<mlir::ModuleOp>(path, &context);
    if (!module) {
      ADD_FAILURE() << path << " does not parse: " << messages.substr(0, 500);
      return {};
    }
    auto results = interpret(*module, arguments);
    if (mlir::failed(results)) {
      ADD_FAILURE() << path << ": " << messages.substr(0, 500);
      return {};
    }
    return {results->begin(), results->end()};
  }

  mlir::MLIRContext context;
};

void runOpCase(Runner &runner, const Json &entry) {
  const std::string name = entry["group"].get<std::string>() + "/" +
                           entry["name"].get<std::string>();
  if (!isWanted(name))
    return;
  SCOPED_TRACE(name);
  const std::string path = sharedFolder() + "/corpus/ops/" + name;
  popt::rt::TensorMap map;
  if (!readNpz(path + ".npz", map))
    return;
  std::vector<Tensor> got =
      runner.run(path + ".mlir", take(map, "arg", entry["args"]));
  // The generator behind DEFAULT is each implementation's own.
  if (entry.value("implementation_defined", false))
    return;
  check(got, take(map, "res", entry["results"]), entry["tolerance"]["rtol"],
        entry["tolerance"]["atol"]);
}

class OpsGroup : public testing::TestWithParam<std::string> {};

TEST_P(OpsGroup, MatchesExpected) {
  auto index = readJson(sharedFolder() + "/corpus/ops/index.json");
  if (!index)
    GTEST_SKIP() << skipped;
  Runner runner;
  for (const Json &entry : *index)
    if (entry["group"] == GetParam())
      runOpCase(runner, entry);
}

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
  if (!isWanted(model + "/" + variant))
    return;
  const std::string folder = sharedFolder() + "/corpus/models/" + model + "/";
  auto info = readJson(folder + "case.json");
  if (!info)
    GTEST_SKIP() << skipped;
  popt::rt::TensorMap inputs, expected;
  if (!readNpz(folder + "inputs.npz", inputs) ||
      !readNpz(folder + "expected.npz", expected))
    return;
  Runner runner;
  std::vector<Tensor> got = runner.run(folder + variant + ".mlir",
                                       take(inputs, "arg", (*info)["args"]));
  check(got, take(expected, "res", (*info)["results"]), (*info)["rtol"],
        (*info)["atol"]);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ModelVariant, testing::ValuesIn(variants()),
                         [](const auto &info) {
                           return info.param.first + "_" + info.param.second;
                         });

} // namespace
