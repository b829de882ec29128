module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<5x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<5x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("momentum['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("momentum['out']"), %arg6: tensor<5x8xf32> {tf.aliasing_output = 6 : i32} loc("momentum['stack']['b']"), %arg7: tensor<5x8x8xf32> {tf.aliasing_output = 7 : i32} loc("momentum['stack']['w']"), %arg8: tensor<16x12xf32> loc("batch['x']"), %arg9: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<5x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<5x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<5x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<5x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<f32> {jax.result_info = "result[2]['loss']"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    call @silu() : () -> ()
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x16x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %7:11 = stablehlo.while(%iterArg = %arg2, %iterArg_31 = %arg3, %iterArg_32 = %c, %iterArg_33 = %0, %iterArg_34 = %cst, %iterArg_35 = %1, %iterArg_36 = %2, %iterArg_37 = %3, %iterArg_38 = %4, %iterArg_39 = %5, %iterArg_40 = %6) : tensor<5x8xf32>, tensor<5x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<f32>, tensor<5xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<5> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_32, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %c_41 = stablehlo.constant dense<5> : tensor<i32>
      %60 = stablehlo.subtract %c_41, %iterArg_32 : tensor<i32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %61 = stablehlo.subtract %60, %c_42 : tensor<i32>
      %62 = func.call @dynamic_index_in_dim(%iterArg, %61) : (tensor<5x8xf32>, tensor<i32>) -> tensor<8xf32>
      %63 = func.call @dynamic_index_in_dim_0(%iterArg_31, %61) : (tensor<5x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %64:8 = func.call @closed_call(%iterArg_33, %iterArg_34, %62, %63) : (tensor<16x8xf32>, tensor<f32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<f32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %65 = func.call @dynamic_update_index_in_dim(%iterArg_35, %64#2, %61) : (tensor<5xf32>, tensor<f32>, tensor<i32>) -> tensor<5xf32>
      %66 = func.call @dynamic_update_index_in_dim_2(%iterArg_36, %64#3, %61) : (tensor<5x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<5x16x8xf32>
      %67 = func.call @dynamic_update_index_in_dim_2(%iterArg_37, %64#4, %61) : (tensor<5x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<5x16x8xf32>
      %68 = func.call @dynamic_update_index_in_dim_2(%iterArg_38, %64#5, %61) : (tensor<5x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<5x16x8xf32>
      %69 = func.call @dynamic_update_index_in_dim_2(%iterArg_39, %64#6, %61) : (tensor<5x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<5x16x8xf32>
      %70 = func.call @dynamic_update_index_in_dim_2(%iterArg_40, %64#7, %61) : (tensor<5x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<5x16x8xf32>
      %c_43 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.add %iterArg_32, %c_43 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_31, %71, %64#0, %64#1, %65, %66, %67, %68, %69, %70 : tensor<5x8xf32>, tensor<5x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<f32>, tensor<5xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>
    }
    %8 = stablehlo.dot_general %7#3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %9 = stablehlo.subtract %8, %arg9 : tensor<16x6xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<16x6xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<16x6xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%10 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %14 = stablehlo.divide %13, %cst_8 : tensor<f32>
    %cst_9 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %15 = stablehlo.multiply %cst_9, %7#4 : tensor<f32>
    %16 = stablehlo.add %14, %15 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%7#5 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %18 = stablehlo.divide %17, %cst_11 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.multiply %cst_12, %18 : tensor<f32>
    %20 = stablehlo.add %16, %19 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.multiply %cst_13, %cst_14 : tensor<f32>
    %cst_15 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %22 = stablehlo.divide %21, %cst_15 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.multiply %cst_16, %cst_17 : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_19 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %25 = stablehlo.divide %cst_18, %cst_19 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %27 = stablehlo.multiply %26, %12 : tensor<16x6xf32>
    %28 = stablehlo.dot_general %27, %7#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %30 = stablehlo.dot_general %27, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<5x8x8xf32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %33:12 = stablehlo.while(%iterArg = %23, %iterArg_31 = %arg3, %iterArg_32 = %7#6, %iterArg_33 = %7#7, %iterArg_34 = %7#8, %iterArg_35 = %7#9, %iterArg_36 = %7#10, %iterArg_37 = %c_22, %iterArg_38 = %30, %iterArg_39 = %24, %iterArg_40 = %31, %iterArg_41 = %32) : tensor<5xf32>, tensor<5x8x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<f32>, tensor<5x8xf32>, tensor<5x8x8xf32>
    cond {
      %c_42 = stablehlo.constant dense<5> : tensor<i32>
      %60 = stablehlo.compare LT, %iterArg_37, %c_42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %60 : tensor<i1>
    } do {
      %60 = func.call @dynamic_index_in_dim_3(%iterArg, %iterArg_37) : (tensor<5xf32>, tensor<i32>) -> tensor<f32>
      %61 = func.call @dynamic_index_in_dim_0(%iterArg_31, %iterArg_37) : (tensor<5x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %62 = func.call @dynamic_index_in_dim_4(%iterArg_32, %iterArg_37) : (tensor<5x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %63 = func.call @dynamic_index_in_dim_4(%iterArg_33, %iterArg_37) : (tensor<5x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %64 = func.call @dynamic_index_in_dim_4(%iterArg_34, %iterArg_37) : (tensor<5x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %65 = func.call @dynamic_index_in_dim_4(%iterArg_35, %iterArg_37) : (tensor<5x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %66 = func.call @dynamic_index_in_dim_4(%iterArg_36, %iterArg_37) : (tensor<5x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %67:4 = func.call @closed_call_5(%iterArg_38, %iterArg_39, %60, %61, %62, %63, %64, %65, %66) : (tensor<16x8xf32>, tensor<f32>, tensor<f32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<f32>, tensor<8xf32>, tensor<8x8xf32>)
      %68 = func.call @dynamic_update_index_in_dim_7(%iterArg_40, %67#2, %iterArg_37) : (tensor<5x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<5x8xf32>
      %69 = func.call @dynamic_update_index_in_dim_8(%iterArg_41, %67#3, %iterArg_37) : (tensor<5x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<5x8x8xf32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %70 = stablehlo.add %iterArg_37, %c_42 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %70, %67#0, %67#1, %68, %69 : tensor<5xf32>, tensor<5x8x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<5x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<f32>, tensor<5x8xf32>, tensor<5x8x8xf32>
    }
    %34 = stablehlo.dot_general %33#8, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %37 = stablehlo.multiply %36, %arg4 : tensor<12x8xf32>
    %38 = stablehlo.add %37, %35 : tensor<12x8xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %40 = stablehlo.multiply %39, %arg5 : tensor<8x6xf32>
    %41 = stablehlo.add %40, %29 : tensor<8x6xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %43 = stablehlo.multiply %42, %arg6 : tensor<5x8xf32>
    %44 = stablehlo.add %43, %33#10 : tensor<5x8xf32>
    %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<5x8x8xf32>
    %46 = stablehlo.multiply %45, %arg7 : tensor<5x8x8xf32>
    %47 = stablehlo.add %46, %33#11 : tensor<5x8x8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %49 = stablehlo.multiply %48, %38 : tensor<12x8xf32>
    %50 = stablehlo.subtract %arg0, %49 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %52 = stablehlo.multiply %51, %41 : tensor<8x6xf32>
    %53 = stablehlo.subtract %arg1, %52 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %55 = stablehlo.multiply %54, %44 : tensor<5x8xf32>
    %56 = stablehlo.subtract %arg2, %55 : tensor<5x8xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<5x8x8xf32>
    %58 = stablehlo.multiply %57, %47 : tensor<5x8x8xf32>
    %59 = stablehlo.subtract %arg3, %58 : tensor<5x8x8xf32>
    return %50, %53, %56, %59, %38, %41, %44, %47, %20 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<5x8xf32>, tensor<5x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<5x8xf32>, tensor<5x8x8xf32>, tensor<f32>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<5x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<5x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<5x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<8xf32> loc(unknown), %arg3: tensor<8x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<f32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4:3 = call @silu_1(%3) : (tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4#0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %6 = stablehlo.divide %5, %cst_0 : tensor<f32>
    %7 = stablehlo.convert %arg1 : tensor<f32>
    %8 = stablehlo.add %7, %6 : tensor<f32>
    %9 = stablehlo.multiply %4#0, %4#0 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_2 : tensor<f32>
    return %4#0, %8, %11, %arg0, %4#1, %4#2, %3, %4#0 : tensor<16x8xf32>, tensor<f32>, tensor<f32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @silu_1(%arg0: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<16x8xf32>
    %1 = stablehlo.exponential %0 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %2, %1 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %5 = stablehlo.divide %4, %3 : tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<16x8xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<16x8xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<16x8xf32>
    return %9, %8, %5 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<5x16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<5x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x16x8xf32>
    return %1 : tensor<5x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<5xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<5x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<5x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_5(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<f32> loc(unknown), %arg2: tensor<f32> loc(unknown), %arg3: tensor<8x8xf32> loc(unknown), %arg4: tensor<16x8xf32> loc(unknown), %arg5: tensor<16x8xf32> loc(unknown), %arg6: tensor<16x8xf32> loc(unknown), %arg7: tensor<16x8xf32> loc(unknown), %arg8: tensor<16x8xf32> loc(unknown)) -> (tensor<16x8xf32>, tensor<f32>, tensor<8xf32>, tensor<8x8xf32>) {
    %cst = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %0 = stablehlo.divide %arg2, %cst : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %2 = stablehlo.multiply %arg8, %1 : tensor<16x8xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<16x8xf32>
    %4 = stablehlo.multiply %1, %arg8 : tensor<16x8xf32>
    %5 = stablehlo.add %3, %4 : tensor<16x8xf32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %6 = stablehlo.divide %arg1, %cst_0 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %8 = stablehlo.add %5, %7 : tensor<16x8xf32>
    %9 = call @silu_6(%arg5, %arg6, %arg7, %8) : (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %11 = stablehlo.reshape %10 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %13 = stablehlo.dot_general %9, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %15 = stablehlo.dot_general %9, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    return %15, %arg1, %12, %14 : tensor<16x8xf32>, tensor<f32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @silu_6(%arg0: tensor<16x8xf32> loc(unknown), %arg1: tensor<16x8xf32> loc(unknown), %arg2: tensor<16x8xf32> loc(unknown), %arg3: tensor<16x8xf32> loc(unknown)) -> tensor<16x8xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<16x8xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<16x8xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<16x8xf32>
    %3 = stablehlo.add %1, %2 : tensor<16x8xf32>
    return %3 : tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<5x8xf32> loc(unknown), %arg1: tensor<8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<5x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
    return %1 : tensor<5x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<5x8x8xf32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<5x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x8x8xf32>
    return %1 : tensor<5x8x8xf32>
  }
}
