module @jit_function attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<6x4xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x6xf32> {jax.result_info = "result[1]"}, tensor<6x4xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %3 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4x6xf32>) -> tensor<4x3xf32>
    %5 = stablehlo.custom_call @Sharding(%arg2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<3x4xf32>
    %7:2 = call @shmap_body(%2, %4, %6) : (tensor<6x4xf32>, tensor<4x3xf32>, tensor<3x4xf32>) -> (tensor<6x3xf32>, tensor<6x4xf32>)
    %8 = stablehlo.custom_call @Sharding(%7#0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<6x3xf32>) -> tensor<12x3xf32>
    %10 = stablehlo.custom_call @Sharding(%7#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %11 = stablehlo.custom_call @SPMDShardToFullShape(%10) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %12 = stablehlo.subtract %11, %0 : tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %16 = stablehlo.divide %14, %15 : tensor<6x4xf32>
    %17 = stablehlo.custom_call @Sharding(%16) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %18 = stablehlo.custom_call @SPMDFullToShardShape(%17) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %19 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %20 = stablehlo.custom_call @SPMDFullToShardShape(%19) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %21 = stablehlo.custom_call @Sharding(%arg2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %22 = stablehlo.custom_call @SPMDFullToShardShape(%21) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<3x4xf32>
    %23 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<12x3xf32>) -> tensor<12x3xf32>
    %24 = stablehlo.custom_call @SPMDFullToShardShape(%23) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<12x3xf32>) -> tensor<6x3xf32>
    %25:2 = call @shmap_body_0(%18, %20, %22, %24) : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<3x4xf32>, tensor<6x3xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>)
    %26 = stablehlo.custom_call @Sharding(%25#0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %27 = stablehlo.custom_call @SPMDShardToFullShape(%26) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<4x3xf32>) -> tensor<4x6xf32>
    %28 = stablehlo.custom_call @Sharding(%25#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %29 = stablehlo.custom_call @SPMDShardToFullShape(%28) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<3x4xf32>) -> tensor<6x4xf32>
    %30 = stablehlo.subtract %arg1, %27 : tensor<4x6xf32>
    %31 = stablehlo.subtract %arg2, %29 : tensor<6x4xf32>
    return %13, %30, %31 : tensor<f32>, tensor<4x6xf32>, tensor<6x4xf32>
  }
  func.func private @shmap_body(%arg0: tensor<6x4xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<3x4xf32>) -> (tensor<6x3xf32> {jax.result_info = "[('y',), None]"}, tensor<6x4xf32> {jax.result_info = "[None, None]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %5 = stablehlo.add %arg3, %arg4 : tensor<f32>
      %6 = stablehlo.custom_call @Sharding(%5) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return %1, %4 : tensor<6x3xf32>, tensor<6x4xf32>
  }
  func.func private @shmap_body_0(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>, %arg2: tensor<3x4xf32>, %arg3: tensor<6x3xf32>) -> (tensor<4x3xf32> {jax.result_info = "[None, ('y',)]"}, tensor<3x4xf32> {jax.result_info = "[('y',), None]"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %11 = stablehlo.add %arg4, %arg5 : tensor<f32>
      %12 = stablehlo.custom_call @Sharding(%11) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %12 : tensor<f32>
    }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.dot_general %0, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %5 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<3x4xf32>) -> tensor<6x3xf32>
    %6 = stablehlo.custom_call @Sharding(%5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %7 = stablehlo.dot_general %6, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x4xf32>) -> tensor<3x4xf32>
    %8 = stablehlo.custom_call @Sharding(%7) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return %10, %4 : tensor<4x3xf32>, tensor<3x4xf32>
  }
}
