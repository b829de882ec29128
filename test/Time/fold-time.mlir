// Coordinates along time axes become steps of loops.
// RUN: %popt %s --split-input-file --fold-time | FileCheck %s

// What differs between time steps is in the loop; the sum over devices and time steps
// is an accumulator, and one all-reduce after it. The update runs once.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[W:.+]]: tensor<16x4xf32>, %[[X:.+]]: tensor<8x16xf32>, %[[D:.+]]: tensor<8x4xf32>)
// CHECK-SAME: attributes {dist.folded}
// CHECK: %[[ZERO:.+]] = stablehlo.constant dense<-0.000000e+00> : tensor<16x4xf32>
// CHECK: %[[SUM:.+]] = dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %[[ACC:.+]] = %[[ZERO]]) -> (tensor<16x4xf32>) {
// CHECK: %[[ROW:.+]] = stablehlo.multiply %[[STEP]], %{{.+}} : tensor<i32>
// CHECK: %[[ROWS:.+]] = stablehlo.dynamic_slice %[[X]], %[[ROW]],
// CHECK: %[[PARTIAL:.+]] = stablehlo.dot_general %[[ROWS]],
// CHECK: %[[NEXT:.+]] = stablehlo.add %[[ACC]], %[[PARTIAL]]
// CHECK: dist.return %[[NEXT]]
// CHECK: %[[ALL:.+]] = dist.all_reduce %[[SUM]] sum over {"dp"} on @mesh
// CHECK: stablehlo.subtract %[[W]], %[[ALL]]
// CHECK-NOT: dist.time_loop
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%w: tensor<16x4xf32>, %x: tensor<8x16xf32>, %d: tensor<8x4xf32>) -> tensor<16x4xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %1 = dist.all_slice %d dim 0 over {"mb"} on @mesh : tensor<8x4xf32> -> tensor<2x4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<2x16xf32>, tensor<2x4xf32>) -> tensor<16x4xf32>
  %3 = dist.all_reduce %2 sum over {"dp", "mb"} on @mesh : tensor<16x4xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<16x4xf32>
  return %4 : tensor<16x4xf32>
}

// -----

// The denominator of a mean is an early loop of nothing but its own ancestors:
// the exponential is in the second loop alone.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x16xf32>, %[[MASK:.+]]: tensor<8x16xf32>)
// CHECK: %[[COUNT:.+]] = dist.time_loop
// CHECK-NOT: stablehlo.exponential
// CHECK: stablehlo.dynamic_slice %[[MASK]]
// CHECK-NOT: stablehlo.exponential
// CHECK: dist.return
// CHECK: %[[MEAN:.+]] = dist.time_loop
// CHECK: stablehlo.exponential
// CHECK: stablehlo.divide %{{.+}}, %[[COUNT]]
// CHECK: dist.return
// CHECK: return %[[MEAN]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<8x16xf32>, %mask: tensor<8x16xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %1 = dist.all_slice %mask dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<f32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh : tensor<f32>
  %4 = stablehlo.exponential %0 : tensor<2x16xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<2x16xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.divide %6, %3 : tensor<f32>
  %8 = dist.all_reduce %7 sum over {"mb"} on @mesh : tensor<f32>
  return %8 : tensor<f32>
}

// -----

// What two loops need is kept where making it again costs more: the product of
// large matrices (or, as large, the negation of it).
// CHECK-LABEL: func.func @main
// CHECK: %[[FIRST:.+]]:2 = dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} = %{{.+}}, %[[KEPT:.+]] = %{{.+}}) -> (tensor<512xf32>, tensor<4x8x512xf32>)
// CHECK: %[[PRODUCT:.+]] = stablehlo.dot_general
// CHECK: %[[NEGATED:.+]] = stablehlo.negate %[[PRODUCT]]
// CHECK: %[[ENTRY:.+]] = stablehlo.reshape %[[NEGATED]] : (tensor<8x512xf32>) -> tensor<1x8x512xf32>
// CHECK: stablehlo.dynamic_update_slice %[[KEPT]], %[[ENTRY]], %[[STEP]]
// CHECK: dist.return
// CHECK: dist.time_loop
// CHECK-NOT: stablehlo.dot_general
// CHECK: stablehlo.dynamic_slice %[[FIRST]]#1
// CHECK-NOT: stablehlo.negate
// CHECK: return
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x4096xf32>, %w: tensor<4096x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x4096xf32> -> tensor<8x4096xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x4096xf32>, tensor<4096x512xf32>) -> tensor<8x512xf32>
  %2 = stablehlo.negate %1 : tensor<8x512xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %4 = dist.all_reduce %3 sum over {"mb"} on @mesh : tensor<512xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<512xf32>) -> tensor<8x512xf32>
  %6 = stablehlo.divide %2, %5 : tensor<8x512xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %8 = dist.all_reduce %7 sum over {"mb"} on @mesh : tensor<512xf32>
  return %8 : tensor<512xf32>
}

// -----

// Of what a loop makes only that is kept which the second time loop reads.
// CHECK-LABEL: func.func @main
// CHECK: %[[FIRST:.+]]:2 = dist.time_loop over {"mb"} on @mesh (%{{.+}}, %{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) -> (tensor<512xf32>, tensor<4x8x512xf32>)
// CHECK: %[[MADE:.+]]:3 = stablehlo.while
// CHECK: stablehlo.reshape %[[MADE]]#1
// CHECK: dist.return
// CHECK: dist.time_loop
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.dynamic_slice %[[FIRST]]#1
// CHECK-NOT: stablehlo.dynamic_slice
// CHECK: return
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x512xf32>, %w: tensor<512x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x512xf32> -> tensor<8x512xf32>
  %1:3 = stablehlo.while(%i = %begin, %h = %0, %before = %0) : tensor<i32>, tensor<8x512xf32>, tensor<8x512xf32>
  cond {
    %nine = stablehlo.constant dense<9> : tensor<i32>
    %go = stablehlo.compare LT, %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x512xf32>) -> tensor<8x512xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %h : tensor<i32>, tensor<8x512xf32>, tensor<8x512xf32>
  }
  %2 = stablehlo.reduce(%1#2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh : tensor<512xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<512xf32>) -> tensor<8x512xf32>
  %5 = stablehlo.divide %1#1, %4 : tensor<8x512xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %7 = dist.all_reduce %6 sum over {"mb"} on @mesh : tensor<512xf32>
  return %7 : tensor<512xf32>
}

// -----

// A gather over time writes slices of one buffer; over devices and time, the
// devices' part is after the loop. What does not differ between time steps and
// costs something runs before the loop; broadcasts and constants in it.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x4xf32>, %[[B:.+]]: tensor<4xf32>)
// CHECK: %[[TANH:.+]] = stablehlo.tanh %[[B]]
// CHECK: %[[ROWS:.+]] = dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %[[BUFFER:.+]] = %{{.+}}) -> (tensor<8x4xf32>)
// CHECK: %[[WIDE:.+]] = stablehlo.broadcast_in_dim %[[TANH]]
// CHECK: %[[MADE:.+]] = stablehlo.add %{{.+}}, %[[WIDE]]
// CHECK: stablehlo.dynamic_update_slice %[[BUFFER]], %[[MADE]],
// CHECK: dist.return
// CHECK: dist.all_gather %[[ROWS]] dim 0 over {"dp"} on @mesh : tensor<8x4xf32> -> tensor<16x4xf32>
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<16x4xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x4xf32> -> tensor<2x4xf32>
  %1 = stablehlo.tanh %b : tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.add %0, %2 : tensor<2x4xf32>
  %4 = dist.all_gather %3 dim 0 over {"dp", "mb"} on @mesh : tensor<2x4xf32> -> tensor<16x4xf32>
  return %4 : tensor<16x4xf32>
}

// -----

// Two time axes are one loop; a coordinate is a digit of the step's number.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"a", "b"} on @mesh (%[[STEP:.+]], %{{.+}} = %{{.+}})
// CHECK: %[[THREE:.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: %[[A:.+]] = stablehlo.divide %[[STEP]], %[[THREE]]
// CHECK: %[[B:.+]] = stablehlo.remainder %[[STEP]],
// CHECK: stablehlo.add %[[A]], %[[B]]
dist.mesh @mesh = <time ["a"=2, "b"=3]>
func.func @main() -> tensor<i32> {
  %0 = dist.axis_index {"a"} on @mesh : tensor<i32>
  %1 = dist.axis_index {"b"} on @mesh : tensor<i32>
  %2 = stablehlo.add %0, %1 : tensor<i32>
  %3 = dist.all_reduce %2 max over {"a", "b"} on @mesh : tensor<i32>
  return %3 : tensor<i32>
}

// -----

// A loop that runs at every time step also makes what is the same at all: what it
// passes on is read where it comes from, its counter is that of step 0.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32>, %[[W:.+]]: tensor<2xf32>)
// CHECK: %[[ENDS:.+]]:2 = dist.time_loop
// CHECK: %[[LOOP:.+]]:3 = stablehlo.while
// CHECK: stablehlo.select %{{.+}}, %[[LOOP]]#0,
// CHECK: dist.return
// CHECK: return %[[ENDS]]#{{[01]}}, %[[W]], %[[ENDS]]#{{[01]}}
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %w: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<4xf32> -> tensor<2xf32>
  %1:3 = stablehlo.while(%i = %zero, %a = %0, %b = %w) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %next, %sum, %b : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  %2 = dist.all_reduce %1#1 sum over {"mb"} on @mesh : tensor<2xf32>
  return %1#0, %1#2, %2 : tensor<i32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// Sums of narrow floats are accumulated in f32 and rounded once.
// CHECK-LABEL: func.func @main
// CHECK: %[[SUM:.+]] = dist.time_loop {{.*}} -> (tensor<4xf32>)
// CHECK: stablehlo.convert %{{.+}} : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: %[[ALL:.+]] = dist.all_reduce %[[SUM]] sum over {"dp"} on @mesh : tensor<4xf32>
// CHECK: stablehlo.convert %[[ALL]] : (tensor<4xf32>) -> tensor<4xbf16>
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<16xbf16>) -> tensor<4xbf16> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<16xbf16> -> tensor<4xbf16>
  %1 = dist.all_reduce %0 sum over {"dp", "mb"} on @mesh : tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

// Without time axes nothing changes.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.folded
// CHECK: dist.all_reduce
dist.mesh @mesh = <["dp"=2], time ["mb"=1]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A reader of a sum over time that leads to no result is not computed, and the sum
// stays in the first loop.
// CHECK-LABEL: func.func @main
// CHECK: %[[SUM:.+]] = dist.time_loop
// CHECK-NOT: stablehlo.divide
// CHECK: return %[[SUM]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<8x16xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<f32>
  %2 = dist.all_reduce %1 sum over {"mb"} on @mesh : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x16xf32>
  %4 = stablehlo.divide %0, %3 : tensor<2x16xf32>
  return %2 : tensor<f32>
}
