module @jit_function attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<4x6xf32>, %arg2: tensor<6x4xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x6xf32> {jax.result_info = "result[1]"}, tensor<6x4xf32> {jax.result_info = "result[2]"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<6x4xf32>
    %1:2 = sdy.manual_computation(%0, %arg1, %arg2) in_shardings=[<@mesh, [{?}, {?}]>, <@mesh, [{?}, {"y", ?}]>, <@mesh, [{"y", ?}, {?}]>] out_shardings=[<@mesh, [{"y", ?}, {?}]>, <@mesh, [{?}, {?}]>] manual_axes={"y"} (%arg3: tensor<6x4xf32>, %arg4: tensor<4x3xf32>, %arg5: tensor<3x4xf32>) {
      %10 = stablehlo.dot_general %arg3, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<6x3xf32>
      %12 = stablehlo.dot_general %11, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
      %13 = sdy.sharding_constraint %12 <@mesh, [{?}, {?}]> : tensor<6x4xf32>
      %14 = "stablehlo.all_reduce"(%13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %15 = stablehlo.add %arg6, %arg7 : tensor<f32>
        %16 = sdy.sharding_constraint %15 <@mesh, []> : tensor<f32>
        stablehlo.return %16 : tensor<f32>
      }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
      sdy.return %11, %14 : tensor<6x3xf32>, tensor<6x4xf32>
    } : (tensor<6x4xf32>, tensor<4x6xf32>, tensor<6x4xf32>) -> (tensor<12x3xf32>, tensor<6x4xf32>)
    %2 = stablehlo.subtract %1#1, %0 : tensor<6x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %6 = stablehlo.divide %4, %5 : tensor<6x4xf32>
    %7:2 = sdy.manual_computation(%6, %0, %arg2, %1#0) in_shardings=[<@mesh, [{?}, {?}]>, <@mesh, [{?}, {?}]>, <@mesh, [{"y", ?}, {?}]>, <@mesh, [{"y", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {"y", ?}]>, <@mesh, [{"y", ?}, {?}]>] manual_axes={"y"} (%arg3: tensor<6x4xf32>, %arg4: tensor<6x4xf32>, %arg5: tensor<3x4xf32>, %arg6: tensor<6x3xf32>) {
      %10 = "stablehlo.all_reduce"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
        %21 = stablehlo.add %arg7, %arg8 : tensor<f32>
        %22 = sdy.sharding_constraint %21 <@mesh, []> : tensor<f32>
        stablehlo.return %22 : tensor<f32>
      }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
      %11 = stablehlo.dot_general %10, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
      %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
      %14 = sdy.sharding_constraint %13 <@mesh, [{?}, {?}]> : tensor<3x4xf32>
      %15 = stablehlo.dot_general %10, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<3x4xf32>) -> tensor<6x3xf32>
      %16 = sdy.sharding_constraint %15 <@mesh, [{?}, {?}]> : tensor<6x3xf32>
      %17 = stablehlo.dot_general %16, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x3xf32>, tensor<6x4xf32>) -> tensor<3x4xf32>
      %18 = sdy.sharding_constraint %17 <@mesh, [{?}, {?}]> : tensor<3x4xf32>
      %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
      %20 = sdy.sharding_constraint %19 <@mesh, [{?}, {?}]> : tensor<4x3xf32>
      sdy.return %20, %14 : tensor<4x3xf32>, tensor<3x4xf32>
    } : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<12x3xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>)
    %8 = stablehlo.subtract %arg1, %7#0 : tensor<4x6xf32>
    %9 = stablehlo.subtract %arg2, %7#1 : tensor<6x4xf32>
    return %3, %8, %9 : tensor<f32>, tensor<4x6xf32>, tensor<6x4xf32>
  }
}
