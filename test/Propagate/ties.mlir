// Loops, branches, barriers, state and groups tie values.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

// In through the carried value, inside, and out.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<8xf32>
    cond {
      %p = stablehlo.compare GT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %m = stablehlo.subtract %i, %c : tensor<i32>
      // CHECK: stablehlo.tanh %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]}
      %w = stablehlo.tanh %v : tensor<8xf32>
      stablehlo.return %m, %w : tensor<i32>, tensor<8xf32>
    }
  return %0#1 : tensor<8xf32>
}

// -----

// From the result back into both branches.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %{{.*}}: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}
func.func @main(%p: tensor<i1>, %x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  %0 = "stablehlo.if"(%p) ({
    // CHECK: stablehlo.negate %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]}
    %1 = stablehlo.negate %x : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %y : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Operands of an optimization barrier pass one by one.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: stablehlo.optimization_barrier
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{}]>]
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<8xf32>, tensor<8xf32>
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A state result is its argument: the gradient's sharding reaches the weight
// of the next step, and so this one.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.state = 0 : i64}
// CHECK-SAME: -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
func.func @main(%w: tensor<8xf32> {dist.state = 0 : i64}, %x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @opaque(%w) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.add %0, %x : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Members of a group have one sharding.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %{{.*}}: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  dist.sharding_group %x group = 0 : tensor<8xf32>
  dist.sharding_group %y group = 0 : tensor<8xf32>
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A group may have any number.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %{{.*}}: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  dist.sharding_group %x group = 9223372036854775807 : tensor<8xf32>
  dist.sharding_group %y group = 9223372036854775807 : tensor<8xf32>
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A barrier lets shardings through in one direction.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}
// CHECK-SAME: -> (tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>})
func.func @main(%x: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {?}]>})
    -> (tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {"b"}]>}) {
  %0 = dist.propagation_barrier %x allow = forward : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// Inside a manual region nothing mentions its axes.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {"a"}]>}
// CHECK: dist.manual
// CHECK-SAME: in [#dist.sharding<@mesh, [{"b"}, {"a"}]>] out [#dist.sharding<@mesh, [{"b"}, {"a"}]>]
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"b", ?}, {?}]>] out [#dist.sharding<@mesh, [{"b", ?}, {?}]>] axes {"b"} (%v: tensor<4x8xf32>) {
    // CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]}
    %1 = stablehlo.add %v, %v {dist.shardings = [#dist.sharding<@mesh, [{?}, {"a", ?}]>]} : tensor<4x8xf32>
    dist.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// What is left of an axis after the first factor of a reshape does not divide the
// second: an open edge of a manual region does not take it.
dist.mesh @mesh = <["m"=2, "x"=8]>
// CHECK-LABEL: func.func @main
// CHECK: dist.manual
// CHECK-SAME: in [#dist.sharding<@mesh, [{"x":(1)4}, {}, {"m"}]>] out [#dist.sharding<@mesh, [{"x":(1)4}, {}, {"m"}]>]
func.func @main(%a: tensor<12x2xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x3x2xf32> {
  %0 = stablehlo.reshape %a : (tensor<12x2xf32>) -> tensor<4x3x2xf32>
  %1 = dist.manual(%0) in [#dist.sharding<@mesh, [{?}, {?}, {"m", ?}]>] out [#dist.sharding<@mesh, [{?}, {?}, {"m", ?}]>] axes {"m"} (%b: tensor<4x3x1xf32>) {
    %2 = stablehlo.tanh %b : tensor<4x3x1xf32>
    dist.return %2 : tensor<4x3x1xf32>
  } : (tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}
