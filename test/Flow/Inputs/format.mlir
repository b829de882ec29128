// Two layers of a tensor parallel network, batch over "dp".
sdy.mesh @mesh = <["dp"=2, "tp"=2]>
func.func @main(
    %x: tensor<4096x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>} loc("x"),
    %w1: tensor<8192x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}]>} loc("w1"),
    %w2: tensor<16384x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}, {}]>} loc("w2"))
    -> (tensor<4096x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<4096x8192xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32>
  %1 = stablehlo.tanh %0 : tensor<4096x16384xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<4096x16384xf32>, tensor<16384x8192xf32>) -> tensor<4096x8192xf32>
  return %2 : tensor<4096x8192xf32>
}
