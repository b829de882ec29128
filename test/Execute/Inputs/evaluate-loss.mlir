// What evaluate-train.mlir's state is worth.
func.func public @main(%w: tensor<8x4xf32> loc("params['w']"), %x: tensor<32x8xf32> loc("x"))
    -> (tensor<f32> {jax.result_info = "loss"}, tensor<i32> {jax.result_info = "large"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<32x4xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x8xf32>, tensor<8x4xf32>) -> tensor<32x4xf32>
  %square = stablehlo.multiply %y, %y : tensor<32x4xf32>
  %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x4xf32>, tensor<f32>) -> tensor<f32>
  %is_large = stablehlo.compare GT, %square, %one : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xi1>
  %larges = stablehlo.convert %is_large : (tensor<32x4xi1>) -> tensor<32x4xi32>
  %large = stablehlo.reduce(%larges init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x4xi32>, tensor<i32>) -> tensor<i32>
  return %loss, %large : tensor<f32>, tensor<i32>
}
