// In a manual region values differ along the manual axes: what is summed over a
// free axis is not summed in slices along a manual one, though bytes alone
// would have it so.
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --at=imported --init random:1 --outputs %t.npz
// RUN: %popt-run %s --cluster=builtin:bytes --reference --poison-padding --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --cluster=builtin:bytes --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-6
module {
  dist.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func public @main(
      %a: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"z"}, {"x", "y"}]>}) {
    %0 = dist.manual(%a) in [#dist.sharding<@mesh, [{"x"}, {"z"}]>] out [#dist.sharding<@mesh, [{"z"}, {"x", "y"}]>] axes {"z"} (%block: tensor<8x3xf32>) {
      %w = stablehlo.iota dim = 0 : tensor<3x4xf32>
      %b = stablehlo.iota dim = 1 : tensor<8x2xf32>
      %1 = stablehlo.dot_general %block, %w, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
      %2 = stablehlo.dot_general %b, %1, contracting_dims = [0] x [0] : (tensor<8x2xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
      dist.return %2 : tensor<2x4xf32>
    } : (tensor<8x6xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
