// Results of more time steps than rows, and of steps whose last block is smaller,
// along both dimensions and beside a device axis on the same one.
// RUN: %popt-run %s --init random:1 --outputs %t.npz
// RUN: %popt-run %s --mesh time:mb=4 --batch x=0 --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=16 --batch x=0 --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=5 --batch x=1 --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh time:mb=4 --batch x=1 --init random:1 --expect %t.npz
// RUN: %popt-run %s --mesh dp=2,time:mb=4 --batch x=1 --init random:1 --expect %t.npz
// RUN: %poptc %s --mesh time:mb=16 --batch x=0 --emit=folded -o - | FileCheck %s

// Sixteen steps, of which ten have a row: one piece after the loop, not ten.
// CHECK: dist.return
// CHECK: dynamic_update_slice
// CHECK-NOT: dynamic_update_slice
func.func @main(%x: tensor<10x7xf32> loc("x")) -> (tensor<10x7xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.tanh %x : tensor<10x7xf32>
  %s = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x7xf32>, tensor<f32>) -> tensor<f32>
  return %t, %s : tensor<10x7xf32>, tensor<f32>
}
