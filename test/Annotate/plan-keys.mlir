// What each key of a plan becomes, where no other test shows it.
// REQUIRES: poptc
// RUN: echo '{"popt_plan": 1, "mesh": {"device": [["dp", 2]], "device_ids": [1, 0]}, "shardings": [{"match": "x", "partial": {"sum": ["dp"]}}]}' > %t.json
// RUN: %poptc %s --plan=%t.json --emit=annotated -o - | FileCheck %s
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]], "time": [["mb", 4]]}, "inputs": {"x": [["mb"]]}, "state": {"w": "result[1]"}, "schedule": {"kind": "interleaved-1f1b", "chunks": 2, "microbatches": 4}}' > %t.pp.json
// RUN: %poptc %s --plan=%t.pp.json --emit=annotated -o - | FileCheck %s --check-prefix=STAGES

// CHECK: dist.mesh @mesh = <["dp"=2], device_ids = [1, 0]>
// CHECK: dist.name = "x", dist.sharding = #dist.sharding<@mesh, [{?}, {?}], partial = sum{"dp"}>

// STAGES: dist.schedule = #dist.schedule<"interleaved-1f1b", chunks = 2, microbatches = 4>
// STAGES: dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
// STAGES: dist.name = "w"{{.*}}dist.state = 1
// STAGES: dist.constraint %arg1 <@mesh, [{"mb"}, {}]>
func.func @main(%w: tensor<4x4xf32> loc("w"), %x: tensor<8x4xf32> loc("x")) -> (tensor<4x4xf32> {jax.result_info = "result[0]"}, tensor<4x4xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %w, %w : tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
