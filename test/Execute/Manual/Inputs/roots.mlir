// Collectives with roots, also as data, and with groups of several sizes. Run by
// ../others.test.
module attributes {mhlo.num_partitions = 6 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=3]>
  func.func @main(%x: tensor<6x4xf32>, %y: tensor<6x2xi32>, %roots: tensor<12xi32>)
      -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>) {
    %0:8 = sdy.manual_computation(%x, %y, %roots)
        in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}]>]
        out_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>]
        manual_axes={"a", "b"} (%u: tensor<1x4xf32>, %v: tensor<1x2xi32>, %r: tensor<2xi32>) {
      %1 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[4, 0, 2, 3], [1, 5, -1, -1]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %s = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      // No monoid: combined in the order of the group.
      %2 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[4, 0, 2, 3], [1, 5, -1, -1]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %h = stablehlo.constant dense<0.5> : tensor<f32>
        %p = stablehlo.multiply %l, %h : tensor<f32>
        %s = stablehlo.add %p, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      // The root is the first of its group.
      %3 = "stablehlo.collective_reduce"(%u) <{replica_groups = dense<[[4, 0, 2, 3], [1, 5, -1, -1]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %s = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      // Every operand has its own root.
      %4 = stablehlo.convert %v : (tensor<1x2xi32>) -> tensor<1x2xf32>
      %5:2 = "stablehlo.collective_reduce"(%u, %4, %r) <{replica_groups = dense<[[4, 0, 2, 3], [1, 5, -1, -1]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, has_dynamic_root}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %s = stablehlo.maximum %l, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x4xf32>, tensor<1x2xf32>, tensor<2xi32>) -> (tensor<1x4xf32>, tensor<1x2xf32>)
      %6 = stablehlo.convert %5#1 : (tensor<1x2xf32>) -> tensor<1x2xi32>
      // Device 3 is in no group; one root is beyond its group.
      %7:2 = "stablehlo.collective_broadcast"(%u, %v, %r) <{replica_groups = dense<[[4, 0, 2], [1, 5, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, has_dynamic_root}> : (tensor<1x4xf32>, tensor<1x2xi32>, tensor<2xi32>) -> (tensor<1x4xf32>, tensor<1x2xi32>)
      %8 = "stablehlo.collective_reduce"(%u) <{replica_groups = dense<[[5, 4, 3, 2, 1, 0]]> : tensor<1x6xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %s = stablehlo.subtract %l, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      sdy.return %1, %2, %3, %5#0, %6, %7#0, %7#1, %8 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x2xi32>, tensor<1x4xf32>, tensor<1x2xi32>, tensor<1x4xf32>
    } : (tensor<6x4xf32>, tensor<6x2xi32>, tensor<12xi32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>, tensor<6x2xi32>, tensor<6x4xf32>
  }
}
