// RUN: popt %s --split-input-file --verify-memory-plan --verify-diagnostics | FileCheck %s

// A sound plan is left alone: what is dead may be overwritten, and a kernel may
// write over its operand where it says so.
// CHECK: call @k(%arg0) {step.offsets = array<i64: 64>}
// CHECK: call @k(%0) {step.offsets = array<i64: 64>}
// CHECK: call @other(%1) {step.offsets = array<i64: 0>}
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64, dist.state = 0 : i64}) -> (tensor<4xf32> {step.offset = 0 : i64}) {
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @other(%1) {step.offsets = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @other(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

// Both results are alive at the end.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{overwritten here}}
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{result 0 of func.call at byte 72 overwrites result 0 of func.call at byte 64, which is read later}}
  %1 = call @k(%x) {step.offsets = array<i64: 72>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

// An argument that is no state is never overwritten.
// expected-note @+1 {{overwritten here}}
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
  // expected-error @+1 {{result 0 of func.call at byte 0 overwrites argument 0 at byte 0, which is read later}}
  %0 = call @k(%x) {step.offsets = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// A kernel writes over its operand only where it may.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
  // expected-note @+1 {{overwritten here}}
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{overwrites result 0 of func.call at byte 64}}
  %1 = call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

// What a loop reads from outside lives until the loop ends.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
  // expected-note @+1 {{overwritten here}}
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.while(%c = %x) : tensor<4xf32> attributes {step.offsets = array<i64: 128>}
  cond {
    %p = func.call @test(%c) {step.offsets = array<i64: 256>} : (tensor<4xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error @+1 {{overwrites result 0 of func.call at byte 64}}
    %s = func.call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %s : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @test(tensor<4xf32>) -> tensor<i1> attributes {popt.kernel}

// -----

// A branch may write over what the other one leaves as it is.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}, %which: tensor<i32> {step.offset = 16 : i64}) -> tensor<4xf32> {
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.case"(%which) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %2 = func.call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) {step.offsets = array<i64: 64>} : (tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// But not before it has read it for the last time.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}, %which: tensor<i32> {step.offset = 16 : i64}) -> tensor<4xf32> {
  // expected-note @+1 {{overwritten here}}
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.case"(%which) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    // expected-error @+1 {{overwrites result 0 of func.call at byte 64}}
    %2 = func.call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
    %3 = func.call @k(%0) {step.offsets = array<i64: 128>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) {step.offsets = array<i64: 64>} : (tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Nor where a branch leaves the values of both under the other's name.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}, %which: tensor<i32> {step.offset = 16 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{overwritten here}}
  %0:2 = call @two(%x) {step.offsets = array<i64: 64, 128>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-error @+1 {{result 0 of stablehlo.case at byte 64 overwrites result 0 of func.call at byte 64, which is read later}}
  %1:2 = "stablehlo.case"(%which) ({
    stablehlo.return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %0#1, %0#0 : tensor<4xf32>, tensor<4xf32>
  }) {step.offsets = array<i64: 64, 128>} : (tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @two(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {popt.kernel}

// -----

// Nor in a loop whose next iteration may read it again.
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}, %which: tensor<i32> {step.offset = 16 : i64}) -> tensor<4xf32> {
  // expected-note @+1 {{overwritten here}}
  %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.while(%c = %x) : tensor<4xf32> attributes {step.offsets = array<i64: 128>}
  cond {
    %p = func.call @test(%c) {step.offsets = array<i64: 256>} : (tensor<4xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error @+1 {{overwrites result 0 of func.call at byte 64}}
    %2 = "stablehlo.case"(%which) ({
      stablehlo.return %0 : tensor<4xf32>
    }, {
      %3 = func.call @k(%0) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %3 : tensor<4xf32>
    }) {step.offsets = array<i64: 64>} : (tensor<i32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @test(tensor<4xf32>) -> tensor<i1> attributes {popt.kernel}

// -----

// expected-error @+1 {{argument 0 has no offset}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
  // expected-error @+1 {{operation has no offset for each of its results}}
  %0 = call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

// expected-error @+1 {{module has no function @main with a body}}
module {}

// -----

// A time loop's step number has a place, too.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> (tensor<4xf32> {step.offset = 64 : i64}) {
  // expected-error @+1 {{operation has no offset for each of its steps' numbers}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %a = %x) -> (tensor<4xf32>) attributes {step.offsets = array<i64: 64>} {
    dist.return %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Both microbatches lie in one slot, and the second is made before the first is
// read.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main_pp0(%x: tensor<4xf32> {step.offset = 64 : i64}) attributes {dist.coordinate = 0 : i64} {
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 1:0, run 1:1>, step.argument_offsets = array<i64: 128>} {
    // expected-error @+1 {{an instance at byte 0 is made in step 1 of the order, where another one is read until step 2}}
    %0 = dist.task 0 "0F" () -> (tensor<4xf32>) {
      %1 = func.call @k(%x) {step.offsets = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
      dist.yield %1 : tensor<4xf32>
    } attributes {step.offsets = array<i64: 0>}
    dist.task 1 "0B" () {
      %2 = func.call @k(%0) {step.offsets = array<i64: 192>} : (tensor<4xf32>) -> tensor<4xf32>
      dist.yield
    }
    dist.return
  }
  return
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main_pp1(%first: tensor<4xf32> {step.offset = 64 : i64}) attributes {dist.coordinate = 1 : i64, step.slot_lists = [array<i32: 0, 1>]} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %before = %first) -> (tensor<4xf32>)
      attributes {dist.order = #dist.order<run 0:0, recv 0:0, run 0:1>, step.argument_offsets = array<i64: 128>, step.carried_slots = array<i64: 0>, step.offsets = array<i64: 0>} {
    dist.task 0 "1F" () {
      %1 = func.call @k(%before) {step.offsets = array<i64: 192>} : (tensor<4xf32>) -> tensor<4xf32>
      dist.yield
    }
    // expected-error @+1 {{microbatch 1 reads slot 1 of what the one before left in slot 0}}
    %2 = dist.recv message 0 from 0 on @mesh {step.offsets = array<i64: 0>} : tensor<4xf32>
    dist.return %2 : tensor<4xf32>
  }
  return
}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}

// -----

// The slice of the next microbatch is read after the first one's result is
// written.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main_pp0(%x: tensor<32xf32> {step.offset = 0 : i64}) attributes {dist.coordinate = 0 : i64} {
  // expected-note @+1 {{overwritten here}}
  %0 = call @whole(%x) {step.offsets = array<i64: 128>} : (tensor<32xf32>) -> tensor<32xf32>
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, run 0:1>, step.argument_offsets = array<i64: 256>} {
    dist.task 0 "0F" () {
      %1 = dist.step_slice %0 at %step begin 0 stride 16 {step.offsets = array<i64: 128>, step.view} : tensor<32xf32>, tensor<i32> -> tensor<16xf32>
      // expected-error @+1 {{result 0 of func.call at byte 192 overwrites result 0 of func.call at byte 128, which is read later}}
      %2 = func.call @part(%1) {step.offsets = array<i64: 192>} : (tensor<16xf32>) -> tensor<16xf32>
      dist.yield
    }
    dist.return
  }
  return
}
func.func private @whole(tensor<32xf32>) -> tensor<32xf32> attributes {popt.kernel}
func.func private @part(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// A row that is made in its stack, while another operation still asks for what it
// replaces.
func.func @main(%x: tensor<4x16xf32> {step.offset = 0 : i64}, %zero: tensor<i32> {step.offset = 256 : i64}) -> tensor<4x16xf32> {
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>, step.offsets = array<i64: 320, 384>}
  cond {
    %p = func.call @goes_on(%i) {step.offsets = array<i64: 640>} : (tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %old = dist.step_slice %s at %i begin 0 stride 16 {step.offsets = array<i64: 384>, step.view} : tensor<4x16xf32>, tensor<i32> -> tensor<16xf32>
    %new = func.call @k(%old) {step.offsets = array<i64: 384>, step.terms = [array<i64: 0, 64>]} : (tensor<16xf32>) -> tensor<16xf32>
    // expected-note @+1 {{here}}
    %other = func.call @k(%old) {step.offsets = array<i64: 704>} : (tensor<16xf32>) -> tensor<16xf32>
    // expected-error @+1 {{the row lies in its stack, whose row is still needed}}
    %1 = dist.step_update %s with %new at %i begin 0 stride 16 {step.offsets = array<i64: 384>} : tensor<4x16xf32>, tensor<16xf32>, tensor<i32>
    %j = func.call @more(%i) {step.offsets = array<i64: 320>} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %1 : tensor<i32>, tensor<4x16xf32>
  }
  return %0#1 : tensor<4x16xf32>
}
func.func private @goes_on(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @more(tensor<i32>) -> tensor<i32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Terms of what is no row.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<16xf32> {step.offset = 0 : i64}) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () attributes {step.argument_offsets = array<i64: 64>} {
    // expected-error @+1 {{a result lies in a stack, and is no row of it}}
    %0 = func.call @k(%x) {step.offsets = array<i64: 128>, step.terms = [array<i64: 0, 64>]} : (tensor<16xf32>) -> tensor<16xf32>
    dist.return
  }
  return
}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// Terms that say nothing.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<16xf32> {step.offset = 0 : i64}) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () attributes {step.argument_offsets = array<i64: 64>} {
    // expected-error @+1 {{"step.terms" has no pairs of a loop around and bytes for each result}}
    %0 = func.call @k(%x) {step.offsets = array<i64: 128>, step.terms = [array<i64: 1, 64>]} : (tensor<16xf32>) -> tensor<16xf32>
    dist.return
  }
  return
}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// Loops one after the other lie where the loop around them carries their sum, unless
// something reads what it carried.
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<16xf32> {step.offset = 0 : i64}) -> tensor<16xf32> {
  // expected-note @+1 {{overwritten here}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x) -> (tensor<16xf32>) attributes {step.argument_offsets = array<i64: 64>, step.offsets = array<i64: 128>} {
    // expected-error @+1 {{result 0 of stablehlo.while at byte 128 overwrites result 0 of dist.time_loop at byte 128, which is read later}}
    %1 = stablehlo.while(%c = %sum) : tensor<16xf32> attributes {step.offsets = array<i64: 128>}
    cond {
      %p = func.call @test(%c) {step.offsets = array<i64: 192>} : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) {step.offsets = array<i64: 128>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    %2 = stablehlo.while(%c = %1) : tensor<16xf32> attributes {step.offsets = array<i64: 128>}
    cond {
      %p = func.call @test(%sum) {step.offsets = array<i64: 192>} : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) {step.offsets = array<i64: 128>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    dist.return %2 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
