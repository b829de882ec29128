module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24x8xf32> {tf.aliasing_output = 0 : i32} loc("params['embed']"), %arg1: tensor<8x8xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['attention']['k']"), %arg2: tensor<8x8xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['attention']['o']"), %arg3: tensor<8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l0']['attention']['q']"), %arg4: tensor<8x8xf32> {tf.aliasing_output = 4 : i32} loc("params['l0']['attention']['v']"), %arg5: tensor<16x8xf32> {tf.aliasing_output = 5 : i32} loc("params['l0']['down']"), %arg6: tensor<8x16xf32> {tf.aliasing_output = 6 : i32} loc("params['l0']['up']"), %arg7: tensor<8x8xf32> {tf.aliasing_output = 7 : i32} loc("params['l1']['attention']['k']"), %arg8: tensor<8x8xf32> {tf.aliasing_output = 8 : i32} loc("params['l1']['attention']['o']"), %arg9: tensor<8x8xf32> {tf.aliasing_output = 9 : i32} loc("params['l1']['attention']['q']"), %arg10: tensor<8x8xf32> {tf.aliasing_output = 10 : i32} loc("params['l1']['attention']['v']"), %arg11: tensor<16x8xf32> {tf.aliasing_output = 11 : i32} loc("params['l1']['down']"), %arg12: tensor<8x16xf32> {tf.aliasing_output = 12 : i32} loc("params['l1']['up']"), %arg13: tensor<8x8xf32> {tf.aliasing_output = 13 : i32} loc("params['l2']['attention']['k']"), %arg14: tensor<8x8xf32> {tf.aliasing_output = 14 : i32} loc("params['l2']['attention']['o']"), %arg15: tensor<8x8xf32> {tf.aliasing_output = 15 : i32} loc("params['l2']['attention']['q']"), %arg16: tensor<8x8xf32> {tf.aliasing_output = 16 : i32} loc("params['l2']['attention']['v']"), %arg17: tensor<16x8xf32> {tf.aliasing_output = 17 : i32} loc("params['l2']['down']"), %arg18: tensor<8x16xf32> {tf.aliasing_output = 18 : i32} loc("params['l2']['up']"), %arg19: tensor<8x8xf32> {tf.aliasing_output = 19 : i32} loc("params['l3']['attention']['k']"), %arg20: tensor<8x8xf32> {tf.aliasing_output = 20 : i32} loc("params['l3']['attention']['o']"), %arg21: tensor<8x8xf32> {tf.aliasing_output = 21 : i32} loc("params['l3']['attention']['q']"), %arg22: tensor<8x8xf32> {tf.aliasing_output = 22 : i32} loc("params['l3']['attention']['v']"), %arg23: tensor<16x8xf32> {tf.aliasing_output = 23 : i32} loc("params['l3']['down']"), %arg24: tensor<8x16xf32> {tf.aliasing_output = 24 : i32} loc("params['l3']['up']"), %arg25: tensor<i32> {tf.aliasing_output = 25 : i32} loc("opt['count']"), %arg26: tensor<24x8xf32> {tf.aliasing_output = 26 : i32} loc("opt['mu']['embed']"), %arg27: tensor<8x8xf32> {tf.aliasing_output = 27 : i32} loc("opt['mu']['l0']['attention']['k']"), %arg28: tensor<8x8xf32> {tf.aliasing_output = 28 : i32} loc("opt['mu']['l0']['attention']['o']"), %arg29: tensor<8x8xf32> {tf.aliasing_output = 29 : i32} loc("opt['mu']['l0']['attention']['q']"), %arg30: tensor<8x8xf32> {tf.aliasing_output = 30 : i32} loc("opt['mu']['l0']['attention']['v']"), %arg31: tensor<16x8xf32> {tf.aliasing_output = 31 : i32} loc("opt['mu']['l0']['down']"), %arg32: tensor<8x16xf32> {tf.aliasing_output = 32 : i32} loc("opt['mu']['l0']['up']"), %arg33: tensor<8x8xf32> {tf.aliasing_output = 33 : i32} loc("opt['mu']['l1']['attention']['k']"), %arg34: tensor<8x8xf32> {tf.aliasing_output = 34 : i32} loc("opt['mu']['l1']['attention']['o']"), %arg35: tensor<8x8xf32> {tf.aliasing_output = 35 : i32} loc("opt['mu']['l1']['attention']['q']"), %arg36: tensor<8x8xf32> {tf.aliasing_output = 36 : i32} loc("opt['mu']['l1']['attention']['v']"), %arg37: tensor<16x8xf32> {tf.aliasing_output = 37 : i32} loc("opt['mu']['l1']['down']"), %arg38: tensor<8x16xf32> {tf.aliasing_output = 38 : i32} loc("opt['mu']['l1']['up']"), %arg39: tensor<8x8xf32> {tf.aliasing_output = 39 : i32} loc("opt['mu']['l2']['attention']['k']"), %arg40: tensor<8x8xf32> {tf.aliasing_output = 40 : i32} loc("opt['mu']['l2']['attention']['o']"), %arg41: tensor<8x8xf32> {tf.aliasing_output = 41 : i32} loc("opt['mu']['l2']['attention']['q']"), %arg42: tensor<8x8xf32> {tf.aliasing_output = 42 : i32} loc("opt['mu']['l2']['attention']['v']"), %arg43: tensor<16x8xf32> {tf.aliasing_output = 43 : i32} loc("opt['mu']['l2']['down']"), %arg44: tensor<8x16xf32> {tf.aliasing_output = 44 : i32} loc("opt['mu']['l2']['up']"), %arg45: tensor<8x8xf32> {tf.aliasing_output = 45 : i32} loc("opt['mu']['l3']['attention']['k']"), %arg46: tensor<8x8xf32> {tf.aliasing_output = 46 : i32} loc("opt['mu']['l3']['attention']['o']"), %arg47: tensor<8x8xf32> {tf.aliasing_output = 47 : i32} loc("opt['mu']['l3']['attention']['q']"), %arg48: tensor<8x8xf32> {tf.aliasing_output = 48 : i32} loc("opt['mu']['l3']['attention']['v']"), %arg49: tensor<16x8xf32> {tf.aliasing_output = 49 : i32} loc("opt['mu']['l3']['down']"), %arg50: tensor<8x16xf32> {tf.aliasing_output = 50 : i32} loc("opt['mu']['l3']['up']"), %arg51: tensor<24x8xf32> {tf.aliasing_output = 51 : i32} loc("opt['nu']['embed']"), %arg52: tensor<8x8xf32> {tf.aliasing_output = 52 : i32} loc("opt['nu']['l0']['attention']['k']"), %arg53: tensor<8x8xf32> {tf.aliasing_output = 53 : i32} loc("opt['nu']['l0']['attention']['o']"), %arg54: tensor<8x8xf32> {tf.aliasing_output = 54 : i32} loc("opt['nu']['l0']['attention']['q']"), %arg55: tensor<8x8xf32> {tf.aliasing_output = 55 : i32} loc("opt['nu']['l0']['attention']['v']"), %arg56: tensor<16x8xf32> {tf.aliasing_output = 56 : i32} loc("opt['nu']['l0']['down']"), %arg57: tensor<8x16xf32> {tf.aliasing_output = 57 : i32} loc("opt['nu']['l0']['up']"), %arg58: tensor<8x8xf32> {tf.aliasing_output = 58 : i32} loc("opt['nu']['l1']['attention']['k']"), %arg59: tensor<8x8xf32> {tf.aliasing_output = 59 : i32} loc("opt['nu']['l1']['attention']['o']"), %arg60: tensor<8x8xf32> {tf.aliasing_output = 60 : i32} loc("opt['nu']['l1']['attention']['q']"), %arg61: tensor<8x8xf32> {tf.aliasing_output = 61 : i32} loc("opt['nu']['l1']['attention']['v']"), %arg62: tensor<16x8xf32> {tf.aliasing_output = 62 : i32} loc("opt['nu']['l1']['down']"), %arg63: tensor<8x16xf32> {tf.aliasing_output = 63 : i32} loc("opt['nu']['l1']['up']"), %arg64: tensor<8x8xf32> {tf.aliasing_output = 64 : i32} loc("opt['nu']['l2']['attention']['k']"), %arg65: tensor<8x8xf32> {tf.aliasing_output = 65 : i32} loc("opt['nu']['l2']['attention']['o']"), %arg66: tensor<8x8xf32> {tf.aliasing_output = 66 : i32} loc("opt['nu']['l2']['attention']['q']"), %arg67: tensor<8x8xf32> {tf.aliasing_output = 67 : i32} loc("opt['nu']['l2']['attention']['v']"), %arg68: tensor<16x8xf32> {tf.aliasing_output = 68 : i32} loc("opt['nu']['l2']['down']"), %arg69: tensor<8x16xf32> {tf.aliasing_output = 69 : i32} loc("opt['nu']['l2']['up']"), %arg70: tensor<8x8xf32> {tf.aliasing_output = 70 : i32} loc("opt['nu']['l3']['attention']['k']"), %arg71: tensor<8x8xf32> {tf.aliasing_output = 71 : i32} loc("opt['nu']['l3']['attention']['o']"), %arg72: tensor<8x8xf32> {tf.aliasing_output = 72 : i32} loc("opt['nu']['l3']['attention']['q']"), %arg73: tensor<8x8xf32> {tf.aliasing_output = 73 : i32} loc("opt['nu']['l3']['attention']['v']"), %arg74: tensor<16x8xf32> {tf.aliasing_output = 74 : i32} loc("opt['nu']['l3']['down']"), %arg75: tensor<8x16xf32> {tf.aliasing_output = 75 : i32} loc("opt['nu']['l3']['up']"), %arg76: tensor<8x6xi32> loc("batch['tokens']")) -> (tensor<24x8xf32> {jax.result_info = "result[0]['embed']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l0']['down']"}, tensor<8x16xf32> {jax.result_info = "result[0]['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l1']['down']"}, tensor<8x16xf32> {jax.result_info = "result[0]['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l2']['down']"}, tensor<8x16xf32> {jax.result_info = "result[0]['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l3']['down']"}, tensor<8x16xf32> {jax.result_info = "result[0]['l3']['up']"}, tensor<i32> {jax.result_info = "result[1]['count']"}, tensor<24x8xf32> {jax.result_info = "result[1]['mu']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l0']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['mu']['l0']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['mu']['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l1']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['mu']['l1']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['mu']['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l2']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['mu']['l2']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['mu']['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['mu']['l3']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['mu']['l3']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['mu']['l3']['up']"}, tensor<24x8xf32> {jax.result_info = "result[1]['nu']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l0']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['nu']['l0']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['nu']['l0']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l1']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['nu']['l1']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['nu']['l1']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l2']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['nu']['l2']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['nu']['l2']['up']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['nu']['l3']['attention']['v']"}, tensor<16x8xf32> {jax.result_info = "result[1]['nu']['l3']['down']"}, tensor<8x16xf32> {jax.result_info = "result[1]['nu']['l3']['up']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}, tensor<f32> {jax.result_info = "result[2]['norm']"}, tensor<f32> {jax.result_info = "result[2]['rate']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %1 = stablehlo.compare LT, %arg76, %0, SIGNED : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<8x6xi1>
    %c_0 = stablehlo.constant dense<24> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %3 = stablehlo.add %arg76, %2 : tensor<8x6xi32>
    %4 = stablehlo.select %1, %3, %arg76 : tensor<8x6xi1>, tensor<8x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<24x8xf32>, tensor<8x6x1xi32>) -> tensor<8x6x8xf32>
    %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %8 = stablehlo.dot_general %6, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %9 = stablehlo.dot_general %6, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %10 = stablehlo.dot_general %7, %8, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x6x6xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %14 = stablehlo.reshape %13 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %16 = stablehlo.compare EQ, %12, %15, FLOAT : (tensor<8x6x6xf32>, tensor<8x6x6xf32>) -> tensor<8x6x6xi1>
    %17 = stablehlo.convert %16 : (tensor<8x6x6xi1>) -> tensor<8x6x6xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %20 = stablehlo.maximum %19, %13 : tensor<8x6xf32>
    %21 = stablehlo.compare EQ, %13, %20, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %24 = stablehlo.select %21, %22, %23 : tensor<8x6xi1>, tensor<8x6xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %26 = stablehlo.compare EQ, %25, %20, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<8x6xi1>, tensor<8x6xf32>
    %30 = stablehlo.divide %24, %29 : tensor<8x6xf32>
    %31 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %33 = stablehlo.subtract %12, %32 : tensor<8x6x6xf32>
    %34 = stablehlo.exponential %33 : tensor<8x6x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %38 = stablehlo.divide %34, %37 : tensor<8x6x6xf32>
    %39 = stablehlo.multiply %36, %36 : tensor<8x6x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %41 = stablehlo.divide %40, %39 : tensor<8x6x1xf32>
    %42 = stablehlo.dot_general %38, %9, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %43 = stablehlo.dot_general %42, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %44 = stablehlo.tanh %43 : tensor<8x6x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %46 = stablehlo.subtract %45, %44 : tensor<8x6x8xf32>
    %47 = stablehlo.add %6, %44 : tensor<8x6x8xf32>
    %48 = stablehlo.dot_general %47, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x16xf32>) -> tensor<8x6x16xf32>
    %49:3 = call @silu(%48) : (tensor<8x6x16xf32>) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>)
    %50 = stablehlo.dot_general %49#0, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %51 = stablehlo.add %47, %50 : tensor<8x6x8xf32>
    %52 = stablehlo.dot_general %51, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %53 = stablehlo.dot_general %51, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %54 = stablehlo.dot_general %51, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %55 = stablehlo.dot_general %52, %53, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %cst_12 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %57 = stablehlo.divide %55, %56 : tensor<8x6x6xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_13) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %59 = stablehlo.reshape %58 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %61 = stablehlo.compare EQ, %57, %60, FLOAT : (tensor<8x6x6xf32>, tensor<8x6x6xf32>) -> tensor<8x6x6xi1>
    %62 = stablehlo.convert %61 : (tensor<8x6x6xi1>) -> tensor<8x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %65 = stablehlo.maximum %64, %58 : tensor<8x6xf32>
    %66 = stablehlo.compare EQ, %58, %65, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %69 = stablehlo.select %66, %67, %68 : tensor<8x6xi1>, tensor<8x6xf32>
    %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %71 = stablehlo.compare EQ, %70, %65, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %74 = stablehlo.select %71, %72, %73 : tensor<8x6xi1>, tensor<8x6xf32>
    %75 = stablehlo.divide %69, %74 : tensor<8x6xf32>
    %76 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %78 = stablehlo.subtract %57, %77 : tensor<8x6x6xf32>
    %79 = stablehlo.exponential %78 : tensor<8x6x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %83 = stablehlo.divide %79, %82 : tensor<8x6x6xf32>
    %84 = stablehlo.multiply %81, %81 : tensor<8x6x1xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %86 = stablehlo.divide %85, %84 : tensor<8x6x1xf32>
    %87 = stablehlo.dot_general %83, %54, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %88 = stablehlo.dot_general %87, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %89 = stablehlo.tanh %88 : tensor<8x6x8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %91 = stablehlo.subtract %90, %89 : tensor<8x6x8xf32>
    %92 = stablehlo.add %51, %89 : tensor<8x6x8xf32>
    %93 = stablehlo.dot_general %92, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x16xf32>) -> tensor<8x6x16xf32>
    %94:3 = call @silu(%93) : (tensor<8x6x16xf32>) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>)
    %95 = stablehlo.dot_general %94#0, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %96 = stablehlo.add %92, %95 : tensor<8x6x8xf32>
    %97 = stablehlo.dot_general %96, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %98 = stablehlo.dot_general %96, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %99 = stablehlo.dot_general %96, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %100 = stablehlo.dot_general %97, %98, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %cst_24 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %102 = stablehlo.divide %100, %101 : tensor<8x6x6xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_25) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %104 = stablehlo.reshape %103 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %106 = stablehlo.compare EQ, %102, %105, FLOAT : (tensor<8x6x6xf32>, tensor<8x6x6xf32>) -> tensor<8x6x6xi1>
    %107 = stablehlo.convert %106 : (tensor<8x6x6xi1>) -> tensor<8x6x6xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_27 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %110 = stablehlo.maximum %109, %103 : tensor<8x6xf32>
    %111 = stablehlo.compare EQ, %103, %110, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<8x6xi1>, tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %116 = stablehlo.compare EQ, %115, %110, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_31 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %119 = stablehlo.select %116, %117, %118 : tensor<8x6xi1>, tensor<8x6xf32>
    %120 = stablehlo.divide %114, %119 : tensor<8x6xf32>
    %121 = stablehlo.broadcast_in_dim %110, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %123 = stablehlo.subtract %102, %122 : tensor<8x6x6xf32>
    %124 = stablehlo.exponential %123 : tensor<8x6x6xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %128 = stablehlo.divide %124, %127 : tensor<8x6x6xf32>
    %129 = stablehlo.multiply %126, %126 : tensor<8x6x1xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %131 = stablehlo.divide %130, %129 : tensor<8x6x1xf32>
    %132 = stablehlo.dot_general %128, %99, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %133 = stablehlo.dot_general %132, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %134 = stablehlo.tanh %133 : tensor<8x6x8xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %136 = stablehlo.subtract %135, %134 : tensor<8x6x8xf32>
    %137 = stablehlo.add %96, %134 : tensor<8x6x8xf32>
    %138 = stablehlo.dot_general %137, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x16xf32>) -> tensor<8x6x16xf32>
    %139:3 = call @silu(%138) : (tensor<8x6x16xf32>) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>)
    %140 = stablehlo.dot_general %139#0, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %141 = stablehlo.add %137, %140 : tensor<8x6x8xf32>
    %142 = stablehlo.dot_general %141, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %143 = stablehlo.dot_general %141, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %144 = stablehlo.dot_general %141, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %145 = stablehlo.dot_general %142, %143, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %cst_36 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %147 = stablehlo.divide %145, %146 : tensor<8x6x6xf32>
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %148 = stablehlo.reduce(%147 init: %cst_37) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %149 = stablehlo.reshape %148 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %151 = stablehlo.compare EQ, %147, %150, FLOAT : (tensor<8x6x6xf32>, tensor<8x6x6xf32>) -> tensor<8x6x6xi1>
    %152 = stablehlo.convert %151 : (tensor<8x6x6xi1>) -> tensor<8x6x6xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.reduce(%152 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_39 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %155 = stablehlo.maximum %154, %148 : tensor<8x6xf32>
    %156 = stablehlo.compare EQ, %148, %155, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %159 = stablehlo.select %156, %157, %158 : tensor<8x6xi1>, tensor<8x6xf32>
    %cst_42 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %161 = stablehlo.compare EQ, %160, %155, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %164 = stablehlo.select %161, %162, %163 : tensor<8x6xi1>, tensor<8x6xf32>
    %165 = stablehlo.divide %159, %164 : tensor<8x6xf32>
    %166 = stablehlo.broadcast_in_dim %155, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %168 = stablehlo.subtract %147, %167 : tensor<8x6x6xf32>
    %169 = stablehlo.exponential %168 : tensor<8x6x6xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.reduce(%169 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %173 = stablehlo.divide %169, %172 : tensor<8x6x6xf32>
    %174 = stablehlo.multiply %171, %171 : tensor<8x6x1xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %176 = stablehlo.divide %175, %174 : tensor<8x6x1xf32>
    %177 = stablehlo.dot_general %173, %144, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %178 = stablehlo.dot_general %177, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %179 = stablehlo.tanh %178 : tensor<8x6x8xf32>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %181 = stablehlo.subtract %180, %179 : tensor<8x6x8xf32>
    %182 = stablehlo.add %141, %179 : tensor<8x6x8xf32>
    %183 = stablehlo.dot_general %182, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x16xf32>) -> tensor<8x6x16xf32>
    %184:3 = call @silu(%183) : (tensor<8x6x16xf32>) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>)
    %185 = stablehlo.dot_general %184#0, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %186 = stablehlo.add %182, %185 : tensor<8x6x8xf32>
    %187 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %188 = stablehlo.dot_general %186, %187, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x24xf32>) -> tensor<8x6x24xf32>
    %189:3 = call @log_softmax(%188) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x1xf32>)
    %190 = call @_roll_static(%arg76) : (tensor<8x6xi32>) -> tensor<8x6xi32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %192:2 = call @take_along_axis(%189#0, %191) : (tensor<8x6x24xf32>, tensor<8x6x1xi32>) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>)
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.reduce(%192#0 init: %cst_48) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_49 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %194 = stablehlo.divide %193, %cst_49 : tensor<f32>
    %195 = stablehlo.negate %194 : tensor<f32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %196 = stablehlo.negate %cst_50 : tensor<f32>
    %cst_51 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %197 = stablehlo.divide %196, %cst_51 : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %199 = call @take_along_axis_0(%192#1, %198) : (tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x24xf32>
    %200 = call @log_softmax_1(%189#1, %189#2, %199) : (tensor<8x6x24xf32>, tensor<8x6x1xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %201 = stablehlo.dot_general %200, %186, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x8xf32>) -> tensor<24x8xf32>
    %202 = stablehlo.transpose %201, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    %203 = stablehlo.dot_general %200, %187, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x24xf32>) -> tensor<8x6x8xf32>
    %204 = stablehlo.transpose %202, dims = [1, 0] : (tensor<8x24xf32>) -> tensor<24x8xf32>
    %205 = stablehlo.dot_general %203, %184#0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %206 = stablehlo.transpose %205, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %207 = stablehlo.dot_general %203, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %208 = call @silu_2(%184#1, %184#2, %183, %207) : (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<8x6x16xf32>
    %209 = stablehlo.dot_general %208, %182, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x8xf32>) -> tensor<16x8xf32>
    %210 = stablehlo.transpose %209, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %211 = stablehlo.dot_general %208, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x16xf32>) -> tensor<8x6x8xf32>
    %212 = stablehlo.add %203, %211 : tensor<8x6x8xf32>
    %213 = stablehlo.multiply %212, %181 : tensor<8x6x8xf32>
    %214 = stablehlo.multiply %213, %179 : tensor<8x6x8xf32>
    %215 = stablehlo.add %213, %214 : tensor<8x6x8xf32>
    %216 = stablehlo.dot_general %215, %177, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %217 = stablehlo.transpose %216, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %218 = stablehlo.dot_general %215, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %219 = stablehlo.dot_general %218, %173, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %220 = stablehlo.transpose %219, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %221 = stablehlo.dot_general %218, %144, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %222 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %223 = stablehlo.multiply %221, %222 : tensor<8x6x6xf32>
    %224 = stablehlo.multiply %223, %169 : tensor<8x6x6xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %225 = stablehlo.reduce(%224 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %226 = stablehlo.reshape %225 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %227 = stablehlo.negate %226 : tensor<8x6x1xf32>
    %228 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %229 = stablehlo.divide %221, %228 : tensor<8x6x6xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce(%227 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %232 = stablehlo.add %229, %231 : tensor<8x6x6xf32>
    %233 = stablehlo.multiply %232, %169 : tensor<8x6x6xf32>
    %cst_54 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %235 = stablehlo.divide %233, %234 : tensor<8x6x6xf32>
    %236 = stablehlo.dot_general %235, %142, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %237 = stablehlo.dot_general %235, %143, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %238 = stablehlo.dot_general %220, %141, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %239 = stablehlo.transpose %238, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %240 = stablehlo.dot_general %220, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %241 = stablehlo.add %212, %240 : tensor<8x6x8xf32>
    %242 = stablehlo.dot_general %236, %141, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %243 = stablehlo.transpose %242, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %244 = stablehlo.dot_general %236, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %245 = stablehlo.add %241, %244 : tensor<8x6x8xf32>
    %246 = stablehlo.dot_general %237, %141, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %247 = stablehlo.transpose %246, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %248 = stablehlo.dot_general %237, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %249 = stablehlo.add %245, %248 : tensor<8x6x8xf32>
    %250 = stablehlo.dot_general %249, %139#0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %251 = stablehlo.transpose %250, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %252 = stablehlo.dot_general %249, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %253 = call @silu_2(%139#1, %139#2, %138, %252) : (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<8x6x16xf32>
    %254 = stablehlo.dot_general %253, %137, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x8xf32>) -> tensor<16x8xf32>
    %255 = stablehlo.transpose %254, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %256 = stablehlo.dot_general %253, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x16xf32>) -> tensor<8x6x8xf32>
    %257 = stablehlo.add %249, %256 : tensor<8x6x8xf32>
    %258 = stablehlo.multiply %257, %136 : tensor<8x6x8xf32>
    %259 = stablehlo.multiply %258, %134 : tensor<8x6x8xf32>
    %260 = stablehlo.add %258, %259 : tensor<8x6x8xf32>
    %261 = stablehlo.dot_general %260, %132, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %262 = stablehlo.transpose %261, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %263 = stablehlo.dot_general %260, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %264 = stablehlo.dot_general %263, %128, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %265 = stablehlo.transpose %264, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %266 = stablehlo.dot_general %263, %99, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %267 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %268 = stablehlo.multiply %266, %267 : tensor<8x6x6xf32>
    %269 = stablehlo.multiply %268, %124 : tensor<8x6x6xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %270 = stablehlo.reduce(%269 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %271 = stablehlo.reshape %270 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %272 = stablehlo.negate %271 : tensor<8x6x1xf32>
    %273 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %274 = stablehlo.divide %266, %273 : tensor<8x6x6xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %275 = stablehlo.reduce(%272 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %277 = stablehlo.add %274, %276 : tensor<8x6x6xf32>
    %278 = stablehlo.multiply %277, %124 : tensor<8x6x6xf32>
    %cst_57 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %280 = stablehlo.divide %278, %279 : tensor<8x6x6xf32>
    %281 = stablehlo.dot_general %280, %97, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %282 = stablehlo.dot_general %280, %98, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %283 = stablehlo.dot_general %265, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %284 = stablehlo.transpose %283, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %285 = stablehlo.dot_general %265, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %286 = stablehlo.add %257, %285 : tensor<8x6x8xf32>
    %287 = stablehlo.dot_general %281, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %288 = stablehlo.transpose %287, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %289 = stablehlo.dot_general %281, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %290 = stablehlo.add %286, %289 : tensor<8x6x8xf32>
    %291 = stablehlo.dot_general %282, %96, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %292 = stablehlo.transpose %291, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %293 = stablehlo.dot_general %282, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %294 = stablehlo.add %290, %293 : tensor<8x6x8xf32>
    %295 = stablehlo.dot_general %294, %94#0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %296 = stablehlo.transpose %295, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %297 = stablehlo.dot_general %294, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %298 = call @silu_2(%94#1, %94#2, %93, %297) : (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<8x6x16xf32>
    %299 = stablehlo.dot_general %298, %92, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x8xf32>) -> tensor<16x8xf32>
    %300 = stablehlo.transpose %299, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %301 = stablehlo.dot_general %298, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x16xf32>) -> tensor<8x6x8xf32>
    %302 = stablehlo.add %294, %301 : tensor<8x6x8xf32>
    %303 = stablehlo.multiply %302, %91 : tensor<8x6x8xf32>
    %304 = stablehlo.multiply %303, %89 : tensor<8x6x8xf32>
    %305 = stablehlo.add %303, %304 : tensor<8x6x8xf32>
    %306 = stablehlo.dot_general %305, %87, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %307 = stablehlo.transpose %306, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %308 = stablehlo.dot_general %305, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %309 = stablehlo.dot_general %308, %83, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %310 = stablehlo.transpose %309, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %311 = stablehlo.dot_general %308, %54, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %312 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %313 = stablehlo.multiply %311, %312 : tensor<8x6x6xf32>
    %314 = stablehlo.multiply %313, %79 : tensor<8x6x6xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %315 = stablehlo.reduce(%314 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %316 = stablehlo.reshape %315 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %317 = stablehlo.negate %316 : tensor<8x6x1xf32>
    %318 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %319 = stablehlo.divide %311, %318 : tensor<8x6x6xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %320 = stablehlo.reduce(%317 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %322 = stablehlo.add %319, %321 : tensor<8x6x6xf32>
    %323 = stablehlo.multiply %322, %79 : tensor<8x6x6xf32>
    %cst_60 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %325 = stablehlo.divide %323, %324 : tensor<8x6x6xf32>
    %326 = stablehlo.dot_general %325, %52, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %327 = stablehlo.dot_general %325, %53, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %328 = stablehlo.dot_general %310, %51, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %329 = stablehlo.transpose %328, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %330 = stablehlo.dot_general %310, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %331 = stablehlo.add %302, %330 : tensor<8x6x8xf32>
    %332 = stablehlo.dot_general %326, %51, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %333 = stablehlo.transpose %332, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %334 = stablehlo.dot_general %326, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %335 = stablehlo.add %331, %334 : tensor<8x6x8xf32>
    %336 = stablehlo.dot_general %327, %51, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %337 = stablehlo.transpose %336, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %338 = stablehlo.dot_general %327, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %339 = stablehlo.add %335, %338 : tensor<8x6x8xf32>
    %340 = stablehlo.dot_general %339, %49#0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %341 = stablehlo.transpose %340, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %342 = stablehlo.dot_general %339, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %343 = call @silu_2(%49#1, %49#2, %48, %342) : (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<8x6x16xf32>
    %344 = stablehlo.dot_general %343, %47, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x8xf32>) -> tensor<16x8xf32>
    %345 = stablehlo.transpose %344, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %346 = stablehlo.dot_general %343, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x16xf32>) -> tensor<8x6x8xf32>
    %347 = stablehlo.add %339, %346 : tensor<8x6x8xf32>
    %348 = stablehlo.multiply %347, %46 : tensor<8x6x8xf32>
    %349 = stablehlo.multiply %348, %44 : tensor<8x6x8xf32>
    %350 = stablehlo.add %348, %349 : tensor<8x6x8xf32>
    %351 = stablehlo.dot_general %350, %42, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %352 = stablehlo.transpose %351, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %353 = stablehlo.dot_general %350, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %354 = stablehlo.dot_general %353, %38, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %355 = stablehlo.transpose %354, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %356 = stablehlo.dot_general %353, %9, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %357 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %358 = stablehlo.multiply %356, %357 : tensor<8x6x6xf32>
    %359 = stablehlo.multiply %358, %34 : tensor<8x6x6xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.reduce(%359 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %361 = stablehlo.reshape %360 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %362 = stablehlo.negate %361 : tensor<8x6x1xf32>
    %363 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %364 = stablehlo.divide %356, %363 : tensor<8x6x6xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.reduce(%362 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %366 = stablehlo.broadcast_in_dim %365, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %367 = stablehlo.add %364, %366 : tensor<8x6x6xf32>
    %368 = stablehlo.multiply %367, %34 : tensor<8x6x6xf32>
    %cst_63 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %370 = stablehlo.divide %368, %369 : tensor<8x6x6xf32>
    %371 = stablehlo.dot_general %370, %7, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %372 = stablehlo.dot_general %370, %8, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %373 = stablehlo.dot_general %355, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %374 = stablehlo.transpose %373, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %375 = stablehlo.dot_general %355, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %376 = stablehlo.add %347, %375 : tensor<8x6x8xf32>
    %377 = stablehlo.dot_general %371, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %378 = stablehlo.transpose %377, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %379 = stablehlo.dot_general %371, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %380 = stablehlo.add %376, %379 : tensor<8x6x8xf32>
    %381 = stablehlo.dot_general %372, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %382 = stablehlo.transpose %381, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %383 = stablehlo.dot_general %372, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %384 = stablehlo.add %380, %383 : tensor<8x6x8xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %386 = "stablehlo.scatter"(%385, %5, %384) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg77: tensor<f32>, %arg78: tensor<f32>):
      %1300 = stablehlo.add %arg77, %arg78 : tensor<f32>
      stablehlo.return %1300 : tensor<f32>
    }) : (tensor<24x8xf32>, tensor<8x6x1xi32>, tensor<8x6x8xf32>) -> tensor<24x8xf32>
    %387 = stablehlo.add %204, %386 : tensor<24x8xf32>
    %388 = stablehlo.multiply %387, %387 : tensor<24x8xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %389 = stablehlo.reduce(%388 init: %cst_65) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %390 = stablehlo.add %cst_66, %389 : tensor<f32>
    %391 = stablehlo.multiply %378, %378 : tensor<8x8xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %392 = stablehlo.reduce(%391 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %393 = stablehlo.add %390, %392 : tensor<f32>
    %394 = stablehlo.multiply %352, %352 : tensor<8x8xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %395 = stablehlo.reduce(%394 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %396 = stablehlo.add %393, %395 : tensor<f32>
    %397 = stablehlo.multiply %382, %382 : tensor<8x8xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %399 = stablehlo.add %396, %398 : tensor<f32>
    %400 = stablehlo.multiply %374, %374 : tensor<8x8xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %401 = stablehlo.reduce(%400 init: %cst_70) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %402 = stablehlo.add %399, %401 : tensor<f32>
    %403 = stablehlo.multiply %341, %341 : tensor<16x8xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %405 = stablehlo.add %402, %404 : tensor<f32>
    %406 = stablehlo.multiply %345, %345 : tensor<8x16xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %407 = stablehlo.reduce(%406 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %408 = stablehlo.add %405, %407 : tensor<f32>
    %409 = stablehlo.multiply %333, %333 : tensor<8x8xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %411 = stablehlo.add %408, %410 : tensor<f32>
    %412 = stablehlo.multiply %307, %307 : tensor<8x8xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %414 = stablehlo.add %411, %413 : tensor<f32>
    %415 = stablehlo.multiply %337, %337 : tensor<8x8xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %416 = stablehlo.reduce(%415 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %417 = stablehlo.add %414, %416 : tensor<f32>
    %418 = stablehlo.multiply %329, %329 : tensor<8x8xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%418 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %420 = stablehlo.add %417, %419 : tensor<f32>
    %421 = stablehlo.multiply %296, %296 : tensor<16x8xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %422 = stablehlo.reduce(%421 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %423 = stablehlo.add %420, %422 : tensor<f32>
    %424 = stablehlo.multiply %300, %300 : tensor<8x16xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %425 = stablehlo.reduce(%424 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %426 = stablehlo.add %423, %425 : tensor<f32>
    %427 = stablehlo.multiply %288, %288 : tensor<8x8xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %428 = stablehlo.reduce(%427 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %429 = stablehlo.add %426, %428 : tensor<f32>
    %430 = stablehlo.multiply %262, %262 : tensor<8x8xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %431 = stablehlo.reduce(%430 init: %cst_80) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %432 = stablehlo.add %429, %431 : tensor<f32>
    %433 = stablehlo.multiply %292, %292 : tensor<8x8xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %434 = stablehlo.reduce(%433 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %435 = stablehlo.add %432, %434 : tensor<f32>
    %436 = stablehlo.multiply %284, %284 : tensor<8x8xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %437 = stablehlo.reduce(%436 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %438 = stablehlo.add %435, %437 : tensor<f32>
    %439 = stablehlo.multiply %251, %251 : tensor<16x8xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %440 = stablehlo.reduce(%439 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %441 = stablehlo.add %438, %440 : tensor<f32>
    %442 = stablehlo.multiply %255, %255 : tensor<8x16xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %443 = stablehlo.reduce(%442 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %444 = stablehlo.add %441, %443 : tensor<f32>
    %445 = stablehlo.multiply %243, %243 : tensor<8x8xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %446 = stablehlo.reduce(%445 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %447 = stablehlo.add %444, %446 : tensor<f32>
    %448 = stablehlo.multiply %217, %217 : tensor<8x8xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %449 = stablehlo.reduce(%448 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %450 = stablehlo.add %447, %449 : tensor<f32>
    %451 = stablehlo.multiply %247, %247 : tensor<8x8xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.reduce(%451 init: %cst_87) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %453 = stablehlo.add %450, %452 : tensor<f32>
    %454 = stablehlo.multiply %239, %239 : tensor<8x8xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %455 = stablehlo.reduce(%454 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %456 = stablehlo.add %453, %455 : tensor<f32>
    %457 = stablehlo.multiply %206, %206 : tensor<16x8xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %458 = stablehlo.reduce(%457 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %459 = stablehlo.add %456, %458 : tensor<f32>
    %460 = stablehlo.multiply %210, %210 : tensor<8x16xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %461 = stablehlo.reduce(%460 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %462 = stablehlo.add %459, %461 : tensor<f32>
    %463 = stablehlo.sqrt %462 : tensor<f32>
    %cst_91 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %464 = stablehlo.divide %cst_91, %463 : tensor<f32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %465 = stablehlo.minimum %cst_92, %464 : tensor<f32>
    %466 = stablehlo.broadcast_in_dim %465, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %467 = stablehlo.multiply %387, %466 : tensor<24x8xf32>
    %cst_93 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %468 = stablehlo.divide %cst_93, %463 : tensor<f32>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %469 = stablehlo.minimum %cst_94, %468 : tensor<f32>
    %470 = stablehlo.broadcast_in_dim %469, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %471 = stablehlo.multiply %378, %470 : tensor<8x8xf32>
    %cst_95 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %472 = stablehlo.divide %cst_95, %463 : tensor<f32>
    %cst_96 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %473 = stablehlo.minimum %cst_96, %472 : tensor<f32>
    %474 = stablehlo.broadcast_in_dim %473, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %475 = stablehlo.multiply %352, %474 : tensor<8x8xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %476 = stablehlo.divide %cst_97, %463 : tensor<f32>
    %cst_98 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %477 = stablehlo.minimum %cst_98, %476 : tensor<f32>
    %478 = stablehlo.broadcast_in_dim %477, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %479 = stablehlo.multiply %382, %478 : tensor<8x8xf32>
    %cst_99 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %480 = stablehlo.divide %cst_99, %463 : tensor<f32>
    %cst_100 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %481 = stablehlo.minimum %cst_100, %480 : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %481, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %483 = stablehlo.multiply %374, %482 : tensor<8x8xf32>
    %cst_101 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %484 = stablehlo.divide %cst_101, %463 : tensor<f32>
    %cst_102 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %485 = stablehlo.minimum %cst_102, %484 : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %485, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %487 = stablehlo.multiply %341, %486 : tensor<16x8xf32>
    %cst_103 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %488 = stablehlo.divide %cst_103, %463 : tensor<f32>
    %cst_104 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %489 = stablehlo.minimum %cst_104, %488 : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %489, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %491 = stablehlo.multiply %345, %490 : tensor<8x16xf32>
    %cst_105 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %492 = stablehlo.divide %cst_105, %463 : tensor<f32>
    %cst_106 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %493 = stablehlo.minimum %cst_106, %492 : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %493, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %495 = stablehlo.multiply %333, %494 : tensor<8x8xf32>
    %cst_107 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %496 = stablehlo.divide %cst_107, %463 : tensor<f32>
    %cst_108 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %497 = stablehlo.minimum %cst_108, %496 : tensor<f32>
    %498 = stablehlo.broadcast_in_dim %497, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %499 = stablehlo.multiply %307, %498 : tensor<8x8xf32>
    %cst_109 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %500 = stablehlo.divide %cst_109, %463 : tensor<f32>
    %cst_110 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %501 = stablehlo.minimum %cst_110, %500 : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %501, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %503 = stablehlo.multiply %337, %502 : tensor<8x8xf32>
    %cst_111 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %504 = stablehlo.divide %cst_111, %463 : tensor<f32>
    %cst_112 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %505 = stablehlo.minimum %cst_112, %504 : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %505, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %507 = stablehlo.multiply %329, %506 : tensor<8x8xf32>
    %cst_113 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %508 = stablehlo.divide %cst_113, %463 : tensor<f32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %509 = stablehlo.minimum %cst_114, %508 : tensor<f32>
    %510 = stablehlo.broadcast_in_dim %509, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %511 = stablehlo.multiply %296, %510 : tensor<16x8xf32>
    %cst_115 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %512 = stablehlo.divide %cst_115, %463 : tensor<f32>
    %cst_116 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %513 = stablehlo.minimum %cst_116, %512 : tensor<f32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %515 = stablehlo.multiply %300, %514 : tensor<8x16xf32>
    %cst_117 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %516 = stablehlo.divide %cst_117, %463 : tensor<f32>
    %cst_118 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %517 = stablehlo.minimum %cst_118, %516 : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %517, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %519 = stablehlo.multiply %288, %518 : tensor<8x8xf32>
    %cst_119 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %520 = stablehlo.divide %cst_119, %463 : tensor<f32>
    %cst_120 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %521 = stablehlo.minimum %cst_120, %520 : tensor<f32>
    %522 = stablehlo.broadcast_in_dim %521, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %523 = stablehlo.multiply %262, %522 : tensor<8x8xf32>
    %cst_121 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %524 = stablehlo.divide %cst_121, %463 : tensor<f32>
    %cst_122 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %525 = stablehlo.minimum %cst_122, %524 : tensor<f32>
    %526 = stablehlo.broadcast_in_dim %525, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %527 = stablehlo.multiply %292, %526 : tensor<8x8xf32>
    %cst_123 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %528 = stablehlo.divide %cst_123, %463 : tensor<f32>
    %cst_124 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %529 = stablehlo.minimum %cst_124, %528 : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %529, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %531 = stablehlo.multiply %284, %530 : tensor<8x8xf32>
    %cst_125 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %532 = stablehlo.divide %cst_125, %463 : tensor<f32>
    %cst_126 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %533 = stablehlo.minimum %cst_126, %532 : tensor<f32>
    %534 = stablehlo.broadcast_in_dim %533, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %535 = stablehlo.multiply %251, %534 : tensor<16x8xf32>
    %cst_127 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %536 = stablehlo.divide %cst_127, %463 : tensor<f32>
    %cst_128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %537 = stablehlo.minimum %cst_128, %536 : tensor<f32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %539 = stablehlo.multiply %255, %538 : tensor<8x16xf32>
    %cst_129 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %540 = stablehlo.divide %cst_129, %463 : tensor<f32>
    %cst_130 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %541 = stablehlo.minimum %cst_130, %540 : tensor<f32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %543 = stablehlo.multiply %243, %542 : tensor<8x8xf32>
    %cst_131 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %544 = stablehlo.divide %cst_131, %463 : tensor<f32>
    %cst_132 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %545 = stablehlo.minimum %cst_132, %544 : tensor<f32>
    %546 = stablehlo.broadcast_in_dim %545, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %547 = stablehlo.multiply %217, %546 : tensor<8x8xf32>
    %cst_133 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %548 = stablehlo.divide %cst_133, %463 : tensor<f32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %549 = stablehlo.minimum %cst_134, %548 : tensor<f32>
    %550 = stablehlo.broadcast_in_dim %549, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %551 = stablehlo.multiply %247, %550 : tensor<8x8xf32>
    %cst_135 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %552 = stablehlo.divide %cst_135, %463 : tensor<f32>
    %cst_136 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %553 = stablehlo.minimum %cst_136, %552 : tensor<f32>
    %554 = stablehlo.broadcast_in_dim %553, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %555 = stablehlo.multiply %239, %554 : tensor<8x8xf32>
    %cst_137 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %556 = stablehlo.divide %cst_137, %463 : tensor<f32>
    %cst_138 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %557 = stablehlo.minimum %cst_138, %556 : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %559 = stablehlo.multiply %206, %558 : tensor<16x8xf32>
    %cst_139 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %560 = stablehlo.divide %cst_139, %463 : tensor<f32>
    %cst_140 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %561 = stablehlo.minimum %cst_140, %560 : tensor<f32>
    %562 = stablehlo.broadcast_in_dim %561, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %563 = stablehlo.multiply %210, %562 : tensor<8x16xf32>
    %c_141 = stablehlo.constant dense<1> : tensor<i32>
    %564 = stablehlo.add %arg25, %c_141 : tensor<i32>
    %565 = stablehlo.convert %564 : (tensor<i32>) -> tensor<f32>
    %cst_142 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %566 = stablehlo.compare LT, %565, %cst_142, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_143 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %567 = stablehlo.divide %565, %cst_143 : tensor<f32>
    %cst_144 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %568 = stablehlo.multiply %cst_144, %565 : tensor<f32>
    %cst_145 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %569 = stablehlo.divide %568, %cst_145 : tensor<f32>
    %570 = stablehlo.cosine %569 : tensor<f32>
    %cst_146 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %571 = stablehlo.add %cst_146, %570 : tensor<f32>
    %cst_147 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %572 = stablehlo.multiply %cst_147, %571 : tensor<f32>
    %573 = call @_where(%566, %567, %572) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_148 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %574 = stablehlo.multiply %cst_148, %573 : tensor<f32>
    %cst_149 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %576 = stablehlo.multiply %575, %arg26 : tensor<24x8xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %577 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %578 = stablehlo.multiply %577, %467 : tensor<24x8xf32>
    %579 = stablehlo.add %576, %578 : tensor<24x8xf32>
    %cst_151 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %580 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %581 = stablehlo.multiply %580, %arg27 : tensor<8x8xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %582 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %583 = stablehlo.multiply %582, %471 : tensor<8x8xf32>
    %584 = stablehlo.add %581, %583 : tensor<8x8xf32>
    %cst_153 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %585 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %586 = stablehlo.multiply %585, %arg28 : tensor<8x8xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %588 = stablehlo.multiply %587, %475 : tensor<8x8xf32>
    %589 = stablehlo.add %586, %588 : tensor<8x8xf32>
    %cst_155 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %591 = stablehlo.multiply %590, %arg29 : tensor<8x8xf32>
    %cst_156 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %593 = stablehlo.multiply %592, %479 : tensor<8x8xf32>
    %594 = stablehlo.add %591, %593 : tensor<8x8xf32>
    %cst_157 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %595 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %596 = stablehlo.multiply %595, %arg30 : tensor<8x8xf32>
    %cst_158 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %597 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %598 = stablehlo.multiply %597, %483 : tensor<8x8xf32>
    %599 = stablehlo.add %596, %598 : tensor<8x8xf32>
    %cst_159 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %600 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %601 = stablehlo.multiply %600, %arg31 : tensor<16x8xf32>
    %cst_160 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %603 = stablehlo.multiply %602, %487 : tensor<16x8xf32>
    %604 = stablehlo.add %601, %603 : tensor<16x8xf32>
    %cst_161 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %605 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %606 = stablehlo.multiply %605, %arg32 : tensor<8x16xf32>
    %cst_162 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %608 = stablehlo.multiply %607, %491 : tensor<8x16xf32>
    %609 = stablehlo.add %606, %608 : tensor<8x16xf32>
    %cst_163 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %610 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %611 = stablehlo.multiply %610, %arg33 : tensor<8x8xf32>
    %cst_164 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %612 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %613 = stablehlo.multiply %612, %495 : tensor<8x8xf32>
    %614 = stablehlo.add %611, %613 : tensor<8x8xf32>
    %cst_165 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %615 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %616 = stablehlo.multiply %615, %arg34 : tensor<8x8xf32>
    %cst_166 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %618 = stablehlo.multiply %617, %499 : tensor<8x8xf32>
    %619 = stablehlo.add %616, %618 : tensor<8x8xf32>
    %cst_167 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %620 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %621 = stablehlo.multiply %620, %arg35 : tensor<8x8xf32>
    %cst_168 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %622 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %623 = stablehlo.multiply %622, %503 : tensor<8x8xf32>
    %624 = stablehlo.add %621, %623 : tensor<8x8xf32>
    %cst_169 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %626 = stablehlo.multiply %625, %arg36 : tensor<8x8xf32>
    %cst_170 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %628 = stablehlo.multiply %627, %507 : tensor<8x8xf32>
    %629 = stablehlo.add %626, %628 : tensor<8x8xf32>
    %cst_171 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %630 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %631 = stablehlo.multiply %630, %arg37 : tensor<16x8xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %633 = stablehlo.multiply %632, %511 : tensor<16x8xf32>
    %634 = stablehlo.add %631, %633 : tensor<16x8xf32>
    %cst_173 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %635 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %636 = stablehlo.multiply %635, %arg38 : tensor<8x16xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %637 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %638 = stablehlo.multiply %637, %515 : tensor<8x16xf32>
    %639 = stablehlo.add %636, %638 : tensor<8x16xf32>
    %cst_175 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %640 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %641 = stablehlo.multiply %640, %arg39 : tensor<8x8xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %642 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %643 = stablehlo.multiply %642, %519 : tensor<8x8xf32>
    %644 = stablehlo.add %641, %643 : tensor<8x8xf32>
    %cst_177 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %645 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %646 = stablehlo.multiply %645, %arg40 : tensor<8x8xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %648 = stablehlo.multiply %647, %523 : tensor<8x8xf32>
    %649 = stablehlo.add %646, %648 : tensor<8x8xf32>
    %cst_179 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %651 = stablehlo.multiply %650, %arg41 : tensor<8x8xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %652 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %653 = stablehlo.multiply %652, %527 : tensor<8x8xf32>
    %654 = stablehlo.add %651, %653 : tensor<8x8xf32>
    %cst_181 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %655 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %656 = stablehlo.multiply %655, %arg42 : tensor<8x8xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %657 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %658 = stablehlo.multiply %657, %531 : tensor<8x8xf32>
    %659 = stablehlo.add %656, %658 : tensor<8x8xf32>
    %cst_183 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %660 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %661 = stablehlo.multiply %660, %arg43 : tensor<16x8xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %663 = stablehlo.multiply %662, %535 : tensor<16x8xf32>
    %664 = stablehlo.add %661, %663 : tensor<16x8xf32>
    %cst_185 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %665 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %666 = stablehlo.multiply %665, %arg44 : tensor<8x16xf32>
    %cst_186 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %667 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %668 = stablehlo.multiply %667, %539 : tensor<8x16xf32>
    %669 = stablehlo.add %666, %668 : tensor<8x16xf32>
    %cst_187 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %670 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %671 = stablehlo.multiply %670, %arg45 : tensor<8x8xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %673 = stablehlo.multiply %672, %543 : tensor<8x8xf32>
    %674 = stablehlo.add %671, %673 : tensor<8x8xf32>
    %cst_189 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %675 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %676 = stablehlo.multiply %675, %arg46 : tensor<8x8xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %678 = stablehlo.multiply %677, %547 : tensor<8x8xf32>
    %679 = stablehlo.add %676, %678 : tensor<8x8xf32>
    %cst_191 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %680 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %681 = stablehlo.multiply %680, %arg47 : tensor<8x8xf32>
    %cst_192 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %682 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %683 = stablehlo.multiply %682, %551 : tensor<8x8xf32>
    %684 = stablehlo.add %681, %683 : tensor<8x8xf32>
    %cst_193 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %685 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %686 = stablehlo.multiply %685, %arg48 : tensor<8x8xf32>
    %cst_194 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %687 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %688 = stablehlo.multiply %687, %555 : tensor<8x8xf32>
    %689 = stablehlo.add %686, %688 : tensor<8x8xf32>
    %cst_195 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %690 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %691 = stablehlo.multiply %690, %arg49 : tensor<16x8xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %692 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %693 = stablehlo.multiply %692, %559 : tensor<16x8xf32>
    %694 = stablehlo.add %691, %693 : tensor<16x8xf32>
    %cst_197 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %695 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %696 = stablehlo.multiply %695, %arg50 : tensor<8x16xf32>
    %cst_198 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %697 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %698 = stablehlo.multiply %697, %563 : tensor<8x16xf32>
    %699 = stablehlo.add %696, %698 : tensor<8x16xf32>
    %cst_199 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %700 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %701 = stablehlo.multiply %700, %arg51 : tensor<24x8xf32>
    %cst_200 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %702 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %703 = stablehlo.multiply %702, %467 : tensor<24x8xf32>
    %704 = stablehlo.multiply %703, %467 : tensor<24x8xf32>
    %705 = stablehlo.add %701, %704 : tensor<24x8xf32>
    %cst_201 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %707 = stablehlo.multiply %706, %arg52 : tensor<8x8xf32>
    %cst_202 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %708 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %709 = stablehlo.multiply %708, %471 : tensor<8x8xf32>
    %710 = stablehlo.multiply %709, %471 : tensor<8x8xf32>
    %711 = stablehlo.add %707, %710 : tensor<8x8xf32>
    %cst_203 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %713 = stablehlo.multiply %712, %arg53 : tensor<8x8xf32>
    %cst_204 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %714 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %715 = stablehlo.multiply %714, %475 : tensor<8x8xf32>
    %716 = stablehlo.multiply %715, %475 : tensor<8x8xf32>
    %717 = stablehlo.add %713, %716 : tensor<8x8xf32>
    %cst_205 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %719 = stablehlo.multiply %718, %arg54 : tensor<8x8xf32>
    %cst_206 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %720 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %721 = stablehlo.multiply %720, %479 : tensor<8x8xf32>
    %722 = stablehlo.multiply %721, %479 : tensor<8x8xf32>
    %723 = stablehlo.add %719, %722 : tensor<8x8xf32>
    %cst_207 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %725 = stablehlo.multiply %724, %arg55 : tensor<8x8xf32>
    %cst_208 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %726 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %727 = stablehlo.multiply %726, %483 : tensor<8x8xf32>
    %728 = stablehlo.multiply %727, %483 : tensor<8x8xf32>
    %729 = stablehlo.add %725, %728 : tensor<8x8xf32>
    %cst_209 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %730 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %731 = stablehlo.multiply %730, %arg56 : tensor<16x8xf32>
    %cst_210 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %732 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %733 = stablehlo.multiply %732, %487 : tensor<16x8xf32>
    %734 = stablehlo.multiply %733, %487 : tensor<16x8xf32>
    %735 = stablehlo.add %731, %734 : tensor<16x8xf32>
    %cst_211 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %737 = stablehlo.multiply %736, %arg57 : tensor<8x16xf32>
    %cst_212 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %738 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %739 = stablehlo.multiply %738, %491 : tensor<8x16xf32>
    %740 = stablehlo.multiply %739, %491 : tensor<8x16xf32>
    %741 = stablehlo.add %737, %740 : tensor<8x16xf32>
    %cst_213 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %742 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %743 = stablehlo.multiply %742, %arg58 : tensor<8x8xf32>
    %cst_214 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %744 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %745 = stablehlo.multiply %744, %495 : tensor<8x8xf32>
    %746 = stablehlo.multiply %745, %495 : tensor<8x8xf32>
    %747 = stablehlo.add %743, %746 : tensor<8x8xf32>
    %cst_215 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %748 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %749 = stablehlo.multiply %748, %arg59 : tensor<8x8xf32>
    %cst_216 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %750 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %751 = stablehlo.multiply %750, %499 : tensor<8x8xf32>
    %752 = stablehlo.multiply %751, %499 : tensor<8x8xf32>
    %753 = stablehlo.add %749, %752 : tensor<8x8xf32>
    %cst_217 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %754 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %755 = stablehlo.multiply %754, %arg60 : tensor<8x8xf32>
    %cst_218 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %756 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %757 = stablehlo.multiply %756, %503 : tensor<8x8xf32>
    %758 = stablehlo.multiply %757, %503 : tensor<8x8xf32>
    %759 = stablehlo.add %755, %758 : tensor<8x8xf32>
    %cst_219 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %760 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %761 = stablehlo.multiply %760, %arg61 : tensor<8x8xf32>
    %cst_220 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %762 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %763 = stablehlo.multiply %762, %507 : tensor<8x8xf32>
    %764 = stablehlo.multiply %763, %507 : tensor<8x8xf32>
    %765 = stablehlo.add %761, %764 : tensor<8x8xf32>
    %cst_221 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %766 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %767 = stablehlo.multiply %766, %arg62 : tensor<16x8xf32>
    %cst_222 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %768 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %769 = stablehlo.multiply %768, %511 : tensor<16x8xf32>
    %770 = stablehlo.multiply %769, %511 : tensor<16x8xf32>
    %771 = stablehlo.add %767, %770 : tensor<16x8xf32>
    %cst_223 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %772 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %773 = stablehlo.multiply %772, %arg63 : tensor<8x16xf32>
    %cst_224 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %774 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %775 = stablehlo.multiply %774, %515 : tensor<8x16xf32>
    %776 = stablehlo.multiply %775, %515 : tensor<8x16xf32>
    %777 = stablehlo.add %773, %776 : tensor<8x16xf32>
    %cst_225 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %778 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %779 = stablehlo.multiply %778, %arg64 : tensor<8x8xf32>
    %cst_226 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %780 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %781 = stablehlo.multiply %780, %519 : tensor<8x8xf32>
    %782 = stablehlo.multiply %781, %519 : tensor<8x8xf32>
    %783 = stablehlo.add %779, %782 : tensor<8x8xf32>
    %cst_227 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %785 = stablehlo.multiply %784, %arg65 : tensor<8x8xf32>
    %cst_228 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %786 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %787 = stablehlo.multiply %786, %523 : tensor<8x8xf32>
    %788 = stablehlo.multiply %787, %523 : tensor<8x8xf32>
    %789 = stablehlo.add %785, %788 : tensor<8x8xf32>
    %cst_229 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %790 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %791 = stablehlo.multiply %790, %arg66 : tensor<8x8xf32>
    %cst_230 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %792 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %793 = stablehlo.multiply %792, %527 : tensor<8x8xf32>
    %794 = stablehlo.multiply %793, %527 : tensor<8x8xf32>
    %795 = stablehlo.add %791, %794 : tensor<8x8xf32>
    %cst_231 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %797 = stablehlo.multiply %796, %arg67 : tensor<8x8xf32>
    %cst_232 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %798 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %799 = stablehlo.multiply %798, %531 : tensor<8x8xf32>
    %800 = stablehlo.multiply %799, %531 : tensor<8x8xf32>
    %801 = stablehlo.add %797, %800 : tensor<8x8xf32>
    %cst_233 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %802 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %803 = stablehlo.multiply %802, %arg68 : tensor<16x8xf32>
    %cst_234 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %804 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %805 = stablehlo.multiply %804, %535 : tensor<16x8xf32>
    %806 = stablehlo.multiply %805, %535 : tensor<16x8xf32>
    %807 = stablehlo.add %803, %806 : tensor<16x8xf32>
    %cst_235 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %808 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %809 = stablehlo.multiply %808, %arg69 : tensor<8x16xf32>
    %cst_236 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %810 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %811 = stablehlo.multiply %810, %539 : tensor<8x16xf32>
    %812 = stablehlo.multiply %811, %539 : tensor<8x16xf32>
    %813 = stablehlo.add %809, %812 : tensor<8x16xf32>
    %cst_237 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %814 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %815 = stablehlo.multiply %814, %arg70 : tensor<8x8xf32>
    %cst_238 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %816 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %817 = stablehlo.multiply %816, %543 : tensor<8x8xf32>
    %818 = stablehlo.multiply %817, %543 : tensor<8x8xf32>
    %819 = stablehlo.add %815, %818 : tensor<8x8xf32>
    %cst_239 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %820 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %821 = stablehlo.multiply %820, %arg71 : tensor<8x8xf32>
    %cst_240 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %822 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %823 = stablehlo.multiply %822, %547 : tensor<8x8xf32>
    %824 = stablehlo.multiply %823, %547 : tensor<8x8xf32>
    %825 = stablehlo.add %821, %824 : tensor<8x8xf32>
    %cst_241 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %826 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %827 = stablehlo.multiply %826, %arg72 : tensor<8x8xf32>
    %cst_242 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %828 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %829 = stablehlo.multiply %828, %551 : tensor<8x8xf32>
    %830 = stablehlo.multiply %829, %551 : tensor<8x8xf32>
    %831 = stablehlo.add %827, %830 : tensor<8x8xf32>
    %cst_243 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %832 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %833 = stablehlo.multiply %832, %arg73 : tensor<8x8xf32>
    %cst_244 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %834 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %835 = stablehlo.multiply %834, %555 : tensor<8x8xf32>
    %836 = stablehlo.multiply %835, %555 : tensor<8x8xf32>
    %837 = stablehlo.add %833, %836 : tensor<8x8xf32>
    %cst_245 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %838 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %839 = stablehlo.multiply %838, %arg74 : tensor<16x8xf32>
    %cst_246 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %840 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %841 = stablehlo.multiply %840, %559 : tensor<16x8xf32>
    %842 = stablehlo.multiply %841, %559 : tensor<16x8xf32>
    %843 = stablehlo.add %839, %842 : tensor<16x8xf32>
    %cst_247 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %844 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %845 = stablehlo.multiply %844, %arg75 : tensor<8x16xf32>
    %cst_248 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %846 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %847 = stablehlo.multiply %846, %563 : tensor<8x16xf32>
    %848 = stablehlo.multiply %847, %563 : tensor<8x16xf32>
    %849 = stablehlo.add %845, %848 : tensor<8x16xf32>
    %cst_249 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %850 = stablehlo.power %cst_249, %565 : tensor<f32>
    %cst_250 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %851 = stablehlo.subtract %cst_250, %850 : tensor<f32>
    %852 = stablehlo.broadcast_in_dim %851, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %853 = stablehlo.divide %579, %852 : tensor<24x8xf32>
    %cst_251 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %854 = stablehlo.power %cst_251, %565 : tensor<f32>
    %cst_252 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %855 = stablehlo.subtract %cst_252, %854 : tensor<f32>
    %856 = stablehlo.broadcast_in_dim %855, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %857 = stablehlo.divide %705, %856 : tensor<24x8xf32>
    %858 = stablehlo.sqrt %857 : tensor<24x8xf32>
    %cst_253 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %859 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %860 = stablehlo.add %858, %859 : tensor<24x8xf32>
    %861 = stablehlo.divide %853, %860 : tensor<24x8xf32>
    %cst_254 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %862 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %863 = stablehlo.multiply %862, %arg0 : tensor<24x8xf32>
    %864 = stablehlo.add %861, %863 : tensor<24x8xf32>
    %865 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<24x8xf32>
    %866 = stablehlo.multiply %865, %864 : tensor<24x8xf32>
    %867 = stablehlo.subtract %arg0, %866 : tensor<24x8xf32>
    %cst_255 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %868 = stablehlo.power %cst_255, %565 : tensor<f32>
    %cst_256 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %869 = stablehlo.subtract %cst_256, %868 : tensor<f32>
    %870 = stablehlo.broadcast_in_dim %869, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %871 = stablehlo.divide %584, %870 : tensor<8x8xf32>
    %cst_257 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %872 = stablehlo.power %cst_257, %565 : tensor<f32>
    %cst_258 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %873 = stablehlo.subtract %cst_258, %872 : tensor<f32>
    %874 = stablehlo.broadcast_in_dim %873, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %875 = stablehlo.divide %711, %874 : tensor<8x8xf32>
    %876 = stablehlo.sqrt %875 : tensor<8x8xf32>
    %cst_259 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %877 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %878 = stablehlo.add %876, %877 : tensor<8x8xf32>
    %879 = stablehlo.divide %871, %878 : tensor<8x8xf32>
    %cst_260 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %880 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %881 = stablehlo.multiply %880, %arg1 : tensor<8x8xf32>
    %882 = stablehlo.add %879, %881 : tensor<8x8xf32>
    %883 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %884 = stablehlo.multiply %883, %882 : tensor<8x8xf32>
    %885 = stablehlo.subtract %arg1, %884 : tensor<8x8xf32>
    %cst_261 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %886 = stablehlo.power %cst_261, %565 : tensor<f32>
    %cst_262 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %887 = stablehlo.subtract %cst_262, %886 : tensor<f32>
    %888 = stablehlo.broadcast_in_dim %887, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %889 = stablehlo.divide %589, %888 : tensor<8x8xf32>
    %cst_263 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %890 = stablehlo.power %cst_263, %565 : tensor<f32>
    %cst_264 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %891 = stablehlo.subtract %cst_264, %890 : tensor<f32>
    %892 = stablehlo.broadcast_in_dim %891, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %893 = stablehlo.divide %717, %892 : tensor<8x8xf32>
    %894 = stablehlo.sqrt %893 : tensor<8x8xf32>
    %cst_265 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %895 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %896 = stablehlo.add %894, %895 : tensor<8x8xf32>
    %897 = stablehlo.divide %889, %896 : tensor<8x8xf32>
    %cst_266 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %899 = stablehlo.multiply %898, %arg2 : tensor<8x8xf32>
    %900 = stablehlo.add %897, %899 : tensor<8x8xf32>
    %901 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %902 = stablehlo.multiply %901, %900 : tensor<8x8xf32>
    %903 = stablehlo.subtract %arg2, %902 : tensor<8x8xf32>
    %cst_267 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %904 = stablehlo.power %cst_267, %565 : tensor<f32>
    %cst_268 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %905 = stablehlo.subtract %cst_268, %904 : tensor<f32>
    %906 = stablehlo.broadcast_in_dim %905, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %907 = stablehlo.divide %594, %906 : tensor<8x8xf32>
    %cst_269 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %908 = stablehlo.power %cst_269, %565 : tensor<f32>
    %cst_270 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %909 = stablehlo.subtract %cst_270, %908 : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %911 = stablehlo.divide %723, %910 : tensor<8x8xf32>
    %912 = stablehlo.sqrt %911 : tensor<8x8xf32>
    %cst_271 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %913 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %914 = stablehlo.add %912, %913 : tensor<8x8xf32>
    %915 = stablehlo.divide %907, %914 : tensor<8x8xf32>
    %cst_272 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %916 = stablehlo.broadcast_in_dim %cst_272, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %917 = stablehlo.multiply %916, %arg3 : tensor<8x8xf32>
    %918 = stablehlo.add %915, %917 : tensor<8x8xf32>
    %919 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %920 = stablehlo.multiply %919, %918 : tensor<8x8xf32>
    %921 = stablehlo.subtract %arg3, %920 : tensor<8x8xf32>
    %cst_273 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %922 = stablehlo.power %cst_273, %565 : tensor<f32>
    %cst_274 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %923 = stablehlo.subtract %cst_274, %922 : tensor<f32>
    %924 = stablehlo.broadcast_in_dim %923, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %925 = stablehlo.divide %599, %924 : tensor<8x8xf32>
    %cst_275 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %926 = stablehlo.power %cst_275, %565 : tensor<f32>
    %cst_276 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %927 = stablehlo.subtract %cst_276, %926 : tensor<f32>
    %928 = stablehlo.broadcast_in_dim %927, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %929 = stablehlo.divide %729, %928 : tensor<8x8xf32>
    %930 = stablehlo.sqrt %929 : tensor<8x8xf32>
    %cst_277 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %931 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %932 = stablehlo.add %930, %931 : tensor<8x8xf32>
    %933 = stablehlo.divide %925, %932 : tensor<8x8xf32>
    %cst_278 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %934 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %935 = stablehlo.multiply %934, %arg4 : tensor<8x8xf32>
    %936 = stablehlo.add %933, %935 : tensor<8x8xf32>
    %937 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %938 = stablehlo.multiply %937, %936 : tensor<8x8xf32>
    %939 = stablehlo.subtract %arg4, %938 : tensor<8x8xf32>
    %cst_279 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %940 = stablehlo.power %cst_279, %565 : tensor<f32>
    %cst_280 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %941 = stablehlo.subtract %cst_280, %940 : tensor<f32>
    %942 = stablehlo.broadcast_in_dim %941, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %943 = stablehlo.divide %604, %942 : tensor<16x8xf32>
    %cst_281 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %944 = stablehlo.power %cst_281, %565 : tensor<f32>
    %cst_282 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %945 = stablehlo.subtract %cst_282, %944 : tensor<f32>
    %946 = stablehlo.broadcast_in_dim %945, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %947 = stablehlo.divide %735, %946 : tensor<16x8xf32>
    %948 = stablehlo.sqrt %947 : tensor<16x8xf32>
    %cst_283 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %949 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %950 = stablehlo.add %948, %949 : tensor<16x8xf32>
    %951 = stablehlo.divide %943, %950 : tensor<16x8xf32>
    %cst_284 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %952 = stablehlo.broadcast_in_dim %cst_284, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %953 = stablehlo.multiply %952, %arg5 : tensor<16x8xf32>
    %954 = stablehlo.add %951, %953 : tensor<16x8xf32>
    %955 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %956 = stablehlo.multiply %955, %954 : tensor<16x8xf32>
    %957 = stablehlo.subtract %arg5, %956 : tensor<16x8xf32>
    %cst_285 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %958 = stablehlo.power %cst_285, %565 : tensor<f32>
    %cst_286 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %959 = stablehlo.subtract %cst_286, %958 : tensor<f32>
    %960 = stablehlo.broadcast_in_dim %959, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %961 = stablehlo.divide %609, %960 : tensor<8x16xf32>
    %cst_287 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %962 = stablehlo.power %cst_287, %565 : tensor<f32>
    %cst_288 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %963 = stablehlo.subtract %cst_288, %962 : tensor<f32>
    %964 = stablehlo.broadcast_in_dim %963, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %965 = stablehlo.divide %741, %964 : tensor<8x16xf32>
    %966 = stablehlo.sqrt %965 : tensor<8x16xf32>
    %cst_289 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %967 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %968 = stablehlo.add %966, %967 : tensor<8x16xf32>
    %969 = stablehlo.divide %961, %968 : tensor<8x16xf32>
    %cst_290 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %970 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %971 = stablehlo.multiply %970, %arg6 : tensor<8x16xf32>
    %972 = stablehlo.add %969, %971 : tensor<8x16xf32>
    %973 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %974 = stablehlo.multiply %973, %972 : tensor<8x16xf32>
    %975 = stablehlo.subtract %arg6, %974 : tensor<8x16xf32>
    %cst_291 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %976 = stablehlo.power %cst_291, %565 : tensor<f32>
    %cst_292 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %977 = stablehlo.subtract %cst_292, %976 : tensor<f32>
    %978 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %979 = stablehlo.divide %614, %978 : tensor<8x8xf32>
    %cst_293 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %980 = stablehlo.power %cst_293, %565 : tensor<f32>
    %cst_294 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %981 = stablehlo.subtract %cst_294, %980 : tensor<f32>
    %982 = stablehlo.broadcast_in_dim %981, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %983 = stablehlo.divide %747, %982 : tensor<8x8xf32>
    %984 = stablehlo.sqrt %983 : tensor<8x8xf32>
    %cst_295 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %985 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %986 = stablehlo.add %984, %985 : tensor<8x8xf32>
    %987 = stablehlo.divide %979, %986 : tensor<8x8xf32>
    %cst_296 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %988 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %989 = stablehlo.multiply %988, %arg7 : tensor<8x8xf32>
    %990 = stablehlo.add %987, %989 : tensor<8x8xf32>
    %991 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %992 = stablehlo.multiply %991, %990 : tensor<8x8xf32>
    %993 = stablehlo.subtract %arg7, %992 : tensor<8x8xf32>
    %cst_297 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %994 = stablehlo.power %cst_297, %565 : tensor<f32>
    %cst_298 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %995 = stablehlo.subtract %cst_298, %994 : tensor<f32>
    %996 = stablehlo.broadcast_in_dim %995, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %997 = stablehlo.divide %619, %996 : tensor<8x8xf32>
    %cst_299 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %998 = stablehlo.power %cst_299, %565 : tensor<f32>
    %cst_300 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %999 = stablehlo.subtract %cst_300, %998 : tensor<f32>
    %1000 = stablehlo.broadcast_in_dim %999, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1001 = stablehlo.divide %753, %1000 : tensor<8x8xf32>
    %1002 = stablehlo.sqrt %1001 : tensor<8x8xf32>
    %cst_301 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1003 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1004 = stablehlo.add %1002, %1003 : tensor<8x8xf32>
    %1005 = stablehlo.divide %997, %1004 : tensor<8x8xf32>
    %cst_302 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1006 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1007 = stablehlo.multiply %1006, %arg8 : tensor<8x8xf32>
    %1008 = stablehlo.add %1005, %1007 : tensor<8x8xf32>
    %1009 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1010 = stablehlo.multiply %1009, %1008 : tensor<8x8xf32>
    %1011 = stablehlo.subtract %arg8, %1010 : tensor<8x8xf32>
    %cst_303 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1012 = stablehlo.power %cst_303, %565 : tensor<f32>
    %cst_304 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1013 = stablehlo.subtract %cst_304, %1012 : tensor<f32>
    %1014 = stablehlo.broadcast_in_dim %1013, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1015 = stablehlo.divide %624, %1014 : tensor<8x8xf32>
    %cst_305 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1016 = stablehlo.power %cst_305, %565 : tensor<f32>
    %cst_306 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1017 = stablehlo.subtract %cst_306, %1016 : tensor<f32>
    %1018 = stablehlo.broadcast_in_dim %1017, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1019 = stablehlo.divide %759, %1018 : tensor<8x8xf32>
    %1020 = stablehlo.sqrt %1019 : tensor<8x8xf32>
    %cst_307 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1021 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1022 = stablehlo.add %1020, %1021 : tensor<8x8xf32>
    %1023 = stablehlo.divide %1015, %1022 : tensor<8x8xf32>
    %cst_308 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1024 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1025 = stablehlo.multiply %1024, %arg9 : tensor<8x8xf32>
    %1026 = stablehlo.add %1023, %1025 : tensor<8x8xf32>
    %1027 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1028 = stablehlo.multiply %1027, %1026 : tensor<8x8xf32>
    %1029 = stablehlo.subtract %arg9, %1028 : tensor<8x8xf32>
    %cst_309 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1030 = stablehlo.power %cst_309, %565 : tensor<f32>
    %cst_310 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1031 = stablehlo.subtract %cst_310, %1030 : tensor<f32>
    %1032 = stablehlo.broadcast_in_dim %1031, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1033 = stablehlo.divide %629, %1032 : tensor<8x8xf32>
    %cst_311 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1034 = stablehlo.power %cst_311, %565 : tensor<f32>
    %cst_312 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1035 = stablehlo.subtract %cst_312, %1034 : tensor<f32>
    %1036 = stablehlo.broadcast_in_dim %1035, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1037 = stablehlo.divide %765, %1036 : tensor<8x8xf32>
    %1038 = stablehlo.sqrt %1037 : tensor<8x8xf32>
    %cst_313 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1039 = stablehlo.broadcast_in_dim %cst_313, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1040 = stablehlo.add %1038, %1039 : tensor<8x8xf32>
    %1041 = stablehlo.divide %1033, %1040 : tensor<8x8xf32>
    %cst_314 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1042 = stablehlo.broadcast_in_dim %cst_314, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1043 = stablehlo.multiply %1042, %arg10 : tensor<8x8xf32>
    %1044 = stablehlo.add %1041, %1043 : tensor<8x8xf32>
    %1045 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1046 = stablehlo.multiply %1045, %1044 : tensor<8x8xf32>
    %1047 = stablehlo.subtract %arg10, %1046 : tensor<8x8xf32>
    %cst_315 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1048 = stablehlo.power %cst_315, %565 : tensor<f32>
    %cst_316 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1049 = stablehlo.subtract %cst_316, %1048 : tensor<f32>
    %1050 = stablehlo.broadcast_in_dim %1049, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1051 = stablehlo.divide %634, %1050 : tensor<16x8xf32>
    %cst_317 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1052 = stablehlo.power %cst_317, %565 : tensor<f32>
    %cst_318 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1053 = stablehlo.subtract %cst_318, %1052 : tensor<f32>
    %1054 = stablehlo.broadcast_in_dim %1053, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1055 = stablehlo.divide %771, %1054 : tensor<16x8xf32>
    %1056 = stablehlo.sqrt %1055 : tensor<16x8xf32>
    %cst_319 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1057 = stablehlo.broadcast_in_dim %cst_319, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1058 = stablehlo.add %1056, %1057 : tensor<16x8xf32>
    %1059 = stablehlo.divide %1051, %1058 : tensor<16x8xf32>
    %cst_320 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1060 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1061 = stablehlo.multiply %1060, %arg11 : tensor<16x8xf32>
    %1062 = stablehlo.add %1059, %1061 : tensor<16x8xf32>
    %1063 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1064 = stablehlo.multiply %1063, %1062 : tensor<16x8xf32>
    %1065 = stablehlo.subtract %arg11, %1064 : tensor<16x8xf32>
    %cst_321 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1066 = stablehlo.power %cst_321, %565 : tensor<f32>
    %cst_322 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1067 = stablehlo.subtract %cst_322, %1066 : tensor<f32>
    %1068 = stablehlo.broadcast_in_dim %1067, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1069 = stablehlo.divide %639, %1068 : tensor<8x16xf32>
    %cst_323 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1070 = stablehlo.power %cst_323, %565 : tensor<f32>
    %cst_324 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1071 = stablehlo.subtract %cst_324, %1070 : tensor<f32>
    %1072 = stablehlo.broadcast_in_dim %1071, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1073 = stablehlo.divide %777, %1072 : tensor<8x16xf32>
    %1074 = stablehlo.sqrt %1073 : tensor<8x16xf32>
    %cst_325 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1075 = stablehlo.broadcast_in_dim %cst_325, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1076 = stablehlo.add %1074, %1075 : tensor<8x16xf32>
    %1077 = stablehlo.divide %1069, %1076 : tensor<8x16xf32>
    %cst_326 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1078 = stablehlo.broadcast_in_dim %cst_326, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1079 = stablehlo.multiply %1078, %arg12 : tensor<8x16xf32>
    %1080 = stablehlo.add %1077, %1079 : tensor<8x16xf32>
    %1081 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1082 = stablehlo.multiply %1081, %1080 : tensor<8x16xf32>
    %1083 = stablehlo.subtract %arg12, %1082 : tensor<8x16xf32>
    %cst_327 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1084 = stablehlo.power %cst_327, %565 : tensor<f32>
    %cst_328 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1085 = stablehlo.subtract %cst_328, %1084 : tensor<f32>
    %1086 = stablehlo.broadcast_in_dim %1085, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1087 = stablehlo.divide %644, %1086 : tensor<8x8xf32>
    %cst_329 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1088 = stablehlo.power %cst_329, %565 : tensor<f32>
    %cst_330 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1089 = stablehlo.subtract %cst_330, %1088 : tensor<f32>
    %1090 = stablehlo.broadcast_in_dim %1089, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1091 = stablehlo.divide %783, %1090 : tensor<8x8xf32>
    %1092 = stablehlo.sqrt %1091 : tensor<8x8xf32>
    %cst_331 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1093 = stablehlo.broadcast_in_dim %cst_331, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1094 = stablehlo.add %1092, %1093 : tensor<8x8xf32>
    %1095 = stablehlo.divide %1087, %1094 : tensor<8x8xf32>
    %cst_332 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1096 = stablehlo.broadcast_in_dim %cst_332, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1097 = stablehlo.multiply %1096, %arg13 : tensor<8x8xf32>
    %1098 = stablehlo.add %1095, %1097 : tensor<8x8xf32>
    %1099 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1100 = stablehlo.multiply %1099, %1098 : tensor<8x8xf32>
    %1101 = stablehlo.subtract %arg13, %1100 : tensor<8x8xf32>
    %cst_333 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1102 = stablehlo.power %cst_333, %565 : tensor<f32>
    %cst_334 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1103 = stablehlo.subtract %cst_334, %1102 : tensor<f32>
    %1104 = stablehlo.broadcast_in_dim %1103, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1105 = stablehlo.divide %649, %1104 : tensor<8x8xf32>
    %cst_335 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1106 = stablehlo.power %cst_335, %565 : tensor<f32>
    %cst_336 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1107 = stablehlo.subtract %cst_336, %1106 : tensor<f32>
    %1108 = stablehlo.broadcast_in_dim %1107, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1109 = stablehlo.divide %789, %1108 : tensor<8x8xf32>
    %1110 = stablehlo.sqrt %1109 : tensor<8x8xf32>
    %cst_337 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1111 = stablehlo.broadcast_in_dim %cst_337, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1112 = stablehlo.add %1110, %1111 : tensor<8x8xf32>
    %1113 = stablehlo.divide %1105, %1112 : tensor<8x8xf32>
    %cst_338 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1114 = stablehlo.broadcast_in_dim %cst_338, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1115 = stablehlo.multiply %1114, %arg14 : tensor<8x8xf32>
    %1116 = stablehlo.add %1113, %1115 : tensor<8x8xf32>
    %1117 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1118 = stablehlo.multiply %1117, %1116 : tensor<8x8xf32>
    %1119 = stablehlo.subtract %arg14, %1118 : tensor<8x8xf32>
    %cst_339 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1120 = stablehlo.power %cst_339, %565 : tensor<f32>
    %cst_340 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1121 = stablehlo.subtract %cst_340, %1120 : tensor<f32>
    %1122 = stablehlo.broadcast_in_dim %1121, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1123 = stablehlo.divide %654, %1122 : tensor<8x8xf32>
    %cst_341 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1124 = stablehlo.power %cst_341, %565 : tensor<f32>
    %cst_342 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1125 = stablehlo.subtract %cst_342, %1124 : tensor<f32>
    %1126 = stablehlo.broadcast_in_dim %1125, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1127 = stablehlo.divide %795, %1126 : tensor<8x8xf32>
    %1128 = stablehlo.sqrt %1127 : tensor<8x8xf32>
    %cst_343 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1129 = stablehlo.broadcast_in_dim %cst_343, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1130 = stablehlo.add %1128, %1129 : tensor<8x8xf32>
    %1131 = stablehlo.divide %1123, %1130 : tensor<8x8xf32>
    %cst_344 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1132 = stablehlo.broadcast_in_dim %cst_344, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1133 = stablehlo.multiply %1132, %arg15 : tensor<8x8xf32>
    %1134 = stablehlo.add %1131, %1133 : tensor<8x8xf32>
    %1135 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1136 = stablehlo.multiply %1135, %1134 : tensor<8x8xf32>
    %1137 = stablehlo.subtract %arg15, %1136 : tensor<8x8xf32>
    %cst_345 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1138 = stablehlo.power %cst_345, %565 : tensor<f32>
    %cst_346 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1139 = stablehlo.subtract %cst_346, %1138 : tensor<f32>
    %1140 = stablehlo.broadcast_in_dim %1139, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1141 = stablehlo.divide %659, %1140 : tensor<8x8xf32>
    %cst_347 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1142 = stablehlo.power %cst_347, %565 : tensor<f32>
    %cst_348 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1143 = stablehlo.subtract %cst_348, %1142 : tensor<f32>
    %1144 = stablehlo.broadcast_in_dim %1143, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1145 = stablehlo.divide %801, %1144 : tensor<8x8xf32>
    %1146 = stablehlo.sqrt %1145 : tensor<8x8xf32>
    %cst_349 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1147 = stablehlo.broadcast_in_dim %cst_349, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1148 = stablehlo.add %1146, %1147 : tensor<8x8xf32>
    %1149 = stablehlo.divide %1141, %1148 : tensor<8x8xf32>
    %cst_350 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1150 = stablehlo.broadcast_in_dim %cst_350, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1151 = stablehlo.multiply %1150, %arg16 : tensor<8x8xf32>
    %1152 = stablehlo.add %1149, %1151 : tensor<8x8xf32>
    %1153 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1154 = stablehlo.multiply %1153, %1152 : tensor<8x8xf32>
    %1155 = stablehlo.subtract %arg16, %1154 : tensor<8x8xf32>
    %cst_351 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1156 = stablehlo.power %cst_351, %565 : tensor<f32>
    %cst_352 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1157 = stablehlo.subtract %cst_352, %1156 : tensor<f32>
    %1158 = stablehlo.broadcast_in_dim %1157, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1159 = stablehlo.divide %664, %1158 : tensor<16x8xf32>
    %cst_353 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1160 = stablehlo.power %cst_353, %565 : tensor<f32>
    %cst_354 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1161 = stablehlo.subtract %cst_354, %1160 : tensor<f32>
    %1162 = stablehlo.broadcast_in_dim %1161, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1163 = stablehlo.divide %807, %1162 : tensor<16x8xf32>
    %1164 = stablehlo.sqrt %1163 : tensor<16x8xf32>
    %cst_355 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1165 = stablehlo.broadcast_in_dim %cst_355, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1166 = stablehlo.add %1164, %1165 : tensor<16x8xf32>
    %1167 = stablehlo.divide %1159, %1166 : tensor<16x8xf32>
    %cst_356 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1168 = stablehlo.broadcast_in_dim %cst_356, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1169 = stablehlo.multiply %1168, %arg17 : tensor<16x8xf32>
    %1170 = stablehlo.add %1167, %1169 : tensor<16x8xf32>
    %1171 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1172 = stablehlo.multiply %1171, %1170 : tensor<16x8xf32>
    %1173 = stablehlo.subtract %arg17, %1172 : tensor<16x8xf32>
    %cst_357 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1174 = stablehlo.power %cst_357, %565 : tensor<f32>
    %cst_358 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1175 = stablehlo.subtract %cst_358, %1174 : tensor<f32>
    %1176 = stablehlo.broadcast_in_dim %1175, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1177 = stablehlo.divide %669, %1176 : tensor<8x16xf32>
    %cst_359 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1178 = stablehlo.power %cst_359, %565 : tensor<f32>
    %cst_360 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1179 = stablehlo.subtract %cst_360, %1178 : tensor<f32>
    %1180 = stablehlo.broadcast_in_dim %1179, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1181 = stablehlo.divide %813, %1180 : tensor<8x16xf32>
    %1182 = stablehlo.sqrt %1181 : tensor<8x16xf32>
    %cst_361 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1183 = stablehlo.broadcast_in_dim %cst_361, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1184 = stablehlo.add %1182, %1183 : tensor<8x16xf32>
    %1185 = stablehlo.divide %1177, %1184 : tensor<8x16xf32>
    %cst_362 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1186 = stablehlo.broadcast_in_dim %cst_362, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1187 = stablehlo.multiply %1186, %arg18 : tensor<8x16xf32>
    %1188 = stablehlo.add %1185, %1187 : tensor<8x16xf32>
    %1189 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1190 = stablehlo.multiply %1189, %1188 : tensor<8x16xf32>
    %1191 = stablehlo.subtract %arg18, %1190 : tensor<8x16xf32>
    %cst_363 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1192 = stablehlo.power %cst_363, %565 : tensor<f32>
    %cst_364 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1193 = stablehlo.subtract %cst_364, %1192 : tensor<f32>
    %1194 = stablehlo.broadcast_in_dim %1193, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1195 = stablehlo.divide %674, %1194 : tensor<8x8xf32>
    %cst_365 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1196 = stablehlo.power %cst_365, %565 : tensor<f32>
    %cst_366 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1197 = stablehlo.subtract %cst_366, %1196 : tensor<f32>
    %1198 = stablehlo.broadcast_in_dim %1197, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1199 = stablehlo.divide %819, %1198 : tensor<8x8xf32>
    %1200 = stablehlo.sqrt %1199 : tensor<8x8xf32>
    %cst_367 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1201 = stablehlo.broadcast_in_dim %cst_367, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1202 = stablehlo.add %1200, %1201 : tensor<8x8xf32>
    %1203 = stablehlo.divide %1195, %1202 : tensor<8x8xf32>
    %cst_368 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1204 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1205 = stablehlo.multiply %1204, %arg19 : tensor<8x8xf32>
    %1206 = stablehlo.add %1203, %1205 : tensor<8x8xf32>
    %1207 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1208 = stablehlo.multiply %1207, %1206 : tensor<8x8xf32>
    %1209 = stablehlo.subtract %arg19, %1208 : tensor<8x8xf32>
    %cst_369 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1210 = stablehlo.power %cst_369, %565 : tensor<f32>
    %cst_370 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1211 = stablehlo.subtract %cst_370, %1210 : tensor<f32>
    %1212 = stablehlo.broadcast_in_dim %1211, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1213 = stablehlo.divide %679, %1212 : tensor<8x8xf32>
    %cst_371 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1214 = stablehlo.power %cst_371, %565 : tensor<f32>
    %cst_372 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1215 = stablehlo.subtract %cst_372, %1214 : tensor<f32>
    %1216 = stablehlo.broadcast_in_dim %1215, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1217 = stablehlo.divide %825, %1216 : tensor<8x8xf32>
    %1218 = stablehlo.sqrt %1217 : tensor<8x8xf32>
    %cst_373 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1219 = stablehlo.broadcast_in_dim %cst_373, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1220 = stablehlo.add %1218, %1219 : tensor<8x8xf32>
    %1221 = stablehlo.divide %1213, %1220 : tensor<8x8xf32>
    %cst_374 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1222 = stablehlo.broadcast_in_dim %cst_374, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1223 = stablehlo.multiply %1222, %arg20 : tensor<8x8xf32>
    %1224 = stablehlo.add %1221, %1223 : tensor<8x8xf32>
    %1225 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1226 = stablehlo.multiply %1225, %1224 : tensor<8x8xf32>
    %1227 = stablehlo.subtract %arg20, %1226 : tensor<8x8xf32>
    %cst_375 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1228 = stablehlo.power %cst_375, %565 : tensor<f32>
    %cst_376 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1229 = stablehlo.subtract %cst_376, %1228 : tensor<f32>
    %1230 = stablehlo.broadcast_in_dim %1229, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1231 = stablehlo.divide %684, %1230 : tensor<8x8xf32>
    %cst_377 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1232 = stablehlo.power %cst_377, %565 : tensor<f32>
    %cst_378 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1233 = stablehlo.subtract %cst_378, %1232 : tensor<f32>
    %1234 = stablehlo.broadcast_in_dim %1233, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1235 = stablehlo.divide %831, %1234 : tensor<8x8xf32>
    %1236 = stablehlo.sqrt %1235 : tensor<8x8xf32>
    %cst_379 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1237 = stablehlo.broadcast_in_dim %cst_379, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1238 = stablehlo.add %1236, %1237 : tensor<8x8xf32>
    %1239 = stablehlo.divide %1231, %1238 : tensor<8x8xf32>
    %cst_380 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1240 = stablehlo.broadcast_in_dim %cst_380, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1241 = stablehlo.multiply %1240, %arg21 : tensor<8x8xf32>
    %1242 = stablehlo.add %1239, %1241 : tensor<8x8xf32>
    %1243 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1244 = stablehlo.multiply %1243, %1242 : tensor<8x8xf32>
    %1245 = stablehlo.subtract %arg21, %1244 : tensor<8x8xf32>
    %cst_381 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1246 = stablehlo.power %cst_381, %565 : tensor<f32>
    %cst_382 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1247 = stablehlo.subtract %cst_382, %1246 : tensor<f32>
    %1248 = stablehlo.broadcast_in_dim %1247, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1249 = stablehlo.divide %689, %1248 : tensor<8x8xf32>
    %cst_383 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1250 = stablehlo.power %cst_383, %565 : tensor<f32>
    %cst_384 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1251 = stablehlo.subtract %cst_384, %1250 : tensor<f32>
    %1252 = stablehlo.broadcast_in_dim %1251, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1253 = stablehlo.divide %837, %1252 : tensor<8x8xf32>
    %1254 = stablehlo.sqrt %1253 : tensor<8x8xf32>
    %cst_385 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1255 = stablehlo.broadcast_in_dim %cst_385, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1256 = stablehlo.add %1254, %1255 : tensor<8x8xf32>
    %1257 = stablehlo.divide %1249, %1256 : tensor<8x8xf32>
    %cst_386 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1258 = stablehlo.broadcast_in_dim %cst_386, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1259 = stablehlo.multiply %1258, %arg22 : tensor<8x8xf32>
    %1260 = stablehlo.add %1257, %1259 : tensor<8x8xf32>
    %1261 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1262 = stablehlo.multiply %1261, %1260 : tensor<8x8xf32>
    %1263 = stablehlo.subtract %arg22, %1262 : tensor<8x8xf32>
    %cst_387 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1264 = stablehlo.power %cst_387, %565 : tensor<f32>
    %cst_388 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1265 = stablehlo.subtract %cst_388, %1264 : tensor<f32>
    %1266 = stablehlo.broadcast_in_dim %1265, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1267 = stablehlo.divide %694, %1266 : tensor<16x8xf32>
    %cst_389 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1268 = stablehlo.power %cst_389, %565 : tensor<f32>
    %cst_390 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1269 = stablehlo.subtract %cst_390, %1268 : tensor<f32>
    %1270 = stablehlo.broadcast_in_dim %1269, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1271 = stablehlo.divide %843, %1270 : tensor<16x8xf32>
    %1272 = stablehlo.sqrt %1271 : tensor<16x8xf32>
    %cst_391 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1273 = stablehlo.broadcast_in_dim %cst_391, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1274 = stablehlo.add %1272, %1273 : tensor<16x8xf32>
    %1275 = stablehlo.divide %1267, %1274 : tensor<16x8xf32>
    %cst_392 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1276 = stablehlo.broadcast_in_dim %cst_392, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1277 = stablehlo.multiply %1276, %arg23 : tensor<16x8xf32>
    %1278 = stablehlo.add %1275, %1277 : tensor<16x8xf32>
    %1279 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1280 = stablehlo.multiply %1279, %1278 : tensor<16x8xf32>
    %1281 = stablehlo.subtract %arg23, %1280 : tensor<16x8xf32>
    %cst_393 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1282 = stablehlo.power %cst_393, %565 : tensor<f32>
    %cst_394 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1283 = stablehlo.subtract %cst_394, %1282 : tensor<f32>
    %1284 = stablehlo.broadcast_in_dim %1283, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1285 = stablehlo.divide %699, %1284 : tensor<8x16xf32>
    %cst_395 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %1286 = stablehlo.power %cst_395, %565 : tensor<f32>
    %cst_396 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1287 = stablehlo.subtract %cst_396, %1286 : tensor<f32>
    %1288 = stablehlo.broadcast_in_dim %1287, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1289 = stablehlo.divide %849, %1288 : tensor<8x16xf32>
    %1290 = stablehlo.sqrt %1289 : tensor<8x16xf32>
    %cst_397 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1291 = stablehlo.broadcast_in_dim %cst_397, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1292 = stablehlo.add %1290, %1291 : tensor<8x16xf32>
    %1293 = stablehlo.divide %1285, %1292 : tensor<8x16xf32>
    %cst_398 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1294 = stablehlo.broadcast_in_dim %cst_398, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1295 = stablehlo.multiply %1294, %arg24 : tensor<8x16xf32>
    %1296 = stablehlo.add %1293, %1295 : tensor<8x16xf32>
    %1297 = stablehlo.broadcast_in_dim %574, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1298 = stablehlo.multiply %1297, %1296 : tensor<8x16xf32>
    %1299 = stablehlo.subtract %arg24, %1298 : tensor<8x16xf32>
    return %867, %885, %903, %921, %939, %957, %975, %993, %1011, %1029, %1047, %1065, %1083, %1101, %1119, %1137, %1155, %1173, %1191, %1209, %1227, %1245, %1263, %1281, %1299, %564, %579, %584, %589, %594, %599, %604, %609, %614, %619, %624, %629, %634, %639, %644, %649, %654, %659, %664, %669, %674, %679, %684, %689, %694, %699, %705, %711, %717, %723, %729, %735, %741, %747, %753, %759, %765, %771, %777, %783, %789, %795, %801, %807, %813, %819, %825, %831, %837, %843, %849, %195, %463, %574 : tensor<24x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<i32>, tensor<24x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<24x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<8x16xf32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @silu(%arg0: tensor<8x6x16xf32> loc(unknown)) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x6x16xf32>
    %1 = stablehlo.exponential %0 : tensor<8x6x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x6x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x6x16xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x6x16xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x6x16xf32>
    return %9, %8, %5 : tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x6x24xf32> loc(unknown)) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x24xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x24xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x6x24xf32>
    %6 = stablehlo.exponential %5 : tensor<8x6x24xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x6x24xf32>, tensor<f32>) -> tensor<8x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %9 = stablehlo.log %8 : tensor<8x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x24xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x6x24xf32>
    return %11, %6, %8 : tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x1xf32>
  }
  func.func private @_roll_static(%arg0: tensor<8x6xi32> loc(unknown)) -> tensor<8x6xi32> {
    %0 = stablehlo.slice %arg0 [0:8, 5:6] : (tensor<8x6xi32>) -> tensor<8x1xi32>
    %1 = stablehlo.slice %arg0 [0:8, 0:5] : (tensor<8x6xi32>) -> tensor<8x5xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<8x1xi32>, tensor<8x5xi32>) -> tensor<8x6xi32>
    return %2 : tensor<8x6xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x6x24xf32> loc(unknown), %arg1: tensor<8x6x1xi32> loc(unknown)) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x1xi1>
    %c_0 = stablehlo.constant dense<24> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x6x1xi1>, tensor<8x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x6x1xi32>) -> tensor<8x6x1x1xi32>
    %c_1 = stablehlo.constant dense<23> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x6x1x1xi1>, tensor<i1>) -> tensor<8x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x6x24xf32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x6x1xi1>, tensor<8x6x1xf32>
    return %15, %5 : tensor<8x6x1xf32>, tensor<8x6x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x6x1x1xi32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6x24xf32>, tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x24xf32>
    return %1 : tensor<8x6x24xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x6x24xf32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown), %arg2: tensor<8x6x24xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x6x24xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x6x24xf32>, tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x24xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x6x24xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x6x24xf32>
    return %7 : tensor<8x6x24xf32>
  }
  func.func private @silu_2(%arg0: tensor<8x6x16xf32> loc(unknown), %arg1: tensor<8x6x16xf32> loc(unknown), %arg2: tensor<8x6x16xf32> loc(unknown), %arg3: tensor<8x6x16xf32> loc(unknown)) -> tensor<8x6x16xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x6x16xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x6x16xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x6x16xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x6x16xf32>
    return %3 : tensor<8x6x16xf32>
  }
  func.func private @_where(%arg0: tensor<i1> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
