// LAPACK's routines become operations; what is not quite one of them stays.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: @factor
// CHECK: %[[L:.+]] = stablehlo.cholesky %arg0, lower = true
// CHECK: %[[INFO:.+]] = stablehlo.constant dense<0> : tensor<3xi32>
// CHECK: return %[[L]], %[[INFO]]
func.func @factor(%a: tensor<3x4x4xf64>) -> (tensor<3x4x4xf64>, tensor<3xi32>) {
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x4x4xf64>) -> (tensor<3x4x4xf64>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3x4x4xf64>, tensor<3xi32>
}

// The options as the typed interface has them.
// CHECK-LABEL: @solve
// CHECK: "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}>
func.func @solve(%a: tensor<4x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, backend_config = {diag = 85 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Another element type than the routine's; no option; another routine.
// CHECK-LABEL: @others
// CHECK-COUNT-3: stablehlo.custom_call
func.func @others(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  %2:2 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  return %0#0, %1#0, %2#0 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
