// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// The operations of chlo print as they parse.

// CHECK-LABEL: @chlo
func.func @chlo(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<3xi32>) {
  // CHECK: %{{.+}} = chlo.acos %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = chlo.acos %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.acosh %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = chlo.acosh %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.asin %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = chlo.asin %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.asinh %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %4 = chlo.asinh %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.atan %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %5 = chlo.atan %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.atanh %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %6 = chlo.atanh %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.bessel_i1e %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %7 = chlo.bessel_i1e %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.conj %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %8 = chlo.conj %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.cosh %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %9 = chlo.cosh %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.digamma %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %10 = chlo.digamma %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.erf %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %11 = chlo.erf %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.erf_inv %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %12 = chlo.erf_inv %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.erfc %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %13 = chlo.erfc %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.lgamma %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %14 = chlo.lgamma %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.sinh %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %15 = chlo.sinh %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.square %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %16 = chlo.square %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.tan %{{.+}} : tensor<4x8xf32> -> tensor<4x8xf32>
  %17 = chlo.tan %f : tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.is_inf %{{.+}} : tensor<4x8xf32> -> tensor<4x8xi1>
  %18 = chlo.is_inf %f : tensor<4x8xf32> -> tensor<4x8xi1>
  // CHECK: %{{.+}} = chlo.is_neg_inf %{{.+}} : tensor<4x8xf32> -> tensor<4x8xi1>
  %19 = chlo.is_neg_inf %f : tensor<4x8xf32> -> tensor<4x8xi1>
  // CHECK: %{{.+}} = chlo.is_pos_inf %{{.+}} : tensor<4x8xf32> -> tensor<4x8xi1>
  %20 = chlo.is_pos_inf %f : tensor<4x8xf32> -> tensor<4x8xi1>
  // CHECK: %{{.+}} = chlo.next_after %{{.+}}, %{{.+}} : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %21 = chlo.next_after %f, %f : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.polygamma %{{.+}}, %{{.+}} : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %22 = chlo.polygamma %f, %f : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.zeta %{{.+}}, %{{.+}} : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %23 = chlo.zeta %f, %f : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %{{.+}} = chlo.mulhi %{{.+}}, %{{.+}} : tensor<4x8xi32>, tensor<4x8xi32> -> tensor<4x8xi32>
  %24 = chlo.mulhi %i, %i : tensor<4x8xi32>, tensor<4x8xi32> -> tensor<4x8xi32>
  // CHECK: %{{.+}} = chlo.constant dense<1> : tensor<2xi32>
  %25 = chlo.constant dense<1> : tensor<2xi32>
  // CHECK: %values, %indices = chlo.top_k(%{{.+}}, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  %30, %31 = chlo.top_k(%f, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  // CHECK: chlo.top_k(%{{.+}}, k = 3, is_stable = false)
  %32, %33 = chlo.top_k(%f, k = 3, is_stable = false) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  // CHECK: %{{.+}} = "chlo.ragged_dot"(%{{.+}}, %{{.+}}, %{{.+}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  %34 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// CHECK-LABEL: @scan
func.func @scan(%x: tensor<2x3xf32>, %n: tensor<2xi32>, %i: tensor<3xf32>) {
  // CHECK: %{{.+}}, %{{.+}} = chlo.scan(%{{.+}}) inits(%{{.+}}) dimension = 0 attributes {is_associative = true, is_reverse = true, scan_dim_size = 2 : i64} {
  // CHECK-NEXT: ^{{.+}}(%[[ROW:.+]]: tensor<3xf32>, %[[CARRY:.+]]: tensor<3xf32>):
  // CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %[[ROW]], %[[CARRY]]
  // CHECK-NEXT: stablehlo.return %[[SUM]], %[[SUM]]
  // CHECK-NEXT: } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  %0:2 = chlo.scan (%x) inits (%i) dimension=0 attributes {is_associative = true, is_reverse = true, scan_dim_size = 2 : i64} {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    %s = stablehlo.add %row, %carry : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  // Two inputs, no carries.
  // CHECK: %{{.+}} = chlo.scan(%{{.+}}, %{{.+}}) inits() dimension = 0 {
  %1 = chlo.scan(%x, %n) inits() dimension = 0 {
  ^bb0(%row: tensor<3xf32>, %k: tensor<i32>):
    stablehlo.return %row : tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
