// RUN: %poptc %s --emit=step -o - | FileCheck %s

// RUN: not %poptc %s --target=sm_90 --emit=step -o - 2>&1 | FileCheck %s --check-prefix=GPU

// GPU: emit-step-lapack.mlir:[[#@LINE+6]]:{{.*}}: error: stablehlo.custom_call is a routine of the host, which does not reach a GPU's memory: compile for --target=cpu

// A call of LAPACK is a routine of the runtime: batch, m, n, r, u, v, options.
// CHECK: step.kernel{{.*}} @lapack_sgesdd scalars [3, 8, 4, 0, 4, 4, 83] (
// CHECK-SAME: : 3x8x4xf32, {{.*}} : 3x8x4xf32, {{.*}} : 3x4xf32, {{.*}} : 3x8x4xf32, {{.*}} : 3x4x4xf32, {{.*}} : 3xi32)
func.func @main(%a: tensor<3x8x4xf32>) -> (tensor<3x4xf32>, tensor<3x8x4xf32>) {
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x8x4xf32>) -> (tensor<3x8x4xf32>, tensor<3x4xf32>, tensor<3x8x4xf32>, tensor<3x4x4xf32>, tensor<3xi32>)
  return %0#1, %0#2 : tensor<3x4xf32>, tensor<3x8x4xf32>
}
