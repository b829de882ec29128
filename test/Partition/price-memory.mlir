// Strategies under a price of memory. What is alive where the step holds most is
// divided if that costs less than what is sent for it.
// RUN: %popt %s --choose-strategies=cluster=builtin:bytes | FileCheck %s
// RUN: sed 's/dist.memory_price = 1.0/dist.memory_price = 0.0/' %s | %popt --choose-strategies=cluster=builtin:bytes | FileCheck %s --check-prefix=FREE

// Without the flow around it the pass has nothing to try.
// RUN: %popt %s --price-memory=memory-budget=1000 | FileCheck %s --check-prefix=KEPT
// RUN: sed 's/attributes {dist.memory_price = 1.0 : f64}//' %s | %popt --price-memory=memory-budget=1000 | FileCheck %s --check-prefix=NONE
// KEPT: module attributes {dist.memory_price = 1.000000e+00 : f64}
// NONE-NOT: dist.memory_price

module attributes {dist.memory_price = 1.0 : f64} {
dist.mesh @mesh = <["a"=2]>

// Every device computes half of the large product. If memory costs nothing all
// compute the whole of it and send nothing. (The last argument is there to use
// the axis: one that nobody mentions would divide nothing.)
// CHECK-LABEL: func.func @main
// CHECK: dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} {{.*}} -> tensor<64x64xf32>
// FREE-LABEL: func.func @main
// FREE: dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} {{.*}} -> tensor<64x64xf32>
func.func @main(%x: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
                %w: tensor<16x64xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
                %other: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
    -> (tensor<8x64xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %v = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
  %large = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %u = stablehlo.dot_general %v, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %r = stablehlo.add %v, %u : tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
}
