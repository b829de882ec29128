module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x64x192xf32> {tf.aliasing_output = 0 : i32} loc("params['stack']['a']"), %arg1: tensor<4x192x64xf32> {tf.aliasing_output = 1 : i32} loc("params['stack']['b']"), %arg2: tensor<4x64x192xf32> {tf.aliasing_output = 2 : i32} loc("momentum['stack']['a']"), %arg3: tensor<4x192x64xf32> {tf.aliasing_output = 3 : i32} loc("momentum['stack']['b']"), %arg4: tensor<512x64xf32> loc("batch['x']"), %arg5: tensor<512x64xf32> loc("batch['y']")) -> (tensor<4x64x192xf32> {jax.result_info = "result[0]['stack']['a']"}, tensor<4x192x64xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x64x192xf32> {jax.result_info = "result[1]['stack']['a']"}, tensor<4x192x64xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %1 = call @tril(%0) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %2:3 = call @_where(%1, %cst) : (tensor<64x64xi1>, tensor<f32>) -> (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x64x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8x64x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x8x64x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8x64x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8x64x64xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x512x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x512x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x512x64xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4x512x192xf32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %26:29 = stablehlo.while(%iterArg = %arg0, %iterArg_37 = %arg1, %iterArg_38 = %2#0, %iterArg_39 = %2#2, %iterArg_40 = %c_23, %iterArg_41 = %arg4, %iterArg_42 = %3, %iterArg_43 = %4, %iterArg_44 = %5, %iterArg_45 = %6, %iterArg_46 = %7, %iterArg_47 = %8, %iterArg_48 = %9, %iterArg_49 = %10, %iterArg_50 = %11, %iterArg_51 = %12, %iterArg_52 = %13, %iterArg_53 = %14, %iterArg_54 = %15, %iterArg_55 = %16, %iterArg_56 = %17, %iterArg_57 = %18, %iterArg_58 = %19, %iterArg_59 = %20, %iterArg_60 = %21, %iterArg_61 = %22, %iterArg_62 = %23, %iterArg_63 = %24, %iterArg_64 = %25) : tensor<4x64x192xf32>, tensor<4x192x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<i32>, tensor<512x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x512x64xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<4x512x64xf32>, tensor<4x512x64xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>
    cond {
      %c_65 = stablehlo.constant dense<4> : tensor<i32>
      %52 = stablehlo.compare LT, %iterArg_40, %c_65, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %52 : tensor<i1>
    } do {
      %52 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_40) : (tensor<4x64x192xf32>, tensor<i32>) -> tensor<64x192xf32>
      %53 = func.call @dynamic_index_in_dim_0(%iterArg_37, %iterArg_40) : (tensor<4x192x64xf32>, tensor<i32>) -> tensor<192x64xf32>
      %54:24 = func.call @closed_call(%iterArg_38, %iterArg_39, %iterArg_41, %52, %53) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>) -> (tensor<512x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<512x1xf32>, tensor<512x1xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>)
      %55 = func.call @dynamic_update_index_in_dim(%iterArg_42, %54#1, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %56 = func.call @dynamic_update_index_in_dim_2(%iterArg_43, %54#2, %iterArg_40) : (tensor<4x8x64x1xf32>, tensor<8x64x1xf32>, tensor<i32>) -> tensor<4x8x64x1xf32>
      %57 = func.call @dynamic_update_index_in_dim_2(%iterArg_44, %54#3, %iterArg_40) : (tensor<4x8x64x1xf32>, tensor<8x64x1xf32>, tensor<i32>) -> tensor<4x8x64x1xf32>
      %58 = func.call @dynamic_update_index_in_dim(%iterArg_45, %54#4, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %59 = func.call @dynamic_update_index_in_dim(%iterArg_46, %54#5, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %60 = func.call @dynamic_update_index_in_dim(%iterArg_47, %54#6, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %61 = func.call @dynamic_update_index_in_dim(%iterArg_48, %54#7, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %62 = func.call @dynamic_update_index_in_dim(%iterArg_49, %54#8, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %63 = func.call @dynamic_update_index_in_dim_2(%iterArg_50, %54#9, %iterArg_40) : (tensor<4x8x64x1xf32>, tensor<8x64x1xf32>, tensor<i32>) -> tensor<4x8x64x1xf32>
      %64 = func.call @dynamic_update_index_in_dim_2(%iterArg_51, %54#10, %iterArg_40) : (tensor<4x8x64x1xf32>, tensor<8x64x1xf32>, tensor<i32>) -> tensor<4x8x64x1xf32>
      %65 = func.call @dynamic_update_index_in_dim(%iterArg_52, %54#11, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %66 = func.call @dynamic_update_index_in_dim(%iterArg_53, %54#12, %iterArg_40) : (tensor<4x8x64x64xf32>, tensor<8x64x64xf32>, tensor<i32>) -> tensor<4x8x64x64xf32>
      %67 = func.call @dynamic_update_index_in_dim_3(%iterArg_54, %54#13, %iterArg_40) : (tensor<4x512x64xf32>, tensor<512x64xf32>, tensor<i32>) -> tensor<4x512x64xf32>
      %68 = func.call @dynamic_update_index_in_dim_4(%iterArg_55, %54#14, %iterArg_40) : (tensor<4x512x1xf32>, tensor<512x1xf32>, tensor<i32>) -> tensor<4x512x1xf32>
      %69 = func.call @dynamic_update_index_in_dim_4(%iterArg_56, %54#15, %iterArg_40) : (tensor<4x512x1xf32>, tensor<512x1xf32>, tensor<i32>) -> tensor<4x512x1xf32>
      %70 = func.call @dynamic_update_index_in_dim_3(%iterArg_57, %54#16, %iterArg_40) : (tensor<4x512x64xf32>, tensor<512x64xf32>, tensor<i32>) -> tensor<4x512x64xf32>
      %71 = func.call @dynamic_update_index_in_dim_3(%iterArg_58, %54#17, %iterArg_40) : (tensor<4x512x64xf32>, tensor<512x64xf32>, tensor<i32>) -> tensor<4x512x64xf32>
      %72 = func.call @dynamic_update_index_in_dim_5(%iterArg_59, %54#18, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %73 = func.call @dynamic_update_index_in_dim_5(%iterArg_60, %54#19, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %74 = func.call @dynamic_update_index_in_dim_5(%iterArg_61, %54#20, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %75 = func.call @dynamic_update_index_in_dim_5(%iterArg_62, %54#21, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %76 = func.call @dynamic_update_index_in_dim_5(%iterArg_63, %54#22, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %77 = func.call @dynamic_update_index_in_dim_5(%iterArg_64, %54#23, %iterArg_40) : (tensor<4x512x192xf32>, tensor<512x192xf32>, tensor<i32>) -> tensor<4x512x192xf32>
      %c_65 = stablehlo.constant dense<1> : tensor<i32>
      %78 = stablehlo.add %iterArg_40, %c_65 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_37, %iterArg_38, %iterArg_39, %78, %54#0, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77 : tensor<4x64x192xf32>, tensor<4x192x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<i32>, tensor<512x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x512x64xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<4x512x64xf32>, tensor<4x512x64xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>
    }
    %27 = stablehlo.subtract %26#5, %arg5 : tensor<512x64xf32>
    %28 = stablehlo.multiply %27, %27 : tensor<512x64xf32>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %30 = stablehlo.multiply %29, %27 : tensor<512x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%28 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_26 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %32 = stablehlo.divide %31, %cst_26 : tensor<f32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_29 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %34 = stablehlo.divide %cst_28, %cst_29 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %36 = stablehlo.multiply %35, %30 : tensor<512x64xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<4x64x192xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<4x192x64xf32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %39:31 = stablehlo.while(%iterArg = %26#6, %iterArg_37 = %26#7, %iterArg_38 = %26#8, %iterArg_39 = %26#9, %iterArg_40 = %arg0, %iterArg_41 = %26#10, %iterArg_42 = %26#11, %iterArg_43 = %26#12, %iterArg_44 = %26#13, %iterArg_45 = %26#14, %iterArg_46 = %26#15, %iterArg_47 = %26#16, %iterArg_48 = %26#17, %iterArg_49 = %26#18, %iterArg_50 = %26#19, %iterArg_51 = %26#20, %iterArg_52 = %26#21, %iterArg_53 = %26#22, %iterArg_54 = %26#23, %iterArg_55 = %26#24, %iterArg_56 = %26#25, %iterArg_57 = %26#26, %iterArg_58 = %26#27, %iterArg_59 = %arg1, %iterArg_60 = %26#28, %iterArg_61 = %2#0, %iterArg_62 = %2#1, %iterArg_63 = %c_32, %iterArg_64 = %36, %iterArg_65 = %37, %iterArg_66 = %38) : tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x64x192xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x512x64xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<4x512x64xf32>, tensor<4x512x64xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x192x64xf32>, tensor<4x512x192xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<i32>, tensor<512x64xf32>, tensor<4x64x192xf32>, tensor<4x192x64xf32>
    cond {
      %c_67 = stablehlo.constant dense<4> : tensor<i32>
      %52 = stablehlo.compare LT, %iterArg_63, %c_67, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %52 : tensor<i1>
    } do {
      %c_67 = stablehlo.constant dense<4> : tensor<i32>
      %52 = stablehlo.subtract %c_67, %iterArg_63 : tensor<i32>
      %c_68 = stablehlo.constant dense<1> : tensor<i32>
      %53 = stablehlo.subtract %52, %c_68 : tensor<i32>
      %54 = func.call @dynamic_index_in_dim_6(%iterArg, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %55 = func.call @dynamic_index_in_dim_7(%iterArg_37, %53) : (tensor<4x8x64x1xf32>, tensor<i32>) -> tensor<8x64x1xf32>
      %56 = func.call @dynamic_index_in_dim_7(%iterArg_38, %53) : (tensor<4x8x64x1xf32>, tensor<i32>) -> tensor<8x64x1xf32>
      %57 = func.call @dynamic_index_in_dim_6(%iterArg_39, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %58 = func.call @dynamic_index_in_dim(%iterArg_40, %53) : (tensor<4x64x192xf32>, tensor<i32>) -> tensor<64x192xf32>
      %59 = func.call @dynamic_index_in_dim_6(%iterArg_41, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %60 = func.call @dynamic_index_in_dim_6(%iterArg_42, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %61 = func.call @dynamic_index_in_dim_6(%iterArg_43, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %62 = func.call @dynamic_index_in_dim_6(%iterArg_44, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %63 = func.call @dynamic_index_in_dim_7(%iterArg_45, %53) : (tensor<4x8x64x1xf32>, tensor<i32>) -> tensor<8x64x1xf32>
      %64 = func.call @dynamic_index_in_dim_7(%iterArg_46, %53) : (tensor<4x8x64x1xf32>, tensor<i32>) -> tensor<8x64x1xf32>
      %65 = func.call @dynamic_index_in_dim_6(%iterArg_47, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %66 = func.call @dynamic_index_in_dim_6(%iterArg_48, %53) : (tensor<4x8x64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %67 = func.call @dynamic_index_in_dim_8(%iterArg_49, %53) : (tensor<4x512x64xf32>, tensor<i32>) -> tensor<512x64xf32>
      %68 = func.call @dynamic_index_in_dim_9(%iterArg_50, %53) : (tensor<4x512x1xf32>, tensor<i32>) -> tensor<512x1xf32>
      %69 = func.call @dynamic_index_in_dim_9(%iterArg_51, %53) : (tensor<4x512x1xf32>, tensor<i32>) -> tensor<512x1xf32>
      %70 = func.call @dynamic_index_in_dim_8(%iterArg_52, %53) : (tensor<4x512x64xf32>, tensor<i32>) -> tensor<512x64xf32>
      %71 = func.call @dynamic_index_in_dim_8(%iterArg_53, %53) : (tensor<4x512x64xf32>, tensor<i32>) -> tensor<512x64xf32>
      %72 = func.call @dynamic_index_in_dim_10(%iterArg_54, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %73 = func.call @dynamic_index_in_dim_10(%iterArg_55, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %74 = func.call @dynamic_index_in_dim_10(%iterArg_56, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %75 = func.call @dynamic_index_in_dim_10(%iterArg_57, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %76 = func.call @dynamic_index_in_dim_10(%iterArg_58, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %77 = func.call @dynamic_index_in_dim_0(%iterArg_59, %53) : (tensor<4x192x64xf32>, tensor<i32>) -> tensor<192x64xf32>
      %78 = func.call @dynamic_index_in_dim_10(%iterArg_60, %53) : (tensor<4x512x192xf32>, tensor<i32>) -> tensor<512x192xf32>
      %79:3 = func.call @closed_call_11(%iterArg_61, %iterArg_62, %iterArg_64, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<64x192xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<512x1xf32>, tensor<512x1xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<192x64xf32>, tensor<512x192xf32>) -> (tensor<512x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>)
      %80 = func.call @dynamic_update_index_in_dim_13(%iterArg_65, %79#1, %53) : (tensor<4x64x192xf32>, tensor<64x192xf32>, tensor<i32>) -> tensor<4x64x192xf32>
      %81 = func.call @dynamic_update_index_in_dim_14(%iterArg_66, %79#2, %53) : (tensor<4x192x64xf32>, tensor<192x64xf32>, tensor<i32>) -> tensor<4x192x64xf32>
      %c_69 = stablehlo.constant dense<1> : tensor<i32>
      %82 = stablehlo.add %iterArg_63, %c_69 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %82, %79#0, %80, %81 : tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x64x192xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x1xf32>, tensor<4x8x64x64xf32>, tensor<4x8x64x64xf32>, tensor<4x512x64xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<4x512x64xf32>, tensor<4x512x64xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x512x192xf32>, tensor<4x192x64xf32>, tensor<4x512x192xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<i32>, tensor<512x64xf32>, tensor<4x64x192xf32>, tensor<4x192x64xf32>
    }
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<4x64x192xf32>
    %41 = stablehlo.multiply %40, %arg2 : tensor<4x64x192xf32>
    %42 = stablehlo.add %41, %39#29 : tensor<4x64x192xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4x192x64xf32>
    %44 = stablehlo.multiply %43, %arg3 : tensor<4x192x64xf32>
    %45 = stablehlo.add %44, %39#30 : tensor<4x192x64xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4x64x192xf32>
    %47 = stablehlo.multiply %46, %42 : tensor<4x64x192xf32>
    %48 = stablehlo.subtract %arg0, %47 : tensor<4x64x192xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4x192x64xf32>
    %50 = stablehlo.multiply %49, %45 : tensor<4x192x64xf32>
    %51 = stablehlo.subtract %arg1, %50 : tensor<4x192x64xf32>
    return %48, %51, %42, %45, %32 : tensor<4x64x192xf32>, tensor<4x192x64xf32>, tensor<4x64x192xf32>, tensor<4x192x64xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<64x64xi1> loc(unknown)) -> tensor<64x64xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<64x64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %2 = stablehlo.add %0, %1 : tensor<64x64xi32>
    %3 = stablehlo.iota dim = 1 : tensor<64x64xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<64x64xi1>, tensor<64x64xi1>
    return %6 : tensor<64x64xi1>
  }
  func.func private @_where(%arg0: tensor<64x64xi1> loc(unknown), %arg1: tensor<f32> loc(unknown)) -> (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<64x64xi1>) -> tensor<8x64x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    return %1, %3, %2 : tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x64x192xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<64x192xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 192] : (tensor<4x64x192xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x192xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x192xf32>) -> tensor<64x192xf32>
    return %1 : tensor<64x192xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x192x64xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<192x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 192, 64] : (tensor<4x192x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x192x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x192x64xf32>) -> tensor<192x64xf32>
    return %1 : tensor<192x64xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x64x64xi1> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<512x64xf32> loc(unknown), %arg3: tensor<64x192xf32> loc(unknown), %arg4: tensor<192x64xf32> loc(unknown)) -> (tensor<512x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<512x1xf32>, tensor<512x1xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>) {
    %0 = stablehlo.reshape %arg2 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x64x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<8x64x64xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x64x64xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<8x64x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8x64x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %15 = stablehlo.add %13, %14 : tensor<8x64x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<8x64x1xf32>
    %17 = stablehlo.divide %16, %15 : tensor<8x64x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %19 = stablehlo.multiply %18, %17 : tensor<8x64x1xf32>
    %20 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %21 = stablehlo.multiply %6, %20 : tensor<8x64x64xf32>
    %22 = stablehlo.dot_general %21, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<64x192xf32>) -> tensor<8x64x192xf32>
    %23 = stablehlo.slice %22 [0:8, 0:64, 0:64] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %24 = stablehlo.slice %22 [0:8, 0:64, 64:128] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %25 = stablehlo.slice %22 [0:8, 0:64, 128:192] : (tensor<8x64x192xf32>) -> tensor<8x64x64xf32>
    %26 = stablehlo.transpose %24, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %27 = stablehlo.dot_general %23, %26, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_6 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %29 = stablehlo.divide %27, %28 : tensor<8x64x64xf32>
    %30 = call @_where_1(%29, %arg0, %arg1) : (tensor<8x64x64xf32>, tensor<8x64x64xi1>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_7) applies stablehlo.maximum across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<8x64xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %36 = stablehlo.subtract %30, %35 : tensor<8x64x64xf32>
    %37 = stablehlo.exponential %36 : tensor<8x64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %41 = stablehlo.divide %37, %40 : tensor<8x64x64xf32>
    %42 = stablehlo.multiply %39, %39 : tensor<8x64x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %44 = stablehlo.divide %43, %42 : tensor<8x64x1xf32>
    %45 = stablehlo.dot_general %41, %25, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %46 = stablehlo.reshape %45 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %47 = stablehlo.add %arg2, %46 : tensor<512x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_12 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %51 = stablehlo.divide %49, %50 : tensor<512x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %53 = stablehlo.subtract %47, %52 : tensor<512x64xf32>
    %54 = stablehlo.multiply %53, %53 : tensor<512x64xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<512x64xf32>
    %56 = stablehlo.multiply %55, %53 : tensor<512x64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%54 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<512xf32>) -> tensor<512x1xf32>
    %cst_15 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %60 = stablehlo.divide %58, %59 : tensor<512x1xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %62 = stablehlo.add %60, %61 : tensor<512x1xf32>
    %63 = stablehlo.rsqrt %62 : tensor<512x1xf32>
    %64 = stablehlo.divide %63, %62 : tensor<512x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %66 = stablehlo.multiply %65, %64 : tensor<512x1xf32>
    %67 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %68 = stablehlo.multiply %53, %67 : tensor<512x64xf32>
    %69 = stablehlo.dot_general %68, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<64x192xf32>) -> tensor<512x192xf32>
    %70 = stablehlo.multiply %69, %69 : tensor<512x192xf32>
    %71 = stablehlo.multiply %70, %69 : tensor<512x192xf32>
    %72 = stablehlo.multiply %69, %69 : tensor<512x192xf32>
    %cst_18 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<512x192xf32>
    %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %76 = stablehlo.multiply %75, %71 : tensor<512x192xf32>
    %77 = stablehlo.add %69, %76 : tensor<512x192xf32>
    %cst_20 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<512x192xf32>
    %80 = stablehlo.tanh %79 : tensor<512x192xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %82 = stablehlo.subtract %81, %80 : tensor<512x192xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %84 = stablehlo.add %83, %80 : tensor<512x192xf32>
    %cst_23 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %86 = stablehlo.multiply %85, %84 : tensor<512x192xf32>
    %87 = stablehlo.multiply %69, %86 : tensor<512x192xf32>
    %88 = stablehlo.dot_general %87, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<192x64xf32>) -> tensor<512x64xf32>
    %89 = stablehlo.add %47, %88 : tensor<512x64xf32>
    return %89, %9, %19, %16, %6, %21, %26, %23, %37, %39, %44, %25, %41, %56, %66, %63, %53, %68, %74, %80, %82, %86, %69, %87 : tensor<512x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x1xf32>, tensor<8x64x1xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<512x64xf32>, tensor<512x1xf32>, tensor<512x1xf32>, tensor<512x64xf32>, tensor<512x64xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>, tensor<512x192xf32>
  }
  func.func private @_where_1(%arg0: tensor<8x64x64xf32> loc(unknown), %arg1: tensor<8x64x64xi1> loc(unknown), %arg2: tensor<8x64x64xf32> loc(unknown)) -> tensor<8x64x64xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x64x64xi1>, tensor<8x64x64xf32>
    return %0 : tensor<8x64x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x64x64xf32> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x64x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x64x64xf32>) -> tensor<1x8x64x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x64x64xf32>, tensor<1x8x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64x64xf32>
    return %1 : tensor<4x8x64x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<4x8x64x1xf32> loc(unknown), %arg1: tensor<8x64x1xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x8x64x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x64x1xf32>) -> tensor<1x8x64x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<4x8x64x1xf32>, tensor<1x8x64x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64x1xf32>
    return %1 : tensor<4x8x64x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<4x512x64xf32> loc(unknown), %arg1: tensor<512x64xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x512x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x64xf32>) -> tensor<1x512x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x512x64xf32>, tensor<1x512x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x512x64xf32>
    return %1 : tensor<4x512x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<4x512x1xf32> loc(unknown), %arg1: tensor<512x1xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x512x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x1xf32>) -> tensor<1x512x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x512x1xf32>, tensor<1x512x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x512x1xf32>
    return %1 : tensor<4x512x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x512x192xf32> loc(unknown), %arg1: tensor<512x192xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x512x192xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x192xf32>) -> tensor<1x512x192xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x512x192xf32>, tensor<1x512x192xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x512x192xf32>
    return %1 : tensor<4x512x192xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<4x8x64x64xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x64x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 64, 64] : (tensor<4x8x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x64x64xf32>) -> tensor<8x64x64xf32>
    return %1 : tensor<8x64x64xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<4x8x64x1xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x64x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 64, 1] : (tensor<4x8x64x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x64x1xf32>) -> tensor<8x64x1xf32>
    return %1 : tensor<8x64x1xf32>
  }
  func.func private @dynamic_index_in_dim_8(%arg0: tensor<4x512x64xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<512x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 64] : (tensor<4x512x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x64xf32>) -> tensor<512x64xf32>
    return %1 : tensor<512x64xf32>
  }
  func.func private @dynamic_index_in_dim_9(%arg0: tensor<4x512x1xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<512x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 1] : (tensor<4x512x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x1xf32>) -> tensor<512x1xf32>
    return %1 : tensor<512x1xf32>
  }
  func.func private @dynamic_index_in_dim_10(%arg0: tensor<4x512x192xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<512x192xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 192] : (tensor<4x512x192xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x192xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x192xf32>) -> tensor<512x192xf32>
    return %1 : tensor<512x192xf32>
  }
  func.func private @closed_call_11(%arg0: tensor<8x64x64xi1> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<512x64xf32> loc(unknown), %arg3: tensor<8x64x64xf32> loc(unknown), %arg4: tensor<8x64x1xf32> loc(unknown), %arg5: tensor<8x64x1xf32> loc(unknown), %arg6: tensor<8x64x64xf32> loc(unknown), %arg7: tensor<64x192xf32> loc(unknown), %arg8: tensor<8x64x64xf32> loc(unknown), %arg9: tensor<8x64x64xf32> loc(unknown), %arg10: tensor<8x64x64xf32> loc(unknown), %arg11: tensor<8x64x64xf32> loc(unknown), %arg12: tensor<8x64x1xf32> loc(unknown), %arg13: tensor<8x64x1xf32> loc(unknown), %arg14: tensor<8x64x64xf32> loc(unknown), %arg15: tensor<8x64x64xf32> loc(unknown), %arg16: tensor<512x64xf32> loc(unknown), %arg17: tensor<512x1xf32> loc(unknown), %arg18: tensor<512x1xf32> loc(unknown), %arg19: tensor<512x64xf32> loc(unknown), %arg20: tensor<512x64xf32> loc(unknown), %arg21: tensor<512x192xf32> loc(unknown), %arg22: tensor<512x192xf32> loc(unknown), %arg23: tensor<512x192xf32> loc(unknown), %arg24: tensor<512x192xf32> loc(unknown), %arg25: tensor<512x192xf32> loc(unknown), %arg26: tensor<192x64xf32> loc(unknown), %arg27: tensor<512x192xf32> loc(unknown)) -> (tensor<512x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg27, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<512x192xf32>) -> tensor<64x192xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x192xf32>) -> tensor<192x64xf32>
    %2 = stablehlo.dot_general %arg2, %arg26, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x64xf32>, tensor<192x64xf32>) -> tensor<512x192xf32>
    %3 = stablehlo.multiply %arg25, %2 : tensor<512x192xf32>
    %4 = stablehlo.multiply %2, %arg24 : tensor<512x192xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<512x192xf32>
    %7 = stablehlo.multiply %6, %arg23 : tensor<512x192xf32>
    %8 = stablehlo.multiply %7, %arg22 : tensor<512x192xf32>
    %9 = stablehlo.add %7, %8 : tensor<512x192xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<512x192xf32>
    %12 = stablehlo.add %4, %11 : tensor<512x192xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x192xf32>
    %14 = stablehlo.multiply %13, %11 : tensor<512x192xf32>
    %15 = stablehlo.multiply %14, %arg21 : tensor<512x192xf32>
    %16 = stablehlo.add %12, %15 : tensor<512x192xf32>
    %17 = stablehlo.dot_general %16, %arg20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<512x64xf32>) -> tensor<192x64xf32>
    %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %19 = stablehlo.dot_general %16, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x192xf32>, tensor<64x192xf32>) -> tensor<512x64xf32>
    %20 = stablehlo.multiply %arg19, %19 : tensor<512x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %22 = stablehlo.reshape %21 : (tensor<512xf32>) -> tensor<512x1xf32>
    %23 = stablehlo.broadcast_in_dim %arg18, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %24 = stablehlo.multiply %19, %23 : tensor<512x64xf32>
    %25 = stablehlo.multiply %22, %arg17 : tensor<512x1xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<512x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %30 = stablehlo.multiply %29, %arg16 : tensor<512x64xf32>
    %31 = stablehlo.add %24, %30 : tensor<512x64xf32>
    %32 = stablehlo.negate %31 : tensor<512x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<512x64xf32>, tensor<f32>) -> tensor<512xf32>
    %34 = stablehlo.reshape %33 : (tensor<512xf32>) -> tensor<512x1xf32>
    %35 = stablehlo.add %arg2, %31 : tensor<512x64xf32>
    %cst_6 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
    %37 = stablehlo.divide %34, %36 : tensor<512x1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<512x1xf32>, tensor<f32>) -> tensor<512xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
    %40 = stablehlo.add %35, %39 : tensor<512x64xf32>
    %41 = stablehlo.reshape %40 : (tensor<512x64xf32>) -> tensor<8x64x64xf32>
    %42 = stablehlo.dot_general %41, %arg15, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %43 = stablehlo.transpose %42, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %44 = stablehlo.dot_general %41, %arg14, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %45 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %46 = stablehlo.multiply %44, %45 : tensor<8x64x64xf32>
    %47 = stablehlo.multiply %46, %arg11 : tensor<8x64x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %49 = stablehlo.reshape %48 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %50 = stablehlo.negate %49 : tensor<8x64x1xf32>
    %51 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %52 = stablehlo.divide %44, %51 : tensor<8x64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%50 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %55 = stablehlo.add %52, %54 : tensor<8x64x64xf32>
    %56 = stablehlo.multiply %55, %arg11 : tensor<8x64x64xf32>
    %57 = call @_where_12(%arg0, %arg1, %56) : (tensor<8x64x64xi1>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %cst_10 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %59 = stablehlo.divide %57, %58 : tensor<8x64x64xf32>
    %60 = stablehlo.dot_general %59, %arg10, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %61 = stablehlo.transpose %60, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %62 = stablehlo.dot_general %59, %arg9, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %63 = stablehlo.transpose %61, dims = [0, 2, 1] : (tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %64 = stablehlo.concatenate %62, %63, %43, dim = 2 : (tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>) -> tensor<8x64x192xf32>
    %65 = stablehlo.dot_general %64, %arg8, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<8x64x64xf32>) -> tensor<192x64xf32>
    %66 = stablehlo.transpose %65, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %67 = stablehlo.add %18, %66 : tensor<64x192xf32>
    %68 = stablehlo.dot_general %64, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x64x192xf32>, tensor<64x192xf32>) -> tensor<8x64x64xf32>
    %69 = stablehlo.multiply %arg6, %68 : tensor<8x64x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %71 = stablehlo.reshape %70 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %72 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2] : (tensor<8x64x1xf32>) -> tensor<8x64x64xf32>
    %73 = stablehlo.multiply %68, %72 : tensor<8x64x64xf32>
    %74 = stablehlo.multiply %71, %arg4 : tensor<8x64x1xf32>
    %cst_12 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %76 = stablehlo.divide %74, %75 : tensor<8x64x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %79 = stablehlo.multiply %78, %arg3 : tensor<8x64x64xf32>
    %80 = stablehlo.add %73, %79 : tensor<8x64x64xf32>
    %81 = stablehlo.negate %80 : tensor<8x64x64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x64x64xf32>, tensor<f32>) -> tensor<8x64xf32>
    %83 = stablehlo.reshape %82 : (tensor<8x64xf32>) -> tensor<8x64x1xf32>
    %cst_15 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x64x1xf32>
    %85 = stablehlo.divide %83, %84 : tensor<8x64x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<8x64x1xf32>, tensor<f32>) -> tensor<8x64xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<8x64xf32>) -> tensor<8x64x64xf32>
    %88 = stablehlo.add %80, %87 : tensor<8x64x64xf32>
    %89 = stablehlo.reshape %88 : (tensor<8x64x64xf32>) -> tensor<512x64xf32>
    %90 = stablehlo.add %40, %89 : tensor<512x64xf32>
    return %90, %67, %1 : tensor<512x64xf32>, tensor<64x192xf32>, tensor<192x64xf32>
  }
  func.func private @_where_12(%arg0: tensor<8x64x64xi1> loc(unknown), %arg1: tensor<8x64x64xf32> loc(unknown), %arg2: tensor<8x64x64xf32> loc(unknown)) -> tensor<8x64x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x64x64xi1>, tensor<8x64x64xf32>
    return %1 : tensor<8x64x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<4x64x192xf32> loc(unknown), %arg1: tensor<64x192xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x64x192xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x192xf32>) -> tensor<1x64x192xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x64x192xf32>, tensor<1x64x192xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x192xf32>
    return %1 : tensor<4x64x192xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<4x192x64xf32> loc(unknown), %arg1: tensor<192x64xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x192x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<192x64xf32>) -> tensor<1x192x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x192x64xf32>, tensor<1x192x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x192x64xf32>
    return %1 : tensor<4x192x64xf32>
  }
}
