// Batch dims of factorisations, solves and transforms pass, and so does the dim
// that counts right-hand sides.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}
// CHECK: factors ([i, j, l],[i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, l}; spread along ([i, j, l],[i, j, k])->([i, l, k]) {i=2, j=4, k=3, l=4} need_replication={j, k, l}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=8} need_replication={j}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=2} need_replication={j}

func.func @linear_algebra(%x: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<4x8xcomplex<f32>>, %w: tensor<4x2xf32>) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x4x4xf32>
  %1 = "stablehlo.triangular_solve"(%x, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %2 = stablehlo.fft %c, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %3 = stablehlo.fft %w, type = RFFT, length = [2] : (tensor<4x2xf32>) -> tensor<4x2xcomplex<f32>>
  return
}
