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
