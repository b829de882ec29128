module @jit_function attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=3]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 3 : i64}]}}
  func.func public @main(%arg0: tensor<5x6xf32>, %arg1: tensor<6x7xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<7x6xf32> {jax.result_info = "result[1]"}, tensor<7xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x6xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<5x6xf32>
    %2:2 = sdy.manual_computation(%1, %arg1) in_shardings=[<@mesh, [{?}, {"b", ?}]>, <@mesh, [{"b", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}]>, <@mesh, [{"b", ?}, {?}]>] manual_axes={"b"} (%arg2: tensor<5x2xf32>, %arg3: tensor<2x7xf32>) {
      %6 = sdy.sharding_constraint %arg2 <@mesh, [{"a"}, {}]> : tensor<5x2xf32>
      %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x2xf32>, tensor<2x7xf32>) -> tensor<5x7xf32>
      %8 = sdy.sharding_constraint %7 <@mesh, [{?}, {?}]> : tensor<5x7xf32>
      %9 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %41 = stablehlo.add %arg4, %arg5 : tensor<f32>
        %42 = sdy.sharding_constraint %41 <@mesh, []> : tensor<f32>
        stablehlo.return %42 : tensor<f32>
      }) : (tensor<5x7xf32>) -> tensor<5x7xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %12 = stablehlo.multiply %arg3, %11 : tensor<2x7xf32>
      %13 = sdy.sharding_constraint %12 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %14 = stablehlo.tanh %13 : tensor<2x7xf32>
      %15 = sdy.sharding_constraint %14 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %16 = "stablehlo.all_gather"(%15) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<2x7xf32>) -> tensor<6x7xf32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x7xf32>, tensor<f32>) -> tensor<f32>
      %18 = sdy.sharding_constraint %17 <@mesh, []> : tensor<f32>
      %19 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"a"} () {
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_6 = stablehlo.constant dense<3> : tensor<ui32>
        %41 = stablehlo.partition_id : tensor<ui32>
        %42 = stablehlo.divide %41, %c : tensor<ui32>
        %43 = stablehlo.remainder %42, %c_6 : tensor<ui32>
        %44 = stablehlo.convert %43 : (tensor<ui32>) -> tensor<i32>
        sdy.return %44 : tensor<i32>
      } : () -> tensor<i32>
      %20 = stablehlo.convert %19 : (tensor<i32>) -> tensor<f32>
      %21 = sdy.sharding_constraint %20 <@mesh, []> : tensor<f32>
      %22 = stablehlo.add %18, %21 : tensor<f32>
      %23 = sdy.sharding_constraint %22 <@mesh, []> : tensor<f32>
      %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
      %25 = sdy.sharding_constraint %24 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %26 = stablehlo.multiply %arg3, %25 : tensor<2x7xf32>
      %27 = sdy.sharding_constraint %26 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %28 = sdy.sharding_constraint %27 <@mesh, [{}, {"a"}]> : tensor<2x7xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %29 = stablehlo.reduce(%9 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<7xf32>
      %30 = sdy.sharding_constraint %29 <@mesh, [{?}]> : tensor<7xf32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [1] : (tensor<7xf32>) -> tensor<1x7xf32>
      %32 = sdy.sharding_constraint %31 <@mesh, [{?}, {?}]> : tensor<1x7xf32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x7xf32>) -> tensor<5x7xf32>
      %34 = sdy.sharding_constraint %33 <@mesh, [{?}, {?}]> : tensor<5x7xf32>
      %35 = stablehlo.add %9, %34 : tensor<5x7xf32>
      %36 = sdy.sharding_constraint %35 <@mesh, [{?}, {?}]> : tensor<5x7xf32>
      %37 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<2x7xf32>
      %38 = sdy.sharding_constraint %37 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      %39 = stablehlo.add %28, %38 : tensor<2x7xf32>
      %40 = sdy.sharding_constraint %39 <@mesh, [{?}, {?}]> : tensor<2x7xf32>
      sdy.return %36, %40 : tensor<5x7xf32>, tensor<2x7xf32>
    } : (tensor<5x6xf32>, tensor<6x7xf32>) -> (tensor<5x7xf32>, tensor<6x7xf32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2#0 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>
    %4 = stablehlo.transpose %2#1, dims = [1, 0] : (tensor<6x7xf32>) -> tensor<7x6xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.reduce(%2#0 init: %cst_1) applies stablehlo.maximum across dimensions = [0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<7xf32>
    return %3, %4, %5 : tensor<5xf32>, tensor<7x6xf32>, tensor<7xf32>
  }
}
