// Devices that a region by hand numbers are devices, not time steps: with
// microbatches each phase gives the same in the reference.
// RUN: %popt-run %s --reference --at=imported --init random:1 --outputs %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --reference --at=annotated --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --reference --at=propagated --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --reference --at=partitioned --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=2 --batch x=0 --init random:1 --expect %t.npz

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> loc("x")) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.tanh %x : tensor<8x4xf32>
  %m = sdy.manual_computation(%h) in_shardings=[<@mesh, [{}, {"a", "b"}]>] out_shardings=[<@mesh, [{}, {"a", "b"}]>] manual_axes={"a", "b"} (%block: tensor<8x1xf32>) {
    %p = "stablehlo.collective_permute"(%block) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<8x1xf32>) -> tensor<8x1xf32>
    %s = stablehlo.subtract %p, %block : tensor<8x1xf32>
    sdy.return %s : tensor<8x1xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %e = stablehlo.exponential %m : tensor<8x4xf32>
  %r = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
