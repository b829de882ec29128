// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Products print as they parse.

// CHECK-LABEL: @products
func.func @products(%a: tensor<2x4x8xf32>, %b: tensor<2x8x16xf32>, %x: tensor<2x8x9x3xf32>, %k: tensor<3x3x3x16xf32>, %m: tensor<4x8xf32>, %v: tensor<8xf32>, %n: tensor<8x16xf32>) {
  // CHECK: %{{.+}} = stablehlo.dot_general %{{.+}}, %{{.+}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  // CHECK: %{{.+}} = stablehlo.dot_general %{{.+}}, %{{.+}}, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // CHECK: %{{.+}} = stablehlo.dot_general %{{.+}}, %{{.+}}, contracting_dims = [] x [] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x8x8x16xf32>
  %3 = stablehlo.dot_general %m, %n, contracting_dims = [] x [] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x8x8x16xf32>
  // CHECK: %{{.+}} = stablehlo.dot_general %{{.+}}, %{{.+}}, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // CHECK: %{{.+}} = stablehlo.dot %{{.+}}, %{{.+}}, precision = [HIGH, HIGH] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.dot %m, %v, precision = [HIGH, HIGH] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  // CHECK: %{{.+}} = stablehlo.einsum %{{.+}}, %{{.+}}, config = "ab,bc->ca" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<16x4xf32>
  %6 = stablehlo.einsum %m, %n, config = "ab,bc->ca" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<16x4xf32>
  // CHECK: %{{.+}} = stablehlo.convolution(%{{.+}}, %{{.+}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = {{\[\[}}1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x5x16xf32>
  %7 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x5x16xf32>
  // CHECK: %{{.+}} = stablehlo.convolution(%{{.+}}, %{{.+}}) dim_numbers = [b, 1, 0, f]x[1, 0, i, o]->[f, b, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<16x2x7x6xf32>
  %8 = stablehlo.convolution(%x, %k) dim_numbers = [b, 1, 0, f]x[1, 0, i, o]->[f, b, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<16x2x7x6xf32>
  // Reversal may be written in numbers.
  // CHECK: window = {reverse = [true, false]}
  %9 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x6x7x16xf32>
  return
}
