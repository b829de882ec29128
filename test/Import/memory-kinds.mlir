// Arguments and results that JAX keeps in the host's memory lie there: state is
// updated there, where the host computes, and a placement of what is only returned
// says nothing more. A plan has the last word.
// RUN: %popt %s --drop-effects --remarks-filter=.* 2>&1 | FileCheck %s
// RUN: poptc %s --emit=collectives -o - | FileCheck %s --check-prefix=PLACED
// RUN: poptc %s --target=sm_90 --emit=step -o - | FileCheck %s --check-prefix=GPU
// RUN: echo '{"popt_plan": 1, "shardings": [{"match": "arg0", "memory": "device"}]}' > %t.json
// RUN: poptc %s --plan %t.json --emit=collectives -o - | FileCheck %s --check-prefix=PLAN

// CHECK: "annotate_device_placement": the result lies in host memory
// CHECK: where or how "annotate_device_placement" keeps the value is left out
// CHECK-LABEL: func.func public @main
// CHECK-SAME: %arg0: tensor<8x4xf32> {dist.on_host, sdy.sharding
// CHECK-SAME: %arg1: tensor<8x4xf32> {sdy.sharding
// CHECK-SAME: -> (tensor<8x4xf32> {dist.on_host, jax.result_info = "result[0]"
// CHECK-SAME: tensor<8x4xf32> {jax.result_info = "result[1]"
// CHECK-NOT: dist.recompute
// PLACED: dist.to_host
// PLACED: dist.to_device
// GPU: step.region @host host
// GPU: step.copy{{.*}} (@host
// GPU: step.copy{{.*}} (@arena{{.*}}, @host
// PLAN-NOT: dist.on_host
// PLAN-NOT: dist.to_
module @jit_step attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {mhlo.memory_kind = "pinned_host", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<8x4xf32> {mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result[0]", mhlo.memory_kind = "pinned_host", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32> {jax.result_info = "result[1]", mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<8x4xf32>
    %2 = sdy.sharding_constraint %arg1 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<8x4xf32>
    %6 = stablehlo.custom_call @annotate_device_placement(%3) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.custom_call @annotate_device_placement(%5) {backend_config = "", has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %6, %7 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
