// Blocks that are on other devices outside of the program are permuted: what the
// program gets from them and gives to them.
// RUN: %popt %s --export-stablehlo --split-input-file | FileCheck %s
// RUN: %popt %s --export-stablehlo="boundary=global" --split-input-file | FileCheck %s --check-prefix=GLOBAL

// Place 0 of the argument is on device 3, so rank 0 gets it from there. The result
// goes back. Whole tensors say it by a mesh.
// CHECK-LABEL: func.func @main
// CHECK-SAME: popt.device_ids = "array<i64: 3, 1, 2, 0>"
// CHECK: "stablehlo.collective_permute"(%arg0) {{.*}} dense<{{\[}}[0, 3], [1, 1], [2, 2], [3, 0]]>
// CHECK: stablehlo.negate
// CHECK: "stablehlo.collective_permute"{{.*}} dense<{{\[}}[0, 3], [1, 1], [2, 2], [3, 0]]>
// GLOBAL: sdy.mesh @mesh_order0 = <["a"=2, "b"=2], device_ids=[3, 1, 2, 0]>
// GLOBAL: sdy.mesh @mesh = <["a"=2, "b"=2]>
// GLOBAL: func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_order0, [{"a", "b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_order0, [{"a", "b"}]>})
// GLOBAL: sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a", "b"}]>]
// GLOBAL-NOT: collective_permute
// GLOBAL: return
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>})
    -> (tensor<2xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>}) {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The mesh has an order itself; outside is none.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.collective_permute"(%arg0) {{.*}} dense<{{\[}}[1, 2], [2, 0], [0, 1]]>
dist.mesh @mesh = <["a"=3], device_ids = [1, 2, 0]>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<6xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.device_ids = array<i64: 0, 1, 2>})
    -> (tensor<2xf32> {dist.global_type = tensor<6xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Two permutes are one, at either end.
// CHECK-LABEL: func.func @main
// CHECK: %[[IN:.+]] = "stablehlo.collective_permute"(%arg0) {{.*}} dense<{{\[}}[3, 0], [1, 2], [2, 1], [0, 3]]>
// CHECK: %[[NEGATED:.+]] = stablehlo.negate %[[IN]]
// CHECK: %[[OUT:.+]] = "stablehlo.collective_permute"(%[[NEGATED]]) {{.*}} dense<{{\[}}[0, 3], [1, 2], [2, 1], [3, 0]]>
// CHECK: return %[[OUT]]
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>})
    -> (tensor<2xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>}) {
  %0 = dist.permute %x pairs [[0, 0], [1, 2], [2, 1], [3, 3]] on @mesh : tensor<2xf32> -> tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  %2 = dist.permute %1 pairs [[0, 0], [1, 2], [2, 1], [3, 3]] on @mesh : tensor<2xf32> -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// The smaller blocks are permuted: a slice runs before, where blocks come from; a
// gather after, where they go to.
// CHECK-LABEL: func.func @main
// CHECK: %[[ROW:.+]] = stablehlo.dynamic_slice %arg0
// CHECK: %[[IN:.+]] = "stablehlo.collective_permute"(%[[ROW]]) {{.*}} (tensor<2xf32>) -> tensor<2xf32>
// CHECK: %[[NEGATED:.+]] = stablehlo.negate %[[IN]]
// CHECK: %[[OUT:.+]] = "stablehlo.collective_permute"(%[[NEGATED]]) {{.*}} dense<{{\[}}[0, 3], [1, 1], [2, 2], [3, 0]]> {{.*}} (tensor<2xf32>) -> tensor<2xf32>
// CHECK: "stablehlo.all_gather"(%[[OUT]]) {{.*}}replica_groups = dense<{{\[}}[3, 1], [2, 0]]>
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>})
    -> (tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.device_ids = array<i64: 3, 1, 2, 0>}) {
  %0 = dist.all_slice %x dim 0 over {"b"} on @mesh : tensor<4xf32> -> tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  %2 = dist.all_gather %1 dim 0 over {"b"} on @mesh : tensor<2xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
