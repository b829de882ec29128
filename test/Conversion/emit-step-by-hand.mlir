// RUN: popt %s --split-input-file --emit-step --verify-diagnostics -o /dev/null

// Plans that plan-memory would not make: only what is one value is written into
// the arena by a fill.
func.func @main() -> (tensor<2xf32> {step.offset = 0 : i64}) attributes {step.arena_bytes = 64 : i64} {
  // expected-error @+1 {{a constant in the arena is not one value}}
  %0 = stablehlo.constant {step.offsets = array<i64: 0>} dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A view of another shape needs its elements one after another.
func.func @main(%x: tensor<4x2xf32> {step.offset = 0 : i64}) -> (tensor<8xf32> {step.offset = 0 : i64}) attributes {step.arena_bytes = 64 : i64} {
  %0 = stablehlo.transpose %x, dims = [1, 0] {step.offsets = array<i64: 0>, step.view} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  // expected-error @+1 {{operand of a reshape does not lie dense}}
  %1 = stablehlo.reshape %0 {step.offsets = array<i64: 0>, step.view} : (tensor<2x4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A routine of the runtime, too.
func.func @main(%x: tensor<4x2xf32> {step.offset = 0 : i64}) -> (tensor<2xf32> {step.offset = 64 : i64}) attributes {step.arena_bytes = 128 : i64} {
  %0 = stablehlo.transpose %x, dims = [1, 0] {step.offsets = array<i64: 0>, step.view} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  // expected-error @+1 {{operands of a routine do not lie dense}}
  %1:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%0) {step.offsets = array<i64: 32, 64>} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  return %1#1 : tensor<2xf32>
}

// -----

// A time loop needs a place for its step's number.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> (tensor<4xf32> {step.offset = 64 : i64}) attributes {step.arena_bytes = 128 : i64} {
  // expected-error @+1 {{time loop has no offset for its step's number}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %a = %x) -> (tensor<4xf32>) attributes {step.offsets = array<i64: 64>} {
    dist.return %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
