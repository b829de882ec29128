// The annotations that JAX and Shardy print parse, and print as they were.
// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt --mlir-print-op-generic %s | %popt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// The identity order says nothing.
// CHECK: sdy.mesh @ordered = <["x"=2]>{{$}}
sdy.mesh @ordered = <["x"=2], device_ids=[0, 1]>
// CHECK: sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK: sdy.mesh @maximal = <[], device_ids=[3]>
sdy.mesh @maximal = <[], device_ids=[3]>

// CHECK-LABEL: func @main
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}], replicated={"y":(2)2}>
// CHECK-SAME: sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{}, {?}], unreduced=max{"a"}>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}], replicated={"y":(2)2}>},
                %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{}, {?}], unreduced=max{"a"}>}) {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}, {?}]> : tensor<8x16xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<8x16xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=7 : tensor<8x16xf32>
  sdy.sharding_group %1 group_id=7 : tensor<8x16xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=BACKWARD : tensor<8x16xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8x16xf32>
  // CHECK: sdy.constant dense<1.000000e+00> : tensor<8x16xf32>
  %3 = sdy.constant dense<1.0> : tensor<8x16xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  %tied = stablehlo.optimization_barrier %3 : tensor<8x16xf32>
  %4 = sdy.data_flow_edge %tied sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%{{.*}}: tensor<4x16xf32>) {
  %5 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%block: tensor<4x16xf32>) {
    // CHECK: sdy.return
    sdy.return %block : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: sdy.named_computation<"f">(%{{.*}}) in_shardings=[<@mesh, [{}, {}]>] (%{{.*}}: tensor<8x16xf32>) {
  %6 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{}, {}]>] (%v: tensor<8x16xf32>) {
    sdy.return %v : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %7 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
  // CHECK: stablehlo.custom_call @g(%{{.*}}) {e = #sdy.edge_value_ref<operand-3>, p = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0, result-1]}]}]>}
  stablehlo.custom_call @g(%a) {e = #sdy.edge_value_ref<operand-3>, p = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0, result-1]}]}]>} : (tensor<8x16xf32>) -> ()
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, *]) {i=8, j=4, k=4} reduction={j, k}, custom>
  %11 = stablehlo.custom_call @f(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, *]) {i=8, j=4, k=4} reduction={j, k}, custom>} : (tensor<8x16xf32>) -> tensor<8x1xf32>
  return
}
