//===- ChainTest.cpp - The layers of a program, in a line -----------------===//
#include "../Cost/FlowContextTest.h"

#include "popt/Compile/Chain.h"

using namespace mlir;
using namespace popt;

namespace {

class ChainTest : public test::FlowContextTest {
protected:
  LayerChain chainOf(const std::string &text) {
    parseModule(text);
    auto main = module->lookupSymbol<func::FuncOp>("main");
    return findChain(main, findBatch(main, {}),
                     CostModel(Mesh(), Machine::builtin()));
  }
};

// Two layers, each with a residual: the cut is between them, where one tensor
// crosses. %w1 is used twice, at the begin and at the end.
TEST_F(ChainTest, IsCutBetweenLayers) {
  LayerChain chain = chainOf(R"(
    func.func @main(%w1: tensor<4x4xf32> {dist.state = 0 : i64}, %w2: tensor<4x4xf32> {dist.state = 1 : i64}, %w3: tensor<4x4xf32> {dist.state = 2 : i64}, %x: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>) {
      %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.dot_general %0, %w2, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %2 = stablehlo.add %0, %1 : tensor<8x4xf32>
      %3 = stablehlo.tanh %2 : tensor<8x4xf32>
      %4 = stablehlo.dot_general %3, %w3, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %5 = stablehlo.add %3, %4 : tensor<8x4xf32>
      %6 = stablehlo.dot_general %5, %w1, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      return %w1, %w2, %w3, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>
    })");
  ASSERT_EQ(3U, chain.pieces.size());
  EXPECT_EQ(8 * 4 * 4, chain.pieces[1].bytesBefore);
  EXPECT_EQ(8 * 4 * 4, chain.pieces[2].bytesBefore);
  ASSERT_EQ(3U, chain.weights.size());
  EXPECT_EQ(std::vector<size_t>({0, 2}), chain.weights[0].pieces);
  EXPECT_EQ(std::vector<size_t>({1}), chain.weights[1].pieces);
  EXPECT_EQ(std::vector<size_t>({2}), chain.weights[2].pieces);
}

TEST_F(ChainTest, HasNoPiecesWithoutWeights) {
  EXPECT_TRUE(chainOf(R"(
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = stablehlo.tanh %x : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    })")
                  .pieces.empty());
}

} // namespace
