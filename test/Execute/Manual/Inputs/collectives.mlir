module @jit_body attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=3]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 3 : i64}]}}
  func.func public @main(%arg0: tensor<4x9xf32>, %arg1: tensor<12xf32>) -> (tensor<4x9xf32> {jax.result_info = "result[0]"}, tensor<4x9xf32> {jax.result_info = "result[1]"}, tensor<12xf32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<12xf32> {jax.result_info = "result[4]"}) {
    %0:5 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}, {"b"}]>, <@mesh, [{"b", "a"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>, <@mesh, [{}, {"b"}]>, <@mesh, [{"a", "b"}]>, <@mesh, []>, <@mesh, [{"a", "b"}]>] manual_axes={"a", "b"} (%arg2: tensor<2x3xf32>, %arg3: tensor<2xf32>) {
      %c = stablehlo.constant dense<3> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<10> : tensor<i32>
      %5 = stablehlo.multiply %4, %c_1 : tensor<i32>
      %c_2 = stablehlo.constant dense<1> : tensor<ui32>
      %c_3 = stablehlo.constant dense<3> : tensor<ui32>
      %6 = stablehlo.partition_id : tensor<ui32>
      %7 = stablehlo.divide %6, %c_2 : tensor<ui32>
      %8 = stablehlo.remainder %7, %c_3 : tensor<ui32>
      %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
      %10 = stablehlo.add %5, %9 : tensor<i32>
      %11 = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
      %12 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %13 = "stablehlo.reduce_scatter"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<4x3xf32>) -> tensor<2x3xf32>
      %14 = "stablehlo.all_to_all"(%13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<6x1xf32>
      %15 = "stablehlo.collective_permute"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [3, 4], [4, 5]]> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
      %16 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %17 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.minimum %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %18 = stablehlo.subtract %16, %17 : tensor<2x3xf32>
      %19 = stablehlo.add %arg2, %12 : tensor<2x3xf32>
      %20 = stablehlo.convert %10 : (tensor<i32>) -> tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
      %22 = stablehlo.add %19, %21 : tensor<2x3xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %23 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
      %24 = stablehlo.multiply %11, %23 : tensor<4x3xf32>
      %25 = "stablehlo.all_reduce"(%11) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      %26 = stablehlo.add %24, %25 : tensor<4x3xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.reduce(%14 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
      %28 = stablehlo.slice %27 [0:2] : (tensor<6xf32>) -> tensor<2xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %29 = stablehlo.reduce(%18 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
      %30 = "stablehlo.all_reduce"(%29) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %34 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %34 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %31 = stablehlo.convert %10 : (tensor<i32>) -> tensor<f32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %33 = stablehlo.add %15, %32 : tensor<2xf32>
      sdy.return %22, %26, %28, %30, %33 : tensor<2x3xf32>, tensor<4x3xf32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>
    } : (tensor<4x9xf32>, tensor<12xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>, tensor<12xf32>, tensor<f32>, tensor<12xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x9xf32>, tensor<4x9xf32>, tensor<12xf32>, tensor<f32>, tensor<12xf32>
  }
}
