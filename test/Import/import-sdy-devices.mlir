// An operation on one device knows its number, and what is made of it.
// RUN: %popt %s --split-input-file --import-sdy --canonicalize | FileCheck %s

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @third = <[], device_ids=[2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> tensor<i32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  // CHECK: %[[NUMBER:.+]] = stablehlo.constant dense<2> : tensor<ui32>
  // CHECK-NEXT: %[[CONVERTED:.+]] = stablehlo.convert %[[NUMBER]]
  // CHECK-NEXT: stablehlo.add %arg0, %[[CONVERTED]]
  // CHECK-NOT: partition_id
  %1 = stablehlo.add %x, %0 {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// Any number may be a device's.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.constant dense<4294967295> : tensor<ui32>
sdy.mesh @far = <[], device_ids=[9223372036854775807]>
func.func @main() -> tensor<i32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.add %c, %1 {sdy.sharding = #sdy.sharding_per_value<[<@far, []>]>} : tensor<i32>
  return %2 : tensor<i32>
}

// -----

// A region on a mesh of another order runs on the chosen mesh's devices: groups
// are of those in the same places, and the number of the user's device is looked
// up.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["u"=2, "v"=2], device_ids=[3, 1, 2, 0]>
// CHECK-LABEL: func.func @renumbered
// CHECK: %[[TABLE:.+]] = stablehlo.constant dense<[3, 1, 2, 0]> : tensor<4xui32>
// CHECK: %[[ID:.+]] = stablehlo.partition_id
// CHECK: stablehlo.dynamic_slice %[[TABLE]], %[[ID]]
// CHECK: "stablehlo.all_reduce"{{.*}} dense<{{\[}}[3, 1, 0], [2, -1, -1]]>
// CHECK: "stablehlo.collective_permute"{{.*}} dense<{{\[}}[3, 0], [1, 2]]>
func.func @renumbered(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, tensor<4xui32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@b, [{"u", "v"}]>] out_shardings=[<@b, [{"u", "v"}]>, <@b, [{"u", "v"}]>] manual_axes={"u", "v"} (%block: tensor<2xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %ids = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
    %1 = "stablehlo.all_reduce"(%block) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 3], [2, -1, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %2, %ids : tensor<2xf32>, tensor<1xui32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<4xui32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xui32>
}
