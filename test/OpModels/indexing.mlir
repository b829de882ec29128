// Gather, scatter and dynamic slices.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([l, m],[i, j, k])->([i, j, m]) {i=4, j=5, k=1, l=16, m=8} reduction={l} need_replication={k}; partial sum {0} prod {0} max {0} min {0} and {0} or {0} xor {0}
// CHECK: factors ([l, n],[i, j, k])->([i, j, m, n]) {i=4, j=5, k=1, l=16, m=2, n=8} reduction={l} need_replication={k, m}; spread along ([l, n],[i, j, k])->([i, j, m, n]) {i=4, j=5, k=1, l=16, m=2, n=8} need_replication={k, l, m}; partial sum
// CHECK: factors ([l, m],[i, j, k],[i, j, m])->([l, m]) {i=4, j=5, k=1, l=16, m=8} reduction={i, j} need_replication={k}; partial sum {0, 2}
// CHECK: factors ([i, j],[],[])->([i, k]) {i=4, j=6, k=2} reduction={j} need_replication={k} blocked_propagation={j, k}; spread along ([i, j],[],[])->([i, k]) {i=4, j=6, k=2} need_replication={j, k} blocked_propagation={j, k}; partial sum
// CHECK: factors ([i, j],[i, k],[],[])->([i, j]) {i=4, j=6, k=2} need_replication={k}; partial sum {0, 1}

func.func @indexing(%t: tensor<16x8xf32>, %i: tensor<4x5x1xi32>, %x: tensor<4x6xf32>, %u: tensor<4x2xf32>, %k: tensor<i32>, %up: tensor<4x5x8xf32>) {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x8xf32>
  %1 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 8>}> : (tensor<16x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x2x8xf32>
  %2 = "stablehlo.scatter"(%t, %i, %up) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<4x5x1xi32>, tensor<4x5x8xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.dynamic_slice %x, %k, %k, sizes = [4, 2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %4 = stablehlo.dynamic_update_slice %x, %u, %k, %k : (tensor<4x6xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  return
}
