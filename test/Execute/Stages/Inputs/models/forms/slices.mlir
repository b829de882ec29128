module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.slice %arg2 [0:1, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %3 = stablehlo.slice %arg3 [0:1, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.dot_general %0, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %6 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %8 = stablehlo.add %5, %7 : tensor<16x8xf32>
    %9 = stablehlo.tanh %8 : tensor<16x8xf32>
    %10 = stablehlo.add %0, %9 : tensor<16x8xf32>
    %11 = stablehlo.slice %arg2 [1:2, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %12 = stablehlo.reshape %11 : (tensor<1x8xf32>) -> tensor<8xf32>
    %13 = stablehlo.slice %arg3 [1:2, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %14 = stablehlo.reshape %13 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %15 = stablehlo.dot_general %10, %14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %16 = stablehlo.broadcast_in_dim %12, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %18 = stablehlo.add %15, %17 : tensor<16x8xf32>
    %19 = stablehlo.tanh %18 : tensor<16x8xf32>
    %20 = stablehlo.add %10, %19 : tensor<16x8xf32>
    %21 = stablehlo.slice %arg2 [2:3, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x8xf32>) -> tensor<8xf32>
    %23 = stablehlo.slice %arg3 [2:3, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %24 = stablehlo.reshape %23 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %25 = stablehlo.dot_general %20, %24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %26 = stablehlo.broadcast_in_dim %22, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %28 = stablehlo.add %25, %27 : tensor<16x8xf32>
    %29 = stablehlo.tanh %28 : tensor<16x8xf32>
    %30 = stablehlo.add %20, %29 : tensor<16x8xf32>
    %31 = stablehlo.slice %arg2 [3:4, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %32 = stablehlo.reshape %31 : (tensor<1x8xf32>) -> tensor<8xf32>
    %33 = stablehlo.slice %arg3 [3:4, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %34 = stablehlo.reshape %33 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %35 = stablehlo.dot_general %30, %34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %36 = stablehlo.broadcast_in_dim %32, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %38 = stablehlo.add %35, %37 : tensor<16x8xf32>
    %39 = stablehlo.tanh %38 : tensor<16x8xf32>
    %40 = stablehlo.add %30, %39 : tensor<16x8xf32>
    %41 = stablehlo.slice %arg2 [4:5, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %42 = stablehlo.reshape %41 : (tensor<1x8xf32>) -> tensor<8xf32>
    %43 = stablehlo.slice %arg3 [4:5, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %44 = stablehlo.reshape %43 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %45 = stablehlo.dot_general %40, %44, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %46 = stablehlo.broadcast_in_dim %42, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %48 = stablehlo.add %45, %47 : tensor<16x8xf32>
    %49 = stablehlo.tanh %48 : tensor<16x8xf32>
    %50 = stablehlo.add %40, %49 : tensor<16x8xf32>
    %51 = stablehlo.slice %arg2 [5:6, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
    %52 = stablehlo.reshape %51 : (tensor<1x8xf32>) -> tensor<8xf32>
    %53 = stablehlo.slice %arg3 [5:6, 0:8, 0:8] : (tensor<6x8x8xf32>) -> tensor<1x8x8xf32>
    %54 = stablehlo.reshape %53 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %55 = stablehlo.dot_general %50, %54, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %56 = stablehlo.broadcast_in_dim %52, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %58 = stablehlo.add %55, %57 : tensor<16x8xf32>
    %59 = stablehlo.tanh %58 : tensor<16x8xf32>
    %60 = stablehlo.add %50, %59 : tensor<16x8xf32>
    %61 = stablehlo.dot_general %60, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %62 = stablehlo.subtract %61, %arg13 : tensor<16x6xf32>
    %63 = stablehlo.multiply %62, %62 : tensor<16x6xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %65 = stablehlo.multiply %64, %62 : tensor<16x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%63 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %67 = stablehlo.divide %66, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %68 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %70 = stablehlo.multiply %69, %65 : tensor<16x6xf32>
    %71 = stablehlo.dot_general %70, %60, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %72 = stablehlo.transpose %71, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %73 = stablehlo.dot_general %70, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %74:4 = stablehlo.optimization_barrier %50, %52, %54, %73 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %75 = stablehlo.dot_general %74#0, %74#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %76 = stablehlo.broadcast_in_dim %74#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %78 = stablehlo.add %75, %77 : tensor<16x8xf32>
    %79 = stablehlo.tanh %78 : tensor<16x8xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %81 = stablehlo.subtract %80, %79 : tensor<16x8xf32>
    %82 = stablehlo.multiply %74#3, %81 : tensor<16x8xf32>
    %83 = stablehlo.multiply %82, %79 : tensor<16x8xf32>
    %84 = stablehlo.add %82, %83 : tensor<16x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %86 = stablehlo.reshape %85 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %88 = stablehlo.dot_general %84, %74#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %89 = stablehlo.transpose %88, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %90 = stablehlo.dot_general %84, %74#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %91 = stablehlo.add %74#3, %90 : tensor<16x8xf32>
    %92 = stablehlo.broadcast_in_dim %89, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.pad %92, %cst_7, low = [5, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %94 = stablehlo.broadcast_in_dim %87, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.pad %94, %cst_8, low = [5, 0], high = [0, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %96:4 = stablehlo.optimization_barrier %40, %42, %44, %91 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %97 = stablehlo.dot_general %96#0, %96#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %98 = stablehlo.broadcast_in_dim %96#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %100 = stablehlo.add %97, %99 : tensor<16x8xf32>
    %101 = stablehlo.tanh %100 : tensor<16x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %103 = stablehlo.subtract %102, %101 : tensor<16x8xf32>
    %104 = stablehlo.multiply %96#3, %103 : tensor<16x8xf32>
    %105 = stablehlo.multiply %104, %101 : tensor<16x8xf32>
    %106 = stablehlo.add %104, %105 : tensor<16x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %108 = stablehlo.reshape %107 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %110 = stablehlo.dot_general %106, %96#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %111 = stablehlo.transpose %110, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %112 = stablehlo.dot_general %106, %96#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %113 = stablehlo.add %96#3, %112 : tensor<16x8xf32>
    %114 = stablehlo.broadcast_in_dim %111, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.pad %114, %cst_12, low = [4, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %116 = stablehlo.add %93, %115 : tensor<6x8x8xf32>
    %117 = stablehlo.broadcast_in_dim %109, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.pad %117, %cst_13, low = [4, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %119 = stablehlo.add %95, %118 : tensor<6x8xf32>
    %120:4 = stablehlo.optimization_barrier %30, %32, %34, %113 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %121 = stablehlo.dot_general %120#0, %120#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %122 = stablehlo.broadcast_in_dim %120#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %124 = stablehlo.add %121, %123 : tensor<16x8xf32>
    %125 = stablehlo.tanh %124 : tensor<16x8xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %127 = stablehlo.subtract %126, %125 : tensor<16x8xf32>
    %128 = stablehlo.multiply %120#3, %127 : tensor<16x8xf32>
    %129 = stablehlo.multiply %128, %125 : tensor<16x8xf32>
    %130 = stablehlo.add %128, %129 : tensor<16x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %132 = stablehlo.reshape %131 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%132 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %134 = stablehlo.dot_general %130, %120#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %135 = stablehlo.transpose %134, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %136 = stablehlo.dot_general %130, %120#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %137 = stablehlo.add %120#3, %136 : tensor<16x8xf32>
    %138 = stablehlo.broadcast_in_dim %135, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.pad %138, %cst_17, low = [3, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %140 = stablehlo.add %116, %139 : tensor<6x8x8xf32>
    %141 = stablehlo.broadcast_in_dim %133, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.pad %141, %cst_18, low = [3, 0], high = [2, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %143 = stablehlo.add %119, %142 : tensor<6x8xf32>
    %144:4 = stablehlo.optimization_barrier %20, %22, %24, %137 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %145 = stablehlo.dot_general %144#0, %144#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %146 = stablehlo.broadcast_in_dim %144#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %148 = stablehlo.add %145, %147 : tensor<16x8xf32>
    %149 = stablehlo.tanh %148 : tensor<16x8xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %151 = stablehlo.subtract %150, %149 : tensor<16x8xf32>
    %152 = stablehlo.multiply %144#3, %151 : tensor<16x8xf32>
    %153 = stablehlo.multiply %152, %149 : tensor<16x8xf32>
    %154 = stablehlo.add %152, %153 : tensor<16x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.reduce(%154 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %156 = stablehlo.reshape %155 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %158 = stablehlo.dot_general %154, %144#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %159 = stablehlo.transpose %158, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %160 = stablehlo.dot_general %154, %144#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %161 = stablehlo.add %144#3, %160 : tensor<16x8xf32>
    %162 = stablehlo.broadcast_in_dim %159, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.pad %162, %cst_22, low = [2, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %164 = stablehlo.add %140, %163 : tensor<6x8x8xf32>
    %165 = stablehlo.broadcast_in_dim %157, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.pad %165, %cst_23, low = [2, 0], high = [3, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %167 = stablehlo.add %143, %166 : tensor<6x8xf32>
    %168:4 = stablehlo.optimization_barrier %10, %12, %14, %161 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %169 = stablehlo.dot_general %168#0, %168#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %170 = stablehlo.broadcast_in_dim %168#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %172 = stablehlo.add %169, %171 : tensor<16x8xf32>
    %173 = stablehlo.tanh %172 : tensor<16x8xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %175 = stablehlo.subtract %174, %173 : tensor<16x8xf32>
    %176 = stablehlo.multiply %168#3, %175 : tensor<16x8xf32>
    %177 = stablehlo.multiply %176, %173 : tensor<16x8xf32>
    %178 = stablehlo.add %176, %177 : tensor<16x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %180 = stablehlo.reshape %179 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %182 = stablehlo.dot_general %178, %168#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %183 = stablehlo.transpose %182, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %184 = stablehlo.dot_general %178, %168#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %185 = stablehlo.add %168#3, %184 : tensor<16x8xf32>
    %186 = stablehlo.broadcast_in_dim %183, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.pad %186, %cst_27, low = [1, 0, 0], high = [4, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %188 = stablehlo.add %164, %187 : tensor<6x8x8xf32>
    %189 = stablehlo.broadcast_in_dim %181, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.pad %189, %cst_28, low = [1, 0], high = [4, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %191 = stablehlo.add %167, %190 : tensor<6x8xf32>
    %192:4 = stablehlo.optimization_barrier %0, %2, %4, %185 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<16x8xf32>
    %193 = stablehlo.dot_general %192#0, %192#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %194 = stablehlo.broadcast_in_dim %192#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %196 = stablehlo.add %193, %195 : tensor<16x8xf32>
    %197 = stablehlo.tanh %196 : tensor<16x8xf32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %199 = stablehlo.subtract %198, %197 : tensor<16x8xf32>
    %200 = stablehlo.multiply %192#3, %199 : tensor<16x8xf32>
    %201 = stablehlo.multiply %200, %197 : tensor<16x8xf32>
    %202 = stablehlo.add %200, %201 : tensor<16x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.reduce(%202 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %204 = stablehlo.reshape %203 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.reduce(%204 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %206 = stablehlo.dot_general %202, %192#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %207 = stablehlo.transpose %206, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %208 = stablehlo.dot_general %202, %192#2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %209 = stablehlo.add %192#3, %208 : tensor<16x8xf32>
    %210 = stablehlo.broadcast_in_dim %207, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %211 = stablehlo.pad %210, %cst_32, low = [0, 0, 0], high = [5, 0, 0], interior = [0, 0, 0] : (tensor<1x8x8xf32>, tensor<f32>) -> tensor<6x8x8xf32>
    %212 = stablehlo.add %188, %211 : tensor<6x8x8xf32>
    %213 = stablehlo.broadcast_in_dim %205, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %214 = stablehlo.pad %213, %cst_33, low = [0, 0], high = [5, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<6x8xf32>
    %215 = stablehlo.add %191, %214 : tensor<6x8xf32>
    %216 = stablehlo.dot_general %209, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %217 = stablehlo.transpose %216, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %219 = stablehlo.multiply %218, %arg4 : tensor<12x8xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %221 = stablehlo.multiply %220, %217 : tensor<12x8xf32>
    %222 = stablehlo.add %219, %221 : tensor<12x8xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %224 = stablehlo.multiply %223, %arg5 : tensor<8x6xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %226 = stablehlo.multiply %225, %72 : tensor<8x6xf32>
    %227 = stablehlo.add %224, %226 : tensor<8x6xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %229 = stablehlo.multiply %228, %arg6 : tensor<6x8xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %231 = stablehlo.multiply %230, %215 : tensor<6x8xf32>
    %232 = stablehlo.add %229, %231 : tensor<6x8xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %234 = stablehlo.multiply %233, %arg7 : tensor<6x8x8xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %236 = stablehlo.multiply %235, %212 : tensor<6x8x8xf32>
    %237 = stablehlo.add %234, %236 : tensor<6x8x8xf32>
    %cst_42 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %239 = stablehlo.multiply %238, %arg8 : tensor<12x8xf32>
    %cst_43 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %241 = stablehlo.multiply %240, %217 : tensor<12x8xf32>
    %242 = stablehlo.multiply %241, %217 : tensor<12x8xf32>
    %243 = stablehlo.add %239, %242 : tensor<12x8xf32>
    %cst_44 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %245 = stablehlo.multiply %244, %arg9 : tensor<8x6xf32>
    %cst_45 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %247 = stablehlo.multiply %246, %72 : tensor<8x6xf32>
    %248 = stablehlo.multiply %247, %72 : tensor<8x6xf32>
    %249 = stablehlo.add %245, %248 : tensor<8x6xf32>
    %cst_46 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %251 = stablehlo.multiply %250, %arg10 : tensor<6x8xf32>
    %cst_47 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %253 = stablehlo.multiply %252, %215 : tensor<6x8xf32>
    %254 = stablehlo.multiply %253, %215 : tensor<6x8xf32>
    %255 = stablehlo.add %251, %254 : tensor<6x8xf32>
    %cst_48 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %257 = stablehlo.multiply %256, %arg11 : tensor<6x8x8xf32>
    %cst_49 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %259 = stablehlo.multiply %258, %212 : tensor<6x8x8xf32>
    %260 = stablehlo.multiply %259, %212 : tensor<6x8x8xf32>
    %261 = stablehlo.add %257, %260 : tensor<6x8x8xf32>
    %cst_50 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %263 = stablehlo.multiply %262, %222 : tensor<12x8xf32>
    %264 = stablehlo.sqrt %243 : tensor<12x8xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %266 = stablehlo.add %264, %265 : tensor<12x8xf32>
    %267 = stablehlo.divide %263, %266 : tensor<12x8xf32>
    %268 = stablehlo.subtract %arg0, %267 : tensor<12x8xf32>
    %cst_52 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %270 = stablehlo.multiply %269, %227 : tensor<8x6xf32>
    %271 = stablehlo.sqrt %249 : tensor<8x6xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %273 = stablehlo.add %271, %272 : tensor<8x6xf32>
    %274 = stablehlo.divide %270, %273 : tensor<8x6xf32>
    %275 = stablehlo.subtract %arg1, %274 : tensor<8x6xf32>
    %cst_54 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %276 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %277 = stablehlo.multiply %276, %232 : tensor<6x8xf32>
    %278 = stablehlo.sqrt %255 : tensor<6x8xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %280 = stablehlo.add %278, %279 : tensor<6x8xf32>
    %281 = stablehlo.divide %277, %280 : tensor<6x8xf32>
    %282 = stablehlo.subtract %arg2, %281 : tensor<6x8xf32>
    %cst_56 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %284 = stablehlo.multiply %283, %237 : tensor<6x8x8xf32>
    %285 = stablehlo.sqrt %261 : tensor<6x8x8xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %287 = stablehlo.add %285, %286 : tensor<6x8x8xf32>
    %288 = stablehlo.divide %284, %287 : tensor<6x8x8xf32>
    %289 = stablehlo.subtract %arg3, %288 : tensor<6x8x8xf32>
    return %268, %275, %282, %289, %222, %227, %232, %237, %243, %249, %255, %261, %67 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
}
