// Operations between stages: printed as they are read.
// RUN: %popt %s | %popt | FileCheck %s

dist.mesh @mesh = <stage ["pp"=4], time ["mb"=3]>

// CHECK-LABEL: @combine
func.func @combine(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}) at [0, 3] : tensor<f32>
  %0 = dist.combine sum(%a, %b) at [0, 3] : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @stage
func.func @stage(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
  // CHECK: dist.send %{{.*}} message 3 to 1 on @mesh : tensor<4xf32>
  dist.send %x message 3 to 1 on @mesh : tensor<4xf32>
  // CHECK: %[[Y:.+]] = dist.recv message 4 from 1 on @mesh : tensor<4xf32>
  %0 = dist.recv message 4 from 1 on @mesh : tensor<4xf32>
  // CHECK: dist.reduce_stages %[[Y]] sum at [0, 3] message 7 on @mesh : tensor<4xf32>
  %1 = dist.reduce_stages %0 sum at [0, 3] message 7 on @mesh : tensor<4xf32>
  // CHECK: %{{.*}}:2 = dist.reduce_stages %{{.*}}, %[[Y]] max at [0, 3] message 8 on @mesh : tensor<4xf32>, tensor<4xf32>
  %2:2 = dist.reduce_stages %1, %0 max at [0, 3] message 8 on @mesh : tensor<4xf32>, tensor<4xf32>
  // CHECK: dist.sent %{{.*}} message 3 : tensor<4xf32>
  dist.sent %x message 3 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @step_slice
func.func @step_slice(%x: tensor<6x4xf32>) {
  // CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]]) ->
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // CHECK: dist.step_slice %{{.*}} at %[[STEP]] begin 16 stride -8 : tensor<6x4xf32>, tensor<i32> -> tensor<8xf32>
    %0 = dist.step_slice %x at %step begin 16 stride -8 : tensor<6x4xf32>, tensor<i32> -> tensor<8xf32>
    dist.return
  }
  return
}

// CHECK-LABEL: @scan
func.func @scan(%stack: tensor<4x16xf32>, %last: tensor<i64>) -> tensor<4x16xf32> {
  // CHECK: stablehlo.while(%[[I:.+]] = %{{.+}}, %[[STACK:.+]] = %{{.+}}) : tensor<i64>, tensor<4x16xf32> attributes {dist.counter = array<i64: 0, 3, -1, 4>}
  %0:2 = stablehlo.while(%i = %last, %s = %stack) : tensor<i64>, tensor<4x16xf32> attributes {dist.counter = array<i64: 0, 3, -1, 4>}
  cond {
    %c0 = stablehlo.constant dense<0> : tensor<i64>
    %p = stablehlo.compare GE, %i, %c0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK: %[[ROW:.+]] = dist.step_slice %[[STACK]] at %[[I]] begin 0 stride 16 : tensor<4x16xf32>, tensor<i64> -> tensor<16xf32>
    %row = dist.step_slice %s at %i begin 0 stride 16 : tensor<4x16xf32>, tensor<i64> -> tensor<16xf32>
    // CHECK: dist.step_update %[[STACK]] with %[[ROW]] at %[[I]] begin 48 stride -16 : tensor<4x16xf32>, tensor<16xf32>, tensor<i64>
    %1 = dist.step_update %s with %row at %i begin 48 stride -16 : tensor<4x16xf32>, tensor<16xf32>, tensor<i64>
    stablehlo.return %i, %1 : tensor<i64>, tensor<4x16xf32>
  }
  return %0#1 : tensor<4x16xf32>
}
