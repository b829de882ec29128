// A loop whose body has equal parts is a loop of one of them.
// RUN: %popt %s --roll-loops --split-input-file | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>

// The parts take rows of a group, and leave rows of one.
// CHECK-LABEL: func.func @parts
func.func @parts(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
  // CHECK-DAG: %[[FLAT:.*]] = stablehlo.reshape %arg0 : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
  // CHECK-DAG: %[[ROWS:.*]] = stablehlo.reshape %{{.*}} : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
  // CHECK: %[[ALL:.*]]:4 = stablehlo.while(%[[T:.*]] = %{{.*}}, %[[W:.*]] = %[[FLAT]], %[[Y:.*]] = %arg1, %[[KEPT:.*]] = %[[ROWS]])
  // CHECK: dense<6>
  // CHECK: dynamic_slice %[[W]], %[[T]], %{{.*}}, sizes = [1, 8]
  // CHECK-COUNT-1: stablehlo.multiply
  // CHECK-NOT: stablehlo.multiply
  // CHECK: %[[LEFT:.*]] = stablehlo.reshape %[[Y]]
  // CHECK: dynamic_update_slice %[[KEPT]], %[[LEFT]], %[[T]]
  // CHECK: stablehlo.reshape %[[ALL]]#3 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:4 = stablehlo.while(%i = %zero, %all = %w, %y = %x, %kept = %empty) : tensor<i32>, tensor<3x2x8xf32>, tensor<8xf32>, tensor<3x2x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %slice = stablehlo.dynamic_slice %all, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %row0 = stablehlo.slice %group [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.reshape %row0 : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %w0 : tensor<8xf32>
    %row1 = stablehlo.slice %group [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w1 = stablehlo.reshape %row1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %b = stablehlo.multiply %a, %w1 : tensor<8xf32>
    %left0 = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>
    %left1 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
    %both = stablehlo.concatenate %left0, %left1, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
    %made = stablehlo.broadcast_in_dim %both, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %made, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %all, %b, %next : tensor<i32>, tensor<3x2x8xf32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#2, %0#3 : tensor<8xf32>, tensor<3x2x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// From the last group to the first, and in a group from the last row; each part has a
// body of its own.
// CHECK-LABEL: func.func @backwards
func.func @backwards(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> tensor<3x2xf32> {
  // CHECK: stablehlo.while(%[[T:.*]] = %{{.*}}, %[[W:.*]] = %{{.*}}, %[[Y:.*]] = %arg1, %[[KEPT:.*]] = %{{.*}}) : tensor<i32>, tensor<6x8xf32>, tensor<8xf32>, tensor<6xf32>
  // CHECK: %[[FIVE:.*]] = stablehlo.constant dense<5>
  // CHECK: %[[BACK:.*]] = stablehlo.subtract %[[FIVE]], %[[T]]
  // CHECK: dynamic_slice %[[W]], %[[BACK]]
  // CHECK-COUNT-1: stablehlo.reduce
  // CHECK-NOT: stablehlo.reduce
  // CHECK: dynamic_update_slice %[[KEPT]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x2xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<2> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %slice = stablehlo.dynamic_slice %w, %back, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %z0 = stablehlo.constant dense<0.0> : tensor<f32>
    %row0 = stablehlo.slice %group [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.reshape %row0 : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %w0 : tensor<8xf32>
    %s0 = stablehlo.reduce(%a init: %z0) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %z1 = stablehlo.constant dense<0.0> : tensor<f32>
    %row1 = stablehlo.slice %group [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w1 = stablehlo.reshape %row1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %b = stablehlo.multiply %a, %w1 : tensor<8xf32>
    %s1 = stablehlo.reduce(%b init: %z1) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %left0 = stablehlo.reshape %s0 : (tensor<f32>) -> tensor<1xf32>
    %left1 = stablehlo.reshape %s1 : (tensor<f32>) -> tensor<1xf32>
    %both = stablehlo.concatenate %left1, %left0, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %made = stablehlo.broadcast_in_dim %both, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %next = stablehlo.dynamic_update_slice %kept, %made, %back, %no : (tensor<3x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %next : tensor<i32>, tensor<8xf32>, tensor<3x2xf32>
  }
  return %0#2 : tensor<3x2xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// A local and a global layer: the parts differ.
// CHECK-LABEL: func.func @unlike
func.func @unlike(%x: tensor<8xf32>) -> tensor<3x2x8xf32> {
  // CHECK: stablehlo.tanh
  // CHECK: stablehlo.cosine
  // CHECK: stablehlo.concatenate
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.tanh %y : tensor<8xf32>
    %b = stablehlo.cosine %a : tensor<8xf32>
    %left0 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
    %left1 = stablehlo.reshape %b : (tensor<8xf32>) -> tensor<1x8xf32>
    %both = stablehlo.concatenate %left0, %left1, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
    %made = stablehlo.broadcast_in_dim %both, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %made, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %next : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#2 : tensor<3x2x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// The second part takes what the first one of its own iteration began with.
// CHECK-LABEL: func.func @skips
func.func @skips(%x: tensor<8xf32>) -> tensor<3x2x8xf32> {
  // CHECK: stablehlo.concatenate
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %t0 = stablehlo.tanh %y : tensor<8xf32>
    %a = stablehlo.add %t0, %y : tensor<8xf32>
    %t1 = stablehlo.tanh %a : tensor<8xf32>
    %b = stablehlo.add %t1, %y : tensor<8xf32>
    %left0 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
    %left1 = stablehlo.reshape %b : (tensor<8xf32>) -> tensor<1x8xf32>
    %both = stablehlo.concatenate %left0, %left1, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
    %made = stablehlo.broadcast_in_dim %both, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %made, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %next : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#2 : tensor<3x2x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// Without gradients nothing is left but what goes from part to part.
// CHECK-LABEL: func.func @served
func.func @served(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.while(%[[T:.*]] = %{{.*}}, %[[W:.*]] = %{{.*}}, %[[Y:.*]] = %arg1) : tensor<i32>, tensor<6x8xf32>, tensor<8xf32>
  // CHECK: dense<6>
  // CHECK: dynamic_slice %[[W]], %[[T]], %{{.*}}, sizes = [1, 8]
  // CHECK-COUNT-1: stablehlo.multiply
  // CHECK-NOT: stablehlo.multiply
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %slice = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %row0 = stablehlo.slice %group [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.reshape %row0 : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %w0 : tensor<8xf32>
    %row1 = stablehlo.slice %group [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w1 = stablehlo.reshape %row1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %b = stablehlo.multiply %a, %w1 : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// What is left beside the loop joins it: a fourth iteration, and its row.
// CHECK-LABEL: func.func @beside
func.func @beside(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[ALL:.*]]:4 = stablehlo.while(%[[T:.*]] = %{{.*}}, %[[W:.*]] = %arg0, %[[Y:.*]] = %arg1, %[[KEPT:.*]] = %{{.*}}) : tensor<i32>, tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>
  // CHECK: dense<4>
  // CHECK: dynamic_slice %[[W]], %[[T]]
  // CHECK: dynamic_update_slice %[[KEPT]], %{{.*}}, %[[T]]
  // CHECK-NOT: stablehlo.multiply
  // CHECK: return %[[ALL]]#2, %[[ALL]]#3
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %first = stablehlo.slice %w [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %first, %i, %no, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %wi = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %wi : tensor<8xf32>
    %left = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %left, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %next : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %last = stablehlo.slice %w [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %w3 = stablehlo.reshape %last : (tensor<1x8xf32>) -> tensor<8xf32>
  %b = stablehlo.multiply %0#1, %w3 : tensor<8xf32>
  %row = stablehlo.reshape %0#1 : (tensor<8xf32>) -> tensor<1x8xf32>
  %all = stablehlo.concatenate %0#2, %row, dim = 0 : (tensor<3x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %b, %all : tensor<8xf32>, tensor<4x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// The body counts, and so do two layers beside it.
// CHECK-LABEL: func.func @counts
func.func @counts(%w: tensor<5x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<i32>) {
  // CHECK: stablehlo.while(%[[T:.*]] = %{{.*}}, %[[W:.*]] = %arg0, %[[Y:.*]] = %arg1)
  // CHECK: dense<5>
  // CHECK-COUNT-2: stablehlo.multiply
  // CHECK-NOT: stablehlo.multiply
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %first = stablehlo.slice %w [0:3, 0:8] : (tensor<5x8xf32>) -> tensor<3x8xf32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %trips = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %trips : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %first, %i, %no, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %wi = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %wi : tensor<8xf32>
    %n = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.multiply %a, %all : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
  }
  %row3 = stablehlo.slice %w [3:4, 0:8] : (tensor<5x8xf32>) -> tensor<1x8xf32>
  %w3 = stablehlo.reshape %row3 : (tensor<1x8xf32>) -> tensor<8xf32>
  %a3 = stablehlo.multiply %0#1, %w3 : tensor<8xf32>
  %n3 = stablehlo.convert %three : (tensor<i32>) -> tensor<f32>
  %all3 = stablehlo.broadcast_in_dim %n3, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %b3 = stablehlo.multiply %a3, %all3 : tensor<8xf32>
  %four = stablehlo.add %three, %step : tensor<i32>
  %row4 = stablehlo.slice %w [4:5, 0:8] : (tensor<5x8xf32>) -> tensor<1x8xf32>
  %w4 = stablehlo.reshape %row4 : (tensor<1x8xf32>) -> tensor<8xf32>
  %a4 = stablehlo.multiply %b3, %w4 : tensor<8xf32>
  %n4 = stablehlo.convert %four : (tensor<i32>) -> tensor<f32>
  %all4 = stablehlo.broadcast_in_dim %n4, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %b4 = stablehlo.multiply %a4, %all4 : tensor<8xf32>
  %five = stablehlo.add %four, %step : tensor<i32>
  return %b4, %five : tensor<8xf32>, tensor<i32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// Another row comes after the loop's, and another operation.
// CHECK-LABEL: func.func @other_row
func.func @other_row(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>) {
  // CHECK: dense<3>
  // CHECK-COUNT-2: stablehlo.multiply
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %first = stablehlo.slice %w [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %first, %i, %no, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %wi = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %wi : tensor<8xf32>
    %left = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %left, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %next : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %last = stablehlo.slice %w [2:3, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %w3 = stablehlo.reshape %last : (tensor<1x8xf32>) -> tensor<8xf32>
  %b = stablehlo.multiply %0#1, %w3 : tensor<8xf32>
  return %b, %0#2 : tensor<8xf32>, tensor<3x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// CHECK-LABEL: func.func @other_operation
func.func @other_operation(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>) {
  // CHECK: dense<3>
  // CHECK: stablehlo.return
  // CHECK: stablehlo.add
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %first = stablehlo.slice %w [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %first, %i, %no, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %wi = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %wi : tensor<8xf32>
    %left = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %left, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %next : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %last = stablehlo.slice %w [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %w3 = stablehlo.reshape %last : (tensor<1x8xf32>) -> tensor<8xf32>
  %b = stablehlo.add %0#1, %w3 : tensor<8xf32>
  return %b, %0#2 : tensor<8xf32>, tensor<3x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// The metric needs what the third layer gave: the fourth stays beside the loop.
// CHECK-LABEL: func.func @read_elsewhere
func.func @read_elsewhere(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dense<3>
  // CHECK-COUNT-2: stablehlo.multiply
  // CHECK: stablehlo.tanh
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %first = stablehlo.slice %w [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %first, %i, %no, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %wi = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %wi : tensor<8xf32>
    %left = stablehlo.reshape %wi : (tensor<8xf32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %left, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %next : tensor<i32>, tensor<8xf32>, tensor<3x8xf32>
  }
  %last = stablehlo.slice %w [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %w3 = stablehlo.reshape %last : (tensor<1x8xf32>) -> tensor<8xf32>
  %b = stablehlo.multiply %0#1, %w3 : tensor<8xf32>
  %c = stablehlo.tanh %0#1 : tensor<8xf32>
  return %b, %c : tensor<8xf32>, tensor<8xf32>
}

// -----

// All layers are on all devices: the loop stays.
dist.mesh @mesh = <["dp"=2]>

// CHECK-LABEL: func.func @no_stages
func.func @no_stages(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
  // CHECK-COUNT-2: stablehlo.multiply
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:4 = stablehlo.while(%i = %zero, %all = %w, %y = %x, %kept = %empty) : tensor<i32>, tensor<3x2x8xf32>, tensor<8xf32>, tensor<3x2x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %slice = stablehlo.dynamic_slice %all, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %row0 = stablehlo.slice %group [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.reshape %row0 : (tensor<1x8xf32>) -> tensor<8xf32>
    %a = stablehlo.multiply %y, %w0 : tensor<8xf32>
    %row1 = stablehlo.slice %group [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %w1 = stablehlo.reshape %row1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %b = stablehlo.multiply %a, %w1 : tensor<8xf32>
    %left0 = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>
    %left1 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
    %both = stablehlo.concatenate %left0, %left1, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
    %made = stablehlo.broadcast_in_dim %both, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %made, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %all, %b, %next : tensor<i32>, tensor<3x2x8xf32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#2, %0#3 : tensor<8xf32>, tensor<3x2x8xf32>
}
