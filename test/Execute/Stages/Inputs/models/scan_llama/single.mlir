module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x16xf32> {tf.aliasing_output = 0 : i32} loc("params['embed']"), %arg1: tensor<16x11xf32> {tf.aliasing_output = 1 : i32} loc("params['head']"), %arg2: tensor<16xf32> {tf.aliasing_output = 2 : i32} loc("params['norm']"), %arg3: tensor<4x24x16xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['d']"), %arg4: tensor<4x16x24xf32> {tf.aliasing_output = 4 : i32} loc("params['stack']['g']"), %arg5: tensor<4x16x8xf32> {tf.aliasing_output = 5 : i32} loc("params['stack']['k']"), %arg6: tensor<4x16xf32> {tf.aliasing_output = 6 : i32} loc("params['stack']['n1']"), %arg7: tensor<4x16xf32> {tf.aliasing_output = 7 : i32} loc("params['stack']['n2']"), %arg8: tensor<4x16x16xf32> {tf.aliasing_output = 8 : i32} loc("params['stack']['o']"), %arg9: tensor<4x16x16xf32> {tf.aliasing_output = 9 : i32} loc("params['stack']['q']"), %arg10: tensor<4x16x24xf32> {tf.aliasing_output = 10 : i32} loc("params['stack']['u']"), %arg11: tensor<4x16x8xf32> {tf.aliasing_output = 11 : i32} loc("params['stack']['v']"), %arg12: tensor<11x16xf32> {tf.aliasing_output = 12 : i32} loc("momentum['embed']"), %arg13: tensor<16x11xf32> {tf.aliasing_output = 13 : i32} loc("momentum['head']"), %arg14: tensor<16xf32> {tf.aliasing_output = 14 : i32} loc("momentum['norm']"), %arg15: tensor<4x24x16xf32> {tf.aliasing_output = 15 : i32} loc("momentum['stack']['d']"), %arg16: tensor<4x16x24xf32> {tf.aliasing_output = 16 : i32} loc("momentum['stack']['g']"), %arg17: tensor<4x16x8xf32> {tf.aliasing_output = 17 : i32} loc("momentum['stack']['k']"), %arg18: tensor<4x16xf32> {tf.aliasing_output = 18 : i32} loc("momentum['stack']['n1']"), %arg19: tensor<4x16xf32> {tf.aliasing_output = 19 : i32} loc("momentum['stack']['n2']"), %arg20: tensor<4x16x16xf32> {tf.aliasing_output = 20 : i32} loc("momentum['stack']['o']"), %arg21: tensor<4x16x16xf32> {tf.aliasing_output = 21 : i32} loc("momentum['stack']['q']"), %arg22: tensor<4x16x24xf32> {tf.aliasing_output = 22 : i32} loc("momentum['stack']['u']"), %arg23: tensor<4x16x8xf32> {tf.aliasing_output = 23 : i32} loc("momentum['stack']['v']"), %arg24: tensor<8x6xi32> loc("batch['t']"), %arg25: tensor<8x6xi32> loc("batch['y']")) -> (tensor<11x16xf32> {jax.result_info = "result[0]['embed']"}, tensor<16x11xf32> {jax.result_info = "result[0]['head']"}, tensor<16xf32> {jax.result_info = "result[0]['norm']"}, tensor<4x24x16xf32> {jax.result_info = "result[0]['stack']['d']"}, tensor<4x16x24xf32> {jax.result_info = "result[0]['stack']['g']"}, tensor<4x16x8xf32> {jax.result_info = "result[0]['stack']['k']"}, tensor<4x16xf32> {jax.result_info = "result[0]['stack']['n1']"}, tensor<4x16xf32> {jax.result_info = "result[0]['stack']['n2']"}, tensor<4x16x16xf32> {jax.result_info = "result[0]['stack']['o']"}, tensor<4x16x16xf32> {jax.result_info = "result[0]['stack']['q']"}, tensor<4x16x24xf32> {jax.result_info = "result[0]['stack']['u']"}, tensor<4x16x8xf32> {jax.result_info = "result[0]['stack']['v']"}, tensor<11x16xf32> {jax.result_info = "result[1]['embed']"}, tensor<16x11xf32> {jax.result_info = "result[1]['head']"}, tensor<16xf32> {jax.result_info = "result[1]['norm']"}, tensor<4x24x16xf32> {jax.result_info = "result[1]['stack']['d']"}, tensor<4x16x24xf32> {jax.result_info = "result[1]['stack']['g']"}, tensor<4x16x8xf32> {jax.result_info = "result[1]['stack']['k']"}, tensor<4x16xf32> {jax.result_info = "result[1]['stack']['n1']"}, tensor<4x16xf32> {jax.result_info = "result[1]['stack']['n2']"}, tensor<4x16x16xf32> {jax.result_info = "result[1]['stack']['o']"}, tensor<4x16x16xf32> {jax.result_info = "result[1]['stack']['q']"}, tensor<4x16x24xf32> {jax.result_info = "result[1]['stack']['u']"}, tensor<4x16x8xf32> {jax.result_info = "result[1]['stack']['v']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %cst = stablehlo.constant dense<[1.000000e+00, 1.000000e-01]> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<[1.000000e+00, 1.000000e-01]> : tensor<2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %1 = stablehlo.compare LT, %arg24, %0, SIGNED : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<8x6xi1>
    %c_1 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8x6xi32>
    %3 = stablehlo.add %arg24, %2 : tensor<8x6xi32>
    %4 = stablehlo.select %1, %3, %arg24 : tensor<8x6xi1>, tensor<8x6xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<11x16xf32>, tensor<8x6x1xi32>) -> tensor<8x6x16xf32>
    %7 = stablehlo.iota dim = 0 : tensor<6xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %9 = stablehlo.convert %8 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %13 = stablehlo.multiply %11, %12 : tensor<6x2xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %15 = stablehlo.cosine %14 : tensor<1x6x1x2xf32>
    %16 = stablehlo.sine %14 : tensor<1x6x1x2xf32>
    %17 = stablehlo.iota dim = 0 : tensor<6xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %19 = stablehlo.convert %18 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %20 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<6x2xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %25 = stablehlo.cosine %24 : tensor<1x6x1x2xf32>
    %26 = stablehlo.sine %24 : tensor<1x6x1x2xf32>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %28 = call @tril(%27) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_3 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %29:2 = call @_where(%28, %cst_3) : (tensor<6x6xi1>, tensor<f32>) -> (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    call @silu() : () -> ()
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8x6x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x8x6x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8x6x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8x6x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x8x6x24xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8x6x24xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x8x6x16xf32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %37:24 = stablehlo.while(%iterArg = %arg3, %iterArg_61 = %arg4, %iterArg_62 = %arg5, %iterArg_63 = %arg6, %iterArg_64 = %arg7, %iterArg_65 = %arg8, %iterArg_66 = %arg9, %iterArg_67 = %arg10, %iterArg_68 = %arg11, %iterArg_69 = %15, %iterArg_70 = %16, %iterArg_71 = %25, %iterArg_72 = %26, %iterArg_73 = %29#0, %iterArg_74 = %29#1, %iterArg_75 = %c_11, %iterArg_76 = %6, %iterArg_77 = %30, %iterArg_78 = %31, %iterArg_79 = %32, %iterArg_80 = %33, %iterArg_81 = %34, %iterArg_82 = %35, %iterArg_83 = %36) : tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<i32>, tensor<8x6x16xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x16xf32>
    cond {
      %c_84 = stablehlo.constant dense<4> : tensor<i32>
      %173 = stablehlo.compare LT, %iterArg_75, %c_84, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %173 : tensor<i1>
    } do {
      %173 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_75) : (tensor<4x24x16xf32>, tensor<i32>) -> tensor<24x16xf32>
      %174 = func.call @dynamic_index_in_dim_0(%iterArg_61, %iterArg_75) : (tensor<4x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %175 = func.call @dynamic_index_in_dim_1(%iterArg_62, %iterArg_75) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %176 = func.call @dynamic_index_in_dim_2(%iterArg_63, %iterArg_75) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %177 = func.call @dynamic_index_in_dim_2(%iterArg_64, %iterArg_75) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %178 = func.call @dynamic_index_in_dim_3(%iterArg_65, %iterArg_75) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %179 = func.call @dynamic_index_in_dim_3(%iterArg_66, %iterArg_75) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %180 = func.call @dynamic_index_in_dim_0(%iterArg_67, %iterArg_75) : (tensor<4x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %181 = func.call @dynamic_index_in_dim_1(%iterArg_68, %iterArg_75) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %182:8 = func.call @closed_call(%iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_76, %173, %174, %175, %176, %177, %178, %179, %180, %181) : (tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x16xf32>)
      %183 = func.call @dynamic_update_index_in_dim(%iterArg_77, %182#1, %iterArg_75) : (tensor<4x8x6x16xf32>, tensor<8x6x16xf32>, tensor<i32>) -> tensor<4x8x6x16xf32>
      %184 = func.call @dynamic_update_index_in_dim_6(%iterArg_78, %182#2, %iterArg_75) : (tensor<4x8x6x8xf32>, tensor<8x6x8xf32>, tensor<i32>) -> tensor<4x8x6x8xf32>
      %185 = func.call @dynamic_update_index_in_dim_6(%iterArg_79, %182#3, %iterArg_75) : (tensor<4x8x6x8xf32>, tensor<8x6x8xf32>, tensor<i32>) -> tensor<4x8x6x8xf32>
      %186 = func.call @dynamic_update_index_in_dim(%iterArg_80, %182#4, %iterArg_75) : (tensor<4x8x6x16xf32>, tensor<8x6x16xf32>, tensor<i32>) -> tensor<4x8x6x16xf32>
      %187 = func.call @dynamic_update_index_in_dim_7(%iterArg_81, %182#5, %iterArg_75) : (tensor<4x8x6x24xf32>, tensor<8x6x24xf32>, tensor<i32>) -> tensor<4x8x6x24xf32>
      %188 = func.call @dynamic_update_index_in_dim_7(%iterArg_82, %182#6, %iterArg_75) : (tensor<4x8x6x24xf32>, tensor<8x6x24xf32>, tensor<i32>) -> tensor<4x8x6x24xf32>
      %189 = func.call @dynamic_update_index_in_dim(%iterArg_83, %182#7, %iterArg_75) : (tensor<4x8x6x16xf32>, tensor<8x6x16xf32>, tensor<i32>) -> tensor<4x8x6x16xf32>
      %c_84 = stablehlo.constant dense<1> : tensor<i32>
      %190 = stablehlo.add %iterArg_75, %c_84 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %190, %182#0, %183, %184, %185, %186, %187, %188, %189 : tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<1x6x1x2xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<i32>, tensor<8x6x16xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x16xf32>
    }
    %38 = stablehlo.multiply %37#16, %37#16 : tensor<8x6x16xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %40 = stablehlo.multiply %39, %37#16 : tensor<8x6x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%38 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_14 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %44 = stablehlo.divide %42, %43 : tensor<8x6x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %46 = stablehlo.add %44, %45 : tensor<8x6x1xf32>
    %47 = stablehlo.rsqrt %46 : tensor<8x6x1xf32>
    %48 = stablehlo.divide %47, %46 : tensor<8x6x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %50 = stablehlo.multiply %49, %48 : tensor<8x6x1xf32>
    %51 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %52 = stablehlo.multiply %37#16, %51 : tensor<8x6x16xf32>
    %53 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %55 = stablehlo.multiply %52, %54 : tensor<8x6x16xf32>
    %56 = stablehlo.dot_general %55, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x11xf32>) -> tensor<8x6x11xf32>
    %57:3 = call @log_softmax(%56) : (tensor<8x6x11xf32>) -> (tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>)
    %58 = stablehlo.broadcast_in_dim %arg25, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %59:2 = call @take_along_axis(%57#0, %58) : (tensor<8x6x11xf32>, tensor<8x6x1xi32>) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>)
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59#0 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_18 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %61 = stablehlo.divide %60, %cst_18 : tensor<f32>
    %62 = stablehlo.negate %61 : tensor<f32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.negate %cst_19 : tensor<f32>
    %cst_20 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %64 = stablehlo.divide %63, %cst_20 : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %66 = call @take_along_axis_8(%59#1, %65) : (tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %67 = call @log_softmax_9(%57#1, %57#2, %66) : (tensor<8x6x11xf32>, tensor<8x6x1xf32>, tensor<8x6x11xf32>) -> tensor<8x6x11xf32>
    %68 = stablehlo.dot_general %67, %55, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xf32>, tensor<8x6x16xf32>) -> tensor<11x16xf32>
    %69 = stablehlo.transpose %68, dims = [1, 0] : (tensor<11x16xf32>) -> tensor<16x11xf32>
    %70 = stablehlo.dot_general %67, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xf32>, tensor<16x11xf32>) -> tensor<8x6x16xf32>
    %71 = stablehlo.multiply %52, %70 : tensor<8x6x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_21) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %73 = stablehlo.reshape %72 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %74 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %75 = stablehlo.multiply %70, %74 : tensor<8x6x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%73 init: %cst_22) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %77 = stablehlo.multiply %37#16, %75 : tensor<8x6x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %79 = stablehlo.reshape %78 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %80 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %81 = stablehlo.multiply %75, %80 : tensor<8x6x16xf32>
    %82 = stablehlo.multiply %79, %50 : tensor<8x6x1xf32>
    %cst_24 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %84 = stablehlo.divide %82, %83 : tensor<8x6x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %87 = stablehlo.multiply %86, %40 : tensor<8x6x16xf32>
    %88 = stablehlo.add %81, %87 : tensor<8x6x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4x24x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %c_35 = stablehlo.constant dense<0> : tensor<i32>
    %98:29 = stablehlo.while(%iterArg = %37#17, %iterArg_61 = %37#18, %iterArg_62 = %37#19, %iterArg_63 = %37#20, %iterArg_64 = %37#21, %iterArg_65 = %37#22, %iterArg_66 = %37#23, %iterArg_67 = %arg3, %iterArg_68 = %arg4, %iterArg_69 = %arg5, %iterArg_70 = %arg6, %iterArg_71 = %arg7, %iterArg_72 = %arg8, %iterArg_73 = %arg9, %iterArg_74 = %arg10, %iterArg_75 = %arg11, %iterArg_76 = %cst, %iterArg_77 = %cst_0, %iterArg_78 = %c_35, %iterArg_79 = %88, %iterArg_80 = %89, %iterArg_81 = %90, %iterArg_82 = %91, %iterArg_83 = %92, %iterArg_84 = %93, %iterArg_85 = %94, %iterArg_86 = %95, %iterArg_87 = %96, %iterArg_88 = %97) : tensor<4x8x6x16xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<8x6x16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>
    cond {
      %c_89 = stablehlo.constant dense<4> : tensor<i32>
      %173 = stablehlo.compare LT, %iterArg_78, %c_89, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %173 : tensor<i1>
    } do {
      %c_89 = stablehlo.constant dense<4> : tensor<i32>
      %173 = stablehlo.subtract %c_89, %iterArg_78 : tensor<i32>
      %c_90 = stablehlo.constant dense<1> : tensor<i32>
      %174 = stablehlo.subtract %173, %c_90 : tensor<i32>
      %175 = func.call @dynamic_index_in_dim_10(%iterArg, %174) : (tensor<4x8x6x16xf32>, tensor<i32>) -> tensor<8x6x16xf32>
      %176 = func.call @dynamic_index_in_dim_11(%iterArg_61, %174) : (tensor<4x8x6x8xf32>, tensor<i32>) -> tensor<8x6x8xf32>
      %177 = func.call @dynamic_index_in_dim_11(%iterArg_62, %174) : (tensor<4x8x6x8xf32>, tensor<i32>) -> tensor<8x6x8xf32>
      %178 = func.call @dynamic_index_in_dim_10(%iterArg_63, %174) : (tensor<4x8x6x16xf32>, tensor<i32>) -> tensor<8x6x16xf32>
      %179 = func.call @dynamic_index_in_dim_12(%iterArg_64, %174) : (tensor<4x8x6x24xf32>, tensor<i32>) -> tensor<8x6x24xf32>
      %180 = func.call @dynamic_index_in_dim_12(%iterArg_65, %174) : (tensor<4x8x6x24xf32>, tensor<i32>) -> tensor<8x6x24xf32>
      %181 = func.call @dynamic_index_in_dim_10(%iterArg_66, %174) : (tensor<4x8x6x16xf32>, tensor<i32>) -> tensor<8x6x16xf32>
      %182 = func.call @dynamic_index_in_dim(%iterArg_67, %174) : (tensor<4x24x16xf32>, tensor<i32>) -> tensor<24x16xf32>
      %183 = func.call @dynamic_index_in_dim_0(%iterArg_68, %174) : (tensor<4x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %184 = func.call @dynamic_index_in_dim_1(%iterArg_69, %174) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %185 = func.call @dynamic_index_in_dim_2(%iterArg_70, %174) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %186 = func.call @dynamic_index_in_dim_2(%iterArg_71, %174) : (tensor<4x16xf32>, tensor<i32>) -> tensor<16xf32>
      %187 = func.call @dynamic_index_in_dim_3(%iterArg_72, %174) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %188 = func.call @dynamic_index_in_dim_3(%iterArg_73, %174) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %189 = func.call @dynamic_index_in_dim_0(%iterArg_74, %174) : (tensor<4x16x24xf32>, tensor<i32>) -> tensor<16x24xf32>
      %190 = func.call @dynamic_index_in_dim_1(%iterArg_75, %174) : (tensor<4x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %191:10 = func.call @closed_call_13(%iterArg_76, %iterArg_77, %iterArg_79, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190) : (tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>) -> (tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>)
      %192 = func.call @dynamic_update_index_in_dim_19(%iterArg_80, %191#1, %174) : (tensor<4x24x16xf32>, tensor<24x16xf32>, tensor<i32>) -> tensor<4x24x16xf32>
      %193 = func.call @dynamic_update_index_in_dim_20(%iterArg_81, %191#2, %174) : (tensor<4x16x24xf32>, tensor<16x24xf32>, tensor<i32>) -> tensor<4x16x24xf32>
      %194 = func.call @dynamic_update_index_in_dim_21(%iterArg_82, %191#3, %174) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %195 = func.call @dynamic_update_index_in_dim_22(%iterArg_83, %191#4, %174) : (tensor<4x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %196 = func.call @dynamic_update_index_in_dim_22(%iterArg_84, %191#5, %174) : (tensor<4x16xf32>, tensor<16xf32>, tensor<i32>) -> tensor<4x16xf32>
      %197 = func.call @dynamic_update_index_in_dim_23(%iterArg_85, %191#6, %174) : (tensor<4x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<4x16x16xf32>
      %198 = func.call @dynamic_update_index_in_dim_23(%iterArg_86, %191#7, %174) : (tensor<4x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<4x16x16xf32>
      %199 = func.call @dynamic_update_index_in_dim_20(%iterArg_87, %191#8, %174) : (tensor<4x16x24xf32>, tensor<16x24xf32>, tensor<i32>) -> tensor<4x16x24xf32>
      %200 = func.call @dynamic_update_index_in_dim_21(%iterArg_88, %191#9, %174) : (tensor<4x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %c_91 = stablehlo.constant dense<1> : tensor<i32>
      %201 = stablehlo.add %iterArg_78, %c_91 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %201, %191#0, %192, %193, %194, %195, %196, %197, %198, %199, %200 : tensor<4x8x6x16xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x8xf32>, tensor<4x8x6x16xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x24xf32>, tensor<4x8x6x16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<8x6x16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>
    }
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %100 = "stablehlo.scatter"(%99, %5, %98#19) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %173 = stablehlo.add %arg26, %arg27 : tensor<f32>
      stablehlo.return %173 : tensor<f32>
    }) : (tensor<11x16xf32>, tensor<8x6x1xi32>, tensor<8x6x16xf32>) -> tensor<11x16xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %102 = stablehlo.multiply %101, %arg12 : tensor<11x16xf32>
    %103 = stablehlo.add %102, %100 : tensor<11x16xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %105 = stablehlo.multiply %104, %arg13 : tensor<16x11xf32>
    %106 = stablehlo.add %105, %69 : tensor<16x11xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %108 = stablehlo.multiply %107, %arg14 : tensor<16xf32>
    %109 = stablehlo.add %108, %76 : tensor<16xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x24x16xf32>
    %111 = stablehlo.multiply %110, %arg15 : tensor<4x24x16xf32>
    %112 = stablehlo.add %111, %98#20 : tensor<4x24x16xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %114 = stablehlo.multiply %113, %arg16 : tensor<4x16x24xf32>
    %115 = stablehlo.add %114, %98#21 : tensor<4x16x24xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %117 = stablehlo.multiply %116, %arg17 : tensor<4x16x8xf32>
    %118 = stablehlo.add %117, %98#22 : tensor<4x16x8xf32>
    %cst_43 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %120 = stablehlo.multiply %119, %arg18 : tensor<4x16xf32>
    %121 = stablehlo.add %120, %98#23 : tensor<4x16xf32>
    %cst_44 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %123 = stablehlo.multiply %122, %arg19 : tensor<4x16xf32>
    %124 = stablehlo.add %123, %98#24 : tensor<4x16xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %126 = stablehlo.multiply %125, %arg20 : tensor<4x16x16xf32>
    %127 = stablehlo.add %126, %98#25 : tensor<4x16x16xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %129 = stablehlo.multiply %128, %arg21 : tensor<4x16x16xf32>
    %130 = stablehlo.add %129, %98#26 : tensor<4x16x16xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %132 = stablehlo.multiply %131, %arg22 : tensor<4x16x24xf32>
    %133 = stablehlo.add %132, %98#27 : tensor<4x16x24xf32>
    %cst_48 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %135 = stablehlo.multiply %134, %arg23 : tensor<4x16x8xf32>
    %136 = stablehlo.add %135, %98#28 : tensor<4x16x8xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %138 = stablehlo.multiply %137, %103 : tensor<11x16xf32>
    %139 = stablehlo.subtract %arg0, %138 : tensor<11x16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %141 = stablehlo.multiply %140, %106 : tensor<16x11xf32>
    %142 = stablehlo.subtract %arg1, %141 : tensor<16x11xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %144 = stablehlo.multiply %143, %109 : tensor<16xf32>
    %145 = stablehlo.subtract %arg2, %144 : tensor<16xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x24x16xf32>
    %147 = stablehlo.multiply %146, %112 : tensor<4x24x16xf32>
    %148 = stablehlo.subtract %arg3, %147 : tensor<4x24x16xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %150 = stablehlo.multiply %149, %115 : tensor<4x16x24xf32>
    %151 = stablehlo.subtract %arg4, %150 : tensor<4x16x24xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %153 = stablehlo.multiply %152, %118 : tensor<4x16x8xf32>
    %154 = stablehlo.subtract %arg5, %153 : tensor<4x16x8xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %156 = stablehlo.multiply %155, %121 : tensor<4x16xf32>
    %157 = stablehlo.subtract %arg6, %156 : tensor<4x16xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %159 = stablehlo.multiply %158, %124 : tensor<4x16xf32>
    %160 = stablehlo.subtract %arg7, %159 : tensor<4x16xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %162 = stablehlo.multiply %161, %127 : tensor<4x16x16xf32>
    %163 = stablehlo.subtract %arg8, %162 : tensor<4x16x16xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %165 = stablehlo.multiply %164, %130 : tensor<4x16x16xf32>
    %166 = stablehlo.subtract %arg9, %165 : tensor<4x16x16xf32>
    %cst_59 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %168 = stablehlo.multiply %167, %133 : tensor<4x16x24xf32>
    %169 = stablehlo.subtract %arg10, %168 : tensor<4x16x24xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %171 = stablehlo.multiply %170, %136 : tensor<4x16x8xf32>
    %172 = stablehlo.subtract %arg11, %171 : tensor<4x16x8xf32>
    return %139, %142, %145, %148, %151, %154, %157, %160, %163, %166, %169, %172, %103, %106, %109, %112, %115, %118, %121, %124, %127, %130, %133, %136, %62 : tensor<11x16xf32>, tensor<16x11xf32>, tensor<16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<11x16xf32>, tensor<16x11xf32>, tensor<16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<f32> loc(unknown)) -> (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    return %1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x24x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<24x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 16] : (tensor<4x24x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x24x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x24x16xf32>) -> tensor<24x16xf32>
    return %1 : tensor<24x16xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x16x24xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 24] : (tensor<4x16x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x24xf32>) -> tensor<16x24xf32>
    return %1 : tensor<16x24xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<4x16x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x6x1x2xf32> loc(unknown), %arg1: tensor<1x6x1x2xf32> loc(unknown), %arg2: tensor<1x6x1x2xf32> loc(unknown), %arg3: tensor<1x6x1x2xf32> loc(unknown), %arg4: tensor<8x4x6x6xi1> loc(unknown), %arg5: tensor<8x4x6x6xf32> loc(unknown), %arg6: tensor<8x6x16xf32> loc(unknown), %arg7: tensor<24x16xf32> loc(unknown), %arg8: tensor<16x24xf32> loc(unknown), %arg9: tensor<16x8xf32> loc(unknown), %arg10: tensor<16xf32> loc(unknown), %arg11: tensor<16xf32> loc(unknown), %arg12: tensor<16x16xf32> loc(unknown), %arg13: tensor<16x16xf32> loc(unknown), %arg14: tensor<16x24xf32> loc(unknown), %arg15: tensor<16x8xf32> loc(unknown)) -> (tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x16xf32>) {
    %0 = stablehlo.multiply %arg6, %arg6 : tensor<8x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x6x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x6x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<8x6x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %9 = stablehlo.multiply %arg6, %8 : tensor<8x6x16xf32>
    %10 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<8x6x16xf32>
    %13 = stablehlo.dot_general %12, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %14 = stablehlo.reduce_precision %13, format = e8m23 : tensor<8x6x16xf32>
    %15 = stablehlo.reshape %14 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %16 = stablehlo.slice %15 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %17 = stablehlo.slice %15 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %18 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<8x6x4x2xf32>
    %20 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %21 = stablehlo.multiply %17, %20 : tensor<8x6x4x2xf32>
    %22 = stablehlo.subtract %19, %21 : tensor<8x6x4x2xf32>
    %23 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %24 = stablehlo.multiply %16, %23 : tensor<8x6x4x2xf32>
    %25 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %26 = stablehlo.multiply %17, %25 : tensor<8x6x4x2xf32>
    %27 = stablehlo.add %24, %26 : tensor<8x6x4x2xf32>
    %28 = stablehlo.concatenate %22, %27, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %29 = stablehlo.dot_general %12, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %30 = stablehlo.reduce_precision %29, format = e8m23 : tensor<8x6x8xf32>
    %31 = stablehlo.reshape %30 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %32 = stablehlo.slice %31 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %33 = stablehlo.slice %31 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %35 = stablehlo.multiply %32, %34 : tensor<8x6x2x2xf32>
    %36 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %37 = stablehlo.multiply %33, %36 : tensor<8x6x2x2xf32>
    %38 = stablehlo.subtract %35, %37 : tensor<8x6x2x2xf32>
    %39 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %40 = stablehlo.multiply %32, %39 : tensor<8x6x2x2xf32>
    %41 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %42 = stablehlo.multiply %33, %41 : tensor<8x6x2x2xf32>
    %43 = stablehlo.add %40, %42 : tensor<8x6x2x2xf32>
    %44 = stablehlo.concatenate %38, %43, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %46 = stablehlo.reshape %45 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %47 = stablehlo.dot_general %28, %46, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %49 = stablehlo.divide %47, %48 : tensor<8x4x6x6xf32>
    %50 = call @_where_4(%49, %arg4, %arg5) : (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %53 = stablehlo.maximum %52, %51 : tensor<8x4x6xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %56 = stablehlo.subtract %50, %55 : tensor<8x4x6x6xf32>
    %57 = stablehlo.exponential %56 : tensor<8x4x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %61 = stablehlo.divide %57, %60 : tensor<8x4x6x6xf32>
    %62 = stablehlo.dot_general %12, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x8xf32>) -> tensor<8x6x8xf32>
    %63 = stablehlo.reduce_precision %62, format = e8m23 : tensor<8x6x8xf32>
    %64 = stablehlo.reshape %63 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %66 = stablehlo.reshape %65 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %67 = stablehlo.dot_general %66, %61, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %68 = stablehlo.transpose %67, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %69 = stablehlo.reshape %68 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %70 = stablehlo.dot_general %69, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %71 = stablehlo.reduce_precision %70, format = e8m23 : tensor<8x6x16xf32>
    %72 = stablehlo.add %arg6, %71 : tensor<8x6x16xf32>
    %73 = stablehlo.multiply %72, %72 : tensor<8x6x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_7 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %77 = stablehlo.divide %75, %76 : tensor<8x6x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %79 = stablehlo.add %77, %78 : tensor<8x6x1xf32>
    %80 = stablehlo.rsqrt %79 : tensor<8x6x1xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %82 = stablehlo.multiply %72, %81 : tensor<8x6x16xf32>
    %83 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %85 = stablehlo.multiply %82, %84 : tensor<8x6x16xf32>
    %86 = stablehlo.dot_general %85, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %87 = stablehlo.reduce_precision %86, format = e8m23 : tensor<8x6x24xf32>
    %88 = call @silu_5(%87) : (tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %89 = stablehlo.dot_general %85, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x24xf32>) -> tensor<8x6x24xf32>
    %90 = stablehlo.reduce_precision %89, format = e8m23 : tensor<8x6x24xf32>
    %91 = stablehlo.multiply %88, %90 : tensor<8x6x24xf32>
    %92 = stablehlo.dot_general %91, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<24x16xf32>) -> tensor<8x6x16xf32>
    %93 = stablehlo.add %72, %92 : tensor<8x6x16xf32>
    return %93, %14, %30, %63, %71, %87, %90, %arg6 : tensor<8x6x16xf32>, tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x16xf32>
  }
  func.func private @_where_4(%arg0: tensor<8x4x6x6xf32> loc(unknown), %arg1: tensor<8x4x6x6xi1> loc(unknown), %arg2: tensor<8x4x6x6xf32> loc(unknown)) -> tensor<8x4x6x6xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    return %0 : tensor<8x4x6x6xf32>
  }
  func.func private @silu_5(%arg0: tensor<8x6x24xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xf32>
    return %6 : tensor<8x6x24xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x6x16xf32> loc(unknown), %arg1: tensor<8x6x16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x6x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x6x16xf32>) -> tensor<1x8x6x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x6x16xf32>, tensor<1x8x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x6x16xf32>
    return %1 : tensor<4x8x6x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<4x8x6x8xf32> loc(unknown), %arg1: tensor<8x6x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x6x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x6x8xf32>) -> tensor<1x8x6x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x6x8xf32>, tensor<1x8x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x6x8xf32>
    return %1 : tensor<4x8x6x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<4x8x6x24xf32> loc(unknown), %arg1: tensor<8x6x24xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x6x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x6x24xf32>) -> tensor<1x8x6x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x6x24xf32>, tensor<1x8x6x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x6x24xf32>
    return %1 : tensor<4x8x6x24xf32>
  }
  func.func private @log_softmax(%arg0: tensor<8x6x11xf32> loc(unknown)) -> (tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<8x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x6x11xf32>
    %6 = stablehlo.exponential %5 : tensor<8x6x11xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %9 = stablehlo.log %8 : tensor<8x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<8x6x11xf32>
    return %11, %6, %8 : tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x6x11xf32> loc(unknown), %arg1: tensor<8x6x1xi32> loc(unknown)) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x6x1xi32>, tensor<8x6x1xi32>) -> tensor<8x6x1xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x6x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x6x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x6x1xi1>, tensor<8x6x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x6x1xi32>) -> tensor<8x6x1x1xi32>
    %c_1 = stablehlo.constant dense<10> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x6x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x6x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x6x1x1xi32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x6x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x6x1x1xi1>, tensor<i1>) -> tensor<8x6x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x6x11xf32>, tensor<8x6x1x1xi32>) -> tensor<8x6x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x6x1xi1>, tensor<8x6x1xf32>
    return %15, %5 : tensor<8x6x1xf32>, tensor<8x6x1x1xi32>
  }
  func.func private @take_along_axis_8(%arg0: tensor<8x6x1x1xi32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown)) -> tensor<8x6x11xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x11xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6x11xf32>, tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    return %1 : tensor<8x6x11xf32>
  }
  func.func private @log_softmax_9(%arg0: tensor<8x6x11xf32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown), %arg2: tensor<8x6x11xf32> loc(unknown)) -> tensor<8x6x11xf32> {
    %0 = stablehlo.negate %arg2 : tensor<8x6x11xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x6x11xf32>, tensor<f32>) -> tensor<8x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x6x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x11xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x6x11xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<8x6x11xf32>
    return %7 : tensor<8x6x11xf32>
  }
  func.func private @dynamic_index_in_dim_10(%arg0: tensor<4x8x6x16xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x6x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 6, 16] : (tensor<4x8x6x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x6x16xf32>) -> tensor<8x6x16xf32>
    return %1 : tensor<8x6x16xf32>
  }
  func.func private @dynamic_index_in_dim_11(%arg0: tensor<4x8x6x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x6x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 6, 8] : (tensor<4x8x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x6x8xf32>) -> tensor<8x6x8xf32>
    return %1 : tensor<8x6x8xf32>
  }
  func.func private @dynamic_index_in_dim_12(%arg0: tensor<4x8x6x24xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x6x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 6, 24] : (tensor<4x8x6x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x6x24xf32>) -> tensor<8x6x24xf32>
    return %1 : tensor<8x6x24xf32>
  }
  func.func private @closed_call_13(%arg0: tensor<2xf32> loc(unknown), %arg1: tensor<2xf32> loc(unknown), %arg2: tensor<8x6x16xf32> loc(unknown), %arg3: tensor<8x6x16xf32> loc(unknown), %arg4: tensor<8x6x8xf32> loc(unknown), %arg5: tensor<8x6x8xf32> loc(unknown), %arg6: tensor<8x6x16xf32> loc(unknown), %arg7: tensor<8x6x24xf32> loc(unknown), %arg8: tensor<8x6x24xf32> loc(unknown), %arg9: tensor<8x6x16xf32> loc(unknown), %arg10: tensor<24x16xf32> loc(unknown), %arg11: tensor<16x24xf32> loc(unknown), %arg12: tensor<16x8xf32> loc(unknown), %arg13: tensor<16xf32> loc(unknown), %arg14: tensor<16xf32> loc(unknown), %arg15: tensor<16x16xf32> loc(unknown), %arg16: tensor<16x16xf32> loc(unknown), %arg17: tensor<16x24xf32> loc(unknown), %arg18: tensor<16x8xf32> loc(unknown)) -> (tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>) {
    %0:19 = stablehlo.optimization_barrier %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg0, %arg1, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg2 : tensor<8x6x16xf32>, tensor<8x6x8xf32>, tensor<8x6x8xf32>, tensor<8x6x16xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<8x6x16xf32>
    %1 = stablehlo.multiply %0#8, %0#8 : tensor<8x6x16xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %3 = stablehlo.multiply %2, %0#8 : tensor<8x6x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<8x6x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<8x6x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<8x6x1xf32>
    %11 = stablehlo.divide %10, %9 : tensor<8x6x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<8x6x1xf32>
    %14 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %15 = stablehlo.multiply %0#8, %14 : tensor<8x6x16xf32>
    %16 = stablehlo.broadcast_in_dim %0#12, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<8x6x16xf32>
    %19 = stablehlo.reshape %0#0 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %20 = stablehlo.iota dim = 0 : tensor<6xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %22 = stablehlo.convert %21 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %23 = stablehlo.broadcast_in_dim %0#6, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<6x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %28 = stablehlo.slice %19 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %29 = stablehlo.slice %19 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %30 = stablehlo.cosine %27 : tensor<1x6x1x2xf32>
    %31 = stablehlo.sine %27 : tensor<1x6x1x2xf32>
    %32 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %33 = stablehlo.multiply %28, %32 : tensor<8x6x4x2xf32>
    %34 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %35 = stablehlo.multiply %29, %34 : tensor<8x6x4x2xf32>
    %36 = stablehlo.subtract %33, %35 : tensor<8x6x4x2xf32>
    %37 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %38 = stablehlo.multiply %28, %37 : tensor<8x6x4x2xf32>
    %39 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %40 = stablehlo.multiply %29, %39 : tensor<8x6x4x2xf32>
    %41 = stablehlo.add %38, %40 : tensor<8x6x4x2xf32>
    %42 = stablehlo.concatenate %36, %41, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %43 = stablehlo.reshape %0#1 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %44 = stablehlo.iota dim = 0 : tensor<6xi32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %46 = stablehlo.convert %45 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %47 = stablehlo.broadcast_in_dim %0#7, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %48 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %50 = stablehlo.multiply %48, %49 : tensor<6x2xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %52 = stablehlo.slice %43 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %53 = stablehlo.slice %43 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %54 = stablehlo.cosine %51 : tensor<1x6x1x2xf32>
    %55 = stablehlo.sine %51 : tensor<1x6x1x2xf32>
    %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %57 = stablehlo.multiply %52, %56 : tensor<8x6x2x2xf32>
    %58 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %59 = stablehlo.multiply %53, %58 : tensor<8x6x2x2xf32>
    %60 = stablehlo.subtract %57, %59 : tensor<8x6x2x2xf32>
    %61 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %62 = stablehlo.multiply %52, %61 : tensor<8x6x2x2xf32>
    %63 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %64 = stablehlo.multiply %53, %63 : tensor<8x6x2x2xf32>
    %65 = stablehlo.add %62, %64 : tensor<8x6x2x2xf32>
    %66 = stablehlo.concatenate %60, %65, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %68 = stablehlo.reshape %67 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %69 = stablehlo.dot_general %42, %68, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %71 = stablehlo.divide %69, %70 : tensor<8x4x6x6xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %72 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %73 = call @tril_14(%72) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %74:3 = call @_where_15(%73, %71, %cst_5) : (tensor<6x6xi1>, tensor<8x4x6x6xf32>, tensor<f32>) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>)
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %75 = stablehlo.reduce(%74#0 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x6xf32>
    %77 = stablehlo.maximum %76, %75 : tensor<8x4x6xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %80 = stablehlo.subtract %74#0, %79 : tensor<8x4x6x6xf32>
    %81 = stablehlo.exponential %80 : tensor<8x4x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %85 = stablehlo.divide %81, %84 : tensor<8x4x6x6xf32>
    %86 = stablehlo.multiply %83, %83 : tensor<8x4x6x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4x6x1xf32>
    %88 = stablehlo.divide %87, %86 : tensor<8x4x6x1xf32>
    %89 = stablehlo.reshape %0#2 : (tensor<8x6x8xf32>) -> tensor<8x6x2x4xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2x4xf32>
    %91 = stablehlo.reshape %90 : (tensor<8x6x2x2x4xf32>) -> tensor<8x6x4x4xf32>
    %92 = stablehlo.dot_general %91, %85, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %93 = stablehlo.transpose %92, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %94 = stablehlo.reshape %93 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %95 = stablehlo.add %0#8, %0#3 : tensor<8x6x16xf32>
    %96 = stablehlo.multiply %95, %95 : tensor<8x6x16xf32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x6x16xf32>
    %98 = stablehlo.multiply %97, %95 : tensor<8x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%96 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<8x6x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %104 = stablehlo.add %102, %103 : tensor<8x6x1xf32>
    %105 = stablehlo.rsqrt %104 : tensor<8x6x1xf32>
    %106 = stablehlo.divide %105, %104 : tensor<8x6x1xf32>
    %cst_14 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<8x6x1xf32>
    %109 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %110 = stablehlo.multiply %95, %109 : tensor<8x6x16xf32>
    %111 = stablehlo.broadcast_in_dim %0#13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %113 = stablehlo.multiply %110, %112 : tensor<8x6x16xf32>
    %114:3 = call @silu_16(%0#4) : (tensor<8x6x24xf32>) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>)
    %115 = stablehlo.multiply %114#0, %0#5 : tensor<8x6x24xf32>
    %116 = stablehlo.dot_general %0#18, %115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x24xf32>) -> tensor<16x24xf32>
    %117 = stablehlo.transpose %116, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
    %118 = stablehlo.dot_general %0#18, %0#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<24x16xf32>) -> tensor<8x6x24xf32>
    %119 = stablehlo.multiply %114#0, %118 : tensor<8x6x24xf32>
    %120 = stablehlo.multiply %118, %0#5 : tensor<8x6x24xf32>
    %121 = stablehlo.dot_general %119, %113, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %122 = stablehlo.transpose %121, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %123 = stablehlo.dot_general %119, %0#16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %124 = call @silu_17(%114#1, %0#4, %114#2, %120) : (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) -> tensor<8x6x24xf32>
    %125 = stablehlo.dot_general %124, %113, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<8x6x16xf32>) -> tensor<24x16xf32>
    %126 = stablehlo.transpose %125, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %127 = stablehlo.dot_general %124, %0#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xf32>, tensor<16x24xf32>) -> tensor<8x6x16xf32>
    %128 = stablehlo.add %123, %127 : tensor<8x6x16xf32>
    %129 = stablehlo.multiply %110, %128 : tensor<8x6x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.reduce(%129 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %131 = stablehlo.reshape %130 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %132 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %133 = stablehlo.multiply %128, %132 : tensor<8x6x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%131 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %135 = stablehlo.multiply %95, %133 : tensor<8x6x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%135 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %137 = stablehlo.reshape %136 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %138 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %139 = stablehlo.multiply %133, %138 : tensor<8x6x16xf32>
    %140 = stablehlo.add %0#18, %139 : tensor<8x6x16xf32>
    %141 = stablehlo.multiply %137, %108 : tensor<8x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %143 = stablehlo.divide %141, %142 : tensor<8x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.reduce(%143 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %146 = stablehlo.multiply %145, %98 : tensor<8x6x16xf32>
    %147 = stablehlo.add %140, %146 : tensor<8x6x16xf32>
    %148 = stablehlo.dot_general %147, %94, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %149 = stablehlo.transpose %148, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %150 = stablehlo.dot_general %147, %0#14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %151 = stablehlo.reshape %150 : (tensor<8x6x16xf32>) -> tensor<8x6x4x4xf32>
    %152 = stablehlo.transpose %151, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xf32>) -> tensor<8x4x4x6xf32>
    %153 = stablehlo.dot_general %152, %91, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x6xf32>
    %154 = stablehlo.dot_general %152, %85, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x4x6xf32>
    %155 = stablehlo.transpose %154, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xf32>) -> tensor<8x6x4x4xf32>
    %156 = stablehlo.reshape %155 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_20) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %158 = stablehlo.reshape %157 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %159 = stablehlo.dot_general %158, %18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %160 = stablehlo.transpose %159, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %161 = stablehlo.dot_general %158, %0#17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %162 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %163 = stablehlo.multiply %153, %162 : tensor<8x4x6x6xf32>
    %164 = stablehlo.multiply %163, %81 : tensor<8x4x6x6xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_21) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %166 = stablehlo.reshape %165 : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %167 = stablehlo.negate %166 : tensor<8x4x6x1xf32>
    %168 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x6xf32>
    %169 = stablehlo.divide %153, %168 : tensor<8x4x6x6xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.reduce(%167 init: %cst_22) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %172 = stablehlo.add %169, %171 : tensor<8x4x6x6xf32>
    %173 = stablehlo.multiply %172, %81 : tensor<8x4x6x6xf32>
    %174 = call @_where_18(%74#1, %74#2, %173) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>, tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xf32>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %176 = stablehlo.divide %174, %175 : tensor<8x4x6x6xf32>
    %177 = stablehlo.dot_general %176, %42, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %178 = stablehlo.transpose %177, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %179 = stablehlo.dot_general %176, %68, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xf32>, tensor<8x6x4x4xf32>) -> tensor<8x4x6x4xf32>
    %180 = stablehlo.transpose %179, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xf32>) -> tensor<8x6x4x4xf32>
    %181 = stablehlo.reshape %178 : (tensor<8x6x4x4xf32>) -> tensor<8x6x2x2x4xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.reduce(%181 init: %cst_24) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xf32>, tensor<f32>) -> tensor<8x6x2x4xf32>
    %183 = stablehlo.slice %182 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %184 = stablehlo.slice %182 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xf32>) -> tensor<8x6x2x2xf32>
    %185 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %186 = stablehlo.multiply %184, %185 : tensor<8x6x2x2xf32>
    %187 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %188 = stablehlo.multiply %184, %187 : tensor<8x6x2x2xf32>
    %189 = stablehlo.negate %183 : tensor<8x6x2x2xf32>
    %190 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %191 = stablehlo.multiply %189, %190 : tensor<8x6x2x2xf32>
    %192 = stablehlo.add %186, %191 : tensor<8x6x2x2xf32>
    %193 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x2x2xf32>
    %194 = stablehlo.multiply %183, %193 : tensor<8x6x2x2xf32>
    %195 = stablehlo.add %188, %194 : tensor<8x6x2x2xf32>
    %196 = stablehlo.concatenate %195, %192, dim = 3 : (tensor<8x6x2x2xf32>, tensor<8x6x2x2xf32>) -> tensor<8x6x2x4xf32>
    %197 = stablehlo.reshape %196 : (tensor<8x6x2x4xf32>) -> tensor<8x6x8xf32>
    %198 = stablehlo.dot_general %197, %18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<8x6x16xf32>) -> tensor<8x16xf32>
    %199 = stablehlo.transpose %198, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %200 = stablehlo.dot_general %197, %0#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xf32>, tensor<16x8xf32>) -> tensor<8x6x16xf32>
    %201 = stablehlo.add %161, %200 : tensor<8x6x16xf32>
    %202 = stablehlo.slice %180 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %203 = stablehlo.slice %180 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xf32>) -> tensor<8x6x4x2xf32>
    %204 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %205 = stablehlo.multiply %203, %204 : tensor<8x6x4x2xf32>
    %206 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %207 = stablehlo.multiply %203, %206 : tensor<8x6x4x2xf32>
    %208 = stablehlo.negate %202 : tensor<8x6x4x2xf32>
    %209 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %210 = stablehlo.multiply %208, %209 : tensor<8x6x4x2xf32>
    %211 = stablehlo.add %205, %210 : tensor<8x6x4x2xf32>
    %212 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xf32>) -> tensor<8x6x4x2xf32>
    %213 = stablehlo.multiply %202, %212 : tensor<8x6x4x2xf32>
    %214 = stablehlo.add %207, %213 : tensor<8x6x4x2xf32>
    %215 = stablehlo.concatenate %214, %211, dim = 3 : (tensor<8x6x4x2xf32>, tensor<8x6x4x2xf32>) -> tensor<8x6x4x4xf32>
    %216 = stablehlo.reshape %215 : (tensor<8x6x4x4xf32>) -> tensor<8x6x16xf32>
    %217 = stablehlo.dot_general %216, %18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<8x6x16xf32>) -> tensor<16x16xf32>
    %218 = stablehlo.transpose %217, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %219 = stablehlo.dot_general %216, %0#15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xf32>, tensor<16x16xf32>) -> tensor<8x6x16xf32>
    %220 = stablehlo.add %201, %219 : tensor<8x6x16xf32>
    %221 = stablehlo.multiply %15, %220 : tensor<8x6x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<16xf32>
    %223 = stablehlo.reshape %222 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %224 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x6x16xf32>
    %225 = stablehlo.multiply %220, %224 : tensor<8x6x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%223 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %227 = stablehlo.multiply %0#8, %225 : tensor<8x6x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %229 = stablehlo.reshape %228 : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %230 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x6x1xf32>) -> tensor<8x6x16xf32>
    %231 = stablehlo.multiply %225, %230 : tensor<8x6x16xf32>
    %232 = stablehlo.add %147, %231 : tensor<8x6x16xf32>
    %233 = stablehlo.multiply %229, %13 : tensor<8x6x1xf32>
    %cst_28 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %235 = stablehlo.divide %233, %234 : tensor<8x6x1xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %237 = stablehlo.broadcast_in_dim %236, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %238 = stablehlo.multiply %237, %3 : tensor<8x6x16xf32>
    %239 = stablehlo.add %232, %238 : tensor<8x6x16xf32>
    return %239, %117, %126, %199, %226, %134, %149, %218, %122, %160 : tensor<8x6x16xf32>, tensor<24x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x24xf32>, tensor<16x8xf32>
  }
  func.func private @tril_14(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32>
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1>
    return %6 : tensor<6x6xi1>
  }
  func.func private @_where_15(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    return %3, %1, %4 : tensor<8x4x6x6xf32>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
  }
  func.func private @silu_16(%arg0: tensor<8x6x24xf32> loc(unknown)) -> (tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xf32>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x24xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x6x24xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x6x24xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xf32>
    return %9, %5, %8 : tensor<8x6x24xf32>, tensor<8x6x24xf32>, tensor<8x6x24xf32>
  }
  func.func private @silu_17(%arg0: tensor<8x6x24xf32> loc(unknown), %arg1: tensor<8x6x24xf32> loc(unknown), %arg2: tensor<8x6x24xf32> loc(unknown), %arg3: tensor<8x6x24xf32> loc(unknown)) -> tensor<8x6x24xf32> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x6x24xf32>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x6x24xf32>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x6x24xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x6x24xf32>
    return %3 : tensor<8x6x24xf32>
  }
  func.func private @_where_18(%arg0: tensor<8x4x6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xf32> loc(unknown), %arg2: tensor<8x4x6x6xf32> loc(unknown)) -> tensor<8x4x6x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x6x6xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xf32>
    return %1 : tensor<8x4x6x6xf32>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<4x24x16xf32> loc(unknown), %arg1: tensor<24x16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x24x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x16xf32>) -> tensor<1x24x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x24x16xf32>, tensor<1x24x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x24x16xf32>
    return %1 : tensor<4x24x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<4x16x24xf32> loc(unknown), %arg1: tensor<16x24xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x24xf32>) -> tensor<1x16x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x24xf32>, tensor<1x16x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x24xf32>
    return %1 : tensor<4x16x24xf32>
  }
  func.func private @dynamic_update_index_in_dim_21(%arg0: tensor<4x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_22(%arg0: tensor<4x16xf32> loc(unknown), %arg1: tensor<16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<4x16x16xf32> loc(unknown), %arg1: tensor<16x16xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    return %1 : tensor<4x16x16xf32>
  }
}
