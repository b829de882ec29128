// Two copies of a network in opposite directions: operations of loops twice, at
// mirrored places and for half of the microbatches each; everything around the
// loops at both places of a pair.
// RUN: %popt %s --form-tasks=schedule=chimera --split-input-file | FileCheck %s
// RUN: %popt %s --form-tasks=schedule=chimera --schedule-tasks --split-stages --split-input-file | FileCheck %s --check-prefix=SPLIT

// RUN: %popt %s --form-tasks=schedule=chimera --split-input-file --remarks-filter=schedule 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: schedule chimera holds the network twice: each coordinate has its mirror image's weights and state as well; 1 values of 16 bytes in all are added up over pairs of coordinates once a step

// Forward at 0, forward and backward at 1; and the other way round.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[W:.+]]: tensor<4xf32> {dist.place = array<i64: 0, 1>, dist.state = 0 : i64}
// CHECK: %[[LOOP:.+]]:2 = dist.time_loop {{.*}} (%[[STEP:.+]], %[[DOWN:.+]] = %{{.+}}, %[[UP:.+]] = %{{.+}}) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-SAME: dist.tasks = [#dist.task<at 0 visit 0, {{.*}}>, #dist.task<at 0 visit 1, {{.*}}>, #dist.task<at 0 visit 0 direction 1, {{.*}}>, #dist.task<at 1 visit 0, {{.*}}>, #dist.task<at 1 visit 0 direction 1, {{.*}}>, #dist.task<at 1 visit 1 direction 1, {{.*}}>]
// CHECK: stablehlo.multiply %{{.*}}, %[[W]] {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>}
// CHECK: stablehlo.exponential %{{.*}} {dist.in_tasks = array<i64: 3>, dist.place = array<i64: 1>}
// CHECK: stablehlo.add %[[DOWN]], %{{.*}} {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>}
// CHECK: stablehlo.multiply %{{.*}}, %[[W]] {dist.in_tasks = array<i64: 4>, dist.place = array<i64: 1>}
// CHECK: stablehlo.exponential %{{.*}} {dist.in_tasks = array<i64: 2>, dist.place = array<i64: 0>}
// CHECK: stablehlo.add %[[UP]], %{{.*}} {dist.in_tasks = array<i64: 5>, dist.place = array<i64: 1>}
// CHECK: dist.combine sum(%[[LOOP]]#0, %[[LOOP]]#1) at [0, 1]
// CHECK: stablehlo.subtract %[[W]], %{{.*}} {dist.place = array<i64: 0, 1>}

// Each task runs for the microbatches of its direction.
// SPLIT-LABEL: func.func @main_pp0
// SPLIT: dist.task {{.*}} "0F" () {{.*}} {
// SPLIT: } attributes {microbatches = array<i64: 0, 2>}
// SPLIT: dist.task {{.*}} "1F" () {{.*}} {
// SPLIT: } attributes {microbatches = array<i64: 2, 4>}
// SPLIT: dist.reduce_stages %{{.*}} sum at [0, 1]
// SPLIT: stablehlo.subtract
// SPLIT-LABEL: func.func @main_pp1
// SPLIT: dist.task {{.*}} "0F" () {{.*}} {
// SPLIT: } attributes {microbatches = array<i64: 2, 4>}
// SPLIT: dist.reduce_stages %{{.*}} sum at [0, 1]
// SPLIT: stablehlo.subtract
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%w: tensor<4xf32> {dist.place = array<i64: 0>, dist.state = 0 : i64}, %x: tensor<4x4xf32>) -> (tensor<4xf32> {dist.place = array<i64: 0>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %h = stablehlo.multiply %flat, %w {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  %1 = stablehlo.subtract %w, %0 {dist.place = array<i64: 0>} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Slices that microbatches write, and a count that each coordinate makes for
// itself: both halves added up, the count where it is read.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.+]]:4 = dist.time_loop
// CHECK-DAG: dist.combine sum(%[[LOOP]]#2, %[[LOOP]]#0) at [0, 1] : tensor<8x4xf32>
// CHECK-DAG: stablehlo.add %[[LOOP]]#1, %[[LOOP]]#3 : tensor<f32>
// SPLIT-LABEL: func.func @main_pp0
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%w: tensor<2x4xf32> {dist.place = array<i64: 0>}, %x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<f32>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %rows = %zeros, %count = %zero) -> (tensor<8x4xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %at = stablehlo.multiply %step, %two : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %at, %c, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %h = stablehlo.multiply %row, %w {dist.place = array<i64: 0>} : tensor<2x4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<2x4xf32>
    %next = stablehlo.dynamic_update_slice %rows, %g, %at, %c : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %more = stablehlo.add %count, %one : tensor<f32>
    dist.return %next, %more : tensor<8x4xf32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<f32>
}

// -----

// A weight that both coordinates of a pair hold: each has now both gradients, so
// that only the halves are added up.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.+]]:4 = dist.time_loop
// CHECK: %[[A:.+]] = dist.combine sum(%[[LOOP]]#0, %[[LOOP]]#2) at [0, 1]
// CHECK: %[[B:.+]] = dist.combine sum(%[[LOOP]]#3, %[[LOOP]]#1) at [0, 1]
// CHECK: %[[SUM:.+]] = stablehlo.add %[[A]], %[[B]] {dist.place = array<i64: 0, 1>}
// CHECK: stablehlo.subtract %{{.*}}, %[[SUM]] {dist.place = array<i64: 0, 1>}
// SPLIT-LABEL: func.func @main_pp0
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%w: tensor<4xf32> {dist.place = array<i64: 0, 1>, dist.state = 0 : i64}) -> (tensor<4xf32> {dist.place = array<i64: 0, 1>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %b = %zero) -> (tensor<4xf32>, tensor<4xf32>) {
    %h = stablehlo.tanh %w {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.multiply %h, %w {dist.place = array<i64: 1>} : tensor<4xf32>
    %more = stablehlo.add %a, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %most = stablehlo.add %b, %g {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %more, %most : tensor<4xf32>, tensor<4xf32>
  }
  %1 = dist.combine sum(%0#0, %0#1) at [0, 1] : tensor<4xf32>
  %2 = stablehlo.subtract %w, %1 {dist.place = array<i64: 0, 1>} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Each coordinate has two blocks of the stack, so that all are arguments of their
// own; those after the first have numbers after all others.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.+}}: tensor<2x4xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x4xf32>, begin = 0, index = 0>, dist.index = 0 : i64, dist.place = array<i64: 0, 1>}
// CHECK-SAME: %{{.+}}: tensor<2x4xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x4xf32>, begin = 2, index = 0>, dist.index = 2 : i64, dist.place = array<i64: 0, 1>}
// CHECK-SAME: %{{.+}}: tensor<2x4xf32> {dist.index = 1 : i64}
// SPLIT-LABEL: func.func @main_pp0
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%w: tensor<2x4xf32> {dist.index = 0 : i64, dist.block_of = #dist.block_of<dim 0 of tensor<4x4xf32>>, dist.place = array<i64: 0>},
                %v: tensor<2x4xf32> {dist.index = 0 : i64, dist.block_of = #dist.block_of<dim 0 of tensor<4x4xf32>>, dist.place = array<i64: 1>},
                %x: tensor<2x4xf32> {dist.index = 1 : i64}) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<2x4xf32>) {
    %h = stablehlo.multiply %x, %w {dist.place = array<i64: 0>} : tensor<2x4xf32>
    %g = stablehlo.multiply %h, %v {dist.place = array<i64: 1>} : tensor<2x4xf32>
    %next = stablehlo.add %sum, %g {dist.place = array<i64: 1>} : tensor<2x4xf32>
    dist.return %next : tensor<2x4xf32>
  }
  return %0 : tensor<2x4xf32>
}
