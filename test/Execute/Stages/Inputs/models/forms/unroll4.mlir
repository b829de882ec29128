module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.slice %arg2 [0:4, 0:8] : (tensor<6x8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.slice %arg2 [4:6, 0:8] : (tensor<6x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.slice %arg3 [0:4, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<4x8x8xf32>
    %4 = stablehlo.slice %arg3 [4:6, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<2x8x8xf32>
    %5 = stablehlo.reshape %1 : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %6 = stablehlo.reshape %3 : (tensor<4x8x8xf32>) -> tensor<1x4x8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x4x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x4x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x4x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %10:7 = stablehlo.while(%iterArg = %5, %iterArg_34 = %6, %iterArg_35 = %c, %iterArg_36 = %0, %iterArg_37 = %7, %iterArg_38 = %8, %iterArg_39 = %9) : tensor<1x4x8xf32>, tensor<1x4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>
    cond {
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %166 = stablehlo.compare LT, %iterArg_35, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %166 : tensor<i1>
    } do {
      %166 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_35) : (tensor<1x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
      %167 = func.call @dynamic_index_in_dim_0(%iterArg_34, %iterArg_35) : (tensor<1x4x8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %168 = stablehlo.slice %166 [0:1, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      %169 = stablehlo.reshape %168 : (tensor<1x8xf32>) -> tensor<8xf32>
      %170 = stablehlo.slice %167 [0:1, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %171 = stablehlo.reshape %170 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %172:4 = func.call @closed_call(%iterArg_36, %169, %171) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %173 = stablehlo.slice %166 [1:2, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      %174 = stablehlo.reshape %173 : (tensor<1x8xf32>) -> tensor<8xf32>
      %175 = stablehlo.slice %167 [1:2, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %176 = stablehlo.reshape %175 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %177:4 = func.call @closed_call(%172#0, %174, %176) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %178 = stablehlo.slice %166 [2:3, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      %179 = stablehlo.reshape %178 : (tensor<1x8xf32>) -> tensor<8xf32>
      %180 = stablehlo.slice %167 [2:3, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %181 = stablehlo.reshape %180 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %182:4 = func.call @closed_call(%177#0, %179, %181) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %183 = stablehlo.slice %166 [3:4, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
      %184 = stablehlo.reshape %183 : (tensor<1x8xf32>) -> tensor<8xf32>
      %185 = stablehlo.slice %167 [3:4, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %186 = stablehlo.reshape %185 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %187:4 = func.call @closed_call(%182#0, %184, %186) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %188 = stablehlo.broadcast_in_dim %172#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %189 = stablehlo.broadcast_in_dim %177#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %190 = stablehlo.broadcast_in_dim %182#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %191 = stablehlo.broadcast_in_dim %187#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %192 = stablehlo.concatenate %188, %189, %190, %191, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<4x16x8xf32>
      %193 = stablehlo.broadcast_in_dim %172#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %194 = stablehlo.broadcast_in_dim %177#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %195 = stablehlo.broadcast_in_dim %182#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %196 = stablehlo.broadcast_in_dim %187#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %197 = stablehlo.concatenate %193, %194, %195, %196, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<4x16x8xf32>
      %198 = stablehlo.broadcast_in_dim %172#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %199 = stablehlo.broadcast_in_dim %177#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %200 = stablehlo.broadcast_in_dim %182#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %201 = stablehlo.broadcast_in_dim %187#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
      %202 = stablehlo.concatenate %198, %199, %200, %201, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<4x16x8xf32>
      %203 = func.call @dynamic_update_index_in_dim(%iterArg_37, %192, %iterArg_35) : (tensor<1x4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>) -> tensor<1x4x16x8xf32>
      %204 = func.call @dynamic_update_index_in_dim(%iterArg_38, %197, %iterArg_35) : (tensor<1x4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>) -> tensor<1x4x16x8xf32>
      %205 = func.call @dynamic_update_index_in_dim(%iterArg_39, %202, %iterArg_35) : (tensor<1x4x16x8xf32>, tensor<4x16x8xf32>, tensor<i32>) -> tensor<1x4x16x8xf32>
      %c_40 = stablehlo.constant dense<1> : tensor<i32>
      %206 = stablehlo.add %iterArg_35, %c_40 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %206, %187#0, %203, %204, %205 : tensor<1x4x8xf32>, tensor<1x4x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>
    }
    %11 = stablehlo.reshape %10#4 : (tensor<1x4x16x8xf32>) -> tensor<4x16x8xf32>
    %12 = stablehlo.reshape %10#5 : (tensor<1x4x16x8xf32>) -> tensor<4x16x8xf32>
    %13 = stablehlo.reshape %10#6 : (tensor<1x4x16x8xf32>) -> tensor<4x16x8xf32>
    %14 = stablehlo.slice %2 [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %15 = stablehlo.reshape %14 : (tensor<1x8xf32>) -> tensor<8xf32>
    %16 = stablehlo.slice %4 [0:1, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
    %17 = stablehlo.reshape %16 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %18:4 = call @closed_call(%10#3, %15, %17) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
    %19 = stablehlo.slice %2 [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %20 = stablehlo.reshape %19 : (tensor<1x8xf32>) -> tensor<8xf32>
    %21 = stablehlo.slice %4 [1:2, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %23:4 = call @closed_call(%18#0, %20, %22) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
    %24 = stablehlo.broadcast_in_dim %18#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %25 = stablehlo.broadcast_in_dim %23#1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %26 = stablehlo.concatenate %24, %25, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
    %27 = stablehlo.broadcast_in_dim %18#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %28 = stablehlo.broadcast_in_dim %23#2, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
    %30 = stablehlo.broadcast_in_dim %18#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %31 = stablehlo.broadcast_in_dim %23#3, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %32 = stablehlo.concatenate %30, %31, dim = 0 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<2x16x8xf32>
    %33 = stablehlo.concatenate %11, %26, dim = 0 : (tensor<4x16x8xf32>, tensor<2x16x8xf32>) -> tensor<6x16x8xf32>
    %34 = stablehlo.concatenate %12, %29, dim = 0 : (tensor<4x16x8xf32>, tensor<2x16x8xf32>) -> tensor<6x16x8xf32>
    %35 = stablehlo.concatenate %13, %32, dim = 0 : (tensor<4x16x8xf32>, tensor<2x16x8xf32>) -> tensor<6x16x8xf32>
    %36 = stablehlo.dot_general %23#0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %37 = stablehlo.subtract %36, %arg13 : tensor<16x6xf32>
    %38 = stablehlo.multiply %37, %37 : tensor<16x6xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %40 = stablehlo.multiply %39, %37 : tensor<16x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%38 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %42 = stablehlo.divide %41, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %43 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %45 = stablehlo.multiply %44, %40 : tensor<16x6xf32>
    %46 = stablehlo.dot_general %45, %23#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %47 = stablehlo.transpose %46, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %48 = stablehlo.dot_general %45, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %49 = stablehlo.slice %arg3 [0:2, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<2x8x8xf32>
    %50 = stablehlo.slice %arg3 [2:6, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<4x8x8xf32>
    %51 = stablehlo.slice %33 [0:2, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<2x16x8xf32>
    %52 = stablehlo.slice %33 [2:6, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<4x16x8xf32>
    %53 = stablehlo.slice %34 [0:2, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<2x16x8xf32>
    %54 = stablehlo.slice %34 [2:6, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<4x16x8xf32>
    %55 = stablehlo.slice %35 [0:2, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<2x16x8xf32>
    %56 = stablehlo.slice %35 [2:6, 0:16, 0:8] : (tensor<6x16x8xf32>) -> tensor<4x16x8xf32>
    %57 = stablehlo.reshape %50 : (tensor<4x8x8xf32>) -> tensor<1x4x8x8xf32>
    %58 = stablehlo.reshape %52 : (tensor<4x16x8xf32>) -> tensor<1x4x16x8xf32>
    %59 = stablehlo.reshape %54 : (tensor<4x16x8xf32>) -> tensor<1x4x16x8xf32>
    %60 = stablehlo.reshape %56 : (tensor<4x16x8xf32>) -> tensor<1x4x16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x4x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x4x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %63:8 = stablehlo.while(%iterArg = %57, %iterArg_34 = %58, %iterArg_35 = %59, %iterArg_36 = %60, %iterArg_37 = %c_9, %iterArg_38 = %48, %iterArg_39 = %61, %iterArg_40 = %62) : tensor<1x4x8x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<1x4x8xf32>, tensor<1x4x8x8xf32>
    cond {
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %166 = stablehlo.compare LT, %iterArg_37, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %166 : tensor<i1>
    } do {
      %c_41 = stablehlo.constant dense<1> : tensor<i32>
      %166 = stablehlo.subtract %c_41, %iterArg_37 : tensor<i32>
      %c_42 = stablehlo.constant dense<1> : tensor<i32>
      %167 = stablehlo.subtract %166, %c_42 : tensor<i32>
      %168 = func.call @dynamic_index_in_dim_0(%iterArg, %167) : (tensor<1x4x8x8xf32>, tensor<i32>) -> tensor<4x8x8xf32>
      %169 = func.call @dynamic_index_in_dim_1(%iterArg_34, %167) : (tensor<1x4x16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %170 = func.call @dynamic_index_in_dim_1(%iterArg_35, %167) : (tensor<1x4x16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %171 = func.call @dynamic_index_in_dim_1(%iterArg_36, %167) : (tensor<1x4x16x8xf32>, tensor<i32>) -> tensor<4x16x8xf32>
      %172 = stablehlo.slice %168 [3:4, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %173 = stablehlo.reshape %172 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %174 = stablehlo.slice %169 [3:4, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %175 = stablehlo.reshape %174 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %176 = stablehlo.slice %170 [3:4, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %177 = stablehlo.reshape %176 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %178 = stablehlo.slice %171 [3:4, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %179 = stablehlo.reshape %178 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %180:3 = func.call @closed_call_2(%iterArg_38, %173, %175, %177, %179) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %181 = stablehlo.slice %168 [2:3, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %182 = stablehlo.reshape %181 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %183 = stablehlo.slice %169 [2:3, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %184 = stablehlo.reshape %183 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %185 = stablehlo.slice %170 [2:3, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %186 = stablehlo.reshape %185 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %187 = stablehlo.slice %171 [2:3, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %188 = stablehlo.reshape %187 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %189:3 = func.call @closed_call_2(%180#0, %182, %184, %186, %188) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %190 = stablehlo.slice %168 [1:2, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %191 = stablehlo.reshape %190 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %192 = stablehlo.slice %169 [1:2, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %193 = stablehlo.reshape %192 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %194 = stablehlo.slice %170 [1:2, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %195 = stablehlo.reshape %194 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %196 = stablehlo.slice %171 [1:2, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %197 = stablehlo.reshape %196 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %198:3 = func.call @closed_call_2(%189#0, %191, %193, %195, %197) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %199 = stablehlo.slice %168 [0:1, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<1x8x8xf32>
      %200 = stablehlo.reshape %199 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %201 = stablehlo.slice %169 [0:1, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %202 = stablehlo.reshape %201 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %203 = stablehlo.slice %170 [0:1, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %204 = stablehlo.reshape %203 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %205 = stablehlo.slice %171 [0:1, 0:16, 0:8] : (tensor<4x16x8xf32>) -> tensor<1x16x8xf32>
      %206 = stablehlo.reshape %205 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
      %207:3 = func.call @closed_call_2(%198#0, %200, %202, %204, %206) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %208 = stablehlo.broadcast_in_dim %207#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %209 = stablehlo.broadcast_in_dim %198#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %210 = stablehlo.broadcast_in_dim %189#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %211 = stablehlo.broadcast_in_dim %180#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
      %212 = stablehlo.concatenate %208, %209, %210, %211, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
      %213 = stablehlo.broadcast_in_dim %207#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %214 = stablehlo.broadcast_in_dim %198#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %215 = stablehlo.broadcast_in_dim %189#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %216 = stablehlo.broadcast_in_dim %180#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      %217 = stablehlo.concatenate %213, %214, %215, %216, dim = 0 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<4x8x8xf32>
      %218 = func.call @dynamic_update_index_in_dim_3(%iterArg_39, %212, %167) : (tensor<1x4x8xf32>, tensor<4x8xf32>, tensor<i32>) -> tensor<1x4x8xf32>
      %219 = func.call @dynamic_update_index_in_dim_4(%iterArg_40, %217, %167) : (tensor<1x4x8x8xf32>, tensor<4x8x8xf32>, tensor<i32>) -> tensor<1x4x8x8xf32>
      %c_43 = stablehlo.constant dense<1> : tensor<i32>
      %220 = stablehlo.add %iterArg_37, %c_43 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_34, %iterArg_35, %iterArg_36, %220, %207#0, %218, %219 : tensor<1x4x8x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<1x4x8xf32>, tensor<1x4x8x8xf32>
    }
    %64 = stablehlo.reshape %63#6 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    %65 = stablehlo.reshape %63#7 : (tensor<1x4x8x8xf32>) -> tensor<4x8x8xf32>
    %66 = stablehlo.slice %49 [1:2, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
    %67 = stablehlo.reshape %66 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %68 = stablehlo.slice %51 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %69 = stablehlo.reshape %68 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %70 = stablehlo.slice %53 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %71 = stablehlo.reshape %70 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %72 = stablehlo.slice %55 [1:2, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %73 = stablehlo.reshape %72 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %74:3 = call @closed_call_2(%63#5, %67, %69, %71, %73) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
    %75 = stablehlo.slice %49 [0:1, 0:8, 0:8] : (tensor<2x8x8xf32>) -> tensor<1x8x8xf32>
    %76 = stablehlo.reshape %75 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %77 = stablehlo.slice %51 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %78 = stablehlo.reshape %77 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %79 = stablehlo.slice %53 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %80 = stablehlo.reshape %79 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %81 = stablehlo.slice %55 [0:1, 0:16, 0:8] : (tensor<2x16x8xf32>) -> tensor<1x16x8xf32>
    %82 = stablehlo.reshape %81 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    %83:3 = call @closed_call_2(%74#0, %76, %78, %80, %82) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
    %84 = stablehlo.broadcast_in_dim %83#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %85 = stablehlo.broadcast_in_dim %74#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %86 = stablehlo.concatenate %84, %85, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
    %87 = stablehlo.broadcast_in_dim %83#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %88 = stablehlo.broadcast_in_dim %74#2, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %89 = stablehlo.concatenate %87, %88, dim = 0 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<2x8x8xf32>
    %90 = stablehlo.concatenate %86, %64, dim = 0 : (tensor<2x8xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
    %91 = stablehlo.concatenate %89, %65, dim = 0 : (tensor<2x8x8xf32>, tensor<4x8x8xf32>) -> tensor<6x8x8xf32>
    %92 = stablehlo.dot_general %83#0, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %95 = stablehlo.multiply %94, %arg4 : tensor<12x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %97 = stablehlo.multiply %96, %93 : tensor<12x8xf32>
    %98 = stablehlo.add %95, %97 : tensor<12x8xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %100 = stablehlo.multiply %99, %arg5 : tensor<8x6xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %102 = stablehlo.multiply %101, %47 : tensor<8x6xf32>
    %103 = stablehlo.add %100, %102 : tensor<8x6xf32>
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %105 = stablehlo.multiply %104, %arg6 : tensor<6x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %107 = stablehlo.multiply %106, %90 : tensor<6x8xf32>
    %108 = stablehlo.add %105, %107 : tensor<6x8xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %110 = stablehlo.multiply %109, %arg7 : tensor<6x8x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %112 = stablehlo.multiply %111, %91 : tensor<6x8x8xf32>
    %113 = stablehlo.add %110, %112 : tensor<6x8x8xf32>
    %cst_18 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %115 = stablehlo.multiply %114, %arg8 : tensor<12x8xf32>
    %cst_19 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %117 = stablehlo.multiply %116, %93 : tensor<12x8xf32>
    %118 = stablehlo.multiply %117, %93 : tensor<12x8xf32>
    %119 = stablehlo.add %115, %118 : tensor<12x8xf32>
    %cst_20 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %121 = stablehlo.multiply %120, %arg9 : tensor<8x6xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %123 = stablehlo.multiply %122, %47 : tensor<8x6xf32>
    %124 = stablehlo.multiply %123, %47 : tensor<8x6xf32>
    %125 = stablehlo.add %121, %124 : tensor<8x6xf32>
    %cst_22 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %127 = stablehlo.multiply %126, %arg10 : tensor<6x8xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %129 = stablehlo.multiply %128, %90 : tensor<6x8xf32>
    %130 = stablehlo.multiply %129, %90 : tensor<6x8xf32>
    %131 = stablehlo.add %127, %130 : tensor<6x8xf32>
    %cst_24 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %133 = stablehlo.multiply %132, %arg11 : tensor<6x8x8xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %135 = stablehlo.multiply %134, %91 : tensor<6x8x8xf32>
    %136 = stablehlo.multiply %135, %91 : tensor<6x8x8xf32>
    %137 = stablehlo.add %133, %136 : tensor<6x8x8xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %139 = stablehlo.multiply %138, %98 : tensor<12x8xf32>
    %140 = stablehlo.sqrt %119 : tensor<12x8xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %142 = stablehlo.add %140, %141 : tensor<12x8xf32>
    %143 = stablehlo.divide %139, %142 : tensor<12x8xf32>
    %144 = stablehlo.subtract %arg0, %143 : tensor<12x8xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %146 = stablehlo.multiply %145, %103 : tensor<8x6xf32>
    %147 = stablehlo.sqrt %125 : tensor<8x6xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %149 = stablehlo.add %147, %148 : tensor<8x6xf32>
    %150 = stablehlo.divide %146, %149 : tensor<8x6xf32>
    %151 = stablehlo.subtract %arg1, %150 : tensor<8x6xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %153 = stablehlo.multiply %152, %108 : tensor<6x8xf32>
    %154 = stablehlo.sqrt %131 : tensor<6x8xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %156 = stablehlo.add %154, %155 : tensor<6x8xf32>
    %157 = stablehlo.divide %153, %156 : tensor<6x8xf32>
    %158 = stablehlo.subtract %arg2, %157 : tensor<6x8xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %160 = stablehlo.multiply %159, %113 : tensor<6x8x8xf32>
    %161 = stablehlo.sqrt %137 : tensor<6x8x8xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %163 = stablehlo.add %161, %162 : tensor<6x8x8xf32>
    %164 = stablehlo.divide %160, %163 : tensor<6x8x8xf32>
    %165 = stablehlo.subtract %arg3, %164 : tensor<6x8x8xf32>
    return %144, %151, %158, %165, %98, %103, %108, %113, %119, %125, %131, %137, %42 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<1x4x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 8] : (tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<1x4x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<4x8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 8] : (tensor<1x4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x8xf32>) -> tensor<4x8x8xf32>
    return %1 : tensor<4x8x8xf32>
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
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<1x4x16x8xf32> loc(unknown), %arg1: tensor<4x16x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<1x4x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x16x8xf32>) -> tensor<1x4x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<1x4x16x8xf32>, tensor<1x4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16x8xf32>
    return %1 : tensor<1x4x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<1x4x16x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> tensor<4x16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 16, 8] : (tensor<1x4x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x16x8xf32>) -> tensor<4x16x8xf32>
    return %1 : tensor<4x16x8xf32>
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
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<1x4x8xf32> loc(unknown), %arg1: tensor<4x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<1x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<1x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
    return %1 : tensor<1x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<1x4x8x8xf32> loc(unknown), %arg1: tensor<4x8x8xf32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<1x4x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x8xf32>) -> tensor<1x4x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x8xf32>
    return %1 : tensor<1x4x8x8xf32>
  }
}
