// A kernel writes its result over its operand and stores a value of each row
// beside it: the numbers are the reference interpreter's.
// REQUIRES: popt-run, poptc
// RUN: %poptc %s --emit=scheduled -o - | FileCheck %s
// RUN: %popt-run %s --reference --at=imported --init random:5 --outputs %t.npz
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6

// CHECK: %[[X:.+]] = stablehlo.dot_general {{.*}}step.offsets = array<i64: [[AT:[0-9]+]]>
// CHECK: call @{{kernel_[0-9]+_exponential}}({{.*}}%[[X]]{{.*}}step.offsets = array<i64: {{[0-9]+}}, [[AT]]>
func.func @main(%a: tensor<6x8xf32>, %b: tensor<8x40xf32>) -> (tensor<6x40xf32>, tensor<6xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %x = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x40xf32>) -> tensor<6x40xf32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<6x40xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xf32>) -> tensor<6x40xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<6x40xf32>
  %3 = stablehlo.exponential %2 : tensor<6x40xf32>
  return %3, %0 : tensor<6x40xf32>, tensor<6xf32>
}
