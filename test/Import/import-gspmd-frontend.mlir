// Attributes of sdy that travelled as strings; sharding strings beside them
// repeat what they say.
// RUN: %popt %s --import-gspmd --split-input-file | FileCheck %s

// CHECK: module attributes {mhlo.frontend_attributes = {other = "kept"}, mhlo.num_partitions = 4 : i32} {
// CHECK: sdy.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-NOT: mhlo.sharding
// CHECK-LABEL: func.func @main
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}
// CHECK-SAME: -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>})
module attributes {mhlo.frontend_attributes = {other = "kept", xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=2]>}"}, mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {}]>"}, mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{replicated}"}) {
    // CHECK: sdy.sharding_constraint %{{.+}} <@mesh, [{}, {"a"}]>
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22a\22}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // Quotes may be escaped once more.
    // CHECK: stablehlo.tanh %{{.+}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>}
    %1 = stablehlo.tanh %0 {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\\\22b\\\22}, {}]>]>"}} : tensor<8x4xf32>
    // CHECK: sdy.sharding_group %{{.+}} group_id=3
    stablehlo.custom_call @xla.sdy.ShardingGroup(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "3 : i64"}} : (tensor<8x4xf32>) -> ()
    // CHECK: %[[OUT:.+]]:2 = sdy.manual_computation(%{{.+}}, %{{.+}}) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"a"} (%{{.+}}: tensor<4x4xf32>, %{{.+}}: tensor<8x4xf32>) {
    // CHECK:   func.call @body
    // CHECK:   sdy.return
    %2:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%1, %1) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>, <@mesh, [{}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>)
    %3:2 = call @body(%2#0, %2#1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<4x4xf32>, tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>)
    %4:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%3#0, %3#1) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>, <@mesh, [{}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<4x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    // The rule of a call.
    // CHECK: stablehlo.custom_call @foo({{.+}}) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>}
    %5 = stablehlo.custom_call @foo(%4#0) {mhlo.frontend_attributes = {xla.sdy.sharding_rule = "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %6 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%5) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}, {?}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %6 : tensor<8x4xf32>
  }
  func.func private @body(%x: tensor<4x4xf32>, %y: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>) {
    return %x, %y : tensor<4x4xf32>, tensor<8x4xf32>
  }
}
