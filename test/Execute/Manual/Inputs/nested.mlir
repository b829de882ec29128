module @jit_function attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x6xf32>) -> (tensor<8x6xf32> {jax.result_info = "result"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", "c"}, {}]> : tensor<8x6xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg1: tensor<4x6xf32>) {
      %4 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %11 = stablehlo.add %arg2, %arg3 : tensor<f32>
        %12 = sdy.sharding_constraint %11 <@mesh, []> : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
      %5 = stablehlo.add %arg1, %4 : tensor<4x6xf32>
      %6 = sdy.sharding_constraint %5 <@mesh, [{?}, {?}]> : tensor<4x6xf32>
      %7 = sdy.manual_computation(%6) in_shardings=[<@mesh, [{?}, {"b", ?}]>] out_shardings=[<@mesh, [{?}, {"b", ?}]>] manual_axes={"b"} (%arg2: tensor<4x3xf32>) {
        %11 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"c"} () {
          %c = stablehlo.constant dense<2> : tensor<ui32>
          %c_1 = stablehlo.constant dense<2> : tensor<ui32>
          %26 = stablehlo.partition_id : tensor<ui32>
          %27 = stablehlo.divide %26, %c : tensor<ui32>
          %28 = stablehlo.remainder %27, %c_1 : tensor<ui32>
          %29 = stablehlo.convert %28 : (tensor<ui32>) -> tensor<i32>
          sdy.return %29 : tensor<i32>
        } : () -> tensor<i32>
        %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<f32>
        %13 = sdy.sharding_constraint %12 <@mesh, []> : tensor<f32>
        %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
        %15 = sdy.sharding_constraint %14 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
        %16 = stablehlo.add %arg2, %15 : tensor<4x3xf32>
        %17 = sdy.sharding_constraint %16 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
        %18 = "stablehlo.all_reduce"(%17) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %26 = stablehlo.add %arg3, %arg4 : tensor<f32>
          %27 = sdy.sharding_constraint %26 <@mesh, []> : tensor<f32>
          stablehlo.return %27 : tensor<f32>
        }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
        %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
        %19 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
        %20 = sdy.sharding_constraint %19 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
        %21 = stablehlo.multiply %18, %20 : tensor<4x3xf32>
        %22 = sdy.sharding_constraint %21 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
        %23 = "stablehlo.collective_permute"(%17) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0], [1, 3], [3, 1], [4, 6], [6, 4], [5, 7], [7, 5]]> : tensor<8x2xi64>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
        %24 = stablehlo.add %22, %23 : tensor<4x3xf32>
        %25 = sdy.sharding_constraint %24 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
        sdy.return %25 : tensor<4x3xf32>
      } : (tensor<4x6xf32>) -> tensor<4x6xf32>
      %8 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
      %9 = stablehlo.subtract %7, %8 : tensor<4x6xf32>
      %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {?}]> : tensor<4x6xf32>
      sdy.return %10 : tensor<4x6xf32>
    } : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x6xf32>
    return %3 : tensor<8x6xf32>
  }
}
