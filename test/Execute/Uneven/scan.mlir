// Long running sums, products and maxima, from either end, split unevenly and
// whole: compiled, they are scans of short blocks.
// RUN: %popt-run %s --mesh=x=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=1 --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5

module {
  sdy.mesh @mesh = <["x"=3]>
  func.func @main(
      %a: tensor<2x1000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
      %i: tensor<70x3xi32>,
      %b: tensor<301xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
      -> (tensor<2x1000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
          tensor<70x3xi32>,
          tensor<301xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
          tensor<301xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[0, 0], [999, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1000>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x1000xf32>, tensor<f32>) -> tensor<2x1000xf32>
    %1 = "stablehlo.reduce_window"(%i, %none) <{padding = dense<[[0, 69], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 70, 1>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %m = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<70x3xi32>, tensor<i32>) -> tensor<70x3xi32>
    %2 = "stablehlo.reduce_window"(%b, %low) <{padding = dense<[[0, 300]]> : tensor<1x2xi64>, window_dimensions = array<i64: 301>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<301xf32>, tensor<f32>) -> tensor<301xf32>
    // The logarithm of the sum of exponentials, as JAX prints it.
    %3 = "stablehlo.reduce_window"(%b, %low) <{padding = dense<[[300, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 301>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.maximum %p, %q : tensor<f32>
      %d = stablehlo.subtract %p, %q : tensor<f32>
      %n = stablehlo.compare NE, %d, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %s = stablehlo.add %p, %q : tensor<f32>
      %e = stablehlo.abs %d : tensor<f32>
      %f = stablehlo.negate %e : tensor<f32>
      %g = stablehlo.exponential %f : tensor<f32>
      %h = stablehlo.log_plus_one %g : tensor<f32>
      %j = stablehlo.add %m, %h : tensor<f32>
      %k = stablehlo.select %n, %s, %j : tensor<i1>, tensor<f32>
      stablehlo.return %k : tensor<f32>
    }) : (tensor<301xf32>, tensor<f32>) -> tensor<301xf32>
    return %0, %1, %2, %3 : tensor<2x1000xf32>, tensor<70x3xi32>, tensor<301xf32>, tensor<301xf32>
  }
}
