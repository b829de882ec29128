// A branch over what several coordinates hold becomes a branch at each, and so does a
// loop.
// RUN: %popt %s --split-loops --place-stages --split-input-file | FileCheck %s

// Each leaf is updated where it lives; what needs no other stage (the count)
// is chosen wherever it is read.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-SAME: %[[I:[^ ]*]]: tensor<i32>
// CHECK-SAME: %[[A:[^ ]*]]: tensor<4x8xf32> {dist.place = array<i64: 0>
// CHECK-SAME: %[[B:[^ ]*]]: tensor<8x6xf32> {dist.place = array<i64: 1>
func.func @main(%i: tensor<i32>,
                %a: tensor<4x8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>},
                %b: tensor<8x6xf32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>},
                %n: tensor<i32> {dist.state = 2 : i64})
    -> (tensor<4x8xf32>, tensor<8x6xf32>, tensor<i32>) {
  // CHECK: %[[N:.+]] = stablehlo.add
  // CHECK: %[[R0:.+]] = "stablehlo.case"(%[[I]])
  // CHECK-NEXT: stablehlo.return %[[A]]
  // CHECK: stablehlo.multiply %[[A]], %[[A]]
  // CHECK: dist.place = array<i64: 0>
  // CHECK: "stablehlo.case"(%[[I]])
  // CHECK-NEXT: stablehlo.return %[[B]]
  // CHECK: stablehlo.multiply %[[B]], %[[B]]
  // CHECK: dist.place = array<i64: 1>
  // CHECK: stablehlo.select {{.*}}, %[[N]] : tensor<i1>, tensor<i32>
  %0:3 = "stablehlo.case"(%i) ({
    stablehlo.return %a, %b, %n : tensor<4x8xf32>, tensor<8x6xf32>, tensor<i32>
  }, {
    %1 = stablehlo.multiply %a, %a : tensor<4x8xf32>
    %2 = stablehlo.multiply %b, %b : tensor<8x6xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %1, %2, %3 : tensor<4x8xf32>, tensor<8x6xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<4x8xf32>, tensor<8x6xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<8x6xf32>, tensor<i32>
}

// -----

// A branch over a stack: each block is updated where it is. An `if` runs its first
// region if the predicate holds.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-SAME: %[[P:[^ ]*]]: tensor<i1>
// CHECK-SAME: %[[W0:[^ ]*]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[^ ]*]]: tensor<2x8xf32>
func.func @main(%p: tensor<i1>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<4x8xf32> {
  // CHECK: "stablehlo.if"(%[[P]])
  // CHECK-NEXT: stablehlo.return %[[W0]]
  // CHECK: stablehlo.negate %[[W0]]
  // CHECK: dist.place = array<i64: 0>
  // CHECK: "stablehlo.if"(%[[P]])
  // CHECK-NEXT: stablehlo.return %[[W1]]
  // CHECK: stablehlo.negate %[[W1]]
  // CHECK: dist.place = array<i64: 1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %w : tensor<4x8xf32>
  }, {
    %1 = stablehlo.negate %w : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// What coordinate 1 needs of coordinate 0 within a region is a result of the branch
// there, and zero where the region does not run. The last of three regions is
// another's business: it passes values on.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
// CHECK-SAME: %[[I:[^ ]*]]: tensor<i32>, %[[X:[^ ]*]]: tensor<3x4xf32>
// CHECK-SAME: %[[A:[^ ]*]]: tensor<4x8xf32>
// CHECK-SAME: %[[B:[^ ]*]]: tensor<8x6xf32>
func.func @main(%i: tensor<i32>, %x: tensor<3x4xf32>,
                %a: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>},
                %b: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>})
    -> tensor<3x6xf32> {
  // CHECK: %[[H:.+]] = "stablehlo.case"(%[[I]])
  // CHECK-NEXT: %[[H0:.+]] = stablehlo.dot_general %[[X]], %[[A]]
  // CHECK-NEXT: stablehlo.return %[[H0]]
  // CHECK: %[[Z:.+]] = stablehlo.constant dense<0.000000e+00> : tensor<3x8xf32>
  // CHECK-NEXT: stablehlo.return %[[Z]]
  // CHECK: %[[Z:.+]] = stablehlo.constant dense<0.000000e+00> : tensor<3x8xf32>
  // CHECK-NEXT: stablehlo.return %[[Z]]
  // CHECK: dist.place = array<i64: 0>
  // CHECK: "stablehlo.case"(%[[I]])
  // CHECK-NEXT: stablehlo.dot_general %[[H]], %[[B]]
  // CHECK: stablehlo.reduce(%[[B]]
  // CHECK: dist.place = array<i64: 1>
  // CHECK-NOT: stablehlo.case
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x6xf32>) -> tensor<3x6xf32>
    stablehlo.return %2 : tensor<3x6xf32>
  }, {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<6xf32>) -> tensor<3x6xf32>
    stablehlo.return %4 : tensor<3x6xf32>
  }, {
    %5 = stablehlo.constant dense<1.0> : tensor<3x6xf32>
    stablehlo.return %5 : tensor<3x6xf32>
  }) : (tensor<i32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

// -----

// A norm over both within a branch in a branch is combined outside of them.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%p: tensor<i1>, %q: tensor<i1>,
                %a: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>},
                %b: tensor<6xf32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>})
    -> (tensor<8xf32>, tensor<6xf32>) {
  // CHECK-COUNT-2: "stablehlo.if"(%arg1)
  // CHECK: dist.combine sum(%{{.*}}, %{{.*}}) at [0, 1]
  // CHECK: "stablehlo.if"(%arg0)
  // CHECK: "stablehlo.if"(%arg1)
  // CHECK: dist.place = array<i64: 0>
  // CHECK: "stablehlo.if"(%arg0)
  // CHECK: "stablehlo.if"(%arg1)
  // CHECK: dist.place = array<i64: 1>
  %0:2 = "stablehlo.if"(%p) ({
    %1:2 = "stablehlo.if"(%q) ({
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
      %4 = stablehlo.add %2, %3 : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %6 = stablehlo.multiply %a, %5 : tensor<8xf32>
      %7 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<6xf32>
      %8 = stablehlo.multiply %b, %7 : tensor<6xf32>
      stablehlo.return %6, %8 : tensor<8xf32>, tensor<6xf32>
    }, {
      stablehlo.return %a, %b : tensor<8xf32>, tensor<6xf32>
    }) : (tensor<i1>) -> (tensor<8xf32>, tensor<6xf32>)
    stablehlo.return %1#0, %1#1 : tensor<8xf32>, tensor<6xf32>
  }, {
    %9 = stablehlo.negate %a : tensor<8xf32>
    %10 = stablehlo.negate %b : tensor<6xf32>
    stablehlo.return %9, %10 : tensor<8xf32>, tensor<6xf32>
  }) : (tensor<i1>) -> (tensor<8xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<6xf32>
}

// -----

// A loop over both becomes one for each; they have the counter alone in common.
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: @main
func.func @main(%a: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>},
                %b: tensor<6xf32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>})
    -> (tensor<8xf32>, tensor<6xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>
  // CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<6xf32> attributes {dist.place = array<i64: 1>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<8xf32>, tensor<6xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.multiply %x, %x : tensor<8xf32>
    %v = stablehlo.multiply %y, %y : tensor<6xf32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<8xf32>, tensor<6xf32>
  }
  return %0#1, %0#2 : tensor<8xf32>, tensor<6xf32>
}
