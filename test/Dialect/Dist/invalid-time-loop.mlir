// What the verifier of time loops refuses.
// RUN: %popt %s --split-input-file --verify-diagnostics

dist.mesh @mesh = <["dp"=2], time ["mb"=2]>
func.func @main() {
  // expected-error @+1 {{axis "ma" is not in the mesh <["dp"=2], time ["mb"=2]>}}
  dist.time_loop over {"ma"} on @mesh (%step) -> () {}
  return
}

// -----

dist.mesh @mesh = <["dp"=2], time ["mb"=2]>
func.func @main() {
  // expected-error @+1 {{runs over axis "dp", which is no time axis}}
  dist.time_loop over {"dp"} on @mesh (%step) -> () {}
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{has 1 result types for 0 carried values}}
  dist.time_loop over {"mb"} on @mesh (%step) -> (tensor<f32>) {}
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main() {
  // expected-error @+1 {{has no step number of type 'tensor<i32>' as its body's first argument}}
  "dist.time_loop"() <{axes = #dist.axes<{"mb"}>, mesh = @mesh}> ({
  ^bb0(%step: tensor<i64>):
    "dist.return"() : () -> ()
  }) : () -> ()
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{carries 1 values, but its body has 0 arguments for them}}
  %0 = "dist.time_loop"(%x) <{axes = #dist.axes<{"mb"}>, mesh = @mesh}> ({
  ^bb0(%step: tensor<i32>):
    "dist.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{carries 1 values, but has 0 results}}
  "dist.time_loop"(%x) <{axes = #dist.axes<{"mb"}>, mesh = @mesh}> ({
  ^bb0(%step: tensor<i32>, %y: tensor<f32>):
    "dist.return"(%y) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> ()
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{carries 1 values, but its body returns 0}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %y = %x) -> (tensor<f32>) {}
  return
}

// -----

dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<f32>) {
  // expected-error @+1 {{carries value 0 of type 'tensor<f32>', but its returned value has type 'tensor<i32>'}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %y = %x) -> (tensor<f32>) {
    dist.return %step : tensor<i32>
  }
  return
}
