// Zeros that a loop overwrites without reading them are not made.
// RUN: %popt %s --split-input-file --form-kernels | FileCheck %s

// Two stacks that begin alike: one is written from the first to the last row, the
// other from the last to the first.
// CHECK-LABEL: func.func @main
// CHECK-NOT: broadcast
// CHECK-DAG: %[[A:.+]] = dist.empty : tensor<4x16xf32>
// CHECK-DAG: %[[B:.+]] = dist.empty : tensor<4x16xf32>
// CHECK: stablehlo.while({{.*}} = %[[A]], {{.*}} = %[[B]]
func.func @main(%x: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
  %0:4 = stablehlo.while(%i = %c0, %y = %x, %a = %zeros, %b = %zeros) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %z = stablehlo.tanh %y : tensor<16xf32>
    %row = stablehlo.reshape %z : (tensor<16xf32>) -> tensor<1x16xf32>
    %k = stablehlo.subtract %c3, %i : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %a, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %2 = stablehlo.dynamic_update_slice %b, %row, %k, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %z, %1, %2 : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %0#2, %0#3 : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// Two loops write the rows of the first stack together; of the second they leave one.
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[ZEROS:.+]] = call @{{.*}}broadcast_in_dim() : () -> tensor<5x16xf32>
// CHECK-DAG: %[[EMPTY:.+]] = dist.empty : tensor<4x16xf32>
// CHECK: %[[FIRST:.+]]:3 = stablehlo.while({{.*}} = %[[EMPTY]], {{.*}} = %[[ZEROS]])
// CHECK: stablehlo.while({{.*}} = %[[FIRST]]#1, {{.*}} = %[[FIRST]]#2)
func.func @main(%x: tensor<1x16xf32>) -> (tensor<4x16xf32>, tensor<5x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
  %five = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<5x16xf32>
  %0:3 = stablehlo.while(%i = %c0, %a = %four, %b = %five) : tensor<i32>, tensor<4x16xf32>, tensor<5x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_update_slice %a, %x, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %2 = stablehlo.dynamic_update_slice %b, %x, %i, %c0 : (tensor<5x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<5x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %1, %2 : tensor<i32>, tensor<4x16xf32>, tensor<5x16xf32>
  }
  %3:3 = stablehlo.while(%i = %c3, %a = %0#1, %b = %0#2) : tensor<i32>, tensor<4x16xf32>, tensor<5x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_update_slice %a, %x, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %2 = stablehlo.dynamic_update_slice %b, %x, %i, %c0 : (tensor<5x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<5x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %1, %2 : tensor<i32>, tensor<4x16xf32>, tensor<5x16xf32>
  }
  return %3#1, %3#2 : tensor<4x16xf32>, tensor<5x16xf32>
}

// -----

// A row that is not written keeps its zeros, and so does what the loop reads, and
// what is somebody's already stays his.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.empty
// CHECK: return
func.func @main(%x: tensor<16xf32>, %own: tensor<4x16xf32>) -> (tensor<5x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %five = stablehlo.constant dense<0.0> : tensor<5x16xf32>
  %four = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:5 = stablehlo.while(%i = %c0, %y = %x, %a = %five, %b = %four, %c = %own) : tensor<i32>, tensor<16xf32>, tensor<5x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %old = stablehlo.dynamic_slice %b, %i, %c0, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %line = stablehlo.reshape %old : (tensor<1x16xf32>) -> tensor<16xf32>
    %z = stablehlo.add %y, %line : tensor<16xf32>
    %row = stablehlo.reshape %z : (tensor<16xf32>) -> tensor<1x16xf32>
    %1 = stablehlo.dynamic_update_slice %a, %row, %i, %c0 : (tensor<5x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<5x16xf32>
    %2 = stablehlo.dynamic_update_slice %b, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %3 = stablehlo.dynamic_update_slice %c, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %z, %1, %2, %3 : tensor<i32>, tensor<16xf32>, tensor<5x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %0#2, %0#3, %0#4 : tensor<5x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// An index that depends on data may leave rows out.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.empty
// CHECK: return
func.func @main(%x: tensor<16xf32>, %at: tensor<4xi32>) -> tensor<4x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:2 = stablehlo.while(%i = %c0, %a = %zeros) : tensor<i32>, tensor<4x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.dynamic_slice %at, %i, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %j = stablehlo.reshape %k : (tensor<1xi32>) -> tensor<i32>
    %row = stablehlo.reshape %x : (tensor<16xf32>) -> tensor<1x16xf32>
    %1 = stablehlo.dynamic_update_slice %a, %row, %j, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
  }
  return %0#1 : tensor<4x16xf32>
}
