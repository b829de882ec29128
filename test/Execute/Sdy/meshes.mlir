// Three meshes over eight devices: two orders of the devices, and other axes. Going
// from one to another is a permute, inside of a region numbers of devices are those
// of its mesh.
// REQUIRES: popt-run
// RUN: %popt-run %s --init random:1 --reference --at=imported --outputs %t.npz
// RUN: %popt-run %s --init random:1 --expect %t.npz
// RUN: %popt-run %s --init random:1 --reference --poison-padding --expect %t.npz
// RUN: %poptc %s --emit=partitioned -o - | FileCheck %s

sdy.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @b = <["u"=4, "v"=2], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
sdy.mesh @c = <["p"=4, "q"=2]>
// CHECK: dist.permute
func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x", "y"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u", "v"}, {}]>}, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@a, [{"x", "y"}, {}]>]>} : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@b, [{"u", "v"}, {}]> : tensor<8x8xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@b, [{"u", "v"}, {}]>] out_shardings=[<@b, [{"u", "v"}, {}]>] manual_axes={"u", "v"} (%block: tensor<1x8xf32>) {
    // The axis "v" of @b: devices 0 and 4, 1 and 5, ...
    %3 = "stablehlo.all_reduce"(%block) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %4 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) {replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<1x8xf32>) -> tensor<1x8xf32>
    sdy.return %3 : tensor<1x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = sdy.sharding_constraint %0 <@c, [{"q"}, {"p"}]> : tensor<8x8xf32>
  %6 = stablehlo.negate %5 : tensor<8x8xf32>
  return %1, %2, %6 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
