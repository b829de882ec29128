// Collectives have no memory effects: equal ones are one, unused ones go.
// RUN: %popt %s --cse | FileCheck %s

dist.mesh @mesh = <["a"=2, "b"=3]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) {
  // CHECK-NEXT: %[[SUM:.+]] = dist.all_reduce %arg0 sum over {"a"}
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
  // CHECK-NEXT: %[[OTHER:.+]] = dist.all_reduce %arg0 sum over {"b"}
  %2 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  // CHECK-NEXT: return %[[SUM]], %[[SUM]], %[[OTHER]]
  %3 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<6x4xf32> -> tensor<12x4xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
}
