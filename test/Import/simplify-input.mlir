// Each use has its own constant expression; cheap chlo operations expand.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[C0:.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[C1:.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[B0:.+]] = stablehlo.broadcast_in_dim %[[C0]]
  // CHECK-DAG: %[[B1:.+]] = stablehlo.broadcast_in_dim %[[C1]]
  // CHECK-DAG: stablehlo.add %arg0, %[[B0]]
  // CHECK-DAG: stablehlo.add %arg1, %[[B1]]
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.add %x, %b : tensor<4xf32>
  %1 = stablehlo.add %y, %b : tensor<4xf32>
  // CHECK-COUNT-2: stablehlo.broadcast_in_dim %arg2
  %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %0, %t : tensor<4xf32>
  %3 = stablehlo.multiply %1, %t : tensor<4xf32>
  // CHECK: %[[SQUARED:.+]] = stablehlo.multiply %[[V:.+]], %[[V]]
  %4 = chlo.square %2 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf
  %5 = chlo.erf %3 : tensor<4xf32> -> tensor<4xf32>
  return %4, %5 : tensor<4xf32>, tensor<4xf32>
}

// The square of a complex number stays: its parts cancel less than those of a
// product.
// CHECK-LABEL: func.func @complex_square
func.func @complex_square(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: chlo.square %arg0
  %0 = chlo.square %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
