// Equal chains of operations are given to ranks, whole.
// Executed by python/tests/test_equal_work.py; bytes of a whole program: test/Execute/equal-work.test.
// RUN: %popt %s --choose-strategies --deal-out-equal-work -split-input-file | FileCheck %s
// RUN: %popt %s --choose-strategies --deal-out-equal-work -split-input-file --remarks-filter=partition -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// With dealings the flow goes on.
// RUN: %popt %s --choose-strategies --deal-out-equal-work --make-reshards-explicit --expand-reshards --partition --verify-partitioned -split-input-file -o /dev/null

// A factor for each of two. Each rank has one member: what it reads and what it makes moves once.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// REMARK: deal-out-equal-work{{.*}}2 equal chains of 1 operations: each rank along {"d"} does 1 of them whole, which saves {{[0-9.e-]+}} s of {{[0-9.e-]+}} s of a step by prices
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<256x256xf32> {{.*}}, %[[Y:.+]]: tensor<256x256xf32>
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  // CHECK: %[[X1:.+]] = stablehlo.reshape %[[X]] {dist.operand_shardings = [#dist.sharding<@mesh, [{"d"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"d"}, {}]>]}
  // CHECK: %[[Y1:.+]] = stablehlo.reshape %[[Y]]
  // CHECK: %[[XY:.+]] = stablehlo.concatenate %[[X1]], %[[Y1]], dim = 0
  // CHECK: %[[L:.+]] = dist.manual(%[[XY]]) in [#dist.sharding<@mesh, [{"d"}, {}, {}]>] out [#dist.sharding<@mesh, [{"d"}, {}, {}]>] axes {"d"} (%[[BLOCK:.+]]: tensor<1x256x256xf32>)
  // CHECK: %[[MEMBER:.+]] = stablehlo.reshape %[[BLOCK]]
  // CHECK: %[[FACTOR:.+]] = stablehlo.cholesky %[[MEMBER]], lower = true {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]}
  // CHECK: %[[ROW:.+]] = stablehlo.reshape %[[FACTOR]]
  // CHECK: dist.return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}, {}]>]} %[[ROW]]
  // CHECK: %[[L0:.+]] = stablehlo.slice %[[L]] [0:1, 0:256, 0:256] {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {{.+}}, {{.+}}]>]
  // CHECK: %[[R0:.+]] = stablehlo.reshape %[[L0]]
  // CHECK: %[[L1:.+]] = stablehlo.slice %[[L]] [1:2, 0:256, 0:256]
  // CHECK: %[[R1:.+]] = stablehlo.reshape %[[L1]]
  // CHECK-NOT: stablehlo.cholesky
  // CHECK: return {{.*}} %[[R0]], %[[R1]]
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// Three on two: two on a rank, one after the other, of which one is repeated. All read one
// value and equal constants: the value arrives whole, the constants are made on each rank. What
// is only done to elements stays divided by rows.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<256x256xf32> {{.*}}, %[[Y:.+]]: tensor<256x256xf32> {{.*}}, %[[Z:.+]]: tensor<256x256xf32> {{.*}}, %[[S:[a-z0-9]+]]: tensor<256x256xf32>
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %z: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %s: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  // CHECK: %[[Z1:.+]] = stablehlo.reshape %[[Z]]
  // CHECK: %[[STACK:.+]] = stablehlo.concatenate %{{.+}}, %{{.+}}, %[[Z1]], %[[Z1]], dim = 0
  // CHECK: %[[L:.+]] = dist.manual(%[[STACK]], %[[S]]) {{.*}}(%[[BLOCK:.+]]: tensor<2x256x256xf32>, %[[ALL:.+]]: tensor<256x256xf32>)
  // CHECK: stablehlo.constant
  // CHECK: stablehlo.slice %[[BLOCK]] [0:1,
  // CHECK: stablehlo.cholesky
  // CHECK: stablehlo.add %{{.+}}, %[[ALL]]
  // CHECK: stablehlo.cholesky
  // CHECK: stablehlo.slice %[[BLOCK]] [1:2,
  // CHECK: stablehlo.cholesky
  // CHECK: stablehlo.add %{{.+}}, %[[ALL]]
  // CHECK: stablehlo.cholesky
  // CHECK: dist.return
  // CHECK: stablehlo.slice %[[L]] [0:1,
  // CHECK: stablehlo.slice %[[L]] [1:2,
  // CHECK: stablehlo.slice %[[L]] [2:3,
  // CHECK-NOT: stablehlo.slice
  // CHECK: stablehlo.tanh {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"d"}, {}]>]
  %c0 = stablehlo.constant dense<2.0> : tensor<256x256xf32>
  %c1 = stablehlo.constant dense<2.0> : tensor<256x256xf32>
  %c2 = stablehlo.constant dense<2.0> : tensor<256x256xf32>
  %a0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %a1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  %a2 = stablehlo.cholesky %z, lower = true : tensor<256x256xf32>
  %b0 = stablehlo.multiply %a0, %c0 : tensor<256x256xf32>
  %b1 = stablehlo.multiply %a1, %c1 : tensor<256x256xf32>
  %b2 = stablehlo.multiply %a2, %c2 : tensor<256x256xf32>
  %d0 = stablehlo.add %b0, %s : tensor<256x256xf32>
  %d1 = stablehlo.add %b1, %s : tensor<256x256xf32>
  %d2 = stablehlo.add %b2, %s : tensor<256x256xf32>
  %e0 = stablehlo.cholesky %d0, lower = true : tensor<256x256xf32>
  %e1 = stablehlo.cholesky %d1, lower = true : tensor<256x256xf32>
  %e2 = stablehlo.cholesky %d2, lower = true : tensor<256x256xf32>
  %f0 = stablehlo.tanh %e0 : tensor<256x256xf32>
  %f1 = stablehlo.tanh %e1 : tensor<256x256xf32>
  %f2 = stablehlo.tanh %e2 : tensor<256x256xf32>
  return %f0, %f1, %f2 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// Left alone: without the word.
module {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// One after the other, of different options, and one alone.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.add %0, %x : tensor<256x256xf32>
  %2 = stablehlo.cholesky %1, lower = true : tensor<256x256xf32>
  %3 = stablehlo.cholesky %y, lower = false : tensor<256x256xf32>
  return %2, %3 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// What is divided without exchange costs no less elsewhere.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %w: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// What all read in between waits for the first step of both, so that the steps are dealt out
// apart.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK: dist.manual
// CHECK: stablehlo.cholesky
// CHECK: dist.return
// CHECK: %[[SUM:.+]] = stablehlo.add
// CHECK: dist.manual(%[[SUM]], %{{.+}}) {{.*}}(%[[ALL:.+]]: tensor<256x256xf32>, %{{.+}}: tensor<1x256x256xf32>)
// CHECK: stablehlo.add %[[ALL]]
// CHECK: stablehlo.cholesky
// CHECK: dist.return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  %2 = stablehlo.add %0, %1 : tensor<256x256xf32>
  %3 = stablehlo.add %2, %x : tensor<256x256xf32>
  %4 = stablehlo.add %2, %y : tensor<256x256xf32>
  %5 = stablehlo.cholesky %3, lower = true : tensor<256x256xf32>
  %6 = stablehlo.cholesky %4, lower = true : tensor<256x256xf32>
  return %5, %6 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// Left alone: the first member reads one value where the other reads two, and a path leads out
// of the members and back.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = "stablehlo.triangular_solve"(%x, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = "stablehlo.triangular_solve"(%x, %y) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<256x256xf32>
  %3 = "stablehlo.triangular_solve"(%0, %2) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %4 = "stablehlo.triangular_solve"(%1, %2) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %5 = stablehlo.cholesky %3, lower = true : tensor<256x256xf32>
  %6 = stablehlo.cholesky %4, lower = true : tensor<256x256xf32>
  return %5, %6 : tensor<256x256xf32>, tensor<256x256xf32>
}
}

// -----

// Not with stages.
module attributes {dist.strategies = "dealt"} {
dist.mesh @mesh = <["d"=2], stage ["pp"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.manual
// CHECK: return
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}
}
