// Callbacks are named as the user wrote them, at the user's lines; of many that
// are left out the first four.
// RUN: %popt %s --drop-effects -o %t 2>&1 | FileCheck %s
// RUN: sed 's/return %x/return %0/' %s > %t.used.mlir
// RUN: not %popt %t.used.mlir --drop-effects -o %t 2>&1 | FileCheck %s --check-prefix=USED

// CHECK: step.py:12:8: warning: jax.pure_callback is left out, as compiled programs run without Python; so are 4 more
// CHECK: step.py:13:4: note: such as jax.experimental.io_callback
// CHECK: step.py:14:4: note: such as jax.debug.callback
// CHECK: step.py:15:4: note: such as jax.debug.print
// CHECK-NOT: note
// USED: step.py:12:8: error: a result of jax.pure_callback is used
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)/jit(main)/pure_callback"("step.py":12:8))
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> () loc("io_callback:"("jit(f)/io_callback"("step.py":13:4)))
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> () loc("jit(f)/debug_callback"("step.py":14:4))
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> () loc("debug_print:"("jit(f)/debug_print"("step.py":15:4)))
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> () loc("debug_print:"("jit(f)/debug_print"("step.py":16:4)))
  return %x : tensor<4xf32>
}
