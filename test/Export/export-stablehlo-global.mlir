// A boundary of whole tensors: one manual computation that names every axis.
// RUN: %popt %s --split-input-file --export-stablehlo=boundary=global | FileCheck %s

// Even blocks cross as they are.
// CHECK: sdy.mesh @mesh = <["a"=2, "b"=3]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8x6xf32> {mhlo.frontend_attributes = {popt.name = "w", popt.state = "0"}, sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, tf.aliasing_output = 0 : i32})
// CHECK-SAME: -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>})
// CHECK: %[[RESULT:.+]]:2 = sdy.manual_computation(%[[X]]) in_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>, <@mesh, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%[[BLOCK:.+]]: tensor<4x6xf32>) {
// CHECK: stablehlo.dynamic_slice %[[BLOCK]]
// CHECK: sdy.return
// CHECK: return %[[RESULT]]#0, %[[RESULT]]#1
dist.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%x: tensor<4x6xf32> {dist.global_type = tensor<8x6xf32>, dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>, dist.state = 0 : i64})
    -> (tensor<4x6xf32> {dist.global_type = tensor<8x6xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
        tensor<4x2xf32> {dist.global_type = tensor<8x6xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) {
  %0 = dist.all_slice %x dim 1 over {"b"} on @mesh : tensor<4x6xf32> -> tensor<4x2xf32>
  return %x, %0 : tensor<4x6xf32>, tensor<4x2xf32>
}

// -----

// Uneven blocks are cut from whole tensors and put together; the even dimension
// stays split.
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}
// CHECK: in_shardings=[<@mesh, [{}, {"b"}], replicated={"a"}>] out_shardings=[<@mesh, [{}, {"b"}], replicated={"a"}>]
// CHECK-SAME: (%[[X:.+]]: tensor<5x4xf32>)
// CHECK: %[[ROOM:.+]] = stablehlo.pad %[[X]]
// CHECK: %[[BLOCK:.+]] = stablehlo.dynamic_slice %[[ROOM]], {{.*}} sizes = [3, 4]
// CHECK: %[[Y:.+]] = stablehlo.tanh %[[BLOCK]]
// CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%[[Y]])
// CHECK: stablehlo.slice %[[ALL]] [0:5, 0:4]
dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<3x4xf32> {dist.global_type = tensor<5x8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>})
    -> (tensor<3x4xf32> {dist.global_type = tensor<5x8xf32>, dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) {
  %0 = stablehlo.tanh %x : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// What lives at some coordinates is sent to all; partial are combined, those of
// the coordinates that hold some. Of an argument one coordinate holds all.
// CHECK-LABEL: func.func @main
// CHECK: %[[IS_FIRST:.+]] = stablehlo.compare EQ
// CHECK: %[[PARTIAL:.+]] = stablehlo.select %[[IS_FIRST]]
// CHECK: "stablehlo.all_reduce"
// CHECK: %[[HOLDS:.+]] = stablehlo.or
// CHECK: %[[HELD:.+]] = stablehlo.select %[[HOLDS]], %[[PARTIAL]]
// CHECK: "stablehlo.all_reduce"(%[[HELD]])
dist.mesh @mesh = <["a"=3]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}], at = {"a" = [1]}>},
                %y: tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"a"}, at = {"a" = [0, 2]}>})
    -> (tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}], at = {"a" = [1]}>},
        tensor<4xf32> {dist.global_type = tensor<4xf32>, dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"a"}, at = {"a" = [0, 2]}>}) {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}
