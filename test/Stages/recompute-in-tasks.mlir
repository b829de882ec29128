// A backward task computes again what its forward task made.
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks=policy=full | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks=policy=selective | FileCheck %s --check-prefixes=CHECK,SELECTIVE
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks=policy=full --schedule-tasks --split-stages | FileCheck %s --check-prefix=SPLIT
// RUN: not %popt %s --split-input-file --form-tasks --recompute-in-tasks=policy=ful 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks=policy=full --remarks-filter-passed=memory --remarks-filter-missed=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// UNKNOWN: error: recompute: "ful" is none of none, selective, full, did you mean "full"?

// Coordinate 0 holds %h and %a for each microbatch. With `full` its backward
// task 1 computes both again, from its rows of %x, which lie there anyway; with
// `selective` it holds the product. Coordinate 1 has one task, which takes
// nothing over. The task takes longer.
// REMARK: remark: [Passed] recompute
// REMARK-SAME: full, coordinate 0: {{.*}} are computed again for each microbatch
// REMARK: remark: [Missed] recompute
// REMARK-SAME: full, coordinate 1: no less would be alive at once
// CHECK-LABEL: func.func @main
// NONE: dist.tasks = [#dist.task<at 0 visit 0, [[F:.+]]>, #dist.task<at 0 visit 1, [[B:.+]]>, #dist.task<at 1
// FULL: dist.tasks
// CHECK: %[[A:.+]] = stablehlo.dot_general %{{.*}}, %arg1, {{.*}}dist.in_tasks = array<i64: 0>
// CHECK: %[[H:.+]] = stablehlo.tanh %[[A]] {dist.in_tasks = array<i64: 0>
// CHECK: stablehlo.exponential {{.*}}dist.in_tasks = array<i64: 2>
// FULL: %[[AGAIN:.+]] = stablehlo.dot_general %{{.*}}, %arg1, {{.*}}dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>
// FULL: %[[H_AGAIN:.+]] = stablehlo.tanh %[[AGAIN]] {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>}
// FULL: stablehlo.multiply %{{.*}}, %[[H_AGAIN]] {dist.in_tasks = array<i64: 1>
// SELECTIVE: %[[H_AGAIN:.+]] = stablehlo.tanh %[[A]] {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>}
// SELECTIVE: stablehlo.multiply %{{.*}}, %[[H_AGAIN]] {dist.in_tasks = array<i64: 1>
// NONE-NOT: stablehlo.tanh
// NONE: stablehlo.multiply %{{.*}}, %[[H]] {dist.in_tasks = array<i64: 1>
// CHECK: return

// The forward task sends %h, and leaves nothing for the backward task.
// SPLIT-LABEL: func.func @main_pp0
// SPLIT: %[[FORWARD:.+]] = dist.task 0 "0F" () -> tensor<64x64xf32>
// SPLIT: dist.task 1 "0B"
// SPLIT-NOT: %[[FORWARD]]
// SPLIT: stablehlo.tanh
// SPLIT: dist.yield
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%x: tensor<256x8xf32> {dist.place = array<i64: 0>}, %w: tensor<8x64xf32> {dist.place = array<i64: 0>}) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<64x64xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %rows = stablehlo.constant dense<64> : tensor<i32>
    %begin = stablehlo.multiply %step, %rows : tensor<i32>
    %part = stablehlo.dynamic_slice %x, %begin, %c, sizes = [64, 8] : (tensor<256x8xf32>, tensor<i32>, tensor<i32>) -> tensor<64x8xf32>
    %a = stablehlo.dot_general %part, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.tanh %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<64x64xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %e = stablehlo.multiply %d, %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %next = stablehlo.add %sum, %e {dist.place = array<i64: 0>} : tensor<64x64xf32>
    dist.return %next : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

// What depends on a carried value is another value later, and what two
// coordinates run reads the one value: both are left alone.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: stablehlo.tanh
// CHECK-NOT: stablehlo.tanh
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%x: tensor<64x64xf32> {dist.place = array<i64: 0>}, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x, %both = %y) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %h = stablehlo.tanh %sum {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %u = stablehlo.tanh %both : tensor<64x64xf32>
    %g = stablehlo.add %h, %u {dist.place = array<i64: 1>} : tensor<64x64xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %next = stablehlo.add %sum, %d {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %other = stablehlo.add %both, %u : tensor<64x64xf32>
    dist.return %next, %other : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %1 = stablehlo.negate %0#1 {dist.place = array<i64: 1>} : tensor<64x64xf32>
  return %0#0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// One task that is forward and backward: the copy stays apart from the original.
// CHECK-LABEL: func.func @main
// SPLIT-LABEL: func.func @main_pp1
// FULL: stablehlo.tanh {{.*}}dist.in_tasks = array<i64: [[TASK:.]]>
// FULL: stablehlo.tanh {{.*}}dist.in_tasks = array<i64: [[TASK]]>{{.*}}dist.rematerialized
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<16x8xf32> {dist.place = array<i64: 0>}, %u: tensor<8x64xf32> {dist.place = array<i64: 1>}, %v: tensor<64x64xf32> {dist.place = array<i64: 1>}, %w: tensor<64x64xf32> {dist.place = array<i64: 1>}) -> tensor<8x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<8x64xf32>) {
    %x1 = stablehlo.negate %x {dist.place = array<i64: 0>} : tensor<16x8xf32>
    %a = stablehlo.dot_general %x1, %u, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<16x8xf32>, tensor<8x64xf32>) -> tensor<16x64xf32>
    %h = stablehlo.tanh %a {dist.place = array<i64: 1>} : tensor<16x64xf32>
    %b = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %i = stablehlo.tanh %b {dist.place = array<i64: 1>} : tensor<16x64xf32>
    %y = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %dy = stablehlo.multiply %y, %i {dist.place = array<i64: 1>} : tensor<16x64xf32>
    %di = stablehlo.dot_general %dy, %w, contracting_dims = [1] x [1] {dist.place = array<i64: 1>} : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %db = stablehlo.multiply %di, %h {dist.place = array<i64: 1>} : tensor<16x64xf32>
    %dh = stablehlo.dot_general %db, %v, contracting_dims = [1] x [1] {dist.place = array<i64: 1>} : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %da = stablehlo.multiply %dh, %a {dist.place = array<i64: 1>} : tensor<16x64xf32>
    %du = stablehlo.dot_general %x1, %da, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<16x8xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
    %next = stablehlo.add %sum, %du {dist.place = array<i64: 1>} : tensor<8x64xf32>
    dist.return %next : tensor<8x64xf32>
  }
  return %0 : tensor<8x64xf32>
}
