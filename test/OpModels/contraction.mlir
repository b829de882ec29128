// Batch, free and contracted loops.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, k, j],[i, j, l])->([i, k, l]) {i=2, j=4, k=8, l=6} reduction={j}; terms sum {0} {1}
// CHECK: factors ([j, i],[i, k])->([j, k]) {i=4, j=8, k=6} reduction={i:or}
// CHECK: factors ([j, i],[i, k])->([j, k]) {i=4, j=8, k=6} reduction={i}
// CHECK: factors ([i, k],[k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}; terms sum {0} {1}
// CHECK: factors ([i, j],[j])->([i]) {i=8, j=4} reduction={j}; terms sum {0} {1}
// CHECK: factors ([j],[j, i])->([i]) {i=6, j=4} reduction={j}; terms sum {0} {1}
// CHECK: factors ([i],[i])->([]) {i=4} reduction={i}; terms sum {0} {1}

func.func @contraction(%a: tensor<2x8x4xf32>, %b: tensor<2x4x6xf32>, %m: tensor<8x4xf32>, %n: tensor<4x6xf32>, %v: tensor<4xf32>, %p: tensor<8x4xi1>, %q: tensor<4x6xi1>, %h: tensor<8x4xbf16>, %k: tensor<4x6xbf16>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x4xf32>, tensor<2x4x6xf32>) -> tensor<2x8x6xf32>
  %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<8x4xi1>, tensor<4x6xi1>) -> tensor<8x6xi1>
  %2 = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x6xbf16>) -> tensor<8x6xbf16>
  %3 = stablehlo.dot %m, %n : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %4 = stablehlo.dot %m, %v : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %5 = stablehlo.dot %v, %n : (tensor<4xf32>, tensor<4x6xf32>) -> tensor<6xf32>
  %6 = stablehlo.dot %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}
