module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<16x4xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['head']"), %arg2: tensor<12x16xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['w']"), %arg3: tensor<16xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['b']"), %arg4: tensor<16x4xf32> {tf.aliasing_output = 4 : i32} loc("params['l1']['head']"), %arg5: tensor<16x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l1']['w']"), %arg6: tensor<16xf32> {tf.aliasing_output = 6 : i32} loc("params['l2']['b']"), %arg7: tensor<16x4xf32> {tf.aliasing_output = 7 : i32} loc("params['l2']['head']"), %arg8: tensor<16x16xf32> {tf.aliasing_output = 8 : i32} loc("params['l2']['w']"), %arg9: tensor<16xf32> {tf.aliasing_output = 9 : i32} loc("params['l3']['b']"), %arg10: tensor<16x5xf32> {tf.aliasing_output = 10 : i32} loc("params['l3']['classes']"), %arg11: tensor<16x4xf32> {tf.aliasing_output = 11 : i32} loc("params['l3']['head']"), %arg12: tensor<16x16xf32> {tf.aliasing_output = 12 : i32} loc("params['l3']['w']"), %arg13: tensor<16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l0']['b']"), %arg14: tensor<16x4xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l0']['head']"), %arg15: tensor<12x16xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l0']['w']"), %arg16: tensor<16xf32> {tf.aliasing_output = 16 : i32} loc("momentum['l1']['b']"), %arg17: tensor<16x4xf32> {tf.aliasing_output = 17 : i32} loc("momentum['l1']['head']"), %arg18: tensor<16x16xf32> {tf.aliasing_output = 18 : i32} loc("momentum['l1']['w']"), %arg19: tensor<16xf32> {tf.aliasing_output = 19 : i32} loc("momentum['l2']['b']"), %arg20: tensor<16x4xf32> {tf.aliasing_output = 20 : i32} loc("momentum['l2']['head']"), %arg21: tensor<16x16xf32> {tf.aliasing_output = 21 : i32} loc("momentum['l2']['w']"), %arg22: tensor<16xf32> {tf.aliasing_output = 22 : i32} loc("momentum['l3']['b']"), %arg23: tensor<16x5xf32> {tf.aliasing_output = 23 : i32} loc("momentum['l3']['classes']"), %arg24: tensor<16x4xf32> {tf.aliasing_output = 24 : i32} loc("momentum['l3']['head']"), %arg25: tensor<16x16xf32> {tf.aliasing_output = 25 : i32} loc("momentum['l3']['w']"), %arg26: tensor<16xi32> loc("batch['label']"), %arg27: tensor<16x12xf32> loc("batch['x']"), %arg28: tensor<16x4xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<16x4xf32> {jax.result_info = "result[0]['l0']['head']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x4xf32> {jax.result_info = "result[0]['l1']['head']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<16x4xf32> {jax.result_info = "result[0]['l2']['head']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x5xf32> {jax.result_info = "result[0]['l3']['classes']"}, tensor<16x4xf32> {jax.result_info = "result[0]['l3']['head']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<16x4xf32> {jax.result_info = "result[1]['l0']['head']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x4xf32> {jax.result_info = "result[1]['l1']['head']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<16x4xf32> {jax.result_info = "result[1]['l2']['head']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x5xf32> {jax.result_info = "result[1]['l3']['classes']"}, tensor<16x4xf32> {jax.result_info = "result[1]['l3']['head']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[2]['classes']"}, tensor<f32> {jax.result_info = "result[2]['head0']"}, tensor<f32> {jax.result_info = "result[2]['head1']"}, tensor<f32> {jax.result_info = "result[2]['head2']"}, tensor<f32> {jax.result_info = "result[2]['head3']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg27, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x16xf32>
    %7 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %8 = stablehlo.subtract %7, %arg28 : tensor<16x4xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<16x4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<16x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_2 : tensor<f32>
    %14 = stablehlo.dot_general %4, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %15 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %17 = stablehlo.add %14, %16 : tensor<16x16xf32>
    %18 = stablehlo.tanh %17 : tensor<16x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %20 = stablehlo.subtract %19, %18 : tensor<16x16xf32>
    %21 = stablehlo.dot_general %18, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %22 = stablehlo.subtract %21, %arg28 : tensor<16x4xf32>
    %23 = stablehlo.multiply %22, %22 : tensor<16x4xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %25 = stablehlo.multiply %24, %22 : tensor<16x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%23 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_6 : tensor<f32>
    %28 = stablehlo.dot_general %18, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %29 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %31 = stablehlo.add %28, %30 : tensor<16x16xf32>
    %32 = stablehlo.tanh %31 : tensor<16x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %34 = stablehlo.subtract %33, %32 : tensor<16x16xf32>
    %35 = stablehlo.dot_general %32, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %36 = stablehlo.subtract %35, %arg28 : tensor<16x4xf32>
    %37 = stablehlo.multiply %36, %36 : tensor<16x4xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %39 = stablehlo.multiply %38, %36 : tensor<16x4xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %41 = stablehlo.divide %40, %cst_10 : tensor<f32>
    %42 = stablehlo.dot_general %32, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %43 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %45 = stablehlo.add %42, %44 : tensor<16x16xf32>
    %46 = stablehlo.tanh %45 : tensor<16x16xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %48 = stablehlo.subtract %47, %46 : tensor<16x16xf32>
    %49 = stablehlo.dot_general %46, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %50 = stablehlo.subtract %49, %arg28 : tensor<16x4xf32>
    %51 = stablehlo.multiply %50, %50 : tensor<16x4xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %53 = stablehlo.multiply %52, %50 : tensor<16x4xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%51 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %55 = stablehlo.divide %54, %cst_14 : tensor<f32>
    %56 = stablehlo.dot_general %46, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x5xf32>) -> tensor<16x5xf32>
    %57:3 = call @log_softmax(%56) : (tensor<16x5xf32>) -> (tensor<16x5xf32>, tensor<16x5xf32>, tensor<16x1xf32>)
    %58 = stablehlo.broadcast_in_dim %arg26, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %59:2 = call @take_along_axis(%57#0, %58) : (tensor<16x5xf32>, tensor<16x1xi32>) -> (tensor<16x1xf32>, tensor<16x1x1xi32>)
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59#0 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %61 = stablehlo.divide %60, %cst_16 : tensor<f32>
    %62 = stablehlo.negate %61 : tensor<f32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.add %cst_17, %13 : tensor<f32>
    %64 = stablehlo.add %63, %27 : tensor<f32>
    %65 = stablehlo.add %64, %41 : tensor<f32>
    %66 = stablehlo.add %65, %55 : tensor<f32>
    %67 = stablehlo.add %66, %62 : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.negate %cst_18 : tensor<f32>
    %cst_19 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %69 = stablehlo.divide %68, %cst_19 : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %71 = call @take_along_axis_0(%59#1, %70) : (tensor<16x1x1xi32>, tensor<16x1xf32>) -> tensor<16x5xf32>
    %72 = call @log_softmax_1(%57#1, %57#2, %71) : (tensor<16x5xf32>, tensor<16x1xf32>, tensor<16x5xf32>) -> tensor<16x5xf32>
    %73 = stablehlo.dot_general %72, %46, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x5xf32>, tensor<16x16xf32>) -> tensor<5x16xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<5x16xf32>) -> tensor<16x5xf32>
    %75 = stablehlo.dot_general %72, %arg10, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x5xf32>, tensor<16x5xf32>) -> tensor<16x16xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %76 = stablehlo.divide %cst_20, %cst_21 : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %78 = stablehlo.multiply %77, %53 : tensor<16x4xf32>
    %79 = stablehlo.dot_general %78, %46, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %80 = stablehlo.transpose %79, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %81 = stablehlo.dot_general %78, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x16xf32>
    %82 = stablehlo.add %75, %81 : tensor<16x16xf32>
    %83 = stablehlo.multiply %82, %48 : tensor<16x16xf32>
    %84 = stablehlo.multiply %83, %46 : tensor<16x16xf32>
    %85 = stablehlo.add %83, %84 : tensor<16x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %87 = stablehlo.reshape %86 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %89 = stablehlo.dot_general %85, %32, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %90 = stablehlo.transpose %89, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %91 = stablehlo.dot_general %85, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_25 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %92 = stablehlo.divide %cst_24, %cst_25 : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %94 = stablehlo.multiply %93, %39 : tensor<16x4xf32>
    %95 = stablehlo.dot_general %94, %32, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %96 = stablehlo.transpose %95, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %97 = stablehlo.dot_general %94, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x16xf32>
    %98 = stablehlo.add %91, %97 : tensor<16x16xf32>
    %99 = stablehlo.multiply %98, %34 : tensor<16x16xf32>
    %100 = stablehlo.multiply %99, %32 : tensor<16x16xf32>
    %101 = stablehlo.add %99, %100 : tensor<16x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.reduce(%101 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %103 = stablehlo.reshape %102 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %105 = stablehlo.dot_general %101, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %106 = stablehlo.transpose %105, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %107 = stablehlo.dot_general %101, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_29 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %108 = stablehlo.divide %cst_28, %cst_29 : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %110 = stablehlo.multiply %109, %25 : tensor<16x4xf32>
    %111 = stablehlo.dot_general %110, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %112 = stablehlo.transpose %111, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %113 = stablehlo.dot_general %110, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x16xf32>
    %114 = stablehlo.add %107, %113 : tensor<16x16xf32>
    %115 = stablehlo.multiply %114, %20 : tensor<16x16xf32>
    %116 = stablehlo.multiply %115, %18 : tensor<16x16xf32>
    %117 = stablehlo.add %115, %116 : tensor<16x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %119 = stablehlo.reshape %118 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %121 = stablehlo.dot_general %117, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %122 = stablehlo.transpose %121, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %123 = stablehlo.dot_general %117, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_33 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %124 = stablehlo.divide %cst_32, %cst_33 : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %126 = stablehlo.multiply %125, %11 : tensor<16x4xf32>
    %127 = stablehlo.dot_general %126, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %128 = stablehlo.transpose %127, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
    %129 = stablehlo.dot_general %126, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x16xf32>
    %130 = stablehlo.add %123, %129 : tensor<16x16xf32>
    %131 = stablehlo.multiply %130, %6 : tensor<16x16xf32>
    %132 = stablehlo.multiply %131, %4 : tensor<16x16xf32>
    %133 = stablehlo.add %131, %132 : tensor<16x16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_34) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %135 = stablehlo.reshape %134 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%135 init: %cst_35) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %137 = stablehlo.dot_general %133, %arg27, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %138 = stablehlo.transpose %137, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %140 = stablehlo.multiply %139, %arg13 : tensor<16xf32>
    %141 = stablehlo.add %140, %136 : tensor<16xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %143 = stablehlo.multiply %142, %arg14 : tensor<16x4xf32>
    %144 = stablehlo.add %143, %128 : tensor<16x4xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %146 = stablehlo.multiply %145, %arg15 : tensor<12x16xf32>
    %147 = stablehlo.add %146, %138 : tensor<12x16xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %149 = stablehlo.multiply %148, %arg16 : tensor<16xf32>
    %150 = stablehlo.add %149, %120 : tensor<16xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %152 = stablehlo.multiply %151, %arg17 : tensor<16x4xf32>
    %153 = stablehlo.add %152, %112 : tensor<16x4xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %155 = stablehlo.multiply %154, %arg18 : tensor<16x16xf32>
    %156 = stablehlo.add %155, %122 : tensor<16x16xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %158 = stablehlo.multiply %157, %arg19 : tensor<16xf32>
    %159 = stablehlo.add %158, %104 : tensor<16xf32>
    %cst_43 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %161 = stablehlo.multiply %160, %arg20 : tensor<16x4xf32>
    %162 = stablehlo.add %161, %96 : tensor<16x4xf32>
    %cst_44 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %164 = stablehlo.multiply %163, %arg21 : tensor<16x16xf32>
    %165 = stablehlo.add %164, %106 : tensor<16x16xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %167 = stablehlo.multiply %166, %arg22 : tensor<16xf32>
    %168 = stablehlo.add %167, %88 : tensor<16xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16x5xf32>
    %170 = stablehlo.multiply %169, %arg23 : tensor<16x5xf32>
    %171 = stablehlo.add %170, %74 : tensor<16x5xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %173 = stablehlo.multiply %172, %arg24 : tensor<16x4xf32>
    %174 = stablehlo.add %173, %80 : tensor<16x4xf32>
    %cst_48 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %176 = stablehlo.multiply %175, %arg25 : tensor<16x16xf32>
    %177 = stablehlo.add %176, %90 : tensor<16x16xf32>
    %cst_49 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %179 = stablehlo.multiply %178, %141 : tensor<16xf32>
    %180 = stablehlo.subtract %arg0, %179 : tensor<16xf32>
    %cst_50 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %182 = stablehlo.multiply %181, %144 : tensor<16x4xf32>
    %183 = stablehlo.subtract %arg1, %182 : tensor<16x4xf32>
    %cst_51 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %185 = stablehlo.multiply %184, %147 : tensor<12x16xf32>
    %186 = stablehlo.subtract %arg2, %185 : tensor<12x16xf32>
    %cst_52 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %188 = stablehlo.multiply %187, %150 : tensor<16xf32>
    %189 = stablehlo.subtract %arg3, %188 : tensor<16xf32>
    %cst_53 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %191 = stablehlo.multiply %190, %153 : tensor<16x4xf32>
    %192 = stablehlo.subtract %arg4, %191 : tensor<16x4xf32>
    %cst_54 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %194 = stablehlo.multiply %193, %156 : tensor<16x16xf32>
    %195 = stablehlo.subtract %arg5, %194 : tensor<16x16xf32>
    %cst_55 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %197 = stablehlo.multiply %196, %159 : tensor<16xf32>
    %198 = stablehlo.subtract %arg6, %197 : tensor<16xf32>
    %cst_56 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %200 = stablehlo.multiply %199, %162 : tensor<16x4xf32>
    %201 = stablehlo.subtract %arg7, %200 : tensor<16x4xf32>
    %cst_57 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %203 = stablehlo.multiply %202, %165 : tensor<16x16xf32>
    %204 = stablehlo.subtract %arg8, %203 : tensor<16x16xf32>
    %cst_58 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %206 = stablehlo.multiply %205, %168 : tensor<16xf32>
    %207 = stablehlo.subtract %arg9, %206 : tensor<16xf32>
    %cst_59 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16x5xf32>
    %209 = stablehlo.multiply %208, %171 : tensor<16x5xf32>
    %210 = stablehlo.subtract %arg10, %209 : tensor<16x5xf32>
    %cst_60 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %212 = stablehlo.multiply %211, %174 : tensor<16x4xf32>
    %213 = stablehlo.subtract %arg11, %212 : tensor<16x4xf32>
    %cst_61 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %215 = stablehlo.multiply %214, %177 : tensor<16x16xf32>
    %216 = stablehlo.subtract %arg12, %215 : tensor<16x16xf32>
    return %180, %183, %186, %189, %192, %195, %198, %201, %204, %207, %210, %213, %216, %141, %144, %147, %150, %153, %156, %159, %162, %165, %168, %171, %174, %177, %62, %13, %27, %41, %55, %67 : tensor<16xf32>, tensor<16x4xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x5xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<12x16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x5xf32>, tensor<16x4xf32>, tensor<16x16xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<16x5xf32> loc(unknown)) -> (tensor<16x5xf32>, tensor<16x5xf32>, tensor<16x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x5xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x5xf32>
    %6 = stablehlo.exponential %5 : tensor<16x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %9 = stablehlo.log %8 : tensor<16x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x5xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<16x5xf32>
    return %11, %6, %8 : tensor<16x5xf32>, tensor<16x5xf32>, tensor<16x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<16x5xf32> loc(unknown), %arg1: tensor<16x1xi32> loc(unknown)) -> (tensor<16x1xf32>, tensor<16x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x1xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<16x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<16x1xi1>, tensor<16x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<16x1xi32>) -> tensor<16x1x1xi32>
    %c_1 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<16x1x1xi32>, tensor<16x1x1xi32>) -> tensor<16x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<16x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<16x1x1xi32>, tensor<16x1x1xi32>) -> tensor<16x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<16x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<16x1x1xi1>, tensor<i1>) -> tensor<16x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<16x5xf32>, tensor<16x1x1xi32>) -> tensor<16x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<16x1xi1>, tensor<16x1xf32>
    return %15, %5 : tensor<16x1xf32>, tensor<16x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<16x1x1xi32> loc(unknown), %arg1: tensor<16x1xf32> loc(unknown)) -> tensor<16x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x5xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x5xf32>, tensor<16x1x1xi32>, tensor<16x1xf32>) -> tensor<16x5xf32>
    return %1 : tensor<16x5xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<16x5xf32> loc(unknown), %arg1: tensor<16x1xf32> loc(unknown), %arg2: tensor<16x5xf32> loc(unknown)) -> tensor<16x5xf32> {
    %0 = stablehlo.negate %arg2 : tensor<16x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.reshape %1 : (tensor<16xf32>) -> tensor<16x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<16xf32>) -> tensor<16x5xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<16x5xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<16x5xf32>
    return %7 : tensor<16x5xf32>
  }
}
