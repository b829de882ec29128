// On a GPU attention that its library has is one command, whose operands have their
// dims in one order; where it hasn't, a remark says so.
// RUN: %popt %s --form-kernels --plan-memory --emit-step --verify-step-table --split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t

// CHECK-NOT: step.kernel
// CHECK: step.attention{{.*}} scale 5.000000e-01 causal bias lengths stats (@arena[{{[0-9]+}}] : 2x4x8x8xbf16 strides [256, 8, 32, 1], @arena[{{[0-9]+}}] : 2x2x6x8xbf16 strides [96, 8, 16, 1], @arena[{{[0-9]+}}] : 2x2x6x8xbf16 strides [96, 8, 16, 1], @arena[{{[0-9]+}}] : 1x4x8x6xbf16, @arena[{{[0-9]+}}] : 2xi32, @arena[{{[0-9]+}}] : 2xi32, @arena[{{[0-9]+}}] : 2x4x8x8xbf16, @arena[{{[0-9]+}}] : 2x4x8xf32)
module attributes {popt.target = "sm_90"} {
func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x8xbf16>, %a3: tensor<1x4x8x6xbf16>, %a4: tensor<2xi32>, %a5: tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3, %a4, %a5) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x8xbf16>, tensor<1x4x8x6xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>
}
}

// -----

// CHECK: step.attention{{.*}} backward scale 5.000000e-01 bias bias_result (
module attributes {popt.target = "sm_90"} {
func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x8xbf16>, %a3: tensor<2x4x8xf32>, %a4: tensor<2x8x4x8xbf16>, %a5: tensor<1x1x8x6xbf16>, %a6: tensor<2x8x4x8xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x8xbf16>, tensor<1x1x8x6xbf16>) {
  %0:5 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmaxBackward(%a0, %a1, %a2, %a3, %a4, %a5, %a6) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x4x8xf32>, tensor<2x8x4x8xbf16>, tensor<1x1x8x6xbf16>, tensor<2x8x4x8xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x8xbf16>, tensor<1x1x8x6xbf16>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x8xbf16>, tensor<1x1x8x6xbf16>
}
}

// -----

// Heads of 12 features: products and kernels.
// SAYS: remark: attention is computed by products and a softmax, whose scores lie in memory, not by the GPU's library: its heads have 12 features, and the library takes multiples of 8 up to 256
// CHECK-NOT: step.attention
// CHECK: step.kernel
module attributes {popt.target = "sm_90"} {
func.func @main(%a0: tensor<2x8x4x12xbf16>, %a1: tensor<2x6x2x12xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<1x4x8x6xbf16>, %a4: tensor<2xi32>, %a5: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3, %a4, %a5) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x12xbf16>, tensor<2x6x2x12xbf16>, tensor<2x6x2x4xbf16>, tensor<1x4x8x6xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}
}

// -----

// SAYS: its operands and results are of several types, or of f32
// CHECK-NOT: step.attention
// CHECK: step.kernel
module attributes {popt.target = "sm_90"} {
func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x8xbf16>, %a3: tensor<1x4x8x6xf32>, %a4: tensor<2xi32>, %a5: tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3, %a4, %a5) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x8xbf16>, tensor<1x4x8x6xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>
}
}
