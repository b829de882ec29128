// A function that is called at two places has one sharding for both, and so what goes into it at
// one call reaches the other; without the option each call has its own.
// RUN: %popt %s --split-input-file --inline-calls=grouped=true | FileCheck %s
// RUN: %popt %s --split-input-file --inline-calls=grouped=true --import-sdy --propagate-shardings | FileCheck %s --check-prefix=REACHED
// RUN: %popt %s --split-input-file --inline-calls --import-sdy --propagate-shardings | FileCheck %s --check-prefix=OWN

sdy.mesh @mesh = <["dp"=2]>
// A group of the module keeps its number.
// CHECK: sdy.sharding_group %arg2 group_id=4
// An argument is a value of its own.
// CHECK: sdy.sharding_group %arg0 group_id=5
// CHECK: %[[X:.+]] = sdy.sharding_constraint %arg0 <@mesh, [{?}, {?}]>
// CHECK: sdy.sharding_group %[[X]] group_id=5
// CHECK: %[[FIRST:.+]] = stablehlo.tanh %[[X]]
// CHECK: sdy.sharding_group %[[FIRST]] group_id=6
// CHECK: sdy.sharding_group %arg1 group_id=5
// CHECK: %[[Y:.+]] = sdy.sharding_constraint %arg1 <@mesh, [{?}, {?}]>
// CHECK: sdy.sharding_group %[[Y]] group_id=5
// CHECK: %[[SECOND:.+]] = stablehlo.tanh %[[Y]]
// CHECK: sdy.sharding_group %[[SECOND]] group_id=6
// REACHED-COUNT-2: stablehlo.tanh {{.*}}[{"dp"
// OWN: stablehlo.tanh {{.*}}[{"dp"
// OWN: stablehlo.tanh %arg1 {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]}
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp", ?}, {?}]>}, %y: tensor<4x8xf32>, %z: tensor<2xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  sdy.sharding_group %z group_id = 4 : tensor<2xf32>
  %0 = call @f(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = call @f(%y) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
func.func private @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
// An operand that is also read by others: what the one reader within the function is constrained
// to comes before what the operand is made of.
// REACHED: stablehlo.add {{.*}}[{"b"}]
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  %1 = call @g(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.sine %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A mesh of one device says nothing, nor does one that no sharding names.
sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @other = <["x"=4]>
sdy.mesh @mesh = <["a"=2]>
// CHECK: sdy.mesh @other
// CHECK: sdy.sharding_constraint %arg0 <@mesh, [{?}]>
// REACHED: stablehlo.tanh {{.*}}[{"a"
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = call @g(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Without a mesh of more than one device nothing is constrained.
sdy.mesh @one = <[], device_ids=[0]>
// CHECK: func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32>
// CHECK-NOT: sdy.sharding_constraint
// CHECK: return
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
