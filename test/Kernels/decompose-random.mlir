// RUN: popt %s --form-kernels | FileCheck %s

// Bits are computed element by element: one kernel with what uses them, and a
// small one for the next state.
// CHECK-LABEL: func.func @main
// CHECK-NOT: rng_bit_generator
// CHECK: call @{{kernel_[0-9]+}}
// CHECK: return
// CHECK: func.func private
// CHECK: stablehlo.shift_left
// CHECK-NOT: rng_bit_generator
func.func @main(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<6x8xf32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x8xui32>)
  %0 = stablehlo.convert %bits : (tensor<6x8xui32>) -> tensor<6x8xf32>
  return %next, %0 : tensor<2xui64>, tensor<6x8xf32>
}
