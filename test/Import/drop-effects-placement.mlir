// Where a value is kept does not change it; how it is split stays. What the
// program makes, and JAX puts into the host's memory, the host holds.
// RUN: %popt %s --drop-effects --remarks-filter=.* 2>&1 | FileCheck %s

// CHECK: where or how "annotate_device_placement" keeps the value is left out: it stays in the device's memory
// CHECK: "MoveToHost": the host holds the value until the backward part reads it
// CHECK: where or how "LayoutConstraint" keeps the value is left out
// CHECK: "annotate_device_placement": the host holds the value
// CHECK: where or how "annotate_device_placement" keeps the value is left out
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[A:.+]] = stablehlo.tanh %[[X]] {dist.recompute = #dist.recompute<scope 0, held = true, offloaded = true>}
// CHECK-NEXT: %[[B:.+]] = sdy.sharding_constraint %[[A]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: %[[C:.+]] = stablehlo.custom_call @Sharding(%[[B]]) {{.*}}mhlo.sharding = "{replicated}"
// CHECK-NEXT: return %[[C]]
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @annotate_device_placement(%x) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.tanh %0 : tensor<4x8xf32>
  %2 = stablehlo.custom_call @MoveToHost(%1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @LayoutConstraint(%2) {mhlo.sharding = "{replicated}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// Through a constraint; a placement on the device says nothing.
// CHECK-LABEL: func.func @offloaded
// CHECK-NEXT: %[[H:.+]] = stablehlo.exponential %{{.+}} {dist.recompute = #dist.recompute<scope 0, held = true, offloaded = true>}
// CHECK-NEXT: %[[C:.+]] = sdy.sharding_constraint %[[H]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: %[[N:.+]] = stablehlo.negate %[[C]] : tensor<4x8xf32>
// CHECK-NEXT: return %[[N]]
func.func @offloaded(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %2 = stablehlo.custom_call @annotate_device_placement(%1) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @annotate_device_placement(%2) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.negate %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}
