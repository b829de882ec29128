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

// %w has a row for each of three layers, and %m as many: where its layer is. %v is not
// walked along, though it has as many rows.
constexpr const char *kScan = R"(
  func.func @main(%w: tensor<3x4x4xf32> {dist.state = 0 : i64}, %m: tensor<3x4x4xf32> {dist.state = 1 : i64}, %v: tensor<3xf32> {dist.state = 2 : i64}, %head: tensor<4x2xf32> {dist.state = 3 : i64}, %x: tensor<8x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4x4xf32>, tensor<3xf32>, tensor<4x2xf32>, tensor<8x2xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %0:4 = stablehlo.while(%i = %c0, %h = %x, %stack = %w, %all = %v) : tensor<i32>, tensor<8x4xf32>, tensor<3x4x4xf32>, tensor<3xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %stack, %i, %c0, %c0, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
      %l = stablehlo.reshape %row : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %y = stablehlo.dot_general %h, %l, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %n = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %n, %y, %stack, %all : tensor<i32>, tensor<8x4xf32>, tensor<3x4x4xf32>, tensor<3xf32>
    }
    %1 = stablehlo.dot_general %0#1, %head, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
    return %w, %m, %v, %head, %1 : tensor<3x4x4xf32>, tensor<3x4x4xf32>, tensor<3xf32>, tensor<4x2xf32>, tensor<8x2xf32>
  })";

TEST_F(ChainTest, LayersOfAScanArePieces) {
  LayerChain chain = chainOf(kScan);
  EXPECT_EQ(4U, chain.pieces.size());
  EXPECT_EQ(3, chain.stack.layers);
  EXPECT_EQ(0U, chain.stack.firstPiece);
  EXPECT_EQ(std::vector<unsigned>({0, 1}), chain.stack.arguments);
  ASSERT_EQ(2U, chain.weights.size());
  EXPECT_EQ(2U, chain.weights[0].argument);
  EXPECT_EQ(std::vector<size_t>({0, 1, 2}), chain.weights[0].pieces);
  EXPECT_EQ(3U, chain.weights[1].argument);
  EXPECT_EQ(std::vector<size_t>({3}), chain.weights[1].pieces);
}

// In parts a step takes longer: each reads the weights.
TEST_F(ChainTest, PartsTakeLonger) {
  chainOf(kScan);
  auto main = module->lookupSymbol<func::FuncOp>("main");
  Batch batch = findBatch(main, {});
  double whole = secondsInParts(main, batch, Machine::builtin(), 1);
  double parts = secondsInParts(main, batch, Machine::builtin(), 8);
  EXPECT_GT(parts, 1.2 * whole);
  EXPECT_LT(parts, 8 * whole);
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
