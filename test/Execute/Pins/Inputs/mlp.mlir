// A training step: two layers, squared error, RMSprop. The batch is larger than
// the weights and divides among no number of ranks.
module {
  func.func public @main(
      %w1: tensor<12x32xf32> {tf.aliasing_output = 0 : i32} loc("params['w1']"),
      %w2: tensor<32x2xf32> {tf.aliasing_output = 1 : i32} loc("params['w2']"),
      %v1: tensor<12x32xf32> {tf.aliasing_output = 2 : i32} loc("square['w1']"),
      %v2: tensor<32x2xf32> {tf.aliasing_output = 3 : i32} loc("square['w2']"),
      %x: tensor<240x12xf32> loc("batch['x']"),
      %y: tensor<240x2xf32> loc("batch['y']"))
      -> (tensor<12x32xf32>, tensor<32x2xf32>, tensor<12x32xf32>, tensor<32x2xf32>, tensor<f32> {jax.result_info = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.constant dense<0.0> : tensor<240x32xf32>
    // Forward.
    %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<240x12xf32>, tensor<12x32xf32>) -> tensor<240x32xf32>
    %r = stablehlo.maximum %h, %zeros : tensor<240x32xf32>
    %o = stablehlo.dot_general %r, %w2, contracting_dims = [1] x [0] : (tensor<240x32xf32>, tensor<32x2xf32>) -> tensor<240x2xf32>
    %d = stablehlo.subtract %o, %y : tensor<240x2xf32>
    %dd = stablehlo.multiply %d, %d : tensor<240x2xf32>
    %sum = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<240x2xf32>, tensor<f32>) -> tensor<f32>
    // Backward.
    %g2 = stablehlo.dot_general %r, %d, contracting_dims = [0] x [0] : (tensor<240x32xf32>, tensor<240x2xf32>) -> tensor<32x2xf32>
    %gr = stablehlo.dot_general %d, %w2, contracting_dims = [1] x [1] : (tensor<240x2xf32>, tensor<32x2xf32>) -> tensor<240x32xf32>
    %on = stablehlo.compare GT, %h, %zeros : (tensor<240x32xf32>, tensor<240x32xf32>) -> tensor<240x32xi1>
    %gh = stablehlo.select %on, %gr, %zeros : tensor<240x32xi1>, tensor<240x32xf32>
    %g1 = stablehlo.dot_general %x, %gh, contracting_dims = [0] x [0] : (tensor<240x12xf32>, tensor<240x32xf32>) -> tensor<12x32xf32>
    // Update.
    %keep1 = stablehlo.constant dense<0.9> : tensor<12x32xf32>
    %rate1 = stablehlo.constant dense<5.0e-4> : tensor<12x32xf32>
    %tiny1 = stablehlo.constant dense<1.0e-3> : tensor<12x32xf32>
    %gg1 = stablehlo.multiply %g1, %g1 : tensor<12x32xf32>
    %kept1 = stablehlo.multiply %v1, %keep1 : tensor<12x32xf32>
    %n1 = stablehlo.add %kept1, %gg1 : tensor<12x32xf32>
    %a1 = stablehlo.abs %n1 : tensor<12x32xf32>
    %s1 = stablehlo.sqrt %a1 : tensor<12x32xf32>
    %t1 = stablehlo.add %s1, %tiny1 : tensor<12x32xf32>
    %q1 = stablehlo.divide %g1, %t1 : tensor<12x32xf32>
    %u1 = stablehlo.multiply %q1, %rate1 : tensor<12x32xf32>
    %new1 = stablehlo.subtract %w1, %u1 : tensor<12x32xf32>
    %keep2 = stablehlo.constant dense<0.9> : tensor<32x2xf32>
    %rate2 = stablehlo.constant dense<5.0e-4> : tensor<32x2xf32>
    %tiny2 = stablehlo.constant dense<1.0e-3> : tensor<32x2xf32>
    %gg2 = stablehlo.multiply %g2, %g2 : tensor<32x2xf32>
    %kept2 = stablehlo.multiply %v2, %keep2 : tensor<32x2xf32>
    %n2 = stablehlo.add %kept2, %gg2 : tensor<32x2xf32>
    %a2 = stablehlo.abs %n2 : tensor<32x2xf32>
    %s2 = stablehlo.sqrt %a2 : tensor<32x2xf32>
    %t2 = stablehlo.add %s2, %tiny2 : tensor<32x2xf32>
    %q2 = stablehlo.divide %g2, %t2 : tensor<32x2xf32>
    %u2 = stablehlo.multiply %q2, %rate2 : tensor<32x2xf32>
    %new2 = stablehlo.subtract %w2, %u2 : tensor<32x2xf32>
    return %new1, %new2, %n1, %n2, %sum : tensor<12x32xf32>, tensor<32x2xf32>, tensor<12x32xf32>, tensor<32x2xf32>, tensor<f32>
  }
}
