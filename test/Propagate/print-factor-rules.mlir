// The rule of each operation as a remark, in Shardy's notation.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s

// CHECK: factors ([j, i],[i, k])->([j, k]) {i=8, j=4, k=16} reduction={i}; partial sum {0} {1}
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
