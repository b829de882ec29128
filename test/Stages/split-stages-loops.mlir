// The body of a time loop becomes tasks in the order of a schedule.
// RUN: %popt %s --split-stages=schedule=1f1b --split-input-file | FileCheck %s
// RUN: %popt %s --split-stages=schedule=gpipe --split-input-file | FileCheck %s --check-prefix=GPIPE
// RUN: %popt %s --split-stages=schedule=zb-h1 --split-input-file | FileCheck %s --check-prefix=ZB

// Forward at 0, forward and backward at 1, backward at 0 with its accumulator.
// 1f1b begins at coordinate 0 with one forward more than it has backwards open.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[ZERO:.+]] = stablehlo.constant dense<0.0
// CHECK: %[[F0:.+]] = dist.task "0F0" microbatch 0 ()
// CHECK:   stablehlo.constant dense<0> : tensor<i32>
// CHECK:   stablehlo.tanh
// CHECK: dist.send %[[F0]] message 0 to 1
// CHECK: dist.task "0F1" microbatch 1
// CHECK: dist.send %{{.*}} message 1 to 1
// CHECK: %[[G0:.+]] = dist.recv message 3 from 1
// CHECK: %[[A0:.+]] = dist.task "0B0" microbatch 0 (%[[OLD:.+]] = %[[ZERO]])
// CHECK:   stablehlo.multiply %[[G0]], %[[F0]]
// CHECK: dist.task "0F2" microbatch 2
// CHECK: %[[A1:.+]] = dist.task "0B1" microbatch 1 (%{{.*}} = %[[A0]])
// CHECK: %[[A2:.+]] = dist.task "0B2" microbatch 2 (%{{.*}} = %[[A1]])
// CHECK: return %[[A2]]

// CHECK-LABEL: func.func @main_pp1
// CHECK: dist.recv message 0 from 0
// CHECK: dist.task "1F0" microbatch 0
// CHECK: dist.send %{{.*}} message 3 to 0

// GPIPE-LABEL: func.func @main_pp0
// GPIPE: dist.task "0F0" microbatch 0
// GPIPE: dist.task "0F1" microbatch 1
// GPIPE: dist.task "0F2" microbatch 2
// GPIPE: dist.task "0B0" microbatch 0
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
// CHECK: %[[P0:.+]]:2 = dist.task "0F0" microbatch 0
// CHECK: dist.send %[[P0]]#1
// CHECK: %[[P1:.+]]:2 = dist.task "0F1" microbatch 1 (%{{.*}} = %[[P0]]#0)
// CHECK: dist.send %[[P1]]#1
// CHECK: dist.task "0F2" microbatch 2
// CHECK-NOT: dist.send
// CHECK-LABEL: func.func @main_pp1
// CHECK: %[[INIT:.+]] = stablehlo.constant dense<1.0
// CHECK: dist.task "1F0" microbatch 0
// CHECK:   stablehlo.tanh %[[INIT]]
// CHECK: %[[R0:.+]] = dist.recv
// CHECK: dist.task "1F1" microbatch 1
// CHECK:   stablehlo.tanh %[[R0]]
// CHECK: %[[R1:.+]] = dist.recv
// CHECK: dist.task "1F2" microbatch 2
// CHECK:   stablehlo.tanh %[[R1]]
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

// Inside a time loop stages exchange messages alone: terms are combined at the
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
// CHECK: dist.task "1F0"
// CHECK-NOT: dist.task "1W
// GPIPE-LABEL: func.func @main_pp1
// ZB-LABEL: func.func @main_pp0
// ZB: dist.task "0W0"
// ZB-LABEL: func.func @main_pp1
// ZB: dist.task "1F0"
// ZB:   stablehlo.exponential
// ZB-NOT: stablehlo.multiply
// ZB: dist.send
// ZB: dist.task "1W0"
// ZB:   stablehlo.multiply
// ZB: dist.task "1W1"
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
// CHECK: %[[F0:.+]]:2 = dist.task "0F0" microbatch 0 ({{.*}}) -> (tensor<8x4xf32>, tensor<4xbf16>)
// CHECK: dist.send %[[F0]]#1
// CHECK: dist.task "0B0" microbatch 0
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
