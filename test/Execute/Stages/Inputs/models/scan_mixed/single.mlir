module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<4x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<4x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<4x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<4x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.convert %arg0 : (tensor<12x8xf32>) -> tensor<12x8xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<8x6xf32>) -> tensor<8x6xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %3 = stablehlo.convert %arg3 : (tensor<4x8x8xf32>) -> tensor<4x8x8xbf16>
    %4 = stablehlo.convert %arg8 : (tensor<16x12xf32>) -> tensor<16x12xbf16>
    %5 = stablehlo.dot_general %4, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xbf16>, tensor<12x8xbf16>) -> tensor<16x8xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4x16x8xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<4x16x8xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<4x16x8xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9:7 = stablehlo.while(%iterArg = %2, %iterArg_18 = %3, %iterArg_19 = %c, %iterArg_20 = %5, %iterArg_21 = %6, %iterArg_22 = %7, %iterArg_23 = %8) : tensor<4x8xbf16>, tensor<4x8x8xbf16>, tensor<i32>, tensor<16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>
    cond {
      %c_24 = stablehlo.constant dense<4> : tensor<i32>
      %58 = stablehlo.compare LT, %iterArg_19, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %58 : tensor<i1>
    } do {
      %58 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_19) : (tensor<4x8xbf16>, tensor<i32>) -> tensor<8xbf16>
      %59 = func.call @dynamic_index_in_dim_0(%iterArg_18, %iterArg_19) : (tensor<4x8x8xbf16>, tensor<i32>) -> tensor<8x8xbf16>
      %60:4 = func.call @closed_call(%iterArg_20, %58, %59) : (tensor<16x8xbf16>, tensor<8xbf16>, tensor<8x8xbf16>) -> (tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>)
      %61 = func.call @dynamic_update_index_in_dim(%iterArg_21, %60#1, %iterArg_19) : (tensor<4x16x8xbf16>, tensor<16x8xbf16>, tensor<i32>) -> tensor<4x16x8xbf16>
      %62 = func.call @dynamic_update_index_in_dim(%iterArg_22, %60#2, %iterArg_19) : (tensor<4x16x8xbf16>, tensor<16x8xbf16>, tensor<i32>) -> tensor<4x16x8xbf16>
      %63 = func.call @dynamic_update_index_in_dim(%iterArg_23, %60#3, %iterArg_19) : (tensor<4x16x8xbf16>, tensor<16x8xbf16>, tensor<i32>) -> tensor<4x16x8xbf16>
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %64 = stablehlo.add %iterArg_19, %c_24 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %64, %60#0, %61, %62, %63 : tensor<4x8xbf16>, tensor<4x8x8xbf16>, tensor<i32>, tensor<16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>
    }
    %10 = stablehlo.dot_general %9#3, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<8x6xbf16>) -> tensor<16x6xbf16>
    %11 = stablehlo.convert %10 : (tensor<16x6xbf16>) -> tensor<16x6xf32>
    %12 = stablehlo.subtract %11, %arg9 : tensor<16x6xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %18 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %20 = stablehlo.multiply %19, %15 : tensor<16x6xf32>
    %21 = stablehlo.convert %20 : (tensor<16x6xf32>) -> tensor<16x6xbf16>
    %22 = stablehlo.dot_general %21, %9#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xbf16>, tensor<16x8xbf16>) -> tensor<6x8xbf16>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<6x8xbf16>) -> tensor<8x6xbf16>
    %24 = stablehlo.dot_general %21, %1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xbf16>, tensor<8x6xbf16>) -> tensor<16x8xbf16>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<4x8x8xbf16>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %27:8 = stablehlo.while(%iterArg = %3, %iterArg_18 = %9#4, %iterArg_19 = %9#5, %iterArg_20 = %9#6, %iterArg_21 = %c_9, %iterArg_22 = %24, %iterArg_23 = %25, %iterArg_24 = %26) : tensor<4x8x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<i32>, tensor<16x8xbf16>, tensor<4x8xbf16>, tensor<4x8x8xbf16>
    cond {
      %c_25 = stablehlo.constant dense<4> : tensor<i32>
      %58 = stablehlo.compare LT, %iterArg_21, %c_25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %58 : tensor<i1>
    } do {
      %c_25 = stablehlo.constant dense<4> : tensor<i32>
      %58 = stablehlo.subtract %c_25, %iterArg_21 : tensor<i32>
      %c_26 = stablehlo.constant dense<1> : tensor<i32>
      %59 = stablehlo.subtract %58, %c_26 : tensor<i32>
      %60 = func.call @dynamic_index_in_dim_0(%iterArg, %59) : (tensor<4x8x8xbf16>, tensor<i32>) -> tensor<8x8xbf16>
      %61 = func.call @dynamic_index_in_dim_1(%iterArg_18, %59) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %62 = func.call @dynamic_index_in_dim_1(%iterArg_19, %59) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %63 = func.call @dynamic_index_in_dim_1(%iterArg_20, %59) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %64:3 = func.call @closed_call_2(%iterArg_22, %60, %61, %62, %63) : (tensor<16x8xbf16>, tensor<8x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>) -> (tensor<16x8xbf16>, tensor<8xbf16>, tensor<8x8xbf16>)
      %65 = func.call @dynamic_update_index_in_dim_3(%iterArg_23, %64#1, %59) : (tensor<4x8xbf16>, tensor<8xbf16>, tensor<i32>) -> tensor<4x8xbf16>
      %66 = func.call @dynamic_update_index_in_dim_4(%iterArg_24, %64#2, %59) : (tensor<4x8x8xbf16>, tensor<8x8xbf16>, tensor<i32>) -> tensor<4x8x8xbf16>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %67 = stablehlo.add %iterArg_21, %c_27 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %iterArg_19, %iterArg_20, %67, %64#0, %65, %66 : tensor<4x8x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<4x16x8xbf16>, tensor<i32>, tensor<16x8xbf16>, tensor<4x8xbf16>, tensor<4x8x8xbf16>
    }
    %28 = stablehlo.dot_general %27#5, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<16x12xbf16>) -> tensor<8x12xbf16>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<8x12xbf16>) -> tensor<12x8xbf16>
    %30 = stablehlo.convert %27#7 : (tensor<4x8x8xbf16>) -> tensor<4x8x8xf32>
    %31 = stablehlo.convert %27#6 : (tensor<4x8xbf16>) -> tensor<4x8xf32>
    %32 = stablehlo.convert %23 : (tensor<8x6xbf16>) -> tensor<8x6xf32>
    %33 = stablehlo.convert %29 : (tensor<12x8xbf16>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %35 = stablehlo.multiply %34, %arg4 : tensor<12x8xf32>
    %36 = stablehlo.add %35, %33 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %38 = stablehlo.multiply %37, %arg5 : tensor<8x6xf32>
    %39 = stablehlo.add %38, %32 : tensor<8x6xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %41 = stablehlo.multiply %40, %arg6 : tensor<4x8xf32>
    %42 = stablehlo.add %41, %31 : tensor<4x8xf32>
    %cst_13 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %44 = stablehlo.multiply %43, %arg7 : tensor<4x8x8xf32>
    %45 = stablehlo.add %44, %30 : tensor<4x8x8xf32>
    %cst_14 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %47 = stablehlo.multiply %46, %36 : tensor<12x8xf32>
    %48 = stablehlo.subtract %arg0, %47 : tensor<12x8xf32>
    %cst_15 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %50 = stablehlo.multiply %49, %39 : tensor<8x6xf32>
    %51 = stablehlo.subtract %arg1, %50 : tensor<8x6xf32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %53 = stablehlo.multiply %52, %42 : tensor<4x8xf32>
    %54 = stablehlo.subtract %arg2, %53 : tensor<4x8xf32>
    %cst_17 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
    %56 = stablehlo.multiply %55, %45 : tensor<4x8x8xf32>
    %57 = stablehlo.subtract %arg3, %56 : tensor<4x8x8xf32>
    return %48, %51, %54, %57, %36, %39, %42, %45, %17 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<4x8xf32>, tensor<4x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x8xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<4x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x8xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8xbf16>) -> tensor<8xbf16>
    return %1 : tensor<8xbf16>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x8x8xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<4x8x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xbf16>) -> tensor<8x8xbf16>
    return %1 : tensor<8x8xbf16>
  }
  func.func private @closed_call(%arg0: tensor<16x8xbf16> loc(unknown), %arg1: tensor<8xbf16> loc(unknown), %arg2: tensor<8x8xbf16> loc(unknown)) -> (tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<8x8xbf16>) -> tensor<16x8xbf16>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xbf16>) -> tensor<16x8xbf16>
    %3 = stablehlo.add %0, %2 : tensor<16x8xbf16>
    %4 = stablehlo.tanh %3 : tensor<16x8xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<16x8xbf16>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xbf16>
    %7 = stablehlo.add %arg0, %4 : tensor<16x8xbf16>
    return %7, %arg0, %4, %6 : tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>, tensor<16x8xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x16x8xbf16> loc(unknown), %arg1: tensor<16x8xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xbf16>) -> tensor<1x16x8xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xbf16>, tensor<1x16x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xbf16>
    return %1 : tensor<4x16x8xbf16>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x16x8xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xbf16>) -> tensor<16x8xbf16>
    return %1 : tensor<16x8xbf16>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xbf16> loc(unknown), %arg1: tensor<8x8xbf16> loc(unknown), %arg2: tensor<16x8xbf16> loc(unknown), %arg3: tensor<16x8xbf16> loc(unknown), %arg4: tensor<16x8xbf16> loc(unknown)) -> (tensor<16x8xbf16>, tensor<8xbf16>, tensor<8x8xbf16>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<16x8xbf16>
    %1 = stablehlo.multiply %0, %arg3 : tensor<16x8xbf16>
    %2 = stablehlo.add %0, %1 : tensor<16x8xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
    %4 = stablehlo.reshape %3 : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
    %6 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<16x8xbf16>) -> tensor<8x8xbf16>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xbf16>) -> tensor<8x8xbf16>
    %8 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xbf16>, tensor<8x8xbf16>) -> tensor<16x8xbf16>
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xbf16>
    return %9, %5, %7 : tensor<16x8xbf16>, tensor<8xbf16>, tensor<8x8xbf16>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<4x8xbf16> loc(unknown), %arg1: tensor<8xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xbf16>) -> tensor<1x8xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x8xbf16>, tensor<1x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x8xbf16>
    return %1 : tensor<4x8xbf16>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x8x8xbf16> loc(unknown), %arg1: tensor<8x8xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x8xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xbf16>) -> tensor<1x8x8xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x8xbf16>, tensor<1x8x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xbf16>
    return %1 : tensor<4x8x8xbf16>
  }
}
