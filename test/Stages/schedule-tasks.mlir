// The tasks of all coordinates in the order of a schedule, with the messages
// between them.
// RUN: %popt %s --form-tasks=schedule=1f1b --schedule-tasks | FileCheck %s
// RUN: %popt %s --form-tasks=schedule=gpipe --schedule-tasks | FileCheck %s --check-prefix=GPIPE
// The order stands on the loop: it can be taken up from text, and once more.
// RUN: %popt %s --form-tasks --schedule-tasks | %popt --split-stages | FileCheck %s --check-prefix=SPLIT
// RUN: %popt %s --form-tasks=schedule=gpipe | %popt --schedule-tasks | FileCheck %s --check-prefix=GPIPE

// CHECK: module attributes {dist.pipeline = {activation_slots = "2, 1", {{.*}}schedule = "1f1b", task_key = "{{[0-9a-f]+}}"}, dist.schedule = #dist.schedule<"1f1b">}
// CHECK: dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, recv 1:0, sent 0:0, sent 0:1, run 1:0,
// CHECK-SAME: #dist.order<recv 0:0, run 2:0, send 1:0, recv 0:1, run 2:1, send 1:1,
// GPIPE: dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, run 0:2, send 0:2, recv 1:0,

// Each function has its own order, and messages have numbers in the module.
// SPLIT-LABEL: func.func @main_pp0
// SPLIT-NOT: dist.in_tasks
// SPLIT-NOT: dist.orders
// SPLIT: dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, recv 3:0,
// SPLIT-LABEL: func.func @main_pp1
// SPLIT: dist.order = #dist.order<recv 0:0, run 2:0, send 3:0,

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %h = stablehlo.tanh %flat {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
