// What cannot be inlined.
// RUN: %popt %s --inline-calls --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-note @+1 {{the function that is called again}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{calls @f recursively; calls are inlined}}
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{the module has no function @main; it has @step}}
module {
  func.func @step() {
    return
  }
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{calls @f, which has no body}}
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{nothing is known that does the custom call "ApproxTopK" with functions of the module; express it by StableHLO operations}}
  %0 = stablehlo.custom_call @ApproxTopK(%x) {called_computations = [@more]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @more(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// expected-error @+1 {{@main has no body}}
func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @main() {
  // expected-error @+1 {{calls @f, whose body is not one block}}
  call @f() : () -> ()
  return
}
func.func private @f() {
  return
^unreachable:
  return
}

// -----

// expected-error @+1 {{the body of @main is not one block}}
func.func @main() {
  return
^unreachable:
  return
}

// -----

// Calls that double at every level: found before anything is cloned.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f1(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f1(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f2(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f2(%0) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{inlining calls makes more than 16777216 operations}}
  %2 = call @f2(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f2(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f2(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f3(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f3(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f3(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f3(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f3(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f4(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f4(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f4(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f4(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f4(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f5(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f5(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f5(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f5(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f5(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f6(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f6(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f6(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f6(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f6(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f7(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f7(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f7(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f7(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f7(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f8(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f8(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f8(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f8(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f8(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f9(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f9(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f9(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f9(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f9(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f10(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f10(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f10(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f10(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f10(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f11(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f11(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f11(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f11(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f11(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f12(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f12(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @f12(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @f12(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @f12(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func private @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom_partitioning asks Python for its partition, and compiled programs run without Python; export by popt.export, which takes the function itself}}
  %0 = stablehlo.custom_call @CustomSPMDPartitioning(%x) {called_computations = [@body]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
