// The body of a time loop becomes tasks in the order of a schedule.
// RUN: %popt %s --form-tasks=schedule=1f1b --schedule-tasks --split-stages --split-input-file | FileCheck %s
// RUN: %popt %s --form-tasks=schedule=gpipe --schedule-tasks --split-stages --split-input-file | FileCheck %s --check-prefix=GPIPE
// RUN: %popt %s --form-tasks=schedule=zb-h1 --schedule-tasks --split-stages --split-input-file | FileCheck %s --check-prefix=ZB

// Forward at 0, forward and backward at 1, backward at 0 with its accumulator.
// 1f1b begins at coordinate 0 with one forward more than it has backwards open.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[ZERO:.+]] = stablehlo.constant dense<0.0
// CHECK: %[[SUM:.+]] = dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %[[CARRIED:.+]] = %[[ZERO]])
// CHECK-SAME: #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, recv 3:0, sent 0:0, sent 0:1, run 1:0, run 0:2, send 0:2, recv 3:1, run 1:1, recv 3:2, sent 0:2, run 1:2>
// CHECK: %[[F:.+]] = dist.task 0 "0F" ()
// CHECK:   stablehlo.dynamic_slice %{{.*}}, %[[STEP]]
// CHECK:   stablehlo.tanh
// CHECK: dist.send %[[F]] message 0 to 1
// CHECK: dist.sent %[[F]] message 0
// CHECK: %[[G:.+]] = dist.recv message 3 from 1
// CHECK: %[[B:.+]] = dist.task 1 "0B" (%[[OLD:.+]] = %[[CARRIED]])
// CHECK:   stablehlo.multiply %[[G]], %[[F]]
// CHECK: dist.return %[[B]]
// CHECK: return %[[SUM]]

// CHECK-LABEL: func.func @main_pp1
// CHECK: #dist.order<recv 0:0, run 2:0, send 3:0, recv 0:1, run 2:1, send 3:1, recv 0:2, sent 3:0, sent 3:1, run 2:2, send 3:2, sent 3:2>
// CHECK: dist.recv message 0 from 0
// CHECK: dist.task 2 "1F"
// CHECK: dist.send %{{.*}} message 3 to 0

// GPIPE-LABEL: func.func @main_pp0
// GPIPE: #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, run 0:2, send 0:2, recv 3:0, {{.*}}run 1:0,
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

// -----

// What the loop carries is replaced at 0 and read at 1: a message to the next
// microbatch, none from the last one. The first one reads the initial value.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, run 0:2, sent 0:0, sent 0:1>
// CHECK: %[[P:.+]]:2 = dist.task 0 "0F" (
// CHECK: dist.send %[[P]]#1
// CHECK: dist.return %[[P]]#0
// CHECK-LABEL: func.func @main_pp1
// CHECK: %[[INIT:.+]] = stablehlo.constant dense<1.0
// CHECK: dist.time_loop {{.*}}, %[[BEFORE:.+]] = %[[INIT]]) -> {{.*}}#dist.order<run 1:0, recv 0:0, run 1:1, recv 0:1, run 1:2>
// CHECK: dist.task 1 "1F"
// CHECK:   stablehlo.tanh %[[BEFORE]]
// CHECK: %[[NEXT:.+]] = dist.recv
// CHECK: dist.return %{{.*}}%[[NEXT]]
// GPIPE-LABEL: func.func @main_pp0
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %p = %one, %sum = %zero) -> (tensor<4xf32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %nextP = stablehlo.multiply %flat, %p {dist.place = array<i64: 0>} : tensor<4xf32>
    %h = stablehlo.tanh %p {dist.place = array<i64: 1>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %nextP, %next : tensor<4xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// Inside a time loop stages exchange messages alone: partial values are combined at the
// last of their places.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp0
// CHECK-NOT: dist.reduce_stages
// CHECK: dist.send
// CHECK-LABEL: func.func @main_pp1
// CHECK-NOT: dist.reduce_stages
// CHECK: dist.recv
// CHECK: stablehlo.add
// GPIPE-LABEL: func.func @main_pp0
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x) -> (tensor<f32>) {
    %1 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<f32>
    %2 = stablehlo.negate %x {dist.place = array<i64: 1>} : tensor<f32>
    %3 = dist.combine sum(%1, %2) at [0, 1] : tensor<f32>
    %next = stablehlo.add %sum, %3 : tensor<f32>
    dist.return %next : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// The last coordinate passes forward and backward in one visit; what nothing
// waits for is a weight part all the same.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp1
// CHECK: dist.task {{.*}} "1F"
// CHECK-NOT: "1W"
// GPIPE-LABEL: func.func @main_pp1
// ZB-LABEL: func.func @main_pp0
// ZB: dist.task {{.*}} "0W"
// ZB-LABEL: func.func @main_pp1
// ZB: dist.task {{.*}} "1F"
// ZB:   stablehlo.exponential
// ZB-NOT: stablehlo.multiply
// ZB: dist.send
// ZB: dist.task {{.*}} "1W"
// ZB:   stablehlo.multiply
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %b = %zero) -> (tensor<4xf32>, tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %w = stablehlo.multiply %g, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %nextB = stablehlo.add %b, %w {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.subtract %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %nextA = stablehlo.add %a, %d {dist.place = array<i64: 0>} : tensor<4xf32>
    dist.return %nextA, %nextB : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// What makes more bytes than it reads is made by each task that reads it: from
// forward to backward only the bf16 value is kept, not its f32 form nor the
// broadcast.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[F0:.+]]:2 = dist.task {{.*}} "0F" ({{.*}}) -> (tensor<8x4xf32>, tensor<4xbf16>)
// CHECK: dist.send %[[F0]]#1
// CHECK: dist.task {{.*}} "0B"
// CHECK:   %[[WIDE:.+]] = stablehlo.convert %[[F0]]#1
// CHECK:   %[[ROWS:.+]] = stablehlo.broadcast_in_dim %[[WIDE]]
// CHECK:   stablehlo.multiply %{{.*}}, %[[ROWS]]
// GPIPE-LABEL: func.func @main_pp0
func.func @main(%x: tensor<4xbf16> {dist.place = array<i64: 0>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zero, %b = %zero) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xbf16>
    %wide = stablehlo.convert %h {dist.place = array<i64: 0>} : (tensor<4xbf16>) -> tensor<4xf32>
    %rows = stablehlo.broadcast_in_dim %wide, dims = [1] {dist.place = array<i64: 0>} : (tensor<4xf32>) -> tensor<8x4xf32>
    %nextB = stablehlo.add %b, %rows {dist.place = array<i64: 0>} : tensor<8x4xf32>
    %e = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xbf16>
    %g = stablehlo.broadcast_in_dim %e, dims = [1] {dist.place = array<i64: 0>} : (tensor<4xbf16>) -> tensor<8x4xbf16>
    %f = stablehlo.convert %g {dist.place = array<i64: 0>} : (tensor<8x4xbf16>) -> tensor<8x4xf32>
    %d = stablehlo.multiply %f, %rows {dist.place = array<i64: 0>} : tensor<8x4xf32>
    %nextA = stablehlo.add %a, %d {dist.place = array<i64: 0>} : tensor<8x4xf32>
    dist.return %nextA, %nextB : tensor<8x4xf32>, tensor<8x4xf32>
  }
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<8x4xf32>
}
