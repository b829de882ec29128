// A barrier that keeps most of what a time step holds for all of them undoes microbatching.
// RUN: %popt %s --split-input-file --fold-time --verify-diagnostics -o /dev/null

// Batch norm: the second loop reads what the first one has made from dear values.
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<8x16xf32>, %w1: tensor<16x2048xf32>, %w2: tensor<2048x2048xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %h = stablehlo.dot_general %0, %w1, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x2048xf32>) -> tensor<2x2048xf32>
  %1 = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<2x2048xf32>, tensor<2048x2048xf32>) -> tensor<2x2048xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2048xf32>, tensor<f32>) -> tensor<2048xf32>
  // expected-warning @+1 {{this takes values of all 4 time steps, so that what they leave is kept for all of them: 65536 bytes, where one step holds at most 32768; microbatches save little memory here (--remarks-filter=schedule names every such barrier)}}
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh : tensor<2048xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2048xf32>) -> tensor<2x2048xf32>
  %5 = stablehlo.subtract %1, %4 : tensor<2x2048xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2048xf32>, tensor<f32>) -> tensor<f32>
  %7 = dist.all_reduce %6 sum over {"mb"} on @mesh : tensor<f32>
  return %7 : tensor<f32>
}

// -----

// Left alone: what a mean divides by needs a loop of its own, and keeps nothing.
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<8x16xf32>, %mask: tensor<8x16xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %1 = dist.all_slice %mask dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<f32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh : tensor<f32>
  %4 = stablehlo.exponential %0 : tensor<2x16xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<2x16xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<f32>
  %7 = stablehlo.divide %6, %3 : tensor<f32>
  %8 = dist.all_reduce %7 sum over {"mb"} on @mesh : tensor<f32>
  return %8 : tensor<f32>
}
