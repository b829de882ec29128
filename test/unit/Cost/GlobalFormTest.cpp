//===- GlobalFormTest.cpp - What an operation on blocks takes -------------===//
#include "FlowContextTest.h"

#include "popt/Cost/CostModel.h"

using namespace mlir;
using namespace popt;

namespace {

class GlobalForm : public test::FlowContextTest {
protected:
  /// Of the operation that the function returns, whole on one rank, where memory
  /// moves a byte a second and all else is free.
  double secondsOf(const std::string &body) {
    parseModule(body);
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    Operation *op =
        function.front().getTerminator()->getOperand(0).getDefiningOp();
    Machine machine = Machine::builtin();
    machine.devices[0].memoryBytesPerSecond = 1;
    machine.devices[0].flopsPerSecond = {{"f32", 1e30}};
    machine.devices[0].launchSeconds = launch;
    OpLayouts layouts;
    auto whole = [](Value value) {
      return Layout::replicate(
          cast<RankedTensorType>(value.getType()).getRank());
    };
    for (Value operand : op->getOperands())
      layouts.operands.push_back(whole(operand));
    for (Value result : op->getResults())
      layouts.results.push_back(whole(result));
    return CostModel({}, machine).globalSeconds(op, layouts);
  }
  double launch = 0;
};

// Rows of 32 bytes: three are read and stored, whatever the table holds.
TEST_F(GlobalForm, CountsRowsThatAreGathered) {
  double seconds = secondsOf(R"(
    func.func @main(%table: tensor<1000x8xf32>, %rows: tensor<3x1xi32>) -> tensor<3x8xf32> {
      %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<1000x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
      return %0 : tensor<3x8xf32>
    })");
  EXPECT_NEAR(seconds, 2 * 3 * 32, 0.1);
}

// Three are read and stored, and three numbers of 4 bytes say where.
TEST_F(GlobalForm, CountsRowsThatAreAdded) {
  double seconds = secondsOf(R"(
    func.func @main(%table: tensor<1000x8xf32>, %rows: tensor<3x1xi32>, %more: tensor<3x8xf32>) -> tensor<1000x8xf32> {
      %0 = "stablehlo.scatter"(%table, %rows, %more) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<1000x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<1000x8xf32>
      return %0 : tensor<1000x8xf32>
    })");
  EXPECT_NEAR(seconds, 2 * (3 * 32 + 3 * 4), 0.1);
}

// Of a stack one row, and of what is written into it as much.
TEST_F(GlobalForm, CountsRowsOfStacks) {
  EXPECT_NEAR(secondsOf(R"(
    func.func @main(%stack: tensor<1000x8xf32>, %i: tensor<i32>) -> tensor<1x8xf32> {
      %0 = stablehlo.dynamic_slice %stack, %i, %i, sizes = [1, 8] : (tensor<1000x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      return %0 : tensor<1x8xf32>
    })"),
              2 * 32, 0.1);
  EXPECT_NEAR(secondsOf(R"(
    func.func @main(%stack: tensor<1000x8xf32>, %row: tensor<1x8xf32>, %i: tensor<i32>) -> tensor<1000x8xf32> {
      %0 = stablehlo.dynamic_update_slice %stack, %row, %i, %i : (tensor<1000x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x8xf32>
      return %0 : tensor<1000x8xf32>
    })"),
              2 * (32 + 2 * 4), 0.1);
}

// What stores its result is a kernel, which takes a launch at least.
TEST_F(GlobalForm, TakesALaunchAtLeast) {
  const char *negate = R"(
    func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %a : tensor<8xf32>
      return %0 : tensor<8xf32>
    })";
  launch = 1000;
  EXPECT_NEAR(secondsOf(negate), 1000, 0.1);
  EXPECT_LT(secondsOf(R"(
    func.func @main(%a: tensor<8xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    })"),
            100);
  // Stored by the kernel of a reader that computes it.
  EXPECT_LT(secondsOf(R"(
    func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
      %0 = stablehlo.negate %a : tensor<8xf32>
      %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
      %2 = stablehlo.exponential %1 : tensor<2x4xf32>
      return %0, %2 : tensor<8xf32>, tensor<2x4xf32>
    })"),
            100);
  // A library reads it: its shape is none of the reader's.
  EXPECT_NEAR(secondsOf(R"(
    func.func @main(%a: tensor<8xf32>, %b: tensor<4x4xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
      %0 = stablehlo.negate %a : tensor<8xf32>
      %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
      %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      return %0, %2 : tensor<8xf32>, tensor<2x4xf32>
    })"),
              1000, 0.1);
  launch = 10;
  EXPECT_NEAR(secondsOf(negate), 2 * 32, 0.1);
}

} // namespace
