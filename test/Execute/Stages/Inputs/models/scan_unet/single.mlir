module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x8xf32> {tf.aliasing_output = 0 : i32} loc("params['down0']['stack']['b']"), %arg1: tensor<2x8x8xf32> {tf.aliasing_output = 1 : i32} loc("params['down0']['stack']['w']"), %arg2: tensor<2x12xf32> {tf.aliasing_output = 2 : i32} loc("params['down1']['stack']['b']"), %arg3: tensor<2x12x12xf32> {tf.aliasing_output = 3 : i32} loc("params['down1']['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("params['narrower']"), %arg5: tensor<2x8xf32> {tf.aliasing_output = 5 : i32} loc("params['up0']['stack']['b']"), %arg6: tensor<2x8x8xf32> {tf.aliasing_output = 6 : i32} loc("params['up0']['stack']['w']"), %arg7: tensor<2x12xf32> {tf.aliasing_output = 7 : i32} loc("params['up1']['stack']['b']"), %arg8: tensor<2x12x12xf32> {tf.aliasing_output = 8 : i32} loc("params['up1']['stack']['w']"), %arg9: tensor<8x12xf32> {tf.aliasing_output = 9 : i32} loc("params['wider']"), %arg10: tensor<2x8xf32> {tf.aliasing_output = 10 : i32} loc("momentum['down0']['stack']['b']"), %arg11: tensor<2x8x8xf32> {tf.aliasing_output = 11 : i32} loc("momentum['down0']['stack']['w']"), %arg12: tensor<2x12xf32> {tf.aliasing_output = 12 : i32} loc("momentum['down1']['stack']['b']"), %arg13: tensor<2x12x12xf32> {tf.aliasing_output = 13 : i32} loc("momentum['down1']['stack']['w']"), %arg14: tensor<12x8xf32> {tf.aliasing_output = 14 : i32} loc("momentum['narrower']"), %arg15: tensor<2x8xf32> {tf.aliasing_output = 15 : i32} loc("momentum['up0']['stack']['b']"), %arg16: tensor<2x8x8xf32> {tf.aliasing_output = 16 : i32} loc("momentum['up0']['stack']['w']"), %arg17: tensor<2x12xf32> {tf.aliasing_output = 17 : i32} loc("momentum['up1']['stack']['b']"), %arg18: tensor<2x12x12xf32> {tf.aliasing_output = 18 : i32} loc("momentum['up1']['stack']['w']"), %arg19: tensor<8x12xf32> {tf.aliasing_output = 19 : i32} loc("momentum['wider']"), %arg20: tensor<16x8xf32> loc("batch['x']"), %arg21: tensor<16x8xf32> loc("batch['y']")) -> (tensor<2x8xf32> {jax.result_info = "result[0]['down0']['stack']['b']"}, tensor<2x8x8xf32> {jax.result_info = "result[0]['down0']['stack']['w']"}, tensor<2x12xf32> {jax.result_info = "result[0]['down1']['stack']['b']"}, tensor<2x12x12xf32> {jax.result_info = "result[0]['down1']['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[0]['narrower']"}, tensor<2x8xf32> {jax.result_info = "result[0]['up0']['stack']['b']"}, tensor<2x8x8xf32> {jax.result_info = "result[0]['up0']['stack']['w']"}, tensor<2x12xf32> {jax.result_info = "result[0]['up1']['stack']['b']"}, tensor<2x12x12xf32> {jax.result_info = "result[0]['up1']['stack']['w']"}, tensor<8x12xf32> {jax.result_info = "result[0]['wider']"}, tensor<2x8xf32> {jax.result_info = "result[1]['down0']['stack']['b']"}, tensor<2x8x8xf32> {jax.result_info = "result[1]['down0']['stack']['w']"}, tensor<2x12xf32> {jax.result_info = "result[1]['down1']['stack']['b']"}, tensor<2x12x12xf32> {jax.result_info = "result[1]['down1']['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['narrower']"}, tensor<2x8xf32> {jax.result_info = "result[1]['up0']['stack']['b']"}, tensor<2x8x8xf32> {jax.result_info = "result[1]['up0']['stack']['w']"}, tensor<2x12xf32> {jax.result_info = "result[1]['up1']['stack']['b']"}, tensor<2x12x12xf32> {jax.result_info = "result[1]['up1']['stack']['w']"}, tensor<8x12xf32> {jax.result_info = "result[1]['wider']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:8 = stablehlo.while(%iterArg = %arg0, %iterArg_56 = %arg1, %iterArg_57 = %c, %iterArg_58 = %arg20, %iterArg_59 = %0, %iterArg_60 = %1, %iterArg_61 = %2, %iterArg_62 = %3) : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_63 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_57, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_57) : (tensor<2x8xf32>, tensor<i32>) -> tensor<8xf32>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_56, %iterArg_57) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %114:5 = func.call @closed_call(%iterArg_58, %112, %113) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %115 = func.call @dynamic_update_index_in_dim(%iterArg_59, %114#1, %iterArg_57) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %116 = func.call @dynamic_update_index_in_dim(%iterArg_60, %114#2, %iterArg_57) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim(%iterArg_61, %114#3, %iterArg_57) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %118 = func.call @dynamic_update_index_in_dim(%iterArg_62, %114#4, %iterArg_57) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_63 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.add %iterArg_57, %c_63 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %119, %114#0, %115, %116, %117, %118 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    %5 = stablehlo.dot_general %4#3, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x12xf32>) -> tensor<16x12xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %10:8 = stablehlo.while(%iterArg = %arg2, %iterArg_56 = %arg3, %iterArg_57 = %c_7, %iterArg_58 = %5, %iterArg_59 = %6, %iterArg_60 = %7, %iterArg_61 = %8, %iterArg_62 = %9) : tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>
    cond {
      %c_63 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_57, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_57) : (tensor<2x12xf32>, tensor<i32>) -> tensor<12xf32>
      %113 = func.call @dynamic_index_in_dim_2(%iterArg_56, %iterArg_57) : (tensor<2x12x12xf32>, tensor<i32>) -> tensor<12x12xf32>
      %114:5 = func.call @closed_call_3(%iterArg_58, %112, %113) : (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>) -> (tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>)
      %115 = func.call @dynamic_update_index_in_dim_4(%iterArg_59, %114#1, %iterArg_57) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %116 = func.call @dynamic_update_index_in_dim_4(%iterArg_60, %114#2, %iterArg_57) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %117 = func.call @dynamic_update_index_in_dim_4(%iterArg_61, %114#3, %iterArg_57) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %118 = func.call @dynamic_update_index_in_dim_4(%iterArg_62, %114#4, %iterArg_57) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %c_63 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.add %iterArg_57, %c_63 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %119, %114#0, %115, %116, %117, %118 : tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>
    }
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %14:8 = stablehlo.while(%iterArg = %arg7, %iterArg_56 = %arg8, %iterArg_57 = %10#4, %iterArg_58 = %c_11, %iterArg_59 = %10#3, %iterArg_60 = %11, %iterArg_61 = %12, %iterArg_62 = %13) : tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>
    cond {
      %c_63 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_58, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_63 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.subtract %c_63, %iterArg_58 : tensor<i32>
      %c_64 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_64 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_1(%iterArg, %113) : (tensor<2x12xf32>, tensor<i32>) -> tensor<12xf32>
      %115 = func.call @dynamic_index_in_dim_2(%iterArg_56, %113) : (tensor<2x12x12xf32>, tensor<i32>) -> tensor<12x12xf32>
      %116 = func.call @dynamic_index_in_dim_5(%iterArg_57, %113) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %117:4 = func.call @closed_call_6(%iterArg_59, %114, %115, %116) : (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>, tensor<16x12xf32>) -> (tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>)
      %118 = func.call @dynamic_update_index_in_dim_4(%iterArg_60, %117#1, %113) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %119 = func.call @dynamic_update_index_in_dim_4(%iterArg_61, %117#2, %113) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %120 = func.call @dynamic_update_index_in_dim_4(%iterArg_62, %117#3, %113) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %c_65 = stablehlo.constant dense<1> : tensor<i32>
      %121 = stablehlo.add %iterArg_58, %c_65 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %121, %117#0, %118, %119, %120 : tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>
    }
    %15 = stablehlo.dot_general %14#4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %16 = stablehlo.reverse %4#4, dims = [0] : tensor<2x16x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %20:8 = stablehlo.while(%iterArg = %arg5, %iterArg_56 = %arg6, %iterArg_57 = %16, %iterArg_58 = %c_15, %iterArg_59 = %15, %iterArg_60 = %17, %iterArg_61 = %18, %iterArg_62 = %19) : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_63 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_58, %c_63, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_58) : (tensor<2x8xf32>, tensor<i32>) -> tensor<8xf32>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_56, %iterArg_58) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %114 = func.call @dynamic_index_in_dim_7(%iterArg_57, %iterArg_58) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %115:4 = func.call @closed_call_8(%iterArg_59, %112, %113, %114) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %116 = func.call @dynamic_update_index_in_dim(%iterArg_60, %115#1, %iterArg_58) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim(%iterArg_61, %115#2, %iterArg_58) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %118 = func.call @dynamic_update_index_in_dim(%iterArg_62, %115#3, %iterArg_58) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_63 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.add %iterArg_58, %c_63 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %119, %115#0, %116, %117, %118 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    %21 = stablehlo.subtract %20#4, %arg21 : tensor<16x8xf32>
    %22 = stablehlo.multiply %21, %21 : tensor<16x8xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %24 = stablehlo.multiply %23, %21 : tensor<16x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%22 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_18 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_18 : tensor<f32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %28 = stablehlo.divide %cst_20, %cst_21 : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %30 = stablehlo.multiply %29, %24 : tensor<16x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %34:9 = stablehlo.while(%iterArg = %arg6, %iterArg_56 = %20#5, %iterArg_57 = %20#6, %iterArg_58 = %20#7, %iterArg_59 = %c_25, %iterArg_60 = %30, %iterArg_61 = %31, %iterArg_62 = %32, %iterArg_63 = %33) : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_59, %c_64, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.subtract %c_64, %iterArg_59 : tensor<i32>
      %c_65 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_65 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_0(%iterArg, %113) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %115 = func.call @dynamic_index_in_dim_7(%iterArg_56, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %116 = func.call @dynamic_index_in_dim_7(%iterArg_57, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %117 = func.call @dynamic_index_in_dim_7(%iterArg_58, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118:4 = func.call @closed_call_9(%iterArg_60, %114, %115, %116, %117) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>)
      %119 = func.call @dynamic_update_index_in_dim_10(%iterArg_61, %118#1, %113) : (tensor<2x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %120 = func.call @dynamic_update_index_in_dim_11(%iterArg_62, %118#2, %113) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %121 = func.call @dynamic_update_index_in_dim(%iterArg_63, %118#3, %113) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_66 = stablehlo.constant dense<1> : tensor<i32>
      %122 = stablehlo.add %iterArg_59, %c_66 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %122, %118#0, %119, %120, %121 : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>
    }
    %35 = stablehlo.reverse %34#8, dims = [0] : tensor<2x16x8xf32>
    %36 = stablehlo.dot_general %34#5, %14#4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %38 = stablehlo.dot_general %34#5, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<12x8xf32>) -> tensor<16x12xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x16x12xf32>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %42:9 = stablehlo.while(%iterArg = %arg8, %iterArg_56 = %14#5, %iterArg_57 = %14#6, %iterArg_58 = %14#7, %iterArg_59 = %c_29, %iterArg_60 = %38, %iterArg_61 = %39, %iterArg_62 = %40, %iterArg_63 = %41) : tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>
    cond {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_59, %c_64, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim_2(%iterArg, %iterArg_59) : (tensor<2x12x12xf32>, tensor<i32>) -> tensor<12x12xf32>
      %113 = func.call @dynamic_index_in_dim_5(%iterArg_56, %iterArg_59) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %114 = func.call @dynamic_index_in_dim_5(%iterArg_57, %iterArg_59) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %115 = func.call @dynamic_index_in_dim_5(%iterArg_58, %iterArg_59) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %116:4 = func.call @closed_call_12(%iterArg_60, %112, %113, %114, %115) : (tensor<16x12xf32>, tensor<12x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>) -> (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>, tensor<16x12xf32>)
      %117 = func.call @dynamic_update_index_in_dim_13(%iterArg_61, %116#1, %iterArg_59) : (tensor<2x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<2x12xf32>
      %118 = func.call @dynamic_update_index_in_dim_14(%iterArg_62, %116#2, %iterArg_59) : (tensor<2x12x12xf32>, tensor<12x12xf32>, tensor<i32>) -> tensor<2x12x12xf32>
      %119 = func.call @dynamic_update_index_in_dim_4(%iterArg_63, %116#3, %iterArg_59) : (tensor<2x16x12xf32>, tensor<16x12xf32>, tensor<i32>) -> tensor<2x16x12xf32>
      %c_64 = stablehlo.constant dense<1> : tensor<i32>
      %120 = stablehlo.add %iterArg_59, %c_64 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %120, %116#0, %117, %118, %119 : tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>
    }
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %45:9 = stablehlo.while(%iterArg = %42#8, %iterArg_56 = %arg3, %iterArg_57 = %10#5, %iterArg_58 = %10#6, %iterArg_59 = %10#7, %iterArg_60 = %c_32, %iterArg_61 = %42#5, %iterArg_62 = %43, %iterArg_63 = %44) : tensor<2x16x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>
    cond {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_60, %c_64, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.subtract %c_64, %iterArg_60 : tensor<i32>
      %c_65 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_65 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_5(%iterArg, %113) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %115 = func.call @dynamic_index_in_dim_2(%iterArg_56, %113) : (tensor<2x12x12xf32>, tensor<i32>) -> tensor<12x12xf32>
      %116 = func.call @dynamic_index_in_dim_5(%iterArg_57, %113) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %117 = func.call @dynamic_index_in_dim_5(%iterArg_58, %113) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %118 = func.call @dynamic_index_in_dim_5(%iterArg_59, %113) : (tensor<2x16x12xf32>, tensor<i32>) -> tensor<16x12xf32>
      %119:3 = func.call @closed_call_15(%iterArg_61, %114, %115, %116, %117, %118) : (tensor<16x12xf32>, tensor<16x12xf32>, tensor<12x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>) -> (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>)
      %120 = func.call @dynamic_update_index_in_dim_13(%iterArg_62, %119#1, %113) : (tensor<2x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<2x12xf32>
      %121 = func.call @dynamic_update_index_in_dim_14(%iterArg_63, %119#2, %113) : (tensor<2x12x12xf32>, tensor<12x12xf32>, tensor<i32>) -> tensor<2x12x12xf32>
      %c_66 = stablehlo.constant dense<1> : tensor<i32>
      %122 = stablehlo.add %iterArg_60, %c_66 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %122, %119#0, %120, %121 : tensor<2x16x12xf32>, tensor<2x12x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<2x16x12xf32>, tensor<i32>, tensor<16x12xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>
    }
    %46 = stablehlo.dot_general %45#6, %4#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x8xf32>) -> tensor<12x8xf32>
    %47 = stablehlo.transpose %46, dims = [1, 0] : (tensor<12x8xf32>) -> tensor<8x12xf32>
    %48 = stablehlo.dot_general %45#6, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<8x12xf32>) -> tensor<16x8xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %51:9 = stablehlo.while(%iterArg = %35, %iterArg_56 = %arg1, %iterArg_57 = %4#5, %iterArg_58 = %4#6, %iterArg_59 = %4#7, %iterArg_60 = %c_35, %iterArg_61 = %48, %iterArg_62 = %49, %iterArg_63 = %50) : tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    cond {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_60, %c_64, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_64 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.subtract %c_64, %iterArg_60 : tensor<i32>
      %c_65 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_65 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_7(%iterArg, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %115 = func.call @dynamic_index_in_dim_0(%iterArg_56, %113) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %116 = func.call @dynamic_index_in_dim_7(%iterArg_57, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %117 = func.call @dynamic_index_in_dim_7(%iterArg_58, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118 = func.call @dynamic_index_in_dim_7(%iterArg_59, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %119:3 = func.call @closed_call_16(%iterArg_61, %114, %115, %116, %117, %118) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %120 = func.call @dynamic_update_index_in_dim_10(%iterArg_62, %119#1, %113) : (tensor<2x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %121 = func.call @dynamic_update_index_in_dim_11(%iterArg_63, %119#2, %113) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %c_66 = stablehlo.constant dense<1> : tensor<i32>
      %122 = stablehlo.add %iterArg_60, %c_66 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %122, %119#0, %120, %121 : tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    }
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %53 = stablehlo.multiply %52, %arg10 : tensor<2x8xf32>
    %54 = stablehlo.add %53, %51#7 : tensor<2x8xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %56 = stablehlo.multiply %55, %arg11 : tensor<2x8x8xf32>
    %57 = stablehlo.add %56, %51#8 : tensor<2x8x8xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %59 = stablehlo.multiply %58, %arg12 : tensor<2x12xf32>
    %60 = stablehlo.add %59, %45#7 : tensor<2x12xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %62 = stablehlo.multiply %61, %arg13 : tensor<2x12x12xf32>
    %63 = stablehlo.add %62, %45#8 : tensor<2x12x12xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %65 = stablehlo.multiply %64, %arg14 : tensor<12x8xf32>
    %66 = stablehlo.add %65, %37 : tensor<12x8xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %68 = stablehlo.multiply %67, %arg15 : tensor<2x8xf32>
    %69 = stablehlo.add %68, %34#6 : tensor<2x8xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %71 = stablehlo.multiply %70, %arg16 : tensor<2x8x8xf32>
    %72 = stablehlo.add %71, %34#7 : tensor<2x8x8xf32>
    %cst_43 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %74 = stablehlo.multiply %73, %arg17 : tensor<2x12xf32>
    %75 = stablehlo.add %74, %42#6 : tensor<2x12xf32>
    %cst_44 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %77 = stablehlo.multiply %76, %arg18 : tensor<2x12x12xf32>
    %78 = stablehlo.add %77, %42#7 : tensor<2x12x12xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x12xf32>
    %80 = stablehlo.multiply %79, %arg19 : tensor<8x12xf32>
    %81 = stablehlo.add %80, %47 : tensor<8x12xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %83 = stablehlo.multiply %82, %54 : tensor<2x8xf32>
    %84 = stablehlo.subtract %arg0, %83 : tensor<2x8xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %86 = stablehlo.multiply %85, %57 : tensor<2x8x8xf32>
    %87 = stablehlo.subtract %arg1, %86 : tensor<2x8x8xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %89 = stablehlo.multiply %88, %60 : tensor<2x12xf32>
    %90 = stablehlo.subtract %arg2, %89 : tensor<2x12xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %92 = stablehlo.multiply %91, %63 : tensor<2x12x12xf32>
    %93 = stablehlo.subtract %arg3, %92 : tensor<2x12x12xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %95 = stablehlo.multiply %94, %66 : tensor<12x8xf32>
    %96 = stablehlo.subtract %arg4, %95 : tensor<12x8xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %98 = stablehlo.multiply %97, %69 : tensor<2x8xf32>
    %99 = stablehlo.subtract %arg5, %98 : tensor<2x8xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %101 = stablehlo.multiply %100, %72 : tensor<2x8x8xf32>
    %102 = stablehlo.subtract %arg6, %101 : tensor<2x8x8xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %104 = stablehlo.multiply %103, %75 : tensor<2x12xf32>
    %105 = stablehlo.subtract %arg7, %104 : tensor<2x12xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %107 = stablehlo.multiply %106, %78 : tensor<2x12x12xf32>
    %108 = stablehlo.subtract %arg8, %107 : tensor<2x12x12xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x12xf32>
    %110 = stablehlo.multiply %109, %81 : tensor<8x12xf32>
    %111 = stablehlo.subtract %arg9, %110 : tensor<8x12xf32>
    return %84, %87, %90, %93, %96, %99, %102, %105, %108, %111, %54, %57, %60, %63, %66, %69, %72, %75, %78, %81, %26 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<12x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<8x12xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<12x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<2x12xf32>, tensor<2x12x12xf32>, tensor<8x12xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    return %4, %arg0, %arg0, %4, %6 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x12xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<12xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 12] : (tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x12xf32>) -> tensor<12xf32>
    return %1 : tensor<12xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x12x12xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<12x12xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 12, 12] : (tensor<2x12x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x12x12xf32>) -> tensor<12x12xf32>
    return %1 : tensor<12x12xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<16x12xf32> loc(unknown), %arg1: tensor<12xf32> loc(unknown), %arg2: tensor<12x12xf32> loc(unknown)) -> (tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<16x12xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x12xf32>
    %4 = stablehlo.tanh %3 : tensor<16x12xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x12xf32>
    return %4, %arg0, %arg0, %4, %6 : tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<2x16x12xf32> loc(unknown), %arg1: tensor<16x12xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x12xf32>) -> tensor<1x16x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x12xf32>, tensor<1x16x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x12xf32>
    return %1 : tensor<2x16x12xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x16x12xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x12xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 12] : (tensor<2x16x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x12xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x12xf32>) -> tensor<16x12xf32>
    return %1 : tensor<16x12xf32>
  }
  func.func private @closed_call_6(%arg0: tensor<16x12xf32> loc(unknown), %arg1: tensor<12xf32> loc(unknown), %arg2: tensor<12x12xf32> loc(unknown), %arg3: tensor<16x12xf32> loc(unknown)) -> (tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>) {
    %0 = stablehlo.add %arg0, %arg3 : tensor<16x12xf32>
    %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<16x12xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x12xf32>
    %5 = stablehlo.tanh %4 : tensor<16x12xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x12xf32>
    return %5, %0, %5, %7 : tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>, tensor<16x12xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.add %arg0, %arg3 : tensor<16x8xf32>
    %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x8xf32>
    %5 = stablehlo.tanh %4 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x8xf32>
    return %5, %0, %5, %7 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @closed_call_9(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg3 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    return %8, %5, %7, %8 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @closed_call_12(%arg0: tensor<16x12xf32> loc(unknown), %arg1: tensor<12x12xf32> loc(unknown), %arg2: tensor<16x12xf32> loc(unknown), %arg3: tensor<16x12xf32> loc(unknown), %arg4: tensor<16x12xf32> loc(unknown)) -> (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>, tensor<16x12xf32>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<16x12xf32>
    %1 = stablehlo.multiply %0, %arg3 : tensor<16x12xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x12xf32>, tensor<f32>) -> tensor<12xf32>
    %4 = stablehlo.reshape %3 : (tensor<12xf32>) -> tensor<1x12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x12xf32>, tensor<f32>) -> tensor<12xf32>
    %6 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %8 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    return %8, %5, %7, %8 : tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>, tensor<16x12xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<2x12xf32> loc(unknown), %arg1: tensor<12xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
    return %1 : tensor<2x12xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<2x12x12xf32> loc(unknown), %arg1: tensor<12x12xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x12x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<12x12xf32>) -> tensor<1x12x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x12x12xf32>, tensor<1x12x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x12x12xf32>
    return %1 : tensor<2x12x12xf32>
  }
  func.func private @closed_call_15(%arg0: tensor<16x12xf32> loc(unknown), %arg1: tensor<16x12xf32> loc(unknown), %arg2: tensor<12x12xf32> loc(unknown), %arg3: tensor<16x12xf32> loc(unknown), %arg4: tensor<16x12xf32> loc(unknown), %arg5: tensor<16x12xf32> loc(unknown)) -> (tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>) {
    %0 = stablehlo.multiply %arg0, %arg5 : tensor<16x12xf32>
    %1 = stablehlo.multiply %0, %arg4 : tensor<16x12xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x12xf32>, tensor<f32>) -> tensor<12xf32>
    %4 = stablehlo.reshape %3 : (tensor<12xf32>) -> tensor<1x12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x12xf32>, tensor<f32>) -> tensor<12xf32>
    %6 = stablehlo.dot_general %2, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<16x12xf32>) -> tensor<12x12xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %8 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x12xf32>) -> tensor<16x12xf32>
    %9 = stablehlo.add %arg1, %8 : tensor<16x12xf32>
    return %9, %5, %7 : tensor<16x12xf32>, tensor<12xf32>, tensor<12x12xf32>
  }
  func.func private @closed_call_16(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg5 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg4 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg1, %8 : tensor<16x8xf32>
    return %9, %5, %7 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
}
