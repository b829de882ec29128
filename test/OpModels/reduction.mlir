// Reduced loops by the body's monoid; windows.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, j],[])->([i]) {i=4, j=6} reduction={j}; partial sum {0, 1}
// CHECK: factors ([i, j],[])->([]) {i=4, j=6} reduction={i:max, j:max}; partial max {0, 1}
// CHECK: factors ([i, j],[i, j],[],[])->([i],[i]) {i=4, j=6} reduction={j:custom}; spread along ([i, j],[i, j],[],[])->([i],[i]) {i=4, j=6} need_replication={j}; communicates along {j}
// CHECK: factors ([i, j],[])->([i, j]) {i=4, j=6} permutation={j}; spread along ([i, j],[])->([i, j]) {i=4, j=3} permutation={j}{{.*}}; partial max {0, 1}
// CHECK: factors ([i, j],[i, j],[])->([i, j]) {i=4, j=6} permutation={j}; spread along ([i, j],[i, k],[])->([i, j]) {i=4, j=6, k=3} need_replication={k} permutation={j}{{.*}}; partial sum {1, 2}

func.func @reduction(%x: tensor<4x6xf32>, %s: tensor<f32>, %i: tensor<4x6xi32>, %j: tensor<i32>, %y: tensor<4x3xf32>) {
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %s) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %2:2 = stablehlo.reduce(%x init: %s), (%i init: %j) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %q, %r : tensor<f32>, tensor<i32>
    }
  %3 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>
  %4 = "stablehlo.select_and_scatter"(%x, %y, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}
