// Entries combine key by key, and a result of state has its argument's keys,
// unless an entry gives the result another one alone.
// RUN: split-file %s %t
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/pin.json | FileCheck %s --check-prefix=PIN
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/nip.json | FileCheck %s --check-prefix=PIN
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/host.json | FileCheck %s --check-prefix=HOST
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/partial.json | FileCheck %s --check-prefix=PARTIAL
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/result.json | FileCheck %s --check-prefix=RESULT
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/both.json | FileCheck %s --check-prefix=BOTH
// RUN: %popt %t/module.mlir --apply-plan=plan=%t/open.json | FileCheck %s --check-prefix=OPEN
// RUN: %popt %t/own.mlir --apply-plan=plan=%t/own.json | FileCheck %s --check-prefix=OWN
// RUN: not %popt %t/module.mlir --apply-plan=plan=%t/dims.json 2>&1 | FileCheck %s --check-prefix=DIMS
// RUN: not %popt %t/module.mlir --apply-plan=plan=%t/pins.json 2>&1 | FileCheck %s --check-prefix=PINS
// RUN: not %popt %t/module.mlir --apply-plan=plan=%t/memory.json 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not %popt %t/module.mlir --apply-plan=plan=%t/twice.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %popt %t/module.mlir --apply-plan=plan=%t/inherited.json 2>&1 | FileCheck %s --check-prefix=INHERITED

// The pin is of all four, dims of weights and moments alone, in either order.
// PIN: dist.name = "params['w']", dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>
// PIN-SAME: dist.name = "mom['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], at = {"pp" = [1]}>
// PIN-SAME: -> (tensor<8x4xf32> {dist.name = "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>}
// PIN-SAME: tensor<8x4xf32> {dist.name = "result[1]['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], at = {"pp" = [1]}>}

// HOST: dist.name = "params['w']", dist.sharding = #dist.sharding<@mesh, [{?}, {?}], memory = host>
// HOST-SAME: dist.name = "mom['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = host>
// HOST-SAME: "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{?}, {?}], memory = host>
// HOST-SAME: "result[1]['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = host>

// PARTIAL: "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], partial = sum{"pp"}>
// PARTIAL-SAME: "result[1]['w']", dist.sharding = #dist.sharding<@mesh, [{?}, {?}], partial = sum{"pp"}>

// Of the result alone: the other keys are the argument's.
// RESULT: dist.name = "params['w']", dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>
// RESULT-SAME: "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}], at = {"pp" = [1]}>

// A later entry of both is the last of both.
// BOTH: dist.name = "params['w']", dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>
// BOTH-SAME: "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>

// Open dimensions are no conflict, as propagation makes them alike.
// OPEN: dist.name = "params['w']", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>
// OPEN-SAME: "result[0]['w']", dist.sharding = #dist.sharding<@mesh, [{?}, {}]>

// What the program says of the result stays where the plan says nothing of either.
// OWN: "result", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {?}], at = {"pp" = [0]}, memory = host>

// DIMS: error: plan.shardings[0] says that argument 0 ("params['w']") is [{"dp"}, {}], but plan.shardings[1] that its next value, result 0 ("result[0]['w']"), is [{}, {"dp"}]; shard both alike, or only the argument
// PINS: error: plan.shardings[0] says that argument 1 ("mom['w']") is [{}, {}]{{.*}}, but plan.shardings[2] that its next value
// MEMORY: error: plan.shardings[1] says that argument 0 ("params['w']") is [{}, {}], but plan.shardings[0] that its next value, result 0 ("result[0]['w']"), is [{}, {}]{{.*}}host

// Both entries of one value.
// TWICE: error: plan.shardings[2]: axis "dp" {{.*}} in the sharding of "params['w']", whose "dims" is from plan.shardings[0], whose "at" is from plan.shardings[1]
// INHERITED: error: axis "dp" {{.*}} in the sharding of result 0 ("result[0]['w']"), whose "dims" is from plan.shardings[0], whose "partial" is from plan.shardings[1]

//--- module.mlir
dist.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @main(%w: tensor<8x4xf32> {dist.name = "params['w']", dist.state = 0 : i64},
                %m: tensor<8x4xf32> {dist.name = "mom['w']", dist.state = 1 : i64})
    -> (tensor<8x4xf32> {dist.name = "result[0]['w']"}, tensor<8x4xf32> {dist.name = "result[1]['w']"}) {
  return %w, %m : tensor<8x4xf32>, tensor<8x4xf32>
}
//--- own.mlir
dist.mesh @mesh = <["pp"=2, "dp"=2]>
func.func @main(%w: tensor<8x4xf32> {dist.name = "w", dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<8x4xf32> {dist.name = "result", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {?}]>}) {
  return %w : tensor<8x4xf32>
}
//--- pin.json
{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "params*", "dims": []}, {"match": "mom*", "dims": [["dp"]]}, {"match": "*['w']", "at": {"pp": 1}}]}
//--- nip.json
{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "shardings": [{"match": "*['w']", "at": {"pp": 1}}, {"match": "mom*", "dims": [["dp"]]}, {"match": "params*", "dims": []}]}
//--- host.json
{"popt_plan": 1, "shardings": [{"match": "mom*", "dims": [["dp"]]}, {"match": "*['w']", "memory": "host"}]}
//--- partial.json
{"popt_plan": 1, "shardings": [{"match": "*['w']", "partial": {"sum": ["pp"]}}, {"match": "params*", "dims": [["dp"]]}]}
//--- result.json
{"popt_plan": 1, "shardings": [{"match": "params*", "dims": [[], ["dp"]]}, {"match": "result[0]*", "at": {"pp": 1}}]}
//--- both.json
{"popt_plan": 1, "shardings": [{"match": "result[0]*", "dims": [["dp"]]}, {"match": "*['w']", "dims": [[], ["dp"]]}]}
//--- open.json
{"popt_plan": 1, "shardings": [{"match": "params*", "dims": [["dp"], []]}, {"match": "result[0]*", "dims": [["?"], []]}]}
//--- own.json
{"popt_plan": 1, "shardings": [{"match": "result", "memory": "host"}, {"match": "w", "at": {"pp": 0}}]}
//--- dims.json
{"popt_plan": 1, "shardings": [{"match": "params*", "dims": [["dp"]]}, {"match": "result[0]*", "dims": [[], ["dp"]]}]}
//--- pins.json
{"popt_plan": 1, "shardings": [{"match": "*['w']", "at": {"pp": 0}}, {"match": "mom*", "dims": []}, {"match": "result[1]*", "at": {"pp": 1}}]}
//--- memory.json
{"popt_plan": 1, "shardings": [{"match": "res0", "memory": "host"}, {"match": "params*", "memory": "device"}]}
//--- twice.json
{"popt_plan": 1, "shardings": [{"match": "params*", "dims": [["dp"]]}, {"match": "*['w']", "at": {"pp": 1}}, {"match": "*['w']", "partial": {"sum": ["dp"]}}]}
//--- inherited.json
{"popt_plan": 1, "shardings": [{"match": "params*", "dims": [["dp"]]}, {"match": "result[0]*", "partial": {"sum": ["dp"]}}]}
