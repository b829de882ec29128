// Where results have no names of their own, a step's order decides, unless what
// they carry on speaks against it. Places alone are noted.
// RUN: %popt %s --import-state --split-input-file --verify-diagnostics | FileCheck %s

// Nothing is donated: weights that are updated and a counter that is counted at
// their places; the rate has the loss's type and place, and is no state.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.by_place, dist.name = "w", dist.not_donated, dist.state = 0 : i64
// CHECK-SAME: dist.by_place, dist.name = "n", dist.not_donated, dist.state = 1 : i64
// CHECK-SAME: dist.name = "rate"}
// CHECK-SAME: dist.name = "g"}
func.func @main(%w: tensor<4xf32> loc("w"), %n: tensor<i32> loc("n"), %rate: tensor<f32> loc("rate"), %g: tensor<4xf32> loc("g"))
    -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
  %loss = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %g : tensor<4xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<4xf32>
  %3 = stablehlo.add %n, %one : tensor<i32>
  return %2, %3, %loss : tensor<4xf32>, tensor<i32>, tensor<f32>
}

// -----

// Two donated arguments of one type in their order: the weights go on in the
// first result, the momentum, scaled, in the second.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "w", dist.state = 1 : i64
// CHECK-SAME: dist.name = "m", dist.state = 2 : i64
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("w"), %m: tensor<4xf32> {tf.aliasing_output = 2 : i32} loc("m"))
    -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[2]"}) {
  %loss = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<0.9> : tensor<4xf32>
  %0 = stablehlo.multiply %c, %m : tensor<4xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %loss, %1, %0 : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The other way round: a question, of donated arguments.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.donated, dist.name = "w", dist.state_candidates = array<i64: 0, 1>
// CHECK-SAME: dist.donated, dist.name = "m", dist.state_candidates = array<i64: 0, 1>
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("w"), %m: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("m"))
    -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0.9> : tensor<4xf32>
  %0 = stablehlo.multiply %c, %m : tensor<4xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A wave's last two values: one passes through, to the other's place.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "before", dist.state = 0 : i64
// CHECK-SAME: dist.name = "now", dist.state = 1 : i64
func.func @main(%u: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("before"), %v: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("now"))
    -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.add %v, %v : tensor<4xf32>
  %1 = stablehlo.subtract %0, %u : tensor<4xf32>
  return %v, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A donated rate is not the loss because of its type: a question.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "w", dist.state = 0 : i64
// CHECK-SAME: dist.donated, dist.name = "rate", dist.state_candidates = array<i64: 1>
func.func @main(%w: tensor<4xf32> {jax.buffer_donor = true} loc("w"), %rate: tensor<f32> {jax.buffer_donor = true} loc("rate"))
    -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
  %loss = stablehlo.constant dense<0.0> : tensor<f32>
  return %w, %loss : tensor<4xf32>, tensor<f32>
}

// -----

// Through a loop and a branch a value stays what it is: the weights are carried
// on, so that what else a step takes in a tree, at its place, is state as well.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.by_place, dist.name = "half['a']", dist.not_donated, dist.state = 0 : i64
// CHECK-SAME: dist.by_place, dist.name = "half['b']", dist.not_donated, dist.state = 1 : i64
// CHECK-SAME: dist.by_place, dist.name = "w", dist.not_donated, dist.state = 2 : i64
func.func @main(%ha: tensor<4xbf16> loc("half['a']"), %hb: tensor<4xbf16> loc("half['b']"), %w: tensor<4xf32> loc("w"), %ok: tensor<i1> loc("ok"))
    -> (tensor<4xbf16> {jax.result_info = "result[0]['a']"}, tensor<4xbf16> {jax.result_info = "result[0]['b']"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i, %next = stablehlo.while(%k = %zero, %v = %w) : tensor<i32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %k, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1.0> : tensor<4xf32>
    %j = stablehlo.add %k, %one : tensor<i32>
    %s = stablehlo.subtract %v, %c : tensor<4xf32>
    stablehlo.return %j, %s : tensor<i32>, tensor<4xf32>
  }
  %kept = "stablehlo.if"(%ok) ({
    stablehlo.return %next : tensor<4xf32>
  }, {
    stablehlo.return %w : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %low = stablehlo.convert %kept : (tensor<4xf32>) -> tensor<4xbf16>
  return %low, %low, %kept : tensor<4xbf16>, tensor<4xbf16>, tensor<4xf32>
}
