// Under a price of memory what two loops need is made again rather than kept:
// the product of fold-time.mlir, which is kept if memory costs nothing.
// RUN: %popt %s --fold-time | FileCheck %s
// RUN: sed 's/dist.memory_price = 1.0e-6/dist.memory_price = 0.0/' %s | %popt --fold-time | FileCheck %s --check-prefix=FREE

// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.dot_general
// CHECK: dist.return
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.dot_general
// CHECK: dist.return
// FREE: dist.time_loop {{.*}} -> (tensor<512xf32>, tensor<4x8x512xf32>) {
module attributes {dist.memory_price = 1.0e-6 : f64} {
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32x4096xf32>, %w: tensor<4096x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x4096xf32> -> tensor<8x4096xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x4096xf32>, tensor<4096x512xf32>) -> tensor<8x512xf32>
  %2 = stablehlo.negate %1 : tensor<8x512xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %4 = dist.all_reduce %3 sum over {"mb"} on @mesh : tensor<512xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<512xf32>) -> tensor<8x512xf32>
  %6 = stablehlo.divide %2, %5 : tensor<8x512xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %8 = dist.all_reduce %7 sum over {"mb"} on @mesh : tensor<512xf32>
  return %8 : tensor<512xf32>
}
}
