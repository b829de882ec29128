// In a loop without tasks, slices at its steps are operands that move with its
// iterations.
// RUN: %popt %s --plan-memory --emit-step | FileCheck %s
// RUN: %popt %s --plan-memory --emit-step | %popt --verify-step-table

dist.mesh @mesh = <time ["mb"=3]>

// CHECK: step.program @main {
// CHECK: step.loop{{.*}} @time_step times 3
// CHECK-NEXT: step.loop{{.*}} @[[WHOLE:.+]] times 3
// CHECK: step.body @time_step {
// CHECK-NEXT: step.copy{{.*}} (@arena[0 + 64 * iteration(@time_step)] : 4x4xf32 strides [1, 4],
// CHECK: step.body @[[WHOLE]]
// CHECK-NEXT: step.copy{{.*}} (@arena[0] : 4x12xf32 strides [1, 4],
func.func @main(%x: tensor<12x4xf32> {dist.index = 0 : i64}) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    %0 = dist.step_slice %x at %step begin 0 stride 16 : tensor<12x4xf32>, tensor<i32> -> tensor<4x4xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    dist.return
  }
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<12x4xf32>) -> tensor<4x12xf32>
    dist.return
  }
  return
}
