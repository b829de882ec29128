// Operations with regions are made again, and go with all that lies in them once
// they are read no more: sorts, arg sorts, reductions, scatters, windows.
// Branches and loops stay. Under valgrind: test/Fuzz/addresses.test.
// RUN: %popt %s --fit-memory=memory-budget=20000 --verify-roundtrip | FileCheck %s
// RUN: %popt %s --fit-memory=memory-budget=1000000 | FileCheck %s --check-prefix=FITS

dist.mesh @mesh = <["dp"=2], time ["mb"=4]>

// A comparator of several operations.
// CHECK-LABEL: func.func @sort
// CHECK-NOT: stablehlo.sort
// CHECK: dist.time_loop
// CHECK: stablehlo.sort
// CHECK: -> tensor<64x64xf32>
// CHECK: stablehlo.sort
// CHECK: dist.return
// FITS-LABEL: func.func @sort
// FITS: stablehlo.sort
// FITS: dist.time_loop
// FITS-NOT: stablehlo.sort
func.func @sort(%block: tensor<32x64xf32>, %x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %w = "stablehlo.sort"(%block) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c = stablehlo.select %none, %zero, %a : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %c, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %u = %x) -> (tensor<8x32xf32>) {
    %y = stablehlo.dot_general %u, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %z = stablehlo.dot_general %v, %w, contracting_dims = [1] x [1] : (tensor<8x64xf32>, tensor<32x64xf32>) -> tensor<8x32xf32>
    dist.return %z : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}

// The first result is not read at all.
// CHECK-LABEL: func.func @argsort
// CHECK-NOT: stablehlo.sort
// CHECK: dist.time_loop
// CHECK: stablehlo.sort
// CHECK: -> tensor<64x64xf32>
// CHECK: stablehlo.sort
// CHECK: dist.return
// FITS-LABEL: func.func @argsort
// FITS: stablehlo.sort
// FITS: dist.time_loop
// FITS-NOT: stablehlo.sort
func.func @argsort(%block: tensor<32x64xf32>, %x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %places = stablehlo.iota dim = 1 : tensor<32x64xf32>
  %pair:2 = "stablehlo.sort"(%block, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<f32>, %j: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<32x64xf32>, tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>)
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %u = %x) -> (tensor<8x32xf32>) {
    %y = stablehlo.dot_general %u, %pair#1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %z = stablehlo.dot_general %v, %pair#1, contracting_dims = [1] x [1] : (tensor<8x64xf32>, tensor<32x64xf32>) -> tensor<8x32xf32>
    dist.return %z : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}

// A body that is no monoid.
// CHECK-LABEL: func.func @scatter
// CHECK-NOT: stablehlo.scatter
// CHECK: dist.time_loop
// CHECK: stablehlo.scatter
// CHECK: -> tensor<64x64xf32>
// CHECK: stablehlo.scatter
// CHECK: dist.return
// FITS-LABEL: func.func @scatter
// FITS: stablehlo.scatter
// FITS: dist.time_loop
// FITS-NOT: stablehlo.scatter
func.func @scatter(%block: tensor<32x64xf32>, %x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<32x64xf32>
  %at = stablehlo.iota dim = 0 : tensor<32x1xi32>
  %w = "stablehlo.scatter"(%init, %at, %block) <{indices_are_sorted = false, unique_indices = false,
      scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %twice = stablehlo.add %b, %b : tensor<f32>
    %sum = stablehlo.add %a, %twice : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<32x64xf32>, tensor<32x1xi32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %u = %x) -> (tensor<8x32xf32>) {
    %y = stablehlo.dot_general %u, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %z = stablehlo.dot_general %v, %w, contracting_dims = [1] x [1] : (tensor<8x64xf32>, tensor<32x64xf32>) -> tensor<8x32xf32>
    dist.return %z : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}

// Windows of three.
// CHECK-LABEL: func.func @window
// CHECK-NOT: stablehlo.reduce_window
// CHECK: dist.time_loop
// CHECK: stablehlo.reduce_window
// CHECK: -> tensor<64x64xf32>
// CHECK: stablehlo.reduce_window
// CHECK: dist.return
// FITS-LABEL: func.func @window
// FITS: stablehlo.reduce_window
// FITS: dist.time_loop
// FITS-NOT: stablehlo.reduce_window
func.func @window(%block: tensor<32x64xf32>, %x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %w = "stablehlo.reduce_window"(%block, %none) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %most = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %most : tensor<f32>
  }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<32x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %u = %x) -> (tensor<8x32xf32>) {
    %y = stablehlo.dot_general %u, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %z = stablehlo.dot_general %v, %w, contracting_dims = [1] x [1] : (tensor<8x64xf32>, tensor<32x64xf32>) -> tensor<8x32xf32>
    dist.return %z : tensor<8x32xf32>
  }
  return %0 : tensor<8x32xf32>
}
