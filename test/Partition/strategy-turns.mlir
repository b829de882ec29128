// Where the cheapest strategies turn against what propagation gave, it is said without being
// asked; `propagated` keeps what it gave.
// RUN: split-file %s %t
// RUN: %popt %t/turns.mlir --choose-strategies 2>&1 | FileCheck %t/turns.mlir
// RUN: %popt %t/turns.mlir --choose-strategies --remarks-filter-passed=partition -o /dev/null 2>&1 | FileCheck %t/turns.mlir --check-prefix=EACH
// RUN: %popt %t/turns.mlir --apply-plan=strategies=propagated --choose-strategies 2>&1 | FileCheck %t/turns.mlir --check-prefix=KEPT
// RUN: echo '{"popt_plan": 1, "strategies": "propagated"}' > %t/p.json
// RUN: %popt %t/turns.mlir --apply-plan=plan=%t/p.json --choose-strategies 2>&1 | FileCheck %t/turns.mlir --check-prefix=KEPT
// RUN: %popt %t/turns.mlir --apply-plan='plan=%t/p.json strategies=least-cost' --choose-strategies 2>&1 | FileCheck %t/turns.mlir
// RUN: not %popt %t/turns.mlir --apply-plan=strategies=propagatd 2>&1 | FileCheck %t/turns.mlir --check-prefix=WORD
// RUN: %popt %t/none.mlir --choose-strategies 2>&1 | FileCheck %t/none.mlir

//--- turns.mlir
// Weights as Megatron splits them, and a batch that is not split: the weights are smaller
// than the sum of the second product.
// CHECK: turns.mlir:[[@LINE+20]]:{{.*}} remark: stablehlo.dot_general gathers argument 2 ("down") over "tp", and makes its result as [{"tp"}, {}] instead of [{}, {}], partial = sum{"tp"}, as propagated; 2 more turn so; --strategies=propagated keeps what propagation gave
// CHECK-NOT: remark:
// CHECK: stablehlo.dot_general %arg0, %arg1
// CHECK: stablehlo.dot_general
// CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>]
// EACH: remark: [Passed] turn {{.*}} gathers argument 2 ("down") over "tp"
// KEPT-NOT: remark:
// KEPT: stablehlo.dot_general %arg0, %arg1
// KEPT-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]
// KEPT: stablehlo.dot_general
// KEPT-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"tp"}>]
// WORD: error: --strategies=propagatd: "propagatd" is none of least-cost, by-price, propagated, did you mean "propagated"?
dist.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<4096x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
                %up: tensor<256x256xf32> {dist.name = "up", dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                %down: tensor<256x256xf32> {dist.name = "down", dist.state = 2 : i64, dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4096x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]} : (tensor<4096x256xf32>, tensor<256x256xf32>) -> tensor<4096x256xf32>
  %1 = stablehlo.dot_general %0, %down, contracting_dims = [1] x [0] : (tensor<4096x256xf32>, tensor<256x256xf32>) -> tensor<4096x256xf32>
  %2 = stablehlo.dot_general %1, %up, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]} : (tensor<4096x256xf32>, tensor<256x256xf32>) -> tensor<4096x256xf32>
  %3 = stablehlo.dot_general %2, %down, contracting_dims = [1] x [0] : (tensor<4096x256xf32>, tensor<256x256xf32>) -> tensor<4096x256xf32>
  return %3, %up, %down : tensor<4096x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}

//--- none.mlir
// Weights that are split for memory are gathered as propagated: the batch has the axis.
// CHECK-NOT: remark:
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4096x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %w: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<4096x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : (tensor<4096x256xf32>, tensor<256x256xf32>) -> tensor<4096x256xf32>
  return %0 : tensor<4096x256xf32>
}
