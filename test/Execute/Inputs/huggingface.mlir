// Two layers of an MLP with a residual, then heads: what huggingface.py gives
// weights in Hugging Face's layout. up is stacked over layers, wq has an axis for
// heads, and blocks are uneven on 2 x 2 ranks.
module @model {
  sdy.mesh @mesh = <["a"=2, "b"=2]>
  func.func public @main(
      %up: tensor<2x5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}, {"b"}]>} loc("params['up']"),
      %down0: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>} loc("params['layers'][0]['down']"),
      %down1: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>} loc("params['layers'][1]['down']"),
      %wq: tensor<5x4x3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}, {"b"}]>} loc("params['wq']"),
      %norm: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>} loc("params['norm']"),
      %x: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("x"))
      -> (tensor<6x4x3xf32> {jax.result_info = "logits"}) {
    %up0s = stablehlo.slice %up [0:1, 0:5, 0:7] : (tensor<2x5x7xf32>) -> tensor<1x5x7xf32>
    %up0 = stablehlo.reshape %up0s : (tensor<1x5x7xf32>) -> tensor<5x7xf32>
    %up1s = stablehlo.slice %up [1:2, 0:5, 0:7] : (tensor<2x5x7xf32>) -> tensor<1x5x7xf32>
    %up1 = stablehlo.reshape %up1s : (tensor<1x5x7xf32>) -> tensor<5x7xf32>
    %h0 = stablehlo.dot_general %x, %up0, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x7xf32>) -> tensor<6x7xf32>
    %y0 = stablehlo.dot_general %h0, %down0, contracting_dims = [1] x [0] : (tensor<6x7xf32>, tensor<7x5xf32>) -> tensor<6x5xf32>
    %x1 = stablehlo.add %x, %y0 : tensor<6x5xf32>
    %h1 = stablehlo.dot_general %x1, %up1, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x7xf32>) -> tensor<6x7xf32>
    %y1 = stablehlo.dot_general %h1, %down1, contracting_dims = [1] x [0] : (tensor<6x7xf32>, tensor<7x5xf32>) -> tensor<6x5xf32>
    %x2 = stablehlo.add %x1, %y1 : tensor<6x5xf32>
    %scale = stablehlo.broadcast_in_dim %norm, dims = [1] : (tensor<5xf32>) -> tensor<6x5xf32>
    %n = stablehlo.multiply %x2, %scale : tensor<6x5xf32>
    %w = stablehlo.convert %wq : (tensor<5x4x3xbf16>) -> tensor<5x4x3xf32>
    %logits = stablehlo.dot_general %n, %w, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x4x3xf32>) -> tensor<6x4x3xf32>
    return %logits : tensor<6x4x3xf32>
  }
}
