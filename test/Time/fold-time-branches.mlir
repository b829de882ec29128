// What a branch in the time loop makes that does not vary is made once, by a branch
// before the loop.
// RUN: %popt %s --split-input-file --fold-time --cse | FileCheck %s

// Weights that only one region makes: the other has zeros in their place. What costs
// nothing in a loop stays there.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x16xf32>, %[[W:.+]]: tensor<16x6xf32>, %[[G:.+]]: tensor<16x6xf32>, %[[B:.+]]: tensor<6xf32>, %[[WHICH:.+]]: tensor<i1>)
// CHECK: %[[ONCE:.+]] = "stablehlo.if"(%[[WHICH]]) ({
// CHECK: %[[MOVED:.+]] = stablehlo.add %[[W]], %[[G]]
// CHECK: stablehlo.return %[[MOVED]]
// CHECK: }, {
// CHECK-NOT: stablehlo.add
// CHECK: stablehlo.return
// CHECK: dist.time_loop
// CHECK: "stablehlo.if"(%[[WHICH]]) ({
// CHECK: stablehlo.dot_general %{{.+}}, %[[ONCE]]
// CHECK: stablehlo.broadcast_in_dim %[[B]]
// CHECK: }, {
// CHECK: stablehlo.dot_general %{{.+}}, %[[W]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x6xf32>, %g: tensor<16x6xf32>, %b: tensor<6xf32>, %which: tensor<i1>) -> tensor<2x6xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %1 = "stablehlo.if"(%which) ({
    %2 = stablehlo.add %w, %g : tensor<16x6xf32>
    %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x6xf32>) -> tensor<2x6xf32>
    %4 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<2x6xf32>
    %5 = stablehlo.add %3, %4 : tensor<2x6xf32>
    stablehlo.return %5 : tensor<2x6xf32>
  }, {
    %3 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x6xf32>) -> tensor<2x6xf32>
    stablehlo.return %3 : tensor<2x6xf32>
  }) : (tensor<i1>) -> tensor<2x6xf32>
  %6 = dist.all_reduce %1 sum over {"mb"} on @mesh : tensor<2x6xf32>
  return %6 : tensor<2x6xf32>
}

// -----

// A result that does not vary is the first branch's alone; of one that varies in one
// region only, the other region's value is made there, too.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<32x16xf32>, %[[W:.+]]: tensor<8x16xf32>, %[[WHICH:.+]]: tensor<i1>)
// CHECK: %[[ONCE:.+]]:2 = "stablehlo.if"(%[[WHICH]]) ({
// CHECK: %[[NEW:.+]] = stablehlo.tanh %[[W]]
// CHECK: %[[ZERO:.+]] = stablehlo.constant dense<0.000000e+00> : tensor<8x16xf32>
// CHECK: stablehlo.return %[[NEW]], %[[ZERO]]
// CHECK: }, {
// CHECK: %[[HALF:.+]] = stablehlo.cosine %[[W]]
// CHECK: stablehlo.return %[[W]], %[[HALF]]
// CHECK: dist.time_loop
// CHECK: %[[STEP:.+]] = "stablehlo.if"(%[[WHICH]]) ({
// CHECK: stablehlo.sine
// CHECK: }, {
// CHECK: stablehlo.return %[[ONCE]]#1
// CHECK: }) : (tensor<i1>) -> tensor<8x16xf32>
// CHECK: stablehlo.multiply %[[STEP]], %[[ONCE]]#0
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x16xf32>, %w: tensor<8x16xf32>, %which: tensor<i1>) -> tensor<8x16xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x16xf32> -> tensor<8x16xf32>
  %1:2 = "stablehlo.if"(%which) ({
    %2 = stablehlo.tanh %w : tensor<8x16xf32>
    %3 = stablehlo.sine %0 : tensor<8x16xf32>
    stablehlo.return %2, %3 : tensor<8x16xf32>, tensor<8x16xf32>
  }, {
    %3 = stablehlo.cosine %w : tensor<8x16xf32>
    stablehlo.return %w, %3 : tensor<8x16xf32>, tensor<8x16xf32>
  }) : (tensor<i1>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  %4 = stablehlo.multiply %1#1, %1#0 : tensor<8x16xf32>
  %5 = dist.all_reduce %4 sum over {"mb"} on @mesh : tensor<8x16xf32>
  return %5 : tensor<8x16xf32>
}

// -----

// Left alone: which region runs differs between time steps; and a few elements are
// not worth a branch.
// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.if
// CHECK: dist.time_loop
// CHECK: "stablehlo.if"
// CHECK: stablehlo.tanh
// CHECK: "stablehlo.if"
// CHECK: stablehlo.tanh
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x16xf32>, %w: tensor<8x16xf32>, %s: tensor<16xf32>, %which: tensor<i1>, %n: tensor<4xi1>) -> tensor<8x16xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x16xf32> -> tensor<8x16xf32>
  %own = dist.all_slice %n dim 0 over {"mb"} on @mesh : tensor<4xi1> -> tensor<1xi1>
  %mine = stablehlo.reshape %own : (tensor<1xi1>) -> tensor<i1>
  %1 = "stablehlo.if"(%mine) ({
    %2 = stablehlo.tanh %w : tensor<8x16xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x16xf32>
    stablehlo.return %3 : tensor<8x16xf32>
  }, {
    stablehlo.return %0 : tensor<8x16xf32>
  }) : (tensor<i1>) -> tensor<8x16xf32>
  %4 = "stablehlo.if"(%which) ({
    %2 = stablehlo.tanh %s : tensor<16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.multiply %1, %3 : tensor<8x16xf32>
    stablehlo.return %5 : tensor<8x16xf32>
  }, {
    stablehlo.return %1 : tensor<8x16xf32>
  }) : (tensor<i1>) -> tensor<8x16xf32>
  %6 = dist.all_reduce %4 sum over {"mb"} on @mesh : tensor<8x16xf32>
  return %6 : tensor<8x16xf32>
}

// -----

// A loop in the branch carries what varies and what does not: it runs in each time
// step, as does what reads from it. What it begins with is made once.
// CHECK-LABEL: func.func @main
// CHECK: %[[ONCE:.+]] = "stablehlo.if"
// CHECK: stablehlo.sine
// CHECK-NOT: stablehlo.cosine
// CHECK: dist.time_loop
// CHECK: "stablehlo.if"
// CHECK: %[[SCAN:.+]]:3 = stablehlo.while({{.+}} = %[[ONCE]])
// CHECK: %[[READ:.+]] = stablehlo.cosine %[[SCAN]]#2
// CHECK: stablehlo.dot_general %[[SCAN]]#1, %[[READ]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x16xf32>, %which: tensor<i1>) -> tensor<16x16xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<64x16xf32> -> tensor<16x16xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %5 = "stablehlo.if"(%which) ({
    %n = stablehlo.sine %w : tensor<16x16xf32>
    %s:3 = stablehlo.while(%i = %c0, %h = %0, %p = %n) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    cond {
      %end = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %i2 = stablehlo.add %i, %one : tensor<i32>
      %h2 = stablehlo.add %h, %h : tensor<16x16xf32>
      %p2 = stablehlo.tanh %p : tensor<16x16xf32>
      stablehlo.return %i2, %h2, %p2 : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    }
    %t = stablehlo.cosine %s#2 : tensor<16x16xf32>
    %u = stablehlo.dot_general %s#1, %t, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    stablehlo.return %u : tensor<16x16xf32>
  }, {
    stablehlo.return %0 : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  %6 = dist.all_reduce %5 sum over {"mb"} on @mesh : tensor<16x16xf32>
  return %6 : tensor<16x16xf32>
}

// -----

// The same of one that reads the time step for one of its results.
// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.if
// CHECK: dist.time_loop
// CHECK: "stablehlo.if"
// CHECK: %[[SCAN:.+]]:3 = stablehlo.while
// CHECK: stablehlo.cosine %[[SCAN]]#2
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x16xf32>, %which: tensor<i1>) -> tensor<16x16xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<64x16xf32> -> tensor<16x16xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %5 = "stablehlo.if"(%which) ({
    %s:3 = stablehlo.while(%i = %c0, %h = %c0, %p = %w) : tensor<i32>, tensor<i32>, tensor<16x16xf32>
    cond {
      %end = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %i2 = stablehlo.add %i, %one : tensor<i32>
      %step = dist.axis_index {"mb"} on @mesh : tensor<i32>
      %h2 = stablehlo.add %h, %step : tensor<i32>
      %p2 = stablehlo.tanh %p : tensor<16x16xf32>
      stablehlo.return %i2, %h2, %p2 : tensor<i32>, tensor<i32>, tensor<16x16xf32>
    }
    %t = stablehlo.cosine %s#2 : tensor<16x16xf32>
    %k = stablehlo.convert %s#1 : (tensor<i32>) -> tensor<f32>
    %ks = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %u = stablehlo.multiply %ks, %t : tensor<16x16xf32>
    stablehlo.return %u : tensor<16x16xf32>
  }, {
    stablehlo.return %0 : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  %6 = dist.all_reduce %5 sum over {"mb"} on @mesh : tensor<16x16xf32>
  return %6 : tensor<16x16xf32>
}

// -----

// A value that does not vary, but that a loop outside of the branch makes in each time
// step: what the branch makes of it stays, too, and what the branch only returns.
// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.if
// CHECK: dist.time_loop
// CHECK: %[[SCAN:.+]]:3 = stablehlo.while
// CHECK: "stablehlo.if"
// CHECK: %[[NEW:.+]] = stablehlo.sine %[[SCAN]]#2
// CHECK: %[[READ:.+]] = stablehlo.cosine %[[NEW]]
// CHECK: stablehlo.dot_general %[[SCAN]]#1, %[[READ]]
// CHECK: "stablehlo.if"
// CHECK: stablehlo.return %[[SCAN]]#2
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x16xf32>, %which: tensor<i1>) -> tensor<16x16xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<64x16xf32> -> tensor<16x16xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %h = %0, %p = %w) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i2 = stablehlo.add %i, %one : tensor<i32>
    %h2 = stablehlo.add %h, %h : tensor<16x16xf32>
    %p2 = stablehlo.tanh %p : tensor<16x16xf32>
    stablehlo.return %i2, %h2, %p2 : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  %1 = "stablehlo.if"(%which) ({
    %s = stablehlo.sine %r#2 : tensor<16x16xf32>
    %t = stablehlo.cosine %s : tensor<16x16xf32>
    %u = stablehlo.dot_general %r#1, %t, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    stablehlo.return %u : tensor<16x16xf32>
  }, {
    stablehlo.return %0 : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  %2 = "stablehlo.if"(%which) ({
    stablehlo.return %r#2 : tensor<16x16xf32>
  }, {
    stablehlo.return %w : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  %5 = stablehlo.multiply %1, %2 : tensor<16x16xf32>
  %6 = dist.all_reduce %5 sum over {"mb"} on @mesh : tensor<16x16xf32>
  return %6 : tensor<16x16xf32>
}
