// What is decomposed with a warning.
// RUN: %popt %s --simplify-input --verify-diagnostics -o /dev/null

func.func @main(%n: tensor<i32>, %a: tensor<f32>) -> tensor<4xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%k = %i, %x = %z) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-warning @+1 {{draws the same numbers in every run of its loop, since rng has no state; carry a key and draw with rng_bit_generator}}
    %u = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %y = stablehlo.add %x, %u : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %l = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %l, %y : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
