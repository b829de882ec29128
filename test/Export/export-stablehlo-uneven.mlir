// Blocks that are uneven: pieces of one size are exchanged.
// RUN: %popt %s --split-input-file --export-stablehlo --cse | FileCheck %s

// All pieces but the last are full: what was gathered is cut after the last
// element, what is scattered or sliced gets room for it.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[PIECE:.+]]: tensor<2x4xf32>
// CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%[[PIECE]]) {{.*}} -> tensor<6x4xf32>
// CHECK: %[[WHOLE:.+]] = stablehlo.slice %[[ALL]] [0:5, 0:4]
// CHECK: %[[ROOM:.+]] = stablehlo.pad %[[WHOLE]], %{{.*}}, low = [0, 0], high = [1, 0]
// CHECK: "stablehlo.reduce_scatter"(%[[ROOM]]) {{.*}}
// CHECK: stablehlo.dynamic_slice %[[ROOM]], {{.*}}sizes = [2, 4]
dist.mesh @mesh = <["a"=3]>
func.func @main(%x: tensor<2x4xf32> {dist.global_type = tensor<5x4xf32>}) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<2x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}]>
  %1 = dist.reduce_scatter %0 sum dim 0 over {"a"} on @mesh : tensor<5x4xf32> -> tensor<2x4xf32> as tensor<5x4xf32> from <@mesh, [{}, {}], partial = sum{"a"}> to <@mesh, [{"a"}, {}]>
  %2 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<5x4xf32> -> tensor<2x4xf32> as tensor<5x4xf32> from <@mesh, [{}, {}]> to <@mesh, [{"a"}, {}]>
  return %1, %2 : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// 5 on {a=2, b=2} is 2,1 | 1,1: padding is interior at a=1, so places follow
// from the coordinate. The block of a has 3 or 2 elements.
// CHECK-LABEL: func.func @main
// CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%{{.+}}) {{.*}} -> tensor<4xf32>
// CHECK: %[[PLACES:.+]] = stablehlo.add {{.*}} : tensor<3xi32>
// CHECK: "stablehlo.gather"(%[[ALL]], %[[PLACES]]) {{.*}} -> tensor<3xf32>
// CHECK: "stablehlo.gather"(%{{.+}}, %{{.+}}) {{.*}} -> tensor<4xf32>
// CHECK: "stablehlo.reduce_scatter"(%{{.+}}) {{.*}}
// CHECK: "stablehlo.gather"(%{{.+}}, %{{.+}}) {{.*}} -> tensor<2xf32>
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<5xf32>}) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = dist.all_gather %x dim 0 over {"b"} on @mesh : tensor<2xf32> -> tensor<3xf32> as tensor<5xf32> from <@mesh, [{"a", "b"}]> to <@mesh, [{"a"}]>
  %1 = dist.reduce_scatter %0 sum dim 0 over {"b"} on @mesh : tensor<3xf32> -> tensor<2xf32> as tensor<5xf32> from <@mesh, [{"a"}], partial = sum{"b"}> to <@mesh, [{"a", "b"}]>
  %2 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<3xf32> -> tensor<2xf32> as tensor<5xf32> from <@mesh, [{"a"}]> to <@mesh, [{"a", "b"}]>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// -----

// An exchange spreads one dimension and joins the other.
// CHECK-LABEL: func.func @main
// CHECK: %[[ROOM:.+]] = stablehlo.pad %{{.*}}, low = [0, 0], high = [0, 2]
// CHECK: %[[MIXED:.+]] = "stablehlo.all_to_all"(%[[ROOM]]) {{.*}} -> tensor<6x3xf32>
// CHECK: stablehlo.slice %[[MIXED]] [0:5, 0:3]
dist.mesh @mesh = <["a"=3]>
func.func @main(%x: tensor<2x7xf32> {dist.global_type = tensor<5x7xf32>}) -> tensor<5x3xf32> {
  %0 = dist.all_to_all %x split 1 concat 0 over {"a"} on @mesh : tensor<2x7xf32> -> tensor<5x3xf32> as tensor<5x7xf32> from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]>
  return %0 : tensor<5x3xf32>
}

// -----

// A permute sends what fits both sides. Begin and extent of a block in units of
// four.
// CHECK-LABEL: func.func @main
// CHECK: %[[SENT:.+]] = stablehlo.slice %{{.*}} [0:3]
// CHECK: "stablehlo.collective_permute"(%[[SENT]])
// CHECK: %[[BEGIN:.+]] = stablehlo.minimum
// CHECK: %[[LEFT:.+]] = stablehlo.subtract %{{.*}}, %[[BEGIN]]
// CHECK: %[[EXTENT:.+]] = stablehlo.minimum %{{.*}}, %[[LEFT]]
// CHECK: return %{{.*}}, %[[BEGIN]], %[[EXTENT]]
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<5xf32>}) -> (tensor<3xf32>, tensor<i32>, tensor<i32>) {
  %0 = dist.permute %x pairs [[0, 0], [1, 2]] on @mesh : tensor<4xf32> -> tensor<3xf32> as tensor<5xf32> from <@mesh, [{"a"} by 2]> to <@mesh, [{"b"}]>
  %begin, %extent = dist.block {"a"} of 10 by 4 on @mesh : tensor<i32>, tensor<i32>
  return %0, %begin, %extent : tensor<3xf32>, tensor<i32>, tensor<i32>
}

// -----

// Nothing is exchanged of tensors without elements.
// CHECK-LABEL: func.func @main
// CHECK-NOT: all_gather
// CHECK: stablehlo.constant dense<0.000000e+00> : tensor<0x4xf32>
dist.mesh @mesh = <["a"=3]>
func.func @main(%x: tensor<0x4xf32> {dist.global_type = tensor<0x4xf32>}) -> tensor<0x4xf32> {
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<0x4xf32> -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
