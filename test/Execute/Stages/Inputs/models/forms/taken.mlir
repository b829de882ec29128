module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x8xf32> {tf.aliasing_output = 0 : i32} loc("params['in']"), %arg1: tensor<8x6xf32> {tf.aliasing_output = 1 : i32} loc("params['out']"), %arg2: tensor<6x8xf32> {tf.aliasing_output = 2 : i32} loc("params['stack']['b']"), %arg3: tensor<6x8x8xf32> {tf.aliasing_output = 3 : i32} loc("params['stack']['w']"), %arg4: tensor<12x8xf32> {tf.aliasing_output = 4 : i32} loc("mean['in']"), %arg5: tensor<8x6xf32> {tf.aliasing_output = 5 : i32} loc("mean['out']"), %arg6: tensor<6x8xf32> {tf.aliasing_output = 6 : i32} loc("mean['stack']['b']"), %arg7: tensor<6x8x8xf32> {tf.aliasing_output = 7 : i32} loc("mean['stack']['w']"), %arg8: tensor<12x8xf32> {tf.aliasing_output = 8 : i32} loc("square['in']"), %arg9: tensor<8x6xf32> {tf.aliasing_output = 9 : i32} loc("square['out']"), %arg10: tensor<6x8xf32> {tf.aliasing_output = 10 : i32} loc("square['stack']['b']"), %arg11: tensor<6x8x8xf32> {tf.aliasing_output = 11 : i32} loc("square['stack']['w']"), %arg12: tensor<16x12xf32> loc("batch['x']"), %arg13: tensor<16x6xf32> loc("batch['y']")) -> (tensor<12x8xf32> {jax.result_info = "result[0]['in']"}, tensor<8x6xf32> {jax.result_info = "result[0]['out']"}, tensor<6x8xf32> {jax.result_info = "result[0]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[0]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[1]['in']"}, tensor<8x6xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[1]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['stack']['w']"}, tensor<12x8xf32> {jax.result_info = "result[2]['in']"}, tensor<8x6xf32> {jax.result_info = "result[2]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['stack']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['stack']['w']"}, tensor<f32> {jax.result_info = "result[3]['loss']"}) {
    %0 = stablehlo.dot_general %arg12, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = call @_take(%arg2, %c) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2:2 = call @_take_0(%arg3, %c_0) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %3 = stablehlo.dot_general %0, %2#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %4 = stablehlo.broadcast_in_dim %1#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %6 = stablehlo.add %3, %5 : tensor<16x8xf32>
    %7 = stablehlo.tanh %6 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %9 = stablehlo.subtract %8, %7 : tensor<16x8xf32>
    %10 = stablehlo.add %0, %7 : tensor<16x8xf32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %11:2 = call @_take(%arg2, %c_1) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %12:2 = call @_take_0(%arg3, %c_2) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %13 = stablehlo.dot_general %10, %12#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %14 = stablehlo.broadcast_in_dim %11#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %16 = stablehlo.add %13, %15 : tensor<16x8xf32>
    %17 = stablehlo.tanh %16 : tensor<16x8xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %19 = stablehlo.subtract %18, %17 : tensor<16x8xf32>
    %20 = stablehlo.add %10, %17 : tensor<16x8xf32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %21:2 = call @_take(%arg2, %c_4) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_5 = stablehlo.constant dense<2> : tensor<i32>
    %22:2 = call @_take_0(%arg3, %c_5) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %23 = stablehlo.dot_general %20, %22#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %24 = stablehlo.broadcast_in_dim %21#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %26 = stablehlo.add %23, %25 : tensor<16x8xf32>
    %27 = stablehlo.tanh %26 : tensor<16x8xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %29 = stablehlo.subtract %28, %27 : tensor<16x8xf32>
    %30 = stablehlo.add %20, %27 : tensor<16x8xf32>
    %c_7 = stablehlo.constant dense<3> : tensor<i32>
    %31:2 = call @_take(%arg2, %c_7) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_8 = stablehlo.constant dense<3> : tensor<i32>
    %32:2 = call @_take_0(%arg3, %c_8) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %33 = stablehlo.dot_general %30, %32#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %34 = stablehlo.broadcast_in_dim %31#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %36 = stablehlo.add %33, %35 : tensor<16x8xf32>
    %37 = stablehlo.tanh %36 : tensor<16x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %39 = stablehlo.subtract %38, %37 : tensor<16x8xf32>
    %40 = stablehlo.add %30, %37 : tensor<16x8xf32>
    %c_10 = stablehlo.constant dense<4> : tensor<i32>
    %41:2 = call @_take(%arg2, %c_10) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_11 = stablehlo.constant dense<4> : tensor<i32>
    %42:2 = call @_take_0(%arg3, %c_11) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %43 = stablehlo.dot_general %40, %42#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %44 = stablehlo.broadcast_in_dim %41#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %46 = stablehlo.add %43, %45 : tensor<16x8xf32>
    %47 = stablehlo.tanh %46 : tensor<16x8xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %49 = stablehlo.subtract %48, %47 : tensor<16x8xf32>
    %50 = stablehlo.add %40, %47 : tensor<16x8xf32>
    %c_13 = stablehlo.constant dense<5> : tensor<i32>
    %51:2 = call @_take(%arg2, %c_13) : (tensor<6x8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<1xi32>)
    %c_14 = stablehlo.constant dense<5> : tensor<i32>
    %52:2 = call @_take_0(%arg3, %c_14) : (tensor<6x8x8xf32>, tensor<i32>) -> (tensor<8x8xf32>, tensor<1xi32>)
    %53 = stablehlo.dot_general %50, %52#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %54 = stablehlo.broadcast_in_dim %51#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %56 = stablehlo.add %53, %55 : tensor<16x8xf32>
    %57 = stablehlo.tanh %56 : tensor<16x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %59 = stablehlo.subtract %58, %57 : tensor<16x8xf32>
    %60 = stablehlo.add %50, %57 : tensor<16x8xf32>
    %61 = stablehlo.dot_general %60, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    %62 = stablehlo.subtract %61, %arg13 : tensor<16x6xf32>
    %63 = stablehlo.multiply %62, %62 : tensor<16x6xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %65 = stablehlo.multiply %64, %62 : tensor<16x6xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%63 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_18 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %67 = stablehlo.divide %66, %cst_18 : tensor<f32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<9.600000e+01> : tensor<f32>
    %68 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<16x6xf32>
    %70 = stablehlo.multiply %69, %65 : tensor<16x6xf32>
    %71 = stablehlo.dot_general %70, %60, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %72 = stablehlo.transpose %71, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %73 = stablehlo.dot_general %70, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x6xf32>, tensor<8x6xf32>) -> tensor<16x8xf32>
    %74 = stablehlo.multiply %73, %59 : tensor<16x8xf32>
    %75 = stablehlo.multiply %74, %57 : tensor<16x8xf32>
    %76 = stablehlo.add %74, %75 : tensor<16x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %78 = stablehlo.reshape %77 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %80 = stablehlo.dot_general %76, %50, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %82 = stablehlo.dot_general %76, %52#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %83 = stablehlo.add %73, %82 : tensor<16x8xf32>
    %84 = call @_take_1(%52#1, %81) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %85 = call @_take_2(%51#1, %79) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %86 = stablehlo.multiply %83, %49 : tensor<16x8xf32>
    %87 = stablehlo.multiply %86, %47 : tensor<16x8xf32>
    %88 = stablehlo.add %86, %87 : tensor<16x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %90 = stablehlo.reshape %89 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %92 = stablehlo.dot_general %88, %40, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %94 = stablehlo.dot_general %88, %42#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %95 = stablehlo.add %83, %94 : tensor<16x8xf32>
    %96 = call @_take_1(%42#1, %93) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %97 = stablehlo.add %84, %96 : tensor<6x8x8xf32>
    %98 = call @_take_2(%41#1, %91) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %99 = stablehlo.add %85, %98 : tensor<6x8xf32>
    %100 = stablehlo.multiply %95, %39 : tensor<16x8xf32>
    %101 = stablehlo.multiply %100, %37 : tensor<16x8xf32>
    %102 = stablehlo.add %100, %101 : tensor<16x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %104 = stablehlo.reshape %103 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%104 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %106 = stablehlo.dot_general %102, %30, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %107 = stablehlo.transpose %106, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %108 = stablehlo.dot_general %102, %32#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %109 = stablehlo.add %95, %108 : tensor<16x8xf32>
    %110 = call @_take_1(%32#1, %107) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %111 = stablehlo.add %97, %110 : tensor<6x8x8xf32>
    %112 = call @_take_2(%31#1, %105) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %113 = stablehlo.add %99, %112 : tensor<6x8xf32>
    %114 = stablehlo.multiply %109, %29 : tensor<16x8xf32>
    %115 = stablehlo.multiply %114, %27 : tensor<16x8xf32>
    %116 = stablehlo.add %114, %115 : tensor<16x8xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.reduce(%116 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %118 = stablehlo.reshape %117 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_28) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %120 = stablehlo.dot_general %116, %20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %121 = stablehlo.transpose %120, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %122 = stablehlo.dot_general %116, %22#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %123 = stablehlo.add %109, %122 : tensor<16x8xf32>
    %124 = call @_take_1(%22#1, %121) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %125 = stablehlo.add %111, %124 : tensor<6x8x8xf32>
    %126 = call @_take_2(%21#1, %119) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %127 = stablehlo.add %113, %126 : tensor<6x8xf32>
    %128 = stablehlo.multiply %123, %19 : tensor<16x8xf32>
    %129 = stablehlo.multiply %128, %17 : tensor<16x8xf32>
    %130 = stablehlo.add %128, %129 : tensor<16x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %132 = stablehlo.reshape %131 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%132 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %134 = stablehlo.dot_general %130, %10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %135 = stablehlo.transpose %134, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %136 = stablehlo.dot_general %130, %12#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %137 = stablehlo.add %123, %136 : tensor<16x8xf32>
    %138 = call @_take_1(%12#1, %135) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %139 = stablehlo.add %125, %138 : tensor<6x8x8xf32>
    %140 = call @_take_2(%11#1, %133) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %141 = stablehlo.add %127, %140 : tensor<6x8xf32>
    %142 = stablehlo.multiply %137, %9 : tensor<16x8xf32>
    %143 = stablehlo.multiply %142, %7 : tensor<16x8xf32>
    %144 = stablehlo.add %142, %143 : tensor<16x8xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %146 = stablehlo.reshape %145 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %148 = stablehlo.dot_general %144, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %149 = stablehlo.transpose %148, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %150 = stablehlo.dot_general %144, %2#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %151 = stablehlo.add %137, %150 : tensor<16x8xf32>
    %152 = call @_take_1(%2#1, %149) : (tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    %153 = stablehlo.add %139, %152 : tensor<6x8x8xf32>
    %154 = call @_take_2(%1#1, %147) : (tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    %155 = stablehlo.add %141, %154 : tensor<6x8xf32>
    %156 = stablehlo.dot_general %151, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
    %157 = stablehlo.transpose %156, dims = [1, 0] : (tensor<8x12xf32>) -> tensor<12x8xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %159 = stablehlo.multiply %158, %arg4 : tensor<12x8xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %161 = stablehlo.multiply %160, %157 : tensor<12x8xf32>
    %162 = stablehlo.add %159, %161 : tensor<12x8xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %164 = stablehlo.multiply %163, %arg5 : tensor<8x6xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %166 = stablehlo.multiply %165, %72 : tensor<8x6xf32>
    %167 = stablehlo.add %164, %166 : tensor<8x6xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %169 = stablehlo.multiply %168, %arg6 : tensor<6x8xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %171 = stablehlo.multiply %170, %155 : tensor<6x8xf32>
    %172 = stablehlo.add %169, %171 : tensor<6x8xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %174 = stablehlo.multiply %173, %arg7 : tensor<6x8x8xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %176 = stablehlo.multiply %175, %153 : tensor<6x8x8xf32>
    %177 = stablehlo.add %174, %176 : tensor<6x8x8xf32>
    %cst_41 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %179 = stablehlo.multiply %178, %arg8 : tensor<12x8xf32>
    %cst_42 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %181 = stablehlo.multiply %180, %157 : tensor<12x8xf32>
    %182 = stablehlo.multiply %181, %157 : tensor<12x8xf32>
    %183 = stablehlo.add %179, %182 : tensor<12x8xf32>
    %cst_43 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %185 = stablehlo.multiply %184, %arg9 : tensor<8x6xf32>
    %cst_44 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %187 = stablehlo.multiply %186, %72 : tensor<8x6xf32>
    %188 = stablehlo.multiply %187, %72 : tensor<8x6xf32>
    %189 = stablehlo.add %185, %188 : tensor<8x6xf32>
    %cst_45 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %191 = stablehlo.multiply %190, %arg10 : tensor<6x8xf32>
    %cst_46 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %193 = stablehlo.multiply %192, %155 : tensor<6x8xf32>
    %194 = stablehlo.multiply %193, %155 : tensor<6x8xf32>
    %195 = stablehlo.add %191, %194 : tensor<6x8xf32>
    %cst_47 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %197 = stablehlo.multiply %196, %arg11 : tensor<6x8x8xf32>
    %cst_48 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %199 = stablehlo.multiply %198, %153 : tensor<6x8x8xf32>
    %200 = stablehlo.multiply %199, %153 : tensor<6x8x8xf32>
    %201 = stablehlo.add %197, %200 : tensor<6x8x8xf32>
    %cst_49 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %203 = stablehlo.multiply %202, %162 : tensor<12x8xf32>
    %204 = stablehlo.sqrt %183 : tensor<12x8xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<12x8xf32>
    %206 = stablehlo.add %204, %205 : tensor<12x8xf32>
    %207 = stablehlo.divide %203, %206 : tensor<12x8xf32>
    %208 = stablehlo.subtract %arg0, %207 : tensor<12x8xf32>
    %cst_51 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %210 = stablehlo.multiply %209, %167 : tensor<8x6xf32>
    %211 = stablehlo.sqrt %189 : tensor<8x6xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %213 = stablehlo.add %211, %212 : tensor<8x6xf32>
    %214 = stablehlo.divide %210, %213 : tensor<8x6xf32>
    %215 = stablehlo.subtract %arg1, %214 : tensor<8x6xf32>
    %cst_53 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %217 = stablehlo.multiply %216, %172 : tensor<6x8xf32>
    %218 = stablehlo.sqrt %195 : tensor<6x8xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %220 = stablehlo.add %218, %219 : tensor<6x8xf32>
    %221 = stablehlo.divide %217, %220 : tensor<6x8xf32>
    %222 = stablehlo.subtract %arg2, %221 : tensor<6x8xf32>
    %cst_55 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %224 = stablehlo.multiply %223, %177 : tensor<6x8x8xf32>
    %225 = stablehlo.sqrt %201 : tensor<6x8x8xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %227 = stablehlo.add %225, %226 : tensor<6x8x8xf32>
    %228 = stablehlo.divide %224, %227 : tensor<6x8x8xf32>
    %229 = stablehlo.subtract %arg3, %228 : tensor<6x8x8xf32>
    return %208, %215, %222, %229, %162, %167, %172, %177, %183, %189, %195, %201, %67 : tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<12x8xf32>, tensor<8x6xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<f32>
  }
  func.func private @_take(%arg0: tensor<6x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> (tensor<8xf32>, tensor<1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = call @_where(%0, %1, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
    %4 = stablehlo.convert %3 : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %7 = stablehlo.compare LE, %4, %c_1, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %8 = stablehlo.and %6, %7 : tensor<1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c_3) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<6x8xf32>, tensor<1xi32>) -> tensor<8xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %13 = stablehlo.select %11, %10, %12 : tensor<8xi1>, tensor<8xf32>
    return %13, %3 : tensor<8xf32>, tensor<1xi32>
  }
  func.func private @_where(%arg0: tensor<i1> loc(unknown), %arg1: tensor<i32> loc(unknown), %arg2: tensor<i32> loc(unknown)) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_take_0(%arg0: tensor<6x8x8xf32> loc(unknown), %arg1: tensor<i32> loc(unknown)) -> (tensor<8x8xf32>, tensor<1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = call @_where(%0, %1, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
    %4 = stablehlo.convert %3 : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %7 = stablehlo.compare LE, %4, %c_1, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %8 = stablehlo.and %6, %7 : tensor<1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c_3) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8, 8>}> : (tensor<6x8x8xf32>, tensor<1xi32>) -> tensor<8x8xf32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %13 = stablehlo.select %11, %10, %12 : tensor<8x8xi1>, tensor<8x8xf32>
    return %13, %3 : tensor<8x8xf32>, tensor<1xi32>
  }
  func.func private @_take_1(%arg0: tensor<1xi32> loc(unknown), %arg1: tensor<8x8xf32> loc(unknown)) -> tensor<6x8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<6x8x8xf32>, tensor<1xi32>, tensor<8x8xf32>) -> tensor<6x8x8xf32>
    return %1 : tensor<6x8x8xf32>
  }
  func.func private @_take_2(%arg0: tensor<1xi32> loc(unknown), %arg1: tensor<8xf32> loc(unknown)) -> tensor<6x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<6x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
    return %1 : tensor<6x8xf32>
  }
}
