module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l2']['b']"), %arg1: tensor<16x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l2']['w']"), %arg2: tensor<6xf32> {tf.aliasing_output = 2 : i32} loc("params['l3']['b']"), %arg3: tensor<16x6xf32> {tf.aliasing_output = 3 : i32} loc("params['l3']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("momentum['l2']['b']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("momentum['l2']['w']"), %arg6: tensor<6xf32> {tf.aliasing_output = 6 : i32} loc("momentum['l3']['b']"), %arg7: tensor<16x6xf32> {tf.aliasing_output = 7 : i32} loc("momentum['l3']['w']"), %arg8: tensor<16xf32> loc("fixed['l0']['b']"), %arg9: tensor<12x16xf32> loc("fixed['l0']['w']"), %arg10: tensor<16xf32> loc("fixed['l1']['b']"), %arg11: tensor<16x16xf32> loc("fixed['l1']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %5 = stablehlo.dot_general %4, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %6 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %8 = stablehlo.add %5, %7 : tensor<16x16xf32>
    %9 = stablehlo.tanh %8 : tensor<16x16xf32>
    %10 = stablehlo.dot_general %9, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %11 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %13 = stablehlo.add %10, %12 : tensor<16x16xf32>
    %14 = stablehlo.tanh %13 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %16 = stablehlo.subtract %15, %14 : tensor<16x16xf32>
    %17 = stablehlo.dot_general %14, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %18 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %20 = stablehlo.add %17, %19 : tensor<16x6xf32>
    %21 = stablehlo.subtract %20, %arg13 : tensor<16x6xf32>
    %22 = stablehlo.multiply %21, %21 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %24 = stablehlo.multiply %23, %21 : tensor<16x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %27 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %29 = stablehlo.multiply %28, %24 : tensor<16x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %31 = stablehlo.reshape %30 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %33 = stablehlo.dot_general %29, %14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %35 = stablehlo.dot_general %29, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %36 = stablehlo.multiply %35, %16 : tensor<16x16xf32>
    %37 = stablehlo.multiply %36, %14 : tensor<16x16xf32>
    %38 = stablehlo.add %36, %37 : tensor<16x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %40 = stablehlo.reshape %39 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %42 = stablehlo.dot_general %38, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %cst_9 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %45 = stablehlo.multiply %44, %arg4 : tensor<16xf32>
    %46 = stablehlo.add %45, %41 : tensor<16xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %48 = stablehlo.multiply %47, %arg5 : tensor<16x16xf32>
    %49 = stablehlo.add %48, %43 : tensor<16x16xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %51 = stablehlo.multiply %50, %arg6 : tensor<6xf32>
    %52 = stablehlo.add %51, %32 : tensor<6xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %54 = stablehlo.multiply %53, %arg7 : tensor<16x6xf32>
    %55 = stablehlo.add %54, %34 : tensor<16x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %57 = stablehlo.multiply %56, %46 : tensor<16xf32>
    %58 = stablehlo.subtract %arg0, %57 : tensor<16xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %60 = stablehlo.multiply %59, %49 : tensor<16x16xf32>
    %61 = stablehlo.subtract %arg1, %60 : tensor<16x16xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %63 = stablehlo.multiply %62, %52 : tensor<6xf32>
    %64 = stablehlo.subtract %arg2, %63 : tensor<6xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %66 = stablehlo.multiply %65, %55 : tensor<16x6xf32>
    %67 = stablehlo.subtract %arg3, %66 : tensor<16x6xf32>
    return %58, %61, %64, %67, %46, %49, %52, %55, %26 : tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<f32>
  }
}
