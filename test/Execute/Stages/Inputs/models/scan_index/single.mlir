module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.iota dim = 0 : tensor<4xi32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %c, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.add %c_1, %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.select %3, %4, %c_3 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %c_4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<8> : tensor<i32>
    %7 = stablehlo.add %c_6, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.select %6, %7, %c_8 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %c_9, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<8> : tensor<i32>
    %10 = stablehlo.add %c_11, %c_12 : tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.select %9, %10, %c_13 : tensor<i1>, tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %18:14 = stablehlo.while(%iterArg = %2, %iterArg_36 = %arg3, %iterArg_37 = %8, %iterArg_38 = %11, %iterArg_39 = %arg2, %iterArg_40 = %5, %iterArg_41 = %c_19, %iterArg_42 = %0, %iterArg_43 = %12, %iterArg_44 = %13, %iterArg_45 = %14, %iterArg_46 = %15, %iterArg_47 = %16, %iterArg_48 = %17) : tensor<4xi32>, tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<16x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    cond {
      %c_49 = stablehlo.constant dense<4> : tensor<i32>
      %61 = stablehlo.compare LT, %iterArg_41, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %61 : tensor<i1>
    } do {
      %61 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_41) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      %62:7 = func.call @closed_call(%iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_42, %61) : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<i32>) -> (tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %63 = func.call @dynamic_update_index_in_dim(%iterArg_43, %62#1, %iterArg_41) : (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
      %64 = func.call @dynamic_update_index_in_dim(%iterArg_44, %62#2, %iterArg_41) : (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
      %65 = func.call @dynamic_update_index_in_dim_0(%iterArg_45, %62#3, %iterArg_41) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %66 = func.call @dynamic_update_index_in_dim_1(%iterArg_46, %62#4, %iterArg_41) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %67 = func.call @dynamic_update_index_in_dim_1(%iterArg_47, %62#5, %iterArg_41) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %68 = func.call @dynamic_update_index_in_dim_1(%iterArg_48, %62#6, %iterArg_41) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_49 = stablehlo.constant dense<1> : tensor<i32>
      %69 = stablehlo.add %iterArg_41, %c_49 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %69, %62#0, %63, %64, %65, %66, %67, %68 : tensor<4xi32>, tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<16x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    }
    %19 = stablehlo.dot_general %18#7, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %20 = stablehlo.subtract %19, %arg9 : tensor<16x6xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<16x6xf32>
    %cst_20 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %23 = stablehlo.multiply %22, %20 : tensor<16x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%21 init: %cst_21) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_22 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %25 = stablehlo.divide %24, %cst_22 : tensor<f32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_24 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %26 = stablehlo.divide %cst_23, %cst_24 : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %28 = stablehlo.multiply %27, %23 : tensor<16x6xf32>
    %29 = stablehlo.dot_general %28, %18#7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %31 = stablehlo.dot_general %28, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %34:13 = stablehlo.while(%iterArg = %18#8, %iterArg_36 = %18#9, %iterArg_37 = %18#10, %iterArg_38 = %18#11, %iterArg_39 = %18#12, %iterArg_40 = %18#13, %iterArg_41 = %5, %iterArg_42 = %8, %iterArg_43 = %11, %iterArg_44 = %c_27, %iterArg_45 = %32, %iterArg_46 = %33, %iterArg_47 = %31) : tensor<4xi32>, tensor<4xi32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>
    cond {
      %c_48 = stablehlo.constant dense<4> : tensor<i32>
      %61 = stablehlo.compare LT, %iterArg_44, %c_48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %61 : tensor<i1>
    } do {
      %c_48 = stablehlo.constant dense<4> : tensor<i32>
      %61 = stablehlo.subtract %c_48, %iterArg_44 : tensor<i32>
      %c_49 = stablehlo.constant dense<1> : tensor<i32>
      %62 = stablehlo.subtract %61, %c_49 : tensor<i32>
      %63 = func.call @dynamic_index_in_dim(%iterArg, %62) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      %64 = func.call @dynamic_index_in_dim(%iterArg_36, %62) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      %65 = func.call @dynamic_index_in_dim_2(%iterArg_37, %62) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %66 = func.call @dynamic_index_in_dim_3(%iterArg_38, %62) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %67 = func.call @dynamic_index_in_dim_3(%iterArg_39, %62) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %68 = func.call @dynamic_index_in_dim_3(%iterArg_40, %62) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %69:3 = func.call @closed_call_4(%iterArg_41, %iterArg_42, %iterArg_43, %iterArg_45, %iterArg_46, %iterArg_47, %63, %64, %65, %66, %67, %68) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>)
      %c_50 = stablehlo.constant dense<1> : tensor<i32>
      %70 = stablehlo.add %iterArg_44, %c_50 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %70, %69#0, %69#1, %69#2 : tensor<4xi32>, tensor<4xi32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>
    }
    %35 = stablehlo.dot_general %34#12, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %36 = stablehlo.transpose %35, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %38 = stablehlo.multiply %37, %arg4 : tensor<12x8xf32>
    %39 = stablehlo.add %38, %36 : tensor<12x8xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %41 = stablehlo.multiply %40, %arg5 : tensor<8x6xf32>
    %42 = stablehlo.add %41, %30 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %44 = stablehlo.multiply %43, %arg6 : tensor<4x8xf32>
    %45 = stablehlo.add %44, %34#10 : tensor<4x8xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %47 = stablehlo.multiply %46, %arg7 : tensor<4x8x8xf32>
    %48 = stablehlo.add %47, %34#11 : tensor<4x8x8xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %50 = stablehlo.multiply %49, %39 : tensor<12x8xf32>
    %51 = stablehlo.subtract %arg0, %50 : tensor<12x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %53 = stablehlo.multiply %52, %42 : tensor<8x6xf32>
    %54 = stablehlo.subtract %arg1, %53 : tensor<8x6xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %56 = stablehlo.multiply %55, %45 : tensor<4x8xf32>
    %57 = stablehlo.subtract %arg2, %56 : tensor<4x8xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %59 = stablehlo.multiply %58, %48 : tensor<4x8x8xf32>
    %60 = stablehlo.subtract %arg3, %59 : tensor<4x8x8xf32>
    return %51, %54, %57, %60, %39, %42, %45, %48, %25 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4xi32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<4x8xf32> loc(unknown), %arg4: tensor<i32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<i32> loc(unknown)) -> (tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg6, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.add %arg6, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg6 : tensor<i1>, tensor<i32>
    %3 = stablehlo.dynamic_slice %arg3, %2, %arg4, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x8xf32>) -> tensor<8xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %arg6, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %6 = stablehlo.add %arg6, %c_2 : tensor<i32>
    %7 = stablehlo.select %5, %6, %arg6 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_slice %arg0, %7, %arg1, %arg2, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.dot_general %arg5, %9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %11 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %13 = stablehlo.add %10, %12 : tensor<16x8xf32>
    %14 = stablehlo.tanh %13 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %16 = stablehlo.subtract %15, %14 : tensor<16x8xf32>
    %17 = stablehlo.add %arg5, %14 : tensor<16x8xf32>
    return %17, %2, %7, %9, %arg5, %14, %16 : tensor<16x8xf32>, tensor<i32>, tensor<i32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xi32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4xi32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<i32> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown), %arg3: tensor<4x8xf32> loc(unknown), %arg4: tensor<4x8x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<i32> loc(unknown), %arg7: tensor<i32> loc(unknown), %arg8: tensor<8x8xf32> loc(unknown), %arg9: tensor<16x8xf32> loc(unknown), %arg10: tensor<16x8xf32> loc(unknown), %arg11: tensor<16x8xf32> loc(unknown)) -> (tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>) {
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
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %12 = stablehlo.dynamic_update_slice %11, %10, %arg7, %arg1, %arg2 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %13 = stablehlo.add %arg4, %12 : tensor<4x8x8xf32>
    %14 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %16 = stablehlo.dynamic_update_slice %15, %14, %arg6, %arg0 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %17 = stablehlo.add %arg3, %16 : tensor<4x8xf32>
    return %17, %13, %9 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<16x8xf32>
  }
}
