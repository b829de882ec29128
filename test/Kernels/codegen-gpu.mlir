// Kernels as PTX: wide accesses, exact arithmetic, no function left open.
// RUN: %poptc %s --target=sm_90 --emit=obj -o - | FileCheck %s
// RUN: %poptc %s --target=sm_90 --emit=obj -o - | FileCheck %s --check-prefix=NONE
// RUN: %poptc %s --target=sm_80 --emit=obj -o - | FileCheck %s --check-prefix=OLD
// RUN: %poptc %s --target=sm_90 --emit=step -o - | FileCheck %s --check-prefix=STEP
// RUN: env POPT_LIBCLC=%t/nowhere.bc not %poptc %s --target=sm_90 --emit=obj -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CLC
// RUN: echo nothing > %t.bc
// RUN: env POPT_LIBCLC=%t.bc not %poptc %s --target=sm_90 --emit=obj -o %t.ptx 2>&1 | FileCheck %s --check-prefix=BAD

// RUN: llvm-as < /dev/null > %t.empty.bc
// RUN: env POPT_LIBCLC=%t.empty.bc not %poptc %s --target=sm_90 --emit=obj -o %t.ptx 2>&1 | FileCheck %s --check-prefix=LACKS

// CHECK: .version
// CHECK: .target sm_90
// CHECK: .entry kernels_0
// CHECK: .maxntid 256
// CHECK: ld.global.v4.b32
// CHECK: mul.rn.f32
// CHECK: div.rn.f32
// CHECK: st.global.v4.b32
// NONE-NOT: .extern
// NONE-NOT: .ftz
// NONE-NOT: .approx
// OLD: .target sm_80
// STEP: sm_90
// CLC: codegen-gpu.mlir:[[#@LINE+9]]:8: error: needs functions that GPUs have in libclc, which is not at {{.*}}nowhere.bc: install libclc-22, or name its nvptx64--.bc in POPT_LIBCLC
// BAD: codegen-gpu.mlir:[[#@LINE+8]]:8: error: libclc at {{.*}}.bc cannot be read: file doesn't start with bitcode header
// LACKS: codegen-gpu.mlir:[[#@LINE+7]]:8: error: needs the function "_Z3expd", which has no form for GPUs
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf64>) -> (tensor<64x64xf32>, tensor<64x64xf64>) {
  %0 = stablehlo.multiply %x, %x : tensor<64x64xf32>
  %1 = stablehlo.sqrt %0 : tensor<64x64xf32>
  %2 = stablehlo.divide %0, %1 : tensor<64x64xf32>
  %e = stablehlo.exponential %y : tensor<64x64xf64>
  %p = stablehlo.power %e, %y : tensor<64x64xf64>
  %r = stablehlo.remainder %p, %e : tensor<64x64xf64>
  return %2, %r : tensor<64x64xf32>, tensor<64x64xf64>
}
