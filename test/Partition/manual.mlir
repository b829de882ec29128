// A manual region is inlined: its block arguments are blocks already, and along
// free axes its operations are divided like all others.
// RUN: %popt %s --choose-strategies --make-reshards-explicit --expand-reshards --partition --split-input-file | FileCheck %s

dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4x3xf32>
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>})
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) {
  // CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %[[X]], %[[X]] : tensor<4x3xf32>
  // CHECK-NEXT: %[[ALL:.+]] = dist.all_reduce %[[SUM]] sum over {"b"} on @mesh : tensor<4x3xf32>
  // CHECK-NEXT: return %[[ALL]]
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"a"}, {"b"}]>] out [#dist.sharding<@mesh, [{"a"}, {"b"}]>] axes {"a", "b"} (%block: tensor<4x3xf32>) {
    %1 = stablehlo.add %block, %block : tensor<4x3xf32>
    %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    dist.return %2 : tensor<4x3xf32>
  } {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// "a" is free: a sum over the dimension that it divides is all-reduced over it,
// and "b" takes part in nothing but the explicit gather. Extents
// need not divide along free axes.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.+}}: tensor<50001x3xf32>
func.func @main(%x: tensor<100001x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>})
    -> (tensor<6xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // CHECK: %[[SUM:.+]] = stablehlo.reduce{{.*}} : (tensor<50001x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: dist.all_reduce %{{.+}} sum over {"a"} on @mesh : tensor<{{[36]}}xf32>
  // CHECK-NOT: dist.manual
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"a"}, {"b"}]>] out [#dist.sharding<@mesh, [{}]>] axes {"b"} (%block: tensor<100001x3xf32>) {
    %zero = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%block init: %zero) applies stablehlo.add across dimensions = [0] {dist.shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<100001x3xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> {dist.shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<3xf32>) -> tensor<6xf32>
    dist.return %2 : tensor<6xf32>
  } {dist.shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<100001x6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Nested regions: what is manual in neither stays free.
dist.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4x2xf32>
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b", "c"}]>})
    -> (tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b", "c"}]>}) {
  // CHECK-NEXT: %[[TANH:.+]] = stablehlo.tanh %[[X]]
  // CHECK-NEXT: %[[SENT:.+]] = dist.permute %[[TANH]] pairs {{\[}}[0, 2], [1, 3], [4, 6], [5, 7]] on @mesh
  // CHECK-NEXT: %[[NEGATED:.+]] = stablehlo.negate %[[SENT]]
  // CHECK-NEXT: return %[[NEGATED]]
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"a"}, {"b", "c"}]>] out [#dist.sharding<@mesh, [{"a"}, {"b", "c"}]>] axes {"a"} (%row: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %row {dist.shardings = [#dist.sharding<@mesh, [{}, {"b", "c"}]>]} : tensor<4x8xf32>
    %2 = dist.manual(%1) in [#dist.sharding<@mesh, [{}, {"b", "c"}]>] out [#dist.sharding<@mesh, [{}, {"b", "c"}]>] axes {"b"} (%block: tensor<4x4xf32>) {
      %3 = "stablehlo.collective_permute"(%block) <{source_target_pairs = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> {dist.shardings = [#dist.sharding<@mesh, [{}, {"c"}]>]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      dist.return %3 : tensor<4x4xf32>
    } {dist.shardings = [#dist.sharding<@mesh, [{}, {"b", "c"}]>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.negate %2 {dist.shardings = [#dist.sharding<@mesh, [{}, {"b", "c"}]>]} : tensor<4x8xf32>
    dist.return %4 : tensor<4x8xf32>
  } {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b", "c"}]>]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A reshard inside moves blocks along free axes only: each coordinate of "m"
// keeps to itself.
dist.mesh @mesh = <["m"=2, "x"=2, "y"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"m", "x"}, {}]>})
    -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"m", "y"}, {}]>}) {
  // CHECK: dist.permute %{{.+}} pairs {{\[}}[0, 0], [2, 1], [1, 2], [3, 3], [4, 4], [6, 5], [5, 6], [7, 7]] on @mesh
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"m", "x"}, {}]>] out [#dist.sharding<@mesh, [{"m", "y"}, {}]>] axes {"m"} (%block: tensor<4x4xf32>) {
    %1 = dist.constraint %block <@mesh, [{"y"}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{"y"}, {}]>]} : tensor<4x4xf32>
    dist.return %1 : tensor<4x4xf32>
  } {dist.shardings = [#dist.sharding<@mesh, [{"m", "y"}, {}]>]} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
