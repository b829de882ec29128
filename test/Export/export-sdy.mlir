// Shardings as JAX and Shardy read them, and popt itself.
// RUN: %popt %s --split-input-file --export-sdy | FileCheck %s
// RUN: %popt %s --split-input-file --export-sdy --remarks-filter=export 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %popt %s --split-input-file --export-sdy -o %t.mlir
// RUN: %popt %t.mlir --split-input-file --import-sdy | FileCheck %s --check-prefix=BACK

// CHECK: sdy.mesh @mesh = <["dp"=2, "tp"=4], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: {mhlo.frontend_attributes = {popt.name = "w", popt.state = "0"}, sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {"tp":(1)2, ?}p1], replicated={"tp":(2)2}>, tf.aliasing_output = 0 : i32}
// CHECK-SAME: -> (tensor<8x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}], unreduced=max{"dp"}>})
// BACK: dist.mesh @mesh = <["dp"=2, "tp"=4], device_ids = [1, 0, 2, 3, 4, 5, 6, 7]>
// BACK-LABEL: func.func @main
// BACK-SAME: dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp":(1)2, ?}p1], replicated = {"tp":(2)2}>
// BACK-SAME: dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}], partial = max{"dp"}>
dist.mesh @mesh = <["dp"=2, "tp"=4], device_ids = [1, 0, 2, 3, 4, 5, 6, 7]>
func.func @main(%x: tensor<8x4xf32> {dist.name = "w", dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp":(1)2, ?}p1], replicated = {"tp":(2)2}>})
    -> (tensor<8x4xf32> {dist.name = "result", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}], partial = max{"dp"}>}) {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{}, {?}]> : tensor<8x4xf32>
  %0 = dist.constraint %x <@mesh, [{}, {?}]> : tensor<8x4xf32>
  // What was found for a constraint is within what the user said.
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"dp"}, {}]> : tensor<8x4xf32>
  %1 = dist.constraint %0 <@mesh, [{?}, {?}]> {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x4xf32>
  // CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"dp"}, {}]>]>}
  %2 = stablehlo.tanh %1 {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x4xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=2
  dist.sharding_group %2 group = 2 : tensor<8x4xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD
  %3 = dist.propagation_barrier %2 allow = forward : tensor<8x4xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=BACKWARD
  %4 = dist.propagation_barrier %3 allow = backward : tensor<8x4xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=NONE
  %5 = dist.propagation_barrier %4 allow = none : tensor<8x4xf32>
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"dp"}, {}]>] out_shardings=[<@mesh, [{"dp"}, {}]>] manual_axes={"dp"} (%{{.*}}: tensor<4x4xf32>) {
  %6 = dist.manual(%5) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<4x4xf32>) {
    // CHECK: sdy.sharding_constraint
    %7 = dist.constraint %b <@mesh, [{}, {"tp"}]> : tensor<4x4xf32>
    // CHECK: stablehlo.partition_id
    %8 = dist.axis_index {"dp"} on @mesh : tensor<i32>
    // CHECK: sdy.return
    dist.return %7 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}

// -----

// What sdy cannot say is left out, with a word about each.
// CHECK: sdy.mesh @mesh = <["dp"=2, "pp"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
// REMARK-DAG: mesh: sdy cannot say time axis "mb"
// REMARK-DAG: argument 0: sdy cannot say time axis "mb"
// REMARK-DAG: argument 0: sdy cannot say units of 2 elements
// REMARK-DAG: argument 0: sdy cannot say coordinates of "pp"
// REMARK-DAG: argument 0: sdy cannot say memory = host
// REMARK-DAG: result 0: sdy cannot say partial = xor{"dp"}
dist.mesh @mesh = <["dp"=2], stage ["pp"=4], time ["mb"=2]>
func.func @main(%x: tensor<8x4xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "mb"} by 2, {}], at = {"pp" = [1]}, memory = host>})
    -> (tensor<8x4xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = xor{"dp"}>}) {
  return %x : tensor<8x4xi32>
}

// -----

// A loop has no sharding of its own, what it reads and yields has.
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.+]] = stablehlo.tanh {{.*}} {sdy.sharding
// CHECK: stablehlo.while(%{{.*}} = %[[X]])
// CHECK: stablehlo.negate {{.*}} {sdy.sharding
// CHECK: }
// CHECK-NOT: sharding
// CHECK: return
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {dist.shardings = [#dist.sharding<@mesh, [{"dp"}]>]} : tensor<8xf32>
  %1 = stablehlo.while(%arg = %0) : tensor<8xf32> attributes {dist.shardings = [#dist.sharding<@mesh, [{"dp"}]>]}
  cond {
    %true = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %2 = stablehlo.negate %arg {dist.shardings = [#dist.sharding<@mesh, [{"dp"}]>]} : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}

// -----

// A module without a mesh is left alone.
// CHECK: func.func @main(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
