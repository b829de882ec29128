// Numbers of an index that count all rows become batching dims: no rank needs the rows
// of others then. Executed by python/tests/test_rows.py.
// RUN: %popt %s --simplify-input -split-input-file | FileCheck %s

// x[arange(8), i], as JAX writes it, with negative numbers counted from the end.
// CHECK-LABEL: func.func @labels
func.func @labels(%x: tensor<8x6xf32>, %i: tensor<8xi32>) -> tensor<8xf32> {
  // CHECK: %[[I:.+]] = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  // CHECK: "stablehlo.gather"(%arg0, %[[I]]) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x1xi32>) -> tensor<8xf32>
  %n = stablehlo.iota dim = 0 : tensor<8xi32>
  %zero = stablehlo.constant dense<0> : tensor<8xi32>
  %size = stablehlo.constant dense<8> : tensor<8xi32>
  %is = stablehlo.compare LT, %n, %zero, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %end = stablehlo.add %n, %size : tensor<8xi32>
  %row = stablehlo.select %is, %end, %n : tensor<8xi1>, tensor<8xi32>
  %a = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  %b = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  %ab = stablehlo.concatenate %a, %b, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %0 = "stablehlo.gather"(%x, %ab) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The last number counts, along the first dim of the indices; the others stay together.
// CHECK-LABEL: func.func @last
func.func @last(%x: tensor<4x6x8xf32>, %i: tensor<8x3x2xi32>) -> tensor<8x3xf32> {
  // CHECK: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>
  %n = stablehlo.iota dim = 0 : tensor<8x3x1xi64>
  %c = stablehlo.convert %n : (tensor<8x3x1xi64>) -> tensor<8x3x1xi32>
  %in = stablehlo.concatenate %i, %c, dim = 2 : (tensor<8x3x2xi32>, tensor<8x3x1xi32>) -> tensor<8x3x3xi32>
  %0 = "stablehlo.gather"(%x, %in) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x6x8xf32>, tensor<8x3x3xi32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// -----

// Two batching dims; clamped after they were put together; a dim of the windows is
// left. What of the indices is no longer read is sliced away.
// CHECK-LABEL: func.func @clamped
func.func @clamped(%x: tensor<8x4x6x5xf32>, %i: tensor<8x4xi32>) -> tensor<8x4x5xf32> {
  // CHECK: %[[CLAMPED:.+]] = stablehlo.clamp
  // CHECK: %[[I:.+]] = stablehlo.slice %[[CLAMPED]] [0:8, 0:4, 2:3]
  // CHECK: "stablehlo.gather"(%arg0, %[[I]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>
  %n = stablehlo.iota dim = 0 : tensor<8x4x1xi32>
  %v = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %m = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xi32>) -> tensor<8x4x1xi32>
  %k = stablehlo.reshape %i : (tensor<8x4xi32>) -> tensor<8x4x1xi32>
  %all = stablehlo.concatenate %n, %m, %k, dim = 2 : (tensor<8x4x1xi32>, tensor<8x4x1xi32>, tensor<8x4x1xi32>) -> tensor<8x4x3xi32>
  %zeros = stablehlo.constant dense<0> : tensor<8x4x3xi32>
  %limits = stablehlo.constant dense<[7, 3, 5]> : tensor<3xi32>
  %most = stablehlo.broadcast_in_dim %limits, dims = [2] : (tensor<3xi32>) -> tensor<8x4x3xi32>
  %in = stablehlo.clamp %zeros, %all, %most : tensor<8x4x3xi32>
  %0 = "stablehlo.gather"(%x, %in) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 5>}> : (tensor<8x4x6x5xf32>, tensor<8x4x3xi32>) -> tensor<8x4x5xf32>
  return %0 : tensor<8x4x5xf32>
}

// -----

// A dim of one element that the window keeps is put back. In a loop that carries the
// numbers along.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<8x6xf32>, %i: tensor<8x1xi32>) -> tensor<8x1x1xf32> {
  // CHECK: %[[TAKEN:.+]] = "stablehlo.gather"(%{{.+}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x1xi32>) -> tensor<8x1xf32>
  // CHECK: stablehlo.reshape %[[TAKEN]] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
  %n = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<8x1x1xf32>
  %0:3 = stablehlo.while(%c = %zero, %rows = %n, %s = %none) : tensor<i32>, tensor<8x1xi32>, tensor<8x1x1xf32>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %c, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %c, %one : tensor<i32>
    %in = stablehlo.concatenate %rows, %i, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %t = "stablehlo.gather"(%x, %in) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x6xf32>, tensor<8x2xi32>) -> tensor<8x1x1xf32>
    %sum = stablehlo.add %s, %t : tensor<8x1x1xf32>
    stablehlo.return %next, %rows, %sum : tensor<i32>, tensor<8x1xi32>, tensor<8x1x1xf32>
  }
  return %0#2 : tensor<8x1x1xf32>
}

// -----

// x.at[arange(8), i].set(v): what is written once is so still, what was sorted need not be.
// CHECK-LABEL: func.func @write
func.func @write(%x: tensor<8x6x5xf32>, %i: tensor<8x1xi32>, %v: tensor<8x5xf32>) -> tensor<8x6x5xf32> {
  // CHECK: "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}>
  %n = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %in = stablehlo.concatenate %n, %i, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %0 = "stablehlo.scatter"(%x, %in, %v) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6x5xf32>, tensor<8x2xi32>, tensor<8x5xf32>) -> tensor<8x6x5xf32>
  return %0 : tensor<8x6x5xf32>
}

// -----

// All numbers count: a zero is left, along a dim of one element.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<8x6xf32>, %v: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK: %[[ZEROS:.+]] = stablehlo.constant dense<0> : tensor<8x1xi32>
  // CHECK: %[[X:.+]] = stablehlo.reshape %arg0 : (tensor<8x6xf32>) -> tensor<1x8x6xf32>
  // CHECK: "stablehlo.gather"(%[[X]], %[[ZEROS]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<1x8x6xf32>, tensor<8x1xi32>) -> tensor<8x6xf32>
  // CHECK: %[[SUM:.+]] = "stablehlo.scatter"(%{{.+}}) <{{.*}}inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0]
  // CHECK: stablehlo.reshape %[[SUM]] : (tensor<1x8x6xf32>) -> tensor<8x6xf32>
  %n = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %0 = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<8x6xf32>, tensor<8x1xi32>) -> tensor<8x6xf32>
  %1 = "stablehlo.scatter"(%x, %n, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<8x1xi32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// -----

// Left alone: some of the rows, every second one, rows from the end, numbers that wrap
// around in their type, a second number that counts along the same dim.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<8x8xf32>, %y: tensor<200x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<200xf32>, tensor<8xf32>) {
  // CHECK-COUNT-4: start_index_map = [0, 1]
  // CHECK: operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1]
  %four = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %c4 = stablehlo.constant dense<2> : tensor<4x1xi32>
  %a = stablehlo.concatenate %four, %c4, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %0 = "stablehlo.gather"(%x, %a) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  %twice = stablehlo.multiply %four, %c4 : tensor<4x1xi32>
  %b = stablehlo.concatenate %twice, %c4, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %1 = "stablehlo.gather"(%x, %b) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  %eight = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %c8 = stablehlo.constant dense<7> : tensor<8x1xi32>
  %back = stablehlo.subtract %c8, %eight : tensor<8x1xi32>
  %c = stablehlo.concatenate %back, %c8, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %2 = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  %narrow = stablehlo.iota dim = 0 : tensor<200x1xi8>
  %c200 = stablehlo.constant dense<7> : tensor<200x1xi8>
  %d = stablehlo.concatenate %narrow, %c200, dim = 1 : (tensor<200x1xi8>, tensor<200x1xi8>) -> tensor<200x2xi8>
  %3 = "stablehlo.gather"(%y, %d) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<200x8xf32>, tensor<200x2xi8>) -> tensor<200xf32>
  %e = stablehlo.concatenate %eight, %eight, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %4 = "stablehlo.gather"(%x, %e) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<200xf32>, tensor<8xf32>
}
