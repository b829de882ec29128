module @jit_function attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {"b", ?}]>] out_shardings=[<@mesh, [{"b", ?}, {"a", ?}]>] manual_axes={"a", "b"} (%arg1: tensor<4x4xf32>) {
      %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<4x4xf32>
      %13 = "stablehlo.collective_permute"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [2, 4], [4, 2], [6, 6], [1, 1], [3, 5], [5, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %13 : tensor<4x4xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
    %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"a", "c", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {"c", "a", ?}]>] manual_axes={"a", "c"} (%arg1: tensor<2x8xf32>) {
      %11 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
      %12 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<4> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.multiply %12, %c : tensor<i32>
      %14 = sdy.sharding_constraint %13 <@mesh, []> : tensor<i32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.add %c_1, %14 : tensor<i32>
      %16 = sdy.sharding_constraint %15 <@mesh, []> : tensor<i32>
      %17 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<1> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c_2 = stablehlo.constant dense<2> : tensor<i32>
      %18 = stablehlo.multiply %17, %c_2 : tensor<i32>
      %19 = sdy.sharding_constraint %18 <@mesh, []> : tensor<i32>
      %20 = stablehlo.add %16, %19 : tensor<i32>
      %21 = sdy.sharding_constraint %20 <@mesh, []> : tensor<i32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %c_3, %21 : tensor<i32>
      %23 = sdy.sharding_constraint %22 <@mesh, []> : tensor<i32>
      %24 = stablehlo.convert %23 : (tensor<i32>) -> tensor<f32>
      %25 = sdy.sharding_constraint %24 <@mesh, []> : tensor<f32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %27 = sdy.sharding_constraint %26 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      %28 = stablehlo.multiply %11, %27 : tensor<8x2xf32>
      %29 = sdy.sharding_constraint %28 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      sdy.return %29 : tensor<8x2xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %5 = stablehlo.add %3, %4 : tensor<8x8xf32>
    %6 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{"a", ?}, {"b", ?}]>] out_shardings=[<@mesh, [{"b", ?}, {"a", ?}]>] manual_axes={"a", "b"} (%arg1: tensor<4x4xf32>) {
      %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<4x4xf32>
      %13 = "stablehlo.collective_permute"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [2, 4], [4, 2], [6, 6], [1, 1], [3, 5], [5, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %13 : tensor<4x4xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {"b", ?}]>] out_shardings=[<@mesh, [{"b", ?}, {"a", ?}]>] manual_axes={"a", "b"} (%arg1: tensor<4x4xf32>) {
      %11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<4x4xf32>
      %13 = "stablehlo.collective_permute"(%12) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [2, 4], [4, 2], [6, 6], [1, 1], [3, 5], [5, 3], [7, 7]]> : tensor<8x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %13 : tensor<4x4xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %9 = sdy.manual_computation(%8) in_shardings=[<@mesh, [{"a", "c", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {"c", "a", ?}]>] manual_axes={"a", "c"} (%arg1: tensor<2x8xf32>) {
      %11 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
      %12 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<4> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.multiply %12, %c : tensor<i32>
      %14 = sdy.sharding_constraint %13 <@mesh, []> : tensor<i32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.add %c_1, %14 : tensor<i32>
      %16 = sdy.sharding_constraint %15 <@mesh, []> : tensor<i32>
      %17 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<1> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c_2 = stablehlo.constant dense<2> : tensor<i32>
      %18 = stablehlo.multiply %17, %c_2 : tensor<i32>
      %19 = sdy.sharding_constraint %18 <@mesh, []> : tensor<i32>
      %20 = stablehlo.add %16, %19 : tensor<i32>
      %21 = sdy.sharding_constraint %20 <@mesh, []> : tensor<i32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %c_3, %21 : tensor<i32>
      %23 = sdy.sharding_constraint %22 <@mesh, []> : tensor<i32>
      %24 = stablehlo.convert %23 : (tensor<i32>) -> tensor<f32>
      %25 = sdy.sharding_constraint %24 <@mesh, []> : tensor<f32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %27 = sdy.sharding_constraint %26 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      %28 = stablehlo.multiply %11, %27 : tensor<8x2xf32>
      %29 = sdy.sharding_constraint %28 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      sdy.return %29 : tensor<8x2xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %10 = sdy.manual_computation(%9) in_shardings=[<@mesh, [{"a", "c", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {"c", "a", ?}]>] manual_axes={"a", "c"} (%arg1: tensor<2x8xf32>) {
      %11 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<2x8xf32>) -> tensor<8x2xf32>
      %12 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<4> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.multiply %12, %c : tensor<i32>
      %14 = sdy.sharding_constraint %13 <@mesh, []> : tensor<i32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.add %c_1, %14 : tensor<i32>
      %16 = sdy.sharding_constraint %15 <@mesh, []> : tensor<i32>
      %17 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"b"} () {
        %c_4 = stablehlo.constant dense<1> : tensor<ui32>
        %c_5 = stablehlo.constant dense<2> : tensor<ui32>
        %30 = stablehlo.partition_id : tensor<ui32>
        %31 = stablehlo.divide %30, %c_4 : tensor<ui32>
        %32 = stablehlo.remainder %31, %c_5 : tensor<ui32>
        %33 = stablehlo.convert %32 : (tensor<ui32>) -> tensor<i32>
        sdy.return %33 : tensor<i32>
      } : () -> tensor<i32>
      %c_2 = stablehlo.constant dense<2> : tensor<i32>
      %18 = stablehlo.multiply %17, %c_2 : tensor<i32>
      %19 = sdy.sharding_constraint %18 <@mesh, []> : tensor<i32>
      %20 = stablehlo.add %16, %19 : tensor<i32>
      %21 = sdy.sharding_constraint %20 <@mesh, []> : tensor<i32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %c_3, %21 : tensor<i32>
      %23 = sdy.sharding_constraint %22 <@mesh, []> : tensor<i32>
      %24 = stablehlo.convert %23 : (tensor<i32>) -> tensor<f32>
      %25 = sdy.sharding_constraint %24 <@mesh, []> : tensor<f32>
      %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
      %27 = sdy.sharding_constraint %26 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      %28 = stablehlo.multiply %11, %27 : tensor<8x2xf32>
      %29 = sdy.sharding_constraint %28 <@mesh, [{?}, {?}]> : tensor<8x2xf32>
      sdy.return %29 : tensor<8x2xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %6, %7, %10 : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
}
