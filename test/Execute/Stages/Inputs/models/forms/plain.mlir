module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %arg2, %iterArg_34 = %arg3, %iterArg_35 = %c, %iterArg_36 = %0, %iterArg_37 = %1, %iterArg_38 = %2, %iterArg_39 = %3) : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>
    cond {
      %c_40 = stablehlo.constant dense<6> : tensor<i32>
      %95 = stablehlo.compare LT, %iterArg_35, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %95 : tensor<i1>
    } do {
      %95 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_35) : (tensor<6x8xf32>, tensor<i32>) -> tensor<8xf32>
      %96 = func.call @dynamic_index_in_dim_0(%iterArg_34, %iterArg_35) : (tensor<6x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %97:4 = func.call @closed_call(%iterArg_36, %95, %96) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %98 = func.call @dynamic_update_index_in_dim(%iterArg_37, %97#1, %iterArg_35) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %99 = func.call @dynamic_update_index_in_dim(%iterArg_38, %97#2, %iterArg_35) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %100 = func.call @dynamic_update_index_in_dim(%iterArg_39, %97#3, %iterArg_35) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %101 = stablehlo.add %iterArg_35, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %101, %97#0, %98, %99, %100 : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>
    }
    %5 = stablehlo.dot_general %4#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %6 = stablehlo.subtract %5, %arg13 : tensor<16x6xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<16x6xf32>
    %15 = stablehlo.dot_general %14, %4#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %16 = stablehlo.transpose %15, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %17 = stablehlo.dot_general %14, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %20:8 = stablehlo.while(%iterArg = %arg3, %iterArg_34 = %4#4, %iterArg_35 = %4#5, %iterArg_36 = %4#6, %iterArg_37 = %c_9, %iterArg_38 = %17, %iterArg_39 = %18, %iterArg_40 = %19) : tensor<6x8x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<6> : tensor<i32>
      %95 = stablehlo.compare LT, %iterArg_37, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %95 : tensor<i1>
    } do {
      %c_41 = stablehlo.constant dense<6> : tensor<i32>
      %95 = stablehlo.subtract %c_41, %iterArg_37 : tensor<i32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %96 = stablehlo.subtract %95, %c_42 : tensor<i32>
      %97 = func.call @dynamic_index_in_dim_0(%iterArg, %96) : (tensor<6x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %98 = func.call @dynamic_index_in_dim_1(%iterArg_34, %96) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %99 = func.call @dynamic_index_in_dim_1(%iterArg_35, %96) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %100 = func.call @dynamic_index_in_dim_1(%iterArg_36, %96) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %101:3 = func.call @closed_call_2(%iterArg_38, %97, %98, %99, %100) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %102 = func.call @dynamic_update_index_in_dim_3(%iterArg_39, %101#1, %96) : (tensor<6x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<6x8xf32>
      %103 = func.call @dynamic_update_index_in_dim_4(%iterArg_40, %101#2, %96) : (tensor<6x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<6x8x8xf32>
      %c_43 = stablehlo.constant dense<1> : tensor<i32>
      %104 = stablehlo.add %iterArg_37, %c_43 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %104, %101#0, %102, %103 : tensor<6x8x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>
    }
    %21 = stablehlo.dot_general %20#5, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %24 = stablehlo.multiply %23, %arg4 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %26 = stablehlo.multiply %25, %22 : tensor<12x8xf32>
    %27 = stablehlo.add %24, %26 : tensor<12x8xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %29 = stablehlo.multiply %28, %arg5 : tensor<8x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %31 = stablehlo.multiply %30, %16 : tensor<8x6xf32>
    %32 = stablehlo.add %29, %31 : tensor<8x6xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %34 = stablehlo.multiply %33, %arg6 : tensor<6x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %36 = stablehlo.multiply %35, %20#6 : tensor<6x8xf32>
    %37 = stablehlo.add %34, %36 : tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %39 = stablehlo.multiply %38, %arg7 : tensor<6x8x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %41 = stablehlo.multiply %40, %20#7 : tensor<6x8x8xf32>
    %42 = stablehlo.add %39, %41 : tensor<6x8x8xf32>
    %cst_18 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %44 = stablehlo.multiply %43, %arg8 : tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %46 = stablehlo.multiply %45, %22 : tensor<12x8xf32>
    %47 = stablehlo.multiply %46, %22 : tensor<12x8xf32>
    %48 = stablehlo.add %44, %47 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %50 = stablehlo.multiply %49, %arg9 : tensor<8x6xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %52 = stablehlo.multiply %51, %16 : tensor<8x6xf32>
    %53 = stablehlo.multiply %52, %16 : tensor<8x6xf32>
    %54 = stablehlo.add %50, %53 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %56 = stablehlo.multiply %55, %arg10 : tensor<6x8xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %58 = stablehlo.multiply %57, %20#6 : tensor<6x8xf32>
    %59 = stablehlo.multiply %58, %20#6 : tensor<6x8xf32>
    %60 = stablehlo.add %56, %59 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %62 = stablehlo.multiply %61, %arg11 : tensor<6x8x8xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %64 = stablehlo.multiply %63, %20#7 : tensor<6x8x8xf32>
    %65 = stablehlo.multiply %64, %20#7 : tensor<6x8x8xf32>
    %66 = stablehlo.add %62, %65 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %68 = stablehlo.multiply %67, %27 : tensor<12x8xf32>
    %69 = stablehlo.sqrt %48 : tensor<12x8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %71 = stablehlo.add %69, %70 : tensor<12x8xf32>
    %72 = stablehlo.divide %68, %71 : tensor<12x8xf32>
    %73 = stablehlo.subtract %arg0, %72 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %75 = stablehlo.multiply %74, %32 : tensor<8x6xf32>
    %76 = stablehlo.sqrt %54 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %78 = stablehlo.add %76, %77 : tensor<8x6xf32>
    %79 = stablehlo.divide %75, %78 : tensor<8x6xf32>
    %80 = stablehlo.subtract %arg1, %79 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %82 = stablehlo.multiply %81, %37 : tensor<6x8xf32>
    %83 = stablehlo.sqrt %60 : tensor<6x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %85 = stablehlo.add %83, %84 : tensor<6x8xf32>
    %86 = stablehlo.divide %82, %85 : tensor<6x8xf32>
    %87 = stablehlo.subtract %arg2, %86 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %89 = stablehlo.multiply %88, %42 : tensor<6x8x8xf32>
    %90 = stablehlo.sqrt %66 : tensor<6x8x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %92 = stablehlo.add %90, %91 : tensor<6x8x8xf32>
    %93 = stablehlo.divide %89, %92 : tensor<6x8x8xf32>
    %94 = stablehlo.subtract %arg3, %93 : tensor<6x8x8xf32>
    return %73, %80, %87, %94, %27, %32, %37, %42, %48, %54, %60, %66, %11 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<6x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<6x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x16x8xf32>
    return %1 : tensor<6x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<6x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<6x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<6x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<6x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
    return %1 : tensor<6x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<6x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<6x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x8xf32>
    return %1 : tensor<6x8x8xf32>
  }
}
