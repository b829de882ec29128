// The sorted dim may be split. A single integer key needs no numbers: columns
// go round by two exchanges and two shifts. Short blocks are gathered.
// RUN: %popt %s --split-input-file --print-factor-rules -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: %popt %s --split-input-file --partition | FileCheck %s

// RULE: factors ([i])->([i]) {i=80} need_replication={i} blocked_propagation={i}; communicates along {i}
// CHECK-LABEL: @main
// CHECK: %[[OWN:.+]] = "stablehlo.sort"(%arg0)
// CHECK: dist.all_to_all %{{.+}} split 1 concat 0 over {"a"} on @mesh : tensor<5x4xi32> -> tensor<20x1xi32>
// CHECK: "stablehlo.sort"
// CHECK: dist.all_to_all %{{.+}} split 0 concat 0 over {"a"} on @mesh : tensor<20xi32> -> tensor<20xi32>
// CHECK: "stablehlo.sort"
// CHECK: dist.permute %{{.+}} pairs {{\[\[}}0, 1], [1, 2], [2, 3]]
// CHECK: "stablehlo.sort"
// CHECK: dist.permute %{{.+}} pairs {{\[\[}}1, 0], [2, 1], [3, 2]]
dist.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<80xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> (tensor<80xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : (tensor<80xi32>) -> tensor<80xi32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>]} %0 : tensor<80xi32>
}

// -----

// RULE: factors ([i, j])->([i, j]) {i=2, j=5} need_replication={j}; communicates along {j}
// CHECK-LABEL: @main
// CHECK: dist.all_gather %{{.+}} dim 1 over {"a"} on @mesh : tensor<2x3xf32> -> tensor<2x5xf32> as tensor<2x5xf32>
// CHECK: "stablehlo.sort"
// CHECK: dist.all_slice %{{.+}} dim 1 over {"a"}
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> (tensor<2x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} %0 : tensor<2x5xf32>
}
