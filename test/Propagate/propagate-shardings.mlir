// One sharding on an argument reaches every value; nothing is left open.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

// The sharding of %x reaches the other operand, both results and back to %w.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: %arg1: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: %arg2: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
// CHECK-SAME: -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>})
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %y: tensor<8x4xf32>,
                %w: tensor<4x16xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {"tp"}]>})
    -> tensor<8x16xf32> {
  // CHECK: stablehlo.add %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]}
  %0 = stablehlo.add %x, %y : tensor<8x4xf32>
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// -----

// Nothing was said: everything is replicated. Scalars, too, have a sharding.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}
// CHECK-SAME: -> (tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>})
func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK: stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]}
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A closed dim stays as it is; `replicated` axes stay unused; both are gone
// afterwards.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: [{}, {"b"}]>}, %{{.*}}: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}]>},
                %y: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {?}], replicated = {"b"}>})
    -> tensor<8x4xf32> {
  // CHECK: stablehlo.subtract %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  %0 = stablehlo.subtract %x, %y : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// An operation without a rule lets nothing through.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>})
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @unknown(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Axes of a partial value are in use; sums do not spread as shardings.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: partial = sum{"a"}>}, %{{.*}}: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}
// CHECK-SAME: -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{?}], partial = sum{"a"}>},
                %y: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Sizes that an axis does not divide are no obstacle.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<7xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>})
func.func @main(%x: tensor<7xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<7xf32> {
  %0 = stablehlo.negate %x : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// An axis along which a value is pinned splits none of its dims, open or not;
// other axes do, and the pin does not spread. State has one sharding, pin
// included.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}], at = {"a" = [1]}>, dist.state = 0 : i64}
// CHECK-SAME: -> (tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}], at = {"a" = [1]}>})
func.func @main(%x: tensor<8x8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{?}, {?}], at = {"a" = [1]}>},
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x8xf32> {
  // CHECK: stablehlo.add %arg0, %arg1 {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
