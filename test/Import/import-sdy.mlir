// Annotations become dist; axes of size 1 disappear.
// RUN: %popt %s --import-sdy | FileCheck %s

// CHECK: dist.mesh @mesh = <["dp"=2, "tp"=2]>
// CHECK-NOT: sdy
sdy.mesh @mesh = <["dp"=2, "one"=1, "tp"=2]>
sdy.mesh @empty_mesh = <[]>

// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.sharding = #dist.sharding<@mesh, [{"dp"}, {?}p1], replicated = {"tp"}>
// CHECK-SAME: -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}], partial = max{"dp"}>})
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp", "one"}, {?}p1], replicated={"tp"}>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}], unreduced=max{"dp"}>}) {
  // CHECK: dist.constraint %{{.*}} <@mesh, [{}, {?}]> : tensor<8x4xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"one"}, {?}]> : tensor<8x4xf32>
  // CHECK: stablehlo.tanh {{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]}
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"dp"}, {}]>]>} : tensor<8x4xf32>
  // CHECK: dist.sharding_group %{{.*}} group = 2
  sdy.sharding_group %1 group_id=2 : tensor<8x4xf32>
  // CHECK: dist.propagation_barrier %{{.*}} allow = forward
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x4xf32>
  // CHECK: dist.manual(%{{.*}}) in [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] out [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] axes {"tp"} (%{{.*}}: tensor<4x4xf32>) {
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"tp", ?}, {?}]>] out_shardings=[<@mesh, [{"tp", ?}, {?}]>] manual_axes={"one", "tp"} (%b: tensor<4x4xf32>) {
    // CHECK: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "tp">]>
    %5 = "stablehlo.all_reduce"(%b) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "one">, #stablehlo.axis_ref<name = "tp">]>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %6 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dist.return
    sdy.return %5 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // A sharding on the empty mesh says that no axis is used.
  // CHECK: dist.constraint %{{.*}} <@mesh, [{}, {}]>
  %4 = sdy.sharding_constraint %3 <@empty_mesh, [{}, {}]> : tensor<8x4xf32>
  // A region that takes and gives nothing, as JAX prints beside scans, is nothing.
  // CHECK-NOT: dist.manual
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"tp"} () {
    sdy.return
  } : () -> ()
  return %4 : tensor<8x4xf32>
}
