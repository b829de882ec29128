module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:8 = stablehlo.while(%iterArg = %arg2, %iterArg_35 = %arg3, %iterArg_36 = %c, %iterArg_37 = %0, %iterArg_38 = %1, %iterArg_39 = %2, %iterArg_40 = %3, %iterArg_41 = %4) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    cond {
      %c_42 = stablehlo.constant dense<4> : tensor<i32>
      %89 = stablehlo.compare LT, %iterArg_36, %c_42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %89 : tensor<i1>
    } do {
      %89 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_36) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %90 = func.call @dynamic_index_in_dim_0(%iterArg_35, %iterArg_36) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %91:5 = func.call @closed_call(%iterArg_37, %89, %90) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %92 = func.call @dynamic_update_index_in_dim(%iterArg_38, %91#1, %iterArg_36) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
      %93 = func.call @dynamic_update_index_in_dim_1(%iterArg_39, %91#2, %iterArg_36) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %94 = func.call @dynamic_update_index_in_dim_1(%iterArg_40, %91#3, %iterArg_36) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %95 = func.call @dynamic_update_index_in_dim_1(%iterArg_41, %91#4, %iterArg_36) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %96 = stablehlo.add %iterArg_36, %c_42 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_35, %96, %91#0, %92, %93, %94, %95 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    }
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5#3 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_4 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.divide %6, %7 : tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %11 = stablehlo.subtract %5#3, %10 : tensor<16x8xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %12:6 = call @_std(%5#3, %c_5) : (tensor<16x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>, tensor<8xf32>)
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.add %12#0, %13 : tensor<8xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %17 = stablehlo.divide %11, %16 : tensor<16x8xf32>
    %18 = stablehlo.multiply %15, %15 : tensor<1x8xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %20 = stablehlo.divide %19, %18 : tensor<1x8xf32>
    %21 = stablehlo.dot_general %17, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %22 = stablehlo.subtract %21, %arg9 : tensor<16x6xf32>
    %23 = stablehlo.multiply %22, %22 : tensor<16x6xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %25 = stablehlo.multiply %24, %22 : tensor<16x6xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%23 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%5#4 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_12 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %30 = stablehlo.multiply %cst_13, %29 : tensor<f32>
    %31 = stablehlo.add %27, %30 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.multiply %cst_14, %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_16 : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %35 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %37 = stablehlo.multiply %36, %25 : tensor<16x6xf32>
    %38 = stablehlo.dot_general %37, %17, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %40 = stablehlo.dot_general %37, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %41 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %42 = stablehlo.multiply %40, %41 : tensor<16x8xf32>
    %43 = stablehlo.multiply %42, %11 : tensor<16x8xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %45 = stablehlo.reshape %44 : (tensor<8xf32>) -> tensor<1x8xf32>
    %46 = stablehlo.negate %45 : tensor<1x8xf32>
    %47 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %48 = stablehlo.divide %40, %47 : tensor<16x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%46 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %50 = call @_std_2(%12#1, %12#2, %12#3, %12#4, %12#5, %49) : (tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<16x8xf32>
    %51 = stablehlo.negate %48 : tensor<16x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %53 = stablehlo.reshape %52 : (tensor<8xf32>) -> tensor<1x8xf32>
    %54 = stablehlo.add %50, %48 : tensor<16x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%53 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_23 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %57 = stablehlo.divide %55, %56 : tensor<8xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
    %59 = stablehlo.add %54, %58 : tensor<16x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %62:9 = stablehlo.while(%iterArg = %34, %iterArg_35 = %arg3, %iterArg_36 = %5#5, %iterArg_37 = %5#6, %iterArg_38 = %5#7, %iterArg_39 = %c_26, %iterArg_40 = %59, %iterArg_41 = %60, %iterArg_42 = %61) : tensor<4xf32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_43 = stablehlo.constant dense<4> : tensor<i32>
      %89 = stablehlo.compare LT, %iterArg_39, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %89 : tensor<i1>
    } do {
      %c_43 = stablehlo.constant dense<4> : tensor<i32>
      %89 = stablehlo.subtract %c_43, %iterArg_39 : tensor<i32>
      %c_44 = stablehlo.constant dense<1> : tensor<i32>
      %90 = stablehlo.subtract %89, %c_44 : tensor<i32>
      %91 = func.call @dynamic_index_in_dim_5(%iterArg, %90) : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
      %92 = func.call @dynamic_index_in_dim_0(%iterArg_35, %90) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %93 = func.call @dynamic_index_in_dim_6(%iterArg_36, %90) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %94 = func.call @dynamic_index_in_dim_6(%iterArg_37, %90) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %95 = func.call @dynamic_index_in_dim_6(%iterArg_38, %90) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %96:3 = func.call @closed_call_7(%iterArg_40, %91, %92, %93, %94, %95) : (tensor<16x8xf32>, tensor<f32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %97 = func.call @dynamic_update_index_in_dim_8(%iterArg_41, %96#1, %90) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %98 = func.call @dynamic_update_index_in_dim_9(%iterArg_42, %96#2, %90) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_45 = stablehlo.constant dense<1> : tensor<i32>
      %99 = stablehlo.add %iterArg_39, %c_45 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %99, %96#0, %97, %98 : tensor<4xf32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %63 = stablehlo.dot_general %62#6, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %64 = stablehlo.transpose %63, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %66 = stablehlo.multiply %65, %arg4 : tensor<12x8xf32>
    %67 = stablehlo.add %66, %64 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %69 = stablehlo.multiply %68, %arg5 : tensor<8x6xf32>
    %70 = stablehlo.add %69, %39 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %72 = stablehlo.multiply %71, %arg6 : tensor<4x8xf32>
    %73 = stablehlo.add %72, %62#7 : tensor<4x8xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %75 = stablehlo.multiply %74, %arg7 : tensor<4x8x8xf32>
    %76 = stablehlo.add %75, %62#8 : tensor<4x8x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %78 = stablehlo.multiply %77, %67 : tensor<12x8xf32>
    %79 = stablehlo.subtract %arg0, %78 : tensor<12x8xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %81 = stablehlo.multiply %80, %70 : tensor<8x6xf32>
    %82 = stablehlo.subtract %arg1, %81 : tensor<8x6xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %84 = stablehlo.multiply %83, %73 : tensor<4x8xf32>
    %85 = stablehlo.subtract %arg2, %84 : tensor<4x8xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %87 = stablehlo.multiply %86, %76 : tensor<4x8x8xf32>
    %88 = stablehlo.subtract %arg3, %87 : tensor<4x8x8xf32>
    return %79, %82, %85, %88, %67, %70, %73, %76, %31 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>
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
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    %7 = stablehlo.add %arg0, %4 : tensor<16x8xf32>
    %8 = stablehlo.multiply %4, %4 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_1 : tensor<f32>
    return %7, %10, %arg0, %4, %6 : tensor<16x8xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @_std(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> (tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>, tensor<8xf32>) {
    %0:5 = call @_var(%arg0, %arg1) : (tensor<16x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>)
    %1 = stablehlo.sqrt %0#0 : tensor<8xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.divide %2, %1 : tensor<8xf32>
    return %1, %0#1, %0#2, %0#3, %0#4, %3 : tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @_var(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> (tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x8xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x8xf32>
    %6 = chlo.square %5 : tensor<16x8xf32> -> tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<16x8xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15:2 = call @_where(%14, %13, %cst_5) : (tensor<i1>, tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
    return %15#0, %8, %10, %14, %15#1 : tensor<8xf32>, tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>
  }
  func.func private @_where(%arg0: tensor<i1> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    return %2, %3 : tensor<8xf32>, tensor<8xf32>
  }
  func.func private @_std_2(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i1> loc(unknown), %arg3: tensor<8xf32> loc(unknown), %arg4: tensor<8xf32> loc(unknown), %arg5: tensor<8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.multiply %arg5, %arg4 : tensor<8xf32>
    %1 = call @_var_3(%arg0, %arg1, %arg2, %arg3, %0) : (tensor<16x8xf32>, tensor<f32>, tensor<i1>, tensor<8xf32>, tensor<8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @_var_3(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i1> loc(unknown), %arg3: tensor<8xf32> loc(unknown), %arg4: tensor<8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = call @_where_4(%arg2, %arg3, %arg4) : (tensor<i1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<16x8xf32>
    %5 = stablehlo.negate %4 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %7 = stablehlo.reshape %6 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %9 = stablehlo.divide %7, %8 : tensor<1x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
    %12 = stablehlo.add %4, %11 : tensor<16x8xf32>
    return %12 : tensor<16x8xf32>
  }
  func.func private @_where_4(%arg0: tensor<i1> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8xf32> loc(unknown)) -> tensor<8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<i1>, tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<4xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_7(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %cst = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %0 = stablehlo.divide %arg1, %cst : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %2 = stablehlo.multiply %arg4, %1 : tensor<16x8xf32>
    %3 = stablehlo.multiply %1, %arg4 : tensor<16x8xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x8xf32>
    %5 = stablehlo.add %4, %arg0 : tensor<16x8xf32>
    %6 = stablehlo.multiply %5, %arg5 : tensor<16x8xf32>
    %7 = stablehlo.multiply %6, %arg4 : tensor<16x8xf32>
    %8 = stablehlo.add %6, %7 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %10 = stablehlo.reshape %9 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %12 = stablehlo.dot_general %8, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %14 = stablehlo.dot_general %8, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %15 = stablehlo.add %arg0, %14 : tensor<16x8xf32>
    return %15, %11, %13 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<4x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<4x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
  }
}
