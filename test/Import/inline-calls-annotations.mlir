// What the callee's arguments and results, and the call, say becomes a
// constraint in the language in which it is written.
// RUN: %popt %s --inline-calls | FileCheck %s

sdy.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[IN:.+]] = sdy.sharding_constraint %{{.+}} <@mesh, [{"dp"}]>
  // CHECK: %[[TANH:.+]] = stablehlo.tanh %[[IN]]
  // CHECK: %[[OUT:.+]] = sdy.sharding_constraint %[[TANH]] <@mesh, [{?}]>
  // CHECK: %[[CALL:.+]] = sdy.sharding_constraint %[[OUT]] <@mesh, [{}]>
  %0 = call @sdy(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[IN:.+]] = stablehlo.custom_call @Sharding(%[[CALL]]) {mhlo.sharding = "{devices=[2]<=[2]}"}
  // CHECK: %[[SINE:.+]] = stablehlo.sine %[[IN]]
  // CHECK: %[[OUT:.+]] = stablehlo.custom_call @Sharding(%[[SINE]]) {mhlo.sharding = "{replicated}"}
  // CHECK: return %[[OUT]]
  %1 = call @gspmd(%0) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @sdy(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @gspmd(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
