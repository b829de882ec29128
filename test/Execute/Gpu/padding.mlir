// Blocks that are smaller than their memory: what lies beyond them is read where its
// value does not matter, and nothing that was never written.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=checks=all %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 1e-5 --atol 1e-6 2>&1 | FileCheck %s

// CHECK: results are as expected
sdy.mesh @mesh = <["x"=3]>
func.func @main(%a: tensor<8x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %b: tensor<10x100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %split = sdy.sharding_constraint %b <@mesh, [{}, {"x"}]> : tensor<10x100xf32>
  %c = stablehlo.dot_general %a, %split, contracting_dims = [1] x [0] : (tensor<8x10xf32>, tensor<10x100xf32>) -> tensor<8x100xf32>
  %sum = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x100xf32>, tensor<f32>) -> tensor<8xf32>
  return %c, %sum : tensor<8x100xf32>, tensor<8xf32>
}
