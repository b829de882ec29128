// As evaluate-loss.mlir, but it changes its copy of the state, which is not the first of
// its arguments either.
func.func public @main(%x: tensor<32x8xf32> loc("x"), %w: tensor<8x4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"))
    -> (tensor<8x4xf32>, tensor<f32> {jax.result_info = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x8xf32>, tensor<8x4xf32>) -> tensor<32x4xf32>
  %square = stablehlo.multiply %y, %y : tensor<32x4xf32>
  %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x4xf32>, tensor<f32>) -> tensor<f32>
  %twice = stablehlo.add %w, %w : tensor<8x4xf32>
  return %twice, %loss : tensor<8x4xf32>, tensor<f32>
}
