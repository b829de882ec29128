// A scan whose iterations are counted: a loop command, whose rows are operands that
// move with its iterations.
// RUN: %popt %s --split-input-file --plan-memory --emit-step | FileCheck %s
// RUN: %popt %s --split-input-file --plan-memory --emit-step | %popt --split-input-file --verify-step-table

// Only rows ask for the counter: it is not computed.
// CHECK: step.address @arg1 at @arena[[[W:[0-9]+]]]
// CHECK: step.body @step
// CHECK: step.loop{{.*}} @body times 4 ()
// CHECK: step.body @body {
// CHECK-NEXT: step.matmul{{.*}} ({{.+}}, @arena[{{.*}} + 1024 * iteration(@body)] : 16x16xf32, @arena[{{.*}} + -512 * iteration(@body)] : 8x16xf32)
// CHECK-NEXT: step.copy
// CHECK-NEXT: }
dist.mesh @mesh = <["x"=1]>
func.func @main(%x: tensor<8x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<4x8x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %empty = dist.empty : tensor<4x8x16xf32>
  %0:3 = stablehlo.while(%i = %c0, %h = %x, %kept = %empty) : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = dist.step_slice %w at %i begin 0 stride 256 : tensor<4x16x16xf32>, tensor<i32> -> tensor<16x16xf32>
    %y = stablehlo.dot_general %h, %row, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %all = dist.step_update %kept with %y at %i begin 384 stride -128 : tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>
    %j = func.call @one_more(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %y, %all : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#2 : tensor<4x8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i32>) -> tensor<i32> attributes {popt.kernel}

// -----

// A kernel reads the counter, which begins at 0 and grows by one: the loop writes
// it. One that begins elsewhere is computed.
// CHECK: step.loop{{.*}} @body times 3 (@arena[[[I:[0-9]+]]] : i64)
// CHECK: step.loop{{.*}} @body_1 times 3 ()
// CHECK: step.body @body {
// CHECK-NEXT: step.kernel{{.*}} @turn (@arena[[[I]]] : i64,
// CHECK-NEXT: }
// CHECK: step.body @body_1 "body" {
// CHECK-NEXT: step.kernel{{.*}} @turn (@arena[[[J:[0-9]+]]] : i64,
// CHECK-NEXT: step.kernel{{.*}} @one_more (@arena[[[J]]] : i64,
dist.mesh @mesh = <["x"=1]>
func.func @main(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i64>
  %c4 = stablehlo.constant dense<4> : tensor<i64>
  %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i64>, tensor<16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 3>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = func.call @turn(%i, %y) : (tensor<i64>, tensor<16xf32>) -> tensor<16xf32>
    %j = func.call @one_more(%i) : (tensor<i64>) -> tensor<i64>
    stablehlo.return %j, %next : tensor<i64>, tensor<16xf32>
  }
  %1:2 = stablehlo.while(%i = %c4, %y = %x) : tensor<i64>, tensor<16xf32> attributes {dist.counter = array<i64: 0, 4, 1, 3>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = func.call @turn(%i, %y) : (tensor<i64>, tensor<16xf32>) -> tensor<16xf32>
    %j = func.call @one_more(%i) : (tensor<i64>) -> tensor<i64>
    stablehlo.return %j, %next : tensor<i64>, tensor<16xf32>
  }
  return %0#1, %1#1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @goes_on(tensor<i64>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i64>) -> tensor<i64> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @turn(tensor<i64>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 1>]}

// -----

// One that begins elsewhere, or counts down, and says only where rows are is not
// computed either, and gets no first value.
// CHECK: step.body @step
// CHECK-NOT: step.copy ({{.*}} : i32
// CHECK: step.loop{{.*}} @body times 2 ()
// CHECK: step.body @body {
// CHECK-NEXT: step.matmul{{.*}} (@arena[{{[0-9]+}}] : 8x16xf32, @arena[{{[0-9]+}} + -1024 * iteration(@body)] : 16x16xf32,
// CHECK-NOT: step.kernel
// CHECK: }
dist.mesh @mesh = <["x"=1]>
func.func @main(%x: tensor<8x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<8x16xf32> {
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c3, %h = %x) : tensor<i32>, tensor<8x16xf32> attributes {dist.counter = array<i64: 0, 3, -1, 2>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = dist.step_slice %w at %i begin 0 stride 256 : tensor<4x16x16xf32>, tensor<i32> -> tensor<16x16xf32>
    %y = stablehlo.dot_general %h, %row, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %j = func.call @one_less(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<8x16xf32>
  }
  return %0#1 : tensor<8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_less(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
