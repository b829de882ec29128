// Where a factor is smaller than an axis, the axis is cut.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

// 4 * 2 dims from one axis of 8.
dist.mesh @mesh = <["a"=8]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reshape %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a":(1)4}, {"a":(4)2}]>]}
func.func @main(%x: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<16xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// And back: parts that follow each other are one axis.
dist.mesh @mesh = <["a"=8]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reshape %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]}
func.func @main(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a":(1)4}, {"a":(4)2}]>}) -> tensor<16xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// The minor dim alone would need strides: nothing reaches the merged dim.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reshape %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{}]>]}
func.func @main(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<16xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// 6 and 4 share 2; the rest of the axis does not divide and stays behind.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}
// CHECK: stablehlo.reshape %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a":(1)2}, {}]>]}
func.func @main(%x: tensor<12xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<6x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<12xf32>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}
