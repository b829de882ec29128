module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %4 = stablehlo.reshape %arg8 : (tensor<16x12xf32>) -> tensor<2x8x12xf32>
    %5 = stablehlo.reshape %arg9 : (tensor<16x6xf32>) -> tensor<2x8x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:12 = stablehlo.while(%iterArg = %4, %iterArg_12 = %5, %iterArg_13 = %arg0, %iterArg_14 = %arg2, %iterArg_15 = %arg3, %iterArg_16 = %arg1, %iterArg_17 = %c, %iterArg_18 = %cst_3, %iterArg_19 = %0, %iterArg_20 = %1, %iterArg_21 = %2, %iterArg_22 = %3) : tensor<2x8x12xf32>, tensor<2x8x6xf32>, tensor<12x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<8x6xf32>, tensor<i32>, tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_23 = stablehlo.constant dense<2> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_17, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %31 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_17) : (tensor<2x8x12xf32>, tensor<i32>) -> tensor<8x12xf32>
      %32 = func.call @dynamic_index_in_dim_0(%iterArg_12, %iterArg_17) : (tensor<2x8x6xf32>, tensor<i32>) -> tensor<8x6xf32>
      %33:5 = func.call @closed_call(%iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %31, %32) : (tensor<12x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<8x6xf32>, tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<8x12xf32>, tensor<8x6xf32>) -> (tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>)
      %c_23 = stablehlo.constant dense<1> : tensor<i32>
      %34 = stablehlo.add %iterArg_17, %c_23 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %34, %33#0, %33#1, %33#2, %33#3, %33#4 : tensor<2x8x12xf32>, tensor<2x8x6xf32>, tensor<12x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<8x6xf32>, tensor<i32>, tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %cst_4 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %8 = stablehlo.multiply %7, %arg4 : tensor<12x8xf32>
    %9 = stablehlo.add %8, %6#8 : tensor<12x8xf32>
    %cst_5 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %11 = stablehlo.multiply %10, %arg5 : tensor<8x6xf32>
    %12 = stablehlo.add %11, %6#9 : tensor<8x6xf32>
    %cst_6 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %14 = stablehlo.multiply %13, %arg6 : tensor<4x8xf32>
    %15 = stablehlo.add %14, %6#10 : tensor<4x8xf32>
    %cst_7 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %17 = stablehlo.multiply %16, %arg7 : tensor<4x8x8xf32>
    %18 = stablehlo.add %17, %6#11 : tensor<4x8x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %20 = stablehlo.multiply %19, %9 : tensor<12x8xf32>
    %21 = stablehlo.subtract %arg0, %20 : tensor<12x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %23 = stablehlo.multiply %22, %12 : tensor<8x6xf32>
    %24 = stablehlo.subtract %arg1, %23 : tensor<8x6xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %26 = stablehlo.multiply %25, %15 : tensor<4x8xf32>
    %27 = stablehlo.subtract %arg2, %26 : tensor<4x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %29 = stablehlo.multiply %28, %18 : tensor<4x8x8xf32>
    %30 = stablehlo.subtract %arg3, %29 : tensor<4x8x8xf32>
    return %21, %24, %27, %30, %9, %12, %15, %18, %6#7 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x8x12xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x12xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 12] : (tensor<2x8x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x12xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x12xf32>) -> tensor<8x12xf32>
    return %1 : tensor<8x12xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x8x6xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x6xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 6] : (tensor<2x8x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
  func.func private @closed_call(%arg0: tensor<12x8xf32> loc(unknown), %arg1: tensor<4x8xf32> loc(unknown), %arg2: tensor<4x8x8xf32> loc(unknown), %arg3: tensor<8x6xf32> loc(unknown), %arg4: tensor<f32> loc(unknown), %arg5: tensor<12x8xf32> loc(unknown), %arg6: tensor<8x6xf32> loc(unknown), %arg7: tensor<4x8xf32> loc(unknown), %arg8: tensor<4x8x8xf32> loc(unknown), %arg9: tensor<8x12xf32> loc(unknown), %arg10: tensor<8x6xf32> loc(unknown)) -> (tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>) {
    %0 = stablehlo.dot_general %arg9, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x12xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg1, %iterArg_13 = %arg2, %iterArg_14 = %c, %iterArg_15 = %0, %iterArg_16 = %1) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_17 = stablehlo.constant dense<4> : tensor<i32>
      %36 = stablehlo.compare LT, %iterArg_14, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %36 : tensor<i1>
    } do {
      %36 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_14) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %37 = func.call @dynamic_index_in_dim_2(%iterArg_13, %iterArg_14) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %38:2 = func.call @closed_call_3(%iterArg_15, %36, %37) : (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
      %39 = func.call @dynamic_update_index_in_dim(%iterArg_16, %38#1, %iterArg_14) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %40 = stablehlo.add %iterArg_14, %c_17 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %40, %38#0, %39 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>
    }
    %3 = stablehlo.dot_general %2#3, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %4 = stablehlo.subtract %3, %arg10 : tensor<8x6xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<8x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<8x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %10 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<8x6xf32>
    %13 = stablehlo.dot_general %12, %2#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %15 = stablehlo.dot_general %12, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %18:7 = stablehlo.while(%iterArg = %2#4, %iterArg_13 = %arg1, %iterArg_14 = %arg2, %iterArg_15 = %c_7, %iterArg_16 = %15, %iterArg_17 = %16, %iterArg_18 = %17) : tensor<4x8x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_19 = stablehlo.constant dense<4> : tensor<i32>
      %36 = stablehlo.compare LT, %iterArg_15, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %36 : tensor<i1>
    } do {
      %c_19 = stablehlo.constant dense<4> : tensor<i32>
      %36 = stablehlo.subtract %c_19, %iterArg_15 : tensor<i32>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %37 = stablehlo.subtract %36, %c_20 : tensor<i32>
      %38 = func.call @dynamic_index_in_dim_2(%iterArg, %37) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %39 = func.call @dynamic_index_in_dim_1(%iterArg_13, %37) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %40 = func.call @dynamic_index_in_dim_2(%iterArg_14, %37) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %41:3 = func.call @closed_call_4(%iterArg_16, %38, %39, %40) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %42 = func.call @dynamic_update_index_in_dim_5(%iterArg_17, %41#1, %37) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %43 = func.call @dynamic_update_index_in_dim(%iterArg_18, %41#2, %37) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_21 = stablehlo.constant dense<1> : tensor<i32>
      %44 = stablehlo.add %iterArg_15, %c_21 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %iterArg_14, %44, %41#0, %42, %43 : tensor<4x8x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %19 = stablehlo.dot_general %18#4, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x12xf32>) -> tensor<8x12xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.divide %9, %cst_8 : tensor<f32>
    %22 = stablehlo.convert %arg4 : tensor<f32>
    %23 = stablehlo.add %22, %21 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %25 = stablehlo.divide %20, %24 : tensor<12x8xf32>
    %26 = stablehlo.add %arg5, %25 : tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %28 = stablehlo.divide %14, %27 : tensor<8x6xf32>
    %29 = stablehlo.add %arg6, %28 : tensor<8x6xf32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %31 = stablehlo.divide %18#5, %30 : tensor<4x8xf32>
    %32 = stablehlo.add %arg7, %31 : tensor<4x8xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %34 = stablehlo.divide %18#6, %33 : tensor<4x8x8xf32>
    %35 = stablehlo.add %arg8, %34 : tensor<4x8x8xf32>
    return %23, %26, %29, %32, %35 : tensor<f32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<8x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x8xf32>
    %4 = stablehlo.tanh %3 : tensor<8x8xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<8x8xf32>
    return %5, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<8xf32> loc(unknown), %arg3: tensor<8x8xf32> loc(unknown)) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg0 : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
    %1 = stablehlo.dot_general %0#0, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.add %1, %3 : tensor<8x8xf32>
    %5 = stablehlo.tanh %4 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x8xf32>
    %8 = stablehlo.multiply %0#3, %7 : tensor<8x8xf32>
    %9 = stablehlo.multiply %8, %5 : tensor<8x8xf32>
    %10 = stablehlo.add %8, %9 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.reshape %11 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.dot_general %10, %0#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %16 = stablehlo.dot_general %10, %0#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %17 = stablehlo.add %0#3, %16 : tensor<8x8xf32>
    return %17, %13, %15 : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}
