// Schedules and orders: printed as they are read.
// RUN: %popt %s | %popt | FileCheck %s

// CHECK: dist.schedule = #dist.schedule<"interleaved-1f1b", chunks = 2, microbatches = 8>
module attributes {dist.schedule = #dist.schedule<"interleaved-1f1b", microbatches = 8, chunks = 2>} {

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>

// CHECK-LABEL: @attributes
func.func private @attributes() attributes {
  // CHECK-SAME: back = #dist.task<at 1 visit 2 direction 1 weight, 1.000000e+00>
  back = #dist.task<at 1 visit 2 direction 1 weight, 1.0>,
  // CHECK-SAME: file = #dist.schedule<"custom", order = "a.csv">
  file = #dist.schedule<"custom", order = "a.csv">,
  // CHECK-SAME: gradients = #dist.task<at 0 visit 1 weight, 2.000000e-03>
  gradients = #dist.task<at 0 visit 1 weight, 2.0e-3>,
  // CHECK-SAME: none = #dist.order<>
  none = #dist.order<>,
  // CHECK-SAME: task = #dist.task<at 1 visit 0, 5.000000e-01>
  task = #dist.task<at 1 visit 0, 5.000000e-01>}

// One task and its message, and the accumulator that the task replaces.
// CHECK-LABEL: @in_place
func.func @in_place(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
  // CHECK: attributes {dist.order = #dist.order<run 3:0, send 6:0, run 3:1, send 6:1, sent 6:0, sent 6:1>} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.order = #dist.order<run 3:0, send 6:0, run 3:1, send 6:1, sent 6:0, sent 6:1>} {
    // CHECK: %[[TASK:.+]]:2 = dist.task 3 "0F" (%{{.+}} = %{{.+}}) -> (tensor<4xf32>, tensor<4xf32>) {
    %1:2 = dist.task 3 "0F" (%old = %sum) -> (tensor<4xf32>, tensor<4xf32>) {
      %2 = stablehlo.tanh %x : tensor<4xf32>
      %3 = stablehlo.add %old, %2 : tensor<4xf32>
      // CHECK: dist.yield %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
      dist.yield %3, %2 : tensor<4xf32>, tensor<4xf32>
    }
    // CHECK: dist.send %[[TASK]]#1 message 6 to 1
    dist.send %1#1 message 6 to 1 on @mesh : tensor<4xf32>
    dist.sent %1#1 message 6 : tensor<4xf32>
    dist.return %1#0 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A task of the second half of the microbatches.
// CHECK-LABEL: @second_half
func.func @second_half(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.order = #dist.order<run 0:1>} {
    // CHECK: dist.task 0 "0F"
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    // CHECK: } attributes {microbatches = array<i64: 1, 2>}
    } attributes {microbatches = array<i64: 1, 2>}
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// The task reads what the message of the microbatch before has brought; the
// last message does not exist.
// CHECK-LABEL: @before
func.func @before(%first: tensor<4xf32>) attributes {dist.coordinate = 1 : i64} {
  // CHECK: dist.order = #dist.order<run 0:0, recv 2:0, run 0:1>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %old = %first) -> (tensor<4xf32>)
      attributes {dist.order = #dist.order<run 0:0, recv 2:0, run 0:1>} {
    dist.task 0 "1F" () {
      %1 = stablehlo.tanh %old : tensor<4xf32>
      dist.yield
    }
    %2 = dist.recv message 2 from 0 on @mesh : tensor<4xf32>
    dist.return %2 : tensor<4xf32>
  }
  return
}

}
