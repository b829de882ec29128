module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<16xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<6xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<16x6xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['b']"), %arg9: tensor<12x16xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['w']"), %arg10: tensor<16xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['b']"), %arg11: tensor<16x16xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['w']"), %arg12: tensor<16xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['b']"), %arg13: tensor<16x16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['w']"), %arg14: tensor<6xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['b']"), %arg15: tensor<16x6xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['w']"), %arg16: tensor<16x12xf32> loc("batch['x']"), %arg17: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
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
    %21 = stablehlo.dot_general %18, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %24 = stablehlo.add %21, %23 : tensor<16x16xf32>
    %25 = stablehlo.tanh %24 : tensor<16x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<16x16xf32>
    %28 = stablehlo.dot_general %25, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %29 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %31 = stablehlo.add %28, %30 : tensor<16x6xf32>
    %32 = stablehlo.subtract %31, %arg17 : tensor<16x6xf32>
    %33 = stablehlo.multiply %32, %32 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %35 = stablehlo.multiply %34, %32 : tensor<16x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %37 = stablehlo.divide %36, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %38 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %40 = stablehlo.multiply %39, %35 : tensor<16x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %42 = stablehlo.reshape %41 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %44 = stablehlo.dot_general %40, %25, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %45 = stablehlo.transpose %44, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %46 = stablehlo.dot_general %40, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %47 = stablehlo.multiply %46, %27 : tensor<16x16xf32>
    %48 = stablehlo.multiply %47, %25 : tensor<16x16xf32>
    %49 = stablehlo.add %47, %48 : tensor<16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %51 = stablehlo.reshape %50 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %53 = stablehlo.dot_general %49, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %54 = stablehlo.transpose %53, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %55 = stablehlo.dot_general %49, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %56 = stablehlo.multiply %55, %20 : tensor<16x16xf32>
    %57 = stablehlo.multiply %56, %18 : tensor<16x16xf32>
    %58 = stablehlo.add %56, %57 : tensor<16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %60 = stablehlo.reshape %59 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%60 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %62 = stablehlo.dot_general %58, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %63 = stablehlo.transpose %62, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %64 = stablehlo.dot_general %58, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %65 = stablehlo.multiply %64, %13 : tensor<16x16xf32>
    %66 = stablehlo.multiply %65, %11 : tensor<16x16xf32>
    %67 = stablehlo.add %65, %66 : tensor<16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %69 = stablehlo.reshape %68 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %71 = stablehlo.add %52, %70 : tensor<16xf32>
    %72 = stablehlo.dot_general %67, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %73 = stablehlo.transpose %72, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %74 = stablehlo.add %54, %73 : tensor<16x16xf32>
    %75 = stablehlo.dot_general %67, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %76 = stablehlo.multiply %75, %6 : tensor<16x16xf32>
    %77 = stablehlo.multiply %76, %4 : tensor<16x16xf32>
    %78 = stablehlo.add %76, %77 : tensor<16x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %80 = stablehlo.reshape %79 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %82 = stablehlo.dot_general %78, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %83 = stablehlo.transpose %82, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %85 = stablehlo.multiply %84, %arg8 : tensor<16xf32>
    %86 = stablehlo.add %85, %81 : tensor<16xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %88 = stablehlo.multiply %87, %arg9 : tensor<12x16xf32>
    %89 = stablehlo.add %88, %83 : tensor<12x16xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %91 = stablehlo.multiply %90, %arg10 : tensor<16xf32>
    %92 = stablehlo.add %91, %71 : tensor<16xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %94 = stablehlo.multiply %93, %arg11 : tensor<16x16xf32>
    %95 = stablehlo.add %94, %74 : tensor<16x16xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %97 = stablehlo.multiply %96, %arg12 : tensor<16xf32>
    %98 = stablehlo.add %97, %61 : tensor<16xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %100 = stablehlo.multiply %99, %arg13 : tensor<16x16xf32>
    %101 = stablehlo.add %100, %63 : tensor<16x16xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %103 = stablehlo.multiply %102, %arg14 : tensor<6xf32>
    %104 = stablehlo.add %103, %43 : tensor<6xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %106 = stablehlo.multiply %105, %arg15 : tensor<16x6xf32>
    %107 = stablehlo.add %106, %45 : tensor<16x6xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %109 = stablehlo.multiply %108, %86 : tensor<16xf32>
    %110 = stablehlo.subtract %arg0, %109 : tensor<16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %112 = stablehlo.multiply %111, %89 : tensor<12x16xf32>
    %113 = stablehlo.subtract %arg1, %112 : tensor<12x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %115 = stablehlo.multiply %114, %92 : tensor<16xf32>
    %116 = stablehlo.subtract %arg2, %115 : tensor<16xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %118 = stablehlo.multiply %117, %95 : tensor<16x16xf32>
    %119 = stablehlo.subtract %arg3, %118 : tensor<16x16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %121 = stablehlo.multiply %120, %98 : tensor<16xf32>
    %122 = stablehlo.subtract %arg4, %121 : tensor<16xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %124 = stablehlo.multiply %123, %101 : tensor<16x16xf32>
    %125 = stablehlo.subtract %arg5, %124 : tensor<16x16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %127 = stablehlo.multiply %126, %104 : tensor<6xf32>
    %128 = stablehlo.subtract %arg6, %127 : tensor<6xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %130 = stablehlo.multiply %129, %107 : tensor<16x6xf32>
    %131 = stablehlo.subtract %arg7, %130 : tensor<16x6xf32>
    return %110, %113, %116, %119, %122, %125, %128, %131, %86, %89, %92, %95, %98, %101, %104, %107, %37 : tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<f32>
  }
}
