// Tiles of every shape: few lines, few places, lines and places of several
// dimensions; rows that are read through them, and borders between vectors.
// Against the CPU: the same bits.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=7,checks=all %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%few: tensor<700x3xf32>, %long: tensor<3x700xbf16>, %group: tensor<2x40x16x4xf32>, %heads: tensor<2x4x16x40xf32>,
                %odd: tensor<3x11x5x7xf64>, %rows: tensor<96x70xf32>, %keys: tensor<2x32x24x4xf32>, %half: tensor<20x64xf32>,
                %other: tensor<20x64xbf16>, %at: tensor<i32>)
    -> (tensor<3x700xf32>, tensor<700x3xbf16>, tensor<2x4x16x40xf32>, tensor<2x40x16x4xf32>, tensor<7x5x3x11xf64>,
        tensor<70xf32>, tensor<70x96xf32>, tensor<2x4x24x32xf32>, tensor<20x64xf32>, tensor<20x80xf32>, tensor<20x96xf32>,
        tensor<20x64xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // Few lines, few places.
  %0 = stablehlo.transpose %few, dims = [1, 0] : (tensor<700x3xf32>) -> tensor<3x700xf32>
  %1 = stablehlo.transpose %long, dims = [1, 0] : (tensor<3x700xbf16>) -> tensor<700x3xbf16>
  // Lines of two dimensions, places of two, and both odd.
  %2 = stablehlo.transpose %group, dims = [0, 3, 2, 1] : (tensor<2x40x16x4xf32>) -> tensor<2x4x16x40xf32>
  %3 = stablehlo.transpose %heads, dims = [0, 3, 2, 1] : (tensor<2x4x16x40xf32>) -> tensor<2x40x16x4xf32>
  %4 = stablehlo.transpose %odd, dims = [3, 2, 0, 1] : (tensor<3x11x5x7xf64>) -> tensor<7x5x3x11xf64>
  // Rows across the lines of an operand: their maxima, and what is computed of them.
  %5 = stablehlo.transpose %rows, dims = [1, 0] : (tensor<96x70xf32>) -> tensor<70x96xf32>
  %6 = stablehlo.reduce(%5 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<70x96xf32>, tensor<f32>) -> tensor<70xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<70xf32>) -> tensor<70x96xf32>
  %8 = stablehlo.subtract %5, %7 : tensor<70x96xf32>
  %9 = stablehlo.transpose %keys, dims = [0, 3, 2, 1] : (tensor<2x32x24x4xf32>) -> tensor<2x4x24x32xf32>
  %10 = stablehlo.reduce(%9 init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x24x32xf32>, tensor<f32>) -> tensor<2x4x24xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x4x24xf32>) -> tensor<2x4x24x32xf32>
  %12 = stablehlo.subtract %9, %11 : tensor<2x4x24x32xf32>
  // Halves change places; what is beside them; borders that no vector has.
  %13 = stablehlo.slice %half [0:20, 32:64] : (tensor<20x64xf32>) -> tensor<20x32xf32>
  %14 = stablehlo.negate %13 : tensor<20x32xf32>
  %15 = stablehlo.slice %half [0:20, 0:32] : (tensor<20x64xf32>) -> tensor<20x32xf32>
  %16 = stablehlo.concatenate %14, %15, dim = 1 : (tensor<20x32xf32>, tensor<20x32xf32>) -> tensor<20x64xf32>
  %17 = stablehlo.pad %half, %one, low = [0, 8], high = [0, 8], interior = [0, 0] : (tensor<20x64xf32>, tensor<f32>) -> tensor<20x80xf32>
  %18 = stablehlo.pad %half, %one, low = [0, 3], high = [0, 29], interior = [0, 0] : (tensor<20x64xf32>, tensor<f32>) -> tensor<20x96xf32>
  // Halves of a narrow operand at a place that is known when it runs.
  %19 = stablehlo.convert %other : (tensor<20x64xbf16>) -> tensor<20x64xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %20 = stablehlo.dynamic_update_slice %19, %14, %at, %zero : (tensor<20x64xf32>, tensor<20x32xf32>, tensor<i32>, tensor<i32>) -> tensor<20x64xf32>
  return %0, %1, %2, %3, %4, %6, %8, %12, %16, %17, %18, %20
      : tensor<3x700xf32>, tensor<700x3xbf16>, tensor<2x4x16x40xf32>, tensor<2x40x16x4xf32>, tensor<7x5x3x11xf64>, tensor<70xf32>, tensor<70x96xf32>, tensor<2x4x24x32xf32>, tensor<20x64xf32>, tensor<20x80xf32>, tensor<20x96xf32>, tensor<20x64xf32>
}
