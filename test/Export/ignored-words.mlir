// StableHLO says nothing of host memory and of what is computed again: a warning
// of each, once.
// RUN: %popt %s --split-input-file --export-sdy --verify-diagnostics -o /dev/null
// RUN: %popt %s --split-input-file --export-stablehlo --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.
// CHECK: return
dist.mesh @mesh = <["dp"=2]>
// expected-warning @+1 {{argument 0 ("m") and 1 more lie in host memory, which StableHLO does not say}}
func.func @main(%m: tensor<4xf32> {dist.name = "m", dist.on_host, dist.state = 0 : i64, dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>}, %x: tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>})
    -> (tensor<4xf32> {dist.on_host, dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>}, tensor<4xf32> {dist.on_host, dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-warning @+1 {{what the plan has computed again is ignored: StableHLO has no words for it; its compiler decides}}
  %0 = stablehlo.add %m, %x {dist.recompute = #dist.recompute<scope 0>} : tensor<4xf32>
  %1 = stablehlo.negate %0 {dist.recompute = #dist.recompute<scope 0>} : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["dp"=2]>
// expected-warning @+1 {{result 0 lies in host memory}}
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {dist.on_host, dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return %x : tensor<4xf32>
}
