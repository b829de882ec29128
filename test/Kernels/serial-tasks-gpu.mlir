// A remark says where one thread of a GPU does much, one by one.
// RUN: %poptc %s --target=sm_90 --remarks-filter=conversion --emit=obj -o %t.ptx 2>&1 | FileCheck %s

// CHECK-DAG: serial-tasks-gpu.mlir:[[#@LINE+6]]: remark: {{.*}}serial-tasks | {{.*}}stablehlo.scatter: 1 thread does 8192 elements each, one by one
// CHECK-DAG: serial-tasks-gpu.mlir:[[#@LINE+10]]: remark: {{.*}}serial-tasks | {{.*}}stablehlo.sort: 2 threads do 2048 elements each, one by one
// CHECK-DAG: serial-tasks-gpu.mlir:[[#@LINE+14]]: remark: {{.*}}serial-reduction | {{.*}}stablehlo.reduce: one thread combines 64 elements of a column one by one, since its body is no monoid of one operand
func.func @main(%x: tensor<32xf32>, %i: tensor<4096x1xi32>, %u: tensor<4096x2xf32>, %y: tensor<2x2048xf32>,
                %z: tensor<64x8xf32>) -> (tensor<32xf32>, tensor<2x2048xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32xf32>, tensor<4096x1xi32>, tensor<4096x2xf32>) -> tensor<32xf32>
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x2048xf32>) -> tensor<2x2048xf32>
  %2 = stablehlo.reduce(%z init: %zero) across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = stablehlo.abs %b : tensor<f32>
    %s = stablehlo.add %a, %m : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %0, %1, %2 : tensor<32xf32>, tensor<2x2048xf32>, tensor<8xf32>
}
