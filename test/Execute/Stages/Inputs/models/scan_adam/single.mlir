module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x16xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<16x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<4x16xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<4x16x16xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x16xf32> {tf.aliasing_output = 4 : i32} loc("state['mean']['in']"), %arg5: tensor<16x6xf32> {tf.aliasing_output = 5 : i32} loc("state['mean']['out']"), %arg6: tensor<4x16xf32> {tf.aliasing_output = 6 : i32} loc("state['mean']['stack']['b']"), %arg7: tensor<4x16x16xf32> {tf.aliasing_output = 7 : i32} loc("state['mean']['stack']['w']"), %arg8: tensor<12x16xf32> {tf.aliasing_output = 8 : i32} loc("state['square']['in']"), %arg9: tensor<16x6xf32> {tf.aliasing_output = 9 : i32} loc("state['square']['out']"), %arg10: tensor<4x16xf32> {tf.aliasing_output = 10 : i32} loc("state['square']['stack']['b']"), %arg11: tensor<4x16x16xf32> {tf.aliasing_output = 11 : i32} loc("state['square']['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x16xf32> {jax.result_info = "result[0]['in']"}, tensor<16x6xf32> {jax.result_info = "result[0]['out']"}, tensor<4x16xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x16x16xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x16xf32> {jax.result_info = "result[1]['mean']['in']"}, tensor<16x6xf32> {jax.result_info = "result[1]['mean']['out']"}, tensor<4x16xf32> {jax.result_info = "result[1]['mean']['stack']['b']"}, tensor<4x16x16xf32> {jax.result_info = "result[1]['mean']['stack']['w']"}, tensor<12x16xf32> {jax.result_info = "result[1]['square']['in']"}, tensor<16x6xf32> {jax.result_info = "result[1]['square']['out']"}, tensor<4x16xf32> {jax.result_info = "result[1]['square']['stack']['b']"}, tensor<4x16x16xf32> {jax.result_info = "result[1]['square']['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}, tensor<f32> {jax.result_info = "result[2]['norm']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %arg2, %iterArg_41 = %arg3, %iterArg_42 = %c, %iterArg_43 = %0, %iterArg_44 = %1) : tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>
    cond {
      %c_45 = stablehlo.constant dense<4> : tensor<i32>
      %118 = stablehlo.compare LT, %iterArg_42, %c_45, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %118 : tensor<i1>
    } do {
      %118 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_42) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %119 = func.call @dynamic_index_in_dim_0(%iterArg_41, %iterArg_42) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %120:2 = func.call @closed_call(%iterArg_43, %118, %119) : (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>)
      %121 = func.call @dynamic_update_index_in_dim(%iterArg_44, %120#1, %iterArg_42) : (tensor<4x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<4x16x16xf32>
      %c_45 = stablehlo.constant dense<1> : tensor<i32>
      %122 = stablehlo.add %iterArg_42, %c_45 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_41, %122, %120#0, %121 : tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>
    }
    %3 = stablehlo.dot_general %2#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x6xf32>) -> tensor<16x6xf32>
    %4 = stablehlo.subtract %3, %arg13 : tensor<16x6xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<16x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %10 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %12 = stablehlo.multiply %11, %7 : tensor<16x6xf32>
    %13 = stablehlo.dot_general %12, %2#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x16xf32>) -> tensor<6x16xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<6x16xf32>) -> tensor<16x6xf32>
    %15 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x6xf32>) -> tensor<16x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %18:7 = stablehlo.while(%iterArg = %2#4, %iterArg_41 = %arg2, %iterArg_42 = %arg3, %iterArg_43 = %c_7, %iterArg_44 = %15, %iterArg_45 = %16, %iterArg_46 = %17) : tensor<4x16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>
    cond {
      %c_47 = stablehlo.constant dense<4> : tensor<i32>
      %118 = stablehlo.compare LT, %iterArg_43, %c_47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %118 : tensor<i1>
    } do {
      %c_47 = stablehlo.constant dense<4> : tensor<i32>
      %118 = stablehlo.subtract %c_47, %iterArg_43 : tensor<i32>
      %c_48 = stablehlo.constant dense<1> : tensor<i32>
      %119 = stablehlo.subtract %118, %c_48 : tensor<i32>
      %120 = func.call @dynamic_index_in_dim_0(%iterArg, %119) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %121 = func.call @dynamic_index_in_dim(%iterArg_41, %119) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %122 = func.call @dynamic_index_in_dim_0(%iterArg_42, %119) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %123:3 = func.call @closed_call_1(%iterArg_44, %120, %121, %122) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>)
      %124 = func.call @dynamic_update_index_in_dim_2(%iterArg_45, %123#1, %119) : (tensor<4x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %125 = func.call @dynamic_update_index_in_dim(%iterArg_46, %123#2, %119) : (tensor<4x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<4x16x16xf32>
      %c_49 = stablehlo.constant dense<1> : tensor<i32>
      %126 = stablehlo.add %iterArg_43, %c_49 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_41, %iterArg_42, %126, %123#0, %124, %125 : tensor<4x16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<16x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>
    }
    %19 = stablehlo.dot_general %18#4, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x12xf32>) -> tensor<16x12xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<16x12xf32>) -> tensor<12x16xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<12x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.add %cst_9, %22 : tensor<f32>
    %24 = stablehlo.multiply %14, %14 : tensor<16x6xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %26 = stablehlo.add %23, %25 : tensor<f32>
    %27 = stablehlo.multiply %18#5, %18#5 : tensor<4x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<f32>
    %29 = stablehlo.add %26, %28 : tensor<f32>
    %30 = stablehlo.multiply %18#6, %18#6 : tensor<4x16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_12) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x16x16xf32>, tensor<f32>) -> tensor<f32>
    %32 = stablehlo.add %29, %31 : tensor<f32>
    %33 = stablehlo.sqrt %32 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.maximum %33, %cst_13 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %36 = stablehlo.divide %20, %35 : tensor<12x16xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.maximum %33, %cst_14 : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %39 = stablehlo.divide %14, %38 : tensor<16x6xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.maximum %33, %cst_15 : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %42 = stablehlo.divide %18#5, %41 : tensor<4x16xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.maximum %33, %cst_16 : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %45 = stablehlo.divide %18#6, %44 : tensor<4x16x16xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %47 = stablehlo.multiply %46, %arg4 : tensor<12x16xf32>
    %cst_18 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %49 = stablehlo.multiply %48, %36 : tensor<12x16xf32>
    %50 = stablehlo.add %47, %49 : tensor<12x16xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %52 = stablehlo.multiply %51, %arg5 : tensor<16x6xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %54 = stablehlo.multiply %53, %39 : tensor<16x6xf32>
    %55 = stablehlo.add %52, %54 : tensor<16x6xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %57 = stablehlo.multiply %56, %arg6 : tensor<4x16xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %59 = stablehlo.multiply %58, %42 : tensor<4x16xf32>
    %60 = stablehlo.add %57, %59 : tensor<4x16xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %62 = stablehlo.multiply %61, %arg7 : tensor<4x16x16xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %64 = stablehlo.multiply %63, %45 : tensor<4x16x16xf32>
    %65 = stablehlo.add %62, %64 : tensor<4x16x16xf32>
    %cst_25 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %67 = stablehlo.multiply %66, %arg8 : tensor<12x16xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %69 = stablehlo.multiply %68, %36 : tensor<12x16xf32>
    %70 = stablehlo.multiply %69, %36 : tensor<12x16xf32>
    %71 = stablehlo.add %67, %70 : tensor<12x16xf32>
    %cst_27 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %73 = stablehlo.multiply %72, %arg9 : tensor<16x6xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %75 = stablehlo.multiply %74, %39 : tensor<16x6xf32>
    %76 = stablehlo.multiply %75, %39 : tensor<16x6xf32>
    %77 = stablehlo.add %73, %76 : tensor<16x6xf32>
    %cst_29 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %79 = stablehlo.multiply %78, %arg10 : tensor<4x16xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %81 = stablehlo.multiply %80, %42 : tensor<4x16xf32>
    %82 = stablehlo.multiply %81, %42 : tensor<4x16xf32>
    %83 = stablehlo.add %79, %82 : tensor<4x16xf32>
    %cst_31 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %85 = stablehlo.multiply %84, %arg11 : tensor<4x16x16xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %87 = stablehlo.multiply %86, %45 : tensor<4x16x16xf32>
    %88 = stablehlo.multiply %87, %45 : tensor<4x16x16xf32>
    %89 = stablehlo.add %85, %88 : tensor<4x16x16xf32>
    %cst_33 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %91 = stablehlo.multiply %90, %50 : tensor<12x16xf32>
    %92 = stablehlo.sqrt %71 : tensor<12x16xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %94 = stablehlo.add %92, %93 : tensor<12x16xf32>
    %95 = stablehlo.divide %91, %94 : tensor<12x16xf32>
    %96 = stablehlo.subtract %arg0, %95 : tensor<12x16xf32>
    %cst_35 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %98 = stablehlo.multiply %97, %55 : tensor<16x6xf32>
    %99 = stablehlo.sqrt %77 : tensor<16x6xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %101 = stablehlo.add %99, %100 : tensor<16x6xf32>
    %102 = stablehlo.divide %98, %101 : tensor<16x6xf32>
    %103 = stablehlo.subtract %arg1, %102 : tensor<16x6xf32>
    %cst_37 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %105 = stablehlo.multiply %104, %60 : tensor<4x16xf32>
    %106 = stablehlo.sqrt %83 : tensor<4x16xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %108 = stablehlo.add %106, %107 : tensor<4x16xf32>
    %109 = stablehlo.divide %105, %108 : tensor<4x16xf32>
    %110 = stablehlo.subtract %arg2, %109 : tensor<4x16xf32>
    %cst_39 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %112 = stablehlo.multiply %111, %65 : tensor<4x16x16xf32>
    %113 = stablehlo.sqrt %89 : tensor<4x16x16xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %115 = stablehlo.add %113, %114 : tensor<4x16x16xf32>
    %116 = stablehlo.divide %112, %115 : tensor<4x16x16xf32>
    %117 = stablehlo.subtract %arg3, %116 : tensor<4x16x16xf32>
    return %96, %103, %110, %117, %50, %55, %60, %65, %71, %77, %83, %89, %9, %33 : tensor<12x16xf32>, tensor<16x6xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<12x16xf32>, tensor<16x6xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<12x16xf32>, tensor<16x6xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x16x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x16xf32> loc(unknown), %arg1: tensor<16xf32> loc(unknown), %arg2: tensor<16x16xf32> loc(unknown)) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x16xf32>
    %4 = stablehlo.tanh %3 : tensor<16x16xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<16x16xf32>
    return %5, %arg0 : tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x16x16xf32> loc(unknown), %arg1: tensor<16x16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    return %1 : tensor<4x16x16xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<16x16xf32> loc(unknown), %arg1: tensor<16x16xf32> loc(unknown), %arg2: tensor<16xf32> loc(unknown), %arg3: tensor<16x16xf32> loc(unknown)) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg0 : tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    %1 = stablehlo.dot_general %0#0, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x16xf32>
    %5 = stablehlo.tanh %4 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x16xf32>
    %8 = stablehlo.multiply %0#3, %7 : tensor<16x16xf32>
    %9 = stablehlo.multiply %8, %5 : tensor<16x16xf32>
    %10 = stablehlo.add %8, %9 : tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %12 = stablehlo.reshape %11 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %14 = stablehlo.dot_general %10, %0#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %16 = stablehlo.dot_general %10, %0#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %17 = stablehlo.add %0#3, %16 : tensor<16x16xf32>
    return %17, %13, %15 : tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<4x16xf32> loc(unknown), %arg1: tensor<16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
}
