// Losses whose microbatches need each other: a masked mean (its denominator is
// an early loop) and a contrastive loss (the other side is kept for all steps),
// a loop around the batch, and a batch of 10 that neither 2 x 4 nor 3 divides.
// Every time step on its own, folded and compiled, with poison in the padding.
// RUN: %popt-run %s --mesh=dp=1 --reference --at=imported --init random:3 --steps 2 --outputs %t.npz
// RUN: %popt-run %s --mesh=time:mb=2 --reference --poison-padding --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: %popt-run %s --mesh=time:mb=4 --reference --poison-padding --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: %popt-run %s --mesh=time:mb=4 --verify-phases --poison-padding --init random:3 --steps 1 --outputs %t.phases.npz
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:mb=2 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:mb=4 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=dp=1,time:mb=3 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=dp=3,time:mb=5 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:a=2,time:b=2 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:mb=4 --cluster=builtin:bytes --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6

dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<6x8xf32> {dist.state = 0 : i64},
                %x: tensor<10x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %y: tensor<10x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %mask: tensor<10xi32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
    -> (tensor<6x8xf32>, tensor<f32>, tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %a0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<10x6xf32>, tensor<6x8xf32>) -> tensor<10x8xf32>
  %b0 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<10x6xf32>, tensor<6x8xf32>) -> tensor<10x8xf32>
  // Three rounds of a loop over the batch: each time step runs its own.
  %loop:2 = stablehlo.while(%i = %izero, %a = %a0) : tensor<i32>, tensor<10x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    %tanh = stablehlo.tanh %a : tensor<10x8xf32>
    %sum = stablehlo.add %tanh, %a0 : tensor<10x8xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<10x8xf32>
  }
  // The mean of the squares of those rows that the mask keeps.
  %fmask = stablehlo.convert %mask : (tensor<10xi32>) -> tensor<10xf32>
  %some = stablehlo.reduce(%fmask init: %one) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
  %squares = stablehlo.multiply %loop#1, %loop#1 : tensor<10x8xf32>
  %rows = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<10x8xf32>, tensor<f32>) -> tensor<10xf32>
  %kept = stablehlo.multiply %rows, %fmask : tensor<10xf32>
  %wide = stablehlo.broadcast_in_dim %some, dims = [] : (tensor<f32>) -> tensor<10xf32>
  %scaled = stablehlo.divide %kept, %wide : tensor<10xf32>
  %mean = stablehlo.reduce(%scaled init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
  // Each row of x against all rows of y.
  %logits = stablehlo.dot_general %loop#1, %b0, contracting_dims = [1] x [1] : (tensor<10x8xf32>, tensor<10x8xf32>) -> tensor<10x10xf32>
  %exp = stablehlo.exponential %logits : tensor<10x10xf32>
  %norm = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<10x10xf32>, tensor<f32>) -> tensor<10xf32>
  %log = stablehlo.log %norm : tensor<10xf32>
  %contrast = stablehlo.reduce(%log init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
  // A gradient of sorts, so that state is updated.
  %g = stablehlo.dot_general %x, %loop#1, contracting_dims = [0] x [0] : (tensor<10x6xf32>, tensor<10x8xf32>) -> tensor<6x8xf32>
  %new = stablehlo.subtract %w, %g : tensor<6x8xf32>
  %count = stablehlo.reduce(%mask init: %izero) applies stablehlo.add across dimensions = [0] : (tensor<10xi32>, tensor<i32>) -> tensor<i32>
  return %new, %mean, %contrast, %count : tensor<6x8xf32>, tensor<f32>, tensor<f32>, tensor<i32>
}
