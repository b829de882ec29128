// Strategies under a price of memory. What is alive where the step holds most is
// divided if that costs less than what is sent for it.
// RUN: %popt %s --set-machine=cluster=builtin:bytes --choose-strategies | FileCheck %s
// RUN: sed 's/dist.memory_price = 1.0/dist.memory_price = 0.0/' %s | %popt --set-machine=cluster=builtin:bytes --choose-strategies | FileCheck %s --check-prefix=FREE

// The price is found by compiling the module; one that is there stays, as does a
// policy, and what fits has none.
// RUN: %popt %s --choose-memory=memory-budget=18000 | FileCheck %s --check-prefix=KEPT
// RUN: sed 's/attributes {dist.memory_price = 1.0 : f64}//' %s | %popt --choose-memory=memory-budget=18000 --remarks-filter=partition 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: sed 's/attributes {dist.memory_price = 1.0 : f64}//' %s | %popt --choose-memory=memory-budget=26000 | FileCheck %s --check-prefix=NONE
// RUN: sed 's/dist.memory_price = 1.0 : f64/dist.recompute_policy = "none"/' %s | %popt --choose-memory=memory-budget=18000 --remarks-filter=partition 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: sed 's/attributes {dist.memory_price = 1.0 : f64}//' %s | %popt --choose-memory='memory-budget=18000 recompute=selective' --remarks-filter=partition 2>&1 | FileCheck %s --check-prefix=POLICY
// POLICY: under the budget of 18000
// POLICY-NOT: with recompute
// KEPT: module attributes {dist.memory_price = 1.000000e+00 : f64}
// FOUND: under the budget of 18000 a step takes 15936 bytes in {{.*}} s, at 2.00e-10 s per byte; tried: 25152 bytes in {{.*}} s at 0.00e+00 s per byte; 15936 bytes in {{.*}} s at 2.00e-10 s per byte
// FOUND: memory-table | {{.*}}without a budget: 25152 bytes in {{.*}} s, a lower bound for every budget
// FOUND: memory-table | {{.*}}strategies at 2.00e-10 s per byte: 15936 bytes in {{.*}} s, 9216 bytes less for {{.*}} s more
// FOUND: module attributes {dist.memory_price = 2.000000e-10 : f64}
// NONE-NOT: dist.memory_price

module attributes {dist.memory_price = 1.0 : f64} {
dist.mesh @mesh = <["a"=2]>

// Every device computes half of the large product. If memory costs nothing all
// compute the whole of it and send nothing. (The last argument is there to use
// the axis: one that is not mentioned would divide nothing.)
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
