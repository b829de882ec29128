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

#include "llvm/Support/MemoryBuffer.h"
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
  if (popt::rt::readNpz(path, map, error))
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

} // namespace popt::test
#endif // POPT_TEST_UNIT_CORPUS_H
