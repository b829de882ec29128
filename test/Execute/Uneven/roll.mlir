// Rolls by less and more than a block, over one axis and several, even and
// uneven: the numbers of one device, and no gather.
// REQUIRES: popt-run
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --cluster=builtin:bytes --reference --at=propagated --init random:5 --expect %t.npz --rtol 0 --atol 0
// RUN: %popt-run %s --cluster=builtin:bytes --reference --poison-padding --init random:5 --expect %t.npz --rtol 0 --atol 0
// RUN: %popt-run %s --cluster=builtin:bytes --mesh=x=4,y=3 --reference --poison-padding --init random:5 --expect %t.npz --rtol 0 --atol 0
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 0 --atol 0
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --mesh=x=3,y=2 --init random:5 --expect %t.npz --rtol 0 --atol 0
// RUN: %poptc %s --cluster=builtin:bytes --emit=partitioned -o - | FileCheck %s
// CHECK: dist.permute
// CHECK-NOT: dist.all_gather

module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(
      %p: tensor<13x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %q: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
      %r: tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>})
      -> (tensor<13x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<13x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<13x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
          tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
          tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
    %u0 = stablehlo.slice %p [12:13, 0:4] : (tensor<13x4xf32>) -> tensor<1x4xf32>
    %v0 = stablehlo.slice %p [0:12, 0:4] : (tensor<13x4xf32>) -> tensor<12x4xf32>
    %w0 = stablehlo.concatenate %u0, %v0, dim = 0 : (tensor<1x4xf32>, tensor<12x4xf32>) -> tensor<13x4xf32>
    %u1 = stablehlo.slice %p [7:13, 0:4] : (tensor<13x4xf32>) -> tensor<6x4xf32>
    %v1 = stablehlo.slice %p [0:7, 0:4] : (tensor<13x4xf32>) -> tensor<7x4xf32>
    %w1 = stablehlo.concatenate %u1, %v1, dim = 0 : (tensor<6x4xf32>, tensor<7x4xf32>) -> tensor<13x4xf32>
    %u2 = stablehlo.slice %p [1:13, 0:4] : (tensor<13x4xf32>) -> tensor<12x4xf32>
    %v2 = stablehlo.slice %p [0:1, 0:4] : (tensor<13x4xf32>) -> tensor<1x4xf32>
    %w2 = stablehlo.concatenate %u2, %v2, dim = 0 : (tensor<12x4xf32>, tensor<1x4xf32>) -> tensor<13x4xf32>
    %u3 = stablehlo.slice %q [15:16, 0:3] : (tensor<16x3xf32>) -> tensor<1x3xf32>
    %v3 = stablehlo.slice %q [0:15, 0:3] : (tensor<16x3xf32>) -> tensor<15x3xf32>
    %w3 = stablehlo.concatenate %u3, %v3, dim = 0 : (tensor<1x3xf32>, tensor<15x3xf32>) -> tensor<16x3xf32>
    %u4 = stablehlo.slice %q [7:16, 0:3] : (tensor<16x3xf32>) -> tensor<9x3xf32>
    %v4 = stablehlo.slice %q [0:7, 0:3] : (tensor<16x3xf32>) -> tensor<7x3xf32>
    %w4 = stablehlo.concatenate %u4, %v4, dim = 0 : (tensor<9x3xf32>, tensor<7x3xf32>) -> tensor<16x3xf32>
    %u5 = stablehlo.slice %r [6:10, 0:3] : (tensor<10x3xf32>) -> tensor<4x3xf32>
    %v5 = stablehlo.slice %r [0:6, 0:3] : (tensor<10x3xf32>) -> tensor<6x3xf32>
    %w5 = stablehlo.concatenate %u5, %v5, dim = 0 : (tensor<4x3xf32>, tensor<6x3xf32>) -> tensor<10x3xf32>
    return %w0, %w1, %w2, %w3, %w4, %w5 : tensor<13x4xf32>, tensor<13x4xf32>, tensor<13x4xf32>, tensor<16x3xf32>, tensor<16x3xf32>, tensor<10x3xf32>
  }
}
