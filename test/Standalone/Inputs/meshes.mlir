dist.mesh @mesh = <["dp"=2, "tp"=3]>
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}
