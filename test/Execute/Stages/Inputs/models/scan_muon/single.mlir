module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['first']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}, tensor<f32> {jax.result_info = "result[2]['trace']"}) {
    %cst = stablehlo.constant dense<[1.000000e-01, 2.000000e-01, 3.000000e-01, 4.000000e-01]> : tensor<4xf32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [0] : (tensor<4xf32>) -> tensor<4x1x1xf32>
    %1 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:8 = stablehlo.while(%iterArg = %arg2, %iterArg_29 = %arg3, %iterArg_30 = %c, %iterArg_31 = %1, %iterArg_32 = %2, %iterArg_33 = %3, %iterArg_34 = %4, %iterArg_35 = %5) : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    cond {
      %c_36 = stablehlo.constant dense<4> : tensor<i32>
      %80 = stablehlo.compare LT, %iterArg_30, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %80 : tensor<i1>
    } do {
      %80 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_30) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %81 = func.call @dynamic_index_in_dim_0(%iterArg_29, %iterArg_30) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %82:5 = func.call @closed_call(%iterArg_31, %80, %81) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %83 = func.call @dynamic_update_index_in_dim(%iterArg_32, %82#1, %iterArg_30) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
      %84 = func.call @dynamic_update_index_in_dim_1(%iterArg_33, %82#2, %iterArg_30) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %85 = func.call @dynamic_update_index_in_dim_1(%iterArg_34, %82#3, %iterArg_30) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %86 = func.call @dynamic_update_index_in_dim_1(%iterArg_35, %82#4, %iterArg_30) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_36 = stablehlo.constant dense<1> : tensor<i32>
      %87 = stablehlo.add %iterArg_30, %c_36 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_29, %87, %82#0, %83, %84, %85, %86 : tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>
    }
    %7 = call @cumsum(%6#4) : (tensor<4xf32>) -> tensor<4xf32>
    %8 = stablehlo.iota dim = 0 : tensor<4xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.dot_general %6#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %12 = stablehlo.subtract %11, %arg9 : tensor<16x6xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<16x6xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<16x6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %18 = stablehlo.multiply %cst_8, %10 : tensor<f32>
    %19 = stablehlo.add %17, %18 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.multiply %cst_9, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %21 = stablehlo.divide %cst_11, %cst_12 : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %23 = stablehlo.multiply %22, %15 : tensor<16x6xf32>
    %24 = stablehlo.dot_general %23, %6#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %26 = stablehlo.dot_general %23, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %27 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %28 = stablehlo.multiply %27, %8 : tensor<4xf32>
    %29 = call @cumsum_3(%28) : (tensor<4xf32>) -> tensor<4xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %32:9 = stablehlo.while(%iterArg = %29, %iterArg_29 = %arg3, %iterArg_30 = %6#5, %iterArg_31 = %6#6, %iterArg_32 = %6#7, %iterArg_33 = %c_15, %iterArg_34 = %26, %iterArg_35 = %30, %iterArg_36 = %31) : tensor<4xf32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    cond {
      %c_37 = stablehlo.constant dense<4> : tensor<i32>
      %80 = stablehlo.compare LT, %iterArg_33, %c_37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %80 : tensor<i1>
    } do {
      %c_37 = stablehlo.constant dense<4> : tensor<i32>
      %80 = stablehlo.subtract %c_37, %iterArg_33 : tensor<i32>
      %c_38 = stablehlo.constant dense<1> : tensor<i32>
      %81 = stablehlo.subtract %80, %c_38 : tensor<i32>
      %82 = func.call @dynamic_index_in_dim_5(%iterArg, %81) : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
      %83 = func.call @dynamic_index_in_dim_0(%iterArg_29, %81) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %84 = func.call @dynamic_index_in_dim_6(%iterArg_30, %81) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %85 = func.call @dynamic_index_in_dim_6(%iterArg_31, %81) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %86 = func.call @dynamic_index_in_dim_6(%iterArg_32, %81) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %87:3 = func.call @closed_call_7(%iterArg_34, %82, %83, %84, %85, %86) : (tensor<16x8xf32>, tensor<f32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %88 = func.call @dynamic_update_index_in_dim_8(%iterArg_35, %87#1, %81) : (tensor<4x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %89 = func.call @dynamic_update_index_in_dim_9(%iterArg_36, %87#2, %81) : (tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %c_39 = stablehlo.constant dense<1> : tensor<i32>
      %90 = stablehlo.add %iterArg_33, %c_39 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %90, %87#0, %88, %89 : tensor<4xf32>, tensor<4x8x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>
    }
    %33 = stablehlo.dot_general %32#6, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %36 = stablehlo.multiply %35, %arg4 : tensor<12x8xf32>
    %37 = stablehlo.add %36, %34 : tensor<12x8xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %39 = stablehlo.multiply %38, %arg5 : tensor<8x6xf32>
    %40 = stablehlo.add %39, %25 : tensor<8x6xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %42 = stablehlo.multiply %41, %arg6 : tensor<4x8xf32>
    %43 = stablehlo.add %42, %32#7 : tensor<4x8xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %45 = stablehlo.multiply %44, %arg7 : tensor<4x8x8xf32>
    %46 = stablehlo.add %45, %32#8 : tensor<4x8x8xf32>
    %47 = stablehlo.multiply %46, %46 : tensor<4x8x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_20) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0] : (tensor<4xf32>) -> tensor<4x1x1xf32>
    %50 = stablehlo.sqrt %49 : tensor<4x1x1xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x1x1xf32>
    %52 = stablehlo.add %50, %51 : tensor<4x1x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x8x8xf32>
    %54 = stablehlo.divide %46, %53 : tensor<4x8x8xf32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %55:3 = stablehlo.while(%iterArg = %c_23, %iterArg_29 = %c_22, %iterArg_30 = %54) : tensor<i32>, tensor<i32>, tensor<4x8x8xf32>
    cond {
      %c_31 = stablehlo.constant dense<3> : tensor<i32>
      %80 = stablehlo.compare LT, %iterArg, %c_31, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %80 : tensor<i1>
    } do {
      %80:2 = func.call @closed_call_10(%iterArg_29, %iterArg_30) : (tensor<i32>, tensor<4x8x8xf32>) -> (tensor<i32>, tensor<4x8x8xf32>)
      %c_31 = stablehlo.constant dense<1> : tensor<i32>
      %81 = stablehlo.add %iterArg, %c_31 : tensor<i32>
      stablehlo.return %81, %80#0, %80#1 : tensor<i32>, tensor<i32>, tensor<4x8x8xf32>
    }
    %56 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x8x8xf32>
    %57 = stablehlo.multiply %55#2, %56 : tensor<4x8x8xf32>
    %58 = stablehlo.while(%iterArg = %57) : tensor<4x8x8xf32>
    cond {
      %80 = stablehlo.abs %iterArg : tensor<4x8x8xf32>
      %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %81 = stablehlo.reduce(%80 init: %cst_29) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<f32>
      %cst_30 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
      %82 = stablehlo.compare GT, %81, %cst_30, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %82 : tensor<i1>
    } do {
      %cst_29 = stablehlo.constant dense<0.699999988> : tensor<f32>
      %80 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
      %81 = stablehlo.multiply %iterArg, %80 : tensor<4x8x8xf32>
      stablehlo.return %81 : tensor<4x8x8xf32>
    }
    %cst_24 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %60 = stablehlo.multiply %59, %37 : tensor<12x8xf32>
    %61 = stablehlo.subtract %arg0, %60 : tensor<12x8xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %63 = stablehlo.multiply %62, %40 : tensor<8x6xf32>
    %64 = stablehlo.subtract %arg1, %63 : tensor<8x6xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %66 = stablehlo.multiply %65, %43 : tensor<4x8xf32>
    %67 = stablehlo.subtract %arg2, %66 : tensor<4x8xf32>
    %cst_27 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %69 = stablehlo.multiply %68, %46 : tensor<4x8x8xf32>
    %70 = stablehlo.subtract %arg3, %69 : tensor<4x8x8xf32>
    %71 = stablehlo.subtract %70, %58 : tensor<4x8x8xf32>
    %72 = stablehlo.multiply %58, %58 : tensor<4x8x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_28) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4xf32>
    %74 = stablehlo.sqrt %73 : tensor<4xf32>
    %75 = stablehlo.slice %74 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %76 = stablehlo.reshape %75 : (tensor<1xf32>) -> tensor<f32>
    %77 = call @trace(%71) : (tensor<4x8x8xf32>) -> tensor<4xf32>
    %78 = stablehlo.slice %77 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
    %79 = stablehlo.reshape %78 : (tensor<1xf32>) -> tensor<f32>
    return %61, %64, %67, %71, %37, %40, %43, %46, %76, %19, %79 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>
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
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_1 : tensor<f32>
    return %7, %9, %arg0, %4, %6 : tensor<16x8xf32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
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
  func.func private @cumsum(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %0 = call @cumsum_2(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @cumsum_2(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 4>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @cumsum_3(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %0 = call @cumsum_4(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @cumsum_4(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[0, 3]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 4>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
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
    %2 = stablehlo.add %arg0, %1 : tensor<16x8xf32>
    %3 = stablehlo.multiply %2, %arg5 : tensor<16x8xf32>
    %4 = stablehlo.multiply %3, %arg4 : tensor<16x8xf32>
    %5 = stablehlo.add %3, %4 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %7 = stablehlo.reshape %6 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.dot_general %5, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %12 = stablehlo.add %2, %11 : tensor<16x8xf32>
    return %12, %8, %10 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
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
  func.func private @closed_call_10(%arg0: tensor<i32> loc(unknown), %arg1: tensor<4x8x8xf32> loc(unknown)) -> (tensor<i32>, tensor<4x8x8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<4x8x8xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<4x8x8xf32>
    %5 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %6 = stablehlo.dot_general %4, %5, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %7 = stablehlo.dot_general %6, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<4x8x8xf32>
    return %0, %8 : tensor<i32>, tensor<4x8x8xf32>
  }
  func.func private @trace(%arg0: tensor<4x8x8xf32> loc(unknown)) -> tensor<4xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %1 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %3 = stablehlo.add %0, %2 : tensor<8x8xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = call @_where(%4, %arg0, %5) : (tensor<8x8xi1>, tensor<4x8x8xf32>, tensor<8x8xf32>) -> tensor<4x8x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4xf32>
    return %7 : tensor<4xf32>
  }
  func.func private @_where(%arg0: tensor<8x8xi1> loc(unknown), %arg1: tensor<4x8x8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> tensor<4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<8x8xi1>) -> tensor<4x8x8xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<4x8x8xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<4x8x8xi1>, tensor<4x8x8xf32>
    return %2 : tensor<4x8x8xf32>
  }
}
