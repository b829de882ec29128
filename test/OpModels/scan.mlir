// A cumulative window along a split dim combines the totals of earlier blocks.
// RUN: %popt %s --print-factor-rules --partition 2>&1 | FileCheck %s

// CHECK: factors ([i],[])->([i]) {i=6} permutation={i}; {{.*}}communicates along {i}
// CHECK-LABEL: @main
// CHECK: %[[TOTAL:.+]] = stablehlo.reduce(%arg0 init: %{{.+}}) applies stablehlo.add
// CHECK: %[[ALL:.+]] = dist.all_gather %{{.+}} dim 0 over {"a"} on @mesh : tensor<1xi32> -> tensor<2xi32>
// CHECK: %[[PREFIX:.+]] = stablehlo.reduce
// CHECK: %[[BOTH:.+]] = stablehlo.concatenate %{{.+}}, %arg0, dim = 0
// CHECK: %[[SCAN:.+]] = "stablehlo.reduce_window"(%[[BOTH]], %{{.+}})
// CHECK: stablehlo.slice %[[SCAN]] [1:4]
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> (tensor<6xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  %c = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>]} %0 : tensor<6xi32>
}
