module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x24x72xf32> {tf.aliasing_output = 0 : i32} loc("params['stack']['a']"), %arg1: tensor<4x72x24xf32> {tf.aliasing_output = 1 : i32} loc("params['stack']['b']"), %arg2: tensor<4x24x72xf32> {tf.aliasing_output = 2 : i32} loc("momentum['stack']['a']"), %arg3: tensor<4x72x24xf32> {tf.aliasing_output = 3 : i32} loc("momentum['stack']['b']"), %arg4: tensor<64x24xf32> loc("batch['x']"), %arg5: tensor<64x24xf32> loc("batch['y']")) -> (tensor<4x24x72xf32> {jax.result_info = "result[0]['stack']['a']"}, tensor<4x72x24xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<4x24x72xf32> {jax.result_info = "result[1]['stack']['a']"}, tensor<4x72x24xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x64x24xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x64x72xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x64x72xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %arg1, %iterArg_16 = %c, %iterArg_17 = %arg4, %iterArg_18 = %0, %iterArg_19 = %1, %iterArg_20 = %2) : tensor<4x24x72xf32>, tensor<4x72x24xf32>, tensor<i32>, tensor<64x24xf32>, tensor<4x64x24xf32>, tensor<4x64x72xf32>, tensor<4x64x72xf32>
    cond {
      %c_21 = stablehlo.constant dense<4> : tensor<i32>
      %29 = stablehlo.compare LT, %iterArg_16, %c_21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %29 : tensor<i1>
    } do {
      %29 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_16) : (tensor<4x24x72xf32>, tensor<i32>) -> tensor<24x72xf32>
      %30 = func.call @dynamic_index_in_dim_0(%iterArg_15, %iterArg_16) : (tensor<4x72x24xf32>, tensor<i32>) -> tensor<72x24xf32>
      %31:4 = func.call @closed_call(%iterArg_17, %29, %30) : (tensor<64x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>) -> (tensor<64x24xf32>, tensor<64x24xf32>, tensor<64x72xf32>, tensor<64x72xf32>)
      %32 = func.call @dynamic_update_index_in_dim(%iterArg_18, %31#1, %iterArg_16) : (tensor<4x64x24xf32>, tensor<64x24xf32>, tensor<i32>) -> tensor<4x64x24xf32>
      %33 = func.call @dynamic_update_index_in_dim_1(%iterArg_19, %31#2, %iterArg_16) : (tensor<4x64x72xf32>, tensor<64x72xf32>, tensor<i32>) -> tensor<4x64x72xf32>
      %34 = func.call @dynamic_update_index_in_dim_1(%iterArg_20, %31#3, %iterArg_16) : (tensor<4x64x72xf32>, tensor<64x72xf32>, tensor<i32>) -> tensor<4x64x72xf32>
      %c_21 = stablehlo.constant dense<1> : tensor<i32>
      %35 = stablehlo.add %iterArg_16, %c_21 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_15, %35, %31#0, %32, %33, %34 : tensor<4x24x72xf32>, tensor<4x72x24xf32>, tensor<i32>, tensor<64x24xf32>, tensor<4x64x24xf32>, tensor<4x64x72xf32>, tensor<4x64x72xf32>
    }
    %4 = stablehlo.subtract %3#3, %arg5 : tensor<64x24xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<64x24xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x24xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<64x24xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x24xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x24xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.536000e+03> : tensor<f32>
    %11 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<64x24xf32>
    %13 = stablehlo.multiply %12, %7 : tensor<64x24xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x24x72xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x72x24xf32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %16:9 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %3#4, %iterArg_16 = %3#5, %iterArg_17 = %3#6, %iterArg_18 = %arg1, %iterArg_19 = %c_10, %iterArg_20 = %13, %iterArg_21 = %14, %iterArg_22 = %15) : tensor<4x24x72xf32>, tensor<4x64x24xf32>, tensor<4x64x72xf32>, tensor<4x64x72xf32>, tensor<4x72x24xf32>, tensor<i32>, tensor<64x24xf32>, tensor<4x24x72xf32>, tensor<4x72x24xf32>
    cond {
      %c_23 = stablehlo.constant dense<4> : tensor<i32>
      %29 = stablehlo.compare LT, %iterArg_19, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %29 : tensor<i1>
    } do {
      %c_23 = stablehlo.constant dense<4> : tensor<i32>
      %29 = stablehlo.subtract %c_23, %iterArg_19 : tensor<i32>
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %30 = stablehlo.subtract %29, %c_24 : tensor<i32>
      %31 = func.call @dynamic_index_in_dim(%iterArg, %30) : (tensor<4x24x72xf32>, tensor<i32>) -> tensor<24x72xf32>
      %32 = func.call @dynamic_index_in_dim_2(%iterArg_15, %30) : (tensor<4x64x24xf32>, tensor<i32>) -> tensor<64x24xf32>
      %33 = func.call @dynamic_index_in_dim_3(%iterArg_16, %30) : (tensor<4x64x72xf32>, tensor<i32>) -> tensor<64x72xf32>
      %34 = func.call @dynamic_index_in_dim_3(%iterArg_17, %30) : (tensor<4x64x72xf32>, tensor<i32>) -> tensor<64x72xf32>
      %35 = func.call @dynamic_index_in_dim_0(%iterArg_18, %30) : (tensor<4x72x24xf32>, tensor<i32>) -> tensor<72x24xf32>
      %36:3 = func.call @closed_call_4(%iterArg_20, %31, %32, %33, %34, %35) : (tensor<64x24xf32>, tensor<24x72xf32>, tensor<64x24xf32>, tensor<64x72xf32>, tensor<64x72xf32>, tensor<72x24xf32>) -> (tensor<64x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>)
      %37 = func.call @dynamic_update_index_in_dim_5(%iterArg_21, %36#1, %30) : (tensor<4x24x72xf32>, tensor<24x72xf32>, tensor<i32>) -> tensor<4x24x72xf32>
      %38 = func.call @dynamic_update_index_in_dim_6(%iterArg_22, %36#2, %30) : (tensor<4x72x24xf32>, tensor<72x24xf32>, tensor<i32>) -> tensor<4x72x24xf32>
      %c_25 = stablehlo.constant dense<1> : tensor<i32>
      %39 = stablehlo.add %iterArg_19, %c_25 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %39, %36#0, %37, %38 : tensor<4x24x72xf32>, tensor<4x64x24xf32>, tensor<4x64x72xf32>, tensor<4x64x72xf32>, tensor<4x72x24xf32>, tensor<i32>, tensor<64x24xf32>, tensor<4x24x72xf32>, tensor<4x72x24xf32>
    }
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x24x72xf32>
    %18 = stablehlo.multiply %17, %arg2 : tensor<4x24x72xf32>
    %19 = stablehlo.add %18, %16#7 : tensor<4x24x72xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x72x24xf32>
    %21 = stablehlo.multiply %20, %arg3 : tensor<4x72x24xf32>
    %22 = stablehlo.add %21, %16#8 : tensor<4x72x24xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x24x72xf32>
    %24 = stablehlo.multiply %23, %19 : tensor<4x24x72xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<4x24x72xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x72x24xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<4x72x24xf32>
    %28 = stablehlo.subtract %arg1, %27 : tensor<4x72x24xf32>
    return %25, %28, %19, %22, %9 : tensor<4x24x72xf32>, tensor<4x72x24xf32>, tensor<4x24x72xf32>, tensor<4x72x24xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x24x72xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<24x72xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 24, 72] : (tensor<4x24x72xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x24x72xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x24x72xf32>) -> tensor<24x72xf32>
    return %1 : tensor<24x72xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x72x24xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<72x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 72, 24] : (tensor<4x72x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x72x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x72x24xf32>) -> tensor<72x24xf32>
    return %1 : tensor<72x24xf32>
  }
  func.func private @closed_call(%arg0: tensor<64x24xf32> loc(unknown), %arg1: tensor<24x72xf32> loc(unknown), %arg2: tensor<72x24xf32> loc(unknown)) -> (tensor<64x24xf32>, tensor<64x24xf32>, tensor<64x72xf32>, tensor<64x72xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<24x72xf32>) -> tensor<64x72xf32>
    %1 = stablehlo.tanh %0 : tensor<64x72xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x72xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<64x72xf32>
    %4 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<72x24xf32>) -> tensor<64x24xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<64x24xf32>
    return %5, %arg0, %1, %3 : tensor<64x24xf32>, tensor<64x24xf32>, tensor<64x72xf32>, tensor<64x72xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x64x24xf32> loc(unknown), %arg1: tensor<64x24xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x64x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x24xf32>) -> tensor<1x64x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x64x24xf32>, tensor<1x64x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x24xf32>
    return %1 : tensor<4x64x24xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<4x64x72xf32> loc(unknown), %arg1: tensor<64x72xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x64x72xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x72xf32>) -> tensor<1x64x72xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x64x72xf32>, tensor<1x64x72xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x64x72xf32>
    return %1 : tensor<4x64x72xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<4x64x24xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<64x24xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 24] : (tensor<4x64x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x24xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x24xf32>) -> tensor<64x24xf32>
    return %1 : tensor<64x24xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<4x64x72xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<64x72xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 72] : (tensor<4x64x72xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x72xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x72xf32>) -> tensor<64x72xf32>
    return %1 : tensor<64x72xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<64x24xf32> loc(unknown), %arg1: tensor<24x72xf32> loc(unknown), %arg2: tensor<64x24xf32> loc(unknown), %arg3: tensor<64x72xf32> loc(unknown), %arg4: tensor<64x72xf32> loc(unknown), %arg5: tensor<72x24xf32> loc(unknown)) -> (tensor<64x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<64x72xf32>) -> tensor<24x72xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<24x72xf32>) -> tensor<72x24xf32>
    %2 = stablehlo.dot_general %arg0, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x24xf32>, tensor<72x24xf32>) -> tensor<64x72xf32>
    %3 = stablehlo.multiply %2, %arg4 : tensor<64x72xf32>
    %4 = stablehlo.multiply %3, %arg3 : tensor<64x72xf32>
    %5 = stablehlo.add %3, %4 : tensor<64x72xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<64x24xf32>) -> tensor<72x24xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<72x24xf32>) -> tensor<24x72xf32>
    %8 = stablehlo.dot_general %5, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x72xf32>, tensor<24x72xf32>) -> tensor<64x24xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<64x24xf32>
    return %9, %7, %1 : tensor<64x24xf32>, tensor<24x72xf32>, tensor<72x24xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<4x24x72xf32> loc(unknown), %arg1: tensor<24x72xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x24x72xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<24x72xf32>) -> tensor<1x24x72xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x24x72xf32>, tensor<1x24x72xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x24x72xf32>
    return %1 : tensor<4x24x72xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<4x72x24xf32> loc(unknown), %arg1: tensor<72x24xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<4x72x24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<72x24xf32>) -> tensor<1x72x24xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x72x24xf32>, tensor<1x72x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x72x24xf32>
    return %1 : tensor<4x72x24xf32>
  }
}
