// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Communication prints as it parses.

// The mesh of replica groups; any symbol is one here.
func.func private @mesh()

// CHECK-LABEL: @collectives
func.func @collectives(%f: tensor<4x8xf32>, %r: tensor<1xi32>, %t: !stablehlo.token) {
  // CHECK: %{{.+}} = "stablehlo.all_gather"(%{{.+}}) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = "stablehlo.all_gather"(%f) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: %{{.+}} = "stablehlo.all_gather"(%{{.+}}) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %2 = "stablehlo.all_gather"(%f) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: %{{.+}} = "stablehlo.all_gather"(%{{.+}}) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %3 = "stablehlo.all_gather"(%f) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: %{{.+}} = "stablehlo.all_reduce"(%{{.+}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  %4 = "stablehlo.all_reduce"(%f) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = "stablehlo.reduce_scatter"(%{{.+}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  %5 = "stablehlo.reduce_scatter"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  // CHECK: %{{.+}} = "stablehlo.all_to_all"(%{{.+}}) <{concat_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  %6 = "stablehlo.all_to_all"(%f) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  // CHECK: %{{.+}} = "stablehlo.collective_permute"(%{{.+}}) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "stablehlo.collective_permute"(%f) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = "stablehlo.collective_broadcast"(%{{.+}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = "stablehlo.collective_broadcast"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = "stablehlo.collective_broadcast"(%{{.+}}, %{{.+}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  %d = "stablehlo.collective_broadcast"(%f, %r) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>, has_dynamic_root}> : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = "stablehlo.collective_reduce"(%{{.+}}, %{{.+}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  %e = "stablehlo.collective_reduce"(%f, %r) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = "stablehlo.cross-replica-sum"(%{{.+}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = "stablehlo.cross-replica-sum"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.partition_id : tensor<ui32>
  %10 = stablehlo.partition_id : tensor<ui32>
  // CHECK: %{{.+}} = stablehlo.replica_id : tensor<ui32>
  %11 = stablehlo.replica_id : tensor<ui32>
  // CHECK: %{{.+}} = "stablehlo.send"(%{{.+}}, %{{.+}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  %12 = "stablehlo.send"(%f, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: %{{.+}}:2 = "stablehlo.recv"(%{{.+}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  %13:2 = "stablehlo.recv"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  // CHECK: %{{.+}}:2 = "stablehlo.infeed"(%{{.+}}) <{infeed_config = "a"}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  %14:2 = "stablehlo.infeed"(%t) <{infeed_config = "a"}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  // CHECK: %{{.+}} = "stablehlo.outfeed"(%{{.+}}, %{{.+}}) <{outfeed_config = "b"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  %15 = "stablehlo.outfeed"(%f, %t) <{outfeed_config = "b"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
