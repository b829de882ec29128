// RUN: popt %s --split-input-file --plan-memory --print-step -o /dev/null | FileCheck %s

// Two tables: what the rank has, and where that is in its group. Transposes are
// strides; locations carry operation, scope and line.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK: mesh @mesh <"a"=2, "b"=2>
// CHECK: constants 16 bytes
// CHECK-NEXT: table0 [2, 1, 1, 1]
// CHECK-NEXT: table1 [0, 2, 0, 1]
// CHECK-NEXT: table2 [0, 8, 12, 16]
// CHECK-NEXT: table3 [0, 1, 0, 1]
// CHECK-NEXT: table4 [0, 2, 3, 4]
// CHECK-NEXT: group0 {"b"} [0,1] [2,3]
// CHECK-NEXT: argument 0 "params['w']" : f32[5] local [2] state 0
// CHECK-NEXT: argument 1 "arg1" : f32[4x3] local [4x3]
// CHECK-NEXT: result 0 "result[0]" : f32[5] local [2] state 0
// CHECK: program 0 "main"
// CHECK-NEXT: region arena {{[0-9]+}} bytes
// CHECK-NEXT: region constants
// CHECK-NEXT: body 0 (step)
func.func @main(%w: tensor<2xf32> {dist.name = "params['w']", dist.state = 0 : i64, dist.global_type = tensor<5xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"} ]>},
                %m: tensor<4x3xf32>)
    -> (tensor<2xf32> {dist.name = "result[0]", dist.global_type = tensor<5xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"} ]>},
        tensor<3xf32>, tensor<3x3xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xf32>) {
  // CHECK-DAG: all_gather {"b"} channel 0 dim 0 counts table0 offsets table1 arena[0] : f32[2], arena[{{[0-9]+}}] : f32[3] at "all_gather"
  %0 = dist.all_gather %w dim 0 over {"b"} on @mesh : tensor<2xf32> -> tensor<3xf32>
      as tensor<5xf32> from <@mesh, [{"a", "b"} ]> to <@mesh, [{"a"} ]>
  // CHECK-DAG: matmul dims(0 batch, 1 rows, 1 columns, 1 contracted) arena[64] : f32[3x4]{1,3}, arena[64] : f32[4x3], arena[{{[0-9]+}}] : f32[3x3] at "dot_general mlp/dense" model.py:7:3
  %1 = stablehlo.transpose %m, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.dot_general %1, %m, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x3xf32> loc(#scope)
  // CHECK-DAG: kernel @update arena[0] : f32[2], arena[0] : f32[2] at "update"
  %3 = call @update(%w) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-DAG: copy {{.*}} at "all_slice"
  %4 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %5 = call @pad(%4) : (tensor<4xf32>) -> tensor<5xf32>
  %6 = dist.all_slice %5 dim 0 over {"a", "b"} on @mesh : tensor<5xf32> -> tensor<2xf32>
      as tensor<5xf32> from <@mesh, [{} ]> to <@mesh, [{"a", "b"} ]>
  // CHECK-DAG: set table3[rank] {{.*}} at "axis_index"
  // CHECK-DAG: set table4[rank] {{.*}} at "block"
  // CHECK-DAG: set table0[rank] {{.*}} at "block"
  %7 = dist.axis_index {"b"} on @mesh : tensor<i32>
  %8, %9 = dist.block {"a", "b"} of 5 on @mesh : tensor<i32>, tensor<i32>
  return %3, %0, %2, %6, %7, %8, %9, %4 : tensor<2xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xf32>
}
func.func private @update(tensor<2xf32>) -> tensor<2xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @pad(tensor<4xf32>) -> tensor<5xf32> attributes {popt.kernel}
#scope = loc("jit(step)/jvp(mlp)/dense"("model.py":7:3))

// -----

// Strides of a convolution in NHWC, kernel HWIO; padding and stride.
// CHECK: conv strides(2,1) pad(1,0 | 0,0) lhs_dilation(1,1) rhs_dilation(1,1) groups(1 feature, 1 batch) arena[0] : f32[2x3x7x6]{126,1,18,3}, arena[1024] : f32[4x3x2x2]{1,4,24,12}, arena[1216] : f32[2x4x4x5]{80,1,20,4}
func.func @main(%x: tensor<2x7x6x3xf32>, %k: tensor<2x2x3x4xf32>) -> tensor<2x4x5x4xf32> {
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 1], pad = [[1, 0], [0, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x7x6x3xf32>, tensor<2x2x3x4xf32>) -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

// -----

// Loops and branches are bodies; a value that leaves a branch is copied, one
// that is computed in place is not.
// CHECK: body 0 (step)
// CHECK-NEXT: copy
// CHECK-NEXT: while condition 1 (condition) body 2 (body) arena[{{[0-9]+}}] : i1[]
// CHECK-NEXT: body 1 (condition)
// CHECK-NEXT: kernel @test
// CHECK-NEXT: body 2 (body)
// CHECK-NEXT: kernel @test
// CHECK-NEXT: case branch 3 (branch) branch 4 (branch)
// CHECK-NEXT: copy {{.*}} at "return"
// CHECK-NEXT: body 3 (branch)
// CHECK-NEXT: copy {{.*}} at "return"
// CHECK-NEXT: body 4 (branch)
// CHECK-NEXT: kernel @add
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.while(%c = %x) : tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    %s = "stablehlo.if"(%p) ({
      %t = func.call @add(%c, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %t : tensor<16xf32>
    }, {
      stablehlo.return %x : tensor<16xf32>
    }) : (tensor<i1>) -> tensor<16xf32>
    stablehlo.return %s : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
