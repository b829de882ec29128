// Strategies, reshards and local programs of what is inside loops, branches and
// barriers.
// RUN: popt %s --propagate-shardings --choose-strategies --make-reshards-explicit --expand-reshards --partition --verify-partitioned --canonicalize --cse -split-input-file | FileCheck %s

dist.mesh @mesh = <["x"=4]>

// A sum accumulated in a counted loop stays in partial values; it is reduced once, after
// the loop.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.+]]:{{[0-9]}} = stablehlo.while
// CHECK-NOT: dist.
// CHECK: stablehlo.return
// CHECK: stablehlo.dot_general {{.*}} (tensor<16x128xf32>, tensor<16x128xf32>)
// CHECK-NOT: dist.
// CHECK: dist.all_reduce %[[LOOP]]{{.*}} sum over {"x"}
// CHECK-NOT: dist.all_reduce
// CHECK: return
func.func @main(%x: tensor<16x512xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<16x16xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<6> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %acc = %zero) : tensor<i32>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %d = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<16x512xf32>, tensor<16x512xf32>) -> tensor<16x16xf32>
      %a = stablehlo.add %acc, %d : tensor<16x16xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %a : tensor<i32>, tensor<16x16xf32>
    }
  return %r#1 : tensor<16x16xf32>
}

// -----

dist.mesh @mesh = <["x"=2]>

// What a branch returns and what it reads from outside are blocks; the index is
// whole.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[INDEX:.+]]: tensor<i32>
// CHECK-SAME: %[[X:.+]]: tensor<4x6xf32>
// CHECK: "stablehlo.case"(%[[INDEX]])
// CHECK: stablehlo.negate %[[X]] : tensor<4x6xf32>
// CHECK: stablehlo.add %[[X]], %[[X]] : tensor<4x6xf32>
// CHECK: (tensor<i32>) -> tensor<4x6xf32>
func.func @main(%index: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>},
                %x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %0 = "stablehlo.case"(%index) ({
    %1 = stablehlo.negate %x : tensor<8x6xf32>
    stablehlo.return %1 : tensor<8x6xf32>
  }, {
    %2 = stablehlo.add %x, %x : tensor<8x6xf32>
    stablehlo.return %2 : tensor<8x6xf32>
  }) : (tensor<i32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

dist.mesh @mesh = <["x"=2]>

// Each value passes a barrier in a layout of its own: one split as the user says,
// one reduced to the part that is needed next.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.+]]: tensor<32768x6xf32>
// CHECK: %[[PARTIAL:.+]] = stablehlo.dot_general %[[X]], %[[X]]
// CHECK: %[[PART:.+]] = dist.reduce_scatter %[[PARTIAL]] sum dim 0 over {"x"}
// CHECK: stablehlo.optimization_barrier %[[X]], %[[PART]] : tensor<32768x6xf32>, tensor<3x6xf32>
func.func @main(%x: tensor<65536x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<65536x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}, tensor<6x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %t = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<65536x6xf32>, tensor<65536x6xf32>) -> tensor<6x6xf32>
  %b:2 = stablehlo.optimization_barrier %x, %t : tensor<65536x6xf32>, tensor<6x6xf32>
  %s = stablehlo.add %b#1, %b#1 : tensor<6x6xf32>
  return %b#0, %s : tensor<65536x6xf32>, tensor<6x6xf32>
}
