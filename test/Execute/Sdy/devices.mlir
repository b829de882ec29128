// Operations on single devices, whose numbers enter the values: 10 * 2 and 10 * 1
// are added.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; x = n.arange(4, dtype='i4'); n.savez('%t.in.npz', arg0=x); n.savez('%t.out.npz', res0=x + 30)"
// RUN: %popt-run %s --inputs %t.in.npz --expect %t.out.npz

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @second = <[], device_ids=[1]>
sdy.mesh @third = <[], device_ids=[2]>
func.func public @main(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %id = stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %ten = stablehlo.constant dense<10> : tensor<4xi32>
  %2 = stablehlo.multiply %1, %ten : tensor<4xi32>
  %3 = stablehlo.add %x, %2 {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@third, []>]>} : tensor<4xi32>
  %4 = stablehlo.add %3, %2 {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@second, []>]>} : tensor<4xi32>
  return %4 : tensor<4xi32>
}
