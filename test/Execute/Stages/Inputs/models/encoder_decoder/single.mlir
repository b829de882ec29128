module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x8xf32> {tf.aliasing_output = 0 : i32} loc("params['l0']['embed']"), %arg1: tensor<8x8xf32> {tf.aliasing_output = 1 : i32} loc("params['l0']['self']['k']"), %arg2: tensor<8x8xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['self']['o']"), %arg3: tensor<8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['l0']['self']['q']"), %arg4: tensor<8x8xf32> {tf.aliasing_output = 4 : i32} loc("params['l0']['self']['v']"), %arg5: tensor<8x8xf32> {tf.aliasing_output = 5 : i32} loc("params['l1']['self']['k']"), %arg6: tensor<8x8xf32> {tf.aliasing_output = 6 : i32} loc("params['l1']['self']['o']"), %arg7: tensor<8x8xf32> {tf.aliasing_output = 7 : i32} loc("params['l1']['self']['q']"), %arg8: tensor<8x8xf32> {tf.aliasing_output = 8 : i32} loc("params['l1']['self']['v']"), %arg9: tensor<8x8xf32> {tf.aliasing_output = 9 : i32} loc("params['l2']['cross']['k']"), %arg10: tensor<8x8xf32> {tf.aliasing_output = 10 : i32} loc("params['l2']['cross']['o']"), %arg11: tensor<8x8xf32> {tf.aliasing_output = 11 : i32} loc("params['l2']['cross']['q']"), %arg12: tensor<8x8xf32> {tf.aliasing_output = 12 : i32} loc("params['l2']['cross']['v']"), %arg13: tensor<20x8xf32> {tf.aliasing_output = 13 : i32} loc("params['l2']['embed']"), %arg14: tensor<8x8xf32> {tf.aliasing_output = 14 : i32} loc("params['l2']['self']['k']"), %arg15: tensor<8x8xf32> {tf.aliasing_output = 15 : i32} loc("params['l2']['self']['o']"), %arg16: tensor<8x8xf32> {tf.aliasing_output = 16 : i32} loc("params['l2']['self']['q']"), %arg17: tensor<8x8xf32> {tf.aliasing_output = 17 : i32} loc("params['l2']['self']['v']"), %arg18: tensor<8x8xf32> {tf.aliasing_output = 18 : i32} loc("params['l3']['cross']['k']"), %arg19: tensor<8x8xf32> {tf.aliasing_output = 19 : i32} loc("params['l3']['cross']['o']"), %arg20: tensor<8x8xf32> {tf.aliasing_output = 20 : i32} loc("params['l3']['cross']['q']"), %arg21: tensor<8x8xf32> {tf.aliasing_output = 21 : i32} loc("params['l3']['cross']['v']"), %arg22: tensor<8x20xf32> {tf.aliasing_output = 22 : i32} loc("params['l3']['head']"), %arg23: tensor<8x8xf32> {tf.aliasing_output = 23 : i32} loc("params['l3']['self']['k']"), %arg24: tensor<8x8xf32> {tf.aliasing_output = 24 : i32} loc("params['l3']['self']['o']"), %arg25: tensor<8x8xf32> {tf.aliasing_output = 25 : i32} loc("params['l3']['self']['q']"), %arg26: tensor<8x8xf32> {tf.aliasing_output = 26 : i32} loc("params['l3']['self']['v']"), %arg27: tensor<20x8xf32> {tf.aliasing_output = 27 : i32} loc("momentum['l0']['embed']"), %arg28: tensor<8x8xf32> {tf.aliasing_output = 28 : i32} loc("momentum['l0']['self']['k']"), %arg29: tensor<8x8xf32> {tf.aliasing_output = 29 : i32} loc("momentum['l0']['self']['o']"), %arg30: tensor<8x8xf32> {tf.aliasing_output = 30 : i32} loc("momentum['l0']['self']['q']"), %arg31: tensor<8x8xf32> {tf.aliasing_output = 31 : i32} loc("momentum['l0']['self']['v']"), %arg32: tensor<8x8xf32> {tf.aliasing_output = 32 : i32} loc("momentum['l1']['self']['k']"), %arg33: tensor<8x8xf32> {tf.aliasing_output = 33 : i32} loc("momentum['l1']['self']['o']"), %arg34: tensor<8x8xf32> {tf.aliasing_output = 34 : i32} loc("momentum['l1']['self']['q']"), %arg35: tensor<8x8xf32> {tf.aliasing_output = 35 : i32} loc("momentum['l1']['self']['v']"), %arg36: tensor<8x8xf32> {tf.aliasing_output = 36 : i32} loc("momentum['l2']['cross']['k']"), %arg37: tensor<8x8xf32> {tf.aliasing_output = 37 : i32} loc("momentum['l2']['cross']['o']"), %arg38: tensor<8x8xf32> {tf.aliasing_output = 38 : i32} loc("momentum['l2']['cross']['q']"), %arg39: tensor<8x8xf32> {tf.aliasing_output = 39 : i32} loc("momentum['l2']['cross']['v']"), %arg40: tensor<20x8xf32> {tf.aliasing_output = 40 : i32} loc("momentum['l2']['embed']"), %arg41: tensor<8x8xf32> {tf.aliasing_output = 41 : i32} loc("momentum['l2']['self']['k']"), %arg42: tensor<8x8xf32> {tf.aliasing_output = 42 : i32} loc("momentum['l2']['self']['o']"), %arg43: tensor<8x8xf32> {tf.aliasing_output = 43 : i32} loc("momentum['l2']['self']['q']"), %arg44: tensor<8x8xf32> {tf.aliasing_output = 44 : i32} loc("momentum['l2']['self']['v']"), %arg45: tensor<8x8xf32> {tf.aliasing_output = 45 : i32} loc("momentum['l3']['cross']['k']"), %arg46: tensor<8x8xf32> {tf.aliasing_output = 46 : i32} loc("momentum['l3']['cross']['o']"), %arg47: tensor<8x8xf32> {tf.aliasing_output = 47 : i32} loc("momentum['l3']['cross']['q']"), %arg48: tensor<8x8xf32> {tf.aliasing_output = 48 : i32} loc("momentum['l3']['cross']['v']"), %arg49: tensor<8x20xf32> {tf.aliasing_output = 49 : i32} loc("momentum['l3']['head']"), %arg50: tensor<8x8xf32> {tf.aliasing_output = 50 : i32} loc("momentum['l3']['self']['k']"), %arg51: tensor<8x8xf32> {tf.aliasing_output = 51 : i32} loc("momentum['l3']['self']['o']"), %arg52: tensor<8x8xf32> {tf.aliasing_output = 52 : i32} loc("momentum['l3']['self']['q']"), %arg53: tensor<8x8xf32> {tf.aliasing_output = 53 : i32} loc("momentum['l3']['self']['v']"), %arg54: tensor<8x6xi32> loc("batch['source']"), %arg55: tensor<8x5xi32> loc("batch['target']")) -> (tensor<20x8xf32> {jax.result_info = "result[0]['l0']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l0']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l1']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['cross']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['cross']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['cross']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['cross']['v']"}, tensor<20x8xf32> {jax.result_info = "result[0]['l2']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l2']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['cross']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['cross']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['cross']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['cross']['v']"}, tensor<8x20xf32> {jax.result_info = "result[0]['l3']['head']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[0]['l3']['self']['v']"}, tensor<20x8xf32> {jax.result_info = "result[1]['l0']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l0']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l0']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l0']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l0']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l1']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l1']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l1']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l1']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['cross']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['cross']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['cross']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['cross']['v']"}, tensor<20x8xf32> {jax.result_info = "result[1]['l2']['embed']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l2']['self']['v']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['cross']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['cross']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['cross']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['cross']['v']"}, tensor<8x20xf32> {jax.result_info = "result[1]['l3']['head']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['self']['k']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['self']['o']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['self']['q']"}, tensor<8x8xf32> {jax.result_info = "result[1]['l3']['self']['v']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %1 = stablehlo.compare LT, %arg54, %0, SIGNED : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<8x6xi1>
    %c_0 = stablehlo.constant dense<20> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %3 = stablehlo.add %arg54, %2 : tensor<8x6xi32>
    %4 = stablehlo.select %1, %3, %arg54 : tensor<8x6xi1>, tensor<8x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<20x8xf32>, tensor<8x6x1xi32>) -> tensor<8x6x8xf32>
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
    %48 = stablehlo.dot_general %47, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %49 = stablehlo.dot_general %47, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %50 = stablehlo.dot_general %47, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %51 = stablehlo.dot_general %48, %49, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %cst_12 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %53 = stablehlo.divide %51, %52 : tensor<8x6x6xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_13) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %55 = stablehlo.reshape %54 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %57 = stablehlo.compare EQ, %53, %56, FLOAT : (tensor<8x6x6xf32>, tensor<8x6x6xf32>) -> tensor<8x6x6xi1>
    %58 = stablehlo.convert %57 : (tensor<8x6x6xi1>) -> tensor<8x6x6xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %61 = stablehlo.maximum %60, %54 : tensor<8x6xf32>
    %62 = stablehlo.compare EQ, %54, %61, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<8x6xi1>, tensor<8x6xf32>
    %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %67 = stablehlo.compare EQ, %66, %61, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %70 = stablehlo.select %67, %68, %69 : tensor<8x6xi1>, tensor<8x6xf32>
    %71 = stablehlo.divide %65, %70 : tensor<8x6xf32>
    %72 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %74 = stablehlo.subtract %53, %73 : tensor<8x6x6xf32>
    %75 = stablehlo.exponential %74 : tensor<8x6x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %79 = stablehlo.divide %75, %78 : tensor<8x6x6xf32>
    %80 = stablehlo.multiply %77, %77 : tensor<8x6x1xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %82 = stablehlo.divide %81, %80 : tensor<8x6x1xf32>
    %83 = stablehlo.dot_general %79, %50, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %84 = stablehlo.dot_general %83, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %85 = stablehlo.tanh %84 : tensor<8x6x8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x6x8xf32>
    %87 = stablehlo.subtract %86, %85 : tensor<8x6x8xf32>
    %88 = stablehlo.add %47, %85 : tensor<8x6x8xf32>
    %c_24 = stablehlo.constant dense<0> : tensor<i32>
    %89 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %90 = stablehlo.compare LT, %arg55, %89, SIGNED : (tensor<8x5xi32>, tensor<8x5xi32>) -> tensor<8x5xi1>
    %c_25 = stablehlo.constant dense<20> : tensor<i32>
    %91 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<8x5xi32>
    %92 = stablehlo.add %arg55, %91 : tensor<8x5xi32>
    %93 = stablehlo.select %90, %92, %arg55 : tensor<8x5xi1>, tensor<8x5xi32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<8x5xi32>) -> tensor<8x5x1xi32>
    %95 = "stablehlo.gather"(%arg13, %94) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<20x8xf32>, tensor<8x5x1xi32>) -> tensor<8x5x8xf32>
    %96 = stablehlo.dot_general %95, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %97 = stablehlo.dot_general %95, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %98 = stablehlo.dot_general %95, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %99 = stablehlo.dot_general %96, %97, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x5x5xf32>
    %cst_26 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x5x5xf32>
    %101 = stablehlo.divide %99, %100 : tensor<8x5x5xf32>
    %cst_27 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %102 = stablehlo.reduce(%101 init: %cst_27) applies stablehlo.maximum across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %103 = stablehlo.reshape %102 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %105 = stablehlo.compare EQ, %101, %104, FLOAT : (tensor<8x5x5xf32>, tensor<8x5x5xf32>) -> tensor<8x5x5xi1>
    %106 = stablehlo.convert %105 : (tensor<8x5x5xi1>) -> tensor<8x5x5xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %109 = stablehlo.maximum %108, %102 : tensor<8x5xf32>
    %110 = stablehlo.compare EQ, %102, %109, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %113 = stablehlo.select %110, %111, %112 : tensor<8x5xi1>, tensor<8x5xf32>
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %115 = stablehlo.compare EQ, %114, %109, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_33 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %118 = stablehlo.select %115, %116, %117 : tensor<8x5xi1>, tensor<8x5xf32>
    %119 = stablehlo.divide %113, %118 : tensor<8x5xf32>
    %120 = stablehlo.broadcast_in_dim %109, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %122 = stablehlo.subtract %101, %121 : tensor<8x5x5xf32>
    %123 = stablehlo.exponential %122 : tensor<8x5x5xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %127 = stablehlo.divide %123, %126 : tensor<8x5x5xf32>
    %128 = stablehlo.multiply %125, %125 : tensor<8x5x1xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %130 = stablehlo.divide %129, %128 : tensor<8x5x1xf32>
    %131 = stablehlo.dot_general %127, %98, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %132 = stablehlo.dot_general %131, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %133 = stablehlo.tanh %132 : tensor<8x5x8xf32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x5x8xf32>
    %135 = stablehlo.subtract %134, %133 : tensor<8x5x8xf32>
    %136 = stablehlo.add %95, %133 : tensor<8x5x8xf32>
    %137 = stablehlo.dot_general %136, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %138 = stablehlo.dot_general %88, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %139 = stablehlo.dot_general %88, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %140 = stablehlo.dot_general %137, %138, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x6x8xf32>) -> tensor<8x5x6xf32>
    %cst_38 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x5x6xf32>
    %142 = stablehlo.divide %140, %141 : tensor<8x5x6xf32>
    %cst_39 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %143 = stablehlo.reduce(%142 init: %cst_39) applies stablehlo.maximum across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %144 = stablehlo.reshape %143 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %146 = stablehlo.compare EQ, %142, %145, FLOAT : (tensor<8x5x6xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xi1>
    %147 = stablehlo.convert %146 : (tensor<8x5x6xi1>) -> tensor<8x5x6xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.reduce(%147 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %cst_41 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %150 = stablehlo.maximum %149, %143 : tensor<8x5xf32>
    %151 = stablehlo.compare EQ, %143, %150, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %154 = stablehlo.select %151, %152, %153 : tensor<8x5xi1>, tensor<8x5xf32>
    %cst_44 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %156 = stablehlo.compare EQ, %155, %150, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_45 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %159 = stablehlo.select %156, %157, %158 : tensor<8x5xi1>, tensor<8x5xf32>
    %160 = stablehlo.divide %154, %159 : tensor<8x5xf32>
    %161 = stablehlo.broadcast_in_dim %150, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %163 = stablehlo.subtract %142, %162 : tensor<8x5x6xf32>
    %164 = stablehlo.exponential %163 : tensor<8x5x6xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %168 = stablehlo.divide %164, %167 : tensor<8x5x6xf32>
    %169 = stablehlo.multiply %166, %166 : tensor<8x5x1xf32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %171 = stablehlo.divide %170, %169 : tensor<8x5x1xf32>
    %172 = stablehlo.dot_general %168, %139, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x6x8xf32>) -> tensor<8x5x8xf32>
    %173 = stablehlo.dot_general %172, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %174 = stablehlo.tanh %173 : tensor<8x5x8xf32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x5x8xf32>
    %176 = stablehlo.subtract %175, %174 : tensor<8x5x8xf32>
    %177 = stablehlo.add %136, %174 : tensor<8x5x8xf32>
    %178 = stablehlo.dot_general %177, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %179 = stablehlo.dot_general %177, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %180 = stablehlo.dot_general %177, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %181 = stablehlo.dot_general %178, %179, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x5x5xf32>
    %cst_50 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x5x5xf32>
    %183 = stablehlo.divide %181, %182 : tensor<8x5x5xf32>
    %cst_51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_51) applies stablehlo.maximum across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %185 = stablehlo.reshape %184 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %187 = stablehlo.compare EQ, %183, %186, FLOAT : (tensor<8x5x5xf32>, tensor<8x5x5xf32>) -> tensor<8x5x5xi1>
    %188 = stablehlo.convert %187 : (tensor<8x5x5xi1>) -> tensor<8x5x5xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %cst_53 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %191 = stablehlo.maximum %190, %184 : tensor<8x5xf32>
    %192 = stablehlo.compare EQ, %184, %191, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_54 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %195 = stablehlo.select %192, %193, %194 : tensor<8x5xi1>, tensor<8x5xf32>
    %cst_56 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %197 = stablehlo.compare EQ, %196, %191, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_57 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_58 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %200 = stablehlo.select %197, %198, %199 : tensor<8x5xi1>, tensor<8x5xf32>
    %201 = stablehlo.divide %195, %200 : tensor<8x5xf32>
    %202 = stablehlo.broadcast_in_dim %191, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %203 = stablehlo.broadcast_in_dim %202, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %204 = stablehlo.subtract %183, %203 : tensor<8x5x5xf32>
    %205 = stablehlo.exponential %204 : tensor<8x5x5xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.reduce(%205 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %209 = stablehlo.divide %205, %208 : tensor<8x5x5xf32>
    %210 = stablehlo.multiply %207, %207 : tensor<8x5x1xf32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %212 = stablehlo.divide %211, %210 : tensor<8x5x1xf32>
    %213 = stablehlo.dot_general %209, %180, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %214 = stablehlo.dot_general %213, %arg24, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %215 = stablehlo.tanh %214 : tensor<8x5x8xf32>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x5x8xf32>
    %217 = stablehlo.subtract %216, %215 : tensor<8x5x8xf32>
    %218 = stablehlo.add %177, %215 : tensor<8x5x8xf32>
    %219 = stablehlo.dot_general %218, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %220 = stablehlo.dot_general %88, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %221 = stablehlo.dot_general %88, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %222 = stablehlo.dot_general %219, %220, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x6x8xf32>) -> tensor<8x5x6xf32>
    %cst_62 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x5x6xf32>
    %224 = stablehlo.divide %222, %223 : tensor<8x5x6xf32>
    %cst_63 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %225 = stablehlo.reduce(%224 init: %cst_63) applies stablehlo.maximum across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %226 = stablehlo.reshape %225 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %228 = stablehlo.compare EQ, %224, %227, FLOAT : (tensor<8x5x6xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xi1>
    %229 = stablehlo.convert %228 : (tensor<8x5x6xi1>) -> tensor<8x5x6xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce(%229 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %cst_65 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %232 = stablehlo.maximum %231, %225 : tensor<8x5xf32>
    %233 = stablehlo.compare EQ, %225, %232, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %236 = stablehlo.select %233, %234, %235 : tensor<8x5xi1>, tensor<8x5xf32>
    %cst_68 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %238 = stablehlo.compare EQ, %237, %232, FLOAT : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %cst_69 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %241 = stablehlo.select %238, %239, %240 : tensor<8x5xi1>, tensor<8x5xf32>
    %242 = stablehlo.divide %236, %241 : tensor<8x5xf32>
    %243 = stablehlo.broadcast_in_dim %232, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %245 = stablehlo.subtract %224, %244 : tensor<8x5x6xf32>
    %246 = stablehlo.exponential %245 : tensor<8x5x6xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %248 = stablehlo.broadcast_in_dim %247, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %250 = stablehlo.divide %246, %249 : tensor<8x5x6xf32>
    %251 = stablehlo.multiply %248, %248 : tensor<8x5x1xf32>
    %cst_72 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %253 = stablehlo.divide %252, %251 : tensor<8x5x1xf32>
    %254 = stablehlo.dot_general %250, %221, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x6x8xf32>) -> tensor<8x5x8xf32>
    %255 = stablehlo.dot_general %254, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %256 = stablehlo.tanh %255 : tensor<8x5x8xf32>
    %cst_73 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x5x8xf32>
    %258 = stablehlo.subtract %257, %256 : tensor<8x5x8xf32>
    %259 = stablehlo.add %218, %256 : tensor<8x5x8xf32>
    %260 = stablehlo.dot_general %259, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x20xf32>) -> tensor<8x5x20xf32>
    %261:3 = call @log_softmax(%260) : (tensor<8x5x20xf32>) -> (tensor<8x5x20xf32>, tensor<8x5x20xf32>, tensor<8x5x1xf32>)
    %262 = stablehlo.broadcast_in_dim %arg55, dims = [0, 1] : (tensor<8x5xi32>) -> tensor<8x5x1xi32>
    %263:2 = call @take_along_axis(%261#0, %262) : (tensor<8x5x20xf32>, tensor<8x5x1xi32>) -> (tensor<8x5x1xf32>, tensor<8x5x1x1xi32>)
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce(%263#0 init: %cst_74) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_75 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %265 = stablehlo.divide %264, %cst_75 : tensor<f32>
    %266 = stablehlo.negate %265 : tensor<f32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %267 = stablehlo.negate %cst_76 : tensor<f32>
    %cst_77 = stablehlo.constant dense<4.000000e+01> : tensor<f32>
    %268 = stablehlo.divide %267, %cst_77 : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %268, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %270 = call @take_along_axis_0(%263#1, %269) : (tensor<8x5x1x1xi32>, tensor<8x5x1xf32>) -> tensor<8x5x20xf32>
    %271 = call @log_softmax_1(%261#1, %261#2, %270) : (tensor<8x5x20xf32>, tensor<8x5x1xf32>, tensor<8x5x20xf32>) -> tensor<8x5x20xf32>
    %272 = stablehlo.dot_general %271, %259, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x20xf32>, tensor<8x5x8xf32>) -> tensor<20x8xf32>
    %273 = stablehlo.transpose %272, dims = [1, 0] : (tensor<20x8xf32>) -> tensor<8x20xf32>
    %274 = stablehlo.dot_general %271, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x20xf32>, tensor<8x20xf32>) -> tensor<8x5x8xf32>
    %275 = stablehlo.multiply %274, %258 : tensor<8x5x8xf32>
    %276 = stablehlo.multiply %275, %256 : tensor<8x5x8xf32>
    %277 = stablehlo.add %275, %276 : tensor<8x5x8xf32>
    %278 = stablehlo.dot_general %277, %254, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %279 = stablehlo.transpose %278, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %280 = stablehlo.dot_general %277, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %281 = stablehlo.dot_general %280, %250, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x6xf32>) -> tensor<8x8x6xf32>
    %282 = stablehlo.transpose %281, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %283 = stablehlo.dot_general %280, %221, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x6x8xf32>) -> tensor<8x5x6xf32>
    %284 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %285 = stablehlo.multiply %283, %284 : tensor<8x5x6xf32>
    %286 = stablehlo.multiply %285, %246 : tensor<8x5x6xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %287 = stablehlo.reduce(%286 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %288 = stablehlo.reshape %287 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %289 = stablehlo.negate %288 : tensor<8x5x1xf32>
    %290 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %291 = stablehlo.divide %283, %290 : tensor<8x5x6xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %292 = stablehlo.reduce(%289 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<8x5xf32>
    %293 = stablehlo.broadcast_in_dim %292, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x6xf32>
    %294 = stablehlo.add %291, %293 : tensor<8x5x6xf32>
    %295 = stablehlo.multiply %294, %246 : tensor<8x5x6xf32>
    %cst_80 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x5x6xf32>
    %297 = stablehlo.divide %295, %296 : tensor<8x5x6xf32>
    %298 = stablehlo.dot_general %297, %219, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x5x8xf32>) -> tensor<8x6x8xf32>
    %299 = stablehlo.dot_general %297, %220, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x6x8xf32>) -> tensor<8x5x8xf32>
    %300 = stablehlo.dot_general %282, %88, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %301 = stablehlo.transpose %300, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %302 = stablehlo.dot_general %282, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %303 = stablehlo.dot_general %298, %88, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %304 = stablehlo.transpose %303, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %305 = stablehlo.dot_general %298, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %306 = stablehlo.add %302, %305 : tensor<8x6x8xf32>
    %307 = stablehlo.dot_general %299, %218, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %308 = stablehlo.transpose %307, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %309 = stablehlo.dot_general %299, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %310 = stablehlo.add %274, %309 : tensor<8x5x8xf32>
    %311 = stablehlo.multiply %310, %217 : tensor<8x5x8xf32>
    %312 = stablehlo.multiply %311, %215 : tensor<8x5x8xf32>
    %313 = stablehlo.add %311, %312 : tensor<8x5x8xf32>
    %314 = stablehlo.dot_general %313, %213, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %315 = stablehlo.transpose %314, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %316 = stablehlo.dot_general %313, %arg24, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %317 = stablehlo.dot_general %316, %209, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x5xf32>) -> tensor<8x8x5xf32>
    %318 = stablehlo.transpose %317, dims = [0, 2, 1] : (tensor<8x8x5xf32>) -> tensor<8x5x8xf32>
    %319 = stablehlo.dot_general %316, %180, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x5x5xf32>
    %320 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %321 = stablehlo.multiply %319, %320 : tensor<8x5x5xf32>
    %322 = stablehlo.multiply %321, %205 : tensor<8x5x5xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %324 = stablehlo.reshape %323 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %325 = stablehlo.negate %324 : tensor<8x5x1xf32>
    %326 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %327 = stablehlo.divide %319, %326 : tensor<8x5x5xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %328 = stablehlo.reduce(%325 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<8x5xf32>
    %329 = stablehlo.broadcast_in_dim %328, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x5xf32>
    %330 = stablehlo.add %327, %329 : tensor<8x5x5xf32>
    %331 = stablehlo.multiply %330, %205 : tensor<8x5x5xf32>
    %cst_83 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x5x5xf32>
    %333 = stablehlo.divide %331, %332 : tensor<8x5x5xf32>
    %334 = stablehlo.dot_general %333, %178, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %335 = stablehlo.dot_general %333, %179, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %336 = stablehlo.dot_general %318, %177, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %337 = stablehlo.transpose %336, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %338 = stablehlo.dot_general %318, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %339 = stablehlo.add %310, %338 : tensor<8x5x8xf32>
    %340 = stablehlo.dot_general %334, %177, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %341 = stablehlo.transpose %340, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %342 = stablehlo.dot_general %334, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %343 = stablehlo.add %339, %342 : tensor<8x5x8xf32>
    %344 = stablehlo.dot_general %335, %177, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %345 = stablehlo.transpose %344, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %346 = stablehlo.dot_general %335, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %347 = stablehlo.add %343, %346 : tensor<8x5x8xf32>
    %348 = stablehlo.multiply %347, %176 : tensor<8x5x8xf32>
    %349 = stablehlo.multiply %348, %174 : tensor<8x5x8xf32>
    %350 = stablehlo.add %348, %349 : tensor<8x5x8xf32>
    %351 = stablehlo.dot_general %350, %172, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %352 = stablehlo.transpose %351, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %353 = stablehlo.dot_general %350, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %354 = stablehlo.dot_general %353, %168, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x6xf32>) -> tensor<8x8x6xf32>
    %355 = stablehlo.transpose %354, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %356 = stablehlo.dot_general %353, %139, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x6x8xf32>) -> tensor<8x5x6xf32>
    %357 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %358 = stablehlo.multiply %356, %357 : tensor<8x5x6xf32>
    %359 = stablehlo.multiply %358, %164 : tensor<8x5x6xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.reduce(%359 init: %cst_84) applies stablehlo.add across dimensions = [2] : (tensor<8x5x6xf32>, tensor<f32>) -> tensor<8x5xf32>
    %361 = stablehlo.reshape %360 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %362 = stablehlo.negate %361 : tensor<8x5x1xf32>
    %363 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x6xf32>
    %364 = stablehlo.divide %356, %363 : tensor<8x5x6xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.reduce(%362 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<8x5xf32>
    %366 = stablehlo.broadcast_in_dim %365, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x6xf32>
    %367 = stablehlo.add %364, %366 : tensor<8x5x6xf32>
    %368 = stablehlo.multiply %367, %164 : tensor<8x5x6xf32>
    %cst_86 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x5x6xf32>
    %370 = stablehlo.divide %368, %369 : tensor<8x5x6xf32>
    %371 = stablehlo.dot_general %370, %137, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x5x8xf32>) -> tensor<8x6x8xf32>
    %372 = stablehlo.dot_general %370, %138, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x6xf32>, tensor<8x6x8xf32>) -> tensor<8x5x8xf32>
    %373 = stablehlo.dot_general %355, %88, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %374 = stablehlo.transpose %373, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %375 = stablehlo.dot_general %355, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %376 = stablehlo.add %306, %375 : tensor<8x6x8xf32>
    %377 = stablehlo.dot_general %371, %88, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %378 = stablehlo.transpose %377, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %379 = stablehlo.dot_general %371, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %380 = stablehlo.add %376, %379 : tensor<8x6x8xf32>
    %381 = stablehlo.dot_general %372, %136, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %382 = stablehlo.transpose %381, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %383 = stablehlo.dot_general %372, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %384 = stablehlo.add %347, %383 : tensor<8x5x8xf32>
    %385 = stablehlo.multiply %384, %135 : tensor<8x5x8xf32>
    %386 = stablehlo.multiply %385, %133 : tensor<8x5x8xf32>
    %387 = stablehlo.add %385, %386 : tensor<8x5x8xf32>
    %388 = stablehlo.dot_general %387, %131, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %389 = stablehlo.transpose %388, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %390 = stablehlo.dot_general %387, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %391 = stablehlo.dot_general %390, %127, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x5xf32>) -> tensor<8x8x5xf32>
    %392 = stablehlo.transpose %391, dims = [0, 2, 1] : (tensor<8x8x5xf32>) -> tensor<8x5x8xf32>
    %393 = stablehlo.dot_general %390, %98, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x5x5xf32>
    %394 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %395 = stablehlo.multiply %393, %394 : tensor<8x5x5xf32>
    %396 = stablehlo.multiply %395, %123 : tensor<8x5x5xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.reduce(%396 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<8x5x5xf32>, tensor<f32>) -> tensor<8x5xf32>
    %398 = stablehlo.reshape %397 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %399 = stablehlo.negate %398 : tensor<8x5x1xf32>
    %400 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x5xf32>
    %401 = stablehlo.divide %393, %400 : tensor<8x5x5xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%399 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<8x5xf32>
    %403 = stablehlo.broadcast_in_dim %402, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x5xf32>
    %404 = stablehlo.add %401, %403 : tensor<8x5x5xf32>
    %405 = stablehlo.multiply %404, %123 : tensor<8x5x5xf32>
    %cst_89 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x5x5xf32>
    %407 = stablehlo.divide %405, %406 : tensor<8x5x5xf32>
    %408 = stablehlo.dot_general %407, %96, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %409 = stablehlo.dot_general %407, %97, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %410 = stablehlo.dot_general %392, %95, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %411 = stablehlo.transpose %410, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %412 = stablehlo.dot_general %392, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %413 = stablehlo.add %384, %412 : tensor<8x5x8xf32>
    %414 = stablehlo.dot_general %408, %95, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %415 = stablehlo.transpose %414, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %416 = stablehlo.dot_general %408, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %417 = stablehlo.add %413, %416 : tensor<8x5x8xf32>
    %418 = stablehlo.dot_general %409, %95, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x5x8xf32>) -> tensor<8x8xf32>
    %419 = stablehlo.transpose %418, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %420 = stablehlo.dot_general %409, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x5x8xf32>, tensor<8x8xf32>) -> tensor<8x5x8xf32>
    %421 = stablehlo.add %417, %420 : tensor<8x5x8xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %423 = "stablehlo.scatter"(%422, %94, %421) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg56: tensor<f32>, %arg57: tensor<f32>):
      %662 = stablehlo.add %arg56, %arg57 : tensor<f32>
      stablehlo.return %662 : tensor<f32>
    }) : (tensor<20x8xf32>, tensor<8x5x1xi32>, tensor<8x5x8xf32>) -> tensor<20x8xf32>
    %424 = stablehlo.multiply %380, %87 : tensor<8x6x8xf32>
    %425 = stablehlo.multiply %424, %85 : tensor<8x6x8xf32>
    %426 = stablehlo.add %424, %425 : tensor<8x6x8xf32>
    %427 = stablehlo.dot_general %426, %83, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %428 = stablehlo.transpose %427, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %429 = stablehlo.dot_general %426, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %430 = stablehlo.dot_general %429, %79, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %431 = stablehlo.transpose %430, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %432 = stablehlo.dot_general %429, %50, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %433 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %434 = stablehlo.multiply %432, %433 : tensor<8x6x6xf32>
    %435 = stablehlo.multiply %434, %75 : tensor<8x6x6xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%435 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %437 = stablehlo.reshape %436 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %438 = stablehlo.negate %437 : tensor<8x6x1xf32>
    %439 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %440 = stablehlo.divide %432, %439 : tensor<8x6x6xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %441 = stablehlo.reduce(%438 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %442 = stablehlo.broadcast_in_dim %441, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %443 = stablehlo.add %440, %442 : tensor<8x6x6xf32>
    %444 = stablehlo.multiply %443, %75 : tensor<8x6x6xf32>
    %cst_93 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %446 = stablehlo.divide %444, %445 : tensor<8x6x6xf32>
    %447 = stablehlo.dot_general %446, %48, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %448 = stablehlo.dot_general %446, %49, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %449 = stablehlo.dot_general %431, %47, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %450 = stablehlo.transpose %449, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %451 = stablehlo.dot_general %431, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %452 = stablehlo.add %380, %451 : tensor<8x6x8xf32>
    %453 = stablehlo.dot_general %447, %47, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %454 = stablehlo.transpose %453, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %455 = stablehlo.dot_general %447, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %456 = stablehlo.add %452, %455 : tensor<8x6x8xf32>
    %457 = stablehlo.dot_general %448, %47, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %458 = stablehlo.transpose %457, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %459 = stablehlo.dot_general %448, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %460 = stablehlo.add %456, %459 : tensor<8x6x8xf32>
    %461 = stablehlo.multiply %460, %46 : tensor<8x6x8xf32>
    %462 = stablehlo.multiply %461, %44 : tensor<8x6x8xf32>
    %463 = stablehlo.add %461, %462 : tensor<8x6x8xf32>
    %464 = stablehlo.dot_general %463, %42, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %465 = stablehlo.transpose %464, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %466 = stablehlo.dot_general %463, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %467 = stablehlo.dot_general %466, %38, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x6xf32>) -> tensor<8x8x6xf32>
    %468 = stablehlo.transpose %467, dims = [0, 2, 1] : (tensor<8x8x6xf32>) -> tensor<8x6x8xf32>
    %469 = stablehlo.dot_general %466, %9, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x6x6xf32>
    %470 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %471 = stablehlo.multiply %469, %470 : tensor<8x6x6xf32>
    %472 = stablehlo.multiply %471, %34 : tensor<8x6x6xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %473 = stablehlo.reduce(%472 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<8x6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %474 = stablehlo.reshape %473 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %475 = stablehlo.negate %474 : tensor<8x6x1xf32>
    %476 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x6xf32>
    %477 = stablehlo.divide %469, %476 : tensor<8x6x6xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %478 = stablehlo.reduce(%475 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %479 = stablehlo.broadcast_in_dim %478, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x6xf32>
    %480 = stablehlo.add %477, %479 : tensor<8x6x6xf32>
    %481 = stablehlo.multiply %480, %34 : tensor<8x6x6xf32>
    %cst_96 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x6x6xf32>
    %483 = stablehlo.divide %481, %482 : tensor<8x6x6xf32>
    %484 = stablehlo.dot_general %483, %7, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %485 = stablehlo.dot_general %483, %8, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x6xf32>, tensor<8x6x8xf32>) -> tensor<8x6x8xf32>
    %486 = stablehlo.dot_general %468, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %487 = stablehlo.transpose %486, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %488 = stablehlo.dot_general %468, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %489 = stablehlo.add %460, %488 : tensor<8x6x8xf32>
    %490 = stablehlo.dot_general %484, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %491 = stablehlo.transpose %490, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %492 = stablehlo.dot_general %484, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %493 = stablehlo.add %489, %492 : tensor<8x6x8xf32>
    %494 = stablehlo.dot_general %485, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x8xf32>) -> tensor<8x8xf32>
    %495 = stablehlo.transpose %494, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %496 = stablehlo.dot_general %485, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x8xf32>) -> tensor<8x6x8xf32>
    %497 = stablehlo.add %493, %496 : tensor<8x6x8xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %498 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %499 = "stablehlo.scatter"(%498, %5, %497) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg56: tensor<f32>, %arg57: tensor<f32>):
      %662 = stablehlo.add %arg56, %arg57 : tensor<f32>
      stablehlo.return %662 : tensor<f32>
    }) : (tensor<20x8xf32>, tensor<8x6x1xi32>, tensor<8x6x8xf32>) -> tensor<20x8xf32>
    %cst_98 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %500 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %501 = stablehlo.multiply %500, %arg27 : tensor<20x8xf32>
    %502 = stablehlo.add %501, %499 : tensor<20x8xf32>
    %cst_99 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %503 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %504 = stablehlo.multiply %503, %arg28 : tensor<8x8xf32>
    %505 = stablehlo.add %504, %491 : tensor<8x8xf32>
    %cst_100 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %507 = stablehlo.multiply %506, %arg29 : tensor<8x8xf32>
    %508 = stablehlo.add %507, %465 : tensor<8x8xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %509 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %510 = stablehlo.multiply %509, %arg30 : tensor<8x8xf32>
    %511 = stablehlo.add %510, %495 : tensor<8x8xf32>
    %cst_102 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %512 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %513 = stablehlo.multiply %512, %arg31 : tensor<8x8xf32>
    %514 = stablehlo.add %513, %487 : tensor<8x8xf32>
    %cst_103 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %516 = stablehlo.multiply %515, %arg32 : tensor<8x8xf32>
    %517 = stablehlo.add %516, %454 : tensor<8x8xf32>
    %cst_104 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %519 = stablehlo.multiply %518, %arg33 : tensor<8x8xf32>
    %520 = stablehlo.add %519, %428 : tensor<8x8xf32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %521 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %522 = stablehlo.multiply %521, %arg34 : tensor<8x8xf32>
    %523 = stablehlo.add %522, %458 : tensor<8x8xf32>
    %cst_106 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %524 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %525 = stablehlo.multiply %524, %arg35 : tensor<8x8xf32>
    %526 = stablehlo.add %525, %450 : tensor<8x8xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %528 = stablehlo.multiply %527, %arg36 : tensor<8x8xf32>
    %529 = stablehlo.add %528, %378 : tensor<8x8xf32>
    %cst_108 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %531 = stablehlo.multiply %530, %arg37 : tensor<8x8xf32>
    %532 = stablehlo.add %531, %352 : tensor<8x8xf32>
    %cst_109 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %534 = stablehlo.multiply %533, %arg38 : tensor<8x8xf32>
    %535 = stablehlo.add %534, %382 : tensor<8x8xf32>
    %cst_110 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %537 = stablehlo.multiply %536, %arg39 : tensor<8x8xf32>
    %538 = stablehlo.add %537, %374 : tensor<8x8xf32>
    %cst_111 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %540 = stablehlo.multiply %539, %arg40 : tensor<20x8xf32>
    %541 = stablehlo.add %540, %423 : tensor<20x8xf32>
    %cst_112 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %542 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %543 = stablehlo.multiply %542, %arg41 : tensor<8x8xf32>
    %544 = stablehlo.add %543, %415 : tensor<8x8xf32>
    %cst_113 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %546 = stablehlo.multiply %545, %arg42 : tensor<8x8xf32>
    %547 = stablehlo.add %546, %389 : tensor<8x8xf32>
    %cst_114 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %548 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %549 = stablehlo.multiply %548, %arg43 : tensor<8x8xf32>
    %550 = stablehlo.add %549, %419 : tensor<8x8xf32>
    %cst_115 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %551 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %552 = stablehlo.multiply %551, %arg44 : tensor<8x8xf32>
    %553 = stablehlo.add %552, %411 : tensor<8x8xf32>
    %cst_116 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %554 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %555 = stablehlo.multiply %554, %arg45 : tensor<8x8xf32>
    %556 = stablehlo.add %555, %304 : tensor<8x8xf32>
    %cst_117 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %558 = stablehlo.multiply %557, %arg46 : tensor<8x8xf32>
    %559 = stablehlo.add %558, %279 : tensor<8x8xf32>
    %cst_118 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %560 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %561 = stablehlo.multiply %560, %arg47 : tensor<8x8xf32>
    %562 = stablehlo.add %561, %308 : tensor<8x8xf32>
    %cst_119 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %564 = stablehlo.multiply %563, %arg48 : tensor<8x8xf32>
    %565 = stablehlo.add %564, %301 : tensor<8x8xf32>
    %cst_120 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<8x20xf32>
    %567 = stablehlo.multiply %566, %arg49 : tensor<8x20xf32>
    %568 = stablehlo.add %567, %273 : tensor<8x20xf32>
    %cst_121 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %570 = stablehlo.multiply %569, %arg50 : tensor<8x8xf32>
    %571 = stablehlo.add %570, %341 : tensor<8x8xf32>
    %cst_122 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %573 = stablehlo.multiply %572, %arg51 : tensor<8x8xf32>
    %574 = stablehlo.add %573, %315 : tensor<8x8xf32>
    %cst_123 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %576 = stablehlo.multiply %575, %arg52 : tensor<8x8xf32>
    %577 = stablehlo.add %576, %345 : tensor<8x8xf32>
    %cst_124 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %579 = stablehlo.multiply %578, %arg53 : tensor<8x8xf32>
    %580 = stablehlo.add %579, %337 : tensor<8x8xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %582 = stablehlo.multiply %581, %502 : tensor<20x8xf32>
    %583 = stablehlo.subtract %arg0, %582 : tensor<20x8xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %585 = stablehlo.multiply %584, %505 : tensor<8x8xf32>
    %586 = stablehlo.subtract %arg1, %585 : tensor<8x8xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %588 = stablehlo.multiply %587, %508 : tensor<8x8xf32>
    %589 = stablehlo.subtract %arg2, %588 : tensor<8x8xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %591 = stablehlo.multiply %590, %511 : tensor<8x8xf32>
    %592 = stablehlo.subtract %arg3, %591 : tensor<8x8xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %594 = stablehlo.multiply %593, %514 : tensor<8x8xf32>
    %595 = stablehlo.subtract %arg4, %594 : tensor<8x8xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %596 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %597 = stablehlo.multiply %596, %517 : tensor<8x8xf32>
    %598 = stablehlo.subtract %arg5, %597 : tensor<8x8xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %600 = stablehlo.multiply %599, %520 : tensor<8x8xf32>
    %601 = stablehlo.subtract %arg6, %600 : tensor<8x8xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %603 = stablehlo.multiply %602, %523 : tensor<8x8xf32>
    %604 = stablehlo.subtract %arg7, %603 : tensor<8x8xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %605 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %606 = stablehlo.multiply %605, %526 : tensor<8x8xf32>
    %607 = stablehlo.subtract %arg8, %606 : tensor<8x8xf32>
    %cst_134 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %609 = stablehlo.multiply %608, %529 : tensor<8x8xf32>
    %610 = stablehlo.subtract %arg9, %609 : tensor<8x8xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %612 = stablehlo.multiply %611, %532 : tensor<8x8xf32>
    %613 = stablehlo.subtract %arg10, %612 : tensor<8x8xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %615 = stablehlo.multiply %614, %535 : tensor<8x8xf32>
    %616 = stablehlo.subtract %arg11, %615 : tensor<8x8xf32>
    %cst_137 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %618 = stablehlo.multiply %617, %538 : tensor<8x8xf32>
    %619 = stablehlo.subtract %arg12, %618 : tensor<8x8xf32>
    %cst_138 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %620 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<20x8xf32>
    %621 = stablehlo.multiply %620, %541 : tensor<20x8xf32>
    %622 = stablehlo.subtract %arg13, %621 : tensor<20x8xf32>
    %cst_139 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %624 = stablehlo.multiply %623, %544 : tensor<8x8xf32>
    %625 = stablehlo.subtract %arg14, %624 : tensor<8x8xf32>
    %cst_140 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %627 = stablehlo.multiply %626, %547 : tensor<8x8xf32>
    %628 = stablehlo.subtract %arg15, %627 : tensor<8x8xf32>
    %cst_141 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %630 = stablehlo.multiply %629, %550 : tensor<8x8xf32>
    %631 = stablehlo.subtract %arg16, %630 : tensor<8x8xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %633 = stablehlo.multiply %632, %553 : tensor<8x8xf32>
    %634 = stablehlo.subtract %arg17, %633 : tensor<8x8xf32>
    %cst_143 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %635 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %636 = stablehlo.multiply %635, %556 : tensor<8x8xf32>
    %637 = stablehlo.subtract %arg18, %636 : tensor<8x8xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %639 = stablehlo.multiply %638, %559 : tensor<8x8xf32>
    %640 = stablehlo.subtract %arg19, %639 : tensor<8x8xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %641 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %642 = stablehlo.multiply %641, %562 : tensor<8x8xf32>
    %643 = stablehlo.subtract %arg20, %642 : tensor<8x8xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %644 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %645 = stablehlo.multiply %644, %565 : tensor<8x8xf32>
    %646 = stablehlo.subtract %arg21, %645 : tensor<8x8xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<8x20xf32>
    %648 = stablehlo.multiply %647, %568 : tensor<8x20xf32>
    %649 = stablehlo.subtract %arg22, %648 : tensor<8x20xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %651 = stablehlo.multiply %650, %571 : tensor<8x8xf32>
    %652 = stablehlo.subtract %arg23, %651 : tensor<8x8xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %654 = stablehlo.multiply %653, %574 : tensor<8x8xf32>
    %655 = stablehlo.subtract %arg24, %654 : tensor<8x8xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %657 = stablehlo.multiply %656, %577 : tensor<8x8xf32>
    %658 = stablehlo.subtract %arg25, %657 : tensor<8x8xf32>
    %cst_151 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %659 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %660 = stablehlo.multiply %659, %580 : tensor<8x8xf32>
    %661 = stablehlo.subtract %arg26, %660 : tensor<8x8xf32>
    return %583, %586, %589, %592, %595, %598, %601, %604, %607, %610, %613, %616, %619, %622, %625, %628, %631, %634, %637, %640, %643, %646, %649, %652, %655, %658, %661, %502, %505, %508, %511, %514, %517, %520, %523, %526, %529, %532, %535, %538, %541, %544, %547, %550, %553, %556, %559, %562, %565, %568, %571, %574, %577, %580, %266 : tensor<20x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<20x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x20xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<20x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<20x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x20xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<8x5x20xf32> loc(unknown)) -> (tensor<8x5x20xf32>, tensor<8x5x20xf32>, tensor<8x5x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x5x20xf32>, tensor<f32>) -> tensor<8x5xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x5xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x5xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x20xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x5x20xf32>
    %6 = stablehlo.exponential %5 : tensor<8x5x20xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x5x20xf32>, tensor<f32>) -> tensor<8x5xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %9 = stablehlo.log %8 : tensor<8x5x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x5x1xf32>) -> tensor<8x5x20xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x5x20xf32>
    return %11, %6, %8 : tensor<8x5x20xf32>, tensor<8x5x20xf32>, tensor<8x5x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x5x20xf32> loc(unknown), %arg1: tensor<8x5x1xi32> loc(unknown)) -> (tensor<8x5x1xf32>, tensor<8x5x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x5x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x5x1xi32>, tensor<8x5x1xi32>) -> tensor<8x5x1xi1>
    %c_0 = stablehlo.constant dense<20> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x5x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x5x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x5x1xi1>, tensor<8x5x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x5x1xi32>) -> tensor<8x5x1x1xi32>
    %c_1 = stablehlo.constant dense<19> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x5x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x5x1x1xi32>, tensor<8x5x1x1xi32>) -> tensor<8x5x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x5x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x5x1x1xi32>, tensor<8x5x1x1xi32>) -> tensor<8x5x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x5x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x5x1x1xi1>, tensor<i1>) -> tensor<8x5x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x5x20xf32>, tensor<8x5x1x1xi32>) -> tensor<8x5x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x5x1xi1>, tensor<8x5x1xf32>
    return %15, %5 : tensor<8x5x1xf32>, tensor<8x5x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x5x1x1xi32> loc(unknown), %arg1: tensor<8x5x1xf32> loc(unknown)) -> tensor<8x5x20xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x5x20xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x5x20xf32>, tensor<8x5x1x1xi32>, tensor<8x5x1xf32>) -> tensor<8x5x20xf32>
    return %1 : tensor<8x5x20xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x5x20xf32> loc(unknown), %arg1: tensor<8x5x1xf32> loc(unknown), %arg2: tensor<8x5x20xf32> loc(unknown)) -> tensor<8x5x20xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x5x20xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x5x20xf32>, tensor<f32>) -> tensor<8x5xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x5xf32>) -> tensor<8x5x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x5x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x5x1xf32>, tensor<f32>) -> tensor<8x5xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x5xf32>) -> tensor<8x5x20xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x5x20xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x5x20xf32>
    return %7 : tensor<8x5x20xf32>
  }
}
