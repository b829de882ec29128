module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x16xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<8xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<16x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<16xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<10x16xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<8xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<16x8xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<f32> {tf.aliasing_output = 8 : i32} loc("params['l4']"), %arg9: tensor<16xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['b']"), %arg10: tensor<12x16xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l0']['w']"), %arg11: tensor<8xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['b']"), %arg12: tensor<16x8xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l1']['w']"), %arg13: tensor<16xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['b']"), %arg14: tensor<10x16xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l2']['w']"), %arg15: tensor<8xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['b']"), %arg16: tensor<16x8xf32> {tf.aliasing_output = 16 : i32} loc("momentum['l3']['w']"), %arg17: tensor<f32> {tf.aliasing_output = 17 : i32} loc("momentum['l4']"), %arg18: tensor<16x12xf32> loc("batch['image']"), %arg19: tensor<16x10xf32> loc("batch['text']")) -> (tensor<16xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<10x16xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<8xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<f32> {jax.result_info = "result[0]['l4']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x16xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<10x16xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<8xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[1]['l4']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}, tensor<f32> {jax.result_info = "result[2]['right']"}) {
    %0 = stablehlo.dot_general %arg18, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
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
    %11 = stablehlo.multiply %10, %10 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<16x1xf32>
    %16 = stablehlo.sqrt %15 : tensor<16x1xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<16x1xf32>
    %19 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %20 = stablehlo.divide %10, %19 : tensor<16x8xf32>
    %21 = stablehlo.multiply %16, %16 : tensor<16x1xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %23 = stablehlo.divide %22, %21 : tensor<16x1xf32>
    %24 = stablehlo.dot_general %arg19, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<10x16xf32>) -> tensor<16x16xf32>
    %25 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %27 = stablehlo.add %24, %26 : tensor<16x16xf32>
    %28 = stablehlo.tanh %27 : tensor<16x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %30 = stablehlo.subtract %29, %28 : tensor<16x16xf32>
    %31 = stablehlo.dot_general %28, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %32 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %34 = stablehlo.add %31, %33 : tensor<16x8xf32>
    %35 = stablehlo.multiply %34, %34 : tensor<16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %39 = stablehlo.add %37, %38 : tensor<16x1xf32>
    %40 = stablehlo.sqrt %39 : tensor<16x1xf32>
    %cst_7 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %42 = stablehlo.divide %41, %40 : tensor<16x1xf32>
    %43 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %44 = stablehlo.divide %34, %43 : tensor<16x8xf32>
    %45 = stablehlo.multiply %40, %40 : tensor<16x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x1xf32>
    %47 = stablehlo.divide %46, %45 : tensor<16x1xf32>
    %48 = stablehlo.transpose %44, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %49 = stablehlo.dot_general %20, %48, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %50 = stablehlo.exponential %arg8 : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %52 = stablehlo.multiply %49, %51 : tensor<16x16xf32>
    %53:4 = call @_diag(%52) : (tensor<16x16xf32>) -> (tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.reduce(%52 init: %cst_9) applies stablehlo.maximum across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %55 = stablehlo.reshape %54 : (tensor<16xf32>) -> tensor<16x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x16xf32>
    %57 = stablehlo.compare EQ, %52, %56, FLOAT : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xi1>
    %58 = stablehlo.convert %57 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_10) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %61 = stablehlo.maximum %60, %54 : tensor<16xf32>
    %62 = stablehlo.compare EQ, %54, %61, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<16xi1>, tensor<16xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %67 = stablehlo.compare EQ, %66, %61, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %70 = stablehlo.select %67, %68, %69 : tensor<16xi1>, tensor<16xf32>
    %71 = stablehlo.divide %65, %70 : tensor<16xf32>
    %72 = stablehlo.is_finite %61 : (tensor<16xf32>) -> tensor<16xi1>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %74 = stablehlo.select %72, %61, %73 : tensor<16xi1>, tensor<16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %76 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x16xf32>
    %78 = stablehlo.subtract %52, %77 : tensor<16x16xf32>
    %79 = stablehlo.exponential %78 : tensor<16x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %81 = stablehlo.sign %80 : tensor<16xf32>
    %82 = stablehlo.abs %80 : tensor<16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %84 = stablehlo.compare GE, %80, %83, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %85 = stablehlo.log %82 : tensor<16xf32>
    %86 = stablehlo.add %85, %74 : tensor<16xf32>
    %87 = stablehlo.subtract %86, %53#0 : tensor<16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_22 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %89 = stablehlo.divide %88, %cst_22 : tensor<f32>
    %cst_23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %90 = stablehlo.reduce(%52 init: %cst_23) applies stablehlo.maximum across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %91 = stablehlo.reshape %90 : (tensor<16xf32>) -> tensor<1x16xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %93 = stablehlo.compare EQ, %52, %92, FLOAT : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xi1>
    %94 = stablehlo.convert %93 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %97 = stablehlo.maximum %96, %90 : tensor<16xf32>
    %98 = stablehlo.compare EQ, %90, %97, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %101 = stablehlo.select %98, %99, %100 : tensor<16xi1>, tensor<16xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %103 = stablehlo.compare EQ, %102, %97, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %106 = stablehlo.select %103, %104, %105 : tensor<16xi1>, tensor<16xf32>
    %107 = stablehlo.divide %101, %106 : tensor<16xf32>
    %108 = stablehlo.is_finite %97 : (tensor<16xf32>) -> tensor<16xi1>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %110 = stablehlo.select %108, %97, %109 : tensor<16xi1>, tensor<16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %112 = stablehlo.broadcast_in_dim %110, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %114 = stablehlo.subtract %52, %113 : tensor<16x16xf32>
    %115 = stablehlo.exponential %114 : tensor<16x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_33) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %117 = stablehlo.sign %116 : tensor<16xf32>
    %118 = stablehlo.abs %116 : tensor<16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %120 = stablehlo.compare GE, %116, %119, FLOAT : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %121 = stablehlo.log %118 : tensor<16xf32>
    %122 = stablehlo.add %121, %110 : tensor<16xf32>
    %123 = stablehlo.subtract %122, %53#0 : tensor<16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_35) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_36 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %125 = stablehlo.divide %124, %cst_36 : tensor<f32>
    %126 = stablehlo.add %89, %125 : tensor<f32>
    %cst_37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %127 = stablehlo.divide %126, %cst_37 : tensor<f32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%53#0 init: %cst_38) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_39 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %129 = stablehlo.divide %128, %cst_39 : tensor<f32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_41 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %130 = stablehlo.divide %cst_40, %cst_41 : tensor<f32>
    %cst_42 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %131 = stablehlo.divide %130, %cst_42 : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %133 = stablehlo.negate %132 : tensor<16xf32>
    %134 = stablehlo.divide %132, %118 : tensor<16xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %136 = stablehlo.select %120, %135, %134 : tensor<16xi1>, tensor<16xf32>
    %137 = stablehlo.select %120, %134, %135 : tensor<16xi1>, tensor<16xf32>
    %138 = stablehlo.negate %136 : tensor<16xf32>
    %139 = stablehlo.add %137, %138 : tensor<16xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
    %141 = stablehlo.multiply %140, %115 : tensor<16x16xf32>
    %cst_44 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %142 = stablehlo.divide %130, %cst_44 : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %144 = stablehlo.negate %143 : tensor<16xf32>
    %145 = stablehlo.add %133, %144 : tensor<16xf32>
    %146 = stablehlo.divide %143, %82 : tensor<16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %148 = stablehlo.select %84, %147, %146 : tensor<16xi1>, tensor<16xf32>
    %149 = stablehlo.select %84, %146, %147 : tensor<16xi1>, tensor<16xf32>
    %150 = stablehlo.negate %148 : tensor<16xf32>
    %151 = stablehlo.add %149, %150 : tensor<16xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0] : (tensor<16xf32>) -> tensor<16x16xf32>
    %153 = stablehlo.multiply %152, %79 : tensor<16x16xf32>
    %154 = stablehlo.add %141, %153 : tensor<16x16xf32>
    %155 = call @_diag_0(%53#1, %53#2, %53#3, %145) : (tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>, tensor<16xf32>) -> tensor<16x16xf32>
    %156 = stablehlo.add %154, %155 : tensor<16x16xf32>
    %157 = stablehlo.multiply %49, %156 : tensor<16x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%157 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
    %159 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %160 = stablehlo.multiply %156, %159 : tensor<16x16xf32>
    %161 = stablehlo.multiply %158, %50 : tensor<f32>
    %162 = stablehlo.dot_general %160, %20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %163 = stablehlo.transpose %162, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %164 = stablehlo.dot_general %160, %48, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<8x16xf32>) -> tensor<16x8xf32>
    %165 = stablehlo.transpose %163, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %166 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %167 = stablehlo.multiply %165, %166 : tensor<16x8xf32>
    %168 = stablehlo.multiply %167, %34 : tensor<16x8xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.reduce(%168 init: %cst_47) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
    %170 = stablehlo.reshape %169 : (tensor<16xf32>) -> tensor<16x1xf32>
    %171 = stablehlo.negate %170 : tensor<16x1xf32>
    %172 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %173 = stablehlo.divide %165, %172 : tensor<16x8xf32>
    %174 = stablehlo.multiply %171, %42 : tensor<16x1xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_48) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0] : (tensor<16xf32>) -> tensor<16x8xf32>
    %177 = stablehlo.multiply %34, %176 : tensor<16x8xf32>
    %178 = stablehlo.add %173, %177 : tensor<16x8xf32>
    %179 = stablehlo.multiply %176, %34 : tensor<16x8xf32>
    %180 = stablehlo.add %178, %179 : tensor<16x8xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_49) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %182 = stablehlo.reshape %181 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_50) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %184 = stablehlo.dot_general %180, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %185 = stablehlo.transpose %184, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %186 = stablehlo.dot_general %180, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %187 = stablehlo.multiply %186, %30 : tensor<16x16xf32>
    %188 = stablehlo.multiply %187, %28 : tensor<16x16xf32>
    %189 = stablehlo.add %187, %188 : tensor<16x16xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_51) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %191 = stablehlo.reshape %190 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %192 = stablehlo.reduce(%191 init: %cst_52) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %193 = stablehlo.dot_general %189, %arg19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x10xf32>) -> tensor<16x10xf32>
    %194 = stablehlo.transpose %193, dims = [1, 0] : (tensor<16x10xf32>) -> tensor<10x16xf32>
    %195 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %196 = stablehlo.multiply %164, %195 : tensor<16x8xf32>
    %197 = stablehlo.multiply %196, %10 : tensor<16x8xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_53) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
    %199 = stablehlo.reshape %198 : (tensor<16xf32>) -> tensor<16x1xf32>
    %200 = stablehlo.negate %199 : tensor<16x1xf32>
    %201 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x8xf32>
    %202 = stablehlo.divide %164, %201 : tensor<16x8xf32>
    %203 = stablehlo.multiply %200, %18 : tensor<16x1xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_54) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0] : (tensor<16xf32>) -> tensor<16x8xf32>
    %206 = stablehlo.multiply %10, %205 : tensor<16x8xf32>
    %207 = stablehlo.add %202, %206 : tensor<16x8xf32>
    %208 = stablehlo.multiply %205, %10 : tensor<16x8xf32>
    %209 = stablehlo.add %207, %208 : tensor<16x8xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%209 init: %cst_55) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %211 = stablehlo.reshape %210 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.reduce(%211 init: %cst_56) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %213 = stablehlo.dot_general %209, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %214 = stablehlo.transpose %213, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %215 = stablehlo.dot_general %209, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x16xf32>
    %216 = stablehlo.multiply %215, %6 : tensor<16x16xf32>
    %217 = stablehlo.multiply %216, %4 : tensor<16x16xf32>
    %218 = stablehlo.add %216, %217 : tensor<16x16xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_57) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %220 = stablehlo.reshape %219 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_58) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %222 = stablehlo.dot_general %218, %arg18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %223 = stablehlo.transpose %222, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %225 = stablehlo.multiply %224, %arg9 : tensor<16xf32>
    %226 = stablehlo.add %225, %221 : tensor<16xf32>
    %cst_60 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %228 = stablehlo.multiply %227, %arg10 : tensor<12x16xf32>
    %229 = stablehlo.add %228, %223 : tensor<12x16xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %231 = stablehlo.multiply %230, %arg11 : tensor<8xf32>
    %232 = stablehlo.add %231, %212 : tensor<8xf32>
    %cst_62 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %234 = stablehlo.multiply %233, %arg12 : tensor<16x8xf32>
    %235 = stablehlo.add %234, %214 : tensor<16x8xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %237 = stablehlo.multiply %236, %arg13 : tensor<16xf32>
    %238 = stablehlo.add %237, %192 : tensor<16xf32>
    %cst_64 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<10x16xf32>
    %240 = stablehlo.multiply %239, %arg14 : tensor<10x16xf32>
    %241 = stablehlo.add %240, %194 : tensor<10x16xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %243 = stablehlo.multiply %242, %arg15 : tensor<8xf32>
    %244 = stablehlo.add %243, %183 : tensor<8xf32>
    %cst_66 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %246 = stablehlo.multiply %245, %arg16 : tensor<16x8xf32>
    %247 = stablehlo.add %246, %185 : tensor<16x8xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %248 = stablehlo.multiply %cst_67, %arg17 : tensor<f32>
    %249 = stablehlo.add %248, %161 : tensor<f32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %251 = stablehlo.multiply %250, %226 : tensor<16xf32>
    %252 = stablehlo.subtract %arg0, %251 : tensor<16xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %253 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %254 = stablehlo.multiply %253, %229 : tensor<12x16xf32>
    %255 = stablehlo.subtract %arg1, %254 : tensor<12x16xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %257 = stablehlo.multiply %256, %232 : tensor<8xf32>
    %258 = stablehlo.subtract %arg2, %257 : tensor<8xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %260 = stablehlo.multiply %259, %235 : tensor<16x8xf32>
    %261 = stablehlo.subtract %arg3, %260 : tensor<16x8xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %263 = stablehlo.multiply %262, %238 : tensor<16xf32>
    %264 = stablehlo.subtract %arg4, %263 : tensor<16xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<10x16xf32>
    %266 = stablehlo.multiply %265, %241 : tensor<10x16xf32>
    %267 = stablehlo.subtract %arg5, %266 : tensor<10x16xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %269 = stablehlo.multiply %268, %244 : tensor<8xf32>
    %270 = stablehlo.subtract %arg6, %269 : tensor<8xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %272 = stablehlo.multiply %271, %247 : tensor<16x8xf32>
    %273 = stablehlo.subtract %arg7, %272 : tensor<16x8xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %274 = stablehlo.multiply %cst_76, %249 : tensor<f32>
    %275 = stablehlo.subtract %arg8, %274 : tensor<f32>
    return %252, %255, %258, %261, %264, %267, %270, %273, %275, %226, %229, %232, %235, %238, %241, %244, %247, %249, %127, %129 : tensor<16xf32>, tensor<12x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<16xf32>, tensor<12x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @_diag(%arg0: tensor<16x16xf32> loc(unknown)) -> (tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>) {
    %0:4 = call @diagonal(%arg0) : (tensor<16x16xf32>) -> (tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>
  }
  func.func private @diagonal(%arg0: tensor<16x16xf32> loc(unknown)) -> (tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %1 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %5 = stablehlo.convert %4 : (tensor<16x16xi1>) -> tensor<16x16xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7:3 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<16xi32>
      %9 = stablehlo.iota dim = 0 : tensor<16xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_2 = stablehlo.constant dense<16> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %13 = stablehlo.add %8, %12 : tensor<16xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<16xi1>, tensor<16xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
      %c_4 = stablehlo.constant dense<16> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<16xi32>
      %18 = stablehlo.add %9, %17 : tensor<16xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<16xi1>, tensor<16xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<16x1xi32>, tensor<16x1xi32>) -> tensor<16x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<16x16xf32>, tensor<16x2xi32>) -> tensor<16xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      stablehlo.return %23, %24, %22 : tensor<16xf32>, tensor<16x16xf32>, tensor<16x2xi32>
    }) : (tensor<i32>) -> (tensor<16xf32>, tensor<16x16xf32>, tensor<16x2xi32>)
    return %7#0, %c_0, %7#1, %7#2 : tensor<16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>
  }
  func.func private @_diag_0(%arg0: tensor<i32> loc(unknown), %arg1: tensor<16x16xf32> loc(unknown), %arg2: tensor<16x2xi32> loc(unknown), %arg3: tensor<16xf32> loc(unknown)) -> tensor<16x16xf32> {
    %0 = call @diagonal_1(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<16x16xf32>, tensor<16x2xi32>, tensor<16xf32>) -> tensor<16x16xf32>
    return %0 : tensor<16x16xf32>
  }
  func.func private @diagonal_1(%arg0: tensor<i32> loc(unknown), %arg1: tensor<16x16xf32> loc(unknown), %arg2: tensor<16x2xi32> loc(unknown), %arg3: tensor<16xf32> loc(unknown)) -> tensor<16x16xf32> {
    %0 = "stablehlo.case"(%arg0) ({
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }, {
      %c = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %3 = "stablehlo.scatter"(%2, %arg2, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %4 : tensor<f32>
      }) : (tensor<16x16xf32>, tensor<16x2xi32>, tensor<16xf32>) -> tensor<16x16xf32>
      stablehlo.return %3 : tensor<16x16xf32>
    }) : (tensor<i32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
}
