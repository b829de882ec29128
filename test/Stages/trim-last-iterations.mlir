// A loop's last iteration leaves out what only a further one would read.
// RUN: %popt %s --split-input-file --trim-last-iterations | FileCheck %s
// RUN: %popt %s --split-input-file --trim-last-iterations --remarks-filter-passed=schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The gradient of the first layer's input has no reader. Three iterations make one for
// the next; the last, whose counter begins at a constant, makes the row alone.
// REMARK: remark: [Passed] trim
// REMARK-SAME: the last of 4 iterations leaves out what only a further one would read, 12.5% of the loop's flops
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[DY:.+]]: tensor<8x16xf32>,
// CHECK: %[[FIRST:.+]]:3 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %[[DY]], %{{.+}} = %{{.+}}) : {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: %[[BOUND:.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: stablehlo.compare LT, %{{.+}}, %[[BOUND]]
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK: %[[COUNTER:.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: %[[LAST:.+]]:3 = stablehlo.while(%{{.+}} = %[[COUNTER]], %[[G:.+]] = %[[FIRST]]#1, %{{.+}} = %[[FIRST]]#2) : {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: %[[END:.+]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK: stablehlo.compare LT, %{{.+}}, %[[END]]
// CHECK: stablehlo.dot_general %{{.+}}, %[[G]]
// CHECK-NOT: stablehlo.dot_general
// CHECK: stablehlo.return %{{.+}}, %[[G]],
// CHECK: return %[[LAST]]#2
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%dy: tensor<8x16xf32>, %w: tensor<4x16x16xf32>, %h: tensor<4x8x16xf32>) -> tensor<4x16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %g = %dy, %dws = %empty) : tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32> attributes {dist.place = array<i64: 1>}
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.subtract %three, %i : tensor<i32>
    %hrow = stablehlo.dynamic_slice %h, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %x = stablehlo.reshape %hrow : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %wrow = stablehlo.dynamic_slice %w, %at, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %wrow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %dx = stablehlo.dot_general %g, %layer, contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %row = stablehlo.reshape %dw : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %all = stablehlo.dynamic_update_slice %dws, %row, %at, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %dx, %all : tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32>
  }
  return %0#2 : tensor<4x16x16xf32>
}

// -----

// A loop of one iteration stays one. The loop in it carries nothing for anybody
// either.
// REMARK: the last of 1 iterations leaves out what only a further one would read, 24.6% of the loop's flops
// REMARK: the last of 2 iterations leaves out
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while(
// CHECK: stablehlo.while(
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK: stablehlo.while(
// CHECK-COUNT-1: stablehlo.dot_general
// CHECK-NOT: stablehlo.while(
// CHECK-NOT: stablehlo.dot_general
// CHECK: {{^ *}}return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%dy: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<16x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %g = %dy, %sum = %empty) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %1:3 = stablehlo.while(%k = %zero, %g2 = %g, %sum2 = %sum) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    cond {
      %go = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %dw = stablehlo.dot_general %g2, %g2, contracting_dims = [0] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      %dx = stablehlo.dot_general %g2, %w, contracting_dims = [1] x [1] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      %next = stablehlo.add %sum2, %dw : tensor<16x16xf32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k1, %dx, %next : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    }
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %1#1, %1#2 : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %0#2 : tensor<16x16xf32>
}

// -----

// Loops as they were: what is carried is read after the loop, or saves too little,
// or the number of iterations is unknown.
// REMARK-NOT: trim
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: stablehlo.while(
// CHECK-NOT: stablehlo.while(
// CHECK: {{^ *}}return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<16x16xf32>, %n: tensor<i32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %many = stablehlo.constant dense<200> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %sum = %x) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %more = stablehlo.add %sum, %h : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %more : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %h = %x, %sum = %0#1) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %more = stablehlo.add %sum, %h : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %more : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  %2:3 = stablehlo.while(%i = %zero, %h = %x, %sum = %x) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %more = stablehlo.add %sum, %h : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %more : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  return %0#2, %1#2, %2#2 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
