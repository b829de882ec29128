// Convolutions and their gradients, pooling, slices, pads, reversals,
// concatenations and rolls of images split along their height, with blocks that
// differ and windows that reach over several of them, where bytes are all that
// counts.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --cluster=builtin:bytes --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --cluster=builtin:bytes --mesh=x=3,y=2 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --cluster=builtin:bytes --mesh=x=6,y=1 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --mesh=x=3,y=2 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --mesh=x=4,y=1 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %poptc %s --cluster=builtin:bytes --emit=partitioned -o - | FileCheck %s
// CHECK-COUNT-5: dist.permute

module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(
      %image: tensor<2x61x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
      %kernel: tensor<3x3x4x8xf32>, %depth: tensor<5x1x1x4xf32>,
      %cotangent: tensor<2x31x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
      %pooled: tensor<2x31x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
      %row: tensor<2x61x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>})
      -> (tensor<2x61x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<2x31x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<2x61x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<2x61x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<4x3x3x8xf32>,
          tensor<2x31x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<2x61x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>},
          tensor<2x60x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>},
          tensor<2x61x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>},
          tensor<2x142x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %same = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x61x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x61x6x8xf32>
    %strided = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x61x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<2x31x6x8xf32>
    // One filter per feature; taps three rows apart.
    %deep = stablehlo.convolution(%image, %depth) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[6, 6], [0, 0]], rhs_dilate = [3, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x61x6x4xf32>, tensor<5x1x1x4xf32>) -> tensor<2x61x6x4xf32>
    // The gradients of %strided by the image and by the kernel.
    %by_image = stablehlo.convolution(%cotangent, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x31x6x8xf32>, tensor<3x3x4x8xf32>) -> tensor<2x61x6x4xf32>
    %by_kernel = stablehlo.convolution(%image, %cotangent) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x61x6x4xf32>, tensor<2x31x6x8xf32>) -> tensor<4x3x3x8xf32>
    %max = "stablehlo.reduce_window"(%image, %least) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x61x6x4xf32>, tensor<f32>) -> tensor<2x31x6x4xf32>
    %chosen = "stablehlo.select_and_scatter"(%image, %pooled, %zero) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %r : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<2x61x6x4xf32>, tensor<2x31x6x4xf32>, tensor<f32>) -> tensor<2x61x6x4xf32>
    // Differences of neighbours, a roll, and what is left with all others.
    %later = stablehlo.slice %row [0:2, 1:61, 0:6] : (tensor<2x61x6xf32>) -> tensor<2x60x6xf32>
    %earlier = stablehlo.slice %row [0:2, 0:60, 0:6] : (tensor<2x61x6xf32>) -> tensor<2x60x6xf32>
    %steps = stablehlo.subtract %later, %earlier : tensor<2x60x6xf32>
    %end = stablehlo.slice %row [0:2, 60:61, 0:6] : (tensor<2x61x6xf32>) -> tensor<2x1x6xf32>
    %rolled = stablehlo.concatenate %end, %earlier, dim = 1 : (tensor<2x1x6xf32>, tensor<2x60x6xf32>) -> tensor<2x61x6xf32>
    %reversed = stablehlo.reverse %row, dims = [1] : tensor<2x61x6xf32>
    %every_third = stablehlo.slice %row [0:2, 1:61:3, 0:6] : (tensor<2x61x6xf32>) -> tensor<2x20x6xf32>
    %spread = stablehlo.pad %every_third, %least, low = [0, 2, 0], high = [0, 1, 0], interior = [0, 2, 0] : (tensor<2x20x6xf32>, tensor<f32>) -> tensor<2x61x6xf32>
    %all = stablehlo.concatenate %every_third, %reversed, %spread, dim = 1 : (tensor<2x20x6xf32>, tensor<2x61x6xf32>, tensor<2x61x6xf32>) -> tensor<2x142x6xf32>
    return %same, %strided, %deep, %by_image, %by_kernel, %max, %chosen, %steps, %rolled, %all : tensor<2x61x6x8xf32>, tensor<2x31x6x8xf32>, tensor<2x61x6x4xf32>, tensor<2x61x6x4xf32>, tensor<4x3x3x8xf32>, tensor<2x31x6x4xf32>, tensor<2x61x6x4xf32>, tensor<2x60x6xf32>, tensor<2x61x6xf32>, tensor<2x142x6xf32>
  }
}
