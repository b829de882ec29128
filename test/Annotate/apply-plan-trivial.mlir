// Axes of size 1 split nothing, and a pin to their only coordinate is everywhere.
// RUN: %popt %s --apply-plan=mesh=dp=1 | FileCheck %s

// CHECK: dist.mesh @mesh = <["dp"=1], stage ["pp"=1]>
// CHECK-LABEL: func.func @main(%arg0: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
// CHECK-SAME: -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
dist.mesh @mesh = <["dp"=2], stage ["pp"=1]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], at = {"pp" = [0]}>})
    -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>}) {
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
