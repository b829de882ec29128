// Loops of a thread over its share of a row are unrolled: a row of a softmax is read
// and exponentiated once, with all reads before the first write. Longer shares are
// unrolled in part.
// RUN: %poptc %s --target=sm_90 --emit=obj -o - | FileCheck %s
// RUN: %poptc %s --target=sm_90 --emit=obj -o - | FileCheck %s --check-prefix=ONCE

// Both kernels are one launch, whose blocks are divided.
// CHECK: .entry kernels_0
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK-COUNT-32: div.rn.f32
// CHECK-NOT: div.rn.f32
// CHECK-COUNT-8: st.global.v4.b32

// 65536 rows in 64 parts: each thread reads eight rows in an iteration.
// CHECK: $L
// CHECK-COUNT-8: ld.global.nc.v4.b32
// CHECK-NOT: ld.global
// CHECK: bra
// CHECK: ret;

// The first step of each of 32 exponentials.
// ONCE: .entry kernels_0
// ONCE-COUNT-32: fma.rn.f32 {{.*}}, 0fBF318000,
// ONCE-NOT: 0fBF318000
// ONCE: ret;
func.func @main(%x: tensor<4096x1024xf32>, %z: tensor<65536x1024xf32>) -> (tensor<4096x1024xf32>, tensor<1024xf32>) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %d = stablehlo.subtract %x, %ms : tensor<4096x1024xf32>
  %e = stablehlo.exponential %d : tensor<4096x1024xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %y = stablehlo.divide %e, %ss : tensor<4096x1024xf32>
  %c = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65536x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %y, %c : tensor<4096x1024xf32>, tensor<1024xf32>
}
