// Calls of Python and tokens leave the program; values stay.
// RUN: %popt %s --split-input-file --drop-effects --verify-diagnostics | FileCheck %s

// A printed value, and what is computed for it alone.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[Y:.+]] = stablehlo.add %[[X]], %[[X]]
// CHECK-NEXT: return %[[Y]] : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  // expected-warning @+1 {{a Python callback is left out, as compiled programs run without Python}}
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%0) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %1 = stablehlo.add %x, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Ordered calls: arguments and results lose the token, names and aliases stay
// with their values. A result that reaches nothing is no use of it.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %[[Y:.+]]: tensor<4xf32>)
// CHECK-SAME: -> (tensor<4xf32> {jax.result_info = "a"}, tensor<4xf32> {jax.result_info = "b"})
// CHECK-NEXT: return %[[Y]], %[[X]]
func.func @main(%t: !stablehlo.token, %x: tensor<4xf32> {tf.aliasing_output = 2 : i32}, %y: tensor<4xf32>)
    -> (!stablehlo.token, tensor<4xf32> {jax.result_info = "a"}, tensor<4xf32> {jax.result_info = "b"}) {
  // expected-warning @+1 {{a Python callback is left out, as compiled programs run without Python; so are 1 more}}
  %0:2 = stablehlo.custom_call @xla_python_cpu_callback(%t, %x) {has_side_effect = true} : (!stablehlo.token, tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>)
  %1 = stablehlo.tanh %0#1 : tensor<4xf32>
  // expected-note @+1 {{such as a Python callback}}
  %2 = stablehlo.custom_call @xla_ffi_python_gpu_callback(%0#0) {has_side_effect = true} : (!stablehlo.token) -> !stablehlo.token
  return %2, %y, %x : !stablehlo.token, tensor<4xf32>, tensor<4xf32>
}

// -----

// Loops, branches and barriers carry tensors alone.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<i32>) -> tensor<i32>
// CHECK-NEXT: %[[LOOP:.+]] = stablehlo.while(%[[I:.+]] = %[[X]]) : tensor<i32>
// CHECK-NEXT: cond {
// CHECK: } do {
// CHECK-NEXT: %[[PICK:.+]] = "stablehlo.case"(%[[I]]) ({
// CHECK-NEXT: stablehlo.return %[[I]] : tensor<i32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %[[SUM:.+]] = stablehlo.add
// CHECK-NEXT: stablehlo.return %[[SUM]] : tensor<i32>
// CHECK-NEXT: }) : (tensor<i32>) -> tensor<i32>
// CHECK-NEXT: %[[HELD:.+]] = stablehlo.optimization_barrier %[[PICK]] : tensor<i32>
// CHECK-NEXT: stablehlo.return %[[HELD]] : tensor<i32>
// CHECK-NOT: token
// CHECK: return %[[LOOP]] : tensor<i32>
func.func @main(%t: !stablehlo.token, %x: tensor<i32>) -> (!stablehlo.token, tensor<i32>) {
  %0:2 = stablehlo.while(%u = %t, %i = %x) : !stablehlo.token, tensor<i32>
  cond {
    %c = stablehlo.constant dense<4> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1:2 = "stablehlo.case"(%i) ({
      // expected-warning @+1 {{a Python callback is left out}}
      %2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%u, %i) {has_side_effect = true} : (!stablehlo.token, tensor<i32>) -> !stablehlo.token
      stablehlo.return %2, %i : !stablehlo.token, tensor<i32>
    }, {
      %3 = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %u, %3 : !stablehlo.token, tensor<i32>
    }) : (tensor<i32>) -> (!stablehlo.token, tensor<i32>)
    %4 = stablehlo.create_token : !stablehlo.token
    %5 = stablehlo.after_all %1#0, %4 : !stablehlo.token
    %6:2 = stablehlo.optimization_barrier %5, %1#1 : !stablehlo.token, tensor<i32>
    stablehlo.return %6#0, %6#1 : !stablehlo.token, tensor<i32>
  }
  return %0#0, %0#1 : !stablehlo.token, tensor<i32>
}

// -----

// A loop that runs for its callbacks alone goes with them; a constraint whose
// result is not used stays, since it speaks of its operand.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: sdy.sharding_constraint
// CHECK-NEXT: return
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.while(%i = %c) : tensor<i1>
  cond {
    stablehlo.return %i : tensor<i1>
  } do {
    // expected-warning @+1 {{a Python callback is left out}}
    stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
    stablehlo.return %i : tensor<i1>
  }
  %1 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// Without callbacks and tokens nothing changes, dead code included.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.tanh
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
