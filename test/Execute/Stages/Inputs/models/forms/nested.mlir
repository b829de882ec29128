module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.iota dim = 0 : tensor<3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %c, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %3 = stablehlo.add %c_1, %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.select %2, %3, %c_3 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %c_4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<8> : tensor<i32>
    %6 = stablehlo.add %c_6, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.select %5, %6, %c_8 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %c_9, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<8> : tensor<i32>
    %9 = stablehlo.add %c_11, %c_12 : tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.select %8, %9, %c_13 : tensor<i1>, tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %c_16 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %13:4 = stablehlo.while(%iterArg = %c_17, %iterArg_56 = %c_14, %iterArg_57 = %11, %iterArg_58 = %12) : tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>
    cond {
      %c_59 = stablehlo.constant dense<2> : tensor<i32>
      %111 = stablehlo.compare LT, %iterArg, %c_59, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %111 : tensor<i1>
    } do {
      %111:3 = func.call @closed_call(%iterArg_56) : (tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
      %112 = func.call @dynamic_update_index_in_dim(%iterArg_57, %111#1, %iterArg) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %113 = func.call @dynamic_update_index_in_dim(%iterArg_58, %111#2, %iterArg) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %c_59 = stablehlo.constant dense<1> : tensor<i32>
      %114 = stablehlo.add %iterArg, %c_59 : tensor<i32>
      stablehlo.return %114, %111#0, %112, %113 : tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>
    }
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x8x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %20:16 = stablehlo.while(%iterArg = %1, %iterArg_56 = %arg3, %iterArg_57 = %7, %iterArg_58 = %10, %iterArg_59 = %arg2, %iterArg_60 = %4, %iterArg_61 = %13#2, %iterArg_62 = %13#3, %iterArg_63 = %c_23, %iterArg_64 = %0, %iterArg_65 = %14, %iterArg_66 = %15, %iterArg_67 = %16, %iterArg_68 = %17, %iterArg_69 = %18, %iterArg_70 = %19) : tensor<3xi32>, tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    cond {
      %c_71 = stablehlo.constant dense<3> : tensor<i32>
      %111 = stablehlo.compare LT, %iterArg_63, %c_71, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %111 : tensor<i1>
    } do {
      %111 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_63) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
      %112:7 = func.call @closed_call_0(%iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_64, %111) : (tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<16x8xf32>, tensor<i32>) -> (tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>)
      %113 = func.call @dynamic_update_index_in_dim_5(%iterArg_65, %112#1, %iterArg_63) : (tensor<3x2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3x2xi32>
      %114 = func.call @dynamic_update_index_in_dim_5(%iterArg_66, %112#2, %iterArg_63) : (tensor<3x2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3x2xi32>
      %115 = func.call @dynamic_update_index_in_dim_6(%iterArg_67, %112#3, %iterArg_63) : (tensor<3x2x8x8xf32>, tensor<2x8x8xf32>, tensor<i32>) -> tensor<3x2x8x8xf32>
      %116 = func.call @dynamic_update_index_in_dim_7(%iterArg_68, %112#4, %iterArg_63) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %117 = func.call @dynamic_update_index_in_dim_7(%iterArg_69, %112#5, %iterArg_63) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %118 = func.call @dynamic_update_index_in_dim_7(%iterArg_70, %112#6, %iterArg_63) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %c_71 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.add %iterArg_63, %c_71 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %119, %112#0, %113, %114, %115, %116, %117, %118 : tensor<3xi32>, tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    }
    %21 = stablehlo.dot_general %20#9, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %22 = stablehlo.subtract %21, %arg13 : tensor<16x6xf32>
    %23 = stablehlo.multiply %22, %22 : tensor<16x6xf32>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %25 = stablehlo.multiply %24, %22 : tensor<16x6xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%23 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_26 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_26 : tensor<f32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_28 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %28 = stablehlo.divide %cst_27, %cst_28 : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %30 = stablehlo.multiply %29, %25 : tensor<16x6xf32>
    %31 = stablehlo.dot_general %30, %20#9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %32 = stablehlo.transpose %31, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %33 = stablehlo.dot_general %30, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %c_31 = stablehlo.constant dense<0> : tensor<i32>
    %36:13 = stablehlo.while(%iterArg = %20#10, %iterArg_56 = %20#11, %iterArg_57 = %20#12, %iterArg_58 = %20#13, %iterArg_59 = %20#14, %iterArg_60 = %20#15, %iterArg_61 = %4, %iterArg_62 = %7, %iterArg_63 = %10, %iterArg_64 = %c_31, %iterArg_65 = %34, %iterArg_66 = %35, %iterArg_67 = %33) : tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
    cond {
      %c_68 = stablehlo.constant dense<3> : tensor<i32>
      %111 = stablehlo.compare LT, %iterArg_64, %c_68, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %111 : tensor<i1>
    } do {
      %c_68 = stablehlo.constant dense<3> : tensor<i32>
      %111 = stablehlo.subtract %c_68, %iterArg_64 : tensor<i32>
      %c_69 = stablehlo.constant dense<1> : tensor<i32>
      %112 = stablehlo.subtract %111, %c_69 : tensor<i32>
      %113 = func.call @dynamic_index_in_dim_8(%iterArg, %112) : (tensor<3x2xi32>, tensor<i32>) -> tensor<2xi32>
      %114 = func.call @dynamic_index_in_dim_8(%iterArg_56, %112) : (tensor<3x2xi32>, tensor<i32>) -> tensor<2xi32>
      %115 = func.call @dynamic_index_in_dim_9(%iterArg_57, %112) : (tensor<3x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %116 = func.call @dynamic_index_in_dim_10(%iterArg_58, %112) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %117 = func.call @dynamic_index_in_dim_10(%iterArg_59, %112) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %118 = func.call @dynamic_index_in_dim_10(%iterArg_60, %112) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %119:3 = func.call @closed_call_11(%iterArg_61, %iterArg_62, %iterArg_63, %iterArg_65, %iterArg_66, %iterArg_67, %113, %114, %115, %116, %117, %118) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) -> (tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>)
      %c_70 = stablehlo.constant dense<1> : tensor<i32>
      %120 = stablehlo.add %iterArg_64, %c_70 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %120, %119#0, %119#1, %119#2 : tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
    }
    %37 = stablehlo.dot_general %36#12, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %38 = stablehlo.transpose %37, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %40 = stablehlo.multiply %39, %arg4 : tensor<12x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %42 = stablehlo.multiply %41, %38 : tensor<12x8xf32>
    %43 = stablehlo.add %40, %42 : tensor<12x8xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %45 = stablehlo.multiply %44, %arg5 : tensor<8x6xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %47 = stablehlo.multiply %46, %32 : tensor<8x6xf32>
    %48 = stablehlo.add %45, %47 : tensor<8x6xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %50 = stablehlo.multiply %49, %arg6 : tensor<6x8xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %52 = stablehlo.multiply %51, %36#10 : tensor<6x8xf32>
    %53 = stablehlo.add %50, %52 : tensor<6x8xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %55 = stablehlo.multiply %54, %arg7 : tensor<6x8x8xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %57 = stablehlo.multiply %56, %36#11 : tensor<6x8x8xf32>
    %58 = stablehlo.add %55, %57 : tensor<6x8x8xf32>
    %cst_40 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %60 = stablehlo.multiply %59, %arg8 : tensor<12x8xf32>
    %cst_41 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %62 = stablehlo.multiply %61, %38 : tensor<12x8xf32>
    %63 = stablehlo.multiply %62, %38 : tensor<12x8xf32>
    %64 = stablehlo.add %60, %63 : tensor<12x8xf32>
    %cst_42 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %66 = stablehlo.multiply %65, %arg9 : tensor<8x6xf32>
    %cst_43 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %68 = stablehlo.multiply %67, %32 : tensor<8x6xf32>
    %69 = stablehlo.multiply %68, %32 : tensor<8x6xf32>
    %70 = stablehlo.add %66, %69 : tensor<8x6xf32>
    %cst_44 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %72 = stablehlo.multiply %71, %arg10 : tensor<6x8xf32>
    %cst_45 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %74 = stablehlo.multiply %73, %36#10 : tensor<6x8xf32>
    %75 = stablehlo.multiply %74, %36#10 : tensor<6x8xf32>
    %76 = stablehlo.add %72, %75 : tensor<6x8xf32>
    %cst_46 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %78 = stablehlo.multiply %77, %arg11 : tensor<6x8x8xf32>
    %cst_47 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %80 = stablehlo.multiply %79, %36#11 : tensor<6x8x8xf32>
    %81 = stablehlo.multiply %80, %36#11 : tensor<6x8x8xf32>
    %82 = stablehlo.add %78, %81 : tensor<6x8x8xf32>
    %cst_48 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %84 = stablehlo.multiply %83, %43 : tensor<12x8xf32>
    %85 = stablehlo.sqrt %64 : tensor<12x8xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %87 = stablehlo.add %85, %86 : tensor<12x8xf32>
    %88 = stablehlo.divide %84, %87 : tensor<12x8xf32>
    %89 = stablehlo.subtract %arg0, %88 : tensor<12x8xf32>
    %cst_50 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %91 = stablehlo.multiply %90, %48 : tensor<8x6xf32>
    %92 = stablehlo.sqrt %70 : tensor<8x6xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %94 = stablehlo.add %92, %93 : tensor<8x6xf32>
    %95 = stablehlo.divide %91, %94 : tensor<8x6xf32>
    %96 = stablehlo.subtract %arg1, %95 : tensor<8x6xf32>
    %cst_52 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %98 = stablehlo.multiply %97, %53 : tensor<6x8xf32>
    %99 = stablehlo.sqrt %76 : tensor<6x8xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %101 = stablehlo.add %99, %100 : tensor<6x8xf32>
    %102 = stablehlo.divide %98, %101 : tensor<6x8xf32>
    %103 = stablehlo.subtract %arg2, %102 : tensor<6x8xf32>
    %cst_54 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %105 = stablehlo.multiply %104, %58 : tensor<6x8x8xf32>
    %106 = stablehlo.sqrt %82 : tensor<6x8x8xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %108 = stablehlo.add %106, %107 : tensor<6x8x8xf32>
    %109 = stablehlo.divide %105, %108 : tensor<6x8x8xf32>
    %110 = stablehlo.subtract %arg3, %109 : tensor<6x8x8xf32>
    return %89, %96, %103, %110, %43, %48, %53, %58, %64, %70, %76, %82, %27 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<i32> loc(unknown)) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.convert %arg0 : tensor<i32>
    %2 = stablehlo.convert %arg0 : tensor<i32>
    return %0, %2, %1 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2xi32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2xi32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3xi32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call_0(%arg0: tensor<6x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<6x8xf32> loc(unknown), %arg4: tensor<i32> loc(unknown), %arg5: tensor<2xi32> loc(unknown), %arg6: tensor<2xi32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<i32> loc(unknown)) -> (tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.multiply %c, %arg8 : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %c_0, %arg8 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %8:17 = stablehlo.while(%iterArg = %arg5, %iterArg_7 = %arg6, %iterArg_8 = %arg0, %iterArg_9 = %arg1, %iterArg_10 = %arg2, %iterArg_11 = %arg3, %iterArg_12 = %arg4, %iterArg_13 = %1, %iterArg_14 = %0, %iterArg_15 = %c_6, %iterArg_16 = %arg7, %iterArg_17 = %2, %iterArg_18 = %3, %iterArg_19 = %4, %iterArg_20 = %5, %iterArg_21 = %6, %iterArg_22 = %7) : tensor<2xi32>, tensor<2xi32>, tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_23 = stablehlo.constant dense<2> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_15, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_15) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      %10 = func.call @dynamic_index_in_dim_1(%iterArg_7, %iterArg_15) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      %11:7 = func.call @closed_call_2(%iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_16, %9, %10) : (tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> (tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_17, %11#1, %iterArg_15) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_18, %11#2, %iterArg_15) : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %14 = func.call @dynamic_update_index_in_dim_3(%iterArg_19, %11#3, %iterArg_15) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %15 = func.call @dynamic_update_index_in_dim_4(%iterArg_20, %11#4, %iterArg_15) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %16 = func.call @dynamic_update_index_in_dim_4(%iterArg_21, %11#5, %iterArg_15) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %17 = func.call @dynamic_update_index_in_dim_4(%iterArg_22, %11#6, %iterArg_15) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_23 = stablehlo.constant dense<1> : tensor<i32>
      %18 = stablehlo.add %iterArg_15, %c_23 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %18, %11#0, %12, %13, %14, %15, %16, %17 : tensor<2xi32>, tensor<2xi32>, tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    return %8#10, %8#11, %8#12, %8#13, %8#14, %8#15, %8#16 : tensor<16x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2xi32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call_2(%arg0: tensor<6x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<6x8xf32> loc(unknown), %arg4: tensor<i32> loc(unknown), %arg5: tensor<i32> loc(unknown), %arg6: tensor<i32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<i32> loc(unknown), %arg9: tensor<i32> loc(unknown)) -> (tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.add %arg6, %arg9 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.add %0, %c_0 : tensor<i32>
    %3 = stablehlo.select %1, %2, %0 : tensor<i1>, tensor<i32>
    %4 = stablehlo.dynamic_slice %arg3, %3, %arg4, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x8xf32>) -> tensor<8xf32>
    %6 = stablehlo.add %arg5, %arg8 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.compare LT, %6, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %8 = stablehlo.add %6, %c_2 : tensor<i32>
    %9 = stablehlo.select %7, %8, %6 : tensor<i1>, tensor<i32>
    %10 = stablehlo.dynamic_slice %arg0, %9, %arg1, %arg2, sizes = [1, 8, 8] : (tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %11 = stablehlo.reshape %10 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %12 = stablehlo.dot_general %arg7, %11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %13 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %15 = stablehlo.add %12, %14 : tensor<16x8xf32>
    %16 = stablehlo.tanh %15 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %18 = stablehlo.subtract %17, %16 : tensor<16x8xf32>
    %19 = stablehlo.add %arg7, %16 : tensor<16x8xf32>
    return %19, %3, %9, %11, %arg7, %16, %18 : tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<3x2xi32> loc(unknown), %arg1: tensor<2xi32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2xi32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xi32>) -> tensor<1x2xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
    return %1 : tensor<3x2xi32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<3x2x8x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x8x8xf32>) -> tensor<1x2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x8x8xf32>, tensor<1x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8x8xf32>
    return %1 : tensor<3x2x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<2x16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x16x8xf32>) -> tensor<1x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x16x8xf32>, tensor<1x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x16x8xf32>
    return %1 : tensor<3x2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_8(%arg0: tensor<3x2xi32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 2] : (tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %1 = stablehlo.reshape %0 : (tensor<1x2xi32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  }
  func.func private @dynamic_index_in_dim_9(%arg0: tensor<3x2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 8, 8] : (tensor<3x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x8xf32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_10(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 16, 8] : (tensor<3x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x16x8xf32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @closed_call_11(%arg0: tensor<i32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<6x8xf32> loc(unknown), %arg4: tensor<6x8x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<2xi32> loc(unknown), %arg7: tensor<2xi32> loc(unknown), %arg8: tensor<2x8x8xf32> loc(unknown), %arg9: tensor<2x16x8xf32> loc(unknown), %arg10: tensor<2x16x8xf32> loc(unknown), %arg11: tensor<2x16x8xf32> loc(unknown)) -> (tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:13 = stablehlo.while(%iterArg = %arg6, %iterArg_1 = %arg7, %iterArg_2 = %arg8, %iterArg_3 = %arg9, %iterArg_4 = %arg10, %iterArg_5 = %arg11, %iterArg_6 = %arg0, %iterArg_7 = %arg1, %iterArg_8 = %arg2, %iterArg_9 = %c, %iterArg_10 = %0, %iterArg_11 = %1, %iterArg_12 = %arg5) : tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
    cond {
      %c_13 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_9, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_13 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.subtract %c_13, %iterArg_9 : tensor<i32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.subtract %5, %c_14 : tensor<i32>
      %7 = func.call @dynamic_index_in_dim_1(%iterArg, %6) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      %8 = func.call @dynamic_index_in_dim_1(%iterArg_1, %6) : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      %9 = func.call @dynamic_index_in_dim_12(%iterArg_2, %6) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %10 = func.call @dynamic_index_in_dim_13(%iterArg_3, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %11 = func.call @dynamic_index_in_dim_13(%iterArg_4, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %12 = func.call @dynamic_index_in_dim_13(%iterArg_5, %6) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %13:3 = func.call @closed_call_14(%iterArg_6, %iterArg_7, %iterArg_8, %iterArg_10, %iterArg_11, %iterArg_12, %7, %8, %9, %10, %11, %12) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>)
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_9, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %14, %13#0, %13#1, %13#2 : tensor<2xi32>, tensor<2xi32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
    }
    %3 = stablehlo.add %arg3, %2#10 : tensor<6x8xf32>
    %4 = stablehlo.add %arg4, %2#11 : tensor<6x8x8xf32>
    return %3, %4, %2#12 : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_14(%arg0: tensor<i32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<6x8xf32> loc(unknown), %arg4: tensor<6x8x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<i32> loc(unknown), %arg7: tensor<i32> loc(unknown), %arg8: tensor<8x8xf32> loc(unknown), %arg9: tensor<16x8xf32> loc(unknown), %arg10: tensor<16x8xf32> loc(unknown), %arg11: tensor<16x8xf32> loc(unknown)) -> (tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.multiply %arg5, %arg11 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg10 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg5, %8 : tensor<16x8xf32>
    %10 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %12 = stablehlo.dynamic_update_slice %11, %10, %arg7, %arg1, %arg2 : (tensor<6x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x8xf32>
    %13 = stablehlo.add %arg4, %12 : tensor<6x8x8xf32>
    %14 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %16 = stablehlo.dynamic_update_slice %15, %14, %arg6, %arg0 : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
    %17 = stablehlo.add %arg3, %16 : tensor<6x8xf32>
    return %17, %13, %9 : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<16x8xf32>
  }
}
