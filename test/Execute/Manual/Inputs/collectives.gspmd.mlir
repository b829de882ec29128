module @jit_body attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x9xf32>, %arg1: tensor<12xf32>) -> (tensor<4x9xf32> {jax.result_info = "result[0]"}, tensor<4x9xf32> {jax.result_info = "result[1]"}, tensor<12xf32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<12xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,3]<=[6]}"} : (tensor<4x9xf32>) -> tensor<4x9xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x9xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{devices=[6]<=[2,3]T(1,0)}"} : (tensor<12xf32>) -> tensor<12xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<12xf32>) -> tensor<2xf32>
    %4:5 = call @shmap_body(%1, %3) : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>)
    %5 = stablehlo.custom_call @Sharding(%4#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {backend_config = "", mhlo.sharding = "{devices=[2,3]<=[6]}"} : (tensor<2x3xf32>) -> tensor<4x9xf32>
    %7 = stablehlo.custom_call @Sharding(%4#1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {backend_config = "", mhlo.sharding = "{devices=[1,3,2]<=[2,3]T(1,0) last_tile_dim_replicate}"} : (tensor<4x3xf32>) -> tensor<4x9xf32>
    %9 = stablehlo.custom_call @Sharding(%4#2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
    %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {backend_config = "", mhlo.sharding = "{devices=[6]<=[6]}"} : (tensor<2xf32>) -> tensor<12xf32>
    %11 = stablehlo.custom_call @Sharding(%4#3) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<f32>) -> tensor<f32>
    %12 = stablehlo.custom_call @SPMDShardToFullShape(%11) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
    %13 = stablehlo.custom_call @Sharding(%4#4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {backend_config = "", mhlo.sharding = "{devices=[6]<=[6]}"} : (tensor<2xf32>) -> tensor<12xf32>
    return %6, %8, %10, %12, %14 : tensor<4x9xf32>, tensor<4x9xf32>, tensor<12xf32>, tensor<f32>, tensor<12xf32>
  }
  func.func private @shmap_body(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32>) -> (tensor<2x3xf32> {jax.result_info = "[('a',), ('b',)]"}, tensor<4x3xf32> {jax.result_info = "[None, ('b',)]"}, tensor<2xf32> {jax.result_info = "[('a', 'b')]"}, tensor<f32> {jax.result_info = "[]"}, tensor<2xf32> {jax.result_info = "[('a', 'b')]"}) {
    %c = stablehlo.constant dense<3> : tensor<ui32>
    %c_0 = stablehlo.constant dense<2> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c : tensor<ui32>
    %2 = stablehlo.remainder %1, %c_0 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<10> : tensor<i32>
    %4 = stablehlo.multiply %3, %c_1 : tensor<i32>
    %c_2 = stablehlo.constant dense<1> : tensor<ui32>
    %c_3 = stablehlo.constant dense<3> : tensor<ui32>
    %5 = stablehlo.partition_id : tensor<ui32>
    %6 = stablehlo.divide %5, %c_2 : tensor<ui32>
    %7 = stablehlo.remainder %6, %c_3 : tensor<ui32>
    %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i32>
    %9 = stablehlo.add %4, %8 : tensor<i32>
    %10 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
    %11 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %12 = "stablehlo.reduce_scatter"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<4x3xf32>) -> tensor<2x3xf32>
    %13 = "stablehlo.all_to_all"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<6x1xf32>
    %14 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [3, 4], [4, 5]]> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %15 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %16 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %17 = stablehlo.subtract %15, %16 : tensor<2x3xf32>
    %18 = stablehlo.add %arg0, %11 : tensor<2x3xf32>
    %19 = stablehlo.convert %9 : (tensor<i32>) -> tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %21 = stablehlo.add %18, %20 : tensor<2x3xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %23 = stablehlo.multiply %10, %22 : tensor<4x3xf32>
    %24 = "stablehlo.all_reduce"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %25 = stablehlo.add %23, %24 : tensor<4x3xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%13 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
    %27 = stablehlo.slice %26 [0:2] : (tensor<6xf32>) -> tensor<2xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %29 = "stablehlo.all_reduce"(%28) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %33 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %30 = stablehlo.convert %9 : (tensor<i32>) -> tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %32 = stablehlo.add %14, %31 : tensor<2xf32>
    return %21, %25, %27, %29, %32 : tensor<2x3xf32>, tensor<4x3xf32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>
  }
}
