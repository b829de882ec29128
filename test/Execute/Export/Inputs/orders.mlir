// Arguments, results, a constraint and a region on meshes that order four devices
// in three ways; numbers of devices inside of the region are those of its mesh.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["u"=2, "v"=2], device_ids=[3, 1, 2, 0]>
sdy.mesh @c = <["all"=4], device_ids=[1, 2, 3, 0]>
func.func public @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x", "y"}, {}]>},
                       %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {"v"}]>},
                       %s: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@c, [{}, {"all"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"v", "u"}, {}]>},
        tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {}]>},
        tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@c, [{"all"}, {}]>},
        tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{}, {"y"}]>}) {
  %0 = stablehlo.sine %p {sdy.sharding = #sdy.sharding_per_value<[<@a, [{"x", "y"}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.add %q, %0 {sdy.sharding = #sdy.sharding_per_value<[<@a, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@c, [{"all"}, {}]> : tensor<8x8xf32>
  %3 = stablehlo.multiply %2, %s : tensor<8x8xf32>
  %4 = sdy.manual_computation(%0) in_shardings=[<@b, [{"u", "v"}, {}]>] out_shardings=[<@b, [{"u", "v"}, {}]>] manual_axes={"u", "v"} (%block: tensor<2x8xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %5 = stablehlo.multiply %block, %numbers : tensor<2x8xf32>
    %6 = "stablehlo.all_reduce"(%5) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %9 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %7 = "stablehlo.collective_permute"(%6) {source_target_pairs = dense<[[0, 1], [1, 3], [3, 2]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %8 = stablehlo.add %6, %7 : tensor<2x8xf32>
    sdy.return %8 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4, %1, %3, %1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
