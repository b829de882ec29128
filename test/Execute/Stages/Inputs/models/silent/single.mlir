module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<16xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<6xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<16x6xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['b']"), %arg9: tensor<12x16xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['w']"), %arg10: tensor<16xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['b']"), %arg11: tensor<16x16xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['w']"), %arg12: tensor<16xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['b']"), %arg13: tensor<16x16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['w']"), %arg14: tensor<6xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['b']"), %arg15: tensor<16x6xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['w']"), %arg16: tensor<16x12xf32> loc("batch['x']"), %arg17: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l3']['w']"}) {
    %0 = stablehlo.dot_general %arg16, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x16xf32>
    %7 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %8 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %10 = stablehlo.add %7, %9 : tensor<16x16xf32>
    %11 = stablehlo.tanh %10 : tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<16x16xf32>
    %14 = stablehlo.dot_general %11, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %15 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %17 = stablehlo.add %14, %16 : tensor<16x16xf32>
    %18 = stablehlo.tanh %17 : tensor<16x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %20 = stablehlo.subtract %19, %18 : tensor<16x16xf32>
    %21 = stablehlo.dot_general %18, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %22 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %24 = stablehlo.add %21, %23 : tensor<16x6xf32>
    %25 = stablehlo.tanh %24 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<16x6xf32>
    %28 = stablehlo.subtract %25, %arg17 : tensor<16x6xf32>
    %29 = stablehlo.multiply %28, %28 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %31 = stablehlo.multiply %30, %28 : tensor<16x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %34 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %36 = stablehlo.multiply %35, %31 : tensor<16x6xf32>
    %37 = stablehlo.multiply %36, %27 : tensor<16x6xf32>
    %38 = stablehlo.multiply %37, %25 : tensor<16x6xf32>
    %39 = stablehlo.add %37, %38 : tensor<16x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %41 = stablehlo.reshape %40 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %43 = stablehlo.dot_general %39, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %45 = stablehlo.dot_general %39, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %46 = stablehlo.multiply %45, %20 : tensor<16x16xf32>
    %47 = stablehlo.multiply %46, %18 : tensor<16x16xf32>
    %48 = stablehlo.add %46, %47 : tensor<16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %50 = stablehlo.reshape %49 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %52 = stablehlo.dot_general %48, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %53 = stablehlo.transpose %52, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %54 = stablehlo.dot_general %48, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %55 = stablehlo.multiply %54, %13 : tensor<16x16xf32>
    %56 = stablehlo.multiply %55, %11 : tensor<16x16xf32>
    %57 = stablehlo.add %55, %56 : tensor<16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %59 = stablehlo.reshape %58 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %61 = stablehlo.dot_general %57, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %62 = stablehlo.transpose %61, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %63 = stablehlo.dot_general %57, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %64 = stablehlo.multiply %63, %6 : tensor<16x16xf32>
    %65 = stablehlo.multiply %64, %4 : tensor<16x16xf32>
    %66 = stablehlo.add %64, %65 : tensor<16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%66 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %68 = stablehlo.reshape %67 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %70 = stablehlo.dot_general %66, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %71 = stablehlo.transpose %70, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %73 = stablehlo.multiply %72, %arg8 : tensor<16xf32>
    %74 = stablehlo.add %73, %69 : tensor<16xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %76 = stablehlo.multiply %75, %arg9 : tensor<12x16xf32>
    %77 = stablehlo.add %76, %71 : tensor<12x16xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %79 = stablehlo.multiply %78, %arg10 : tensor<16xf32>
    %80 = stablehlo.add %79, %60 : tensor<16xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %82 = stablehlo.multiply %81, %arg11 : tensor<16x16xf32>
    %83 = stablehlo.add %82, %62 : tensor<16x16xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %85 = stablehlo.multiply %84, %arg12 : tensor<16xf32>
    %86 = stablehlo.add %85, %51 : tensor<16xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %88 = stablehlo.multiply %87, %arg13 : tensor<16x16xf32>
    %89 = stablehlo.add %88, %53 : tensor<16x16xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %91 = stablehlo.multiply %90, %arg14 : tensor<6xf32>
    %92 = stablehlo.add %91, %42 : tensor<6xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %94 = stablehlo.multiply %93, %arg15 : tensor<16x6xf32>
    %95 = stablehlo.add %94, %44 : tensor<16x6xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %97 = stablehlo.multiply %96, %74 : tensor<16xf32>
    %98 = stablehlo.subtract %arg0, %97 : tensor<16xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %100 = stablehlo.multiply %99, %77 : tensor<12x16xf32>
    %101 = stablehlo.subtract %arg1, %100 : tensor<12x16xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %103 = stablehlo.multiply %102, %80 : tensor<16xf32>
    %104 = stablehlo.subtract %arg2, %103 : tensor<16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %106 = stablehlo.multiply %105, %83 : tensor<16x16xf32>
    %107 = stablehlo.subtract %arg3, %106 : tensor<16x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %109 = stablehlo.multiply %108, %86 : tensor<16xf32>
    %110 = stablehlo.subtract %arg4, %109 : tensor<16xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %112 = stablehlo.multiply %111, %89 : tensor<16x16xf32>
    %113 = stablehlo.subtract %arg5, %112 : tensor<16x16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %115 = stablehlo.multiply %114, %92 : tensor<6xf32>
    %116 = stablehlo.subtract %arg6, %115 : tensor<6xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %118 = stablehlo.multiply %117, %95 : tensor<16x6xf32>
    %119 = stablehlo.subtract %arg7, %118 : tensor<16x6xf32>
    return %98, %101, %104, %107, %110, %113, %116, %119, %74, %77, %80, %83, %86, %89, %92, %95 : tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>
  }
}
