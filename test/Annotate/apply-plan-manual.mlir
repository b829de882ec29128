// Manual regions number the devices of the module's own mesh, which is kept where the
// plan changes it. An axis along which a region cuts nothing may become a stage or time
// axis.
// RUN: %popt %s --apply-plan='mesh=stage:pp=2,time:mb=2,cp=2' | FileCheck %s
// RUN: %popt %s --apply-plan='mesh=dp=2' | FileCheck %s --check-prefix=SAME

// CHECK: dist.mesh @mesh = <["cp"=2], stage ["pp"=2], time ["mb"=2], ["dp"=2]> {dist.numbering = #dist.mesh<["pp"=2, "mb"=2, "dp"=2]>}
// SAME: dist.mesh @mesh = <["pp"=2, "mb"=2, "dp"=2]>
// SAME-NOT: dist.numbering
dist.mesh @mesh = <["pp"=2, "mb"=2, "dp"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: dist.manual(%{{.*}}) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"}
  // SAME: dist.manual(%{{.*}}) in [#dist.sharding<@mesh, [{"dp"}, {}], replicated = {"pp", "mb"}>]
  // SAME-SAME: axes {"pp", "mb", "dp"}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}, {}], replicated = {"pp", "mb"}>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"pp", "mb", "dp"} (%b: tensor<4x4xf32>) {
    dist.return %b : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
