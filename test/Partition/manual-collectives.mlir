// Collectives inside of a manual region become those of dist, over axes where
// their groups are those of axes, else over lists of ranks.
// RUN: %popt %s --choose-strategies --make-reshards-explicit --expand-reshards --partition | FileCheck %s

dist.mesh @mesh = <["a"=2, "b"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}, {}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"a", "b"}, {}]>] out [] axes {"a", "b"} (%u: tensor<1x4xf32>) {
    // Rows and columns of the mesh, everyone, halves of an axis, two axes in
    // another order.
    // CHECK: dist.all_gather %[[U:.+]] dim 0 over {"b"} on @mesh : tensor<1x4xf32> -> tensor<4x4xf32>
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[4, 5, 6, 7], [0, 1, 2, 3]]> : tensor<2x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<4x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {"a"}
    %1 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {"a", "b"}
    %2 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<8x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {"b":(1)2}
    %3 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {"b", "a"}
    %4 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4, 1, 5, 2, 6, 3, 7]]> : tensor<1x8xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<8x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {{\[}}[0, 7], [1, 2], [3, 4], [5, 6]]
    %5 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 7], [1, 2], [3, 4], [5, 6]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    // The groups are those of "b", but in another order.
    // CHECK: dist.all_gather %[[U]] dim 0 over {{\[}}[3, 2, 1, 0], [4, 5, 6, 7]]
    %6 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[3, 2, 1, 0], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<4x4xf32>
    // By name.
    // CHECK: dist.all_to_all %[[U]] split 1 concat 0 over {"b"}
    %7 = "stablehlo.all_to_all"(%u) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "b">]>}> : (tensor<1x4xf32>) -> tensor<4x1xf32>
    // CHECK: dist.reduce_scatter %[[U]] max dim 1 over {"a"}
    %8 = "stablehlo.reduce_scatter"(%u) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %m = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<1x4xf32>) -> tensor<1x2xf32>
    // A reducer that is no monoid: gathered, and combined in order.
    // CHECK: %[[ROW:.+]] = stablehlo.reshape %[[U]] : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[ROWS:.+]] = dist.all_gather %[[ROW]] dim 0 over {"a"}
    // CHECK: stablehlo.slice %[[ROWS]] [0:1, 0:1, 0:4]
    // CHECK: stablehlo.slice %[[ROWS]] [1:2, 0:1, 0:4]
    // CHECK: stablehlo.subtract
    %9 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %m = stablehlo.subtract %l, %r : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
    // From one to four in two rounds.
    // CHECK: dist.permute %[[U]] pairs {{\[}}[0, 1], [4, 5]]
    // CHECK: %[[TWO:.+]] = stablehlo.select
    // CHECK: dist.permute %[[TWO]] pairs {{\[}}[0, 2], [1, 3], [4, 6], [5, 7]]
    // CHECK: stablehlo.select
    %10 = "stablehlo.collective_broadcast"(%u) <{replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    // The number of this device.
    // CHECK: stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xui32>
    // CHECK: dist.axis_index {"a", "b"} on @mesh
    %11 = stablehlo.partition_id : tensor<ui32>
    dist.return
  } : (tensor<8x4xf32>) -> ()
  return
}
