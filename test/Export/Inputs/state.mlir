// By its name %w is the first result, and %u the second.
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(
    %w: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>} loc("w"),
    %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>} loc("u"))
    -> (tensor<4xf32> {jax.result_info = "result['w']"}, tensor<4xf32> {jax.result_info = "result['v']"}) {
  %0 = stablehlo.add %w, %u : tensor<4xf32>
  %1 = stablehlo.subtract %u, %w : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
