module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['b']"), %arg1: tensor<12x64xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['w']"), %arg2: tensor<8xf32> {tf.aliasing_output = 2 : i32} loc("params['l1']['b']"), %arg3: tensor<64x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l1']['w']"), %arg4: tensor<96xf32> {tf.aliasing_output = 4 : i32} loc("params['l2']['b']"), %arg5: tensor<8x96xf32> {tf.aliasing_output = 5 : i32} loc("params['l2']['w']"), %arg6: tensor<6xf32> {tf.aliasing_output = 6 : i32} loc("params['l3']['b']"), %arg7: tensor<96x6xf32> {tf.aliasing_output = 7 : i32} loc("params['l3']['w']"), %arg8: tensor<64xf32> {tf.aliasing_output = 8 : i32} loc("momentum['l0']['b']"), %arg9: tensor<12x64xf32> {tf.aliasing_output = 9 : i32} loc("momentum['l0']['w']"), %arg10: tensor<8xf32> {tf.aliasing_output = 10 : i32} loc("momentum['l1']['b']"), %arg11: tensor<64x8xf32> {tf.aliasing_output = 11 : i32} loc("momentum['l1']['w']"), %arg12: tensor<96xf32> {tf.aliasing_output = 12 : i32} loc("momentum['l2']['b']"), %arg13: tensor<8x96xf32> {tf.aliasing_output = 13 : i32} loc("momentum['l2']['w']"), %arg14: tensor<6xf32> {tf.aliasing_output = 14 : i32} loc("momentum['l3']['b']"), %arg15: tensor<96x6xf32> {tf.aliasing_output = 15 : i32} loc("momentum['l3']['w']"), %arg16: tensor<16x12xf32> loc("batch['x']"), %arg17: tensor<16x6xf32> loc("batch['y']")) -> (tensor<64xf32> {jax.result_info = "result[0]['l0']['b']"}, tensor<12x64xf32> {jax.result_info = "result[0]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[0]['l1']['b']"}, tensor<64x8xf32> {jax.result_info = "result[0]['l1']['w']"}, tensor<96xf32> {jax.result_info = "result[0]['l2']['b']"}, tensor<8x96xf32> {jax.result_info = "result[0]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[0]['l3']['b']"}, tensor<96x6xf32> {jax.result_info = "result[0]['l3']['w']"}, tensor<64xf32> {jax.result_info = "result[1]['l0']['b']"}, tensor<12x64xf32> {jax.result_info = "result[1]['l0']['w']"}, tensor<8xf32> {jax.result_info = "result[1]['l1']['b']"}, tensor<64x8xf32> {jax.result_info = "result[1]['l1']['w']"}, tensor<96xf32> {jax.result_info = "result[1]['l2']['b']"}, tensor<8x96xf32> {jax.result_info = "result[1]['l2']['w']"}, tensor<6xf32> {jax.result_info = "result[1]['l3']['b']"}, tensor<96x6xf32> {jax.result_info = "result[1]['l3']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg16, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x64xf32>) -> tensor<16x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<16x64xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x64xf32>
    %4:3 = call @silu(%3) : (tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>)
    %5 = stablehlo.dot_general %4#0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %8 = stablehlo.add %5, %7 : tensor<16x8xf32>
    %9:3 = call @silu_0(%8) : (tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
    %10 = stablehlo.dot_general %9#0, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x96xf32>) -> tensor<16x96xf32>
    %11 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<96xf32>) -> tensor<1x96xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x96xf32>) -> tensor<16x96xf32>
    %13 = stablehlo.add %10, %12 : tensor<16x96xf32>
    %14:3 = call @silu_1(%13) : (tensor<16x96xf32>) -> (tensor<16x96xf32>, tensor<16x96xf32>, tensor<16x96xf32>)
    %15 = stablehlo.dot_general %14#0, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x96xf32>, tensor<96x6xf32>) -> tensor<16x6xf32>
    %16 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<16x6xf32>
    %18 = stablehlo.add %15, %17 : tensor<16x6xf32>
    %19:3 = call @silu_2(%18) : (tensor<16x6xf32>) -> (tensor<16x6xf32>, tensor<16x6xf32>, tensor<16x6xf32>)
    %20 = stablehlo.subtract %19#0, %arg17 : tensor<16x6xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<16x6xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %23 = stablehlo.multiply %22, %20 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %25 = stablehlo.divide %24, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %26 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %28 = stablehlo.multiply %27, %23 : tensor<16x6xf32>
    %29 = call @silu_3(%19#1, %19#2, %18, %28) : (tensor<16x6xf32>, tensor<16x6xf32>, tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<6xf32>
    %31 = stablehlo.reshape %30 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %33 = stablehlo.dot_general %29, %14#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x96xf32>) -> tensor<6x96xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<6x96xf32>) -> tensor<96x6xf32>
    %35 = stablehlo.dot_general %29, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<96x6xf32>) -> tensor<16x96xf32>
    %36 = call @silu_4(%14#1, %14#2, %13, %35) : (tensor<16x96xf32>, tensor<16x96xf32>, tensor<16x96xf32>, tensor<16x96xf32>) -> tensor<16x96xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16x96xf32>, tensor<f32>) -> tensor<96xf32>
    %38 = stablehlo.reshape %37 : (tensor<96xf32>) -> tensor<1x96xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x96xf32>, tensor<f32>) -> tensor<96xf32>
    %40 = stablehlo.dot_general %36, %9#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x96xf32>, tensor<16x8xf32>) -> tensor<96x8xf32>
    %41 = stablehlo.transpose %40, dims = [1, 0] : (tensor<96x8xf32>) -> tensor<8x96xf32>
    %42 = stablehlo.dot_general %36, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x96xf32>, tensor<8x96xf32>) -> tensor<16x8xf32>
    %43 = call @silu_5(%9#1, %9#2, %8, %42) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %45 = stablehlo.reshape %44 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %47 = stablehlo.dot_general %43, %4#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
    %48 = stablehlo.transpose %47, dims = [1, 0] : (tensor<8x64xf32>) -> tensor<64x8xf32>
    %49 = stablehlo.dot_general %43, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<64x8xf32>) -> tensor<16x64xf32>
    %50 = call @silu_6(%4#1, %4#2, %3, %49) : (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %52 = stablehlo.reshape %51 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %54 = stablehlo.dot_general %50, %arg16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x12xf32>) -> tensor<64x12xf32>
    %55 = stablehlo.transpose %54, dims = [1, 0] : (tensor<64x12xf32>) -> tensor<12x64xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %57 = stablehlo.multiply %56, %arg8 : tensor<64xf32>
    %58 = stablehlo.add %57, %53 : tensor<64xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %60 = stablehlo.multiply %59, %arg9 : tensor<12x64xf32>
    %61 = stablehlo.add %60, %55 : tensor<12x64xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %63 = stablehlo.multiply %62, %arg10 : tensor<8xf32>
    %64 = stablehlo.add %63, %46 : tensor<8xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
    %66 = stablehlo.multiply %65, %arg11 : tensor<64x8xf32>
    %67 = stablehlo.add %66, %48 : tensor<64x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<96xf32>
    %69 = stablehlo.multiply %68, %arg12 : tensor<96xf32>
    %70 = stablehlo.add %69, %39 : tensor<96xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x96xf32>
    %72 = stablehlo.multiply %71, %arg13 : tensor<8x96xf32>
    %73 = stablehlo.add %72, %41 : tensor<8x96xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %75 = stablehlo.multiply %74, %arg14 : tensor<6xf32>
    %76 = stablehlo.add %75, %32 : tensor<6xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<96x6xf32>
    %78 = stablehlo.multiply %77, %arg15 : tensor<96x6xf32>
    %79 = stablehlo.add %78, %34 : tensor<96x6xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %81 = stablehlo.multiply %80, %58 : tensor<64xf32>
    %82 = stablehlo.subtract %arg0, %81 : tensor<64xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %84 = stablehlo.multiply %83, %61 : tensor<12x64xf32>
    %85 = stablehlo.subtract %arg1, %84 : tensor<12x64xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %87 = stablehlo.multiply %86, %64 : tensor<8xf32>
    %88 = stablehlo.subtract %arg2, %87 : tensor<8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
    %90 = stablehlo.multiply %89, %67 : tensor<64x8xf32>
    %91 = stablehlo.subtract %arg3, %90 : tensor<64x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<96xf32>
    %93 = stablehlo.multiply %92, %70 : tensor<96xf32>
    %94 = stablehlo.subtract %arg4, %93 : tensor<96xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x96xf32>
    %96 = stablehlo.multiply %95, %73 : tensor<8x96xf32>
    %97 = stablehlo.subtract %arg5, %96 : tensor<8x96xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %99 = stablehlo.multiply %98, %76 : tensor<6xf32>
    %100 = stablehlo.subtract %arg6, %99 : tensor<6xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<96x6xf32>
    %102 = stablehlo.multiply %101, %79 : tensor<96x6xf32>
    %103 = stablehlo.subtract %arg7, %102 : tensor<96x6xf32>
    return %82, %85, %88, %91, %94, %97, %100, %103, %58, %61, %64, %67, %70, %73, %76, %79, %25 : tensor<64xf32>, tensor<12x64xf32>, tensor<8xf32>, tensor<64x8xf32>, tensor<96xf32>, tensor<8x96xf32>, tensor<6xf32>, tensor<96x6xf32>, tensor<64xf32>, tensor<12x64xf32>, tensor<8xf32>, tensor<64x8xf32>, tensor<96xf32>, tensor<8x96xf32>, tensor<6xf32>, tensor<96x6xf32>, tensor<f32>
  }
  func.func private @silu(%arg0: tensor<16x64xf32> loc(unknown)) -> (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x64xf32>
    %1 = stablehlo.exponential %0 : tensor<16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x64xf32>
    return %9, %8, %5 : tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @silu_0(%arg0: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x8xf32>
    %1 = stablehlo.exponential %0 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x8xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x8xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x8xf32>
    return %9, %8, %5 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @silu_1(%arg0: tensor<16x96xf32> loc(unknown)) -> (tensor<16x96xf32>, tensor<16x96xf32>, tensor<16x96xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x96xf32>
    %1 = stablehlo.exponential %0 : tensor<16x96xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x96xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x96xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x96xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x96xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x96xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x96xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x96xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x96xf32>
    return %9, %8, %5 : tensor<16x96xf32>, tensor<16x96xf32>, tensor<16x96xf32>
  }
  func.func private @silu_2(%arg0: tensor<16x6xf32> loc(unknown)) -> (tensor<16x6xf32>, tensor<16x6xf32>, tensor<16x6xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x6xf32>
    %1 = stablehlo.exponential %0 : tensor<16x6xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x6xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x6xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x6xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x6xf32>
    return %9, %8, %5 : tensor<16x6xf32>, tensor<16x6xf32>, tensor<16x6xf32>
  }
  func.func private @silu_3(%arg0: tensor<16x6xf32> loc(unknown), %arg1: tensor<16x6xf32> loc(unknown), %arg2: tensor<16x6xf32> loc(unknown), %arg3: tensor<16x6xf32> loc(unknown)) -> tensor<16x6xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x6xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x6xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x6xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x6xf32>
    return %3 : tensor<16x6xf32>
  }
  func.func private @silu_4(%arg0: tensor<16x96xf32> loc(unknown), %arg1: tensor<16x96xf32> loc(unknown), %arg2: tensor<16x96xf32> loc(unknown), %arg3: tensor<16x96xf32> loc(unknown)) -> tensor<16x96xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x96xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x96xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x96xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x96xf32>
    return %3 : tensor<16x96xf32>
  }
  func.func private @silu_5(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x8xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x8xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x8xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x8xf32>
    return %3 : tensor<16x8xf32>
  }
  func.func private @silu_6(%arg0: tensor<16x64xf32> loc(unknown), %arg1: tensor<16x64xf32> loc(unknown), %arg2: tensor<16x64xf32> loc(unknown), %arg3: tensor<16x64xf32> loc(unknown)) -> tensor<16x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x64xf32>
    return %3 : tensor<16x64xf32>
  }
}
