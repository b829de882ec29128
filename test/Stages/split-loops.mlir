// RUN: %popt --split-loops --split-input-file --remarks-filter=.* %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// Training: the scan forwards keeps what each layer read, the scan backwards
// walks from the last layer to the first. Of four stacks the user says one: the
// others (%kept, the gradients, the momentum) are beside it. What the axis leaves has
// no priority.
// REMARK: iterations of the loop at the coordinates of "pp": 0 to 1 at 0, 2 to 3 at 1
// REMARK: iterations of the loop at the coordinates of "pp": 0 to 1 at 1, 2 to 3 at 0

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32> {dist.index = 0 : i64}
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.index = 1 : i64, dist.place = array<i64: 0>, dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.state = 0 : i64}
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.index = 1 : i64, dist.place = array<i64: 1>, dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.state = 1 : i64}
// CHECK-SAME: %[[M0:[a-z0-9]+]]: tensor<2x8xf32> {dist.block_of = {{.*}}, dist.index = 2 : i64, dist.place = array<i64: 0>, dist.state = 2 : i64}
// CHECK-SAME: -> (tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.index = 0 : i64, dist.place = array<i64: 0>}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>,
                %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}p1, {}]>, dist.state = 0 : i64},
                %m: tensor<4x8xf32> {dist.state = 1 : i64})
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  // CHECK: %[[F0:.*]]:4 = stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>, tensor<2x8xf32> attributes {dist.place = array<i64: 0>}
  // CHECK: dense<2> : tensor<i32>
  // CHECK: compare LT
  // CHECK: %[[F1:.*]]:4 = stablehlo.while({{.*}} = %{{.*}}, {{.*}} = %[[F0]]#1, {{.*}} = %[[W1]]
  // CHECK-SAME: {dist.place = array<i64: 1>}
  // CHECK: dense<4> : tensor<i32>
  // CHECK: %[[BEGIN:.*]] = stablehlo.constant dense<2> : tensor<i32>
  // CHECK: %[[AT:.*]] = stablehlo.subtract %{{.*}}, %[[BEGIN]]
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %[[AT]],
  // CHECK: stablehlo.dynamic_update_slice {{.*}} : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  %f:4 = stablehlo.while(%i = %zero, %h = %x, %ws = %w, %kept = %none) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %in = stablehlo.reshape %h : (tensor<8xf32>) -> tensor<1x8xf32>
    %keeps = stablehlo.dynamic_update_slice %kept, %in, %i, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws, %keeps : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  // CHECK: %[[B1:.*]]:5 = stablehlo.while({{.*}} = %[[W1]], {{.*}} = %[[F1]]#3
  // CHECK-SAME: {dist.place = array<i64: 1>}
  // CHECK: %[[B0:.*]]:5 = stablehlo.while({{.*}} = %[[B1]]#1, {{.*}} = %[[W0]], {{.*}} = %[[F0]]#3
  // CHECK-SAME: {dist.place = array<i64: 0>}
  %b:5 = stablehlo.while(%i = %zero, %d = %f#1, %ws = %w, %kept = %f#3, %gs = %none) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %at = stablehlo.subtract %three, %i : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %at, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %in = stablehlo.dynamic_slice %kept, %at, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %up = stablehlo.reshape %d : (tensor<8xf32>) -> tensor<1x8xf32>
    %g = stablehlo.multiply %up, %in : tensor<1x8xf32>
    %grads = stablehlo.dynamic_update_slice %gs, %g, %at, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %down = stablehlo.multiply %up, %row : tensor<1x8xf32>
    %next = stablehlo.reshape %down : (tensor<1x8xf32>) -> tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws, %kept, %grads : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  // Outside of scans operations run on blocks; a sum over layers is a sum of sums.
  // CHECK: %[[N0:.*]] = stablehlo.add %[[M0]], %[[B0]]#4 : tensor<2x8xf32>
  // CHECK: %[[N1:.*]] = stablehlo.add %{{.*}}, %[[B1]]#4 : tensor<2x8xf32>
  // CHECK: %[[S0:.*]] = stablehlo.reduce(%[[N0]]
  // CHECK: %[[S1:.*]] = stablehlo.reduce(%[[N1]]
  // CHECK: %[[S:.*]] = stablehlo.add %[[S0]], %[[S1]] : tensor<f32>
  %mean = stablehlo.add %m, %b#4 : tensor<4x8xf32>
  %new = stablehlo.subtract %w, %mean : tensor<4x8xf32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %norm = stablehlo.reduce(%mean init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: return %{{.*}}, %{{.*}}, %[[N0]], %[[N1]], %[[S]]
  return %new, %mean, %norm : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}

// -----

// Three layers on two coordinates: blocks of two, the second with one layer. A
// sum leaves out what lies beyond. A stack that is read from around the loop.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<2x8xf32> {{{.*}}dist.place = array<i64: 0>
// CHECK-SAME: tensor<2x8xf32> {{{.*}}dist.place = array<i64: 1>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.select
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>,
                %w: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>})
    -> (tensor<8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %f:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %first, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<8xf32>
  }
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%w init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<f32>
  return %f#1, %sum : tensor<8xf32>, tensor<f32>
}

// -----

// What cannot run on blocks of layers gets the stack in one piece. Barriers pass
// each block on, and their parts are told by a number; constraints lose the axis.
// REMARK: warning: this takes all layers along stage axis "pp" at once, so it runs at one stage, to which 64 B are sent in each step; take one layer at a time, or keep "pp" out of the sharding
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[A:.*]] = stablehlo.optimization_barrier {dist.barrier = 0 : i64} %[[W0]] : tensor<2x8xf32>
// CHECK: %[[B:.*]] = stablehlo.optimization_barrier {dist.barrier = 0 : i64} %[[W1]] : tensor<2x8xf32>
// CHECK: %[[X:.*]] = stablehlo.optimization_barrier {dist.barrier = 0 : i64} %{{.*}} : tensor<8xf32>
// CHECK: %[[C:.*]] = dist.constraint %[[A]] <@mesh, [{}, {?}]> : tensor<2x8xf32>
// CHECK: %[[D:.*]] = dist.constraint %[[B]] <@mesh, [{}, {?}]> : tensor<2x8xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate {{.*}} -> tensor<4x8xf32>
// CHECK: stablehlo.sort
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.optimization_barrier %w, %x : tensor<4x8xf32>, tensor<8xf32>
  %1 = dist.constraint %0#0 <@mesh, [{"pp"}, {?}]> : tensor<4x8xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %0#1 : tensor<4x8xf32>, tensor<8xf32>
}

// -----

// Without a split over the stage axis nothing happens.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>}) -> tensor<4x8xf32>
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>}) -> tensor<4x8xf32> {
  return %w : tensor<4x8xf32>
}

// -----

// A list of owners: two blocks at each coordinate, there and back. Each block is
// an argument of its own; further ones come after the user's.
// REMARK: iterations of the loop at the coordinates of "pp": 0 to 0 at 0, 1 to 1 at 1, 2 to 2 at 1, 3 to 3 at 0
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<1x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>, begin = 0, index = 0>, dist.index = 0 : i64, dist.place = array<i64: 0>
// CHECK-SAME: tensor<1x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>, begin = 1, index = 0>, dist.index = 2 : i64, dist.place = array<i64: 1>
// CHECK-SAME: tensor<1x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>, begin = 2, index = 0>, dist.index = 3 : i64, dist.place = array<i64: 1>
// CHECK-SAME: tensor<1x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>, begin = 3, index = 0>, dist.index = 4 : i64, dist.place = array<i64: 0>
// CHECK-SAME: tensor<8xf32> {dist.index = 1 : i64}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.owners = array<i64: 0, 1, 1, 0>, dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>},
                %x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %f:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<8xf32>
  }
  return %f#1 : tensor<8xf32>
}

// -----

// Loops that walk along nothing: one of two iterations is unrolled, and its
// operations run on blocks; one that data ends gets the stack in one piece.
// Constants have blocks, too.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[A0:.*]] = stablehlo.multiply %[[W0]], %[[W0]] : tensor<2x8xf32>
// CHECK: %[[A1:.*]] = stablehlo.multiply %[[W1]], %[[W1]] : tensor<2x8xf32>
// CHECK: stablehlo.multiply %[[A0]], %[[A0]] : tensor<2x8xf32>
// CHECK: stablehlo.multiply %[[A1]], %[[A1]] : tensor<2x8xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate {{.*}} -> tensor<4x8xf32>
// CHECK: stablehlo.while(%{{.*}} = %[[WHOLE]]) : tensor<4x8xf32>
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s:2 = stablehlo.while(%i = %zero, %p = %w) : tensor<i32>, tensor<4x8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.multiply %p, %p : tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  %rates = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %rows = stablehlo.broadcast_in_dim %rates, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %scaled = stablehlo.multiply %s#1, %rows : tensor<4x8xf32>
  %c = stablehlo.while(%p = %scaled) : tensor<4x8xf32>
  cond {
    %limit = stablehlo.constant dense<1.0> : tensor<f32>
    %start = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%p init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %go = stablehlo.compare GT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.multiply %p, %p : tensor<4x8xf32>
    stablehlo.return %next : tensor<4x8xf32>
  }
  return %c : tensor<4x8xf32>
}

// -----

// Layers that an array names. The forward loop reads the numbers from an iota, last
// first, and leaves them to the backward loop, which reads them from there.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while({{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: %[[LAYER:.+]] = stablehlo.reshape %{{.+}} : (tensor<1xi32>) -> tensor<i32>
// CHECK: %[[TWO:.+]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK: %[[OWN:.+]] = stablehlo.subtract %[[LAYER]], %[[TWO]] : tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg2, %[[OWN]]
// CHECK: stablehlo.while({{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8xf32> {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %iota = stablehlo.iota dim = 0 : tensor<4xi32>
  %numbers = stablehlo.reverse %iota, dims = [0] : tensor<4xi32>
  %zeros = stablehlo.constant dense<0> : tensor<4xi32>
  %0:4 = stablehlo.while(%i = %begin, %h = %x, %ns = %numbers, %kept = %zeros) : tensor<i32>, tensor<8xf32>, tensor<4xi32>, tensor<4xi32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.dynamic_slice %ns, %i, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %layer = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
    %row = stablehlo.dynamic_slice %w, %layer, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %flat : tensor<8xf32>
    %keep = stablehlo.dynamic_update_slice %kept, %n, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ns, %keep : tensor<i32>, tensor<8xf32>, tensor<4xi32>, tensor<4xi32>
  }
  %1:3 = stablehlo.while(%i = %begin, %h = %0#1, %ns = %0#3) : tensor<i32>, tensor<8xf32>, tensor<4xi32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %three, %i : tensor<i32>
    %n = stablehlo.dynamic_slice %ns, %back, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %layer = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
    %row = stablehlo.dynamic_slice %w, %layer, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.add %h, %flat : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ns : tensor<i32>, tensor<8xf32>, tensor<4xi32>
  }
  return %1#1 : tensor<8xf32>
}

// -----

// A loop that goes back from a layer whose number is computed from constants, as the
// loops within a loop that was unrolled do.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[THREE:.*]] = stablehlo.constant dense<3>
// CHECK: %[[H:.*]]:4 = stablehlo.while({{.*}}, {{.*}} = %[[THREE]], {{.*}} = %[[X]], {{.*}} = %[[W1]]) {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.while({{.*}} = %[[H]]#2, {{.*}} = %[[W0]]) {{.*}} attributes {dist.place = array<i64: 0>}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<1x8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %last = stablehlo.add %two, %one : tensor<i32>
  %0:4 = stablehlo.while(%n = %zero, %i = %last, %h = %x, %ws = %w) : tensor<i32>, tensor<i32>, tensor<1x8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %ws, %i, %zero, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.multiply %h, %row : tensor<1x8xf32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %m, %j, %next, %ws : tensor<i32>, tensor<i32>, tensor<1x8xf32>, tensor<4x8xf32>
  }
  return %0#2 : tensor<1x8xf32>
}

// -----

// A loop that runs until data ends it takes the stack in one piece, and leaves it so.
// One weight for each layer is not worth a warning.
// REMARK: warning: this takes all layers along stage axis "pp" at once, so it runs at one stage, to and from which 128 B are sent in each step; take one layer at a time, or keep "pp" out of the sharding
// REMARK-NOT: warning:
// CHECK: module attributes {dist.warned = [#loc]}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.concatenate %[[W0]], %[[W1]], dim = 0
// CHECK: %[[LEFT:.*]] = stablehlo.while(%{{.*}} = %[[WHOLE]])
// CHECK: %[[N0:.*]] = stablehlo.slice %[[LEFT]] [0:2, 0:8]
// CHECK: %[[N1:.*]] = stablehlo.slice %[[LEFT]] [2:4, 0:8]
// CHECK: stablehlo.sort
// CHECK: return %[[N0]], %[[N1]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64}, %rates: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}]>}) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0 = stablehlo.while(%v = %w) : tensor<4x8xf32>
  cond {
    %limit = stablehlo.constant dense<1.0> : tensor<f32>
    %least = stablehlo.constant dense<0.0> : tensor<f32>
    %largest = stablehlo.reduce(%v init: %least) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %go = stablehlo.compare GT, %largest, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %half = stablehlo.constant dense<0.5> : tensor<4x8xf32>
    %next = stablehlo.multiply %v, %half : tensor<4x8xf32>
    stablehlo.return %next : tensor<4x8xf32>
  }
  %1 = "stablehlo.sort"(%rates) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4xf32>
}
