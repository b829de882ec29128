module @jit_function attributes {mhlo.num_partitions = 12 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=3, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 3 : i64}, {name = "c", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<9x5xf32>, %arg1: tensor<3x9xf32>) -> (tensor<9x3xf32> {jax.result_info = "result"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}, {"a", "c"}]> : tensor<9x5xf32>
    %1 = sdy.manual_computation(%0, %arg1) in_shardings=[<@mesh, [{"b", ?}, {?}]>, <@mesh, [{?}, {"b", ?}]>] out_shardings=[<@mesh, [{"b", ?}, {?}]>] manual_axes={"b"} (%arg2: tensor<3x5xf32>, %arg3: tensor<3x3xf32>) {
      %4 = sdy.sharding_constraint %arg2 <@mesh, [{}, {"c"}]> : tensor<3x5xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %5:3 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %4, %iterArg_1 = %c) : tensor<3x3xf32>, tensor<3x5xf32>, tensor<i32>
      cond {
        %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %20 = stablehlo.reduce(%iterArg_0 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32>
        %21 = sdy.sharding_constraint %20 <@mesh, []> : tensor<f32>
        %22 = "stablehlo.all_reduce"(%21) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4], [1, 3, 5], [6, 8, 10], [7, 9, 11]]> : tensor<4x3xi64>, use_global_device_ids}> ({
        ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
          %33 = stablehlo.add %arg4, %arg5 : tensor<f32>
          %34 = sdy.sharding_constraint %33 <@mesh, []> : tensor<f32>
          stablehlo.return %34 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %cst_3 = stablehlo.constant dense<5.000000e+03> : tensor<f32>
        %23 = stablehlo.compare LT, %22, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %c_4 = stablehlo.constant dense<6> : tensor<i32>
        %24 = sdy.sharding_constraint %iterArg_1 <@mesh, []> : tensor<i32>
        %25 = sdy.sharding_constraint %c_4 <@mesh, []> : tensor<i32>
        %26 = stablehlo.compare LT, %24, %25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_5 = stablehlo.constant dense<false> : tensor<i1>
        %27 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i1>) -> tensor<i1>
        %28 = stablehlo.compare NE, %26, %27, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
        %29 = stablehlo.convert %28 : tensor<i1>
        %30 = sdy.sharding_constraint %29 <@mesh, []> : tensor<i1>
        %31 = stablehlo.and %23, %30 : tensor<i1>
        %32 = sdy.sharding_constraint %31 <@mesh, []> : tensor<i1>
        stablehlo.return %32 : tensor<i1>
      } do {
        %20 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
        %21 = sdy.sharding_constraint %20 <@mesh, [{?}, {?}]> : tensor<3x3xf32>
        %22 = stablehlo.dot_general %21, %iterArg_0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x3xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
        %23 = sdy.sharding_constraint %22 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
        %c_2 = stablehlo.constant dense<7> : tensor<i32>
        %24 = func.call @remainder(%23, %c_2) : (tensor<3x5xf32>, tensor<i32>) -> tensor<3x5xf32>
        %25 = stablehlo.add %iterArg_0, %24 : tensor<3x5xf32>
        %26 = sdy.sharding_constraint %25 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
        %27 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"a", "c"} () {
          %c_4 = stablehlo.constant dense<2> : tensor<ui32>
          %c_5 = stablehlo.constant dense<3> : tensor<ui32>
          %40 = stablehlo.partition_id : tensor<ui32>
          %41 = stablehlo.divide %40, %c_4 : tensor<ui32>
          %42 = stablehlo.remainder %41, %c_5 : tensor<ui32>
          %43 = stablehlo.convert %42 : (tensor<ui32>) -> tensor<i32>
          sdy.return %43 : tensor<i32>
        } : () -> tensor<i32>
        %28 = stablehlo.convert %27 : (tensor<i32>) -> tensor<f32>
        %29 = sdy.sharding_constraint %28 <@mesh, []> : tensor<f32>
        %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
        %31 = sdy.sharding_constraint %30 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
        %32 = stablehlo.add %26, %31 : tensor<3x5xf32>
        %33 = sdy.sharding_constraint %32 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
        %34 = sdy.sharding_constraint %33 <@mesh, [{"a"}, {}]> : tensor<3x5xf32>
        %35 = "stablehlo.collective_permute"(%34) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 0], [1, 3], [3, 5], [5, 1], [6, 8], [8, 10], [10, 6], [7, 9], [9, 11], [11, 7]]> : tensor<12x2xi64>}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
        %c_3 = stablehlo.constant dense<1> : tensor<i32>
        %36 = sdy.sharding_constraint %iterArg_1 <@mesh, []> : tensor<i32>
        %37 = sdy.sharding_constraint %c_3 <@mesh, []> : tensor<i32>
        %38 = stablehlo.add %36, %37 : tensor<i32>
        %39 = sdy.sharding_constraint %38 <@mesh, []> : tensor<i32>
        stablehlo.return %iterArg, %35, %39 : tensor<3x3xf32>, tensor<3x5xf32>, tensor<i32>
      }
      %6 = sdy.sharding_constraint %5#1 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
      %7 = sdy.sharding_constraint %5#2 <@mesh, []> : tensor<i32>
      %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<f32>
      %9 = sdy.sharding_constraint %8 <@mesh, []> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
      %12 = stablehlo.add %6, %11 : tensor<3x5xf32>
      %13 = sdy.sharding_constraint %12 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
      %14 = func.call @sort(%4) : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %15 = stablehlo.add %13, %14 : tensor<3x5xf32>
      %16 = sdy.sharding_constraint %15 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
      %17 = func.call @cumsum(%4) : (tensor<3x5xf32>) -> tensor<3x5xf32>
      %18 = stablehlo.add %16, %17 : tensor<3x5xf32>
      %19 = sdy.sharding_constraint %18 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
      sdy.return %19 : tensor<3x5xf32>
    } : (tensor<9x5xf32>, tensor<3x9xf32>) -> tensor<9x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x5xf32>, tensor<5x3xf32>) -> tensor<9x3xf32>
    return %3 : tensor<9x3xf32>
  }
  func.func private @remainder(%arg0: tensor<3x5xf32>, %arg1: tensor<i32>) -> tensor<3x5xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = sdy.sharding_constraint %0 <@mesh, []> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<3x5xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %8 = stablehlo.compare NE, %5, %7, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %11 = stablehlo.compare LT, %5, %10, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare LT, %1, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i1>) -> tensor<3x5xi1>
    %14 = sdy.sharding_constraint %13 <@mesh, [{?}, {?}]> : tensor<3x5xi1>
    %15 = stablehlo.compare NE, %11, %14, UNSIGNED : (tensor<3x5xi1>, tensor<3x5xi1>) -> tensor<3x5xi1>
    %16 = stablehlo.and %15, %8 : tensor<3x5xi1>
    %17 = sdy.sharding_constraint %16 <@mesh, [{?}, {?}]> : tensor<3x5xi1>
    %18 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %19 = sdy.sharding_constraint %18 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %20 = stablehlo.add %5, %19 : tensor<3x5xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    %22 = stablehlo.select %17, %21, %5 : tensor<3x5xi1>, tensor<3x5xf32>
    %23 = sdy.sharding_constraint %22 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    return %23 : tensor<3x5xf32>
  }
  func.func private @sort(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = sdy.sharding_constraint %3 <@mesh, []> : tensor<f32>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %6 = sdy.sharding_constraint %cst_1 <@mesh, []> : tensor<f32>
      %7 = stablehlo.select %5, %6, %4 : tensor<i1>, tensor<f32>
      %8 = sdy.sharding_constraint %7 <@mesh, []> : tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.select %9, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %11 = sdy.sharding_constraint %10 <@mesh, []> : tensor<f32>
      %12 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %13 = sdy.sharding_constraint %cst_4 <@mesh, []> : tensor<f32>
      %14 = stablehlo.select %12, %13, %11 : tensor<i1>, tensor<f32>
      %15 = sdy.sharding_constraint %14 <@mesh, []> : tensor<f32>
      %16 = stablehlo.compare LT, %8, %15, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %16 : tensor<i1>
    }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
  func.func private @cumsum(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {?}]> : tensor<3x5xf32>
    return %2 : tensor<3x5xf32>
  }
}
