// Orders of devices are those of the module's own mesh. They go where the plan's mesh has
// other devices, and stay where it only adds an axis of time.
// RUN: %popt %s --apply-plan=mesh=a=4 | FileCheck %s --implicit-check-not=device_ids
// RUN: %popt %s --apply-plan=mesh=time:mb=2 | FileCheck %s --check-prefix=TIME

// CHECK: dist.mesh @mesh = <["a"=4]>
// CHECK: func.func @main(%arg0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
// TIME: dist.mesh @mesh = <time ["mb"=2], ["a"=2]>
// TIME: func.func @main(%arg0: tensor<8xf32> {dist.device_ids = array<i64: 1, 0>
// TIME-SAME: -> (tensor<8xf32> {dist.device_ids = array<i64: 1, 0>
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.device_ids = array<i64: 1, 0>})
    -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.device_ids = array<i64: 1, 0>}) {
  return %x : tensor<8xf32>
}
