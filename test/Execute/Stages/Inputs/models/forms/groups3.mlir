module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.reshape %arg2 : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
    %2 = stablehlo.reshape %arg3 : (tensor<6x8x8xf32>) -> tensor<2x3x8x8xf32>
    call @closed_call() : () -> ()
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:5 = stablehlo.while(%iterArg = %1, %iterArg_32 = %2, %iterArg_33 = %c, %iterArg_34 = %0, %iterArg_35 = %3) : tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_36 = stablehlo.constant dense<2> : tensor<i32>
      %97 = stablehlo.compare LT, %iterArg_33, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %97 : tensor<i1>
    } do {
      %97 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_33) : (tensor<2x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %98 = func.call @dynamic_index_in_dim_0(%iterArg_32, %iterArg_33) : (tensor<2x3x8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %99:2 = func.call @closed_call_1(%iterArg_34, %97, %98) : (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>)
      %100 = func.call @dynamic_update_index_in_dim(%iterArg_35, %99#1, %iterArg_33) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_36 = stablehlo.constant dense<1> : tensor<i32>
      %101 = stablehlo.add %iterArg_33, %c_36 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_32, %101, %99#0, %100 : tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>
    }
    %5 = stablehlo.dot_general %4#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %6 = stablehlo.subtract %5, %arg13 : tensor<16x6xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<16x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<16x6xf32>
    %15 = stablehlo.dot_general %14, %4#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %17 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x3x8x8xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %20:7 = stablehlo.while(%iterArg = %4#4, %iterArg_32 = %1, %iterArg_33 = %2, %iterArg_34 = %c_7, %iterArg_35 = %17, %iterArg_36 = %18, %iterArg_37 = %19) : tensor<2x16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>
    cond {
      %c_38 = stablehlo.constant dense<2> : tensor<i32>
      %97 = stablehlo.compare LT, %iterArg_34, %c_38, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %97 : tensor<i1>
    } do {
      %c_38 = stablehlo.constant dense<2> : tensor<i32>
      %97 = stablehlo.subtract %c_38, %iterArg_34 : tensor<i32>
      %c_39 = stablehlo.constant dense<1> : tensor<i32>
      %98 = stablehlo.subtract %97, %c_39 : tensor<i32>
      %99 = func.call @dynamic_index_in_dim_6(%iterArg, %98) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %100 = func.call @dynamic_index_in_dim(%iterArg_32, %98) : (tensor<2x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %101 = func.call @dynamic_index_in_dim_0(%iterArg_33, %98) : (tensor<2x3x8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %102:3 = func.call @closed_call_7(%iterArg_35, %99, %100, %101) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) -> (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>)
      %103 = func.call @dynamic_update_index_in_dim_14(%iterArg_36, %102#1, %98) : (tensor<2x3x8xf32>, tensor<3x8xf32>, tensor<i32>) -> tensor<2x3x8xf32>
      %104 = func.call @dynamic_update_index_in_dim_15(%iterArg_37, %102#2, %98) : (tensor<2x3x8x8xf32>, tensor<3x8x8xf32>, tensor<i32>) -> tensor<2x3x8x8xf32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %105 = stablehlo.add %iterArg_34, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_32, %iterArg_33, %105, %102#0, %103, %104 : tensor<2x16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x3x8xf32>, tensor<2x3x8x8xf32>
    }
    %21 = stablehlo.reshape %20#6 : (tensor<2x3x8x8xf32>) -> tensor<6x8x8xf32>
    %22 = stablehlo.reshape %20#5 : (tensor<2x3x8xf32>) -> tensor<6x8xf32>
    %23 = stablehlo.dot_general %20#4, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_8 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %26 = stablehlo.multiply %25, %arg4 : tensor<12x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %28 = stablehlo.multiply %27, %24 : tensor<12x8xf32>
    %29 = stablehlo.add %26, %28 : tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %31 = stablehlo.multiply %30, %arg5 : tensor<8x6xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %33 = stablehlo.multiply %32, %16 : tensor<8x6xf32>
    %34 = stablehlo.add %31, %33 : tensor<8x6xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %36 = stablehlo.multiply %35, %arg6 : tensor<6x8xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %38 = stablehlo.multiply %37, %22 : tensor<6x8xf32>
    %39 = stablehlo.add %36, %38 : tensor<6x8xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %41 = stablehlo.multiply %40, %arg7 : tensor<6x8x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %43 = stablehlo.multiply %42, %21 : tensor<6x8x8xf32>
    %44 = stablehlo.add %41, %43 : tensor<6x8x8xf32>
    %cst_16 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %46 = stablehlo.multiply %45, %arg8 : tensor<12x8xf32>
    %cst_17 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %48 = stablehlo.multiply %47, %24 : tensor<12x8xf32>
    %49 = stablehlo.multiply %48, %24 : tensor<12x8xf32>
    %50 = stablehlo.add %46, %49 : tensor<12x8xf32>
    %cst_18 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %52 = stablehlo.multiply %51, %arg9 : tensor<8x6xf32>
    %cst_19 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %54 = stablehlo.multiply %53, %16 : tensor<8x6xf32>
    %55 = stablehlo.multiply %54, %16 : tensor<8x6xf32>
    %56 = stablehlo.add %52, %55 : tensor<8x6xf32>
    %cst_20 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %58 = stablehlo.multiply %57, %arg10 : tensor<6x8xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %60 = stablehlo.multiply %59, %22 : tensor<6x8xf32>
    %61 = stablehlo.multiply %60, %22 : tensor<6x8xf32>
    %62 = stablehlo.add %58, %61 : tensor<6x8xf32>
    %cst_22 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %64 = stablehlo.multiply %63, %arg11 : tensor<6x8x8xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %66 = stablehlo.multiply %65, %21 : tensor<6x8x8xf32>
    %67 = stablehlo.multiply %66, %21 : tensor<6x8x8xf32>
    %68 = stablehlo.add %64, %67 : tensor<6x8x8xf32>
    %cst_24 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %70 = stablehlo.multiply %69, %29 : tensor<12x8xf32>
    %71 = stablehlo.sqrt %50 : tensor<12x8xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %73 = stablehlo.add %71, %72 : tensor<12x8xf32>
    %74 = stablehlo.divide %70, %73 : tensor<12x8xf32>
    %75 = stablehlo.subtract %arg0, %74 : tensor<12x8xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %77 = stablehlo.multiply %76, %34 : tensor<8x6xf32>
    %78 = stablehlo.sqrt %56 : tensor<8x6xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %80 = stablehlo.add %78, %79 : tensor<8x6xf32>
    %81 = stablehlo.divide %77, %80 : tensor<8x6xf32>
    %82 = stablehlo.subtract %arg1, %81 : tensor<8x6xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %84 = stablehlo.multiply %83, %39 : tensor<6x8xf32>
    %85 = stablehlo.sqrt %62 : tensor<6x8xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %87 = stablehlo.add %85, %86 : tensor<6x8xf32>
    %88 = stablehlo.divide %84, %87 : tensor<6x8xf32>
    %89 = stablehlo.subtract %arg2, %88 : tensor<6x8xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %91 = stablehlo.multiply %90, %44 : tensor<6x8x8xf32>
    %92 = stablehlo.sqrt %68 : tensor<6x8x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %94 = stablehlo.add %92, %93 : tensor<6x8x8xf32>
    %95 = stablehlo.divide %91, %94 : tensor<6x8x8xf32>
    %96 = stablehlo.subtract %arg3, %95 : tensor<6x8x8xf32>
    return %75, %82, %89, %96, %29, %34, %39, %44, %50, %56, %62, %68, %11 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @closed_call() {
    return
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
  func.func private @closed_call_1(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<3x8xf32> loc(unknown), %arg2: tensor<3x8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = call @closed_call_2(%arg0, %arg1, %arg2) : (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) -> tensor<16x8xf32>
    return %0, %arg0 : tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<3x8xf32> loc(unknown), %arg2: tensor<3x8x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg2, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>
    cond {
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @dynamic_index_in_dim_3(%iterArg, %iterArg_1) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %2 = func.call @dynamic_index_in_dim_4(%iterArg_0, %iterArg_1) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %3 = func.call @closed_call_5(%iterArg_2, %1, %2) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %4, %3 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>
    }
    return %0#3 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call_5(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<16x8xf32>
    return %5 : tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_7(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<3x8xf32> loc(unknown), %arg3: tensor<3x8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg0 : tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %0#1, %iterArg_5 = %0#2, %iterArg_6 = %c, %iterArg_7 = %0#0, %iterArg_8 = %1, %iterArg_9 = %2, %iterArg_10 = %3) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    cond {
      %c_11 = stablehlo.constant dense<3> : tensor<i32>
      %8 = stablehlo.compare LT, %iterArg_6, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8 = func.call @dynamic_index_in_dim_3(%iterArg, %iterArg_6) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %9 = func.call @dynamic_index_in_dim_4(%iterArg_5, %iterArg_6) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %10:4 = func.call @closed_call_8(%iterArg_7, %8, %9) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %11 = func.call @dynamic_update_index_in_dim_9(%iterArg_8, %10#1, %iterArg_6) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %12 = func.call @dynamic_update_index_in_dim_9(%iterArg_9, %10#2, %iterArg_6) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %13 = func.call @dynamic_update_index_in_dim_9(%iterArg_10, %10#3, %iterArg_6) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_6, %c_11 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %14, %10#0, %11, %12, %13 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    }
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %7:8 = stablehlo.while(%iterArg = %0#2, %iterArg_5 = %4#4, %iterArg_6 = %4#5, %iterArg_7 = %4#6, %iterArg_8 = %c_4, %iterArg_9 = %0#3, %iterArg_10 = %5, %iterArg_11 = %6) : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_12 = stablehlo.constant dense<3> : tensor<i32>
      %8 = stablehlo.compare LT, %iterArg_8, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<3> : tensor<i32>
      %8 = stablehlo.subtract %c_12, %iterArg_8 : tensor<i32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.subtract %8, %c_13 : tensor<i32>
      %10 = func.call @dynamic_index_in_dim_4(%iterArg, %9) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %11 = func.call @dynamic_index_in_dim_10(%iterArg_5, %9) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %12 = func.call @dynamic_index_in_dim_10(%iterArg_6, %9) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %13 = func.call @dynamic_index_in_dim_10(%iterArg_7, %9) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %14:3 = func.call @closed_call_11(%iterArg_9, %10, %11, %12, %13) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %15 = func.call @dynamic_update_index_in_dim_12(%iterArg_10, %14#1, %9) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %16 = func.call @dynamic_update_index_in_dim_13(%iterArg_11, %14#2, %9) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %17 = stablehlo.add %iterArg_8, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %iterArg_7, %17, %14#0, %15, %16 : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    }
    return %7#5, %7#6, %7#7 : tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x8xf32>
    return %1 : tensor<3x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_10(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<3x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_11(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<2x3x8xf32> loc(unknown), %arg1: tensor<3x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x3x8xf32>, tensor<1x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8xf32>
    return %1 : tensor<2x3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<2x3x8x8xf32> loc(unknown), %arg1: tensor<3x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x8x8xf32>) -> tensor<1x3x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x8x8xf32>, tensor<1x3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8x8xf32>
    return %1 : tensor<2x3x8x8xf32>
  }
}
