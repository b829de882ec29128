// Where a value is kept does not change it; how it is split stays.
// RUN: %popt %s --drop-effects --remarks-filter=.* 2>&1 | FileCheck %s

// CHECK: left out: it stays in the device's memory
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[A:.+]] = stablehlo.tanh %[[X]]
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
