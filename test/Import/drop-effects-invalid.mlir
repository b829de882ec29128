// What Python would have to compute.
// RUN: %popt %s --split-input-file --drop-effects --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a result of a Python callback is used, and compiled programs run without Python; compute it by JAX operations, or before the step and pass it as an argument}}
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// In a loop that is needed, through another value.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.while(%v = %x) : tensor<4xf32>
  cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error @+1 {{a result of a Python callback is used}}
    %1 = stablehlo.custom_call @xla_python_cpu_callback(%v) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.tanh %1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
