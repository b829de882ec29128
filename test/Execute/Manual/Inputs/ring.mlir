module @jit_function attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<3x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %0) : tensor<3x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<3xf32>
    cond {
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg, %iterArg_1) : (tensor<3x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>)
      %3 = func.call @dynamic_update_index_in_dim(%iterArg_2, %2#1, %iterArg_0) : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
      stablehlo.return %iterArg, %4, %2#0, %3 : tensor<3x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<3xf32>
    }
    return %1#2, %1#3 : tensor<4x8xf32>, tensor<3xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
    %0 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<1x8xf32>, %arg3: tensor<3x2xf32>) {
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %6:5 = stablehlo.while(%iterArg = %arg2, %iterArg_5 = %c_2, %iterArg_6 = %c_1, %iterArg_7 = %5, %iterArg_8 = %arg3) : tensor<1x8xf32>, tensor<i32>, tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>
      cond {
        %c_9 = stablehlo.constant dense<4> : tensor<i32>
        %12 = stablehlo.compare LT, %iterArg_5, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %12 : tensor<i1>
      } do {
        %12:3 = func.call @closed_call_0(%iterArg, %iterArg_6, %iterArg_7, %iterArg_8) : (tensor<1x8xf32>, tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>) -> (tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>)
        %c_9 = stablehlo.constant dense<1> : tensor<i32>
        %13 = stablehlo.add %iterArg_5, %c_9 : tensor<i32>
        stablehlo.return %iterArg, %13, %12#0, %12#1, %12#2 : tensor<1x8xf32>, tensor<i32>, tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>
      }
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6#3 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<f32>
      %8 = "stablehlo.all_reduce"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %12 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.compare GT, %8, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.convert %9 : (tensor<i1>) -> tensor<i32>
      %11 = "stablehlo.case"(%10) ({
        %12 = stablehlo.negate %6#3 : tensor<1x3xf32>
        stablehlo.return %12 : tensor<1x3xf32>
      }, {
        stablehlo.return %6#3 : tensor<1x3xf32>
      }) : (tensor<i32>) -> tensor<1x3xf32>
      sdy.return %11 : tensor<1x3xf32>
    } : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.slice %0 [0:4, 0:2] : (tensor<4x3xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.concatenate %0, %0, %1, dim = 1 : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    %c = stablehlo.constant dense<5> : tensor<i32>
    %3 = call @remainder_1(%2, %c) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    return %3, %4 : tensor<4x8xf32>, tensor<f32>
  }
  func.func private @closed_call_0(%arg0: tensor<1x8xf32>, %arg1: tensor<i32>, %arg2: tensor<1x3xf32>, %arg3: tensor<3x2xf32>) -> (tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<ui32>
    %c_1 = stablehlo.constant dense<4> : tensor<ui32>
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.divide %1, %c_0 : tensor<ui32>
    %3 = stablehlo.remainder %2, %c_1 : tensor<ui32>
    %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
    %5 = stablehlo.convert %arg1 : tensor<i32>
    %6 = stablehlo.subtract %4, %5 : tensor<i32>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %7 = call @remainder(%6, %c_2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<2> : tensor<i32>
    %8 = stablehlo.multiply %7, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %8, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<8> : tensor<i32>
    %10 = stablehlo.add %8, %c_5 : tensor<i32>
    %11 = stablehlo.select %9, %10, %8 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.dynamic_slice %arg0, %c_6, %11, sizes = [1, 2] : (tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %13 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
    %14 = stablehlo.dot_general %12, %13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
    %15 = stablehlo.add %arg2, %14 : tensor<1x3xf32>
    %16 = "stablehlo.collective_permute"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<3x2xf32>) -> tensor<3x2xf32>
    return %0, %15, %16 : tensor<i32>, tensor<1x3xf32>, tensor<3x2xf32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder_1(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tensor<4x8xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %4 = stablehlo.compare NE, %2, %3, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.compare LT, %2, %5, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare LT, %0, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
    %9 = stablehlo.compare NE, %6, %8, UNSIGNED : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
    %10 = stablehlo.and %9, %4 : tensor<4x8xi1>
    %11 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %12 = stablehlo.add %2, %11 : tensor<4x8xf32>
    %13 = stablehlo.select %10, %12, %2 : tensor<4x8xi1>, tensor<4x8xf32>
    return %13 : tensor<4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
