module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.reverse %arg2, dims = [0] : tensor<6x8xf32>
    %2 = stablehlo.reverse %arg3, dims = [0] : tensor<6x8x8xf32>
    %3 = stablehlo.reshape %1 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
    %4 = stablehlo.reshape %2 : (tensor<6x8x8xf32>) -> tensor<3x2x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %8:7 = stablehlo.while(%iterArg = %3, %iterArg_34 = %4, %iterArg_35 = %c, %iterArg_36 = %0, %iterArg_37 = %5, %iterArg_38 = %6, %iterArg_39 = %7) : tensor<3x2x8xf32>, tensor<3x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    cond {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %103 = stablehlo.compare LT, %iterArg_35, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %103 : tensor<i1>
    } do {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %103 = stablehlo.subtract %c_40, %iterArg_35 : tensor<i32>
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %104 = stablehlo.subtract %103, %c_41 : tensor<i32>
      %105 = func.call @dynamic_index_in_dim(%iterArg, %104) : (tensor<3x2x8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %106 = func.call @dynamic_index_in_dim_0(%iterArg_34, %104) : (tensor<3x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %107:4 = func.call @closed_call(%iterArg_36, %105, %106) : (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) -> (tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>)
      %108 = func.call @dynamic_update_index_in_dim_4(%iterArg_37, %107#1, %104) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %109 = func.call @dynamic_update_index_in_dim_4(%iterArg_38, %107#2, %104) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %110 = func.call @dynamic_update_index_in_dim_4(%iterArg_39, %107#3, %104) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %111 = stablehlo.add %iterArg_35, %c_42 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %111, %107#0, %108, %109, %110 : tensor<3x2x8xf32>, tensor<3x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    }
    %9 = stablehlo.dot_general %8#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %10 = stablehlo.subtract %9, %arg13 : tensor<16x6xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %13 = stablehlo.multiply %12, %10 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%11 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %15 = stablehlo.divide %14, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %16 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %18 = stablehlo.multiply %17, %13 : tensor<16x6xf32>
    %19 = stablehlo.dot_general %18, %8#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %21 = stablehlo.dot_general %18, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x2x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %24:8 = stablehlo.while(%iterArg = %4, %iterArg_34 = %8#4, %iterArg_35 = %8#5, %iterArg_36 = %8#6, %iterArg_37 = %c_9, %iterArg_38 = %21, %iterArg_39 = %22, %iterArg_40 = %23) : tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x8xf32>, tensor<3x2x8x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<3> : tensor<i32>
      %103 = stablehlo.compare LT, %iterArg_37, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %103 : tensor<i1>
    } do {
      %103 = func.call @dynamic_index_in_dim_0(%iterArg, %iterArg_37) : (tensor<3x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %104 = func.call @dynamic_index_in_dim_5(%iterArg_34, %iterArg_37) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %105 = func.call @dynamic_index_in_dim_5(%iterArg_35, %iterArg_37) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %106 = func.call @dynamic_index_in_dim_5(%iterArg_36, %iterArg_37) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %107:3 = func.call @closed_call_6(%iterArg_38, %103, %104, %105, %106) : (tensor<16x8xf32>, tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) -> (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>)
      %108 = func.call @dynamic_update_index_in_dim_11(%iterArg_39, %107#1, %iterArg_37) : (tensor<3x2x8xf32>, tensor<2x8xf32>, tensor<i32>) -> tensor<3x2x8xf32>
      %109 = func.call @dynamic_update_index_in_dim_12(%iterArg_40, %107#2, %iterArg_37) : (tensor<3x2x8x8xf32>, tensor<2x8x8xf32>, tensor<i32>) -> tensor<3x2x8x8xf32>
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %110 = stablehlo.add %iterArg_37, %c_41 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %110, %107#0, %108, %109 : tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x8xf32>, tensor<3x2x8x8xf32>
    }
    %25 = stablehlo.reshape %24#7 : (tensor<3x2x8x8xf32>) -> tensor<6x8x8xf32>
    %26 = stablehlo.reshape %24#6 : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
    %27 = stablehlo.reverse %25, dims = [0] : tensor<6x8x8xf32>
    %28 = stablehlo.reverse %26, dims = [0] : tensor<6x8xf32>
    %29 = stablehlo.dot_general %24#5, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %32 = stablehlo.multiply %31, %arg4 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %34 = stablehlo.multiply %33, %30 : tensor<12x8xf32>
    %35 = stablehlo.add %32, %34 : tensor<12x8xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %37 = stablehlo.multiply %36, %arg5 : tensor<8x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %39 = stablehlo.multiply %38, %20 : tensor<8x6xf32>
    %40 = stablehlo.add %37, %39 : tensor<8x6xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %42 = stablehlo.multiply %41, %arg6 : tensor<6x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %44 = stablehlo.multiply %43, %28 : tensor<6x8xf32>
    %45 = stablehlo.add %42, %44 : tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %47 = stablehlo.multiply %46, %arg7 : tensor<6x8x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %49 = stablehlo.multiply %48, %27 : tensor<6x8x8xf32>
    %50 = stablehlo.add %47, %49 : tensor<6x8x8xf32>
    %cst_18 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %52 = stablehlo.multiply %51, %arg8 : tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %54 = stablehlo.multiply %53, %30 : tensor<12x8xf32>
    %55 = stablehlo.multiply %54, %30 : tensor<12x8xf32>
    %56 = stablehlo.add %52, %55 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %58 = stablehlo.multiply %57, %arg9 : tensor<8x6xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %60 = stablehlo.multiply %59, %20 : tensor<8x6xf32>
    %61 = stablehlo.multiply %60, %20 : tensor<8x6xf32>
    %62 = stablehlo.add %58, %61 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %64 = stablehlo.multiply %63, %arg10 : tensor<6x8xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %66 = stablehlo.multiply %65, %28 : tensor<6x8xf32>
    %67 = stablehlo.multiply %66, %28 : tensor<6x8xf32>
    %68 = stablehlo.add %64, %67 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %70 = stablehlo.multiply %69, %arg11 : tensor<6x8x8xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %72 = stablehlo.multiply %71, %27 : tensor<6x8x8xf32>
    %73 = stablehlo.multiply %72, %27 : tensor<6x8x8xf32>
    %74 = stablehlo.add %70, %73 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %76 = stablehlo.multiply %75, %35 : tensor<12x8xf32>
    %77 = stablehlo.sqrt %56 : tensor<12x8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %79 = stablehlo.add %77, %78 : tensor<12x8xf32>
    %80 = stablehlo.divide %76, %79 : tensor<12x8xf32>
    %81 = stablehlo.subtract %arg0, %80 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %83 = stablehlo.multiply %82, %40 : tensor<8x6xf32>
    %84 = stablehlo.sqrt %62 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %86 = stablehlo.add %84, %85 : tensor<8x6xf32>
    %87 = stablehlo.divide %83, %86 : tensor<8x6xf32>
    %88 = stablehlo.subtract %arg1, %87 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %90 = stablehlo.multiply %89, %45 : tensor<6x8xf32>
    %91 = stablehlo.sqrt %68 : tensor<6x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %93 = stablehlo.add %91, %92 : tensor<6x8xf32>
    %94 = stablehlo.divide %90, %93 : tensor<6x8xf32>
    %95 = stablehlo.subtract %arg2, %94 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %97 = stablehlo.multiply %96, %50 : tensor<6x8x8xf32>
    %98 = stablehlo.sqrt %74 : tensor<6x8x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %100 = stablehlo.add %98, %99 : tensor<6x8x8xf32>
    %101 = stablehlo.divide %97, %100 : tensor<6x8x8xf32>
    %102 = stablehlo.subtract %arg3, %101 : tensor<6x8x8xf32>
    return %81, %88, %95, %102, %35, %40, %45, %50, %56, %62, %68, %74, %15 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x2x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 8, 8] : (tensor<3x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x8x8xf32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<2x8xf32> loc(unknown), %arg2: tensor<2x8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %c, %iterArg_4 = %arg0, %iterArg_5 = %0, %iterArg_6 = %1, %iterArg_7 = %2) : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    cond {
      %c_8 = stablehlo.constant dense<2> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg_3, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %c_8 = stablehlo.constant dense<2> : tensor<i32>
      %4 = stablehlo.subtract %c_8, %iterArg_3 : tensor<i32>
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.subtract %4, %c_9 : tensor<i32>
      %6 = func.call @dynamic_index_in_dim_1(%iterArg, %5) : (tensor<2x8xf32>, tensor<i32>) -> tensor<8xf32>
      %7 = func.call @dynamic_index_in_dim_2(%iterArg_2, %5) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %8:4 = func.call @closed_call_3(%iterArg_4, %6, %7) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %9 = func.call @dynamic_update_index_in_dim(%iterArg_5, %8#1, %5) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_6, %8#2, %5) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_7, %8#3, %5) : (tensor<2x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_3, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %12, %8#0, %9, %10, %11 : tensor<2x8xf32>, tensor<2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
    }
    return %3#3, %3#4, %3#5, %3#6 : tensor<16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<2x16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x16x8xf32>) -> tensor<1x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x16x8xf32>, tensor<1x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x16x8xf32>
    return %1 : tensor<3x2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 16, 8] : (tensor<3x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x16x8xf32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
  }
  func.func private @closed_call_6(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<2x16x8xf32> loc(unknown), %arg3: tensor<2x16x8xf32> loc(unknown), %arg4: tensor<2x16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:8 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %arg2, %iterArg_2 = %arg3, %iterArg_3 = %arg4, %iterArg_4 = %c, %iterArg_5 = %arg0, %iterArg_6 = %0, %iterArg_7 = %1) : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    cond {
      %c_8 = stablehlo.constant dense<2> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_4, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim_2(%iterArg, %iterArg_4) : (tensor<2x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %4 = func.call @dynamic_index_in_dim_7(%iterArg_1, %iterArg_4) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %5 = func.call @dynamic_index_in_dim_7(%iterArg_2, %iterArg_4) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %6 = func.call @dynamic_index_in_dim_7(%iterArg_3, %iterArg_4) : (tensor<2x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %7:3 = func.call @closed_call_8(%iterArg_5, %3, %4, %5, %6) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %8 = func.call @dynamic_update_index_in_dim_9(%iterArg_6, %7#1, %iterArg_4) : (tensor<2x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %9 = func.call @dynamic_update_index_in_dim_10(%iterArg_7, %7#2, %iterArg_4) : (tensor<2x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg_4, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %10, %7#0, %8, %9 : tensor<2x8x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
    }
    return %2#5, %2#6, %2#7 : tensor<16x8xf32>, tensor<2x8xf32>, tensor<2x8x8xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_8(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
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
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xf32>
    return %1 : tensor<2x8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<3x2x8xf32> loc(unknown), %arg1: tensor<2x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    return %1 : tensor<3x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<3x2x8x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x8x8xf32>) -> tensor<1x2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x8x8xf32>, tensor<1x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8x8xf32>
    return %1 : tensor<3x2x8x8xf32>
  }
}
