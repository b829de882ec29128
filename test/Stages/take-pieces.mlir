// What is put together and taken apart again stays apart.
// RUN: %popt %s --take-pieces --split-input-file | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>

// Pieces that are put together and taken apart again stay apart.
// CHECK-LABEL: func.func @pieces
func.func @pieces(%a: tensor<1x8xf32>, %b: tensor<2x8xf32>, %no: tensor<0x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>, tensor<3x8xf32>, tensor<0x8xf32>, tensor<2x8xf32>) {
  // CHECK-NEXT: %[[ALL:.*]] = stablehlo.concatenate %arg0, %arg1, dim = 0
  // CHECK-NEXT: %[[PART:.*]] = stablehlo.slice %arg1 [1:2, 0:8]
  // CHECK-NEXT: %[[BOTH:.*]] = stablehlo.slice %[[ALL]] [0:2, 0:8]
  // CHECK-NEXT: %[[NONE:.*]] = stablehlo.constant dense<{{.*}}> : tensor<0x8xf32>
  // CHECK-NEXT: return %arg0, %[[PART]], %[[BOTH]], %[[ALL]], %[[NONE]], %arg1
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<3x8xf32>
  %1 = stablehlo.concatenate %no, %0, dim = 0 : (tensor<0x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  %2 = stablehlo.slice %1 [0:3, 0:8] : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %3 = stablehlo.slice %2 [0:1, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
  %4 = stablehlo.slice %2 [2:3, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
  %5 = stablehlo.slice %2 [0:2, 0:8] : (tensor<3x8xf32>) -> tensor<2x8xf32>
  %6 = stablehlo.slice %2 [3:3, 0:8] : (tensor<3x8xf32>) -> tensor<0x8xf32>
  %7 = stablehlo.broadcast_in_dim %b, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
  %8 = stablehlo.reshape %7 : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  return %3, %4, %5, %2, %6, %8 : tensor<1x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>, tensor<3x8xf32>, tensor<0x8xf32>, tensor<2x8xf32>
}

// What is empty is zeros, of any type.
// CHECK-LABEL: func.func @nothing
func.func @nothing(%x: tensor<3xcomplex<f32>>) -> tensor<0xcomplex<f32>> {
  // CHECK-NEXT: %[[NONE:.*]] = stablehlo.constant
  // CHECK-NEXT: return %[[NONE]]
  %0 = stablehlo.slice %x [3:3] : (tensor<3xcomplex<f32>>) -> tensor<0xcomplex<f32>>
  return %0 : tensor<0xcomplex<f32>>
}

// Slices of slices are one; neighbours that are put together are the slice of both.
// CHECK-LABEL: func.func @slices
func.func @slices(%x: tensor<9x8xf32>) -> (tensor<2x8xf32>, tensor<3x8xf32>, tensor<9x8xf32>) {
  // CHECK-NEXT: %[[TWICE:.*]] = stablehlo.slice %arg0 [3:8:4, 0:8]
  // CHECK-NEXT: %[[BOTH:.*]] = stablehlo.slice %arg0 [1:4, 0:8]
  // CHECK-NEXT: return %[[TWICE]], %[[BOTH]], %arg0
  %0 = stablehlo.slice %x [1:9:2, 0:8] : (tensor<9x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.slice %0 [1:4:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.slice %x [1:3, 0:8] : (tensor<9x8xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.slice %x [3:4, 0:8] : (tensor<9x8xf32>) -> tensor<1x8xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<3x8xf32>
  %5 = stablehlo.slice %x [0:4, 0:8] : (tensor<9x8xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.slice %x [4:9, 0:8] : (tensor<9x8xf32>) -> tensor<5x8xf32>
  %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<4x8xf32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  return %1, %4, %7 : tensor<2x8xf32>, tensor<3x8xf32>, tensor<9x8xf32>
}

// A loop of one iteration is its body, and its stack of one group the group.
// CHECK-LABEL: func.func @once
func.func @once(%w: tensor<1x2x8xf32>, %x: tensor<8xf32>) -> tensor<1x8xf32> {
  // CHECK-NOT: stablehlo.while
  // CHECK: %[[ROWS:.*]] = stablehlo.reshape %arg0 : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  // CHECK: %[[ROW:.*]] = stablehlo.slice %[[ROWS]] [1:2, 0:8]
  // CHECK: stablehlo.multiply
  // CHECK-NOT: dynamic_update_slice
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<1x8xf32>
  %0:2 = stablehlo.while(%i = %zero, %kept = %empty) : tensor<i32>, tensor<1x8xf32>
  cond {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %go = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %group = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] : (tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %rows = stablehlo.reshape %group : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %row = stablehlo.slice %rows [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %line = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
    %left = stablehlo.multiply %line, %row : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %kept, %left, %i, %no : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<1x8xf32>
  }
  return %0#1 : tensor<1x8xf32>
}

// -----

// All layers are on all devices: pieces stay where they are.
dist.mesh @mesh = <["dp"=2]>

// CHECK-LABEL: func.func @no_stages
func.func @no_stages(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> tensor<1x8xf32> {
  // CHECK: stablehlo.slice
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.slice %0 [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}
