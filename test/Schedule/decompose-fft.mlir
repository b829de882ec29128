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
