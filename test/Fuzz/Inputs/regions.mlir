// Small training steps with sorts, branches, loops, windows and scatters, as JAX exports them, for
// addresses.test: argsort and top_k; pooling; a branch in a scan under jax.checkpoint, and a sort;
// rows by index.

module @jit_step attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<16x24xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32>
    %1 = stablehlo.tanh %0 : tensor<8x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<8x24xf32>
    %4 = call @argsort(%1) : (tensor<8x24xf32>) -> tensor<8x24xi32>
    %5 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32>
    %6:2 = call @take_along_axis(%5, %4) : (tensor<8x24xf32>, tensor<8x24xi32>) -> (tensor<8x24xf32>, tensor<8x24x1xi32>)
    %values, %indices = chlo.top_k(%6#0, k = 3) : tensor<8x24xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
    %7 = stablehlo.reshape %indices : (tensor<8x3xi32>) -> tensor<8x3x1xi32>
    %8 = stablehlo.multiply %values, %values : tensor<8x3xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %10 = stablehlo.multiply %9, %values : tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %13 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %15 = stablehlo.multiply %14, %10 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %17 = "stablehlo.scatter"(%16, %7, %15) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %24 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %24 : tensor<f32>
    }) : (tensor<8x24xf32>, tensor<8x3x1xi32>, tensor<8x3xf32>) -> tensor<8x24xf32>
    %18 = call @take_along_axis_0(%6#1, %17) : (tensor<8x24x1xi32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    %19 = stablehlo.dot_general %18, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x24xf32>, tensor<8x16xf32>) -> tensor<24x16xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %22 = stablehlo.multiply %21, %20 : tensor<16x24xf32>
    %23 = stablehlo.subtract %arg0, %22 : tensor<16x24xf32>
    return %23, %12 : tensor<16x24xf32>, tensor<f32>
  }
  func.func private @argsort(%arg0: tensor<8x24xf32>) -> tensor<8x24xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<8x24xi32>
    %1 = stablehlo.iota dim = 1 : tensor<8x24xui32>
    %2:3 = "stablehlo.sort"(%arg0, %0, %1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.select %3, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %6 = stablehlo.select %5, %cst_1, %4 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.select %7, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %10 = stablehlo.select %9, %cst_4, %8 : tensor<i1>, tensor<f32>
      %11 = stablehlo.compare LT, %6, %10, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<8x24xf32>, tensor<8x24xi32>, tensor<8x24xui32>) -> (tensor<8x24xf32>, tensor<8x24xi32>, tensor<8x24xui32>)
    return %2#1 : tensor<8x24xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x24xf32>, %arg1: tensor<8x24xi32>) -> (tensor<8x24xf32>, tensor<8x24x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x24xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x24xi32>, tensor<8x24xi32>) -> tensor<8x24xi1>
    %c_0 = stablehlo.constant dense<24> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x24xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x24xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x24xi1>, tensor<8x24xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x24xi32>) -> tensor<8x24x1xi32>
    %c_1 = stablehlo.constant dense<23> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x24x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x24x1xi32>, tensor<8x24x1xi32>) -> tensor<8x24x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x24x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x24x1xi32>, tensor<8x24x1xi32>) -> tensor<8x24x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x24x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x24x1xi1>, tensor<i1>) -> tensor<8x24xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x24xf32>, tensor<8x24x1xi32>) -> tensor<8x24xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x24xi1>, tensor<8x24xf32>
    return %15, %5 : tensor<8x24xf32>, tensor<8x24x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x24x1xi32>, %arg1: tensor<8x24xf32>) -> tensor<8x24xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x24xf32>, tensor<8x24x1xi32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    return %1 : tensor<8x24xf32>
  }
}


// -----

module @jit_step attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<16x24xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32>
    %1 = stablehlo.tanh %0 : tensor<8x24xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x24xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<8x24xf32>
    %4 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x24xf32>) -> tensor<8x24x1xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.reduce_window"(%4, %5) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %27 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %27 : tensor<f32>
    }) : (tensor<8x24x1xf32>, tensor<f32>) -> tensor<8x11x1xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x11x1xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x11x1xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<8x11x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x11x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<8.800000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<8.800000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x11x1xf32>
    %14 = stablehlo.multiply %13, %9 : tensor<8x11x1xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = stablehlo.pad %4, %cst_6, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<8x24x1xf32>, tensor<f32>) -> tensor<8x24x1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = "stablehlo.select_and_scatter"(%15, %14, %cst_7) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %27 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %27 : tensor<i1>
    }, {
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %27 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %27 : tensor<f32>
    }) : (tensor<8x24x1xf32>, tensor<8x11x1xf32>, tensor<f32>) -> tensor<8x24x1xf32>
    %17 = stablehlo.slice %16 [0:8, 0:24, 0:1] : (tensor<8x24x1xf32>) -> tensor<8x24x1xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x24x1xf32>, tensor<f32>) -> tensor<8x24xf32>
    %19 = stablehlo.multiply %18, %3 : tensor<8x24xf32>
    %20 = stablehlo.multiply %19, %1 : tensor<8x24xf32>
    %21 = stablehlo.add %19, %20 : tensor<8x24xf32>
    %22 = stablehlo.dot_general %21, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x24xf32>, tensor<8x16xf32>) -> tensor<24x16xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16x24xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<16x24xf32>
    %26 = stablehlo.subtract %arg0, %25 : tensor<16x24xf32>
    return %26, %11 : tensor<16x24xf32>, tensor<f32>
  }
}


// -----

module @jit_step attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}, {}]>}, %arg1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<4x16x16xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare GT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
    "stablehlo.case"(%1) ({
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i32>) -> ()
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3:5 = stablehlo.while(%iterArg = %arg0, %iterArg_11 = %1, %iterArg_12 = %c_0, %iterArg_13 = %arg2, %iterArg_14 = %2) : tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
    cond {
      %c_15 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_12, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %22 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %23:2 = func.call @closed_call(%iterArg_11, %iterArg_13, %22) : (tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
      %24 = func.call @dynamic_update_index_in_dim(%iterArg_14, %23#1, %iterArg_12) : (tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<i32>) -> tensor<4x8x16xf32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %25 = stablehlo.add %iterArg_12, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_11, %25, %23#0, %24 : tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
    }
    %4:2 = call @sort(%3#3) : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16x1xui32>)
    %5 = stablehlo.slice %4#0 [0:8, 0:4] : (tensor<8x16xf32>) -> tensor<8x4xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<8x4xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<8x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %12 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %14 = stablehlo.multiply %13, %8 : tensor<8x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.pad %14, %cst_7, low = [0, 0], high = [0, 12], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x16xf32>
    %16 = call @sort_0(%4#1, %15) : (tensor<8x16x1xui32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %18:6 = stablehlo.while(%iterArg = %3#4, %iterArg_11 = %arg0, %iterArg_12 = %arg1, %iterArg_13 = %c_9, %iterArg_14 = %16, %iterArg_15 = %17) : tensor<4x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32>
    cond {
      %c_16 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.compare LT, %iterArg_13, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %22 : tensor<i1>
    } do {
      %c_16 = stablehlo.constant dense<4> : tensor<i32>
      %22 = stablehlo.subtract %c_16, %iterArg_13 : tensor<i32>
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %23 = stablehlo.subtract %22, %c_17 : tensor<i32>
      %24 = func.call @dynamic_index_in_dim_1(%iterArg, %23) : (tensor<4x8x16xf32>, tensor<i32>) -> tensor<8x16xf32>
      %25 = func.call @dynamic_index_in_dim(%iterArg_11, %23) : (tensor<4x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %26:2 = func.call @closed_call_2(%iterArg_12, %iterArg_14, %24, %25) : (tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>)
      %27 = func.call @dynamic_update_index_in_dim_3(%iterArg_15, %26#1, %23) : (tensor<4x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<4x16x16xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_13, %c_18 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_11, %iterArg_12, %28, %26#0, %27 : tensor<4x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32>
    }
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %20 = stablehlo.multiply %19, %18#5 : tensor<4x16x16xf32>
    %21 = stablehlo.subtract %arg0, %20 : tensor<4x16x16xf32>
    return %21, %10 : tensor<4x16x16xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<8x16xf32>, %arg2: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
    %0 = "stablehlo.case"(%arg0) ({
      %1 = stablehlo.slice %arg2 [0:1, 0:16] : (tensor<16x16xf32>) -> tensor<1x16xf32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
      %3 = stablehlo.subtract %arg1, %2 : tensor<8x16xf32>
      stablehlo.return %3 : tensor<8x16xf32>
    }, {
      %1 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %2 = stablehlo.tanh %1 : tensor<8x16xf32>
      %3 = stablehlo.add %2, %arg1 : tensor<8x16xf32>
      stablehlo.return %3 : tensor<8x16xf32>
    }) : (tensor<i32>) -> tensor<8x16xf32>
    return %0, %arg1 : tensor<8x16xf32>, tensor<8x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<i32>) -> tensor<4x8x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    return %1 : tensor<4x8x16xf32>
  }
  func.func private @sort(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16x1xui32>) {
    %0 = stablehlo.iota dim = 1 : tensor<8x16xui32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.select %3, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %6 = stablehlo.select %5, %cst_1, %4 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.select %7, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %10 = stablehlo.select %9, %cst_4, %8 : tensor<i1>, tensor<f32>
      %11 = stablehlo.compare LT, %6, %10, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<8x16xf32>, tensor<8x16xui32>) -> (tensor<8x16xf32>, tensor<8x16xui32>)
    %2 = stablehlo.broadcast_in_dim %1#1, dims = [0, 1] : (tensor<8x16xui32>) -> tensor<8x16x1xui32>
    return %1#0, %2 : tensor<8x16xf32>, tensor<8x16x1xui32>
  }
  func.func private @sort_0(%arg0: tensor<8x16x1xui32>, %arg1: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<8x16x1xui32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<4x8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<i32>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg0, %arg2, %arg3, %arg1 : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %0#0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3:4 = "stablehlo.case"(%2) ({
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      stablehlo.return %5, %6, %7, %8 : tensor<16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    }, {
      %5 = stablehlo.dot_general %0#1, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %6 = stablehlo.tanh %5 : tensor<8x16xf32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %8 = stablehlo.subtract %7, %6 : tensor<8x16xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      stablehlo.return %0#2, %0#1, %6, %8 : tensor<16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    }) : (tensor<i32>) -> (tensor<16x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>)
    %4:2 = "stablehlo.case"(%2) ({
      %5 = stablehlo.negate %0#3 : tensor<8x16xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
      %7 = stablehlo.reshape %6 : (tensor<16xf32>) -> tensor<1x16xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.pad %7, %cst_0, low = [0, 0], high = [15, 0], interior = [0, 0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16x16xf32>
      stablehlo.return %8, %0#3 : tensor<16x16xf32>, tensor<8x16xf32>
    }, {
      %5 = stablehlo.multiply %0#3, %3#3 : tensor<8x16xf32>
      %6 = stablehlo.multiply %5, %3#2 : tensor<8x16xf32>
      %7 = stablehlo.add %5, %6 : tensor<8x16xf32>
      %8 = stablehlo.dot_general %7, %3#1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
      %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
      %10 = stablehlo.dot_general %7, %3#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %11 = stablehlo.add %0#3, %10 : tensor<8x16xf32>
      stablehlo.return %9, %11 : tensor<16x16xf32>, tensor<8x16xf32>
    }) : (tensor<i32>) -> (tensor<16x16xf32>, tensor<8x16xf32>)
    return %4#1, %4#0 : tensor<8x16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<4x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    return %1 : tensor<4x16x16xf32>
  }
}


// -----

module @jit_step attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg1: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<32x16xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8xi1>, tensor<8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<8x1xi32>) -> tensor<8x16xf32>
    %7 = stablehlo.tanh %6 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %9 = stablehlo.subtract %8, %7 : tensor<8x16xf32>
    %10 = stablehlo.slice %arg1 [0:4] : (tensor<8xi32>) -> tensor<4xi32>
    %11 = stablehlo.slice %7 [0:4, 0:16] : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %13 = stablehlo.compare LT, %10, %12, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %15 = stablehlo.add %10, %14 : tensor<4xi32>
    %16 = stablehlo.select %13, %15, %10 : tensor<4xi1>, tensor<4xi32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %18 = "stablehlo.scatter"(%7, %17, %11) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %48 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %48 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<4x1xi32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<8x16xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<8x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_5 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %24 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %26 = stablehlo.multiply %25, %21 : tensor<8x16xf32>
    %c_8 = stablehlo.constant dense<7> : tensor<1xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %28 = stablehlo.compare GE, %17, %27, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %29 = stablehlo.broadcast_in_dim %c_8, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<4x1xi32>
    %31 = stablehlo.compare LE, %17, %30, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %32 = stablehlo.and %28, %31 : tensor<4x1xi1>
    %c_10 = stablehlo.constant dense<true> : tensor<i1>
    %33 = stablehlo.reduce(%32 init: %c_10) applies stablehlo.and across dimensions = [1] : (tensor<4x1xi1>, tensor<i1>) -> tensor<4xi1>
    %34 = "stablehlo.gather"(%26, %17) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
    %35 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<4xi1>) -> tensor<4x16xi1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %37 = stablehlo.select %35, %34, %36 : tensor<4x16xi1>, tensor<4x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.pad %37, %cst_12, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<4x16xf32>, tensor<f32>) -> tensor<8x16xf32>
    %39 = stablehlo.add %26, %38 : tensor<8x16xf32>
    %40 = stablehlo.multiply %39, %9 : tensor<8x16xf32>
    %41 = stablehlo.multiply %40, %7 : tensor<8x16xf32>
    %42 = stablehlo.add %40, %41 : tensor<8x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %44 = "stablehlo.scatter"(%43, %5, %42) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %48 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %48 : tensor<f32>
    }) : (tensor<32x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> tensor<32x16xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %46 = stablehlo.multiply %45, %44 : tensor<32x16xf32>
    %47 = stablehlo.subtract %arg0, %46 : tensor<32x16xf32>
    return %47, %23 : tensor<32x16xf32>, tensor<f32>
  }
}

