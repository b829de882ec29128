module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %c = stablehlo.constant dense<[0, 2, 4]> : tensor<3xi32>
    %c_0 = stablehlo.constant dense<false> : tensor<3xi1>
    %c_1 = stablehlo.constant dense<[0, 2, 4]> : tensor<3xi32>
    %c_2 = stablehlo.constant dense<false> : tensor<3xi1>
    %c_3 = stablehlo.constant dense<[1, 3, 5]> : tensor<3xi32>
    %c_4 = stablehlo.constant dense<false> : tensor<3xi1>
    %c_5 = stablehlo.constant dense<[1, 3, 5]> : tensor<3xi32>
    %c_6 = stablehlo.constant dense<false> : tensor<3xi1>
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %c_7 = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %2 = stablehlo.add %c, %1 : tensor<3xi32>
    %3 = stablehlo.select %c_0, %2, %c : tensor<3xi1>, tensor<3xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %5 = "stablehlo.gather"(%arg2, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<6x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
    %c_8 = stablehlo.constant dense<6> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %7 = stablehlo.add %c_1, %6 : tensor<3xi32>
    %8 = stablehlo.select %c_2, %7, %c_1 : tensor<3xi1>, tensor<3xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %10 = "stablehlo.gather"(%arg3, %9) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8, 8>}> : (tensor<6x8x8xf32>, tensor<3x1xi32>) -> tensor<3x8x8xf32>
    %c_9 = stablehlo.constant dense<6> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %12 = stablehlo.add %c_3, %11 : tensor<3xi32>
    %13 = stablehlo.select %c_4, %12, %c_3 : tensor<3xi1>, tensor<3xi32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %15 = "stablehlo.gather"(%arg2, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<6x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
    %c_10 = stablehlo.constant dense<6> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %17 = stablehlo.add %c_5, %16 : tensor<3xi32>
    %18 = stablehlo.select %c_6, %17, %c_5 : tensor<3xi1>, tensor<3xi32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %20 = "stablehlo.gather"(%arg3, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8, 8>}> : (tensor<6x8x8xf32>, tensor<3x1xi32>) -> tensor<3x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x16x8xf32>
    %c_16 = stablehlo.constant dense<0> : tensor<i32>
    %27:12 = stablehlo.while(%iterArg = %5, %iterArg_55 = %10, %iterArg_56 = %15, %iterArg_57 = %20, %iterArg_58 = %c_16, %iterArg_59 = %0, %iterArg_60 = %21, %iterArg_61 = %22, %iterArg_62 = %23, %iterArg_63 = %24, %iterArg_64 = %25, %iterArg_65 = %26) : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    cond {
      %c_66 = stablehlo.constant dense<3> : tensor<i32>
      %130 = stablehlo.compare LT, %iterArg_58, %c_66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %130 : tensor<i1>
    } do {
      %130 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_58) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %131 = func.call @dynamic_index_in_dim_0(%iterArg_55, %iterArg_58) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %132 = func.call @dynamic_index_in_dim(%iterArg_56, %iterArg_58) : (tensor<3x8xf32>, tensor<i32>) -> tensor<8xf32>
      %133 = func.call @dynamic_index_in_dim_0(%iterArg_57, %iterArg_58) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %134:7 = func.call @closed_call(%iterArg_59, %130, %131, %132, %133) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %135 = func.call @dynamic_update_index_in_dim(%iterArg_60, %134#1, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %136 = func.call @dynamic_update_index_in_dim(%iterArg_61, %134#2, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %137 = func.call @dynamic_update_index_in_dim(%iterArg_62, %134#3, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %138 = func.call @dynamic_update_index_in_dim(%iterArg_63, %134#4, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %139 = func.call @dynamic_update_index_in_dim(%iterArg_64, %134#5, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %140 = func.call @dynamic_update_index_in_dim(%iterArg_65, %134#6, %iterArg_58) : (tensor<3x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<3x16x8xf32>
      %c_66 = stablehlo.constant dense<1> : tensor<i32>
      %141 = stablehlo.add %iterArg_58, %c_66 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_55, %iterArg_56, %iterArg_57, %141, %134#0, %135, %136, %137, %138, %139, %140 : tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>
    }
    %28 = stablehlo.dot_general %27#5, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %29 = stablehlo.subtract %28, %arg13 : tensor<16x6xf32>
    %30 = stablehlo.multiply %29, %29 : tensor<16x6xf32>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %32 = stablehlo.multiply %31, %29 : tensor<16x6xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%30 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %34 = stablehlo.divide %33, %cst_19 : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %35 = stablehlo.divide %cst_20, %cst_21 : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %37 = stablehlo.multiply %36, %32 : tensor<16x6xf32>
    %38 = stablehlo.dot_general %37, %27#5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %40 = stablehlo.dot_general %37, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<3x8x8xf32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %45:14 = stablehlo.while(%iterArg = %10, %iterArg_55 = %27#6, %iterArg_56 = %27#7, %iterArg_57 = %27#8, %iterArg_58 = %20, %iterArg_59 = %27#9, %iterArg_60 = %27#10, %iterArg_61 = %27#11, %iterArg_62 = %c_26, %iterArg_63 = %40, %iterArg_64 = %41, %iterArg_65 = %42, %iterArg_66 = %43, %iterArg_67 = %44) : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    cond {
      %c_68 = stablehlo.constant dense<3> : tensor<i32>
      %130 = stablehlo.compare LT, %iterArg_62, %c_68, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %130 : tensor<i1>
    } do {
      %c_68 = stablehlo.constant dense<3> : tensor<i32>
      %130 = stablehlo.subtract %c_68, %iterArg_62 : tensor<i32>
      %c_69 = stablehlo.constant dense<1> : tensor<i32>
      %131 = stablehlo.subtract %130, %c_69 : tensor<i32>
      %132 = func.call @dynamic_index_in_dim_0(%iterArg, %131) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %133 = func.call @dynamic_index_in_dim_1(%iterArg_55, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %134 = func.call @dynamic_index_in_dim_1(%iterArg_56, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %135 = func.call @dynamic_index_in_dim_1(%iterArg_57, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %136 = func.call @dynamic_index_in_dim_0(%iterArg_58, %131) : (tensor<3x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %137 = func.call @dynamic_index_in_dim_1(%iterArg_59, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %138 = func.call @dynamic_index_in_dim_1(%iterArg_60, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %139 = func.call @dynamic_index_in_dim_1(%iterArg_61, %131) : (tensor<3x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %140:5 = func.call @closed_call_2(%iterArg_63, %132, %133, %134, %135, %136, %137, %138, %139) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %141 = func.call @dynamic_update_index_in_dim_3(%iterArg_64, %140#1, %131) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %142 = func.call @dynamic_update_index_in_dim_4(%iterArg_65, %140#2, %131) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %143 = func.call @dynamic_update_index_in_dim_3(%iterArg_66, %140#3, %131) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %144 = func.call @dynamic_update_index_in_dim_4(%iterArg_67, %140#4, %131) : (tensor<3x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<3x8x8xf32>
      %c_70 = stablehlo.constant dense<1> : tensor<i32>
      %145 = stablehlo.add %iterArg_62, %c_70 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %145, %140#0, %141, %142, %143, %144 : tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x8x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<3x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>, tensor<3x8xf32>, tensor<3x8x8xf32>
    }
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %47 = "stablehlo.scatter"(%46, %19, %45#13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %130 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %130 : tensor<f32>
    }) : (tensor<6x8x8xf32>, tensor<3x1xi32>, tensor<3x8x8xf32>) -> tensor<6x8x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %49 = "stablehlo.scatter"(%48, %14, %45#12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %130 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %130 : tensor<f32>
    }) : (tensor<6x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<6x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %51 = "stablehlo.scatter"(%50, %9, %45#11) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %130 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %130 : tensor<f32>
    }) : (tensor<6x8x8xf32>, tensor<3x1xi32>, tensor<3x8x8xf32>) -> tensor<6x8x8xf32>
    %52 = stablehlo.add %47, %51 : tensor<6x8x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %54 = "stablehlo.scatter"(%53, %4, %45#10) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %130 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %130 : tensor<f32>
    }) : (tensor<6x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<6x8xf32>
    %55 = stablehlo.add %49, %54 : tensor<6x8xf32>
    %56 = stablehlo.dot_general %45#9, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %57 = stablehlo.transpose %56, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %59 = stablehlo.multiply %58, %arg4 : tensor<12x8xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %61 = stablehlo.multiply %60, %57 : tensor<12x8xf32>
    %62 = stablehlo.add %59, %61 : tensor<12x8xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %64 = stablehlo.multiply %63, %arg5 : tensor<8x6xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %66 = stablehlo.multiply %65, %39 : tensor<8x6xf32>
    %67 = stablehlo.add %64, %66 : tensor<8x6xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %69 = stablehlo.multiply %68, %arg6 : tensor<6x8xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %71 = stablehlo.multiply %70, %55 : tensor<6x8xf32>
    %72 = stablehlo.add %69, %71 : tensor<6x8xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %74 = stablehlo.multiply %73, %arg7 : tensor<6x8x8xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %76 = stablehlo.multiply %75, %52 : tensor<6x8x8xf32>
    %77 = stablehlo.add %74, %76 : tensor<6x8x8xf32>
    %cst_39 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %79 = stablehlo.multiply %78, %arg8 : tensor<12x8xf32>
    %cst_40 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %81 = stablehlo.multiply %80, %57 : tensor<12x8xf32>
    %82 = stablehlo.multiply %81, %57 : tensor<12x8xf32>
    %83 = stablehlo.add %79, %82 : tensor<12x8xf32>
    %cst_41 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %85 = stablehlo.multiply %84, %arg9 : tensor<8x6xf32>
    %cst_42 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %87 = stablehlo.multiply %86, %39 : tensor<8x6xf32>
    %88 = stablehlo.multiply %87, %39 : tensor<8x6xf32>
    %89 = stablehlo.add %85, %88 : tensor<8x6xf32>
    %cst_43 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %91 = stablehlo.multiply %90, %arg10 : tensor<6x8xf32>
    %cst_44 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %93 = stablehlo.multiply %92, %55 : tensor<6x8xf32>
    %94 = stablehlo.multiply %93, %55 : tensor<6x8xf32>
    %95 = stablehlo.add %91, %94 : tensor<6x8xf32>
    %cst_45 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %97 = stablehlo.multiply %96, %arg11 : tensor<6x8x8xf32>
    %cst_46 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %99 = stablehlo.multiply %98, %52 : tensor<6x8x8xf32>
    %100 = stablehlo.multiply %99, %52 : tensor<6x8x8xf32>
    %101 = stablehlo.add %97, %100 : tensor<6x8x8xf32>
    %cst_47 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %103 = stablehlo.multiply %102, %62 : tensor<12x8xf32>
    %104 = stablehlo.sqrt %83 : tensor<12x8xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %106 = stablehlo.add %104, %105 : tensor<12x8xf32>
    %107 = stablehlo.divide %103, %106 : tensor<12x8xf32>
    %108 = stablehlo.subtract %arg0, %107 : tensor<12x8xf32>
    %cst_49 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %110 = stablehlo.multiply %109, %67 : tensor<8x6xf32>
    %111 = stablehlo.sqrt %89 : tensor<8x6xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %113 = stablehlo.add %111, %112 : tensor<8x6xf32>
    %114 = stablehlo.divide %110, %113 : tensor<8x6xf32>
    %115 = stablehlo.subtract %arg1, %114 : tensor<8x6xf32>
    %cst_51 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %117 = stablehlo.multiply %116, %72 : tensor<6x8xf32>
    %118 = stablehlo.sqrt %95 : tensor<6x8xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %120 = stablehlo.add %118, %119 : tensor<6x8xf32>
    %121 = stablehlo.divide %117, %120 : tensor<6x8xf32>
    %122 = stablehlo.subtract %arg2, %121 : tensor<6x8xf32>
    %cst_53 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %124 = stablehlo.multiply %123, %77 : tensor<6x8x8xf32>
    %125 = stablehlo.sqrt %101 : tensor<6x8x8xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %127 = stablehlo.add %125, %126 : tensor<6x8x8xf32>
    %128 = stablehlo.divide %124, %127 : tensor<6x8x8xf32>
    %129 = stablehlo.subtract %arg3, %128 : tensor<6x8x8xf32>
    return %108, %115, %122, %129, %62, %67, %72, %77, %83, %89, %95, %101, %34 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
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
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<8x8xf32> loc(unknown), %arg3: tensor<8xf32> loc(unknown), %arg4: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    %7 = stablehlo.add %arg0, %4 : tensor<16x8xf32>
    %8 = stablehlo.dot_general %7, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %11 = stablehlo.add %8, %10 : tensor<16x8xf32>
    %12 = stablehlo.tanh %11 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %14 = stablehlo.subtract %13, %12 : tensor<16x8xf32>
    %15 = stablehlo.add %7, %12 : tensor<16x8xf32>
    return %15, %arg0, %4, %6, %7, %12, %14 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x8xf32>
    return %1 : tensor<3x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<3x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<8x8xf32> loc(unknown), %arg6: tensor<16x8xf32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg8 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg7 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    %10 = stablehlo.multiply %9, %arg4 : tensor<16x8xf32>
    %11 = stablehlo.multiply %10, %arg3 : tensor<16x8xf32>
    %12 = stablehlo.add %10, %11 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %14 = stablehlo.reshape %13 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %16 = stablehlo.dot_general %12, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %18 = stablehlo.dot_general %12, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %19 = stablehlo.add %9, %18 : tensor<16x8xf32>
    return %19, %15, %17, %5, %7 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<3x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<3x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<3x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    return %1 : tensor<3x8x8xf32>
  }
}
