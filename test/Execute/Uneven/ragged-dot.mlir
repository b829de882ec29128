// ragged_dot against the products of its groups: rows of the first two, none of
// the third, the rest of the fourth, and two rows of no group. The metrics are
// the largest differences.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --metrics %t.json
// RUN: FileCheck %s --input-file=%t.json
// RUN: %popt-run %s --reference --poison-padding --init random:5 --metrics %t.json
// RUN: FileCheck %s --input-file=%t.json
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --metrics %t.json
// RUN: FileCheck %s --input-file=%t.json
// CHECK: {{\[\[}}0{{(.0)?}},{{ ?}}0{{(.0)?}}]]

module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main(
      %lhs: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
      %rhs: tensor<4x5x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
      %other: tensor<7x3xf32>) -> (tensor<f32>, tensor<f32>) {
    %sizes = stablehlo.constant dense<[2, 1, 0, 2]> : tensor<4xi32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.constant dense<0.0> : tensor<2x3xf32>
    %rows = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<7x5xf32>, tensor<4x5x3xf32>, tensor<4xi32>) -> tensor<7x3xf32>
    %l0 = stablehlo.slice %lhs [0:2, 0:5] : (tensor<7x5xf32>) -> tensor<2x5xf32>
    %l1 = stablehlo.slice %lhs [2:3, 0:5] : (tensor<7x5xf32>) -> tensor<1x5xf32>
    %l3 = stablehlo.slice %lhs [3:5, 0:5] : (tensor<7x5xf32>) -> tensor<2x5xf32>
    %s0 = stablehlo.slice %rhs [0:1, 0:5, 0:3] : (tensor<4x5x3xf32>) -> tensor<1x5x3xf32>
    %s1 = stablehlo.slice %rhs [1:2, 0:5, 0:3] : (tensor<4x5x3xf32>) -> tensor<1x5x3xf32>
    %s3 = stablehlo.slice %rhs [3:4, 0:5, 0:3] : (tensor<4x5x3xf32>) -> tensor<1x5x3xf32>
    %r0 = stablehlo.reshape %s0 : (tensor<1x5x3xf32>) -> tensor<5x3xf32>
    %r1 = stablehlo.reshape %s1 : (tensor<1x5x3xf32>) -> tensor<5x3xf32>
    %r3 = stablehlo.reshape %s3 : (tensor<1x5x3xf32>) -> tensor<5x3xf32>
    %p0 = stablehlo.dot %l0, %r0 : (tensor<2x5xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
    %p1 = stablehlo.dot %l1, %r1 : (tensor<1x5xf32>, tensor<5x3xf32>) -> tensor<1x3xf32>
    %p3 = stablehlo.dot %l3, %r3 : (tensor<2x5xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
    %expected = stablehlo.concatenate %p0, %p1, %p3, %none, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<7x3xf32>
    %d = stablehlo.subtract %rows, %expected : tensor<7x3xf32>
    %a = stablehlo.abs %d : tensor<7x3xf32>
    %coarse = stablehlo.constant dense<1.0e+04> : tensor<7x3xf32>
    %b = stablehlo.multiply %a, %coarse : tensor<7x3xf32>
    %c = stablehlo.floor %b : tensor<7x3xf32>
    %first = stablehlo.reduce(%c init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x3xf32>, tensor<f32>) -> tensor<f32>
    %inner = "chlo.ragged_dot"(%lhs, %other, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<7x5xf32>, tensor<7x3xf32>, tensor<4xi32>) -> tensor<4x5x3xf32>
    %o0 = stablehlo.slice %other [0:2, 0:3] : (tensor<7x3xf32>) -> tensor<2x3xf32>
    %o3 = stablehlo.slice %other [3:5, 0:3] : (tensor<7x3xf32>) -> tensor<2x3xf32>
    %q0 = stablehlo.dot_general %l0, %o0, contracting_dims = [0] x [0] : (tensor<2x5xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
    %q3 = stablehlo.dot_general %l3, %o3, contracting_dims = [0] x [0] : (tensor<2x5xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
    %i0 = stablehlo.slice %inner [0:1, 0:5, 0:3] : (tensor<4x5x3xf32>) -> tensor<1x5x3xf32>
    %i3 = stablehlo.slice %inner [3:4, 0:5, 0:3] : (tensor<4x5x3xf32>) -> tensor<1x5x3xf32>
    %e0 = stablehlo.reshape %i0 : (tensor<1x5x3xf32>) -> tensor<5x3xf32>
    %e3 = stablehlo.reshape %i3 : (tensor<1x5x3xf32>) -> tensor<5x3xf32>
    %f0 = stablehlo.subtract %e0, %q0 : tensor<5x3xf32>
    %f3 = stablehlo.subtract %e3, %q3 : tensor<5x3xf32>
    %g0 = stablehlo.abs %f0 : tensor<5x3xf32>
    %g3 = stablehlo.abs %f3 : tensor<5x3xf32>
    %g = stablehlo.maximum %g0, %g3 : tensor<5x3xf32>
    %scale = stablehlo.constant dense<1.0e+04> : tensor<5x3xf32>
    %h = stablehlo.multiply %g, %scale : tensor<5x3xf32>
    %k = stablehlo.floor %h : tensor<5x3xf32>
    %second = stablehlo.reduce(%k init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
    return %first, %second : tensor<f32>, tensor<f32>
  }
}
