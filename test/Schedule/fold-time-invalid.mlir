// What cannot be folded.
// RUN: %popt %s --split-input-file --fold-time --verify-diagnostics

dist.mesh @mesh = <time ["mb"=2]>
func.func @main() -> tensor<i32> {
  // expected-error @+1 {{makes result 0, which differs between moments; results are whole in time}}
  %0 = dist.axis_index {"mb"} on @mesh : tensor<i32>
  return %0 : tensor<i32>
}

// -----

dist.mesh @mesh = <time ["a"=2, "b"=2]>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{is over {"a"}, but the program's moments are {"a", "b"}; time axes are folded together, in order}}
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// RUN: not %popt %s --split-input-file --fold-time=cluster=/nowhere.json 2>&1 | FileCheck %s
// CHECK: /nowhere.json
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
