// A time loop in what follows fold-time: an accumulator is one memory from its
// first value to the loop's result, temporaries are reused in every step, and
// the step table has a loop command with a counter. The library reads the rows
// where they lie, and adds its product to the accumulator.
// RUN: %popt %s --form-kernels --plan-memory | FileCheck %s --check-prefix=PLAN
// RUN: %popt %s --form-kernels --plan-memory --emit-step | FileCheck %s --check-prefix=STEP

// PLAN-LABEL: func.func @main
// PLAN: stablehlo.constant {{.*}}step.offsets = array<i64: [[SUM:[0-9]+]]>
// PLAN: dist.time_loop over {"mb"} on @mesh (%[[COUNT:.+]], %[[CARRIED:.+]] = %{{.+}}) -> (tensor<8x256xf32>)
// PLAN-SAME: step.argument_offsets = array<i64: {{[0-9]+}}>
// PLAN-SAME: step.offsets = array<i64: [[SUM]]>
// PLAN: call @kernel{{.*}}, %[[CARRIED]]) {step.offsets = array<i64: [[SUM]]>}

// STEP: step.body @step {
// STEP-NEXT: step.fill[0] 0x0 (@arena{{\[}}[[SUM:[0-9]+]]{{\]}} : 8x256xf32)
// STEP-NEXT: step.loop[1] @time_step times 4 (@arena{{\[[0-9]+\]}} : i32)
// STEP: step.body @time_step {
// STEP-NEXT: step.matmul[2] adds (@arena[0 + 8192 * iteration(@time_step)] : 8x256xf32, {{.*}}, @arena{{\[}}[[SUM]]{{\]}} : 8x256xf32)
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x256xf32>, %w: tensor<256x256xf32>) -> tensor<8x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x256xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<8x256xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c8 = stablehlo.constant dense<8> : tensor<i32>
    %begin = stablehlo.multiply %step, %c8 : tensor<i32>
    %rows = stablehlo.dynamic_slice %x, %begin, %c0, sizes = [8, 256] : (tensor<32x256xf32>, tensor<i32>, tensor<i32>) -> tensor<8x256xf32>
    %product = stablehlo.dot_general %rows, %w, contracting_dims = [1] x [0] : (tensor<8x256xf32>, tensor<256x256xf32>) -> tensor<8x256xf32>
    %next = stablehlo.add %sum, %product : tensor<8x256xf32>
    dist.return %next : tensor<8x256xf32>
  }
  return %0 : tensor<8x256xf32>
}
