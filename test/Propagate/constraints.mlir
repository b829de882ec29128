// A closed constraint is its operand's sharding unless something contradicts.
// RUN: %popt %s --propagate-shardings --verify-propagated --split-input-file | FileCheck %s

dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: stablehlo.exponential %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
  %0 = stablehlo.exponential %x : tensor<8x4xf32>
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"a"}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
  %1 = dist.constraint %0 <@mesh, [{"a"}, {}]> : tensor<8x4xf32>
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: [{}, {}]>]
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// Two that differ: neither binds; each keeps its own.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.exponential %x : tensor<8x4xf32>
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"a"}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]}
  // CHECK: dist.constraint %{{.*}} <@mesh, [{}, {"a"}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]}
  %1 = dist.constraint %0 <@mesh, [{"a"}, {}]> : tensor<8x4xf32>
  %2 = dist.constraint %0 <@mesh, [{}, {"a"}]> : tensor<8x4xf32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// An open one is completed; the constraint itself stays as written.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"b"}]>}) -> tensor<8x4xf32> {
  // CHECK: dist.constraint %{{.*}} <@mesh, [{"a"}, {?}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {"b"}]>]}
  %0 = dist.constraint %x <@mesh, [{"a"}, {?}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Readers after a chain read its end; the result of a loop is not bound, its
// readers are.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = dist.constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  // CHECK: %[[END:.*]] = dist.constraint %{{.*}} <@mesh, [{}]>
  %2 = dist.constraint %1 <@mesh, [{}]> : tensor<8xf32>
  // CHECK: stablehlo.negate %[[END]]
  %3 = stablehlo.negate %0 : tensor<8xf32>
  // CHECK: %[[SAME:.*]] = stablehlo.optimization_barrier
  %4 = stablehlo.optimization_barrier %3 : tensor<8xf32>
  // CHECK: %[[BOUND:.*]] = dist.constraint %[[SAME]]
  // CHECK: stablehlo.abs %[[BOUND]]
  %5 = stablehlo.abs %4 : tensor<8xf32>
  %6 = dist.constraint %4 <@mesh, [{"a"}]> : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// A pin is the constraint's own: neither its operand nor other readers get it.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dist.constraint %arg0 <@mesh, [{}], at = {"a" = [1]}> {dist.shardings = [#dist.sharding<@mesh, [{}], at = {"a" = [1]}>]}
  %0 = dist.constraint %x <@mesh, [{}], at = {"a" = [1]}> : tensor<8xf32>
  // CHECK: %[[MADE:.+]] = stablehlo.exponential %{{.*}} {dist.shardings = [#dist.sharding<@mesh, [{}]>]}
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  %2 = dist.constraint %1 <@mesh, [{}], at = {"a" = [0]}> : tensor<8xf32>
  // CHECK: stablehlo.negate %[[MADE]] {dist.shardings = [#dist.sharding<@mesh, [{}]>]}
  %3 = stablehlo.negate %1 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
