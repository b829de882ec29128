// A group of layers under a checkpoint, at several coordinates: each keeps what it was sent, and
// computes its layers again once it is sent what comes back. Where nothing was sent before, or
// what is computed again is something else, the barrier stays.
// RUN: %popt %s --split-input-file --cut-checkpoints | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>
// Two layers, one of them at another coordinate.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x4xf32> {{.*}}, %[[A:.+]]: tensor<4x4xf32> {{.*}}, %[[B:.+]]: tensor<4x4xf32>
// CHECK: %[[SENT:.+]] = stablehlo.dot_general %[[X]], %[[A]]
// CHECK: %[[TOP:.+]] = stablehlo.dot_general %[[SENT]], %[[B]]
// CHECK: %[[AT1:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[TOP]], %[[SENT]]
// CHECK: %[[AGAIN:.+]] = stablehlo.dot_general %[[AT1]]#1, %[[B]]
// CHECK: %[[GRAD:.+]] = stablehlo.multiply %[[AGAIN]], %[[AT1]]#0 {dist.place = array<i64: 1>}
// CHECK: %[[AT0:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %[[X]], %[[GRAD]]
// CHECK: %[[HIDDEN:.+]] = stablehlo.dot_general %[[AT0]]#0, %[[A]]
// CHECK: stablehlo.multiply %[[HIDDEN]], %[[AT0]]#1 {dist.place = array<i64: 0>}
func.func @main(%x: tensor<8x4xf32> {dist.place = array<i64: 0>}, %a: tensor<4x4xf32> {dist.place = array<i64: 0>}, %b: tensor<4x4xf32> {dist.place = array<i64: 1>}) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %2:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %1 : tensor<8x4xf32>, tensor<8x4xf32>
  %3 = stablehlo.dot_general %2#0, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.dot_general %3, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.multiply %4, %2#1 {dist.place = array<i64: 1>} : tensor<8x4xf32>
  %6 = stablehlo.multiply %3, %5 {dist.place = array<i64: 0>} : tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=3]>
// Three coordinates: the middle one keeps what it was sent, and waits for the last one.
// CHECK-LABEL: func.func @main
// CHECK: %[[FIRST:.+]] = stablehlo.tanh %{{.+}} {dist.place = array<i64: 0>}
// CHECK: %[[SECOND:.+]] = stablehlo.sine %[[FIRST]]
// CHECK: %[[TOP:.+]] = stablehlo.cosine %[[SECOND]]
// CHECK: %[[AT2:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 2>} %[[TOP]], %[[SECOND]]
// CHECK: %[[LAST:.+]] = stablehlo.multiply %{{.+}}, %[[AT2]]#0 {dist.place = array<i64: 2>}
// CHECK: %[[AT1:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[FIRST]], %[[LAST]]
// CHECK: %[[MIDDLE:.+]] = stablehlo.multiply %{{.+}}, %[[AT1]]#1 {dist.place = array<i64: 1>}
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 0>} %{{.+}}, %[[MIDDLE]]
// CHECK-NOT: optimization_barrier
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
  %1 = stablehlo.sine %0 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2 = stablehlo.cosine %1 {dist.place = array<i64: 2>} : tensor<8xf32>
  %3:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %2 : tensor<8xf32>, tensor<8xf32>
  %4 = stablehlo.tanh %3#0 {dist.place = array<i64: 0>} : tensor<8xf32>
  %5 = stablehlo.sine %4 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.cosine %5 {dist.place = array<i64: 2>} : tensor<8xf32>
  %7 = stablehlo.multiply %6, %3#1 {dist.place = array<i64: 2>} : tensor<8xf32>
  %8 = stablehlo.multiply %5, %7 {dist.place = array<i64: 1>} : tensor<8xf32>
  %9 = stablehlo.multiply %4, %8 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %9 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// A loop that also keeps what the backward pass reads, and rows in another shape.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]]:2 = stablehlo.while
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 1>} %{{.+}}, %[[SENT]]#1
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %0:2 = stablehlo.while(%i = %c0, %h = %x) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    %g = stablehlo.tanh %h : tensor<8xf32>
    stablehlo.return %n, %g : tensor<i32>, tensor<8xf32>
  }
  %1 = stablehlo.sine %0#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %row = stablehlo.broadcast_in_dim %x, dims = [1] {dist.place = array<i64: 0>} : (tensor<8xf32>) -> tensor<1x8xf32>
  %back = stablehlo.reshape %row {dist.place = array<i64: 0>} : (tensor<1x8xf32>) -> tensor<8xf32>
  %2:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %back, %1 : tensor<8xf32>, tensor<8xf32>
  %3:3 = stablehlo.while(%i = %c0, %h = %2#0, %kept = %zeros) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.add %i, %c1 : tensor<i32>
    %g = stablehlo.tanh %h : tensor<8xf32>
    %r = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %k = stablehlo.dynamic_update_slice %kept, %r, %i, %z : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    stablehlo.return %n, %g, %k : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %4 = stablehlo.cosine %3#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %5 = stablehlo.multiply %4, %2#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.slice %3#2 [1:2, 0:8] {dist.place = array<i64: 0>} : (tensor<3x8xf32>) -> tensor<1x8xf32>
  %7 = stablehlo.reshape %6 {dist.place = array<i64: 0>} : (tensor<1x8xf32>) -> tensor<8xf32>
  %8 = stablehlo.multiply %7, %5 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %8 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// What is sent again is something else: the coordinate that does not have the cotangent waits for
// all that the barrier did, but for weights.
// CHECK-LABEL: func.func @main
// CHECK: %[[TOP:.+]] = stablehlo.sine
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 0>} %arg0, %[[TOP]] :
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 1>} %arg1, %[[TOP]] :
// CHECK-NOT: optimization_barrier
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}, %w: tensor<8xf32> {dist.place = array<i64: 1>, dist.state = 1 : i64}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
  %1 = stablehlo.sine %0 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2:3 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %w, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %3 = stablehlo.exponential %2#0 {dist.place = array<i64: 0>} : tensor<8xf32>
  %4 = stablehlo.multiply %3, %2#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %5 = stablehlo.multiply %4, %2#2 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.multiply %3, %5 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %6, %w : tensor<8xf32>, tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// At one coordinate there is nothing to cut.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 1>} %{{.+}}, %{{.+}} : tensor<8xf32>, tensor<8xf32>
// CHECK-NOT: optimization_barrier
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 1>} : tensor<8xf32>
  %1:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %x, %0 : tensor<8xf32>, tensor<8xf32>
  %2 = stablehlo.tanh %1#0 {dist.place = array<i64: 1>} : tensor<8xf32>
  %3 = stablehlo.multiply %2, %1#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// A checkpoint with one in it for each of its two layers: each layer is computed again once, from
// what its coordinate has, and the outer one, which has no reader, is left out.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x4xf32> {{.*}}, %[[A:.+]]: tensor<4x4xf32> {{.*}}, %[[B:.+]]: tensor<4x4xf32>
// CHECK: %[[SENT:.+]] = stablehlo.dot_general %[[X]], %[[A]]
// CHECK: %[[TOP:.+]] = stablehlo.dot_general %[[SENT]], %[[B]]
// CHECK-NEXT: %[[AT1:.+]]:3 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[SENT]], %[[B]], %[[TOP]]
// CHECK-NEXT: %[[AGAIN:.+]] = stablehlo.dot_general %[[AT1]]#0, %[[AT1]]#1
// CHECK-NEXT: %[[GRAD:.+]] = stablehlo.multiply %[[AGAIN]], %[[AT1]]#2
// CHECK-NEXT: %[[AT0:.+]]:3 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %[[X]], %[[A]], %[[GRAD]]
// CHECK-NEXT: %[[HIDDEN:.+]] = stablehlo.dot_general %[[AT0]]#0, %[[AT0]]#1
// CHECK-NEXT: stablehlo.multiply %[[HIDDEN]], %[[AT0]]#2
func.func @main(%x: tensor<8x4xf32> {dist.place = array<i64: 0>}, %a: tensor<4x4xf32> {dist.place = array<i64: 0>}, %b: tensor<4x4xf32> {dist.place = array<i64: 1>}) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %x : tensor<8x4xf32>
  %3 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %a : tensor<4x4xf32>
  %4 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %b : tensor<4x4xf32>
  %5 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %1 : tensor<8x4xf32>
  %6 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.optimization_barrier {dist.barrier = 1 : i64, dist.place = array<i64: 0>} %6 : tensor<8x4xf32>
  %8 = stablehlo.optimization_barrier {dist.barrier = 1 : i64, dist.place = array<i64: 1>} %4 : tensor<4x4xf32>
  %9 = stablehlo.optimization_barrier {dist.barrier = 1 : i64, dist.place = array<i64: 1>} %5 : tensor<8x4xf32>
  %10 = stablehlo.dot_general %7, %8, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %11 = stablehlo.multiply %10, %9 {dist.place = array<i64: 1>} : tensor<8x4xf32>
  %12 = stablehlo.optimization_barrier {dist.barrier = 2 : i64, dist.place = array<i64: 0>} %2 : tensor<8x4xf32>
  %13 = stablehlo.optimization_barrier {dist.barrier = 2 : i64, dist.place = array<i64: 0>} %3 : tensor<4x4xf32>
  %14 = stablehlo.optimization_barrier {dist.barrier = 2 : i64, dist.place = array<i64: 1>} %11 : tensor<8x4xf32>
  %15 = stablehlo.dot_general %12, %13, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %16 = stablehlo.multiply %15, %14 {dist.place = array<i64: 0>} : tensor<8x4xf32>
  return %16 : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// A policy keeps all that is made where it is made, so nothing was sent twice before either. The
// last coordinate has the cotangent (what was made last), and the other one waits for it.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOWER:.+]] = stablehlo.tanh
// CHECK: %[[UPPER:.+]] = stablehlo.sine %[[LOWER]]
// CHECK: %[[SLOPE:.+]] = stablehlo.negate %[[UPPER]]
// CHECK: %[[TOP:.+]] = stablehlo.cosine %[[UPPER]]
// CHECK: %[[AT1:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[SLOPE]], %[[TOP]]
// CHECK: %[[GRAD:.+]] = stablehlo.multiply %[[AT1]]#0, %[[AT1]]#1 {dist.place = array<i64: 1>}
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 0>} %[[LOWER]], %[[GRAD]]
// CHECK-NOT: optimization_barrier
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
  %1 = stablehlo.sine %0 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2 = stablehlo.negate %1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %3 = stablehlo.cosine %1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %4 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %0 : tensor<8xf32>
  %5:2 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %2, %3 : tensor<8xf32>, tensor<8xf32>
  %6 = stablehlo.multiply %5#0, %5#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %7 = stablehlo.multiply %4, %6 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %7 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// A policy keeps the products of a scan in a stack, one for each layer, from which the layers are
// computed again: what that gives the other coordinate is what it was sent before.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]]:3 = stablehlo.while
// CHECK: %[[TOP:.+]] = stablehlo.sine %[[SENT]]#1 {dist.place = array<i64: 1>}
// CHECK: %[[AT1:.+]]:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[TOP]], %[[SENT]]#1
// CHECK: stablehlo.cosine %[[AT1]]#1 {dist.place = array<i64: 1>}
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 0>} %{{.+}} : tensor<3x8xf32>
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %c1, %h = %x, %kept = %zeros) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c4 = stablehlo.constant dense<4> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %at = stablehlo.subtract %i, %one : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %g = stablehlo.multiply %h, %h : tensor<8xf32>
    %r = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %k = stablehlo.dynamic_update_slice %kept, %r, %at, %z : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %out = stablehlo.tanh %g : tensor<8xf32>
    stablehlo.return %n, %out, %k : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %1 = stablehlo.sine %0#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %group = stablehlo.reshape %0#2 {dist.place = array<i64: 0>} : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
  %rows = stablehlo.reshape %group {dist.place = array<i64: 0>} : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
  %2 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %rows : tensor<3x8xf32>
  %3 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %1 : tensor<8xf32>
  %4:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %2) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.dynamic_slice %stack, %i, %z, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %g = stablehlo.reshape %r : (tensor<1x8xf32>) -> tensor<8xf32>
    %out = stablehlo.tanh %g : tensor<8xf32>
    stablehlo.return %n, %out, %stack : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %5 = stablehlo.cosine %4#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.multiply %5, %3 {dist.place = array<i64: 1>} : tensor<8xf32>
  %7 = stablehlo.multiply %4#1, %6 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %7 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// What each iteration had is not what is left after the last one, whose tanh was sent.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]]:2 = stablehlo.while
// CHECK: stablehlo.sine %[[SENT]]#1 {dist.place = array<i64: 1>}
// CHECK: %[[AGAIN:.+]]:3 = stablehlo.while
// CHECK: stablehlo.cosine %[[AGAIN]]#1 {dist.place = array<i64: 1>}
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %kept:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %zeros) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.broadcast_in_dim %h, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %k = stablehlo.dynamic_update_slice %stack, %r, %i, %z : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %out = stablehlo.negate %h : tensor<8xf32>
    stablehlo.return %n, %out, %k : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %0:2 = stablehlo.while(%i = %c0, %h = %x) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %out = stablehlo.tanh %kept#1 : tensor<8xf32>
    stablehlo.return %n, %out : tensor<i32>, tensor<8xf32>
  }
  %1 = stablehlo.sine %0#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %kept#2 : tensor<3x8xf32>
  %3 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %1 : tensor<8xf32>
  %4:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %2) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.dynamic_slice %stack, %i, %z, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %g = stablehlo.reshape %r : (tensor<1x8xf32>) -> tensor<8xf32>
    %out = stablehlo.tanh %g : tensor<8xf32>
    stablehlo.return %n, %out, %stack : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %5 = stablehlo.cosine %4#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.multiply %5, %3 {dist.place = array<i64: 1>} : tensor<8xf32>
  %7 = stablehlo.multiply %4#1, %6 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %7 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// Rows in another order are of other iterations.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]]:3 = stablehlo.while
// CHECK: stablehlo.sine %[[SENT]]#1 {dist.place = array<i64: 1>}
// CHECK: %[[AGAIN:.+]]:3 = stablehlo.while
// CHECK: stablehlo.cosine %[[AGAIN]]#1 {dist.place = array<i64: 1>}
func.func @main(%x: tensor<8xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %zeros) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %g = stablehlo.multiply %h, %h : tensor<8xf32>
    %r = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %k = stablehlo.dynamic_update_slice %stack, %r, %i, %z : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %out = stablehlo.tanh %g : tensor<8xf32>
    stablehlo.return %n, %out, %k : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %1 = stablehlo.sine %0#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 0>} %0#2 : tensor<3x8xf32>
  %3 = stablehlo.optimization_barrier {dist.barrier = 0 : i64, dist.place = array<i64: 1>} %1 : tensor<8xf32>
  %4:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %2) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %at = stablehlo.subtract %two, %i : tensor<i32>
    %r = stablehlo.dynamic_slice %stack, %at, %z, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %g = stablehlo.reshape %r : (tensor<1x8xf32>) -> tensor<8xf32>
    %out = stablehlo.tanh %g : tensor<8xf32>
    stablehlo.return %n, %out, %stack : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %5 = stablehlo.cosine %4#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.multiply %5, %3 {dist.place = array<i64: 1>} : tensor<8xf32>
  %7 = stablehlo.multiply %4#1, %6 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %7 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// The counter of an outer loop is not that of an inner one.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]]:2 = stablehlo.while
// CHECK: stablehlo.sine %[[SENT]]#1 {dist.place = array<i64: 1>}
// CHECK: %[[AGAIN:.+]]:2 = stablehlo.while
// CHECK: stablehlo.cosine %[[AGAIN]]#1 {dist.place = array<i64: 1>}
func.func @main(%x: tensor<f32> {dist.place = array<i64: 0>}) -> tensor<f32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %h = %x) : tensor<i32>, tensor<f32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %inner:2 = stablehlo.while(%j = %c0, %g = %h) : tensor<i32>, tensor<f32>
    cond {
      %c3 = stablehlo.constant dense<3> : tensor<i32>
      %t = stablehlo.compare LT, %j, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %m = stablehlo.add %j, %one : tensor<i32>
      %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %s = stablehlo.subtract %f, %g : tensor<f32>
      stablehlo.return %m, %s : tensor<i32>, tensor<f32>
    }
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %inner#1 : tensor<i32>, tensor<f32>
  }
  %1 = stablehlo.sine %0#1 {dist.place = array<i64: 1>} : tensor<f32>
  %2:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %1 : tensor<f32>, tensor<f32>
  %3:2 = stablehlo.while(%i = %c0, %h = %2#0) : tensor<i32>, tensor<f32> attributes {dist.place = array<i64: 0>}
  cond {
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %inner:2 = stablehlo.while(%j = %c0, %g = %h) : tensor<i32>, tensor<f32>
    cond {
      %c3 = stablehlo.constant dense<3> : tensor<i32>
      %t = stablehlo.compare LT, %j, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %m = stablehlo.add %j, %one : tensor<i32>
      %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
      %s = stablehlo.subtract %f, %g : tensor<f32>
      stablehlo.return %m, %s : tensor<i32>, tensor<f32>
    }
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %inner#1 : tensor<i32>, tensor<f32>
  }
  %4 = stablehlo.cosine %3#1 {dist.place = array<i64: 1>} : tensor<f32>
  %5 = stablehlo.multiply %4, %2#1 {dist.place = array<i64: 1>} : tensor<f32>
  %6 = stablehlo.multiply %3#1, %5 {dist.place = array<i64: 0>} : tensor<f32>
  return %6 : tensor<f32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// The batch is drawn from a key in the state, so that all is made of state alone. What comes back
// is waited for still, a weight that is put together is not.
// CHECK-LABEL: func.func @main
// CHECK: %[[BATCH:.+]] = stablehlo.multiply %arg0, %arg0
// CHECK: %[[W:.+]] = stablehlo.multiply %arg1, %arg1
// CHECK: %[[TOP:.+]] = stablehlo.sine
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 0>} %[[BATCH]], %[[TOP]] :
// CHECK: stablehlo.optimization_barrier {dist.place = array<i64: 1>} %[[W]], %[[TOP]] :
// CHECK-NOT: optimization_barrier
func.func @main(%key: tensor<8xf32> {dist.place = array<i64: 0>, dist.state = 1 : i64}, %w: tensor<8xf32> {dist.place = array<i64: 1>, dist.state = 2 : i64}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %x = stablehlo.multiply %key, %key {dist.place = array<i64: 0>} : tensor<8xf32>
  %ww = stablehlo.multiply %w, %w {dist.place = array<i64: 1>} : tensor<8xf32>
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
  %1 = stablehlo.sine %0 {dist.place = array<i64: 1>} : tensor<8xf32>
  %2:3 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %ww, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %3 = stablehlo.exponential %2#0 {dist.place = array<i64: 0>} : tensor<8xf32>
  %4 = stablehlo.multiply %3, %2#1 {dist.place = array<i64: 1>} : tensor<8xf32>
  %5 = stablehlo.multiply %4, %2#2 {dist.place = array<i64: 1>} : tensor<8xf32>
  %6 = stablehlo.multiply %3, %5 {dist.place = array<i64: 0>} : tensor<8xf32>
  return %6, %key, %w : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
