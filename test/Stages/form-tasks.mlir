// What a coordinate runs without interruption is a task.
// RUN: %popt %s --form-tasks --split-input-file | FileCheck %s
// RUN: %popt %s --form-tasks=schedule=zb-h1 --split-input-file | FileCheck %s --check-prefix=ZB
// RUN: %popt %src/test/Stages/split-stages.mlir --split-input-file --form-tasks=schedule=gpipe 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: warning: the schedule is not used, as there is no pipeline: one takes a stage axis and a folded time axis

// Forward at 0, forward and backward at 1, backward at 0. The constant is in no
// task: it can run at both and costs little.
// ZB: module attributes {dist.schedule = #dist.schedule<"zb-h1">}
// CHECK-LABEL: func.func @main
// CHECK: dist.tasks = [#dist.task<at 0 visit 0, {{.*}}>, #dist.task<at 0 visit 1, {{.*}}>, #dist.task<at 1 visit 0, {{.*}}>]
// CHECK: stablehlo.constant dense<0> : tensor<i32>
// CHECK: stablehlo.tanh %{{.*}} {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>}
// CHECK: stablehlo.exponential %{{.*}} {dist.in_tasks = array<i64: 2>
// CHECK: stablehlo.multiply %{{.*}} {dist.in_tasks = array<i64: 1>
// CHECK: stablehlo.add %{{.*}} {dist.in_tasks = array<i64: 1>}
// What no other coordinate waits for is apart.
// ZB: #dist.task<at 0 visit 1 weight, {{.*}}>
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %h = stablehlo.tanh %flat {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// An operation that runs at two coordinates is in a task of each.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.tanh %{{.*}} {dist.in_tasks = array<i64: 0, 1>}
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %x, %b = %x) -> (tensor<4xf32>, tensor<4xf32>) {
    %h = stablehlo.tanh %a : tensor<4xf32>
    %g = stablehlo.add %b, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %f = stablehlo.negate %h {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %h, %g : tensor<4xf32>, tensor<4xf32>
  }
  %1 = stablehlo.negate %0#0 {dist.place = array<i64: 0>} : tensor<4xf32>
  %2 = stablehlo.add %0#0, %0#1 {dist.place = array<i64: 1>} : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// What reads nothing of a task runs where it is read, and is not kept between tasks.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.tanh %{{.*}} {dist.in_tasks = array<i64: 0>
// CHECK: stablehlo.cosine %{{.*}} {dist.in_tasks = array<i64: 1>
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}, %w: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %h = stablehlo.tanh %flat {dist.place = array<i64: 0>} : tensor<4xf32>
    %late = stablehlo.cosine %w {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %late {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Layers in another order are put together in each task that reads them; no task leaves
// weights for another one.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.concatenate %{{.*}} dim = 0 {dist.place = array<i64: 0>}
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}, %w: tensor<2x4xf32> {dist.place = array<i64: 0>}) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<2x4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %upper = stablehlo.slice %w [1:2, 0:4] {dist.place = array<i64: 0>} : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %lower = stablehlo.slice %w [0:1, 0:4] {dist.place = array<i64: 0>} : (tensor<2x4xf32>) -> tensor<1x4xf32>
    %turned = stablehlo.concatenate %upper, %lower, dim = 0 {dist.place = array<i64: 0>} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %rows = stablehlo.concatenate %row, %row, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
    %h = stablehlo.multiply %rows, %turned {dist.place = array<i64: 0>} : tensor<2x4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<2x4xf32>
    %d = stablehlo.multiply %g, %turned {dist.place = array<i64: 0>} : tensor<2x4xf32>
    %next = stablehlo.add %sum, %d : tensor<2x4xf32>
    dist.return %next : tensor<2x4xf32>
  }
  return %0 : tensor<2x4xf32>
}
