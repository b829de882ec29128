// One collective per reshard.
// RUN: %popt %s --set-machine=cluster=builtin:bytes --expand-reshards --split-input-file | FileCheck %s

// The cheapest order: reduce into blocks first, gather then.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[BLOCKS:.+]] = dist.reshard %arg0 from <@mesh, [{"a"}, {}], partial = sum{"b"}> to <@mesh, [{"a"}, {"b"}]> {dist.operand_shardings = [{{.+}}], dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  // CHECK-NEXT: %[[GATHERED:.+]] = dist.reshard %[[BLOCKS]] from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{}, {"b"}]>
  // CHECK-NEXT: return %[[GATHERED]]
  %0 = dist.reshard %x from <@mesh, [{"a"}, {}], partial = sum{"b"}> to <@mesh, [{}, {"b"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Left alone: one all-to-all.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK-NEXT: dist.reshard %arg0 from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]>
  // CHECK-NEXT: return
  %0 = dist.reshard %x from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Chosen moves are taken as they stand, here a dearer way than one all-to-all.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[WHOLE:.+]] = dist.reshard %arg0 from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}]> {{.*}} by [#dist.move<all_gather over {"a"} dim 0 to <@mesh, [{}, {}]>>]
  // CHECK-NEXT: dist.reshard %[[WHOLE]] from <@mesh, [{}, {}]> to <@mesh, [{}, {"a"}]> {{.*}} by [#dist.move<slice over {"a"} dim 1 to <@mesh, [{}, {"a"}]>>]
  %0 = dist.reshard %x from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]> by [#dist.move<all_gather over {"a"} dim 0 to <@mesh, [{}, {}]>>, #dist.move<slice over {"a"} dim 1 to <@mesh, [{}, {"a"}]>>] : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Nothing to do: the reshard goes.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: return %arg0
  %0 = dist.reshard %x from <@mesh, [{"a"}]> to <@mesh, [{"a", ?}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
