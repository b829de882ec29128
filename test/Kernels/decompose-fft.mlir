// RUN: popt %s --form-kernels | FileCheck %s

// A real row becomes two products, with cosines and with sines, in f64.
// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.fft
// CHECK-COUNT-2: call @{{.*}}dot_general({{.*}} -> tensor<4x9xf64>
// CHECK-NOT: stablehlo.fft
func.func @main(%x: tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
  return %0 : tensor<4x9xcomplex<f32>>
}

// In f64, numbers and matrices are of two words each: a product with
// ones for sizes, then three with cosines and three with sines.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: stablehlo.fft
// CHECK-COUNT-7: call @{{.*}}dot_general(
// CHECK-NOT: call @{{.*}}dot_general(
func.func @wide(%x: tensor<4x16xf64>) -> tensor<4x9xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [16] : (tensor<4x16xf64>) -> tensor<4x9xcomplex<f64>>
  return %0 : tensor<4x9xcomplex<f64>>
}

// A longer dimension takes two steps: 8 x 8, products of [8, 8] and [8, 4 * 8],
// then for each of 8 rows one of [4, 8] and [8, 8], of which 5 columns are
// enough for the 33 elements of a real row.
// CHECK-LABEL: func.func @long
// CHECK-NOT: stablehlo.fft
// CHECK-COUNT-2: call @{{.*}}dot_general({{.*}} -> tensor<8x32xf64>
// CHECK-COUNT-4: call @{{.*}}dot_general({{.*}} -> tensor<8x4x5xf64>
// CHECK-NOT: call @{{.*}}dot_general(
func.func @long(%x: tensor<4x64xf32>) -> tensor<4x33xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [64] : (tensor<4x64xf32>) -> tensor<4x33xcomplex<f32>>
  return %0 : tensor<4x33xcomplex<f32>>
}
