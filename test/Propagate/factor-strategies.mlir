// Basic spreads what suits everyone; aggressive resolves conflicts.
// RUN: %popt %s --propagate-shardings="factors=basic" --split-input-file | FileCheck %s --check-prefixes=CHECK,BASIC,FIRST
// RUN: %popt %s --propagate-shardings="factors=aggressive" --split-input-file | FileCheck %s --check-prefixes=CHECK,BOTH,LAST
// RUN: %popt %s --propagate-shardings="factors=both" --split-input-file | FileCheck %s --check-prefixes=CHECK,BOTH,FIRST
// RUN: %popt %s --propagate-shardings --split-input-file | FileCheck %s --check-prefixes=CHECK,BOTH,LAST

// Rows of the result and columns want one axis; the larger operand wins.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general
// BASIC-SAME: [{}, {}]>]
// BOTH-SAME: [{}, {"a"}]>]
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %w: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// Two lists that begin alike agree on their beginning.
dist.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]}
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>},
                %y: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "c"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// In elementwise operations the factor with more parts wins.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.add
// BASIC-SAME: [{}, {}]>]
// BOTH-SAME: [{}, {"a", "b"}]>]
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a", "b"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// With basic first the second weight claims the axis in the sum; without, the
// batch has it already.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x128xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %v: tensor<128x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %w: tensor<64x64xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<8x64xf32> {
  // CHECK: stablehlo.dot_general
  // LAST-SAME: [{"a"}, {}]>]
  // FIRST-SAME: [{}, {"a"}]>]
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x128xf32>, tensor<128x64xf32>) -> tensor<8x64xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}
