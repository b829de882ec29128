// How moves over time axes are lowered: slices at the time step's number, partial values
// kept by time step 0, and everything else as gather, reduction and slice.
// RUN: %popt %s --split-input-file --fold-time | FileCheck %s

// A slice over device and time axes: the device's part runs once.
// CHECK-LABEL: func.func @main
// CHECK: %[[MINE:.+]] = dist.all_slice %{{.+}} dim 0 over {"dp"} on @mesh : tensor<16xf32> -> tensor<8xf32>
// CHECK: dist.time_loop
// CHECK: stablehlo.dynamic_slice %[[MINE]], %{{.+}}, sizes = [2]
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<16xf32>) -> tensor<2xf32> {
  %0 = dist.all_slice %x dim 0 over {"dp", "mb"} on @mesh : tensor<16xf32> -> tensor<2xf32>
  %1 = dist.all_reduce %0 sum over {"dp", "mb"} on @mesh : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Uneven blocks: room after the value, so that the last slice is not clamped.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.pad
// CHECK: stablehlo.dynamic_slice %{{.+}}, %{{.+}}, sizes = [3]
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<5xf32>) -> tensor<3xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<5xf32> -> tensor<3xf32> as tensor<5xf32> from <@mesh, [{}]> to <@mesh, [{"mb"}]>
  %1 = dist.all_reduce %0 max over {"mb"} on @mesh : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// Copies become partial values: step 0 keeps the value.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32>)
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} = %{{.+}})
// CHECK: %[[FIRST:.+]] = stablehlo.compare EQ, %[[STEP]],
// CHECK: stablehlo.select %[[FIRST]], %[[X]],
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.to_partial %x sum over {"mb"} on @mesh : tensor<4xf32>
  %1 = dist.all_reduce %0 sum over {"mb"} on @mesh : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A reduce-scatter accumulates, then slices in a second loop; an all-to-all
// gathers, then slices.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: dist.time_loop
// CHECK-NOT: dist.reduce_scatter
// CHECK-NOT: dist.all_to_all
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<2x3xf32>) {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<4x6xf32> -> tensor<2x6xf32>
  %1 = dist.all_to_all %0 split 1 concat 0 over {"mb"} on @mesh : tensor<2x6xf32> -> tensor<4x3xf32>
  %2 = stablehlo.slice %1 [0:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %3 = dist.all_reduce %2 sum over {"mb"} on @mesh : tensor<2x3xf32>
  %4 = dist.reduce_scatter %0 sum dim 1 over {"mb"} on @mesh : tensor<2x6xf32> -> tensor<2x3xf32>
  %5 = dist.all_gather %4 dim 1 over {"mb"} on @mesh : tensor<2x3xf32> -> tensor<2x6xf32>
  return %5, %3 : tensor<2x6xf32>, tensor<2x3xf32>
}

// -----

// A block's place: the device's begins where it began, the time step's follows from
// the step.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} = %{{.+}})
// CHECK: %[[OFFSET:.+]] = stablehlo.multiply %[[STEP]],
// CHECK: %[[BEGIN:.+]], %{{.+}} = dist.block {"dp"} of 16 on @mesh
// CHECK: stablehlo.add %[[BEGIN]], %[[OFFSET]]
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main() -> tensor<i32> {
  %begin, %extent = dist.block {"dp", "mb"} of 16 on @mesh : tensor<i32>, tensor<i32>
  %1 = dist.all_reduce %begin max over {"dp", "mb"} on @mesh : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// Blocks of 3, 3 and 1 elements along the second dimension: steps of one size
// are one piece.
// CHECK-LABEL: func.func @main
// CHECK: %[[ALL:.+]] = dist.time_loop
// CHECK: %[[TWO:.+]] = stablehlo.slice %[[ALL]] [0:2, 0:2, 0:3]
// CHECK: %[[SIDE:.+]] = stablehlo.transpose %[[TWO]], dims = [1, 0, 2]
// CHECK: %[[PIECE:.+]] = stablehlo.reshape %[[SIDE]] : (tensor<2x2x3xf32>) -> tensor<2x6xf32>
// CHECK: stablehlo.dynamic_update_slice %{{.+}}, %[[PIECE]]
// CHECK: stablehlo.slice %[[ALL]] [2:3, 0:2, 0:3]
// CHECK: stablehlo.slice %{{.+}} [0:1, 0:2, 0:1]
// CHECK: stablehlo.dynamic_update_slice
// CHECK-NOT: stablehlo.dynamic_update_slice
dist.mesh @mesh = <time ["mb"=3]>
func.func @main(%x: tensor<2x7xf32>) -> tensor<2x7xf32> {
  %0 = dist.all_slice %x dim 1 over {"mb"} on @mesh : tensor<2x7xf32> -> tensor<2x3xf32> as tensor<2x7xf32> from <@mesh, [{}, {}]> to <@mesh, [{}, {"mb"}]>
  %1 = stablehlo.tanh %0 : tensor<2x3xf32>
  %2 = dist.all_gather %1 dim 1 over {"mb"} on @mesh : tensor<2x3xf32> -> tensor<2x7xf32> as tensor<2x7xf32> from <@mesh, [{}, {"mb"}]> to <@mesh, [{}, {}]>
  return %2 : tensor<2x7xf32>
}
