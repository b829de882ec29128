// Attention on blocks is a call like the first, whose configuration has the blocks'
// extents, or the definition where the call would mean something else.
// RUN: %popt %s --split-input-file --propagate-shardings --popt-partition='cluster=builtin:bytes' | FileCheck %s

// Sequences and heads: no communication.
// CHECK-LABEL: @main
// CHECK-NOT:   dist.all
// CHECK:       stablehlo.custom_call @__cudnn$fmhaSoftmax({{.*}}\22dimensions\22:[\221\22,\222\22,\228\22,\226\22]{{.*}} : (tensor<1x8x2x8xbf16>, tensor<1x6x1x8xbf16>, tensor<1x6x1x4xbf16>, tensor<1xi32>, tensor<1xi32>) -> (tensor<1x2x8x4xbf16>, tensor<1x2x8xf32>, tensor<0xui8>)
// CHECK-NOT:   dist.all
dist.mesh @mesh = <["dp"=2, "tp"=2]>
func.func @main(%a0: tensor<2x8x4x8xbf16> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}, {"tp"}, {}]>}, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2, %a3, %a4) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING_CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}, \22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \228\22, \226\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

// Lengths of the block's queries: what is left of the sequence's.
// CHECK-LABEL: @main
// CHECK:       %[[BEGIN:.+]], %{{.+}} = dist.block {"sp"} of 8
// CHECK:       %[[EACH:.+]] = stablehlo.broadcast_in_dim %[[BEGIN]]
// CHECK:       %[[LEFT:.+]] = stablehlo.subtract %arg3, %[[EACH]]
// CHECK:       %[[OWN:.+]] = stablehlo.clamp %{{.+}}, %[[LEFT]], %{{.+}}
// CHECK:       stablehlo.custom_call @__cudnn$fmhaSoftmax(%arg0, %arg1, %arg2, %[[OWN]], %arg4)
dist.mesh @mesh = <["sp"=2]>
func.func @main(%a0: tensor<2x8x4x8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"sp"}, {}, {}]>}, %a1: tensor<2x8x2x8xbf16>, %a2: tensor<2x8x2x4xbf16>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>) {
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2, %a3, %a4) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22PADDING\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x8x2x8xbf16>, tensor<2x8x2x4xbf16>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>, tensor<0xui8>)
  return %0#0, %0#1 : tensor<2x4x8x4xbf16>, tensor<2x4x8xf32>
}

// -----

// A causal mask needs positions, which the call counts from 0: the definition, with
// the block's. Blocks of 3 and 2 of 8 queries.
// CHECK-LABEL: @main
// CHECK-NOT:   custom_call
// CHECK:       %[[BEGIN:.+]], %{{.+}} = dist.block {"sp"} of 8
// CHECK:       %[[FIRST:.+]] = stablehlo.broadcast_in_dim %[[BEGIN]], dims = [] : (tensor<i32>) -> tensor<3x6xi32>
// CHECK:       %[[QUERY:.+]] = stablehlo.add %{{.+}}, %[[FIRST]]
// CHECK:       stablehlo.compare LE, %{{.+}}, %[[QUERY]]
// CHECK-NOT:   custom_call
dist.mesh @mesh = <["sp"=3]>
func.func @main(%a0: tensor<2x8x4x8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"sp"}, {}, {}]>}, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>) {
  %0:2 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%a0, %a1, %a2) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>) -> (tensor<2x4x8x4xbf16>, tensor<0xui8>)
  return %0#0 : tensor<2x4x8x4xbf16>
}

// -----

// Padding does not enter sums; sums of bf16 are f32 until all are there, which the
// call would not give.
// CHECK-LABEL: @main
// CHECK-NOT:   custom_call
// CHECK:       %[[OWN:.+]] = stablehlo.select %{{.+}}, %arg4, %{{.+}} : tensor<2x3x4x4xi1>, tensor<2x3x4x4xbf16>
// CHECK-DAG:   %[[KEYS:.+]] = stablehlo.dot_general {{.*}} -> tensor<2x2x6x8xf32>
// CHECK-DAG:   %[[VALUES:.+]] = stablehlo.dot_general {{.*}} -> tensor<2x2x6x4xf32>
// CHECK-DAG:   dist.reduce_scatter %[[KEYS]] sum dim 0 over {"sp"}
// CHECK-DAG:   dist.reduce_scatter %[[VALUES]] sum dim 0 over {"sp"}
dist.mesh @mesh = <["sp"=3]>
func.func @main(%a0: tensor<2x8x4x8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"sp"}, {}, {}]>}, %a1: tensor<2x6x2x8xbf16>, %a2: tensor<2x6x2x4xbf16>, %a3: tensor<2x4x8xf32>, %a4: tensor<2x8x4x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"sp"}, {}, {}]>}, %a5: tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>) {
  %0:4 = stablehlo.custom_call @__cudnn$fmhaSoftmaxBackward(%a0, %a1, %a2, %a3, %a4, %a5) {backend_config = "{\22cudnn_fmha_backend_config\22: {\22fmha_scale\22: 0.5, \22mask_type\22: \22NO_MASK\22, \22bmm2_grad_gemm2_dot_dimension_numbers\22: {\22lhs_batch_dimensions\22: [\220\22, \222\22]}}}"} : (tensor<2x8x4x8xbf16>, tensor<2x6x2x8xbf16>, tensor<2x6x2x4xbf16>, tensor<2x4x8xf32>, tensor<2x8x4x4xbf16>, tensor<2x8x4x4xbf16>) -> (tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>, tensor<0xui8>)
  return %0#0, %0#1, %0#2 : tensor<2x4x8x8xbf16>, tensor<2x2x6x8xbf16>, tensor<2x2x6x4xbf16>
}
