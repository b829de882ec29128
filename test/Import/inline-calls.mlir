// Calls, also nested ones and those inside of regions, become bodies.
// RUN: %popt %s --inline-calls --mlir-print-debuginfo --mlir-use-nameloc-as-prefix=false | FileCheck %s

dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: call @
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // The callee's shardings are constraints.
  // CHECK: %[[IN:.+]] = dist.constraint %{{.+}} <@mesh, [{"dp"}]>
  // CHECK: %[[SUM:.+]] = stablehlo.add %[[IN]], %[[IN]] : tensor<4xf32> loc(#[[LOC:.+]])
  // CHECK: %[[OUT:.+]] = stablehlo.multiply %[[SUM]]
  %0 = call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("here")
  // CHECK: stablehlo.tanh %[[OUT]]
  %1 = stablehlo.composite "my.op" %0 {decomposition = @composite} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-NOT: func.func
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32> loc("there")
  return %0 : tensor<4xf32>
}
func.func private @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-DAG: #[[THERE:.+]] = loc("there")
// CHECK-DAG: loc(callsite(#[[THERE]] at
