// What neither names nor donation nor the places in the call decide is asked,
// and what has the type alone is not.
// RUN: %popt %s --import-state --split-input-file --verify-diagnostics | FileCheck %s

// The loss and new weights, or the loss and gradients?
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "w['a']", dist.state_candidates = array<i64: 1>
// CHECK-SAME: dist.name = "w['b']", dist.state_candidates = array<i64: 2>
// CHECK-SAME: dist.name = "x"}
func.func @main(%a: tensor<4xf32> loc("w['a']"), %b: tensor<8xf32> loc("w['b']"), %x: tensor<8xf32> loc("x"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]['a']"}, tensor<8xf32> {jax.result_info = "result[1]['b']"}) {
  %loss = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.subtract %b, %0 : tensor<8xf32>
  return %loss, %a, %1 : tensor<f32>, tensor<4xf32>, tensor<8xf32>
}

// -----

// A gradient, and what else it comes with: nothing is carried on.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.state
func.func @main(%w: tensor<4x4xf32> loc("params['w']"), %x: tensor<4x4xf32> loc("x"))
    -> (tensor<4x4xf32> {jax.result_info = "result[0]['w']"}, tensor<4x4xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Two donated arguments and one result of their type.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.donated, dist.name = "a", dist.state_candidates = array<i64: 0>
// CHECK-SAME: dist.donated, dist.name = "b", dist.state_candidates = array<i64: 0>
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true} loc("a"), %b: tensor<4xf32> {jax.buffer_donor = true} loc("b")) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Names that are no paths, twice the same, or none at all.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "a['b", dist.state = 1 : i64
// CHECK-SAME: dist.name = "a['b"
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true} loc("a['b"), %b: tensor<8xf32> loc("a['b"), %c: tensor<2xf32>)
    -> (tensor<8xf32> {jax.result_info = "result]"}, tensor<4xf32> {jax.result_info = "result[0]x"}, tensor<2xf32>) {
  %0 = stablehlo.negate %b : tensor<8xf32>
  return %0, %a, %c : tensor<8xf32>, tensor<4xf32>, tensor<2xf32>
}

// -----

// Nothing has a name and nothing is donated: nothing is asked.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.state
func.func @main(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %0, %g : tensor<4xf32>, tensor<4xf32>
}
