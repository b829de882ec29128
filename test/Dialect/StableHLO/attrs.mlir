// RUN: %popt %s --allow-unregistered-dialect | FileCheck %s
// Attributes outside operations: fields in any order print in a fixed one, and without the comma that
// may end them.

// CHECK-LABEL: @dimension_numbers
func.func @dimension_numbers() {
  // CHECK: #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  "test.holder"() {attr = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>} : () -> ()
  // CHECK: #stablehlo.dot<>
  "test.holder"() {attr = #stablehlo.dot<>} : () -> ()
  // CHECK: #stablehlo.gather<offset_dims = [1], index_vector_dim = 1>
  "test.holder"() {attr = #stablehlo.gather<index_vector_dim = 1, offset_dims = [1]>} : () -> ()
  // CHECK: #stablehlo.gather<offset_dims = [0], index_vector_dim = 1>
  "test.holder"() {attr = #stablehlo.gather<offset_dims = [0], index_vector_dim = 1,>} : () -> ()
  // CHECK: #stablehlo.conv<[b, f]x[i, o]->[b, f]>
  "test.holder"() {attr = #stablehlo.conv<[b, f]x[i, o]->[b, f]>} : () -> ()
  // CHECK: #stablehlo.conv<[b, f, 0]x[i, o, 0]->[b, f, 0]>
  "test.holder"() {attr = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>} : () -> ()
  return
}

// CHECK-LABEL: @others
func.func @others() {
  // CHECK: #stablehlo<comparison_direction EQ>
  "test.holder"() {attr = #stablehlo<comparison_direction EQ>} : () -> ()
  // CHECK: #stablehlo.result_accuracy<rtol = 5.000000e-01, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  "test.holder"() {attr = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>, rtol = 0.5>} : () -> ()
  return
}
