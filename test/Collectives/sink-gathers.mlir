// Gathering results instead of operands; slicing before gathering.
// RUN: %popt %s --sink-gathers | FileCheck %s
// RUN: %popt %s --sink-gathers --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %popt %s --sink-gathers --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-COUNT-8: Category:collectives
// ALL-NOT: Category:collectives

dist.mesh @mesh = <["a"=2, "b"=3]>

// CHECK-LABEL: func.func @product
func.func @product(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<6x4xf32> {
  // CHECK-NEXT: %[[BLOCK:.+]] = stablehlo.multiply %arg0, %arg1 : tensor<3x4xf32>
  // CHECK-NEXT: %[[WHOLE:.+]] = dist.all_gather %[[BLOCK]] dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  // CHECK-NEXT: return %[[WHOLE]]
  // REMARK: [[@LINE+1]]:8: remark: [Passed] sink-gathers | Category:collectives | Remark="all_gather over {"a"} after stablehlo.multiply instead of before: sends 48 bytes instead of 96, 48 fewer, in
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = dist.all_gather %y dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

// Numbers repeated follow; a narrower type is gathered, a wider one is not.
// CHECK-LABEL: func.func @convert
func.func @convert(%x: tensor<3x4xf32>, %s: tensor<f32>) -> tensor<6x4xf64> {
  // CHECK-DAG: stablehlo.constant dense<2.000000e+00> : tensor<3x4xf32>
  // CHECK-DAG: stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  // CHECK: %[[BLOCK:.+]] = stablehlo.convert %{{.+}} : (tensor<3x4xf32>) -> tensor<3x4xbf16>
  // CHECK-NEXT: %[[WHOLE:.+]] = dist.all_gather %[[BLOCK]] dim 0 over {"a"} on @mesh : tensor<3x4xbf16> -> tensor<6x4xbf16>
  // CHECK-NEXT: stablehlo.convert %[[WHOLE]] : (tensor<6x4xbf16>) -> tensor<6x4xf64>
  // REMARK: all_gather over {"a"} after stablehlo.convert instead of before: sends 24 bytes instead of 48, 24 fewer
  %two = stablehlo.constant dense<2.0> : tensor<6x4xf32>
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = stablehlo.add %0, %two : tensor<6x4xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<6x4xf32>
  %4 = stablehlo.convert %3 : (tensor<6x4xf32>) -> tensor<6x4xbf16>
  %5 = stablehlo.convert %4 : (tensor<6x4xbf16>) -> tensor<6x4xf64>
  return %5 : tensor<6x4xf64>
}

// Not a number that differs between those who gather: where a rank's rows begin. Over other
// axes all have the same.
// CHECK-LABEL: func.func @begin
func.func @begin(%x: tensor<3x4xi32>) -> (tensor<6x4xi8>, tensor<6x4xi8>) {
  // CHECK-DAG: %[[BEGIN:.+]], %{{.+}} = dist.block {"a"} of 7
  // CHECK-DAG: %[[WHOLE:.+]] = dist.all_gather %arg0 dim 0 over {"a"} on @mesh : tensor<3x4xi32>
  // CHECK: stablehlo.subtract %[[WHOLE]], %{{.+}} : tensor<6x4xi32>
  // CHECK: dist.all_gather %{{.+}} dim 0 over {"a"} on @mesh : tensor<3x4xi8>
  // REMARK: all_gather over {"a"} after stablehlo.convert
  %begin, %extent = dist.block {"a"} of 7 on @mesh : tensor<i32>, tensor<i32>
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xi32> -> tensor<6x4xi32>
  %1 = stablehlo.broadcast_in_dim %begin, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
  %2 = stablehlo.subtract %0, %1 : tensor<6x4xi32>
  %3 = stablehlo.convert %2 : (tensor<6x4xi32>) -> tensor<6x4xi8>
  %other, %extent_2 = dist.block {"b"} of 7 on @mesh : tensor<i32>, tensor<i32>
  %4 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xi32> -> tensor<6x4xi32>
  %5 = stablehlo.broadcast_in_dim %other, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
  %6 = stablehlo.subtract %4, %5 : tensor<6x4xi32>
  %7 = stablehlo.convert %6 : (tensor<6x4xi32>) -> tensor<6x4xi8>
  return %3, %7 : tensor<6x4xi8>, tensor<6x4xi8>
}

// Uneven blocks take their layouts along.
// CHECK-LABEL: func.func @uneven
func.func @uneven(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<5xi1> {
  // CHECK-NEXT: %[[BLOCK:.+]] = stablehlo.compare GT, %arg0, %arg1
  // CHECK-NEXT: dist.all_gather %[[BLOCK]] dim 0 over {"a"} on @mesh : tensor<3xi1> -> tensor<5xi1> as tensor<5xi1> from <@mesh, [{"a"}]> to <@mesh, [{}]>
  // REMARK: all_gather over {"a"} after stablehlo.compare
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3xf32> -> tensor<5xf32> as tensor<5xf32> from <@mesh, [{"a"}]> to <@mesh, [{}]>
  %1 = dist.all_gather %y dim 0 over {"a"} on @mesh : tensor<3xf32> -> tensor<5xf32> as tensor<5xf32> from <@mesh, [{"a"}]> to <@mesh, [{}]>
  %2 = stablehlo.compare GT, %0, %1 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  return %2 : tensor<5xi1>
}

// A slice takes back what was gathered; what is not gathered is sliced.
// CHECK-LABEL: func.func @slice
func.func @slice(%x: tensor<3x4xf32>, %y: tensor<6x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: %[[OTHER:.+]] = dist.all_slice %arg1 dim 0 over {"a"}
  // CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %arg0, %[[OTHER]] : tensor<3x4xf32>
  // CHECK-NEXT: return %[[SUM]]
  // REMARK: [Passed] slice-before-gather | {{.*}}slice over {"a"} before the all_gather instead of after: sends 48 bytes fewer
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = stablehlo.add %0, %y : tensor<6x4xf32>
  %2 = dist.all_slice %1 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// A slice over the first of the gathered axes leaves the others gathered.
// CHECK-LABEL: func.func @slice_part
func.func @slice_part(%x: tensor<1x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: dist.all_gather %arg0 dim 0 over {"b"} on @mesh : tensor<1x4xf32> -> tensor<3x4xf32>
  // CHECK-NEXT: return
  // REMARK: slice over {"a"} before the all_gather instead of after: sends 48 bytes fewer
  %0 = dist.all_gather %x dim 0 over {"a", "b"} on @mesh : tensor<1x4xf32> -> tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// Uneven blocks: back to where it came from.
// CHECK-LABEL: func.func @slice_uneven
func.func @slice_uneven(%x: tensor<3xf32>, %y: tensor<5xi32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[OTHER:.+]] = dist.all_slice %arg1 dim 0 over {"a"} on @mesh : tensor<5xi32> -> tensor<3xi32> as tensor<5xi32> from <@mesh, [{}]> to <@mesh, [{"a"}]>
  // CHECK-NEXT: %[[CONVERTED:.+]] = stablehlo.convert %[[OTHER]]
  // CHECK-NEXT: stablehlo.subtract %arg0, %[[CONVERTED]] : tensor<3xf32>
  // REMARK: slice over {"a"} before the all_gather instead of after
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3xf32> -> tensor<5xf32> as tensor<5xf32> from <@mesh, [{"a"}]> to <@mesh, [{}]>
  %1 = stablehlo.convert %y : (tensor<5xi32>) -> tensor<5xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<5xf32>
  %3 = dist.all_slice %2 dim 0 over {"a"} on @mesh : tensor<5xf32> -> tensor<3xf32> as tensor<5xf32> from <@mesh, [{}]> to <@mesh, [{"a"}]>
  return %3 : tensor<3xf32>
}

// Slices that a gather follows, and further gathers before the operation.
// CHECK-LABEL: func.func @both
func.func @both(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %arg0, %arg1 : tensor<3x4xf32>
  // CHECK-NEXT: return %[[SUM]]
  // REMARK: sends 96 bytes fewer
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = dist.all_gather %y dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x4xf32>
  %3 = dist.all_slice %2 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  return %3 : tensor<3x4xf32>
}

// Left alone: other axes, another dimension, other readers, an operand that is
// not gathered, an operation that moves elements.
// CHECK-LABEL: func.func @left
func.func @left(%x: tensor<3x4xf32>, %y: tensor<2x4xf32>, %z: tensor<6x4xf32>, %q: tensor<6x2xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<4x6xf32>) {
  // CHECK-COUNT-8: dist.all_gather
  // CHECK-NOT: dist.all_gather
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = dist.all_gather %y dim 0 over {"b"} on @mesh : tensor<2x4xf32> -> tensor<6x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x4xf32>
  %3 = dist.all_gather %q dim 1 over {"a"} on @mesh : tensor<6x2xf32> -> tensor<6x4xf32>
  %4 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %5 = stablehlo.add %3, %4 : tensor<6x4xf32>
  %6 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %7 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %8 = stablehlo.add %6, %7 : tensor<6x4xf32>
  %9 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %10 = stablehlo.add %9, %z : tensor<6x4xf32>
  %11 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %13 = stablehlo.add %8, %6 : tensor<6x4xf32>
  return %2, %5, %13, %10, %12 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<4x6xf32>
}

// Left alone: the slice takes other blocks, or somebody keeps all.
// CHECK-LABEL: func.func @left_slice
func.func @left_slice(%x: tensor<3x4xf32>, %y: tensor<1x4xf32>) -> (tensor<2x4xf32>, tensor<6x4xf32>, tensor<3x4xf32>, tensor<2x4xf32>) {
  // CHECK-COUNT-2: dist.all_gather
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
  %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  %2 = dist.all_slice %0 dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
  %3 = dist.all_gather %y dim 0 over {"a", "b"} on @mesh : tensor<1x4xf32> -> tensor<6x4xf32>
  %4 = dist.all_slice %3 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
  return %1, %0, %2, %4 : tensor<2x4xf32>, tensor<6x4xf32>, tensor<3x4xf32>, tensor<2x4xf32>
}
