// Rows that are added once to zeros are written.
// RUN: %popt %s --write-rows --split-input-file | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>

// CHECK-LABEL: func.func @once
func.func @once(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: dynamic_slice
  // CHECK: %[[ROW:.*]] = stablehlo.reshape %arg0
  // CHECK-NEXT: dynamic_update_slice %{{.*}}, %[[ROW]]
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %no = stablehlo.constant dense<0> : tensor<i32>
    %back = stablehlo.subtract %three, %i : tensor<i32>
    %now = stablehlo.dynamic_slice %sum, %back, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %row = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
    %more = stablehlo.add %row, %now : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %sum, %more, %back, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// Two iterations add to one row: 2 * 3 is moved to 3, the last.
// CHECK-LABEL: func.func @twice
func.func @twice(%x: tensor<1x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.add %{{.*}}, %arg0
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %no = stablehlo.constant dense<0> : tensor<i32>
    %even = stablehlo.multiply %two, %i : tensor<i32>
    %now = stablehlo.dynamic_slice %sum, %even, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %more = stablehlo.add %now, %x : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %sum, %more, %even, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----
dist.mesh @mesh = <stage ["pp"=2]>

// The sum does not begin with zeros.
// CHECK-LABEL: func.func @more
func.func @more(%x: tensor<1x8xf32>, %z: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.add %{{.*}}, %arg0
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %no = stablehlo.constant dense<0> : tensor<i32>
    %now = stablehlo.dynamic_slice %sum, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %more = stablehlo.add %now, %x : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %sum, %more, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// All layers are on all devices: the loop stays.
dist.mesh @mesh = <["dp"=2]>

// CHECK-LABEL: func.func @no_stages
func.func @no_stages(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.add %{{.*}} : tensor<1x8xf32>
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %no = stablehlo.constant dense<0> : tensor<i32>
    %back = stablehlo.subtract %three, %i : tensor<i32>
    %now = stablehlo.dynamic_slice %sum, %back, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %row = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
    %more = stablehlo.add %row, %now : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %sum, %more, %back, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}
