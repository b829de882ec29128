// Three training steps of tanh(x w) v with sizes 5, 7 and 13: batch over x, hidden over y.
// Weight gradients are partial sums over x, the output is one over y.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --steps 3 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=3,y=2 --reference --poison-padding --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=4,y=2 --reference --poison-padding --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=3,y=2 --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=2 --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=1 --init random:5 --steps 3 --expect %t.npz --rtol 1e-5 --atol 1e-6

module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main(
      %w: tensor<7x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>, tf.aliasing_output = 0 : i32} loc("w"),
      %v: tensor<13x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>, tf.aliasing_output = 1 : i32} loc("v"),
      %x: tensor<5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"))
      -> (tensor<7x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
          tensor<13x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<5x13xf32>
    %rate = stablehlo.constant dense<2.0> : tensor<f32>
    %pre = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x7xf32>, tensor<7x13xf32>) -> tensor<5x13xf32>
    %hidden = stablehlo.tanh %pre : tensor<5x13xf32>
    %out = stablehlo.dot_general %hidden, %v, contracting_dims = [1] x [0] : (tensor<5x13xf32>, tensor<13x5xf32>) -> tensor<5x5xf32>
    %target = stablehlo.iota dim = 1 : tensor<5x5xf32>
    %difference = stablehlo.subtract %out, %target : tensor<5x5xf32>
    %square = stablehlo.multiply %difference, %difference : tensor<5x5xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
    %dv = stablehlo.dot_general %hidden, %difference, contracting_dims = [0] x [0] : (tensor<5x13xf32>, tensor<5x5xf32>) -> tensor<13x5xf32>
    %dhidden = stablehlo.dot_general %difference, %v, contracting_dims = [1] x [1] : (tensor<5x5xf32>, tensor<13x5xf32>) -> tensor<5x13xf32>
    %hh = stablehlo.multiply %hidden, %hidden : tensor<5x13xf32>
    %slope = stablehlo.subtract %one, %hh : tensor<5x13xf32>
    %dpre = stablehlo.multiply %dhidden, %slope : tensor<5x13xf32>
    %dw = stablehlo.dot_general %x, %dpre, contracting_dims = [0] x [0] : (tensor<5x7xf32>, tensor<5x13xf32>) -> tensor<7x13xf32>
    %ratew = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<7x13xf32>
    %ratev = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<13x5xf32>
    %stepw = stablehlo.multiply %ratew, %dw : tensor<7x13xf32>
    %stepv = stablehlo.divide %dv, %ratev : tensor<13x5xf32>
    %w1 = stablehlo.add %w, %stepw : tensor<7x13xf32>
    %v1 = stablehlo.add %v, %stepv : tensor<13x5xf32>
    return %w1, %v1, %loss : tensor<7x13xf32>, tensor<13x5xf32>, tensor<f32>
  }
}
