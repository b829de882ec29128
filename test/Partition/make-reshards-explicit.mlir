// A reshard wherever a value is read in another layout than it is made in.
// RUN: %popt %s --set-machine=cluster=builtin:bytes --make-reshards-explicit --split-input-file | FileCheck %s
// RUN: %popt %s --set-machine=cluster=builtin:bytes --make-reshards-explicit --split-input-file --remarks-filter-passed=partition -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// One reshard for all readers of a layout, before the first of them; none for
// the reader that takes the value as it is.
dist.mesh @mesh = <["dp"=2]>
// REMARK: [[@LINE+3]]:17: remark: [Passed] reshard | Category:partition | Remark="reshard from [{"dp"}, {}] to [{}, {"dp"}] for stablehlo.negate: all-to-all {"dp"} from dimension 0 to 1 (32 B); 32 bytes sent, 3.200e+01 s
// REMARK-NOT: full-gather
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  // CHECK: stablehlo.abs %arg0
  %0 = stablehlo.abs %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x4xf32>
  // CHECK-NEXT: %[[MOVED:.+]] = dist.reshard %arg0 from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {"dp"}]> {{.*}} by [#dist.move<all_to_all over {"dp"} dim 1 from 0 to
  // CHECK-NEXT: stablehlo.negate %[[MOVED]]
  %1 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>]} : tensor<8x4xf32>
  // CHECK-NEXT: stablehlo.exponential %[[MOVED]]
  %2 = stablehlo.exponential %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>]} : tensor<8x4xf32>
  // CHECK-NOT: dist.reshard
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [{}, {"dp"}]>, #dist.sharding<@mesh, [{}, {"dp"}]>]} %0, %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// The second layout is made from the first where that is cheaper: the rows are
// a slice of what was gathered for the other reader.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // CHECK: %[[WHOLE:.+]] = dist.reshard %arg0 from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  // CHECK: %[[COLUMNS:.+]] = dist.reshard %[[WHOLE]] from <@mesh, [{}, {}]> to <@mesh, [{}, {"dp"}]>
  // CHECK: stablehlo.abs %[[COLUMNS]]
  %0 = stablehlo.abs %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>]} : tensor<8x4xf32>
  // CHECK: stablehlo.negate %[[WHOLE]]
  %1 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>, #dist.sharding<@mesh, [{}, {}]>]} %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Two operands of one operation may read one value in two layouts.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK: %[[WHOLE:.+]] = dist.reshard %arg0
  // CHECK: stablehlo.dot_general %arg0, %[[WHOLE]]
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} %0 : tensor<4x4xf32>
}

// -----

// Left alone: nothing is read otherwise; `open` is no difference.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", ?}]>}) -> tensor<4xf32> {
  // CHECK-NOT: dist.reshard
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>]} %x : tensor<4xf32>
}

// -----

// From and to a pin: rooted moves, named in the remark.
dist.mesh @mesh = <["dp"=4]>
// REMARK: [[@LINE+3]]:17: remark: [Passed] reshard | Category:partition | Remark="reshard from [{}], at = {"dp" = [1]} to [{"dp"}] for stablehlo.negate: scatter {"dp"} of dimension 0 from root 1 (24 B); 24 bytes sent, 2.400e+01 s
// REMARK: [[@LINE+5]]:8: remark: [Passed] reshard | Category:partition | Remark="reshard from [{"dp"}] to [{}], at = {"dp" = [0]} for func.return: gather {"dp"} of dimension 0 to root 0 (24 B); 24 bytes sent, 2.400e+01 s
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"dp" = [1]}>}) -> tensor<8xf32> {
  // CHECK: %[[BLOCK:.+]] = dist.reshard %arg0 from <@mesh, [{}], at = {"dp" = [1]}> to <@mesh, [{"dp"}]>
  // CHECK: stablehlo.negate %[[BLOCK]]
  %0 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}]>]} : tensor<8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}], at = {"dp" = [0]}>]} %0 : tensor<8xf32>
}

// -----

// What follows the time steps is not made from what waits for all of them, though
// one gather of the whole is cheaper than one per time step: the reader would be in
// a second time loop.
dist.mesh @mesh = <["tp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"mb"}, {"tp"}]>})
    -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // CHECK-DAG: dist.reshard %arg0 from <@mesh, [{"mb"}, {"tp"}]> to <@mesh, [{"mb"}, {}]>
  // CHECK-DAG: dist.reshard %arg0 from <@mesh, [{"mb"}, {"tp"}]> to <@mesh, [{}, {"tp"}]>
  %0 = stablehlo.abs %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"mb"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"mb"}, {}]>]} : tensor<8x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>, #dist.sharding<@mesh, [{"mb"}, {}]>]} %x, %0 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A sum over time has a reader that waits for it, and one that waits for that reader: this one, in
// a later loop, gets the sum, not what the earlier loop adds up. One that doesn't wait takes that.
dist.mesh @mesh = <time ["mb"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"mb"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<0.0> : tensor<f32>
  // CHECK: %[[TERMS:.+]] = stablehlo.reduce(%arg0
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"mb"}, {}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>]} : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.negate %[[TERMS]]
  %1 = stablehlo.negate %0 {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>]} : tensor<4xf32>
  // CHECK: %[[SUM:.+]] = dist.reshard %[[TERMS]] from <@mesh, [{}], partial = sum{"mb"}> to <@mesh, [{}]>
  // CHECK: stablehlo.tanh %[[SUM]]
  %2 = stablehlo.tanh %0 {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>], dist.shardings = [#dist.sharding<@mesh, [{}]>]} : tensor<4xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"mb"}, {}]>, #dist.sharding<@mesh, [{}]>], dist.shardings = [#dist.sharding<@mesh, [{"mb"}]>]} : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  // CHECK: %[[LATER:.+]] = stablehlo.dot_general %{{.+}}, %arg0
  %4 = stablehlo.dot_general %3, %x, contracting_dims = [0] x [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"mb"}]>, #dist.sharding<@mesh, [{"mb"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>]} : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  // CHECK: %[[ONE:.+]] = dist.reshard %[[SUM]] from <@mesh, [{}]> to <@mesh, [{}], partial = sum{"mb"}>
  // CHECK: stablehlo.add %[[ONE]], %[[LATER]]
  %5 = stablehlo.add %0, %4 {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>, #dist.sharding<@mesh, [{}], partial = sum{"mb"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"mb"}>]} : tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>, #dist.sharding<@mesh, [{}]>]} %1, %5 : tensor<4xf32>, tensor<4xf32>
}
