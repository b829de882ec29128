// A gather and a reduce-scatter over both axes, in both orders of the axes.
module @in_order {
  sdy.mesh @mesh = <["a"=2, "b"=3]>
  func.func public @main(%x: tensor<24x5xf32>, %y: tensor<36x24xf32>) -> (tensor<24x5xf32>, tensor<6x24xf32>, tensor<24x5xf32>) {
    %0:3 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>]
        out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"a", "b"}
        (%p: tensor<4x5xf32>, %q: tensor<6x24xf32>) {
      %g = "stablehlo.all_gather"(%p) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> : (tensor<4x5xf32>) -> tensor<24x5xf32>
      %s = "stablehlo.reduce_scatter"(%q) <{scatter_dimension = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %add = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %add : tensor<f32>
      }) : (tensor<6x24xf32>) -> tensor<1x24xf32>
      %m = "stablehlo.all_gather"(%p) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 3, 1, 4, 2, 5]]> : tensor<1x6xi64>, use_global_device_ids}> : (tensor<4x5xf32>) -> tensor<24x5xf32>
      sdy.return %g, %s, %m : tensor<24x5xf32>, tensor<1x24xf32>, tensor<24x5xf32>
    } : (tensor<24x5xf32>, tensor<36x24xf32>) -> (tensor<24x5xf32>, tensor<6x24xf32>, tensor<24x5xf32>)
    return %0#0, %0#1, %0#2 : tensor<24x5xf32>, tensor<6x24xf32>, tensor<24x5xf32>
  }
}
