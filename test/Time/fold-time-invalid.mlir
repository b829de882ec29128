// What cannot be folded.
// RUN: %popt %s --split-input-file --fold-time --verify-diagnostics

dist.mesh @mesh = <time ["mb"=2]>
func.func @main() -> tensor<i32> {
  // expected-error @+1 {{makes result 0, which varies over time; results are whole in time}}
  %0 = dist.axis_index {"mb"} on @mesh : tensor<i32>
  return %0 : tensor<i32>
}

// -----

dist.mesh @mesh = <time ["a"=2, "b"=2]>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{is over {"a"}, but the program's time axes are {"a", "b"}; time axes are folded together, in order}}
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A loop of the program in which time steps need each other, and which runs as
// often as each of them says.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<4xf32> -> tensor<2xf32>
  %1 = stablehlo.while(%v = %0) : tensor<2xf32>
  cond {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    // expected-note @+1 {{this decides, and varies over time}}
    %go = stablehlo.compare GT, %2, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    // expected-error @+1 {{over time axes needs the values of all time steps, inside of stablehlo.while, where each time step goes its own way}}
    %2 = dist.all_reduce %v sum over {"mb"} on @mesh : tensor<2xf32>
    %3 = stablehlo.subtract %v, %2 : tensor<2xf32>
    stablehlo.return %3 : tensor<2xf32>
  }
  %4 = dist.all_reduce %1 sum over {"mb"} on @mesh : tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

// RUN: not %popt %s --split-input-file --set-machine=cluster=/nowhere.json --fold-time 2>&1 | FileCheck %s
// CHECK: /nowhere.json
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
