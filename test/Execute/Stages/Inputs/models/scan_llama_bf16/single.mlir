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
    %7 = stablehlo.convert %6 : (tensor<8x6x16xf32>) -> tensor<8x6x16xbf16>
    %8 = stablehlo.convert %arg0 : (tensor<11x16xf32>) -> tensor<11x16xbf16>
    %9 = stablehlo.convert %arg1 : (tensor<16x11xf32>) -> tensor<16x11xbf16>
    %10 = stablehlo.convert %arg2 : (tensor<16xf32>) -> tensor<16xbf16>
    %11 = stablehlo.convert %arg3 : (tensor<4x24x16xf32>) -> tensor<4x24x16xbf16>
    %12 = stablehlo.convert %arg4 : (tensor<4x16x24xf32>) -> tensor<4x16x24xbf16>
    %13 = stablehlo.convert %arg5 : (tensor<4x16x8xf32>) -> tensor<4x16x8xbf16>
    %14 = stablehlo.convert %arg6 : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %15 = stablehlo.convert %arg7 : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %16 = stablehlo.convert %arg8 : (tensor<4x16x16xf32>) -> tensor<4x16x16xbf16>
    %17 = stablehlo.convert %arg9 : (tensor<4x16x16xf32>) -> tensor<4x16x16xbf16>
    %18 = stablehlo.convert %arg10 : (tensor<4x16x24xf32>) -> tensor<4x16x24xbf16>
    %19 = stablehlo.convert %arg11 : (tensor<4x16x8xf32>) -> tensor<4x16x8xbf16>
    %20 = stablehlo.iota dim = 0 : tensor<6xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %22 = stablehlo.convert %21 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %23 = stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<6x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %28 = stablehlo.cosine %27 : tensor<1x6x1x2xf32>
    %29 = stablehlo.convert %28 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %30 = stablehlo.sine %27 : tensor<1x6x1x2xf32>
    %31 = stablehlo.convert %30 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %32 = stablehlo.iota dim = 0 : tensor<6xi32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %34 = stablehlo.convert %33 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %35 = stablehlo.broadcast_in_dim %cst_0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %36 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %38 = stablehlo.multiply %36, %37 : tensor<6x2xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %40 = stablehlo.cosine %39 : tensor<1x6x1x2xf32>
    %41 = stablehlo.convert %40 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %42 = stablehlo.sine %39 : tensor<1x6x1x2xf32>
    %43 = stablehlo.convert %42 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %44 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %45 = call @tril(%44) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_3 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %46:2 = call @_where(%45, %cst_3) : (tensor<6x6xi1>, tensor<f32>) -> (tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>)
    call @silu() : () -> ()
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %47 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<4x8x6x16xbf16>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %48:18 = stablehlo.while(%iterArg = %11, %iterArg_55 = %12, %iterArg_56 = %13, %iterArg_57 = %14, %iterArg_58 = %15, %iterArg_59 = %16, %iterArg_60 = %17, %iterArg_61 = %18, %iterArg_62 = %19, %iterArg_63 = %29, %iterArg_64 = %31, %iterArg_65 = %41, %iterArg_66 = %43, %iterArg_67 = %46#0, %iterArg_68 = %46#1, %iterArg_69 = %c_5, %iterArg_70 = %7, %iterArg_71 = %47) : tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>, tensor<i32>, tensor<8x6x16xbf16>, tensor<4x8x6x16xbf16>
    cond {
      %c_72 = stablehlo.constant dense<4> : tensor<i32>
      %202 = stablehlo.compare LT, %iterArg_69, %c_72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %202 : tensor<i1>
    } do {
      %202 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_69) : (tensor<4x24x16xbf16>, tensor<i32>) -> tensor<24x16xbf16>
      %203 = func.call @dynamic_index_in_dim_0(%iterArg_55, %iterArg_69) : (tensor<4x16x24xbf16>, tensor<i32>) -> tensor<16x24xbf16>
      %204 = func.call @dynamic_index_in_dim_1(%iterArg_56, %iterArg_69) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %205 = func.call @dynamic_index_in_dim_2(%iterArg_57, %iterArg_69) : (tensor<4x16xbf16>, tensor<i32>) -> tensor<16xbf16>
      %206 = func.call @dynamic_index_in_dim_2(%iterArg_58, %iterArg_69) : (tensor<4x16xbf16>, tensor<i32>) -> tensor<16xbf16>
      %207 = func.call @dynamic_index_in_dim_3(%iterArg_59, %iterArg_69) : (tensor<4x16x16xbf16>, tensor<i32>) -> tensor<16x16xbf16>
      %208 = func.call @dynamic_index_in_dim_3(%iterArg_60, %iterArg_69) : (tensor<4x16x16xbf16>, tensor<i32>) -> tensor<16x16xbf16>
      %209 = func.call @dynamic_index_in_dim_0(%iterArg_61, %iterArg_69) : (tensor<4x16x24xbf16>, tensor<i32>) -> tensor<16x24xbf16>
      %210 = func.call @dynamic_index_in_dim_1(%iterArg_62, %iterArg_69) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %211:2 = func.call @closed_call(%iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_70, %202, %203, %204, %205, %206, %207, %208, %209, %210) : (tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>, tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>) -> (tensor<8x6x16xbf16>, tensor<8x6x16xbf16>)
      %212 = func.call @dynamic_update_index_in_dim(%iterArg_71, %211#1, %iterArg_69) : (tensor<4x8x6x16xbf16>, tensor<8x6x16xbf16>, tensor<i32>) -> tensor<4x8x6x16xbf16>
      %c_72 = stablehlo.constant dense<1> : tensor<i32>
      %213 = stablehlo.add %iterArg_69, %c_72 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %213, %211#0, %212 : tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<1x6x1x2xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>, tensor<i32>, tensor<8x6x16xbf16>, tensor<4x8x6x16xbf16>
    }
    %49 = stablehlo.multiply %48#16, %48#16 : tensor<8x6x16xbf16>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %50 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<8x6x16xbf16>
    %51 = stablehlo.multiply %50, %48#16 : tensor<8x6x16xbf16>
    %52 = stablehlo.convert %49 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %56 = stablehlo.divide %54, %55 : tensor<8x6x1xf32>
    %57 = stablehlo.convert %56 : (tensor<8x6x1xf32>) -> tensor<8x6x1xbf16>
    %cst_9 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %58 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %59 = stablehlo.add %57, %58 : tensor<8x6x1xbf16>
    %60 = stablehlo.rsqrt %59 : tensor<8x6x1xbf16>
    %61 = stablehlo.divide %60, %59 : tensor<8x6x1xbf16>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %62 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %63 = stablehlo.multiply %62, %61 : tensor<8x6x1xbf16>
    %64 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %65 = stablehlo.multiply %48#16, %64 : tensor<8x6x16xbf16>
    %66 = stablehlo.broadcast_in_dim %10, dims = [2] : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %68 = stablehlo.multiply %65, %67 : tensor<8x6x16xbf16>
    %69 = stablehlo.dot_general %68, %9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x11xbf16>) -> tensor<8x6x11xbf16>
    %70 = stablehlo.convert %69 : (tensor<8x6x11xbf16>) -> tensor<8x6x11xf32>
    %71:3 = call @log_softmax(%70) : (tensor<8x6x11xf32>) -> (tensor<8x6x11xf32>, tensor<8x6x11xf32>, tensor<8x6x1xf32>)
    %72 = stablehlo.broadcast_in_dim %arg25, dims = [0, 1] : (tensor<8x6xi32>) -> tensor<8x6x1xi32>
    %73:2 = call @take_along_axis(%71#0, %72) : (tensor<8x6x11xf32>, tensor<8x6x1xi32>) -> (tensor<8x6x1xf32>, tensor<8x6x1x1xi32>)
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73#0 init: %cst_11) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %75 = stablehlo.divide %74, %cst_12 : tensor<f32>
    %76 = stablehlo.negate %75 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %77 = stablehlo.negate %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %78 = stablehlo.divide %77, %cst_14 : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %80 = call @take_along_axis_6(%73#1, %79) : (tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    %81 = call @log_softmax_7(%71#1, %71#2, %80) : (tensor<8x6x11xf32>, tensor<8x6x1xf32>, tensor<8x6x11xf32>) -> tensor<8x6x11xf32>
    %82 = stablehlo.convert %81 : (tensor<8x6x11xf32>) -> tensor<8x6x11xbf16>
    %83 = stablehlo.dot_general %82, %68, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xbf16>, tensor<8x6x16xbf16>) -> tensor<11x16xbf16>
    %84 = stablehlo.transpose %83, dims = [1, 0] : (tensor<11x16xbf16>) -> tensor<16x11xbf16>
    %85 = stablehlo.dot_general %82, %9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x11xbf16>, tensor<16x11xbf16>) -> tensor<8x6x16xbf16>
    %86 = stablehlo.multiply %65, %85 : tensor<8x6x16xbf16>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %87 = stablehlo.reduce(%86 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %88 = stablehlo.reshape %87 : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %89 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %90 = stablehlo.multiply %85, %89 : tensor<8x6x16xbf16>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %91 = stablehlo.reduce(%88 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %92 = stablehlo.multiply %48#16, %90 : tensor<8x6x16xbf16>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %93 = stablehlo.reduce(%92 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<8x6xbf16>
    %94 = stablehlo.reshape %93 : (tensor<8x6xbf16>) -> tensor<8x6x1xbf16>
    %95 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %96 = stablehlo.multiply %90, %95 : tensor<8x6x16xbf16>
    %97 = stablehlo.multiply %94, %63 : tensor<8x6x1xbf16>
    %98 = stablehlo.convert %97 : (tensor<8x6x1xbf16>) -> tensor<8x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %100 = stablehlo.divide %98, %99 : tensor<8x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %103 = stablehlo.convert %102 : (tensor<8x6x16xf32>) -> tensor<8x6x16xbf16>
    %104 = stablehlo.multiply %103, %51 : tensor<8x6x16xbf16>
    %105 = stablehlo.add %96, %104 : tensor<8x6x16xbf16>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %106 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<4x24x16xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %107 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<4x16x24xbf16>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %108 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<4x16x8xbf16>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %109 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<4x16xbf16>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %110 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<4x16xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %111 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<4x16x16xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %112 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<bf16>) -> tensor<4x16x16xbf16>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %113 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<bf16>) -> tensor<4x16x24xbf16>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %114 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<4x16x8xbf16>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %115:23 = stablehlo.while(%iterArg = %48#17, %iterArg_55 = %11, %iterArg_56 = %12, %iterArg_57 = %13, %iterArg_58 = %14, %iterArg_59 = %15, %iterArg_60 = %16, %iterArg_61 = %17, %iterArg_62 = %18, %iterArg_63 = %19, %iterArg_64 = %cst, %iterArg_65 = %cst_0, %iterArg_66 = %c_29, %iterArg_67 = %105, %iterArg_68 = %106, %iterArg_69 = %107, %iterArg_70 = %108, %iterArg_71 = %109, %iterArg_72 = %110, %iterArg_73 = %111, %iterArg_74 = %112, %iterArg_75 = %113, %iterArg_76 = %114) : tensor<4x8x6x16xbf16>, tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<8x6x16xbf16>, tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>
    cond {
      %c_77 = stablehlo.constant dense<4> : tensor<i32>
      %202 = stablehlo.compare LT, %iterArg_66, %c_77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %202 : tensor<i1>
    } do {
      %c_77 = stablehlo.constant dense<4> : tensor<i32>
      %202 = stablehlo.subtract %c_77, %iterArg_66 : tensor<i32>
      %c_78 = stablehlo.constant dense<1> : tensor<i32>
      %203 = stablehlo.subtract %202, %c_78 : tensor<i32>
      %204 = func.call @dynamic_index_in_dim_8(%iterArg, %203) : (tensor<4x8x6x16xbf16>, tensor<i32>) -> tensor<8x6x16xbf16>
      %205 = func.call @dynamic_index_in_dim(%iterArg_55, %203) : (tensor<4x24x16xbf16>, tensor<i32>) -> tensor<24x16xbf16>
      %206 = func.call @dynamic_index_in_dim_0(%iterArg_56, %203) : (tensor<4x16x24xbf16>, tensor<i32>) -> tensor<16x24xbf16>
      %207 = func.call @dynamic_index_in_dim_1(%iterArg_57, %203) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %208 = func.call @dynamic_index_in_dim_2(%iterArg_58, %203) : (tensor<4x16xbf16>, tensor<i32>) -> tensor<16xbf16>
      %209 = func.call @dynamic_index_in_dim_2(%iterArg_59, %203) : (tensor<4x16xbf16>, tensor<i32>) -> tensor<16xbf16>
      %210 = func.call @dynamic_index_in_dim_3(%iterArg_60, %203) : (tensor<4x16x16xbf16>, tensor<i32>) -> tensor<16x16xbf16>
      %211 = func.call @dynamic_index_in_dim_3(%iterArg_61, %203) : (tensor<4x16x16xbf16>, tensor<i32>) -> tensor<16x16xbf16>
      %212 = func.call @dynamic_index_in_dim_0(%iterArg_62, %203) : (tensor<4x16x24xbf16>, tensor<i32>) -> tensor<16x24xbf16>
      %213 = func.call @dynamic_index_in_dim_1(%iterArg_63, %203) : (tensor<4x16x8xbf16>, tensor<i32>) -> tensor<16x8xbf16>
      %214:10 = func.call @closed_call_9(%iterArg_64, %iterArg_65, %iterArg_67, %204, %205, %206, %207, %208, %209, %210, %211, %212, %213) : (tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xbf16>, tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>) -> (tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>)
      %215 = func.call @dynamic_update_index_in_dim_15(%iterArg_68, %214#1, %203) : (tensor<4x24x16xbf16>, tensor<24x16xbf16>, tensor<i32>) -> tensor<4x24x16xbf16>
      %216 = func.call @dynamic_update_index_in_dim_16(%iterArg_69, %214#2, %203) : (tensor<4x16x24xbf16>, tensor<16x24xbf16>, tensor<i32>) -> tensor<4x16x24xbf16>
      %217 = func.call @dynamic_update_index_in_dim_17(%iterArg_70, %214#3, %203) : (tensor<4x16x8xbf16>, tensor<16x8xbf16>, tensor<i32>) -> tensor<4x16x8xbf16>
      %218 = func.call @dynamic_update_index_in_dim_18(%iterArg_71, %214#4, %203) : (tensor<4x16xbf16>, tensor<16xbf16>, tensor<i32>) -> tensor<4x16xbf16>
      %219 = func.call @dynamic_update_index_in_dim_18(%iterArg_72, %214#5, %203) : (tensor<4x16xbf16>, tensor<16xbf16>, tensor<i32>) -> tensor<4x16xbf16>
      %220 = func.call @dynamic_update_index_in_dim_19(%iterArg_73, %214#6, %203) : (tensor<4x16x16xbf16>, tensor<16x16xbf16>, tensor<i32>) -> tensor<4x16x16xbf16>
      %221 = func.call @dynamic_update_index_in_dim_19(%iterArg_74, %214#7, %203) : (tensor<4x16x16xbf16>, tensor<16x16xbf16>, tensor<i32>) -> tensor<4x16x16xbf16>
      %222 = func.call @dynamic_update_index_in_dim_16(%iterArg_75, %214#8, %203) : (tensor<4x16x24xbf16>, tensor<16x24xbf16>, tensor<i32>) -> tensor<4x16x24xbf16>
      %223 = func.call @dynamic_update_index_in_dim_17(%iterArg_76, %214#9, %203) : (tensor<4x16x8xbf16>, tensor<16x8xbf16>, tensor<i32>) -> tensor<4x16x8xbf16>
      %c_79 = stablehlo.constant dense<1> : tensor<i32>
      %224 = stablehlo.add %iterArg_66, %c_79 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %224, %214#0, %215, %216, %217, %218, %219, %220, %221, %222, %223 : tensor<4x8x6x16xbf16>, tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<8x6x16xbf16>, tensor<4x24x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>, tensor<4x16xbf16>, tensor<4x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x16xbf16>, tensor<4x16x24xbf16>, tensor<4x16x8xbf16>
    }
    %116 = stablehlo.convert %115#22 : (tensor<4x16x8xbf16>) -> tensor<4x16x8xf32>
    %117 = stablehlo.convert %115#21 : (tensor<4x16x24xbf16>) -> tensor<4x16x24xf32>
    %118 = stablehlo.convert %115#20 : (tensor<4x16x16xbf16>) -> tensor<4x16x16xf32>
    %119 = stablehlo.convert %115#19 : (tensor<4x16x16xbf16>) -> tensor<4x16x16xf32>
    %120 = stablehlo.convert %115#18 : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %121 = stablehlo.convert %115#17 : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %122 = stablehlo.convert %115#16 : (tensor<4x16x8xbf16>) -> tensor<4x16x8xf32>
    %123 = stablehlo.convert %115#15 : (tensor<4x16x24xbf16>) -> tensor<4x16x24xf32>
    %124 = stablehlo.convert %115#14 : (tensor<4x24x16xbf16>) -> tensor<4x24x16xf32>
    %125 = stablehlo.convert %91 : (tensor<16xbf16>) -> tensor<16xf32>
    %126 = stablehlo.convert %84 : (tensor<16x11xbf16>) -> tensor<16x11xf32>
    %127 = stablehlo.convert %115#13 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %129 = "stablehlo.scatter"(%128, %5, %127) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %202 = stablehlo.add %arg26, %arg27 : tensor<f32>
      stablehlo.return %202 : tensor<f32>
    }) : (tensor<11x16xf32>, tensor<8x6x1xi32>, tensor<8x6x16xf32>) -> tensor<11x16xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %131 = stablehlo.multiply %130, %arg12 : tensor<11x16xf32>
    %132 = stablehlo.add %131, %129 : tensor<11x16xf32>
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %134 = stablehlo.multiply %133, %arg13 : tensor<16x11xf32>
    %135 = stablehlo.add %134, %126 : tensor<16x11xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %137 = stablehlo.multiply %136, %arg14 : tensor<16xf32>
    %138 = stablehlo.add %137, %125 : tensor<16xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x24x16xf32>
    %140 = stablehlo.multiply %139, %arg15 : tensor<4x24x16xf32>
    %141 = stablehlo.add %140, %124 : tensor<4x24x16xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %143 = stablehlo.multiply %142, %arg16 : tensor<4x16x24xf32>
    %144 = stablehlo.add %143, %123 : tensor<4x16x24xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %146 = stablehlo.multiply %145, %arg17 : tensor<4x16x8xf32>
    %147 = stablehlo.add %146, %122 : tensor<4x16x8xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %149 = stablehlo.multiply %148, %arg18 : tensor<4x16xf32>
    %150 = stablehlo.add %149, %121 : tensor<4x16xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %152 = stablehlo.multiply %151, %arg19 : tensor<4x16xf32>
    %153 = stablehlo.add %152, %120 : tensor<4x16xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %155 = stablehlo.multiply %154, %arg20 : tensor<4x16x16xf32>
    %156 = stablehlo.add %155, %119 : tensor<4x16x16xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %158 = stablehlo.multiply %157, %arg21 : tensor<4x16x16xf32>
    %159 = stablehlo.add %158, %118 : tensor<4x16x16xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %161 = stablehlo.multiply %160, %arg22 : tensor<4x16x24xf32>
    %162 = stablehlo.add %161, %117 : tensor<4x16x24xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %164 = stablehlo.multiply %163, %arg23 : tensor<4x16x8xf32>
    %165 = stablehlo.add %164, %116 : tensor<4x16x8xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<11x16xf32>
    %167 = stablehlo.multiply %166, %132 : tensor<11x16xf32>
    %168 = stablehlo.subtract %arg0, %167 : tensor<11x16xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<16x11xf32>
    %170 = stablehlo.multiply %169, %135 : tensor<16x11xf32>
    %171 = stablehlo.subtract %arg1, %170 : tensor<16x11xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %173 = stablehlo.multiply %172, %138 : tensor<16xf32>
    %174 = stablehlo.subtract %arg2, %173 : tensor<16xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4x24x16xf32>
    %176 = stablehlo.multiply %175, %141 : tensor<4x24x16xf32>
    %177 = stablehlo.subtract %arg3, %176 : tensor<4x24x16xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %179 = stablehlo.multiply %178, %144 : tensor<4x16x24xf32>
    %180 = stablehlo.subtract %arg4, %179 : tensor<4x16x24xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %182 = stablehlo.multiply %181, %147 : tensor<4x16x8xf32>
    %183 = stablehlo.subtract %arg5, %182 : tensor<4x16x8xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %185 = stablehlo.multiply %184, %150 : tensor<4x16xf32>
    %186 = stablehlo.subtract %arg6, %185 : tensor<4x16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %188 = stablehlo.multiply %187, %153 : tensor<4x16xf32>
    %189 = stablehlo.subtract %arg7, %188 : tensor<4x16xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %191 = stablehlo.multiply %190, %156 : tensor<4x16x16xf32>
    %192 = stablehlo.subtract %arg8, %191 : tensor<4x16x16xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %194 = stablehlo.multiply %193, %159 : tensor<4x16x16xf32>
    %195 = stablehlo.subtract %arg9, %194 : tensor<4x16x16xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<4x16x24xf32>
    %197 = stablehlo.multiply %196, %162 : tensor<4x16x24xf32>
    %198 = stablehlo.subtract %arg10, %197 : tensor<4x16x24xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<4x16x8xf32>
    %200 = stablehlo.multiply %199, %165 : tensor<4x16x8xf32>
    %201 = stablehlo.subtract %arg11, %200 : tensor<4x16x8xf32>
    return %168, %171, %174, %177, %180, %183, %186, %189, %192, %195, %198, %201, %132, %135, %138, %141, %144, %147, %150, %153, %156, %159, %162, %165, %76 : tensor<11x16xf32>, tensor<16x11xf32>, tensor<16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<11x16xf32>, tensor<16x11xf32>, tensor<16xf32>, tensor<4x24x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x24xf32>, tensor<4x16x8xf32>, tensor<f32>
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
  func.func private @_where(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<f32> loc(unknown)) -> (tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>) {
    %0 = stablehlo.convert %arg1 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    return %1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x24x16xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<24x16xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 16] : (tensor<4x24x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x24x16xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x24x16xbf16>) -> tensor<24x16xbf16>
    return %1 : tensor<24x16xbf16>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x16x24xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x24xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 24] : (tensor<4x16x24xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x24xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x16x24xbf16>) -> tensor<16x24xbf16>
    return %1 : tensor<16x24xbf16>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x16x8xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<4x16x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xbf16>) -> tensor<16x8xbf16>
    return %1 : tensor<16x8xbf16>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x16xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 16] : (tensor<4x16xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x16xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x16xbf16>) -> tensor<16xbf16>
    return %1 : tensor<16xbf16>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<4x16x16xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x16xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<4x16x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xbf16>) -> tensor<16x16xbf16>
    return %1 : tensor<16x16xbf16>
  }
  func.func private @closed_call(%arg0: tensor<1x6x1x2xbf16> loc(unknown), %arg1: tensor<1x6x1x2xbf16> loc(unknown), %arg2: tensor<1x6x1x2xbf16> loc(unknown), %arg3: tensor<1x6x1x2xbf16> loc(unknown), %arg4: tensor<8x4x6x6xi1> loc(unknown), %arg5: tensor<8x4x6x6xbf16> loc(unknown), %arg6: tensor<8x6x16xbf16> loc(unknown), %arg7: tensor<24x16xbf16> loc(unknown), %arg8: tensor<16x24xbf16> loc(unknown), %arg9: tensor<16x8xbf16> loc(unknown), %arg10: tensor<16xbf16> loc(unknown), %arg11: tensor<16xbf16> loc(unknown), %arg12: tensor<16x16xbf16> loc(unknown), %arg13: tensor<16x16xbf16> loc(unknown), %arg14: tensor<16x24xbf16> loc(unknown), %arg15: tensor<16x8xbf16> loc(unknown)) -> (tensor<8x6x16xbf16>, tensor<8x6x16xbf16>) {
    %0 = stablehlo.multiply %arg6, %arg6 : tensor<8x6x16xbf16>
    %1 = stablehlo.convert %0 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<8x6x1xf32>
    %6 = stablehlo.convert %5 : (tensor<8x6x1xf32>) -> tensor<8x6x1xbf16>
    %cst_1 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %8 = stablehlo.add %6, %7 : tensor<8x6x1xbf16>
    %9 = stablehlo.rsqrt %8 : tensor<8x6x1xbf16>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %11 = stablehlo.multiply %arg6, %10 : tensor<8x6x16xbf16>
    %12 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %14 = stablehlo.multiply %11, %13 : tensor<8x6x16xbf16>
    %15 = stablehlo.dot_general %14, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %16 = stablehlo.reshape %15 : (tensor<8x6x16xbf16>) -> tensor<8x6x4x4xbf16>
    %17 = stablehlo.slice %16 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %18 = stablehlo.slice %16 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %19 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %20 = stablehlo.multiply %17, %19 : tensor<8x6x4x2xbf16>
    %21 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %22 = stablehlo.multiply %18, %21 : tensor<8x6x4x2xbf16>
    %23 = stablehlo.subtract %20, %22 : tensor<8x6x4x2xbf16>
    %24 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %25 = stablehlo.multiply %17, %24 : tensor<8x6x4x2xbf16>
    %26 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %27 = stablehlo.multiply %18, %26 : tensor<8x6x4x2xbf16>
    %28 = stablehlo.add %25, %27 : tensor<8x6x4x2xbf16>
    %29 = stablehlo.concatenate %23, %28, dim = 3 : (tensor<8x6x4x2xbf16>, tensor<8x6x4x2xbf16>) -> tensor<8x6x4x4xbf16>
    %30 = stablehlo.dot_general %14, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x8xbf16>) -> tensor<8x6x8xbf16>
    %31 = stablehlo.reshape %30 : (tensor<8x6x8xbf16>) -> tensor<8x6x2x4xbf16>
    %32 = stablehlo.slice %31 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %33 = stablehlo.slice %31 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %35 = stablehlo.multiply %32, %34 : tensor<8x6x2x2xbf16>
    %36 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %37 = stablehlo.multiply %33, %36 : tensor<8x6x2x2xbf16>
    %38 = stablehlo.subtract %35, %37 : tensor<8x6x2x2xbf16>
    %39 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %40 = stablehlo.multiply %32, %39 : tensor<8x6x2x2xbf16>
    %41 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %42 = stablehlo.multiply %33, %41 : tensor<8x6x2x2xbf16>
    %43 = stablehlo.add %40, %42 : tensor<8x6x2x2xbf16>
    %44 = stablehlo.concatenate %38, %43, dim = 3 : (tensor<8x6x2x2xbf16>, tensor<8x6x2x2xbf16>) -> tensor<8x6x2x4xbf16>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %46 = stablehlo.reshape %45 : (tensor<8x6x2x2x4xbf16>) -> tensor<8x6x4x4xbf16>
    %47 = stablehlo.dot_general %29, %46, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xbf16>, tensor<8x6x4x4xbf16>) -> tensor<8x4x6x6xbf16>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %48 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    %49 = stablehlo.divide %47, %48 : tensor<8x4x6x6xbf16>
    %50 = call @_where_4(%49, %arg4, %arg5) : (tensor<8x4x6x6xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>) -> tensor<8x4x6x6xbf16>
    %cst_3 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %51 = stablehlo.reduce(%50 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xbf16>, tensor<bf16>) -> tensor<8x4x6xbf16>
    %cst_4 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %52 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<8x4x6xbf16>
    %53 = stablehlo.maximum %52, %51 : tensor<8x4x6xbf16>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<8x4x6xbf16>) -> tensor<8x4x6x1xbf16>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %56 = stablehlo.subtract %50, %55 : tensor<8x4x6x6xbf16>
    %57 = stablehlo.exponential %56 : tensor<8x4x6x6xbf16>
    %58 = stablehlo.convert %57 : (tensor<8x4x6x6xbf16>) -> tensor<8x4x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %61 = stablehlo.convert %60 : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x1xbf16>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %63 = stablehlo.divide %57, %62 : tensor<8x4x6x6xbf16>
    %64 = stablehlo.dot_general %14, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x8xbf16>) -> tensor<8x6x8xbf16>
    %65 = stablehlo.reshape %64 : (tensor<8x6x8xbf16>) -> tensor<8x6x2x4xbf16>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %67 = stablehlo.reshape %66 : (tensor<8x6x2x2x4xbf16>) -> tensor<8x6x4x4xbf16>
    %68 = stablehlo.dot_general %67, %63, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xbf16>, tensor<8x4x6x6xbf16>) -> tensor<8x4x4x6xbf16>
    %69 = stablehlo.transpose %68, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xbf16>) -> tensor<8x6x4x4xbf16>
    %70 = stablehlo.reshape %69 : (tensor<8x6x4x4xbf16>) -> tensor<8x6x16xbf16>
    %71 = stablehlo.dot_general %70, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %72 = stablehlo.add %arg6, %71 : tensor<8x6x16xbf16>
    %73 = stablehlo.multiply %72, %72 : tensor<8x6x16xbf16>
    %74 = stablehlo.convert %73 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_7 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %78 = stablehlo.divide %76, %77 : tensor<8x6x1xf32>
    %79 = stablehlo.convert %78 : (tensor<8x6x1xf32>) -> tensor<8x6x1xbf16>
    %cst_8 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %80 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %81 = stablehlo.add %79, %80 : tensor<8x6x1xbf16>
    %82 = stablehlo.rsqrt %81 : tensor<8x6x1xbf16>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %84 = stablehlo.multiply %72, %83 : tensor<8x6x16xbf16>
    %85 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %87 = stablehlo.multiply %84, %86 : tensor<8x6x16xbf16>
    %88 = stablehlo.dot_general %87, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x24xbf16>) -> tensor<8x6x24xbf16>
    %89 = call @silu_5(%88) : (tensor<8x6x24xbf16>) -> tensor<8x6x24xbf16>
    %90 = stablehlo.dot_general %87, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x24xbf16>) -> tensor<8x6x24xbf16>
    %91 = stablehlo.multiply %89, %90 : tensor<8x6x24xbf16>
    %92 = stablehlo.dot_general %91, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xbf16>, tensor<24x16xbf16>) -> tensor<8x6x16xbf16>
    %93 = stablehlo.add %72, %92 : tensor<8x6x16xbf16>
    return %93, %arg6 : tensor<8x6x16xbf16>, tensor<8x6x16xbf16>
  }
  func.func private @_where_4(%arg0: tensor<8x4x6x6xbf16> loc(unknown), %arg1: tensor<8x4x6x6xi1> loc(unknown), %arg2: tensor<8x4x6x6xbf16> loc(unknown)) -> tensor<8x4x6x6xbf16> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>
    return %0 : tensor<8x4x6x6xbf16>
  }
  func.func private @silu_5(%arg0: tensor<8x6x24xbf16> loc(unknown)) -> tensor<8x6x24xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x6x24xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x6x24xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xbf16>
    return %6 : tensor<8x6x24xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x6x16xbf16> loc(unknown), %arg1: tensor<8x6x16xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x6x16xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x6x16xbf16>) -> tensor<1x8x6x16xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x6x16xbf16>, tensor<1x8x6x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x6x16xbf16>
    return %1 : tensor<4x8x6x16xbf16>
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
  func.func private @take_along_axis_6(%arg0: tensor<8x6x1x1xi32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown)) -> tensor<8x6x11xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6x11xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6x11xf32>, tensor<8x6x1x1xi32>, tensor<8x6x1xf32>) -> tensor<8x6x11xf32>
    return %1 : tensor<8x6x11xf32>
  }
  func.func private @log_softmax_7(%arg0: tensor<8x6x11xf32> loc(unknown), %arg1: tensor<8x6x1xf32> loc(unknown), %arg2: tensor<8x6x11xf32> loc(unknown)) -> tensor<8x6x11xf32> {
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
  func.func private @dynamic_index_in_dim_8(%arg0: tensor<4x8x6x16xbf16> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x6x16xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 6, 16] : (tensor<4x8x6x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6x16xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x6x16xbf16>) -> tensor<8x6x16xbf16>
    return %1 : tensor<8x6x16xbf16>
  }
  func.func private @closed_call_9(%arg0: tensor<2xf32> loc(unknown), %arg1: tensor<2xf32> loc(unknown), %arg2: tensor<8x6x16xbf16> loc(unknown), %arg3: tensor<8x6x16xbf16> loc(unknown), %arg4: tensor<24x16xbf16> loc(unknown), %arg5: tensor<16x24xbf16> loc(unknown), %arg6: tensor<16x8xbf16> loc(unknown), %arg7: tensor<16xbf16> loc(unknown), %arg8: tensor<16xbf16> loc(unknown), %arg9: tensor<16x16xbf16> loc(unknown), %arg10: tensor<16x16xbf16> loc(unknown), %arg11: tensor<16x24xbf16> loc(unknown), %arg12: tensor<16x8xbf16> loc(unknown)) -> (tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>) {
    %0:13 = stablehlo.optimization_barrier %arg0, %arg1, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg2 : tensor<2xf32>, tensor<2xf32>, tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<8x6x16xbf16>
    %1 = stablehlo.multiply %0#2, %0#2 : tensor<8x6x16xbf16>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x6x16xbf16>
    %3 = stablehlo.multiply %2, %0#2 : tensor<8x6x16xbf16>
    %4 = stablehlo.convert %1 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %8 = stablehlo.divide %6, %7 : tensor<8x6x1xf32>
    %9 = stablehlo.convert %8 : (tensor<8x6x1xf32>) -> tensor<8x6x1xbf16>
    %cst_2 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %11 = stablehlo.add %9, %10 : tensor<8x6x1xbf16>
    %12 = stablehlo.rsqrt %11 : tensor<8x6x1xbf16>
    %13 = stablehlo.divide %12, %11 : tensor<8x6x1xbf16>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %15 = stablehlo.multiply %14, %13 : tensor<8x6x1xbf16>
    %16 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %17 = stablehlo.multiply %0#2, %16 : tensor<8x6x16xbf16>
    %18 = stablehlo.broadcast_in_dim %0#6, dims = [2] : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %20 = stablehlo.multiply %17, %19 : tensor<8x6x16xbf16>
    %21 = stablehlo.dot_general %20, %0#9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %22 = stablehlo.reshape %21 : (tensor<8x6x16xbf16>) -> tensor<8x6x4x4xbf16>
    %23 = stablehlo.iota dim = 0 : tensor<6xi32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %25 = stablehlo.convert %24 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %26 = stablehlo.broadcast_in_dim %0#0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %28 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<6x2xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %31 = stablehlo.slice %22 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %32 = stablehlo.slice %22 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %33 = stablehlo.cosine %30 : tensor<1x6x1x2xf32>
    %34 = stablehlo.convert %33 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %35 = stablehlo.sine %30 : tensor<1x6x1x2xf32>
    %36 = stablehlo.convert %35 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %37 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %38 = stablehlo.multiply %31, %37 : tensor<8x6x4x2xbf16>
    %39 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %40 = stablehlo.multiply %32, %39 : tensor<8x6x4x2xbf16>
    %41 = stablehlo.subtract %38, %40 : tensor<8x6x4x2xbf16>
    %42 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %43 = stablehlo.multiply %31, %42 : tensor<8x6x4x2xbf16>
    %44 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %45 = stablehlo.multiply %32, %44 : tensor<8x6x4x2xbf16>
    %46 = stablehlo.add %43, %45 : tensor<8x6x4x2xbf16>
    %47 = stablehlo.concatenate %41, %46, dim = 3 : (tensor<8x6x4x2xbf16>, tensor<8x6x4x2xbf16>) -> tensor<8x6x4x4xbf16>
    %48 = stablehlo.dot_general %20, %0#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x8xbf16>) -> tensor<8x6x8xbf16>
    %49 = stablehlo.reshape %48 : (tensor<8x6x8xbf16>) -> tensor<8x6x2x4xbf16>
    %50 = stablehlo.iota dim = 0 : tensor<6xi32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %52 = stablehlo.convert %51 : (tensor<6x1xi32>) -> tensor<6x1xf32>
    %53 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %54 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<6x2xf32>
    %56 = stablehlo.multiply %54, %55 : tensor<6x2xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [1, 3] : (tensor<6x2xf32>) -> tensor<1x6x1x2xf32>
    %58 = stablehlo.slice %49 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %59 = stablehlo.slice %49 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %60 = stablehlo.cosine %57 : tensor<1x6x1x2xf32>
    %61 = stablehlo.convert %60 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %62 = stablehlo.sine %57 : tensor<1x6x1x2xf32>
    %63 = stablehlo.convert %62 : (tensor<1x6x1x2xf32>) -> tensor<1x6x1x2xbf16>
    %64 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %65 = stablehlo.multiply %58, %64 : tensor<8x6x2x2xbf16>
    %66 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %67 = stablehlo.multiply %59, %66 : tensor<8x6x2x2xbf16>
    %68 = stablehlo.subtract %65, %67 : tensor<8x6x2x2xbf16>
    %69 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %70 = stablehlo.multiply %58, %69 : tensor<8x6x2x2xbf16>
    %71 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %72 = stablehlo.multiply %59, %71 : tensor<8x6x2x2xbf16>
    %73 = stablehlo.add %70, %72 : tensor<8x6x2x2xbf16>
    %74 = stablehlo.concatenate %68, %73, dim = 3 : (tensor<8x6x2x2xbf16>, tensor<8x6x2x2xbf16>) -> tensor<8x6x2x4xbf16>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %76 = stablehlo.reshape %75 : (tensor<8x6x2x2x4xbf16>) -> tensor<8x6x4x4xbf16>
    %77 = stablehlo.dot_general %47, %76, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xbf16>, tensor<8x6x4x4xbf16>) -> tensor<8x4x6x6xbf16>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %78 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    %79 = stablehlo.divide %77, %78 : tensor<8x4x6x6xbf16>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %80 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x6xi1>
    %81 = call @tril_10(%80) : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %82:3 = call @_where_11(%81, %79, %cst_5) : (tensor<6x6xi1>, tensor<8x4x6x6xbf16>, tensor<f32>) -> (tensor<8x4x6x6xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>)
    %cst_6 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %83 = stablehlo.reduce(%82#0 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x6x6xbf16>, tensor<bf16>) -> tensor<8x4x6xbf16>
    %cst_7 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %84 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<8x4x6xbf16>
    %85 = stablehlo.maximum %84, %83 : tensor<8x4x6xbf16>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<8x4x6xbf16>) -> tensor<8x4x6x1xbf16>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %88 = stablehlo.subtract %82#0, %87 : tensor<8x4x6x6xbf16>
    %89 = stablehlo.exponential %88 : tensor<8x4x6x6xbf16>
    %90 = stablehlo.convert %89 : (tensor<8x4x6x6xbf16>) -> tensor<8x4x6x6xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x1xf32>
    %93 = stablehlo.convert %92 : (tensor<8x4x6x1xf32>) -> tensor<8x4x6x1xbf16>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %95 = stablehlo.divide %89, %94 : tensor<8x4x6x6xbf16>
    %96 = stablehlo.multiply %93, %93 : tensor<8x4x6x1xbf16>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %97 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<8x4x6x1xbf16>
    %98 = stablehlo.divide %97, %96 : tensor<8x4x6x1xbf16>
    %99 = stablehlo.dot_general %20, %0#11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x8xbf16>) -> tensor<8x6x8xbf16>
    %100 = stablehlo.reshape %99 : (tensor<8x6x8xbf16>) -> tensor<8x6x2x4xbf16>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2, 4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %102 = stablehlo.reshape %101 : (tensor<8x6x2x2x4xbf16>) -> tensor<8x6x4x4xbf16>
    %103 = stablehlo.dot_general %102, %95, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x6x4x4xbf16>, tensor<8x4x6x6xbf16>) -> tensor<8x4x4x6xbf16>
    %104 = stablehlo.transpose %103, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xbf16>) -> tensor<8x6x4x4xbf16>
    %105 = stablehlo.reshape %104 : (tensor<8x6x4x4xbf16>) -> tensor<8x6x16xbf16>
    %106 = stablehlo.dot_general %105, %0#8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %107 = stablehlo.add %0#2, %106 : tensor<8x6x16xbf16>
    %108 = stablehlo.multiply %107, %107 : tensor<8x6x16xbf16>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %109 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<8x6x16xbf16>
    %110 = stablehlo.multiply %109, %107 : tensor<8x6x16xbf16>
    %111 = stablehlo.convert %108 : (tensor<8x6x16xbf16>) -> tensor<8x6x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xf32>, tensor<f32>) -> tensor<8x6xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %115 = stablehlo.divide %113, %114 : tensor<8x6x1xf32>
    %116 = stablehlo.convert %115 : (tensor<8x6x1xf32>) -> tensor<8x6x1xbf16>
    %cst_13 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %117 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %118 = stablehlo.add %116, %117 : tensor<8x6x1xbf16>
    %119 = stablehlo.rsqrt %118 : tensor<8x6x1xbf16>
    %120 = stablehlo.divide %119, %118 : tensor<8x6x1xbf16>
    %cst_14 = stablehlo.constant dense<-5.000000e-01> : tensor<bf16>
    %121 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<8x6x1xbf16>
    %122 = stablehlo.multiply %121, %120 : tensor<8x6x1xbf16>
    %123 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %124 = stablehlo.multiply %107, %123 : tensor<8x6x16xbf16>
    %125 = stablehlo.broadcast_in_dim %0#7, dims = [2] : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %127 = stablehlo.multiply %124, %126 : tensor<8x6x16xbf16>
    %128 = stablehlo.dot_general %127, %0#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x24xbf16>) -> tensor<8x6x24xbf16>
    %129:3 = call @silu_12(%128) : (tensor<8x6x24xbf16>) -> (tensor<8x6x24xbf16>, tensor<8x6x24xbf16>, tensor<8x6x24xbf16>)
    %130 = stablehlo.dot_general %127, %0#10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x24xbf16>) -> tensor<8x6x24xbf16>
    %131 = stablehlo.multiply %129#0, %130 : tensor<8x6x24xbf16>
    %132 = stablehlo.dot_general %0#12, %131, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<8x6x24xbf16>) -> tensor<16x24xbf16>
    %133 = stablehlo.transpose %132, dims = [1, 0] : (tensor<16x24xbf16>) -> tensor<24x16xbf16>
    %134 = stablehlo.dot_general %0#12, %0#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<24x16xbf16>) -> tensor<8x6x24xbf16>
    %135 = stablehlo.multiply %129#0, %134 : tensor<8x6x24xbf16>
    %136 = stablehlo.multiply %134, %130 : tensor<8x6x24xbf16>
    %137 = stablehlo.dot_general %135, %127, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xbf16>, tensor<8x6x16xbf16>) -> tensor<24x16xbf16>
    %138 = stablehlo.transpose %137, dims = [1, 0] : (tensor<24x16xbf16>) -> tensor<16x24xbf16>
    %139 = stablehlo.dot_general %135, %0#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xbf16>, tensor<16x24xbf16>) -> tensor<8x6x16xbf16>
    %140 = call @silu_13(%129#1, %128, %129#2, %136) : (tensor<8x6x24xbf16>, tensor<8x6x24xbf16>, tensor<8x6x24xbf16>, tensor<8x6x24xbf16>) -> tensor<8x6x24xbf16>
    %141 = stablehlo.dot_general %140, %127, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xbf16>, tensor<8x6x16xbf16>) -> tensor<24x16xbf16>
    %142 = stablehlo.transpose %141, dims = [1, 0] : (tensor<24x16xbf16>) -> tensor<16x24xbf16>
    %143 = stablehlo.dot_general %140, %0#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x24xbf16>, tensor<16x24xbf16>) -> tensor<8x6x16xbf16>
    %144 = stablehlo.add %139, %143 : tensor<8x6x16xbf16>
    %145 = stablehlo.multiply %124, %144 : tensor<8x6x16xbf16>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %146 = stablehlo.reduce(%145 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %147 = stablehlo.reshape %146 : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %148 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %149 = stablehlo.multiply %144, %148 : tensor<8x6x16xbf16>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %150 = stablehlo.reduce(%147 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %151 = stablehlo.multiply %107, %149 : tensor<8x6x16xbf16>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %152 = stablehlo.reduce(%151 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<8x6xbf16>
    %153 = stablehlo.reshape %152 : (tensor<8x6xbf16>) -> tensor<8x6x1xbf16>
    %154 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %155 = stablehlo.multiply %149, %154 : tensor<8x6x16xbf16>
    %156 = stablehlo.add %0#12, %155 : tensor<8x6x16xbf16>
    %157 = stablehlo.multiply %153, %122 : tensor<8x6x1xbf16>
    %158 = stablehlo.convert %157 : (tensor<8x6x1xbf16>) -> tensor<8x6x1xf32>
    %cst_18 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %160 = stablehlo.divide %158, %159 : tensor<8x6x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %163 = stablehlo.convert %162 : (tensor<8x6x16xf32>) -> tensor<8x6x16xbf16>
    %164 = stablehlo.multiply %163, %110 : tensor<8x6x16xbf16>
    %165 = stablehlo.add %156, %164 : tensor<8x6x16xbf16>
    %166 = stablehlo.dot_general %165, %105, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<8x6x16xbf16>) -> tensor<16x16xbf16>
    %167 = stablehlo.transpose %166, dims = [1, 0] : (tensor<16x16xbf16>) -> tensor<16x16xbf16>
    %168 = stablehlo.dot_general %165, %0#8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %169 = stablehlo.reshape %168 : (tensor<8x6x16xbf16>) -> tensor<8x6x4x4xbf16>
    %170 = stablehlo.transpose %169, dims = [0, 2, 3, 1] : (tensor<8x6x4x4xbf16>) -> tensor<8x4x4x6xbf16>
    %171 = stablehlo.dot_general %170, %102, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xbf16>, tensor<8x6x4x4xbf16>) -> tensor<8x4x6x6xbf16>
    %172 = stablehlo.dot_general %170, %95, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x4x6xbf16>, tensor<8x4x6x6xbf16>) -> tensor<8x4x4x6xbf16>
    %173 = stablehlo.transpose %172, dims = [0, 3, 1, 2] : (tensor<8x4x4x6xbf16>) -> tensor<8x6x4x4xbf16>
    %174 = stablehlo.reshape %173 : (tensor<8x6x4x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %175 = stablehlo.reduce(%174 init: %cst_20) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xbf16>, tensor<bf16>) -> tensor<8x6x2x4xbf16>
    %176 = stablehlo.reshape %175 : (tensor<8x6x2x4xbf16>) -> tensor<8x6x8xbf16>
    %177 = stablehlo.dot_general %176, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xbf16>, tensor<8x6x16xbf16>) -> tensor<8x16xbf16>
    %178 = stablehlo.transpose %177, dims = [1, 0] : (tensor<8x16xbf16>) -> tensor<16x8xbf16>
    %179 = stablehlo.dot_general %176, %0#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xbf16>, tensor<16x8xbf16>) -> tensor<8x6x16xbf16>
    %180 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %181 = stablehlo.multiply %171, %180 : tensor<8x4x6x6xbf16>
    %182 = stablehlo.multiply %181, %89 : tensor<8x4x6x6xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %183 = stablehlo.reduce(%182 init: %cst_21) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x6xbf16>, tensor<bf16>) -> tensor<8x4x6xbf16>
    %184 = stablehlo.reshape %183 : (tensor<8x4x6xbf16>) -> tensor<8x4x6x1xbf16>
    %185 = stablehlo.negate %184 : tensor<8x4x6x1xbf16>
    %186 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2, 3] : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x6xbf16>
    %187 = stablehlo.divide %171, %186 : tensor<8x4x6x6xbf16>
    %188 = stablehlo.convert %185 : (tensor<8x4x6x1xbf16>) -> tensor<8x4x6x1xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_22) applies stablehlo.add across dimensions = [3] : (tensor<8x4x6x1xf32>, tensor<f32>) -> tensor<8x4x6xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0, 1, 2] : (tensor<8x4x6xf32>) -> tensor<8x4x6x6xf32>
    %191 = stablehlo.convert %190 : (tensor<8x4x6x6xf32>) -> tensor<8x4x6x6xbf16>
    %192 = stablehlo.add %187, %191 : tensor<8x4x6x6xbf16>
    %193 = stablehlo.multiply %192, %89 : tensor<8x4x6x6xbf16>
    %194 = call @_where_14(%82#1, %82#2, %193) : (tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>, tensor<8x4x6x6xbf16>) -> tensor<8x4x6x6xbf16>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %195 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    %196 = stablehlo.divide %194, %195 : tensor<8x4x6x6xbf16>
    %197 = stablehlo.dot_general %196, %47, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xbf16>, tensor<8x6x4x4xbf16>) -> tensor<8x4x6x4xbf16>
    %198 = stablehlo.transpose %197, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xbf16>) -> tensor<8x6x4x4xbf16>
    %199 = stablehlo.dot_general %196, %76, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x6x6xbf16>, tensor<8x6x4x4xbf16>) -> tensor<8x4x6x4xbf16>
    %200 = stablehlo.transpose %199, dims = [0, 2, 1, 3] : (tensor<8x4x6x4xbf16>) -> tensor<8x6x4x4xbf16>
    %201 = stablehlo.reshape %198 : (tensor<8x6x4x4xbf16>) -> tensor<8x6x2x2x4xbf16>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %202 = stablehlo.reduce(%201 init: %cst_24) applies stablehlo.add across dimensions = [3] : (tensor<8x6x2x2x4xbf16>, tensor<bf16>) -> tensor<8x6x2x4xbf16>
    %203 = stablehlo.slice %202 [0:8, 0:6, 0:2, 0:2] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %204 = stablehlo.slice %202 [0:8, 0:6, 0:2, 2:4] : (tensor<8x6x2x4xbf16>) -> tensor<8x6x2x2xbf16>
    %205 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %206 = stablehlo.multiply %204, %205 : tensor<8x6x2x2xbf16>
    %207 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %208 = stablehlo.multiply %204, %207 : tensor<8x6x2x2xbf16>
    %209 = stablehlo.negate %203 : tensor<8x6x2x2xbf16>
    %210 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %211 = stablehlo.multiply %209, %210 : tensor<8x6x2x2xbf16>
    %212 = stablehlo.add %206, %211 : tensor<8x6x2x2xbf16>
    %213 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x2x2xbf16>
    %214 = stablehlo.multiply %203, %213 : tensor<8x6x2x2xbf16>
    %215 = stablehlo.add %208, %214 : tensor<8x6x2x2xbf16>
    %216 = stablehlo.concatenate %215, %212, dim = 3 : (tensor<8x6x2x2xbf16>, tensor<8x6x2x2xbf16>) -> tensor<8x6x2x4xbf16>
    %217 = stablehlo.reshape %216 : (tensor<8x6x2x4xbf16>) -> tensor<8x6x8xbf16>
    %218 = stablehlo.dot_general %217, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xbf16>, tensor<8x6x16xbf16>) -> tensor<8x16xbf16>
    %219 = stablehlo.transpose %218, dims = [1, 0] : (tensor<8x16xbf16>) -> tensor<16x8xbf16>
    %220 = stablehlo.dot_general %217, %0#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x8xbf16>, tensor<16x8xbf16>) -> tensor<8x6x16xbf16>
    %221 = stablehlo.add %179, %220 : tensor<8x6x16xbf16>
    %222 = stablehlo.slice %200 [0:8, 0:6, 0:4, 0:2] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %223 = stablehlo.slice %200 [0:8, 0:6, 0:4, 2:4] : (tensor<8x6x4x4xbf16>) -> tensor<8x6x4x2xbf16>
    %224 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %225 = stablehlo.multiply %223, %224 : tensor<8x6x4x2xbf16>
    %226 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %227 = stablehlo.multiply %223, %226 : tensor<8x6x4x2xbf16>
    %228 = stablehlo.negate %222 : tensor<8x6x4x2xbf16>
    %229 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %230 = stablehlo.multiply %228, %229 : tensor<8x6x4x2xbf16>
    %231 = stablehlo.add %225, %230 : tensor<8x6x4x2xbf16>
    %232 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x6x1x2xbf16>) -> tensor<8x6x4x2xbf16>
    %233 = stablehlo.multiply %222, %232 : tensor<8x6x4x2xbf16>
    %234 = stablehlo.add %227, %233 : tensor<8x6x4x2xbf16>
    %235 = stablehlo.concatenate %234, %231, dim = 3 : (tensor<8x6x4x2xbf16>, tensor<8x6x4x2xbf16>) -> tensor<8x6x4x4xbf16>
    %236 = stablehlo.reshape %235 : (tensor<8x6x4x4xbf16>) -> tensor<8x6x16xbf16>
    %237 = stablehlo.dot_general %236, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<8x6x16xbf16>) -> tensor<16x16xbf16>
    %238 = stablehlo.transpose %237, dims = [1, 0] : (tensor<16x16xbf16>) -> tensor<16x16xbf16>
    %239 = stablehlo.dot_general %236, %0#9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x6x16xbf16>, tensor<16x16xbf16>) -> tensor<8x6x16xbf16>
    %240 = stablehlo.add %221, %239 : tensor<8x6x16xbf16>
    %241 = stablehlo.multiply %17, %240 : tensor<8x6x16xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %242 = stablehlo.reduce(%241 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %243 = stablehlo.reshape %242 : (tensor<16xbf16>) -> tensor<1x1x16xbf16>
    %244 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xbf16>) -> tensor<8x6x16xbf16>
    %245 = stablehlo.multiply %240, %244 : tensor<8x6x16xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %246 = stablehlo.reduce(%243 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
    %247 = stablehlo.multiply %0#2, %245 : tensor<8x6x16xbf16>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %248 = stablehlo.reduce(%247 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x6x16xbf16>, tensor<bf16>) -> tensor<8x6xbf16>
    %249 = stablehlo.reshape %248 : (tensor<8x6xbf16>) -> tensor<8x6x1xbf16>
    %250 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<8x6x1xbf16>) -> tensor<8x6x16xbf16>
    %251 = stablehlo.multiply %245, %250 : tensor<8x6x16xbf16>
    %252 = stablehlo.add %165, %251 : tensor<8x6x16xbf16>
    %253 = stablehlo.multiply %249, %15 : tensor<8x6x1xbf16>
    %254 = stablehlo.convert %253 : (tensor<8x6x1xbf16>) -> tensor<8x6x1xf32>
    %cst_28 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6x1xf32>
    %256 = stablehlo.divide %254, %255 : tensor<8x6x1xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x6x1xf32>, tensor<f32>) -> tensor<8x6xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1] : (tensor<8x6xf32>) -> tensor<8x6x16xf32>
    %259 = stablehlo.convert %258 : (tensor<8x6x16xf32>) -> tensor<8x6x16xbf16>
    %260 = stablehlo.multiply %259, %3 : tensor<8x6x16xbf16>
    %261 = stablehlo.add %252, %260 : tensor<8x6x16xbf16>
    return %261, %133, %142, %219, %246, %150, %167, %238, %138, %178 : tensor<8x6x16xbf16>, tensor<24x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<16x8xbf16>
  }
  func.func private @tril_10(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
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
  func.func private @_where_11(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xbf16> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> (tensor<8x4x6x6xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>) {
    %0 = stablehlo.convert %arg2 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<6x6xi1>) -> tensor<8x4x6x6xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    return %3, %1, %4 : tensor<8x4x6x6xbf16>, tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>
  }
  func.func private @silu_12(%arg0: tensor<8x6x24xbf16> loc(unknown)) -> (tensor<8x6x24xbf16>, tensor<8x6x24xbf16>, tensor<8x6x24xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<8x6x24xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x6x24xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x6x24xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x6x24xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x6x24xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x6x24xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<8x6x24xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<8x6x24xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<8x6x24xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x6x24xbf16>
    return %9, %5, %8 : tensor<8x6x24xbf16>, tensor<8x6x24xbf16>, tensor<8x6x24xbf16>
  }
  func.func private @silu_13(%arg0: tensor<8x6x24xbf16> loc(unknown), %arg1: tensor<8x6x24xbf16> loc(unknown), %arg2: tensor<8x6x24xbf16> loc(unknown), %arg3: tensor<8x6x24xbf16> loc(unknown)) -> tensor<8x6x24xbf16> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x6x24xbf16>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x6x24xbf16>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x6x24xbf16>
    %3 = stablehlo.add %1, %2 : tensor<8x6x24xbf16>
    return %3 : tensor<8x6x24xbf16>
  }
  func.func private @_where_14(%arg0: tensor<8x4x6x6xi1> loc(unknown), %arg1: tensor<8x4x6x6xbf16> loc(unknown), %arg2: tensor<8x4x6x6xbf16> loc(unknown)) -> tensor<8x4x6x6xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x4x6x6xbf16>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x4x6x6xi1>, tensor<8x4x6x6xbf16>
    return %1 : tensor<8x4x6x6xbf16>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<4x24x16xbf16> loc(unknown), %arg1: tensor<24x16xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x24x16xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x16xbf16>) -> tensor<1x24x16xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x24x16xbf16>, tensor<1x24x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x24x16xbf16>
    return %1 : tensor<4x24x16xbf16>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<4x16x24xbf16> loc(unknown), %arg1: tensor<16x24xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x24xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x24xbf16>) -> tensor<1x16x24xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x24xbf16>, tensor<1x16x24xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x24xbf16>
    return %1 : tensor<4x16x24xbf16>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<4x16x8xbf16> loc(unknown), %arg1: tensor<16x8xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x8xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xbf16>) -> tensor<1x16x8xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x8xbf16>, tensor<1x16x8xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x8xbf16>
    return %1 : tensor<4x16x8xbf16>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<4x16xbf16> loc(unknown), %arg1: tensor<16xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<16xbf16>) -> tensor<1x16xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<4x16xbf16>, tensor<1x16xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x16xbf16>
    return %1 : tensor<4x16xbf16>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<4x16x16xbf16> loc(unknown), %arg1: tensor<16x16xbf16> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x16x16xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xbf16>) -> tensor<1x16x16xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x16xbf16>, tensor<1x16x16xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xbf16>
    return %1 : tensor<4x16x16xbf16>
  }
}
