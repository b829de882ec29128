// Slices that are put together around a dimension are one operation, which sends
// what moves and no more.
// RUN: %popt %s --split-input-file --form-rolls | FileCheck %s
// RUN: %popt %s --split-input-file --popt-partition=cluster=builtin:bytes | FileCheck %s --check-prefix=LOCAL

// Both directions of jnp.roll, one after the other. Of 12 rows on 4 coordinates
// a shift by 5 is one block and two rows further.
// CHECK-LABEL: @main
// CHECK-NEXT: %[[ROWS:.+]] = dist.roll %arg0 dim 0 by 5
// CHECK-NEXT: dist.roll %[[ROWS]] dim 1 by 4 : tensor<12x6xf32>
// CHECK-NEXT: return
// LOCAL-LABEL: @main
// LOCAL-COUNT-2: dist.permute
// LOCAL-NOT: dist.all
dist.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<12x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<12x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %x [7:12, 0:6] : (tensor<12x6xf32>) -> tensor<5x6xf32>
  %1 = stablehlo.slice %x [0:7, 0:6] : (tensor<12x6xf32>) -> tensor<7x6xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<5x6xf32>, tensor<7x6xf32>) -> tensor<12x6xf32>
  %3 = stablehlo.slice %2 [0:12, 2:6] : (tensor<12x6xf32>) -> tensor<12x4xf32>
  %4 = stablehlo.slice %2 [0:12, 0:2] : (tensor<12x6xf32>) -> tensor<12x2xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<12x4xf32>, tensor<12x2xf32>) -> tensor<12x6xf32>
  return %5 : tensor<12x6xf32>
}

// -----

// Three runs, of which one is read elsewhere too.
// CHECK-LABEL: @main
// CHECK: %[[MIDDLE:.+]] = stablehlo.slice
// CHECK-NEXT: %[[ROLLED:.+]] = dist.roll %arg0 dim 0 by 3 {dist.shardings = [{{.*}}]} : tensor<8xf32>
// CHECK-NEXT: return %[[ROLLED]], %[[MIDDLE]]
dist.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  %0 = stablehlo.slice %x [5:8] : (tensor<8xf32>) -> tensor<3xf32>
  %1 = stablehlo.slice %x [0:2] : (tensor<8xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %x [2:5] : (tensor<8xf32>) -> tensor<3xf32>
  %3 = stablehlo.concatenate %0, %1, %2, dim = 0 {dist.shardings = [#dist.sharding<@mesh, [{"x"}]>]} : (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<8xf32>
  return %3, %1 : tensor<8xf32>, tensor<2xf32>
}

// -----

// No rolls: the parts overlap, are of two values, leave rows out, are cut in
// another dimension too, or are not all there is.
// CHECK-LABEL: @main
// CHECK-NOT: dist.roll
dist.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xf32>, tensor<6x4xf32>) {
  %0 = stablehlo.slice %x [5:8, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.slice %x [1:6, 0:4] : (tensor<8x4xf32>) -> tensor<5x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.slice %y [0:5, 0:4] : (tensor<8x4xf32>) -> tensor<5x4xf32>
  %4 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.slice %x [1:8:2, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.slice %x [0:8:2, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %8 = stablehlo.slice %x [5:8, 0:2] : (tensor<8x4xf32>) -> tensor<3x2xf32>
  %9 = stablehlo.slice %x [0:5, 0:2] : (tensor<8x4xf32>) -> tensor<5x2xf32>
  %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
  %11 = stablehlo.slice %x [0:3, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
  %12 = stablehlo.concatenate %0, %11, dim = 0 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  return %2, %4, %7, %10, %12 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xf32>, tensor<6x4xf32>
}
