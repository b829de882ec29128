// Two equal layers, Megatron style, on dp x tp; the first with a name that
// would be markup. Locations are as JAX writes them.
sdy.mesh @mesh = <["dp"=2, "tp"=2]>
func.func @main(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>} loc("batch['<script>alert(1)</script>']"),
    %a0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}]>, tf.aliasing_output = 0 : i32} loc("params['layers'][0]['w_in']"),
    %b0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}, {}]>, tf.aliasing_output = 1 : i32} loc("params['layers'][0]['w_out']"),
    %a1: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}]>, tf.aliasing_output = 2 : i32} loc("params['layers'][1]['w_in']"),
    %b1: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}, {}]>, tf.aliasing_output = 3 : i32} loc("params['layers'][1]['w_out']"))
    -> (tensor<4x6xf32> {jax.result_info = "result[0]['layers'][0]['w_in']"},
        tensor<6x4xf32> {jax.result_info = "result[0]['layers'][0]['w_out']"},
        tensor<4x6xf32> {jax.result_info = "result[0]['layers'][1]['w_in']"},
        tensor<6x4xf32> {jax.result_info = "result[0]['layers'][1]['w_out']"},
        tensor<8x4xf32> {jax.result_info = "result[1]"}) {
  %h0 = stablehlo.dot_general %x, %a0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32> loc(#in)
  %t0 = stablehlo.tanh %h0 : tensor<8x6xf32> loc(#in)
  %y0 = stablehlo.dot_general %t0, %b0, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32> loc(#out)
  %u0 = stablehlo.tanh %y0 : tensor<8x4xf32> loc(#out)
  %h1 = stablehlo.dot_general %u0, %a1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32> loc(#in)
  %t1 = stablehlo.tanh %h1 : tensor<8x6xf32> loc(#in)
  %y1 = stablehlo.dot_general %t1, %b1, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32> loc(#out)
  %u1 = stablehlo.tanh %y1 : tensor<8x4xf32> loc(#out)
  %na0 = stablehlo.add %a0, %a0 : tensor<4x6xf32>
  %nb0 = stablehlo.add %b0, %b0 : tensor<6x4xf32>
  %na1 = stablehlo.add %a1, %a1 : tensor<4x6xf32>
  %nb1 = stablehlo.add %b1, %b1 : tensor<6x4xf32>
  return %na0, %nb0, %na1, %nb1, %u1 : tensor<4x6xf32>, tensor<6x4xf32>, tensor<4x6xf32>, tensor<6x4xf32>, tensor<8x4xf32>
}
#step = loc("step"("/home/u/train.py":40:5))
#tool = loc(callsite("export"("/home/u/tool.py":7:1) at "<module>"("/home/u/tool.py":9:1)))
#below = loc(callsite(#step at #tool))
#in = loc("jit(step)/jvp(mlp)/dot_general"(callsite("layer"("/home/u/model.py":12:9) at #below)))
#out = loc("jit(step)/jvp(mlp)/dot_general"(callsite("layer"("/home/u/model.py":13:9) at #below)))
