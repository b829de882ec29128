// Every operation gets its coordinate of the stage axis.
// RUN: %popt %s --place-stages --split-input-file | FileCheck %s

// Operations run where their parameters are; pins leave the shardings.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-SAME: %{{[^ ]*}}: tensor<8x4xf32>,
// CHECK-SAME: {dist.place = array<i64: 0>, dist.sharding = #dist.sharding<@mesh, [{}, {}]>}
// CHECK-SAME: {dist.place = array<i64: 1>, dist.sharding = #dist.sharding<@mesh, [{}, {}]>}
func.func @main(%x: tensor<8x4xf32>,
                %a: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                %b: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>}) -> tensor<8x4xf32> {
  // The scale is made everywhere and has no place.
  // CHECK: stablehlo.constant
  // CHECK-NOT: dist.place
  // CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 0>
  %c = stablehlo.constant dense<2.0> : tensor<8x4xf32>
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 1>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.multiply {{.*}}dist.place = array<i64: 1>
  %2 = stablehlo.multiply %1, %c : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// -----

// A value is sent where it is small: the reduction runs where its operand is.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%x: tensor<8x4xf32>, %a: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                %b: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: stablehlo.multiply {{.*}}dist.place = array<i64: 0>
  %0 = stablehlo.multiply %x, %a : tensor<8x4xf32>
  // CHECK: stablehlo.reduce({{.*}}dist.place = array<i64: 0>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK: stablehlo.add {{.*}}dist.place = array<i64: 1>
  %2 = stablehlo.add %1, %b : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A counter is updated wherever it is held; a running mean follows what updates
// it.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-SAME: %{{[^ ]*}}: tensor<f32> {dist.state = 0 : i64},
// CHECK-SAME: %{{[^ ]*}}: tensor<8xf32> {dist.place = array<i64: 1>, dist.state = 1 : i64},
func.func @main(%count: tensor<f32> {dist.state = 0 : i64}, %mean: tensor<8xf32> {dist.state = 1 : i64},
                %x: tensor<8xf32>, %a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>},
                %b: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>}) -> (tensor<f32>, tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
  %0 = stablehlo.add %count, %one : tensor<f32>
  // CHECK: stablehlo.multiply {{.*}}dist.place = array<i64: 1>
  %1 = stablehlo.multiply %a, %x : tensor<8xf32>
  // CHECK: stablehlo.add {{.*}}dist.place = array<i64: 1>
  %2 = stablehlo.add %mean, %1 : tensor<8xf32>
  %3 = stablehlo.negate %b : tensor<8xf32>
  return %0, %2, %3 : tensor<f32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// A sum of scalars from several coordinates that several read: one combination.
dist.mesh @mesh = <stage ["pp"=3]>
// CHECK-LABEL: @main
func.func @main(%a: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>},
                %b: tensor<8xf32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>},
                %c: tensor<8xf32> {dist.state = 2 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [2]}>})
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NOT: stablehlo.add %
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}, %{{.*}}) at [0, 1, 2] : tensor<f32>
  // CHECK-NOT: dist.place = array<i64: 0, 1
  %3 = stablehlo.add %0, %1 : tensor<f32>
  %4 = stablehlo.add %3, %2 : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.divide %a, %5 : tensor<8xf32>
  %7 = stablehlo.divide %b, %5 : tensor<8xf32>
  %8 = stablehlo.divide %c, %5 : tensor<8xf32>
  return %6, %7, %8 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Two coordinates hold a weight: its gradient is one combination over exactly
// those, and both update it.
dist.mesh @mesh = <stage ["pp"=3]>
// CHECK-LABEL: @main
func.func @main(%w: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0, 2]}>},
                %x: tensor<8xf32>,
                %a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>},
                %b: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [2]}>}) -> tensor<8xf32> {
  %0 = stablehlo.multiply %a, %x : tensor<8xf32>
  %1 = stablehlo.multiply %b, %x : tensor<8xf32>
  // CHECK: %[[G:.+]] = dist.combine sum(%{{.*}}, %{{.*}}) at [0, 2] : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  // CHECK: stablehlo.subtract %{{.*}}, %[[G]] : tensor<8xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// A transposed partial value is one of the coordinate where it was made, wherever the
// transposition would run.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%w: tensor<8x4xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0, 1]}>},
                %a: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                %b: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>},
                %x: tensor<4x4xf32>, %y: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %a, %x, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 1>
  // CHECK: stablehlo.transpose {{.*}}dist.place = array<i64: 1>
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}) at [0, 1] : tensor<8x4xf32>
  %1 = stablehlo.dot_general %b, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.add %2, %0 : tensor<8x4xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// -----

// So is one that is cast, as in mixed precision, though the cast one is larger than what
// it is made from, and one that is scaled by a number of another coordinate. What only
// passes the sum on (clipping puts a barrier between two passes over all gradients, a
// user constrains them) leaves it a gradient.
dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%w: tensor<8x4xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0, 1]}>},
                %s: tensor<f32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [], at = {"pp" = [0]}>},
                %a: tensor<8x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                %b: tensor<8x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>},
                %x: tensor<4x4xbf16>) -> (tensor<8x4xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xbf16>
  // CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 1>
  // CHECK: stablehlo.convert {{.*}}dist.place = array<i64: 1>
  // CHECK: stablehlo.multiply {{.*}}dist.place = array<i64: 1>
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}) at [0, 1] : tensor<8x4xf32>
  // CHECK-NEXT: stablehlo.optimization_barrier %{{[0-9]+}} : tensor<8x4xf32>
  %1 = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xbf16>
  %2 = stablehlo.convert %0 : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %3 = stablehlo.convert %1 : (tensor<8x4xbf16>) -> tensor<8x4xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<8x4xf32>
  %6 = stablehlo.add %5, %2 : tensor<8x4xf32>
  %7 = stablehlo.optimization_barrier %6 : tensor<8x4xf32>
  %8 = dist.constraint %7 <@mesh, [{"dp"}, {} ]> : tensor<8x4xf32>
  %9 = stablehlo.subtract %w, %8 : tensor<8x4xf32>
  return %9, %s : tensor<8x4xf32>, tensor<f32>
}

// -----

// Left alone: of a number that is repeated, the number is sent.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%w: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0, 1]}>},
                %a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>},
                %b: tensor<f32> {dist.sharding = #dist.sharding<@mesh, [], at = {"pp" = [1]}>}) -> tensor<8xf32> {
  // CHECK-NOT: dist.combine
  %0 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %a, %0 : tensor<8xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// Left alone: a sum of the weight's size that a contraction reads is no gradient
// of it.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%w: tensor<8x8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0, 1]}>},
                %a: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                %b: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>}) -> tensor<8x8xf32> {
  // CHECK-NOT: dist.combine
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// Left alone: no stage axis.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: @main
// CHECK-NOT: dist.place
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A loop over parts of the batch that takes layers of both coordinates is written
// out: each part's operations run where their layer is. Its counter is known.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-NOT: stablehlo.while
// CHECK: dense<0> : tensor<i32>
// CHECK: stablehlo.dynamic_slice
// CHECK: stablehlo.multiply %{{.*}}, %arg1 {dist.place = array<i64: 0>}
// CHECK: stablehlo.multiply %{{.*}}, %arg2 {dist.place = array<i64: 1>}
// CHECK: dense<1> : tensor<i32>
// CHECK: stablehlo.dynamic_slice
// CHECK: stablehlo.multiply %{{.*}}, %arg1 {dist.place = array<i64: 0>}
// CHECK: stablehlo.multiply %{{.*}}, %arg2 {dist.place = array<i64: 1>}
// CHECK: stablehlo.add %{{.*}} {dist.place = array<i64: 1>}
// CHECK-NOT: stablehlo.while
// CHECK: return
func.func @main(%x: tensor<2x8xf32>, %v: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>, dist.state = 0 : i64}, %w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>, dist.state = 1 : i64})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0:3 = stablehlo.while(%i = %zero, %sum = %zeros, %other = %zeros) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %part = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %row = stablehlo.reshape %part : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %row, %v : tensor<8xf32>
    %b = stablehlo.multiply %a, %w : tensor<8xf32>
    %old = stablehlo.convert %sum : tensor<8xf32>
    %next = stablehlo.add %old, %b : tensor<8xf32>
    %more = stablehlo.add %other, %a : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %more : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  %1 = stablehlo.subtract %v, %0#2 : tensor<8xf32>
  %2 = stablehlo.subtract %w, %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Left alone: each step of time needs what the one before leaves.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK: stablehlo.while
func.func @main(%x: tensor<8xf32>, %v: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>, dist.state = 0 : i64}, %w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>, dist.state = 1 : i64})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.add %h, %v : tensor<8xf32>
    %b = stablehlo.tanh %a : tensor<8xf32>
    %c = stablehlo.add %b, %w : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %c : tensor<i32>, tensor<8xf32>
  }
  %1 = stablehlo.subtract %v, %0#1 : tensor<8xf32>
  %2 = stablehlo.subtract %w, %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// What is returned as the state of another coordinate is cut where it is made: half
// of it is sent. (What computes an update is at the state.)
// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.sort{{.*}}
// CHECK: {dist.place = array<i64: 0>}
// CHECK: stablehlo.slice %{{.*}} [2:4, 0:8] {dist.place = array<i64: 0>}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%v: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>},
                %w: tensor<2x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>, dist.state = 0 : i64}) -> tensor<2x8xf32> {
  %0 = "stablehlo.sort"(%v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %0 [2:4, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}

// -----

// What a checkpoint keeps of a value that is sent anyway is kept where it is sent: the
// barrier stands beside the loop that has a place, and nothing is sent a second time.
// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.tanh {{.*}}dist.place = array<i64: 0>
// CHECK: stablehlo.cosine {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.optimization_barrier {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.sine {{.*}}dist.place = array<i64: 1>
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
  %y = stablehlo.cosine %h {dist.place = array<i64: 1>} : tensor<8xf32>
  %kept = stablehlo.optimization_barrier %h : tensor<8xf32>
  %again = stablehlo.sine %kept {dist.place = array<i64: 1>} : tensor<8xf32>
  %both = stablehlo.add %y, %again : tensor<8xf32>
  return %both : tensor<8xf32>
}

// -----

// What a checkpoint computes again runs where it ran first: what was sent then is not sent
// again. By itself the repetition would rather send the product, which is kept, and run at the
// other coordinate.
// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 0>
// CHECK: stablehlo.tanh {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 0>
// CHECK: stablehlo.tanh {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.dot_general {{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.tanh {{.*}}dist.place = array<i64: 1>
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<4x4xf32>,
                %v: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>, dist.state = 0 : i64},
                %w: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>, dist.state = 1 : i64})
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3:4 = stablehlo.optimization_barrier %x, %v, %w, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  %4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.tanh %4 : tensor<4x4xf32>
  %6 = stablehlo.dot_general %5, %3#2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7:4 = stablehlo.optimization_barrier %4, %6, %3#2, %3#3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  %8 = stablehlo.tanh %7#0 : tensor<4x4xf32>
  %9 = stablehlo.multiply %7#3, %7#1 : tensor<4x4xf32>
  %10 = stablehlo.dot_general %8, %9, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.dot_general %9, %7#2, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = stablehlo.multiply %11, %8 : tensor<4x4xf32>
  %13 = stablehlo.dot_general %3#0, %12, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %14 = stablehlo.subtract %v, %13 : tensor<4x4xf32>
  %15 = stablehlo.subtract %w, %10 : tensor<4x4xf32>
  return %14, %15 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A number that some coordinates have is sent to one that lacks it, and repeated there.
dist.mesh @mesh = <stage ["pp"=3]>
// CHECK-LABEL: @main
func.func @main(%a: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>, dist.state = 0 : i64},
                %b: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>, dist.state = 1 : i64},
                %c: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [2]}>, dist.state = 2 : i64}) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}) at [0, 2] : tensor<f32>
  %2 = stablehlo.add %0, %1 : tensor<f32>
  // CHECK: %[[SCALE:.+]] = stablehlo.sqrt
  // CHECK-NOT: dist.place
  %3 = stablehlo.sqrt %2 : tensor<f32>
  // CHECK-DAG: %[[AT1:.+]] = stablehlo.broadcast_in_dim %[[SCALE]]{{.*}}dist.place = array<i64: 1>
  // CHECK-DAG: stablehlo.multiply %arg1, %[[AT1]] {{.*}}dist.place = array<i64: 1>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %5 = stablehlo.multiply %a, %4 : tensor<8x4xf32>
  %6 = stablehlo.multiply %b, %4 : tensor<8x4xf32>
  %7 = stablehlo.multiply %c, %4 : tensor<8x4xf32>
  return %5, %6, %7 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
