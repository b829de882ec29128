// How each operation is divided, where least bytes is what counts.
// RUN: %popt %s --set-machine=cluster=builtin:bytes --choose-strategies --split-input-file | FileCheck %s
// RUN: %popt %s --set-machine=cluster=builtin:bytes --choose-strategies --split-input-file --remarks-filter-analyse=partition -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Nothing has to move: a dot follows rows of one and columns of the other
// operand; a constant is made in the layout of its reader.
dist.mesh @mesh = <["dp"=2, "tp"=3]>
// REMARK: [[@LINE+2]]:1: remark: [Analysis] choose-strategies | Category:partition
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %w: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [{}, {"tp"}]>]
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]}
  %c = stablehlo.constant dense<1.0> : tensor<8x6xf32>
  %1 = stablehlo.add %0, %c : tensor<8x6xf32>
  // CHECK: return {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {"tp"}]>]}
  return %1 : tensor<8x6xf32>
}

// -----

// A split contraction leaves partial values. Adding them first costs one reduction
// instead of two.
dist.mesh @mesh = <["tp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<8x40xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<40x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %v: tensor<40x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  // CHECK: %[[FIRST:.+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"tp"}>]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x40xf32>, tensor<40x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x40xf32>, tensor<40x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.add %[[FIRST]]
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"tp"}>]
  %2 = stablehlo.add %0, %1 : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// -----

// The same in bf16, whose partial values are held in f32: through a conversion, too.
dist.mesh @mesh = <["tp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<8x40xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<40x6xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
    %v: tensor<40x6xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x40xbf16>, tensor<40x6xbf16>) -> tensor<8x6xbf16>
  %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x40xbf16>, tensor<40x6xbf16>) -> tensor<8x6xbf16>
  %2 = stablehlo.convert %0 : (tensor<8x6xbf16>) -> tensor<8x6xf32>
  %3 = stablehlo.convert %1 : (tensor<8x6xbf16>) -> tensor<8x6xf32>
  // CHECK: stablehlo.add
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"tp"}>]
  %4 = stablehlo.add %2, %3 : tensor<8x6xf32>
  return %4 : tensor<8x6xf32>
}

// -----

// An exponential of partial values is not partial: they are reduced before.
dist.mesh @mesh = <["tp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<8x40xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<40x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: partial = sum{"tp"}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x40xf32>, tensor<40x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.exponential
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{"tp"}, {}]>]
  %1 = stablehlo.exponential %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// -----

// Uneven blocks are taken where the user put them; the rows are not gathered.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<7x40xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<40xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: stablehlo.reduce
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [], partial = sum{"dp"}>]
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"dp"}>]
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<7x40xf32>, tensor<f32>) -> tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----

// A constraint binds its closed dims; a source is cloned for each layout in
// which it is read.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %y: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>})
    -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
        tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"dp"}]>}) {
  // CHECK-DAG: %[[ROWS:.+]] = stablehlo.iota dim = 0 {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]}
  // CHECK-DAG: %[[COLUMNS:.+]] = stablehlo.iota dim = 0 {dist.shardings = [#dist.sharding<@mesh, [{}, {"dp"}]>]}
  %i = stablehlo.iota dim = 0 : tensor<8x4xf32>
  // CHECK-DAG: stablehlo.add %arg0, %[[ROWS]]
  %0 = stablehlo.add %x, %i : tensor<8x4xf32>
  // CHECK-DAG: stablehlo.add %arg1, %[[COLUMNS]]
  %1 = stablehlo.add %y, %i : tensor<8x4xf32>
  // CHECK: dist.constraint
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]
  %2 = dist.constraint %0 <@mesh, [{}, {}]> : tensor<8x4xf32>
  return %2, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Left alone: without annotations every coordinate computes everything.
dist.mesh @mesh = <["dp"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  // CHECK: stablehlo.negate
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// One master: the update of what lives at coordinate 0 is pinned there, too, and
// only the gradient moves. A contraction is everybody's.
dist.mesh @mesh = <["dp"=4]>
// CHECK-LABEL: func.func @main
func.func @main(
    %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>},
    %v: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>},
    %x: tensor<80x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>},
    %y: tensor<80x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>}) {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [{"dp"}, {}]>]
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], partial = sum{"dp"}>]
  %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<80x4xf32>, tensor<80x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.multiply
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>]
  %gg = stablehlo.multiply %g, %g : tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.multiply
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>, #dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>]
  %n = stablehlo.multiply %v, %gg : tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.add
  // CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{}, {}], at = {"dp" = [0]}>]
  %0 = stablehlo.add %w, %n : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// An axis that is not mentioned divides nothing, however large the work is.
dist.mesh @mesh = <["dp"=4, "unused"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<4096x512xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %w: tensor<512x512xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<4096x512xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  return %0 : tensor<4096x512xf32>
}
