sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %a : tensor<4x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {"x"}]> : tensor<4x8xf32>
  %2 = stablehlo.exponential %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
