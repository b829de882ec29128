module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.reshape %arg2 : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
    %2 = stablehlo.reshape %arg3 : (tensor<6x8x8xf32>) -> tensor<2x3x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %15:16 = stablehlo.while(%iterArg = %1, %iterArg_43 = %2, %iterArg_44 = %c, %iterArg_45 = %0, %iterArg_46 = %3, %iterArg_47 = %4, %iterArg_48 = %5, %iterArg_49 = %6, %iterArg_50 = %7, %iterArg_51 = %8, %iterArg_52 = %9, %iterArg_53 = %10, %iterArg_54 = %11, %iterArg_55 = %12, %iterArg_56 = %13, %iterArg_57 = %14) : tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_58 = stablehlo.constant dense<2> : tensor<i32>
      %108 = stablehlo.compare LT, %iterArg_44, %c_58, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %108 : tensor<i1>
    } do {
      %108 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_44) : (tensor<2x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %109 = func.call @dynamic_index_in_dim_0(%iterArg_43, %iterArg_44) : (tensor<2x3x8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %110:13 = func.call @closed_call(%iterArg_45, %108, %109) : (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) -> (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %111 = func.call @dynamic_update_index_in_dim(%iterArg_46, %110#1, %iterArg_44) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %112 = func.call @dynamic_update_index_in_dim_1(%iterArg_47, %110#2, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %113 = func.call @dynamic_update_index_in_dim_1(%iterArg_48, %110#3, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %114 = func.call @dynamic_update_index_in_dim_1(%iterArg_49, %110#4, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %115 = func.call @dynamic_update_index_in_dim(%iterArg_50, %110#5, %iterArg_44) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %116 = func.call @dynamic_update_index_in_dim_1(%iterArg_51, %110#6, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim_1(%iterArg_52, %110#7, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %118 = func.call @dynamic_update_index_in_dim_1(%iterArg_53, %110#8, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %119 = func.call @dynamic_update_index_in_dim(%iterArg_54, %110#9, %iterArg_44) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %120 = func.call @dynamic_update_index_in_dim_1(%iterArg_55, %110#10, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %121 = func.call @dynamic_update_index_in_dim_1(%iterArg_56, %110#11, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %122 = func.call @dynamic_update_index_in_dim_1(%iterArg_57, %110#12, %iterArg_44) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_58 = stablehlo.constant dense<1> : tensor<i32>
      %123 = stablehlo.add %iterArg_44, %c_58 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %123, %110#0, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122 : tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    %16 = stablehlo.dot_general %15#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %17 = stablehlo.subtract %16, %arg13 : tensor<16x6xf32>
    %18 = stablehlo.multiply %17, %17 : tensor<16x6xf32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %20 = stablehlo.multiply %19, %17 : tensor<16x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%18 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %22 = stablehlo.divide %21, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %23 = stablehlo.divide %cst_14, %cst_15 : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<16x6xf32>
    %26 = stablehlo.dot_general %25, %15#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %28 = stablehlo.dot_general %25, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x3x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x3x8x8xf32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %31:16 = stablehlo.while(%iterArg = %15#4, %iterArg_43 = %15#5, %iterArg_44 = %15#6, %iterArg_45 = %15#7, %iterArg_46 = %15#8, %iterArg_47 = %15#9, %iterArg_48 = %15#10, %iterArg_49 = %15#11, %iterArg_50 = %15#12, %iterArg_51 = %15#13, %iterArg_52 = %15#14, %iterArg_53 = %15#15, %iterArg_54 = %c_18, %iterArg_55 = %28, %iterArg_56 = %29, %iterArg_57 = %30) : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>
    cond {
      %c_58 = stablehlo.constant dense<2> : tensor<i32>
      %108 = stablehlo.compare LT, %iterArg_54, %c_58, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %108 : tensor<i1>
    } do {
      %c_58 = stablehlo.constant dense<2> : tensor<i32>
      %108 = stablehlo.subtract %c_58, %iterArg_54 : tensor<i32>
      %c_59 = stablehlo.constant dense<1> : tensor<i32>
      %109 = stablehlo.subtract %108, %c_59 : tensor<i32>
      %110 = func.call @dynamic_index_in_dim_2(%iterArg, %109) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %111 = func.call @dynamic_index_in_dim_3(%iterArg_43, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %112 = func.call @dynamic_index_in_dim_3(%iterArg_44, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %113 = func.call @dynamic_index_in_dim_3(%iterArg_45, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %114 = func.call @dynamic_index_in_dim_2(%iterArg_46, %109) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %115 = func.call @dynamic_index_in_dim_3(%iterArg_47, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %116 = func.call @dynamic_index_in_dim_3(%iterArg_48, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %117 = func.call @dynamic_index_in_dim_3(%iterArg_49, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118 = func.call @dynamic_index_in_dim_2(%iterArg_50, %109) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %119 = func.call @dynamic_index_in_dim_3(%iterArg_51, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %120 = func.call @dynamic_index_in_dim_3(%iterArg_52, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %121 = func.call @dynamic_index_in_dim_3(%iterArg_53, %109) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %122:3 = func.call @closed_call_4(%iterArg_55, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>)
      %123 = func.call @dynamic_update_index_in_dim_5(%iterArg_56, %122#1, %109) : (tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<i32>) -> tensor<2x3x8xf32>
      %124 = func.call @dynamic_update_index_in_dim_6(%iterArg_57, %122#2, %109) : (tensor<2x3x8x8xf32>, tensor<3x8x8xf32>, tensor<i32>) -> tensor<2x3x8x8xf32>
      %c_60 = stablehlo.constant dense<1> : tensor<i32>
      %125 = stablehlo.add %iterArg_54, %c_60 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %125, %122#0, %123, %124 : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>
    }
    %32 = stablehlo.reshape %31#15 : (tensor<2x3x8x8xf32>) -> tensor<6x8x8xf32>
    %33 = stablehlo.reshape %31#14 : (tensor<2x3x8xf32>) -> tensor<6x8xf32>
    %34 = stablehlo.dot_general %31#13, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %37 = stablehlo.multiply %36, %arg4 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %39 = stablehlo.multiply %38, %35 : tensor<12x8xf32>
    %40 = stablehlo.add %37, %39 : tensor<12x8xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %42 = stablehlo.multiply %41, %arg5 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %44 = stablehlo.multiply %43, %27 : tensor<8x6xf32>
    %45 = stablehlo.add %42, %44 : tensor<8x6xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %47 = stablehlo.multiply %46, %arg6 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %49 = stablehlo.multiply %48, %33 : tensor<6x8xf32>
    %50 = stablehlo.add %47, %49 : tensor<6x8xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %52 = stablehlo.multiply %51, %arg7 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %54 = stablehlo.multiply %53, %32 : tensor<6x8x8xf32>
    %55 = stablehlo.add %52, %54 : tensor<6x8x8xf32>
    %cst_27 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %57 = stablehlo.multiply %56, %arg8 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %59 = stablehlo.multiply %58, %35 : tensor<12x8xf32>
    %60 = stablehlo.multiply %59, %35 : tensor<12x8xf32>
    %61 = stablehlo.add %57, %60 : tensor<12x8xf32>
    %cst_29 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %63 = stablehlo.multiply %62, %arg9 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %65 = stablehlo.multiply %64, %27 : tensor<8x6xf32>
    %66 = stablehlo.multiply %65, %27 : tensor<8x6xf32>
    %67 = stablehlo.add %63, %66 : tensor<8x6xf32>
    %cst_31 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %69 = stablehlo.multiply %68, %arg10 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %71 = stablehlo.multiply %70, %33 : tensor<6x8xf32>
    %72 = stablehlo.multiply %71, %33 : tensor<6x8xf32>
    %73 = stablehlo.add %69, %72 : tensor<6x8xf32>
    %cst_33 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %75 = stablehlo.multiply %74, %arg11 : tensor<6x8x8xf32>
    %cst_34 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %77 = stablehlo.multiply %76, %32 : tensor<6x8x8xf32>
    %78 = stablehlo.multiply %77, %32 : tensor<6x8x8xf32>
    %79 = stablehlo.add %75, %78 : tensor<6x8x8xf32>
    %cst_35 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %81 = stablehlo.multiply %80, %40 : tensor<12x8xf32>
    %82 = stablehlo.sqrt %61 : tensor<12x8xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %84 = stablehlo.add %82, %83 : tensor<12x8xf32>
    %85 = stablehlo.divide %81, %84 : tensor<12x8xf32>
    %86 = stablehlo.subtract %arg0, %85 : tensor<12x8xf32>
    %cst_37 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %88 = stablehlo.multiply %87, %45 : tensor<8x6xf32>
    %89 = stablehlo.sqrt %67 : tensor<8x6xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %91 = stablehlo.add %89, %90 : tensor<8x6xf32>
    %92 = stablehlo.divide %88, %91 : tensor<8x6xf32>
    %93 = stablehlo.subtract %arg1, %92 : tensor<8x6xf32>
    %cst_39 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %95 = stablehlo.multiply %94, %50 : tensor<6x8xf32>
    %96 = stablehlo.sqrt %73 : tensor<6x8xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %98 = stablehlo.add %96, %97 : tensor<6x8xf32>
    %99 = stablehlo.divide %95, %98 : tensor<6x8xf32>
    %100 = stablehlo.subtract %arg2, %99 : tensor<6x8xf32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %102 = stablehlo.multiply %101, %55 : tensor<6x8x8xf32>
    %103 = stablehlo.sqrt %79 : tensor<6x8x8xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %105 = stablehlo.add %103, %104 : tensor<6x8x8xf32>
    %106 = stablehlo.divide %102, %105 : tensor<6x8x8xf32>
    %107 = stablehlo.subtract %arg3, %106 : tensor<6x8x8xf32>
    return %86, %93, %100, %107, %40, %45, %50, %55, %61, %67, %73, %79, %22 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x3x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<3x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 8] : (tensor<2x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x3x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<3x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 8, 8] : (tensor<2x3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x8x8xf32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<3x8xf32> loc(unknown), %arg2: tensor<3x8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.slice %arg1 [0:1, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    %2 = stablehlo.slice %arg2 [0:1, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.dot_general %arg0, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %5 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %7 = stablehlo.add %4, %6 : tensor<16x8xf32>
    %8 = stablehlo.tanh %7 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %10 = stablehlo.subtract %9, %8 : tensor<16x8xf32>
    %11 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    %12 = stablehlo.slice %arg1 [1:2, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x8xf32>) -> tensor<8xf32>
    %14 = stablehlo.slice %arg2 [1:2, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %15 = stablehlo.reshape %14 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %16 = stablehlo.dot_general %11, %15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %17 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %19 = stablehlo.add %16, %18 : tensor<16x8xf32>
    %20 = stablehlo.tanh %19 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %22 = stablehlo.subtract %21, %20 : tensor<16x8xf32>
    %23 = stablehlo.add %11, %20 : tensor<16x8xf32>
    %24 = stablehlo.slice %arg1 [2:3, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
    %25 = stablehlo.reshape %24 : (tensor<1x8xf32>) -> tensor<8xf32>
    %26 = stablehlo.slice %arg2 [2:3, 0:8, 0:8] : (tensor<3x8x8xf32>) -> tensor<1x8x8xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %28 = stablehlo.dot_general %23, %27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %29 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %31 = stablehlo.add %28, %30 : tensor<16x8xf32>
    %32 = stablehlo.tanh %31 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %34 = stablehlo.subtract %33, %32 : tensor<16x8xf32>
    %35 = stablehlo.add %23, %32 : tensor<16x8xf32>
    return %35, %3, %arg0, %8, %10, %15, %11, %20, %22, %27, %23, %32, %34 : tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<8x8xf32> loc(unknown), %arg6: tensor<16x8xf32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<16x8xf32> loc(unknown), %arg9: tensor<8x8xf32> loc(unknown), %arg10: tensor<16x8xf32> loc(unknown), %arg11: tensor<16x8xf32> loc(unknown), %arg12: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg12 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg11 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    %10 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.pad %10, %cst_1, low = [2, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %12 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.pad %12, %cst_2, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    %14 = stablehlo.multiply %9, %arg8 : tensor<16x8xf32>
    %15 = stablehlo.multiply %14, %arg7 : tensor<16x8xf32>
    %16 = stablehlo.add %14, %15 : tensor<16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.reshape %17 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %20 = stablehlo.dot_general %16, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %22 = stablehlo.dot_general %16, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %23 = stablehlo.add %9, %22 : tensor<16x8xf32>
    %24 = stablehlo.broadcast_in_dim %21, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.pad %24, %cst_5, low = [1, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %26 = stablehlo.add %11, %25 : tensor<3x8x8xf32>
    %27 = stablehlo.broadcast_in_dim %19, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.pad %27, %cst_6, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    %29 = stablehlo.add %13, %28 : tensor<3x8xf32>
    %30 = stablehlo.multiply %23, %arg4 : tensor<16x8xf32>
    %31 = stablehlo.multiply %30, %arg3 : tensor<16x8xf32>
    %32 = stablehlo.add %30, %31 : tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %34 = stablehlo.reshape %33 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %36 = stablehlo.dot_general %32, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %38 = stablehlo.dot_general %32, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %39 = stablehlo.add %23, %38 : tensor<16x8xf32>
    %40 = stablehlo.broadcast_in_dim %37, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.pad %40, %cst_9, low = [0, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<3x8x8xf32>
    %42 = stablehlo.add %26, %41 : tensor<3x8x8xf32>
    %43 = stablehlo.broadcast_in_dim %35, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.pad %43, %cst_10, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<3x8xf32>
    %45 = stablehlo.add %29, %44 : tensor<3x8xf32>
    return %39, %45, %42 : tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<2x3x8xf32> loc(unknown), %arg1: tensor<3x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x3x8xf32>, tensor<1x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8xf32>
    return %1 : tensor<2x3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<2x3x8x8xf32> loc(unknown), %arg1: tensor<3x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x8x8xf32>) -> tensor<1x3x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x8x8xf32>, tensor<1x3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8x8xf32>
    return %1 : tensor<2x3x8x8xf32>
  }
}
