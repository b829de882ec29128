// Reshards that will share a bucket pay for its latencies once. Eight gradients of a batch that is
// split: eight all-reduces of their own would cost more than to gather the batch and to compute
// everything on every rank, but they are one message.
// RUN: %popt %s --choose-strategies -split-input-file --remarks-filter=partition 2>&1 | FileCheck %s

// What it costs is what the bucket costs: twelve microseconds of latency, not 96.
// CHECK: strategies of {{[0-9]+}} nodes cost {{[0-9.]+}}e-05 s
// CHECK-LABEL: func.func @main
// CHECK-COUNT-8: stablehlo.dot_general {{.*}}partial = sum{"dp"}
dist.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<128x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %g: tensor<128x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, tensor<32x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %g1 = stablehlo.negate %g {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<128x32xf32>
  %g2 = stablehlo.abs %g {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<128x32xf32>
  %g3 = stablehlo.sign %g {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<128x32xf32>
  %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.dot_general %x, %g1, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %2 = stablehlo.dot_general %x, %g2, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %3 = stablehlo.dot_general %x, %g3, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %4 = stablehlo.dot_general %g, %g, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %5 = stablehlo.dot_general %g, %g1, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %6 = stablehlo.dot_general %g, %g2, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %7 = stablehlo.dot_general %g, %g3, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}
