// From the global to the local program.
// RUN: %popt %s --partition --verify-partitioned --split-input-file | FileCheck %s

// Operations shrink to blocks, reshards become collectives, the boundary keeps
// global types.
dist.mesh @mesh = <["dp"=2, "tp"=3]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<4x6xf32> {dist.global_type = tensor<8x6xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: -> (tensor<8x2xf32> {dist.global_type = tensor<8x6xf32>, dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>})
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8x6xf32> {
  // CHECK-NEXT: %[[NEGATED:.+]] = stablehlo.negate %arg0 : tensor<4x6xf32>
  %0 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[SLICED:.+]] = dist.all_slice %[[NEGATED]] dim 1 over {"tp"} on @mesh : tensor<4x6xf32> -> tensor<4x2xf32>
  %1 = dist.reshard %0 from <@mesh, [{"dp"}, {}]> to <@mesh, [{"dp"}, {"tp"}]> {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[GATHERED:.+]] = dist.all_gather %[[SLICED]] dim 0 over {"dp"} on @mesh : tensor<4x2xf32> -> tensor<8x2xf32>
  %2 = dist.reshard %1 from <@mesh, [{"dp"}, {"tp"}]> to <@mesh, [{}, {"tp"}]> {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: return %[[GATHERED]] : tensor<8x2xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"tp"}]>]} %2 : tensor<8x6xf32>
}

// -----

// Each kind of step.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = max{"a"}>},
                %y: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>})
    -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK-NEXT: dist.all_reduce %arg0 max over {"a"} on @mesh : tensor<8x6xf32>
  %0 = dist.reshard %x from <@mesh, [{}, {}], partial = max{"a"}> to <@mesh, [{}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: dist.reduce_scatter %arg0 max dim 1 over {"a"} on @mesh : tensor<8x6xf32> -> tensor<8x3xf32>
  %1 = dist.reshard %x from <@mesh, [{}, {}], partial = max{"a"}> to <@mesh, [{}, {"a"}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: dist.all_to_all %arg1 split 1 concat 0 over {"a"} on @mesh : tensor<4x6xf32> -> tensor<8x3xf32>
  %2 = dist.reshard %y from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : tensor<8x6xf32>
  // A block becomes a partial value: the identity everywhere else.
  // CHECK-NEXT: stablehlo.constant dense<-0.000000e+00>
  // CHECK: %[[BEGIN:.+]], %{{.+}} = dist.block {"a"} of 8 on @mesh
  // CHECK: stablehlo.dynamic_update_slice %{{.+}}, %arg1, %[[BEGIN]]
  %3 = dist.reshard %y from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : tensor<8x6xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} %0, %1, %2, %3 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}

// -----

// Blocks that change places.
dist.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a", "b"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: dist.permute %arg0 pairs {{\[\[}}0, 0], [2, 1], [1, 2], [3, 3]] on @mesh : tensor<2xf32> -> tensor<2xf32>
  %0 = dist.reshard %x from <@mesh, [{"a", "b"}]> to <@mesh, [{"b", "a"}]> {dist.shardings = [#dist.sharding<@mesh, [{"b", "a"}]>]} : tensor<8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"b", "a"}]>]} %0 : tensor<8xf32>
}

// -----

// Uneven blocks: types are those of the largest, the collective says which
// layouts, and padding is masked before it is summed.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<4x6xf32>
func.func @main(%x: tensor<7x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %init: tensor<f32> {dist.sharding = #dist.sharding<@mesh, [], partial = sum{"a"}>}) -> (tensor<6xf32>, tensor<7x6xf32>) {
  // CHECK: %[[ROW:.+]] = stablehlo.iota dim = 0 : tensor<4x6xi32>
  // CHECK: %{{.+}}, %[[EXTENT:.+]] = dist.block {"a"} of 7 on @mesh
  // CHECK: %[[LIMIT:.+]] = stablehlo.broadcast_in_dim %[[EXTENT]], dims = [] : (tensor<i32>) -> tensor<4x6xi32>
  // CHECK: %[[INSIDE:.+]] = stablehlo.compare LT, %[[ROW]], %[[LIMIT]]
  // CHECK: %[[MASKED:.+]] = stablehlo.select %[[INSIDE]], %arg0
  // CHECK: stablehlo.reduce(%[[MASKED]] init: %arg1) applies stablehlo.add across dimensions = [0]
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [], partial = sum{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>]} : (tensor<7x6xf32>, tensor<f32>) -> tensor<6xf32>
  // CHECK: dist.all_gather %arg0 dim 0 over {"a"} on @mesh : tensor<4x6xf32> -> tensor<7x6xf32> as tensor<7x6xf32> from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}]>
  %1 = dist.reshard %x from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<7x6xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}, {}]>]} %0, %1 : tensor<6xf32>, tensor<7x6xf32>
}

// -----

// Zeros are partial values of a sum as they are, here an init; other constants are not,
// nor are zeros of another monoid.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  // CHECK: %[[ZERO:.+]] = stablehlo.constant dense<0.000000e+00>
  // CHECK-NEXT: %[[ONE:.+]] = stablehlo.constant dense<1.000000e+00>
  %zero = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<0.0> : tensor<f32>
  %one = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<1.0> : tensor<f32>
  %2 = dist.reshard %zero from <@mesh, []> to <@mesh, [], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [], partial = sum{"a"}>]} : tensor<f32>
  // CHECK-NEXT: %[[FIRST:.+]] = dist.to_partial %[[ONE]] sum over {"a"}
  %3 = dist.reshard %one from <@mesh, []> to <@mesh, [], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [], partial = sum{"a"}>]} : tensor<f32>
  // CHECK-NEXT: %[[MOST:.+]] = dist.to_partial %[[ZERO]] max over {"a"}
  %4 = dist.reshard %zero from <@mesh, []> to <@mesh, [], partial = max{"a"}> {dist.shardings = [#dist.sharding<@mesh, [], partial = max{"a"}>]} : tensor<f32>
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %[[ZERO]])
  %5 = stablehlo.reduce(%x init: %2) applies stablehlo.add across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [], partial = sum{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>]} : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %[[FIRST]])
  %6 = stablehlo.reduce(%x init: %3) applies stablehlo.add across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [], partial = sum{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>]} : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  // CHECK-NEXT: stablehlo.reduce(%arg0 init: %[[MOST]])
  %7 = stablehlo.reduce(%x init: %4) applies stablehlo.maximum across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [], partial = max{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = max{"a"}>]} : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}], partial = max{"a"}>]} %5, %6, %7 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// Bits of -0.0 are no zeros.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x2xi16> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>}) -> tensor<4x2xi16> {
  %0 = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{}]>]} dense<-0.0> : tensor<4xf32>
  // CHECK: %[[BITS:.+]] = stablehlo.bitcast_convert
  %1 = stablehlo.bitcast_convert %0 {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : (tensor<4xf32>) -> tensor<4x2xi16>
  // CHECK-NEXT: %[[TERM:.+]] = dist.to_partial %[[BITS]] sum over {"a"}
  %2 = dist.reshard %1 from <@mesh, [{}, {}]> to <@mesh, [{}, {}], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : tensor<4x2xi16>
  // CHECK-NEXT: stablehlo.add %arg0, %[[TERM]]
  %3 = stablehlo.add %x, %2 {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : tensor<4x2xi16>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} %3 : tensor<4x2xi16>
}

// -----

// Constants shrink if they are splats; others are cut. Counting begins at the
// block. Annotations go.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  // CHECK-NEXT: stablehlo.constant dense<7> : tensor<2xi32>
  %0 = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} dense<7> : tensor<4xi32>
  // CHECK-NEXT: %[[ALL:.+]] = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK-NEXT: dist.all_slice %[[ALL]] dim 0 over {"a"}
  %1 = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK: %[[BEGIN:.+]], %{{.+}} = dist.block {"a"} of 4
  // CHECK: %[[OFFSET:.+]] = stablehlo.broadcast_in_dim %[[BEGIN]]
  // CHECK: %[[INDEX:.+]] = stablehlo.iota dim = 0 : tensor<2xi32>
  // CHECK: stablehlo.add %[[INDEX]], %[[OFFSET]]
  %2 = stablehlo.iota dim = 0 {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<4xi32>
  // CHECK-NOT: dist.constraint
  %3 = dist.constraint %0 <@mesh, [{"a"}]> {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<4xi32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{"a"}]>]} %3, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -----

// Left alone: what is whole everywhere keeps its types.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) -> tensor<5x4xf32> {
  // CHECK-NEXT: %[[SINE:.+]] = stablehlo.sine %arg0 : tensor<5x4xf32>
  // CHECK-NEXT: return %[[SINE]]
  %0 = stablehlo.sine %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<5x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>]} %0 : tensor<5x4xf32>
}

// -----

// Each kind of step between pinned and other layouts. What is not pinned any
// longer, or pinned further, moves nothing.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x6xf32> {dist.global_type = tensor<8x6xf32>, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"a" = [1]}>}
func.func @main(%x: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"a" = [1]}>},
                %y: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>},
                %z: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>},
                %t: tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}, at = {"a" = [1, 2]}>})
    -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK-NEXT: %[[ALL:.+]] = dist.broadcast %arg0 root 1 over {"a"} on @mesh : tensor<8x6xf32>
  %0 = dist.reshard %x from <@mesh, [{}, {}], at = {"a" = [1]}> to <@mesh, [{}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[BLOCKS:.+]] = dist.scatter %arg0 dim 0 root 1 over {"a"} on @mesh : tensor<8x6xf32> -> tensor<2x6xf32>
  %1 = dist.reshard %x from <@mesh, [{}, {}], at = {"a" = [1]}> to <@mesh, [{"a"}, {}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[SENT:.+]] = dist.permute %arg0 pairs {{\[\[}}1, 3]] on @mesh : tensor<8x6xf32> -> tensor<8x6xf32>
  %2 = dist.reshard %x from <@mesh, [{}, {}], at = {"a" = [1]}> to <@mesh, [{}, {}], at = {"a" = [3]}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"a" = [3]}>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[PARTIALS:.+]] = dist.to_partial %arg0 sum keep [1] over {"a"} on @mesh : tensor<8x6xf32>
  %3 = dist.reshard %x from <@mesh, [{}, {}], at = {"a" = [1]}> to <@mesh, [{}, {}], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[GATHERED:.+]] = dist.gather %arg1 dim 0 root 3 over {"a"} on @mesh : tensor<2x6xf32> -> tensor<8x6xf32>
  %4 = dist.reshard %y from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {}], at = {"a" = [3]}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"a" = [3]}>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[SUM:.+]] = dist.reduce %arg2 sum root 0 over {"a"} on @mesh : tensor<8x6xf32>
  %5 = dist.reshard %z from <@mesh, [{}, {}], partial = sum{"a"}> to <@mesh, [{}, {}], at = {"a" = [0]}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"a" = [0]}>]} : tensor<8x6xf32>
  // CHECK-NEXT: %[[ALLTERMS:.+]] = dist.to_partial %arg3 sum keep [1, 2] over {"a"} on @mesh : tensor<8x6xf32>
  %6 = dist.reshard %t from <@mesh, [{}, {}], partial = sum{"a"}, at = {"a" = [1, 2]}> to <@mesh, [{}, {}], partial = sum{"a"}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>]} : tensor<8x6xf32>
  %7 = dist.reshard %0 from <@mesh, [{}, {}]> to <@mesh, [{}, {}], at = {"a" = [0, 2]}> {dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"a" = [0, 2]}>]} : tensor<8x6xf32>
  // CHECK-NEXT: return %[[ALL]], %[[BLOCKS]], %[[SENT]], %[[PARTIALS]], %[[GATHERED]], %[[SUM]], %[[ALLTERMS]], %[[ALL]]
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, [{}, {}], at = {"a" = [3]}>, #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}, {}], at = {"a" = [3]}>, #dist.sharding<@mesh, [{}, {}], at = {"a" = [0]}>, #dist.sharding<@mesh, [{}, {}], partial = sum{"a"}>, #dist.sharding<@mesh, [{}, {}], at = {"a" = [0, 2]}>]} %0, %1, %2, %3, %4, %5, %6, %7 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}

// -----

// Uneven blocks: the rooted collective says which layouts. A constant that
// enters partial values over pinned coordinates is kept by the first of these.
dist.mesh @mesh = <["a"=3]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<7xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"a" = [0]}>}) -> (tensor<7xf32>, tensor<7xf32>) {
  // CHECK-NEXT: dist.scatter %arg0 dim 0 root 0 over {"a"} on @mesh : tensor<7xf32> -> tensor<3xf32> as tensor<7xf32> from <@mesh, [{}], at = {"a" = [0]}> to <@mesh, [{"a"}]>
  %0 = dist.reshard %x from <@mesh, [{}], at = {"a" = [0]}> to <@mesh, [{"a"}]> {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<7xf32>
  // CHECK-NEXT: %[[ONE:.+]] = stablehlo.constant
  // CHECK-NEXT: dist.to_partial %[[ONE]] sum keep [1] over {"a"} on @mesh : tensor<7xf32>
  %1 = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}, at = {"a" = [1, 2]}>]} dense<1.0> : tensor<7xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{}], partial = sum{"a"}, at = {"a" = [1, 2]}>]} %0, %1 : tensor<7xf32>, tensor<7xf32>
}
