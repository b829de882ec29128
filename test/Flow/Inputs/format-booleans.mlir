sdy.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<2x64xf32> {
  %mask = stablehlo.constant dense<[[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true], [false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]]> : tensor<2x64xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<2x64xf32>
  %0 = stablehlo.select %mask, %x, %zero : tensor<2x64xi1>, tensor<2x64xf32>
  return %0 : tensor<2x64xf32>
}
