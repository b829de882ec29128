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
    // CHECK: dist.step_slice %{{.*}} at %[[STEP]] begin 16 stride -8 : tensor<6x4xf32> -> tensor<8xf32>
    %0 = dist.step_slice %x at %step begin 16 stride -8 : tensor<6x4xf32> -> tensor<8xf32>
    dist.return
  }
  return
}
