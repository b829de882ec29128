// Reducing only what is kept.
// RUN: %popt %s --form-reduce-scatter --split-input-file | FileCheck %s
// RUN: %popt %s --form-reduce-scatter --split-input-file --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %popt %s --form-reduce-scatter --split-input-file --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-COUNT-10: is only sliced
// ALL-NOT: is only sliced

dist.mesh @mesh = <["a"=2, "b"=3]>
// CHECK-LABEL: func.func @same_axes
func.func @same_axes(%x: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[SCATTERED:.+]] = dist.reduce_scatter %arg0 max dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: return %[[SCATTERED]]
  // REMARK: [[@LINE+1]]:8: remark: [Passed] reduce-scatter | Category:collectives | Remark="all_reduce over {"b"} is only sliced: reducing what is kept sends 64 bytes instead of 128, 64 fewer"
  %0 = dist.all_reduce %x max over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// More axes are reduced than sliced: the rest is reduced in blocks.
// CHECK-LABEL: func.func @more_reduced
func.func @more_reduced(%x: tensor<6x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[SCATTERED:.+]] = dist.reduce_scatter %arg0 sum dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[REDUCED:.+]] = dist.all_reduce %[[SCATTERED]] sum over {"a"} on @mesh : tensor<2x4xf32>
  // CHECK-NEXT: return %[[REDUCED]]
  // REMARK: sends 96 bytes instead of 160, 64 fewer
  %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// More axes are sliced than reduced: partial values are sliced, too.
// CHECK-LABEL: func.func @more_sliced
func.func @more_sliced(%x: tensor<6x4xf32>) -> tensor<1x4xf32> {
  // CHECK-NEXT: %[[SLICED:.+]] = dist.all_slice %arg0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  // CHECK-NEXT: %[[SCATTERED:.+]] = dist.reduce_scatter %[[SLICED]] sum dim 0 over {"b"} on @mesh : tensor<3x4xf32> -> tensor<1x4xf32>
  // CHECK-NEXT: return %[[SCATTERED]]
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"a", "b"} on @mesh : tensor<6x4xf32> -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// The reduced axis is the major one of the slice.
// CHECK-LABEL: func.func @major
func.func @major(%x: tensor<6x4xf32>) -> tensor<1x4xf32> {
  // CHECK-NEXT: %[[SCATTERED:.+]] = dist.reduce_scatter %arg0 sum dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[SLICED:.+]] = dist.all_slice %[[SCATTERED]] dim 0 over {"a"} on @mesh : tensor<2x4xf32> -> tensor<1x4xf32>
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b", "a"} on @mesh : tensor<6x4xf32> -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// Other axes: the slice comes first.
// CHECK-LABEL: func.func @other_axes
func.func @other_axes(%x: tensor<6x4xbf16>) -> tensor<3x4xbf16> {
  // CHECK-NEXT: %[[SLICED:.+]] = dist.all_slice %arg0 dim 0 over {"a"}
  // CHECK-NEXT: dist.all_reduce %[[SLICED]] sum over {"b"} on @mesh : tensor<3x4xbf16>
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xbf16>
  %1 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xbf16> -> tensor<3x4xbf16>
  return %1 : tensor<3x4xbf16>
}

// Slices of two dims, one after the other.
// CHECK-LABEL: func.func @two_dims
func.func @two_dims(%x: tensor<6x4xf32>) -> tensor<2x2xf32> {
  // CHECK-NEXT: %[[ROWS:.+]] = dist.reduce_scatter %arg0 sum dim 0 over {"b"}
  // CHECK-NEXT: %[[BOTH:.+]] = dist.reduce_scatter %[[ROWS]] sum dim 1 over {"a"}
  // CHECK-NEXT: return %[[BOTH]]
  %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  %2 = dist.all_slice %1 dim 1 over {"a"} on @mesh : tensor<2x4xf32> -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// Uneven blocks say from which layout to which.
// CHECK-LABEL: func.func @uneven
func.func @uneven(%x: tensor<7x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: dist.reduce_scatter %arg0 sum dim 0 over {"b"} on @mesh : tensor<7x4xf32> -> tensor<3x4xf32> as tensor<7x4xf32> from <@mesh, [{}, {}], partial = sum{"a", "b"}> to <@mesh, [{"b"}, {}], partial = sum{"a"}>
  // CHECK-NEXT: dist.all_reduce %{{.+}} sum over {"a"} on @mesh : tensor<3x4xf32> as tensor<7x4xf32> from <@mesh, [{"b"}, {}], partial = sum{"a"}> to <@mesh, [{"b"}, {}]>
  %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<7x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<7x4xf32> -> tensor<3x4xf32> as tensor<7x4xf32> from <@mesh, [{}, {}]> to <@mesh, [{"b"}, {}]>
  return %1 : tensor<3x4xf32>
}

// Two equal slices share.
// CHECK-LABEL: func.func @shared
func.func @shared(%x: tensor<6x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  // CHECK-NEXT: %[[SCATTERED:.+]] = dist.reduce_scatter
  // CHECK-NEXT: return %[[SCATTERED]], %[[SCATTERED]]
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  %2 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<2x4xf32>
}

// Left alone: two different slices cost as much as the whole.
// CHECK-LABEL: func.func @no_gain
func.func @no_gain(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<6x2xf32>) {
  // CHECK-NEXT: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  %2 = dist.all_slice %0 dim 1 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<6x2xf32>
  return %1, %2 : tensor<3x4xf32>, tensor<6x2xf32>
}

// Left alone: somebody keeps everything.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<6x4xf32>) {
  // CHECK-NEXT: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  return %1, %0 : tensor<3x4xf32>, tensor<6x4xf32>
}

// Left alone: a narrow float would be rounded twice.
// CHECK-LABEL: func.func @rounded
func.func @rounded(%x: tensor<6x4xbf16>) -> tensor<2x4xbf16> {
  // CHECK-NEXT: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<6x4xbf16>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xbf16> -> tensor<2x4xbf16>
  return %1 : tensor<2x4xbf16>
}

// Left alone: groups given as ranks.
// CHECK-LABEL: func.func @ranks
func.func @ranks(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: dist.all_reduce
  %0 = dist.all_reduce %x sum over [[0, 3], [1, 4], [2, 5]] on @mesh : tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// -----

// Terms of narrow floats are summed as f32: the slices come before the
// conversion, and so reach the sum.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x6xf32>) -> tensor<2x6xbf16> {
  // CHECK: %[[SUM:.+]] = dist.reduce_scatter %{{.+}} sum dim 0 over {"x"} on @mesh : tensor<4x6xf32> -> tensor<2x6xf32>
  // CHECK: stablehlo.convert %[[SUM]] : (tensor<2x6xf32>) -> tensor<2x6xbf16>
  %0 = dist.all_reduce %x sum over {"x"} on @mesh : tensor<4x6xf32>
  %1 = stablehlo.convert %0 : (tensor<4x6xf32>) -> tensor<4x6xbf16>
  %2 = dist.all_slice %1 dim 0 over {"x"} on @mesh : tensor<4x6xbf16> -> tensor<2x6xbf16>
  return %2 : tensor<2x6xbf16>
}
