// Names come from locations and result_info. Where there are none, state is what
// is aliased, or what is donated, in order.
// RUN: %popt %s --import-state --split-input-file --verify-diagnostics | FileCheck %s

dist.mesh @mesh = <["dp"=2]>
// Aliasing says it; the result takes the argument's sharding.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.name = "params['w']"
// CHECK-SAME: dist.state = 1 : i64
// CHECK-SAME: dist.name = "x"
// CHECK-SAME: -> (tensor<f32> {dist.name = "result[1]"}, tensor<4xf32> {dist.name = "result[0]", dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 1 : i32, dist.sharding = #dist.sharding<@mesh, [{"dp"}]>} loc("params['w']"), %x: tensor<f32> loc("x"))
    -> (tensor<f32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[0]"}) {
  return %x, %w : tensor<f32>, tensor<4xf32>
}

// -----

// Donated arguments take the free results of their type in order.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.state = 0 : i64
// CHECK-SAME: dist.state = 2 : i64
// CHECK-NOT: jax.buffer_donor
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true}, %b: tensor<4xf32> {jax.buffer_donor = true}, %c: tensor<8xf32> {jax.buffer_donor = true})
    -> (tensor<4xf32>, tensor<f32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.subtract %b, %1 : tensor<4xf32>
  return %1, %0, %2 : tensor<4xf32>, tensor<f32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.state = 1 : i64
// CHECK-SAME: dist.state = 0 : i64
// expected-remark @+1 {{arguments and results have no names, so state is what is aliased: arg0=res1,arg1=res0}}
func.func @main(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0 is aliased to result 5, but there are 1 results}}
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 5 : i32}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

// expected-error @+1 {{"tf.aliasing_output" of argument 0 is not an integer}}
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = "0"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
