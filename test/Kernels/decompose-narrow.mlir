// What kernels lack for a type is computed in a wider one.
// RUN: popt %s --form-kernels --split-input-file | FileCheck %s

// Matrices of types narrower than f32 are factored in f32.
// CHECK-LABEL: func.func @main
// CHECK:       stablehlo.triangular_solve{{.*}} (tensor<2x3x3xf32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
// CHECK:       stablehlo.cholesky {{.*}} tensor<2x3x3xf32>
func.func @main(%a: tensor<2x3x3xbf16>, %b: tensor<2x3x1xbf16>) -> (tensor<2x3x1xbf16>, tensor<2x3x3xbf16>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xbf16>, tensor<2x3x1xbf16>) -> tensor<2x3x1xbf16>
  %1 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xbf16>
  return %0, %1 : tensor<2x3x1xbf16>, tensor<2x3x3xbf16>
}

// -----

// The upper half of a product is taken from a product of twice the width.
// CHECK-LABEL: func.func @main
// CHECK-NOT:   chlo.mulhi
// CHECK:       stablehlo.multiply {{.*}} : tensor<4xi16>
// CHECK:       stablehlo.shift_right_logical
// CHECK-NOT:   chlo.mulhi
func.func @main(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  %0 = chlo.mulhi %a, %b : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
