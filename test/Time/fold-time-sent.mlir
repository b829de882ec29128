// What coordinate 0 of the stage axis makes cheaply is made again in a second loop,
// if it is read there; what it would send again is kept where it is read.
// RUN: %popt %s --fold-time --split-input-file | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>

// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>, tensor<4x8x512xf32>) {
// CHECK: stablehlo.exponential
// CHECK: stablehlo.dynamic_update_slice {{.*}} {dist.place = array<i64: 1>}
// CHECK: dist.return
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK-NOT: stablehlo.exponential
// CHECK: %[[KEPT:.*]] = stablehlo.reshape {{.*}} -> tensor<8x512xf32>
// CHECK: stablehlo.multiply %[[KEPT]], {{.*}} {dist.place = array<i64: 1>}
// CHECK: dist.return
func.func @main(%x: tensor<32x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x512xf32> -> tensor<8x512xf32>
  %1 = stablehlo.exponential %0 {dist.place = array<i64: 0>} : tensor<8x512xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh {dist.place = array<i64: 1>} : tensor<512xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] {dist.place = array<i64: 1>} : (tensor<512xf32>) -> tensor<8x512xf32>
  %5 = stablehlo.multiply %1, %4 {dist.place = array<i64: 1>} : tensor<8x512xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %7 = dist.all_reduce %6 sum over {"mb"} on @mesh {dist.place = array<i64: 1>} : tensor<512xf32>
  return %7 : tensor<512xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>

// The same at one coordinate.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.exponential
// CHECK: dist.return
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.exponential
// CHECK: dist.return
func.func @main(%x: tensor<32x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x512xf32> -> tensor<8x512xf32>
  %1 = stablehlo.exponential %0 {dist.place = array<i64: 1>} : tensor<8x512xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh {dist.place = array<i64: 1>} : tensor<512xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] {dist.place = array<i64: 1>} : (tensor<512xf32>) -> tensor<8x512xf32>
  %5 = stablehlo.multiply %1, %4 {dist.place = array<i64: 1>} : tensor<8x512xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %7 = dist.all_reduce %6 sum over {"mb"} on @mesh {dist.place = array<i64: 1>} : tensor<512xf32>
  return %7 : tensor<512xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>

// The second loop is the first that sends it.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.exponential
// CHECK: dist.return
// CHECK: dist.time_loop {{.*}} -> (tensor<512xf32>) {
// CHECK: stablehlo.exponential
// CHECK: dist.return
func.func @main(%x: tensor<32x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<32x512xf32> -> tensor<8x512xf32>
  %1 = stablehlo.exponential %0 {dist.place = array<i64: 0>} : tensor<8x512xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 0>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh {dist.place = array<i64: 0>} : tensor<512xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] {dist.place = array<i64: 1>} : (tensor<512xf32>) -> tensor<8x512xf32>
  %5 = stablehlo.multiply %1, %4 {dist.place = array<i64: 1>} : tensor<8x512xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] {dist.place = array<i64: 1>} : (tensor<8x512xf32>, tensor<f32>) -> tensor<512xf32>
  %7 = dist.all_reduce %6 sum over {"mb"} on @mesh {dist.place = array<i64: 1>} : tensor<512xf32>
  return %7 : tensor<512xf32>
}
