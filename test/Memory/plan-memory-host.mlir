// What lies in host memory has an arena of its own, and weighs nothing on the
// device.
// RUN: %popt %s --split-input-file --plan-memory="budget=192" --verify-diagnostics | FileCheck %s
// RUN: not %popt %s --split-input-file --plan-memory --remarks-filter-analyse=schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Momentum: the state is updated in place on the host, beside the gradient's copy;
// both arenas begin at 0.
// REMARK: the arena has 192 bytes: state 64, other arguments 64, results and temporaries 64; at least 192 are alive at once; 128 bytes in host memory
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<16xf32> {dist.on_host, dist.state = 0 : i64, step.offset = 0 : i64}
// CHECK-SAME: %arg1: tensor<16xf32> {step.offset = 64 : i64}
// CHECK-SAME: %arg2: tensor<16xf32> {dist.state = 1 : i64, step.offset = 0 : i64}
// CHECK-SAME: -> (tensor<16xf32> {dist.on_host, step.offset = 0 : i64}, tensor<16xf32> {step.offset = 0 : i64})
// CHECK-SAME: step.arena_bytes = 192 : i64
// CHECK-SAME: step.host_bytes = 128 : i64
dist.mesh @mesh = <["dp"=2]>
func.func @main(%m: tensor<16xf32> {dist.on_host, dist.state = 0 : i64}, %g: tensor<16xf32>, %p: tensor<16xf32> {dist.state = 1 : i64})
    -> (tensor<16xf32> {dist.on_host}, tensor<16xf32>) attributes {dist.memories_placed} {
  // CHECK: dist.to_host %arg1 {step.offsets = array<i64: 64>}
  %0 = dist.to_host %g : tensor<16xf32>
  // CHECK: call @kernel_0_add(%arg0, %{{.+}}) {step.offsets = array<i64: 0>}
  %1 = call @kernel_0_add(%m, %0) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  // CHECK: dist.to_device %{{.+}} {step.offsets = array<i64: 128>}
  %2 = dist.to_device %1 : tensor<16xf32>
  %3 = call @kernel_1_subtract(%p, %2) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %1, %3 : tensor<16xf32>, tensor<16xf32>
}
func.func private @kernel_0_add(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>, array<i64: 0, 1>]} {
  %0 = stablehlo.add %a, %b : tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func private @kernel_1_subtract(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>, array<i64: 0, 1>]} {
  %0 = stablehlo.subtract %a, %b : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// A kernel between the memories is no plan.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%m: tensor<16xf32> {dist.on_host}, %g: tensor<16xf32>) -> tensor<16xf32> attributes {dist.memories_placed} {
  // expected-error @+1 {{'func.call' op touches host memory, but its operand 1 lies in device memory}}
  %0 = call @kernel_0_add(%m, %g) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %1 = dist.to_device %0 : tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func private @kernel_0_add(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>, array<i64: 0, 1>]} {
  %0 = stablehlo.add %a, %b : tensor<16xf32>
  return %0 : tensor<16xf32>
}
