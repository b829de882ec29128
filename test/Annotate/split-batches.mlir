// Time axes come onto the batch, and become the mesh's last ones.
// RUN: %popt %s --split-input-file --split-batches | FileCheck %s

// The batch is what a data axis splits; arguments and results stay whole in
// time, also what propagation may still change, and spread after the batch
// (p1). State is left alone.
// CHECK: dist.mesh @mesh = <["dp"=2, "tp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[W:.+]]: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}p1, {}], replicated = {"mb"}>, dist.state = 0 : i64}
// CHECK-SAME: %[[X:.+]]: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}p1, {"tp"}p1], replicated = {"mb"}>}
// CHECK-SAME: %[[RATE:.+]]: tensor<f32> {dist.sharding = #dist.sharding<@mesh, [], replicated = {"mb"}>}
// CHECK-SAME: -> (tensor<4x4xf32>, tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {?}], replicated = {"mb"}>})
// CHECK: %[[READ:.+]] = dist.constraint %[[X]] <@mesh, [{"dp", "mb"}, {"tp"}]>
// CHECK-NEXT: stablehlo.dot_general %[[READ]], %[[W]]
dist.mesh @mesh = <time ["mb"=4], ["dp"=2, "tp"=2]>
func.func @main(%w: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>, dist.state = 0 : i64}, %x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}, %rate: tensor<f32>) -> (tensor<4x4xf32>, tensor<16x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x4xf32>) -> tensor<16x4xf32>
  return %w, %0 : tensor<4x4xf32>, tensor<16x4xf32>
}

// -----

// A dimension that is written over time, as a plan's inputs do.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.+]]: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}p1], replicated = {"mb"}>}
// CHECK-SAME: %[[Y:.+]]: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}p1], replicated = {"mb"}>}
// CHECK: dist.constraint %[[X]] <@mesh, [{}, {"dp", "mb"}]>
// CHECK-NOT: dist.constraint
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp", "mb"}]>}, %y: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) -> tensor<4x16xf32> {
  %0 = stablehlo.negate %x : tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Without time axes nothing changes.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: return
dist.mesh @mesh = <["dp"=2], time ["mb"=1]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// A batch in host memory: the argument lies there, what reads it need not.
// CHECK-LABEL: func.func @main
// CHECK-SAME: memory = host
// CHECK: dist.constraint %{{.+}} <@mesh, [{"dp", "mb"}, {}]> :
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<16x8xf32> {dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = host>}) -> tensor<16x8xf32> {
  %0 = stablehlo.tanh %x : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
