// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Operations that create and move elements print as they parse.

// CHECK-LABEL: @creation
func.func @creation() {
  // CHECK: %{{.+}} = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK: %{{.+}} = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  %2 = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  // CHECK: %{{.+}} = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
  %3 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
  // CHECK: %{{.+}} = stablehlo.constant {note = 1 : i64} dense<true> : tensor<i1>
  %4 = stablehlo.constant {note = 1 : i64} dense<true> : tensor<i1>
  // Booleans one to a byte, as later versions of MLIR print them.
  // CHECK: stablehlo.constant dense<{{\[}}true, false, true, true]> : tensor<4xi1>
  %5 = stablehlo.constant dense<"0x01000101"> : tensor<4xi1>
  // CHECK: %{{.+}} = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %6 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  return
}

// CHECK-LABEL: @shapes
func.func @shapes(%f: tensor<4x8xf32>, %s: tensor<f32>, %d: tensor<i32>, %m: tensor<5x8xf32>, %up: tensor<2x3xf32>, %idx: tensor<6x2xi32>, %t: tensor<7x4x5xf32>, %w: tensor<6x5xf32>) {
  // CHECK: %{{.+}} = stablehlo.broadcast %{{.+}}, sizes = [3, 2] : (tensor<4x8xf32>) -> tensor<3x2x4x8xf32>
  %1 = stablehlo.broadcast %f, sizes = [3, 2] : (tensor<4x8xf32>) -> tensor<3x2x4x8xf32>
  // CHECK: %{{.+}} = stablehlo.broadcast_in_dim %{{.+}}, dims = [2, 0] : (tensor<4x8xf32>) -> tensor<8x3x4xf32>
  %2 = stablehlo.broadcast_in_dim %f, dims = [2, 0] : (tensor<4x8xf32>) -> tensor<8x3x4xf32>
  // CHECK: %{{.+}} = stablehlo.broadcast_in_dim %{{.+}}, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK: %{{.+}} = stablehlo.reshape %{{.+}} : (tensor<4x8xf32>) -> tensor<2x16xf32>
  %4 = stablehlo.reshape %f : (tensor<4x8xf32>) -> tensor<2x16xf32>
  // CHECK: %{{.+}} = stablehlo.bitcast_convert %{{.+}} : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
  %5 = stablehlo.bitcast_convert %f : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
  // CHECK: %{{.+}} = stablehlo.transpose %{{.+}}, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.transpose %f, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // CHECK: %{{.+}} = stablehlo.reverse %{{.+}}, dims = [1] : tensor<4x8xf32>
  %7 = stablehlo.reverse %f, dims = [1] : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.concatenate %{{.+}}, %{{.+}}, dim = 0 : (tensor<4x8xf32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  %8 = stablehlo.concatenate %f, %m, dim = 0 : (tensor<4x8xf32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  // CHECK: %{{.+}} = stablehlo.pad %{{.+}}, %{{.+}}, low = [1, -2], high = [0, 3], interior = [2, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<11x9xf32>
  %9 = stablehlo.pad %f, %s, low = [1, -2], high = [0, 3], interior = [2, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<11x9xf32>
  return
}

// CHECK-LABEL: @slices
func.func @slices(%f: tensor<4x8xf32>, %s: tensor<f32>, %d: tensor<i32>, %m: tensor<5x8xf32>, %up: tensor<2x3xf32>, %idx: tensor<6x2xi32>, %t: tensor<7x4x5xf32>, %w: tensor<6x5xf32>) {
  // CHECK: %{{.+}} = stablehlo.slice %{{.+}} [1:4, 0:8:3] : (tensor<4x8xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.slice %f [1:4, 0:8:3] : (tensor<4x8xf32>) -> tensor<3x3xf32>
  // CHECK: %{{.+}} = stablehlo.slice %{{.+}} [] : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  // CHECK: %{{.+}} = stablehlo.dynamic_slice %{{.+}}, %{{.+}}, %{{.+}}, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %3 = stablehlo.dynamic_slice %f, %d, %d, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: %{{.+}} = stablehlo.dynamic_update_slice %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %4 = stablehlo.dynamic_update_slice %f, %up, %d, %d : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: @gather_scatter
func.func @gather_scatter(%f: tensor<4x8xf32>, %s: tensor<f32>, %d: tensor<i32>, %m: tensor<5x8xf32>, %up: tensor<2x3xf32>, %idx: tensor<6x2xi32>, %t: tensor<7x4x5xf32>, %w: tensor<6x5xf32>) {
  // CHECK: %{{.+}} = "stablehlo.gather"(%{{.+}}, %{{.+}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  %1 = "stablehlo.gather"(%t, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  // CHECK: %{{.+}} = "stablehlo.scatter"(%{{.+}}, %{{.+}}, %{{.+}}) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  %2 = "stablehlo.scatter"(%t, %idx, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}
