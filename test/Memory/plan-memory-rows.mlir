// What an iteration leaves as a row of a stack is made there, if nothing in between
// asks for what the row replaces.
// RUN: %popt %s --split-input-file --plan-memory --verify-memory-plan | FileCheck %s

// A product, under another shape; what the loop reads of other stacks is no matter.
// CHECK-LABEL: func.func @main
// CHECK: dist.empty {step.offsets = array<i64: [[STACK:[0-9]+]]>}
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK: stablehlo.dot_general {{.*}} {step.offsets = array<i64: [[STACK]]>, step.terms = {{\[}}array<i64: 0, 512>]}
// CHECK: dist.step_update {{.*}} {step.offsets = array<i64: [[STACK]]>}
func.func @main(%w: tensor<4x16x16xf32>, %x: tensor<8x16xf32>) -> (tensor<4x8x16xf32>, tensor<8x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %empty = dist.empty : tensor<4x8x16xf32>
  %0:3 = stablehlo.while(%i = %c0, %h = %x, %kept = %empty) : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = dist.step_slice %w at %i begin 0 stride 256 : tensor<4x16x16xf32>, tensor<i32> -> tensor<16x16xf32>
    %y = stablehlo.dot_general %h, %row, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %next = func.call @tanh(%y) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %new = stablehlo.reshape %y : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %all = dist.step_update %kept with %new at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>
    %j = func.call @one_more(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %next, %all : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#2, %0#1 : tensor<4x8x16xf32>, tensor<8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
func.func private @tanh(tensor<8x16xf32>) -> tensor<8x16xf32> attributes {popt.kernel}

// -----

// A sum that grows row by row: the kernel that adds may write over what it reads.
// The first one may not, so that its row is copied.
// CHECK-LABEL: func.func @main
// CHECK: } do {
// CHECK: call @add{{.*}} step.terms = {{\[}}array<i64: 0, -512>]}
// CHECK: call @turn
// CHECK-NOT: step.terms
// CHECK: stablehlo.return
func.func @main(%x: tensor<8x16xf32>, %a: tensor<4x8x16xf32> {dist.state = 0 : i64}, %b: tensor<4x8x16xf32> {dist.state = 1 : i64}) -> (tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %c3, %as = %a, %bs = %b) : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32> attributes {dist.counter = array<i64: 0, 3, -1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %old = dist.step_slice %as at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<i32> -> tensor<8x16xf32>
    %sum = func.call @add(%old, %x) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = dist.step_update %as with %sum at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>
    %before = dist.step_slice %bs at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<i32> -> tensor<8x16xf32>
    %turned = func.call @turn(%before) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = dist.step_update %bs with %turned at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>
    %j = func.call @one_less(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %1, %2 : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#1, %0#2 : tensor<4x8x16xf32>, tensor<4x8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_less(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
func.func private @add(tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @turn(tensor<8x16xf32>) -> tensor<8x16xf32> attributes {popt.kernel}

// -----

// What is made while another operation still reads the row lies elsewhere.
// CHECK-LABEL: func.func @main
// CHECK: } do {
// CHECK: stablehlo.dot_general {{.*}} step.terms = {{\[}}array<i64: 0, 512>]
// CHECK-NOT: step.terms
// CHECK: stablehlo.return
func.func @main(%w: tensor<16x16xf32>, %x: tensor<8x16xf32>, %a: tensor<4x8x16xf32>, %b: tensor<4x8x16xf32>) -> (tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c0, %h = %x, %as = %a, %bs = %b) : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1 = dist.step_update %as with %next at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>
    %old = dist.step_slice %bs at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<i32> -> tensor<8x16xf32>
    %new = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %sum = func.call @add(%old, %new) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %row = func.call @add(%new, %sum) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %row2 = func.call @add(%new, %row) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = dist.step_update %bs with %new at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>
    %j = func.call @one_more(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %next, %1, %2 : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#2, %0#3 : tensor<4x8x16xf32>, tensor<4x8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
func.func private @add(tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> attributes {popt.kernel}

// -----

// Rows of rows: an inner loop's stack is made in a row of the outer one's.
// CHECK-LABEL: func.func @main
// CHECK: } do {
// CHECK: stablehlo.while{{.*}} step.terms = {{\[}}array<i64>, array<i64: 0, 1024>]}
// CHECK: } do {
// CHECK: stablehlo.dot_general {{.*}} step.terms = {{\[}}array<i64: 1, 1024, 0, 512>]}
func.func @main(%w: tensor<16x16xf32>, %x: tensor<8x16xf32>) -> tensor<4x2x8x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %empty = dist.empty : tensor<4x2x8x16xf32>
  %0:2 = stablehlo.while(%i = %c0, %all = %empty) : tensor<i32>, tensor<4x2x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %inner = dist.empty : tensor<2x8x16xf32>
    %1:2 = stablehlo.while(%k = %c0, %part = %inner) : tensor<i32>, tensor<2x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 2>}
    cond {
      %p = func.call @goes_on(%k) : (tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %2 = dist.step_update %part with %y at %k begin 0 stride 128 : tensor<2x8x16xf32>, tensor<8x16xf32>, tensor<i32>
      %j = func.call @one_more(%k) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %j, %2 : tensor<i32>, tensor<2x8x16xf32>
    }
    %3 = dist.step_update %all with %1#1 at %i begin 0 stride 256 : tensor<4x2x8x16xf32>, tensor<2x8x16xf32>, tensor<i32>
    %j = func.call @one_more(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %3 : tensor<i32>, tensor<4x2x8x16xf32>
  }
  return %0#1 : tensor<4x2x8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i32>) -> tensor<i32> attributes {popt.kernel}

// -----

// What an iteration begins with is copied into its row before the next value is
// made, which then lies where it lay; nothing is copied back.
// CHECK-LABEL: func.func @main
// CHECK: } do {
// CHECK: %[[ROW:.+]] = stablehlo.reshape %{{.+}} {step.offsets = array<i64: [[CARRIED:[0-9]+]]>, step.view}
// CHECK-NEXT: dist.step_update %{{.+}} with %[[ROW]]
// CHECK-NEXT: call @add({{.*}} {step.offsets = array<i64: [[CARRIED]]>}
// CHECK-NEXT: call @one_more
// CHECK-NEXT: stablehlo.return
func.func @main(%w: tensor<16x16xf32>, %x: tensor<8x16xf32>) -> (tensor<4x8x16xf32>, tensor<8x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %empty = dist.empty : tensor<4x8x16xf32>
  %0:3 = stablehlo.while(%i = %c0, %h = %x, %kept = %empty) : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%i) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %next = func.call @add(%h, %y) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %new = stablehlo.reshape %h : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %all = dist.step_update %kept with %new at %i begin 0 stride 128 : tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>
    %j = func.call @one_more(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %next, %all : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#2, %0#1 : tensor<4x8x16xf32>, tensor<8x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @one_more(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
func.func private @add(tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>, array<i64: 0, 1>]}
