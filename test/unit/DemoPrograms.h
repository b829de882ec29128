//===- DemoPrograms.h - Programs of the repository, for tests of figures --===//
#ifndef POPT_TEST_UNIT_DEMOPROGRAMS_H
#define POPT_TEST_UNIT_DEMOPROGRAMS_H

#include <string>
#include <utility>
#include <vector>

namespace popt::test {

/// Files below POPT_SOURCE_DIR, each with the mesh to add to its own.
inline std::vector<std::pair<std::string, std::string>> demoPrograms() {
  return {
      {"/demo/gpt/dp2_tp2.mlir", ""},     {"/demo/gpt/single.mlir", "dp=2"},
      {"/demo/mlp/dp4.mlir", ""},         {"/demo/mlp/tp4.mlir", ""},
      {"/demo/conv/single.mlir", "dp=2"}, {"/demo/moe/single.mlir", "dp=2"}};
}

} // namespace popt::test
#endif // POPT_TEST_UNIT_DEMOPROGRAMS_H
