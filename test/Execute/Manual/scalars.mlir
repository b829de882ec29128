// Scalars and replicated arguments that enter a region as torch-xla prints them, without
// SPMDFullToShardShape; one is made and marked within.
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --at=imported --init random:1 --outputs %t.npz
// RUN: %popt-run %s --reference --init random:1 --expect %t.npz
// RUN: %popt-run %s --init random:1 --expect %t.npz --rtol 1e-6
func.func @main(%x: tensor<8xf32>, %rate: tensor<f32> {mhlo.sharding = "{replicated}"}, %bias: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.multiply %rate, %c {mhlo.sharding = "{replicated}"} : tensor<f32>
  %wide = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %1, %wide : tensor<4xf32>
  %3 = stablehlo.add %2, %bias : tensor<4xf32>
  %sum = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %marked = stablehlo.custom_call @Sharding(%sum) {mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
  %scaled = stablehlo.multiply %marked, %rate {mhlo.sharding = "{replicated}"} : tensor<f32>
  %all = stablehlo.broadcast_in_dim %scaled, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.add %3, %all : tensor<4xf32>
  %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %6 : tensor<8xf32>
}
