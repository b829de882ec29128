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
