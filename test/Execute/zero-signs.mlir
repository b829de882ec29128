// A sum of partial values keeps the sign of zero: the others hold -0, for -0 + 0 would
// be 0. Of an argument in partial values, of a block, of a whole value, and of a sum over
// time steps; interpreted and compiled. Its bits as integers are no zero of a sum.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; n.savez(r'%t.npz', arg0=n.full((8, 6), -0.0, 'f'), arg1=n.full((8, 6), -0.0, 'f')); n.savez(r'%t.expected.npz', res0=n.full((8, 6), -2**31, 'i'), res1=n.full((8, 6), -2**31, 'i'), res2=n.full((8, 6), -2**31, 'i'), res3=n.full(6, -2**31, 'i'), res4=n.full((4, 2), [0, -2**15], 'i2'))"
// RUN: %popt-run %s --reference --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --mesh=time:mb=4 --batch arg1=0 --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %poptc %s --emit=partitioned -o - | FileCheck %s

dist.mesh @mesh = <["x"=2]>
// CHECK: dist.reduce_scatter %arg0 sum
// CHECK: stablehlo.dynamic_update_slice %{{.+}}, %arg1
// CHECK: dist.all_reduce
// CHECK: dist.to_partial
// CHECK: dist.all_reduce
func.func @main(%terms: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"x"}>},
                %blocks: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xi32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<8x6xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{}]>},
        tensor<4x2xi16> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.bitcast_convert %terms : (tensor<8x6xf32>) -> tensor<8x6xi32>
  %1 = dist.constraint %blocks <@mesh, [{}, {}], partial = sum{"x"}> : tensor<8x6xf32>
  %2 = dist.constraint %1 <@mesh, [{}, {}]> : tensor<8x6xf32>
  %3 = stablehlo.bitcast_convert %2 : (tensor<8x6xf32>) -> tensor<8x6xi32>
  %4 = dist.constraint %2 <@mesh, [{}, {}], partial = sum{"x"}> : tensor<8x6xf32>
  %5 = dist.constraint %4 <@mesh, [{}, {}]> : tensor<8x6xf32>
  %6 = stablehlo.bitcast_convert %5 : (tensor<8x6xf32>) -> tensor<8x6xi32>
  %c = stablehlo.constant dense<-0.0> : tensor<f32>
  %7 = stablehlo.reduce(%blocks init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  %8 = stablehlo.bitcast_convert %7 : (tensor<6xf32>) -> tensor<6xi32>
  %9 = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %10 = stablehlo.bitcast_convert %9 : (tensor<4xf32>) -> tensor<4x2xi16>
  %11 = dist.constraint %10 <@mesh, [{}, {}], partial = sum{"x"}> : tensor<4x2xi16>
  %12 = dist.constraint %11 <@mesh, [{}, {}]> : tensor<4x2xi16>
  return %0, %3, %6, %8, %12 : tensor<8x6xi32>, tensor<8x6xi32>, tensor<8x6xi32>, tensor<6xi32>, tensor<4x2xi16>
}
