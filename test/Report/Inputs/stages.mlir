// Two layers, one per stage; the batch in four parts.
func.func @main(%w0: tensor<4x4xf32> {tf.aliasing_output = 0 : i32} loc("params[0]"),
                %w1: tensor<4x4xf32> {tf.aliasing_output = 1 : i32} loc("params[1]"),
                %x: tensor<8x4xf32> loc("batch"))
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %y = stablehlo.dot_general %h, %w1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g1 = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %d = stablehlo.dot_general %y, %w1, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %g0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %n0 = stablehlo.subtract %w0, %g0 : tensor<4x4xf32>
  %n1 = stablehlo.subtract %w1, %g1 : tensor<4x4xf32>
  return %n0, %n1 : tensor<4x4xf32>, tensor<4x4xf32>
}
