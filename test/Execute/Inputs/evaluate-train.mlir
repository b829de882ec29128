// Steps of a linear model with momentum.
func.func public @main(
    %w: tensor<8x4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"),
    %m: tensor<8x4xf32> {tf.aliasing_output = 1 : i32} loc("opt['m']"),
    %x: tensor<16x8xf32> loc("x"))
    -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32> {jax.result_info = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<5.0e-01> : tensor<8x4xf32>
  %rate = stablehlo.constant dense<1.0e-03> : tensor<8x4xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %square = stablehlo.multiply %y, %y : tensor<16x4xf32>
  %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
  %decayed = stablehlo.multiply %m, %half : tensor<8x4xf32>
  %next_m = stablehlo.add %decayed, %g : tensor<8x4xf32>
  %step = stablehlo.multiply %next_m, %rate : tensor<8x4xf32>
  %next_w = stablehlo.subtract %w, %step : tensor<8x4xf32>
  return %next_w, %next_m, %loss : tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>
}
