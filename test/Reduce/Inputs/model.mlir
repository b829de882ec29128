// A tanh, a call that popt does not know, and much that has to do with neither.
sdy.mesh @mesh = <["x"=2]>
func.func private @half(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<4x8xf32>
  %0 = stablehlo.multiply %a, %c : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x6xf32>, %n: tensor<i32>) -> (tensor<4x6xf32>, tensor<i32>, tensor<4x8xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %h = call @half(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = stablehlo.exponential %h : tensor<4x8xf32>
  %t = stablehlo.tanh %e : tensor<4x8xf32>
  %d = stablehlo.dot_general %t, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %m = stablehlo.add %n, %one : tensor<i32>
  %l:2 = stablehlo.while(%i = %n, %v = %h) : tensor<i32>, tensor<4x8xf32>
  cond {
    %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.custom_call @nobody_knows(%v) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %u = stablehlo.add %w, %v : tensor<4x8xf32>
    stablehlo.return %j, %u : tensor<i32>, tensor<4x8xf32>
  }
  return %d, %m, %l#1 : tensor<4x6xf32>, tensor<i32>, tensor<4x8xf32>
}
