// What JAX does not print: broadcasts, reducers that are no monoid, several
// operands, groups by axes and parts of axes, devices in another order.
// Run by ../others.test.
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[0, 1, 3, 2, 4, 5, 7, 6]>
  func.func @main(%x: tensor<8x6xf32>, %y: tensor<16xi32>, %p: tensor<8xi1>, %h: tensor<8x6xbf16>)
      -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<32xi32>, tensor<8x24xf32>, tensor<8xi1>, tensor<8xui32>, tensor<8xui32>, tensor<8x6xbf16>, tensor<8x3xf32>) {
    %0:11 = sdy.manual_computation(%x, %y, %p, %h)
        in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"b", "a"}]>, <@mesh, [{"a", "b"}]>, <@mesh, [{"a", "b"}, {}]>]
        out_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"b", "a"}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}]>, <@mesh, [{"a", "b"}]>, <@mesh, [{"a", "b"}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>]
        manual_axes={"a", "b"} (%u: tensor<1x6xf32>, %v: tensor<2xi32>, %q: tensor<1xi1>, %g: tensor<1x6xbf16>) {
      // Groups of different sizes; device 6 is in none and gets zeros.
      %1 = "stablehlo.collective_broadcast"(%u) <{replica_groups = dense<[[2, 0, 1, 5], [7, 3, 4, -1]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
      // a * b + a is no monoid: combined in the order of the group.
      %2 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[3, 1, 0, 2], [4, 5, 6, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %c = stablehlo.constant dense<0.5> : tensor<f32>
        %m = stablehlo.multiply %r, %c : tensor<f32>
        %n = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<1x6xf32>) -> tensor<1x6xf32>
      // Parts of axes: the groups of the minor half of "b".
      %w = stablehlo.negate %u : tensor<1x6xf32>
      %3:2 = "stablehlo.all_reduce"(%u, %w) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "b", sub_axis_info = (2)2>]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %m = stablehlo.maximum %l, %r : tensor<f32>
        stablehlo.return %m : tensor<f32>
      }) : (tensor<1x6xf32>, tensor<1x6xf32>) -> (tensor<1x6xf32>, tensor<1x6xf32>)
      %4 = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xi32>) -> tensor<4xi32>
      // Lists in another order than the mesh's.
      %5 = "stablehlo.all_gather"(%u) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1x6xf32>) -> tensor<1x24xf32>
      %6 = "stablehlo.all_reduce"(%q) <{replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<i1>, %r: tensor<i1>):
        %m = stablehlo.and %l, %r : tensor<i1>
        stablehlo.return %m : tensor<i1>
      }) : (tensor<1xi1>) -> tensor<1xi1>
      %7 = stablehlo.partition_id : tensor<ui32>
      %8 = stablehlo.reshape %7 : (tensor<ui32>) -> tensor<1xui32>
      %9 = stablehlo.replica_id : tensor<ui32>
      %10 = stablehlo.reshape %9 : (tensor<ui32>) -> tensor<1xui32>
      %11 = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<bf16>, %r: tensor<bf16>):
        %m = stablehlo.add %l, %r : tensor<bf16>
        stablehlo.return %m : tensor<bf16>
      }) : (tensor<1x6xbf16>) -> tensor<1x6xbf16>
      %12 = "stablehlo.reduce_scatter"(%u) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 5], [4, 1], [2, 7], [6, 3]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %m = stablehlo.subtract %l, %r : tensor<f32>
        stablehlo.return %m : tensor<f32>
      }) : (tensor<1x6xf32>) -> tensor<1x3xf32>
      // A channel and replicas: all partitions of replica 0.
      %13 = "stablehlo.all_reduce"(%3#0) <{replica_groups = dense<0> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %m = stablehlo.minimum %l, %r : tensor<f32>
        stablehlo.return %m : tensor<f32>
      }) : (tensor<1x6xf32>) -> tensor<1x6xf32>
      %14 = stablehlo.subtract %3#0, %13 : tensor<1x6xf32>
      sdy.return %1, %2, %14, %3#1, %4, %5, %6, %8, %10, %11, %12 : tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>, tensor<4xi32>, tensor<1x24xf32>, tensor<1xi1>, tensor<1xui32>, tensor<1xui32>, tensor<1x6xbf16>, tensor<1x3xf32>
    } : (tensor<8x6xf32>, tensor<16xi32>, tensor<8xi1>, tensor<8x6xbf16>) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<32xi32>, tensor<8x24xf32>, tensor<8xi1>, tensor<8xui32>, tensor<8xui32>, tensor<8x6xbf16>, tensor<8x3xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<32xi32>, tensor<8x24xf32>, tensor<8xi1>, tensor<8xui32>, tensor<8xui32>, tensor<8x6xbf16>, tensor<8x3xf32>
  }
}
