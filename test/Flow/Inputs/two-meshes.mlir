sdy.mesh @a = <["x"=2]>
sdy.mesh @b = <["x"=3]>
func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>},
                %b: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}, {}]>}) -> tensor<4x6xf32> {
  return %a : tensor<4x6xf32>
}
