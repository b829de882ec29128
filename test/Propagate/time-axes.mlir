// Time axes spread from the batch through what the user closed to devices, and
// before what weights want.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

// A constraint says which devices have what; microbatches pass. One that says
// `replicated` holds them up.
dist.mesh @mesh = <["dp"=2, "tp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], replicated = {"mb"}>}) -> (tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {?}], replicated = {"mb"}>}) {
  %0 = dist.constraint %x <@mesh, [{"dp", "mb"}, {}]> : tensor<16x4xf32>
  // CHECK: stablehlo.exponential %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp", "mb"}, {"tp"}]>]}
  %1 = stablehlo.exponential %0 : tensor<16x4xf32>
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"dp"}, {"tp"}]> {dist.shardings = [#dist.sharding<@mesh, [{"dp", "mb"}, {"tp"}]>]}
  %2 = dist.constraint %1 <@mesh, [{"dp"}, {"tp"}]> : tensor<16x4xf32>
  // CHECK: stablehlo.tanh %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]}
  %3 = stablehlo.tanh %2 : tensor<16x4xf32>
  // CHECK: dist.constraint %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]}
  %4 = dist.constraint %3 <@mesh, [{"dp"}, {"tp"}], replicated = {"mb"}> : tensor<16x4xf32>
  // CHECK: stablehlo.negate %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]}
  %5 = stablehlo.negate %4 : tensor<16x4xf32>
  return %5 : tensor<16x4xf32>
}

// -----

// A weight split along what a layer makes: the layer follows the microbatch, and
// so needs the batch's data axis.
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<4x64xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}p1], replicated = {"mb"}>}, %x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}p1, {}], replicated = {"mb"}>}) -> (tensor<f32> {dist.sharding = #dist.sharding<@mesh, [], replicated = {"mb"}>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.constraint %x <@mesh, [{"dp", "mb"}, {}]> : tensor<16x4xf32>
  // CHECK: stablehlo.dot_general {{.*}}[{"dp", "mb"}, {}]>]
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x64xf32>) -> tensor<16x64xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
