// A plan pins operations by the scopes of their locations.
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "loc:encoder/*", "at": {"pp": [0]}}, {"match": "loc:head/*", "at": {"pp": [1]}}]}' > %t.json
// RUN: %popt %s --apply-plan=plan=%t.json --mlir-print-debuginfo | FileCheck %s
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "loc:encode/tanh", "at": {"pp": [0]}}]}' > %t.none.json
// RUN: not %popt %s --apply-plan=plan=%t.none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "loc:encoder/*", "at": {"pp": [2]}}]}' > %t.far.json
// RUN: not %popt %s --apply-plan=plan=%t.far.json 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: echo '{"popt_plan": 1, "mesh": {"device": [["pp", 2]]}, "shardings": [{"match": "loc:encoder/*", "at": {"pp": [1]}}]}' > %t.device.json
// RUN: not %popt %s --apply-plan=plan=%t.device.json 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "loc:encoder/*", "dims": [["pp"]]}]}' > %t.dims.json
// RUN: not %popt %s --apply-plan=plan=%t.dims.json 2>&1 | FileCheck %s --check-prefix=DIMS

// CHECK: stablehlo.tanh {{.*}}dist.place = array<i64: 0>
// CHECK: stablehlo.negate {{.*}}dist.place = array<i64: 1>
// NONE: error: plan.shardings[0]: "loc:encode/tanh" matches no operation's scope, did you mean "encoder/tanh"?
// FAR: error: plan.shardings[0]: axis "pp" of size 2 has no coordinate 2
// DEVICE: error: plan.shardings[0]: operations run at coordinates of a stage axis, and "pp" is none of the mesh
// DIMS: error: plan.shardings[0]: "loc:encoder/*" is of operations, which take "at" alone
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32> loc("jit(step)/jvp(encoder)/tanh")
  %1 = stablehlo.negate %0 : tensor<8xf32> loc("jit(step)/transpose(jvp(head))/neg")
  return %1 : tensor<8xf32>
}
