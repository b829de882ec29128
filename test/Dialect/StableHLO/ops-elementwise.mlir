// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Pointwise operations print as they parse, in pretty and from generic form.

// CHECK-LABEL: @unary
func.func @unary(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %u: tensor<4x8xui8>, %p: tensor<4x8xi1>, %c: tensor<4x8xcomplex<f32>>, %h: tensor<4x8xbf16>, %s: tensor<f32>, %q: tensor<i1>) {
  // CHECK: %{{.+}} = stablehlo.cbrt %{{.+}} : tensor<4x8xf32>
  %1 = stablehlo.cbrt %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.ceil %{{.+}} : tensor<4x8xf32>
  %2 = stablehlo.ceil %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.cosine %{{.+}} : tensor<4x8xf32>
  %3 = stablehlo.cosine %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.exponential %{{.+}} : tensor<4x8xf32>
  %4 = stablehlo.exponential %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.exponential_minus_one %{{.+}} : tensor<4x8xf32>
  %5 = stablehlo.exponential_minus_one %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.floor %{{.+}} : tensor<4x8xf32>
  %6 = stablehlo.floor %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.log %{{.+}} : tensor<4x8xf32>
  %7 = stablehlo.log %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.log_plus_one %{{.+}} : tensor<4x8xf32>
  %8 = stablehlo.log_plus_one %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.logistic %{{.+}} : tensor<4x8xf32>
  %9 = stablehlo.logistic %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.negate %{{.+}} : tensor<4x8xf32>
  %10 = stablehlo.negate %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.abs %{{.+}} : tensor<4x8xf32>
  %11 = stablehlo.abs %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.real %{{.+}} : tensor<4x8xf32>
  %12 = stablehlo.real %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.round_nearest_afz %{{.+}} : tensor<4x8xf32>
  %13 = stablehlo.round_nearest_afz %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.round_nearest_even %{{.+}} : tensor<4x8xf32>
  %14 = stablehlo.round_nearest_even %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.rsqrt %{{.+}} : tensor<4x8xf32>
  %15 = stablehlo.rsqrt %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.sign %{{.+}} : tensor<4x8xf32>
  %16 = stablehlo.sign %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.sine %{{.+}} : tensor<4x8xf32>
  %17 = stablehlo.sine %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.sqrt %{{.+}} : tensor<4x8xf32>
  %18 = stablehlo.sqrt %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.tan %{{.+}} : tensor<4x8xf32>
  %19 = stablehlo.tan %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.tanh %{{.+}} : tensor<4x8xf32>
  %20 = stablehlo.tanh %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.not %{{.+}} : tensor<4x8xi32>
  %21 = stablehlo.not %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.popcnt %{{.+}} : tensor<4x8xi32>
  %22 = stablehlo.popcnt %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.count_leading_zeros %{{.+}} : tensor<4x8xi32>
  %23 = stablehlo.count_leading_zeros %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.abs %{{.+}} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  %24 = stablehlo.abs %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.real %{{.+}} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  %25 = stablehlo.real %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.imag %{{.+}} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  %26 = stablehlo.imag %c : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.is_finite %{{.+}} : (tensor<4x8xf32>) -> tensor<4x8xi1>
  %27 = stablehlo.is_finite %f : (tensor<4x8xf32>) -> tensor<4x8xi1>
  // CHECK: %{{.+}} = stablehlo.convert %{{.+}} : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %28 = stablehlo.convert %f : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  // CHECK: %{{.+}} = stablehlo.convert %{{.+}} : tensor<4x8xf32>
  %29 = stablehlo.convert %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.reduce_precision %{{.+}}, format = e8m7 : tensor<4x8xf32>
  %30 = stablehlo.reduce_precision %f, format = e8m7 : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.exponential %{{.+}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x8xf32>
  %31 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x8xf32>
  return
}

// CHECK-LABEL: @binary
func.func @binary(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %u: tensor<4x8xui8>, %p: tensor<4x8xi1>, %c: tensor<4x8xcomplex<f32>>, %h: tensor<4x8xbf16>, %s: tensor<f32>, %q: tensor<i1>) {
  // CHECK: %{{.+}} = stablehlo.add %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %1 = stablehlo.add %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.atan2 %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %2 = stablehlo.atan2 %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.divide %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %3 = stablehlo.divide %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.maximum %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %4 = stablehlo.maximum %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.minimum %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %5 = stablehlo.minimum %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.multiply %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %6 = stablehlo.multiply %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.power %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %7 = stablehlo.power %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.remainder %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %8 = stablehlo.remainder %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.subtract %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %9 = stablehlo.subtract %f, %f : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.and %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %10 = stablehlo.and %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.or %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %11 = stablehlo.or %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.xor %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %12 = stablehlo.xor %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.shift_left %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %13 = stablehlo.shift_left %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.shift_right_arithmetic %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %14 = stablehlo.shift_right_arithmetic %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.shift_right_logical %{{.+}}, %{{.+}} : tensor<4x8xi32>
  %15 = stablehlo.shift_right_logical %i, %i : tensor<4x8xi32>
  // CHECK: %{{.+}} = stablehlo.add %{{.+}}, %{{.+}} {sharding = "kept"} : tensor<4x8xf32>
  %16 = stablehlo.add %f, %f {sharding = "kept"} : tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.complex %{{.+}}, %{{.+}} : tensor<4x8xcomplex<f32>>
  %17 = stablehlo.complex %f, %f : tensor<4x8xcomplex<f32>>
  // CHECK: %{{.+}} = stablehlo.compare LT, %{{.+}}, %{{.+}} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %18 = stablehlo.compare LT, %f, %f : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  // CHECK: %{{.+}} = stablehlo.compare NE, %{{.+}}, %{{.+}}, TOTALORDER : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %19 = stablehlo.compare NE, %f, %f, TOTALORDER : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  // CHECK: %{{.+}} = stablehlo.compare GE, %{{.+}}, %{{.+}}, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
  %20 = stablehlo.compare GE, %i, %i, SIGNED : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi1>
  // CHECK: %{{.+}} = stablehlo.compare EQ, %{{.+}}, %{{.+}}, UNSIGNED : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xi1>
  %21 = stablehlo.compare EQ, %u, %u, UNSIGNED : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xi1>
  // CHECK: %{{.+}} = stablehlo.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<4x8xi1>, tensor<4x8xf32>
  %22 = stablehlo.select %p, %f, %f : tensor<4x8xi1>, tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<i1>, tensor<4x8xf32>
  %23 = stablehlo.select %q, %f, %f : tensor<i1>, tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.clamp %{{.+}}, %{{.+}}, %{{.+}} : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %24 = stablehlo.clamp %s, %f, %s : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: %{{.+}} = stablehlo.clamp %{{.+}}, %{{.+}}, %{{.+}} : tensor<4x8xf32>
  %25 = stablehlo.clamp %f, %f, %f : tensor<4x8xf32>
  return
}
