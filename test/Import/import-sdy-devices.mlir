// An operation on one device knows its number, and what is made of it.
// RUN: %popt %s --import-sdy --canonicalize | FileCheck %s

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @third = <[], device_ids=[2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> tensor<i32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  // CHECK: %[[NUMBER:.+]] = stablehlo.constant dense<2> : tensor<ui32>
  // CHECK-NEXT: %[[CONVERTED:.+]] = stablehlo.convert %[[NUMBER]]
  // CHECK-NEXT: stablehlo.add %arg0, %[[CONVERTED]]
  // CHECK-NOT: partition_id
  %1 = stablehlo.add %x, %0 {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<i32>
  return %1 : tensor<i32>
}
