module @jit_body attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"a", "b"} (%arg1: tensor<2xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %16 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
      %3 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
      %4 = "stablehlo.reduce_scatter"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 0], [2, 1]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %16 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %16 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<1xf32>
      %5 = stablehlo.slice %2 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      %6 = stablehlo.add %1, %5 : tensor<2xf32>
      %7 = stablehlo.slice %2 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
      %8 = stablehlo.subtract %6, %7 : tensor<2xf32>
      %cst = stablehlo.constant dense<1.000000e+02> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %10 = stablehlo.multiply %3, %9 : tensor<2xf32>
      %11 = stablehlo.add %8, %10 : tensor<2xf32>
      %12 = stablehlo.concatenate %4, %4, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
      %cst_0 = stablehlo.constant dense<1.000000e+03> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %14 = stablehlo.multiply %12, %13 : tensor<2xf32>
      %15 = stablehlo.add %11, %14 : tensor<2xf32>
      sdy.return %15 : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
