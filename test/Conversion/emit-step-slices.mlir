// A slice at a time step is an operand that moves with the microbatch: no command
// makes it.
// RUN: %popt %s --plan-memory --emit-step | FileCheck %s
// RUN: %popt %s --plan-memory --emit-step | %popt --verify-step-table

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>

// From the first to the last, from the last to the first, and always the same;
// reshapes of slices lie where these do.
// CHECK: step.program @main_pp0 on [0] {
// CHECK: step.body @"0F"
// CHECK-NEXT: step.copy{{.*}} (@arena[0 + 64 * microbatch] : 4x4xf32 strides [1, 4],
// CHECK-NEXT: step.copy{{.*}} (@arena[192 + -64 * microbatch] : 2x8xf32 strides
// CHECK-NEXT: step.copy{{.*}} (@arena[128] : 2x16xf32 strides [1, 2],
// CHECK-NEXT: step.copy{{.*}} (@arena[0 + 64 * microbatch] : 2x8xf32 strides
func.func @main_pp0(%x: tensor<16x4xf32> {dist.index = 0 : i64}) attributes {dist.coordinate = 0 : i64} {
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    dist.task 0 "0F" () {
      %0 = dist.step_slice %x at %step begin 0 stride 16 : tensor<16x4xf32>, tensor<i32> -> tensor<4x4xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %2 = dist.step_slice %x at %step begin 48 stride -16 : tensor<16x4xf32>, tensor<i32> -> tensor<4x4xf32>
      %3 = stablehlo.reshape %2 : (tensor<4x4xf32>) -> tensor<8x2xf32>
      %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
      %5 = dist.step_slice %x at %step begin 32 stride 0 : tensor<16x4xf32>, tensor<i32> -> tensor<16x2xf32>
      %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<16x2xf32>) -> tensor<2x16xf32>
      %7 = dist.step_slice %x at %step begin 0 stride 16 : tensor<16x4xf32>, tensor<i32> -> tensor<8x2xf32>
      %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
      dist.yield
    }
    dist.return
  }
  return
}

func.func @main_pp1() attributes {dist.coordinate = 1 : i64} {
  return
}
