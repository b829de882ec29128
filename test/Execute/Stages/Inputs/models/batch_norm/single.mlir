module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['scale']"), %arg2: tensor<12x16xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['w']"), %arg3: tensor<16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['b']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l1']['scale']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l1']['w']"), %arg6: tensor<6xf32> {tf.aliasing_output = 6 : i32} loc("params['l2']['b']"), %arg7: tensor<16x6xf32> {tf.aliasing_output = 7 : i32} loc("params['l2']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['b']"), %arg9: tensor<16xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['scale']"), %arg10: tensor<12x16xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l0']['w']"), %arg11: tensor<16xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['b']"), %arg12: tensor<16xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l1']['scale']"), %arg13: tensor<16x16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l1']['w']"), %arg14: tensor<6xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l2']['b']"), %arg15: tensor<16x6xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l2']['w']"), %arg16: tensor<16xf32> {tf.aliasing_output = 16 : i32} loc("stats['l0']['mean']"), %arg17: tensor<16xf32> {tf.aliasing_output = 17 : i32} loc("stats['l0']['var']"), %arg18: tensor<16xf32> {tf.aliasing_output = 18 : i32} loc("stats['l1']['mean']"), %arg19: tensor<16xf32> {tf.aliasing_output = 19 : i32} loc("stats['l1']['var']"), %arg20: tensor<16x12xf32> loc("batch['x']"), %arg21: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<16xf32> {jax.result_info = "result[0]['l0']['scale']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['scale']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['scale']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['scale']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[2]['l0']['mean']"}, tensor<16xf32> {jax.result_info = "result[2]['l0']['var']"}, tensor<16xf32> {jax.result_info = "result[2]['l1']['mean']"}, tensor<16xf32> {jax.result_info = "result[2]['l1']['var']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg20, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %6 = stablehlo.divide %4, %5 : tensor<16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7:5 = call @_var(%3, %c) : (tensor<16x16xf32>, tensor<i32>) -> (tensor<16xf32>, tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>)
    %cst_1 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %9 = stablehlo.multiply %8, %arg16 : tensor<16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %11 = stablehlo.multiply %10, %6 : tensor<16xf32>
    %12 = stablehlo.add %9, %11 : tensor<16xf32>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %14 = stablehlo.multiply %13, %arg17 : tensor<16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %16 = stablehlo.multiply %15, %7#0 : tensor<16xf32>
    %17 = stablehlo.add %14, %16 : tensor<16xf32>
    %18 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %20 = stablehlo.subtract %3, %19 : tensor<16x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %22 = stablehlo.add %7#0, %21 : tensor<16xf32>
    %23 = stablehlo.sqrt %22 : tensor<16xf32>
    %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %25 = stablehlo.divide %24, %23 : tensor<16xf32>
    %26 = stablehlo.broadcast_in_dim %23, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %28 = stablehlo.divide %20, %27 : tensor<16x16xf32>
    %29 = stablehlo.multiply %26, %26 : tensor<1x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
    %31 = stablehlo.divide %30, %29 : tensor<1x16xf32>
    %32 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %34 = stablehlo.multiply %28, %33 : tensor<16x16xf32>
    %35 = stablehlo.tanh %34 : tensor<16x16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %37 = stablehlo.subtract %36, %35 : tensor<16x16xf32>
    %38 = stablehlo.dot_general %35, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %39 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %41 = stablehlo.add %38, %40 : tensor<16x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_10 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %44 = stablehlo.divide %42, %43 : tensor<16xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %45:5 = call @_var(%41, %c_11) : (tensor<16x16xf32>, tensor<i32>) -> (tensor<16xf32>, tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>)
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %47 = stablehlo.multiply %46, %arg18 : tensor<16xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %49 = stablehlo.multiply %48, %44 : tensor<16xf32>
    %50 = stablehlo.add %47, %49 : tensor<16xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %52 = stablehlo.multiply %51, %arg19 : tensor<16xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %54 = stablehlo.multiply %53, %45#0 : tensor<16xf32>
    %55 = stablehlo.add %52, %54 : tensor<16xf32>
    %56 = stablehlo.broadcast_in_dim %44, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %58 = stablehlo.subtract %41, %57 : tensor<16x16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %60 = stablehlo.add %45#0, %59 : tensor<16xf32>
    %61 = stablehlo.sqrt %60 : tensor<16xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %63 = stablehlo.divide %62, %61 : tensor<16xf32>
    %64 = stablehlo.broadcast_in_dim %61, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %66 = stablehlo.divide %58, %65 : tensor<16x16xf32>
    %67 = stablehlo.multiply %64, %64 : tensor<1x16xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
    %69 = stablehlo.divide %68, %67 : tensor<1x16xf32>
    %70 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %72 = stablehlo.multiply %66, %71 : tensor<16x16xf32>
    %73 = stablehlo.tanh %72 : tensor<16x16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %75 = stablehlo.subtract %74, %73 : tensor<16x16xf32>
    %76 = stablehlo.dot_general %73, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %77 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %79 = stablehlo.add %76, %78 : tensor<16x6xf32>
    %80 = stablehlo.subtract %79, %arg21 : tensor<16x6xf32>
    %81 = stablehlo.multiply %80, %80 : tensor<16x6xf32>
    %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %83 = stablehlo.multiply %82, %80 : tensor<16x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%81 init: %cst_21) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_22 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %85 = stablehlo.divide %84, %cst_22 : tensor<f32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_24 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %86 = stablehlo.divide %cst_23, %cst_24 : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %88 = stablehlo.multiply %87, %83 : tensor<16x6xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %90 = stablehlo.reshape %89 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %92 = stablehlo.dot_general %88, %73, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %94 = stablehlo.dot_general %88, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %95 = stablehlo.multiply %94, %75 : tensor<16x16xf32>
    %96 = stablehlo.multiply %95, %73 : tensor<16x16xf32>
    %97 = stablehlo.add %95, %96 : tensor<16x16xf32>
    %98 = stablehlo.multiply %66, %97 : tensor<16x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %100 = stablehlo.reshape %99 : (tensor<16xf32>) -> tensor<1x16xf32>
    %101 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %102 = stablehlo.multiply %97, %101 : tensor<16x16xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%100 init: %cst_28) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %104 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %105 = stablehlo.multiply %102, %104 : tensor<16x16xf32>
    %106 = stablehlo.multiply %105, %58 : tensor<16x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %108 = stablehlo.reshape %107 : (tensor<16xf32>) -> tensor<1x16xf32>
    %109 = stablehlo.negate %108 : tensor<1x16xf32>
    %110 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %111 = stablehlo.divide %102, %110 : tensor<16x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%109 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %113 = stablehlo.multiply %112, %63 : tensor<16xf32>
    %114 = stablehlo.negate %111 : tensor<16x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %116 = stablehlo.reshape %115 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.reduce(%116 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %118 = call @_var_0(%45#1, %45#2, %45#3, %45#4, %113) : (tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16x16xf32>
    %119 = stablehlo.add %111, %118 : tensor<16x16xf32>
    %cst_33 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %121 = stablehlo.divide %117, %120 : tensor<16xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
    %123 = stablehlo.add %119, %122 : tensor<16x16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_34) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %125 = stablehlo.reshape %124 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_35) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %127 = stablehlo.dot_general %123, %35, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %128 = stablehlo.transpose %127, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %129 = stablehlo.dot_general %123, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %130 = stablehlo.multiply %129, %37 : tensor<16x16xf32>
    %131 = stablehlo.multiply %130, %35 : tensor<16x16xf32>
    %132 = stablehlo.add %130, %131 : tensor<16x16xf32>
    %133 = stablehlo.multiply %28, %132 : tensor<16x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_36) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %135 = stablehlo.reshape %134 : (tensor<16xf32>) -> tensor<1x16xf32>
    %136 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %137 = stablehlo.multiply %132, %136 : tensor<16x16xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%135 init: %cst_37) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %139 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %140 = stablehlo.multiply %137, %139 : tensor<16x16xf32>
    %141 = stablehlo.multiply %140, %20 : tensor<16x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.reduce(%141 init: %cst_38) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %143 = stablehlo.reshape %142 : (tensor<16xf32>) -> tensor<1x16xf32>
    %144 = stablehlo.negate %143 : tensor<1x16xf32>
    %145 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %146 = stablehlo.divide %137, %145 : tensor<16x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%144 init: %cst_39) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %148 = stablehlo.multiply %147, %25 : tensor<16xf32>
    %149 = stablehlo.negate %146 : tensor<16x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_40) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %151 = stablehlo.reshape %150 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.reduce(%151 init: %cst_41) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %153 = call @_var_0(%7#1, %7#2, %7#3, %7#4, %148) : (tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16x16xf32>
    %154 = stablehlo.add %146, %153 : tensor<16x16xf32>
    %cst_42 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %156 = stablehlo.divide %152, %155 : tensor<16xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
    %158 = stablehlo.add %154, %157 : tensor<16x16xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.reduce(%158 init: %cst_43) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %160 = stablehlo.reshape %159 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_44) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %162 = stablehlo.dot_general %158, %arg20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %163 = stablehlo.transpose %162, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %165 = stablehlo.multiply %164, %arg8 : tensor<16xf32>
    %166 = stablehlo.add %165, %161 : tensor<16xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %168 = stablehlo.multiply %167, %arg9 : tensor<16xf32>
    %169 = stablehlo.add %168, %138 : tensor<16xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %171 = stablehlo.multiply %170, %arg10 : tensor<12x16xf32>
    %172 = stablehlo.add %171, %163 : tensor<12x16xf32>
    %cst_48 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %174 = stablehlo.multiply %173, %arg11 : tensor<16xf32>
    %175 = stablehlo.add %174, %126 : tensor<16xf32>
    %cst_49 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %177 = stablehlo.multiply %176, %arg12 : tensor<16xf32>
    %178 = stablehlo.add %177, %103 : tensor<16xf32>
    %cst_50 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %180 = stablehlo.multiply %179, %arg13 : tensor<16x16xf32>
    %181 = stablehlo.add %180, %128 : tensor<16x16xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %183 = stablehlo.multiply %182, %arg14 : tensor<6xf32>
    %184 = stablehlo.add %183, %91 : tensor<6xf32>
    %cst_52 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %186 = stablehlo.multiply %185, %arg15 : tensor<16x6xf32>
    %187 = stablehlo.add %186, %93 : tensor<16x6xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %189 = stablehlo.multiply %188, %166 : tensor<16xf32>
    %190 = stablehlo.subtract %arg0, %189 : tensor<16xf32>
    %cst_54 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %192 = stablehlo.multiply %191, %169 : tensor<16xf32>
    %193 = stablehlo.subtract %arg1, %192 : tensor<16xf32>
    %cst_55 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %195 = stablehlo.multiply %194, %172 : tensor<12x16xf32>
    %196 = stablehlo.subtract %arg2, %195 : tensor<12x16xf32>
    %cst_56 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %198 = stablehlo.multiply %197, %175 : tensor<16xf32>
    %199 = stablehlo.subtract %arg3, %198 : tensor<16xf32>
    %cst_57 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %201 = stablehlo.multiply %200, %178 : tensor<16xf32>
    %202 = stablehlo.subtract %arg4, %201 : tensor<16xf32>
    %cst_58 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %204 = stablehlo.multiply %203, %181 : tensor<16x16xf32>
    %205 = stablehlo.subtract %arg5, %204 : tensor<16x16xf32>
    %cst_59 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %207 = stablehlo.multiply %206, %184 : tensor<6xf32>
    %208 = stablehlo.subtract %arg6, %207 : tensor<6xf32>
    %cst_60 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %210 = stablehlo.multiply %209, %187 : tensor<16x6xf32>
    %211 = stablehlo.subtract %arg7, %210 : tensor<16x6xf32>
    return %190, %193, %196, %199, %202, %205, %208, %211, %166, %169, %172, %175, %178, %181, %184, %187, %12, %17, %50, %55, %85 : tensor<16xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<f32>
  }
  func.func private @_var(%arg0: tensor<16x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> (tensor<16xf32>, tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x16xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x16xf32>
    %6 = chlo.square %5 : tensor<16x16xf32> -> tensor<16x16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<16x16xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %13 = stablehlo.divide %11, %12 : tensor<16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15:2 = call @_where(%14, %13, %cst_5) : (tensor<i1>, tensor<16xf32>, tensor<f32>) -> (tensor<16xf32>, tensor<16xf32>)
    return %15#0, %8, %10, %14, %15#1 : tensor<16xf32>, tensor<16x16xf32>, tensor<f32>, tensor<i1>, tensor<16xf32>
  }
  func.func private @_where(%arg0: tensor<i1> loc(unknown), %arg1: tensor<16xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<16xf32>, tensor<16xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    return %2, %3 : tensor<16xf32>, tensor<16xf32>
  }
  func.func private @_var_0(%arg0: tensor<16x16xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i1> loc(unknown), %arg3: tensor<16xf32> loc(unknown), %arg4: tensor<16xf32> loc(unknown)) -> tensor<16x16xf32> {
    %0 = call @_where_1(%arg2, %arg3, %arg4) : (tensor<i1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.divide %0, %1 : tensor<16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<16x16xf32>
    %5 = stablehlo.negate %4 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %7 = stablehlo.reshape %6 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x16xf32>
    %9 = stablehlo.divide %7, %8 : tensor<1x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
    %12 = stablehlo.add %4, %11 : tensor<16x16xf32>
    return %12 : tensor<16x16xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1> loc(unknown), %arg1: tensor<16xf32> loc(unknown), %arg2: tensor<16xf32> loc(unknown)) -> tensor<16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<i1>, tensor<16xf32>
    return %1 : tensor<16xf32>
  }
}
