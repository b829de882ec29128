// RUN: popt %s --split-input-file --plan-memory --emit-step --verify-step-table --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Two tables: what the rank has, and where that is in its group. Transposes are
// strides; locations carry operation, scope and line.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK: dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-NEXT: step.table info {arena_bytes = "512", compiler = "popt"} constants dense<[0, 0, -128, 63, {{.*}}]> : tensor<16xi8> {
// CHECK-NEXT: step.symbol @update
// CHECK-NEXT: step.symbol @pad
// CHECK-NEXT: step.rank_table @table0 = [2, 1, 1, 1]
// CHECK-NEXT: step.rank_table @table1 = [0, 2, 0, 1]
// CHECK-NEXT: step.rank_table @table2 = [0, 8, 12, 16]
// CHECK-NEXT: step.rank_table @table3 = [0, 1, 0, 1]
// CHECK-NEXT: step.rank_table @table4 = [0, 2, 3, 4]
// CHECK-NEXT: step.group @b "{\22b\22}" = {{\[\[}}0, 1], [2, 3]]
// CHECK-NEXT: step.argument @"params['w']" : tensor<5xf32> local [2] layout <@mesh, [{"a", "b"}]> state @"result[0]"
// CHECK-NEXT: step.argument @arg1 : tensor<4x3xf32>
// CHECK-NEXT: step.result @"result[0]" : tensor<5xf32> local [2] layout <@mesh, [{"a", "b"}]>
// CHECK: step.program @main {
// CHECK-NEXT: step.region @arena arena 512
// CHECK-NEXT: step.region @constants constants 0
// CHECK-NEXT: step.address @"params['w']" at @arena[0]
// CHECK: step.address @res7 at @constants[0]
// CHECK: step.body @step {
func.func @main(%w: tensor<2xf32> {dist.name = "params['w']", dist.state = 0 : i64, dist.global_type = tensor<5xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"} ]>},
                %m: tensor<4x3xf32>)
    -> (tensor<2xf32> {dist.name = "result[0]", dist.global_type = tensor<5xf32>, dist.sharding = #dist.sharding<@mesh, [{"a", "b"} ]>},
        tensor<3xf32>, tensor<3x3xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xf32>) {
  // CHECK-DAG: step.all_gather{{.*}} dim 0 counts @table0 offsets @table1 over @b (@arena[0] : 2xf32, @arena[{{[0-9]+}}] : 3xf32) loc("all_gather"(
  %0 = dist.all_gather %w dim 0 over {"b"} on @mesh : tensor<2xf32> -> tensor<3xf32>
      as tensor<5xf32> from <@mesh, [{"a", "b"} ]> to <@mesh, [{"a"} ]>
  // CHECK-DAG: step.matmul{{.*}} (@arena[64] : 3x4xf32 strides [1, 3], @arena[64] : 4x3xf32, @arena[{{[0-9]+}}] : 3x3xf32) loc("dot_general mlp/dense"("model.py":7:3))
  %1 = stablehlo.transpose %m, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.dot_general %1, %m, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x3xf32> loc(#scope)
  // CHECK-DAG: step.kernel{{.*}} @update (@arena[0] : 2xf32, @arena[0] : 2xf32) loc("update"(fused["model.py":9:3, "layers.py":4:1]))
  %3 = call @update(%w) : (tensor<2xf32>) -> tensor<2xf32> loc(fused["model.py":9:3, "model.py":9:7, "layers.py":4:1])
  // CHECK-DAG: step.copy{{.*}} + @table2] : 2xf32 strides [1] extents [0 to @table0], {{.*}} loc("all_slice"(
  %4 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %5 = call @pad(%4) : (tensor<4xf32>) -> tensor<5xf32>
  %6 = dist.all_slice %5 dim 0 over {"a", "b"} on @mesh : tensor<5xf32> -> tensor<2xf32>
      as tensor<5xf32> from <@mesh, [{} ]> to <@mesh, [{"a", "b"} ]>
  // CHECK-DAG: step.set{{.*}} @table3 {{.*}} loc("axis_index"(
  // CHECK-DAG: step.set{{.*}} @table4 {{.*}} loc("block"(
  // CHECK-DAG: step.set{{.*}} @table0 {{.*}} loc("block"(
  %7 = dist.axis_index {"b"} on @mesh : tensor<i32>
  %8, %9 = dist.block {"a", "b"} of 5 on @mesh : tensor<i32>, tensor<i32>
  return %3, %0, %2, %6, %7, %8, %9, %4 : tensor<2xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xf32>
}
func.func private @update(tensor<2xf32>) -> tensor<2xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @pad(tensor<4xf32>) -> tensor<5xf32> attributes {popt.kernel}
// The innermost line that is the user's.
#scope = loc("jit(step)/jvp(mlp)/dense"(callsite("site-packages/flax/linear.py":287:9 at callsite("model.py":7:3 at "train.py":9:1))))

// -----

// Strides of a convolution in NHWC, kernel HWIO; padding and stride.
// CHECK: step.conv{{.*}} strides [2, 1] pad [1, 0] [0, 0] dilation [1, 1] [1, 1] reversal [false, false] (@arena[0] : 2x3x7x6xf32 strides [126, 1, 18, 3], @arena[1024] : 4x3x2x2xf32 strides [1, 4, 24, 12], @arena[1216] : 2x4x4x5xf32 strides [80, 1, 20, 4])
func.func @main(%x: tensor<2x7x6x3xf32>, %k: tensor<2x2x3x4xf32>) -> tensor<2x4x5x4xf32> {
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 1], pad = [[1, 0], [0, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x7x6x3xf32>, tensor<2x2x3x4xf32>) -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

// -----

// Loops and branches are bodies. What the branches leave lies where the loop carries it: a
// value that is made elsewhere is copied there at the branch's end.
// CHECK: step.body @step {
// CHECK-NEXT: step.copy[0]
// CHECK-NEXT: step.while[1] @condition do @body (@arena[{{[0-9]+}}] : i1)
// CHECK: step.body @condition {
// CHECK-NEXT: step.kernel[2] @test
// CHECK: step.body @body {
// CHECK-NEXT: step.kernel[3] @test
// CHECK-NEXT: step.case[4] branches [@branch, @branch_1]
// CHECK-NEXT: }
// CHECK: step.body @branch {
// CHECK-NEXT: step.copy[5] {{.*}} loc("return"(
// CHECK-NEXT: }
// CHECK: step.body @branch_1 "branch" {
// CHECK-NEXT: step.kernel[6] @add
// CHECK-NEXT: step.copy[7] {{.*}} loc("return"(
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
