// Reductions begin with the identity of their type: the least of numbers that are all above
// 2^31, the largest of numbers that are all far below 0, along rows and over blocks of which
// one is short.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; a = (4000000000 + n.arange(5 * 37).reshape(5, 37) * 1000003 % 294967295).astype('u4'); b = -2000000000 - n.arange(5 * 37, dtype='i4').reshape(5, 37); n.savez(r'%t.npz', arg0=a, arg1=b); n.savez(r'%t.expected.npz', res0=a.min(1), res1=b.max(1), res2=a.min(0), res3=b.max(0))"
// RUN: %popt-run %s --reference --poison-padding --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0

dist.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<5x37xui32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<5x37xi32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<5xui32>, tensor<5xi32>, tensor<37xui32>, tensor<37xi32>) {
  %most = stablehlo.constant dense<4294967295> : tensor<ui32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %most) applies stablehlo.minimum across dimensions = [1] : (tensor<5x37xui32>, tensor<ui32>) -> tensor<5xui32>
  %1 = stablehlo.reduce(%b init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x37xi32>, tensor<i32>) -> tensor<5xi32>
  %2 = stablehlo.reduce(%a init: %most) applies stablehlo.minimum across dimensions = [0] : (tensor<5x37xui32>, tensor<ui32>) -> tensor<37xui32>
  %3 = stablehlo.reduce(%b init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<5x37xi32>, tensor<i32>) -> tensor<37xi32>
  return %0, %1, %2, %3 : tensor<5xui32>, tensor<5xi32>, tensor<37xui32>, tensor<37xi32>
}
