// Time axes stand before the device axes that a constraint takes off the batch.
// RUN: %popt %s --split-input-file --split-batches | FileCheck %s
// RUN: %popt %s --split-input-file --split-batches --remarks-filter-passed=annotate -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Experts: "ep" leaves the batch for the experts' dimension and comes back, "dp"
// stays. Constraints that have both take the same order.
// REMARK: argument 0 is read as [{"dp", "mb", "ep"}, {}], a slice of it at each of 2 steps, before {"ep"}, which a constraint takes off the batch
dist.mesh @mesh = <["dp"=2, "ep"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: [{"dp", "ep"}p1, {}], replicated = {"mb"}
// CHECK: dist.constraint %arg0 <@mesh, [{"dp", "mb", "ep"}, {}]>
// CHECK: dist.constraint %{{.*}} <@mesh, [{"ep"}, {"dp"}, {}]>
// CHECK: dist.constraint %{{.*}} <@mesh, [{}, {"dp", "mb", "ep"}, {}]>
func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "ep"}, {}]>}) -> tensor<8x16x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<16x4xf32>) -> tensor<8x16x4xf32>
  %1 = dist.constraint %0 <@mesh, [{"ep"}, {"dp"}, {}]> : tensor<8x16x4xf32>
  %2 = stablehlo.tanh %1 : tensor<8x16x4xf32>
  %3 = dist.constraint %2 <@mesh, [{}, {"dp", "ep"}, {}]> : tensor<8x16x4xf32>
  return %3 : tensor<8x16x4xf32>
}

// -----

// Rows gathered for a layer that is split by columns; also through a loop.
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// REMARK: argument 0 is read as [{"mb", "dp"}, {}]
// CHECK-LABEL: func.func @main
// CHECK: dist.constraint %arg0 <@mesh, [{"mb", "dp"}, {}]>
// CHECK: dist.constraint %{{.*}} <@mesh, [{}, {"dp"}]>
func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<16x4xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%h = %x, %i = %zero) : tensor<16x4xf32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %t = stablehlo.tanh %h : tensor<16x4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %t, %j : tensor<16x4xf32>, tensor<i32>
    }
  %1 = dist.constraint %0#0 <@mesh, [{}, {"dp"}]> : tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}

// -----

// Nothing leaves: weights have axes of their own, an open dimension may take the
// rest, a product of two batches keeps the axis in one of its dims, and the rows
// of a reshaped batch are still the batch. What the user wrote over time stays.
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// REMARK: argument 0 is read as [{"dp", "mb"}, {}], a slice of it at each of 4 steps"
// CHECK-LABEL: func.func @main
// CHECK: dist.constraint %arg0 <@mesh, [{"dp", "mb"}, {}]>
func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}, %w: tensor<4x4xf32>) -> (tensor<16x4xf32>, tensor<16x16xf32>, tensor<2x8x4xf32>) {
  %0 = dist.constraint %w <@mesh, [{}, {"dp"}]> : tensor<4x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x4xf32>) -> tensor<16x4xf32>
  %2 = dist.constraint %1 <@mesh, [{?}, {}]> : tensor<16x4xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [1] : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x16xf32>
  %4 = dist.constraint %3 <@mesh, [{"dp"}, {}]> : tensor<16x16xf32>
  %5 = stablehlo.reshape %x : (tensor<16x4xf32>) -> tensor<2x8x4xf32>
  %6 = dist.constraint %5 <@mesh, [{}, {"dp"}, {}]> : tensor<2x8x4xf32>
  return %2, %4, %6 : tensor<16x4xf32>, tensor<16x16xf32>, tensor<2x8x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main
// CHECK: dist.constraint %arg0 <@mesh, [{"dp", "mb"}, {}]>
func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "mb"}, {}]>}) -> tensor<16x4xf32> {
  %0 = dist.constraint %x <@mesh, [{}, {"dp"}]> : tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
