// Dims wait for the round that the user gave them.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

// p0 takes the axis for dim 0 before p1 may spread it along dim 1.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: [{}, {"a"}]>}, %{{.*}}: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}
// CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}p1]>},
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}p0, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// The other way round.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]}
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}p1]>},
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}p2, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// The earlier round wins, though its operand comes later.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}p2]>},
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}p1, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
