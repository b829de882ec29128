module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24x72xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['a']"), %arg1: tensor<72x24xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['b']"), %arg2: tensor<24x72xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['a']"), %arg3: tensor<72x24xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['b']"), %arg4: tensor<24x72xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['a']"), %arg5: tensor<72x24xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['b']"), %arg6: tensor<24x72xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['a']"), %arg7: tensor<72x24xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['b']"), %arg8: tensor<24x72xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['a']"), %arg9: tensor<72x24xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['b']"), %arg10: tensor<24x72xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['a']"), %arg11: tensor<72x24xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['b']"), %arg12: tensor<24x72xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['a']"), %arg13: tensor<72x24xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['b']"), %arg14: tensor<24x72xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['a']"), %arg15: tensor<72x24xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['b']"), %arg16: tensor<64x24xf32> loc("batch['x']"), %arg17: tensor<64x24xf32> loc("batch['y']")) -> (tensor<24x72xf32> {jax.result_info = "result[0]['l0']['a']"}, tensor<72x24xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<24x72xf32> {jax.result_info = "result[0]['l1']['a']"}, tensor<72x24xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<24x72xf32> {jax.result_info = "result[0]['l2']['a']"}, tensor<72x24xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<24x72xf32> {jax.result_info = "result[0]['l3']['a']"}, tensor<72x24xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<24x72xf32> {jax.result_info = "result[1]['l0']['a']"}, tensor<72x24xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<24x72xf32> {jax.result_info = "result[1]['l1']['a']"}, tensor<72x24xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<24x72xf32> {jax.result_info = "result[1]['l2']['a']"}, tensor<72x24xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<24x72xf32> {jax.result_info = "result[1]['l3']['a']"}, tensor<72x24xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg16, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<24x72xf32>) -> tensor<64x72xf32>
    %1 = stablehlo.tanh %0 : tensor<64x72xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x72xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<64x72xf32>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<72x24xf32>) -> tensor<64x24xf32>
    %5 = stablehlo.add %arg16, %4 : tensor<64x24xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<24x72xf32>) -> tensor<64x72xf32>
    %7 = stablehlo.tanh %6 : tensor<64x72xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x72xf32>
    %9 = stablehlo.subtract %8, %7 : tensor<64x72xf32>
    %10 = stablehlo.dot_general %7, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<72x24xf32>) -> tensor<64x24xf32>
    %11 = stablehlo.add %5, %10 : tensor<64x24xf32>
    %12 = stablehlo.dot_general %11, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<24x72xf32>) -> tensor<64x72xf32>
    %13 = stablehlo.tanh %12 : tensor<64x72xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x72xf32>
    %15 = stablehlo.subtract %14, %13 : tensor<64x72xf32>
    %16 = stablehlo.dot_general %13, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<72x24xf32>) -> tensor<64x24xf32>
    %17 = stablehlo.add %11, %16 : tensor<64x24xf32>
    %18 = stablehlo.dot_general %17, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<24x72xf32>) -> tensor<64x72xf32>
    %19 = stablehlo.tanh %18 : tensor<64x72xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x72xf32>
    %21 = stablehlo.subtract %20, %19 : tensor<64x72xf32>
    %22 = stablehlo.dot_general %19, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<72x24xf32>) -> tensor<64x24xf32>
    %23 = stablehlo.add %17, %22 : tensor<64x24xf32>
    %24 = stablehlo.subtract %23, %arg17 : tensor<64x24xf32>
    %25 = stablehlo.multiply %24, %24 : tensor<64x24xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x24xf32>
    %27 = stablehlo.multiply %26, %24 : tensor<64x24xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x24xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %30 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<64x24xf32>
    %32 = stablehlo.multiply %31, %27 : tensor<64x24xf32>
    %33 = stablehlo.dot_general %32, %19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<64x72xf32>) -> tensor<24x72xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<24x72xf32>) -> tensor<72x24xf32>
    %35 = stablehlo.dot_general %32, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<72x24xf32>) -> tensor<64x72xf32>
    %36 = stablehlo.multiply %35, %21 : tensor<64x72xf32>
    %37 = stablehlo.multiply %36, %19 : tensor<64x72xf32>
    %38 = stablehlo.add %36, %37 : tensor<64x72xf32>
    %39 = stablehlo.dot_general %38, %17, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<64x24xf32>) -> tensor<72x24xf32>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<72x24xf32>) -> tensor<24x72xf32>
    %41 = stablehlo.dot_general %38, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<24x72xf32>) -> tensor<64x24xf32>
    %42 = stablehlo.add %32, %41 : tensor<64x24xf32>
    %43 = stablehlo.dot_general %42, %13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<64x72xf32>) -> tensor<24x72xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<24x72xf32>) -> tensor<72x24xf32>
    %45 = stablehlo.dot_general %42, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<72x24xf32>) -> tensor<64x72xf32>
    %46 = stablehlo.multiply %45, %15 : tensor<64x72xf32>
    %47 = stablehlo.multiply %46, %13 : tensor<64x72xf32>
    %48 = stablehlo.add %46, %47 : tensor<64x72xf32>
    %49 = stablehlo.dot_general %48, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<64x24xf32>) -> tensor<72x24xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<72x24xf32>) -> tensor<24x72xf32>
    %51 = stablehlo.dot_general %48, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<24x72xf32>) -> tensor<64x24xf32>
    %52 = stablehlo.add %42, %51 : tensor<64x24xf32>
    %53 = stablehlo.dot_general %52, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<64x72xf32>) -> tensor<24x72xf32>
    %54 = stablehlo.transpose %53, dims = [1, 0] : (tensor<24x72xf32>) -> tensor<72x24xf32>
    %55 = stablehlo.dot_general %52, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<72x24xf32>) -> tensor<64x72xf32>
    %56 = stablehlo.multiply %55, %9 : tensor<64x72xf32>
    %57 = stablehlo.multiply %56, %7 : tensor<64x72xf32>
    %58 = stablehlo.add %56, %57 : tensor<64x72xf32>
    %59 = stablehlo.dot_general %58, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<64x24xf32>) -> tensor<72x24xf32>
    %60 = stablehlo.transpose %59, dims = [1, 0] : (tensor<72x24xf32>) -> tensor<24x72xf32>
    %61 = stablehlo.dot_general %58, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<24x72xf32>) -> tensor<64x24xf32>
    %62 = stablehlo.add %52, %61 : tensor<64x24xf32>
    %63 = stablehlo.dot_general %62, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<64x72xf32>) -> tensor<24x72xf32>
    %64 = stablehlo.transpose %63, dims = [1, 0] : (tensor<24x72xf32>) -> tensor<72x24xf32>
    %65 = stablehlo.dot_general %62, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<72x24xf32>) -> tensor<64x72xf32>
    %66 = stablehlo.multiply %65, %3 : tensor<64x72xf32>
    %67 = stablehlo.multiply %66, %1 : tensor<64x72xf32>
    %68 = stablehlo.add %66, %67 : tensor<64x72xf32>
    %69 = stablehlo.dot_general %68, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<64x24xf32>) -> tensor<72x24xf32>
    %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<72x24xf32>) -> tensor<24x72xf32>
    %cst_8 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %72 = stablehlo.multiply %71, %arg8 : tensor<24x72xf32>
    %73 = stablehlo.add %72, %70 : tensor<24x72xf32>
    %cst_9 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %75 = stablehlo.multiply %74, %arg9 : tensor<72x24xf32>
    %76 = stablehlo.add %75, %64 : tensor<72x24xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %78 = stablehlo.multiply %77, %arg10 : tensor<24x72xf32>
    %79 = stablehlo.add %78, %60 : tensor<24x72xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %81 = stablehlo.multiply %80, %arg11 : tensor<72x24xf32>
    %82 = stablehlo.add %81, %54 : tensor<72x24xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %84 = stablehlo.multiply %83, %arg12 : tensor<24x72xf32>
    %85 = stablehlo.add %84, %50 : tensor<24x72xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %87 = stablehlo.multiply %86, %arg13 : tensor<72x24xf32>
    %88 = stablehlo.add %87, %44 : tensor<72x24xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %90 = stablehlo.multiply %89, %arg14 : tensor<24x72xf32>
    %91 = stablehlo.add %90, %40 : tensor<24x72xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %93 = stablehlo.multiply %92, %arg15 : tensor<72x24xf32>
    %94 = stablehlo.add %93, %34 : tensor<72x24xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %96 = stablehlo.multiply %95, %73 : tensor<24x72xf32>
    %97 = stablehlo.subtract %arg0, %96 : tensor<24x72xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %99 = stablehlo.multiply %98, %76 : tensor<72x24xf32>
    %100 = stablehlo.subtract %arg1, %99 : tensor<72x24xf32>
    %cst_18 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %102 = stablehlo.multiply %101, %79 : tensor<24x72xf32>
    %103 = stablehlo.subtract %arg2, %102 : tensor<24x72xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %105 = stablehlo.multiply %104, %82 : tensor<72x24xf32>
    %106 = stablehlo.subtract %arg3, %105 : tensor<72x24xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %108 = stablehlo.multiply %107, %85 : tensor<24x72xf32>
    %109 = stablehlo.subtract %arg4, %108 : tensor<24x72xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %111 = stablehlo.multiply %110, %88 : tensor<72x24xf32>
    %112 = stablehlo.subtract %arg5, %111 : tensor<72x24xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<24x72xf32>
    %114 = stablehlo.multiply %113, %91 : tensor<24x72xf32>
    %115 = stablehlo.subtract %arg6, %114 : tensor<24x72xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<72x24xf32>
    %117 = stablehlo.multiply %116, %94 : tensor<72x24xf32>
    %118 = stablehlo.subtract %arg7, %117 : tensor<72x24xf32>
    return %97, %100, %103, %106, %109, %112, %115, %118, %73, %76, %79, %82, %85, %88, %91, %94, %29 : tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>, tensor<f32>
  }
}
