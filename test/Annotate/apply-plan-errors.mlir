// Each case is a plan that this module does not fit.
// RUN: not %popt %s --apply-plan=state=a=z 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not %popt %s --apply-plan=state=*=r 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not %popt %s --apply-plan=state=b=r 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not %popt %s --apply-plan=mesh=tp 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %popt %s --apply-plan=mesh=dp=2,dp=2 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %popt %s --apply-plan=state=a 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: echo '{"popt_plan": 1, "state": {"a": "z"}}' > %t.state.json
// RUN: not %popt %s --apply-plan=plan=%t.state.json 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: echo '{"popt_plan": 1, "shardings": [{"match": "a", "dims": [[], ["dp"]]}]}' > %t.rank.json
// RUN: not %popt %s --apply-plan=plan=%t.rank.json 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: echo '{"popt_plan": 1, "shardings": [{"match": "a", "dims": [["tp"]]}]}' > %t.axis.json
// RUN: not %popt %s --apply-plan=plan=%t.axis.json 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: echo '{"popt_plan": 1, "shardings": [{"match": "aa"}]}' > %t.name.json
// RUN: not %popt %s --apply-plan=plan=%t.name.json 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "a", "dims": [[{"pp": [0, 1, 2, 0]}]]}]}' > %t.owner.json
// RUN: not %popt %s --apply-plan=plan=%t.owner.json 2>&1 | FileCheck %s --check-prefix=OWNER
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "a", "dims": [[{"pp": [0, 1, 0]}]]}]}' > %t.owners.json
// RUN: not %popt %s --apply-plan=plan=%t.owners.json 2>&1 | FileCheck %s --check-prefix=OWNERS
// RUN: echo '{"popt_plan": 1, "shardings": [{"match": "a", "dims": [[{"dp": [0, 1]}]]}]}' > %t.device.json
// RUN: not %popt %s --apply-plan=plan=%t.device.json 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: echo '{"popt_plan": 1, "mesh": {"device_ids": [1, 1]}}' > %t.ids.json
// RUN: not %popt %s --apply-plan=plan=%t.ids.json 2>&1 | FileCheck %s --check-prefix=IDS
// RUN: echo '{"popt_plan": 1' > %t.json.json
// RUN: not %popt %s --apply-plan=plan=%t.json.json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: sed -e '/^dist.mesh/d' -e 's/dist.sharding = .*>}/}/' %s > %t.none.mlir
// RUN: not %popt %t.none.mlir --apply-plan=plan=%t.axis.json 2>&1 | FileCheck %s --check-prefix=NOMESH

// RESULT: error: --state: "z" matches no result
// COUNT: error: --state: "*" matches 2 arguments, but "r" 1 results
// TYPE: error: --state: "b" has type 'tensor<4xf32>', but "r" has type 'tensor<8xf32>'
// SIZE: error: --mesh=tp: axis "tp" has no size and is not in the module's mesh, did you mean "dp"?
// TWICE: error: --mesh=dp=2,dp=2: axis "dp" is given twice
// PAIR: error: --state=a: "a" is not written argument=result
// FILE: apply-plan-errors.mlir:{{.*}} error: state: "z" matches no result
// OWNER: plan.shardings[0].dims[0]: axis "pp" of size 2 has no coordinate 2 ("a")
// OWNERS: plan.shardings[0].dims[0]: axis "pp" lists 3 owners for 8 layers; list the owner of each of equal blocks, or of each layer ("a")
// DEVICE: plan.shardings[0].dims[0]: axis "dp" lists owners of layers, but is no stage axis ("a")
// RANK: plan.shardings[0].dims: 2 dimensions are listed, but "a" has rank 1
// AXIS: plan.shardings[0]: axis "tp" is not in the mesh <["dp"=2]>, did you mean "dp"? in the sharding of "a"
// NAME: plan.shardings[0]: "aa" matches no argument or result
// IDS: plan.mesh.device_ids: device_ids names device 1 twice
// JSON: json.json:2:1: not valid JSON
// NOMESH: plan.shardings[0]: axis "tp" is not in the mesh <[]>
dist.mesh @mesh = <["dp"=2]>
func.func @main(%a: tensor<8xf32> {dist.name = "a"}, %b: tensor<4xf32> {dist.name = "b"}) -> (tensor<8xf32> {dist.name = "r"}) {
  return %a : tensor<8xf32>
}
