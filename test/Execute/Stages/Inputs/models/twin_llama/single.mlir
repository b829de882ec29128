module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x16xf32> {tf.aliasing_output = 0 : i32} loc("params['embed']"), %arg1: tensor<16x11xf32> {tf.aliasing_output = 1 : i32} loc("params['head']"), %arg2: tensor<24x16xf32> {tf.aliasing_output = 2 : i32} loc("params['l0']['d']"), %arg3: tensor<16x24xf32> {tf.aliasing_output = 3 : i32} loc("params['l0']['g']"), %arg4: tensor<16x8xf32> {tf.aliasing_output = 4 : i32} loc("params['l0']['k']"), %arg5: tensor<16xf32> {tf.aliasing_output = 5 : i32} loc("params['l0']['n1']"), %arg6: tensor<16xf32> {tf.aliasing_output = 6 : i32} loc("params['l0']['n2']"), %arg7: tensor<16x16xf32> {tf.aliasing_output = 7 : i32} loc("params['l0']['o']"), %arg8: tensor<16x16xf32> {tf.aliasing_output = 8 : i32} loc("params['l0']['q']"), %arg9: tensor<16x24xf32> {tf.aliasing_output = 9 : i32} loc("params['l0']['u']"), %arg10: tensor<16x8xf32> {tf.aliasing_output = 10 : i32} loc("params['l0']['v']"), %arg11: tensor<24x16xf32> {tf.aliasing_output = 11 : i32} loc("params['l1']['d']"), %arg12: tensor<16x24xf32> {tf.aliasing_output = 12 : i32} loc("params['l1']['g']"), %arg13: tensor<16x8xf32> {tf.aliasing_output = 13 : i32} loc("params['l1']['k']"), %arg14: tensor<16xf32> {tf.aliasing_output = 14 : i32} loc("params['l1']['n1']"), %arg15: tensor<16xf32> {tf.aliasing_output = 15 : i32} loc("params['l1']['n2']"), %arg16: tensor<16x16xf32> {tf.aliasing_output = 16 : i32} loc("params['l1']['o']"), %arg17: tensor<16x16xf32> {tf.aliasing_output = 17 : i32} loc("params['l1']['q']"), %arg18: tensor<16x24xf32> {tf.aliasing_output = 18 : i32} loc("params['l1']['u']"), %arg19: tensor<16x8xf32> {tf.aliasing_output = 19 : i32} loc("params['l1']['v']"), %arg20: tensor<24x16xf32> {tf.aliasing_output = 20 : i32} loc("params['l2']['d']"), %arg21: tensor<16x24xf32> {tf.aliasing_output = 21 : i32} loc("params['l2']['g']"), %arg22: tensor<16x8xf32> {tf.aliasing_output = 22 : i32} loc("params['l2']['k']"), %arg23: tensor<16xf32> {tf.aliasing_output = 23 : i32} loc("params['l2']['n1']"), %arg24: tensor<16xf32> {tf.aliasing_output = 24 : i32} loc("params['l2']['n2']"), %arg25: tensor<16x16xf32> {tf.aliasing_output = 25 : i32} loc("params['l2']['o']"), %arg26: tensor<16x16xf32> {tf.aliasing_output = 26 : i32} loc("params['l2']['q']"), %arg27: tensor<16x24xf32> {tf.aliasing_output = 27 : i32} loc("params['l2']['u']"), %arg28: tensor<16x8xf32> {tf.aliasing_output = 28 : i32} loc("params['l2']['v']"), %arg29: tensor<24x16xf32> {tf.aliasing_output = 29 : i32} loc("params['l3']['d']"), %arg30: tensor<16x24xf32> {tf.aliasing_output = 30 : i32} loc("params['l3']['g']"), %arg31: tensor<16x8xf32> {tf.aliasing_output = 31 : i32} loc("params['l3']['k']"), %arg32: tensor<16xf32> {tf.aliasing_output = 32 : i32} loc("params['l3']['n1']"), %arg33: tensor<16xf32> {tf.aliasing_output = 33 : i32} loc("params['l3']['n2']"), %arg34: tensor<16x16xf32> {tf.aliasing_output = 34 : i32} loc("params['l3']['o']"), %arg35: tensor<16x16xf32> {tf.aliasing_output = 35 : i32} loc("params['l3']['q']"), %arg36: tensor<16x24xf32> {tf.aliasing_output = 36 : i32} loc("params['l3']['u']"), %arg37: tensor<16x8xf32> {tf.aliasing_output = 37 : i32} loc("params['l3']['v']"), %arg38: tensor<16xf32> {tf.aliasing_output = 38 : i32} loc("params['norm']"), %arg39: tensor<11x16xf32> {tf.aliasing_output = 39 : i32} loc("momentum['embed']"), %arg40: tensor<16x11xf32> {tf.aliasing_output = 40 : i32} loc("momentum['head']"), %arg41: tensor<24x16xf32> {tf.aliasing_output = 41 : i32} loc("momentum['l0']['d']"), %arg42: tensor<16x24xf32> {tf.aliasing_output = 42 : i32} loc("momentum['l0']['g']"), %arg43: tensor<16x8xf32> {tf.aliasing_output = 43 : i32} loc("momentum['l0']['k']"), %arg44: tensor<16xf32> {tf.aliasing_output = 44 : i32} loc("momentum['l0']['n1']"), %arg45: tensor<16xf32> {tf.aliasing_output = 45 : i32} loc("momentum['l0']['n2']"), %arg46: tensor<16x16xf32> {tf.aliasing_output = 46 : i32} loc("momentum['l0']['o']"), %arg47: tensor<16x16xf32> {tf.aliasing_output = 47 : i32} loc("momentum['l0']['q']"), %arg48: tensor<16x24xf32> {tf.aliasing_output = 48 : i32} loc("momentum['l0']['u']"), %arg49: tensor<16x8xf32> {tf.aliasing_output = 49 : i32} loc("momentum['l0']['v']"), %arg50: tensor<24x16xf32> {tf.aliasing_output = 50 : i32} loc("momentum['l1']['d']"), %arg51: tensor<16x24xf32> {tf.aliasing_output = 51 : i32} loc("momentum['l1']['g']"), %arg52: tensor<16x8xf32> {tf.aliasing_output = 52 : i32} loc("momentum['l1']['k']"), %arg53: tensor<16xf32> {tf.aliasing_output = 53 : i32} loc("momentum['l1']['n1']"), %arg54: tensor<16xf32> {tf.aliasing_output = 54 : i32} loc("momentum['l1']['n2']"), %arg55: tensor<16x16xf32> {tf.aliasing_output = 55 : i32} loc("momentum['l1']['o']"), %arg56: tensor<16x16xf32> {tf.aliasing_output = 56 : i32} loc("momentum['l1']['q']"), %arg57: tensor<16x24xf32> {tf.aliasing_output = 57 : i32} loc("momentum['l1']['u']"), %arg58: tensor<16x8xf32> {tf.aliasing_output = 58 : i32} loc("momentum['l1']['v']"), %arg59: tensor<24x16xf32> {tf.aliasing_output = 59 : i32} loc("momentum['l2']['d']"), %arg60: tensor<16x24xf32> {tf.aliasing_output = 60 : i32} loc("momentum['l2']['g']"), %arg61: tensor<16x8xf32> {tf.aliasing_output = 61 : i32} loc("momentum['l2']['k']"), %arg62: tensor<16xf32> {tf.aliasing_output = 62 : i32} loc("momentum['l2']['n1']"), %arg63: tensor<16xf32> {tf.aliasing_output = 63 : i32} loc("momentum['l2']['n2']"), %arg64: tensor<16x16xf32> {tf.aliasing_output = 64 : i32} loc("momentum['l2']['o']"), %arg65: tensor<16x16xf32> {tf.aliasing_output = 65 : i32} loc("momentum['l2']['q']"), %arg66: tensor<16x24xf32> {tf.aliasing_output = 66 : i32} loc("momentum['l2']['u']"), %arg67: tensor<16x8xf32> {tf.aliasing_output = 67 : i32} loc("momentum['l2']['v']"), %arg68: tensor<24x16xf32> {tf.aliasing_output = 68 : i32} loc("momentum['l3']['d']"), %arg69: tensor<16x24xf32> {tf.aliasing_output = 69 : i32} loc("momentum['l3']['g']"), %arg70: tensor<16x8xf32> {tf.aliasing_output = 70 : i32} loc("momentum['l3']['k']"), %arg71: tensor<16xf32> {tf.aliasing_output = 71 : i32} loc("momentum['l3']['n1']"), %arg72: tensor<16xf32> {tf.aliasing_output = 72 : i32} loc("momentum['l3']['n2']"), %arg73: tensor<16x16xf32> {tf.aliasing_output = 73 : i32} loc("momentum['l3']['o']"), %arg74: tensor<16x16xf32> {tf.aliasing_output = 74 : i32} loc("momentum['l3']['q']"), %arg75: tensor<16x24xf32> {tf.aliasing_output = 75 : i32} loc("momentum['l3']['u']"), %arg76: tensor<16x8xf32> {tf.aliasing_output = 76 : i32} loc("momentum['l3']['v']"), %arg77: tensor<16xf32> {tf.aliasing_output = 77 : i32} loc("momentum['norm']"), %arg78: tensor<8x6xi32> loc("batch['t']"), %arg79: tensor<8x6xi32> loc("batch['y']")) -> (tensor<11x16xf32> {jax.result_info = "result[0]['embed']"}, tensor<16x11xf32> {jax.result_info = "result[0]['head']"}, tensor<24x16xf32> {jax.result_info = "result[0]['l0']['d']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l0']['g']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l0']['k']"}, tensor<16xf32> {jax.result_info = "result[0]['l0']['n1']"}, tensor<16xf32> {jax.result_info = "result[0]['l0']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l0']['o']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l0']['q']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l0']['u']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l0']['v']"}, tensor<24x16xf32> {jax.result_info = "result[0]['l1']['d']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l1']['g']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l1']['k']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['n1']"}, tensor<16xf32> {jax.result_info = "result[0]['l1']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['o']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l1']['q']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l1']['u']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l1']['v']"}, tensor<24x16xf32> {jax.result_info = "result[0]['l2']['d']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l2']['g']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l2']['k']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['n1']"}, tensor<16xf32> {jax.result_info = "result[0]['l2']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['o']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l2']['q']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l2']['u']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l2']['v']"}, tensor<24x16xf32> {jax.result_info = "result[0]['l3']['d']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l3']['g']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l3']['k']"}, tensor<16xf32> {jax.result_info = "result[0]['l3']['n1']"}, tensor<16xf32> {jax.result_info = "result[0]['l3']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l3']['o']"}, tensor<16x16xf32> {jax.result_info = "result[0]['l3']['q']"}, tensor<16x24xf32> {jax.result_info = "result[0]['l3']['u']"}, tensor<16x8xf32> {jax.result_info = "result[0]['l3']['v']"}, tensor<16xf32> {jax.result_info = "result[0]['norm']"}, tensor<11x16xf32> {jax.result_info = "result[1]['embed']"}, tensor<16x11xf32> {jax.result_info = "result[1]['head']"}, tensor<24x16xf32> {jax.result_info = "result[1]['l0']['d']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l0']['g']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l0']['k']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['n1']"}, tensor<16xf32> {jax.result_info = "result[1]['l0']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l0']['o']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l0']['q']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l0']['u']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l0']['v']"}, tensor<24x16xf32> {jax.result_info = "result[1]['l1']['d']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l1']['g']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l1']['k']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['n1']"}, tensor<16xf32> {jax.result_info = "result[1]['l1']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['o']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l1']['q']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l1']['u']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l1']['v']"}, tensor<24x16xf32> {jax.result_info = "result[1]['l2']['d']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l2']['g']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l2']['k']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['n1']"}, tensor<16xf32> {jax.result_info = "result[1]['l2']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['o']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l2']['q']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l2']['u']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l2']['v']"}, tensor<24x16xf32> {jax.result_info = "result[1]['l3']['d']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l3']['g']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l3']['k']"}, tensor<16xf32> {jax.result_info = "result[1]['l3']['n1']"}, tensor<16xf32> {jax.result_info = "result[1]['l3']['n2']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l3']['o']"}, tensor<16x16xf32> {jax.result_info = "result[1]['l3']['q']"}, tensor<16x24xf32> {jax.result_info = "result[1]['l3']['u']"}, tensor<16x8xf32> {jax.result_info = "result[1]['l3']['v']"}, tensor<16xf32> {jax.result_info = "result[1]['norm']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %cst = stablehlo.constant dense<[1.000000e+00, 1.000000e-01]> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<[1.000000e+00, 1.000000e-01]> : tensor<2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %1 = stablehlo.compare LT, %arg78, %0, SIGNED : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<8x6xi1>
    %c_1 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %3 = stablehlo.add %arg78, %2 : tensor<8x6xi32>
    %4 = stablehlo.select %1, %3, %arg78 : tensor<8x6xi1>, tensor<8x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<11x16xf32>, tensor<8x6x1xi32>) -> tensor<8x6x16xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x6x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<8x6x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %13 = stablehlo.add %11, %12 : tensor<8x6x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<8x6x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %16 = stablehlo.multiply %6, %15 : tensor<8x6x16xf32>
    %17 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<8x6x16xf32>
    %20 = stablehlo.dot_general %19, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %21 = stablehlo.reduce_precision %20, format = e8m23 : tensor<8x6x16xf32>
    %22 = stablehlo.reshape %21 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %23 = stablehlo.iota dim = 0 : tensor<6xi32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %25 = stablehlo.convert %24 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %28 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<6x2xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %31 = stablehlo.slice %22 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %32 = stablehlo.slice %22 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %33 = stablehlo.cosine %30 : tensor<1x6x1x2xf32>
    %34 = stablehlo.sine %30 : tensor<1x6x1x2xf32>
    %35 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %36 = stablehlo.multiply %31, %35 : tensor<8x6x4x2xf32>
    %37 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %38 = stablehlo.multiply %32, %37 : tensor<8x6x4x2xf32>
    %39 = stablehlo.subtract %36, %38 : tensor<8x6x4x2xf32>
    %40 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %41 = stablehlo.multiply %31, %40 : tensor<8x6x4x2xf32>
    %42 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %43 = stablehlo.multiply %32, %42 : tensor<8x6x4x2xf32>
    %44 = stablehlo.add %41, %43 : tensor<8x6x4x2xf32>
    %45 = stablehlo.concatenate %39, %44, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %46 = stablehlo.dot_general %19, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %47 = stablehlo.reduce_precision %46, format = e8m23 : tensor<8x6x8xf32>
    %48 = stablehlo.reshape %47 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %49 = stablehlo.iota dim = 0 : tensor<6xi32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %51 = stablehlo.convert %50 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %52 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %54 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %55 = stablehlo.multiply %53, %54 : tensor<6x2xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %57 = stablehlo.slice %48 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %58 = stablehlo.slice %48 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %59 = stablehlo.cosine %56 : tensor<1x6x1x2xf32>
    %60 = stablehlo.sine %56 : tensor<1x6x1x2xf32>
    %61 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %62 = stablehlo.multiply %57, %61 : tensor<8x6x2x2xf32>
    %63 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %64 = stablehlo.multiply %58, %63 : tensor<8x6x2x2xf32>
    %65 = stablehlo.subtract %62, %64 : tensor<8x6x2x2xf32>
    %66 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %67 = stablehlo.multiply %57, %66 : tensor<8x6x2x2xf32>
    %68 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %69 = stablehlo.multiply %58, %68 : tensor<8x6x2x2xf32>
    %70 = stablehlo.add %67, %69 : tensor<8x6x2x2xf32>
    %71 = stablehlo.concatenate %65, %70, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %73 = stablehlo.reshape %72 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %74 = stablehlo.dot_general %45, %73, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %76 = stablehlo.divide %74, %75 : tensor<8x4x6x6xf32>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %77 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %78 = call @tril(%77) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %79 = call @_where(%78, %76, %cst_7) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6x6xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %82 = stablehlo.maximum %81, %80 : tensor<8x4x6xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %85 = stablehlo.subtract %79, %84 : tensor<8x4x6x6xf32>
    %86 = stablehlo.exponential %85 : tensor<8x4x6x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %90 = stablehlo.divide %86, %89 : tensor<8x4x6x6xf32>
    %91 = stablehlo.dot_general %19, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %92 = stablehlo.reduce_precision %91, format = e8m23 : tensor<8x6x8xf32>
    %93 = stablehlo.reshape %92 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %95 = stablehlo.reshape %94 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %96 = stablehlo.dot_general %95, %90, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %97 = stablehlo.transpose %96, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %98 = stablehlo.reshape %97 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %99 = stablehlo.dot_general %98, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %100 = stablehlo.reduce_precision %99, format = e8m23 : tensor<8x6x16xf32>
    %101 = stablehlo.add %6, %100 : tensor<8x6x16xf32>
    %102 = stablehlo.multiply %101, %101 : tensor<8x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<8x6x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %108 = stablehlo.add %106, %107 : tensor<8x6x1xf32>
    %109 = stablehlo.rsqrt %108 : tensor<8x6x1xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %111 = stablehlo.multiply %101, %110 : tensor<8x6x16xf32>
    %112 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %114 = stablehlo.multiply %111, %113 : tensor<8x6x16xf32>
    %115 = stablehlo.dot_general %114, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %116 = stablehlo.reduce_precision %115, format = e8m23 : tensor<8x6x24xf32>
    %117 = call @silu(%116) : (tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %118 = stablehlo.dot_general %114, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %119 = stablehlo.reduce_precision %118, format = e8m23 : tensor<8x6x24xf32>
    %120 = stablehlo.multiply %117, %119 : tensor<8x6x24xf32>
    %121 = stablehlo.dot_general %120, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<24x16xf32>) -> tensor<8x6x16xf32>
    %122 = stablehlo.add %101, %121 : tensor<8x6x16xf32>
    %123 = stablehlo.multiply %122, %122 : tensor<8x6x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_15 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %127 = stablehlo.divide %125, %126 : tensor<8x6x1xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %129 = stablehlo.add %127, %128 : tensor<8x6x1xf32>
    %130 = stablehlo.rsqrt %129 : tensor<8x6x1xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %132 = stablehlo.multiply %122, %131 : tensor<8x6x16xf32>
    %133 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %135 = stablehlo.multiply %132, %134 : tensor<8x6x16xf32>
    %136 = stablehlo.dot_general %135, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %137 = stablehlo.reduce_precision %136, format = e8m23 : tensor<8x6x16xf32>
    %138 = stablehlo.reshape %137 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %139 = stablehlo.iota dim = 0 : tensor<6xi32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %141 = stablehlo.convert %140 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %142 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %143 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %144 = stablehlo.broadcast_in_dim %142, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %145 = stablehlo.multiply %143, %144 : tensor<6x2xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %147 = stablehlo.slice %138 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %148 = stablehlo.slice %138 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %149 = stablehlo.cosine %146 : tensor<1x6x1x2xf32>
    %150 = stablehlo.sine %146 : tensor<1x6x1x2xf32>
    %151 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %152 = stablehlo.multiply %147, %151 : tensor<8x6x4x2xf32>
    %153 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %154 = stablehlo.multiply %148, %153 : tensor<8x6x4x2xf32>
    %155 = stablehlo.subtract %152, %154 : tensor<8x6x4x2xf32>
    %156 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %157 = stablehlo.multiply %147, %156 : tensor<8x6x4x2xf32>
    %158 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %159 = stablehlo.multiply %148, %158 : tensor<8x6x4x2xf32>
    %160 = stablehlo.add %157, %159 : tensor<8x6x4x2xf32>
    %161 = stablehlo.concatenate %155, %160, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %162 = stablehlo.dot_general %135, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %163 = stablehlo.reduce_precision %162, format = e8m23 : tensor<8x6x8xf32>
    %164 = stablehlo.reshape %163 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %165 = stablehlo.iota dim = 0 : tensor<6xi32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %167 = stablehlo.convert %166 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %168 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %169 = stablehlo.broadcast_in_dim %167, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %170 = stablehlo.broadcast_in_dim %168, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %171 = stablehlo.multiply %169, %170 : tensor<6x2xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %173 = stablehlo.slice %164 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %174 = stablehlo.slice %164 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %175 = stablehlo.cosine %172 : tensor<1x6x1x2xf32>
    %176 = stablehlo.sine %172 : tensor<1x6x1x2xf32>
    %177 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %178 = stablehlo.multiply %173, %177 : tensor<8x6x2x2xf32>
    %179 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %180 = stablehlo.multiply %174, %179 : tensor<8x6x2x2xf32>
    %181 = stablehlo.subtract %178, %180 : tensor<8x6x2x2xf32>
    %182 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %183 = stablehlo.multiply %173, %182 : tensor<8x6x2x2xf32>
    %184 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %185 = stablehlo.multiply %174, %184 : tensor<8x6x2x2xf32>
    %186 = stablehlo.add %183, %185 : tensor<8x6x2x2xf32>
    %187 = stablehlo.concatenate %181, %186, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %189 = stablehlo.reshape %188 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %190 = stablehlo.dot_general %161, %189, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %192 = stablehlo.divide %190, %191 : tensor<8x4x6x6xf32>
    %c_18 = stablehlo.constant dense<true> : tensor<i1>
    %193 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %194 = call @tril(%193) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_19 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %195 = call @_where(%194, %192, %cst_19) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6x6xf32>
    %cst_20 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_20) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_21 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %198 = stablehlo.maximum %197, %196 : tensor<8x4x6xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %201 = stablehlo.subtract %195, %200 : tensor<8x4x6x6xf32>
    %202 = stablehlo.exponential %201 : tensor<8x4x6x6xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.reduce(%202 init: %cst_22) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %206 = stablehlo.divide %202, %205 : tensor<8x4x6x6xf32>
    %207 = stablehlo.dot_general %135, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %208 = stablehlo.reduce_precision %207, format = e8m23 : tensor<8x6x8xf32>
    %209 = stablehlo.reshape %208 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %211 = stablehlo.reshape %210 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %212 = stablehlo.dot_general %211, %206, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %213 = stablehlo.transpose %212, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %214 = stablehlo.reshape %213 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %215 = stablehlo.dot_general %214, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %216 = stablehlo.reduce_precision %215, format = e8m23 : tensor<8x6x16xf32>
    %217 = stablehlo.add %122, %216 : tensor<8x6x16xf32>
    %218 = stablehlo.multiply %217, %217 : tensor<8x6x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_24 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %222 = stablehlo.divide %220, %221 : tensor<8x6x1xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %224 = stablehlo.add %222, %223 : tensor<8x6x1xf32>
    %225 = stablehlo.rsqrt %224 : tensor<8x6x1xf32>
    %226 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %227 = stablehlo.multiply %217, %226 : tensor<8x6x16xf32>
    %228 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %230 = stablehlo.multiply %227, %229 : tensor<8x6x16xf32>
    %231 = stablehlo.dot_general %230, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %232 = stablehlo.reduce_precision %231, format = e8m23 : tensor<8x6x24xf32>
    %233 = call @silu(%232) : (tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %234 = stablehlo.dot_general %230, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %235 = stablehlo.reduce_precision %234, format = e8m23 : tensor<8x6x24xf32>
    %236 = stablehlo.multiply %233, %235 : tensor<8x6x24xf32>
    %237 = stablehlo.dot_general %236, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<24x16xf32>) -> tensor<8x6x16xf32>
    %238 = stablehlo.add %217, %237 : tensor<8x6x16xf32>
    %239 = stablehlo.multiply %238, %238 : tensor<8x6x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %240 = stablehlo.reduce(%239 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_27 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %243 = stablehlo.divide %241, %242 : tensor<8x6x1xf32>
    %cst_28 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %245 = stablehlo.add %243, %244 : tensor<8x6x1xf32>
    %246 = stablehlo.rsqrt %245 : tensor<8x6x1xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %248 = stablehlo.multiply %238, %247 : tensor<8x6x16xf32>
    %249 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %251 = stablehlo.multiply %248, %250 : tensor<8x6x16xf32>
    %252 = stablehlo.dot_general %251, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %253 = stablehlo.reduce_precision %252, format = e8m23 : tensor<8x6x16xf32>
    %254 = stablehlo.reshape %253 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %255 = stablehlo.iota dim = 0 : tensor<6xi32>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %257 = stablehlo.convert %256 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %258 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %259 = stablehlo.broadcast_in_dim %257, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %260 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %261 = stablehlo.multiply %259, %260 : tensor<6x2xf32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %263 = stablehlo.slice %254 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %264 = stablehlo.slice %254 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %265 = stablehlo.cosine %262 : tensor<1x6x1x2xf32>
    %266 = stablehlo.sine %262 : tensor<1x6x1x2xf32>
    %267 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %268 = stablehlo.multiply %263, %267 : tensor<8x6x4x2xf32>
    %269 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %270 = stablehlo.multiply %264, %269 : tensor<8x6x4x2xf32>
    %271 = stablehlo.subtract %268, %270 : tensor<8x6x4x2xf32>
    %272 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %273 = stablehlo.multiply %263, %272 : tensor<8x6x4x2xf32>
    %274 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %275 = stablehlo.multiply %264, %274 : tensor<8x6x4x2xf32>
    %276 = stablehlo.add %273, %275 : tensor<8x6x4x2xf32>
    %277 = stablehlo.concatenate %271, %276, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %278 = stablehlo.dot_general %251, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %279 = stablehlo.reduce_precision %278, format = e8m23 : tensor<8x6x8xf32>
    %280 = stablehlo.reshape %279 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %281 = stablehlo.iota dim = 0 : tensor<6xi32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %283 = stablehlo.convert %282 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %284 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %285 = stablehlo.broadcast_in_dim %283, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %286 = stablehlo.broadcast_in_dim %284, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %287 = stablehlo.multiply %285, %286 : tensor<6x2xf32>
    %288 = stablehlo.broadcast_in_dim %287, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %289 = stablehlo.slice %280 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %290 = stablehlo.slice %280 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %291 = stablehlo.cosine %288 : tensor<1x6x1x2xf32>
    %292 = stablehlo.sine %288 : tensor<1x6x1x2xf32>
    %293 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %294 = stablehlo.multiply %289, %293 : tensor<8x6x2x2xf32>
    %295 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %296 = stablehlo.multiply %290, %295 : tensor<8x6x2x2xf32>
    %297 = stablehlo.subtract %294, %296 : tensor<8x6x2x2xf32>
    %298 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %299 = stablehlo.multiply %289, %298 : tensor<8x6x2x2xf32>
    %300 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %301 = stablehlo.multiply %290, %300 : tensor<8x6x2x2xf32>
    %302 = stablehlo.add %299, %301 : tensor<8x6x2x2xf32>
    %303 = stablehlo.concatenate %297, %302, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %305 = stablehlo.reshape %304 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %306 = stablehlo.dot_general %277, %305, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %308 = stablehlo.divide %306, %307 : tensor<8x4x6x6xf32>
    %c_30 = stablehlo.constant dense<true> : tensor<i1>
    %309 = stablehlo.broadcast_in_dim %c_30, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %310 = call @tril(%309) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_31 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %311 = call @_where(%310, %308, %cst_31) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6x6xf32>
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_32) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %314 = stablehlo.maximum %313, %312 : tensor<8x4x6xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %317 = stablehlo.subtract %311, %316 : tensor<8x4x6x6xf32>
    %318 = stablehlo.exponential %317 : tensor<8x4x6x6xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %319 = stablehlo.reduce(%318 init: %cst_34) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %320 = stablehlo.broadcast_in_dim %319, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %322 = stablehlo.divide %318, %321 : tensor<8x4x6x6xf32>
    %323 = stablehlo.dot_general %251, %arg28, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %324 = stablehlo.reduce_precision %323, format = e8m23 : tensor<8x6x8xf32>
    %325 = stablehlo.reshape %324 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %327 = stablehlo.reshape %326 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %328 = stablehlo.dot_general %327, %322, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %329 = stablehlo.transpose %328, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %330 = stablehlo.reshape %329 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %331 = stablehlo.dot_general %330, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %332 = stablehlo.reduce_precision %331, format = e8m23 : tensor<8x6x16xf32>
    %333 = stablehlo.add %238, %332 : tensor<8x6x16xf32>
    %334 = stablehlo.multiply %333, %333 : tensor<8x6x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.reduce(%334 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_36 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %338 = stablehlo.divide %336, %337 : tensor<8x6x1xf32>
    %cst_37 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %340 = stablehlo.add %338, %339 : tensor<8x6x1xf32>
    %341 = stablehlo.rsqrt %340 : tensor<8x6x1xf32>
    %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %343 = stablehlo.multiply %333, %342 : tensor<8x6x16xf32>
    %344 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %345 = stablehlo.broadcast_in_dim %344, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %346 = stablehlo.multiply %343, %345 : tensor<8x6x16xf32>
    %347 = stablehlo.dot_general %346, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %348 = stablehlo.reduce_precision %347, format = e8m23 : tensor<8x6x24xf32>
    %349 = call @silu(%348) : (tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %350 = stablehlo.dot_general %346, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %351 = stablehlo.reduce_precision %350, format = e8m23 : tensor<8x6x24xf32>
    %352 = stablehlo.multiply %349, %351 : tensor<8x6x24xf32>
    %353 = stablehlo.dot_general %352, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<24x16xf32>) -> tensor<8x6x16xf32>
    %354 = stablehlo.add %333, %353 : tensor<8x6x16xf32>
    %355 = stablehlo.multiply %354, %354 : tensor<8x6x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.reduce(%355 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_39 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %359 = stablehlo.divide %357, %358 : tensor<8x6x1xf32>
    %cst_40 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %361 = stablehlo.add %359, %360 : tensor<8x6x1xf32>
    %362 = stablehlo.rsqrt %361 : tensor<8x6x1xf32>
    %363 = stablehlo.broadcast_in_dim %362, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %364 = stablehlo.multiply %354, %363 : tensor<8x6x16xf32>
    %365 = stablehlo.broadcast_in_dim %arg32, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %366 = stablehlo.broadcast_in_dim %365, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %367 = stablehlo.multiply %364, %366 : tensor<8x6x16xf32>
    %368 = stablehlo.dot_general %367, %arg35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %369 = stablehlo.reduce_precision %368, format = e8m23 : tensor<8x6x16xf32>
    %370 = stablehlo.reshape %369 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %371 = stablehlo.iota dim = 0 : tensor<6xi32>
    %372 = stablehlo.broadcast_in_dim %371, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %373 = stablehlo.convert %372 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %374 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %375 = stablehlo.broadcast_in_dim %373, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %376 = stablehlo.broadcast_in_dim %374, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %377 = stablehlo.multiply %375, %376 : tensor<6x2xf32>
    %378 = stablehlo.broadcast_in_dim %377, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %379 = stablehlo.slice %370 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %380 = stablehlo.slice %370 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %381 = stablehlo.cosine %378 : tensor<1x6x1x2xf32>
    %382 = stablehlo.sine %378 : tensor<1x6x1x2xf32>
    %383 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %384 = stablehlo.multiply %379, %383 : tensor<8x6x4x2xf32>
    %385 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %386 = stablehlo.multiply %380, %385 : tensor<8x6x4x2xf32>
    %387 = stablehlo.subtract %384, %386 : tensor<8x6x4x2xf32>
    %388 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %389 = stablehlo.multiply %379, %388 : tensor<8x6x4x2xf32>
    %390 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %391 = stablehlo.multiply %380, %390 : tensor<8x6x4x2xf32>
    %392 = stablehlo.add %389, %391 : tensor<8x6x4x2xf32>
    %393 = stablehlo.concatenate %387, %392, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %394 = stablehlo.dot_general %367, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %395 = stablehlo.reduce_precision %394, format = e8m23 : tensor<8x6x8xf32>
    %396 = stablehlo.reshape %395 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %397 = stablehlo.iota dim = 0 : tensor<6xi32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %399 = stablehlo.convert %398 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %400 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %401 = stablehlo.broadcast_in_dim %399, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %402 = stablehlo.broadcast_in_dim %400, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %403 = stablehlo.multiply %401, %402 : tensor<6x2xf32>
    %404 = stablehlo.broadcast_in_dim %403, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %405 = stablehlo.slice %396 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %406 = stablehlo.slice %396 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %407 = stablehlo.cosine %404 : tensor<1x6x1x2xf32>
    %408 = stablehlo.sine %404 : tensor<1x6x1x2xf32>
    %409 = stablehlo.broadcast_in_dim %407, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %410 = stablehlo.multiply %405, %409 : tensor<8x6x2x2xf32>
    %411 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %412 = stablehlo.multiply %406, %411 : tensor<8x6x2x2xf32>
    %413 = stablehlo.subtract %410, %412 : tensor<8x6x2x2xf32>
    %414 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %415 = stablehlo.multiply %405, %414 : tensor<8x6x2x2xf32>
    %416 = stablehlo.broadcast_in_dim %407, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %417 = stablehlo.multiply %406, %416 : tensor<8x6x2x2xf32>
    %418 = stablehlo.add %415, %417 : tensor<8x6x2x2xf32>
    %419 = stablehlo.concatenate %413, %418, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %420 = stablehlo.broadcast_in_dim %419, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %421 = stablehlo.reshape %420 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %422 = stablehlo.dot_general %393, %421, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_41 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %424 = stablehlo.divide %422, %423 : tensor<8x4x6x6xf32>
    %c_42 = stablehlo.constant dense<true> : tensor<i1>
    %425 = stablehlo.broadcast_in_dim %c_42, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %426 = call @tril(%425) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_43 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %427 = call @_where(%426, %424, %cst_43) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6x6xf32>
    %cst_44 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %428 = stablehlo.reduce(%427 init: %cst_44) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_45 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %430 = stablehlo.maximum %429, %428 : tensor<8x4x6xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %432 = stablehlo.broadcast_in_dim %431, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %433 = stablehlo.subtract %427, %432 : tensor<8x4x6x6xf32>
    %434 = stablehlo.exponential %433 : tensor<8x4x6x6xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %435 = stablehlo.reduce(%434 init: %cst_46) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %436 = stablehlo.broadcast_in_dim %435, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %438 = stablehlo.divide %434, %437 : tensor<8x4x6x6xf32>
    %439 = stablehlo.dot_general %367, %arg37, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %440 = stablehlo.reduce_precision %439, format = e8m23 : tensor<8x6x8xf32>
    %441 = stablehlo.reshape %440 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %442 = stablehlo.broadcast_in_dim %441, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %443 = stablehlo.reshape %442 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %444 = stablehlo.dot_general %443, %438, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %445 = stablehlo.transpose %444, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %446 = stablehlo.reshape %445 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %447 = stablehlo.dot_general %446, %arg34, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %448 = stablehlo.reduce_precision %447, format = e8m23 : tensor<8x6x16xf32>
    %449 = stablehlo.add %354, %448 : tensor<8x6x16xf32>
    %450 = stablehlo.multiply %449, %449 : tensor<8x6x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %451 = stablehlo.reduce(%450 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %452 = stablehlo.broadcast_in_dim %451, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_48 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %454 = stablehlo.divide %452, %453 : tensor<8x6x1xf32>
    %cst_49 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %456 = stablehlo.add %454, %455 : tensor<8x6x1xf32>
    %457 = stablehlo.rsqrt %456 : tensor<8x6x1xf32>
    %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %459 = stablehlo.multiply %449, %458 : tensor<8x6x16xf32>
    %460 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %461 = stablehlo.broadcast_in_dim %460, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %462 = stablehlo.multiply %459, %461 : tensor<8x6x16xf32>
    %463 = stablehlo.dot_general %462, %arg30, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %464 = stablehlo.reduce_precision %463, format = e8m23 : tensor<8x6x24xf32>
    %465 = call @silu(%464) : (tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %466 = stablehlo.dot_general %462, %arg36, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %467 = stablehlo.reduce_precision %466, format = e8m23 : tensor<8x6x24xf32>
    %468 = stablehlo.multiply %465, %467 : tensor<8x6x24xf32>
    %469 = stablehlo.dot_general %468, %arg29, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<24x16xf32>) -> tensor<8x6x16xf32>
    %470 = stablehlo.add %449, %469 : tensor<8x6x16xf32>
    %471 = stablehlo.multiply %470, %470 : tensor<8x6x16xf32>
    %cst_50 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %472 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %473 = stablehlo.multiply %472, %470 : tensor<8x6x16xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %474 = stablehlo.reduce(%471 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %475 = stablehlo.broadcast_in_dim %474, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_52 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %476 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %477 = stablehlo.divide %475, %476 : tensor<8x6x1xf32>
    %cst_53 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %478 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %479 = stablehlo.add %477, %478 : tensor<8x6x1xf32>
    %480 = stablehlo.rsqrt %479 : tensor<8x6x1xf32>
    %481 = stablehlo.divide %480, %479 : tensor<8x6x1xf32>
    %cst_54 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %483 = stablehlo.multiply %482, %481 : tensor<8x6x1xf32>
    %484 = stablehlo.broadcast_in_dim %480, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %485 = stablehlo.multiply %470, %484 : tensor<8x6x16xf32>
    %486 = stablehlo.broadcast_in_dim %arg38, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %488 = stablehlo.multiply %485, %487 : tensor<8x6x16xf32>
    %489 = stablehlo.dot_general %488, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x11xf32>) -> tensor<8x6x11xf32>
    %490:3 = call @log_softmax(%489) : (tensor<8x6x11xf32>) -> (tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>)
    %491 = stablehlo.broadcast_in_dim %arg79, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %492:2 = call @take_along_axis(%490#0, %491) : (tensor<8x6x11xf32>, tensor<8x6x1xi32>) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>)
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %493 = stablehlo.reduce(%492#0 init: %cst_55) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_56 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %494 = stablehlo.divide %493, %cst_56 : tensor<f32>
    %495 = stablehlo.negate %494 : tensor<f32>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %496 = stablehlo.negate %cst_57 : tensor<f32>
    %cst_58 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %497 = stablehlo.divide %496, %cst_58 : tensor<f32>
    %498 = stablehlo.broadcast_in_dim %497, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %499 = call @take_along_axis_0(%492#1, %498) : (tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %500 = call @log_softmax_1(%490#1, %490#2, %499) : (tensor<8x6x11xf32>, tensor<8x6x1xf32>, tensor<8x6x11xf32>) -> tensor<8x6x11xf32>
    %501 = stablehlo.dot_general %500, %488, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xf32>, tensor<8x6x16xf32>) -> tensor<11x16xf32>
    %502 = stablehlo.transpose %501, dims = [1, 0] : (tensor<11x16xf32>) -> tensor<16x11xf32>
    %503 = stablehlo.dot_general %500, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xf32>, tensor<16x11xf32>) -> tensor<8x6x16xf32>
    %504 = stablehlo.multiply %485, %503 : tensor<8x6x16xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %505 = stablehlo.reduce(%504 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %506 = stablehlo.reshape %505 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %507 = stablehlo.broadcast_in_dim %486, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %508 = stablehlo.multiply %503, %507 : tensor<8x6x16xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %509 = stablehlo.reduce(%506 init: %cst_60) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %510 = stablehlo.multiply %470, %508 : tensor<8x6x16xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %511 = stablehlo.reduce(%510 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %512 = stablehlo.reshape %511 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %513 = stablehlo.broadcast_in_dim %480, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %514 = stablehlo.multiply %508, %513 : tensor<8x6x16xf32>
    %515 = stablehlo.multiply %512, %483 : tensor<8x6x1xf32>
    %cst_62 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %516 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %517 = stablehlo.divide %515, %516 : tensor<8x6x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%517 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %519 = stablehlo.broadcast_in_dim %518, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %520 = stablehlo.multiply %519, %473 : tensor<8x6x16xf32>
    %521 = stablehlo.add %514, %520 : tensor<8x6x16xf32>
    %522:19 = stablehlo.optimization_barrier %369, %395, %440, %448, %464, %467, %cst, %cst_0, %354, %arg29, %arg30, %arg31, %arg32, %arg33, %arg34, %arg35, %arg36, %arg37, %521 : tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<8x6x16xf32>
    %523 = stablehlo.multiply %522#8, %522#8 : tensor<8x6x16xf32>
    %cst_64 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %524 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %525 = stablehlo.multiply %524, %522#8 : tensor<8x6x16xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %526 = stablehlo.reduce(%523 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %527 = stablehlo.broadcast_in_dim %526, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_66 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %528 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %529 = stablehlo.divide %527, %528 : tensor<8x6x1xf32>
    %cst_67 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %531 = stablehlo.add %529, %530 : tensor<8x6x1xf32>
    %532 = stablehlo.rsqrt %531 : tensor<8x6x1xf32>
    %533 = stablehlo.divide %532, %531 : tensor<8x6x1xf32>
    %cst_68 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %534 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %535 = stablehlo.multiply %534, %533 : tensor<8x6x1xf32>
    %536 = stablehlo.broadcast_in_dim %532, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %537 = stablehlo.multiply %522#8, %536 : tensor<8x6x16xf32>
    %538 = stablehlo.broadcast_in_dim %522#12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %539 = stablehlo.broadcast_in_dim %538, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %540 = stablehlo.multiply %537, %539 : tensor<8x6x16xf32>
    %541 = stablehlo.reshape %522#0 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %542 = stablehlo.iota dim = 0 : tensor<6xi32>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %544 = stablehlo.convert %543 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %545 = stablehlo.broadcast_in_dim %522#6, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %546 = stablehlo.broadcast_in_dim %544, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %547 = stablehlo.broadcast_in_dim %545, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %548 = stablehlo.multiply %546, %547 : tensor<6x2xf32>
    %549 = stablehlo.broadcast_in_dim %548, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %550 = stablehlo.slice %541 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %551 = stablehlo.slice %541 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %552 = stablehlo.cosine %549 : tensor<1x6x1x2xf32>
    %553 = stablehlo.sine %549 : tensor<1x6x1x2xf32>
    %554 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %555 = stablehlo.multiply %550, %554 : tensor<8x6x4x2xf32>
    %556 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %557 = stablehlo.multiply %551, %556 : tensor<8x6x4x2xf32>
    %558 = stablehlo.subtract %555, %557 : tensor<8x6x4x2xf32>
    %559 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %560 = stablehlo.multiply %550, %559 : tensor<8x6x4x2xf32>
    %561 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %562 = stablehlo.multiply %551, %561 : tensor<8x6x4x2xf32>
    %563 = stablehlo.add %560, %562 : tensor<8x6x4x2xf32>
    %564 = stablehlo.concatenate %558, %563, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %565 = stablehlo.reshape %522#1 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %566 = stablehlo.iota dim = 0 : tensor<6xi32>
    %567 = stablehlo.broadcast_in_dim %566, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %568 = stablehlo.convert %567 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %569 = stablehlo.broadcast_in_dim %522#7, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %570 = stablehlo.broadcast_in_dim %568, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %571 = stablehlo.broadcast_in_dim %569, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %572 = stablehlo.multiply %570, %571 : tensor<6x2xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %574 = stablehlo.slice %565 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %575 = stablehlo.slice %565 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %576 = stablehlo.cosine %573 : tensor<1x6x1x2xf32>
    %577 = stablehlo.sine %573 : tensor<1x6x1x2xf32>
    %578 = stablehlo.broadcast_in_dim %576, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %579 = stablehlo.multiply %574, %578 : tensor<8x6x2x2xf32>
    %580 = stablehlo.broadcast_in_dim %577, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %581 = stablehlo.multiply %575, %580 : tensor<8x6x2x2xf32>
    %582 = stablehlo.subtract %579, %581 : tensor<8x6x2x2xf32>
    %583 = stablehlo.broadcast_in_dim %577, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %584 = stablehlo.multiply %574, %583 : tensor<8x6x2x2xf32>
    %585 = stablehlo.broadcast_in_dim %576, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %586 = stablehlo.multiply %575, %585 : tensor<8x6x2x2xf32>
    %587 = stablehlo.add %584, %586 : tensor<8x6x2x2xf32>
    %588 = stablehlo.concatenate %582, %587, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %589 = stablehlo.broadcast_in_dim %588, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %590 = stablehlo.reshape %589 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %591 = stablehlo.dot_general %564, %590, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_69 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %593 = stablehlo.divide %591, %592 : tensor<8x4x6x6xf32>
    %c_70 = stablehlo.constant dense<true> : tensor<i1>
    %594 = stablehlo.broadcast_in_dim %c_70, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %595 = call @tril_2(%594) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_71 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %596:3 = call @_where_3(%595, %593, %cst_71) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    %cst_72 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %597 = stablehlo.reduce(%596#0 init: %cst_72) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_73 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %598 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %599 = stablehlo.maximum %598, %597 : tensor<8x4x6xf32>
    %600 = stablehlo.broadcast_in_dim %599, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %601 = stablehlo.broadcast_in_dim %600, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %602 = stablehlo.subtract %596#0, %601 : tensor<8x4x6x6xf32>
    %603 = stablehlo.exponential %602 : tensor<8x4x6x6xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %604 = stablehlo.reduce(%603 init: %cst_74) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %605 = stablehlo.broadcast_in_dim %604, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %606 = stablehlo.broadcast_in_dim %605, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %607 = stablehlo.divide %603, %606 : tensor<8x4x6x6xf32>
    %608 = stablehlo.multiply %605, %605 : tensor<8x4x6x1xf32>
    %cst_75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x4x6x1xf32>
    %610 = stablehlo.divide %609, %608 : tensor<8x4x6x1xf32>
    %611 = stablehlo.reshape %522#2 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %613 = stablehlo.reshape %612 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %614 = stablehlo.dot_general %613, %607, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %615 = stablehlo.transpose %614, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %616 = stablehlo.reshape %615 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %617 = stablehlo.add %522#8, %522#3 : tensor<8x6x16xf32>
    %618 = stablehlo.multiply %617, %617 : tensor<8x6x16xf32>
    %cst_76 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %620 = stablehlo.multiply %619, %617 : tensor<8x6x16xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %621 = stablehlo.reduce(%618 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %622 = stablehlo.broadcast_in_dim %621, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_78 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %624 = stablehlo.divide %622, %623 : tensor<8x6x1xf32>
    %cst_79 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %626 = stablehlo.add %624, %625 : tensor<8x6x1xf32>
    %627 = stablehlo.rsqrt %626 : tensor<8x6x1xf32>
    %628 = stablehlo.divide %627, %626 : tensor<8x6x1xf32>
    %cst_80 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %630 = stablehlo.multiply %629, %628 : tensor<8x6x1xf32>
    %631 = stablehlo.broadcast_in_dim %627, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %632 = stablehlo.multiply %617, %631 : tensor<8x6x16xf32>
    %633 = stablehlo.broadcast_in_dim %522#13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %634 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %635 = stablehlo.multiply %632, %634 : tensor<8x6x16xf32>
    %636:3 = call @silu_4(%522#4) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>)
    %637 = stablehlo.multiply %636#0, %522#5 : tensor<8x6x24xf32>
    %638 = stablehlo.dot_general %522#18, %637, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x24xf32>) -> tensor<16x24xf32>
    %639 = stablehlo.transpose %638, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %640 = stablehlo.dot_general %522#18, %522#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<24x16xf32>) -> tensor<8x6x24xf32>
    %641 = stablehlo.multiply %636#0, %640 : tensor<8x6x24xf32>
    %642 = stablehlo.multiply %640, %522#5 : tensor<8x6x24xf32>
    %643 = stablehlo.dot_general %641, %635, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %644 = stablehlo.transpose %643, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %645 = stablehlo.dot_general %641, %522#16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %646 = call @silu_5(%636#1, %522#4, %636#2, %642) : (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %647 = stablehlo.dot_general %646, %635, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %648 = stablehlo.transpose %647, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %649 = stablehlo.dot_general %646, %522#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %650 = stablehlo.add %645, %649 : tensor<8x6x16xf32>
    %651 = stablehlo.multiply %632, %650 : tensor<8x6x16xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %652 = stablehlo.reduce(%651 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %653 = stablehlo.reshape %652 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %654 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %655 = stablehlo.multiply %650, %654 : tensor<8x6x16xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %656 = stablehlo.reduce(%653 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %657 = stablehlo.multiply %617, %655 : tensor<8x6x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %658 = stablehlo.reduce(%657 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %659 = stablehlo.reshape %658 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %660 = stablehlo.broadcast_in_dim %627, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %661 = stablehlo.multiply %655, %660 : tensor<8x6x16xf32>
    %662 = stablehlo.add %522#18, %661 : tensor<8x6x16xf32>
    %663 = stablehlo.multiply %659, %630 : tensor<8x6x1xf32>
    %cst_84 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %665 = stablehlo.divide %663, %664 : tensor<8x6x1xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %666 = stablehlo.reduce(%665 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %667 = stablehlo.broadcast_in_dim %666, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %668 = stablehlo.multiply %667, %620 : tensor<8x6x16xf32>
    %669 = stablehlo.add %662, %668 : tensor<8x6x16xf32>
    %670 = stablehlo.dot_general %669, %616, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %671 = stablehlo.transpose %670, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %672 = stablehlo.dot_general %669, %522#14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %673 = stablehlo.reshape %672 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %674 = stablehlo.transpose %673, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xf32>) -> tensor<8x4x4x6xf32>
    %675 = stablehlo.dot_general %674, %613, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %676 = stablehlo.dot_general %674, %607, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %677 = stablehlo.transpose %676, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %678 = stablehlo.reshape %677 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %679 = stablehlo.reduce(%678 init: %cst_86) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %680 = stablehlo.reshape %679 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %681 = stablehlo.dot_general %680, %540, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %682 = stablehlo.transpose %681, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %683 = stablehlo.dot_general %680, %522#17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %684 = stablehlo.broadcast_in_dim %610, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %685 = stablehlo.multiply %675, %684 : tensor<8x4x6x6xf32>
    %686 = stablehlo.multiply %685, %603 : tensor<8x4x6x6xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %687 = stablehlo.reduce(%686 init: %cst_87) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %688 = stablehlo.reshape %687 : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %689 = stablehlo.negate %688 : tensor<8x4x6x1xf32>
    %690 = stablehlo.broadcast_in_dim %605, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %691 = stablehlo.divide %675, %690 : tensor<8x4x6x6xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %692 = stablehlo.reduce(%689 init: %cst_88) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %693 = stablehlo.broadcast_in_dim %692, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %694 = stablehlo.add %691, %693 : tensor<8x4x6x6xf32>
    %695 = stablehlo.multiply %694, %603 : tensor<8x4x6x6xf32>
    %696 = call @_where_6(%596#1, %596#2, %695) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_89 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %697 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %698 = stablehlo.divide %696, %697 : tensor<8x4x6x6xf32>
    %699 = stablehlo.dot_general %698, %564, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %700 = stablehlo.transpose %699, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %701 = stablehlo.dot_general %698, %590, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %702 = stablehlo.transpose %701, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %703 = stablehlo.reshape %700 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %704 = stablehlo.reduce(%703 init: %cst_90) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %705 = stablehlo.slice %704 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %706 = stablehlo.slice %704 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %707 = stablehlo.broadcast_in_dim %576, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %708 = stablehlo.multiply %706, %707 : tensor<8x6x2x2xf32>
    %709 = stablehlo.broadcast_in_dim %577, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %710 = stablehlo.multiply %706, %709 : tensor<8x6x2x2xf32>
    %711 = stablehlo.negate %705 : tensor<8x6x2x2xf32>
    %712 = stablehlo.broadcast_in_dim %577, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %713 = stablehlo.multiply %711, %712 : tensor<8x6x2x2xf32>
    %714 = stablehlo.add %708, %713 : tensor<8x6x2x2xf32>
    %715 = stablehlo.broadcast_in_dim %576, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %716 = stablehlo.multiply %705, %715 : tensor<8x6x2x2xf32>
    %717 = stablehlo.add %710, %716 : tensor<8x6x2x2xf32>
    %718 = stablehlo.concatenate %717, %714, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %719 = stablehlo.reshape %718 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %720 = stablehlo.dot_general %719, %540, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %721 = stablehlo.transpose %720, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %722 = stablehlo.dot_general %719, %522#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %723 = stablehlo.add %683, %722 : tensor<8x6x16xf32>
    %724 = stablehlo.slice %702 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %725 = stablehlo.slice %702 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %726 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %727 = stablehlo.multiply %725, %726 : tensor<8x6x4x2xf32>
    %728 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %729 = stablehlo.multiply %725, %728 : tensor<8x6x4x2xf32>
    %730 = stablehlo.negate %724 : tensor<8x6x4x2xf32>
    %731 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %732 = stablehlo.multiply %730, %731 : tensor<8x6x4x2xf32>
    %733 = stablehlo.add %727, %732 : tensor<8x6x4x2xf32>
    %734 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %735 = stablehlo.multiply %724, %734 : tensor<8x6x4x2xf32>
    %736 = stablehlo.add %729, %735 : tensor<8x6x4x2xf32>
    %737 = stablehlo.concatenate %736, %733, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %738 = stablehlo.reshape %737 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %739 = stablehlo.dot_general %738, %540, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %740 = stablehlo.transpose %739, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %741 = stablehlo.dot_general %738, %522#15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %742 = stablehlo.add %723, %741 : tensor<8x6x16xf32>
    %743 = stablehlo.multiply %537, %742 : tensor<8x6x16xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %744 = stablehlo.reduce(%743 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %745 = stablehlo.reshape %744 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %746 = stablehlo.broadcast_in_dim %538, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %747 = stablehlo.multiply %742, %746 : tensor<8x6x16xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %748 = stablehlo.reduce(%745 init: %cst_92) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %749 = stablehlo.multiply %522#8, %747 : tensor<8x6x16xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %750 = stablehlo.reduce(%749 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %751 = stablehlo.reshape %750 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %752 = stablehlo.broadcast_in_dim %532, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %753 = stablehlo.multiply %747, %752 : tensor<8x6x16xf32>
    %754 = stablehlo.add %669, %753 : tensor<8x6x16xf32>
    %755 = stablehlo.multiply %751, %535 : tensor<8x6x1xf32>
    %cst_94 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %756 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %757 = stablehlo.divide %755, %756 : tensor<8x6x1xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %758 = stablehlo.reduce(%757 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %759 = stablehlo.broadcast_in_dim %758, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %760 = stablehlo.multiply %759, %525 : tensor<8x6x16xf32>
    %761 = stablehlo.add %754, %760 : tensor<8x6x16xf32>
    %762:19 = stablehlo.optimization_barrier %253, %279, %324, %332, %348, %351, %cst, %cst_0, %238, %arg20, %arg21, %arg22, %arg23, %arg24, %arg25, %arg26, %arg27, %arg28, %761 : tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<8x6x16xf32>
    %763 = stablehlo.multiply %762#8, %762#8 : tensor<8x6x16xf32>
    %cst_96 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %764 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %765 = stablehlo.multiply %764, %762#8 : tensor<8x6x16xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %766 = stablehlo.reduce(%763 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %767 = stablehlo.broadcast_in_dim %766, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_98 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %768 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %769 = stablehlo.divide %767, %768 : tensor<8x6x1xf32>
    %cst_99 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %770 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %771 = stablehlo.add %769, %770 : tensor<8x6x1xf32>
    %772 = stablehlo.rsqrt %771 : tensor<8x6x1xf32>
    %773 = stablehlo.divide %772, %771 : tensor<8x6x1xf32>
    %cst_100 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %774 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %775 = stablehlo.multiply %774, %773 : tensor<8x6x1xf32>
    %776 = stablehlo.broadcast_in_dim %772, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %777 = stablehlo.multiply %762#8, %776 : tensor<8x6x16xf32>
    %778 = stablehlo.broadcast_in_dim %762#12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %779 = stablehlo.broadcast_in_dim %778, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %780 = stablehlo.multiply %777, %779 : tensor<8x6x16xf32>
    %781 = stablehlo.reshape %762#0 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %782 = stablehlo.iota dim = 0 : tensor<6xi32>
    %783 = stablehlo.broadcast_in_dim %782, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %784 = stablehlo.convert %783 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %785 = stablehlo.broadcast_in_dim %762#6, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %786 = stablehlo.broadcast_in_dim %784, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %787 = stablehlo.broadcast_in_dim %785, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %788 = stablehlo.multiply %786, %787 : tensor<6x2xf32>
    %789 = stablehlo.broadcast_in_dim %788, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %790 = stablehlo.slice %781 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %791 = stablehlo.slice %781 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %792 = stablehlo.cosine %789 : tensor<1x6x1x2xf32>
    %793 = stablehlo.sine %789 : tensor<1x6x1x2xf32>
    %794 = stablehlo.broadcast_in_dim %792, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %795 = stablehlo.multiply %790, %794 : tensor<8x6x4x2xf32>
    %796 = stablehlo.broadcast_in_dim %793, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %797 = stablehlo.multiply %791, %796 : tensor<8x6x4x2xf32>
    %798 = stablehlo.subtract %795, %797 : tensor<8x6x4x2xf32>
    %799 = stablehlo.broadcast_in_dim %793, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %800 = stablehlo.multiply %790, %799 : tensor<8x6x4x2xf32>
    %801 = stablehlo.broadcast_in_dim %792, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %802 = stablehlo.multiply %791, %801 : tensor<8x6x4x2xf32>
    %803 = stablehlo.add %800, %802 : tensor<8x6x4x2xf32>
    %804 = stablehlo.concatenate %798, %803, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %805 = stablehlo.reshape %762#1 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %806 = stablehlo.iota dim = 0 : tensor<6xi32>
    %807 = stablehlo.broadcast_in_dim %806, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %808 = stablehlo.convert %807 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %809 = stablehlo.broadcast_in_dim %762#7, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %810 = stablehlo.broadcast_in_dim %808, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %811 = stablehlo.broadcast_in_dim %809, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %812 = stablehlo.multiply %810, %811 : tensor<6x2xf32>
    %813 = stablehlo.broadcast_in_dim %812, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %814 = stablehlo.slice %805 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %815 = stablehlo.slice %805 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %816 = stablehlo.cosine %813 : tensor<1x6x1x2xf32>
    %817 = stablehlo.sine %813 : tensor<1x6x1x2xf32>
    %818 = stablehlo.broadcast_in_dim %816, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %819 = stablehlo.multiply %814, %818 : tensor<8x6x2x2xf32>
    %820 = stablehlo.broadcast_in_dim %817, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %821 = stablehlo.multiply %815, %820 : tensor<8x6x2x2xf32>
    %822 = stablehlo.subtract %819, %821 : tensor<8x6x2x2xf32>
    %823 = stablehlo.broadcast_in_dim %817, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %824 = stablehlo.multiply %814, %823 : tensor<8x6x2x2xf32>
    %825 = stablehlo.broadcast_in_dim %816, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %826 = stablehlo.multiply %815, %825 : tensor<8x6x2x2xf32>
    %827 = stablehlo.add %824, %826 : tensor<8x6x2x2xf32>
    %828 = stablehlo.concatenate %822, %827, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %829 = stablehlo.broadcast_in_dim %828, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %830 = stablehlo.reshape %829 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %831 = stablehlo.dot_general %804, %830, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_101 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %832 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %833 = stablehlo.divide %831, %832 : tensor<8x4x6x6xf32>
    %c_102 = stablehlo.constant dense<true> : tensor<i1>
    %834 = stablehlo.broadcast_in_dim %c_102, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %835 = call @tril_2(%834) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_103 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %836:3 = call @_where_3(%835, %833, %cst_103) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    %cst_104 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %837 = stablehlo.reduce(%836#0 init: %cst_104) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_105 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %838 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %839 = stablehlo.maximum %838, %837 : tensor<8x4x6xf32>
    %840 = stablehlo.broadcast_in_dim %839, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %841 = stablehlo.broadcast_in_dim %840, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %842 = stablehlo.subtract %836#0, %841 : tensor<8x4x6x6xf32>
    %843 = stablehlo.exponential %842 : tensor<8x4x6x6xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %844 = stablehlo.reduce(%843 init: %cst_106) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %845 = stablehlo.broadcast_in_dim %844, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %846 = stablehlo.broadcast_in_dim %845, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %847 = stablehlo.divide %843, %846 : tensor<8x4x6x6xf32>
    %848 = stablehlo.multiply %845, %845 : tensor<8x4x6x1xf32>
    %cst_107 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %849 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x4x6x1xf32>
    %850 = stablehlo.divide %849, %848 : tensor<8x4x6x1xf32>
    %851 = stablehlo.reshape %762#2 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %852 = stablehlo.broadcast_in_dim %851, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %853 = stablehlo.reshape %852 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %854 = stablehlo.dot_general %853, %847, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %855 = stablehlo.transpose %854, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %856 = stablehlo.reshape %855 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %857 = stablehlo.add %762#8, %762#3 : tensor<8x6x16xf32>
    %858 = stablehlo.multiply %857, %857 : tensor<8x6x16xf32>
    %cst_108 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %859 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %860 = stablehlo.multiply %859, %857 : tensor<8x6x16xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %861 = stablehlo.reduce(%858 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %862 = stablehlo.broadcast_in_dim %861, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_110 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %863 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %864 = stablehlo.divide %862, %863 : tensor<8x6x1xf32>
    %cst_111 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %865 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %866 = stablehlo.add %864, %865 : tensor<8x6x1xf32>
    %867 = stablehlo.rsqrt %866 : tensor<8x6x1xf32>
    %868 = stablehlo.divide %867, %866 : tensor<8x6x1xf32>
    %cst_112 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %869 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %870 = stablehlo.multiply %869, %868 : tensor<8x6x1xf32>
    %871 = stablehlo.broadcast_in_dim %867, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %872 = stablehlo.multiply %857, %871 : tensor<8x6x16xf32>
    %873 = stablehlo.broadcast_in_dim %762#13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %874 = stablehlo.broadcast_in_dim %873, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %875 = stablehlo.multiply %872, %874 : tensor<8x6x16xf32>
    %876:3 = call @silu_4(%762#4) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>)
    %877 = stablehlo.multiply %876#0, %762#5 : tensor<8x6x24xf32>
    %878 = stablehlo.dot_general %762#18, %877, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x24xf32>) -> tensor<16x24xf32>
    %879 = stablehlo.transpose %878, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %880 = stablehlo.dot_general %762#18, %762#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<24x16xf32>) -> tensor<8x6x24xf32>
    %881 = stablehlo.multiply %876#0, %880 : tensor<8x6x24xf32>
    %882 = stablehlo.multiply %880, %762#5 : tensor<8x6x24xf32>
    %883 = stablehlo.dot_general %881, %875, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %884 = stablehlo.transpose %883, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %885 = stablehlo.dot_general %881, %762#16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %886 = call @silu_5(%876#1, %762#4, %876#2, %882) : (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %887 = stablehlo.dot_general %886, %875, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %888 = stablehlo.transpose %887, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %889 = stablehlo.dot_general %886, %762#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %890 = stablehlo.add %885, %889 : tensor<8x6x16xf32>
    %891 = stablehlo.multiply %872, %890 : tensor<8x6x16xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %892 = stablehlo.reduce(%891 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %893 = stablehlo.reshape %892 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %894 = stablehlo.broadcast_in_dim %873, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %895 = stablehlo.multiply %890, %894 : tensor<8x6x16xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %896 = stablehlo.reduce(%893 init: %cst_114) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %897 = stablehlo.multiply %857, %895 : tensor<8x6x16xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %898 = stablehlo.reduce(%897 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %899 = stablehlo.reshape %898 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %900 = stablehlo.broadcast_in_dim %867, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %901 = stablehlo.multiply %895, %900 : tensor<8x6x16xf32>
    %902 = stablehlo.add %762#18, %901 : tensor<8x6x16xf32>
    %903 = stablehlo.multiply %899, %870 : tensor<8x6x1xf32>
    %cst_116 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %904 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %905 = stablehlo.divide %903, %904 : tensor<8x6x1xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %906 = stablehlo.reduce(%905 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %907 = stablehlo.broadcast_in_dim %906, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %908 = stablehlo.multiply %907, %860 : tensor<8x6x16xf32>
    %909 = stablehlo.add %902, %908 : tensor<8x6x16xf32>
    %910 = stablehlo.dot_general %909, %856, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %911 = stablehlo.transpose %910, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %912 = stablehlo.dot_general %909, %762#14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %913 = stablehlo.reshape %912 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %914 = stablehlo.transpose %913, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xf32>) -> tensor<8x4x4x6xf32>
    %915 = stablehlo.dot_general %914, %853, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %916 = stablehlo.dot_general %914, %847, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %917 = stablehlo.transpose %916, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %918 = stablehlo.reshape %917 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %919 = stablehlo.reduce(%918 init: %cst_118) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %920 = stablehlo.reshape %919 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %921 = stablehlo.dot_general %920, %780, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %922 = stablehlo.transpose %921, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %923 = stablehlo.dot_general %920, %762#17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %924 = stablehlo.broadcast_in_dim %850, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %925 = stablehlo.multiply %915, %924 : tensor<8x4x6x6xf32>
    %926 = stablehlo.multiply %925, %843 : tensor<8x4x6x6xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %927 = stablehlo.reduce(%926 init: %cst_119) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %928 = stablehlo.reshape %927 : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %929 = stablehlo.negate %928 : tensor<8x4x6x1xf32>
    %930 = stablehlo.broadcast_in_dim %845, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %931 = stablehlo.divide %915, %930 : tensor<8x4x6x6xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %932 = stablehlo.reduce(%929 init: %cst_120) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %933 = stablehlo.broadcast_in_dim %932, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %934 = stablehlo.add %931, %933 : tensor<8x4x6x6xf32>
    %935 = stablehlo.multiply %934, %843 : tensor<8x4x6x6xf32>
    %936 = call @_where_6(%836#1, %836#2, %935) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_121 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %937 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %938 = stablehlo.divide %936, %937 : tensor<8x4x6x6xf32>
    %939 = stablehlo.dot_general %938, %804, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %940 = stablehlo.transpose %939, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %941 = stablehlo.dot_general %938, %830, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %942 = stablehlo.transpose %941, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %943 = stablehlo.reshape %940 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %944 = stablehlo.reduce(%943 init: %cst_122) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %945 = stablehlo.slice %944 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %946 = stablehlo.slice %944 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %947 = stablehlo.broadcast_in_dim %816, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %948 = stablehlo.multiply %946, %947 : tensor<8x6x2x2xf32>
    %949 = stablehlo.broadcast_in_dim %817, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %950 = stablehlo.multiply %946, %949 : tensor<8x6x2x2xf32>
    %951 = stablehlo.negate %945 : tensor<8x6x2x2xf32>
    %952 = stablehlo.broadcast_in_dim %817, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %953 = stablehlo.multiply %951, %952 : tensor<8x6x2x2xf32>
    %954 = stablehlo.add %948, %953 : tensor<8x6x2x2xf32>
    %955 = stablehlo.broadcast_in_dim %816, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %956 = stablehlo.multiply %945, %955 : tensor<8x6x2x2xf32>
    %957 = stablehlo.add %950, %956 : tensor<8x6x2x2xf32>
    %958 = stablehlo.concatenate %957, %954, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %959 = stablehlo.reshape %958 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %960 = stablehlo.dot_general %959, %780, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %961 = stablehlo.transpose %960, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %962 = stablehlo.dot_general %959, %762#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %963 = stablehlo.add %923, %962 : tensor<8x6x16xf32>
    %964 = stablehlo.slice %942 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %965 = stablehlo.slice %942 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %966 = stablehlo.broadcast_in_dim %792, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %967 = stablehlo.multiply %965, %966 : tensor<8x6x4x2xf32>
    %968 = stablehlo.broadcast_in_dim %793, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %969 = stablehlo.multiply %965, %968 : tensor<8x6x4x2xf32>
    %970 = stablehlo.negate %964 : tensor<8x6x4x2xf32>
    %971 = stablehlo.broadcast_in_dim %793, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %972 = stablehlo.multiply %970, %971 : tensor<8x6x4x2xf32>
    %973 = stablehlo.add %967, %972 : tensor<8x6x4x2xf32>
    %974 = stablehlo.broadcast_in_dim %792, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %975 = stablehlo.multiply %964, %974 : tensor<8x6x4x2xf32>
    %976 = stablehlo.add %969, %975 : tensor<8x6x4x2xf32>
    %977 = stablehlo.concatenate %976, %973, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %978 = stablehlo.reshape %977 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %979 = stablehlo.dot_general %978, %780, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %980 = stablehlo.transpose %979, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %981 = stablehlo.dot_general %978, %762#15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %982 = stablehlo.add %963, %981 : tensor<8x6x16xf32>
    %983 = stablehlo.multiply %777, %982 : tensor<8x6x16xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %984 = stablehlo.reduce(%983 init: %cst_123) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %985 = stablehlo.reshape %984 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %986 = stablehlo.broadcast_in_dim %778, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %987 = stablehlo.multiply %982, %986 : tensor<8x6x16xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %988 = stablehlo.reduce(%985 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %989 = stablehlo.multiply %762#8, %987 : tensor<8x6x16xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %990 = stablehlo.reduce(%989 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %991 = stablehlo.reshape %990 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %992 = stablehlo.broadcast_in_dim %772, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %993 = stablehlo.multiply %987, %992 : tensor<8x6x16xf32>
    %994 = stablehlo.add %909, %993 : tensor<8x6x16xf32>
    %995 = stablehlo.multiply %991, %775 : tensor<8x6x1xf32>
    %cst_126 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %996 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %997 = stablehlo.divide %995, %996 : tensor<8x6x1xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %998 = stablehlo.reduce(%997 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %999 = stablehlo.broadcast_in_dim %998, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %1000 = stablehlo.multiply %999, %765 : tensor<8x6x16xf32>
    %1001 = stablehlo.add %994, %1000 : tensor<8x6x16xf32>
    %1002:19 = stablehlo.optimization_barrier %137, %163, %208, %216, %232, %235, %cst, %cst_0, %122, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %1001 : tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<8x6x16xf32>
    %1003 = stablehlo.multiply %1002#8, %1002#8 : tensor<8x6x16xf32>
    %cst_128 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1004 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %1005 = stablehlo.multiply %1004, %1002#8 : tensor<8x6x16xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1006 = stablehlo.reduce(%1003 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1007 = stablehlo.broadcast_in_dim %1006, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_130 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1008 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1009 = stablehlo.divide %1007, %1008 : tensor<8x6x1xf32>
    %cst_131 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1011 = stablehlo.add %1009, %1010 : tensor<8x6x1xf32>
    %1012 = stablehlo.rsqrt %1011 : tensor<8x6x1xf32>
    %1013 = stablehlo.divide %1012, %1011 : tensor<8x6x1xf32>
    %cst_132 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %1014 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1015 = stablehlo.multiply %1014, %1013 : tensor<8x6x1xf32>
    %1016 = stablehlo.broadcast_in_dim %1012, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1017 = stablehlo.multiply %1002#8, %1016 : tensor<8x6x16xf32>
    %1018 = stablehlo.broadcast_in_dim %1002#12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1019 = stablehlo.broadcast_in_dim %1018, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1020 = stablehlo.multiply %1017, %1019 : tensor<8x6x16xf32>
    %1021 = stablehlo.reshape %1002#0 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %1022 = stablehlo.iota dim = 0 : tensor<6xi32>
    %1023 = stablehlo.broadcast_in_dim %1022, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1024 = stablehlo.convert %1023 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %1025 = stablehlo.broadcast_in_dim %1002#6, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %1026 = stablehlo.broadcast_in_dim %1024, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %1027 = stablehlo.broadcast_in_dim %1025, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %1028 = stablehlo.multiply %1026, %1027 : tensor<6x2xf32>
    %1029 = stablehlo.broadcast_in_dim %1028, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %1030 = stablehlo.slice %1021 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1031 = stablehlo.slice %1021 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1032 = stablehlo.cosine %1029 : tensor<1x6x1x2xf32>
    %1033 = stablehlo.sine %1029 : tensor<1x6x1x2xf32>
    %1034 = stablehlo.broadcast_in_dim %1032, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1035 = stablehlo.multiply %1030, %1034 : tensor<8x6x4x2xf32>
    %1036 = stablehlo.broadcast_in_dim %1033, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1037 = stablehlo.multiply %1031, %1036 : tensor<8x6x4x2xf32>
    %1038 = stablehlo.subtract %1035, %1037 : tensor<8x6x4x2xf32>
    %1039 = stablehlo.broadcast_in_dim %1033, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1040 = stablehlo.multiply %1030, %1039 : tensor<8x6x4x2xf32>
    %1041 = stablehlo.broadcast_in_dim %1032, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1042 = stablehlo.multiply %1031, %1041 : tensor<8x6x4x2xf32>
    %1043 = stablehlo.add %1040, %1042 : tensor<8x6x4x2xf32>
    %1044 = stablehlo.concatenate %1038, %1043, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %1045 = stablehlo.reshape %1002#1 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %1046 = stablehlo.iota dim = 0 : tensor<6xi32>
    %1047 = stablehlo.broadcast_in_dim %1046, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1048 = stablehlo.convert %1047 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %1049 = stablehlo.broadcast_in_dim %1002#7, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %1050 = stablehlo.broadcast_in_dim %1048, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %1051 = stablehlo.broadcast_in_dim %1049, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %1052 = stablehlo.multiply %1050, %1051 : tensor<6x2xf32>
    %1053 = stablehlo.broadcast_in_dim %1052, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %1054 = stablehlo.slice %1045 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1055 = stablehlo.slice %1045 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1056 = stablehlo.cosine %1053 : tensor<1x6x1x2xf32>
    %1057 = stablehlo.sine %1053 : tensor<1x6x1x2xf32>
    %1058 = stablehlo.broadcast_in_dim %1056, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1059 = stablehlo.multiply %1054, %1058 : tensor<8x6x2x2xf32>
    %1060 = stablehlo.broadcast_in_dim %1057, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1061 = stablehlo.multiply %1055, %1060 : tensor<8x6x2x2xf32>
    %1062 = stablehlo.subtract %1059, %1061 : tensor<8x6x2x2xf32>
    %1063 = stablehlo.broadcast_in_dim %1057, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1064 = stablehlo.multiply %1054, %1063 : tensor<8x6x2x2xf32>
    %1065 = stablehlo.broadcast_in_dim %1056, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1066 = stablehlo.multiply %1055, %1065 : tensor<8x6x2x2xf32>
    %1067 = stablehlo.add %1064, %1066 : tensor<8x6x2x2xf32>
    %1068 = stablehlo.concatenate %1062, %1067, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %1069 = stablehlo.broadcast_in_dim %1068, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %1070 = stablehlo.reshape %1069 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %1071 = stablehlo.dot_general %1044, %1070, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_133 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1072 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1073 = stablehlo.divide %1071, %1072 : tensor<8x4x6x6xf32>
    %c_134 = stablehlo.constant dense<true> : tensor<i1>
    %1074 = stablehlo.broadcast_in_dim %c_134, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %1075 = call @tril_2(%1074) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_135 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %1076:3 = call @_where_3(%1075, %1073, %cst_135) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    %cst_136 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1077 = stablehlo.reduce(%1076#0 init: %cst_136) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_137 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1078 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %1079 = stablehlo.maximum %1078, %1077 : tensor<8x4x6xf32>
    %1080 = stablehlo.broadcast_in_dim %1079, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1081 = stablehlo.broadcast_in_dim %1080, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1082 = stablehlo.subtract %1076#0, %1081 : tensor<8x4x6x6xf32>
    %1083 = stablehlo.exponential %1082 : tensor<8x4x6x6xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1084 = stablehlo.reduce(%1083 init: %cst_138) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1085 = stablehlo.broadcast_in_dim %1084, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1086 = stablehlo.broadcast_in_dim %1085, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1087 = stablehlo.divide %1083, %1086 : tensor<8x4x6x6xf32>
    %1088 = stablehlo.multiply %1085, %1085 : tensor<8x4x6x1xf32>
    %cst_139 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1089 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<8x4x6x1xf32>
    %1090 = stablehlo.divide %1089, %1088 : tensor<8x4x6x1xf32>
    %1091 = stablehlo.reshape %1002#2 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %1092 = stablehlo.broadcast_in_dim %1091, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %1093 = stablehlo.reshape %1092 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %1094 = stablehlo.dot_general %1093, %1087, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %1095 = stablehlo.transpose %1094, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %1096 = stablehlo.reshape %1095 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %1097 = stablehlo.add %1002#8, %1002#3 : tensor<8x6x16xf32>
    %1098 = stablehlo.multiply %1097, %1097 : tensor<8x6x16xf32>
    %cst_140 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1099 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %1100 = stablehlo.multiply %1099, %1097 : tensor<8x6x16xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1101 = stablehlo.reduce(%1098 init: %cst_141) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1102 = stablehlo.broadcast_in_dim %1101, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_142 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1103 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1104 = stablehlo.divide %1102, %1103 : tensor<8x6x1xf32>
    %cst_143 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1105 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1106 = stablehlo.add %1104, %1105 : tensor<8x6x1xf32>
    %1107 = stablehlo.rsqrt %1106 : tensor<8x6x1xf32>
    %1108 = stablehlo.divide %1107, %1106 : tensor<8x6x1xf32>
    %cst_144 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %1109 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1110 = stablehlo.multiply %1109, %1108 : tensor<8x6x1xf32>
    %1111 = stablehlo.broadcast_in_dim %1107, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1112 = stablehlo.multiply %1097, %1111 : tensor<8x6x16xf32>
    %1113 = stablehlo.broadcast_in_dim %1002#13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1114 = stablehlo.broadcast_in_dim %1113, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1115 = stablehlo.multiply %1112, %1114 : tensor<8x6x16xf32>
    %1116:3 = call @silu_4(%1002#4) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>)
    %1117 = stablehlo.multiply %1116#0, %1002#5 : tensor<8x6x24xf32>
    %1118 = stablehlo.dot_general %1002#18, %1117, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x24xf32>) -> tensor<16x24xf32>
    %1119 = stablehlo.transpose %1118, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %1120 = stablehlo.dot_general %1002#18, %1002#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<24x16xf32>) -> tensor<8x6x24xf32>
    %1121 = stablehlo.multiply %1116#0, %1120 : tensor<8x6x24xf32>
    %1122 = stablehlo.multiply %1120, %1002#5 : tensor<8x6x24xf32>
    %1123 = stablehlo.dot_general %1121, %1115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %1124 = stablehlo.transpose %1123, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %1125 = stablehlo.dot_general %1121, %1002#16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %1126 = call @silu_5(%1116#1, %1002#4, %1116#2, %1122) : (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %1127 = stablehlo.dot_general %1126, %1115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %1128 = stablehlo.transpose %1127, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %1129 = stablehlo.dot_general %1126, %1002#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %1130 = stablehlo.add %1125, %1129 : tensor<8x6x16xf32>
    %1131 = stablehlo.multiply %1112, %1130 : tensor<8x6x16xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1132 = stablehlo.reduce(%1131 init: %cst_145) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1133 = stablehlo.reshape %1132 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1134 = stablehlo.broadcast_in_dim %1113, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1135 = stablehlo.multiply %1130, %1134 : tensor<8x6x16xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1136 = stablehlo.reduce(%1133 init: %cst_146) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1137 = stablehlo.multiply %1097, %1135 : tensor<8x6x16xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1138 = stablehlo.reduce(%1137 init: %cst_147) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1139 = stablehlo.reshape %1138 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %1140 = stablehlo.broadcast_in_dim %1107, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1141 = stablehlo.multiply %1135, %1140 : tensor<8x6x16xf32>
    %1142 = stablehlo.add %1002#18, %1141 : tensor<8x6x16xf32>
    %1143 = stablehlo.multiply %1139, %1110 : tensor<8x6x1xf32>
    %cst_148 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1144 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1145 = stablehlo.divide %1143, %1144 : tensor<8x6x1xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1146 = stablehlo.reduce(%1145 init: %cst_149) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1147 = stablehlo.broadcast_in_dim %1146, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %1148 = stablehlo.multiply %1147, %1100 : tensor<8x6x16xf32>
    %1149 = stablehlo.add %1142, %1148 : tensor<8x6x16xf32>
    %1150 = stablehlo.dot_general %1149, %1096, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %1151 = stablehlo.transpose %1150, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1152 = stablehlo.dot_general %1149, %1002#14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %1153 = stablehlo.reshape %1152 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %1154 = stablehlo.transpose %1153, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xf32>) -> tensor<8x4x4x6xf32>
    %1155 = stablehlo.dot_general %1154, %1093, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %1156 = stablehlo.dot_general %1154, %1087, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %1157 = stablehlo.transpose %1156, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %1158 = stablehlo.reshape %1157 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1159 = stablehlo.reduce(%1158 init: %cst_150) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %1160 = stablehlo.reshape %1159 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %1161 = stablehlo.dot_general %1160, %1020, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %1162 = stablehlo.transpose %1161, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %1163 = stablehlo.dot_general %1160, %1002#17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %1164 = stablehlo.broadcast_in_dim %1090, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1165 = stablehlo.multiply %1155, %1164 : tensor<8x4x6x6xf32>
    %1166 = stablehlo.multiply %1165, %1083 : tensor<8x4x6x6xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1167 = stablehlo.reduce(%1166 init: %cst_151) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1168 = stablehlo.reshape %1167 : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1169 = stablehlo.negate %1168 : tensor<8x4x6x1xf32>
    %1170 = stablehlo.broadcast_in_dim %1085, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1171 = stablehlo.divide %1155, %1170 : tensor<8x4x6x6xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1172 = stablehlo.reduce(%1169 init: %cst_152) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1173 = stablehlo.broadcast_in_dim %1172, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %1174 = stablehlo.add %1171, %1173 : tensor<8x4x6x6xf32>
    %1175 = stablehlo.multiply %1174, %1083 : tensor<8x4x6x6xf32>
    %1176 = call @_where_6(%1076#1, %1076#2, %1175) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_153 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1177 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1178 = stablehlo.divide %1176, %1177 : tensor<8x4x6x6xf32>
    %1179 = stablehlo.dot_general %1178, %1044, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %1180 = stablehlo.transpose %1179, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %1181 = stablehlo.dot_general %1178, %1070, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %1182 = stablehlo.transpose %1181, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %1183 = stablehlo.reshape %1180 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1184 = stablehlo.reduce(%1183 init: %cst_154) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %1185 = stablehlo.slice %1184 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1186 = stablehlo.slice %1184 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1187 = stablehlo.broadcast_in_dim %1056, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1188 = stablehlo.multiply %1186, %1187 : tensor<8x6x2x2xf32>
    %1189 = stablehlo.broadcast_in_dim %1057, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1190 = stablehlo.multiply %1186, %1189 : tensor<8x6x2x2xf32>
    %1191 = stablehlo.negate %1185 : tensor<8x6x2x2xf32>
    %1192 = stablehlo.broadcast_in_dim %1057, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1193 = stablehlo.multiply %1191, %1192 : tensor<8x6x2x2xf32>
    %1194 = stablehlo.add %1188, %1193 : tensor<8x6x2x2xf32>
    %1195 = stablehlo.broadcast_in_dim %1056, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1196 = stablehlo.multiply %1185, %1195 : tensor<8x6x2x2xf32>
    %1197 = stablehlo.add %1190, %1196 : tensor<8x6x2x2xf32>
    %1198 = stablehlo.concatenate %1197, %1194, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %1199 = stablehlo.reshape %1198 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %1200 = stablehlo.dot_general %1199, %1020, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %1201 = stablehlo.transpose %1200, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %1202 = stablehlo.dot_general %1199, %1002#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %1203 = stablehlo.add %1163, %1202 : tensor<8x6x16xf32>
    %1204 = stablehlo.slice %1182 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1205 = stablehlo.slice %1182 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1206 = stablehlo.broadcast_in_dim %1032, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1207 = stablehlo.multiply %1205, %1206 : tensor<8x6x4x2xf32>
    %1208 = stablehlo.broadcast_in_dim %1033, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1209 = stablehlo.multiply %1205, %1208 : tensor<8x6x4x2xf32>
    %1210 = stablehlo.negate %1204 : tensor<8x6x4x2xf32>
    %1211 = stablehlo.broadcast_in_dim %1033, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1212 = stablehlo.multiply %1210, %1211 : tensor<8x6x4x2xf32>
    %1213 = stablehlo.add %1207, %1212 : tensor<8x6x4x2xf32>
    %1214 = stablehlo.broadcast_in_dim %1032, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1215 = stablehlo.multiply %1204, %1214 : tensor<8x6x4x2xf32>
    %1216 = stablehlo.add %1209, %1215 : tensor<8x6x4x2xf32>
    %1217 = stablehlo.concatenate %1216, %1213, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %1218 = stablehlo.reshape %1217 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %1219 = stablehlo.dot_general %1218, %1020, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %1220 = stablehlo.transpose %1219, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1221 = stablehlo.dot_general %1218, %1002#15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %1222 = stablehlo.add %1203, %1221 : tensor<8x6x16xf32>
    %1223 = stablehlo.multiply %1017, %1222 : tensor<8x6x16xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1224 = stablehlo.reduce(%1223 init: %cst_155) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1225 = stablehlo.reshape %1224 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1226 = stablehlo.broadcast_in_dim %1018, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1227 = stablehlo.multiply %1222, %1226 : tensor<8x6x16xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1228 = stablehlo.reduce(%1225 init: %cst_156) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1229 = stablehlo.multiply %1002#8, %1227 : tensor<8x6x16xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1230 = stablehlo.reduce(%1229 init: %cst_157) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1231 = stablehlo.reshape %1230 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %1232 = stablehlo.broadcast_in_dim %1012, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1233 = stablehlo.multiply %1227, %1232 : tensor<8x6x16xf32>
    %1234 = stablehlo.add %1149, %1233 : tensor<8x6x16xf32>
    %1235 = stablehlo.multiply %1231, %1015 : tensor<8x6x1xf32>
    %cst_158 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1236 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1237 = stablehlo.divide %1235, %1236 : tensor<8x6x1xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1238 = stablehlo.reduce(%1237 init: %cst_159) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1239 = stablehlo.broadcast_in_dim %1238, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %1240 = stablehlo.multiply %1239, %1005 : tensor<8x6x16xf32>
    %1241 = stablehlo.add %1234, %1240 : tensor<8x6x16xf32>
    %1242:19 = stablehlo.optimization_barrier %21, %47, %92, %100, %116, %119, %cst, %cst_0, %6, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %1241 : tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<8x6x16xf32>
    %1243 = stablehlo.multiply %1242#8, %1242#8 : tensor<8x6x16xf32>
    %cst_160 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1244 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %1245 = stablehlo.multiply %1244, %1242#8 : tensor<8x6x16xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1246 = stablehlo.reduce(%1243 init: %cst_161) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1247 = stablehlo.broadcast_in_dim %1246, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_162 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1248 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1249 = stablehlo.divide %1247, %1248 : tensor<8x6x1xf32>
    %cst_163 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1250 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1251 = stablehlo.add %1249, %1250 : tensor<8x6x1xf32>
    %1252 = stablehlo.rsqrt %1251 : tensor<8x6x1xf32>
    %1253 = stablehlo.divide %1252, %1251 : tensor<8x6x1xf32>
    %cst_164 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %1254 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1255 = stablehlo.multiply %1254, %1253 : tensor<8x6x1xf32>
    %1256 = stablehlo.broadcast_in_dim %1252, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1257 = stablehlo.multiply %1242#8, %1256 : tensor<8x6x16xf32>
    %1258 = stablehlo.broadcast_in_dim %1242#12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1259 = stablehlo.broadcast_in_dim %1258, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1260 = stablehlo.multiply %1257, %1259 : tensor<8x6x16xf32>
    %1261 = stablehlo.reshape %1242#0 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %1262 = stablehlo.iota dim = 0 : tensor<6xi32>
    %1263 = stablehlo.broadcast_in_dim %1262, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1264 = stablehlo.convert %1263 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %1265 = stablehlo.broadcast_in_dim %1242#6, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %1266 = stablehlo.broadcast_in_dim %1264, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %1267 = stablehlo.broadcast_in_dim %1265, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %1268 = stablehlo.multiply %1266, %1267 : tensor<6x2xf32>
    %1269 = stablehlo.broadcast_in_dim %1268, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %1270 = stablehlo.slice %1261 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1271 = stablehlo.slice %1261 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1272 = stablehlo.cosine %1269 : tensor<1x6x1x2xf32>
    %1273 = stablehlo.sine %1269 : tensor<1x6x1x2xf32>
    %1274 = stablehlo.broadcast_in_dim %1272, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1275 = stablehlo.multiply %1270, %1274 : tensor<8x6x4x2xf32>
    %1276 = stablehlo.broadcast_in_dim %1273, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1277 = stablehlo.multiply %1271, %1276 : tensor<8x6x4x2xf32>
    %1278 = stablehlo.subtract %1275, %1277 : tensor<8x6x4x2xf32>
    %1279 = stablehlo.broadcast_in_dim %1273, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1280 = stablehlo.multiply %1270, %1279 : tensor<8x6x4x2xf32>
    %1281 = stablehlo.broadcast_in_dim %1272, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1282 = stablehlo.multiply %1271, %1281 : tensor<8x6x4x2xf32>
    %1283 = stablehlo.add %1280, %1282 : tensor<8x6x4x2xf32>
    %1284 = stablehlo.concatenate %1278, %1283, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %1285 = stablehlo.reshape %1242#1 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %1286 = stablehlo.iota dim = 0 : tensor<6xi32>
    %1287 = stablehlo.broadcast_in_dim %1286, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1288 = stablehlo.convert %1287 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %1289 = stablehlo.broadcast_in_dim %1242#7, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %1290 = stablehlo.broadcast_in_dim %1288, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %1291 = stablehlo.broadcast_in_dim %1289, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %1292 = stablehlo.multiply %1290, %1291 : tensor<6x2xf32>
    %1293 = stablehlo.broadcast_in_dim %1292, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %1294 = stablehlo.slice %1285 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1295 = stablehlo.slice %1285 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1296 = stablehlo.cosine %1293 : tensor<1x6x1x2xf32>
    %1297 = stablehlo.sine %1293 : tensor<1x6x1x2xf32>
    %1298 = stablehlo.broadcast_in_dim %1296, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1299 = stablehlo.multiply %1294, %1298 : tensor<8x6x2x2xf32>
    %1300 = stablehlo.broadcast_in_dim %1297, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1301 = stablehlo.multiply %1295, %1300 : tensor<8x6x2x2xf32>
    %1302 = stablehlo.subtract %1299, %1301 : tensor<8x6x2x2xf32>
    %1303 = stablehlo.broadcast_in_dim %1297, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1304 = stablehlo.multiply %1294, %1303 : tensor<8x6x2x2xf32>
    %1305 = stablehlo.broadcast_in_dim %1296, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1306 = stablehlo.multiply %1295, %1305 : tensor<8x6x2x2xf32>
    %1307 = stablehlo.add %1304, %1306 : tensor<8x6x2x2xf32>
    %1308 = stablehlo.concatenate %1302, %1307, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %1309 = stablehlo.broadcast_in_dim %1308, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %1310 = stablehlo.reshape %1309 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %1311 = stablehlo.dot_general %1284, %1310, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_165 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1312 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1313 = stablehlo.divide %1311, %1312 : tensor<8x4x6x6xf32>
    %c_166 = stablehlo.constant dense<true> : tensor<i1>
    %1314 = stablehlo.broadcast_in_dim %c_166, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %1315 = call @tril_2(%1314) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_167 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %1316:3 = call @_where_3(%1315, %1313, %cst_167) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    %cst_168 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1317 = stablehlo.reduce(%1316#0 init: %cst_168) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_169 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1318 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %1319 = stablehlo.maximum %1318, %1317 : tensor<8x4x6xf32>
    %1320 = stablehlo.broadcast_in_dim %1319, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1321 = stablehlo.broadcast_in_dim %1320, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1322 = stablehlo.subtract %1316#0, %1321 : tensor<8x4x6x6xf32>
    %1323 = stablehlo.exponential %1322 : tensor<8x4x6x6xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1324 = stablehlo.reduce(%1323 init: %cst_170) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1325 = stablehlo.broadcast_in_dim %1324, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1326 = stablehlo.broadcast_in_dim %1325, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1327 = stablehlo.divide %1323, %1326 : tensor<8x4x6x6xf32>
    %1328 = stablehlo.multiply %1325, %1325 : tensor<8x4x6x1xf32>
    %cst_171 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1329 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<8x4x6x1xf32>
    %1330 = stablehlo.divide %1329, %1328 : tensor<8x4x6x1xf32>
    %1331 = stablehlo.reshape %1242#2 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %1332 = stablehlo.broadcast_in_dim %1331, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %1333 = stablehlo.reshape %1332 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %1334 = stablehlo.dot_general %1333, %1327, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %1335 = stablehlo.transpose %1334, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %1336 = stablehlo.reshape %1335 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %1337 = stablehlo.add %1242#8, %1242#3 : tensor<8x6x16xf32>
    %1338 = stablehlo.multiply %1337, %1337 : tensor<8x6x16xf32>
    %cst_172 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1339 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %1340 = stablehlo.multiply %1339, %1337 : tensor<8x6x16xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1341 = stablehlo.reduce(%1338 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1342 = stablehlo.broadcast_in_dim %1341, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_174 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1343 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1344 = stablehlo.divide %1342, %1343 : tensor<8x6x1xf32>
    %cst_175 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %1345 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1346 = stablehlo.add %1344, %1345 : tensor<8x6x1xf32>
    %1347 = stablehlo.rsqrt %1346 : tensor<8x6x1xf32>
    %1348 = stablehlo.divide %1347, %1346 : tensor<8x6x1xf32>
    %cst_176 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %1349 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1350 = stablehlo.multiply %1349, %1348 : tensor<8x6x1xf32>
    %1351 = stablehlo.broadcast_in_dim %1347, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1352 = stablehlo.multiply %1337, %1351 : tensor<8x6x16xf32>
    %1353 = stablehlo.broadcast_in_dim %1242#13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1354 = stablehlo.broadcast_in_dim %1353, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1355 = stablehlo.multiply %1352, %1354 : tensor<8x6x16xf32>
    %1356:3 = call @silu_4(%1242#4) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>)
    %1357 = stablehlo.multiply %1356#0, %1242#5 : tensor<8x6x24xf32>
    %1358 = stablehlo.dot_general %1242#18, %1357, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x24xf32>) -> tensor<16x24xf32>
    %1359 = stablehlo.transpose %1358, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %1360 = stablehlo.dot_general %1242#18, %1242#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<24x16xf32>) -> tensor<8x6x24xf32>
    %1361 = stablehlo.multiply %1356#0, %1360 : tensor<8x6x24xf32>
    %1362 = stablehlo.multiply %1360, %1242#5 : tensor<8x6x24xf32>
    %1363 = stablehlo.dot_general %1361, %1355, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %1364 = stablehlo.transpose %1363, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %1365 = stablehlo.dot_general %1361, %1242#16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %1366 = call @silu_5(%1356#1, %1242#4, %1356#2, %1362) : (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %1367 = stablehlo.dot_general %1366, %1355, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %1368 = stablehlo.transpose %1367, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %1369 = stablehlo.dot_general %1366, %1242#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %1370 = stablehlo.add %1365, %1369 : tensor<8x6x16xf32>
    %1371 = stablehlo.multiply %1352, %1370 : tensor<8x6x16xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1372 = stablehlo.reduce(%1371 init: %cst_177) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1373 = stablehlo.reshape %1372 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1374 = stablehlo.broadcast_in_dim %1353, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1375 = stablehlo.multiply %1370, %1374 : tensor<8x6x16xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1376 = stablehlo.reduce(%1373 init: %cst_178) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1377 = stablehlo.multiply %1337, %1375 : tensor<8x6x16xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1378 = stablehlo.reduce(%1377 init: %cst_179) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1379 = stablehlo.reshape %1378 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %1380 = stablehlo.broadcast_in_dim %1347, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1381 = stablehlo.multiply %1375, %1380 : tensor<8x6x16xf32>
    %1382 = stablehlo.add %1242#18, %1381 : tensor<8x6x16xf32>
    %1383 = stablehlo.multiply %1379, %1350 : tensor<8x6x1xf32>
    %cst_180 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1384 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1385 = stablehlo.divide %1383, %1384 : tensor<8x6x1xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1386 = stablehlo.reduce(%1385 init: %cst_181) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1387 = stablehlo.broadcast_in_dim %1386, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %1388 = stablehlo.multiply %1387, %1340 : tensor<8x6x16xf32>
    %1389 = stablehlo.add %1382, %1388 : tensor<8x6x16xf32>
    %1390 = stablehlo.dot_general %1389, %1336, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %1391 = stablehlo.transpose %1390, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1392 = stablehlo.dot_general %1389, %1242#14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %1393 = stablehlo.reshape %1392 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %1394 = stablehlo.transpose %1393, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xf32>) -> tensor<8x4x4x6xf32>
    %1395 = stablehlo.dot_general %1394, %1333, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %1396 = stablehlo.dot_general %1394, %1327, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %1397 = stablehlo.transpose %1396, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %1398 = stablehlo.reshape %1397 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1399 = stablehlo.reduce(%1398 init: %cst_182) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %1400 = stablehlo.reshape %1399 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %1401 = stablehlo.dot_general %1400, %1260, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %1402 = stablehlo.transpose %1401, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %1403 = stablehlo.dot_general %1400, %1242#17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %1404 = stablehlo.broadcast_in_dim %1330, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1405 = stablehlo.multiply %1395, %1404 : tensor<8x4x6x6xf32>
    %1406 = stablehlo.multiply %1405, %1323 : tensor<8x4x6x6xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1407 = stablehlo.reduce(%1406 init: %cst_183) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1408 = stablehlo.reshape %1407 : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %1409 = stablehlo.negate %1408 : tensor<8x4x6x1xf32>
    %1410 = stablehlo.broadcast_in_dim %1325, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %1411 = stablehlo.divide %1395, %1410 : tensor<8x4x6x6xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1412 = stablehlo.reduce(%1409 init: %cst_184) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %1413 = stablehlo.broadcast_in_dim %1412, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %1414 = stablehlo.add %1411, %1413 : tensor<8x4x6x6xf32>
    %1415 = stablehlo.multiply %1414, %1323 : tensor<8x4x6x6xf32>
    %1416 = call @_where_6(%1316#1, %1316#2, %1415) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_185 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1417 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1418 = stablehlo.divide %1416, %1417 : tensor<8x4x6x6xf32>
    %1419 = stablehlo.dot_general %1418, %1284, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %1420 = stablehlo.transpose %1419, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %1421 = stablehlo.dot_general %1418, %1310, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %1422 = stablehlo.transpose %1421, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %1423 = stablehlo.reshape %1420 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1424 = stablehlo.reduce(%1423 init: %cst_186) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %1425 = stablehlo.slice %1424 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1426 = stablehlo.slice %1424 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %1427 = stablehlo.broadcast_in_dim %1296, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1428 = stablehlo.multiply %1426, %1427 : tensor<8x6x2x2xf32>
    %1429 = stablehlo.broadcast_in_dim %1297, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1430 = stablehlo.multiply %1426, %1429 : tensor<8x6x2x2xf32>
    %1431 = stablehlo.negate %1425 : tensor<8x6x2x2xf32>
    %1432 = stablehlo.broadcast_in_dim %1297, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1433 = stablehlo.multiply %1431, %1432 : tensor<8x6x2x2xf32>
    %1434 = stablehlo.add %1428, %1433 : tensor<8x6x2x2xf32>
    %1435 = stablehlo.broadcast_in_dim %1296, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %1436 = stablehlo.multiply %1425, %1435 : tensor<8x6x2x2xf32>
    %1437 = stablehlo.add %1430, %1436 : tensor<8x6x2x2xf32>
    %1438 = stablehlo.concatenate %1437, %1434, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %1439 = stablehlo.reshape %1438 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %1440 = stablehlo.dot_general %1439, %1260, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %1441 = stablehlo.transpose %1440, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %1442 = stablehlo.dot_general %1439, %1242#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %1443 = stablehlo.add %1403, %1442 : tensor<8x6x16xf32>
    %1444 = stablehlo.slice %1422 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1445 = stablehlo.slice %1422 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %1446 = stablehlo.broadcast_in_dim %1272, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1447 = stablehlo.multiply %1445, %1446 : tensor<8x6x4x2xf32>
    %1448 = stablehlo.broadcast_in_dim %1273, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1449 = stablehlo.multiply %1445, %1448 : tensor<8x6x4x2xf32>
    %1450 = stablehlo.negate %1444 : tensor<8x6x4x2xf32>
    %1451 = stablehlo.broadcast_in_dim %1273, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1452 = stablehlo.multiply %1450, %1451 : tensor<8x6x4x2xf32>
    %1453 = stablehlo.add %1447, %1452 : tensor<8x6x4x2xf32>
    %1454 = stablehlo.broadcast_in_dim %1272, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %1455 = stablehlo.multiply %1444, %1454 : tensor<8x6x4x2xf32>
    %1456 = stablehlo.add %1449, %1455 : tensor<8x6x4x2xf32>
    %1457 = stablehlo.concatenate %1456, %1453, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %1458 = stablehlo.reshape %1457 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %1459 = stablehlo.dot_general %1458, %1260, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %1460 = stablehlo.transpose %1459, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1461 = stablehlo.dot_general %1458, %1242#15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %1462 = stablehlo.add %1443, %1461 : tensor<8x6x16xf32>
    %1463 = stablehlo.multiply %1257, %1462 : tensor<8x6x16xf32>
    %cst_187 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1464 = stablehlo.reduce(%1463 init: %cst_187) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1465 = stablehlo.reshape %1464 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %1466 = stablehlo.broadcast_in_dim %1258, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %1467 = stablehlo.multiply %1462, %1466 : tensor<8x6x16xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1468 = stablehlo.reduce(%1465 init: %cst_188) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %1469 = stablehlo.multiply %1242#8, %1467 : tensor<8x6x16xf32>
    %cst_189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1470 = stablehlo.reduce(%1469 init: %cst_189) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1471 = stablehlo.reshape %1470 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %1472 = stablehlo.broadcast_in_dim %1252, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %1473 = stablehlo.multiply %1467, %1472 : tensor<8x6x16xf32>
    %1474 = stablehlo.add %1389, %1473 : tensor<8x6x16xf32>
    %1475 = stablehlo.multiply %1471, %1255 : tensor<8x6x1xf32>
    %cst_190 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1476 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %1477 = stablehlo.divide %1475, %1476 : tensor<8x6x1xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1478 = stablehlo.reduce(%1477 init: %cst_191) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %1479 = stablehlo.broadcast_in_dim %1478, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %1480 = stablehlo.multiply %1479, %1245 : tensor<8x6x16xf32>
    %1481 = stablehlo.add %1474, %1480 : tensor<8x6x16xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1482 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %1483 = "stablehlo.scatter"(%1482, %5, %1481) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg80: tensor<f32>, %arg81: tensor<f32>):
      %1718 = stablehlo.add %arg80, %arg81 : tensor<f32>
      stablehlo.return %1718 : tensor<f32>
    }) : (tensor<11x16xf32>, tensor<8x6x1xi32>, tensor<8x6x16xf32>) -> tensor<11x16xf32>
    %cst_193 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1484 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %1485 = stablehlo.multiply %1484, %arg39 : tensor<11x16xf32>
    %1486 = stablehlo.add %1485, %1483 : tensor<11x16xf32>
    %cst_194 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1487 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %1488 = stablehlo.multiply %1487, %arg40 : tensor<16x11xf32>
    %1489 = stablehlo.add %1488, %502 : tensor<16x11xf32>
    %cst_195 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1490 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1491 = stablehlo.multiply %1490, %arg41 : tensor<24x16xf32>
    %1492 = stablehlo.add %1491, %1359 : tensor<24x16xf32>
    %cst_196 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1493 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1494 = stablehlo.multiply %1493, %arg42 : tensor<16x24xf32>
    %1495 = stablehlo.add %1494, %1368 : tensor<16x24xf32>
    %cst_197 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1496 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1497 = stablehlo.multiply %1496, %arg43 : tensor<16x8xf32>
    %1498 = stablehlo.add %1497, %1441 : tensor<16x8xf32>
    %cst_198 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1499 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1500 = stablehlo.multiply %1499, %arg44 : tensor<16xf32>
    %1501 = stablehlo.add %1500, %1468 : tensor<16xf32>
    %cst_199 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1502 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1503 = stablehlo.multiply %1502, %arg45 : tensor<16xf32>
    %1504 = stablehlo.add %1503, %1376 : tensor<16xf32>
    %cst_200 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1505 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1506 = stablehlo.multiply %1505, %arg46 : tensor<16x16xf32>
    %1507 = stablehlo.add %1506, %1391 : tensor<16x16xf32>
    %cst_201 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1508 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1509 = stablehlo.multiply %1508, %arg47 : tensor<16x16xf32>
    %1510 = stablehlo.add %1509, %1460 : tensor<16x16xf32>
    %cst_202 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1511 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1512 = stablehlo.multiply %1511, %arg48 : tensor<16x24xf32>
    %1513 = stablehlo.add %1512, %1364 : tensor<16x24xf32>
    %cst_203 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1514 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1515 = stablehlo.multiply %1514, %arg49 : tensor<16x8xf32>
    %1516 = stablehlo.add %1515, %1402 : tensor<16x8xf32>
    %cst_204 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1517 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1518 = stablehlo.multiply %1517, %arg50 : tensor<24x16xf32>
    %1519 = stablehlo.add %1518, %1119 : tensor<24x16xf32>
    %cst_205 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1520 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1521 = stablehlo.multiply %1520, %arg51 : tensor<16x24xf32>
    %1522 = stablehlo.add %1521, %1128 : tensor<16x24xf32>
    %cst_206 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1523 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1524 = stablehlo.multiply %1523, %arg52 : tensor<16x8xf32>
    %1525 = stablehlo.add %1524, %1201 : tensor<16x8xf32>
    %cst_207 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1526 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1527 = stablehlo.multiply %1526, %arg53 : tensor<16xf32>
    %1528 = stablehlo.add %1527, %1228 : tensor<16xf32>
    %cst_208 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1529 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1530 = stablehlo.multiply %1529, %arg54 : tensor<16xf32>
    %1531 = stablehlo.add %1530, %1136 : tensor<16xf32>
    %cst_209 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1532 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1533 = stablehlo.multiply %1532, %arg55 : tensor<16x16xf32>
    %1534 = stablehlo.add %1533, %1151 : tensor<16x16xf32>
    %cst_210 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1535 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1536 = stablehlo.multiply %1535, %arg56 : tensor<16x16xf32>
    %1537 = stablehlo.add %1536, %1220 : tensor<16x16xf32>
    %cst_211 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1538 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1539 = stablehlo.multiply %1538, %arg57 : tensor<16x24xf32>
    %1540 = stablehlo.add %1539, %1124 : tensor<16x24xf32>
    %cst_212 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1541 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1542 = stablehlo.multiply %1541, %arg58 : tensor<16x8xf32>
    %1543 = stablehlo.add %1542, %1162 : tensor<16x8xf32>
    %cst_213 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1544 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1545 = stablehlo.multiply %1544, %arg59 : tensor<24x16xf32>
    %1546 = stablehlo.add %1545, %879 : tensor<24x16xf32>
    %cst_214 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1547 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1548 = stablehlo.multiply %1547, %arg60 : tensor<16x24xf32>
    %1549 = stablehlo.add %1548, %888 : tensor<16x24xf32>
    %cst_215 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1550 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1551 = stablehlo.multiply %1550, %arg61 : tensor<16x8xf32>
    %1552 = stablehlo.add %1551, %961 : tensor<16x8xf32>
    %cst_216 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1553 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1554 = stablehlo.multiply %1553, %arg62 : tensor<16xf32>
    %1555 = stablehlo.add %1554, %988 : tensor<16xf32>
    %cst_217 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1556 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1557 = stablehlo.multiply %1556, %arg63 : tensor<16xf32>
    %1558 = stablehlo.add %1557, %896 : tensor<16xf32>
    %cst_218 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1559 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1560 = stablehlo.multiply %1559, %arg64 : tensor<16x16xf32>
    %1561 = stablehlo.add %1560, %911 : tensor<16x16xf32>
    %cst_219 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1562 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1563 = stablehlo.multiply %1562, %arg65 : tensor<16x16xf32>
    %1564 = stablehlo.add %1563, %980 : tensor<16x16xf32>
    %cst_220 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1565 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1566 = stablehlo.multiply %1565, %arg66 : tensor<16x24xf32>
    %1567 = stablehlo.add %1566, %884 : tensor<16x24xf32>
    %cst_221 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1568 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1569 = stablehlo.multiply %1568, %arg67 : tensor<16x8xf32>
    %1570 = stablehlo.add %1569, %922 : tensor<16x8xf32>
    %cst_222 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1571 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1572 = stablehlo.multiply %1571, %arg68 : tensor<24x16xf32>
    %1573 = stablehlo.add %1572, %639 : tensor<24x16xf32>
    %cst_223 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1574 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1575 = stablehlo.multiply %1574, %arg69 : tensor<16x24xf32>
    %1576 = stablehlo.add %1575, %648 : tensor<16x24xf32>
    %cst_224 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1577 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1578 = stablehlo.multiply %1577, %arg70 : tensor<16x8xf32>
    %1579 = stablehlo.add %1578, %721 : tensor<16x8xf32>
    %cst_225 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1580 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1581 = stablehlo.multiply %1580, %arg71 : tensor<16xf32>
    %1582 = stablehlo.add %1581, %748 : tensor<16xf32>
    %cst_226 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1583 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1584 = stablehlo.multiply %1583, %arg72 : tensor<16xf32>
    %1585 = stablehlo.add %1584, %656 : tensor<16xf32>
    %cst_227 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1586 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1587 = stablehlo.multiply %1586, %arg73 : tensor<16x16xf32>
    %1588 = stablehlo.add %1587, %671 : tensor<16x16xf32>
    %cst_228 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1589 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1590 = stablehlo.multiply %1589, %arg74 : tensor<16x16xf32>
    %1591 = stablehlo.add %1590, %740 : tensor<16x16xf32>
    %cst_229 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1592 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1593 = stablehlo.multiply %1592, %arg75 : tensor<16x24xf32>
    %1594 = stablehlo.add %1593, %644 : tensor<16x24xf32>
    %cst_230 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1595 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1596 = stablehlo.multiply %1595, %arg76 : tensor<16x8xf32>
    %1597 = stablehlo.add %1596, %682 : tensor<16x8xf32>
    %cst_231 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1598 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1599 = stablehlo.multiply %1598, %arg77 : tensor<16xf32>
    %1600 = stablehlo.add %1599, %509 : tensor<16xf32>
    %cst_232 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1601 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %1602 = stablehlo.multiply %1601, %1486 : tensor<11x16xf32>
    %1603 = stablehlo.subtract %arg0, %1602 : tensor<11x16xf32>
    %cst_233 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1604 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %1605 = stablehlo.multiply %1604, %1489 : tensor<16x11xf32>
    %1606 = stablehlo.subtract %arg1, %1605 : tensor<16x11xf32>
    %cst_234 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1607 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1608 = stablehlo.multiply %1607, %1492 : tensor<24x16xf32>
    %1609 = stablehlo.subtract %arg2, %1608 : tensor<24x16xf32>
    %cst_235 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1610 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1611 = stablehlo.multiply %1610, %1495 : tensor<16x24xf32>
    %1612 = stablehlo.subtract %arg3, %1611 : tensor<16x24xf32>
    %cst_236 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1613 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1614 = stablehlo.multiply %1613, %1498 : tensor<16x8xf32>
    %1615 = stablehlo.subtract %arg4, %1614 : tensor<16x8xf32>
    %cst_237 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1616 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1617 = stablehlo.multiply %1616, %1501 : tensor<16xf32>
    %1618 = stablehlo.subtract %arg5, %1617 : tensor<16xf32>
    %cst_238 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1619 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1620 = stablehlo.multiply %1619, %1504 : tensor<16xf32>
    %1621 = stablehlo.subtract %arg6, %1620 : tensor<16xf32>
    %cst_239 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1622 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1623 = stablehlo.multiply %1622, %1507 : tensor<16x16xf32>
    %1624 = stablehlo.subtract %arg7, %1623 : tensor<16x16xf32>
    %cst_240 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1625 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1626 = stablehlo.multiply %1625, %1510 : tensor<16x16xf32>
    %1627 = stablehlo.subtract %arg8, %1626 : tensor<16x16xf32>
    %cst_241 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1628 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1629 = stablehlo.multiply %1628, %1513 : tensor<16x24xf32>
    %1630 = stablehlo.subtract %arg9, %1629 : tensor<16x24xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1631 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1632 = stablehlo.multiply %1631, %1516 : tensor<16x8xf32>
    %1633 = stablehlo.subtract %arg10, %1632 : tensor<16x8xf32>
    %cst_243 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1634 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1635 = stablehlo.multiply %1634, %1519 : tensor<24x16xf32>
    %1636 = stablehlo.subtract %arg11, %1635 : tensor<24x16xf32>
    %cst_244 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1637 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1638 = stablehlo.multiply %1637, %1522 : tensor<16x24xf32>
    %1639 = stablehlo.subtract %arg12, %1638 : tensor<16x24xf32>
    %cst_245 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1640 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1641 = stablehlo.multiply %1640, %1525 : tensor<16x8xf32>
    %1642 = stablehlo.subtract %arg13, %1641 : tensor<16x8xf32>
    %cst_246 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1643 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1644 = stablehlo.multiply %1643, %1528 : tensor<16xf32>
    %1645 = stablehlo.subtract %arg14, %1644 : tensor<16xf32>
    %cst_247 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1646 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1647 = stablehlo.multiply %1646, %1531 : tensor<16xf32>
    %1648 = stablehlo.subtract %arg15, %1647 : tensor<16xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1649 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1650 = stablehlo.multiply %1649, %1534 : tensor<16x16xf32>
    %1651 = stablehlo.subtract %arg16, %1650 : tensor<16x16xf32>
    %cst_249 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1652 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1653 = stablehlo.multiply %1652, %1537 : tensor<16x16xf32>
    %1654 = stablehlo.subtract %arg17, %1653 : tensor<16x16xf32>
    %cst_250 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1655 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1656 = stablehlo.multiply %1655, %1540 : tensor<16x24xf32>
    %1657 = stablehlo.subtract %arg18, %1656 : tensor<16x24xf32>
    %cst_251 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1658 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1659 = stablehlo.multiply %1658, %1543 : tensor<16x8xf32>
    %1660 = stablehlo.subtract %arg19, %1659 : tensor<16x8xf32>
    %cst_252 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1661 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1662 = stablehlo.multiply %1661, %1546 : tensor<24x16xf32>
    %1663 = stablehlo.subtract %arg20, %1662 : tensor<24x16xf32>
    %cst_253 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1664 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1665 = stablehlo.multiply %1664, %1549 : tensor<16x24xf32>
    %1666 = stablehlo.subtract %arg21, %1665 : tensor<16x24xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1667 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1668 = stablehlo.multiply %1667, %1552 : tensor<16x8xf32>
    %1669 = stablehlo.subtract %arg22, %1668 : tensor<16x8xf32>
    %cst_255 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1670 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1671 = stablehlo.multiply %1670, %1555 : tensor<16xf32>
    %1672 = stablehlo.subtract %arg23, %1671 : tensor<16xf32>
    %cst_256 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1673 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1674 = stablehlo.multiply %1673, %1558 : tensor<16xf32>
    %1675 = stablehlo.subtract %arg24, %1674 : tensor<16xf32>
    %cst_257 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1676 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1677 = stablehlo.multiply %1676, %1561 : tensor<16x16xf32>
    %1678 = stablehlo.subtract %arg25, %1677 : tensor<16x16xf32>
    %cst_258 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1679 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1680 = stablehlo.multiply %1679, %1564 : tensor<16x16xf32>
    %1681 = stablehlo.subtract %arg26, %1680 : tensor<16x16xf32>
    %cst_259 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1682 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1683 = stablehlo.multiply %1682, %1567 : tensor<16x24xf32>
    %1684 = stablehlo.subtract %arg27, %1683 : tensor<16x24xf32>
    %cst_260 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1685 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1686 = stablehlo.multiply %1685, %1570 : tensor<16x8xf32>
    %1687 = stablehlo.subtract %arg28, %1686 : tensor<16x8xf32>
    %cst_261 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1688 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %1689 = stablehlo.multiply %1688, %1573 : tensor<24x16xf32>
    %1690 = stablehlo.subtract %arg29, %1689 : tensor<24x16xf32>
    %cst_262 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1691 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1692 = stablehlo.multiply %1691, %1576 : tensor<16x24xf32>
    %1693 = stablehlo.subtract %arg30, %1692 : tensor<16x24xf32>
    %cst_263 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1694 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1695 = stablehlo.multiply %1694, %1579 : tensor<16x8xf32>
    %1696 = stablehlo.subtract %arg31, %1695 : tensor<16x8xf32>
    %cst_264 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1697 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1698 = stablehlo.multiply %1697, %1582 : tensor<16xf32>
    %1699 = stablehlo.subtract %arg32, %1698 : tensor<16xf32>
    %cst_265 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1700 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1701 = stablehlo.multiply %1700, %1585 : tensor<16xf32>
    %1702 = stablehlo.subtract %arg33, %1701 : tensor<16xf32>
    %cst_266 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1703 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1704 = stablehlo.multiply %1703, %1588 : tensor<16x16xf32>
    %1705 = stablehlo.subtract %arg34, %1704 : tensor<16x16xf32>
    %cst_267 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1706 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1707 = stablehlo.multiply %1706, %1591 : tensor<16x16xf32>
    %1708 = stablehlo.subtract %arg35, %1707 : tensor<16x16xf32>
    %cst_268 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1709 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %1710 = stablehlo.multiply %1709, %1594 : tensor<16x24xf32>
    %1711 = stablehlo.subtract %arg36, %1710 : tensor<16x24xf32>
    %cst_269 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1712 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1713 = stablehlo.multiply %1712, %1597 : tensor<16x8xf32>
    %1714 = stablehlo.subtract %arg37, %1713 : tensor<16x8xf32>
    %cst_270 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1715 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %1716 = stablehlo.multiply %1715, %1600 : tensor<16xf32>
    %1717 = stablehlo.subtract %arg38, %1716 : tensor<16xf32>
    return %1603, %1606, %1609, %1612, %1615, %1618, %1621, %1624, %1627, %1630, %1633, %1636, %1639, %1642, %1645, %1648, %1651, %1654, %1657, %1660, %1663, %1666, %1669, %1672, %1675, %1678, %1681, %1684, %1687, %1690, %1693, %1696, %1699, %1702, %1705, %1708, %1711, %1714, %1717, %1486, %1489, %1492, %1495, %1498, %1501, %1504, %1507, %1510, %1513, %1516, %1519, %1522, %1525, %1528, %1531, %1534, %1537, %1540, %1543, %1546, %1549, %1552, %1555, %1558, %1561, %1564, %1567, %1570, %1573, %1576, %1579, %1582, %1585, %1588, %1591, %1594, %1597, %1600, %495 : tensor<11x16xf32>, tensor<16x11xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<11x16xf32>, tensor<16x11xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> tensor<8x4x6x6xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    return %3 : tensor<8x4x6x6xf32>
  }
  func.func private @silu(%arg0: tensor<8x6x24xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xf32>
    return %6 : tensor<8x6x24xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x6x11xf32> loc(unknown)) -> (tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x6x11xf32>
    %6 = stablehlo.exponential %5 : tensor<8x6x11xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %9 = stablehlo.log %8 : tensor<8x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x6x11xf32>
    return %11, %6, %8 : tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x6x11xf32> loc(unknown), %arg1: tensor<8x6x1xi32> loc(unknown)) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x1xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x6x1xi1>, tensor<8x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x6x1xi32>) -> tensor<8x6x1x1xi32>
    %c_1 = stablehlo.constant dense<10> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x6x1x1xi1>, tensor<i1>) -> tensor<8x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x6x11xf32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x6x1xi1>, tensor<8x6x1xf32>
    return %15, %5 : tensor<8x6x1xf32>, tensor<8x6x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x6x1x1xi32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown)) -> tensor<8x6x11xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x11xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6x11xf32>, tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    return %1 : tensor<8x6x11xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x6x11xf32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown), %arg2: tensor<8x6x11xf32> loc(unknown)) -> tensor<8x6x11xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x6x11xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x11xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x6x11xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x6x11xf32>
    return %7 : tensor<8x6x11xf32>
  }
  func.func private @tril_2(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where_3(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    return %3, %1, %4 : tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
  }
  func.func private @silu_4(%arg0: tensor<8x6x24xf32> loc(unknown)) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x6x24xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x6x24xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xf32>
    return %9, %5, %8 : tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>
  }
  func.func private @silu_5(%arg0: tensor<8x6x24xf32> loc(unknown), %arg1: tensor<8x6x24xf32> loc(unknown), %arg2: tensor<8x6x24xf32> loc(unknown), %arg3: tensor<8x6x24xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x6x24xf32>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x6x24xf32>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x6x24xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x6x24xf32>
    return %3 : tensor<8x6x24xf32>
  }
  func.func private @_where_6(%arg0: tensor<8x4x6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xf32> loc(unknown), %arg2: tensor<8x4x6x6xf32> loc(unknown)) -> tensor<8x4x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    return %1 : tensor<8x4x6x6xf32>
  }
}
