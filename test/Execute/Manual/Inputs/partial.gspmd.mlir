module @jit_function attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x6xf32>, %arg1: tensor<6x7xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<7x6xf32> {jax.result_info = "result[1]"}, tensor<7xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x6xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<5x6xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,3,2]<=[2,3]T(1,0) last_tile_dim_replicate}"} : (tensor<5x6xf32>) -> tensor<5x6xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<5x6xf32>) -> tensor<5x2xf32>
    %4 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[3,1,2]<=[2,3]T(1,0) last_tile_dim_replicate}"} : (tensor<6x7xf32>) -> tensor<6x7xf32>
    %5 = stablehlo.custom_call @SPMDFullToShardShape(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x7xf32>) -> tensor<2x7xf32>
    %6:2 = call @shmap_body(%3, %5) : (tensor<5x2xf32>, tensor<2x7xf32>) -> (tensor<5x7xf32>, tensor<2x7xf32>)
    %7 = stablehlo.custom_call @Sharding(%6#0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %9 = stablehlo.custom_call @Sharding(%6#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[3,1,2]<=[2,3]T(1,0) last_tile_dim_replicate}"} : (tensor<2x7xf32>) -> tensor<6x7xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>
    %12 = stablehlo.transpose %10, dims = [1, 0] : (tensor<6x7xf32>) -> tensor<7x6xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.maximum across dimensions = [0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<7xf32>
    return %11, %12, %13 : tensor<5xf32>, tensor<7x6xf32>, tensor<7xf32>
  }
  func.func private @shmap_body(%arg0: tensor<5x2xf32>, %arg1: tensor<2x7xf32>) -> (tensor<5x7xf32> {jax.result_info = "[None, None]"}, tensor<2x7xf32> {jax.result_info = "[('b',), None]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,1,3]<=[6] last_tile_dims={manual}}"} : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x2xf32>, tensor<2x7xf32>) -> tensor<5x7xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %37 = stablehlo.add %arg2, %arg3 : tensor<f32>
      %38 = stablehlo.custom_call @Sharding(%37) {backend_config = "", mhlo.sharding = "{devices=[3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %38 : tensor<f32>
    }) : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %6 = stablehlo.multiply %arg1, %5 : tensor<2x7xf32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %8 = stablehlo.tanh %7 : tensor<2x7xf32>
    %9 = stablehlo.custom_call @Sharding(%8) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %10 = "stablehlo.all_gather"(%9) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<2x7xf32>) -> tensor<6x7xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x7xf32>, tensor<f32>) -> tensor<f32>
    %12 = stablehlo.custom_call @Sharding(%11) {backend_config = "", mhlo.sharding = "{devices=[3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
    %13 = call @shmap_body_0() : () -> tensor<i32>
    %14 = stablehlo.custom_call @Sharding(%13) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<i32>) -> tensor<i32>
    %15 = stablehlo.custom_call @SPMDShardToFullShape(%14) {backend_config = "", mhlo.sharding = "{devices=[3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
    %16 = stablehlo.convert %15 : (tensor<i32>) -> tensor<f32>
    %17 = stablehlo.custom_call @Sharding(%16) {backend_config = "", mhlo.sharding = "{devices=[3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
    %18 = stablehlo.add %12, %17 : tensor<f32>
    %19 = stablehlo.custom_call @Sharding(%18) {backend_config = "", mhlo.sharding = "{devices=[3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
    %21 = stablehlo.custom_call @Sharding(%20) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %22 = stablehlo.multiply %arg1, %21 : tensor<2x7xf32>
    %23 = stablehlo.custom_call @Sharding(%22) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %24 = stablehlo.custom_call @Sharding(%23) {backend_config = "", mhlo.sharding = "{devices=[1,2,3]<=[6] last_tile_dims={manual}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%3 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<7xf32>
    %26 = stablehlo.custom_call @Sharding(%25) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<7xf32>) -> tensor<7xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1] : (tensor<7xf32>) -> tensor<1x7xf32>
    %28 = stablehlo.custom_call @Sharding(%27) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<1x7xf32>) -> tensor<1x7xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x7xf32>) -> tensor<5x7xf32>
    %30 = stablehlo.custom_call @Sharding(%29) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %31 = stablehlo.add %3, %30 : tensor<5x7xf32>
    %32 = stablehlo.custom_call @Sharding(%31) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    %33 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
    %34 = stablehlo.custom_call @Sharding(%33) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    %35 = stablehlo.add %24, %34 : tensor<2x7xf32>
    %36 = stablehlo.custom_call @Sharding(%35) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,2]<=[2,3]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<2x7xf32>) -> tensor<2x7xf32>
    return %32, %36 : tensor<5x7xf32>, tensor<2x7xf32>
  }
  func.func private @shmap_body_0() -> (tensor<i32> {jax.result_info = "[]"}) {
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %c_0 = stablehlo.constant dense<3> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c : tensor<ui32>
    %2 = stablehlo.remainder %1, %c_0 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    return %3 : tensor<i32>
  }
}
