//===- BatchTest.cpp - Which dimensions of the inputs are the batch -------===//
#include "../Cost/FlowContextTest.h"

#include "popt/Compile/Batch.h"

using namespace mlir;
using namespace popt;

namespace {

class BatchTest : public test::FlowContextTest {
protected:
  /// `0:1 2:0`: argument and dimension.
  std::string batchOf(const std::string &text,
                      std::vector<std::pair<std::string, int64_t>> named = {}) {
    parseModule(text);
    std::string batch;
    for (const BatchDim &dim :
         findBatch(module->lookupSymbol<func::FuncOp>("main"), named).dims)
      batch += (batch.empty() ? "" : " ") + std::to_string(dim.argument) + ":" +
               std::to_string(dim.dim);
    return batch;
  }
};

// What the weight has is not the batch; rows of %x and %t meet in the product.
constexpr const char *kLayer = R"(
  func.func @main(%w: tensor<4x6xf32> {dist.state = 0 : i64}, %x: tensor<8x4xf32>, %t: tensor<8x6xf32>) -> tensor<4x6xf32> {
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %d = stablehlo.subtract %h, %t : tensor<8x6xf32>
    %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %n = stablehlo.subtract %w, %g : tensor<4x6xf32>
    return %n : tensor<4x6xf32>
  })";

TEST_F(BatchTest, IsWhatNoStateHas) { EXPECT_EQ("1:0 2:0", batchOf(kLayer)); }

TEST_F(BatchTest, IsWhatTheUserSays) {
  EXPECT_EQ("2:1", batchOf(kLayer, {{"arg2", 1}}));
}

// Scores of rows with each other, and rows in order, mix them.
TEST_F(BatchTest, MixesNothing) {
  EXPECT_EQ("", batchOf(R"(
    func.func @main(%x: tensor<8x1xf32>) -> tensor<8x8xf32> {
      %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    })"));
  EXPECT_EQ("", batchOf(R"(
    func.func @main(%x: tensor<8x1xf32>) -> tensor<8x1xf32> {
      %0 = stablehlo.reverse %x, dims = [0] : tensor<8x1xf32>
      return %0 : tensor<8x1xf32>
    })"));
}

} // namespace
