// An operation on one device knows its number, and what is made of it.
// RUN: %popt %s --split-input-file --import-sdy --canonicalize | FileCheck %s

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

// -----

// Any number may be a device's.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.constant dense<4294967295> : tensor<ui32>
sdy.mesh @far = <[], device_ids=[9223372036854775807]>
func.func @main() -> tensor<i32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.add %c, %1 {sdy.sharding = #sdy.sharding_per_value<[<@far, []>]>} : tensor<i32>
  return %2 : tensor<i32>
}
