module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<16xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<6xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<16x6xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<16xf32> {tf.aliasing_output = 6 : i32} loc("momentum['l0']['b']"), %arg7: tensor<12x16xf32> {tf.aliasing_output = 7 : i32} loc("momentum['l0']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l1']['b']"), %arg9: tensor<16x16xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l1']['w']"), %arg10: tensor<6xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l2']['b']"), %arg11: tensor<16x6xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l2']['w']"), %arg12: tensor<16xf32> loc("batch['mask']"), %arg13: tensor<16x12xf32> loc("batch['x']"), %arg14: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<f32> {jax.result_info = "result[2]['kept']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.tanh %arg13 : tensor<16x12xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x16xf32>
    %5 = stablehlo.tanh %4 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x16xf32>
    %8 = stablehlo.dot_general %5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %9 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %11 = stablehlo.add %8, %10 : tensor<16x16xf32>
    %12 = stablehlo.tanh %11 : tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %14 = stablehlo.subtract %13, %12 : tensor<16x16xf32>
    %15 = stablehlo.dot_general %12, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %16 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %18 = stablehlo.add %15, %17 : tensor<16x6xf32>
    %19 = stablehlo.subtract %18, %arg14 : tensor<16x6xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<16x6xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<16xf32>
    %24 = stablehlo.multiply %23, %arg12 : tensor<16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%arg12 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %27 = stablehlo.divide %25, %26 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%arg12 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.divide %cst_6, %26 : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %31 = stablehlo.multiply %30, %arg12 : tensor<16xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<16xf32>) -> tensor<16x6xf32>
    %33 = stablehlo.multiply %32, %22 : tensor<16x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %35 = stablehlo.reshape %34 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %37 = stablehlo.dot_general %33, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %38 = stablehlo.transpose %37, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %39 = stablehlo.dot_general %33, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %40 = stablehlo.multiply %39, %14 : tensor<16x16xf32>
    %41 = stablehlo.multiply %40, %12 : tensor<16x16xf32>
    %42 = stablehlo.add %40, %41 : tensor<16x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %44 = stablehlo.reshape %43 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %46 = stablehlo.dot_general %42, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %47 = stablehlo.transpose %46, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %48 = stablehlo.dot_general %42, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %49 = stablehlo.multiply %48, %7 : tensor<16x16xf32>
    %50 = stablehlo.multiply %49, %5 : tensor<16x16xf32>
    %51 = stablehlo.add %49, %50 : tensor<16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %53 = stablehlo.reshape %52 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %55 = stablehlo.dot_general %51, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %58 = stablehlo.multiply %57, %arg6 : tensor<16xf32>
    %59 = stablehlo.add %58, %54 : tensor<16xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %61 = stablehlo.multiply %60, %arg7 : tensor<12x16xf32>
    %62 = stablehlo.add %61, %56 : tensor<12x16xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %64 = stablehlo.multiply %63, %arg8 : tensor<16xf32>
    %65 = stablehlo.add %64, %45 : tensor<16xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %67 = stablehlo.multiply %66, %arg9 : tensor<16x16xf32>
    %68 = stablehlo.add %67, %47 : tensor<16x16xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %70 = stablehlo.multiply %69, %arg10 : tensor<6xf32>
    %71 = stablehlo.add %70, %36 : tensor<6xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %73 = stablehlo.multiply %72, %arg11 : tensor<16x6xf32>
    %74 = stablehlo.add %73, %38 : tensor<16x6xf32>
    %cst_19 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %76 = stablehlo.multiply %75, %59 : tensor<16xf32>
    %77 = stablehlo.subtract %arg0, %76 : tensor<16xf32>
    %cst_20 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %79 = stablehlo.multiply %78, %62 : tensor<12x16xf32>
    %80 = stablehlo.subtract %arg1, %79 : tensor<12x16xf32>
    %cst_21 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %82 = stablehlo.multiply %81, %65 : tensor<16xf32>
    %83 = stablehlo.subtract %arg2, %82 : tensor<16xf32>
    %cst_22 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %85 = stablehlo.multiply %84, %68 : tensor<16x16xf32>
    %86 = stablehlo.subtract %arg3, %85 : tensor<16x16xf32>
    %cst_23 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %88 = stablehlo.multiply %87, %71 : tensor<6xf32>
    %89 = stablehlo.subtract %arg4, %88 : tensor<6xf32>
    %cst_24 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %91 = stablehlo.multiply %90, %74 : tensor<16x6xf32>
    %92 = stablehlo.subtract %arg5, %91 : tensor<16x6xf32>
    return %77, %80, %83, %86, %89, %92, %59, %62, %65, %68, %71, %74, %28, %27 : tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<f32>, tensor<f32>
  }
}
