// The plan's words: mesh, shardings by name (the last match wins), state.
// RUN: %popt %s --apply-plan=plan=%S/Inputs/plan.json | FileCheck %s
// RUN: %popt %s --apply-plan='mesh=stage:pp=4,dp=8 state=params*=result*' | FileCheck %s --check-prefix=OPTIONS
// RUN: not %popt %s --apply-plan=mesh=stge:pp=4 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not %popt %s --apply-plan=state=parms=res0 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not %popt %s --apply-plan=plan=%S/Inputs/missing.json 2>&1 | FileCheck %s --check-prefix=MISSING

// CHECK: dist.schedule = #dist.schedule<"1f1b">
// CHECK: dist.mesh @mesh = <["tp"=2, "dp"=2]>
// OPTIONS: dist.mesh @mesh = <stage ["pp"=4], ["dp"=8]>
dist.mesh @mesh = <["dp"=2]>
// CHECK: dist.name = "params['w1']", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>
// CHECK-SAME: dist.name = "params['w2']", dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>
// CHECK-SAME: dist.name = "batch", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>
// CHECK-SAME: -> (tensor<8x4xf32> {dist.name = "result[0]", dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
// OPTIONS: dist.name = "params['w1']", dist.state = 0 : i64
// OPTIONS-SAME: dist.name = "params['w2']", dist.state = 1 : i64
// KIND: error: --mesh=stge:pp=4: "stge" is no kind of axis, did you mean "stage"?
// STATE: state: "parms" matches no argument
// MISSING: missing.json
func.func @main(%w1: tensor<8x4xf32> {dist.name = "params['w1']", dist.state = 0 : i64},
                %w2: tensor<4x8xf32> {dist.name = "params['w2']"},
                %batch: tensor<8x8xf32> {dist.name = "batch"})
    -> (tensor<8x4xf32> {dist.name = "result[0]"}, tensor<4x8xf32> {dist.name = "result[1]"}) {
  return %w1, %w2 : tensor<8x4xf32>, tensor<4x8xf32>
}
