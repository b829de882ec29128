// Members of a sharding group are sharded alike.
// RUN: %popt %s --propagate-shardings --split-input-file --verify-diagnostics | FileCheck %s

// What one member has, all have, and the group is gone.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @alike
func.func @alike(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: stablehlo.negate %arg1 {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
  %0 = stablehlo.negate %y : tensor<8x4xf32>
  // CHECK-NOT: dist.sharding_group
  dist.sharding_group %x group = 3 : tensor<8x4xf32>
  dist.sharding_group %0 group = 3 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Members that the user sharded differently stay so; what reads them reads
// values that are alike.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @differ
// CHECK-SAME: %[[X:.+]]: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}
// CHECK-SAME: %[[Y:.+]]: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}]>}
func.func @differ(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                  %y: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // CHECK-DAG: dist.constraint %[[X]] <@mesh, [{?}, {?}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  // CHECK-DAG: dist.constraint %[[Y]] <@mesh, [{?}, {?}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  // expected-warning @+1 {{values of sharding group 3 are sharded [{"a"}, {}] and [{}, {"b"}]; they stay so, and what reads them reads copies that are sharded alike}}
  dist.sharding_group %x group = 3 : tensor<8x4xf32>
  // expected-note @+1 {{the other value}}
  dist.sharding_group %y group = 3 : tensor<8x4xf32>
  // CHECK-COUNT-2: stablehlo.negate %{{.+}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  %1 = stablehlo.negate %y : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
