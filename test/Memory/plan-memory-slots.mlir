// What tasks of a pipelined loop leave for others lies in slots, one for each
// instance that is alive at once.
// RUN: %popt %s --split-input-file --plan-memory | FileCheck %s
// RUN: %popt %s --split-input-file --plan-memory | %popt --split-input-file --verify-memory-plan

// Two microbatches are under way from 0F to 0B; what is sent forward and what
// comes back use the same memory.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main_pp0
// CHECK-SAME: step.slot_lists = [array<i32: {{.+}}>]
func.func @main_pp0(%x: tensor<16xf32>, %zero: tensor<16xf32>) -> tensor<16xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<16xf32>)
      attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, recv 4:0, run 1:0, run 0:2, send 0:2, sent 0:1, recv 4:1, run 1:1, run 0:3, send 0:3, sent 0:2, recv 4:2, run 1:2, sent 0:3, recv 4:3, run 1:3>} {
    // CHECK: dist.task 0 "0F"
    // CHECK: } attributes {{.*}}step.slot_strides = array<i64: {{[0-9]+}}, {{[0-9]+}}>, step.slots = array<i64: {{[0-9]+}}, {{[0-9]+}}>
    %1:2 = dist.task 0 "0F" () -> (tensor<32xf32>, tensor<16xf32>) {
      %2 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
      %3 = stablehlo.tanh %x : tensor<16xf32>
      dist.yield %2, %3 : tensor<32xf32>, tensor<16xf32>
    }
    dist.send %1#1 message 0 to 1 on @mesh : tensor<16xf32>
    dist.sent %1#1 message 0 : tensor<16xf32>
    // CHECK: dist.recv message 4 {{.*}}step.slot_strides = array<i64: {{[0-9]+}}>
    %4 = dist.recv message 4 from 1 on @mesh : tensor<16xf32>
    %5 = dist.task 1 "0B" (%in = %sum) -> (tensor<16xf32>) {
      %6 = stablehlo.slice %1#0 [0:16] : (tensor<32xf32>) -> tensor<16xf32>
      %7 = stablehlo.multiply %6, %4 : tensor<16xf32>
      %8 = stablehlo.add %in, %7 : tensor<16xf32>
      dist.yield %8 : tensor<16xf32>
    }
    dist.return %5 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}

// -----

// What the microbatch before has left: the first one finds the loop's operand
// in a slot of its own.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp1
// CHECK-SAME: step.slot_lists
// CHECK: dist.time_loop
// CHECK-SAME: step.carried_slots = array<i64: {{[0-9]+}}>
func.func @main_pp1(%first: tensor<16xf32>) attributes {dist.coordinate = 1 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %before = %first) -> (tensor<16xf32>)
      attributes {dist.order = #dist.order<recv 0:0, run 0:0, recv 0:1, run 0:1, run 0:2>} {
    dist.task 0 "1F" () {
      %1 = stablehlo.tanh %before : tensor<16xf32>
      dist.yield
    }
    %2 = dist.recv message 0 from 0 on @mesh : tensor<16xf32>
    dist.return %2 : tensor<16xf32>
  }
  return
}

// -----

// What slices at time steps show is read until the loop ends: %early is, and
// takes no memory of its own, %gone not any more.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: call @tanh(%{{.+}}) {step.offsets = array<i64: [[GONE:[0-9]+]]>}
// CHECK-NEXT: call @tanh(%{{.+}}) {step.offsets = array<i64: [[EARLY:[0-9]+]]>}
// CHECK-NEXT: dist.time_loop
// CHECK-NEXT: dist.task 0
// CHECK-NEXT: dist.step_slice {{.*}} {step.offsets = array<i64: [[EARLY]]>, step.view}
// CHECK-NEXT: call @half(%{{.+}}) {step.offsets = array<i64: [[GONE]]>}
func.func @main_pp0(%x: tensor<48xf32>) attributes {dist.coordinate = 0 : i64} {
  %gone = call @tanh(%x) : (tensor<48xf32>) -> tensor<48xf32>
  %early = call @tanh(%gone) : (tensor<48xf32>) -> tensor<48xf32>
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    dist.task 0 "0F" () {
      %1 = dist.step_slice %early at %step begin 0 stride 16 : tensor<48xf32>, tensor<i32> -> tensor<16xf32>
      %2 = func.call @half(%1) : (tensor<16xf32>) -> tensor<16xf32>
      %3 = func.call @half(%2) : (tensor<16xf32>) -> tensor<16xf32>
      dist.yield
    }
    dist.return
  }
  return
}
func.func private @tanh(tensor<48xf32>) -> tensor<48xf32> attributes {popt.kernel}
func.func private @half(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// So what a loop replaces is another memory than that of which it reads slices.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: call @tanh(%{{.+}}) {step.offsets = array<i64: [[READ:[0-9]+]]>}
// CHECK-NOT: step.offsets = array<i64: [[READ]]>} {
// CHECK: dist.step_slice {{.*}} {step.offsets = array<i64: [[READ]]>, step.view}
func.func @main_pp0(%x: tensor<48xf32>) -> tensor<48xf32> attributes {dist.coordinate = 0 : i64} {
  %read = call @tanh(%x) : (tensor<48xf32>) -> tensor<48xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %read) -> (tensor<48xf32>)
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> tensor<48xf32> {
      %2 = dist.step_slice %read at %step begin 0 stride 16 : tensor<48xf32>, tensor<i32> -> tensor<16xf32>
      %3 = func.call @add(%old, %2) : (tensor<48xf32>, tensor<16xf32>) -> tensor<48xf32>
      dist.yield %3 : tensor<48xf32>
    }
    dist.return %1 : tensor<48xf32>
  }
  return %0 : tensor<48xf32>
}
func.func private @tanh(tensor<48xf32>) -> tensor<48xf32> attributes {popt.kernel}
func.func private @add(tensor<48xf32>, tensor<16xf32>) -> tensor<48xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// A block may take more than 2^31 times 64 bytes: its slots are larger then.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
// CHECK-LABEL: func.func @main_pp1
// CHECK-SAME: step.slot_lists
// CHECK: } attributes {{.*}}step.slot_strides = array<i64: [[STRIDE:[0-9]{3,}]], [[STRIDE]]>
func.func @main_pp1(%x: tensor<17179869184xf32>) attributes {dist.coordinate = 1 : i64} {
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2, run 0:3, run 1:0, run 1:1, run 1:2, run 1:3, run 2:0, run 2:1, run 2:2, run 2:3>} {
    %0:2 = dist.task 0 "1F" () -> (tensor<17179869184xf32>, tensor<16xf32>) {
      %1 = stablehlo.tanh %x : tensor<17179869184xf32>
      %2 = stablehlo.slice %1 [0:16] : (tensor<17179869184xf32>) -> tensor<16xf32>
      %3 = stablehlo.tanh %2 : tensor<16xf32>
      dist.yield %1, %3 : tensor<17179869184xf32>, tensor<16xf32>
    }
    dist.task 1 "1B" () {
      %1 = stablehlo.tanh %0#1 : tensor<16xf32>
      dist.yield
    }
    dist.task 2 "1W" () {
      %1 = stablehlo.tanh %0#0 : tensor<17179869184xf32>
      dist.yield
    }
    dist.return
  }
  return
}
