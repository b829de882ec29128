// Calls whose numbers LAPACK would not take are none of its.
// RUN: split-file %s %t
// RUN: not %poptc %t/shape.mlir --emit=step -o - 2>&1 | FileCheck %s
// RUN: not %poptc %t/type.mlir --emit=step -o - 2>&1 | FileCheck %s
// RUN: not %poptc %t/option.mlir --emit=step -o - 2>&1 | FileCheck %s
// RUN: not %poptc %t/missing.mlir --emit=step -o - 2>&1 | FileCheck %s
// RUN: not %poptc %t/reflectors.mlir --emit=step -o - 2>&1 | FileCheck %s
// RUN: not %poptc %t/range.mlir --emit=step -o - 2>&1 | FileCheck %s
// CHECK: error: nothing is known that does the custom call "lapack_

//--- shape.mlir
func.func @main(%a: tensor<8x4xf32>) -> tensor<3xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<3xf32>)
  return %0#1 : tensor<3xf32>
}

//--- type.mlir
func.func @main(%a: tensor<8x4xf64>) -> tensor<4xf64> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<8x4xf64>) -> (tensor<8x4xf64>, tensor<4xf64>)
  return %0#1 : tensor<4xf64>
}

//--- option.mlir
func.func @main(%a: tensor<4x4xf32>) -> tensor<4xf32> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 88 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
  return %0#1 : tensor<4xf32>
}

//--- missing.mlir
func.func @main(%a: tensor<4x4xf32>) -> tensor<4xf32> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
  return %0#1 : tensor<4xf32>
}

//--- reflectors.mlir
func.func @main(%a: tensor<4x8xf32>, %t: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %t) {mhlo.backend_config = {}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- range.mlir
func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {mhlo.backend_config = {low = 3 : i32, high = 2 : i32}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0 : tensor<4x4xf32>
}
