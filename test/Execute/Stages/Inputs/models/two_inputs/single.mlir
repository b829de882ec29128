module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<8xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<10x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<8xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<16x8xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<1xf32> {tf.aliasing_output = 8 : i32} loc("params['l4']['b']"), %arg9: tensor<16x1xf32> {tf.aliasing_output = 9 : i32} loc("params['l4']['w']"), %arg10: tensor<16xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l0']['b']"), %arg11: tensor<12x16xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l0']['w']"), %arg12: tensor<8xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l1']['b']"), %arg13: tensor<16x8xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l1']['w']"), %arg14: tensor<16xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l2']['b']"), %arg15: tensor<10x16xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l2']['w']"), %arg16: tensor<8xf32> {tf.aliasing_output = 16 : i32} loc("momentum['l3']['b']"), %arg17: tensor<16x8xf32> {tf.aliasing_output = 17 : i32} loc("momentum['l3']['w']"), %arg18: tensor<1xf32> {tf.aliasing_output = 18 : i32} loc("momentum['l4']['b']"), %arg19: tensor<16x1xf32> {tf.aliasing_output = 19 : i32} loc("momentum['l4']['w']"), %arg20: tensor<16x12xf32> loc("batch['a']"), %arg21: tensor<16x10xf32> loc("batch['b']"), %arg22: tensor<16xf32> loc("batch['y']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<10x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<8xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<1xf32> {jax.result_info = "result[0]['l4']['b']"}, tensor<16x1xf32> {jax.result_info = "result[0]['l4']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<10x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<8xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<1xf32> {jax.result_info = "result[1]['l4']['b']"}, tensor<16x1xf32> {jax.result_info = "result[1]['l4']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg20, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x16xf32>
    %7 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %8 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %10 = stablehlo.add %7, %9 : tensor<16x8xf32>
    %11 = stablehlo.dot_general %arg21, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<10x16xf32>) -> tensor<16x16xf32>
    %12 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %14 = stablehlo.add %11, %13 : tensor<16x16xf32>
    %15 = stablehlo.tanh %14 : tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %17 = stablehlo.subtract %16, %15 : tensor<16x16xf32>
    %18 = stablehlo.dot_general %15, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %19 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %21 = stablehlo.add %18, %20 : tensor<16x8xf32>
    %22 = stablehlo.concatenate %10, %21, dim = 1 : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %23 = stablehlo.dot_general %22, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %24 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<16x1xf32>
    %26 = stablehlo.add %23, %25 : tensor<16x1xf32>
    %27 = stablehlo.reshape %26 : (tensor<16x1xf32>) -> tensor<16xf32>
    %28 = stablehlo.subtract %27, %arg22 : tensor<16xf32>
    %29 = stablehlo.multiply %28, %28 : tensor<16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %31 = stablehlo.multiply %30, %28 : tensor<16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%29 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %34 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %36 = stablehlo.multiply %35, %31 : tensor<16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16x1xf32>, tensor<f32>) -> tensor<1xf32>
    %39 = stablehlo.reshape %38 : (tensor<1xf32>) -> tensor<1x1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %42 = stablehlo.dot_general %37, %22, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x1xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<1x16xf32>) -> tensor<16x1xf32>
    %44 = stablehlo.dot_general %37, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x16xf32>
    %45 = stablehlo.slice %44 [0:16, 0:8] : (tensor<16x16xf32>) -> tensor<16x8xf32>
    %46 = stablehlo.slice %44 [0:16, 8:16] : (tensor<16x16xf32>) -> tensor<16x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %48 = stablehlo.reshape %47 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %50 = stablehlo.dot_general %46, %15, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %51 = stablehlo.transpose %50, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %52 = stablehlo.dot_general %46, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %53 = stablehlo.multiply %52, %17 : tensor<16x16xf32>
    %54 = stablehlo.multiply %53, %15 : tensor<16x16xf32>
    %55 = stablehlo.add %53, %54 : tensor<16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %57 = stablehlo.reshape %56 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %59 = stablehlo.dot_general %55, %arg21, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x10xf32>) -> tensor<16x10xf32>
    %60 = stablehlo.transpose %59, dims = [1, 0] : (tensor<16x10xf32>) -> tensor<10x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%45 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %62 = stablehlo.reshape %61 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %64 = stablehlo.dot_general %45, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %65 = stablehlo.transpose %64, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %66 = stablehlo.dot_general %45, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %67 = stablehlo.multiply %66, %6 : tensor<16x16xf32>
    %68 = stablehlo.multiply %67, %4 : tensor<16x16xf32>
    %69 = stablehlo.add %67, %68 : tensor<16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %71 = stablehlo.reshape %70 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %73 = stablehlo.dot_general %69, %arg20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %76 = stablehlo.multiply %75, %arg10 : tensor<16xf32>
    %77 = stablehlo.add %76, %72 : tensor<16xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %79 = stablehlo.multiply %78, %arg11 : tensor<12x16xf32>
    %80 = stablehlo.add %79, %74 : tensor<12x16xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %82 = stablehlo.multiply %81, %arg12 : tensor<8xf32>
    %83 = stablehlo.add %82, %63 : tensor<8xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %85 = stablehlo.multiply %84, %arg13 : tensor<16x8xf32>
    %86 = stablehlo.add %85, %65 : tensor<16x8xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %88 = stablehlo.multiply %87, %arg14 : tensor<16xf32>
    %89 = stablehlo.add %88, %58 : tensor<16xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<10x16xf32>
    %91 = stablehlo.multiply %90, %arg15 : tensor<10x16xf32>
    %92 = stablehlo.add %91, %60 : tensor<10x16xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %94 = stablehlo.multiply %93, %arg16 : tensor<8xf32>
    %95 = stablehlo.add %94, %49 : tensor<8xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %97 = stablehlo.multiply %96, %arg17 : tensor<16x8xf32>
    %98 = stablehlo.add %97, %51 : tensor<16x8xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %100 = stablehlo.multiply %99, %arg18 : tensor<1xf32>
    %101 = stablehlo.add %100, %41 : tensor<1xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %103 = stablehlo.multiply %102, %arg19 : tensor<16x1xf32>
    %104 = stablehlo.add %103, %43 : tensor<16x1xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %106 = stablehlo.multiply %105, %77 : tensor<16xf32>
    %107 = stablehlo.subtract %arg0, %106 : tensor<16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %109 = stablehlo.multiply %108, %80 : tensor<12x16xf32>
    %110 = stablehlo.subtract %arg1, %109 : tensor<12x16xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %112 = stablehlo.multiply %111, %83 : tensor<8xf32>
    %113 = stablehlo.subtract %arg2, %112 : tensor<8xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %115 = stablehlo.multiply %114, %86 : tensor<16x8xf32>
    %116 = stablehlo.subtract %arg3, %115 : tensor<16x8xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %118 = stablehlo.multiply %117, %89 : tensor<16xf32>
    %119 = stablehlo.subtract %arg4, %118 : tensor<16xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<10x16xf32>
    %121 = stablehlo.multiply %120, %92 : tensor<10x16xf32>
    %122 = stablehlo.subtract %arg5, %121 : tensor<10x16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %124 = stablehlo.multiply %123, %95 : tensor<8xf32>
    %125 = stablehlo.subtract %arg6, %124 : tensor<8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %127 = stablehlo.multiply %126, %98 : tensor<16x8xf32>
    %128 = stablehlo.subtract %arg7, %127 : tensor<16x8xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %130 = stablehlo.multiply %129, %101 : tensor<1xf32>
    %131 = stablehlo.subtract %arg8, %130 : tensor<1xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %133 = stablehlo.multiply %132, %104 : tensor<16x1xf32>
    %134 = stablehlo.subtract %arg9, %133 : tensor<16x1xf32>
    return %107, %110, %113, %116, %119, %122, %125, %128, %131, %134, %77, %80, %83, %86, %89, %92, %95, %98, %101, %104, %33 : tensor<16xf32>, tensor<12x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<1xf32>, tensor<16x1xf32>, tensor<16xf32>, tensor<12x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<1xf32>, tensor<16x1xf32>, tensor<f32>
  }
}
