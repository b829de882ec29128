// Attention and its gradient on GPUs, by the definition, as the reference has them: on
// four ranks, of a driver that interprets the kernels, and on processors. Results are
// rounded to bf16 (2^-8) once, and p and ds before (2^-8 of the largest term).
//
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --init random:1 --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_CUBLASLT=%fake-cuda %popt-run %s --target=sm_90 --init random:1 --expect %t.npz --rtol 0.01 --atol 0.01
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --init random:1 --expect %t.npz --rtol 0.01 --atol 0.01
// RUN: %popt-run %s --init random:1 --expect %t.npz --rtol 0.01 --atol 0.01

sdy.mesh @mesh = <["dp"=2, "tp"=2]>

func.func @main(%q0: tensor<2x8x4x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}, {"tp"}, {}]>}, %k0: tensor<2x8x2x8xbf16>, %v0: tensor<2x8x2x8xbf16>, %g0: tensor<2x8x4x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}, {"tp"}, {}]>}, %b: tensor<2x4x8x8xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x4x8x8xbf16>) {
  %qc = stablehlo.constant dense<6.400000e+01> : tensor<2x8x4x8xbf16>
  %q = stablehlo.multiply %q0, %qc : tensor<2x8x4x8xbf16>
  %kc = stablehlo.constant dense<6.400000e+01> : tensor<2x8x2x8xbf16>
  %k = stablehlo.multiply %k0, %kc : tensor<2x8x2x8xbf16>
  %vc = stablehlo.constant dense<6.400000e+01> : tensor<2x8x2x8xbf16>
  %v = stablehlo.multiply %v0, %vc : tensor<2x8x2x8xbf16>
  %gc = stablehlo.constant dense<6.400000e+01> : tensor<2x8x4x8xbf16>
  %g = stablehlo.multiply %g0, %gc : tensor<2x8x4x8xbf16>
  %ql = stablehlo.constant dense<[5, 8]> : tensor<2xi32>
  %kl = stablehlo.constant dense<[8, 3]> : tensor<2xi32>
  %0:3 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmax(%q, %k, %v, %b, %ql, %kl) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x8x2x8xbf16>, tensor<2x8x2x8xbf16>, tensor<2x4x8x8xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  %o = stablehlo.transpose %0#0, dims = [0, 2, 1, 3] : (tensor<2x4x8x8xbf16>) -> tensor<2x8x4x8xbf16>
  %1:5 = stablehlo.custom_call @__cudnn$fmhaScaleBiasSoftmaxBackward(%q, %k, %v, %0#1, %g, %b, %o, %ql, %kl) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x8x2x8xbf16>, tensor<2x8x2x8xbf16>, tensor<2x4x8xf32>, tensor<2x8x4x8xbf16>, tensor<2x4x8x8xbf16>, tensor<2x8x4x8xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x4x8x8xbf16>, tensor<0xui8>)
  return %0#0, %1#0, %1#1, %1#2, %1#3 : tensor<2x4x8x8xbf16>, tensor<2x4x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x2x8x8xbf16>, tensor<2x4x8x8xbf16>
}
