// What popt runs itself has no unknown calls; what it only partitions may.
// RUN: %popt %s --pass-pipeline='builtin.module(verify-imported{executed=true})' --split-input-file --verify-diagnostics
// RUN: %popt %s --verify-imported --split-input-file -o /dev/null

// A routine of LAPACK is done by the runtime.
func.func @main(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4x4xf32>, tensor<4xf32>
}

// -----

// Unread results are not computed, in loops whose results are unread neither.
func.func @main(%n: tensor<i32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mystery(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = stablehlo.while(%i = %n, %v = %0) : tensor<i32>, tensor<4xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %3 = stablehlo.custom_call @mystery(%v) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %i, %3 : tensor<i32>, tensor<4xf32>
  }
  return %a : tensor<4xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{nothing is known that does the custom call "mystery"; write it in JAX or StableHLO operations, or let popt partition only (--emit=partitioned --format=stablehlo) and run that where the call is known}}
  %0 = stablehlo.custom_call @mystery(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
