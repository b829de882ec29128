module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.slice %arg2 [0:2, 0:8] : (tensor<6x8xf32>) -> tensor<2x8xf32>
    %2 = stablehlo.slice %arg3 [0:2, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<2x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:7 = stablehlo.while(%iterArg = %1, %iterArg_45 = %2, %iterArg_46 = %c, %iterArg_47 = %0, %iterArg_48 = %3, %iterArg_49 = %4, %iterArg_50 = %5) : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_51 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_46, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_46) : (tensor<2x8xf32>, tensor<i32>) -> tensor<8xf32>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_45, %iterArg_46) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %114:4 = func.call @closed_call(%iterArg_47, %112, %113) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %115 = func.call @dynamic_update_index_in_dim(%iterArg_48, %114#1, %iterArg_46) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %116 = func.call @dynamic_update_index_in_dim(%iterArg_49, %114#2, %iterArg_46) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim(%iterArg_50, %114#3, %iterArg_46) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_51 = stablehlo.constant dense<1> : tensor<i32>
      %118 = stablehlo.add %iterArg_46, %c_51 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %118, %114#0, %115, %116, %117 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    %7 = stablehlo.slice %arg2 [2:6, 0:8] : (tensor<6x8xf32>) -> tensor<4x8xf32>
    %8 = stablehlo.slice %arg3 [2:6, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<4x8x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %12:7 = stablehlo.while(%iterArg = %7, %iterArg_45 = %8, %iterArg_46 = %c_5, %iterArg_47 = %6#3, %iterArg_48 = %9, %iterArg_49 = %10, %iterArg_50 = %11) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    cond {
      %c_51 = stablehlo.constant dense<4> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_46, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %112 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_46) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %113 = func.call @dynamic_index_in_dim_2(%iterArg_45, %iterArg_46) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %114:4 = func.call @closed_call_3(%iterArg_47, %112, %113) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %115 = func.call @dynamic_update_index_in_dim_4(%iterArg_48, %114#1, %iterArg_46) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %116 = func.call @dynamic_update_index_in_dim_4(%iterArg_49, %114#2, %iterArg_46) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim_4(%iterArg_50, %114#3, %iterArg_46) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_51 = stablehlo.constant dense<1> : tensor<i32>
      %118 = stablehlo.add %iterArg_46, %c_51 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %118, %114#0, %115, %116, %117 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    }
    %13 = stablehlo.dot_general %12#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %14 = stablehlo.subtract %13, %arg13 : tensor<16x6xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<16x6xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %17 = stablehlo.multiply %16, %14 : tensor<16x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_8 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_10 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %20 = stablehlo.divide %cst_9, %cst_10 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %22 = stablehlo.multiply %21, %17 : tensor<16x6xf32>
    %23 = stablehlo.dot_general %22, %12#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %25 = stablehlo.dot_general %22, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %28:8 = stablehlo.while(%iterArg = %8, %iterArg_45 = %12#4, %iterArg_46 = %12#5, %iterArg_47 = %12#6, %iterArg_48 = %c_13, %iterArg_49 = %25, %iterArg_50 = %26, %iterArg_51 = %27) : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_52 = stablehlo.constant dense<4> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_48, %c_52, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_52 = stablehlo.constant dense<4> : tensor<i32>
      %112 = stablehlo.subtract %c_52, %iterArg_48 : tensor<i32>
      %c_53 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_53 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_2(%iterArg, %113) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %115 = func.call @dynamic_index_in_dim_5(%iterArg_45, %113) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %116 = func.call @dynamic_index_in_dim_5(%iterArg_46, %113) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %117 = func.call @dynamic_index_in_dim_5(%iterArg_47, %113) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118:3 = func.call @closed_call_6(%iterArg_49, %114, %115, %116, %117) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %119 = func.call @dynamic_update_index_in_dim_7(%iterArg_50, %118#1, %113) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %120 = func.call @dynamic_update_index_in_dim_8(%iterArg_51, %118#2, %113) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_54 = stablehlo.constant dense<1> : tensor<i32>
      %121 = stablehlo.add %iterArg_48, %c_54 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %iterArg_46, %iterArg_47, %121, %118#0, %119, %120 : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.pad %28#7, %cst_14, low = [2, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.pad %28#6, %cst_15, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %33:8 = stablehlo.while(%iterArg = %2, %iterArg_45 = %6#4, %iterArg_46 = %6#5, %iterArg_47 = %6#6, %iterArg_48 = %c_18, %iterArg_49 = %28#5, %iterArg_50 = %31, %iterArg_51 = %32) : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    cond {
      %c_52 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.compare LT, %iterArg_48, %c_52, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %112 : tensor<i1>
    } do {
      %c_52 = stablehlo.constant dense<2> : tensor<i32>
      %112 = stablehlo.subtract %c_52, %iterArg_48 : tensor<i32>
      %c_53 = stablehlo.constant dense<1> : tensor<i32>
      %113 = stablehlo.subtract %112, %c_53 : tensor<i32>
      %114 = func.call @dynamic_index_in_dim_0(%iterArg, %113) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %115 = func.call @dynamic_index_in_dim_9(%iterArg_45, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %116 = func.call @dynamic_index_in_dim_9(%iterArg_46, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %117 = func.call @dynamic_index_in_dim_9(%iterArg_47, %113) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118:3 = func.call @closed_call_10(%iterArg_49, %114, %115, %116, %117) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %119 = func.call @dynamic_update_index_in_dim_11(%iterArg_50, %118#1, %113) : (tensor<2x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %120 = func.call @dynamic_update_index_in_dim_12(%iterArg_51, %118#2, %113) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %c_54 = stablehlo.constant dense<1> : tensor<i32>
      %121 = stablehlo.add %iterArg_48, %c_54 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_45, %iterArg_46, %iterArg_47, %121, %118#0, %119, %120 : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    }
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.pad %33#7, %cst_19, low = [0, 0, 0], high = [4, 0, 0], interior = [0, 0, 0] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %35 = stablehlo.add %29, %34 : tensor<6x8x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.pad %33#6, %cst_20, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %37 = stablehlo.add %30, %36 : tensor<6x8xf32>
    %38 = stablehlo.dot_general %33#5, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %41 = stablehlo.multiply %40, %arg4 : tensor<12x8xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %43 = stablehlo.multiply %42, %39 : tensor<12x8xf32>
    %44 = stablehlo.add %41, %43 : tensor<12x8xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %46 = stablehlo.multiply %45, %arg5 : tensor<8x6xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %48 = stablehlo.multiply %47, %24 : tensor<8x6xf32>
    %49 = stablehlo.add %46, %48 : tensor<8x6xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %51 = stablehlo.multiply %50, %arg6 : tensor<6x8xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %53 = stablehlo.multiply %52, %37 : tensor<6x8xf32>
    %54 = stablehlo.add %51, %53 : tensor<6x8xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %56 = stablehlo.multiply %55, %arg7 : tensor<6x8x8xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %58 = stablehlo.multiply %57, %35 : tensor<6x8x8xf32>
    %59 = stablehlo.add %56, %58 : tensor<6x8x8xf32>
    %cst_29 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %61 = stablehlo.multiply %60, %arg8 : tensor<12x8xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %63 = stablehlo.multiply %62, %39 : tensor<12x8xf32>
    %64 = stablehlo.multiply %63, %39 : tensor<12x8xf32>
    %65 = stablehlo.add %61, %64 : tensor<12x8xf32>
    %cst_31 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %67 = stablehlo.multiply %66, %arg9 : tensor<8x6xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %69 = stablehlo.multiply %68, %24 : tensor<8x6xf32>
    %70 = stablehlo.multiply %69, %24 : tensor<8x6xf32>
    %71 = stablehlo.add %67, %70 : tensor<8x6xf32>
    %cst_33 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %73 = stablehlo.multiply %72, %arg10 : tensor<6x8xf32>
    %cst_34 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %75 = stablehlo.multiply %74, %37 : tensor<6x8xf32>
    %76 = stablehlo.multiply %75, %37 : tensor<6x8xf32>
    %77 = stablehlo.add %73, %76 : tensor<6x8xf32>
    %cst_35 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %79 = stablehlo.multiply %78, %arg11 : tensor<6x8x8xf32>
    %cst_36 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %81 = stablehlo.multiply %80, %35 : tensor<6x8x8xf32>
    %82 = stablehlo.multiply %81, %35 : tensor<6x8x8xf32>
    %83 = stablehlo.add %79, %82 : tensor<6x8x8xf32>
    %cst_37 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %85 = stablehlo.multiply %84, %44 : tensor<12x8xf32>
    %86 = stablehlo.sqrt %65 : tensor<12x8xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %88 = stablehlo.add %86, %87 : tensor<12x8xf32>
    %89 = stablehlo.divide %85, %88 : tensor<12x8xf32>
    %90 = stablehlo.subtract %arg0, %89 : tensor<12x8xf32>
    %cst_39 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %92 = stablehlo.multiply %91, %49 : tensor<8x6xf32>
    %93 = stablehlo.sqrt %71 : tensor<8x6xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %95 = stablehlo.add %93, %94 : tensor<8x6xf32>
    %96 = stablehlo.divide %92, %95 : tensor<8x6xf32>
    %97 = stablehlo.subtract %arg1, %96 : tensor<8x6xf32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %99 = stablehlo.multiply %98, %54 : tensor<6x8xf32>
    %100 = stablehlo.sqrt %77 : tensor<6x8xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %102 = stablehlo.add %100, %101 : tensor<6x8xf32>
    %103 = stablehlo.divide %99, %102 : tensor<6x8xf32>
    %104 = stablehlo.subtract %arg2, %103 : tensor<6x8xf32>
    %cst_43 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %106 = stablehlo.multiply %105, %59 : tensor<6x8x8xf32>
    %107 = stablehlo.sqrt %83 : tensor<6x8x8xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %109 = stablehlo.add %107, %108 : tensor<6x8x8xf32>
    %110 = stablehlo.divide %106, %109 : tensor<6x8x8xf32>
    %111 = stablehlo.subtract %arg3, %110 : tensor<6x8x8xf32>
    return %90, %97, %104, %111, %44, %49, %54, %59, %65, %71, %77, %83, %19 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
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
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_6(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_9(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_10(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
}
