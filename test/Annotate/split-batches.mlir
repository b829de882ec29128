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

// -----

// A loop of the program that adds up gradients takes a part of the batch in each
// iteration: microbatches are rows of every part.
// CHECK-LABEL: func.func @main
// CHECK: %[[PARTS:.+]] = stablehlo.reshape %arg0 : (tensor<12x4xf32>) -> tensor<3x4x4xf32>
// CHECK-NEXT: %[[READ:.+]] = dist.constraint %[[PARTS]] <@mesh, [{}, {"mb"}, {?}]> : tensor<3x4x4xf32>
// CHECK: stablehlo.while({{.*}} = %[[READ]]
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<12x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"mb"}, {?}]>}) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %parts = stablehlo.reshape %x : (tensor<12x4xf32>) -> tensor<3x4x4xf32>
  %0:3 = stablehlo.while(%i = %zero, %all = %parts, %sum = %none) : tensor<i32>, tensor<3x4x4xf32>, tensor<4x4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %all, %i, %zero, %zero, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %part = stablehlo.reshape %row : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %next = stablehlo.add %sum, %part : tensor<4x4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %all, %next : tensor<i32>, tensor<3x4x4xf32>, tensor<4x4xf32>
  }
  return %0#2 : tensor<4x4xf32>
}

// -----

// Left alone: the four rows of a part do not divide by the steps.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: dist.constraint %arg0 <@mesh, [{"mb"}, {?}]> : tensor<12x4xf32>
dist.mesh @mesh = <time ["mb"=3]>
func.func @main(%x: tensor<12x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"mb"}, {?}]>}) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %parts = stablehlo.reshape %x : (tensor<12x4xf32>) -> tensor<3x4x4xf32>
  %0:3 = stablehlo.while(%i = %zero, %all = %parts, %sum = %none) : tensor<i32>, tensor<3x4x4xf32>, tensor<4x4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %all, %i, %zero, %zero, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %part = stablehlo.reshape %row : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %next = stablehlo.add %sum, %part : tensor<4x4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %all, %next : tensor<i32>, tensor<3x4x4xf32>, tensor<4x4xf32>
  }
  return %0#2 : tensor<4x4xf32>
}
