// State is what is called the same in arguments and results, whatever has its
// type. JAX's aliasing is by type and order; where it says something else, names
// win and a warning says so.
// RUN: %popt %s --import-state --split-input-file --verify-diagnostics | FileCheck %s

// A dict comes out sorted: the aliasing swaps parameters and momentum.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "params['w']", dist.state = 2 : i64
// CHECK-SAME: dist.name = "opt['w']", dist.state = 1 : i64
// CHECK-NOT: tf.aliasing_output
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("params['w']"), %m: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("opt['w']"), %x: tensor<4xf32> loc("x"))
    -> (tensor<f32> {jax.result_info = "result['loss']"}, tensor<4xf32> {jax.result_info = "result['opt']['w']"}, tensor<4xf32> {jax.result_info = "result['params']['w']"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.add %m, %x : tensor<4xf32>
  // expected-warning @+1 {{argument 0 ("params['w']") is aliased to result 1 ("result['opt']['w']"), which has its type, but by its name its next value is result 2 ("result['params']['w']"): names win for 2 arguments}}
  %2 = stablehlo.subtract %w, %1 : tensor<4xf32>
  return %0, %1, %2 : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// No argument is donated; the names of JAX before `result` was printed.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "state.params['w']", dist.not_donated, dist.state = 1 : i64
// CHECK-SAME: dist.name = "state.step", dist.not_donated, dist.state = 2 : i64
func.func @main(%w: tensor<4xf32> loc("state.params['w']"), %n: tensor<i32> loc("state.step"))
    -> (tensor<4xf32> {jax.result_info = "['grads'].params['w']"}, tensor<4xf32> {jax.result_info = "['state'].params['w']"}, tensor<i32> {jax.result_info = "['state'].step"}) {
  return %w, %w, %n : tensor<4xf32>, tensor<4xf32>, tensor<i32>
}

// -----

// Renamed: new_params, optState; a gradient is the next value of nothing.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "params", dist.not_donated, dist.state = 1 : i64
// CHECK-SAME: dist.name = "opt_state", dist.not_donated, dist.state = 2 : i64
// CHECK-SAME: dist.name = "g"}
func.func @main(%w: tensor<4xf32> loc("params"), %m: tensor<4xf32> loc("opt_state"), %g: tensor<4xf32> loc("g"))
    -> (tensor<4xf32> {jax.result_info = "result['grad']"}, tensor<4xf32> {jax.result_info = "result['new_params']"}, tensor<4xf32> {jax.result_info = "result['optState']"}) {
  return %g, %w, %m : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The optimizer's moments have the parameters' structure and lie in a larger
// tree: a part of one tree is never taken for another.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "weights['w']", dist.state = 2 : i64
// CHECK-SAME: dist.name = "opt[0].count", dist.state = 0 : i64
// CHECK-SAME: dist.name = "opt[0].mu['w']", dist.state = 1 : i64
func.func @main(%w: tensor<4xf32> {jax.buffer_donor = true} loc("weights['w']"), %n: tensor<i32> {jax.buffer_donor = true} loc("opt[0].count"), %m: tensor<4xf32> {jax.buffer_donor = true} loc("opt[0].mu['w']"))
    -> (tensor<i32> {jax.result_info = "result[0][0].count"}, tensor<4xf32> {jax.result_info = "result[0][0].mu['w']"}, tensor<4xf32> {jax.result_info = "result[1]['w']"}) {
  return %n, %m, %w : tensor<i32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Generator and discriminator: the longest way down that agrees decides.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "state['gen']['params']['w']", dist.not_donated, dist.state = 1 : i64
// CHECK-SAME: dist.name = "state['disc']['params']['w']", dist.not_donated, dist.state = 0 : i64
func.func @main(%g: tensor<4xf32> loc("state['gen']['params']['w']"), %d: tensor<4xf32> loc("state['disc']['params']['w']"))
    -> (tensor<4xf32> {jax.result_info = "result['disc']['params']['w']"}, tensor<4xf32> {jax.result_info = "result['gen']['params']['w']"}, tensor<f32> {jax.result_info = "result['loss']"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %d, %g, %0 : tensor<4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// What a text says itself is kept: %v is no state, %w is another's.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "w", dist.state = 1 : i64
// CHECK-SAME: dist.name = "v", dist.resident}
func.func @main(%w: tensor<4xf32> {dist.state = 1 : i64} loc("w"), %v: tensor<4xf32> {dist.resident} loc("v"))
    -> (tensor<4xf32> {jax.result_info = "result['w']"}, tensor<4xf32> {jax.result_info = "result['v']"}) {
  return %w, %v : tensor<4xf32>, tensor<4xf32>
}

// -----

// Inference has no state, and nothing to ask either.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.state
func.func @main(%w: tensor<4x4xf32> loc("params['w']"), %x: tensor<4x4xf32> loc("x")) -> (tensor<4x4xf32> {jax.result_info = ""}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
// A result that the user wants elsewhere is no state where nothing is donated,
// unless it is said.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "w", {{.*}}dist.state_candidates = array<i64: 0>
// CHECK-SAME: dist.name = "v", dist.not_donated, {{.*}}dist.state = 1 : i64
func.func @main(%w: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>} loc("w"), %v: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>} loc("v"))
    -> (tensor<4xf32> {jax.result_info = "result['w']", dist.sharding = #dist.sharding<@mesh, [{}]>}, tensor<4xf32> {jax.result_info = "result['v']"}) {
  return %w, %v : tensor<4xf32>, tensor<4xf32>
}
