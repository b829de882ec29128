// On GPUs a product that is added to what lies in memory is one kernel, which may
// write over it.
// RUN: sed s/TARGET/sm_90/ %s | %popt --form-kernels | FileCheck %s
// RUN: sed s/TARGET/cpu/ %s | %popt --form-kernels | FileCheck %s --check-prefix=CPU

module attributes {popt.target = "TARGET"} {

// Operands in another order and changes of shape are part of it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[SUM:.+]] = call @kernel_0_add(%{{.+}}, %{{.+}}, %{{.+}}) : {{.*}} -> tensor<1x16x64xf32>
// CHECK-NEXT: return %[[SUM]]
// CPU-LABEL: func.func @main
// CPU: stablehlo.dot_general
// CPU: call @kernel_{{.*}}_add
func.func @main(%sum: tensor<1x16x64xf32>, %a: tensor<32x16xbf16>, %b: tensor<64x32xbf16>) -> tensor<1x16x64xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<32x16xbf16>) -> tensor<16x32xbf16>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [1] : (tensor<16x32xbf16>, tensor<64x32xbf16>) -> tensor<16x64xf32>
  %2 = stablehlo.reshape %1 : (tensor<16x64xf32>) -> tensor<1x16x64xf32>
  %3 = stablehlo.add %sum, %2 : tensor<1x16x64xf32>
  return %3 : tensor<1x16x64xf32>
}

// Work on what is added, or with the sum, is one kernel with the addition: left alone.
// CHECK-LABEL: func.func @fused
// CPU-LABEL: func.func @fused
// CHECK: call @kernel_{{[0-9]+}}_dot_general
// CHECK: call @kernel_{{[0-9]+}}_add
// CHECK: call @kernel_{{[0-9]+}}_dot_general
// CHECK: call @kernel_{{[0-9]+}}_tanh
func.func @fused(%x: tensor<16x64xf32>, %a: tensor<16x32xf32>, %b: tensor<32x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.exponential %x : tensor<16x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<16x64xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %4 = stablehlo.add %3, %x : tensor<16x64xf32>
  %5 = stablehlo.tanh %4 : tensor<16x64xf32>
  return %2, %5 : tensor<16x64xf32>, tensor<16x64xf32>
}

// Results of bf16 are rounded before they are added.
// CHECK-LABEL: func.func @narrow
// CHECK: call @kernel_{{[0-9]+}}_dot_general
// CHECK: call @kernel_{{[0-9]+}}_add
func.func @narrow(%x: tensor<16x64xbf16>, %a: tensor<16x32xbf16>, %b: tensor<32x64xbf16>) -> tensor<16x64xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x32xbf16>, tensor<32x64xbf16>) -> tensor<16x64xbf16>
  %1 = stablehlo.add %x, %0 : tensor<16x64xbf16>
  return %1 : tensor<16x64xbf16>
}

// CHECK: func.func private @kernel_0_add({{.*}}, %[[ADDED:.+]]: tensor<1x16x64xf32>) -> tensor<1x16x64xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 2>]}
// CHECK: stablehlo.transpose
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.add %[[ADDED]], %{{.+}}
}
