// RUN: popt %s --form-kernels | FileCheck %s

// The largest elements are the first ones of a sorted row; the sort is a kernel
// of its own.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: call @kernel_0_sort
// CHECK-NOT: chlo.top_k
func.func @main(%x: tensor<8x7xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %values, %indices = chlo.top_k(%x, k = 4) : tensor<8x7xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %values, %indices : tensor<8x4xf32>, tensor<8x4xi32>
}

// Matrices are factored in kernels.
// CHECK-LABEL: func.func @solve
// CHECK-NEXT: call @{{kernel_[0-9]+_cholesky}}
// CHECK-NEXT: call @{{kernel_[0-9]+_triangular_solve}}
func.func @solve(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  %1 = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func private @kernel_0_sort
// CHECK: stablehlo.iota dim = 1 : tensor<8x7xi32>
// CHECK: stablehlo.sort
// CHECK: stablehlo.compare GT, {{.*}} TOTALORDER
