// A loop that only runs another over groups of rows is one loop with it.
// RUN: %popt %s --merge-loops --split-input-file | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>

// Layers of groups are read, and what each makes is written.
// CHECK-LABEL: func.func @groups
func.func @groups(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
  // CHECK: %[[FLAT:.*]] = stablehlo.reshape %arg0 : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
  // CHECK: %[[ROWS:.*]] = stablehlo.reshape %{{.*}} : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
  // CHECK: %[[ALL:.*]]:4 = stablehlo.while(%[[T:.*]] = %{{.*}}, %[[Y:.*]] = %arg1, %[[W:.*]] = %[[FLAT]], %[[KEPT:.*]] = %[[ROWS]])
  // CHECK: dense<6>
  // CHECK: dynamic_slice %[[W]], %[[T]], %{{.*}}, sizes = [1, 8]
  // CHECK: dynamic_update_slice %[[KEPT]], %{{.*}}, %[[T]]
  // CHECK-NOT: stablehlo.while
  // CHECK: stablehlo.reshape %[[ALL]]#3 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
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
    %slice = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %none = stablehlo.constant dense<0.0> : tensor<2x8xf32>
    %1:4 = stablehlo.while(%j = %no, %z = %y, %rows = %group, %made = %none) : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %rows, %j, %no, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
      %next = stablehlo.multiply %z, %layer : tensor<8xf32>
      %left = stablehlo.reshape %z : (tensor<8xf32>) -> tensor<1x8xf32>
      %more = stablehlo.dynamic_update_slice %made, %left, %j, %no : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next, %rows, %more : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    %left = stablehlo.broadcast_in_dim %1#3, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %more = stablehlo.dynamic_update_slice %kept, %left, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    stablehlo.return %k, %1#1, %more : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#1, %0#2 : tensor<8xf32>, tensor<3x2x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// From the last layer to the first, by `weights[2 * i + j]`, and what all iterations
// add: the counter that is returned is what it was.
// CHECK-LABEL: func.func @backwards
func.func @backwards(%w: tensor<6x8xf32>, %x: tensor<8xf32>, %s: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<i32>) {
  // CHECK: %[[ALL:.*]]:4 = stablehlo.while(%[[T:.*]] = %{{.*}}, %[[Y:.*]] = %arg1, %[[W:.*]] = %arg0, %[[SUM:.*]] = %arg2)
  // CHECK: %[[BACK:.*]] = stablehlo.subtract %{{.*}}, %[[T]]
  // CHECK: dynamic_slice %[[W]], %[[BACK]], %{{.*}}, sizes = [1, 8]
  // CHECK: add %[[SUM]], %{{.*}}
  // CHECK-NOT: stablehlo.while
  // CHECK: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<i32>
  // CHECK: return %[[ALL]]#1, %[[ALL]]#3, %[[THREE]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %sum = %s) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %group = stablehlo.multiply %two, %i : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<8xf32>
    %1:4 = stablehlo.while(%j = %no, %z = %y, %of = %w, %made = %none) : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>, tensor<8xf32>
    cond {
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %five = stablehlo.constant dense<5> : tensor<i32>
      %number = stablehlo.add %group, %j : tensor<i32>
      %back = stablehlo.subtract %five, %number : tensor<i32>
      %row = stablehlo.dynamic_slice %of, %back, %no, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
      %next = stablehlo.multiply %z, %layer : tensor<8xf32>
      %more = stablehlo.add %made, %next : tensor<8xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next, %of, %more : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>, tensor<8xf32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %1#3 : tensor<8xf32>
    stablehlo.return %k, %1#1, %more : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  return %0#1, %0#2, %0#0 : tensor<8xf32>, tensor<8xf32>, tensor<i32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// The number of the group is read as a number: it does not grow evenly.
// CHECK-LABEL: func.func @uneven
func.func @uneven(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-COUNT-2: stablehlo.while
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<i32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1:2 = stablehlo.while(%j = %no, %z = %y) : tensor<i32>, tensor<i32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.multiply %z, %i : tensor<i32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next : tensor<i32>, tensor<i32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %1#1 : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// Between groups the outer body does something of its own.
// CHECK-LABEL: func.func @between
func.func @between(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-2: stablehlo.while
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1:2 = stablehlo.while(%j = %no, %z = %y) : tensor<i32>, tensor<8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.tanh %z : tensor<8xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next : tensor<i32>, tensor<8xf32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    %own = stablehlo.cosine %1#1 : tensor<8xf32>
    stablehlo.return %k, %own : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// Where a group is held is the user's word.
// CHECK-LABEL: func.func @words
func.func @words(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-2: stablehlo.while
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %slice = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] {dist.recompute = #dist.recompute<scope 0>} : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %1:3 = stablehlo.while(%j = %no, %z = %y, %rows = %group) : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %rows, %j, %no, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
      %next = stablehlo.multiply %z, %layer : tensor<8xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next, %rows : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %1#1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// All layers are on all devices: the loop stays.
dist.mesh @mesh = <["dp"=2]>

// CHECK-LABEL: func.func @no_stages
func.func @no_stages(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
  // CHECK-COUNT-2: stablehlo.while
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
    %slice = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %none = stablehlo.constant dense<0.0> : tensor<2x8xf32>
    %1:4 = stablehlo.while(%j = %no, %z = %y, %rows = %group, %made = %none) : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %rows, %j, %no, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
      %next = stablehlo.multiply %z, %layer : tensor<8xf32>
      %left = stablehlo.reshape %z : (tensor<8xf32>) -> tensor<1x8xf32>
      %more = stablehlo.dynamic_update_slice %made, %left, %j, %no : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %next, %rows, %more : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    %left = stablehlo.broadcast_in_dim %1#3, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %more = stablehlo.dynamic_update_slice %kept, %left, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    stablehlo.return %k, %1#1, %more : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
  }
  return %0#1, %0#2 : tensor<8xf32>, tensor<3x2x8xf32>
}
