// Loops and branches of the program in which microbatches need each other: batch
// normalisation in a loop over layers, with a branch inside of it and a loop in
// the loop. They run once, and their bodies are folded. Every time step on its own,
// folded and compiled, with poison in the padding.
// RUN: %popt-run %s --mesh=dp=1 --reference --at=imported --init random:3 --steps 2 --outputs %t.npz
// RUN: %popt-run %s --mesh=time:mb=2 --reference --poison-padding --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: %popt-run %s --mesh=time:mb=4 --reference --at=folded --poison-padding --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: %popt-run %s --mesh=time:mb=4 --verify-phases --poison-padding --init random:3 --steps 1 --outputs %t.phases.npz
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:mb=2 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=dp=1,time:mb=5 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=time:a=2,time:b=2 --init random:3 --steps 2 --expect %t.npz --rtol 1e-4 --atol 1e-6

dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<3x8x8xf32> {dist.state = 0 : i64},
                %x: tensor<20x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %y: tensor<20x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<3x8x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %tiny = stablehlo.constant dense<1.0e-2> : tensor<8xf32>
  %rows = stablehlo.constant dense<20.0> : tensor<8xf32>
  %bias = stablehlo.tanh %y : tensor<20x8xf32>
  %loop:2 = stablehlo.while(%i = %izero, %h = %x) : tensor<i32>, tensor<20x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %slice = stablehlo.dynamic_slice %w, %i, %izero, %izero, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %layer = stablehlo.reshape %slice : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %p = stablehlo.dot_general %h, %layer, contracting_dims = [1] x [0] : (tensor<20x8xf32>, tensor<8x8xf32>) -> tensor<20x8xf32>
    %a = stablehlo.add %p, %bias : tensor<20x8xf32>
    // The mean of the batch.
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %mean = stablehlo.divide %sum, %rows : tensor<8xf32>
    %wide = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<8xf32>) -> tensor<20x8xf32>
    %centred = stablehlo.subtract %a, %wide : tensor<20x8xf32>
    %squares = stablehlo.multiply %centred, %centred : tensor<20x8xf32>
    %variance = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x8xf32>, tensor<f32>) -> tensor<8xf32>
    %safe = stablehlo.add %variance, %tiny : tensor<8xf32>
    %scale = stablehlo.rsqrt %safe : tensor<8xf32>
    %scales = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<20x8xf32>
    %normal = stablehlo.multiply %centred, %scales : tensor<20x8xf32>
    // Every layer but the first adds the largest row.
    %isfirst = stablehlo.compare EQ, %i, %izero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %out = "stablehlo.if"(%isfirst) ({
      stablehlo.return %normal : tensor<20x8xf32>
    }, {
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %largest = stablehlo.reduce(%normal init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<20x8xf32>, tensor<f32>) -> tensor<8xf32>
      %largestWide = stablehlo.broadcast_in_dim %largest, dims = [1] : (tensor<8xf32>) -> tensor<20x8xf32>
      %added = stablehlo.add %normal, %largestWide : tensor<20x8xf32>
      stablehlo.return %added : tensor<20x8xf32>
    }) : (tensor<i1>) -> tensor<20x8xf32>
    // A loop in the loop, which reads of the time step from around it.
    %inner:2 = stablehlo.while(%j = %izero, %v = %out) : tensor<i32>, tensor<20x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %jless = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %jless : tensor<i1>
    } do {
      %jone = stablehlo.constant dense<1> : tensor<i32>
      %total = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x8xf32>, tensor<f32>) -> tensor<8xf32>
      %part = stablehlo.divide %total, %rows : tensor<8xf32>
      %partWide = stablehlo.broadcast_in_dim %part, dims = [1] : (tensor<8xf32>) -> tensor<20x8xf32>
      %near = stablehlo.multiply %normal, %partWide : tensor<20x8xf32>
      %moved = stablehlo.add %v, %near : tensor<20x8xf32>
      %jnext = stablehlo.add %j, %jone : tensor<i32>
      stablehlo.return %jnext, %moved : tensor<i32>, tensor<20x8xf32>
    }
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %inner#1 : tensor<i32>, tensor<20x8xf32>
  }
  %cube = stablehlo.multiply %loop#1, %y : tensor<20x8xf32>
  %loss = stablehlo.reduce(%cube init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<20x8xf32>, tensor<f32>) -> tensor<f32>
  %g = stablehlo.dot_general %x, %loop#1, contracting_dims = [0] x [0] : (tensor<20x8xf32>, tensor<20x8xf32>) -> tensor<8x8xf32>
  %gs = stablehlo.broadcast_in_dim %g, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<3x8x8xf32>
  %new = stablehlo.subtract %w, %gs : tensor<3x8x8xf32>
  return %new, %loss : tensor<3x8x8xf32>, tensor<f32>
}
