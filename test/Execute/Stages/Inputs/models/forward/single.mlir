module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> loc("params['l0']['b']"), %arg1: tensor<12x16xf32> loc("params['l0']['w']"), %arg2: tensor<16xf32> loc("params['l1']['b']"), %arg3: tensor<16x16xf32> loc("params['l1']['w']"), %arg4: tensor<16xf32> loc("params['l2']['b']"), %arg5: tensor<16x16xf32> loc("params['l2']['w']"), %arg6: tensor<6xf32> loc("params['l3']['b']"), %arg7: tensor<16x6xf32> loc("params['l3']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']")) -> (tensor<f32> {jax.result_info = "result['largest']"}, tensor<16x6xf32> {jax.result_info = "result['y']"}) {
    %0 = stablehlo.dot_general %arg8, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %5 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %8 = stablehlo.add %5, %7 : tensor<16x16xf32>
    %9 = stablehlo.tanh %8 : tensor<16x16xf32>
    %10 = stablehlo.dot_general %9, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %11 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %13 = stablehlo.add %10, %12 : tensor<16x16xf32>
    %14 = stablehlo.tanh %13 : tensor<16x16xf32>
    %15 = stablehlo.dot_general %14, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %18 = stablehlo.add %15, %17 : tensor<16x6xf32>
    %19 = stablehlo.tanh %18 : tensor<16x6xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    return %20, %19 : tensor<f32>, tensor<16x6xf32>
  }
}
