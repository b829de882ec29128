// 1e30 + 1 - 1e30 + 1 depends on the order: what --verify-phases is there to find.
sdy.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
