// Attention: sequences, heads of keys and the queries' of each, and queries are
// divided; keys and features are whole. Gradients of keys, values and of a bias that
// is shared are sums.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, l, jk, n],[i, m, j, n],[i, m, j, o],[i, jk, l, m])->([i, jk, l, o],[i, jk, l],[_]) {i=2, j=2, k=2, l=8, m=6, n=8, o=4} need_replication={m, n, o}
// CHECK: factors ([i, j, k, m],[i, j, l, m],[i, j, l, n],[i],[i])->([i, j, k, n],[_]) {i=2, j=4, k=8, l=6, m=8, n=4} need_replication={l, m, n}
// CHECK: factors ([i, l, jk, n],[i, m, j, n],[i, m, j, o],[i, jk, l],[i, l, jk, o],[i, l, jk, o])->([i, jk, l, n],[i, j, m, n],[i, j, m, o],[_]) {i=2, j=2, k=2, l=8, m=6, n=8, o=4} reduction={k, l} need_replication={m, n, o}
// CHECK: factors ([i, k, j, m],[i, l, j, m],[i, l, j, n],[i, j, k],[i, k, j, n],[_, _, k, l],[i, k, j, n])->([i, j, k, m],[i, j, l, m],[i, j, l, n],[_, _, k, l],[_]) {i=2, j=4, k=8, l=6, m=8, n=4} reduction={i, j, k} need_replication={l, m, n}

func.func @forward(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2x4x8x6xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%a0, %a1, %a2, %a3) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2x4x8x6xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

func.func @inference(%a0: tensor<2x4x8x8xbf16>, %a1: tensor<2x4x6x8xbf16>, %a2: tensor<2x4x6x4xbf16>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>) {
  %0:2 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2, %a3, %a4) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \221\22]}}}"} : (tensor<2x4x8x8xbf16>, tensor<2x4x6x8xbf16>, tensor<2x4x6x4xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<0xui8>)
  return %0#0 : tensor<2x4x8x4xbf16>
}

func.func @backward(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2x4x8xf32>, %a4: tensor<2x8x4x4xbf16>, %a5: tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>) {
  %0:4 = stablehlo.custom_call @__cudnn$fmhaSoftmaxBackward(%a0, %a1, %a2, %a3, %a4, %a5) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2x4x8xf32>, tensor<2x8x4x4xbf16>, tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>, tensor<0xui8>)
  return %0#0, %0#1, %0#2 : tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>
}

func.func @shared(%a0: tensor<2x8x4x8xbf16>, %a1: tensor<2x6x4x8xbf16>, %a2: tensor<2x6x4x4xbf16>, %a3: tensor<2x4x8xf32>, %a4: tensor<2x8x4x4xbf16>, %a5: tensor<1x1x8x6xbf16>, %a6: tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x6x8xbf16>, tensor<2x4x6x4xbf16>, tensor<1x1x8x6xbf16>) {
  %0:5 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmaxBackward(%a0, %a1, %a2, %a3, %a4, %a5, %a6) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x4x8xbf16>, tensor<2x6x4x4xbf16>, tensor<2x4x8xf32>, tensor<2x8x4x4xbf16>, tensor<1x1x8x6xbf16>, tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x6x8xbf16>, tensor<2x4x6x4xbf16>, tensor<1x1x8x6xbf16>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x4x8x8xbf16>, tensor<2x4x6x8xbf16>, tensor<2x4x6x4xbf16>, tensor<1x1x8x6xbf16>
}
