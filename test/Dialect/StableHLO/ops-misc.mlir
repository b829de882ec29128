// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Linear algebra, transforms, random numbers and calls print as they parse.

// CHECK-LABEL: @misc
func.func @misc(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<4x8xcomplex<f32>>, %f: tensor<4x16xf32>, %s: tensor<f32>, %sh: tensor<2xindex>, %st: tensor<2xui64>) {
  // CHECK: %{{.+}} = stablehlo.cholesky %{{.+}}, lower = true : tensor<2x4x4xf32>
  %1 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  // CHECK: %{{.+}} = stablehlo.cholesky %{{.+}} : tensor<2x4x4xf32>
  %2 = stablehlo.cholesky %a : tensor<2x4x4xf32>
  // CHECK: %{{.+}} = "stablehlo.triangular_solve"(%{{.+}}, %{{.+}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %3 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: %{{.+}} = stablehlo.fft %{{.+}}, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
  %4 = stablehlo.fft %f, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
  // CHECK: %{{.+}} = stablehlo.fft %{{.+}}, type = IRFFT, length = [16] : (tensor<4x9xcomplex<f32>>) -> tensor<4x16xf32>
  %5 = stablehlo.fft %4, type = IRFFT, length = [16] : (tensor<4x9xcomplex<f32>>) -> tensor<4x16xf32>
  // CHECK: %{{.+}} = stablehlo.fft %{{.+}}, type = IFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %6 = stablehlo.fft %c, type = IFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  // CHECK: %{{.+}} = stablehlo.rng %{{.+}}, %{{.+}}, %{{.+}}, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<4x8xf32>
  %7 = stablehlo.rng %s, %s, %sh, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<4x8xf32>
  // CHECK: %output_state, %output = stablehlo.rng_bit_generator %{{.+}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %8, %9 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: %{{.+}} = stablehlo.composite "nn.norm" %{{.+}} {composite_attributes = {eps = 1 : i64}, decomposition = @norm, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  %10 = stablehlo.composite "nn.norm" %s {composite_attributes = {eps = 1 : i64}, decomposition = @norm, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  // CHECK: %{{.+}} = stablehlo.custom_call @Sharding(%{{.+}}) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
  %11 = stablehlo.custom_call @Sharding(%s) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
  // CHECK: %{{.+}}:2 = stablehlo.custom_call @f.g(%{{.+}}, %{{.+}}) {api_version = 4 : i32, backend_config = {a = 1 : i64}, called_computations = [@norm], has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<4x16xf32>, tensor<f32>) -> (tensor<4x16xf32>, tensor<f32>)
  %12:2 = stablehlo.custom_call @f.g(%f, %s) {api_version = 4 : i32, backend_config = {a = 1 : i64}, called_computations = [@norm], has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<4x16xf32>, tensor<f32>) -> (tensor<4x16xf32>, tensor<f32>)
  return
}

func.func private @norm(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
