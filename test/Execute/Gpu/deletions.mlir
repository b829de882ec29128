// Without any one of the barriers of its kernels the driver that interprets PTX finds a race: a
// row by a block, the largest of a row with its place, a sum in two launches.
// RUN: %python %src/test/Execute/Gpu/deletions.py --bin %build/bin --cuda-driver %fake-cuda %s | FileCheck %s

// CHECK: {{[3-9]}} deletions: {{[3-9]}} caught, {{.*}} 0 unexplained
func.func @main(%x: tensor<4x4096xf32>, %y: tensor<100000xf32>) -> (tensor<4x4096xf32>, tensor<4xi32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4096xf32>, tensor<f32>) -> tensor<4xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x4096xf32>
  %0 = stablehlo.divide %x, %sums : tensor<4x4096xf32>
  %place = stablehlo.iota dim = 1 : tensor<4x4096xi32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %largest:2 = stablehlo.reduce(%x init: %least), (%place init: %first) across dimensions = [1] : (tensor<4x4096xf32>, tensor<4x4096xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %1 = stablehlo.multiply %y, %y : tensor<100000xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
  return %0, %largest#1, %2 : tensor<4x4096xf32>, tensor<4xi32>, tensor<f32>
}
