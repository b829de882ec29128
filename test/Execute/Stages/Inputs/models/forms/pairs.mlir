module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.slice %arg2 [0:6:2, 0:8] : (tensor<6x8xf32>) -> tensor<3x8xf32>
    %2 = stablehlo.slice %arg3 [0:6:2, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<3x8x8xf32>
    %3 = stablehlo.slice %arg2 [1:6:2, 0:8] : (tensor<6x8xf32>) -> tensor<3x8xf32>
    %4 = stablehlo.slice %arg3 [1:6:2, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<3x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %11:12 = stablehlo.while(%iterArg = %1, %iterArg_43 = %2, %iterArg_44 = %3, %iterArg_45 = %4, %iterArg_46 = %c, %iterArg_47 = %0, %iterArg_48 = %5, %iterArg_49 = %6, %iterArg_50 = %7, %iterArg_51 = %8, %iterArg_52 = %9, %iterArg_53 = %10) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    cond {
      %c_54 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_46, %c_54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %110 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_46) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %111 = func.call @dynamic_index_in_dim_0(%iterArg_43, %iterArg_46) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %112 = func.call @dynamic_index_in_dim(%iterArg_44, %iterArg_46) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_45, %iterArg_46) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %114:7 = func.call @closed_call(%iterArg_47, %110, %111, %112, %113) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %115 = func.call @dynamic_update_index_in_dim(%iterArg_48, %114#1, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %116 = func.call @dynamic_update_index_in_dim(%iterArg_49, %114#2, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim(%iterArg_50, %114#3, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %118 = func.call @dynamic_update_index_in_dim(%iterArg_51, %114#4, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %119 = func.call @dynamic_update_index_in_dim(%iterArg_52, %114#5, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %120 = func.call @dynamic_update_index_in_dim(%iterArg_53, %114#6, %iterArg_46) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %c_54 = stablehlo.constant dense<1> : tensor<i32>
      %121 = stablehlo.add %iterArg_46, %c_54 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %iterArg_44, %iterArg_45, %121, %114#0, %115, %116, %117, %118, %119, %120 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    }
    %12 = stablehlo.dot_general %11#5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %13 = stablehlo.subtract %12, %arg13 : tensor<16x6xf32>
    %14 = stablehlo.multiply %13, %13 : tensor<16x6xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %16 = stablehlo.multiply %15, %13 : tensor<16x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%14 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %18 = stablehlo.divide %17, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %19 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %21 = stablehlo.multiply %20, %16 : tensor<16x6xf32>
    %22 = stablehlo.dot_general %21, %11#5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %24 = stablehlo.dot_general %21, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %29:14 = stablehlo.while(%iterArg = %2, %iterArg_43 = %11#6, %iterArg_44 = %11#7, %iterArg_45 = %11#8, %iterArg_46 = %4, %iterArg_47 = %11#9, %iterArg_48 = %11#10, %iterArg_49 = %11#11, %iterArg_50 = %c_14, %iterArg_51 = %24, %iterArg_52 = %25, %iterArg_53 = %26, %iterArg_54 = %27, %iterArg_55 = %28) : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_56 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_50, %c_56, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %c_56 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.subtract %c_56, %iterArg_50 : tensor<i32>
      %c_57 = stablehlo.constant dense<1> : tensor<i32>
      %111 = stablehlo.subtract %110, %c_57 : tensor<i32>
      %112 = func.call @dynamic_index_in_dim_0(%iterArg, %111) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %113 = func.call @dynamic_index_in_dim_1(%iterArg_43, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %114 = func.call @dynamic_index_in_dim_1(%iterArg_44, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %115 = func.call @dynamic_index_in_dim_1(%iterArg_45, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %116 = func.call @dynamic_index_in_dim_0(%iterArg_46, %111) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %117 = func.call @dynamic_index_in_dim_1(%iterArg_47, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %118 = func.call @dynamic_index_in_dim_1(%iterArg_48, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %119 = func.call @dynamic_index_in_dim_1(%iterArg_49, %111) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %120:5 = func.call @closed_call_2(%iterArg_51, %112, %113, %114, %115, %116, %117, %118, %119) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %121 = func.call @dynamic_update_index_in_dim_3(%iterArg_52, %120#1, %111) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %122 = func.call @dynamic_update_index_in_dim_4(%iterArg_53, %120#2, %111) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %123 = func.call @dynamic_update_index_in_dim_3(%iterArg_54, %120#3, %111) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %124 = func.call @dynamic_update_index_in_dim_4(%iterArg_55, %120#4, %111) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_58 = stablehlo.constant dense<1> : tensor<i32>
      %125 = stablehlo.add %iterArg_50, %c_58 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %125, %120#0, %121, %122, %123, %124 : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    }
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.pad %29#13, %cst_15, low = [1, 0, 0], high = [0, 0, 0], interior = [1, 0, 0] : (tensor<3x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.pad %29#12, %cst_16, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.pad %29#11, %cst_17, low = [0, 0, 0], high = [1, 0, 0], interior = [1, 0, 0] : (tensor<3x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %33 = stablehlo.add %30, %32 : tensor<6x8x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.pad %29#10, %cst_18, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %35 = stablehlo.add %31, %34 : tensor<6x8xf32>
    %36 = stablehlo.dot_general %29#9, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %39 = stablehlo.multiply %38, %arg4 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %41 = stablehlo.multiply %40, %37 : tensor<12x8xf32>
    %42 = stablehlo.add %39, %41 : tensor<12x8xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %44 = stablehlo.multiply %43, %arg5 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %46 = stablehlo.multiply %45, %23 : tensor<8x6xf32>
    %47 = stablehlo.add %44, %46 : tensor<8x6xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %49 = stablehlo.multiply %48, %arg6 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %51 = stablehlo.multiply %50, %35 : tensor<6x8xf32>
    %52 = stablehlo.add %49, %51 : tensor<6x8xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %54 = stablehlo.multiply %53, %arg7 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %56 = stablehlo.multiply %55, %33 : tensor<6x8x8xf32>
    %57 = stablehlo.add %54, %56 : tensor<6x8x8xf32>
    %cst_27 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %59 = stablehlo.multiply %58, %arg8 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %61 = stablehlo.multiply %60, %37 : tensor<12x8xf32>
    %62 = stablehlo.multiply %61, %37 : tensor<12x8xf32>
    %63 = stablehlo.add %59, %62 : tensor<12x8xf32>
    %cst_29 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %65 = stablehlo.multiply %64, %arg9 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %67 = stablehlo.multiply %66, %23 : tensor<8x6xf32>
    %68 = stablehlo.multiply %67, %23 : tensor<8x6xf32>
    %69 = stablehlo.add %65, %68 : tensor<8x6xf32>
    %cst_31 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %71 = stablehlo.multiply %70, %arg10 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %73 = stablehlo.multiply %72, %35 : tensor<6x8xf32>
    %74 = stablehlo.multiply %73, %35 : tensor<6x8xf32>
    %75 = stablehlo.add %71, %74 : tensor<6x8xf32>
    %cst_33 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %77 = stablehlo.multiply %76, %arg11 : tensor<6x8x8xf32>
    %cst_34 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %79 = stablehlo.multiply %78, %33 : tensor<6x8x8xf32>
    %80 = stablehlo.multiply %79, %33 : tensor<6x8x8xf32>
    %81 = stablehlo.add %77, %80 : tensor<6x8x8xf32>
    %cst_35 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %83 = stablehlo.multiply %82, %42 : tensor<12x8xf32>
    %84 = stablehlo.sqrt %63 : tensor<12x8xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %86 = stablehlo.add %84, %85 : tensor<12x8xf32>
    %87 = stablehlo.divide %83, %86 : tensor<12x8xf32>
    %88 = stablehlo.subtract %arg0, %87 : tensor<12x8xf32>
    %cst_37 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %90 = stablehlo.multiply %89, %47 : tensor<8x6xf32>
    %91 = stablehlo.sqrt %69 : tensor<8x6xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %93 = stablehlo.add %91, %92 : tensor<8x6xf32>
    %94 = stablehlo.divide %90, %93 : tensor<8x6xf32>
    %95 = stablehlo.subtract %arg1, %94 : tensor<8x6xf32>
    %cst_39 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %97 = stablehlo.multiply %96, %52 : tensor<6x8xf32>
    %98 = stablehlo.sqrt %75 : tensor<6x8xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %100 = stablehlo.add %98, %99 : tensor<6x8xf32>
    %101 = stablehlo.divide %97, %100 : tensor<6x8xf32>
    %102 = stablehlo.subtract %arg2, %101 : tensor<6x8xf32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %104 = stablehlo.multiply %103, %57 : tensor<6x8x8xf32>
    %105 = stablehlo.sqrt %81 : tensor<6x8x8xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %107 = stablehlo.add %105, %106 : tensor<6x8x8xf32>
    %108 = stablehlo.divide %104, %107 : tensor<6x8x8xf32>
    %109 = stablehlo.subtract %arg3, %108 : tensor<6x8x8xf32>
    return %88, %95, %102, %109, %42, %47, %52, %57, %63, %69, %75, %81, %18 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<8xf32> loc(unknown), %arg4: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    %7 = stablehlo.add %arg0, %4 : tensor<16x8xf32>
    %8 = stablehlo.dot_general %7, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %11 = stablehlo.add %8, %10 : tensor<16x8xf32>
    %12 = stablehlo.tanh %11 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %14 = stablehlo.subtract %13, %12 : tensor<16x8xf32>
    %15 = stablehlo.add %7, %12 : tensor<16x8xf32>
    return %15, %arg0, %4, %6, %7, %12, %14 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x8xf32>
    return %1 : tensor<3x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<3x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<8x8xf32> loc(unknown), %arg6: tensor<16x8xf32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg8 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg7 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    %10 = stablehlo.multiply %9, %arg4 : tensor<16x8xf32>
    %11 = stablehlo.multiply %10, %arg3 : tensor<16x8xf32>
    %12 = stablehlo.add %10, %11 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.reshape %13 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %16 = stablehlo.dot_general %12, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %18 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %19 = stablehlo.add %9, %18 : tensor<16x8xf32>
    return %19, %15, %17, %5, %7 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
}
