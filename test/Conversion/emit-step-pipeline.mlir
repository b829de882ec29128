// A pipelined loop is a list of calls: a body per task and message, and one
// that waits for each message that is read. Operands of what has an instance
// per microbatch lie in slots.
// RUN: %popt %s --plan-memory --emit-step | FileCheck %s
// RUN: %popt %s --plan-memory --emit-step | %popt --verify-step-table

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>

// Two messages are under way at a time.
// CHECK: step.program @main_pp0 on [0] slots [array<i32: 0, 1>] events 1
// CHECK: step.schedule[0] of [@"0F", @send, @sent] calls [0, 0, 1, 0, 0, 1, 1, 1, 2, 0, 0, 2, 1, 2, 2, 1, 2, 2] (@arena[{{[0-9]+}}] : i32)
// CHECK: step.body @"0F"
// CHECK-NEXT: step.copy{{.*}} (@arena[0] : 2x4xf32 strides [1, 2], @arena[[[AT:[0-9]+]] + 64 * slots[0]] : 2x4xf32)
// CHECK: step.body @send
// CHECK-NEXT: step.send_start{{.*}} (@arena[[[AT]] + 64 * slots[0]] : 2x4xf32) event 0
// CHECK: step.body @sent
// CHECK-NEXT: step.wait{{.*}} waits [0]
func.func @main_pp0(%x: tensor<4x2xf32> {dist.index = 0 : i64}) attributes {dist.coordinate = 0 : i64} {
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, run 0:2, send 0:2, sent 0:1, sent 0:2>} {
    %0 = dist.task 0 "0F" () -> (tensor<2x4xf32>) {
      %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
      dist.yield %1 : tensor<2x4xf32>
    }
    dist.send %0 message 0 to 1 on @mesh : tensor<2x4xf32>
    dist.sent %0 message 0 : tensor<2x4xf32>
    dist.return
  }
  return
}

// The first reader of a message waits for it.
// CHECK: step.program @main_pp1 on [1] events 1
// CHECK: step.schedule[{{[0-9]+}}] of [@recv, @wait, @"1F"] calls [0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1, 0, 2, 1, 2, 2, 2]
// CHECK: step.body @recv
// CHECK-NEXT: step.recv_start{{.*}} event 0
// CHECK: step.body @"1F"
// CHECK: step.body @wait
// CHECK-NEXT: step.wait{{.*}} waits [0]
func.func @main_pp1(%zero: tensor<4x2xf32> {dist.index = 1 : i64}) -> (tensor<4x2xf32> {dist.index = 0 : i64}) attributes {dist.coordinate = 1 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %last = %zero) -> (tensor<4x2xf32>)
      attributes {dist.order = #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1, recv 0:2, run 1:2>} {
    %1 = dist.recv message 0 from 0 on @mesh : tensor<2x4xf32>
    %2 = dist.task 1 "1F" (%old = %last) -> (tensor<4x2xf32>) {
      %3 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
      dist.yield %3 : tensor<4x2xf32>
    }
    dist.return %2 : tensor<4x2xf32>
  }
  return %0 : tensor<4x2xf32>
}
