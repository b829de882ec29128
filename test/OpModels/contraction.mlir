// Batch, free and contracted loops.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, k, j],[i, j, l])->([i, k, l]) {i=2, j=4, k=8, l=6} reduction={j}; partial sum {0} {1}
// CHECK: factors ([j, i],[i, k])->([j, k]) {i=4, j=8, k=6} reduction={i:or}
// CHECK: factors ([j, i],[i, k])->([j, k]) {i=4, j=8, k=6} reduction={i}

func.func @contraction(%a: tensor<2x8x4xf32>, %b: tensor<2x4x6xf32>, %p: tensor<8x4xi1>, %q: tensor<4x6xi1>, %h: tensor<8x4xbf16>, %k: tensor<4x6xbf16>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x4xf32>, tensor<2x4x6xf32>) -> tensor<2x8x6xf32>
  %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<8x4xi1>, tensor<4x6xi1>) -> tensor<8x6xi1>
  %2 = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x6xbf16>) -> tensor<8x6xbf16>
  return
}
