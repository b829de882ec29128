// Groups, pairs and numbers of devices are those of the mesh before a plan changed it:
// they are taken once for each coordinate of what is new.
// RUN: %popt %s --choose-strategies --make-reshards-explicit --expand-reshards --partition --split-input-file | FileCheck %s

// A stage axis before the module's, a device axis behind it.
dist.mesh @mesh = <stage ["pp"=2], ["dp"=4, "tp"=2]> {dist.numbering = #dist.mesh<["dp"=4]>}
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [] axes {"dp"} (%u: tensor<1x4xf32>) {
    // CHECK: dist.all_gather %[[U:.+]] dim 0 over {"dp"}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<4x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {"dp":(1)2}
    %1 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    // CHECK: dist.all_gather %[[U]] dim 0 over {{\[}}[0, 6], [2, 4], [1, 7], [3, 5], [8, 14], [10, 12], [9, 15], [11, 13]]
    %2 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    // CHECK: dist.permute %[[U]] pairs {{\[}}[0, 2], [1, 3], [8, 10], [9, 11]]
    %3 = "stablehlo.collective_permute"(%u) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    // CHECK: stablehlo.constant dense<[0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3]> : tensor<16xui32>
    %4 = stablehlo.partition_id : tensor<ui32>
    dist.return
  } : (tensor<4x4xf32>) -> ()
  return
}

// -----

// An axis of the module that is a time axis now: groups are alike along it.
dist.mesh @mesh = <["dp"=2], time ["mb"=2]> {dist.numbering = #dist.mesh<["dp"=2, "mb"=2], device_ids = [3, 2, 1, 0]>}
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [] axes {"dp"} (%u: tensor<2x4xf32>) {
    // CHECK: dist.all_gather %[[U:.+]] dim 0 over {"dp"}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.constant dense<[3, 1]> : tensor<2xui32>
    %1 = stablehlo.partition_id : tensor<ui32>
    dist.return
  } : (tensor<4x4xf32>) -> ()
  return
}
