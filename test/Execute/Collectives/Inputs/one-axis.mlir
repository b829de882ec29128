// A step of linear regression by data parallelism, and the greatest error.
module @one_axis {
  sdy.mesh @mesh = <["dp"=6]>
  func.func public @main(%x: tensor<606x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>},
                         %y: tensor<606x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>},
                         %w: tensor<5x7xf32>, %b: tensor<7xf32>)
      -> (tensor<5x7xf32>, tensor<7xf32>, tensor<f32>, tensor<f32>) {
    %f0 = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %xw = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<606x5xf32>, tensor<5x7xf32>) -> tensor<606x7xf32>
    %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf32>) -> tensor<606x7xf32>
    %out = stablehlo.add %xw, %bias : tensor<606x7xf32>
    %error = stablehlo.subtract %out, %y : tensor<606x7xf32>
    %square = stablehlo.multiply %error, %error : tensor<606x7xf32>
    %loss = stablehlo.reduce(%square init: %f0) applies stablehlo.add across dimensions = [0, 1] : (tensor<606x7xf32>, tensor<f32>) -> tensor<f32>
    %dw = stablehlo.dot_general %x, %error, contracting_dims = [0] x [0] : (tensor<606x5xf32>, tensor<606x7xf32>) -> tensor<5x7xf32>
    %db = stablehlo.reduce(%error init: %f0) applies stablehlo.add across dimensions = [0] : (tensor<606x7xf32>, tensor<f32>) -> tensor<7xf32>
    %most = stablehlo.reduce(%square init: %least) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<606x7xf32>, tensor<f32>) -> tensor<f32>
    %neww = stablehlo.subtract %w, %dw : tensor<5x7xf32>
    %newb = stablehlo.subtract %b, %db : tensor<7xf32>
    return %neww, %newb, %loss, %most : tensor<5x7xf32>, tensor<7xf32>, tensor<f32>, tensor<f32>
  }
}
