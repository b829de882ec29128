// Along a split dim dynamic_slice leaves partial values, and an update becomes a scatter
// that drops what is not of the block; nothing is sent.
// RUN: %popt %s --split-input-file --partition | FileCheck %s --implicit-check-not=dist.all

// CHECK-LABEL: @main
// CHECK: %[[AT:.+]] = stablehlo.clamp %{{.+}}, %arg1, %{{.+}} : tensor<i32>
// CHECK: %[[BEGIN:.+]], %{{.+}} = dist.block {"a"} of 5 on @mesh
// CHECK: %[[LOCAL:.+]] = stablehlo.subtract %[[AT]], %[[BEGIN]]
// CHECK: %[[FOUND:.+]] = "stablehlo.gather"(%arg0, %{{.+}}) {{.*}}slice_sizes = array<i64: 1, 4>
// CHECK: %[[PARTIAL:.+]] = stablehlo.select %{{.+}}, %[[FOUND]], %{{.+}} : tensor<2x4xi1>, tensor<2x4xf32>
// CHECK: return %[[PARTIAL]]
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %i: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>}, %j: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>}) -> (tensor<2x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>}) {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 4] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, []>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: @main
// CHECK: %[[NEW:.+]] = "stablehlo.scatter"(%arg0, %{{.+}}, %arg1)
// CHECK: return %[[NEW]]
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %u: tensor<1x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, %i: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>}, %j: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>}) -> (tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, []>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} : (tensor<5x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} %0 : tensor<5x4xf32>
}
