// Attention as JAX writes it for cuDNN is one operation after Import; what of it has
// no definition is said at its line. Without compiling it stays.
// RUN: %popt %s --pass-pipeline='builtin.module(simplify-input,verify-imported{executed=true})' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: %popt %s --verify-imported --split-input-file -o /dev/null

// CHECK-LABEL: @main
// CHECK: stablehlo.custom_call @__cudnn$fmhaSoftmax(
func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2, %a3, %a4) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with dropout has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmaxDropout(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with dropout has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}, \22dropout_rate\22: 0.1}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with 8-bit floats has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmaxF8(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with packed sequences has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}, \22max_seg_per_batch\22: 2}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with keys and values in pages has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}, \22is_paged_attention\22: true}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with the mask "ALIBI" has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22ALIBI\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with a sliding window of -1 has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}, \22sliding_window_length\22: -1}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with the target "__cudnn$fmhaSoftmin" has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmin(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x3x8xbf16>, %a2: tensor<2x6x3x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with 4 heads of queries and 3 of keys has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x3x8xbf16>, tensor<2x6x3x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with 5 operands and 3 results has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3, %a4) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<3x1x8x6xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with operands and results that do not fit has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<3x1x8x6xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xf32>, %a1: tensor<2x6x2x8xf32>, %a2: tensor<2x6x2x4xf32>) -> (tensor<2x4x8x4xf32>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with operands of f32 has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xf32>, tensor<2x6x2x8xf32>, tensor<2x6x2x4xf32>) -> (tensor<2x4x8x4xf32>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xf32>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with a backend_config without the order of its dims has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \223\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with a backend_config that is no JSON has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with a backend_config without its scale has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

func.func @main(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x8xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  // expected-error @+1 {{attention with queries, keys and values that have not four dims has no definition here; write it in JAX operations (implementation="xla"), or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x8xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}
