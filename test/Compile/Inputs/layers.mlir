// A step of 4 residual layers, written out one by one: h = h + tanh(h w), the squares of
// h - target as loss, and w = w - 0.01 g. Weights and rows of the batch are small, so that
// tests are quick.
func.func @main(%w0: tensor<16x16xf32> {tf.aliasing_output = 0 : i32} loc("params[0]['w']"),
                %w1: tensor<16x16xf32> {tf.aliasing_output = 1 : i32} loc("params[1]['w']"),
                %w2: tensor<16x16xf32> {tf.aliasing_output = 2 : i32} loc("params[2]['w']"),
                %w3: tensor<16x16xf32> {tf.aliasing_output = 3 : i32} loc("params[3]['w']"),
                %x: tensor<64x16xf32> loc("batch['x']"),
                %target: tensor<64x16xf32> loc("batch['target']"))
    -> (tensor<16x16xf32> {jax.result_info = "result[0][0]['w']"},
        tensor<16x16xf32> {jax.result_info = "result[0][1]['w']"},
        tensor<16x16xf32> {jax.result_info = "result[0][2]['w']"},
        tensor<16x16xf32> {jax.result_info = "result[0][3]['w']"},
        tensor<f32> {jax.result_info = "result[1]"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<64x16xf32>
  %rate = stablehlo.constant dense<0.01> : tensor<16x16xf32>
  %y0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %z0 = stablehlo.tanh %y0 : tensor<64x16xf32>
  %h0 = stablehlo.add %x, %z0 : tensor<64x16xf32>
  %y1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %z1 = stablehlo.tanh %y1 : tensor<64x16xf32>
  %h1 = stablehlo.add %h0, %z1 : tensor<64x16xf32>
  %y2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %z2 = stablehlo.tanh %y2 : tensor<64x16xf32>
  %h2 = stablehlo.add %h1, %z2 : tensor<64x16xf32>
  %y3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %z3 = stablehlo.tanh %y3 : tensor<64x16xf32>
  %h3 = stablehlo.add %h2, %z3 : tensor<64x16xf32>
  %d4 = stablehlo.subtract %h3, %target : tensor<64x16xf32>
  %squares = stablehlo.multiply %d4, %d4 : tensor<64x16xf32>
  %loss = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
  %s3 = stablehlo.multiply %z3, %z3 : tensor<64x16xf32>
  %r3 = stablehlo.subtract %one, %s3 : tensor<64x16xf32>
  %e3 = stablehlo.multiply %d4, %r3 : tensor<64x16xf32>
  %g3 = stablehlo.dot_general %h2, %e3, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %b3 = stablehlo.dot_general %e3, %w3, contracting_dims = [1] x [1] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %d3 = stablehlo.add %d4, %b3 : tensor<64x16xf32>
  %u3 = stablehlo.multiply %g3, %rate : tensor<16x16xf32>
  %n3 = stablehlo.subtract %w3, %u3 : tensor<16x16xf32>
  %s2 = stablehlo.multiply %z2, %z2 : tensor<64x16xf32>
  %r2 = stablehlo.subtract %one, %s2 : tensor<64x16xf32>
  %e2 = stablehlo.multiply %d3, %r2 : tensor<64x16xf32>
  %g2 = stablehlo.dot_general %h1, %e2, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %b2 = stablehlo.dot_general %e2, %w2, contracting_dims = [1] x [1] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %d2 = stablehlo.add %d3, %b2 : tensor<64x16xf32>
  %u2 = stablehlo.multiply %g2, %rate : tensor<16x16xf32>
  %n2 = stablehlo.subtract %w2, %u2 : tensor<16x16xf32>
  %s1 = stablehlo.multiply %z1, %z1 : tensor<64x16xf32>
  %r1 = stablehlo.subtract %one, %s1 : tensor<64x16xf32>
  %e1 = stablehlo.multiply %d2, %r1 : tensor<64x16xf32>
  %g1 = stablehlo.dot_general %h0, %e1, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %b1 = stablehlo.dot_general %e1, %w1, contracting_dims = [1] x [1] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %d1 = stablehlo.add %d2, %b1 : tensor<64x16xf32>
  %u1 = stablehlo.multiply %g1, %rate : tensor<16x16xf32>
  %n1 = stablehlo.subtract %w1, %u1 : tensor<16x16xf32>
  %s0 = stablehlo.multiply %z0, %z0 : tensor<64x16xf32>
  %r0 = stablehlo.subtract %one, %s0 : tensor<64x16xf32>
  %e0 = stablehlo.multiply %d1, %r0 : tensor<64x16xf32>
  %g0 = stablehlo.dot_general %x, %e0, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %u0 = stablehlo.multiply %g0, %rate : tensor<16x16xf32>
  %n0 = stablehlo.subtract %w0, %u0 : tensor<16x16xf32>
  return %n0, %n1, %n2, %n3, %loss : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<f32>
}
