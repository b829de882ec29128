// What a branch leaves as it is lies where the result lies; the other branches write over it.
// RUN: popt %s --split-input-file --plan-memory | FileCheck %s

// "Update only if": state is updated in place, by a kernel of the branch that runs.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<16xf32> {step.offset = 0 : i64}, tensor<16xf32> {step.offset = 64 : i64})
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}, %m: tensor<16xf32> {dist.state = 1 : i64}, %g: tensor<16xf32>, %which: tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0:2 = "stablehlo.case"(%which) ({
    stablehlo.return %w, %m : tensor<16xf32>, tensor<16xf32>
  }, {
    // CHECK: call @mean{{.*}}step.offsets = array<i64: 64>
    // CHECK: call @update{{.*}}step.offsets = array<i64: 0>
    %1 = func.call @mean(%m, %g) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %2 = func.call @update(%w, %1) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %2, %1 : tensor<16xf32>, tensor<16xf32>
    // CHECK: step.offsets = array<i64: 0, 64>
  }) : (tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>)
  return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @mean(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @update(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// A branch in a branch leaves it as well, and a value that is no argument.
// CHECK-LABEL: func.func @main
// CHECK: %[[V:[0-9]+]] = call @make{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = "stablehlo.case"(%which) ({
    %2 = "stablehlo.case"(%which) ({
      // CHECK: call @update{{.*}}step.offsets = array<i64: [[V]]>
      %3 = func.call @update(%0) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %3 : tensor<16xf32>
    }, {
      stablehlo.return %0 : tensor<16xf32>
      // CHECK: step.offsets = array<i64: [[V]]>
    }) : (tensor<i32>) -> tensor<16xf32>
    stablehlo.return %2 : tensor<16xf32>
  }, {
    stablehlo.return %0 : tensor<16xf32>
    // CHECK: step.offsets = array<i64: [[V]]>
  }) : (tensor<i32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// A loop carries what a branch updates in some iterations.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
  %1 = stablehlo.while(%c = %0) : tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %2 = "stablehlo.case"(%which) ({
      stablehlo.return %c : tensor<16xf32>
    }, {
      // CHECK: call @update{{.*}}step.offsets = array<i64: [[V]]>
      %3 = func.call @update(%c) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %3 : tensor<16xf32>
      // CHECK: step.offsets = array<i64: [[V]]>
    }) : (tensor<i32>) -> tensor<16xf32>
    stablehlo.return %2 : tensor<16xf32>
  }
  return %1 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// What is proposed in each iteration, and accepted or not, does not lie where the
// iteration's own value does: both are there until the choice.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: stablehlo.while{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
  %1 = stablehlo.while(%c = %0) : tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK-NOT: call @propose{{.*}}step.offsets = array<i64: [[V]]>
    // CHECK: call @propose
    %2 = func.call @propose(%c) : (tensor<16xf32>) -> tensor<16xf32>
    %3 = "stablehlo.case"(%which) ({
      stablehlo.return %c : tensor<16xf32>
    }, {
      stablehlo.return %2 : tensor<16xf32>
    }) : (tensor<i32>) -> tensor<16xf32>
    stablehlo.return %3 : tensor<16xf32>
  }
  return %1 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @propose(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// Nor do two values of which one is chosen lie in one place.
// CHECK-LABEL: func.func @main
// CHECK: call @make{{.*}}step.offsets = array<i64: [[A:[0-9]+]]>
// CHECK-NOT: call @other{{.*}}step.offsets = array<i64: [[A]]>
// CHECK: call @other
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @other(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %2 = "stablehlo.case"(%which) ({
    stablehlo.return %0 : tensor<16xf32>
  }, {
    stablehlo.return %1 : tensor<16xf32>
  }) : (tensor<i32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @other(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}

// -----

// Nor a value that is made in a branch over what the branch reads after that.
// CHECK-LABEL: func.func @main
// CHECK: call @make{{.*}}step.offsets = array<i64: [[W:[0-9]+]]>
// CHECK-NOT: call @other{{.*}}step.offsets = array<i64: [[W]]>
// CHECK: call @other
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %w = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %0 = "stablehlo.case"(%which) ({
    stablehlo.return %w : tensor<16xf32>
  }, {
    %1 = func.call @other(%x) : (tensor<16xf32>) -> tensor<16xf32>
    %2 = "stablehlo.case"(%which) ({
      stablehlo.return %1 : tensor<16xf32>
    }, {
      %3 = func.call @update(%w) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %3 : tensor<16xf32>
    }) : (tensor<i32>) -> tensor<16xf32>
    stablehlo.return %2 : tensor<16xf32>
  }) : (tensor<i32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @other(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Not where the other branch may not write over it: it is copied at the branch's end. Nor where
// the branch reads it again after that.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<16xf32> {step.offset = 0 : i64}, tensor<16xf32> {step.offset = 64 : i64}, tensor<16xf32> {step.offset = [[OUT:[0-9]+]] : i64})
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}, %m: tensor<16xf32> {dist.state = 1 : i64}, %which: tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %0:3 = "stablehlo.case"(%which) ({
    %1 = func.call @reverse(%w) : (tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %w, %m, %1 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  }, {
    // CHECK: %[[REVERSED:.+]] = func.call @reverse{{.*}}step.offsets = array<i64: [[OUT]]>
    // CHECK: %{{.+}} = func.call @reverse(%arg0){{.*}}step.offsets = array<i64: {{[1-9][0-9]+}}>
    // CHECK: %{{.+}} = func.call @update(%arg1){{.*}}step.offsets = array<i64: {{[1-9][0-9][0-9]+}}>
    %1 = func.call @reverse(%w) : (tensor<16xf32>) -> tensor<16xf32>
    %2 = func.call @update(%m) : (tensor<16xf32>) -> tensor<16xf32>
    %3 = func.call @both(%m, %2) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %1, %2, %3 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
    // CHECK: step.offsets = array<i64: 0, 64, [[OUT]]>
  }) : (tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
  return %0#0, %0#1, %0#2 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
func.func private @both(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @reverse(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}

// -----

// Not where a branch exchanges values, or leaves one twice, which are copied in any order.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:[0-9]+]]:2 = call @pair{{.*}}step.offsets = array<i64: [[A:[0-9]+]], [[B:[0-9]+]]>
// CHECK-NOT: step.offsets = array<i64: [[A]], [[B]]>
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0:2 = call @pair(%x) : (tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
  %1:2 = "stablehlo.case"(%which) ({
    stablehlo.return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
  }, {
    stablehlo.return %0#1, %0#0 : tensor<16xf32>, tensor<16xf32>
  }) : (tensor<i32>) -> (tensor<16xf32>, tensor<16xf32>)
  return %1#0, %1#1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @pair(tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) attributes {popt.kernel}

// -----

// Not in a loop that reads it from around it: the next iteration needs it, whichever branch runs.
// CHECK-LABEL: func.func @main
// CHECK: call @make{{.*}}step.offsets = array<i64: [[V:[0-9]+]]>
// CHECK-NOT: step.offsets = array<i64: [[V]]>
func.func @main(%x: tensor<16xf32>, %which: tensor<i32>) -> tensor<16xf32> {
  %0 = call @make(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = stablehlo.while(%c = %x) : tensor<16xf32>
  cond {
    %p = func.call @test(%c) : (tensor<16xf32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %2 = "stablehlo.case"(%which) ({
      stablehlo.return %0 : tensor<16xf32>
    }, {
      %3 = func.call @update(%0) : (tensor<16xf32>) -> tensor<16xf32>
      stablehlo.return %3 : tensor<16xf32>
    }) : (tensor<i32>) -> tensor<16xf32>
    %4 = func.call @both(%c, %2) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    stablehlo.return %4 : tensor<16xf32>
  }
  return %1 : tensor<16xf32>
}
func.func private @both(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
func.func private @make(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel}
func.func private @test(tensor<16xf32>) -> tensor<i1> attributes {popt.kernel}
func.func private @update(tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
