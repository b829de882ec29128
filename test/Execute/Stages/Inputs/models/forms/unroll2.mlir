module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.reshape %arg2 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
    %2 = stablehlo.reshape %arg3 : (tensor<6x8x8xf32>) -> tensor<3x2x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6:7 = stablehlo.while(%iterArg = %1, %iterArg_34 = %2, %iterArg_35 = %c, %iterArg_36 = %0, %iterArg_37 = %3, %iterArg_38 = %4, %iterArg_39 = %5) : tensor<3x2x8xf32>, tensor<3x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    cond {
      %c_40 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_35, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %106 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_35) : (tensor<3x2x8xf32>, tensor<i32>) -> tensor<2x8xf32>
      %107 = func.call @dynamic_index_in_dim_0(%iterArg_34, %iterArg_35) : (tensor<3x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %108 = stablehlo.slice %106 [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
      %109 = stablehlo.reshape %108 : (tensor<1x8xf32>) -> tensor<8xf32>
      %110 = stablehlo.slice %107 [0:1, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
      %111 = stablehlo.reshape %110 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %112:4 = func.call @closed_call(%iterArg_36, %109, %111) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %113 = stablehlo.slice %106 [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
      %114 = stablehlo.reshape %113 : (tensor<1x8xf32>) -> tensor<8xf32>
      %115 = stablehlo.slice %107 [1:2, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
      %116 = stablehlo.reshape %115 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %117:4 = func.call @closed_call(%112#0, %114, %116) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %118 = stablehlo.broadcast_in_dim %112#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %119 = stablehlo.broadcast_in_dim %117#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %120 = stablehlo.concatenate %118, %119, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
      %121 = stablehlo.broadcast_in_dim %112#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %122 = stablehlo.broadcast_in_dim %117#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %123 = stablehlo.concatenate %121, %122, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
      %124 = stablehlo.broadcast_in_dim %112#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %125 = stablehlo.broadcast_in_dim %117#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %126 = stablehlo.concatenate %124, %125, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
      %127 = func.call @dynamic_update_index_in_dim(%iterArg_37, %120, %iterArg_35) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %128 = func.call @dynamic_update_index_in_dim(%iterArg_38, %123, %iterArg_35) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %129 = func.call @dynamic_update_index_in_dim(%iterArg_39, %126, %iterArg_35) : (tensor<3x2x16x8xf32>, tensor<2x16x8xf32>, tensor<i32>) -> tensor<3x2x16x8xf32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %130 = stablehlo.add %iterArg_35, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %130, %117#0, %127, %128, %129 : tensor<3x2x8xf32>, tensor<3x2x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>
    }
    %7 = stablehlo.reshape %6#4 : (tensor<3x2x16x8xf32>) -> tensor<6x16x8xf32>
    %8 = stablehlo.reshape %6#5 : (tensor<3x2x16x8xf32>) -> tensor<6x16x8xf32>
    %9 = stablehlo.reshape %6#6 : (tensor<3x2x16x8xf32>) -> tensor<6x16x8xf32>
    %10 = stablehlo.dot_general %6#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %11 = stablehlo.subtract %10, %arg13 : tensor<16x6xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %17 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<16x6xf32>
    %20 = stablehlo.dot_general %19, %6#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %22 = stablehlo.dot_general %19, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %23 = stablehlo.reshape %arg3 : (tensor<6x8x8xf32>) -> tensor<3x2x8x8xf32>
    %24 = stablehlo.reshape %7 : (tensor<6x16x8xf32>) -> tensor<3x2x16x8xf32>
    %25 = stablehlo.reshape %8 : (tensor<6x16x8xf32>) -> tensor<3x2x16x8xf32>
    %26 = stablehlo.reshape %9 : (tensor<6x16x8xf32>) -> tensor<3x2x16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<3x2x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %29:8 = stablehlo.while(%iterArg = %23, %iterArg_34 = %24, %iterArg_35 = %25, %iterArg_36 = %26, %iterArg_37 = %c_9, %iterArg_38 = %22, %iterArg_39 = %27, %iterArg_40 = %28) : tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x8xf32>, tensor<3x2x8x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_37, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    } do {
      %c_41 = stablehlo.constant dense<3> : tensor<i32>
      %106 = stablehlo.subtract %c_41, %iterArg_37 : tensor<i32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %107 = stablehlo.subtract %106, %c_42 : tensor<i32>
      %108 = func.call @dynamic_index_in_dim_0(%iterArg, %107) : (tensor<3x2x8x8xf32>, tensor<i32>) -> tensor<2x8x8xf32>
      %109 = func.call @dynamic_index_in_dim_1(%iterArg_34, %107) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %110 = func.call @dynamic_index_in_dim_1(%iterArg_35, %107) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %111 = func.call @dynamic_index_in_dim_1(%iterArg_36, %107) : (tensor<3x2x16x8xf32>, tensor<i32>) -> tensor<2x16x8xf32>
      %112 = stablehlo.slice %108 [1:2, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
      %113 = stablehlo.reshape %112 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %114 = stablehlo.slice %109 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %115 = stablehlo.reshape %114 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %116 = stablehlo.slice %110 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %117 = stablehlo.reshape %116 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %118 = stablehlo.slice %111 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %119 = stablehlo.reshape %118 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %120:3 = func.call @closed_call_2(%iterArg_38, %113, %115, %117, %119) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %121 = stablehlo.slice %108 [0:1, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
      %122 = stablehlo.reshape %121 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %123 = stablehlo.slice %109 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %124 = stablehlo.reshape %123 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %125 = stablehlo.slice %110 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %126 = stablehlo.reshape %125 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %127 = stablehlo.slice %111 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
      %128 = stablehlo.reshape %127 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %129:3 = func.call @closed_call_2(%120#0, %122, %124, %126, %128) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %130 = stablehlo.broadcast_in_dim %129#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %131 = stablehlo.broadcast_in_dim %120#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %132 = stablehlo.concatenate %130, %131, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
      %133 = stablehlo.broadcast_in_dim %129#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %134 = stablehlo.broadcast_in_dim %120#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %135 = stablehlo.concatenate %133, %134, dim = 0 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<2x8x8xf32>
      %136 = func.call @dynamic_update_index_in_dim_3(%iterArg_39, %132, %107) : (tensor<3x2x8xf32>, tensor<2x8xf32>, tensor<i32>) -> tensor<3x2x8xf32>
      %137 = func.call @dynamic_update_index_in_dim_4(%iterArg_40, %135, %107) : (tensor<3x2x8x8xf32>, tensor<2x8x8xf32>, tensor<i32>) -> tensor<3x2x8x8xf32>
      %c_43 = stablehlo.constant dense<1> : tensor<i32>
      %138 = stablehlo.add %iterArg_37, %c_43 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %138, %129#0, %136, %137 : tensor<3x2x8x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<3x2x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x2x8xf32>, tensor<3x2x8x8xf32>
    }
    %30 = stablehlo.reshape %29#6 : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
    %31 = stablehlo.reshape %29#7 : (tensor<3x2x8x8xf32>) -> tensor<6x8x8xf32>
    %32 = stablehlo.dot_general %29#5, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %35 = stablehlo.multiply %34, %arg4 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %37 = stablehlo.multiply %36, %33 : tensor<12x8xf32>
    %38 = stablehlo.add %35, %37 : tensor<12x8xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %40 = stablehlo.multiply %39, %arg5 : tensor<8x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %42 = stablehlo.multiply %41, %21 : tensor<8x6xf32>
    %43 = stablehlo.add %40, %42 : tensor<8x6xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %45 = stablehlo.multiply %44, %arg6 : tensor<6x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %47 = stablehlo.multiply %46, %30 : tensor<6x8xf32>
    %48 = stablehlo.add %45, %47 : tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %50 = stablehlo.multiply %49, %arg7 : tensor<6x8x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %52 = stablehlo.multiply %51, %31 : tensor<6x8x8xf32>
    %53 = stablehlo.add %50, %52 : tensor<6x8x8xf32>
    %cst_18 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %55 = stablehlo.multiply %54, %arg8 : tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %57 = stablehlo.multiply %56, %33 : tensor<12x8xf32>
    %58 = stablehlo.multiply %57, %33 : tensor<12x8xf32>
    %59 = stablehlo.add %55, %58 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %61 = stablehlo.multiply %60, %arg9 : tensor<8x6xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %63 = stablehlo.multiply %62, %21 : tensor<8x6xf32>
    %64 = stablehlo.multiply %63, %21 : tensor<8x6xf32>
    %65 = stablehlo.add %61, %64 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %67 = stablehlo.multiply %66, %arg10 : tensor<6x8xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %69 = stablehlo.multiply %68, %30 : tensor<6x8xf32>
    %70 = stablehlo.multiply %69, %30 : tensor<6x8xf32>
    %71 = stablehlo.add %67, %70 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %73 = stablehlo.multiply %72, %arg11 : tensor<6x8x8xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %75 = stablehlo.multiply %74, %31 : tensor<6x8x8xf32>
    %76 = stablehlo.multiply %75, %31 : tensor<6x8x8xf32>
    %77 = stablehlo.add %73, %76 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %79 = stablehlo.multiply %78, %38 : tensor<12x8xf32>
    %80 = stablehlo.sqrt %59 : tensor<12x8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %82 = stablehlo.add %80, %81 : tensor<12x8xf32>
    %83 = stablehlo.divide %79, %82 : tensor<12x8xf32>
    %84 = stablehlo.subtract %arg0, %83 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %86 = stablehlo.multiply %85, %43 : tensor<8x6xf32>
    %87 = stablehlo.sqrt %65 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %89 = stablehlo.add %87, %88 : tensor<8x6xf32>
    %90 = stablehlo.divide %86, %89 : tensor<8x6xf32>
    %91 = stablehlo.subtract %arg1, %90 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %93 = stablehlo.multiply %92, %48 : tensor<6x8xf32>
    %94 = stablehlo.sqrt %71 : tensor<6x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %96 = stablehlo.add %94, %95 : tensor<6x8xf32>
    %97 = stablehlo.divide %93, %96 : tensor<6x8xf32>
    %98 = stablehlo.subtract %arg2, %97 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %100 = stablehlo.multiply %99, %53 : tensor<6x8x8xf32>
    %101 = stablehlo.sqrt %77 : tensor<6x8x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %103 = stablehlo.add %101, %102 : tensor<6x8x8xf32>
    %104 = stablehlo.divide %100, %103 : tensor<6x8x8xf32>
    %105 = stablehlo.subtract %arg3, %104 : tensor<6x8x8xf32>
    return %84, %91, %98, %105, %38, %43, %48, %53, %59, %65, %71, %77, %16 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<2x16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x16x8xf32>) -> tensor<1x2x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x16x8xf32>, tensor<1x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x16x8xf32>
    return %1 : tensor<3x2x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x2x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<2x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 2, 16, 8] : (tensor<3x2x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2x16x8xf32>) -> tensor<2x16x8xf32>
    return %1 : tensor<2x16x8xf32>
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
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x2x8xf32> loc(unknown), %arg1: tensor<2x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    return %1 : tensor<3x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x2x8x8xf32> loc(unknown), %arg1: tensor<2x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<2x8x8xf32>) -> tensor<1x2x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x2x8x8xf32>, tensor<1x2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8x8xf32>
    return %1 : tensor<3x2x8x8xf32>
  }
}
