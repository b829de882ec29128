// Schedule "auto": the best order that is found for the tasks at their costs.
// RUN: %popt %s --form-tasks=schedule=auto --schedule-tasks --split-input-file --remarks-filter=schedule 2>&1 | FileCheck %s
// RUN: %popt %s --form-tasks=schedule=auto --schedule-tasks=memory-budget=1900000 --split-input-file | FileCheck %s --check-prefix=BUDGET
// RUN: %popt %s --form-tasks=schedule=auto --schedule-tasks=memory-budget=1000000 --split-input-file 2>&1 | FileCheck %s --check-prefix=TIGHT
// The order stands on the loop, and its tasks in the text.
// RUN: %popt %s --form-tasks=schedule=auto --schedule-tasks --split-input-file | %popt --split-stages --split-input-file | FileCheck %s --check-prefix=STAGES

// CHECK: remark: {{.*}}schedule zb-h1: 4 tasks of 4 microbatches
// CHECK: remark: {{.*}}schedule auto: zb-h1, {{.*}} s, weight parts apart; no order takes less than {{.*}} s (0.0% less); runner-up 1f1b, {{.*}} s"
// CHECK: remark: {{.*}}schedule auto: gpipe, {{.*}} s, weight parts with their visits;
// CHECK: choice = "zb-h1, {{.*}}schedule = "zb-h1", task_key = "{{[0-9a-f]+}}"}, dist.schedule = #dist.schedule<"auto">
// CHECK: dist.tasks = [#dist.task<at 0 visit 0, {{[^,]*}}, #dist.task<at 0 visit 1 weight, {{[^,]*}}, #dist.task<at 1 visit 0, {{[^,]*}}, #dist.task<at 1 visit 0 weight,
// STAGES: dist.task {{.*}} "1W"

// The second loop needs no weight part: it is merged with its visit.
// CHECK: choice = "gpipe,
// CHECK: dist.tasks = [#dist.task<at 0 visit 0, {{[^,]*}}, #dist.task<at 0 visit 1, {{[^,]*}}, #dist.task<at 1 visit 0, {{[^,]*}}>]}
// CHECK: stablehlo.exponential {{.*}} {dist.in_tasks = array<i64: 2>

// In less memory the step takes longer.
// BUDGET: choice = "1f1b, {{.*}} s, weight parts apart; no order takes less than {{.*}} s (1.2% less); runner-up {{.*}}schedule = "1f1b"

// With too little the plan of memory has the last word.
// TIGHT: schedule-tasks-auto.mlir:[[#@LINE+5]]:1: warning: schedule "auto": no order of the tasks fits: the least hungry one found, {{.*}}, keeps {{.*}} bytes on coordinate {{[01]}}, the limit is {{[0-9]+}}, which is what the budget of 1000000 bytes leaves beside arguments, sums and a running task, as estimated; 1f1b is taken
// TIGHT: schedule = "1f1b", task_key = "{{[0-9a-f]+}}"}, dist.schedule = #dist.schedule<"auto">

// The gradient of %w1 is nothing that coordinate 0 waits for: apart from the
// rest of its visit it can run later, and the step is shorter.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%x: tensor<256x256xf32> {dist.place = array<i64: 0>}, %w1: tensor<256x256xf32> {dist.place = array<i64: 1>}) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<256x256xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %b = %zero) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
    %h = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %y = stablehlo.dot_general %h, %w1, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %dh = stablehlo.dot_general %y, %w1, contracting_dims = [1] x [1] {dist.place = array<i64: 1>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %dw = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %dx = stablehlo.dot_general %x, %dh, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %nextA = stablehlo.add %a, %dx {dist.place = array<i64: 0>} : tensor<256x256xf32>
    %nextB = stablehlo.add %b, %dw {dist.place = array<i64: 1>} : tensor<256x256xf32>
    dist.return %nextA, %nextB : tensor<256x256xf32>, tensor<256x256xf32>
  }
  return %0#0, %0#1 : tensor<256x256xf32>, tensor<256x256xf32>
}

// -----

// Where all is in a line there is nothing to put apart.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
