// Elements move and stay what they are.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, k])->([i, j, k]) {i=4, j=5, k=6}; partial sum {0} prod {0} max {0} min {0} and {0} or {0} xor {0}
// CHECK: factors ([i, _])->([i, j]) {i=4, j=6}; partial sum
// CHECK: factors ([i, j])->([j, i]) {i=4, j=6}; partial sum
// CHECK: factors ([i, j])->([ij]) {i=4, j=6}; partial sum
// CHECK: factors ([i, jk])->([ij, k]) {i=4, j=2, k=3}; partial sum
// CHECK: factors ([i, jk])->([i, _, j, k]) {i=4, j=2, k=3}; partial sum
// CHECK: factors ([i, l])->([j, k]) {i=4, j=3, k=8, l=6} need_replication={i, j, k, l}; spread along ([i, lm])->([j, km]) {i=4, j=3, k=4, l=3, m=2} need_replication={i, j, k, l}; partial sum
// CHECK: factors ([ij, m])->([ik, l]) {i=2, j=3, k=2, l=6, m=4} need_replication={j, k, l, m}; spread along ([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2} need_replication={j, k, l, m}; partial sum
// CHECK: factors ([_, _])->([_, _]) {}; spread along ()->() {}; partial sum
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6} permutation={j}{{.*}}; partial sum
// CHECK: factors ([i, j],[])->([i, j]) {i=4, j=7} permutation={j}; spread along ([i, j],[])->([i, j]) {i=4, j=6} permutation={j}{{.*}}; partial sum
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6} permutation={j}{{.*}}; partial sum
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=7} permutation={j}; spread along ([i, j],[i, j])->([i, j]) {i=4, j=7} need_replication={j}{{.*}}; partial sum
// CHECK: factors ()->([i, j]) {i=4, j=6}
// CHECK: factors ()->([i, j]) {i=4, j=6}

func.func @movement(%x: tensor<4x6xf32>, %one: tensor<4x1xf32>, %s: tensor<f32>, %r: tensor<8x3xf32>, %z: tensor<0x6xf32>, %t: tensor<6x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<4x6xf32>) -> tensor<4x5x6xf32>
  %1 = stablehlo.broadcast_in_dim %one, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %4 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %5 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<4x1x2x3xf32>
  %6 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<3x8xf32>
  %14 = stablehlo.reshape %t : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %7 = stablehlo.reshape %z : (tensor<0x6xf32>) -> tensor<6x0xf32>
  %8 = stablehlo.slice %x [0:4, 1:5] : (tensor<4x6xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.pad %x, %s, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x7xf32>
  %10 = stablehlo.reverse %x, dims = [1] : tensor<4x6xf32>
  %11 = stablehlo.concatenate %x, %one, dim = 1 : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x7xf32>
  %12 = stablehlo.iota dim = 0 : tensor<4x6xi32>
  %13 = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  return
}
