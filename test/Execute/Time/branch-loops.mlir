// Loops that carry what differs between microbatches and what does not, within a
// branch and before it: the branch reads both, and returns the latter as it is.
// REQUIRES: popt-run
// RUN: %popt-run %s --mesh=dp=1 --reference --at=imported --init random:3 --outputs %t.npz
// RUN: %popt-run %s --mesh=time:mb=4 --reference --at=folded --init random:3 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: %popt-run %s --mesh=time:mb=4 --init random:3 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: %popt-run %s --mesh=dp=2,time:mb=4 --init random:3 --expect %t.npz --rtol 1e-4 --atol 1e-5

dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<16x16xf32>, %x: tensor<32x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %corner = stablehlo.slice %w [0:1, 0:1] : (tensor<16x16xf32>) -> tensor<1x1xf32>
  %first = stablehlo.reshape %corner : (tensor<1x1xf32>) -> tensor<f32>
  %which = stablehlo.compare GT, %first, %low : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r:3 = stablehlo.while(%i = %c0, %h = %x, %p = %w) : tensor<i32>, tensor<32x16xf32>, tensor<16x16xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i2 = stablehlo.add %i, %one : tensor<i32>
    %h2 = stablehlo.dot_general %h, %p, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %p2 = stablehlo.tanh %p : tensor<16x16xf32>
    stablehlo.return %i2, %h2, %p2 : tensor<i32>, tensor<32x16xf32>, tensor<16x16xf32>
  }
  %1 = "stablehlo.if"(%which) ({
    %n = stablehlo.sine %w : tensor<16x16xf32>
    %s:3 = stablehlo.while(%i = %c0, %h = %x, %p = %n) : tensor<i32>, tensor<32x16xf32>, tensor<16x16xf32>
    cond {
      %end = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %i2 = stablehlo.add %i, %one : tensor<i32>
      %h2 = stablehlo.dot_general %h, %p, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
      %p2 = stablehlo.tanh %p : tensor<16x16xf32>
      stablehlo.return %i2, %h2, %p2 : tensor<i32>, tensor<32x16xf32>, tensor<16x16xf32>
    }
    %t = stablehlo.cosine %s#2 : tensor<16x16xf32>
    %u = stablehlo.dot_general %s#1, %t, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %v = stablehlo.sine %r#2 : tensor<16x16xf32>
    %q = stablehlo.cosine %v : tensor<16x16xf32>
    %y = stablehlo.dot_general %u, %q, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    stablehlo.return %y : tensor<32x16xf32>
  }, {
    stablehlo.return %r#1 : tensor<32x16xf32>
  }) : (tensor<i1>) -> tensor<32x16xf32>
  %2 = "stablehlo.if"(%which) ({
    stablehlo.return %r#2 : tensor<16x16xf32>
  }, {
    stablehlo.return %w : tensor<16x16xf32>
  }) : (tensor<i1>) -> tensor<16x16xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %4 : tensor<16xf32>
}
