// One function per coordinate of the stage axis, with messages between them.
// RUN: %popt %s --split-stages --split-input-file | FileCheck %s

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>

// Arguments are where they are read, and say so; constants are everywhere.
// CHECK-LABEL: func.func @main_pp0
// CHECK-SAME: %[[X:[^ ]*]]: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.index = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{"dp"}], at = {"pp" = [0]}>}
// CHECK-SAME: %{{[^ ]*}}: tensor<4xf32> {dist.index = 1 : i64, dist.state = 0 : i64})
// CHECK-SAME: -> (tensor<4xf32> {dist.index = 1 : i64}) attributes {dist.coordinate = 0 : i64}
// CHECK: %[[C:.+]] = stablehlo.constant
// CHECK: %[[T:.+]] = stablehlo.tanh %[[X]]
// CHECK: dist.send %[[T]] message 0 to 1 on @mesh
// CHECK: %[[R:.+]] = dist.recv message 1 from 1 on @mesh
// CHECK: stablehlo.add %[[R]], %[[C]]
// CHECK: dist.sent %[[T]] message 0
// CHECK: return

// CHECK-LABEL: func.func @main_pp1
// CHECK-SAME: -> (tensor<4xf32> {dist.index = 0 : i64}) attributes {dist.coordinate = 1 : i64}
// CHECK: %[[C:.+]] = stablehlo.constant
// CHECK: %[[R:.+]] = dist.recv message 0 from 0 on @mesh
// CHECK: %[[N:.+]] = stablehlo.multiply %[[R]], %[[C]]
// CHECK: dist.send %[[N]] message 1 to 0 on @mesh
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>, dist.global_type = tensor<8xf32>},
                %w: tensor<4xf32> {dist.state = 1 : i64, dist.place = array<i64: 0>}) -> (tensor<4xf32>, tensor<4xf32> {dist.place = array<i64: 0>}) {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
  %1 = stablehlo.multiply %0, %c {dist.place = array<i64: 1>} : tensor<4xf32>
  %2 = stablehlo.add %1, %c {dist.place = array<i64: 0>} : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Messages are received in the order in which they are sent, even where the
// second is read first.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: dist.send %{{.*}} message 0 to 1
// CHECK: dist.send %{{.*}} message 1 to 1
// CHECK-LABEL: func.func @main_pp1
// CHECK: %[[A:.+]] = dist.recv message 0
// CHECK: %[[B:.+]] = dist.recv message 1
// CHECK: stablehlo.negate %[[B]]
// CHECK: stablehlo.negate %[[A]]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
  %1 = stablehlo.exponential %x {dist.place = array<i64: 0>} : tensor<4xf32>
  %2 = stablehlo.negate %1 {dist.place = array<i64: 1>} : tensor<4xf32>
  %3 = stablehlo.negate %0 {dist.place = array<i64: 1>} : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A combination is one reduction among those that have partial values; who else reads it
// is sent the result by the nearest.
dist.mesh @mesh = <stage ["pp"=4]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[S:.+]] = dist.reduce_stages %{{.*}} sum at [0, 2] message 0
// CHECK: stablehlo.negate %[[S]]
// CHECK-LABEL: func.func @main_pp1
// CHECK-NOT: dist.reduce
// CHECK: return
// CHECK-LABEL: func.func @main_pp2
// CHECK: %[[S:.+]] = dist.reduce_stages %{{.*}} sum at [0, 2] message 0
// CHECK: dist.send %[[S]] message 1 to 3
// CHECK-LABEL: func.func @main_pp3
// CHECK: dist.recv message 1 from 2
func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<f32>
  %1 = stablehlo.exponential %x {dist.place = array<i64: 2>} : tensor<f32>
  %2 = dist.combine sum(%0, %1) at [0, 2] : tensor<f32>
  %3 = stablehlo.negate %2 {dist.place = array<i64: 0>} : tensor<f32>
  %4 = stablehlo.tanh %2 {dist.place = array<i64: 3>} : tensor<f32>
  return %3, %4 : tensor<f32>, tensor<f32>
}

// -----

// Combinations at the same coordinates are one reduction, if their operands exist
// where the first of them stands: neither what is made from it, nor another
// monoid, nor other coordinates.
dist.mesh @mesh = <stage ["pp"=4]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[TWO:.+]]:2 = dist.reduce_stages %{{.*}}, %{{.*}} sum at [0, 2] message 0 on @mesh : tensor<f32>, tensor<4xf32>
// CHECK: dist.reduce_stages %{{.*}} max at [0, 2] message 4
// CHECK: dist.reduce_stages %[[TWO]]#0 sum at [0, 2] message 5
// CHECK-LABEL: func.func @main_pp1
// CHECK: %[[OTHER:.+]]:2 = dist.reduce_stages %{{.*}}, %{{.*}} sum at [1, 3] message 2 on @mesh : tensor<f32>, tensor<4xf32>
// CHECK: return %[[OTHER]]#0, %[[OTHER]]#1
// CHECK-LABEL: func.func @main_pp2
// CHECK: %{{.+}}:2 = dist.reduce_stages %{{.*}}, %{{.*}} sum at [0, 2] message 0
// CHECK-LABEL: func.func @main_pp3
// CHECK: %{{.+}}:2 = dist.reduce_stages %{{.*}}, %{{.*}} sum at [1, 3] message 2
func.func @main(%s: tensor<f32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xf32>) {
  %0 = dist.combine sum(%s, %s) at [0, 2] : tensor<f32>
  %1 = dist.combine sum(%s, %s) at [1, 3] : tensor<f32>
  %2 = dist.combine sum(%x, %x) at [0, 2] : tensor<4xf32>
  %3 = dist.combine sum(%x, %x) at [1, 3] : tensor<4xf32>
  %4 = dist.combine max(%s, %s) at [0, 2] : tensor<f32>
  %5 = dist.combine sum(%0, %0) at [0, 2] : tensor<f32>
  return %2, %4, %5, %1, %3 : tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xf32>
}
