module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x2x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x2x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x2x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x2x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x2x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x2x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x2x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x2x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %arg2, %iterArg_18 = %arg3, %iterArg_19 = %c, %iterArg_20 = %0, %iterArg_21 = %1, %iterArg_22 = %2, %iterArg_23 = %3) : tensor<4x2x8xf32>, tensor<4x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>
    cond {
      %c_24 = stablehlo.constant dense<4> : tensor<i32>
      %47 = stablehlo.compare LT, %iterArg_19, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %47 : tensor<i1>
    } do {
      %47 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_19) : (tensor<4x2x8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %48 = func.call @dynamic_index_in_dim_0(%iterArg_18, %iterArg_19) : (tensor<4x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %49:4 = func.call @closed_call(%iterArg_20, %47, %48) : (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) -> (tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>)
      %50 = func.call @dynamic_update_index_in_dim_4(%iterArg_21, %49#1, %iterArg_19) : (tensor<4x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<4x2x16x8xf32>
      %51 = func.call @dynamic_update_index_in_dim_4(%iterArg_22, %49#2, %iterArg_19) : (tensor<4x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<4x2x16x8xf32>
      %52 = func.call @dynamic_update_index_in_dim_4(%iterArg_23, %49#3, %iterArg_19) : (tensor<4x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<4x2x16x8xf32>
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %53 = stablehlo.add %iterArg_19, %c_24 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %53, %49#0, %50, %51, %52 : tensor<4x2x8xf32>, tensor<4x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>
    }
    %5 = stablehlo.dot_general %4#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %6 = stablehlo.subtract %5, %arg9 : tensor<16x6xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<16x6xf32>
    %15 = stablehlo.dot_general %14, %4#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %17 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x2x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %20:8 = stablehlo.while(%iterArg = %arg3, %iterArg_18 = %4#4, %iterArg_19 = %4#5, %iterArg_20 = %4#6, %iterArg_21 = %c_9, %iterArg_22 = %17, %iterArg_23 = %18, %iterArg_24 = %19) : tensor<4x2x8x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x2x8xf32>, tensor<4x2x8x8xf32>
    cond {
      %c_25 = stablehlo.constant dense<4> : tensor<i32>
      %47 = stablehlo.compare LT, %iterArg_21, %c_25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %47 : tensor<i1>
    } do {
      %c_25 = stablehlo.constant dense<4> : tensor<i32>
      %47 = stablehlo.subtract %c_25, %iterArg_21 : tensor<i32>
      %c_26 = stablehlo.constant dense<1> : tensor<i32>
      %48 = stablehlo.subtract %47, %c_26 : tensor<i32>
      %49 = func.call @dynamic_index_in_dim_0(%iterArg, %48) : (tensor<4x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %50 = func.call @dynamic_index_in_dim_5(%iterArg_18, %48) : (tensor<4x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %51 = func.call @dynamic_index_in_dim_5(%iterArg_19, %48) : (tensor<4x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %52 = func.call @dynamic_index_in_dim_5(%iterArg_20, %48) : (tensor<4x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %53:3 = func.call @closed_call_6(%iterArg_22, %49, %50, %51, %52) : (tensor<16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) -> (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>)
      %54 = func.call @dynamic_update_index_in_dim_11(%iterArg_23, %53#1, %48) : (tensor<4x2x8xf32>, tensor<2x8xf32>, tensor<i32>) -> tensor<4x2x8xf32>
      %55 = func.call @dynamic_update_index_in_dim_12(%iterArg_24, %53#2, %48) : (tensor<4x2x8x8xf32>, tensor<2x8x8xf32>, tensor<i32>) -> tensor<4x2x8x8xf32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %56 = stablehlo.add %iterArg_21, %c_27 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %iterArg_19, %iterArg_20, %56, %53#0, %54, %55 : tensor<4x2x8x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<4x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x2x8xf32>, tensor<4x2x8x8xf32>
    }
    %21 = stablehlo.dot_general %20#5, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %24 = stablehlo.multiply %23, %arg4 : tensor<12x8xf32>
    %25 = stablehlo.add %24, %22 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %27 = stablehlo.multiply %26, %arg5 : tensor<8x6xf32>
    %28 = stablehlo.add %27, %16 : tensor<8x6xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x2x8xf32>
    %30 = stablehlo.multiply %29, %arg6 : tensor<4x2x8xf32>
    %31 = stablehlo.add %30, %20#6 : tensor<4x2x8xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x2x8x8xf32>
    %33 = stablehlo.multiply %32, %arg7 : tensor<4x2x8x8xf32>
    %34 = stablehlo.add %33, %20#7 : tensor<4x2x8x8xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %36 = stablehlo.multiply %35, %25 : tensor<12x8xf32>
    %37 = stablehlo.subtract %arg0, %36 : tensor<12x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %39 = stablehlo.multiply %38, %28 : tensor<8x6xf32>
    %40 = stablehlo.subtract %arg1, %39 : tensor<8x6xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x2x8xf32>
    %42 = stablehlo.multiply %41, %31 : tensor<4x2x8xf32>
    %43 = stablehlo.subtract %arg2, %42 : tensor<4x2x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x2x8x8xf32>
    %45 = stablehlo.multiply %44, %34 : tensor<4x2x8x8xf32>
    %46 = stablehlo.subtract %arg3, %45 : tensor<4x2x8x8xf32>
    return %37, %40, %43, %46, %25, %28, %31, %34, %11 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x2x8xf32>, tensor<4x2x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x2x8xf32>, tensor<4x2x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x2x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 8] : (tensor<4x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 8, 8] : (tensor<4x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x8xf32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<2x8xf32> loc(unknown), %arg2: tensor<2x8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %arg2, %iterArg_4 = %c, %iterArg_5 = %arg0, %iterArg_6 = %0, %iterArg_7 = %1, %iterArg_8 = %2) : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_9 = stablehlo.constant dense<2> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg_4, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_4) : (tensor<2x8xf32>, tensor<i32>) -> tensor<8xf32>
      %7 = func.call @dynamic_index_in_dim_2(%iterArg_3, %iterArg_4) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %8:4 = func.call @closed_call_3(%iterArg_5, %6, %7) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %9 = func.call @dynamic_update_index_in_dim(%iterArg_6, %8#1, %iterArg_4) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_7, %8#2, %iterArg_4) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_8, %8#3, %iterArg_4) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_4, %c_9 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %12, %8#0, %9, %10, %11 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %5 = stablehlo.divide %3#3, %4 : tensor<16x8xf32>
    return %5, %3#4, %3#5, %3#6 : tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    %7 = stablehlo.add %arg0, %4 : tensor<16x8xf32>
    return %7, %arg0, %4, %6 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x2x16x8xf32> loc(unknown), %arg1: tensor<2x16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x16x8xf32>) -> tensor<1x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x2x16x8xf32>, tensor<1x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x16x8xf32>
    return %1 : tensor<4x2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<4x2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 16, 8] : (tensor<4x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x16x8xf32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @closed_call_6(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<2x16x8xf32> loc(unknown), %arg3: tensor<2x16x8xf32> loc(unknown), %arg4: tensor<2x16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1 = stablehlo.divide %arg0, %0 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:8 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %arg4, %iterArg_5 = %c, %iterArg_6 = %1, %iterArg_7 = %2, %iterArg_8 = %3) : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    cond {
      %c_9 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_5, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_9 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.subtract %c_9, %iterArg_5 : tensor<i32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.subtract %5, %c_10 : tensor<i32>
      %7 = func.call @dynamic_index_in_dim_2(%iterArg, %6) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %8 = func.call @dynamic_index_in_dim_7(%iterArg_2, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %9 = func.call @dynamic_index_in_dim_7(%iterArg_3, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %10 = func.call @dynamic_index_in_dim_7(%iterArg_4, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %11:3 = func.call @closed_call_8(%iterArg_6, %7, %8, %9, %10) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %12 = func.call @dynamic_update_index_in_dim_9(%iterArg_7, %11#1, %6) : (tensor<2x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %13 = func.call @dynamic_update_index_in_dim_10(%iterArg_8, %11#2, %6) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_5, %c_11 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %iterArg_4, %14, %11#0, %12, %13 : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    }
    return %4#5, %4#6, %4#7 : tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    return %9, %5, %7 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<4x2x8xf32> loc(unknown), %arg1: tensor<2x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x8xf32>
    return %1 : tensor<4x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<4x2x8x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x8x8xf32>) -> tensor<1x2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x2x8x8xf32>, tensor<1x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x8x8xf32>
    return %1 : tensor<4x2x8x8xf32>
  }
}
