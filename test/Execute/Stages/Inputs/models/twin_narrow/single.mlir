module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x192xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['a']"), %arg1: tensor<192x64xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['b']"), %arg2: tensor<64x192xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['a']"), %arg3: tensor<192x64xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['b']"), %arg4: tensor<64x192xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['a']"), %arg5: tensor<192x64xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['b']"), %arg6: tensor<64x192xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['a']"), %arg7: tensor<192x64xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['b']"), %arg8: tensor<64x192xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['a']"), %arg9: tensor<192x64xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['b']"), %arg10: tensor<64x192xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['a']"), %arg11: tensor<192x64xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['b']"), %arg12: tensor<64x192xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['a']"), %arg13: tensor<192x64xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['b']"), %arg14: tensor<64x192xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['a']"), %arg15: tensor<192x64xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['b']"), %arg16: tensor<512x64xf32> loc("batch['x']"), %arg17: tensor<512x64xf32> loc("batch['y']")) -> (tensor<64x192xf32> {jax.result_info = "result[0]['l0']['a']"}, tensor<192x64xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<64x192xf32> {jax.result_info = "result[0]['l1']['a']"}, tensor<192x64xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<64x192xf32> {jax.result_info = "result[0]['l2']['a']"}, tensor<192x64xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<64x192xf32> {jax.result_info = "result[0]['l3']['a']"}, tensor<192x64xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<64x192xf32> {jax.result_info = "result[1]['l0']['a']"}, tensor<192x64xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<64x192xf32> {jax.result_info = "result[1]['l1']['a']"}, tensor<192x64xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<64x192xf32> {jax.result_info = "result[1]['l2']['a']"}, tensor<192x64xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<64x192xf32> {jax.result_info = "result[1]['l3']['a']"}, tensor<192x64xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.reshape %arg16 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x64x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<8x64x64xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x64x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_2 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<8x64x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %13 = stablehlo.add %11, %12 : tensor<8x64x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<8x64x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %16 = stablehlo.multiply %6, %15 : tensor<8x64x64xf32>
    %17 = stablehlo.dot_general %16, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<64x192xf32>) -> tensor<8x64x192xf32>
    %18 = stablehlo.slice %17 [0:8, 0:64, 0:64] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %19 = stablehlo.slice %17 [0:8, 0:64, 64:128] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %20 = stablehlo.slice %17 [0:8, 0:64, 128:192] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %22 = call @tril(%21) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %23 = stablehlo.transpose %19, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %24 = stablehlo.dot_general %18, %23, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_4 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %26 = stablehlo.divide %24, %25 : tensor<8x64x64xf32>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %27:3 = call @_where(%22, %26, %cst_5) : (tensor<64x64xi1>, tensor<8x64x64xf32>, tensor<f32>) -> (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>)
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %28 = stablehlo.reduce(%27#0 init: %cst_6) applies stablehlo.maximum across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %31 = stablehlo.compare EQ, %27#0, %30, FLOAT : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xi1>
    %32 = stablehlo.convert %31 : (tensor<8x64x64xi1>) -> tensor<8x64x64xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %35 = stablehlo.maximum %34, %28 : tensor<8x64xf32>
    %36 = stablehlo.compare EQ, %28, %35, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %39 = stablehlo.select %36, %37, %38 : tensor<8x64xi1>, tensor<8x64xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %41 = stablehlo.compare EQ, %40, %35, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %44 = stablehlo.select %41, %42, %43 : tensor<8x64xi1>, tensor<8x64xf32>
    %45 = stablehlo.divide %39, %44 : tensor<8x64xf32>
    %46 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %48 = stablehlo.subtract %27#0, %47 : tensor<8x64x64xf32>
    %49 = stablehlo.exponential %48 : tensor<8x64x64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %53 = stablehlo.divide %49, %52 : tensor<8x64x64xf32>
    %54 = stablehlo.multiply %51, %51 : tensor<8x64x1xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %56 = stablehlo.divide %55, %54 : tensor<8x64x1xf32>
    %57 = stablehlo.dot_general %53, %20, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %58 = stablehlo.reshape %57 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %59 = stablehlo.add %arg16, %58 : tensor<512x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_17 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %63 = stablehlo.divide %61, %62 : tensor<512x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %65 = stablehlo.subtract %59, %64 : tensor<512x64xf32>
    %66 = stablehlo.multiply %65, %65 : tensor<512x64xf32>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %68 = stablehlo.multiply %67, %65 : tensor<512x64xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%66 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_20 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %72 = stablehlo.divide %70, %71 : tensor<512x1xf32>
    %cst_21 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %74 = stablehlo.add %72, %73 : tensor<512x1xf32>
    %75 = stablehlo.rsqrt %74 : tensor<512x1xf32>
    %76 = stablehlo.divide %75, %74 : tensor<512x1xf32>
    %cst_22 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %78 = stablehlo.multiply %77, %76 : tensor<512x1xf32>
    %79 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %80 = stablehlo.multiply %65, %79 : tensor<512x64xf32>
    %81 = stablehlo.dot_general %80, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
    %82 = stablehlo.multiply %81, %81 : tensor<512x192xf32>
    %83 = stablehlo.multiply %82, %81 : tensor<512x192xf32>
    %84 = stablehlo.multiply %81, %81 : tensor<512x192xf32>
    %cst_23 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %86 = stablehlo.multiply %85, %84 : tensor<512x192xf32>
    %cst_24 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %88 = stablehlo.multiply %87, %83 : tensor<512x192xf32>
    %89 = stablehlo.add %81, %88 : tensor<512x192xf32>
    %cst_25 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %91 = stablehlo.multiply %90, %89 : tensor<512x192xf32>
    %92 = stablehlo.tanh %91 : tensor<512x192xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %94 = stablehlo.subtract %93, %92 : tensor<512x192xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %96 = stablehlo.add %95, %92 : tensor<512x192xf32>
    %cst_28 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<512x192xf32>
    %99 = stablehlo.multiply %81, %98 : tensor<512x192xf32>
    %100 = stablehlo.dot_general %99, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<192x64xf32>) -> tensor<512x64xf32>
    %101 = stablehlo.add %59, %100 : tensor<512x64xf32>
    %102 = stablehlo.reshape %101 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_30 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<8x64x1xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %108 = stablehlo.subtract %102, %107 : tensor<8x64x64xf32>
    %109 = stablehlo.multiply %108, %108 : tensor<8x64x64xf32>
    %cst_31 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %111 = stablehlo.multiply %110, %108 : tensor<8x64x64xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%109 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_33 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %115 = stablehlo.divide %113, %114 : tensor<8x64x1xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %117 = stablehlo.add %115, %116 : tensor<8x64x1xf32>
    %118 = stablehlo.rsqrt %117 : tensor<8x64x1xf32>
    %119 = stablehlo.divide %118, %117 : tensor<8x64x1xf32>
    %cst_35 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<8x64x1xf32>
    %122 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %123 = stablehlo.multiply %108, %122 : tensor<8x64x64xf32>
    %124 = stablehlo.dot_general %123, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<64x192xf32>) -> tensor<8x64x192xf32>
    %125 = stablehlo.slice %124 [0:8, 0:64, 0:64] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %126 = stablehlo.slice %124 [0:8, 0:64, 64:128] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %127 = stablehlo.slice %124 [0:8, 0:64, 128:192] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %c_36 = stablehlo.constant dense<true> : tensor<i1>
    %128 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %129 = call @tril(%128) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %130 = stablehlo.transpose %126, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %131 = stablehlo.dot_general %125, %130, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_37 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %133 = stablehlo.divide %131, %132 : tensor<8x64x64xf32>
    %cst_38 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %134:3 = call @_where(%129, %133, %cst_38) : (tensor<64x64xi1>, tensor<8x64x64xf32>, tensor<f32>) -> (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>)
    %cst_39 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %135 = stablehlo.reduce(%134#0 init: %cst_39) applies stablehlo.maximum across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %136 = stablehlo.reshape %135 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %138 = stablehlo.compare EQ, %134#0, %137, FLOAT : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xi1>
    %139 = stablehlo.convert %138 : (tensor<8x64x64xi1>) -> tensor<8x64x64xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %cst_41 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %142 = stablehlo.maximum %141, %135 : tensor<8x64xf32>
    %143 = stablehlo.compare EQ, %135, %142, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %146 = stablehlo.select %143, %144, %145 : tensor<8x64xi1>, tensor<8x64xf32>
    %cst_44 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %148 = stablehlo.compare EQ, %147, %142, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_45 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %151 = stablehlo.select %148, %149, %150 : tensor<8x64xi1>, tensor<8x64xf32>
    %152 = stablehlo.divide %146, %151 : tensor<8x64xf32>
    %153 = stablehlo.broadcast_in_dim %142, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %155 = stablehlo.subtract %134#0, %154 : tensor<8x64x64xf32>
    %156 = stablehlo.exponential %155 : tensor<8x64x64xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %160 = stablehlo.divide %156, %159 : tensor<8x64x64xf32>
    %161 = stablehlo.multiply %158, %158 : tensor<8x64x1xf32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %163 = stablehlo.divide %162, %161 : tensor<8x64x1xf32>
    %164 = stablehlo.dot_general %160, %127, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %165 = stablehlo.reshape %164 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %166 = stablehlo.add %101, %165 : tensor<512x64xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %167 = stablehlo.reduce(%166 init: %cst_49) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_50 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %170 = stablehlo.divide %168, %169 : tensor<512x1xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %172 = stablehlo.subtract %166, %171 : tensor<512x64xf32>
    %173 = stablehlo.multiply %172, %172 : tensor<512x64xf32>
    %cst_51 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %175 = stablehlo.multiply %174, %172 : tensor<512x64xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%173 init: %cst_52) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_53 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %179 = stablehlo.divide %177, %178 : tensor<512x1xf32>
    %cst_54 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %181 = stablehlo.add %179, %180 : tensor<512x1xf32>
    %182 = stablehlo.rsqrt %181 : tensor<512x1xf32>
    %183 = stablehlo.divide %182, %181 : tensor<512x1xf32>
    %cst_55 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %185 = stablehlo.multiply %184, %183 : tensor<512x1xf32>
    %186 = stablehlo.broadcast_in_dim %182, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %187 = stablehlo.multiply %172, %186 : tensor<512x64xf32>
    %188 = stablehlo.dot_general %187, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
    %189 = stablehlo.multiply %188, %188 : tensor<512x192xf32>
    %190 = stablehlo.multiply %189, %188 : tensor<512x192xf32>
    %191 = stablehlo.multiply %188, %188 : tensor<512x192xf32>
    %cst_56 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %193 = stablehlo.multiply %192, %191 : tensor<512x192xf32>
    %cst_57 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %195 = stablehlo.multiply %194, %190 : tensor<512x192xf32>
    %196 = stablehlo.add %188, %195 : tensor<512x192xf32>
    %cst_58 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %198 = stablehlo.multiply %197, %196 : tensor<512x192xf32>
    %199 = stablehlo.tanh %198 : tensor<512x192xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %201 = stablehlo.subtract %200, %199 : tensor<512x192xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %203 = stablehlo.add %202, %199 : tensor<512x192xf32>
    %cst_61 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %205 = stablehlo.multiply %204, %203 : tensor<512x192xf32>
    %206 = stablehlo.multiply %188, %205 : tensor<512x192xf32>
    %207 = stablehlo.dot_general %206, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<192x64xf32>) -> tensor<512x64xf32>
    %208 = stablehlo.add %166, %207 : tensor<512x64xf32>
    %209 = stablehlo.reshape %208 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%209 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_63 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %213 = stablehlo.divide %211, %212 : tensor<8x64x1xf32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %215 = stablehlo.subtract %209, %214 : tensor<8x64x64xf32>
    %216 = stablehlo.multiply %215, %215 : tensor<8x64x64xf32>
    %cst_64 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %218 = stablehlo.multiply %217, %215 : tensor<8x64x64xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%216 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_66 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %222 = stablehlo.divide %220, %221 : tensor<8x64x1xf32>
    %cst_67 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %224 = stablehlo.add %222, %223 : tensor<8x64x1xf32>
    %225 = stablehlo.rsqrt %224 : tensor<8x64x1xf32>
    %226 = stablehlo.divide %225, %224 : tensor<8x64x1xf32>
    %cst_68 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %228 = stablehlo.multiply %227, %226 : tensor<8x64x1xf32>
    %229 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %230 = stablehlo.multiply %215, %229 : tensor<8x64x64xf32>
    %231 = stablehlo.dot_general %230, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<64x192xf32>) -> tensor<8x64x192xf32>
    %232 = stablehlo.slice %231 [0:8, 0:64, 0:64] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %233 = stablehlo.slice %231 [0:8, 0:64, 64:128] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %234 = stablehlo.slice %231 [0:8, 0:64, 128:192] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %c_69 = stablehlo.constant dense<true> : tensor<i1>
    %235 = stablehlo.broadcast_in_dim %c_69, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %236 = call @tril(%235) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %237 = stablehlo.transpose %233, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %238 = stablehlo.dot_general %232, %237, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_70 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %240 = stablehlo.divide %238, %239 : tensor<8x64x64xf32>
    %cst_71 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %241:3 = call @_where(%236, %240, %cst_71) : (tensor<64x64xi1>, tensor<8x64x64xf32>, tensor<f32>) -> (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>)
    %cst_72 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %242 = stablehlo.reduce(%241#0 init: %cst_72) applies stablehlo.maximum across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %243 = stablehlo.reshape %242 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %245 = stablehlo.compare EQ, %241#0, %244, FLOAT : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xi1>
    %246 = stablehlo.convert %245 : (tensor<8x64x64xi1>) -> tensor<8x64x64xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %cst_74 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %249 = stablehlo.maximum %248, %242 : tensor<8x64xf32>
    %250 = stablehlo.compare EQ, %242, %249, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %253 = stablehlo.select %250, %251, %252 : tensor<8x64xi1>, tensor<8x64xf32>
    %cst_77 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %255 = stablehlo.compare EQ, %254, %249, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_78 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_79 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %258 = stablehlo.select %255, %256, %257 : tensor<8x64xi1>, tensor<8x64xf32>
    %259 = stablehlo.divide %253, %258 : tensor<8x64xf32>
    %260 = stablehlo.broadcast_in_dim %249, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %262 = stablehlo.subtract %241#0, %261 : tensor<8x64x64xf32>
    %263 = stablehlo.exponential %262 : tensor<8x64x64xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce(%263 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %267 = stablehlo.divide %263, %266 : tensor<8x64x64xf32>
    %268 = stablehlo.multiply %265, %265 : tensor<8x64x1xf32>
    %cst_81 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %270 = stablehlo.divide %269, %268 : tensor<8x64x1xf32>
    %271 = stablehlo.dot_general %267, %234, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %272 = stablehlo.reshape %271 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %273 = stablehlo.add %208, %272 : tensor<512x64xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %274 = stablehlo.reduce(%273 init: %cst_82) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_83 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %276 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %277 = stablehlo.divide %275, %276 : tensor<512x1xf32>
    %278 = stablehlo.broadcast_in_dim %277, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %279 = stablehlo.subtract %273, %278 : tensor<512x64xf32>
    %280 = stablehlo.multiply %279, %279 : tensor<512x64xf32>
    %cst_84 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %282 = stablehlo.multiply %281, %279 : tensor<512x64xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %283 = stablehlo.reduce(%280 init: %cst_85) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %284 = stablehlo.broadcast_in_dim %283, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_86 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %286 = stablehlo.divide %284, %285 : tensor<512x1xf32>
    %cst_87 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %288 = stablehlo.add %286, %287 : tensor<512x1xf32>
    %289 = stablehlo.rsqrt %288 : tensor<512x1xf32>
    %290 = stablehlo.divide %289, %288 : tensor<512x1xf32>
    %cst_88 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %292 = stablehlo.multiply %291, %290 : tensor<512x1xf32>
    %293 = stablehlo.broadcast_in_dim %289, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %294 = stablehlo.multiply %279, %293 : tensor<512x64xf32>
    %295 = stablehlo.dot_general %294, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
    %296 = stablehlo.multiply %295, %295 : tensor<512x192xf32>
    %297 = stablehlo.multiply %296, %295 : tensor<512x192xf32>
    %298 = stablehlo.multiply %295, %295 : tensor<512x192xf32>
    %cst_89 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %300 = stablehlo.multiply %299, %298 : tensor<512x192xf32>
    %cst_90 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %302 = stablehlo.multiply %301, %297 : tensor<512x192xf32>
    %303 = stablehlo.add %295, %302 : tensor<512x192xf32>
    %cst_91 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %305 = stablehlo.multiply %304, %303 : tensor<512x192xf32>
    %306 = stablehlo.tanh %305 : tensor<512x192xf32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %308 = stablehlo.subtract %307, %306 : tensor<512x192xf32>
    %cst_93 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %310 = stablehlo.add %309, %306 : tensor<512x192xf32>
    %cst_94 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %312 = stablehlo.multiply %311, %310 : tensor<512x192xf32>
    %313 = stablehlo.multiply %295, %312 : tensor<512x192xf32>
    %314 = stablehlo.dot_general %313, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<192x64xf32>) -> tensor<512x64xf32>
    %315 = stablehlo.add %273, %314 : tensor<512x64xf32>
    %316 = stablehlo.reshape %315 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %317 = stablehlo.reduce(%316 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %318 = stablehlo.broadcast_in_dim %317, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_96 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %320 = stablehlo.divide %318, %319 : tensor<8x64x1xf32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %322 = stablehlo.subtract %316, %321 : tensor<8x64x64xf32>
    %323 = stablehlo.multiply %322, %322 : tensor<8x64x64xf32>
    %cst_97 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %325 = stablehlo.multiply %324, %322 : tensor<8x64x64xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %326 = stablehlo.reduce(%323 init: %cst_98) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %327 = stablehlo.broadcast_in_dim %326, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_99 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %329 = stablehlo.divide %327, %328 : tensor<8x64x1xf32>
    %cst_100 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %331 = stablehlo.add %329, %330 : tensor<8x64x1xf32>
    %332 = stablehlo.rsqrt %331 : tensor<8x64x1xf32>
    %333 = stablehlo.divide %332, %331 : tensor<8x64x1xf32>
    %cst_101 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %335 = stablehlo.multiply %334, %333 : tensor<8x64x1xf32>
    %336 = stablehlo.broadcast_in_dim %332, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %337 = stablehlo.multiply %322, %336 : tensor<8x64x64xf32>
    %338 = stablehlo.dot_general %337, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<64x192xf32>) -> tensor<8x64x192xf32>
    %339 = stablehlo.slice %338 [0:8, 0:64, 0:64] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %340 = stablehlo.slice %338 [0:8, 0:64, 64:128] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %341 = stablehlo.slice %338 [0:8, 0:64, 128:192] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %c_102 = stablehlo.constant dense<true> : tensor<i1>
    %342 = stablehlo.broadcast_in_dim %c_102, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %343 = call @tril(%342) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %344 = stablehlo.transpose %340, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %345 = stablehlo.dot_general %339, %344, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_103 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %347 = stablehlo.divide %345, %346 : tensor<8x64x64xf32>
    %cst_104 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %348:3 = call @_where(%343, %347, %cst_104) : (tensor<64x64xi1>, tensor<8x64x64xf32>, tensor<f32>) -> (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>)
    %cst_105 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %349 = stablehlo.reduce(%348#0 init: %cst_105) applies stablehlo.maximum across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %350 = stablehlo.reshape %349 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %351 = stablehlo.broadcast_in_dim %350, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %352 = stablehlo.compare EQ, %348#0, %351, FLOAT : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xi1>
    %353 = stablehlo.convert %352 : (tensor<8x64x64xi1>) -> tensor<8x64x64xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.reduce(%353 init: %cst_106) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %cst_107 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %356 = stablehlo.maximum %355, %349 : tensor<8x64xf32>
    %357 = stablehlo.compare EQ, %349, %356, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_108 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %360 = stablehlo.select %357, %358, %359 : tensor<8x64xi1>, tensor<8x64xf32>
    %cst_110 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %362 = stablehlo.compare EQ, %361, %356, FLOAT : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xi1>
    %cst_111 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %cst_112 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %364 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %365 = stablehlo.select %362, %363, %364 : tensor<8x64xi1>, tensor<8x64xf32>
    %366 = stablehlo.divide %360, %365 : tensor<8x64xf32>
    %367 = stablehlo.broadcast_in_dim %356, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %368 = stablehlo.broadcast_in_dim %367, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %369 = stablehlo.subtract %348#0, %368 : tensor<8x64x64xf32>
    %370 = stablehlo.exponential %369 : tensor<8x64x64xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %371 = stablehlo.reduce(%370 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %372 = stablehlo.broadcast_in_dim %371, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %373 = stablehlo.broadcast_in_dim %372, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %374 = stablehlo.divide %370, %373 : tensor<8x64x64xf32>
    %375 = stablehlo.multiply %372, %372 : tensor<8x64x1xf32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %377 = stablehlo.divide %376, %375 : tensor<8x64x1xf32>
    %378 = stablehlo.dot_general %374, %341, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %379 = stablehlo.reshape %378 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %380 = stablehlo.add %315, %379 : tensor<512x64xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %381 = stablehlo.reduce(%380 init: %cst_115) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %382 = stablehlo.broadcast_in_dim %381, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_116 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %384 = stablehlo.divide %382, %383 : tensor<512x1xf32>
    %385 = stablehlo.broadcast_in_dim %384, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %386 = stablehlo.subtract %380, %385 : tensor<512x64xf32>
    %387 = stablehlo.multiply %386, %386 : tensor<512x64xf32>
    %cst_117 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %389 = stablehlo.multiply %388, %386 : tensor<512x64xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %390 = stablehlo.reduce(%387 init: %cst_118) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %391 = stablehlo.broadcast_in_dim %390, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_119 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %393 = stablehlo.divide %391, %392 : tensor<512x1xf32>
    %cst_120 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %394 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %395 = stablehlo.add %393, %394 : tensor<512x1xf32>
    %396 = stablehlo.rsqrt %395 : tensor<512x1xf32>
    %397 = stablehlo.divide %396, %395 : tensor<512x1xf32>
    %cst_121 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %399 = stablehlo.multiply %398, %397 : tensor<512x1xf32>
    %400 = stablehlo.broadcast_in_dim %396, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %401 = stablehlo.multiply %386, %400 : tensor<512x64xf32>
    %402 = stablehlo.dot_general %401, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
    %403 = stablehlo.multiply %402, %402 : tensor<512x192xf32>
    %404 = stablehlo.multiply %403, %402 : tensor<512x192xf32>
    %405 = stablehlo.multiply %402, %402 : tensor<512x192xf32>
    %cst_122 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %407 = stablehlo.multiply %406, %405 : tensor<512x192xf32>
    %cst_123 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %409 = stablehlo.multiply %408, %404 : tensor<512x192xf32>
    %410 = stablehlo.add %402, %409 : tensor<512x192xf32>
    %cst_124 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %412 = stablehlo.multiply %411, %410 : tensor<512x192xf32>
    %413 = stablehlo.tanh %412 : tensor<512x192xf32>
    %cst_125 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %415 = stablehlo.subtract %414, %413 : tensor<512x192xf32>
    %cst_126 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %417 = stablehlo.add %416, %413 : tensor<512x192xf32>
    %cst_127 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %419 = stablehlo.multiply %418, %417 : tensor<512x192xf32>
    %420 = stablehlo.multiply %402, %419 : tensor<512x192xf32>
    %421 = stablehlo.dot_general %420, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<192x64xf32>) -> tensor<512x64xf32>
    %422 = stablehlo.add %380, %421 : tensor<512x64xf32>
    %423 = stablehlo.subtract %422, %arg17 : tensor<512x64xf32>
    %424 = stablehlo.multiply %423, %423 : tensor<512x64xf32>
    %cst_128 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %426 = stablehlo.multiply %425, %423 : tensor<512x64xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%424 init: %cst_129) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_130 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %428 = stablehlo.divide %427, %cst_130 : tensor<f32>
    %cst_131 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_132 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %429 = stablehlo.divide %cst_131, %cst_132 : tensor<f32>
    %430 = stablehlo.broadcast_in_dim %429, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %431 = stablehlo.multiply %430, %426 : tensor<512x64xf32>
    %432 = stablehlo.dot_general %431, %420, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<512x192xf32>) -> tensor<64x192xf32>
    %433 = stablehlo.transpose %432, dims = [1, 0] : (tensor<64x192xf32>) -> tensor<192x64xf32>
    %434 = stablehlo.dot_general %431, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<192x64xf32>) -> tensor<512x192xf32>
    %435 = stablehlo.multiply %402, %434 : tensor<512x192xf32>
    %436 = stablehlo.multiply %434, %419 : tensor<512x192xf32>
    %cst_133 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %438 = stablehlo.multiply %437, %435 : tensor<512x192xf32>
    %439 = stablehlo.multiply %438, %415 : tensor<512x192xf32>
    %440 = stablehlo.multiply %439, %413 : tensor<512x192xf32>
    %441 = stablehlo.add %439, %440 : tensor<512x192xf32>
    %cst_134 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %442 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %443 = stablehlo.multiply %442, %441 : tensor<512x192xf32>
    %444 = stablehlo.add %436, %443 : tensor<512x192xf32>
    %cst_135 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %446 = stablehlo.multiply %445, %443 : tensor<512x192xf32>
    %447 = stablehlo.multiply %446, %407 : tensor<512x192xf32>
    %448 = stablehlo.add %444, %447 : tensor<512x192xf32>
    %449 = stablehlo.dot_general %448, %401, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<512x64xf32>) -> tensor<192x64xf32>
    %450 = stablehlo.transpose %449, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %451 = stablehlo.dot_general %448, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<64x192xf32>) -> tensor<512x64xf32>
    %452 = stablehlo.multiply %386, %451 : tensor<512x64xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %453 = stablehlo.reduce(%452 init: %cst_136) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %454 = stablehlo.reshape %453 : (tensor<512xf32>) -> tensor<512x1xf32>
    %455 = stablehlo.broadcast_in_dim %396, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %456 = stablehlo.multiply %451, %455 : tensor<512x64xf32>
    %457 = stablehlo.multiply %454, %399 : tensor<512x1xf32>
    %cst_137 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %459 = stablehlo.divide %457, %458 : tensor<512x1xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %460 = stablehlo.reduce(%459 init: %cst_138) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %461 = stablehlo.broadcast_in_dim %460, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %462 = stablehlo.multiply %461, %389 : tensor<512x64xf32>
    %463 = stablehlo.add %456, %462 : tensor<512x64xf32>
    %464 = stablehlo.negate %463 : tensor<512x64xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %465 = stablehlo.reduce(%464 init: %cst_139) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %466 = stablehlo.reshape %465 : (tensor<512xf32>) -> tensor<512x1xf32>
    %467 = stablehlo.add %431, %463 : tensor<512x64xf32>
    %cst_140 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %468 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %469 = stablehlo.divide %466, %468 : tensor<512x1xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%469 init: %cst_141) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %471 = stablehlo.broadcast_in_dim %470, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %472 = stablehlo.add %467, %471 : tensor<512x64xf32>
    %473 = stablehlo.reshape %472 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %474 = stablehlo.dot_general %473, %374, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %475 = stablehlo.transpose %474, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %476 = stablehlo.dot_general %473, %341, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %477 = stablehlo.broadcast_in_dim %377, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %478 = stablehlo.multiply %476, %477 : tensor<8x64x64xf32>
    %479 = stablehlo.multiply %478, %370 : tensor<8x64x64xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %480 = stablehlo.reduce(%479 init: %cst_142) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %481 = stablehlo.reshape %480 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %482 = stablehlo.negate %481 : tensor<8x64x1xf32>
    %483 = stablehlo.broadcast_in_dim %372, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %484 = stablehlo.divide %476, %483 : tensor<8x64x64xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.reduce(%482 init: %cst_143) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %486 = stablehlo.broadcast_in_dim %485, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %487 = stablehlo.add %484, %486 : tensor<8x64x64xf32>
    %488 = stablehlo.multiply %487, %370 : tensor<8x64x64xf32>
    %489 = call @_where_0(%348#1, %348#2, %488) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_144 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %491 = stablehlo.divide %489, %490 : tensor<8x64x64xf32>
    %492 = stablehlo.dot_general %491, %339, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %493 = stablehlo.transpose %492, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %494 = stablehlo.dot_general %491, %344, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %495 = stablehlo.transpose %493, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %496 = stablehlo.concatenate %494, %495, %475, dim = 2 : (tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x192xf32>
    %497 = stablehlo.dot_general %496, %337, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<8x64x64xf32>) -> tensor<192x64xf32>
    %498 = stablehlo.transpose %497, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %499 = stablehlo.add %450, %498 : tensor<64x192xf32>
    %500 = stablehlo.dot_general %496, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<64x192xf32>) -> tensor<8x64x64xf32>
    %501 = stablehlo.multiply %322, %500 : tensor<8x64x64xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %502 = stablehlo.reduce(%501 init: %cst_145) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %503 = stablehlo.reshape %502 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %504 = stablehlo.broadcast_in_dim %332, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %505 = stablehlo.multiply %500, %504 : tensor<8x64x64xf32>
    %506 = stablehlo.multiply %503, %335 : tensor<8x64x1xf32>
    %cst_146 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %507 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %508 = stablehlo.divide %506, %507 : tensor<8x64x1xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %509 = stablehlo.reduce(%508 init: %cst_147) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %510 = stablehlo.broadcast_in_dim %509, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %511 = stablehlo.multiply %510, %325 : tensor<8x64x64xf32>
    %512 = stablehlo.add %505, %511 : tensor<8x64x64xf32>
    %513 = stablehlo.negate %512 : tensor<8x64x64xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %514 = stablehlo.reduce(%513 init: %cst_148) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %515 = stablehlo.reshape %514 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_149 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %516 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %517 = stablehlo.divide %515, %516 : tensor<8x64x1xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%517 init: %cst_150) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %519 = stablehlo.broadcast_in_dim %518, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %520 = stablehlo.add %512, %519 : tensor<8x64x64xf32>
    %521 = stablehlo.reshape %520 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %522 = stablehlo.add %472, %521 : tensor<512x64xf32>
    %523 = stablehlo.dot_general %522, %313, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<512x192xf32>) -> tensor<64x192xf32>
    %524 = stablehlo.transpose %523, dims = [1, 0] : (tensor<64x192xf32>) -> tensor<192x64xf32>
    %525 = stablehlo.dot_general %522, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<192x64xf32>) -> tensor<512x192xf32>
    %526 = stablehlo.multiply %295, %525 : tensor<512x192xf32>
    %527 = stablehlo.multiply %525, %312 : tensor<512x192xf32>
    %cst_151 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %528 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %529 = stablehlo.multiply %528, %526 : tensor<512x192xf32>
    %530 = stablehlo.multiply %529, %308 : tensor<512x192xf32>
    %531 = stablehlo.multiply %530, %306 : tensor<512x192xf32>
    %532 = stablehlo.add %530, %531 : tensor<512x192xf32>
    %cst_152 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %534 = stablehlo.multiply %533, %532 : tensor<512x192xf32>
    %535 = stablehlo.add %527, %534 : tensor<512x192xf32>
    %cst_153 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %537 = stablehlo.multiply %536, %534 : tensor<512x192xf32>
    %538 = stablehlo.multiply %537, %300 : tensor<512x192xf32>
    %539 = stablehlo.add %535, %538 : tensor<512x192xf32>
    %540 = stablehlo.dot_general %539, %294, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<512x64xf32>) -> tensor<192x64xf32>
    %541 = stablehlo.transpose %540, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %542 = stablehlo.dot_general %539, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<64x192xf32>) -> tensor<512x64xf32>
    %543 = stablehlo.multiply %279, %542 : tensor<512x64xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %544 = stablehlo.reduce(%543 init: %cst_154) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %545 = stablehlo.reshape %544 : (tensor<512xf32>) -> tensor<512x1xf32>
    %546 = stablehlo.broadcast_in_dim %289, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %547 = stablehlo.multiply %542, %546 : tensor<512x64xf32>
    %548 = stablehlo.multiply %545, %292 : tensor<512x1xf32>
    %cst_155 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %549 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %550 = stablehlo.divide %548, %549 : tensor<512x1xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %551 = stablehlo.reduce(%550 init: %cst_156) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %552 = stablehlo.broadcast_in_dim %551, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %553 = stablehlo.multiply %552, %282 : tensor<512x64xf32>
    %554 = stablehlo.add %547, %553 : tensor<512x64xf32>
    %555 = stablehlo.negate %554 : tensor<512x64xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_157) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %557 = stablehlo.reshape %556 : (tensor<512xf32>) -> tensor<512x1xf32>
    %558 = stablehlo.add %522, %554 : tensor<512x64xf32>
    %cst_158 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %560 = stablehlo.divide %557, %559 : tensor<512x1xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %561 = stablehlo.reduce(%560 init: %cst_159) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %562 = stablehlo.broadcast_in_dim %561, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %563 = stablehlo.add %558, %562 : tensor<512x64xf32>
    %564 = stablehlo.reshape %563 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %565 = stablehlo.dot_general %564, %267, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %566 = stablehlo.transpose %565, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %567 = stablehlo.dot_general %564, %234, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %568 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %569 = stablehlo.multiply %567, %568 : tensor<8x64x64xf32>
    %570 = stablehlo.multiply %569, %263 : tensor<8x64x64xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %571 = stablehlo.reduce(%570 init: %cst_160) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %572 = stablehlo.reshape %571 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %573 = stablehlo.negate %572 : tensor<8x64x1xf32>
    %574 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %575 = stablehlo.divide %567, %574 : tensor<8x64x64xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %576 = stablehlo.reduce(%573 init: %cst_161) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %577 = stablehlo.broadcast_in_dim %576, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %578 = stablehlo.add %575, %577 : tensor<8x64x64xf32>
    %579 = stablehlo.multiply %578, %263 : tensor<8x64x64xf32>
    %580 = call @_where_0(%241#1, %241#2, %579) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_162 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %582 = stablehlo.divide %580, %581 : tensor<8x64x64xf32>
    %583 = stablehlo.dot_general %582, %232, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %584 = stablehlo.transpose %583, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %585 = stablehlo.dot_general %582, %237, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %586 = stablehlo.transpose %584, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %587 = stablehlo.concatenate %585, %586, %566, dim = 2 : (tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x192xf32>
    %588 = stablehlo.dot_general %587, %230, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<8x64x64xf32>) -> tensor<192x64xf32>
    %589 = stablehlo.transpose %588, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %590 = stablehlo.add %541, %589 : tensor<64x192xf32>
    %591 = stablehlo.dot_general %587, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<64x192xf32>) -> tensor<8x64x64xf32>
    %592 = stablehlo.multiply %215, %591 : tensor<8x64x64xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %593 = stablehlo.reduce(%592 init: %cst_163) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %594 = stablehlo.reshape %593 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %595 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %596 = stablehlo.multiply %591, %595 : tensor<8x64x64xf32>
    %597 = stablehlo.multiply %594, %228 : tensor<8x64x1xf32>
    %cst_164 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %598 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %599 = stablehlo.divide %597, %598 : tensor<8x64x1xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %600 = stablehlo.reduce(%599 init: %cst_165) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %601 = stablehlo.broadcast_in_dim %600, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %602 = stablehlo.multiply %601, %218 : tensor<8x64x64xf32>
    %603 = stablehlo.add %596, %602 : tensor<8x64x64xf32>
    %604 = stablehlo.negate %603 : tensor<8x64x64xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.reduce(%604 init: %cst_166) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %606 = stablehlo.reshape %605 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_167 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %608 = stablehlo.divide %606, %607 : tensor<8x64x1xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %609 = stablehlo.reduce(%608 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %611 = stablehlo.add %603, %610 : tensor<8x64x64xf32>
    %612 = stablehlo.reshape %611 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %613 = stablehlo.add %563, %612 : tensor<512x64xf32>
    %614 = stablehlo.dot_general %613, %206, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<512x192xf32>) -> tensor<64x192xf32>
    %615 = stablehlo.transpose %614, dims = [1, 0] : (tensor<64x192xf32>) -> tensor<192x64xf32>
    %616 = stablehlo.dot_general %613, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<192x64xf32>) -> tensor<512x192xf32>
    %617 = stablehlo.multiply %188, %616 : tensor<512x192xf32>
    %618 = stablehlo.multiply %616, %205 : tensor<512x192xf32>
    %cst_169 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %620 = stablehlo.multiply %619, %617 : tensor<512x192xf32>
    %621 = stablehlo.multiply %620, %201 : tensor<512x192xf32>
    %622 = stablehlo.multiply %621, %199 : tensor<512x192xf32>
    %623 = stablehlo.add %621, %622 : tensor<512x192xf32>
    %cst_170 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %624 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %625 = stablehlo.multiply %624, %623 : tensor<512x192xf32>
    %626 = stablehlo.add %618, %625 : tensor<512x192xf32>
    %cst_171 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %628 = stablehlo.multiply %627, %625 : tensor<512x192xf32>
    %629 = stablehlo.multiply %628, %193 : tensor<512x192xf32>
    %630 = stablehlo.add %626, %629 : tensor<512x192xf32>
    %631 = stablehlo.dot_general %630, %187, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<512x64xf32>) -> tensor<192x64xf32>
    %632 = stablehlo.transpose %631, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %633 = stablehlo.dot_general %630, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<64x192xf32>) -> tensor<512x64xf32>
    %634 = stablehlo.multiply %172, %633 : tensor<512x64xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %635 = stablehlo.reduce(%634 init: %cst_172) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %636 = stablehlo.reshape %635 : (tensor<512xf32>) -> tensor<512x1xf32>
    %637 = stablehlo.broadcast_in_dim %182, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %638 = stablehlo.multiply %633, %637 : tensor<512x64xf32>
    %639 = stablehlo.multiply %636, %185 : tensor<512x1xf32>
    %cst_173 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %640 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %641 = stablehlo.divide %639, %640 : tensor<512x1xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.reduce(%641 init: %cst_174) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %643 = stablehlo.broadcast_in_dim %642, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %644 = stablehlo.multiply %643, %175 : tensor<512x64xf32>
    %645 = stablehlo.add %638, %644 : tensor<512x64xf32>
    %646 = stablehlo.negate %645 : tensor<512x64xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %647 = stablehlo.reduce(%646 init: %cst_175) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %648 = stablehlo.reshape %647 : (tensor<512xf32>) -> tensor<512x1xf32>
    %649 = stablehlo.add %613, %645 : tensor<512x64xf32>
    %cst_176 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %651 = stablehlo.divide %648, %650 : tensor<512x1xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %652 = stablehlo.reduce(%651 init: %cst_177) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %653 = stablehlo.broadcast_in_dim %652, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %654 = stablehlo.add %649, %653 : tensor<512x64xf32>
    %655 = stablehlo.reshape %654 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %656 = stablehlo.dot_general %655, %160, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %657 = stablehlo.transpose %656, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %658 = stablehlo.dot_general %655, %127, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %659 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %660 = stablehlo.multiply %658, %659 : tensor<8x64x64xf32>
    %661 = stablehlo.multiply %660, %156 : tensor<8x64x64xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %662 = stablehlo.reduce(%661 init: %cst_178) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %663 = stablehlo.reshape %662 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %664 = stablehlo.negate %663 : tensor<8x64x1xf32>
    %665 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %666 = stablehlo.divide %658, %665 : tensor<8x64x64xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %667 = stablehlo.reduce(%664 init: %cst_179) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %668 = stablehlo.broadcast_in_dim %667, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %669 = stablehlo.add %666, %668 : tensor<8x64x64xf32>
    %670 = stablehlo.multiply %669, %156 : tensor<8x64x64xf32>
    %671 = call @_where_0(%134#1, %134#2, %670) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_180 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %673 = stablehlo.divide %671, %672 : tensor<8x64x64xf32>
    %674 = stablehlo.dot_general %673, %125, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %675 = stablehlo.transpose %674, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %676 = stablehlo.dot_general %673, %130, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %677 = stablehlo.transpose %675, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %678 = stablehlo.concatenate %676, %677, %657, dim = 2 : (tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x192xf32>
    %679 = stablehlo.dot_general %678, %123, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<8x64x64xf32>) -> tensor<192x64xf32>
    %680 = stablehlo.transpose %679, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %681 = stablehlo.add %632, %680 : tensor<64x192xf32>
    %682 = stablehlo.dot_general %678, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<64x192xf32>) -> tensor<8x64x64xf32>
    %683 = stablehlo.multiply %108, %682 : tensor<8x64x64xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %684 = stablehlo.reduce(%683 init: %cst_181) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %685 = stablehlo.reshape %684 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %686 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %687 = stablehlo.multiply %682, %686 : tensor<8x64x64xf32>
    %688 = stablehlo.multiply %685, %121 : tensor<8x64x1xf32>
    %cst_182 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %689 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %690 = stablehlo.divide %688, %689 : tensor<8x64x1xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %691 = stablehlo.reduce(%690 init: %cst_183) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %692 = stablehlo.broadcast_in_dim %691, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %693 = stablehlo.multiply %692, %111 : tensor<8x64x64xf32>
    %694 = stablehlo.add %687, %693 : tensor<8x64x64xf32>
    %695 = stablehlo.negate %694 : tensor<8x64x64xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %696 = stablehlo.reduce(%695 init: %cst_184) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %697 = stablehlo.reshape %696 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_185 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %699 = stablehlo.divide %697, %698 : tensor<8x64x1xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %700 = stablehlo.reduce(%699 init: %cst_186) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %701 = stablehlo.broadcast_in_dim %700, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %702 = stablehlo.add %694, %701 : tensor<8x64x64xf32>
    %703 = stablehlo.reshape %702 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %704 = stablehlo.add %654, %703 : tensor<512x64xf32>
    %705 = stablehlo.dot_general %704, %99, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<512x192xf32>) -> tensor<64x192xf32>
    %706 = stablehlo.transpose %705, dims = [1, 0] : (tensor<64x192xf32>) -> tensor<192x64xf32>
    %707 = stablehlo.dot_general %704, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<192x64xf32>) -> tensor<512x192xf32>
    %708 = stablehlo.multiply %81, %707 : tensor<512x192xf32>
    %709 = stablehlo.multiply %707, %98 : tensor<512x192xf32>
    %cst_187 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %711 = stablehlo.multiply %710, %708 : tensor<512x192xf32>
    %712 = stablehlo.multiply %711, %94 : tensor<512x192xf32>
    %713 = stablehlo.multiply %712, %92 : tensor<512x192xf32>
    %714 = stablehlo.add %712, %713 : tensor<512x192xf32>
    %cst_188 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %715 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %716 = stablehlo.multiply %715, %714 : tensor<512x192xf32>
    %717 = stablehlo.add %709, %716 : tensor<512x192xf32>
    %cst_189 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %719 = stablehlo.multiply %718, %716 : tensor<512x192xf32>
    %720 = stablehlo.multiply %719, %86 : tensor<512x192xf32>
    %721 = stablehlo.add %717, %720 : tensor<512x192xf32>
    %722 = stablehlo.dot_general %721, %80, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<512x64xf32>) -> tensor<192x64xf32>
    %723 = stablehlo.transpose %722, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %724 = stablehlo.dot_general %721, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<64x192xf32>) -> tensor<512x64xf32>
    %725 = stablehlo.multiply %65, %724 : tensor<512x64xf32>
    %cst_190 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %726 = stablehlo.reduce(%725 init: %cst_190) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %727 = stablehlo.reshape %726 : (tensor<512xf32>) -> tensor<512x1xf32>
    %728 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %729 = stablehlo.multiply %724, %728 : tensor<512x64xf32>
    %730 = stablehlo.multiply %727, %78 : tensor<512x1xf32>
    %cst_191 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %731 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %732 = stablehlo.divide %730, %731 : tensor<512x1xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %733 = stablehlo.reduce(%732 init: %cst_192) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %734 = stablehlo.broadcast_in_dim %733, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %735 = stablehlo.multiply %734, %68 : tensor<512x64xf32>
    %736 = stablehlo.add %729, %735 : tensor<512x64xf32>
    %737 = stablehlo.negate %736 : tensor<512x64xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %738 = stablehlo.reduce(%737 init: %cst_193) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %739 = stablehlo.reshape %738 : (tensor<512xf32>) -> tensor<512x1xf32>
    %740 = stablehlo.add %704, %736 : tensor<512x64xf32>
    %cst_194 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %741 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %742 = stablehlo.divide %739, %741 : tensor<512x1xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %743 = stablehlo.reduce(%742 init: %cst_195) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %744 = stablehlo.broadcast_in_dim %743, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %745 = stablehlo.add %740, %744 : tensor<512x64xf32>
    %746 = stablehlo.reshape %745 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %747 = stablehlo.dot_general %746, %53, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %748 = stablehlo.transpose %747, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %749 = stablehlo.dot_general %746, %20, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %750 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %751 = stablehlo.multiply %749, %750 : tensor<8x64x64xf32>
    %752 = stablehlo.multiply %751, %49 : tensor<8x64x64xf32>
    %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %753 = stablehlo.reduce(%752 init: %cst_196) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %754 = stablehlo.reshape %753 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %755 = stablehlo.negate %754 : tensor<8x64x1xf32>
    %756 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %757 = stablehlo.divide %749, %756 : tensor<8x64x64xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %758 = stablehlo.reduce(%755 init: %cst_197) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %759 = stablehlo.broadcast_in_dim %758, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %760 = stablehlo.add %757, %759 : tensor<8x64x64xf32>
    %761 = stablehlo.multiply %760, %49 : tensor<8x64x64xf32>
    %762 = call @_where_0(%27#1, %27#2, %761) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_198 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %763 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %764 = stablehlo.divide %762, %763 : tensor<8x64x64xf32>
    %765 = stablehlo.dot_general %764, %18, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %766 = stablehlo.transpose %765, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %767 = stablehlo.dot_general %764, %23, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %768 = stablehlo.transpose %766, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %769 = stablehlo.concatenate %767, %768, %748, dim = 2 : (tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x192xf32>
    %770 = stablehlo.dot_general %769, %16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<8x64x64xf32>) -> tensor<192x64xf32>
    %771 = stablehlo.transpose %770, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %772 = stablehlo.add %723, %771 : tensor<64x192xf32>
    %cst_199 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %773 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %774 = stablehlo.multiply %773, %arg8 : tensor<64x192xf32>
    %775 = stablehlo.add %774, %772 : tensor<64x192xf32>
    %cst_200 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %776 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %777 = stablehlo.multiply %776, %arg9 : tensor<192x64xf32>
    %778 = stablehlo.add %777, %706 : tensor<192x64xf32>
    %cst_201 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %779 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %780 = stablehlo.multiply %779, %arg10 : tensor<64x192xf32>
    %781 = stablehlo.add %780, %681 : tensor<64x192xf32>
    %cst_202 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %782 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %783 = stablehlo.multiply %782, %arg11 : tensor<192x64xf32>
    %784 = stablehlo.add %783, %615 : tensor<192x64xf32>
    %cst_203 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %785 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %786 = stablehlo.multiply %785, %arg12 : tensor<64x192xf32>
    %787 = stablehlo.add %786, %590 : tensor<64x192xf32>
    %cst_204 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %788 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %789 = stablehlo.multiply %788, %arg13 : tensor<192x64xf32>
    %790 = stablehlo.add %789, %524 : tensor<192x64xf32>
    %cst_205 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %791 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %792 = stablehlo.multiply %791, %arg14 : tensor<64x192xf32>
    %793 = stablehlo.add %792, %499 : tensor<64x192xf32>
    %cst_206 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %794 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %795 = stablehlo.multiply %794, %arg15 : tensor<192x64xf32>
    %796 = stablehlo.add %795, %433 : tensor<192x64xf32>
    %cst_207 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %798 = stablehlo.multiply %797, %775 : tensor<64x192xf32>
    %799 = stablehlo.subtract %arg0, %798 : tensor<64x192xf32>
    %cst_208 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %801 = stablehlo.multiply %800, %778 : tensor<192x64xf32>
    %802 = stablehlo.subtract %arg1, %801 : tensor<192x64xf32>
    %cst_209 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %803 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %804 = stablehlo.multiply %803, %781 : tensor<64x192xf32>
    %805 = stablehlo.subtract %arg2, %804 : tensor<64x192xf32>
    %cst_210 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %806 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %807 = stablehlo.multiply %806, %784 : tensor<192x64xf32>
    %808 = stablehlo.subtract %arg3, %807 : tensor<192x64xf32>
    %cst_211 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %809 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %810 = stablehlo.multiply %809, %787 : tensor<64x192xf32>
    %811 = stablehlo.subtract %arg4, %810 : tensor<64x192xf32>
    %cst_212 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %812 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %813 = stablehlo.multiply %812, %790 : tensor<192x64xf32>
    %814 = stablehlo.subtract %arg5, %813 : tensor<192x64xf32>
    %cst_213 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %815 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %816 = stablehlo.multiply %815, %793 : tensor<64x192xf32>
    %817 = stablehlo.subtract %arg6, %816 : tensor<64x192xf32>
    %cst_214 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %818 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<192x64xf32>
    %819 = stablehlo.multiply %818, %796 : tensor<192x64xf32>
    %820 = stablehlo.subtract %arg7, %819 : tensor<192x64xf32>
    return %799, %802, %805, %808, %811, %814, %817, %820, %775, %778, %781, %784, %787, %790, %793, %796, %428 : tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<64x64xi1> loc(unknown)) -> tensor<64x64xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<64x64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %2 = stablehlo.add %0, %1 : tensor<64x64xi32>
    %3 = stablehlo.iota dim = 1 : tensor<64x64xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<64x64xi1>, tensor<64x64xi1>
    return %6 : tensor<64x64xi1>
  }
  func.func private @_where(%arg0: tensor<64x64xi1> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<64x64xi1>) -> tensor<8x64x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x64x64xi1>, tensor<8x64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    return %3, %1, %4 : tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>
  }
  func.func private @_where_0(%arg0: tensor<8x64x64xi1> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<8x64x64xf32> loc(unknown)) -> tensor<8x64x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x64x64xi1>, tensor<8x64x64xf32>
    return %1 : tensor<8x64x64xf32>
  }
}
