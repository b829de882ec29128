// A kernel that adds to a part of a tensor may write over it: it reads each element
// where it writes it.
// RUN: popt %s --form-kernels | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: call @[[$SUM:kernel_[0-9]+_dynamic_update_slice]](
func.func @main(%sum: tensor<6x4x8xf32>, %row: tensor<4x8xf32>, %i: tensor<i32>) -> tensor<6x4x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %row, dims = [1, 2] : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
  %1 = stablehlo.dynamic_slice %sum, %i, %z, %z, sizes = [1, 4, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
  %2 = stablehlo.add %1, %0 : tensor<1x4x8xf32>
  %3 = stablehlo.dynamic_update_slice %sum, %2, %i, %z, %z : (tensor<6x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
  return %3 : tensor<6x4x8xf32>
}

// The row of another number.
// CHECK-LABEL: func.func @other
// CHECK: call @[[$OTHER:kernel_[0-9]+_dynamic_update_slice]](
func.func @other(%sum: tensor<6x4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<6x4x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_slice %sum, %j, %z, %z, sizes = [1, 4, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
  %2 = stablehlo.tanh %1 : tensor<1x4x8xf32>
  %3 = stablehlo.dynamic_update_slice %sum, %2, %i, %z, %z : (tensor<6x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
  return %3 : tensor<6x4x8xf32>
}

// The same row, whose elements are read elsewhere than they are written.
// CHECK-LABEL: func.func @reversed
// CHECK: call @[[$REVERSED:kernel_[0-9]+_dynamic_update_slice]](
func.func @reversed(%sum: tensor<6x4x8xf32>, %i: tensor<i32>) -> tensor<6x4x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_slice %sum, %i, %z, %z, sizes = [1, 4, 8] : (tensor<6x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
  %2 = stablehlo.reverse %1, dims = [2] : tensor<1x4x8xf32>
  %3 = stablehlo.dynamic_update_slice %sum, %2, %i, %z, %z : (tensor<6x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x8xf32>
  return %3 : tensor<6x4x8xf32>
}

// CHECK: func.func private @[[$SUM]]({{.*}}popt.may_share = [array<i64: 0, {{[0-9]+}}>]
// CHECK-NOT: popt.may_share
