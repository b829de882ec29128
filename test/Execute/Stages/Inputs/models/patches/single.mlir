module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['attention']['k']"), %arg1: tensor<8x8xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['attention']['o']"), %arg2: tensor<8x8xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['attention']['q']"), %arg3: tensor<8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l0']['attention']['v']"), %arg4: tensor<4x4x3x8xf32> {tf.aliasing_output = 4 : i32} loc("params['l0']['patch']"), %arg5: tensor<8x8xf32> {tf.aliasing_output = 5 : i32} loc("params['l0']['up']"), %arg6: tensor<8x8xf32> {tf.aliasing_output = 6 : i32} loc("params['l1']['attention']['k']"), %arg7: tensor<8x8xf32> {tf.aliasing_output = 7 : i32} loc("params['l1']['attention']['o']"), %arg8: tensor<8x8xf32> {tf.aliasing_output = 8 : i32} loc("params['l1']['attention']['q']"), %arg9: tensor<8x8xf32> {tf.aliasing_output = 9 : i32} loc("params['l1']['attention']['v']"), %arg10: tensor<8x8xf32> {tf.aliasing_output = 10 : i32} loc("params['l1']['up']"), %arg11: tensor<8x8xf32> {tf.aliasing_output = 11 : i32} loc("params['l2']['attention']['k']"), %arg12: tensor<8x8xf32> {tf.aliasing_output = 12 : i32} loc("params['l2']['attention']['o']"), %arg13: tensor<8x8xf32> {tf.aliasing_output = 13 : i32} loc("params['l2']['attention']['q']"), %arg14: tensor<8x8xf32> {tf.aliasing_output = 14 : i32} loc("params['l2']['attention']['v']"), %arg15: tensor<8x8xf32> {tf.aliasing_output = 15 : i32} loc("params['l2']['up']"), %arg16: tensor<8x8xf32> {tf.aliasing_output = 16 : i32} loc("params['l3']['attention']['k']"), %arg17: tensor<8x8xf32> {tf.aliasing_output = 17 : i32} loc("params['l3']['attention']['o']"), %arg18: tensor<8x8xf32> {tf.aliasing_output = 18 : i32} loc("params['l3']['attention']['q']"), %arg19: tensor<8x8xf32> {tf.aliasing_output = 19 : i32} loc("params['l3']['attention']['v']"), %arg20: tensor<8x6xf32> {tf.aliasing_output = 20 : i32} loc("params['l3']['head']"), %arg21: tensor<8x8xf32> {tf.aliasing_output = 21 : i32} loc("params['l3']['up']"), %arg22: tensor<i32> {tf.aliasing_output = 22 : i32} loc("opt['count']"), %arg23: tensor<8x8xf32> {tf.aliasing_output = 23 : i32} loc("opt['mu']['l0']['attention']['k']"), %arg24: tensor<8x8xf32> {tf.aliasing_output = 24 : i32} loc("opt['mu']['l0']['attention']['o']"), %arg25: tensor<8x8xf32> {tf.aliasing_output = 25 : i32} loc("opt['mu']['l0']['attention']['q']"), %arg26: tensor<8x8xf32> {tf.aliasing_output = 26 : i32} loc("opt['mu']['l0']['attention']['v']"), %arg27: tensor<4x4x3x8xf32> {tf.aliasing_output = 27 : i32} loc("opt['mu']['l0']['patch']"), %arg28: tensor<8x8xf32> {tf.aliasing_output = 28 : i32} loc("opt['mu']['l0']['up']"), %arg29: tensor<8x8xf32> {tf.aliasing_output = 29 : i32} loc("opt['mu']['l1']['attention']['k']"), %arg30: tensor<8x8xf32> {tf.aliasing_output = 30 : i32} loc("opt['mu']['l1']['attention']['o']"), %arg31: tensor<8x8xf32> {tf.aliasing_output = 31 : i32} loc("opt['mu']['l1']['attention']['q']"), %arg32: tensor<8x8xf32> {tf.aliasing_output = 32 : i32} loc("opt['mu']['l1']['attention']['v']"), %arg33: tensor<8x8xf32> {tf.aliasing_output = 33 : i32} loc("opt['mu']['l1']['up']"), %arg34: tensor<8x8xf32> {tf.aliasing_output = 34 : i32} loc("opt['mu']['l2']['attention']['k']"), %arg35: tensor<8x8xf32> {tf.aliasing_output = 35 : i32} loc("opt['mu']['l2']['attention']['o']"), %arg36: tensor<8x8xf32> {tf.aliasing_output = 36 : i32} loc("opt['mu']['l2']['attention']['q']"), %arg37: tensor<8x8xf32> {tf.aliasing_output = 37 : i32} loc("opt['mu']['l2']['attention']['v']"), %arg38: tensor<8x8xf32> {tf.aliasing_output = 38 : i32} loc("opt['mu']['l2']['up']"), %arg39: tensor<8x8xf32> {tf.aliasing_output = 39 : i32} loc("opt['mu']['l3']['attention']['k']"), %arg40: tensor<8x8xf32> {tf.aliasing_output = 40 : i32} loc("opt['mu']['l3']['attention']['o']"), %arg41: tensor<8x8xf32> {tf.aliasing_output = 41 : i32} loc("opt['mu']['l3']['attention']['q']"), %arg42: tensor<8x8xf32> {tf.aliasing_output = 42 : i32} loc("opt['mu']['l3']['attention']['v']"), %arg43: tensor<8x6xf32> {tf.aliasing_output = 43 : i32} loc("opt['mu']['l3']['head']"), %arg44: tensor<8x8xf32> {tf.aliasing_output = 44 : i32} loc("opt['mu']['l3']['up']"), %arg45: tensor<8x8xf32> {tf.aliasing_output = 45 : i32} loc("opt['nu']['l0']['attention']['k']"), %arg46: tensor<8x8xf32> {tf.aliasing_output = 46 : i32} loc("opt['nu']['l0']['attention']['o']"), %arg47: tensor<8x8xf32> {tf.aliasing_output = 47 : i32} loc("opt['nu']['l0']['attention']['q']"), %arg48: tensor<8x8xf32> {tf.aliasing_output = 48 : i32} loc("opt['nu']['l0']['attention']['v']"), %arg49: tensor<4x4x3x8xf32> {tf.aliasing_output = 49 : i32} loc("opt['nu']['l0']['patch']"), %arg50: tensor<8x8xf32> {tf.aliasing_output = 50 : i32} loc("opt['nu']['l0']['up']"), %arg51: tensor<8x8xf32> {tf.aliasing_output = 51 : i32} loc("opt['nu']['l1']['attention']['k']"), %arg52: tensor<8x8xf32> {tf.aliasing_output = 52 : i32} loc("opt['nu']['l1']['attention']['o']"), %arg53: tensor<8x8xf32> {tf.aliasing_output = 53 : i32} loc("opt['nu']['l1']['attention']['q']"), %arg54: tensor<8x8xf32> {tf.aliasing_output = 54 : i32} loc("opt['nu']['l1']['attention']['v']"), %arg55: tensor<8x8xf32> {tf.aliasing_output = 55 : i32} loc("opt['nu']['l1']['up']"), %arg56: tensor<8x8xf32> {tf.aliasing_output = 56 : i32} loc("opt['nu']['l2']['attention']['k']"), %arg57: tensor<8x8xf32> {tf.aliasing_output = 57 : i32} loc("opt['nu']['l2']['attention']['o']"), %arg58: tensor<8x8xf32> {tf.aliasing_output = 58 : i32} loc("opt['nu']['l2']['attention']['q']"), %arg59: tensor<8x8xf32> {tf.aliasing_output = 59 : i32} loc("opt['nu']['l2']['attention']['v']"), %arg60: tensor<8x8xf32> {tf.aliasing_output = 60 : i32} loc("opt['nu']['l2']['up']"), %arg61: tensor<8x8xf32> {tf.aliasing_output = 61 : i32} loc("opt['nu']['l3']['attention']['k']"), %arg62: tensor<8x8xf32> {tf.aliasing_output = 62 : i32} loc("opt['nu']['l3']['attention']['o']"), %arg63: tensor<8x8xf32> {tf.aliasing_output = 63 : i32} loc("opt['nu']['l3']['attention']['q']"), %arg64: tensor<8x8xf32> {tf.aliasing_output = 64 : i32} loc("opt['nu']['l3']['attention']['v']"), %arg65: tensor<8x6xf32> {tf.aliasing_output = 65 : i32} loc("opt['nu']['l3']['head']"), %arg66: tensor<8x8xf32> {tf.aliasing_output = 66 : i32} loc("opt['nu']['l3']['up']"), %arg67: tensor<8x8x8x3xf32> loc("batch['image']"), %arg68: tensor<8x6xf32> loc("batch['y']")) -> (tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['v']"}, tensor<4x4x3x8xf32> {jax.result_info = "result[0]['l0']['patch']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['v']"}, tensor<8x6xf32> {jax.result_info = "result[0]['l3']['head']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['up']"}, tensor<i32> {jax.result_info = "result[1]['count']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['v']"}, tensor<4x4x3x8xf32> {jax.result_info = "result[1]['mu']['l0']['patch']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['v']"}, tensor<8x6xf32> {jax.result_info = "result[1]['mu']['l3']['head']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['v']"}, tensor<4x4x3x8xf32> {jax.result_info = "result[1]['nu']['l0']['patch']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['v']"}, tensor<8x6xf32> {jax.result_info = "result[1]['nu']['l3']['head']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['up']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}, tensor<f32> {jax.result_info = "result[2]['rate']"}) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %0 = stablehlo.shift_right_logical %c, %c_0 : tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_1 = stablehlo.constant dense<-1> : tensor<i32>
    %3 = stablehlo.and %c, %c_1 : tensor<i32>
    %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<ui32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %6 = stablehlo.concatenate %2, %5, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %7 = stablehlo.convert %arg22 : (tensor<i32>) -> tensor<ui32>
    %8 = call @_threefry_fold_in(%6, %7) : (tensor<2xui32>, tensor<ui32>) -> tensor<2xui32>
    %9 = call @_threefry_split(%8) : (tensor<2xui32>) -> tensor<8x2xui32>
    %10 = stablehlo.convolution(%arg67, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x3xf32>, tensor<4x4x3x8xf32>) -> tensor<8x2x2x8xf32>
    %11 = stablehlo.reshape %10 : (tensor<8x2x2x8xf32>) -> tensor<8x4x8xf32>
    %12 = stablehlo.slice %9 [0:1, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %13 = stablehlo.reshape %12 : (tensor<1x2xui32>) -> tensor<2xui32>
    %14 = stablehlo.dot_general %11, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %15 = stablehlo.dot_general %11, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %16 = stablehlo.dot_general %11, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %17 = stablehlo.dot_general %14, %15, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %19 = stablehlo.divide %17, %18 : tensor<8x4x4xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %21 = stablehlo.reshape %20 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %23 = stablehlo.compare EQ, %19, %22, FLOAT : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xi1>
    %24 = stablehlo.convert %23 : (tensor<8x4x4xi1>) -> tensor<8x4x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %27 = stablehlo.maximum %26, %20 : tensor<8x4xf32>
    %28 = stablehlo.compare EQ, %20, %27, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %31 = stablehlo.select %28, %29, %30 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %33 = stablehlo.compare EQ, %32, %27, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %36 = stablehlo.select %33, %34, %35 : tensor<8x4xi1>, tensor<8x4xf32>
    %37 = stablehlo.divide %31, %36 : tensor<8x4xf32>
    %38 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %40 = stablehlo.subtract %19, %39 : tensor<8x4x4xf32>
    %41 = stablehlo.exponential %40 : tensor<8x4x4xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %45 = stablehlo.divide %41, %44 : tensor<8x4x4xf32>
    %46 = stablehlo.multiply %43, %43 : tensor<8x4x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %48 = stablehlo.divide %47, %46 : tensor<8x4x1xf32>
    %49 = stablehlo.dot_general %45, %16, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %50 = stablehlo.dot_general %49, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %51 = stablehlo.tanh %50 : tensor<8x4x8xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %53 = stablehlo.subtract %52, %51 : tensor<8x4x8xf32>
    %54 = stablehlo.add %11, %51 : tensor<8x4x8xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %55 = call @_bernoulli(%13, %cst_13) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %57 = stablehlo.divide %54, %56 : tensor<8x4x8xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %58:2 = call @_where(%55, %57, %c_15) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %59 = stablehlo.add %11, %58#0 : tensor<8x4x8xf32>
    %60 = stablehlo.slice %9 [1:2, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %61 = stablehlo.reshape %60 : (tensor<1x2xui32>) -> tensor<2xui32>
    %62 = stablehlo.dot_general %59, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %63 = stablehlo.multiply %62, %62 : tensor<8x4x8xf32>
    %64 = stablehlo.multiply %63, %62 : tensor<8x4x8xf32>
    %65 = stablehlo.multiply %62, %62 : tensor<8x4x8xf32>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %67 = stablehlo.multiply %66, %65 : tensor<8x4x8xf32>
    %cst_17 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %69 = stablehlo.multiply %68, %64 : tensor<8x4x8xf32>
    %70 = stablehlo.add %62, %69 : tensor<8x4x8xf32>
    %cst_18 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %72 = stablehlo.multiply %71, %70 : tensor<8x4x8xf32>
    %73 = stablehlo.tanh %72 : tensor<8x4x8xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %75 = stablehlo.subtract %74, %73 : tensor<8x4x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %77 = stablehlo.add %76, %73 : tensor<8x4x8xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<8x4x8xf32>
    %80 = stablehlo.multiply %62, %79 : tensor<8x4x8xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = call @_bernoulli(%61, %cst_22) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %83 = stablehlo.divide %80, %82 : tensor<8x4x8xf32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %84:2 = call @_where(%81, %83, %c_24) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %85 = stablehlo.add %59, %84#0 : tensor<8x4x8xf32>
    %86 = stablehlo.slice %9 [2:3, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %87 = stablehlo.reshape %86 : (tensor<1x2xui32>) -> tensor<2xui32>
    %88 = stablehlo.dot_general %85, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %89 = stablehlo.dot_general %85, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %90 = stablehlo.dot_general %85, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %91 = stablehlo.dot_general %88, %89, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %cst_25 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %93 = stablehlo.divide %91, %92 : tensor<8x4x4xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %94 = stablehlo.reduce(%93 init: %cst_26) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %95 = stablehlo.reshape %94 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %97 = stablehlo.compare EQ, %93, %96, FLOAT : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xi1>
    %98 = stablehlo.convert %97 : (tensor<8x4x4xi1>) -> tensor<8x4x4xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %101 = stablehlo.maximum %100, %94 : tensor<8x4xf32>
    %102 = stablehlo.compare EQ, %94, %101, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %105 = stablehlo.select %102, %103, %104 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %107 = stablehlo.compare EQ, %106, %101, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_32 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %110 = stablehlo.select %107, %108, %109 : tensor<8x4xi1>, tensor<8x4xf32>
    %111 = stablehlo.divide %105, %110 : tensor<8x4xf32>
    %112 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %114 = stablehlo.subtract %93, %113 : tensor<8x4x4xf32>
    %115 = stablehlo.exponential %114 : tensor<8x4x4xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %119 = stablehlo.divide %115, %118 : tensor<8x4x4xf32>
    %120 = stablehlo.multiply %117, %117 : tensor<8x4x1xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %122 = stablehlo.divide %121, %120 : tensor<8x4x1xf32>
    %123 = stablehlo.dot_general %119, %90, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %124 = stablehlo.dot_general %123, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %125 = stablehlo.tanh %124 : tensor<8x4x8xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %127 = stablehlo.subtract %126, %125 : tensor<8x4x8xf32>
    %128 = stablehlo.add %85, %125 : tensor<8x4x8xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %129 = call @_bernoulli(%87, %cst_37) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %131 = stablehlo.divide %128, %130 : tensor<8x4x8xf32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %132:2 = call @_where(%129, %131, %c_39) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %133 = stablehlo.add %85, %132#0 : tensor<8x4x8xf32>
    %134 = stablehlo.slice %9 [3:4, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %135 = stablehlo.reshape %134 : (tensor<1x2xui32>) -> tensor<2xui32>
    %136 = stablehlo.dot_general %133, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %137 = stablehlo.multiply %136, %136 : tensor<8x4x8xf32>
    %138 = stablehlo.multiply %137, %136 : tensor<8x4x8xf32>
    %139 = stablehlo.multiply %136, %136 : tensor<8x4x8xf32>
    %cst_40 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %141 = stablehlo.multiply %140, %139 : tensor<8x4x8xf32>
    %cst_41 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %143 = stablehlo.multiply %142, %138 : tensor<8x4x8xf32>
    %144 = stablehlo.add %136, %143 : tensor<8x4x8xf32>
    %cst_42 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %146 = stablehlo.multiply %145, %144 : tensor<8x4x8xf32>
    %147 = stablehlo.tanh %146 : tensor<8x4x8xf32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %149 = stablehlo.subtract %148, %147 : tensor<8x4x8xf32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %151 = stablehlo.add %150, %147 : tensor<8x4x8xf32>
    %cst_45 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %153 = stablehlo.multiply %152, %151 : tensor<8x4x8xf32>
    %154 = stablehlo.multiply %136, %153 : tensor<8x4x8xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %155 = call @_bernoulli(%135, %cst_46) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %157 = stablehlo.divide %154, %156 : tensor<8x4x8xf32>
    %c_48 = stablehlo.constant dense<0> : tensor<i32>
    %158:2 = call @_where(%155, %157, %c_48) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %159 = stablehlo.add %133, %158#0 : tensor<8x4x8xf32>
    %160 = stablehlo.slice %9 [4:5, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %161 = stablehlo.reshape %160 : (tensor<1x2xui32>) -> tensor<2xui32>
    %162 = stablehlo.dot_general %159, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %163 = stablehlo.dot_general %159, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %164 = stablehlo.dot_general %159, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %165 = stablehlo.dot_general %162, %163, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %cst_49 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %167 = stablehlo.divide %165, %166 : tensor<8x4x4xf32>
    %cst_50 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %168 = stablehlo.reduce(%167 init: %cst_50) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %169 = stablehlo.reshape %168 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %171 = stablehlo.compare EQ, %167, %170, FLOAT : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xi1>
    %172 = stablehlo.convert %171 : (tensor<8x4x4xi1>) -> tensor<8x4x4xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %173 = stablehlo.reduce(%172 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_52 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %175 = stablehlo.maximum %174, %168 : tensor<8x4xf32>
    %176 = stablehlo.compare EQ, %168, %175, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %179 = stablehlo.select %176, %177, %178 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_55 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %181 = stablehlo.compare EQ, %180, %175, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %184 = stablehlo.select %181, %182, %183 : tensor<8x4xi1>, tensor<8x4xf32>
    %185 = stablehlo.divide %179, %184 : tensor<8x4xf32>
    %186 = stablehlo.broadcast_in_dim %175, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %188 = stablehlo.subtract %167, %187 : tensor<8x4x4xf32>
    %189 = stablehlo.exponential %188 : tensor<8x4x4xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %193 = stablehlo.divide %189, %192 : tensor<8x4x4xf32>
    %194 = stablehlo.multiply %191, %191 : tensor<8x4x1xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %196 = stablehlo.divide %195, %194 : tensor<8x4x1xf32>
    %197 = stablehlo.dot_general %193, %164, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %198 = stablehlo.dot_general %197, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %199 = stablehlo.tanh %198 : tensor<8x4x8xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %201 = stablehlo.subtract %200, %199 : tensor<8x4x8xf32>
    %202 = stablehlo.add %159, %199 : tensor<8x4x8xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %203 = call @_bernoulli(%161, %cst_61) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_62 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %205 = stablehlo.divide %202, %204 : tensor<8x4x8xf32>
    %c_63 = stablehlo.constant dense<0> : tensor<i32>
    %206:2 = call @_where(%203, %205, %c_63) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %207 = stablehlo.add %159, %206#0 : tensor<8x4x8xf32>
    %208 = stablehlo.slice %9 [5:6, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %209 = stablehlo.reshape %208 : (tensor<1x2xui32>) -> tensor<2xui32>
    %210 = stablehlo.dot_general %207, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %211 = stablehlo.multiply %210, %210 : tensor<8x4x8xf32>
    %212 = stablehlo.multiply %211, %210 : tensor<8x4x8xf32>
    %213 = stablehlo.multiply %210, %210 : tensor<8x4x8xf32>
    %cst_64 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %215 = stablehlo.multiply %214, %213 : tensor<8x4x8xf32>
    %cst_65 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %217 = stablehlo.multiply %216, %212 : tensor<8x4x8xf32>
    %218 = stablehlo.add %210, %217 : tensor<8x4x8xf32>
    %cst_66 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %220 = stablehlo.multiply %219, %218 : tensor<8x4x8xf32>
    %221 = stablehlo.tanh %220 : tensor<8x4x8xf32>
    %cst_67 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %223 = stablehlo.subtract %222, %221 : tensor<8x4x8xf32>
    %cst_68 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %225 = stablehlo.add %224, %221 : tensor<8x4x8xf32>
    %cst_69 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %227 = stablehlo.multiply %226, %225 : tensor<8x4x8xf32>
    %228 = stablehlo.multiply %210, %227 : tensor<8x4x8xf32>
    %cst_70 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %229 = call @_bernoulli(%209, %cst_70) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %231 = stablehlo.divide %228, %230 : tensor<8x4x8xf32>
    %c_72 = stablehlo.constant dense<0> : tensor<i32>
    %232:2 = call @_where(%229, %231, %c_72) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %233 = stablehlo.add %207, %232#0 : tensor<8x4x8xf32>
    %234 = stablehlo.slice %9 [6:7, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %235 = stablehlo.reshape %234 : (tensor<1x2xui32>) -> tensor<2xui32>
    %236 = stablehlo.dot_general %233, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %237 = stablehlo.dot_general %233, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %238 = stablehlo.dot_general %233, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %239 = stablehlo.dot_general %236, %237, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %cst_73 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %241 = stablehlo.divide %239, %240 : tensor<8x4x4xf32>
    %cst_74 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %242 = stablehlo.reduce(%241 init: %cst_74) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %243 = stablehlo.reshape %242 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %245 = stablehlo.compare EQ, %241, %244, FLOAT : (tensor<8x4x4xf32>, tensor<8x4x4xf32>) -> tensor<8x4x4xi1>
    %246 = stablehlo.convert %245 : (tensor<8x4x4xi1>) -> tensor<8x4x4xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_76 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %249 = stablehlo.maximum %248, %242 : tensor<8x4xf32>
    %250 = stablehlo.compare EQ, %242, %249, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_77 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %253 = stablehlo.select %250, %251, %252 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_79 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %255 = stablehlo.compare EQ, %254, %249, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_80 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_81 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %258 = stablehlo.select %255, %256, %257 : tensor<8x4xi1>, tensor<8x4xf32>
    %259 = stablehlo.divide %253, %258 : tensor<8x4xf32>
    %260 = stablehlo.broadcast_in_dim %249, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %262 = stablehlo.subtract %241, %261 : tensor<8x4x4xf32>
    %263 = stablehlo.exponential %262 : tensor<8x4x4xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce(%263 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %267 = stablehlo.divide %263, %266 : tensor<8x4x4xf32>
    %268 = stablehlo.multiply %265, %265 : tensor<8x4x1xf32>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %270 = stablehlo.divide %269, %268 : tensor<8x4x1xf32>
    %271 = stablehlo.dot_general %267, %238, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %272 = stablehlo.dot_general %271, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %273 = stablehlo.tanh %272 : tensor<8x4x8xf32>
    %cst_84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %275 = stablehlo.subtract %274, %273 : tensor<8x4x8xf32>
    %276 = stablehlo.add %233, %273 : tensor<8x4x8xf32>
    %cst_85 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %277 = call @_bernoulli(%235, %cst_85) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_86 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %279 = stablehlo.divide %276, %278 : tensor<8x4x8xf32>
    %c_87 = stablehlo.constant dense<0> : tensor<i32>
    %280:2 = call @_where(%277, %279, %c_87) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %281 = stablehlo.add %233, %280#0 : tensor<8x4x8xf32>
    %282 = stablehlo.slice %9 [7:8, 0:2] : (tensor<8x2xui32>) -> tensor<1x2xui32>
    %283 = stablehlo.reshape %282 : (tensor<1x2xui32>) -> tensor<2xui32>
    %284 = stablehlo.dot_general %281, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %285 = stablehlo.multiply %284, %284 : tensor<8x4x8xf32>
    %286 = stablehlo.multiply %285, %284 : tensor<8x4x8xf32>
    %287 = stablehlo.multiply %284, %284 : tensor<8x4x8xf32>
    %cst_88 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %289 = stablehlo.multiply %288, %287 : tensor<8x4x8xf32>
    %cst_89 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %291 = stablehlo.multiply %290, %286 : tensor<8x4x8xf32>
    %292 = stablehlo.add %284, %291 : tensor<8x4x8xf32>
    %cst_90 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %294 = stablehlo.multiply %293, %292 : tensor<8x4x8xf32>
    %295 = stablehlo.tanh %294 : tensor<8x4x8xf32>
    %cst_91 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %297 = stablehlo.subtract %296, %295 : tensor<8x4x8xf32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %299 = stablehlo.add %298, %295 : tensor<8x4x8xf32>
    %cst_93 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %301 = stablehlo.multiply %300, %299 : tensor<8x4x8xf32>
    %302 = stablehlo.multiply %284, %301 : tensor<8x4x8xf32>
    %cst_94 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %303 = call @_bernoulli(%283, %cst_94) : (tensor<2xui32>, tensor<f32>) -> tensor<8x4x8xi1>
    %cst_95 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %305 = stablehlo.divide %302, %304 : tensor<8x4x8xf32>
    %c_96 = stablehlo.constant dense<0> : tensor<i32>
    %306:2 = call @_where(%303, %305, %c_96) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<i32>) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>)
    %307 = stablehlo.add %281, %306#0 : tensor<8x4x8xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%307 init: %cst_97) applies stablehlo.add across dimensions = [1] : (tensor<8x4x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_98 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %310 = stablehlo.divide %308, %309 : tensor<8x8xf32>
    %311 = stablehlo.dot_general %310, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %312 = stablehlo.subtract %311, %arg68 : tensor<8x6xf32>
    %313 = stablehlo.multiply %312, %312 : tensor<8x6xf32>
    %cst_99 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %315 = stablehlo.multiply %314, %312 : tensor<8x6xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.reduce(%313 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_101 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %317 = stablehlo.divide %316, %cst_101 : tensor<f32>
    %cst_102 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_103 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %318 = stablehlo.divide %cst_102, %cst_103 : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %320 = stablehlo.multiply %319, %315 : tensor<8x6xf32>
    %321 = stablehlo.dot_general %320, %310, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %322 = stablehlo.transpose %321, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %323 = stablehlo.dot_general %320, %arg20, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x8xf32>
    %cst_104 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %325 = stablehlo.divide %323, %324 : tensor<8x8xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 2] : (tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %327 = call @_where_4(%303, %306#1, %326) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %329 = stablehlo.divide %327, %328 : tensor<8x4x8xf32>
    %330 = stablehlo.multiply %284, %329 : tensor<8x4x8xf32>
    %331 = stablehlo.multiply %329, %301 : tensor<8x4x8xf32>
    %cst_106 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %333 = stablehlo.multiply %332, %330 : tensor<8x4x8xf32>
    %334 = stablehlo.multiply %333, %297 : tensor<8x4x8xf32>
    %335 = stablehlo.multiply %334, %295 : tensor<8x4x8xf32>
    %336 = stablehlo.add %334, %335 : tensor<8x4x8xf32>
    %cst_107 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %338 = stablehlo.multiply %337, %336 : tensor<8x4x8xf32>
    %339 = stablehlo.add %331, %338 : tensor<8x4x8xf32>
    %cst_108 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %341 = stablehlo.multiply %340, %338 : tensor<8x4x8xf32>
    %342 = stablehlo.multiply %341, %289 : tensor<8x4x8xf32>
    %343 = stablehlo.add %339, %342 : tensor<8x4x8xf32>
    %344 = stablehlo.dot_general %343, %281, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %345 = stablehlo.transpose %344, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %346 = stablehlo.dot_general %343, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %347 = stablehlo.add %326, %346 : tensor<8x4x8xf32>
    %348 = call @_where_4(%277, %280#1, %347) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_109 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %350 = stablehlo.divide %348, %349 : tensor<8x4x8xf32>
    %351 = stablehlo.add %347, %350 : tensor<8x4x8xf32>
    %352 = stablehlo.multiply %350, %275 : tensor<8x4x8xf32>
    %353 = stablehlo.multiply %352, %273 : tensor<8x4x8xf32>
    %354 = stablehlo.add %352, %353 : tensor<8x4x8xf32>
    %355 = stablehlo.dot_general %354, %271, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %356 = stablehlo.transpose %355, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %357 = stablehlo.dot_general %354, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %358 = stablehlo.dot_general %357, %267, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x4xf32>) -> tensor<8x8x4xf32>
    %359 = stablehlo.transpose %358, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %360 = stablehlo.dot_general %357, %238, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %361 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %362 = stablehlo.multiply %360, %361 : tensor<8x4x4xf32>
    %363 = stablehlo.multiply %362, %263 : tensor<8x4x4xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %364 = stablehlo.reduce(%363 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %365 = stablehlo.reshape %364 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %366 = stablehlo.negate %365 : tensor<8x4x1xf32>
    %367 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %368 = stablehlo.divide %360, %367 : tensor<8x4x4xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%366 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x4xf32>
    %371 = stablehlo.add %368, %370 : tensor<8x4x4xf32>
    %372 = stablehlo.multiply %371, %263 : tensor<8x4x4xf32>
    %cst_112 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %374 = stablehlo.divide %372, %373 : tensor<8x4x4xf32>
    %375 = stablehlo.dot_general %374, %236, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %376 = stablehlo.dot_general %374, %237, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %377 = stablehlo.dot_general %359, %233, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %378 = stablehlo.transpose %377, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %379 = stablehlo.dot_general %359, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %380 = stablehlo.add %351, %379 : tensor<8x4x8xf32>
    %381 = stablehlo.dot_general %375, %233, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %382 = stablehlo.transpose %381, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %383 = stablehlo.dot_general %375, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %384 = stablehlo.add %380, %383 : tensor<8x4x8xf32>
    %385 = stablehlo.dot_general %376, %233, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %386 = stablehlo.transpose %385, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %387 = stablehlo.dot_general %376, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %388 = stablehlo.add %384, %387 : tensor<8x4x8xf32>
    %389 = call @_where_4(%229, %232#1, %388) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_113 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %391 = stablehlo.divide %389, %390 : tensor<8x4x8xf32>
    %392 = stablehlo.multiply %210, %391 : tensor<8x4x8xf32>
    %393 = stablehlo.multiply %391, %227 : tensor<8x4x8xf32>
    %cst_114 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %394 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %395 = stablehlo.multiply %394, %392 : tensor<8x4x8xf32>
    %396 = stablehlo.multiply %395, %223 : tensor<8x4x8xf32>
    %397 = stablehlo.multiply %396, %221 : tensor<8x4x8xf32>
    %398 = stablehlo.add %396, %397 : tensor<8x4x8xf32>
    %cst_115 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %400 = stablehlo.multiply %399, %398 : tensor<8x4x8xf32>
    %401 = stablehlo.add %393, %400 : tensor<8x4x8xf32>
    %cst_116 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %403 = stablehlo.multiply %402, %400 : tensor<8x4x8xf32>
    %404 = stablehlo.multiply %403, %215 : tensor<8x4x8xf32>
    %405 = stablehlo.add %401, %404 : tensor<8x4x8xf32>
    %406 = stablehlo.dot_general %405, %207, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %407 = stablehlo.transpose %406, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %408 = stablehlo.dot_general %405, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %409 = stablehlo.add %388, %408 : tensor<8x4x8xf32>
    %410 = call @_where_4(%203, %206#1, %409) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_117 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %412 = stablehlo.divide %410, %411 : tensor<8x4x8xf32>
    %413 = stablehlo.add %409, %412 : tensor<8x4x8xf32>
    %414 = stablehlo.multiply %412, %201 : tensor<8x4x8xf32>
    %415 = stablehlo.multiply %414, %199 : tensor<8x4x8xf32>
    %416 = stablehlo.add %414, %415 : tensor<8x4x8xf32>
    %417 = stablehlo.dot_general %416, %197, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %418 = stablehlo.transpose %417, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %419 = stablehlo.dot_general %416, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %420 = stablehlo.dot_general %419, %193, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x4xf32>) -> tensor<8x8x4xf32>
    %421 = stablehlo.transpose %420, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %422 = stablehlo.dot_general %419, %164, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %423 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %424 = stablehlo.multiply %422, %423 : tensor<8x4x4xf32>
    %425 = stablehlo.multiply %424, %189 : tensor<8x4x4xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %426 = stablehlo.reduce(%425 init: %cst_118) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %427 = stablehlo.reshape %426 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %428 = stablehlo.negate %427 : tensor<8x4x1xf32>
    %429 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %430 = stablehlo.divide %422, %429 : tensor<8x4x4xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %431 = stablehlo.reduce(%428 init: %cst_119) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %432 = stablehlo.broadcast_in_dim %431, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x4xf32>
    %433 = stablehlo.add %430, %432 : tensor<8x4x4xf32>
    %434 = stablehlo.multiply %433, %189 : tensor<8x4x4xf32>
    %cst_120 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %436 = stablehlo.divide %434, %435 : tensor<8x4x4xf32>
    %437 = stablehlo.dot_general %436, %162, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %438 = stablehlo.dot_general %436, %163, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %439 = stablehlo.dot_general %421, %159, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %440 = stablehlo.transpose %439, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %441 = stablehlo.dot_general %421, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %442 = stablehlo.add %413, %441 : tensor<8x4x8xf32>
    %443 = stablehlo.dot_general %437, %159, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %444 = stablehlo.transpose %443, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %445 = stablehlo.dot_general %437, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %446 = stablehlo.add %442, %445 : tensor<8x4x8xf32>
    %447 = stablehlo.dot_general %438, %159, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %448 = stablehlo.transpose %447, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %449 = stablehlo.dot_general %438, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %450 = stablehlo.add %446, %449 : tensor<8x4x8xf32>
    %451 = call @_where_4(%155, %158#1, %450) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_121 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %453 = stablehlo.divide %451, %452 : tensor<8x4x8xf32>
    %454 = stablehlo.multiply %136, %453 : tensor<8x4x8xf32>
    %455 = stablehlo.multiply %453, %153 : tensor<8x4x8xf32>
    %cst_122 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %456 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %457 = stablehlo.multiply %456, %454 : tensor<8x4x8xf32>
    %458 = stablehlo.multiply %457, %149 : tensor<8x4x8xf32>
    %459 = stablehlo.multiply %458, %147 : tensor<8x4x8xf32>
    %460 = stablehlo.add %458, %459 : tensor<8x4x8xf32>
    %cst_123 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %462 = stablehlo.multiply %461, %460 : tensor<8x4x8xf32>
    %463 = stablehlo.add %455, %462 : tensor<8x4x8xf32>
    %cst_124 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %464 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %465 = stablehlo.multiply %464, %462 : tensor<8x4x8xf32>
    %466 = stablehlo.multiply %465, %141 : tensor<8x4x8xf32>
    %467 = stablehlo.add %463, %466 : tensor<8x4x8xf32>
    %468 = stablehlo.dot_general %467, %133, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %469 = stablehlo.transpose %468, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %470 = stablehlo.dot_general %467, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %471 = stablehlo.add %450, %470 : tensor<8x4x8xf32>
    %472 = call @_where_4(%129, %132#1, %471) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_125 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %474 = stablehlo.divide %472, %473 : tensor<8x4x8xf32>
    %475 = stablehlo.add %471, %474 : tensor<8x4x8xf32>
    %476 = stablehlo.multiply %474, %127 : tensor<8x4x8xf32>
    %477 = stablehlo.multiply %476, %125 : tensor<8x4x8xf32>
    %478 = stablehlo.add %476, %477 : tensor<8x4x8xf32>
    %479 = stablehlo.dot_general %478, %123, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %480 = stablehlo.transpose %479, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %481 = stablehlo.dot_general %478, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %482 = stablehlo.dot_general %481, %119, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x4xf32>) -> tensor<8x8x4xf32>
    %483 = stablehlo.transpose %482, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %484 = stablehlo.dot_general %481, %90, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %485 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %486 = stablehlo.multiply %484, %485 : tensor<8x4x4xf32>
    %487 = stablehlo.multiply %486, %115 : tensor<8x4x4xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %488 = stablehlo.reduce(%487 init: %cst_126) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %489 = stablehlo.reshape %488 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %490 = stablehlo.negate %489 : tensor<8x4x1xf32>
    %491 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %492 = stablehlo.divide %484, %491 : tensor<8x4x4xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %493 = stablehlo.reduce(%490 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %494 = stablehlo.broadcast_in_dim %493, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x4xf32>
    %495 = stablehlo.add %492, %494 : tensor<8x4x4xf32>
    %496 = stablehlo.multiply %495, %115 : tensor<8x4x4xf32>
    %cst_128 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %497 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %498 = stablehlo.divide %496, %497 : tensor<8x4x4xf32>
    %499 = stablehlo.dot_general %498, %88, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %500 = stablehlo.dot_general %498, %89, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %501 = stablehlo.dot_general %483, %85, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %502 = stablehlo.transpose %501, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %503 = stablehlo.dot_general %483, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %504 = stablehlo.add %475, %503 : tensor<8x4x8xf32>
    %505 = stablehlo.dot_general %499, %85, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %506 = stablehlo.transpose %505, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %507 = stablehlo.dot_general %499, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %508 = stablehlo.add %504, %507 : tensor<8x4x8xf32>
    %509 = stablehlo.dot_general %500, %85, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %510 = stablehlo.transpose %509, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %511 = stablehlo.dot_general %500, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %512 = stablehlo.add %508, %511 : tensor<8x4x8xf32>
    %513 = call @_where_4(%81, %84#1, %512) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_129 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %514 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %515 = stablehlo.divide %513, %514 : tensor<8x4x8xf32>
    %516 = stablehlo.multiply %62, %515 : tensor<8x4x8xf32>
    %517 = stablehlo.multiply %515, %79 : tensor<8x4x8xf32>
    %cst_130 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %519 = stablehlo.multiply %518, %516 : tensor<8x4x8xf32>
    %520 = stablehlo.multiply %519, %75 : tensor<8x4x8xf32>
    %521 = stablehlo.multiply %520, %73 : tensor<8x4x8xf32>
    %522 = stablehlo.add %520, %521 : tensor<8x4x8xf32>
    %cst_131 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %523 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %524 = stablehlo.multiply %523, %522 : tensor<8x4x8xf32>
    %525 = stablehlo.add %517, %524 : tensor<8x4x8xf32>
    %cst_132 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %526 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %527 = stablehlo.multiply %526, %524 : tensor<8x4x8xf32>
    %528 = stablehlo.multiply %527, %67 : tensor<8x4x8xf32>
    %529 = stablehlo.add %525, %528 : tensor<8x4x8xf32>
    %530 = stablehlo.dot_general %529, %59, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %531 = stablehlo.transpose %530, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %532 = stablehlo.dot_general %529, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %533 = stablehlo.add %512, %532 : tensor<8x4x8xf32>
    %534 = call @_where_4(%55, %58#1, %533) : (tensor<8x4x8xi1>, tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %cst_133 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %535 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %536 = stablehlo.divide %534, %535 : tensor<8x4x8xf32>
    %537 = stablehlo.add %533, %536 : tensor<8x4x8xf32>
    %538 = stablehlo.multiply %536, %53 : tensor<8x4x8xf32>
    %539 = stablehlo.multiply %538, %51 : tensor<8x4x8xf32>
    %540 = stablehlo.add %538, %539 : tensor<8x4x8xf32>
    %541 = stablehlo.dot_general %540, %49, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %542 = stablehlo.transpose %541, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %543 = stablehlo.dot_general %540, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %544 = stablehlo.dot_general %543, %45, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x4xf32>) -> tensor<8x8x4xf32>
    %545 = stablehlo.transpose %544, dims = [0, 2, 1] : (tensor<8x8x4xf32>) -> tensor<8x4x8xf32>
    %546 = stablehlo.dot_general %543, %16, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x4xf32>
    %547 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %548 = stablehlo.multiply %546, %547 : tensor<8x4x4xf32>
    %549 = stablehlo.multiply %548, %41 : tensor<8x4x4xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %550 = stablehlo.reduce(%549 init: %cst_134) applies stablehlo.add across dimensions = [2] : (tensor<8x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %551 = stablehlo.reshape %550 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %552 = stablehlo.negate %551 : tensor<8x4x1xf32>
    %553 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x4xf32>
    %554 = stablehlo.divide %546, %553 : tensor<8x4x4xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %555 = stablehlo.reduce(%552 init: %cst_135) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %556 = stablehlo.broadcast_in_dim %555, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x4xf32>
    %557 = stablehlo.add %554, %556 : tensor<8x4x4xf32>
    %558 = stablehlo.multiply %557, %41 : tensor<8x4x4xf32>
    %cst_136 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<8x4x4xf32>
    %560 = stablehlo.divide %558, %559 : tensor<8x4x4xf32>
    %561 = stablehlo.dot_general %560, %14, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %562 = stablehlo.dot_general %560, %15, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xf32>
    %563 = stablehlo.dot_general %545, %11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %564 = stablehlo.transpose %563, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %565 = stablehlo.dot_general %545, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %566 = stablehlo.add %537, %565 : tensor<8x4x8xf32>
    %567 = stablehlo.dot_general %561, %11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %568 = stablehlo.transpose %567, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %569 = stablehlo.dot_general %561, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %570 = stablehlo.add %566, %569 : tensor<8x4x8xf32>
    %571 = stablehlo.dot_general %562, %11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x8xf32>
    %572 = stablehlo.transpose %571, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %573 = stablehlo.dot_general %562, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x8xf32>) -> tensor<8x4x8xf32>
    %574 = stablehlo.add %570, %573 : tensor<8x4x8xf32>
    %575 = stablehlo.reshape %574 : (tensor<8x4x8xf32>) -> tensor<8x2x2x8xf32>
    %576 = stablehlo.convolution(%arg67, %575) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [4, 4], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x3xf32>, tensor<8x2x2x8xf32>) -> tensor<4x4x3x8xf32>
    %c_137 = stablehlo.constant dense<1> : tensor<i32>
    %577 = stablehlo.add %arg22, %c_137 : tensor<i32>
    %578 = stablehlo.convert %577 : (tensor<i32>) -> tensor<f32>
    %cst_138 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %579 = stablehlo.divide %578, %cst_138 : tensor<f32>
    %cst_139 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %580 = stablehlo.minimum %cst_139, %579 : tensor<f32>
    %cst_140 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %581 = stablehlo.multiply %cst_140, %580 : tensor<f32>
    %cst_141 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %583 = stablehlo.multiply %582, %arg23 : tensor<8x8xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %585 = stablehlo.multiply %584, %568 : tensor<8x8xf32>
    %586 = stablehlo.add %583, %585 : tensor<8x8xf32>
    %cst_143 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %588 = stablehlo.multiply %587, %arg24 : tensor<8x8xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %589 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %590 = stablehlo.multiply %589, %542 : tensor<8x8xf32>
    %591 = stablehlo.add %588, %590 : tensor<8x8xf32>
    %cst_145 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %593 = stablehlo.multiply %592, %arg25 : tensor<8x8xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %594 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %595 = stablehlo.multiply %594, %572 : tensor<8x8xf32>
    %596 = stablehlo.add %593, %595 : tensor<8x8xf32>
    %cst_147 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %597 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %598 = stablehlo.multiply %597, %arg26 : tensor<8x8xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %600 = stablehlo.multiply %599, %564 : tensor<8x8xf32>
    %601 = stablehlo.add %598, %600 : tensor<8x8xf32>
    %cst_149 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %603 = stablehlo.multiply %602, %arg27 : tensor<4x4x3x8xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %604 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %605 = stablehlo.multiply %604, %576 : tensor<4x4x3x8xf32>
    %606 = stablehlo.add %603, %605 : tensor<4x4x3x8xf32>
    %cst_151 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %608 = stablehlo.multiply %607, %arg28 : tensor<8x8xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %610 = stablehlo.multiply %609, %531 : tensor<8x8xf32>
    %611 = stablehlo.add %608, %610 : tensor<8x8xf32>
    %cst_153 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %612 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %613 = stablehlo.multiply %612, %arg29 : tensor<8x8xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %615 = stablehlo.multiply %614, %506 : tensor<8x8xf32>
    %616 = stablehlo.add %613, %615 : tensor<8x8xf32>
    %cst_155 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %618 = stablehlo.multiply %617, %arg30 : tensor<8x8xf32>
    %cst_156 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %620 = stablehlo.multiply %619, %480 : tensor<8x8xf32>
    %621 = stablehlo.add %618, %620 : tensor<8x8xf32>
    %cst_157 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %622 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %623 = stablehlo.multiply %622, %arg31 : tensor<8x8xf32>
    %cst_158 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %624 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %625 = stablehlo.multiply %624, %510 : tensor<8x8xf32>
    %626 = stablehlo.add %623, %625 : tensor<8x8xf32>
    %cst_159 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %628 = stablehlo.multiply %627, %arg32 : tensor<8x8xf32>
    %cst_160 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %630 = stablehlo.multiply %629, %502 : tensor<8x8xf32>
    %631 = stablehlo.add %628, %630 : tensor<8x8xf32>
    %cst_161 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %633 = stablehlo.multiply %632, %arg33 : tensor<8x8xf32>
    %cst_162 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %634 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %635 = stablehlo.multiply %634, %469 : tensor<8x8xf32>
    %636 = stablehlo.add %633, %635 : tensor<8x8xf32>
    %cst_163 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %637 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %638 = stablehlo.multiply %637, %arg34 : tensor<8x8xf32>
    %cst_164 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %639 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %640 = stablehlo.multiply %639, %444 : tensor<8x8xf32>
    %641 = stablehlo.add %638, %640 : tensor<8x8xf32>
    %cst_165 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %642 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %643 = stablehlo.multiply %642, %arg35 : tensor<8x8xf32>
    %cst_166 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %644 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %645 = stablehlo.multiply %644, %418 : tensor<8x8xf32>
    %646 = stablehlo.add %643, %645 : tensor<8x8xf32>
    %cst_167 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %648 = stablehlo.multiply %647, %arg36 : tensor<8x8xf32>
    %cst_168 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %649 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %650 = stablehlo.multiply %649, %448 : tensor<8x8xf32>
    %651 = stablehlo.add %648, %650 : tensor<8x8xf32>
    %cst_169 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %652 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %653 = stablehlo.multiply %652, %arg37 : tensor<8x8xf32>
    %cst_170 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %654 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %655 = stablehlo.multiply %654, %440 : tensor<8x8xf32>
    %656 = stablehlo.add %653, %655 : tensor<8x8xf32>
    %cst_171 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %657 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %658 = stablehlo.multiply %657, %arg38 : tensor<8x8xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %659 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %660 = stablehlo.multiply %659, %407 : tensor<8x8xf32>
    %661 = stablehlo.add %658, %660 : tensor<8x8xf32>
    %cst_173 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %663 = stablehlo.multiply %662, %arg39 : tensor<8x8xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %665 = stablehlo.multiply %664, %382 : tensor<8x8xf32>
    %666 = stablehlo.add %663, %665 : tensor<8x8xf32>
    %cst_175 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %667 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %668 = stablehlo.multiply %667, %arg40 : tensor<8x8xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %669 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %670 = stablehlo.multiply %669, %356 : tensor<8x8xf32>
    %671 = stablehlo.add %668, %670 : tensor<8x8xf32>
    %cst_177 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %673 = stablehlo.multiply %672, %arg41 : tensor<8x8xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %674 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %675 = stablehlo.multiply %674, %386 : tensor<8x8xf32>
    %676 = stablehlo.add %673, %675 : tensor<8x8xf32>
    %cst_179 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %678 = stablehlo.multiply %677, %arg42 : tensor<8x8xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %679 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %680 = stablehlo.multiply %679, %378 : tensor<8x8xf32>
    %681 = stablehlo.add %678, %680 : tensor<8x8xf32>
    %cst_181 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %682 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %683 = stablehlo.multiply %682, %arg43 : tensor<8x6xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %684 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %685 = stablehlo.multiply %684, %322 : tensor<8x6xf32>
    %686 = stablehlo.add %683, %685 : tensor<8x6xf32>
    %cst_183 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %687 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %688 = stablehlo.multiply %687, %arg44 : tensor<8x8xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %689 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %690 = stablehlo.multiply %689, %345 : tensor<8x8xf32>
    %691 = stablehlo.add %688, %690 : tensor<8x8xf32>
    %cst_185 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %692 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %693 = stablehlo.multiply %692, %arg45 : tensor<8x8xf32>
    %cst_186 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %694 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %695 = stablehlo.multiply %694, %568 : tensor<8x8xf32>
    %696 = stablehlo.multiply %695, %568 : tensor<8x8xf32>
    %697 = stablehlo.add %693, %696 : tensor<8x8xf32>
    %cst_187 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %699 = stablehlo.multiply %698, %arg46 : tensor<8x8xf32>
    %cst_188 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %700 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %701 = stablehlo.multiply %700, %542 : tensor<8x8xf32>
    %702 = stablehlo.multiply %701, %542 : tensor<8x8xf32>
    %703 = stablehlo.add %699, %702 : tensor<8x8xf32>
    %cst_189 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %704 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %705 = stablehlo.multiply %704, %arg47 : tensor<8x8xf32>
    %cst_190 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %707 = stablehlo.multiply %706, %572 : tensor<8x8xf32>
    %708 = stablehlo.multiply %707, %572 : tensor<8x8xf32>
    %709 = stablehlo.add %705, %708 : tensor<8x8xf32>
    %cst_191 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %711 = stablehlo.multiply %710, %arg48 : tensor<8x8xf32>
    %cst_192 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %713 = stablehlo.multiply %712, %564 : tensor<8x8xf32>
    %714 = stablehlo.multiply %713, %564 : tensor<8x8xf32>
    %715 = stablehlo.add %711, %714 : tensor<8x8xf32>
    %cst_193 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %717 = stablehlo.multiply %716, %arg49 : tensor<4x4x3x8xf32>
    %cst_194 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %719 = stablehlo.multiply %718, %576 : tensor<4x4x3x8xf32>
    %720 = stablehlo.multiply %719, %576 : tensor<4x4x3x8xf32>
    %721 = stablehlo.add %717, %720 : tensor<4x4x3x8xf32>
    %cst_195 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %722 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %723 = stablehlo.multiply %722, %arg50 : tensor<8x8xf32>
    %cst_196 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %725 = stablehlo.multiply %724, %531 : tensor<8x8xf32>
    %726 = stablehlo.multiply %725, %531 : tensor<8x8xf32>
    %727 = stablehlo.add %723, %726 : tensor<8x8xf32>
    %cst_197 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %728 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %729 = stablehlo.multiply %728, %arg51 : tensor<8x8xf32>
    %cst_198 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %730 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %731 = stablehlo.multiply %730, %506 : tensor<8x8xf32>
    %732 = stablehlo.multiply %731, %506 : tensor<8x8xf32>
    %733 = stablehlo.add %729, %732 : tensor<8x8xf32>
    %cst_199 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %734 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %735 = stablehlo.multiply %734, %arg52 : tensor<8x8xf32>
    %cst_200 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %737 = stablehlo.multiply %736, %480 : tensor<8x8xf32>
    %738 = stablehlo.multiply %737, %480 : tensor<8x8xf32>
    %739 = stablehlo.add %735, %738 : tensor<8x8xf32>
    %cst_201 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %740 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %741 = stablehlo.multiply %740, %arg53 : tensor<8x8xf32>
    %cst_202 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %742 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %743 = stablehlo.multiply %742, %510 : tensor<8x8xf32>
    %744 = stablehlo.multiply %743, %510 : tensor<8x8xf32>
    %745 = stablehlo.add %741, %744 : tensor<8x8xf32>
    %cst_203 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %746 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %747 = stablehlo.multiply %746, %arg54 : tensor<8x8xf32>
    %cst_204 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %748 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %749 = stablehlo.multiply %748, %502 : tensor<8x8xf32>
    %750 = stablehlo.multiply %749, %502 : tensor<8x8xf32>
    %751 = stablehlo.add %747, %750 : tensor<8x8xf32>
    %cst_205 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %753 = stablehlo.multiply %752, %arg55 : tensor<8x8xf32>
    %cst_206 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %754 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %755 = stablehlo.multiply %754, %469 : tensor<8x8xf32>
    %756 = stablehlo.multiply %755, %469 : tensor<8x8xf32>
    %757 = stablehlo.add %753, %756 : tensor<8x8xf32>
    %cst_207 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %758 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %759 = stablehlo.multiply %758, %arg56 : tensor<8x8xf32>
    %cst_208 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %760 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %761 = stablehlo.multiply %760, %444 : tensor<8x8xf32>
    %762 = stablehlo.multiply %761, %444 : tensor<8x8xf32>
    %763 = stablehlo.add %759, %762 : tensor<8x8xf32>
    %cst_209 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %764 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %765 = stablehlo.multiply %764, %arg57 : tensor<8x8xf32>
    %cst_210 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %766 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %767 = stablehlo.multiply %766, %418 : tensor<8x8xf32>
    %768 = stablehlo.multiply %767, %418 : tensor<8x8xf32>
    %769 = stablehlo.add %765, %768 : tensor<8x8xf32>
    %cst_211 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %770 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %771 = stablehlo.multiply %770, %arg58 : tensor<8x8xf32>
    %cst_212 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %772 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %773 = stablehlo.multiply %772, %448 : tensor<8x8xf32>
    %774 = stablehlo.multiply %773, %448 : tensor<8x8xf32>
    %775 = stablehlo.add %771, %774 : tensor<8x8xf32>
    %cst_213 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %776 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %777 = stablehlo.multiply %776, %arg59 : tensor<8x8xf32>
    %cst_214 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %778 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %779 = stablehlo.multiply %778, %440 : tensor<8x8xf32>
    %780 = stablehlo.multiply %779, %440 : tensor<8x8xf32>
    %781 = stablehlo.add %777, %780 : tensor<8x8xf32>
    %cst_215 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %782 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %783 = stablehlo.multiply %782, %arg60 : tensor<8x8xf32>
    %cst_216 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %785 = stablehlo.multiply %784, %407 : tensor<8x8xf32>
    %786 = stablehlo.multiply %785, %407 : tensor<8x8xf32>
    %787 = stablehlo.add %783, %786 : tensor<8x8xf32>
    %cst_217 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %788 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %789 = stablehlo.multiply %788, %arg61 : tensor<8x8xf32>
    %cst_218 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %790 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %791 = stablehlo.multiply %790, %382 : tensor<8x8xf32>
    %792 = stablehlo.multiply %791, %382 : tensor<8x8xf32>
    %793 = stablehlo.add %789, %792 : tensor<8x8xf32>
    %cst_219 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %794 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %795 = stablehlo.multiply %794, %arg62 : tensor<8x8xf32>
    %cst_220 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %797 = stablehlo.multiply %796, %356 : tensor<8x8xf32>
    %798 = stablehlo.multiply %797, %356 : tensor<8x8xf32>
    %799 = stablehlo.add %795, %798 : tensor<8x8xf32>
    %cst_221 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %801 = stablehlo.multiply %800, %arg63 : tensor<8x8xf32>
    %cst_222 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %802 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %803 = stablehlo.multiply %802, %386 : tensor<8x8xf32>
    %804 = stablehlo.multiply %803, %386 : tensor<8x8xf32>
    %805 = stablehlo.add %801, %804 : tensor<8x8xf32>
    %cst_223 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %806 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %807 = stablehlo.multiply %806, %arg64 : tensor<8x8xf32>
    %cst_224 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %808 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %809 = stablehlo.multiply %808, %378 : tensor<8x8xf32>
    %810 = stablehlo.multiply %809, %378 : tensor<8x8xf32>
    %811 = stablehlo.add %807, %810 : tensor<8x8xf32>
    %cst_225 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %812 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %813 = stablehlo.multiply %812, %arg65 : tensor<8x6xf32>
    %cst_226 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %814 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %815 = stablehlo.multiply %814, %322 : tensor<8x6xf32>
    %816 = stablehlo.multiply %815, %322 : tensor<8x6xf32>
    %817 = stablehlo.add %813, %816 : tensor<8x6xf32>
    %cst_227 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %818 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %819 = stablehlo.multiply %818, %arg66 : tensor<8x8xf32>
    %cst_228 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %820 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %821 = stablehlo.multiply %820, %345 : tensor<8x8xf32>
    %822 = stablehlo.multiply %821, %345 : tensor<8x8xf32>
    %823 = stablehlo.add %819, %822 : tensor<8x8xf32>
    %cst_229 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %824 = stablehlo.power %cst_229, %578 : tensor<f32>
    %cst_230 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %825 = stablehlo.subtract %cst_230, %824 : tensor<f32>
    %826 = stablehlo.broadcast_in_dim %825, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %827 = stablehlo.divide %586, %826 : tensor<8x8xf32>
    %cst_231 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %828 = stablehlo.power %cst_231, %578 : tensor<f32>
    %cst_232 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %829 = stablehlo.subtract %cst_232, %828 : tensor<f32>
    %830 = stablehlo.broadcast_in_dim %829, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %831 = stablehlo.divide %697, %830 : tensor<8x8xf32>
    %832 = stablehlo.sqrt %831 : tensor<8x8xf32>
    %cst_233 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %833 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %834 = stablehlo.add %832, %833 : tensor<8x8xf32>
    %835 = stablehlo.divide %827, %834 : tensor<8x8xf32>
    %cst_234 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %836 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %837 = stablehlo.multiply %836, %arg0 : tensor<8x8xf32>
    %838 = stablehlo.add %835, %837 : tensor<8x8xf32>
    %839 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %840 = stablehlo.multiply %839, %838 : tensor<8x8xf32>
    %841 = stablehlo.subtract %arg0, %840 : tensor<8x8xf32>
    %cst_235 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %842 = stablehlo.power %cst_235, %578 : tensor<f32>
    %cst_236 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %843 = stablehlo.subtract %cst_236, %842 : tensor<f32>
    %844 = stablehlo.broadcast_in_dim %843, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %845 = stablehlo.divide %591, %844 : tensor<8x8xf32>
    %cst_237 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %846 = stablehlo.power %cst_237, %578 : tensor<f32>
    %cst_238 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %847 = stablehlo.subtract %cst_238, %846 : tensor<f32>
    %848 = stablehlo.broadcast_in_dim %847, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %849 = stablehlo.divide %703, %848 : tensor<8x8xf32>
    %850 = stablehlo.sqrt %849 : tensor<8x8xf32>
    %cst_239 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %851 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %852 = stablehlo.add %850, %851 : tensor<8x8xf32>
    %853 = stablehlo.divide %845, %852 : tensor<8x8xf32>
    %cst_240 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %854 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %855 = stablehlo.multiply %854, %arg1 : tensor<8x8xf32>
    %856 = stablehlo.add %853, %855 : tensor<8x8xf32>
    %857 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %858 = stablehlo.multiply %857, %856 : tensor<8x8xf32>
    %859 = stablehlo.subtract %arg1, %858 : tensor<8x8xf32>
    %cst_241 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %860 = stablehlo.power %cst_241, %578 : tensor<f32>
    %cst_242 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %861 = stablehlo.subtract %cst_242, %860 : tensor<f32>
    %862 = stablehlo.broadcast_in_dim %861, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %863 = stablehlo.divide %596, %862 : tensor<8x8xf32>
    %cst_243 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %864 = stablehlo.power %cst_243, %578 : tensor<f32>
    %cst_244 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %865 = stablehlo.subtract %cst_244, %864 : tensor<f32>
    %866 = stablehlo.broadcast_in_dim %865, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %867 = stablehlo.divide %709, %866 : tensor<8x8xf32>
    %868 = stablehlo.sqrt %867 : tensor<8x8xf32>
    %cst_245 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %869 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %870 = stablehlo.add %868, %869 : tensor<8x8xf32>
    %871 = stablehlo.divide %863, %870 : tensor<8x8xf32>
    %cst_246 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %872 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %873 = stablehlo.multiply %872, %arg2 : tensor<8x8xf32>
    %874 = stablehlo.add %871, %873 : tensor<8x8xf32>
    %875 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %876 = stablehlo.multiply %875, %874 : tensor<8x8xf32>
    %877 = stablehlo.subtract %arg2, %876 : tensor<8x8xf32>
    %cst_247 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %878 = stablehlo.power %cst_247, %578 : tensor<f32>
    %cst_248 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %879 = stablehlo.subtract %cst_248, %878 : tensor<f32>
    %880 = stablehlo.broadcast_in_dim %879, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %881 = stablehlo.divide %601, %880 : tensor<8x8xf32>
    %cst_249 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %882 = stablehlo.power %cst_249, %578 : tensor<f32>
    %cst_250 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %883 = stablehlo.subtract %cst_250, %882 : tensor<f32>
    %884 = stablehlo.broadcast_in_dim %883, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %885 = stablehlo.divide %715, %884 : tensor<8x8xf32>
    %886 = stablehlo.sqrt %885 : tensor<8x8xf32>
    %cst_251 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %887 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %888 = stablehlo.add %886, %887 : tensor<8x8xf32>
    %889 = stablehlo.divide %881, %888 : tensor<8x8xf32>
    %cst_252 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %890 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %891 = stablehlo.multiply %890, %arg3 : tensor<8x8xf32>
    %892 = stablehlo.add %889, %891 : tensor<8x8xf32>
    %893 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %894 = stablehlo.multiply %893, %892 : tensor<8x8xf32>
    %895 = stablehlo.subtract %arg3, %894 : tensor<8x8xf32>
    %cst_253 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %896 = stablehlo.power %cst_253, %578 : tensor<f32>
    %cst_254 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %897 = stablehlo.subtract %cst_254, %896 : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %897, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %899 = stablehlo.divide %606, %898 : tensor<4x4x3x8xf32>
    %cst_255 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %900 = stablehlo.power %cst_255, %578 : tensor<f32>
    %cst_256 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %901 = stablehlo.subtract %cst_256, %900 : tensor<f32>
    %902 = stablehlo.broadcast_in_dim %901, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %903 = stablehlo.divide %721, %902 : tensor<4x4x3x8xf32>
    %904 = stablehlo.sqrt %903 : tensor<4x4x3x8xf32>
    %cst_257 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %905 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %906 = stablehlo.add %904, %905 : tensor<4x4x3x8xf32>
    %907 = stablehlo.divide %899, %906 : tensor<4x4x3x8xf32>
    %cst_258 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %908 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %909 = stablehlo.multiply %908, %arg4 : tensor<4x4x3x8xf32>
    %910 = stablehlo.add %907, %909 : tensor<4x4x3x8xf32>
    %911 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<4x4x3x8xf32>
    %912 = stablehlo.multiply %911, %910 : tensor<4x4x3x8xf32>
    %913 = stablehlo.subtract %arg4, %912 : tensor<4x4x3x8xf32>
    %cst_259 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %914 = stablehlo.power %cst_259, %578 : tensor<f32>
    %cst_260 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %915 = stablehlo.subtract %cst_260, %914 : tensor<f32>
    %916 = stablehlo.broadcast_in_dim %915, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %917 = stablehlo.divide %611, %916 : tensor<8x8xf32>
    %cst_261 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %918 = stablehlo.power %cst_261, %578 : tensor<f32>
    %cst_262 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %919 = stablehlo.subtract %cst_262, %918 : tensor<f32>
    %920 = stablehlo.broadcast_in_dim %919, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %921 = stablehlo.divide %727, %920 : tensor<8x8xf32>
    %922 = stablehlo.sqrt %921 : tensor<8x8xf32>
    %cst_263 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %923 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %924 = stablehlo.add %922, %923 : tensor<8x8xf32>
    %925 = stablehlo.divide %917, %924 : tensor<8x8xf32>
    %cst_264 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %926 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %927 = stablehlo.multiply %926, %arg5 : tensor<8x8xf32>
    %928 = stablehlo.add %925, %927 : tensor<8x8xf32>
    %929 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %930 = stablehlo.multiply %929, %928 : tensor<8x8xf32>
    %931 = stablehlo.subtract %arg5, %930 : tensor<8x8xf32>
    %cst_265 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %932 = stablehlo.power %cst_265, %578 : tensor<f32>
    %cst_266 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %933 = stablehlo.subtract %cst_266, %932 : tensor<f32>
    %934 = stablehlo.broadcast_in_dim %933, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %935 = stablehlo.divide %616, %934 : tensor<8x8xf32>
    %cst_267 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %936 = stablehlo.power %cst_267, %578 : tensor<f32>
    %cst_268 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %937 = stablehlo.subtract %cst_268, %936 : tensor<f32>
    %938 = stablehlo.broadcast_in_dim %937, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %939 = stablehlo.divide %733, %938 : tensor<8x8xf32>
    %940 = stablehlo.sqrt %939 : tensor<8x8xf32>
    %cst_269 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %941 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %942 = stablehlo.add %940, %941 : tensor<8x8xf32>
    %943 = stablehlo.divide %935, %942 : tensor<8x8xf32>
    %cst_270 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %944 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %945 = stablehlo.multiply %944, %arg6 : tensor<8x8xf32>
    %946 = stablehlo.add %943, %945 : tensor<8x8xf32>
    %947 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %948 = stablehlo.multiply %947, %946 : tensor<8x8xf32>
    %949 = stablehlo.subtract %arg6, %948 : tensor<8x8xf32>
    %cst_271 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %950 = stablehlo.power %cst_271, %578 : tensor<f32>
    %cst_272 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %951 = stablehlo.subtract %cst_272, %950 : tensor<f32>
    %952 = stablehlo.broadcast_in_dim %951, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %953 = stablehlo.divide %621, %952 : tensor<8x8xf32>
    %cst_273 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %954 = stablehlo.power %cst_273, %578 : tensor<f32>
    %cst_274 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %955 = stablehlo.subtract %cst_274, %954 : tensor<f32>
    %956 = stablehlo.broadcast_in_dim %955, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %957 = stablehlo.divide %739, %956 : tensor<8x8xf32>
    %958 = stablehlo.sqrt %957 : tensor<8x8xf32>
    %cst_275 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %959 = stablehlo.broadcast_in_dim %cst_275, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %960 = stablehlo.add %958, %959 : tensor<8x8xf32>
    %961 = stablehlo.divide %953, %960 : tensor<8x8xf32>
    %cst_276 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %962 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %963 = stablehlo.multiply %962, %arg7 : tensor<8x8xf32>
    %964 = stablehlo.add %961, %963 : tensor<8x8xf32>
    %965 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %966 = stablehlo.multiply %965, %964 : tensor<8x8xf32>
    %967 = stablehlo.subtract %arg7, %966 : tensor<8x8xf32>
    %cst_277 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %968 = stablehlo.power %cst_277, %578 : tensor<f32>
    %cst_278 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %969 = stablehlo.subtract %cst_278, %968 : tensor<f32>
    %970 = stablehlo.broadcast_in_dim %969, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %971 = stablehlo.divide %626, %970 : tensor<8x8xf32>
    %cst_279 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %972 = stablehlo.power %cst_279, %578 : tensor<f32>
    %cst_280 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %973 = stablehlo.subtract %cst_280, %972 : tensor<f32>
    %974 = stablehlo.broadcast_in_dim %973, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %975 = stablehlo.divide %745, %974 : tensor<8x8xf32>
    %976 = stablehlo.sqrt %975 : tensor<8x8xf32>
    %cst_281 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %977 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %978 = stablehlo.add %976, %977 : tensor<8x8xf32>
    %979 = stablehlo.divide %971, %978 : tensor<8x8xf32>
    %cst_282 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %980 = stablehlo.broadcast_in_dim %cst_282, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %981 = stablehlo.multiply %980, %arg8 : tensor<8x8xf32>
    %982 = stablehlo.add %979, %981 : tensor<8x8xf32>
    %983 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %984 = stablehlo.multiply %983, %982 : tensor<8x8xf32>
    %985 = stablehlo.subtract %arg8, %984 : tensor<8x8xf32>
    %cst_283 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %986 = stablehlo.power %cst_283, %578 : tensor<f32>
    %cst_284 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %987 = stablehlo.subtract %cst_284, %986 : tensor<f32>
    %988 = stablehlo.broadcast_in_dim %987, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %989 = stablehlo.divide %631, %988 : tensor<8x8xf32>
    %cst_285 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %990 = stablehlo.power %cst_285, %578 : tensor<f32>
    %cst_286 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %991 = stablehlo.subtract %cst_286, %990 : tensor<f32>
    %992 = stablehlo.broadcast_in_dim %991, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %993 = stablehlo.divide %751, %992 : tensor<8x8xf32>
    %994 = stablehlo.sqrt %993 : tensor<8x8xf32>
    %cst_287 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %995 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %996 = stablehlo.add %994, %995 : tensor<8x8xf32>
    %997 = stablehlo.divide %989, %996 : tensor<8x8xf32>
    %cst_288 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %998 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %999 = stablehlo.multiply %998, %arg9 : tensor<8x8xf32>
    %1000 = stablehlo.add %997, %999 : tensor<8x8xf32>
    %1001 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1002 = stablehlo.multiply %1001, %1000 : tensor<8x8xf32>
    %1003 = stablehlo.subtract %arg9, %1002 : tensor<8x8xf32>
    %cst_289 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1004 = stablehlo.power %cst_289, %578 : tensor<f32>
    %cst_290 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1005 = stablehlo.subtract %cst_290, %1004 : tensor<f32>
    %1006 = stablehlo.broadcast_in_dim %1005, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1007 = stablehlo.divide %636, %1006 : tensor<8x8xf32>
    %cst_291 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1008 = stablehlo.power %cst_291, %578 : tensor<f32>
    %cst_292 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1009 = stablehlo.subtract %cst_292, %1008 : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %1009, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1011 = stablehlo.divide %757, %1010 : tensor<8x8xf32>
    %1012 = stablehlo.sqrt %1011 : tensor<8x8xf32>
    %cst_293 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1013 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1014 = stablehlo.add %1012, %1013 : tensor<8x8xf32>
    %1015 = stablehlo.divide %1007, %1014 : tensor<8x8xf32>
    %cst_294 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1016 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1017 = stablehlo.multiply %1016, %arg10 : tensor<8x8xf32>
    %1018 = stablehlo.add %1015, %1017 : tensor<8x8xf32>
    %1019 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1020 = stablehlo.multiply %1019, %1018 : tensor<8x8xf32>
    %1021 = stablehlo.subtract %arg10, %1020 : tensor<8x8xf32>
    %cst_295 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1022 = stablehlo.power %cst_295, %578 : tensor<f32>
    %cst_296 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1023 = stablehlo.subtract %cst_296, %1022 : tensor<f32>
    %1024 = stablehlo.broadcast_in_dim %1023, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1025 = stablehlo.divide %641, %1024 : tensor<8x8xf32>
    %cst_297 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1026 = stablehlo.power %cst_297, %578 : tensor<f32>
    %cst_298 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1027 = stablehlo.subtract %cst_298, %1026 : tensor<f32>
    %1028 = stablehlo.broadcast_in_dim %1027, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1029 = stablehlo.divide %763, %1028 : tensor<8x8xf32>
    %1030 = stablehlo.sqrt %1029 : tensor<8x8xf32>
    %cst_299 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1031 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1032 = stablehlo.add %1030, %1031 : tensor<8x8xf32>
    %1033 = stablehlo.divide %1025, %1032 : tensor<8x8xf32>
    %cst_300 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1034 = stablehlo.broadcast_in_dim %cst_300, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1035 = stablehlo.multiply %1034, %arg11 : tensor<8x8xf32>
    %1036 = stablehlo.add %1033, %1035 : tensor<8x8xf32>
    %1037 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1038 = stablehlo.multiply %1037, %1036 : tensor<8x8xf32>
    %1039 = stablehlo.subtract %arg11, %1038 : tensor<8x8xf32>
    %cst_301 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1040 = stablehlo.power %cst_301, %578 : tensor<f32>
    %cst_302 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1041 = stablehlo.subtract %cst_302, %1040 : tensor<f32>
    %1042 = stablehlo.broadcast_in_dim %1041, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1043 = stablehlo.divide %646, %1042 : tensor<8x8xf32>
    %cst_303 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1044 = stablehlo.power %cst_303, %578 : tensor<f32>
    %cst_304 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1045 = stablehlo.subtract %cst_304, %1044 : tensor<f32>
    %1046 = stablehlo.broadcast_in_dim %1045, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1047 = stablehlo.divide %769, %1046 : tensor<8x8xf32>
    %1048 = stablehlo.sqrt %1047 : tensor<8x8xf32>
    %cst_305 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1049 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1050 = stablehlo.add %1048, %1049 : tensor<8x8xf32>
    %1051 = stablehlo.divide %1043, %1050 : tensor<8x8xf32>
    %cst_306 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1052 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1053 = stablehlo.multiply %1052, %arg12 : tensor<8x8xf32>
    %1054 = stablehlo.add %1051, %1053 : tensor<8x8xf32>
    %1055 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1056 = stablehlo.multiply %1055, %1054 : tensor<8x8xf32>
    %1057 = stablehlo.subtract %arg12, %1056 : tensor<8x8xf32>
    %cst_307 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1058 = stablehlo.power %cst_307, %578 : tensor<f32>
    %cst_308 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1059 = stablehlo.subtract %cst_308, %1058 : tensor<f32>
    %1060 = stablehlo.broadcast_in_dim %1059, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1061 = stablehlo.divide %651, %1060 : tensor<8x8xf32>
    %cst_309 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1062 = stablehlo.power %cst_309, %578 : tensor<f32>
    %cst_310 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1063 = stablehlo.subtract %cst_310, %1062 : tensor<f32>
    %1064 = stablehlo.broadcast_in_dim %1063, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1065 = stablehlo.divide %775, %1064 : tensor<8x8xf32>
    %1066 = stablehlo.sqrt %1065 : tensor<8x8xf32>
    %cst_311 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1067 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1068 = stablehlo.add %1066, %1067 : tensor<8x8xf32>
    %1069 = stablehlo.divide %1061, %1068 : tensor<8x8xf32>
    %cst_312 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1070 = stablehlo.broadcast_in_dim %cst_312, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1071 = stablehlo.multiply %1070, %arg13 : tensor<8x8xf32>
    %1072 = stablehlo.add %1069, %1071 : tensor<8x8xf32>
    %1073 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1074 = stablehlo.multiply %1073, %1072 : tensor<8x8xf32>
    %1075 = stablehlo.subtract %arg13, %1074 : tensor<8x8xf32>
    %cst_313 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1076 = stablehlo.power %cst_313, %578 : tensor<f32>
    %cst_314 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1077 = stablehlo.subtract %cst_314, %1076 : tensor<f32>
    %1078 = stablehlo.broadcast_in_dim %1077, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1079 = stablehlo.divide %656, %1078 : tensor<8x8xf32>
    %cst_315 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1080 = stablehlo.power %cst_315, %578 : tensor<f32>
    %cst_316 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1081 = stablehlo.subtract %cst_316, %1080 : tensor<f32>
    %1082 = stablehlo.broadcast_in_dim %1081, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1083 = stablehlo.divide %781, %1082 : tensor<8x8xf32>
    %1084 = stablehlo.sqrt %1083 : tensor<8x8xf32>
    %cst_317 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1085 = stablehlo.broadcast_in_dim %cst_317, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1086 = stablehlo.add %1084, %1085 : tensor<8x8xf32>
    %1087 = stablehlo.divide %1079, %1086 : tensor<8x8xf32>
    %cst_318 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1088 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1089 = stablehlo.multiply %1088, %arg14 : tensor<8x8xf32>
    %1090 = stablehlo.add %1087, %1089 : tensor<8x8xf32>
    %1091 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1092 = stablehlo.multiply %1091, %1090 : tensor<8x8xf32>
    %1093 = stablehlo.subtract %arg14, %1092 : tensor<8x8xf32>
    %cst_319 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1094 = stablehlo.power %cst_319, %578 : tensor<f32>
    %cst_320 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1095 = stablehlo.subtract %cst_320, %1094 : tensor<f32>
    %1096 = stablehlo.broadcast_in_dim %1095, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1097 = stablehlo.divide %661, %1096 : tensor<8x8xf32>
    %cst_321 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1098 = stablehlo.power %cst_321, %578 : tensor<f32>
    %cst_322 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1099 = stablehlo.subtract %cst_322, %1098 : tensor<f32>
    %1100 = stablehlo.broadcast_in_dim %1099, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1101 = stablehlo.divide %787, %1100 : tensor<8x8xf32>
    %1102 = stablehlo.sqrt %1101 : tensor<8x8xf32>
    %cst_323 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1103 = stablehlo.broadcast_in_dim %cst_323, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1104 = stablehlo.add %1102, %1103 : tensor<8x8xf32>
    %1105 = stablehlo.divide %1097, %1104 : tensor<8x8xf32>
    %cst_324 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1106 = stablehlo.broadcast_in_dim %cst_324, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1107 = stablehlo.multiply %1106, %arg15 : tensor<8x8xf32>
    %1108 = stablehlo.add %1105, %1107 : tensor<8x8xf32>
    %1109 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1110 = stablehlo.multiply %1109, %1108 : tensor<8x8xf32>
    %1111 = stablehlo.subtract %arg15, %1110 : tensor<8x8xf32>
    %cst_325 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1112 = stablehlo.power %cst_325, %578 : tensor<f32>
    %cst_326 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1113 = stablehlo.subtract %cst_326, %1112 : tensor<f32>
    %1114 = stablehlo.broadcast_in_dim %1113, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1115 = stablehlo.divide %666, %1114 : tensor<8x8xf32>
    %cst_327 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1116 = stablehlo.power %cst_327, %578 : tensor<f32>
    %cst_328 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1117 = stablehlo.subtract %cst_328, %1116 : tensor<f32>
    %1118 = stablehlo.broadcast_in_dim %1117, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1119 = stablehlo.divide %793, %1118 : tensor<8x8xf32>
    %1120 = stablehlo.sqrt %1119 : tensor<8x8xf32>
    %cst_329 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1121 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1122 = stablehlo.add %1120, %1121 : tensor<8x8xf32>
    %1123 = stablehlo.divide %1115, %1122 : tensor<8x8xf32>
    %cst_330 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1124 = stablehlo.broadcast_in_dim %cst_330, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1125 = stablehlo.multiply %1124, %arg16 : tensor<8x8xf32>
    %1126 = stablehlo.add %1123, %1125 : tensor<8x8xf32>
    %1127 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1128 = stablehlo.multiply %1127, %1126 : tensor<8x8xf32>
    %1129 = stablehlo.subtract %arg16, %1128 : tensor<8x8xf32>
    %cst_331 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1130 = stablehlo.power %cst_331, %578 : tensor<f32>
    %cst_332 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1131 = stablehlo.subtract %cst_332, %1130 : tensor<f32>
    %1132 = stablehlo.broadcast_in_dim %1131, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1133 = stablehlo.divide %671, %1132 : tensor<8x8xf32>
    %cst_333 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1134 = stablehlo.power %cst_333, %578 : tensor<f32>
    %cst_334 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1135 = stablehlo.subtract %cst_334, %1134 : tensor<f32>
    %1136 = stablehlo.broadcast_in_dim %1135, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1137 = stablehlo.divide %799, %1136 : tensor<8x8xf32>
    %1138 = stablehlo.sqrt %1137 : tensor<8x8xf32>
    %cst_335 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1139 = stablehlo.broadcast_in_dim %cst_335, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1140 = stablehlo.add %1138, %1139 : tensor<8x8xf32>
    %1141 = stablehlo.divide %1133, %1140 : tensor<8x8xf32>
    %cst_336 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1142 = stablehlo.broadcast_in_dim %cst_336, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1143 = stablehlo.multiply %1142, %arg17 : tensor<8x8xf32>
    %1144 = stablehlo.add %1141, %1143 : tensor<8x8xf32>
    %1145 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1146 = stablehlo.multiply %1145, %1144 : tensor<8x8xf32>
    %1147 = stablehlo.subtract %arg17, %1146 : tensor<8x8xf32>
    %cst_337 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1148 = stablehlo.power %cst_337, %578 : tensor<f32>
    %cst_338 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1149 = stablehlo.subtract %cst_338, %1148 : tensor<f32>
    %1150 = stablehlo.broadcast_in_dim %1149, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1151 = stablehlo.divide %676, %1150 : tensor<8x8xf32>
    %cst_339 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1152 = stablehlo.power %cst_339, %578 : tensor<f32>
    %cst_340 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1153 = stablehlo.subtract %cst_340, %1152 : tensor<f32>
    %1154 = stablehlo.broadcast_in_dim %1153, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1155 = stablehlo.divide %805, %1154 : tensor<8x8xf32>
    %1156 = stablehlo.sqrt %1155 : tensor<8x8xf32>
    %cst_341 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1157 = stablehlo.broadcast_in_dim %cst_341, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1158 = stablehlo.add %1156, %1157 : tensor<8x8xf32>
    %1159 = stablehlo.divide %1151, %1158 : tensor<8x8xf32>
    %cst_342 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1160 = stablehlo.broadcast_in_dim %cst_342, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1161 = stablehlo.multiply %1160, %arg18 : tensor<8x8xf32>
    %1162 = stablehlo.add %1159, %1161 : tensor<8x8xf32>
    %1163 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1164 = stablehlo.multiply %1163, %1162 : tensor<8x8xf32>
    %1165 = stablehlo.subtract %arg18, %1164 : tensor<8x8xf32>
    %cst_343 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1166 = stablehlo.power %cst_343, %578 : tensor<f32>
    %cst_344 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1167 = stablehlo.subtract %cst_344, %1166 : tensor<f32>
    %1168 = stablehlo.broadcast_in_dim %1167, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1169 = stablehlo.divide %681, %1168 : tensor<8x8xf32>
    %cst_345 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1170 = stablehlo.power %cst_345, %578 : tensor<f32>
    %cst_346 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1171 = stablehlo.subtract %cst_346, %1170 : tensor<f32>
    %1172 = stablehlo.broadcast_in_dim %1171, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1173 = stablehlo.divide %811, %1172 : tensor<8x8xf32>
    %1174 = stablehlo.sqrt %1173 : tensor<8x8xf32>
    %cst_347 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1175 = stablehlo.broadcast_in_dim %cst_347, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1176 = stablehlo.add %1174, %1175 : tensor<8x8xf32>
    %1177 = stablehlo.divide %1169, %1176 : tensor<8x8xf32>
    %cst_348 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1178 = stablehlo.broadcast_in_dim %cst_348, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1179 = stablehlo.multiply %1178, %arg19 : tensor<8x8xf32>
    %1180 = stablehlo.add %1177, %1179 : tensor<8x8xf32>
    %1181 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1182 = stablehlo.multiply %1181, %1180 : tensor<8x8xf32>
    %1183 = stablehlo.subtract %arg19, %1182 : tensor<8x8xf32>
    %cst_349 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1184 = stablehlo.power %cst_349, %578 : tensor<f32>
    %cst_350 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1185 = stablehlo.subtract %cst_350, %1184 : tensor<f32>
    %1186 = stablehlo.broadcast_in_dim %1185, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1187 = stablehlo.divide %686, %1186 : tensor<8x6xf32>
    %cst_351 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1188 = stablehlo.power %cst_351, %578 : tensor<f32>
    %cst_352 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1189 = stablehlo.subtract %cst_352, %1188 : tensor<f32>
    %1190 = stablehlo.broadcast_in_dim %1189, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1191 = stablehlo.divide %817, %1190 : tensor<8x6xf32>
    %1192 = stablehlo.sqrt %1191 : tensor<8x6xf32>
    %cst_353 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1193 = stablehlo.broadcast_in_dim %cst_353, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1194 = stablehlo.add %1192, %1193 : tensor<8x6xf32>
    %1195 = stablehlo.divide %1187, %1194 : tensor<8x6xf32>
    %cst_354 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1196 = stablehlo.broadcast_in_dim %cst_354, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1197 = stablehlo.multiply %1196, %arg20 : tensor<8x6xf32>
    %1198 = stablehlo.add %1195, %1197 : tensor<8x6xf32>
    %1199 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1200 = stablehlo.multiply %1199, %1198 : tensor<8x6xf32>
    %1201 = stablehlo.subtract %arg20, %1200 : tensor<8x6xf32>
    %cst_355 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1202 = stablehlo.power %cst_355, %578 : tensor<f32>
    %cst_356 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1203 = stablehlo.subtract %cst_356, %1202 : tensor<f32>
    %1204 = stablehlo.broadcast_in_dim %1203, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1205 = stablehlo.divide %691, %1204 : tensor<8x8xf32>
    %cst_357 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1206 = stablehlo.power %cst_357, %578 : tensor<f32>
    %cst_358 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1207 = stablehlo.subtract %cst_358, %1206 : tensor<f32>
    %1208 = stablehlo.broadcast_in_dim %1207, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1209 = stablehlo.divide %823, %1208 : tensor<8x8xf32>
    %1210 = stablehlo.sqrt %1209 : tensor<8x8xf32>
    %cst_359 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1211 = stablehlo.broadcast_in_dim %cst_359, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1212 = stablehlo.add %1210, %1211 : tensor<8x8xf32>
    %1213 = stablehlo.divide %1205, %1212 : tensor<8x8xf32>
    %cst_360 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1214 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1215 = stablehlo.multiply %1214, %arg21 : tensor<8x8xf32>
    %1216 = stablehlo.add %1213, %1215 : tensor<8x8xf32>
    %1217 = stablehlo.broadcast_in_dim %581, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1218 = stablehlo.multiply %1217, %1216 : tensor<8x8xf32>
    %1219 = stablehlo.subtract %arg21, %1218 : tensor<8x8xf32>
    return %841, %859, %877, %895, %913, %931, %949, %967, %985, %1003, %1021, %1039, %1057, %1075, %1093, %1111, %1129, %1147, %1165, %1183, %1201, %1219, %577, %586, %591, %596, %601, %606, %611, %616, %621, %626, %631, %636, %641, %646, %651, %656, %661, %666, %671, %676, %681, %686, %691, %697, %703, %709, %715, %721, %727, %733, %739, %745, %751, %757, %763, %769, %775, %781, %787, %793, %799, %805, %811, %817, %823, %317, %581 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x4x3x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x4x3x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<4x4x3x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @_threefry_fold_in(%arg0: tensor<2xui32> loc(unknown), %arg1: tensor<ui32> loc(unknown)) -> tensor<2xui32> {
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %0 = stablehlo.shift_right_logical %arg1, %c : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_0 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %2 = stablehlo.and %arg1, %c_0 : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %5 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %6 = stablehlo.reshape %5 : (tensor<1xui32>) -> tensor<ui32>
    %7 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %8 = stablehlo.reshape %7 : (tensor<1xui32>) -> tensor<ui32>
    %9 = stablehlo.slice %4 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %10 = stablehlo.slice %4 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %11:2 = call @threefry2x32(%6, %8, %9, %10) : (tensor<ui32>, tensor<ui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
    %12 = stablehlo.concatenate %11#0, %11#1, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    return %12 : tensor<2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<1xui32>, %arg3: tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<1xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<1xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<1xui32>, tensor<1xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32> loc(unknown), %arg1: tensor<1xui32> loc(unknown), %arg2: tensor<1xui32> loc(unknown), %arg3: tensor<ui32> loc(unknown), %arg4: tensor<ui32> loc(unknown), %arg5: tensor<ui32> loc(unknown), %arg6: tensor<4xui32> loc(unknown), %arg7: tensor<4xui32> loc(unknown)) -> (tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<1xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<1xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<1xui32>
    %9 = stablehlo.or %5, %8 : tensor<1xui32>
    %10 = stablehlo.xor %3, %9 : tensor<1xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<1xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<1xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<1xui32>
    %19 = stablehlo.or %15, %18 : tensor<1xui32>
    %20 = stablehlo.xor %13, %19 : tensor<1xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<1xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<1xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<1xui32>
    %29 = stablehlo.or %25, %28 : tensor<1xui32>
    %30 = stablehlo.xor %23, %29 : tensor<1xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<1xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<1xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<1xui32>
    %39 = stablehlo.or %35, %38 : tensor<1xui32>
    %40 = stablehlo.xor %33, %39 : tensor<1xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %42 = stablehlo.add %33, %41 : tensor<1xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %44 = stablehlo.add %40, %43 : tensor<1xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %48 = stablehlo.add %44, %47 : tensor<1xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<1xui32>, tensor<1xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32> loc(unknown)) -> tensor<8x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<8xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<8xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<8xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<8xui64>
    %9 = stablehlo.convert %6 : (tensor<8xui64>) -> tensor<8xui32>
    %10 = stablehlo.convert %8 : (tensor<8xui64>) -> tensor<8xui32>
    %11:2 = call @threefry2x32_0(%1, %3, %10, %9) : (tensor<ui32>, tensor<ui32>, tensor<8xui32>, tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<8xui32>) -> tensor<8x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<8xui32>) -> tensor<8x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<8x1xui32>, tensor<8x1xui32>) -> tensor<8x2xui32>
    return %14 : tensor<8x2xui32>
  }
  func.func private @threefry2x32_0(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<8xui32>, %arg3: tensor<8xui32>) -> (tensor<8xui32>, tensor<8xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_1(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8xui32>, tensor<8xui32>
  }
  func.func private @closed_call_1(%arg0: tensor<i32> loc(unknown), %arg1: tensor<8xui32> loc(unknown), %arg2: tensor<8xui32> loc(unknown), %arg3: tensor<ui32> loc(unknown), %arg4: tensor<ui32> loc(unknown), %arg5: tensor<ui32> loc(unknown), %arg6: tensor<4xui32> loc(unknown), %arg7: tensor<4xui32> loc(unknown)) -> (tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<8xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<8xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<8xui32>
    %9 = stablehlo.or %5, %8 : tensor<8xui32>
    %10 = stablehlo.xor %3, %9 : tensor<8xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<8xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<8xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<8xui32>
    %19 = stablehlo.or %15, %18 : tensor<8xui32>
    %20 = stablehlo.xor %13, %19 : tensor<8xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<8xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<8xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<8xui32>
    %29 = stablehlo.or %25, %28 : tensor<8xui32>
    %30 = stablehlo.xor %23, %29 : tensor<8xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<8xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<8xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<8xui32>
    %39 = stablehlo.or %35, %38 : tensor<8xui32>
    %40 = stablehlo.xor %33, %39 : tensor<8xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %42 = stablehlo.add %33, %41 : tensor<8xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %44 = stablehlo.add %40, %43 : tensor<8xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<8xui32>
    %48 = stablehlo.add %44, %47 : tensor<8xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<8xui32>, tensor<8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_bernoulli(%arg0: tensor<2xui32> loc(unknown), %arg1: tensor<f32> loc(unknown)) -> tensor<8x4x8xi1> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %cst, %cst_0) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<8x4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<8x4x8xf32>, tensor<8x4x8xf32>) -> tensor<8x4x8xi1>
    return %2 : tensor<8x4x8xi1>
  }
  func.func private @_uniform(%arg0: tensor<2xui32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> tensor<8x4x8xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<8x4x8xui64>
    %9 = stablehlo.iota dim = 1 : tensor<8x4x8xui64>
    %10 = stablehlo.iota dim = 2 : tensor<8x4x8xui64>
    %c = stablehlo.constant dense<32> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8x4x8xui64>
    %12 = stablehlo.multiply %11, %8 : tensor<8x4x8xui64>
    %c_0 = stablehlo.constant dense<8> : tensor<ui64>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<8x4x8xui64>
    %14 = stablehlo.multiply %13, %9 : tensor<8x4x8xui64>
    %c_1 = stablehlo.constant dense<1> : tensor<ui64>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<8x4x8xui64>
    %16 = stablehlo.multiply %15, %10 : tensor<8x4x8xui64>
    %17 = stablehlo.add %12, %14 : tensor<8x4x8xui64>
    %18 = stablehlo.add %17, %16 : tensor<8x4x8xui64>
    %c_2 = stablehlo.constant dense<32> : tensor<ui64>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<8x4x8xui64>
    %20 = stablehlo.shift_right_logical %18, %19 : tensor<8x4x8xui64>
    %21 = stablehlo.convert %18 : (tensor<8x4x8xui64>) -> tensor<8x4x8xui32>
    %22 = stablehlo.convert %20 : (tensor<8x4x8xui64>) -> tensor<8x4x8xui32>
    %23:2 = call @threefry2x32_2(%5, %7, %22, %21) : (tensor<ui32>, tensor<ui32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>) -> (tensor<8x4x8xui32>, tensor<8x4x8xui32>)
    %24 = stablehlo.xor %23#0, %23#1 : tensor<8x4x8xui32>
    %c_3 = stablehlo.constant dense<9> : tensor<ui32>
    %25 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %26 = stablehlo.shift_right_logical %24, %25 : tensor<8x4x8xui32>
    %c_4 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %28 = stablehlo.or %26, %27 : tensor<8x4x8xui32>
    %29 = stablehlo.bitcast_convert %28 : (tensor<8x4x8xui32>) -> tensor<8x4x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %31 = stablehlo.subtract %29, %30 : tensor<8x4x8xf32>
    %32 = stablehlo.subtract %3, %2 : tensor<1x1x1xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x4x8xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x4x8xf32>
    %35 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x4x8xf32>
    %36 = stablehlo.add %34, %35 : tensor<8x4x8xf32>
    %37 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x4x8xf32>
    %38 = stablehlo.maximum %37, %36 : tensor<8x4x8xf32>
    return %38 : tensor<8x4x8xf32>
  }
  func.func private @threefry2x32_2(%arg0: tensor<ui32> loc(unknown), %arg1: tensor<ui32> loc(unknown), %arg2: tensor<8x4x8xui32> loc(unknown), %arg3: tensor<8x4x8xui32> loc(unknown)) -> (tensor<8x4x8xui32>, tensor<8x4x8xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8x4x8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8x4x8xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_3(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8x4x8xui32>, tensor<8x4x8xui32>
  }
  func.func private @closed_call_3(%arg0: tensor<i32> loc(unknown), %arg1: tensor<8x4x8xui32> loc(unknown), %arg2: tensor<8x4x8xui32> loc(unknown), %arg3: tensor<ui32> loc(unknown), %arg4: tensor<ui32> loc(unknown), %arg5: tensor<ui32> loc(unknown), %arg6: tensor<4xui32> loc(unknown), %arg7: tensor<4xui32> loc(unknown)) -> (tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<8x4x8xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<8x4x8xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<8x4x8xui32>
    %9 = stablehlo.or %5, %8 : tensor<8x4x8xui32>
    %10 = stablehlo.xor %3, %9 : tensor<8x4x8xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<8x4x8xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<8x4x8xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<8x4x8xui32>
    %19 = stablehlo.or %15, %18 : tensor<8x4x8xui32>
    %20 = stablehlo.xor %13, %19 : tensor<8x4x8xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<8x4x8xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<8x4x8xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<8x4x8xui32>
    %29 = stablehlo.or %25, %28 : tensor<8x4x8xui32>
    %30 = stablehlo.xor %23, %29 : tensor<8x4x8xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<8x4x8xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<8x4x8xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<8x4x8xui32>
    %39 = stablehlo.or %35, %38 : tensor<8x4x8xui32>
    %40 = stablehlo.xor %33, %39 : tensor<8x4x8xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %42 = stablehlo.add %33, %41 : tensor<8x4x8xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %44 = stablehlo.add %40, %43 : tensor<8x4x8xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<8x4x8xui32>
    %48 = stablehlo.add %44, %47 : tensor<8x4x8xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<8x4x8xui32>, tensor<8x4x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_where(%arg0: tensor<8x4x8xi1> loc(unknown), %arg1: tensor<8x4x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> (tensor<8x4x8xf32>, tensor<8x4x8xf32>) {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x4x8xi1>, tensor<8x4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    return %2, %3 : tensor<8x4x8xf32>, tensor<8x4x8xf32>
  }
  func.func private @_where_4(%arg0: tensor<8x4x8xi1> loc(unknown), %arg1: tensor<8x4x8xf32> loc(unknown), %arg2: tensor<8x4x8xf32> loc(unknown)) -> tensor<8x4x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x8xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x4x8xi1>, tensor<8x4x8xf32>
    return %1 : tensor<8x4x8xf32>
  }
}
