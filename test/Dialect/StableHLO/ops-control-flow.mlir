// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt %s --mlir-print-op-generic | %popt | FileCheck %s
// Branches, loops, tokens and tuples print as they parse.

// CHECK-LABEL: @control_flow
func.func @control_flow(%q: tensor<i1>, %i: tensor<i32>, %f: tensor<4xf32>, %t: !stablehlo.token) {
  // CHECK: %{{.+}} = "stablehlo.if"(%{{.+}}) ({
  %1 = "stablehlo.if"(%q) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    %2 = stablehlo.negate %f : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  // CHECK: %{{.+}} = "stablehlo.case"(%{{.+}}) ({
  %3 = "stablehlo.case"(%i) ({
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // CHECK: %{{.+}}:2 = stablehlo.while(%iterArg = %{{.+}}, %iterArg_0 = %{{.+}}) : tensor<i32>, tensor<4xf32>
  // CHECK-NEXT: cond {
  %4:2 = stablehlo.while(%a = %i, %b = %f) : tensor<i32>, tensor<4xf32>
  cond {
    stablehlo.return %q : tensor<i1>
  // CHECK: } do {
  } do {
    // CHECK: stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<4xf32>
    stablehlo.return %a, %b : tensor<i32>, tensor<4xf32>
  }
  // CHECK: %{{.+}}:2 = stablehlo.optimization_barrier %{{.+}}, %{{.+}} : tensor<4xf32>, tensor<i32>
  %5:2 = stablehlo.optimization_barrier %f, %i : tensor<4xf32>, tensor<i32>
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier ()
  // CHECK: %{{.+}} = stablehlo.create_token : !stablehlo.token
  %6 = stablehlo.create_token : !stablehlo.token
  // CHECK: %{{.+}} = stablehlo.after_all %{{.+}}, %{{.+}} : !stablehlo.token
  %7 = stablehlo.after_all %t, %6 : !stablehlo.token
  // CHECK: %{{.+}} = stablehlo.tuple %{{.+}}, %{{.+}} : tuple<tensor<4xf32>, !stablehlo.token>
  %8 = stablehlo.tuple %f, %t : tuple<tensor<4xf32>, !stablehlo.token>
  // CHECK: %{{.+}} = stablehlo.get_tuple_element %{{.+}}[0] : (tuple<tensor<4xf32>, !stablehlo.token>) -> tensor<4xf32>
  %9 = stablehlo.get_tuple_element %8[0] : (tuple<tensor<4xf32>, !stablehlo.token>) -> tensor<4xf32>
  return
}
