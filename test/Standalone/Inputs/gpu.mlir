// Rows of x, divided over two ranks, times y; their tanh, and the sum of all.
sdy.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>},
                %y: tensor<256xf32>) -> (tensor<8x256xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<256xf32>) -> tensor<8x256xf32>
  %scaled = stablehlo.multiply %x, %rows : tensor<8x256xf32>
  %tanh = stablehlo.tanh %scaled : tensor<8x256xf32>
  %sum = stablehlo.reduce(%tanh init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<8x256xf32>, tensor<f32>) -> tensor<f32>
  return %tanh, %sum : tensor<8x256xf32>, tensor<f32>
}
