// Blocks that go from rank to rank in every time step: the ranks of the permute
// are those of devices, also where the reference runs all time steps at once.
// RUN: %poptc %s --mesh time:mb=2 --batch x=0 --emit=partitioned -o - | FileCheck %s
// RUN: %popt-run %s --reference --at=imported --init random:1 --outputs %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --reference --at=partitioned --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --reference --at=folded --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --init random:1 --expect %t.npz

// CHECK: dist.permute %{{.*}} pairs {{\[}}[0, 0], [2, 1], [1, 2], [3, 3]] on @mesh

sdy.mesh @mesh = <["tp"=2, "sp"=2]>
func.func @main(%x: tensor<8x4xf32> loc("x"), %w: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("w")) -> (tensor<f32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = sdy.sharding_constraint %x <@mesh, [{}, {"tp"}]> : tensor<8x4xf32>
  %t = stablehlo.tanh %a : tensor<8x4xf32>
  %t1 = sdy.sharding_constraint %t <@mesh, [{}, {"tp"}]> : tensor<8x4xf32>
  %b = sdy.sharding_constraint %t1 <@mesh, [{}, {"sp"}]> : tensor<8x4xf32>
  %e = stablehlo.exponential %b : tensor<8x4xf32>
  %e1 = sdy.sharding_constraint %e <@mesh, [{}, {"sp"}]> : tensor<8x4xf32>
  %s = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %g = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %n = stablehlo.subtract %w, %g : tensor<4xf32>
  return %s, %n : tensor<f32>, tensor<4xf32>
}
