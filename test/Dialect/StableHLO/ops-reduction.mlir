// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Operations with a combining body print as they parse.

// CHECK-LABEL: @bodies
func.func @bodies(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %s: tensor<f32>, %d: tensor<i32>, %src: tensor<2x4xf32>, %v: tensor<8xf32>) {
  // CHECK: %{{.+}} = stablehlo.reduce(%{{.+}} init: %{{.+}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%f init: %s) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  // Two results: the long form.
  // CHECK: %{{.+}}:2 = stablehlo.reduce(%{{.+}} init: %{{.+}}), (%{{.+}} init: %{{.+}}) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  %2:2 = stablehlo.reduce(%f init: %s), (%i init: %d) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK: reducer(%{{.+}}: tensor<f32>, %{{.+}}: tensor<f32>) (%{{.+}}: tensor<i32>, %{{.+}}: tensor<i32>)  {
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%x: tensor<i32>, %y: tensor<i32>)  {
    %3 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %3, %y : tensor<f32>, tensor<i32>
  }
  // Operands in the other order: no short form.
  // CHECK: %{{.+}} = stablehlo.reduce(%{{.+}} init: %{{.+}}) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.reduce(%f init: %s) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: reducer(%{{.+}}: tensor<f32>, %{{.+}}: tensor<f32>)  {
  reducer(%a: tensor<f32>, %b: tensor<f32>)  {
  // CHECK: %{{.+}} = stablehlo.add %{{.+}}, %{{.+}} : tensor<f32>
  %5 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }
  // CHECK: %{{.+}} = "stablehlo.reduce_window"(%{{.+}}, %{{.+}}) <{padding = dense<{{\[\[}}0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  %6 = "stablehlo.reduce_window"(%f, %s) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  // CHECK: %{{.+}} = "stablehlo.select_and_scatter"(%{{.+}}, %{{.+}}, %{{.+}}) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  %8 = "stablehlo.select_and_scatter"(%f, %src, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}}:2 = "stablehlo.sort"(%{{.+}}, %{{.+}}) <{dimension = 1 : i64, is_stable = true}> ({
  %10:2 = "stablehlo.sort"(%f, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %x: tensor<i32>, %y: tensor<i32>):
    %11 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  // CHECK: %{{.+}} = "stablehlo.map"(%{{.+}}) <{dimensions = array<i64: 0, 1>}> ({
  %12 = "stablehlo.map"(%f) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %13 = stablehlo.negate %a : tensor<f32>
    stablehlo.return %13 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.batch_norm_training
  %14:3 = "stablehlo.batch_norm_training"(%f, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: stablehlo.batch_norm_inference
  %15 = "stablehlo.batch_norm_inference"(%f, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.batch_norm_grad
  %16:3 = "stablehlo.batch_norm_grad"(%f, %v, %v, %v, %f) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}
