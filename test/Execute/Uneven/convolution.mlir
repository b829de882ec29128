// Convolution and max pooling of a 2 x 7 x 5 image split along its height (halos) and
// the filters over y.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=3,y=2 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=4,y=2 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=3,y=2 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=2 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=1 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6

module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main(
      %image: tensor<2x7x5x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>},
      %kernel: tensor<3x3x3x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"y"}]>})
      -> (tensor<2x7x5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {"y"}]>},
          tensor<2x3x2x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>},
          tensor<2x4x5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>}) {
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %same = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x5x3xf32>, tensor<3x3x3x5xf32>) -> tensor<2x7x5x5xf32>
    %pooled = "stablehlo.reduce_window"(%same, %least) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x7x5x5xf32>, tensor<f32>) -> tensor<2x3x2x5xf32>
    %strided = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x5x3xf32>, tensor<3x3x3x5xf32>) -> tensor<2x4x5x5xf32>
    return %same, %pooled, %strided : tensor<2x7x5x5xf32>, tensor<2x3x2x5xf32>, tensor<2x4x5x5xf32>
  }
}
