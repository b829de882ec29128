// Which visits a schedule that tells forward from backward cuts in two.
// RUN: %popt %s --form-tasks=schedule=gpipe --schedule-tasks --split-stages --split-input-file | FileCheck %s

// A loss is returned: what it is computed from goes first, for all microbatches.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp1
// CHECK: #dist.order<{{.*}}run [[F:.+]]:0, {{.*}}run [[F]]:1, {{.*}}run [[B:.+]]:0, {{.*}}run [[B]]:1
// CHECK: dist.task [[F]] "1F"
// CHECK:   stablehlo.reduce
// CHECK-NOT: stablehlo.negate
// CHECK: dist.task [[B]] "1B"
// CHECK:   stablehlo.negate
// CHECK: dist.send
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %l = %none) -> (tensor<4xf32>, tensor<f32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %loss = stablehlo.reduce(%g init: %none) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %nextL = stablehlo.add %l, %loss {dist.place = array<i64: 1>} : tensor<f32>
    %n = stablehlo.negate %g {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.subtract %n, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %nextA = stablehlo.add %a, %d {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %nextA, %nextL : tensor<4xf32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}

// -----

// No loss is returned: one visit. The second message arrives while the first
// microbatch runs, and is received before it.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp1
// CHECK: #dist.order<recv 0:0, recv 0:1, {{.*}}run [[F:.+]]:0, {{.*}}run [[F]]:1,
// CHECK: dist.recv message 0 from 0
// CHECK: dist.task [[F]] "1F"
// CHECK:   stablehlo.exponential
// CHECK:   stablehlo.negate
// CHECK: dist.send
// CHECK-NOT: "1B"
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}, %w: tensor<64x64xf32> {dist.place = array<i64: 1>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    // Takes longer than the task before.
    %long = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %few = stablehlo.slice %long [0:1, 0:4] {dist.place = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<1x4xf32>
    %row = stablehlo.reshape %few {dist.place = array<i64: 1>} : (tensor<1x4xf32>) -> tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %n = stablehlo.negate %g {dist.place = array<i64: 1>} : tensor<4xf32>
    %m = stablehlo.multiply %n, %row {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.subtract %m, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %nextA = stablehlo.add %a, %d {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %nextA : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A scalar that the next state is computed from is no loss: its ancestors are
// all of the visit but what is sent.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp1
// CHECK: dist.task {{.*}} "1F"
// CHECK: dist.send
// CHECK-NOT: "1B"
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}, %scale: tensor<f32> {dist.place = array<i64: 1>, dist.state = 1 : i64}) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %s = %none) -> (tensor<4xf32>, tensor<f32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %ds = stablehlo.reduce(%g init: %none) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %nextS = stablehlo.add %s, %ds {dist.place = array<i64: 1>} : tensor<f32>
    %n = stablehlo.negate %g {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.subtract %n, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %nextA = stablehlo.add %a, %d {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %nextA, %nextS : tensor<4xf32>, tensor<f32>
  }
  %next = stablehlo.subtract %scale, %0#1 {dist.place = array<i64: 1>} : tensor<f32>
  return %0#0, %next : tensor<4xf32>, tensor<f32>
}

// -----

// No stage waits for what the largest value is not computed from: inference.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp1
// CHECK: dist.task {{.*}} "1F"
// CHECK:   stablehlo.negate
// CHECK-NOT: "1B"
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %l = %none) -> (tensor<4xf32>, tensor<f32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %sum = stablehlo.reduce(%g init: %none) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %nextL = stablehlo.add %l, %sum {dist.place = array<i64: 1>} : tensor<f32>
    %n = stablehlo.negate %g {dist.place = array<i64: 1>} : tensor<4xf32>
    %nextA = stablehlo.add %a, %n {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %nextA, %nextL : tensor<4xf32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}
