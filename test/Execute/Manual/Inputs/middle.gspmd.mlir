module @jit_function attributes {mhlo.num_partitions = 12 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x5xf32>, %arg1: tensor<3x9xf32>) -> (tensor<9x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2)}"} : (tensor<9x5xf32>) -> tensor<9x5xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[3,1,4]<=[2,3,2]T(1,0,2) last_tile_dim_replicate}"} : (tensor<9x5xf32>) -> tensor<9x5xf32>
    %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<9x5xf32>) -> tensor<3x5xf32>
    %3 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,3,4]<=[2,3,2]T(1,0,2) last_tile_dim_replicate}"} : (tensor<3x9xf32>) -> tensor<3x9xf32>
    %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x9xf32>) -> tensor<3x3xf32>
    %5 = call @shmap_body(%2, %4) : (tensor<3x5xf32>, tensor<3x3xf32>) -> tensor<3x5xf32>
    %6 = stablehlo.custom_call @Sharding(%5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[3,1,4]<=[2,3,2]T(1,0,2) last_tile_dim_replicate}"} : (tensor<3x5xf32>) -> tensor<9x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %9 = stablehlo.dot_general %7, %8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x5xf32>, tensor<5x3xf32>) -> tensor<9x3xf32>
    return %9 : tensor<9x3xf32>
  }
  func.func private @shmap_body(%arg0: tensor<3x5xf32>, %arg1: tensor<3x3xf32>) -> (tensor<3x5xf32> {jax.result_info = "[('b',), None]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[1,2,3,2]<=[2,3,2]T(2,1,0) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %0, %iterArg_1 = %c) : tensor<3x3xf32>, tensor<3x5xf32>, tensor<i32>
    cond {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %16 = stablehlo.reduce(%iterArg_0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32>
      %17 = stablehlo.custom_call @Sharding(%16) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %18 = "stablehlo.all_reduce"(%17) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4], [1, 3, 5], [6, 8, 10], [7, 9, 11]]> : tensor<4x3xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %29 = stablehlo.add %arg2, %arg3 : tensor<f32>
        %30 = stablehlo.custom_call @Sharding(%29) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
        stablehlo.return %30 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_2 = stablehlo.constant dense<5.000000e+03> : tensor<f32>
      %19 = stablehlo.compare LT, %18, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_3 = stablehlo.constant dense<6> : tensor<i32>
      %20 = stablehlo.custom_call @Sharding(%iterArg_1) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %21 = stablehlo.custom_call @Sharding(%c_3) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %22 = stablehlo.compare LT, %20, %21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_4 = stablehlo.constant dense<false> : tensor<i1>
      %23 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<i1>
      %24 = stablehlo.compare NE, %22, %23, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %25 = stablehlo.convert %24 : tensor<i1>
      %26 = stablehlo.custom_call @Sharding(%25) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i1>) -> tensor<i1>
      %27 = stablehlo.and %19, %26 : tensor<i1>
      %28 = stablehlo.custom_call @Sharding(%27) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i1>) -> tensor<i1>
      stablehlo.return %28 : tensor<i1>
    } do {
      %16 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
      %17 = stablehlo.custom_call @Sharding(%16) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x3xf32>) -> tensor<3x3xf32>
      %18 = stablehlo.dot_general %17, %iterArg_0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
      %19 = stablehlo.custom_call @Sharding(%18) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %c_2 = stablehlo.constant dense<7> : tensor<i32>
      %20 = func.call @remainder(%19, %c_2) : (tensor<3x5xf32>, tensor<i32>) -> tensor<3x5xf32>
      %21 = stablehlo.add %iterArg_0, %20 : tensor<3x5xf32>
      %22 = stablehlo.custom_call @Sharding(%21) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %23 = func.call @shmap_body_0() : () -> tensor<i32>
      %24 = stablehlo.custom_call @Sharding(%23) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<i32>) -> tensor<i32>
      %25 = stablehlo.custom_call @SPMDShardToFullShape(%24) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %26 = stablehlo.convert %25 : (tensor<i32>) -> tensor<f32>
      %27 = stablehlo.custom_call @Sharding(%26) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
      %29 = stablehlo.custom_call @Sharding(%28) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %30 = stablehlo.add %22, %29 : tensor<3x5xf32>
      %31 = stablehlo.custom_call @Sharding(%30) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %32 = stablehlo.custom_call @Sharding(%31) {backend_config = "", mhlo.sharding = "{devices=[2,1,3,2]<=[12] last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %33 = "stablehlo.collective_permute"(%32) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 0], [1, 3], [3, 5], [5, 1], [6, 8], [8, 10], [10, 6], [7, 9], [9, 11], [11, 7]]> : tensor<12x2xi64>}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %34 = stablehlo.custom_call @Sharding(%iterArg_1) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %35 = stablehlo.custom_call @Sharding(%c_3) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      %36 = stablehlo.add %34, %35 : tensor<i32>
      %37 = stablehlo.custom_call @Sharding(%36) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %iterArg, %33, %37 : tensor<3x3xf32>, tensor<3x5xf32>, tensor<i32>
    }
    %2 = stablehlo.custom_call @Sharding(%1#1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %3 = stablehlo.custom_call @Sharding(%1#2) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<i32>) -> tensor<i32>
    %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<f32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %8 = stablehlo.add %2, %7 : tensor<3x5xf32>
    %9 = stablehlo.custom_call @Sharding(%8) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %10 = call @sort(%0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %11 = stablehlo.add %9, %10 : tensor<3x5xf32>
    %12 = stablehlo.custom_call @Sharding(%11) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %13 = call @cumsum(%0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %14 = stablehlo.add %12, %13 : tensor<3x5xf32>
    %15 = stablehlo.custom_call @Sharding(%14) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %15 : tensor<3x5xf32>
  }
  func.func private @remainder(%arg0: tensor<3x5xf32>, %arg1: tensor<i32>) -> tensor<3x5xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<3x5xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %7 = stablehlo.custom_call @Sharding(%6) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %8 = stablehlo.compare NE, %5, %7, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %10 = stablehlo.custom_call @Sharding(%9) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %11 = stablehlo.compare LT, %5, %10, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare LT, %1, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i1>) -> tensor<3x5xi1>
    %14 = stablehlo.custom_call @Sharding(%13) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xi1>) -> tensor<3x5xi1>
    %15 = stablehlo.compare NE, %11, %14, UNSIGNED : (tensor<3x5xi1>, tensor<3x5xi1>) -> tensor<3x5xi1>
    %16 = stablehlo.and %15, %8 : tensor<3x5xi1>
    %17 = stablehlo.custom_call @Sharding(%16) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xi1>) -> tensor<3x5xi1>
    %18 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %19 = stablehlo.custom_call @Sharding(%18) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %20 = stablehlo.add %5, %19 : tensor<3x5xf32>
    %21 = stablehlo.custom_call @Sharding(%20) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %22 = stablehlo.select %17, %21, %5 : tensor<3x5xi1>, tensor<3x5xf32>
    %23 = stablehlo.custom_call @Sharding(%22) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %23 : tensor<3x5xf32>
  }
  func.func private @shmap_body_0() -> (tensor<i32> {jax.result_info = "[]"}) {
    %c = stablehlo.constant dense<2> : tensor<ui32>
    %c_0 = stablehlo.constant dense<3> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c : tensor<ui32>
    %2 = stablehlo.remainder %1, %c_0 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    return %3 : tensor<i32>
  }
  func.func private @sort(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.custom_call @Sharding(%3) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %6 = stablehlo.custom_call @Sharding(%cst_1) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %7 = stablehlo.select %5, %6, %4 : tensor<i1>, tensor<f32>
      %8 = stablehlo.custom_call @Sharding(%7) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.select %9, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %11 = stablehlo.custom_call @Sharding(%10) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %12 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %13 = stablehlo.custom_call @Sharding(%cst_4) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %14 = stablehlo.select %12, %13, %11 : tensor<i1>, tensor<f32>
      %15 = stablehlo.custom_call @Sharding(%14) {backend_config = "", mhlo.sharding = "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      %16 = stablehlo.compare LT, %8, %15, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %16 : tensor<i1>
    }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
  func.func private @cumsum(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = call @cumsum_1(%arg0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func private @cumsum_1(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,3,4]<=[2,3,2]T(1,0,2) last_tile_dims={manual, replicated}}"} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %2 : tensor<3x5xf32>
  }
}
