// RUN: popt %s --split-input-file --plan-memory | FileCheck %s
// RUN: popt %s --split-input-file --plan-memory --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=REMARK

// State is overwritten in place by the kernel that reads it last; the gradient's
// memory is free for it afterwards, and the arena is the sum of what is alive.
// REMARK: the arena has 1344 bytes: state 256, other arguments 512, results and temporaries 576; at least 1344 are alive at once
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.state = 0 : i64, step.offset = 0 : i64
// CHECK-SAME: step.offset = 256 : i64
// CHECK-SAME: step.offset = 512 : i64
// CHECK-SAME: -> (tensor<8x8xf32> {step.offset = 0 : i64}, tensor<f32> {step.offset = 1280 : i64})
// CHECK-SAME: step.arena_bytes = 1344 : i64
func.func @main(%w: tensor<8x8xf32> {dist.state = 0 : i64}, %x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  // CHECK: stablehlo.dot_general {{.*}}step.offsets = array<i64: 768>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // A transpose that only contractions read is the operand's memory.
  // CHECK: stablehlo.transpose {{.*}}step.offsets = array<i64: 256>, step.view
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: call @loss{{.*}}step.offsets = array<i64: 768, 1280>
  %2:2 = call @loss(%0, %y) : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)
  // CHECK: stablehlo.dot_general {{.*}}step.offsets = array<i64: 1024>
  %3 = stablehlo.dot_general %1, %2#0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: call @update{{.*}}step.offsets = array<i64: 0>
  %4 = call @update(%w, %3) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4, %2#1 : tensor<8x8xf32>, tensor<f32>
}
func.func private @loss(tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @update(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// A reader of the state after its update is moved before it where nothing
// forbids that.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<16xf32> {step.offset = 0 : i64}
// CHECK: call @read
// CHECK: call @update{{.*}}step.offsets = array<i64: 0>
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = call @update(%w) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @read(%w) : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @read(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Here it is forbidden: the old value is read with the new one. The new one has
// a place of its own, and so it has where the kernel may not write in place.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<16xf32> {step.offset = 128 : i64}, tensor<16xf32> {step.offset = 256 : i64}, tensor<16xf32> {step.offset = 192 : i64})
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}, %v: tensor<16xf32> {dist.state = 1 : i64}) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %0 = call @update(%w) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @both(%0, %w) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %2 = call @reverse(%v) : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %2, %1 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
func.func private @both(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @reverse(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// An all-reduce works in its operand's memory; a reshape is its operand's
// memory; a large constant of equal elements is filled into the arena, others
// are among the constants.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x4xf32>) -> (tensor<16xf32>, tensor<2000xf32>, tensor<2xf32>) {
  // CHECK: stablehlo.dot_general {{.*}}step.offsets = array<i64: [[SUM:[0-9]+]]>
  // CHECK: dist.all_reduce {{.*}}step.offsets = array<i64: [[SUM]]>
  // CHECK: stablehlo.reshape {{.*}}step.offsets = array<i64: [[SUM]]>, step.view
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = dist.all_reduce %0 sum over {"dp"} on @mesh : tensor<4x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<4x4xf32>) -> tensor<16xf32>
  // CHECK-DAG: stablehlo.constant {step.offsets = array<i64: {{[0-9]+}}>} dense<2.5
  // CHECK-DAG: stablehlo.constant {step.offsets = array<i64: -1>} dense<[1.000000e+00, 2
  %3 = stablehlo.constant dense<2.5> : tensor<2000xf32>
  %4 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %2, %3, %4 : tensor<16xf32>, tensor<2000xf32>, tensor<2xf32>
}

// -----

// Both products of a pair are used before the next pair is made: three tensors
// are alive at once instead of five.
// REMARK: results and temporaries 12288; at least 16384 are alive at once
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = call @k(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = call @k(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = call @k(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %3 = call @k(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %4 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %5 = stablehlo.dot_general %4, %2, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %6 = stablehlo.dot_general %5, %3, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %6 : tensor<32x32xf32>
}
func.func private @k(tensor<32x32xf32>) -> tensor<32x32xf32> attributes {popt.kernel}

// -----

// A loop's operand, block arguments, yielded value and result are one memory;
// what the loop reads from outside stays alive until it ends.
// CHECK-LABEL: func.func @main
// CHECK: call @k({{.*}}step.offsets = array<i64: [[BIAS:[0-9]+]]>
// CHECK: call @k({{.*}}step.offsets = array<i64: [[CARRIED:[0-9]+]]>
// CHECK: stablehlo.while
// CHECK: call @add({{.*}}step.offsets = array<i64: [[CARRIED]]>
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @k(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @k(%0) : (tensor<16xf32>) -> tensor<16xf32>
  %2 = stablehlo.while(%c = %1) : tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = func.call @add(%c, %0) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %s : tensor<16xf32>
  }
  return %2 : tensor<16xf32>
}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// What a loop passes on as it is stays where it is: the state is read there, and
// overwritten after the loop.
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.state = 0 : i64, step.offset = 0 : i64
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[CARRIED:[0-9]+]], 0>
// CHECK: call @add({{.*}}step.offsets = array<i64: [[CARRIED]]>
// CHECK: call @add({{.*}}step.offsets = array<i64: 0>
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}, %x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %1 = call @k(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %2:2 = stablehlo.while(%c = %1, %own = %w) : tensor<16xf32>, tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = func.call @add(%c, %own) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %s, %own : tensor<16xf32>, tensor<16xf32>
  }
  %3 = call @add(%2#1, %2#0) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %3, %2#0 : tensor<16xf32>, tensor<16xf32>
}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// The same in a loop in a loop: what the inner one passes on lies where the
// outer one's next value does.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[NEXT:[0-9]+]], {{[0-9]+}}>
// CHECK: call @add({{.*}}step.offsets = array<i64: [[NEXT]]>
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: {{[0-9]+}}, [[NEXT]]>
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @k(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @k(%0) : (tensor<16xf32>) -> tensor<16xf32>
  %2:2 = stablehlo.while(%y = %0, %z = %1) : tensor<16xf32>, tensor<16xf32>
  cond {
    %p = func.call @test(%z) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = func.call @add(%y, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %3:2 = stablehlo.while(%c = %z, %own = %t) : tensor<16xf32>, tensor<16xf32>
    cond {
      %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %own) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s, %own : tensor<16xf32>, tensor<16xf32>
    }
    %4 = func.call @add(%3#0, %3#1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %t, %4 : tensor<16xf32>, tensor<16xf32>
  }
  return %2#0 : tensor<16xf32>
}
func.func private @k(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Weights are updated as soon as their gradients are there and nothing reads
// them any more: one gradient is alive at a time, though the program makes both
// first.
// REMARK: the arena has 3328 bytes: state 2048, other arguments 64, results and temporaries 1216
// CHECK-LABEL: func.func @main
// CHECK: %[[FIRST:.+]] = stablehlo.dot_general {{.*}} (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: call @update({{.*}}, %[[FIRST]])
// CHECK: %[[SECOND:.+]] = stablehlo.dot_general {{.*}} (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT: call @update({{.*}}, %[[SECOND]])
func.func @main(%v: tensor<16x16xf32> {dist.state = 0 : i64}, %w: tensor<16x16xf32> {dist.state = 1 : i64}, %x: tensor<1x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [1] : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
  %3 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<16x16xf32>
  %4 = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0] : (tensor<1x16xf32>, tensor<1x16xf32>) -> tensor<16x16xf32>
  %5 = call @update(%v, %4) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %6 = call @update(%w, %3) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %5, %6 : tensor<16x16xf32>, tensor<16x16xf32>
}
func.func private @update(tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// What a loop reads through a view of its own is read in every round: nothing
// that the loop makes may lie there.
// CHECK-LABEL: func.func @main
// CHECK: call @make{{.*}}step.offsets = array<i64: [[OUTER:[0-9]+]]>
// CHECK: dist.time_loop
// CHECK: stablehlo.reshape {{.*}}step.offsets = array<i64: [[OUTER]]>, step.view
// CHECK: call @make{{.*}}step.offsets = array<i64: [[FIRST:[0-9]+]]>
// CHECK-NOT: call @make{{.*}}step.offsets = array<i64: [[OUTER]]>
// CHECK: return
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<4x16xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64xf32>
  %0 = call @make(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<64xf32>) {
    %flat = stablehlo.reshape %0 : (tensor<4x16xf32>) -> tensor<64xf32>
    %2 = func.call @change(%flat) : (tensor<64xf32>) -> tensor<64xf32>
    %wide = stablehlo.reshape %2 : (tensor<64xf32>) -> tensor<4x16xf32>
    %3 = func.call @make(%wide) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %4 = func.call @make(%3) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %narrow = stablehlo.reshape %4 : (tensor<4x16xf32>) -> tensor<64xf32>
    %5 = func.call @add(%sum, %narrow) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    dist.return %5 : tensor<64xf32>
  }
  return %1 : tensor<64xf32>
}
func.func private @make(tensor<4x16xf32>) -> tensor<4x16xf32> attributes {popt.kernel}
func.func private @change(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}
func.func private @add(tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Loops one after the other add to one memory, the sum that the loop around them
// carries: nothing is copied between them.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%{{.+}}, %{{.+}} = %{{.+}}, %[[OLD:.+]] = %{{.+}}) ->
// CHECK-SAME: step.offsets = array<i64: [[SUM:[0-9]+]], [[OTHER:[0-9]+]]>
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[SUM]]>
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[SUM]]>

// Before something reads once more what it carried, none does.
// CHECK-NOT: stablehlo.while{{.*}}step.offsets = array<i64: [[OTHER]]>
// CHECK: call @add(%{{.+}}, %[[OLD]])
// CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[OTHER]]>
dist.mesh @mesh = <time ["mb"=2]>
func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x, %kept = %y) -> (tensor<16xf32>, tensor<16xf32>) {
    %1 = stablehlo.while(%c = %sum) : tensor<16xf32>
    cond {
      %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    %2 = stablehlo.while(%c = %1) : tensor<16xf32>
    cond {
      %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    %3 = stablehlo.while(%c = %kept) : tensor<16xf32>
    cond {
      %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    %4 = func.call @add(%3, %kept) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %5 = stablehlo.while(%c = %4) : tensor<16xf32>
    cond {
      %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = func.call @add(%c, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %s : tensor<16xf32>
    }
    dist.return %2, %5 : tensor<16xf32>, tensor<16xf32>
  }
  return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @add(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// What a loop passes on from before is not made where the loop around it lies: that is
// read until then.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
  %1 = stablehlo.while(%y = %0) : tensor<16xf32>
  cond {
    %p = func.call @test(%y) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK-NOT: call @act{{.*}}step.offsets = array<i64: [[V]]>
    // CHECK: call @mix
    %t = func.call @act(%y) : (tensor<16xf32>) -> tensor<16xf32>
    %u = func.call @mix(%y, %t) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %2:2 = stablehlo.while(%a = %t, %b = %u) : tensor<16xf32>, tensor<16xf32>
    cond {
      %q = func.call @test(%b) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %n = func.call @act(%b) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %a, %n : tensor<16xf32>, tensor<16xf32>
    }
    stablehlo.return %2#0 : tensor<16xf32>
  }
  return %1 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @act(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @mix(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// Nor where one begins with that: not made where the loop around it lies: that is
// read until then.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
  %1 = stablehlo.while(%y = %0) : tensor<16xf32>
  cond {
    %p = func.call @test(%y) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK-NOT: call @act{{.*}}step.offsets = array<i64: [[V]]>
    // CHECK: call @mix
    %t = func.call @act(%y) : (tensor<16xf32>) -> tensor<16xf32>
    %u = func.call @mix(%y, %t) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %2:2 = stablehlo.while(%a = %t, %b = %u) : tensor<16xf32>, tensor<16xf32>
    cond {
      %q = func.call @test(%b) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %n = func.call @act(%b) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %a, %n : tensor<16xf32>, tensor<16xf32>
    }
    %3:2 = stablehlo.while(%a = %2#0, %b = %2#1) : tensor<16xf32>, tensor<16xf32>
    cond {
      %q = func.call @test(%b) : (tensor<16xf32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %n = func.call @act(%a) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %n, %b : tensor<16xf32>, tensor<16xf32>
    }
    stablehlo.return %3#0 : tensor<16xf32>
  }
  return %1 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @act(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @mix(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
