module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
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
    %7 = call @_threefry_split(%6) : (tensor<2xui32>) -> tensor<4x2xui32>
    %8 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10:2 = call @_bernoulli(%cst) : (tensor<f32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %11:2 = call @_where(%c_2) : (tensor<i32>) -> (tensor<16x8xf32>, tensor<16x8xf32>)
    %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c_7 = stablehlo.constant dense<false> : tensor<i1>
    %15 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i1>) -> tensor<4x16x8xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %17:15 = stablehlo.while(%iterArg = %arg2, %iterArg_26 = %arg3, %iterArg_27 = %7, %iterArg_28 = %9, %iterArg_29 = %10#0, %iterArg_30 = %10#1, %iterArg_31 = %cst_3, %iterArg_32 = %11#1, %iterArg_33 = %c_9, %iterArg_34 = %8, %iterArg_35 = %12, %iterArg_36 = %13, %iterArg_37 = %14, %iterArg_38 = %15, %iterArg_39 = %16) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<4x2xui32>, tensor<4xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xi1>, tensor<4xf32>
    cond {
      %c_40 = stablehlo.constant dense<4> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_33, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %60 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_33) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %61 = func.call @dynamic_index_in_dim_0(%iterArg_26, %iterArg_33) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %62 = func.call @dynamic_index_in_dim_1(%iterArg_27, %iterArg_33) : (tensor<4x2xui32>, tensor<i32>) -> tensor<2xui32>
      %63 = func.call @dynamic_index_in_dim_2(%iterArg_28, %iterArg_33) : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
      %64:6 = func.call @closed_call_3(%iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_34, %60, %61, %62, %63) : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<2xui32>, tensor<f32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xi1>, tensor<f32>)
      %65 = func.call @dynamic_update_index_in_dim(%iterArg_35, %64#1, %iterArg_33) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %66 = func.call @dynamic_update_index_in_dim(%iterArg_36, %64#2, %iterArg_33) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %67 = func.call @dynamic_update_index_in_dim(%iterArg_37, %64#3, %iterArg_33) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %68 = func.call @dynamic_update_index_in_dim_9(%iterArg_38, %64#4, %iterArg_33) : (tensor<4x16x8xi1>, tensor<16x8xi1>, tensor<i32>) -> tensor<4x16x8xi1>
      %69 = func.call @dynamic_update_index_in_dim_10(%iterArg_39, %64#5, %iterArg_33) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %70 = stablehlo.add %iterArg_33, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %70, %64#0, %65, %66, %67, %68, %69 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<4x2xui32>, tensor<4xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xi1>, tensor<4xf32>
    }
    %18 = stablehlo.dot_general %17#9, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %19 = stablehlo.subtract %18, %arg9 : tensor<16x6xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<16x6xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<16x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_12 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %25 = stablehlo.divide %cst_13, %cst_14 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<16x6xf32>
    %28 = stablehlo.dot_general %27, %17#9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %30 = stablehlo.dot_general %27, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %33:11 = stablehlo.while(%iterArg = %arg3, %iterArg_26 = %17#10, %iterArg_27 = %17#11, %iterArg_28 = %17#12, %iterArg_29 = %17#13, %iterArg_30 = %17#14, %iterArg_31 = %11#0, %iterArg_32 = %c_17, %iterArg_33 = %30, %iterArg_34 = %31, %iterArg_35 = %32) : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xi1>, tensor<4xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_36 = stablehlo.constant dense<4> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_32, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %c_36 = stablehlo.constant dense<4> : tensor<i32>
      %60 = stablehlo.subtract %c_36, %iterArg_32 : tensor<i32>
      %c_37 = stablehlo.constant dense<1> : tensor<i32>
      %61 = stablehlo.subtract %60, %c_37 : tensor<i32>
      %62 = func.call @dynamic_index_in_dim_0(%iterArg, %61) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %63 = func.call @dynamic_index_in_dim_11(%iterArg_26, %61) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %64 = func.call @dynamic_index_in_dim_11(%iterArg_27, %61) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %65 = func.call @dynamic_index_in_dim_11(%iterArg_28, %61) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %66 = func.call @dynamic_index_in_dim_12(%iterArg_29, %61) : (tensor<4x16x8xi1>, tensor<i32>) -> tensor<16x8xi1>
      %67 = func.call @dynamic_index_in_dim_2(%iterArg_30, %61) : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
      %68:3 = func.call @closed_call_13(%iterArg_31, %iterArg_33, %62, %63, %64, %65, %66, %67) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xi1>, tensor<f32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %69 = func.call @dynamic_update_index_in_dim_15(%iterArg_34, %68#1, %61) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %70 = func.call @dynamic_update_index_in_dim_16(%iterArg_35, %68#2, %61) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_38 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.add %iterArg_32, %c_38 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %71, %68#0, %69, %70 : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xi1>, tensor<4xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %34 = stablehlo.dot_general %33#8, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %37 = stablehlo.multiply %36, %arg4 : tensor<12x8xf32>
    %38 = stablehlo.add %37, %35 : tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %40 = stablehlo.multiply %39, %arg5 : tensor<8x6xf32>
    %41 = stablehlo.add %40, %29 : tensor<8x6xf32>
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %43 = stablehlo.multiply %42, %arg6 : tensor<4x8xf32>
    %44 = stablehlo.add %43, %33#9 : tensor<4x8xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %46 = stablehlo.multiply %45, %arg7 : tensor<4x8x8xf32>
    %47 = stablehlo.add %46, %33#10 : tensor<4x8x8xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %49 = stablehlo.multiply %48, %38 : tensor<12x8xf32>
    %50 = stablehlo.subtract %arg0, %49 : tensor<12x8xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %52 = stablehlo.multiply %51, %41 : tensor<8x6xf32>
    %53 = stablehlo.subtract %arg1, %52 : tensor<8x6xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %55 = stablehlo.multiply %54, %44 : tensor<4x8xf32>
    %56 = stablehlo.subtract %arg2, %55 : tensor<4x8xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %58 = stablehlo.multiply %57, %47 : tensor<4x8x8xf32>
    %59 = stablehlo.subtract %arg3, %58 : tensor<4x8x8xf32>
    return %50, %53, %56, %59, %38, %41, %44, %47, %24 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>
  }
  func.func private @_threefry_split(%arg0: tensor<2xui32> loc(unknown)) -> tensor<4x2xui32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<4xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<4xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<4xui64>
    %c_0 = stablehlo.constant dense<32> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<4xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<4xui64>
    %9 = stablehlo.convert %6 : (tensor<4xui64>) -> tensor<4xui32>
    %10 = stablehlo.convert %8 : (tensor<4xui64>) -> tensor<4xui32>
    %11:2 = call @threefry2x32(%1, %3, %10, %9) : (tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<4xui32>) -> tensor<4x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<4xui32>) -> tensor<4x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<4x1xui32>, tensor<4x1xui32>) -> tensor<4x2xui32>
    return %14 : tensor<4x2xui32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<4xui32>, %arg3: tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<4xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<4xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<4xui32>, tensor<4xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32> loc(unknown), %arg1: tensor<4xui32> loc(unknown), %arg2: tensor<4xui32> loc(unknown), %arg3: tensor<ui32> loc(unknown), %arg4: tensor<ui32> loc(unknown), %arg5: tensor<ui32> loc(unknown), %arg6: tensor<4xui32> loc(unknown), %arg7: tensor<4xui32> loc(unknown)) -> (tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<4xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<4xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<4xui32>
    %9 = stablehlo.or %5, %8 : tensor<4xui32>
    %10 = stablehlo.xor %3, %9 : tensor<4xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<4xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<4xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<4xui32>
    %19 = stablehlo.or %15, %18 : tensor<4xui32>
    %20 = stablehlo.xor %13, %19 : tensor<4xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<4xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<4xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<4xui32>
    %29 = stablehlo.or %25, %28 : tensor<4xui32>
    %30 = stablehlo.xor %23, %29 : tensor<4xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<4xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<4xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<4xui32>
    %39 = stablehlo.or %35, %38 : tensor<4xui32>
    %40 = stablehlo.xor %33, %39 : tensor<4xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %42 = stablehlo.add %33, %41 : tensor<4xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %44 = stablehlo.add %40, %43 : tensor<4xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %48 = stablehlo.add %44, %47 : tensor<4xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<4xui32>, tensor<4xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_bernoulli(%arg0: tensor<f32> loc(unknown)) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0:2 = call @_uniform(%cst, %cst_0) : (tensor<f32>, tensor<f32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    return %0#0, %0#1 : tensor<1x1xf32>, tensor<1x1xf32>
  }
  func.func private @_uniform(%arg0: tensor<f32> loc(unknown), %arg1: tensor<f32> loc(unknown)) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %0 = stablehlo.convert %arg0 : tensor<f32>
    %1 = stablehlo.convert %arg1 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<1x1xf32>
    return %2, %4 : tensor<1x1xf32>, tensor<1x1xf32>
  }
  func.func private @_where(%arg0: tensor<i32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    return %2, %1 : tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x2xui32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2xui32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 2] : (tensor<4x2xui32>, tensor<i32>, tensor<i32>) -> tensor<1x2xui32>
    %1 = stablehlo.reshape %0 : (tensor<1x2xui32>) -> tensor<2xui32>
    return %1 : tensor<2xui32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call_3(%arg0: tensor<1x1xf32> loc(unknown), %arg1: tensor<1x1xf32> loc(unknown), %arg2: tensor<f32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<8xf32> loc(unknown), %arg6: tensor<8x8xf32> loc(unknown), %arg7: tensor<2xui32> loc(unknown), %arg8: tensor<f32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xi1>, tensor<f32>) {
    %0 = call @_bernoulli_4(%arg7, %arg0, %arg1, %arg2) : (tensor<2xui32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<16x8xi1>
    %1 = stablehlo.dot_general %arg4, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %2 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x8xf32>
    %5 = stablehlo.tanh %4 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x8xf32>
    %8 = call @_where_8(%0, %5, %arg3) : (tensor<16x8xi1>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.add %cst_0, %arg8 : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %11 = stablehlo.divide %8, %10 : tensor<16x8xf32>
    %12 = stablehlo.add %arg4, %11 : tensor<16x8xf32>
    return %12, %arg4, %5, %7, %0, %9 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xi1>, tensor<f32>
  }
  func.func private @_bernoulli_4(%arg0: tensor<2xui32> loc(unknown), %arg1: tensor<1x1xf32> loc(unknown), %arg2: tensor<1x1xf32> loc(unknown), %arg3: tensor<f32> loc(unknown)) -> tensor<16x8xi1> {
    %0 = call @_uniform_5(%arg0, %arg1, %arg2) : (tensor<2xui32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xi1>
    return %2 : tensor<16x8xi1>
  }
  func.func private @_uniform_5(%arg0: tensor<2xui32> loc(unknown), %arg1: tensor<1x1xf32> loc(unknown), %arg2: tensor<1x1xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<16x8xui64>
    %5 = stablehlo.iota dim = 1 : tensor<16x8xui64>
    %c = stablehlo.constant dense<8> : tensor<ui64>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<16x8xui64>
    %7 = stablehlo.multiply %6, %4 : tensor<16x8xui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<16x8xui64>
    %9 = stablehlo.multiply %8, %5 : tensor<16x8xui64>
    %10 = stablehlo.add %7, %9 : tensor<16x8xui64>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<16x8xui64>
    %12 = stablehlo.shift_right_logical %10, %11 : tensor<16x8xui64>
    %13 = stablehlo.convert %10 : (tensor<16x8xui64>) -> tensor<16x8xui32>
    %14 = stablehlo.convert %12 : (tensor<16x8xui64>) -> tensor<16x8xui32>
    %15:2 = call @threefry2x32_6(%1, %3, %14, %13) : (tensor<ui32>, tensor<ui32>, tensor<16x8xui32>, tensor<16x8xui32>) -> (tensor<16x8xui32>, tensor<16x8xui32>)
    %16 = stablehlo.xor %15#0, %15#1 : tensor<16x8xui32>
    %c_2 = stablehlo.constant dense<9> : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %18 = stablehlo.shift_right_logical %16, %17 : tensor<16x8xui32>
    %c_3 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %19 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %20 = stablehlo.or %18, %19 : tensor<16x8xui32>
    %21 = stablehlo.bitcast_convert %20 : (tensor<16x8xui32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %23 = stablehlo.subtract %21, %22 : tensor<16x8xf32>
    %24 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<16x8xf32>
    %25 = stablehlo.multiply %23, %24 : tensor<16x8xf32>
    %26 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<16x8xf32>
    %27 = stablehlo.add %25, %26 : tensor<16x8xf32>
    %28 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<16x8xf32>
    %29 = stablehlo.maximum %28, %27 : tensor<16x8xf32>
    return %29 : tensor<16x8xf32>
  }
  func.func private @threefry2x32_6(%arg0: tensor<ui32> loc(unknown), %arg1: tensor<ui32> loc(unknown), %arg2: tensor<16x8xui32> loc(unknown), %arg3: tensor<16x8xui32> loc(unknown)) -> (tensor<16x8xui32>, tensor<16x8xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<16x8xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<16x8xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_7(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<16x8xui32>, tensor<16x8xui32>
  }
  func.func private @closed_call_7(%arg0: tensor<i32> loc(unknown), %arg1: tensor<16x8xui32> loc(unknown), %arg2: tensor<16x8xui32> loc(unknown), %arg3: tensor<ui32> loc(unknown), %arg4: tensor<ui32> loc(unknown), %arg5: tensor<ui32> loc(unknown), %arg6: tensor<4xui32> loc(unknown), %arg7: tensor<4xui32> loc(unknown)) -> (tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<16x8xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<16x8xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<16x8xui32>
    %9 = stablehlo.or %5, %8 : tensor<16x8xui32>
    %10 = stablehlo.xor %3, %9 : tensor<16x8xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<16x8xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<16x8xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<16x8xui32>
    %19 = stablehlo.or %15, %18 : tensor<16x8xui32>
    %20 = stablehlo.xor %13, %19 : tensor<16x8xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<16x8xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<16x8xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<16x8xui32>
    %29 = stablehlo.or %25, %28 : tensor<16x8xui32>
    %30 = stablehlo.xor %23, %29 : tensor<16x8xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<16x8xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<16x8xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<16x8xui32>
    %39 = stablehlo.or %35, %38 : tensor<16x8xui32>
    %40 = stablehlo.xor %33, %39 : tensor<16x8xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %42 = stablehlo.add %33, %41 : tensor<16x8xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %44 = stablehlo.add %40, %43 : tensor<16x8xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<16x8xui32>
    %48 = stablehlo.add %44, %47 : tensor<16x8xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<16x8xui32>, tensor<16x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_where_8(%arg0: tensor<16x8xi1> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x8xi1>, tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<4x16x8xi1> loc(unknown), %arg1: tensor<16x8xi1> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xi1> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xi1>) -> tensor<1x16x8xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xi1>, tensor<1x16x8xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xi1>
    return %1 : tensor<4x16x8xi1>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<4xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<4x16x8xi1> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xi1> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xi1>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xi1>) -> tensor<16x8xi1>
    return %1 : tensor<16x8xi1>
  }
  func.func private @closed_call_13(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<16x8xi1> loc(unknown), %arg7: tensor<f32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg7, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1 = stablehlo.divide %arg1, %0 : tensor<16x8xf32>
    %2 = call @_where_14(%arg6, %arg0, %1) : (tensor<16x8xi1>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.multiply %2, %arg5 : tensor<16x8xf32>
    %4 = stablehlo.multiply %3, %arg4 : tensor<16x8xf32>
    %5 = stablehlo.add %3, %4 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %7 = stablehlo.reshape %6 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.dot_general %5, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %12 = stablehlo.add %arg1, %11 : tensor<16x8xf32>
    return %12, %8, %10 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @_where_14(%arg0: tensor<16x8xi1> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<16x8xi1>, tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
}
