module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32> {tf.aliasing_output = 0 : i32} loc("params['decoder']['stack']['b']"), %arg1: tensor<4x8x8xf32> {tf.aliasing_output = 1 : i32} loc("params['decoder']['stack']['w']"), %arg2: tensor<3x8xf32> {tf.aliasing_output = 2 : i32} loc("params['encoder']['stack']['b']"), %arg3: tensor<3x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['encoder']['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("params['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("params['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['decoder']['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['decoder']['stack']['w']"), %arg8: tensor<3x8xf32> {tf.aliasing_output = 8 : i32} loc("momentum['encoder']['stack']['b']"), %arg9: tensor<3x8x8xf32> {tf.aliasing_output = 9 : i32} loc("momentum['encoder']['stack']['w']"), %arg10: tensor<12x8xf32> {tf.aliasing_output = 10 : i32} loc("momentum['in']"), %arg11: tensor<8x6xf32> {tf.aliasing_output = 11 : i32} loc("momentum['out']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<4x8xf32> {jax.result_info = "result[0]['decoder']['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['decoder']['stack']['w']"}, tensor<3x8xf32> {jax.result_info = "result[0]['encoder']['stack']['b']"}, tensor<3x8x8xf32> {jax.result_info = "result[0]['encoder']['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['decoder']['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['decoder']['stack']['w']"}, tensor<3x8xf32> {jax.result_info = "result[1]['encoder']['stack']['b']"}, tensor<3x8x8xf32> {jax.result_info = "result[1]['encoder']['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %arg2, %iterArg_33 = %arg3, %iterArg_34 = %c, %iterArg_35 = %0, %iterArg_36 = %1, %iterArg_37 = %2, %iterArg_38 = %3) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    cond {
      %c_39 = stablehlo.constant dense<3> : tensor<i32>
      %70 = stablehlo.compare LT, %iterArg_34, %c_39, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %70 : tensor<i1>
    } do {
      %70 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_34) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %71 = func.call @dynamic_index_in_dim_0(%iterArg_33, %iterArg_34) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %72:4 = func.call @closed_call(%iterArg_35, %70, %71) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %73 = func.call @dynamic_update_index_in_dim(%iterArg_36, %72#1, %iterArg_34) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %74 = func.call @dynamic_update_index_in_dim(%iterArg_37, %72#2, %iterArg_34) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %75 = func.call @dynamic_update_index_in_dim(%iterArg_38, %72#3, %iterArg_34) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %c_39 = stablehlo.constant dense<1> : tensor<i32>
      %76 = stablehlo.add %iterArg_34, %c_39 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_33, %76, %72#0, %73, %74, %75 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    }
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x1x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %10:9 = stablehlo.while(%iterArg = %arg0, %iterArg_33 = %arg1, %iterArg_34 = %4#3, %iterArg_35 = %c_7, %iterArg_36 = %5, %iterArg_37 = %6, %iterArg_38 = %7, %iterArg_39 = %8, %iterArg_40 = %9) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<4> : tensor<i32>
      %70 = stablehlo.compare LT, %iterArg_35, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %70 : tensor<i1>
    } do {
      %70 = func.call @dynamic_index_in_dim_1(%iterArg, %iterArg_35) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %71 = func.call @dynamic_index_in_dim_2(%iterArg_33, %iterArg_35) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %72:5 = func.call @closed_call_3(%iterArg_34, %iterArg_36, %70, %71) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<1x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %73 = func.call @dynamic_update_index_in_dim_4(%iterArg_37, %72#1, %iterArg_35) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %74 = func.call @dynamic_update_index_in_dim_5(%iterArg_38, %72#2, %iterArg_35) : (tensor<4x1x8xf32>, tensor<1x8xf32>, tensor<i32>) -> tensor<4x1x8xf32>
      %75 = func.call @dynamic_update_index_in_dim_4(%iterArg_39, %72#3, %iterArg_35) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %76 = func.call @dynamic_update_index_in_dim_4(%iterArg_40, %72#4, %iterArg_35) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %77 = stablehlo.add %iterArg_35, %c_41 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_33, %iterArg_34, %77, %72#0, %73, %74, %75, %76 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    }
    %11 = stablehlo.dot_general %10#4, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %12 = stablehlo.subtract %11, %arg13 : tensor<16x6xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<16x6xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<16x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_13 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %19 = stablehlo.divide %cst_12, %cst_13 : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %21 = stablehlo.multiply %20, %15 : tensor<16x6xf32>
    %22 = stablehlo.dot_general %21, %10#4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %24 = stablehlo.dot_general %21, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %28:11 = stablehlo.while(%iterArg = %arg1, %iterArg_33 = %10#5, %iterArg_34 = %10#6, %iterArg_35 = %10#7, %iterArg_36 = %10#8, %iterArg_37 = %4#3, %iterArg_38 = %c_17, %iterArg_39 = %25, %iterArg_40 = %24, %iterArg_41 = %26, %iterArg_42 = %27) : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_43 = stablehlo.constant dense<4> : tensor<i32>
      %70 = stablehlo.compare LT, %iterArg_38, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %70 : tensor<i1>
    } do {
      %c_43 = stablehlo.constant dense<4> : tensor<i32>
      %70 = stablehlo.subtract %c_43, %iterArg_38 : tensor<i32>
      %c_44 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.subtract %70, %c_44 : tensor<i32>
      %72 = func.call @dynamic_index_in_dim_2(%iterArg, %71) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %73 = func.call @dynamic_index_in_dim_6(%iterArg_33, %71) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %74 = func.call @dynamic_index_in_dim_7(%iterArg_34, %71) : (tensor<4x1x8xf32>, tensor<i32>) -> tensor<1x8xf32>
      %75 = func.call @dynamic_index_in_dim_6(%iterArg_35, %71) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %76 = func.call @dynamic_index_in_dim_6(%iterArg_36, %71) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %77:4 = func.call @closed_call_8(%iterArg_37, %iterArg_39, %iterArg_40, %72, %73, %74, %75, %76) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<1x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %78 = func.call @dynamic_update_index_in_dim_9(%iterArg_41, %77#2, %71) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %79 = func.call @dynamic_update_index_in_dim_10(%iterArg_42, %77#3, %71) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_45 = stablehlo.constant dense<1> : tensor<i32>
      %80 = stablehlo.add %iterArg_38, %c_45 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %80, %77#0, %77#1, %78, %79 : tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c_20 = stablehlo.constant dense<0> : tensor<i32>
    %31:8 = stablehlo.while(%iterArg = %arg3, %iterArg_33 = %4#4, %iterArg_34 = %4#5, %iterArg_35 = %4#6, %iterArg_36 = %c_20, %iterArg_37 = %28#7, %iterArg_38 = %29, %iterArg_39 = %30) : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %70 = stablehlo.compare LT, %iterArg_36, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %70 : tensor<i1>
    } do {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %70 = stablehlo.subtract %c_40, %iterArg_36 : tensor<i32>
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.subtract %70, %c_41 : tensor<i32>
      %72 = func.call @dynamic_index_in_dim_0(%iterArg, %71) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %73 = func.call @dynamic_index_in_dim_11(%iterArg_33, %71) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %74 = func.call @dynamic_index_in_dim_11(%iterArg_34, %71) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %75 = func.call @dynamic_index_in_dim_11(%iterArg_35, %71) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %76:3 = func.call @closed_call_12(%iterArg_37, %72, %73, %74, %75) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %77 = func.call @dynamic_update_index_in_dim_13(%iterArg_38, %76#1, %71) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %78 = func.call @dynamic_update_index_in_dim_14(%iterArg_39, %76#2, %71) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %79 = stablehlo.add %iterArg_36, %c_42 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_33, %iterArg_34, %iterArg_35, %79, %76#0, %77, %78 : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    }
    %32 = stablehlo.dot_general %31#5, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %35 = stablehlo.multiply %34, %arg6 : tensor<4x8xf32>
    %36 = stablehlo.add %35, %28#9 : tensor<4x8xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %38 = stablehlo.multiply %37, %arg7 : tensor<4x8x8xf32>
    %39 = stablehlo.add %38, %28#10 : tensor<4x8x8xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %41 = stablehlo.multiply %40, %arg8 : tensor<3x8xf32>
    %42 = stablehlo.add %41, %31#6 : tensor<3x8xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %44 = stablehlo.multiply %43, %arg9 : tensor<3x8x8xf32>
    %45 = stablehlo.add %44, %31#7 : tensor<3x8x8xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %47 = stablehlo.multiply %46, %arg10 : tensor<12x8xf32>
    %48 = stablehlo.add %47, %33 : tensor<12x8xf32>
    %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %50 = stablehlo.multiply %49, %arg11 : tensor<8x6xf32>
    %51 = stablehlo.add %50, %23 : tensor<8x6xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %53 = stablehlo.multiply %52, %36 : tensor<4x8xf32>
    %54 = stablehlo.subtract %arg0, %53 : tensor<4x8xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %56 = stablehlo.multiply %55, %39 : tensor<4x8x8xf32>
    %57 = stablehlo.subtract %arg1, %56 : tensor<4x8x8xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %59 = stablehlo.multiply %58, %42 : tensor<3x8xf32>
    %60 = stablehlo.subtract %arg2, %59 : tensor<3x8xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %62 = stablehlo.multiply %61, %45 : tensor<3x8x8xf32>
    %63 = stablehlo.subtract %arg3, %62 : tensor<3x8x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %65 = stablehlo.multiply %64, %48 : tensor<12x8xf32>
    %66 = stablehlo.subtract %arg4, %65 : tensor<12x8xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %68 = stablehlo.multiply %67, %51 : tensor<8x6xf32>
    %69 = stablehlo.subtract %arg5, %68 : tensor<8x6xf32>
    return %54, %57, %60, %63, %66, %69, %36, %39, %42, %45, %48, %51, %17 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<f32>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x8xf32>
    return %1 : tensor<3x16x8xf32>
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
  func.func private @closed_call_3(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<8xf32> loc(unknown), %arg3: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<1x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg1, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<16x8xf32>
    %4 = stablehlo.add %0, %3 : tensor<16x8xf32>
    %5 = stablehlo.tanh %4 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x8xf32>
    return %5, %arg1, %1, %5, %7 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<1x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x1x8xf32> loc(unknown), %arg1: tensor<1x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x1x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x1x8xf32>, tensor<1x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x8xf32>
    return %1 : tensor<4x1x8xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<4x1x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<1x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1, 8] : (tensor<4x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
    return %1 : tensor<1x8xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<8x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<1x8xf32> loc(unknown), %arg6: tensor<16x8xf32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg2, %arg7 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg6 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.reshape %4 : (tensor<8xf32>) -> tensor<1x8xf32>
    %6 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %7 = stablehlo.multiply %2, %6 : tensor<16x8xf32>
    %8 = stablehlo.add %arg1, %7 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %10 = stablehlo.dot_general %2, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.transpose %10, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %12 = stablehlo.dot_general %2, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    return %8, %12, %9, %11 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<3x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_12(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
}
