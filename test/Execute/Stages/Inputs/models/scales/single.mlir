module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32> {tf.aliasing_output = 0 : i32} loc("params['l0']['s']"), %arg1: tensor<12x12xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<f32> {tf.aliasing_output = 2 : i32} loc("params['l1']['s']"), %arg3: tensor<12x12xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<f32> {tf.aliasing_output = 4 : i32} loc("params['l2']['s']"), %arg5: tensor<12x12xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<f32> {tf.aliasing_output = 6 : i32} loc("params['l3']['s']"), %arg7: tensor<12x12xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<f32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['s']"), %arg9: tensor<12x12xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['w']"), %arg10: tensor<f32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['s']"), %arg11: tensor<12x12xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['w']"), %arg12: tensor<f32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['s']"), %arg13: tensor<12x12xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['w']"), %arg14: tensor<f32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['s']"), %arg15: tensor<12x12xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['w']"), %arg16: tensor<16x12xf32> loc("batch['x']"), %arg17: tensor<16x12xf32> loc("batch['y']")) -> (tensor<f32> {jax.result_info = "result[0]['l0']['s']"}, tensor<12x12xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<f32> {jax.result_info = "result[0]['l1']['s']"}, tensor<12x12xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<f32> {jax.result_info = "result[0]['l2']['s']"}, tensor<12x12xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<f32> {jax.result_info = "result[0]['l3']['s']"}, tensor<12x12xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<f32> {jax.result_info = "result[1]['l0']['s']"}, tensor<12x12xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<f32> {jax.result_info = "result[1]['l1']['s']"}, tensor<12x12xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<f32> {jax.result_info = "result[1]['l2']['s']"}, tensor<12x12xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<f32> {jax.result_info = "result[1]['l3']['s']"}, tensor<12x12xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg16, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %1 = stablehlo.tanh %0 : tensor<16x12xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<16x12xf32>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %5 = stablehlo.multiply %4, %1 : tensor<16x12xf32>
    %6 = stablehlo.add %arg16, %5 : tensor<16x12xf32>
    %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %8 = stablehlo.tanh %7 : tensor<16x12xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %10 = stablehlo.subtract %9, %8 : tensor<16x12xf32>
    %11 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %12 = stablehlo.multiply %11, %8 : tensor<16x12xf32>
    %13 = stablehlo.add %6, %12 : tensor<16x12xf32>
    %14 = stablehlo.dot_general %13, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %15 = stablehlo.tanh %14 : tensor<16x12xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %17 = stablehlo.subtract %16, %15 : tensor<16x12xf32>
    %18 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %19 = stablehlo.multiply %18, %15 : tensor<16x12xf32>
    %20 = stablehlo.add %13, %19 : tensor<16x12xf32>
    %21 = stablehlo.dot_general %20, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %22 = stablehlo.tanh %21 : tensor<16x12xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %24 = stablehlo.subtract %23, %22 : tensor<16x12xf32>
    %25 = stablehlo.broadcast_in_dim %arg6, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %26 = stablehlo.multiply %25, %22 : tensor<16x12xf32>
    %27 = stablehlo.add %20, %26 : tensor<16x12xf32>
    %28 = stablehlo.subtract %27, %arg17 : tensor<16x12xf32>
    %29 = stablehlo.multiply %28, %28 : tensor<16x12xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %31 = stablehlo.multiply %30, %28 : tensor<16x12xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %34 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %36 = stablehlo.multiply %35, %31 : tensor<16x12xf32>
    %37 = stablehlo.broadcast_in_dim %arg6, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %38 = stablehlo.multiply %37, %36 : tensor<16x12xf32>
    %39 = stablehlo.multiply %36, %22 : tensor<16x12xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %41 = stablehlo.multiply %38, %24 : tensor<16x12xf32>
    %42 = stablehlo.multiply %41, %22 : tensor<16x12xf32>
    %43 = stablehlo.add %41, %42 : tensor<16x12xf32>
    %44 = stablehlo.dot_general %43, %20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %45 = stablehlo.transpose %44, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %46 = stablehlo.dot_general %43, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %47 = stablehlo.add %36, %46 : tensor<16x12xf32>
    %48 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<16x12xf32>
    %50 = stablehlo.multiply %47, %15 : tensor<16x12xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %52 = stablehlo.multiply %49, %17 : tensor<16x12xf32>
    %53 = stablehlo.multiply %52, %15 : tensor<16x12xf32>
    %54 = stablehlo.add %52, %53 : tensor<16x12xf32>
    %55 = stablehlo.dot_general %54, %13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %57 = stablehlo.dot_general %54, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %58 = stablehlo.add %47, %57 : tensor<16x12xf32>
    %59 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %60 = stablehlo.multiply %59, %58 : tensor<16x12xf32>
    %61 = stablehlo.multiply %58, %8 : tensor<16x12xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %63 = stablehlo.multiply %60, %10 : tensor<16x12xf32>
    %64 = stablehlo.multiply %63, %8 : tensor<16x12xf32>
    %65 = stablehlo.add %63, %64 : tensor<16x12xf32>
    %66 = stablehlo.dot_general %65, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %68 = stablehlo.dot_general %65, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %69 = stablehlo.add %58, %68 : tensor<16x12xf32>
    %70 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %71 = stablehlo.multiply %70, %69 : tensor<16x12xf32>
    %72 = stablehlo.multiply %69, %1 : tensor<16x12xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %74 = stablehlo.multiply %71, %3 : tensor<16x12xf32>
    %75 = stablehlo.multiply %74, %1 : tensor<16x12xf32>
    %76 = stablehlo.add %74, %75 : tensor<16x12xf32>
    %77 = stablehlo.dot_general %76, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %78 = stablehlo.transpose %77, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %79 = stablehlo.multiply %cst_12, %arg8 : tensor<f32>
    %80 = stablehlo.add %79, %73 : tensor<f32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %82 = stablehlo.multiply %81, %arg9 : tensor<12x12xf32>
    %83 = stablehlo.add %82, %78 : tensor<12x12xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.multiply %cst_14, %arg10 : tensor<f32>
    %85 = stablehlo.add %84, %62 : tensor<f32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %87 = stablehlo.multiply %86, %arg11 : tensor<12x12xf32>
    %88 = stablehlo.add %87, %67 : tensor<12x12xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %89 = stablehlo.multiply %cst_16, %arg12 : tensor<f32>
    %90 = stablehlo.add %89, %51 : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %92 = stablehlo.multiply %91, %arg13 : tensor<12x12xf32>
    %93 = stablehlo.add %92, %56 : tensor<12x12xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %94 = stablehlo.multiply %cst_18, %arg14 : tensor<f32>
    %95 = stablehlo.add %94, %40 : tensor<f32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %97 = stablehlo.multiply %96, %arg15 : tensor<12x12xf32>
    %98 = stablehlo.add %97, %45 : tensor<12x12xf32>
    %cst_20 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %99 = stablehlo.multiply %cst_20, %80 : tensor<f32>
    %100 = stablehlo.subtract %arg0, %99 : tensor<f32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %102 = stablehlo.multiply %101, %83 : tensor<12x12xf32>
    %103 = stablehlo.subtract %arg1, %102 : tensor<12x12xf32>
    %cst_22 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %104 = stablehlo.multiply %cst_22, %85 : tensor<f32>
    %105 = stablehlo.subtract %arg2, %104 : tensor<f32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %107 = stablehlo.multiply %106, %88 : tensor<12x12xf32>
    %108 = stablehlo.subtract %arg3, %107 : tensor<12x12xf32>
    %cst_24 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %109 = stablehlo.multiply %cst_24, %90 : tensor<f32>
    %110 = stablehlo.subtract %arg4, %109 : tensor<f32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %112 = stablehlo.multiply %111, %93 : tensor<12x12xf32>
    %113 = stablehlo.subtract %arg5, %112 : tensor<12x12xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %114 = stablehlo.multiply %cst_26, %95 : tensor<f32>
    %115 = stablehlo.subtract %arg6, %114 : tensor<f32>
    %cst_27 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %117 = stablehlo.multiply %116, %98 : tensor<12x12xf32>
    %118 = stablehlo.subtract %arg7, %117 : tensor<12x12xf32>
    return %100, %103, %105, %108, %110, %113, %115, %118, %80, %83, %85, %88, %90, %93, %95, %98, %33 : tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>, tensor<f32>
  }
}
