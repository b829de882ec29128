module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<16xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<16xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<16x16xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<16xf32> {tf.aliasing_output = 8 : i32} loc("params['l4']['b']"), %arg9: tensor<16x16xf32> {tf.aliasing_output = 9 : i32} loc("params['l4']['w']"), %arg10: tensor<16xf32> {tf.aliasing_output = 10 : i32} loc("params['l5']['b']"), %arg11: tensor<16x16xf32> {tf.aliasing_output = 11 : i32} loc("params['l5']['w']"), %arg12: tensor<16xf32> {tf.aliasing_output = 12 : i32} loc("params['l6']['b']"), %arg13: tensor<16x16xf32> {tf.aliasing_output = 13 : i32} loc("params['l6']['w']"), %arg14: tensor<6xf32> {tf.aliasing_output = 14 : i32} loc("params['l7']['b']"), %arg15: tensor<16x6xf32> {tf.aliasing_output = 15 : i32} loc("params['l7']['w']"), %arg16: tensor<16xf32> {tf.aliasing_output = 16 : i32} loc("momentum['l0']['b']"), %arg17: tensor<12x16xf32> {tf.aliasing_output = 17 : i32} loc("momentum['l0']['w']"), %arg18: tensor<16xf32> {tf.aliasing_output = 18 : i32} loc("momentum['l1']['b']"), %arg19: tensor<16x16xf32> {tf.aliasing_output = 19 : i32} loc("momentum['l1']['w']"), %arg20: tensor<16xf32> {tf.aliasing_output = 20 : i32} loc("momentum['l2']['b']"), %arg21: tensor<16x16xf32> {tf.aliasing_output = 21 : i32} loc("momentum['l2']['w']"), %arg22: tensor<16xf32> {tf.aliasing_output = 22 : i32} loc("momentum['l3']['b']"), %arg23: tensor<16x16xf32> {tf.aliasing_output = 23 : i32} loc("momentum['l3']['w']"), %arg24: tensor<16xf32> {tf.aliasing_output = 24 : i32} loc("momentum['l4']['b']"), %arg25: tensor<16x16xf32> {tf.aliasing_output = 25 : i32} loc("momentum['l4']['w']"), %arg26: tensor<16xf32> {tf.aliasing_output = 26 : i32} loc("momentum['l5']['b']"), %arg27: tensor<16x16xf32> {tf.aliasing_output = 27 : i32} loc("momentum['l5']['w']"), %arg28: tensor<16xf32> {tf.aliasing_output = 28 : i32} loc("momentum['l6']['b']"), %arg29: tensor<16x16xf32> {tf.aliasing_output = 29 : i32} loc("momentum['l6']['w']"), %arg30: tensor<6xf32> {tf.aliasing_output = 30 : i32} loc("momentum['l7']['b']"), %arg31: tensor<16x6xf32> {tf.aliasing_output = 31 : i32} loc("momentum['l7']['w']"), %arg32: tensor<16x12xf32> loc("batch['x']"), %arg33: tensor<16x6xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l4']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l4']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l5']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l5']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l6']['b']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l6']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l7']['b']"}, tensor<16x6xf32> {jax.result_info = "result[0]['l7']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l4']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l4']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l5']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l5']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l6']['b']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l6']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l7']['b']"}, tensor<16x6xf32> {jax.result_info = "result[1]['l7']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg32, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
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
    %21 = stablehlo.dot_general %18, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %24 = stablehlo.add %21, %23 : tensor<16x16xf32>
    %25 = stablehlo.tanh %24 : tensor<16x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<16x16xf32>
    %28 = stablehlo.dot_general %25, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %29 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %31 = stablehlo.add %28, %30 : tensor<16x16xf32>
    %32 = stablehlo.tanh %31 : tensor<16x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %34 = stablehlo.subtract %33, %32 : tensor<16x16xf32>
    %35 = stablehlo.dot_general %32, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %36 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %38 = stablehlo.add %35, %37 : tensor<16x16xf32>
    %39 = stablehlo.tanh %38 : tensor<16x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %41 = stablehlo.subtract %40, %39 : tensor<16x16xf32>
    %42 = stablehlo.dot_general %39, %arg13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %43 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %45 = stablehlo.add %42, %44 : tensor<16x16xf32>
    %46 = stablehlo.tanh %45 : tensor<16x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %48 = stablehlo.subtract %47, %46 : tensor<16x16xf32>
    %49 = stablehlo.dot_general %46, %arg15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %50 = stablehlo.broadcast_in_dim %arg14, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %52 = stablehlo.add %49, %51 : tensor<16x6xf32>
    %53 = stablehlo.subtract %52, %arg33 : tensor<16x6xf32>
    %54 = stablehlo.multiply %53, %53 : tensor<16x6xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %56 = stablehlo.multiply %55, %53 : tensor<16x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %58 = stablehlo.divide %57, %cst_8 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_10 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %59 = stablehlo.divide %cst_9, %cst_10 : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %61 = stablehlo.multiply %60, %56 : tensor<16x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %63 = stablehlo.reshape %62 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %65 = stablehlo.dot_general %61, %46, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %66 = stablehlo.transpose %65, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %67 = stablehlo.dot_general %61, %arg15, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %68 = stablehlo.multiply %67, %48 : tensor<16x16xf32>
    %69 = stablehlo.multiply %68, %46 : tensor<16x16xf32>
    %70 = stablehlo.add %68, %69 : tensor<16x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %72 = stablehlo.reshape %71 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %74 = stablehlo.dot_general %70, %39, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %75 = stablehlo.transpose %74, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %76 = stablehlo.dot_general %70, %arg13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %77 = stablehlo.multiply %76, %41 : tensor<16x16xf32>
    %78 = stablehlo.multiply %77, %39 : tensor<16x16xf32>
    %79 = stablehlo.add %77, %78 : tensor<16x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %81 = stablehlo.reshape %80 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %83 = stablehlo.dot_general %79, %32, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %84 = stablehlo.transpose %83, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %85 = stablehlo.dot_general %79, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %86 = stablehlo.multiply %85, %34 : tensor<16x16xf32>
    %87 = stablehlo.multiply %86, %32 : tensor<16x16xf32>
    %88 = stablehlo.add %86, %87 : tensor<16x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %90 = stablehlo.reshape %89 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %92 = stablehlo.dot_general %88, %25, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %94 = stablehlo.dot_general %88, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %95 = stablehlo.multiply %94, %27 : tensor<16x16xf32>
    %96 = stablehlo.multiply %95, %25 : tensor<16x16xf32>
    %97 = stablehlo.add %95, %96 : tensor<16x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %99 = stablehlo.reshape %98 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %101 = stablehlo.dot_general %97, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %102 = stablehlo.transpose %101, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %103 = stablehlo.dot_general %97, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %104 = stablehlo.multiply %103, %20 : tensor<16x16xf32>
    %105 = stablehlo.multiply %104, %18 : tensor<16x16xf32>
    %106 = stablehlo.add %104, %105 : tensor<16x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %108 = stablehlo.reshape %107 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %110 = stablehlo.dot_general %106, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %111 = stablehlo.transpose %110, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %112 = stablehlo.dot_general %106, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %113 = stablehlo.multiply %112, %13 : tensor<16x16xf32>
    %114 = stablehlo.multiply %113, %11 : tensor<16x16xf32>
    %115 = stablehlo.add %113, %114 : tensor<16x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %117 = stablehlo.reshape %116 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %119 = stablehlo.dot_general %115, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %120 = stablehlo.transpose %119, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %121 = stablehlo.dot_general %115, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %122 = stablehlo.multiply %121, %6 : tensor<16x16xf32>
    %123 = stablehlo.multiply %122, %4 : tensor<16x16xf32>
    %124 = stablehlo.add %122, %123 : tensor<16x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %126 = stablehlo.reshape %125 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %128 = stablehlo.dot_general %124, %arg32, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %129 = stablehlo.transpose %128, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %131 = stablehlo.multiply %130, %arg16 : tensor<16xf32>
    %132 = stablehlo.add %131, %127 : tensor<16xf32>
    %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %134 = stablehlo.multiply %133, %arg17 : tensor<12x16xf32>
    %135 = stablehlo.add %134, %129 : tensor<12x16xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %137 = stablehlo.multiply %136, %arg18 : tensor<16xf32>
    %138 = stablehlo.add %137, %118 : tensor<16xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %140 = stablehlo.multiply %139, %arg19 : tensor<16x16xf32>
    %141 = stablehlo.add %140, %120 : tensor<16x16xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %143 = stablehlo.multiply %142, %arg20 : tensor<16xf32>
    %144 = stablehlo.add %143, %109 : tensor<16xf32>
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %146 = stablehlo.multiply %145, %arg21 : tensor<16x16xf32>
    %147 = stablehlo.add %146, %111 : tensor<16x16xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %149 = stablehlo.multiply %148, %arg22 : tensor<16xf32>
    %150 = stablehlo.add %149, %100 : tensor<16xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %152 = stablehlo.multiply %151, %arg23 : tensor<16x16xf32>
    %153 = stablehlo.add %152, %102 : tensor<16x16xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %155 = stablehlo.multiply %154, %arg24 : tensor<16xf32>
    %156 = stablehlo.add %155, %91 : tensor<16xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %158 = stablehlo.multiply %157, %arg25 : tensor<16x16xf32>
    %159 = stablehlo.add %158, %93 : tensor<16x16xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %161 = stablehlo.multiply %160, %arg26 : tensor<16xf32>
    %162 = stablehlo.add %161, %82 : tensor<16xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %164 = stablehlo.multiply %163, %arg27 : tensor<16x16xf32>
    %165 = stablehlo.add %164, %84 : tensor<16x16xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %167 = stablehlo.multiply %166, %arg28 : tensor<16xf32>
    %168 = stablehlo.add %167, %73 : tensor<16xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %170 = stablehlo.multiply %169, %arg29 : tensor<16x16xf32>
    %171 = stablehlo.add %170, %75 : tensor<16x16xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %173 = stablehlo.multiply %172, %arg30 : tensor<6xf32>
    %174 = stablehlo.add %173, %64 : tensor<6xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %176 = stablehlo.multiply %175, %arg31 : tensor<16x6xf32>
    %177 = stablehlo.add %176, %66 : tensor<16x6xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %179 = stablehlo.multiply %178, %132 : tensor<16xf32>
    %180 = stablehlo.subtract %arg0, %179 : tensor<16xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %182 = stablehlo.multiply %181, %135 : tensor<12x16xf32>
    %183 = stablehlo.subtract %arg1, %182 : tensor<12x16xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %185 = stablehlo.multiply %184, %138 : tensor<16xf32>
    %186 = stablehlo.subtract %arg2, %185 : tensor<16xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %188 = stablehlo.multiply %187, %141 : tensor<16x16xf32>
    %189 = stablehlo.subtract %arg3, %188 : tensor<16x16xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %191 = stablehlo.multiply %190, %144 : tensor<16xf32>
    %192 = stablehlo.subtract %arg4, %191 : tensor<16xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %194 = stablehlo.multiply %193, %147 : tensor<16x16xf32>
    %195 = stablehlo.subtract %arg5, %194 : tensor<16x16xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %197 = stablehlo.multiply %196, %150 : tensor<16xf32>
    %198 = stablehlo.subtract %arg6, %197 : tensor<16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %200 = stablehlo.multiply %199, %153 : tensor<16x16xf32>
    %201 = stablehlo.subtract %arg7, %200 : tensor<16x16xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %203 = stablehlo.multiply %202, %156 : tensor<16xf32>
    %204 = stablehlo.subtract %arg8, %203 : tensor<16xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %206 = stablehlo.multiply %205, %159 : tensor<16x16xf32>
    %207 = stablehlo.subtract %arg9, %206 : tensor<16x16xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %209 = stablehlo.multiply %208, %162 : tensor<16xf32>
    %210 = stablehlo.subtract %arg10, %209 : tensor<16xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %212 = stablehlo.multiply %211, %165 : tensor<16x16xf32>
    %213 = stablehlo.subtract %arg11, %212 : tensor<16x16xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %215 = stablehlo.multiply %214, %168 : tensor<16xf32>
    %216 = stablehlo.subtract %arg12, %215 : tensor<16xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %218 = stablehlo.multiply %217, %171 : tensor<16x16xf32>
    %219 = stablehlo.subtract %arg13, %218 : tensor<16x16xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %221 = stablehlo.multiply %220, %174 : tensor<6xf32>
    %222 = stablehlo.subtract %arg14, %221 : tensor<6xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %224 = stablehlo.multiply %223, %177 : tensor<16x6xf32>
    %225 = stablehlo.subtract %arg15, %224 : tensor<16x6xf32>
    return %180, %183, %186, %189, %192, %195, %198, %201, %204, %207, %210, %213, %216, %219, %222, %225, %132, %135, %138, %141, %144, %147, %150, %153, %156, %159, %162, %165, %168, %171, %174, %177, %58 : tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<6xf32>, tensor<16x6xf32>, tensor<f32>
  }
}
