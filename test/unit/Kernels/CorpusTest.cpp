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
#include "Program.h"
#include "popt-rt/data.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace popt::reference;
using Json = nlohmann::json;

namespace {

std::string sharedFolder() {
  if (const char *folder = std::getenv("POPT_SHARED"))
    return folder;
  return POPT_SOURCE_DIR "/../shared";
}

std::optional<Json> readJson(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return std::nullopt;
  return Json::parse((*buffer)->getBuffer().str(), nullptr,
                     /*allow_exceptions=*/false);
}

const char *skipped =
    "skipped: the shared corpus is not there (set POPT_SHARED)";

bool isWanted(const std::string &name) {
  const char *filter = std::getenv("POPT_CORPUS_FILTER");
  return !filter || name.find(filter) != std::string::npos;
}

/// "float32" (numpy) or "f32" (MLIR).
std::optional<ElementType> elementTypeOf(const std::string &name) {
  static const std::map<std::string, std::string> numpy = {
      {"bool", "i1"},       {"int8", "i8"},       {"int16", "i16"},
      {"int32", "i32"},     {"int64", "i64"},     {"uint8", "ui8"},
      {"uint16", "ui16"},   {"uint32", "ui32"},   {"uint64", "ui64"},
      {"bfloat16", "bf16"}, {"float16", "f16"},   {"float32", "f32"},
      {"float64", "f64"},   {"complex64", "c64"}, {"complex128", "c128"}};
  auto it = numpy.find(name);
  return parseElementType(it == numpy.end() ? name : it->second);
}

/// Tensors `prefix`0, 1, ... of the types that `list` says.
std::vector<Tensor> take(const popt::rt::TensorMap &map,
                         const std::string &prefix, const Json &list) {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < list.size(); ++i) {
    auto it = map.find(prefix + std::to_string(i));
    auto type = elementTypeOf(list[i]["dtype"]);
    std::vector<int64_t> shape = list[i]["shape"];
    if (it == map.end() || !type) {
      ADD_FAILURE() << "no " << prefix << i;
      return tensors;
    }
    auto tensor = Tensor::fromBytes(
        *type, shape,
        llvm::ArrayRef(reinterpret_cast<const char *>(it->second.data.data()),
                       it->second.data.size()));
    if (!tensor) {
      ADD_FAILURE() << prefix << i << " has another size";
      return tensors;
    }
    tensors.push_back(*tensor);
  }
  return tensors;
}

class Runner {
public:
  Runner() {
    mlir::DialectRegistry registry;
    popt::test::registerDialects(registry);
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
    popt::test::ProgramOptions options;
    options.dump = std::getenv("POPT_DUMP") != nullptr;
    auto program = popt::test::Program::compile(*module, options);
    auto results = program ? program->run(arguments)
                           : mlir::FailureOr<popt::test::Program::Tensors>();
    if (program && std::getenv("POPT_TIMES"))
      llvm::errs() << path << ": " << program->numKernels << " kernels, form "
                   << program->formSeconds << " s, lower "
                   << program->lowerSeconds << " s, compile "
                   << program->compileSeconds << " s\n";
    if (mlir::failed(results)) {
      ADD_FAILURE() << path << ": " << messages.substr(0, 500);
      return {};
    }
    return {results->begin(), results->end()};
  }

  mlir::MLIRContext context;
};

void check(const std::vector<Tensor> &got, const std::vector<Tensor> &expected,
           double rtol, double atol) {
  if (got.empty())
    return; // reported
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    Comparison same = compare(got[i], expected[i], rtol, atol);
    EXPECT_TRUE(same.equal) << "result " << i << ": " << same.message;
  }
}

bool readNpz(const std::string &path, popt::rt::TensorMap &map) {
  std::string error;
  if (popt::rt::readNpz(path, map, error))
    return true;
  ADD_FAILURE() << error;
  return false;
}

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

std::vector<std::string> groups() {
  std::set<std::string> names;
  if (auto index = readJson(sharedFolder() + "/corpus/ops/index.json"))
    for (const Json &entry : *index)
      names.insert(entry["group"].get<std::string>());
  if (names.empty())
    names.insert("missing");
  return {names.begin(), names.end()};
}

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

class ModelVariant
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(ModelVariant, OneCallMatchesExpected) {
  auto [model, variant] = GetParam();
  if (!isWanted(std::string(model) + "/" + variant))
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
