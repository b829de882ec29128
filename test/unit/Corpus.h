//===- Corpus.h - Cases of the shared corpus ------------------------------===//
//
// Where the corpus is (environment variable POPT_SHARED, else ../shared beside
// the repository), its cases, tensors and tolerances; POPT_CORPUS_FILTER
// restricts tests to cases whose name contains it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_TEST_UNIT_CORPUS_H
#define POPT_TEST_UNIT_CORPUS_H

#include "popt-rt/data.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace popt::test {

using reference::ElementType;
using reference::Tensor;
using Json = nlohmann::json;

inline std::string sharedFolder() {
  if (const char *folder = std::getenv("POPT_SHARED"))
    return folder;
  return POPT_SOURCE_DIR "/../shared";
}

inline std::optional<Json> readJson(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return std::nullopt;
  return Json::parse((*buffer)->getBuffer().str(), nullptr,
                     /*allow_exceptions=*/false);
}

inline const char *skipped =
    "skipped: the shared corpus is not there (set POPT_SHARED)";

inline bool isWanted(const std::string &name) {
  const char *filter = std::getenv("POPT_CORPUS_FILTER");
  return !filter || name.find(filter) != std::string::npos;
}

/// "float32" (numpy) or "f32" (MLIR).
inline std::optional<ElementType> elementTypeOf(const std::string &name) {
  static const std::map<std::string, std::string> numpy = {
      {"bool", "i1"},       {"int8", "i8"},       {"int16", "i16"},
      {"int32", "i32"},     {"int64", "i64"},     {"uint8", "ui8"},
      {"uint16", "ui16"},   {"uint32", "ui32"},   {"uint64", "ui64"},
      {"bfloat16", "bf16"}, {"float16", "f16"},   {"float32", "f32"},
      {"float64", "f64"},   {"complex64", "c64"}, {"complex128", "c128"}};
  auto it = numpy.find(name);
  return reference::parseElementType(it == numpy.end() ? name : it->second);
}

/// Tensors `prefix`0, 1, ... of the types that `list` says.
inline std::vector<Tensor> take(const popt::rt::TensorMap &map,
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

inline void check(const std::vector<Tensor> &got,
                  const std::vector<Tensor> &expected, double rtol,
                  double atol) {
  if (got.empty())
    return; // reported
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    reference::Comparison same =
        reference::compare(got[i], expected[i], rtol, atol);
    EXPECT_TRUE(same.equal) << "result " << i << ": " << same.message;
  }
}

inline bool readNpz(const std::string &path, popt::rt::TensorMap &map) {
  std::string error;
  if (popt::rt::readTensors(path, map, error))
    return true;
  ADD_FAILURE() << error;
  return false;
}

inline std::vector<std::string> groups() {
  std::set<std::string> names;
  if (auto index = readJson(sharedFolder() + "/corpus/ops/index.json"))
    for (const Json &entry : *index)
      names.insert(entry["group"].get<std::string>());
  if (names.empty())
    names.insert("missing");
  return {names.begin(), names.end()};
}

/// Reads modules of the corpus and runs them; failures are the test's.
class CorpusRunner {
public:
  using Results = mlir::FailureOr<llvm::SmallVector<Tensor>>;
  using Execute = std::function<Results(const std::string &path, mlir::ModuleOp,
                                        llvm::ArrayRef<Tensor>)>;

  CorpusRunner(const mlir::DialectRegistry &registry, Execute execute)
      : execute(std::move(execute)) {
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
  }

  /// Every case of a group of ops/.
  void runGroup(const std::string &group) {
    auto index = readJson(sharedFolder() + "/corpus/ops/index.json");
    if (!index)
      GTEST_SKIP() << skipped;
    for (const Json &entry : *index)
      if (entry["group"] == group)
        runCase(group + "/" + entry["name"].get<std::string>(), entry);
  }

  /// One call of a model with data.
  void runModel(const std::string &model, const std::string &variant) {
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
    std::vector<Tensor> got =
        run(folder + variant + ".mlir", take(inputs, "arg", (*info)["args"]));
    check(got, take(expected, "res", (*info)["results"]), (*info)["rtol"],
          (*info)["atol"]);
  }

private:
  void runCase(const std::string &name, const Json &entry) {
    if (!isWanted(name))
      return;
    SCOPED_TRACE(name);
    const std::string path = sharedFolder() + "/corpus/ops/" + name;
    popt::rt::TensorMap map;
    if (!readNpz(path + ".npz", map))
      return;
    std::vector<Tensor> got =
        run(path + ".mlir", take(map, "arg", entry["args"]));
    // The generator behind DEFAULT is each implementation's own.
    if (entry.value("implementation_defined", false))
      return;
    check(got, take(map, "res", entry["results"]), entry["tolerance"]["rtol"],
          entry["tolerance"]["atol"]);
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
    Results results = execute(path, *module, arguments);
    if (mlir::failed(results)) {
      ADD_FAILURE() << path << ": " << messages.substr(0, 500);
      return {};
    }
    return {results->begin(), results->end()};
  }

  mlir::MLIRContext context;
  Execute execute;
};

} // namespace popt::test
#endif // POPT_TEST_UNIT_CORPUS_H
