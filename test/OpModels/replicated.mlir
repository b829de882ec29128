// Operations on whole values; where shardings spread all the same.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, j, k])->([i, j, k]) {i=2, j=4, k=3} need_replication={j}
// CHECK: factors ([i])->([i]) {i=8} need_replication={i} blocked_propagation={i}
// CHECK: factors ([i, j, k])->([l, m, n]) {i=2, j=4, k=4, l=2, m=4, n=4} need_replication={i, j, k, l, m, n}; spread along ([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}
// CHECK: factors ([i, j, k],[l, m, n])->([o, p, q]) {i=2, j=4, k=4, l=2, m=4, n=3, o=2, p=4, q=3} need_replication={i, j, k, l, m, n, o, p, q}; spread along ([i, j, l],[i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}
// CHECK: factors ([i, j])->([k, l]) {i=4, j=8, k=4, l=8} need_replication={i, j, k, l}; spread along ([i, j])->([i, j]) {i=4, j=8} need_replication={j}
// CHECK: factors ([i, j])->([k, l]) {i=4, j=2, k=4, l=2} need_replication={i, j, k, l}; spread along ([i, j])->([i, j]) {i=4, j=2} need_replication={j}
// CHECK: factors ([i])->([j]) {i=8, j=8} need_replication={i, j}; spread along ([i])->([i]) {i=8}
// CHECK: factors ([i])->([j, k]) {i=8, j=8, k=4} need_replication={i, j, k}; spread along ([i])->([i, j]) {i=8, j=4} need_replication={j}
// CHECK: factors ([i])->([j],[k, l]) {i=2, j=2, k=4, l=8} need_replication={i, j, k, l}
// CHECK: factors ([i, j, k],[l],[m],[n],[o])->([p, q, r]) {i=2, j=3, k=4, l=4, m=4, n=4, o=4, p=2, q=3, r=4} need_replication={i, j, k, l, m, n, o, p, q, r}; spread along ([i, j, k],[k],[k],[k],[k])->([i, j, k]) {i=2, j=3, k=4}
// CHECK: factors ([i])->([i]) {i=8}; spread along ()->() {}

func.func @replicated(%x: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<4x8xcomplex<f32>>, %v: tensor<8xf32>, %f: tensor<4xf32>, %img: tensor<2x3x4xf32>, %st: tensor<2xui64>, %w: tensor<4x2xf32>) {
  %0 = "stablehlo.sort"(%b) <{dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %1 = "stablehlo.sort"(%v) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.cholesky %x, lower = true : tensor<2x4x4xf32>
  %3 = "stablehlo.triangular_solve"(%x, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %4 = stablehlo.fft %c, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %5 = stablehlo.fft %w, type = RFFT, length = [2] : (tensor<4x2xf32>) -> tensor<4x2xcomplex<f32>>
  %6 = stablehlo.bitcast_convert %v : (tensor<8xf32>) -> tensor<8xi32>
  %7 = stablehlo.bitcast_convert %v : (tensor<8xf32>) -> tensor<8x4xi8>
  %8, %9 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  %10 = "stablehlo.batch_norm_inference"(%img, %f, %f, %f, %f) <{epsilon = 1.0e-05 : f32, feature_index = 2 : i64}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %11 = stablehlo.optimization_barrier %v : tensor<8xf32>
  return
}
