module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<20xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x20xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<24xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<20x24xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<20xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<24x20xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("params['l4']['b']"), %arg9: tensor<20x16xf32> {tf.aliasing_output = 9 : i32} loc("params['l4']['w']"), %arg10: tensor<12xf32> {tf.aliasing_output = 10 : i32} loc("params['l5']['b']"), %arg11: tensor<16x12xf32> {tf.aliasing_output = 11 : i32} loc("params['l5']['w']"), %arg12: tensor<16xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l0']['b']"), %arg13: tensor<12x16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l0']['w']"), %arg14: tensor<20xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l1']['b']"), %arg15: tensor<16x20xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l1']['w']"), %arg16: tensor<24xf32> {tf.aliasing_output = 16 : i32} loc("momentum['l2']['b']"), %arg17: tensor<20x24xf32> {tf.aliasing_output = 17 : i32} loc("momentum['l2']['w']"), %arg18: tensor<20xf32> {tf.aliasing_output = 18 : i32} loc("momentum['l3']['b']"), %arg19: tensor<24x20xf32> {tf.aliasing_output = 19 : i32} loc("momentum['l3']['w']"), %arg20: tensor<16xf32> {tf.aliasing_output = 20 : i32} loc("momentum['l4']['b']"), %arg21: tensor<20x16xf32> {tf.aliasing_output = 21 : i32} loc("momentum['l4']['w']"), %arg22: tensor<12xf32> {tf.aliasing_output = 22 : i32} loc("momentum['l5']['b']"), %arg23: tensor<16x12xf32> {tf.aliasing_output = 23 : i32} loc("momentum['l5']['w']"), %arg24: tensor<16x12xf32> loc("batch['x']"), %arg25: tensor<16x12xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<20xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x20xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<24xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<20x24xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<20xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<24x20xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l4']['b']"}, tensor<20x16xf32> {jax.result_info = "result[0]['l4']['w']"}, tensor<12xf32> {jax.result_info = "result[0]['l5']['b']"}, tensor<16x12xf32> {jax.result_info = "result[0]['l5']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<20xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x20xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<24xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<20x24xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<20xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<24x20xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l4']['b']"}, tensor<20x16xf32> {jax.result_info = "result[1]['l4']['w']"}, tensor<12xf32> {jax.result_info = "result[1]['l5']['b']"}, tensor<16x12xf32> {jax.result_info = "result[1]['l5']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg24, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x16xf32>
    %7 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x20xf32>) -> tensor<16x20xf32>
    %8 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<20xf32>) -> tensor<1x20xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x20xf32>) -> tensor<16x20xf32>
    %10 = stablehlo.add %7, %9 : tensor<16x20xf32>
    %11 = stablehlo.tanh %10 : tensor<16x20xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x20xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<16x20xf32>
    %14 = stablehlo.dot_general %11, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<20x24xf32>) -> tensor<16x24xf32>
    %15 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<24xf32>) -> tensor<1x24xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<16x24xf32>
    %17 = stablehlo.add %14, %16 : tensor<16x24xf32>
    %18 = stablehlo.tanh %17 : tensor<16x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %20 = stablehlo.subtract %19, %18 : tensor<16x24xf32>
    %21 = stablehlo.dot_general %18, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x24xf32>, tensor<24x20xf32>) -> tensor<16x20xf32>
    %22 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<20xf32>) -> tensor<1x20xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x20xf32>) -> tensor<16x20xf32>
    %24 = stablehlo.add %21, %23 : tensor<16x20xf32>
    %25 = stablehlo.add %24, %11 : tensor<16x20xf32>
    %26 = stablehlo.tanh %25 : tensor<16x20xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x20xf32>
    %28 = stablehlo.subtract %27, %26 : tensor<16x20xf32>
    %29 = stablehlo.dot_general %26, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<20x16xf32>) -> tensor<16x16xf32>
    %30 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %32 = stablehlo.add %29, %31 : tensor<16x16xf32>
    %33 = stablehlo.add %32, %4 : tensor<16x16xf32>
    %34 = stablehlo.tanh %33 : tensor<16x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %36 = stablehlo.subtract %35, %34 : tensor<16x16xf32>
    %37 = stablehlo.dot_general %34, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %38 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<16x12xf32>
    %40 = stablehlo.add %37, %39 : tensor<16x12xf32>
    %41 = stablehlo.add %40, %arg24 : tensor<16x12xf32>
    %42 = stablehlo.tanh %41 : tensor<16x12xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %44 = stablehlo.subtract %43, %42 : tensor<16x12xf32>
    %45 = stablehlo.subtract %42, %arg25 : tensor<16x12xf32>
    %46 = stablehlo.multiply %45, %45 : tensor<16x12xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %48 = stablehlo.multiply %47, %45 : tensor<16x12xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%46 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %50 = stablehlo.divide %49, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %51 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %53 = stablehlo.multiply %52, %48 : tensor<16x12xf32>
    %54 = stablehlo.multiply %53, %44 : tensor<16x12xf32>
    %55 = stablehlo.multiply %54, %42 : tensor<16x12xf32>
    %56 = stablehlo.add %54, %55 : tensor<16x12xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x12xf32>, tensor<f32>) -> tensor<12xf32>
    %58 = stablehlo.reshape %57 : (tensor<12xf32>) -> tensor<1x12xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x12xf32>, tensor<f32>) -> tensor<12xf32>
    %60 = stablehlo.dot_general %56, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %61 = stablehlo.transpose %60, dims = [1, 0] : (tensor<12x16xf32>) -> tensor<16x12xf32>
    %62 = stablehlo.dot_general %56, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<16x16xf32>
    %63 = stablehlo.multiply %62, %36 : tensor<16x16xf32>
    %64 = stablehlo.multiply %63, %34 : tensor<16x16xf32>
    %65 = stablehlo.add %63, %64 : tensor<16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %67 = stablehlo.reshape %66 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %69 = stablehlo.dot_general %65, %26, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x20xf32>) -> tensor<16x20xf32>
    %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<16x20xf32>) -> tensor<20x16xf32>
    %71 = stablehlo.dot_general %65, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<20x16xf32>) -> tensor<16x20xf32>
    %72 = stablehlo.multiply %71, %28 : tensor<16x20xf32>
    %73 = stablehlo.multiply %72, %26 : tensor<16x20xf32>
    %74 = stablehlo.add %72, %73 : tensor<16x20xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<16x20xf32>, tensor<f32>) -> tensor<20xf32>
    %76 = stablehlo.reshape %75 : (tensor<20xf32>) -> tensor<1x20xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x20xf32>, tensor<f32>) -> tensor<20xf32>
    %78 = stablehlo.dot_general %74, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<16x24xf32>) -> tensor<20x24xf32>
    %79 = stablehlo.transpose %78, dims = [1, 0] : (tensor<20x24xf32>) -> tensor<24x20xf32>
    %80 = stablehlo.dot_general %74, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<24x20xf32>) -> tensor<16x24xf32>
    %81 = stablehlo.multiply %80, %20 : tensor<16x24xf32>
    %82 = stablehlo.multiply %81, %18 : tensor<16x24xf32>
    %83 = stablehlo.add %81, %82 : tensor<16x24xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<16x24xf32>, tensor<f32>) -> tensor<24xf32>
    %85 = stablehlo.reshape %84 : (tensor<24xf32>) -> tensor<1x24xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<1x24xf32>, tensor<f32>) -> tensor<24xf32>
    %87 = stablehlo.dot_general %83, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x24xf32>, tensor<16x20xf32>) -> tensor<24x20xf32>
    %88 = stablehlo.transpose %87, dims = [1, 0] : (tensor<24x20xf32>) -> tensor<20x24xf32>
    %89 = stablehlo.dot_general %83, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x24xf32>, tensor<20x24xf32>) -> tensor<16x20xf32>
    %90 = stablehlo.add %74, %89 : tensor<16x20xf32>
    %91 = stablehlo.multiply %90, %13 : tensor<16x20xf32>
    %92 = stablehlo.multiply %91, %11 : tensor<16x20xf32>
    %93 = stablehlo.add %91, %92 : tensor<16x20xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.reduce(%93 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<16x20xf32>, tensor<f32>) -> tensor<20xf32>
    %95 = stablehlo.reshape %94 : (tensor<20xf32>) -> tensor<1x20xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x20xf32>, tensor<f32>) -> tensor<20xf32>
    %97 = stablehlo.dot_general %93, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<16x16xf32>) -> tensor<20x16xf32>
    %98 = stablehlo.transpose %97, dims = [1, 0] : (tensor<20x16xf32>) -> tensor<16x20xf32>
    %99 = stablehlo.dot_general %93, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x20xf32>, tensor<16x20xf32>) -> tensor<16x16xf32>
    %100 = stablehlo.add %65, %99 : tensor<16x16xf32>
    %101 = stablehlo.multiply %100, %6 : tensor<16x16xf32>
    %102 = stablehlo.multiply %101, %4 : tensor<16x16xf32>
    %103 = stablehlo.add %101, %102 : tensor<16x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %105 = stablehlo.reshape %104 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %107 = stablehlo.dot_general %103, %arg24, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %108 = stablehlo.transpose %107, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %110 = stablehlo.multiply %109, %arg12 : tensor<16xf32>
    %111 = stablehlo.add %110, %106 : tensor<16xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %113 = stablehlo.multiply %112, %arg13 : tensor<12x16xf32>
    %114 = stablehlo.add %113, %108 : tensor<12x16xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %116 = stablehlo.multiply %115, %arg14 : tensor<20xf32>
    %117 = stablehlo.add %116, %96 : tensor<20xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x20xf32>
    %119 = stablehlo.multiply %118, %arg15 : tensor<16x20xf32>
    %120 = stablehlo.add %119, %98 : tensor<16x20xf32>
    %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %122 = stablehlo.multiply %121, %arg16 : tensor<24xf32>
    %123 = stablehlo.add %122, %86 : tensor<24xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<20x24xf32>
    %125 = stablehlo.multiply %124, %arg17 : tensor<20x24xf32>
    %126 = stablehlo.add %125, %88 : tensor<20x24xf32>
    %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %128 = stablehlo.multiply %127, %arg18 : tensor<20xf32>
    %129 = stablehlo.add %128, %77 : tensor<20xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<24x20xf32>
    %131 = stablehlo.multiply %130, %arg19 : tensor<24x20xf32>
    %132 = stablehlo.add %131, %79 : tensor<24x20xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %134 = stablehlo.multiply %133, %arg20 : tensor<16xf32>
    %135 = stablehlo.add %134, %68 : tensor<16xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<20x16xf32>
    %137 = stablehlo.multiply %136, %arg21 : tensor<20x16xf32>
    %138 = stablehlo.add %137, %70 : tensor<20x16xf32>
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %140 = stablehlo.multiply %139, %arg22 : tensor<12xf32>
    %141 = stablehlo.add %140, %59 : tensor<12xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %143 = stablehlo.multiply %142, %arg23 : tensor<16x12xf32>
    %144 = stablehlo.add %143, %61 : tensor<16x12xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %146 = stablehlo.multiply %145, %111 : tensor<16xf32>
    %147 = stablehlo.subtract %arg0, %146 : tensor<16xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %149 = stablehlo.multiply %148, %114 : tensor<12x16xf32>
    %150 = stablehlo.subtract %arg1, %149 : tensor<12x16xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %152 = stablehlo.multiply %151, %117 : tensor<20xf32>
    %153 = stablehlo.subtract %arg2, %152 : tensor<20xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x20xf32>
    %155 = stablehlo.multiply %154, %120 : tensor<16x20xf32>
    %156 = stablehlo.subtract %arg3, %155 : tensor<16x20xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %158 = stablehlo.multiply %157, %123 : tensor<24xf32>
    %159 = stablehlo.subtract %arg4, %158 : tensor<24xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<20x24xf32>
    %161 = stablehlo.multiply %160, %126 : tensor<20x24xf32>
    %162 = stablehlo.subtract %arg5, %161 : tensor<20x24xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %164 = stablehlo.multiply %163, %129 : tensor<20xf32>
    %165 = stablehlo.subtract %arg6, %164 : tensor<20xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<24x20xf32>
    %167 = stablehlo.multiply %166, %132 : tensor<24x20xf32>
    %168 = stablehlo.subtract %arg7, %167 : tensor<24x20xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %170 = stablehlo.multiply %169, %135 : tensor<16xf32>
    %171 = stablehlo.subtract %arg8, %170 : tensor<16xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<20x16xf32>
    %173 = stablehlo.multiply %172, %138 : tensor<20x16xf32>
    %174 = stablehlo.subtract %arg9, %173 : tensor<20x16xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %176 = stablehlo.multiply %175, %141 : tensor<12xf32>
    %177 = stablehlo.subtract %arg10, %176 : tensor<12xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %179 = stablehlo.multiply %178, %144 : tensor<16x12xf32>
    %180 = stablehlo.subtract %arg11, %179 : tensor<16x12xf32>
    return %147, %150, %153, %156, %159, %162, %165, %168, %171, %174, %177, %180, %111, %114, %117, %120, %123, %126, %129, %132, %135, %138, %141, %144, %50 : tensor<16xf32>, tensor<12x16xf32>, tensor<20xf32>, tensor<16x20xf32>, tensor<24xf32>, tensor<20x24xf32>, tensor<20xf32>, tensor<24x20xf32>, tensor<16xf32>, tensor<20x16xf32>, tensor<12xf32>, tensor<16x12xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<20xf32>, tensor<16x20xf32>, tensor<24xf32>, tensor<20x24xf32>, tensor<20xf32>, tensor<24x20xf32>, tensor<16xf32>, tensor<20x16xf32>, tensor<12xf32>, tensor<16x12xf32>, tensor<f32>
  }
}
